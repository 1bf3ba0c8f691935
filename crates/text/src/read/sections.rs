//! The sections of SadMan Sudoku files (`.sdk`): `[Puzzle]` contains the givens, `[State]` the partly
//! solved grid, and other sections the data of other programs.

use super::glyph::{Line, string, trim};

/// The headings of a text, each with the number of its line.
#[derive(Default)]
pub(crate) struct Sections {
    headings: Vec<(usize, Heading)>,
    /// The first line with a heading of a puzzle, and of a puzzle or state.
    first_puzzle: Option<usize>,
    first: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    Puzzle,
    State,
    Other,
}

impl Sections {
    /// Adds the headings in the next lines: names in brackets on lines of their own. Lines that have
    /// been read before are skipped.
    pub fn add(&mut self, lines: &[Line]) {
        for line in lines {
            let number = line.first().map_or(0, |first| first.position().0);
            let is_new = self.headings.last().is_none_or(|(last, _)| *last < number);
            let Some(heading) = heading(line).filter(|_| is_new) else {
                continue;
            };
            self.headings.push((number, heading));
            if heading == Heading::Puzzle {
                self.first_puzzle.get_or_insert(number);
            }
            if heading != Heading::Other {
                self.first.get_or_insert(number);
            }
        }
    }

    /// Returns true if a heading of a puzzle or state is before a line.
    pub fn precede(&self, line: usize) -> bool {
        self.first.is_some_and(|first| first < line)
    }

    /// Returns true if a line has no puzzle to solve: in the section `[State]`, or in another one after
    /// `[Puzzle]`.
    pub fn is_ignored(&self, line: usize) -> bool {
        let before = self.headings.partition_point(|(at, _)| *at <= line);
        match self.headings[..before].last() {
            None | Some((_, Heading::Puzzle)) => false,
            Some((_, Heading::State)) => true,
            // Without `[Puzzle]` before it, a heading may be a title.
            Some(_) => self.first_puzzle.is_some_and(|first| first < line),
        }
    }
}

fn heading(line: &Line) -> Option<Heading> {
    let text = string(trim(line));
    let name = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_name = name.starts_with(char::is_alphabetic) && !name.contains(['[', ']', ',']);
    is_name.then(|| match name.to_ascii_lowercase().as_str() {
        "puzzle" => Heading::Puzzle,
        "state" => Heading::State,
        _ => Heading::Other,
    })
}

//! The sections of SadMan Sudoku files (`.sdk`): `[Puzzle]` contains the givens, `[State]` the partly
//! solved grid, and other sections the data of other programs.

use super::glyph::{Line, string, trim};

/// The headings of a text.
pub(super) struct Sections(Vec<(usize, Heading)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    Puzzle,
    State,
    Other,
}

impl Sections {
    /// Finds the headings: names in brackets on lines of their own.
    pub fn of(lines: &[Line]) -> Sections {
        let headings = lines.iter().enumerate();
        Sections(
            headings
                .filter_map(|(at, line)| Some((at, heading(line)?)))
                .collect(),
        )
    }

    /// Returns true if a heading of a puzzle or state is before a line.
    pub fn precede(&self, line: usize) -> bool {
        self.0
            .iter()
            .any(|(at, heading)| *at < line && *heading != Heading::Other)
    }

    /// Returns true if the puzzle at a line is not the one to solve: in the section `[State]`, or in
    /// another one after `[Puzzle]`.
    pub fn is_ignored(&self, line: usize) -> bool {
        let mut before = self
            .0
            .iter()
            .rev()
            .filter(|(at, _)| *at < line)
            .map(|(_, heading)| *heading);
        match before.next() {
            None | Some(Heading::Puzzle) => false,
            Some(Heading::State) => true,
            // Without `[Puzzle]` before it, a heading may be a title.
            Some(Heading::Other) => before.any(|heading| heading == Heading::Puzzle),
        }
    }

    /// Returns the line of each `[Puzzle]` that no puzzle on `lines` follows.
    pub fn without_puzzle(&self, lines: &[usize]) -> Vec<usize> {
        let puzzles = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, (_, heading))| *heading == Heading::Puzzle);
        let is_missing = |(index, (at, _)): &(usize, &(usize, Heading))| {
            let end = self.0.get(index + 1).map_or(usize::MAX, |(next, _)| *next);
            !lines.iter().any(|line| (*at..end).contains(line))
        };
        puzzles.filter(is_missing).map(|(_, (at, _))| *at).collect()
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

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::*;

    #[test]
    fn sections_after_the_puzzle_are_ignored() {
        let text = "[Notes]\n\n[Puzzle]\n\n[State]\n\n[Marks]\n\n[5,3]\n";
        let lines: Vec<Line> = text.lines().map(|line| normalise(1, line)).collect();
        let sections = Sections::of(&lines);
        let ignored: Vec<bool> = [1, 3, 5, 7, 8].map(|at| sections.is_ignored(at)).to_vec();
        assert_eq!(ignored, [false, false, true, true, true]);
        assert!(sections.without_puzzle(&[1, 3]).is_empty());
        assert_eq!(sections.without_puzzle(&[1, 5]), [2]);
    }
}

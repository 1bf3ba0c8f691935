//! The sections of SadMan Sudoku files (`.sdk`): `[Puzzle]` contains the givens, `[State]` the partly
//! solved grid, and other sections the data of other programs.

use super::glyph::{Line, string, trim};

/// The headings of a text, each with the number of its line.
#[derive(Default)]
pub(crate) struct Sections(Vec<(usize, Heading)>);

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
            let is_new = self.0.last().is_none_or(|(last, _)| *last < number);
            if let Some(heading) = heading(line).filter(|_| is_new) {
                self.0.push((number, heading));
            }
        }
    }

    /// Removes the headings before a line, except the last one and the last `[Puzzle]`, which decide what
    /// the lines after it are.
    pub fn forget_before(&mut self, line: usize) {
        let before = self.0.partition_point(|(at, _)| *at < line);
        let puzzle = |(_, heading): &(usize, Heading)| *heading == Heading::Puzzle;
        let last_puzzle = self.0[..before].iter().rposition(puzzle);
        let mut index = 0;
        self.0.retain(|_| {
            index += 1;
            index >= before || Some(index - 1) == last_puzzle
        });
    }

    /// Returns true if a heading of a puzzle or state is before a line.
    pub fn precede(&self, line: usize) -> bool {
        let mut before = self.0.iter().take_while(|(at, _)| *at < line);
        before.any(|(_, heading)| *heading != Heading::Other)
    }

    /// Returns true if the puzzle at a line is not the one to solve: in the section `[State]`, or in
    /// another one after `[Puzzle]`.
    pub fn is_ignored(&self, line: usize) -> bool {
        let before = self.0.iter().rev().filter(|(at, _)| *at < line);
        let mut before = before.map(|(_, heading)| *heading);
        match before.next() {
            None | Some(Heading::Puzzle) => false,
            Some(Heading::State) => true,
            // Without `[Puzzle]` before it, a heading may be a title.
            Some(Heading::Other) => before.any(|heading| heading == Heading::Puzzle),
        }
    }

    /// Returns the line of each `[Puzzle]` from line `start` on that no puzzle on `lines` follows.
    pub fn without_puzzle(&self, start: usize, lines: &[usize]) -> Vec<usize> {
        let headings = self.0.iter().enumerate();
        let puzzles =
            headings.filter(|(_, (at, heading))| *at >= start && *heading == Heading::Puzzle);
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
        let lines = text.lines().zip(1..);
        let lines: Vec<Line> = lines
            .map(|(line, number)| normalise(number, line))
            .collect();
        let mut sections = Sections::default();
        sections.add(&lines);
        let ignored = |sections: &Sections| {
            [2, 4, 6, 8, 9]
                .map(|line| sections.is_ignored(line))
                .to_vec()
        };
        assert_eq!(ignored(&sections), [false, false, true, true, true]);
        assert!(sections.without_puzzle(1, &[2, 4]).is_empty());
        assert_eq!(sections.without_puzzle(1, &[2, 6]), [3]);
        assert!(sections.without_puzzle(4, &[2, 6]).is_empty());
        for line in 1..10 {
            sections.forget_before(line);
            sections.add(&lines);
            assert!(sections.is_ignored(8), "{line}");
        }
        assert_eq!(sections.0.len(), 2);
    }
}

//! The sections of SadMan Sudoku files (`.sdk`).

/// The heading of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Puzzle,
    State,
    Other,
}

/// The current section of a SadMan Sudoku file. `[Puzzle]` contains the givens, `[State]` the
/// partly solved grid, and other sections the data of other programs.
///
/// Lines that begin with `#` give the author and the date, and are read as comments. The puzzle
/// comes first, with or without its heading.
#[derive(Debug, Default)]
pub(super) struct Sections {
    /// The line of a `[Puzzle]` heading that no puzzle has followed yet.
    missing_puzzle: Option<usize>,
    /// True after a `[Puzzle]` heading: other sections then contain no puzzle.
    has_puzzle: bool,
    is_ignored: bool,
}

/// Parses a heading: a name in brackets on a line of its own.
pub(super) fn heading(text: &str) -> Option<Heading> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_name = name.starts_with(char::is_alphabetic) && !name.contains(['[', ']']);
    is_name.then(|| match name.to_ascii_lowercase().as_str() {
        "puzzle" => Heading::Puzzle,
        "state" => Heading::State,
        _ => Heading::Other,
    })
}

impl Sections {
    /// Begins the section of a heading on this line.
    pub fn begin(&mut self, heading: Heading, line: usize) {
        self.missing_puzzle = (heading == Heading::Puzzle).then_some(line);
        self.is_ignored = match heading {
            Heading::Puzzle => false,
            Heading::State => true,
            // Without a `[Puzzle]` before it, it may be the title of a grid.
            Heading::Other => self.has_puzzle,
        };
        self.has_puzzle |= heading == Heading::Puzzle;
    }

    /// Records that the section has its puzzle, valid or not.
    pub fn found(&mut self) {
        self.missing_puzzle = None;
    }

    /// Takes the line of a `[Puzzle]` heading that no puzzle has followed.
    pub fn missing_puzzle(&mut self) -> Option<usize> {
        self.missing_puzzle.take()
    }

    /// Returns true if the lines of the section are to be ignored.
    pub fn is_ignored(&self) -> bool {
        self.is_ignored
    }

    /// Returns true if no state has to be kept for the next line.
    pub fn is_idle(&self) -> bool {
        !self.is_ignored && self.missing_puzzle.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_words_in_brackets() {
        assert_eq!(heading("[Puzzle]"), Some(Heading::Puzzle));
        assert_eq!(heading(" [STATE]\t"), Some(Heading::State));
        assert_eq!(heading("[Pencil Marks]"), Some(Heading::Other));
        for text in ["Puzzle", "[5,3,0]", "[[5]]", "[]", "[Puzzle] x", "[a][b]"] {
            assert_eq!(heading(text), None, "{text}");
        }
    }

    #[test]
    fn sections_after_the_puzzle_are_ignored() {
        let mut sections = Sections::default();
        sections.begin(Heading::Other, 1);
        assert!(!sections.is_ignored());
        sections.begin(Heading::Puzzle, 2);
        assert!(!sections.is_ignored() && !sections.is_idle());
        assert_eq!(sections.missing_puzzle(), Some(2));
        assert_eq!(sections.missing_puzzle(), None);
        sections.begin(Heading::Other, 3);
        assert!(sections.is_ignored());
        sections.begin(Heading::Puzzle, 4);
        sections.found();
        assert!(sections.is_idle());
    }
}

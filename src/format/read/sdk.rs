//! The sections of SadMan Sudoku files (`.sdk`).

/// The heading of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Puzzle,
    State,
    Other,
}

/// Where in the sections of a SadMan Sudoku file a line stands: `[Puzzle]` holds the givens,
/// `[State]` the grid as far as somebody got, and other headings what other programs wanted to
/// keep.
///
/// Lines that begin with `#` say who made the puzzle and when; they are comments here as
/// everywhere. The format has the puzzle first, with or without its heading.
#[derive(Debug, Default)]
pub(super) struct Sections {
    /// The line of a `[Puzzle]` below which nothing was found yet.
    unanswered: Option<usize>,
    /// Whether there was a `[Puzzle]`: then other sections hold something else.
    has_puzzle: bool,
    is_ignored: bool,
}

/// The heading that a line is: a word in brackets and nothing else.
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
    /// A heading on this line.
    pub fn begin(&mut self, heading: Heading, line: usize) {
        self.unanswered = (heading == Heading::Puzzle).then_some(line);
        self.is_ignored = match heading {
            Heading::Puzzle => false,
            Heading::State => true,
            // Without a `[Puzzle]` before it, it may be the title of a grid.
            Heading::Other => self.has_puzzle,
        };
        self.has_puzzle |= heading == Heading::Puzzle;
    }

    /// A puzzle, or something wrong in its place, was found.
    pub fn found(&mut self) {
        self.unanswered = None;
    }

    /// The line of the `[Puzzle]` below which nothing was found, once.
    pub fn unanswered(&mut self) -> Option<usize> {
        self.unanswered.take()
    }

    /// Whether the lines here are none of ours.
    pub fn is_ignored(&self) -> bool {
        self.is_ignored
    }

    /// Whether there is nothing to be remembered of a line.
    pub fn is_idle(&self) -> bool {
        !self.is_ignored && self.unanswered.is_none()
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
    fn what_follows_the_puzzle_is_ignored() {
        let mut sections = Sections::default();
        sections.begin(Heading::Other, 1);
        assert!(!sections.is_ignored());
        sections.begin(Heading::Puzzle, 2);
        assert!(!sections.is_ignored() && !sections.is_idle());
        assert_eq!(sections.unanswered(), Some(2));
        assert_eq!(sections.unanswered(), None);
        sections.begin(Heading::Other, 3);
        assert!(sections.is_ignored());
        sections.begin(Heading::Puzzle, 4);
        sections.found();
        assert!(sections.is_idle());
    }
}

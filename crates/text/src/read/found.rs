//! Puzzles that are found among lines, and errors in what is nearly one.

use std::ops::Range;

use super::draft::PuzzleDraft;
use super::glyph::LineColumn;
use satdoku::format_error::FormatError;

/// An error in a text, and the number of cells that were understood. Of several errors, the one with the most cells is
/// reported.
#[derive(Debug)]
pub(crate) struct Near {
    pub error: FormatError,
    pub cells: usize,
    /// True for a text that is nearly in a form, which counts only if there is no puzzle and no other error.
    pub is_weak: bool,
}

impl Near {
    /// Creates the error of a text that is meant as a puzzle.
    pub fn meant(error: FormatError, cells: usize) -> Near {
        Near {
            error,
            cells,
            is_weak: false,
        }
    }

    /// Creates the error of a text that is nearly in a form.
    pub fn new(
        form: &str,
        place: LineColumn,
        expected: impl AsRef<str>,
        found: impl Into<String>,
        cells: usize,
    ) -> Near {
        let expected = format!("{} in {form}", expected.as_ref());
        Near {
            error: FormatError::new(place, expected, found),
            cells,
            is_weak: true,
        }
    }
}

/// A puzzle among lines, or the error in what was meant as one.
pub(crate) struct Found {
    pub draft: Result<PuzzleDraft, Near>,
    /// The indices of its lines.
    pub lines: Range<usize>,
}

impl Found {
    pub fn puzzle(draft: PuzzleDraft, lines: Range<usize>) -> Found {
        let draft = Ok(draft);
        Found { draft, lines }
    }

    /// Creates the error of lines with this number of cells that are meant as a puzzle.
    pub fn error(error: FormatError, cells: usize, lines: Range<usize>) -> Found {
        Found::near(Near::meant(error, cells), lines)
    }

    pub fn near(near: Near, lines: Range<usize>) -> Found {
        let draft = Err(near);
        Found { draft, lines }
    }

    /// Returns true for an error that counts only in a text without a puzzle.
    pub fn is_weak(&self) -> bool {
        self.draft.as_ref().is_err_and(|near| near.is_weak)
    }
}

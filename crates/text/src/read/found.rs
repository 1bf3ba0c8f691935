//! Puzzles that are found among lines, and errors in what is nearly one.

use std::ops::Range;

use super::draft::PuzzleDraft;
use super::glyph::LineColumn;
use satdoku::format_error::FormatError;

/// The error of a text that is nearly in a form, and the number of cells that were understood. Of several
/// errors, the one with the most cells is reported.
#[derive(Debug)]
pub(crate) struct Near {
    pub error: FormatError,
    pub cells: usize,
}

impl Near {
    /// Creates an error that names the form.
    pub fn new(
        form: &str,
        place: LineColumn,
        expected: impl AsRef<str>,
        found: impl Into<String>,
        cells: usize,
    ) -> Near {
        let expected = format!("{} in {form}", expected.as_ref());
        let error = FormatError::new(place, expected, found);
        Near { error, cells }
    }
}

/// A puzzle among lines, or the error in what was meant as one.
pub(crate) struct Found {
    pub draft: Result<PuzzleDraft, Near>,
    /// The indices of its lines.
    pub lines: Range<usize>,
    /// True for an error that counts only in a text without a puzzle.
    pub is_near: bool,
}

impl Found {
    pub fn puzzle(draft: PuzzleDraft, lines: Range<usize>) -> Found {
        let (draft, is_near) = (Ok(draft), false);
        Found {
            draft,
            lines,
            is_near,
        }
    }

    /// Creates the error of lines with this number of cells that are meant as a puzzle.
    pub fn error(error: FormatError, cells: usize, lines: Range<usize>) -> Found {
        let near = Near { error, cells };
        Found {
            is_near: false,
            ..Found::near(near, lines)
        }
    }

    /// Creates the error of a form that lines nearly have.
    pub fn near(near: Near, lines: Range<usize>) -> Found {
        let (draft, is_near) = (Err(near), true);
        Found {
            draft,
            lines,
            is_near,
        }
    }
}

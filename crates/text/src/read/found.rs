//! Puzzles that are found among lines.

use std::ops::Range;

use super::draft::PuzzleDraft;
use super::recognised::Near;
use satdoku::format_error::FormatError;

/// A puzzle among lines, or the error in what was meant as one.
pub(crate) struct Found {
    pub draft: Result<PuzzleDraft, FormatError>,
    /// The indices of its lines.
    pub lines: Range<usize>,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
    /// True for an error that counts only in a text without a puzzle.
    pub is_near: bool,
}

impl Found {
    pub fn puzzle(draft: PuzzleDraft, lines: Range<usize>) -> Found {
        Found {
            draft: Ok(draft),
            lines,
            cells: 0,
            is_near: false,
        }
    }

    pub fn error(error: FormatError, lines: Range<usize>, cells: usize) -> Found {
        Found {
            draft: Err(error),
            lines,
            cells,
            is_near: false,
        }
    }

    /// Creates the error of a form that lines nearly have.
    pub fn near(near: Near, lines: Range<usize>) -> Found {
        let is_near = true;
        Found {
            is_near,
            ..Found::error(near.error, lines, near.cells)
        }
    }
}

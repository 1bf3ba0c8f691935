//! Puzzles that are found among lines.

use std::ops::Range;

use super::draft::PuzzleDraft;
use satdoku::format_error::FormatError;

/// A puzzle among lines, or the error in what was meant as one.
pub(crate) struct Found {
    pub draft: Result<PuzzleDraft, FormatError>,
    /// The indices of its lines.
    pub lines: Range<usize>,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
}

impl Found {
    pub fn puzzle(draft: PuzzleDraft, lines: Range<usize>) -> Found {
        Found {
            draft: Ok(draft),
            lines,
            cells: 0,
        }
    }

    pub fn error(error: FormatError, lines: Range<usize>, cells: usize) -> Found {
        Found {
            draft: Err(error),
            lines,
            cells,
        }
    }
}

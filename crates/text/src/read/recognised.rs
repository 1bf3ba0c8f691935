//! The result of trying a form on lines: lines to read instead, or an error and the number of cells that were
//! understood.

use super::glyph::{Glyph, Line, LineColumn};
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

/// The result of trying a form on the first lines of a text.
pub(crate) enum Recognised {
    /// Lines that replace this number of lines.
    Lines(Vec<Line>, usize),
    /// The error in this number of lines, which are certainly meant in this form.
    Error(Near, usize),
    /// The error to report if the lines cannot be read in another form.
    Near(Near),
}

/// Counts down the characters of lines that a form reads beyond its first, and returns false once there
/// are none left.
pub(crate) fn may_read(line: &[Glyph], left: &mut usize) -> bool {
    *left = left.saturating_sub(line.len() + 1);
    *left > 0
}

//! Forms that take lines of their own and are translated to rows of cells, or to rules in their text form:
//! two ordered lists of recognisers, and the errors of the forms that lines nearly have.

use super::found::Near;
use super::glyph::{Glyph, Line};
use super::{cage_map, left_out};
use satdoku::format_error::FormatError;

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

/// Translates the lines at the start of a text if they have a form. It reads at most the given number of
/// characters beyond its first line, and counts them down.
type Form = fn(&[Line], &mut usize) -> Option<Recognised>;

/// The forms that are recognised before markup is removed.
pub(crate) const WITH_MARKUP: [Form; 3] = [
    left_out::by_columns,
    left_out::latex_rows,
    left_out::marks_on_a_line,
];

/// The forms that are recognised in text without markup.
pub(crate) const PLAIN: [Form; 1] = [cage_map::cages_at];

/// The most characters that a form reads in search of its end.
const MOST_READ: usize = 1 << 20;

/// The lines of a text in which forms have been translated.
pub(crate) struct Translated {
    pub lines: Vec<Line>,
    /// The errors in lines of a form.
    pub errors: Vec<Near>,
    /// The error of the form that lines nearly have.
    pub near: Option<Near>,
}

impl Translated {
    pub fn new(lines: Vec<Line>) -> Translated {
        Translated {
            lines,
            errors: Vec::new(),
            near: None,
        }
    }

    /// Translates the lines in these forms.
    pub fn by(mut self, forms: &[Form]) -> Translated {
        for form in forms {
            let mut lines = std::mem::take(&mut self.lines);
            let (mut at, mut left) = (0, MOST_READ);
            while at < lines.len() {
                match form(&lines[at..], &mut left) {
                    Some(Recognised::Lines(more, length)) => {
                        self.lines.extend(more);
                        at += length;
                        continue;
                    }
                    Some(Recognised::Error(error, length)) => {
                        self.errors.push(error);
                        at += length;
                        continue;
                    }
                    Some(Recognised::Near(near)) => self.add_near(near),
                    None => {}
                }
                self.lines.push(std::mem::take(&mut lines[at]));
                at += 1;
            }
        }
        self
    }

    /// Returns an error of the text: in lines of a form, or else of the form that lines nearly have.
    pub fn error(self) -> Option<FormatError> {
        let mut errors = self.errors.into_iter().chain(self.near);
        errors.next().map(|near| near.error)
    }

    /// Keeps the error with the most cells.
    pub fn add_near(&mut self, near: Near) {
        if self
            .near
            .as_ref()
            .is_none_or(|other| near.cells > other.cells)
        {
            self.near = Some(near);
        }
    }
}

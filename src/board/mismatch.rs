//! The error of everything that makes a board: what was expected, what was found, and where.

use std::fmt::Display;

use thiserror::Error;

/// The reason why a text is not a rule or a name, or why a board cannot have a rule, cells or digits.
///
/// ```
/// let error = "sudoku".parse::<satdoku::sat::Encoding>().unwrap_err();
/// let expected = "expected an encoding (minimal, efficient, extended or reduced), found `sudoku`";
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}")]
pub struct Mismatch {
    /// The index of the rule among several; 0 in the error of a single text.
    pub rule: usize,
    /// The column in the text of the rule, in characters, counted from 1; 1 if the error concerns the whole
    /// rule.
    pub column: usize,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
}

impl Mismatch {
    /// Returns the error of a whole rule.
    pub fn new(expected: impl Into<String>, found: impl Into<String>) -> Mismatch {
        Mismatch {
            rule: 0,
            column: 1,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// Returns the error of a name that denotes nothing known.
    pub fn unknown(expected: &str, found: &str) -> Mismatch {
        Mismatch::new(expected, format!("`{found}`"))
    }

    /// Finds the value that displays as `name`. `kind` describes the type in the error: `a variant`.
    ///
    /// # Errors
    /// If no value does.
    pub fn find<T: Copy + Display>(kind: &str, all: &[T], name: &str) -> Result<T, Mismatch> {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        match (names.iter().position(|known| known == name), &names[..]) {
            (Some(place), _) => Ok(all[place]),
            (None, [first @ .., last]) => {
                let expected = format!("{kind} ({} or {last})", first.join(", "));
                Err(Mismatch::unknown(&expected, name))
            }
            (None, []) => Err(Mismatch::unknown(kind, name)),
        }
    }

    /// Returns the error at another column, counted from 1.
    #[must_use]
    pub fn at(self, column: usize) -> Mismatch {
        Mismatch { column, ..self }
    }

    /// Returns the error of a text that begins at this column of another one.
    pub(super) fn within(self, column: usize) -> Mismatch {
        let inner = self.column - 1;
        self.at(column + inner)
    }

    /// Returns the error with the index of its rule.
    #[must_use]
    pub fn of_rule(self, rule: usize) -> Mismatch {
        Mismatch { rule, ..self }
    }

    pub(super) fn too_few(least: usize, found: usize) -> Mismatch {
        Mismatch::new(format!("at least {}", cells(least)), found.to_string())
    }

    pub(super) fn too_large() -> Mismatch {
        Mismatch::new(
            "a constraint with fewer combinations of digits",
            "too many to store",
        )
    }
}

/// Returns a number of cells in words.
pub(super) fn cells(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} cell{plural}")
}

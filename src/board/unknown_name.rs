//! The error for a name that denotes nothing known, shared by everything that is chosen by name.

use std::fmt::Display;

use thiserror::Error;

use super::mismatch::Mismatch;

/// A name that does not denote any of the values of a type.
///
/// ```
/// let error = "sudoku".parse::<satdoku::sat::Encoding>().unwrap_err();
/// let expected = "expected an encoding (minimal, efficient, extended or reduced), found `sudoku`";
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected}, found `{found}`")]
pub struct UnknownName {
    expected: String,
    found: String,
}

impl From<UnknownName> for Mismatch {
    fn from(error: UnknownName) -> Mismatch {
        Mismatch::new(error.expected, format!("`{}`", error.found))
    }
}

impl UnknownName {
    /// Creates the error from a description of the expected names, and the name found.
    pub fn new(expected: &str, found: &str) -> UnknownName {
        UnknownName {
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// Finds the value that displays as `name`. `kind` describes the type in the error: `a variant`.
    pub fn find<T: Copy + Display>(kind: &str, all: &[T], name: &str) -> Result<T, UnknownName> {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        match (names.iter().position(|known| known == name), &names[..]) {
            (Some(place), _) => Ok(all[place]),
            (None, [first @ .., last]) => {
                let expected = format!("{kind} ({} or {last})", first.join(", "));
                Err(UnknownName::new(&expected, name))
            }
            (None, []) => Err(UnknownName::new(kind, name)),
        }
    }
}

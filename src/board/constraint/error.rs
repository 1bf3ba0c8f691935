//! Errors of constraints.

use thiserror::Error;

use super::super::cell::Cell;
use super::super::geometry::Geometry;

/// The reason why a text is not a constraint, or why a board cannot have a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}")]
pub struct ConstraintError {
    /// The number of the constraint among those of the board, counted from 0; 0 in the error of a
    /// single text.
    pub constraint: usize,
    /// The column of the text, in characters, counted from 1; 1 if the error concerns the whole
    /// constraint.
    pub column: usize,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
}

impl ConstraintError {
    /// Returns the error of a whole constraint.
    pub fn new(expected: impl Into<String>, found: impl Into<String>) -> ConstraintError {
        ConstraintError {
            constraint: 0,
            column: 1,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// Returns the error at another column, counted from 1.
    #[must_use]
    pub fn at(self, column: usize) -> ConstraintError {
        ConstraintError { column, ..self }
    }

    /// Returns the error of a text that begins at this column of another one.
    pub(super) fn within(self, column: usize) -> ConstraintError {
        let inner = self.column - 1;
        self.at(column + inner)
    }

    /// Returns the error with the number of a constraint or line, counted from 0.
    #[must_use]
    pub fn of_constraint(self, constraint: usize) -> ConstraintError {
        ConstraintError { constraint, ..self }
    }

    pub(super) fn twice(cell: Cell, board: &Geometry) -> ConstraintError {
        ConstraintError::new("each cell once", format!("{} twice", cell.name(board)))
    }

    pub(super) fn too_few(least: usize, found: usize) -> ConstraintError {
        let plural = if least == 1 { "" } else { "s" };
        ConstraintError::new(format!("at least {least} cell{plural}"), found.to_string())
    }

    pub(super) fn too_large() -> ConstraintError {
        ConstraintError::new(
            "a constraint with fewer combinations of digits",
            "too many to store",
        )
    }
}

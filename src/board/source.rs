//! Origins of primitives.

use std::fmt;

/// The origin of a primitive that is neither a house nor a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The drawn constraint with this number.
    Constraint(usize),
    /// Several houses and constraints together: the equation is redundant.
    Implied,
}

impl fmt::Display for Source {
    /// The name of the constraint, counted from 1: `constraint 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Constraint(number) => write!(f, "constraint {}", number + 1),
            Source::Implied => f.write_str("an implied sum"),
        }
    }
}

//! Variables that stand for no candidate.

use super::super::literal::{Literal, Variable};

/// Hands out auxiliary variables, one after the other, from the first free one on.
#[derive(Debug, Clone)]
pub(in super::super) struct Auxiliaries {
    first: usize,
    next: usize,
}

impl Auxiliaries {
    /// Those behind this many variables that have a meaning.
    pub(in super::super) fn after(variables: usize) -> Auxiliaries {
        Auxiliaries {
            first: variables,
            next: variables,
        }
    }

    /// How many were handed out.
    pub(in super::super) fn count(&self) -> usize {
        self.next - self.first
    }

    /// A new one, as a positive literal.
    pub(super) fn one(&mut self) -> Literal {
        self.next += 1;
        Variable::from_index(self.next - 1).positive()
    }

    /// This many new ones, as positive literals.
    pub(super) fn several(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.one()).collect()
    }
}

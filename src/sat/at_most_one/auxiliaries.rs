//! Auxiliary variables, numbered after those of candidates.

use super::super::cnf::{Literal, Variable};

/// A supply of new auxiliary variables.
#[derive(Debug, Clone)]
pub(in crate::sat) struct Auxiliaries {
    first: usize,
    next: usize,
}

impl Auxiliaries {
    /// Starts after the variables that have candidates.
    pub(in crate::sat) fn after(variables: usize) -> Auxiliaries {
        Auxiliaries {
            first: variables,
            next: variables,
        }
    }

    /// Returns the number of variables handed out.
    pub(in crate::sat) fn count(&self) -> usize {
        self.next - self.first
    }

    /// Returns a new variable, as a positive literal.
    pub(in crate::sat) fn one(&mut self) -> Literal {
        self.next += 1;
        Variable::from_index(self.next - 1).positive()
    }

    /// Returns new variables, as positive literals.
    pub(super) fn several(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.one()).collect()
    }
}

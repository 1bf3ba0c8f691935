//! Auxiliary variables, numbered after those of candidates.

use super::super::formula::{Literal, Variable};

/// A supply of new auxiliary variables.
#[derive(Debug, Clone, Copy)]
pub(in crate::sat) struct Auxiliaries {
    next: usize,
}

impl Auxiliaries {
    /// Starts after this many variables.
    pub fn after(variables: usize) -> Auxiliaries {
        Auxiliaries { next: variables }
    }

    /// The number of all variables so far.
    pub fn variables(&self) -> usize {
        self.next
    }

    /// Returns a new variable, as a positive literal.
    pub fn one(&mut self) -> Literal {
        self.next += 1;
        Variable::from_index(self.next - 1).positive()
    }

    /// Returns new variables, as positive literals.
    pub fn several(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.one()).collect()
    }
}

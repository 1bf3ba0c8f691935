//! Clauses that apply only if a selector is true.

use super::cnf::{ClauseSink, Literal};

/// A sink that adds the negation of a selector to each clause.
pub struct SelectedClauses<'a, S> {
    /// The sink of the extended clauses.
    pub sink: &'a mut S,
    /// The literal that must be true for the clauses to apply.
    pub selector: Literal,
}

impl<S: ClauseSink> ClauseSink for SelectedClauses<'_, S> {
    type Error = S::Error;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), S::Error> {
        let mut clause = literals.to_vec();
        clause.push(!self.selector);
        self.sink.clause(&clause)
    }
}

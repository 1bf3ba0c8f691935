//! Formulas in conjunctive normal form, and whatever takes their clauses one at a time.

use std::convert::Infallible;

use super::decode::Model;
use super::literal::Literal;

/// Takes clauses one at a time, so that a formula need not be in memory to be written or solved.
pub trait ClauseSink {
    /// What can go wrong with a clause; [`Infallible`] where nothing can.
    type Error;

    /// Takes one clause: at least one of `literals` holds. The empty clause never holds.
    ///
    /// # Errors
    /// As the sink defines them.
    fn clause(&mut self, literals: &[Literal]) -> Result<(), Self::Error>;
}

/// A formula in memory: all clauses, one after the other, in one flat buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    literals: Vec<Literal>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
}

impl Cnf {
    /// The clauses in the order in which they came.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.literals[*start..*end])
    }

    /// The first clause that does not hold in `model`, and its number, counted from 1; `None` when
    /// all hold.
    pub fn violated(&self, model: &Model) -> Option<(usize, &[Literal])> {
        let holds = |literal: &Literal| model.is_true(literal.variable()) == literal.is_positive();
        let mut numbered = self.clauses().enumerate();
        numbered
            .find(|(_, clause)| !clause.iter().any(holds))
            .map(|(index, clause)| (index + 1, clause))
    }

    /// The number of variables: those up to the last one that occurs.
    pub fn variables(&self) -> usize {
        let variables = self.literals.iter().map(|l| l.variable().index() + 1);
        variables.max().unwrap_or(0)
    }

    /// Forgets all clauses but the first so many.
    pub fn truncate(&mut self, clauses: usize) {
        self.ends.truncate(clauses);
        self.literals
            .truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl ClauseSink for Cnf {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
        Ok(())
    }
}

/// Counts clauses and forgets them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClauseCounter {
    /// The clauses so far.
    pub clauses: u64,
}

impl ClauseSink for ClauseCounter {
    type Error = Infallible;

    fn clause(&mut self, _: &[Literal]) -> Result<(), Infallible> {
        self.clauses += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::literal::Variable;
    use super::*;

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let [a, b] = [0, 1].map(Variable::from_index);
        let clauses: [&[Literal]; 4] = [
            &[a.positive(), b.negative()],
            &[],
            &[b.positive()],
            &[a.negative(), b.positive()],
        ];
        let mut cnf = Cnf::default();
        assert!(cnf.is_empty());
        for clause in clauses {
            let Ok(()) = cnf.clause(clause);
        }
        assert_eq!(cnf.len(), 4);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), clauses);
        cnf.truncate(2);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), clauses[..2]);
        let Ok(()) = cnf.clause(&[b.positive()]);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), clauses[..3]);
        cnf.truncate(0);
        assert_eq!(cnf, Cnf::default());
    }
}

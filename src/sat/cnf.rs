//! Formulas in conjunctive normal form: variables, literals, clauses and models, and whatever takes
//! clauses one at a time.
//!
//! Variables count from 0 inside the program and from 1 in DIMACS text; the conversions here are
//! the only places where one becomes the other.

use std::convert::Infallible;
use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(u32);

impl Variable {
    /// The variable with this index, counted from 0.
    pub fn from_index(index: usize) -> Variable {
        Variable(index as u32)
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says the variable is true.
    pub fn positive(self) -> Literal {
        Literal(self.0 << 1)
    }

    /// The literal that says the variable is false.
    pub fn negative(self) -> Literal {
        Literal(self.0 << 1 | 1)
    }
}

impl fmt::Display for Variable {
    /// The number in DIMACS text, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The variable.
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    /// Whether the literal is the variable itself and not its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The number in DIMACS text: the variable counted from 1, below 0 for a negation.
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Literal {
    type Output = Literal;

    /// The negation: the literal that is true when this one is false.
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Display for Literal {
    /// The number in DIMACS text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_dimacs().fmt(f)
    }
}

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

/// An assignment that satisfies a formula: for each variable whether it is true.
///
/// Variables that a solver said nothing about are false.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// Whether `variable` is true.
    pub fn is_true(&self, variable: Variable) -> bool {
        self.values.get(variable.index()).copied().unwrap_or(false)
    }
}

impl FromIterator<Literal> for Model {
    /// The assignment that makes these literals true; of contradictory ones the last counts.
    fn from_iter<I: IntoIterator<Item = Literal>>(literals: I) -> Model {
        let mut values = Vec::new();
        for literal in literals {
            let index = literal.variable().index();
            if values.len() <= index {
                values.resize(index + 1, false);
            }
            values[index] = literal.is_positive();
        }
        Model { values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_counts_from_one() {
        let first = Variable::from_index(0);
        assert_eq!(first.to_string(), "1");
        assert_eq!(first.positive().to_dimacs(), 1);
        assert_eq!(first.negative().to_dimacs(), -1);
        let last = Variable::from_index(728);
        assert_eq!(last.negative().to_string(), "-729");
        assert_eq!(last.negative().variable(), last);
        assert!(last.positive().is_positive() && !last.negative().is_positive());
        assert_eq!(!last.positive(), last.negative());
        assert_eq!(!last.negative(), last.positive());
    }

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

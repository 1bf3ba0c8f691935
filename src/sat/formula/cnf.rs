//! Formulas in conjunctive normal form: variables, literals, clauses, models, and sinks for
//! clauses.
//!
//! Variables count from 0 internally and from 1 in DIMACS text. The functions in this file are the
//! only places that convert between the two.

use std::convert::Infallible;
use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(u32);

impl Variable {
    /// Returns the variable with this index, counted from 0.
    pub fn from_index(index: usize) -> Variable {
        Variable(index as u32)
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true if the variable is true.
    pub fn positive(self) -> Literal {
        Literal(self.0 << 1)
    }

    /// The literal that is true if the variable is false.
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

    /// Returns true if the literal is the variable itself rather than its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The number in DIMACS text: the variable counted from 1, negative for a negation.
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

/// A receiver of clauses, one at a time, so that a formula can be written or solved without being
/// held in memory.
pub trait ClauseSink {
    /// The error of a clause; [`Infallible`] if there is none.
    type Error;

    /// Adds a clause: at least one of `literals` is true. The empty clause is never satisfied.
    ///
    /// # Errors
    /// As defined by the sink.
    fn clause(&mut self, literals: &[Literal]) -> Result<(), Self::Error>;

    /// Receives the meaning of an auxiliary variable that a drawn constraint has, before the clauses
    /// with that variable. Most sinks ignore it.
    ///
    /// # Errors
    /// As defined by the sink.
    fn describe(&mut self, _: Variable, _: fmt::Arguments<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A formula in memory, with all clauses in one flat buffer.
///
/// ```
/// use satdoku::sat::{ClauseSink, Cnf, Solver, SolverAnswer, Variable, Varisat};
///
/// let [a, b] = [0, 1].map(Variable::from_index);
/// let mut cnf = Cnf::default();
/// let mut solver = Varisat::default();
/// for clause in [[a.positive(), b.positive()], [a.negative(), b.positive()]] {
///     cnf.clause(&clause)?;
///     solver.clause(&clause)?;
/// }
/// assert_eq!(cnf.clauses().nth(1), Some(&[!a.positive(), b.positive()][..]));
/// let SolverAnswer::Satisfiable(model) = solver.solve()? else {
///     panic!("b satisfies both clauses");
/// };
/// assert!(model.is_true(b) && cnf.violated(&model).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    literals: Vec<Literal>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

impl Cnf {
    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.literals[*start..*end])
    }

    /// Returns the first clause that `model` does not satisfy and its number, counted from 1.
    pub fn violated(&self, model: &Model) -> Option<(usize, &[Literal])> {
        let holds = |literal: &Literal| model.is_true(literal.variable()) == literal.is_positive();
        let mut numbered = self.clauses().enumerate();
        numbered
            .find(|(_, clause)| !clause.iter().any(holds))
            .map(|(index, clause)| (index + 1, clause))
    }

    /// The number of variables, up to the last one that occurs.
    pub fn variables(&self) -> usize {
        let variables = self.literals.iter().map(|l| l.variable().index() + 1);
        variables.max().unwrap_or(0)
    }

    /// Removes all but the first `clauses` clauses.
    pub fn truncate(&mut self, clauses: usize) {
        self.ends.truncate(clauses);
        self.literals
            .truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no clauses.
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

/// A sink that counts clauses and estimates the memory that they take in a solver. It refuses more
/// clauses than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseCounter {
    /// The number of clauses so far.
    pub clauses: u64,
    /// The number of variables up to the last one that has occurred.
    variables: usize,
    /// The bytes of the clauses alone.
    clause_bytes: u64,
    most_clauses: u64,
}

/// The limit of a [`ClauseCounter`] was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

impl ClauseCounter {
    /// Counts up to this many clauses.
    pub fn up_to(most_clauses: u64) -> ClauseCounter {
        ClauseCounter {
            clauses: 0,
            variables: 0,
            clause_bytes: 0,
            most_clauses,
        }
    }

    /// Estimates the bytes of a solver with these clauses, on the high side. Measured with varisat on
    /// empty boards from 36×36 to 64×64, and with thirty long sums on a 16×16 board, whose 12 million
    /// clauses over 4 million variables took 1.1 GB.
    pub fn bytes(&self) -> u64 {
        const PER_VARIABLE: u64 = 200;
        self.clause_bytes + PER_VARIABLE * self.variables as u64
    }
}

impl ClauseSink for ClauseCounter {
    type Error = TooMany;

    #[inline]
    fn clause(&mut self, literals: &[Literal]) -> Result<(), TooMany> {
        /// Two literals are entries of two lists. Longer clauses have a header and two watches as well.
        const BINARY: u64 = 16;
        const LONGER: u64 = 32;
        const PER_LITERAL: u64 = 4;
        self.clauses += 1;
        self.clause_bytes += match literals.len() {
            0..=2 => BINARY,
            longer => LONGER + PER_LITERAL * longer as u64,
        };
        for literal in literals {
            self.variables = self.variables.max(literal.variable().index() + 1);
        }
        match self.clauses > self.most_clauses {
            true => Err(TooMany),
            false => Ok(()),
        }
    }
}

/// An assignment of truth values that satisfies a formula.
///
/// Variables without a value are false.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// Returns true if `variable` is true.
    pub fn is_true(&self, variable: Variable) -> bool {
        self.values.get(variable.index()).copied().unwrap_or(false)
    }
}

impl FromIterator<Literal> for Model {
    /// Makes these literals true. Of two contradictory literals, the later one wins.
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
    fn clauses_are_stored_unchanged() {
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

    #[test]
    fn a_counter_refuses_what_exceeds_its_limit() {
        let [a, b] = [0, 1].map(|index| Variable::from_index(index).positive());
        let mut counter = ClauseCounter::up_to(1);
        assert_eq!(counter.clause(&[a, b]), Ok(()));
        assert_eq!(counter.clause(&[a]), Err(TooMany));
        assert!(counter.bytes() > 400);
    }
}

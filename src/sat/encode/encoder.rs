//! The sink of the encoders of primitives: clauses of terms, which depend on guards.

use std::fmt;
use std::mem::take;
use std::ops::Not;

use super::super::formula::{ClauseSink, Literal, Variable};
use super::auxiliaries::Auxiliaries;
use super::var_map::VarMap;
use crate::board::{Candidate, Cell, Digit, Grid, Layout, Source};

/// A truth value or a literal: a candidate can be decided already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term {
    False,
    True,
    Literal(Literal),
}

impl Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        match self {
            Term::False => Term::True,
            Term::True => Term::False,
            Term::Literal(literal) => Term::Literal(!literal),
        }
    }
}

/// The rules of houses that the clauses of other primitives may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Houses {
    /// Each digit has a place in each house, as other clauses demand.
    Full,
    /// Only that the digits of a house differ.
    Different,
}

/// The sink has not taken a clause. Its error is kept until the encoders return, because they are long and
/// would otherwise be compiled for each kind of error.
#[derive(Debug)]
pub(super) struct Refused;

/// A sink that keeps its error.
struct Keeping<'a, S: ClauseSink> {
    sink: &'a mut S,
    error: Option<S::Error>,
}

impl<S: ClauseSink> Keeping<'_, S> {
    fn keep(&mut self, error: S::Error) -> Refused {
        self.error = Some(error);
        Refused
    }
}

impl<S: ClauseSink> ClauseSink for Keeping<'_, S> {
    type Error = Refused;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Refused> {
        let taken = self.sink.clause(literals);
        taken.map_err(|error| self.keep(error))
    }

    fn describe(&mut self, variable: Variable, meaning: fmt::Arguments<'_>) -> Result<(), Refused> {
        let taken = self.sink.describe(variable, meaning);
        taken.map_err(|error| self.keep(error))
    }
}

/// Has encoders write into a sink of any kind.
///
/// # Errors
/// The first error of the sink.
pub(super) fn write_into<S: ClauseSink>(
    sink: &mut S,
    write: impl FnOnce(&mut dyn ClauseSink<Error = Refused>) -> Result<(), Refused>,
) -> Result<(), S::Error> {
    let mut keeping = Keeping { sink, error: None };
    // An encoder returns no other error than that of its sink.
    _ = write(&mut keeping);
    keeping.error.map_or(Ok(()), Err)
}

/// A sink of clauses of terms, and the source of the terms.
pub(super) struct Encoder<'a> {
    pub layout: &'a Layout,
    /// The origin of the primitive that is being encoded.
    pub source: Source,
    pub houses: Houses,
    /// True if the pairs that houses and relations exclude have clauses already, as those of the board do.
    pub has_pairs: bool,
    map: &'a VarMap,
    /// The digits of cells that have no variables.
    fixed: &'a Grid,
    auxiliaries: &'a mut Auxiliaries,
    sink: &'a mut dyn ClauseSink<Error = Refused>,
    clause: Vec<Literal>,
    /// The terms on which clauses depend: they hold only if all of these are true.
    guards: Vec<Term>,
}

impl<'a> Encoder<'a> {
    /// Creates a sink for the candidates with a variable in `map` and those in `fixed`; all others
    /// are false.
    pub fn new(
        layout: &'a Layout,
        (map, fixed): (&'a VarMap, &'a Grid),
        auxiliaries: &'a mut Auxiliaries,
        sink: &'a mut dyn ClauseSink<Error = Refused>,
    ) -> Encoder<'a> {
        Encoder {
            layout,
            source: Source::Implied,
            houses: Houses::Full,
            has_pairs: false,
            map,
            fixed,
            auxiliaries,
            sink,
            clause: Vec::new(),
            guards: Vec::new(),
        }
    }

    /// Writes clauses that hold only if `guard` is true.
    pub fn guarded(
        &mut self,
        guard: Term,
        write: impl FnOnce(&mut Encoder<'a>) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let had_pairs = std::mem::replace(&mut self.has_pairs, false);
        self.guards.push(guard);
        let written = write(self);
        self.guards.pop();
        self.has_pairs = had_pairs;
        written
    }

    /// Returns the innermost guard: true if there is none.
    pub fn guard(&self) -> Term {
        self.guards.last().copied().unwrap_or(Term::True)
    }

    /// Returns the term of a candidate.
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Term {
        match self.map.variable(Candidate { cell, digit }) {
            Some(variable) => Term::Literal(variable.positive()),
            None if self.fixed.get(cell) == Some(digit) => Term::True,
            None => Term::False,
        }
    }

    /// Returns the terms of a digit in these cells, except those that are false.
    pub fn places(&self, cells: &[Cell], digit: Digit) -> Vec<Term> {
        let terms = cells.iter().map(|cell| self.candidate(*cell, digit));
        terms.filter(|term| *term != Term::False).collect()
    }

    /// Returns the terms of the candidates of a cell that are not false, with their digits.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = (Digit, Term)> + use<'a> {
        let fixed = self.fixed.get(cell).map(|digit| (digit, Term::True));
        let variables = self.map.variables_of(cell);
        let open = variables.map(|(variable, digit)| (digit, Term::Literal(variable.positive())));
        fixed.into_iter().chain(open)
    }

    /// Returns a new auxiliary variable with this meaning.
    pub fn variable(&mut self, meaning: fmt::Arguments<'_>) -> Result<Term, Refused> {
        let literal = self.auxiliaries.one();
        self.sink.describe(literal.variable(), meaning)?;
        Ok(Term::Literal(literal))
    }

    /// Returns a term that is true if and only if one of the terms is.
    pub fn any_of(
        &mut self,
        terms: Vec<Term>,
        meaning: impl Fn() -> String,
    ) -> Result<Term, Refused> {
        match terms[..] {
            [] => return Ok(Term::False),
            [term] => return Ok(term),
            _ if terms.contains(&Term::True) => return Ok(Term::True),
            _ => {}
        }
        let any = self.variable(format_args!("{}", meaning()))?;
        for term in &terms {
            self.defines(*term, [any])?;
        }
        self.defines(any, terms)?;
        Ok(any)
    }

    /// Writes the clause that one of `conclusions` is true if `premise` is, unless it is always true.
    pub fn implies(
        &mut self,
        premise: Term,
        conclusions: impl IntoIterator<Item = Term>,
    ) -> Result<(), Refused> {
        self.clause.clear();
        match premise {
            Term::False => return Ok(()),
            Term::True => {}
            Term::Literal(literal) => self.clause.push(!literal),
        }
        for conclusion in conclusions {
            match conclusion {
                Term::True => return Ok(()),
                Term::Literal(_) if conclusion == premise => return Ok(()),
                Term::Literal(literal) if conclusion != !premise => self.clause.push(literal),
                _ => {}
            }
        }
        for guard in &self.guards {
            match guard {
                Term::False => return Ok(()),
                Term::True => {}
                Term::Literal(literal) if self.clause.contains(literal) => return Ok(()),
                Term::Literal(literal) => self.clause.push(!*literal),
            }
        }
        match &self.clause[..] {
            // Some checkers and solvers mishandle an empty clause in a formula.
            [] if !self.map.is_empty() => {
                let any = Variable::from_index(0);
                self.sink.clause(&[any.positive()])?;
                self.sink.clause(&[any.negative()])
            }
            clause => self.sink.clause(clause),
        }
    }

    /// Writes the same clause without guards: it holds in any case, because it defines an auxiliary variable.
    pub fn defines(
        &mut self,
        premise: Term,
        conclusions: impl IntoIterator<Item = Term>,
    ) -> Result<(), Refused> {
        let guards = take(&mut self.guards);
        let written = self.implies(premise, conclusions);
        self.guards = guards;
        written
    }

    /// Requires that one of the terms is true.
    pub fn one_of(&mut self, terms: impl IntoIterator<Item = Term>) -> Result<(), Refused> {
        self.implies(Term::True, terms)
    }

    /// Excludes every two of the terms.
    pub fn exclude_pairs(&mut self, terms: &[Term]) -> Result<(), Refused> {
        for (number, one) in terms.iter().enumerate() {
            for other in &terms[number + 1..] {
                self.implies(*one, [!*other])?;
            }
        }
        Ok(())
    }

    /// Excludes all solutions.
    pub fn contradiction(&mut self) -> Result<(), Refused> {
        self.one_of([])
    }
}

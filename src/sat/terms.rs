//! Clauses in which candidates can be decided: what the encodings of drawn constraints are made of.

use std::fmt;
use std::mem::take;
use std::ops::Not;

use super::at_most_one::Auxiliaries;
use super::cnf::{ClauseSink, Literal};
use super::var_map::VarMap;
use crate::board::{Candidate, Cell, Digit, Grid};

/// A truth value or a literal.
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

/// A sink of clauses of terms, and the source of the terms.
pub(super) struct TermSink<'a, E> {
    map: &'a VarMap,
    /// The digits of cells that have no variables.
    fixed: &'a Grid,
    auxiliaries: &'a mut Auxiliaries,
    /// Any sink, because these encodings are long and would be compiled for each kind of them.
    sink: &'a mut dyn ClauseSink<Error = E>,
    clause: Vec<Literal>,
    /// The terms that clauses depend on: they hold only if all of these are true.
    guards: Vec<Term>,
}

impl<'a, E> TermSink<'a, E> {
    /// Creates a sink for the candidates with a variable in `map` and those in `fixed`; all others
    /// are false.
    pub fn new(
        map: &'a VarMap,
        fixed: &'a Grid,
        auxiliaries: &'a mut Auxiliaries,
        sink: &'a mut dyn ClauseSink<Error = E>,
    ) -> TermSink<'a, E> {
        TermSink {
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
        write: impl FnOnce(&mut TermSink<'a, E>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.guards.push(guard);
        let written = write(self);
        self.guards.pop();
        written
    }

    /// Returns the term of a candidate.
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Term {
        match self.map.variable(Candidate { cell, digit }) {
            Some(variable) => Term::Literal(variable.positive()),
            None if self.fixed.get(cell) == Some(digit) => Term::True,
            None => Term::False,
        }
    }

    /// Returns the terms of the candidates of a cell that are not false, with their digits.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = (Digit, Term)> + use<'a, E> {
        let fixed = self.fixed.get(cell).map(|digit| (digit, Term::True));
        let variables = self.map.variables_of(cell);
        let open = variables.map(|(variable, digit)| (digit, Term::Literal(variable.positive())));
        fixed.into_iter().chain(open)
    }

    /// Returns a new auxiliary variable with this meaning.
    pub fn variable(&mut self, meaning: fmt::Arguments<'_>) -> Result<Term, E> {
        let literal = self.auxiliaries.one();
        self.sink.describe(literal.variable(), meaning)?;
        Ok(Term::Literal(literal))
    }

    /// Writes the clause that one of `conclusions` is true if `premise` is, unless it is always true.
    pub fn implies(
        &mut self,
        premise: Term,
        conclusions: impl IntoIterator<Item = Term>,
    ) -> Result<(), E> {
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
        self.sink.clause(&self.clause)
    }

    /// Writes the same clause without guards: it holds in any case, because it defines an auxiliary variable.
    pub fn defines(
        &mut self,
        premise: Term,
        conclusions: impl IntoIterator<Item = Term>,
    ) -> Result<(), E> {
        let guards = take(&mut self.guards);
        let written = self.implies(premise, conclusions);
        self.guards = guards;
        written
    }

    /// Returns the innermost guard: true if there is none.
    pub fn guard(&self) -> Term {
        self.guards.last().copied().unwrap_or(Term::True)
    }
}

/// Returns a term that is true if and only if one of the terms is.
pub(super) fn any_of<E>(
    terms: Vec<Term>,
    to: &mut TermSink<'_, E>,
    meaning: impl Fn() -> String,
) -> Result<Term, E> {
    match terms[..] {
        [] => return Ok(Term::False),
        [term] => return Ok(term),
        _ if terms.contains(&Term::True) => return Ok(Term::True),
        _ => {}
    }
    let any = to.variable(format_args!("{}", meaning()))?;
    for term in &terms {
        to.defines(*term, [any])?;
    }
    to.defines(any, terms)?;
    Ok(any)
}

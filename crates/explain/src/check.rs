//! The check of a step: its facts force its conclusions, and each conclusion needs all of them.
//!
//! The check reads the candidates of the facts from the position, and which of them exclude each other from
//! the houses and rules of the board, encodes the drawn constraints and sums among the facts as clauses, and
//! asks a new SAT solver. A sum is first compared with its houses and cages, cell by cell.
//!
//! The search has tables of its own and propagates drawn constraints without clauses. Where it cannot decide a set of
//! facts in this way, it asks a SAT solver with clauses of the same form, but from its own tables. If the clauses of
//! drawn constraints forbade too much, steps would rule out the solution, which is verified at the end.

use thiserror::Error;

use super::deadly_pattern::is_deadly;
use super::fact::{Fact, exclude_each_other};
use super::search::formula::Formula;
use super::step::Step;
use crate::sorted_set::sorted_set;
use satdoku::Deadline;
use satdoku::board::{Candidate, CandidateName, Grid, Layout};
use satdoku::sat::{Literal, SolverAnswer, SolverError};

/// A defect of a step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// A candidate of the conclusion is not in the position.
    #[error("{0} is not left")]
    NoCandidate(CandidateName),
    /// A conclusion does not follow.
    #[error("the facts do not force the conclusion")]
    DoesNotFollow,
    /// A pattern is no deadly one, so that one solution does not exclude it.
    #[error("{0} does not give a second solution")]
    NotDeadly(String),
    /// A sum does not follow from its houses and cages.
    #[error("{0} does not follow")]
    WrongSum(String),
    /// A conclusion follows without this fact.
    #[error("a conclusion follows without the fact {0}")]
    Redundant(String),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Checks that the facts of a step force its conclusions in the position before it, and, if the step is
/// minimal, that each conclusion needs all of them.
///
/// # Errors
/// [`StepError`] if the step is not such a proof.
pub fn check_step(layout: &Layout, step: &Step) -> Result<(), StepError> {
    check_until(layout, step, None)
}

/// Does the same until a deadline. If it passes, the result means nothing.
pub(super) fn check_until(
    layout: &Layout,
    step: &Step,
    deadline: Option<&Deadline>,
) -> Result<(), StepError> {
    let concluded = step.places.iter().chain(&step.eliminates);
    for candidate in concluded {
        if candidate.cell.index() >= layout.cell_count() || !step.before.contains(*candidate) {
            return Err(StepError::NoCandidate(candidate.name(layout.geometry())));
        }
    }
    for fact in &step.facts {
        if let Fact::Sum(sum) = fact
            && !sum.follows(layout)
        {
            return Err(StepError::WrongSum(fact.name(layout).to_string()));
        }
        if let Fact::OneSolution(pattern) = fact
            && !is_deadly(*pattern, layout, &step.before)
        {
            return Err(StepError::NotDeadly(fact.name(layout).to_string()));
        }
    }
    let mut checker = Checker::new(layout, step, deadline);
    let all = checker.formula.selectors.clone();
    if !step.is_minimal {
        // No facts are left out, and clauses are easier to solve than assumptions.
        all.iter().for_each(|fact| checker.formula.clause(&[*fact]));
    }
    let denials = checker.denials(step);
    if checker.is_satisfiable(&all, Some(checker.some_denial))? {
        return Err(StepError::DoesNotFollow);
    }
    for denied in denials.iter().filter(|_| step.is_minimal) {
        for (place, fact) in step.facts.iter().enumerate() {
            let mut others = all.clone();
            others.remove(place);
            if !checker.is_satisfiable(&others, *denied)? {
                return Err(StepError::Redundant(fact.name(layout).to_string()));
            }
        }
    }
    Ok(())
}

/// The facts of a step with the exclusions among all candidates of the step.
struct Checker {
    formula: Formula,
    /// The candidates in order.
    candidates: Vec<Candidate>,
    /// The selector of the clause that some conclusion is denied.
    some_denial: Literal,
}

impl Checker {
    fn new(layout: &Layout, step: &Step, deadline: Option<&Deadline>) -> Checker {
        let members = step
            .facts
            .iter()
            .map(|fact| step.before.members(layout, fact));
        let members: Vec<Vec<Candidate>> = members.collect();
        let concluded = step.places.iter().chain(&step.eliminates);
        let candidates = sorted_set(members.iter().flatten().chain(concluded).copied());
        let nothing_placed = Grid::blank(layout.geometry());
        let mut formula = Formula::new(layout, nothing_placed, candidates.clone(), deadline);
        let place = |of: &Candidate| candidates.binary_search(of).unwrap_or_default();
        for (fact, of_fact) in step.facts.iter().zip(&members) {
            let of_fact: Vec<usize> = of_fact.iter().map(place).collect();
            let sum = match fact {
                Fact::Sum(sum) => {
                    let digits = |cell| step.before.set_of(cell);
                    sum.terms.open(layout.geometry(), digits).implied(layout)
                }
                _ => None,
            };
            let constraint = match fact {
                Fact::Constraint(number) => *number,
                _ => usize::MAX,
            };
            let primitives = layout.primitives_of(constraint).chain(&sum);
            formula.add_fact(layout, &of_fact, fact.is_rule().then_some(primitives));
        }
        for (place, one) in candidates.iter().enumerate() {
            let others = (place + 1..).zip(&candidates[place + 1..]);
            others
                .filter(|(_, other)| exclude_each_other(layout, *one, **other))
                .for_each(|(other, _)| formula.exclude(place, other));
        }
        let mut checker = Checker {
            some_denial: formula.new_literal(),
            formula,
            candidates,
        };
        let denied = checker.denials(step).into_iter().flatten();
        let clause: Vec<Literal> = denied.chain([!checker.some_denial]).collect();
        // A contradiction has nothing to deny.
        if clause.len() > 1 {
            checker.formula.clause(&clause);
        }
        checker
    }

    /// Returns the negation of each conclusion. A contradiction has none to deny: its facts alone must
    /// be unsatisfiable.
    fn denials(&self, step: &Step) -> Vec<Option<Literal>> {
        let holds = |of: &Candidate| {
            let place = self.candidates.binary_search(of);
            self.formula.holds(place.unwrap_or_default())
        };
        let placed = step.places.iter().map(|placed| !holds(placed));
        let denials = placed.chain(step.eliminates.iter().map(holds));
        let denials: Vec<Option<Literal>> = denials.map(Some).collect();
        if denials.is_empty() {
            vec![None]
        } else {
            denials
        }
    }

    /// True if the facts of these selectors can hold when a conclusion is denied.
    fn is_satisfiable(
        &mut self,
        selectors: &[Literal],
        denied: Option<Literal>,
    ) -> Result<bool, SolverError> {
        let assumptions: Vec<Literal> = selectors.iter().copied().chain(denied).collect();
        let answer = self.formula.solve_under(&assumptions)?;
        Ok(!matches!(answer, SolverAnswer::Unsatisfiable(_)))
    }
}

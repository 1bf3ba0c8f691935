//! The check of a step: its facts force its conclusions, and each conclusion needs all of them.
//!
//! The check reads the candidates of the facts from the position, and which of them exclude each other from
//! the houses and rules of the board, encodes the drawn constraints and sums among the facts as clauses, and
//! asks a new SAT solver. A sum is first compared with its houses and cages.
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
    check_premises(layout, step)?;
    let members = step.facts.iter();
    let members: Vec<Vec<Candidate>> = members
        .map(|fact| step.before.members(layout, fact))
        .collect();
    let concluded = step.places.iter().chain(&step.eliminates);
    let candidates = sorted_set(members.iter().flatten().chain(concluded).copied());
    let place = |of: &Candidate| candidates.binary_search(of).unwrap_or_default();
    let mut formula = formula(layout, step, &members, &candidates, deadline);
    let facts = formula.selectors.clone();
    let placed = step.places.iter().map(|of| !formula.holds(place(of)));
    let eliminated = step.eliminates.iter().map(|of| formula.holds(place(of)));
    let denials: Vec<Literal> = placed.chain(eliminated).collect();
    // A contradiction has nothing to deny: its facts alone must be unsatisfiable.
    let some_denial = (!denials.is_empty()).then(|| formula.new_literal());
    if let Some(some_denial) = some_denial {
        formula.clause(&[&denials[..], &[!some_denial]].concat());
    }
    if !step.is_minimal {
        // No facts are left out, and clauses are easier to solve than assumptions.
        facts.iter().for_each(|fact| formula.clause(&[*fact]));
    }
    let mut follows = |facts: &[Literal], denied: Option<Literal>| {
        let assumed: Vec<Literal> = facts.iter().copied().chain(denied).collect();
        let answer = formula.solve_under(&assumed)?;
        Ok::<bool, StepError>(matches!(answer, SolverAnswer::Unsatisfiable(_)))
    };
    if !follows(&facts, some_denial)? {
        return Err(StepError::DoesNotFollow);
    }
    let denials: Vec<Option<Literal>> = match some_denial {
        Some(_) => denials.into_iter().map(Some).collect(),
        None => vec![None],
    };
    for denied in denials.iter().filter(|_| step.is_minimal) {
        for (place, fact) in step.facts.iter().enumerate() {
            let mut others = facts.clone();
            others.remove(place);
            if follows(&others, *denied)? {
                return Err(StepError::Redundant(fact.name(layout).to_string()));
            }
        }
    }
    Ok(())
}

/// Checks that the candidates of the conclusion are there, and what the facts say about the board.
fn check_premises(layout: &Layout, step: &Step) -> Result<(), StepError> {
    for candidate in step.places.iter().chain(&step.eliminates) {
        if candidate.cell.index() >= layout.cell_count() || !step.before.contains(*candidate) {
            return Err(StepError::NoCandidate(candidate.name(layout.geometry())));
        }
    }
    for fact in &step.facts {
        let name = || fact.name(layout).to_string();
        match fact {
            Fact::Sum(sum) if !sum.follows(layout) => return Err(StepError::WrongSum(name())),
            Fact::OneSolution(pattern) if !is_deadly(*pattern, layout, &step.before) => {
                return Err(StepError::NotDeadly(name()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the facts, which have these members, and the exclusions among all candidates of the step.
fn formula(
    layout: &Layout,
    step: &Step,
    members: &[Vec<Candidate>],
    candidates: &[Candidate],
    deadline: Option<&Deadline>,
) -> Formula {
    let nothing_placed = Grid::blank(layout.geometry());
    let mut formula = Formula::new(layout, nothing_placed, candidates.to_vec(), deadline);
    let place = |of: &Candidate| candidates.binary_search(of).unwrap_or_default();
    for (fact, members) in step.facts.iter().zip(members) {
        let members: Vec<usize> = members.iter().map(place).collect();
        add_fact(&mut formula, layout, step, fact, &members);
    }
    for (place, one) in candidates.iter().enumerate() {
        let others = (place + 1..).zip(&candidates[place + 1..]);
        others
            .filter(|(_, other)| exclude_each_other(layout, *one, **other))
            .for_each(|(other, _)| formula.exclude(place, other));
    }
    formula
}

/// Adds a fact with these candidates.
fn add_fact(formula: &mut Formula, layout: &Layout, step: &Step, fact: &Fact, members: &[usize]) {
    let open_sum = match fact {
        Fact::Sum(sum) => step.before.open_sum(sum).implied(layout),
        _ => None,
    };
    let constraint = match fact {
        Fact::Constraint(number) => *number,
        _ => usize::MAX,
    };
    let primitives = layout.primitives_of(constraint).chain(&open_sum);
    formula.add_fact(layout, members, fact.is_rule().then_some(primitives));
}

//! The check of a step: its facts force its conclusion, and all of them are needed.
//!
//! The check shares nothing with the search that found the step. It reads the candidates of the facts
//! from the position and the exclusions from the layout, and asks a new SAT solver.

use thiserror::Error;

use super::fact::{Fact, FactName, exclude_each_other, sorted_set};
use super::step::Step;
use crate::board::{Candidate, CandidateName, Layout};
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, SolverError, Variable, Varisat};

/// A defect of a step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// A candidate of the conclusion is not in the position.
    #[error("{0} is not left")]
    NoCandidate(CandidateName),
    /// The conclusion does not follow.
    #[error("the facts do not force the conclusion")]
    DoesNotFollow,
    /// The conclusion follows without this fact.
    #[error("the conclusion follows without the fact {0}")]
    Redundant(FactName),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Checks that the facts of a step force its conclusion in the position before it, and that none of
/// them can be left out.
///
/// # Errors
/// [`StepError`] if the step is not such a proof.
pub fn check_step(layout: &Layout, step: &Step) -> Result<(), StepError> {
    let concluded = step.places.iter().chain(&step.eliminates);
    for candidate in concluded {
        if candidate.cell.index() >= layout.cell_count() || !step.before.contains(*candidate) {
            return Err(StepError::NoCandidate(candidate.name(layout.size())));
        }
    }
    if can_be_false(layout, step, &step.facts)? {
        return Err(StepError::DoesNotFollow);
    }
    for (place, fact) in step.facts.iter().enumerate() {
        let mut others = step.facts.clone();
        others.remove(place);
        if !can_be_false(layout, step, &others)? {
            return Err(StepError::Redundant(fact.name(layout.size())));
        }
    }
    Ok(())
}

/// True if some part of the conclusion can be false when the facts hold.
fn can_be_false(layout: &Layout, step: &Step, facts: &[Fact]) -> Result<bool, SolverError> {
    let members: Vec<Vec<Candidate>> = facts
        .iter()
        .map(|fact| step.before.members(layout, *fact))
        .collect();
    let concluded = step.places.iter().chain(&step.eliminates);
    let candidates = sorted_set(members.iter().flatten().chain(concluded).copied());
    let literal = |candidate: &Candidate| -> Literal {
        let place = candidates.binary_search(candidate);
        Variable::from_index(place.unwrap_or_default()).positive()
    };
    let mut solver = Varisat::default();
    let mut clause = |literals: &[Literal]| {
        let Ok(()) = solver.clause(literals);
    };
    for fact in &members {
        clause(&fact.iter().map(literal).collect::<Vec<_>>());
    }
    for (place, one) in candidates.iter().enumerate() {
        for other in &candidates[place + 1..] {
            if exclude_each_other(layout, *one, *other) {
                clause(&[!literal(one), !literal(other)]);
            }
        }
    }
    // A contradiction has no conclusion to deny: the facts alone must be unsatisfiable.
    let mut denied: Vec<Literal> = step.places.iter().map(|placed| !literal(placed)).collect();
    denied.extend(step.eliminates.iter().map(literal));
    if !denied.is_empty() {
        clause(&denied);
    }
    Ok(!matches!(solver.solve()?, SolverAnswer::Unsatisfiable(_)))
}

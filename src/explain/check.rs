//! The check of a step: whether its facts force its conclusion, and all of them are needed.
//!
//! It shares nothing with the search that found the step: it reads the candidates of the facts from
//! the position and what excludes what from the layout, makes clauses of both, and asks a fresh SAT
//! solver.

use thiserror::Error;

use super::fact::{Fact, FactName};
use super::step::Step;
use crate::board::{Candidate, CandidateName, Layout};
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, SolverError, Variable, Varisat};

/// Why a step is no proof.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepError {
    /// It speaks of a candidate that is not in the position.
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

/// Whether the step is a proof in the position before it, and none of its facts can be left out.
///
/// # Errors
/// What is wrong with it.
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

/// Whether some part of the conclusion can be false where the facts hold.
fn can_be_false(layout: &Layout, step: &Step, facts: &[Fact]) -> Result<bool, SolverError> {
    let members: Vec<Vec<Candidate>> = facts
        .iter()
        .map(|fact| step.before.members(layout, *fact))
        .collect();
    let mut candidates: Vec<Candidate> = members.iter().flatten().copied().collect();
    candidates.extend(step.places.iter().chain(&step.eliminates));
    candidates.sort_unstable();
    candidates.dedup();
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
            let exclude = if one.cell == other.cell {
                true
            } else if one.digit == other.digit {
                layout.first_shared_house(one.cell, other.cell).is_some()
            } else {
                false
            };
            if exclude || layout.excluded(*one).any(|excluded| excluded == *other) {
                clause(&[!literal(one), !literal(other)]);
            }
        }
    }
    // A contradiction has no conclusion that could be false: the facts alone are enough.
    let mut denied: Vec<Literal> = step.places.iter().map(|placed| !literal(placed)).collect();
    denied.extend(step.eliminates.iter().map(literal));
    if !denied.is_empty() {
        clause(&denied);
    }
    Ok(!matches!(solver.solve()?, SolverAnswer::Unsatisfiable(_)))
}

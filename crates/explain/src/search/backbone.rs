//! The candidates of a position that occur in solutions. It would be pointless to try to refute them.

use crate::position::State;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, End, Engine, EngineError};
use satdoku::task::{QuestionError, Session};

/// The candidates that occur in solutions.
#[derive(Debug, Clone)]
pub(crate) struct Backbone {
    /// By candidate, true if it is in the first solution found.
    pub in_first: Vec<bool>,
    /// By candidate, true if it is in some solution.
    pub in_some: Vec<bool>,
}

/// The number of solutions of a position, as far as it matters.
pub(crate) enum Solutions {
    None,
    One(Backbone),
    /// Several, one of which this is.
    Several(Grid),
    /// The deadline passed.
    Unknown,
}

impl Backbone {
    /// Searches until all candidates are decided or the deadline passes.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn new(state: &State, deadline: Option<&Deadline>) -> Result<Backbone, EngineError> {
        Ok(match Solutions::of(state, deadline)? {
            Solutions::One(backbone) => backbone,
            Solutions::None | Solutions::Unknown => Backbone::of(state, []),
            Solutions::Several(first) => {
                let backbone = Backbone::of(state, first.filled());
                let mut session = Session::default().with_budget(budget(deadline));
                let candidates = puzzle(state).map(|puzzle| session.candidates(&puzzle));
                let in_some = match candidates {
                    Some(Ok(found)) => Backbone::of(state, found.outcome.iter()).in_first,
                    Some(Err(QuestionError::Task(error))) => {
                        return Err(EngineError::Solver(error.to_string()));
                    }
                    // The deadline passed.
                    _ => backbone.in_first.clone(),
                };
                Backbone {
                    in_some,
                    ..backbone
                }
            }
        })
    }

    /// True if the position has more than one solution.
    pub fn has_several(&self) -> bool {
        self.in_some != self.in_first
    }

    /// Returns the backbone of a position whose only solution has these candidates.
    pub fn of(state: &State, candidates: impl IntoIterator<Item = Candidate>) -> Backbone {
        let mut in_solution = vec![false; state.candidate_count()];
        for candidate in candidates {
            in_solution[state.tables.id(candidate)] = true;
        }
        Backbone {
            in_first: in_solution.clone(),
            in_some: in_solution,
        }
    }
}

impl Solutions {
    /// Counts the solutions of a position up to two. The engine knows sums that follow from houses and cages, which
    /// the clauses of a position lack.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn of(state: &State, deadline: Option<&Deadline>) -> Result<Solutions, EngineError> {
        let Some(puzzle) = puzzle(state) else {
            return Ok(Solutions::None);
        };
        let (mut found, report) = Sat::default().solutions(&puzzle, 2, &budget(deadline))?;
        Ok(match (found.pop(), found.is_empty()) {
            (Some(one), false) => Solutions::Several(one),
            _ if report.end != End::Complete => Solutions::Unknown,
            (Some(only), _) => Solutions::One(Backbone::of(state, only.filled())),
            (None, _) => Solutions::None,
        })
    }
}

fn budget(deadline: Option<&Deadline>) -> Budget {
    Budget {
        deadline: deadline.cloned(),
        ..Budget::UNLIMITED
    }
}

/// Returns a position as a puzzle; none if two placed digits exclude each other.
fn puzzle(state: &State) -> Option<Puzzle> {
    let gone = (0..state.candidate_count()).filter(|id| !state.is_left(*id));
    let gone = gone.map(|id| state.tables.candidate(id));
    let puzzle = Puzzle::new(state.tables.layout.clone(), state.position.to_grid()).ok()?;
    puzzle.without(gone).ok()
}

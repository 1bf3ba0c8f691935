//! The candidates of a position that occur in solutions. It would be pointless to try to refute them.

use super::network::Network;
use crate::position::State;
use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, End, Engine};
use satdoku::sat::{SolverError, Variable};

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
    Several,
    /// The deadline passed.
    Unknown,
}

impl Backbone {
    /// Searches until all candidates are decided or the deadline passes.
    pub fn new<const W: usize>(
        state: &State,
        network: &Network<W>,
    ) -> Result<Backbone, SolverError> {
        match Solutions::of(state, network.deadline.as_ref()) {
            Solutions::One(backbone) => Ok(backbone),
            _ => Backbone::of_models(state, network),
        }
    }

    /// True if the position has more than one solution.
    pub fn has_several(&self) -> bool {
        self.in_some != self.in_first
    }

    /// Returns the backbone of a position with one solution.
    pub fn of_solution(state: &State, solution: &Grid) -> Backbone {
        let mut in_solution = vec![false; state.is_left.len()];
        for candidate in solution.filled() {
            in_solution[state.tables.id(candidate)] = true;
        }
        Backbone {
            in_first: in_solution.clone(),
            in_some: in_solution,
        }
    }

    /// Asks the SAT solver for models until each candidate is in one or proved to be in none.
    fn of_models<const W: usize>(
        state: &State,
        network: &Network<W>,
    ) -> Result<Backbone, SolverError> {
        // Placed digits are in every solution.
        let is_placed = |id: usize| state.is_left[id] && network.number(id).is_none();
        let mut in_first: Vec<bool> = (0..state.is_left.len()).map(is_placed).collect();
        let (mut in_some, mut is_first) = (in_first.clone(), true);
        let possible = network.formula().possible(|model| {
            if std::mem::take(&mut is_first) {
                for (number, id) in network.candidates.iter().enumerate() {
                    in_first[*id] = model.is_true(Variable::from_index(number));
                }
            }
            Ok(())
        })?;
        for (id, is_possible) in network.candidates.iter().zip(possible) {
            in_some[*id] = is_possible;
        }
        Ok(Backbone { in_first, in_some })
    }
}

impl Solutions {
    /// Counts the solutions of a position up to two. The engine knows sums that follow from houses and cages, which
    /// the clauses of a position lack.
    pub fn of(state: &State, deadline: Option<&Deadline>) -> Solutions {
        let budget = Budget {
            deadline: deadline.cloned(),
            ..Budget::UNLIMITED
        };
        let found = puzzle(state).and_then(|of| Sat::default().solutions(&of, 2, &budget).ok());
        match found {
            Some((solutions, report)) if report.end == End::Complete => match &solutions[..] {
                [] => Solutions::None,
                [only] => Solutions::One(Backbone::of_solution(state, only)),
                _ => Solutions::Several,
            },
            Some((solutions, _)) if solutions.len() > 1 => Solutions::Several,
            _ => Solutions::Unknown,
        }
    }
}

/// Returns a position as a puzzle; none if two placed digits exclude each other.
fn puzzle(state: &State) -> Option<Puzzle> {
    let gone = (0..state.is_left.len()).filter(|id| !state.is_left[*id]);
    let gone = gone.map(|id| state.tables.candidate(id));
    let puzzle = Puzzle::new(state.tables.layout.clone(), state.position().to_grid()).ok()?;
    puzzle.without(gone).ok()
}

//! The candidates of a position that occur in solutions. It would be pointless to try to refute them.

use super::super::position::State;
use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, End, Engine};
use satdoku::sat::{
    ClauseSink, Houses, Literal, Loader, SolverError, VarMap, Variable, Varisat, write_primitives,
};
use satdoku::task::{Limit, possible_variables};

/// The candidates that occur in solutions.
#[derive(Debug, Clone)]
pub(crate) struct Backbone {
    /// By candidate, true if it is in the first solution found.
    pub in_first: Vec<bool>,
    /// By candidate, true if it is in some solution.
    pub in_some: Vec<bool>,
}

impl Backbone {
    /// Searches until all candidates are decided or the deadline passes.
    pub fn new(state: &State, deadline: Option<Deadline>) -> Result<Backbone, SolverError> {
        match only_solution(state, deadline) {
            Some(solution) => Ok(Backbone::of_solution(state, &solution)),
            None => Backbone::of_models(state, deadline),
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
    fn of_models(state: &State, deadline: Option<Deadline>) -> Result<Backbone, SolverError> {
        let mut solver = Varisat::within(deadline);
        let mut clause = |literals: &[Literal]| {
            let Ok(()) = solver.clause(literals);
        };
        let holds = |id: usize| Variable::from_index(id).positive();
        let left = (0..state.is_left.len()).filter(|id| state.is_left[*id]);
        let left: Vec<Variable> = left.map(Variable::from_index).collect();
        for fact in 0..state.counts.len() {
            let members: Vec<Literal> = state.members(fact).map(holds).collect();
            clause(&members);
        }
        for one in left.iter().map(|variable| variable.index()) {
            for other in &state.tables.excluded[one] {
                let other = usize::from(*other);
                if one < other && state.is_left[other] {
                    clause(&[!holds(one), !holds(other)]);
                }
            }
        }
        // After the deadline, the backbone means nothing.
        _ = write_rules(state, &mut Loader::new(&mut solver, deadline));
        let count = state.is_left.len();
        let mut backbone = Backbone {
            in_first: vec![false; count],
            in_some: vec![false; count],
        };
        let mut is_first = true;
        let possible = possible_variables(&mut solver, &left, |model| {
            if std::mem::take(&mut is_first) {
                for variable in left.iter().filter(|variable| model.is_true(**variable)) {
                    backbone.in_first[variable.index()] = true;
                }
            }
            Ok::<(), SolverError>(())
        })?;
        for (variable, is_possible) in left.iter().zip(possible.is_possible) {
            backbone.in_some[variable.index()] = is_possible;
        }
        Ok(backbone)
    }
}

/// Returns the solution of a position that has exactly one. The engine knows sums that follow from houses
/// and cages, which the clauses of a position lack.
fn only_solution(state: &State, deadline: Option<Deadline>) -> Option<Grid> {
    let layout = state.tables.layout.clone();
    let gone = (0..state.is_left.len()).filter(|id| !state.is_left[*id]);
    let gone = gone.map(|id| state.tables.candidate(id));
    let puzzle = Puzzle::new(layout, state.position().to_grid()).ok()?;
    let puzzle = puzzle.without(gone).ok()?;
    let budget = Budget {
        deadline,
        ..Budget::UNLIMITED
    };
    let (mut solutions, report) = Sat::default().solutions(&puzzle, 2, budget).ok()?;
    let solution = solutions.pop()?;
    (solutions.is_empty() && report.end == End::Complete).then_some(solution)
}

/// Adds the clauses of the drawn constraints, whose variables are the numbers of candidates.
fn write_rules(state: &State, sink: &mut Loader<'_>) -> Result<(), Limit> {
    if state.tables.rules.is_empty() {
        return Ok(());
    }
    let layout = &state.tables.layout;
    let gone = (0..state.is_left.len()).filter(|id| !state.is_left[*id]);
    for id in gone {
        sink.clause(&[Variable::from_index(id).negative()])?;
    }
    let (map, fixed) = (
        VarMap::full(layout.geometry()),
        Grid::blank(layout.geometry()),
    );
    let mut next = map.len();
    for number in 0..layout.constraints().len() {
        let primitives = layout.primitives_of(number);
        let first = (next, None);
        next = write_primitives(
            layout,
            primitives,
            Houses::Full,
            (&map, &fixed),
            first,
            sink,
        )?;
    }
    Ok(())
}

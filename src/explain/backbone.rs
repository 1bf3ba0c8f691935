//! What the solutions of a position are, as far as the search for steps wants to know: a candidate
//! that is in some solution is not worth trying to refute.

use super::position::State;
use crate::Deadline;
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, SolverError, Variable, Varisat};

/// Which candidates are in solutions.
#[derive(Debug, Clone)]
pub(super) struct Solutions {
    /// By candidate, whether it is in the first solution found.
    pub in_first: Vec<bool>,
    /// By candidate, whether it is in some solution.
    pub in_some: Vec<bool>,
}

impl Solutions {
    /// Each model shows all of its candidates to be in a solution, and a clause then asks for a
    /// model with another one, until there is none or the deadline comes.
    pub fn of(state: &State, deadline: Option<Deadline>) -> Result<Solutions, SolverError> {
        let mut solver = Varisat::within(deadline);
        let clause = |solver: &mut Varisat, literals: &[Literal]| {
            let Ok(()) = solver.clause(literals);
        };
        let holds = |id: usize| Variable::from_index(id).positive();
        let left: Vec<usize> = (0..state.is_left.len())
            .filter(|id| state.is_left[*id])
            .collect();
        for fact in 0..state.counts.len() {
            let members: Vec<Literal> = state.members(fact).map(holds).collect();
            clause(&mut solver, &members);
        }
        for one in &left {
            for other in &state.tables.excluded[*one] {
                let other = usize::from(*other);
                if *one < other && state.is_left[other] {
                    clause(&mut solver, &[!holds(*one), !holds(other)]);
                }
            }
        }
        let mut solutions = Solutions {
            in_first: vec![false; state.is_left.len()],
            in_some: vec![false; state.is_left.len()],
        };
        let mut is_first = true;
        while let SolverAnswer::Satisfiable(model) = solver.solve()? {
            for id in &left {
                if model.is_true(Variable::from_index(*id)) {
                    solutions.in_some[*id] = true;
                    solutions.in_first[*id] |= is_first;
                }
            }
            is_first = false;
            let others = left.iter().copied().filter(|id| !solutions.in_some[*id]);
            let others: Vec<Literal> = others.map(holds).collect();
            clause(&mut solver, &others);
        }
        Ok(solutions)
    }
}

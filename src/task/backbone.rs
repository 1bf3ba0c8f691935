//! The variables that are true in some model of a formula.

use crate::Limit;
use crate::sat::{Literal, Model, Solver, SolverAnswer, SolverError, Variable};

/// The result of [`possible_variables`].
pub struct Possible {
    /// For each variable asked about, true if some model sets it.
    pub is_possible: Vec<bool>,
    /// The number of calls of the solver.
    pub calls: u64,
    /// The limit reached before all variables were decided.
    pub limit: Option<Limit>,
}

/// Finds out which of these variables are true in some model of the clauses in `solver`. Those that
/// are true in all models are the *backbone* of the formula: where each group of variables has one
/// true, they are the groups with one possible variable.
///
/// Every model proves all of its variables possible at once. A clause then asks for a model with one
/// that is not proved yet; if there is none, all others are impossible. `receive` is called with
/// each model and may end the search with an error.
///
/// # Errors
/// If the solver or `receive` fails.
pub fn possible_variables<E: From<SolverError>>(
    solver: &mut impl Solver,
    variables: &[Variable],
    mut receive: impl FnMut(&Model) -> Result<(), E>,
) -> Result<Possible, E> {
    let mut possible = Possible {
        is_possible: vec![false; variables.len()],
        calls: 0,
        limit: None,
    };
    loop {
        possible.calls += 1;
        let model = match solver.solve()? {
            SolverAnswer::Satisfiable(model) => model,
            SolverAnswer::Unsatisfiable(_) => return Ok(possible),
            SolverAnswer::Unknown(limit) => {
                possible.limit = Some(limit);
                return Ok(possible);
            }
        };
        receive(&model)?;
        let mut unproved: Vec<Literal> = Vec::new();
        for (variable, is_possible) in variables.iter().zip(&mut possible.is_possible) {
            *is_possible |= model.is_true(*variable);
            if !*is_possible {
                unproved.push(variable.positive());
            }
        }
        let Ok(()) = solver.clause(&unproved);
    }
}

//! A SAT solver with the facts of a position, for sets of facts that are too hard for the native
//! search.
//!
//! Each fact has a selector, which is assumed.

use std::convert::Infallible;

use super::super::fact::Fact;
use super::super::position::Tables;
use satdoku::Deadline;
use satdoku::board::{Candidate, Cell, Grid, ImpliedSum};
use satdoku::sat::{
    ClauseSink, Houses, Literal, Loader, SelectedClauses, Solver, SolverAnswer, VarMap, Variable,
    Varisat, write_primitives,
};
use satdoku::task::delete;

/// A solver for the candidates and facts of a position, by their numbers.
pub(crate) struct FactSolver {
    solver: Varisat,
    /// False if the deadline passed before all clauses were there.
    is_loaded: bool,
    candidate_count: usize,
    /// By fact, its selector.
    selectors: Vec<Literal>,
}

/// The answer about a set of facts.
pub(crate) enum Tested {
    /// They can hold with these candidates.
    Possible(Vec<u16>),
    /// These of them are enough for a contradiction.
    Impossible(Vec<u16>),
    /// A limit was reached.
    Unknown,
}

impl FactSolver {
    /// Creates a solver for a position with these placed digits. Each fact has a list of its
    /// candidates, and a sum its primitives. If there are drawn constraints, the candidates are in the order of cells and
    /// digits.
    pub fn new<'a>(
        tables: &Tables,
        placed: &Grid,
        candidates: &[usize],
        facts: impl Iterator<Item = (Fact, Option<&'a ImpliedSum>, &'a [u16])>,
        exclusions: impl Iterator<Item = (usize, usize)>,
        deadline: Option<Deadline>,
    ) -> FactSolver {
        let (layout, count) = (&tables.layout, candidates.len());
        let mut solver = Varisat::within(deadline);
        for (one, other) in exclusions {
            let Ok(()) = solver.clause(&[!holds(one), !holds(other)]);
        }
        let candidates: Vec<Candidate> =
            candidates.iter().map(|id| tables.candidate(*id)).collect();
        let map = VarMap::of_open(layout.geometry(), candidates.clone());
        let facts: Vec<_> = facts.collect();
        let selectors = (0..facts.len()).map(|fact| holds(count + fact));
        let selectors: Vec<Literal> = selectors.collect();
        let mut next = count + facts.len();
        let mut is_loaded = true;
        for ((fact, sum, members), selector) in facts.into_iter().zip(&selectors) {
            let mut loader = Loader::new(&mut solver, deadline);
            let mut clauses = SelectedClauses {
                sink: &mut loader,
                selector: *selector,
            };
            let cell = |member: &u16| -> Option<Cell> {
                let is_constraint = matches!(fact, Fact::Constraint(_) | Fact::Sum(_));
                is_constraint.then(|| candidates[usize::from(*member)].cell)
            };
            for members in members.chunk_by(|one, other| cell(one) == cell(other)) {
                let literals = members.iter().map(|member| holds(usize::from(*member)));
                is_loaded &= clauses.clause(&literals.collect::<Vec<_>>()).is_ok();
            }
            let primitives = match fact {
                Fact::Constraint(number) => Some(layout.primitives_of(number)),
                _ => sum.map(ImpliedSum::primitives),
            };
            if let (Some(primitives), Some(map)) = (primitives, &map) {
                let (map, houses) = ((map, placed), Houses::Different);
                match write_primitives(layout, &primitives, houses, map, next, &mut clauses) {
                    Ok(after) => next = after,
                    Err(_) => is_loaded = false,
                }
            }
            if !is_loaded {
                break;
            }
        }
        FactSolver {
            solver,
            is_loaded,
            candidate_count: count,
            selectors,
        }
    }

    /// Decides whether these facts can hold together if these candidates hold and others do not.
    pub fn test(
        &mut self,
        facts: &[u16],
        held: impl IntoIterator<Item = usize>,
        excluded: impl IntoIterator<Item = usize>,
    ) -> Tested {
        if !self.is_loaded {
            return Tested::Unknown;
        }
        let selectors = facts.iter().map(|fact| self.selectors[usize::from(*fact)]);
        let held = held.into_iter().map(holds);
        let excluded = excluded.into_iter().map(|candidate| !holds(candidate));
        let assumed: Vec<Literal> = selectors.chain(held).chain(excluded).collect();
        match self.solver.solve_under(&assumed) {
            Ok(SolverAnswer::Satisfiable(model)) => {
                let all = (0..self.candidate_count).map(Variable::from_index);
                let chosen = all.filter(|variable| model.is_true(*variable));
                Tested::Possible(chosen.map(|variable| variable.index() as u16).collect())
            }
            Ok(SolverAnswer::Unsatisfiable(core)) => {
                let in_core = |fact: &u16| core.contains(&self.selectors[usize::from(*fact)]);
                Tested::Impossible(facts.iter().copied().filter(in_core).collect())
            }
            _ => Tested::Unknown,
        }
    }

    /// Returns a minimal set of facts that refute `target`, or `None` if there is none or a limit is
    /// reached.
    pub fn core(&mut self, target: usize) -> Option<Vec<u16>> {
        let all: Vec<u16> = (0..self.selectors.len() as u16).collect();
        let mut facts = self.needed(&all, target)?;
        self.shrink(&mut facts, target);
        Some(facts)
    }

    /// Returns those of these facts that are needed to refute `target`, and possibly more, or `None` if
    /// all are not enough or a limit is reached.
    pub fn needed(&mut self, facts: &[u16], target: usize) -> Option<Vec<u16>> {
        let core = self.refute(facts, target)?;
        // A core is only a hint, so it is tested by itself.
        let is_enough = core.len() == facts.len() || self.refute(&core, target).is_some();
        Some(if is_enough { core } else { facts.to_vec() })
    }

    /// Shrinks a set of facts that refute `target` to a minimal one.
    pub fn shrink(&mut self, facts: &mut Vec<u16>, target: usize) {
        let order: Vec<u16> = facts.iter().rev().copied().collect();
        let Ok(()) = delete(facts, order, |rest, _| {
            Ok::<_, Infallible>(self.needed(&rest, target))
        });
    }

    /// Returns a core if these facts refute `target`.
    pub fn refute(&mut self, facts: &[u16], target: usize) -> Option<Vec<u16>> {
        match self.test(facts, [target], []) {
            Tested::Impossible(core) => Some(core),
            _ => None,
        }
    }
}

fn holds(candidate: usize) -> Literal {
    Variable::from_index(candidate).positive()
}

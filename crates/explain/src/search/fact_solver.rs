//! A SAT solver with the facts of a position, for sets of facts that are too hard for the native
//! search.
//!
//! Each fact has a selector, which is assumed.

use super::super::fact::Fact;
use super::super::position::Tables;
use satdoku::Deadline;
use satdoku::board::{Candidate, Cell, Grid, Primitive};
use satdoku::sat::{
    ClauseSink, Houses, Literal, Loader, Solver, SolverAnswer, VarMap, Variable, Varisat,
    write_primitives,
};

/// A solver for the candidates and facts of a position, by their numbers.
pub(crate) struct FactSolver {
    solver: Varisat,
    /// False if the deadline passed before all clauses were there.
    is_loaded: bool,
    /// True if a limit has ended a call. The solver cannot be used any more.
    is_stopped: bool,
    /// The most work of a call, in the unit of [`Meter`](super::meter::Meter).
    pub limit: u64,
    /// The work since it was last charged, in the same unit.
    pub uncharged: u64,
    candidate_count: usize,
    /// The number of variables.
    variable_count: usize,
    /// The clause that some of these candidates hold, which was added last, and its selector.
    some: Option<(Vec<usize>, usize)>,
    /// By fact, its selector.
    selectors: Vec<Literal>,
    /// The work of a byte of proof, which is what the solver counts.
    work_of_byte: u64,
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
        facts: impl Iterator<Item = (Fact, Option<&'a Primitive>, &'a [u16])>,
        exclusions: impl Iterator<Item = (usize, usize)>,
        deadline: Option<Deadline>,
    ) -> FactSolver {
        /// The work of a clause.
        const CLAUSE: u64 = 30;
        /// The work of a byte of proof for few clauses.
        const LEAST_BYTE: u64 = 4;
        /// The number of clauses for which a byte of proof costs one more unit.
        const CLAUSES: u64 = 4_000;
        let (layout, count) = (&tables.layout, candidates.len());
        let mut solver = Varisat::limited(deadline, u64::MAX);
        let mut clause_count = 0;
        for (one, other) in exclusions {
            let Ok(()) = solver.clause(&[!holds(one), !holds(other)]);
            clause_count += 1;
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
            let mut clauses = Loader::new(&mut solver, deadline);
            let cell = |member: &u16| -> Option<Cell> {
                let is_constraint = matches!(fact, Fact::Constraint(_) | Fact::Sum(_));
                is_constraint.then(|| candidates[usize::from(*member)].cell)
            };
            for members in members.chunk_by(|one, other| cell(one) == cell(other)) {
                let literals = members.iter().map(|member| holds(usize::from(*member)));
                let literals = literals.chain([!*selector]);
                is_loaded &= clauses.clause(&literals.collect::<Vec<_>>()).is_ok();
            }
            let primitives: Vec<&Primitive> = match fact {
                Fact::Constraint(number) => layout.primitives_of(number).collect(),
                _ => sum.into_iter().collect(),
            };
            if let Some(map) = &map {
                let (map, houses) = ((map, placed), Houses::Different);
                let primitives = primitives.into_iter();
                let first = (next, Some(*selector));
                match write_primitives(layout, primitives, houses, map, first, &mut clauses) {
                    Ok(after) => next = after,
                    Err(_) => is_loaded = false,
                }
            }
            clause_count += clauses.count();
            if !is_loaded {
                break;
            }
        }
        FactSolver {
            solver,
            is_loaded,
            is_stopped: false,
            limit: u64::MAX,
            uncharged: CLAUSE * clause_count,
            candidate_count: count,
            variable_count: next,
            some: None,
            selectors,
            work_of_byte: LEAST_BYTE + clause_count / CLAUSES,
        }
    }

    /// Decides whether these facts can hold together if these candidates hold and others do not.
    pub fn test(
        &mut self,
        facts: &[u16],
        held: impl IntoIterator<Item = usize>,
        excluded: impl IntoIterator<Item = usize>,
    ) -> Tested {
        /// The work of a call that needs no proof.
        const CALL: u64 = 10_000;
        if !self.is_loaded || self.is_stopped {
            return Tested::Unknown;
        }
        let selectors = facts.iter().map(|fact| self.selectors[usize::from(*fact)]);
        let held = held.into_iter().map(holds);
        let excluded = excluded.into_iter().map(|candidate| !holds(candidate));
        let assumed: Vec<Literal> = selectors.chain(held).chain(excluded).collect();
        let allowed = self.limit / self.work_of_byte;
        self.solver.set_work(allowed);
        let answer = self.solver.solve_under(&assumed);
        let left = self.solver.work_left().unwrap_or(allowed);
        self.uncharged += CALL + self.work_of_byte * (allowed - left);
        match answer {
            Ok(SolverAnswer::Satisfiable(model)) => {
                let all = (0..self.candidate_count).map(Variable::from_index);
                let chosen = all.filter(|variable| model.is_true(*variable));
                Tested::Possible(chosen.map(|variable| variable.index() as u16).collect())
            }
            Ok(SolverAnswer::Unsatisfiable(core)) => {
                let in_core = |fact: &u16| core.contains(&self.selectors[usize::from(*fact)]);
                Tested::Impossible(facts.iter().copied().filter(in_core).collect())
            }
            _ => {
                self.is_stopped = true;
                Tested::Unknown
            }
        }
    }

    /// True if a limit has ended a call, so that a new solver is needed.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Decides whether these facts can hold together with at least one of these candidates. What the solver
    /// learns helps it with the next call for the same candidates.
    pub fn test_some(&mut self, facts: &[u16], some: impl Iterator<Item = usize>) -> Tested {
        let some: Vec<usize> = some.collect();
        let known = self.some.take().filter(|(known, _)| *known == some);
        let (_, selector) = self.some.insert(known.unwrap_or_else(|| {
            let selector = self.variable_count;
            self.variable_count += 1;
            let holding = some.iter().map(|candidate| holds(*candidate));
            let clause: Vec<Literal> = holding.chain([!holds(selector)]).collect();
            let Ok(()) = self.solver.clause(&clause);
            (some, selector)
        }));
        let selector = *selector;
        self.test(facts, [selector], [])
    }

    /// Tests whether these facts refute `target`. If they do, returns those that are needed, and possibly
    /// more.
    pub fn needed(&mut self, facts: &[u16], target: usize) -> Tested {
        let core = match self.test(facts, [target], []) {
            Tested::Impossible(core) => core,
            other => return other,
        };
        // A core is only a hint, so it is tested by itself.
        let is_enough = core.len() == facts.len()
            || matches!(self.test(&core, [target], []), Tested::Impossible(_));
        Tested::Impossible(if is_enough { core } else { facts.to_vec() })
    }
}

fn holds(candidate: usize) -> Literal {
    Variable::from_index(candidate).positive()
}

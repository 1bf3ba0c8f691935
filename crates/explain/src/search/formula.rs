//! Facts and exclusions as a CNF: for the backbone of a position, for sets of facts that are too hard for the
//! native search, and for the check of a step.
//!
//! A candidate is a variable. Each fact has a selector, which is assumed to use the fact.

use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Layout, Primitive};
use satdoku::sat::{
    ClauseSink, Houses, Literal, Loader, Solver, SolverAnswer, SolverError, VarMap, Variable,
    Varisat, write_primitives,
};
use satdoku::task::Limit;

/// A solver with candidates, exclusions and facts.
pub(crate) struct Formula {
    /// The placed digits, which are no candidates.
    placed: Grid,
    solver: Varisat,
    deadline: Option<Deadline>,
    candidates: Vec<Candidate>,
    /// The numbers of the candidates in constraints; `None` if they are not in order, as without constraints.
    map: Option<VarMap>,
    /// By fact, its selector.
    pub selectors: Vec<Literal>,
    variable_count: usize,
    clause_count: u64,
    /// False if the deadline passed before all clauses were there. No answer means anything then.
    is_loaded: bool,
}

impl Formula {
    /// Creates a formula over these candidates. If there will be drawn constraints, they are in the order of cells
    /// and digits.
    pub fn new(
        layout: &Layout,
        placed: Grid,
        candidates: Vec<Candidate>,
        deadline: Option<&Deadline>,
    ) -> Formula {
        Formula {
            map: VarMap::of_open(layout.geometry(), candidates.clone()),
            placed,
            solver: Varisat::limited(deadline, u64::MAX),
            deadline: deadline.cloned(),
            variable_count: candidates.len(),
            candidates,
            selectors: Vec::new(),
            clause_count: 0,
            is_loaded: true,
        }
    }

    /// Returns the literal that a candidate holds.
    pub fn holds(&self, candidate: usize) -> Literal {
        Variable::from_index(candidate).positive()
    }

    /// Returns a variable that is not used yet.
    pub fn new_literal(&mut self) -> Literal {
        self.variable_count += 1;
        Variable::from_index(self.variable_count - 1).positive()
    }

    pub fn clause(&mut self, literals: &[Literal]) {
        let Ok(()) = self.solver.clause(literals);
        self.clause_count += 1;
    }

    /// Adds that two candidates exclude each other.
    pub fn exclude(&mut self, one: usize, other: usize) {
        self.clause(&[!self.holds(one), !self.holds(other)]);
    }

    /// Adds a fact with these candidates. A drawn constraint or a sum is given by its primitives: each of its
    /// cells has a digit, and the primitives hold.
    pub fn add_fact<'l>(
        &mut self,
        layout: &'l Layout,
        members: &[usize],
        primitives: Option<impl Iterator<Item = &'l Primitive> + Clone>,
    ) {
        let selector = self.new_literal();
        self.selectors.push(selector);
        let cell = |member: &usize| self.candidates[*member].cell;
        let is_part = |one: &usize, other: &usize| primitives.is_none() || cell(one) == cell(other);
        let parts = members.chunk_by(is_part).map(|part| {
            let holds = part.iter().map(|member| self.holds(*member));
            holds.chain([!selector]).collect()
        });
        let mut parts: Vec<Vec<Literal>> = parts.collect();
        if members.is_empty() && primitives.is_none() {
            parts.push(vec![!selector]);
        }
        parts.iter().for_each(|part| self.clause(part));
        let (Some(primitives), Some(map)) = (primitives, &self.map) else {
            return;
        };
        let mut loader = Loader::new(&mut self.solver, self.deadline.as_ref());
        let (first, map) = ((self.variable_count, Some(selector)), (map, &self.placed));
        let houses = Houses::Different;
        let written = write_primitives(layout, primitives, houses, map, first, &mut loader);
        match written {
            Ok(next) => self.variable_count = next,
            Err(_) => self.is_loaded = false,
        }
        self.clause_count += loader.count();
    }

    /// Decides whether the facts and exclusions can hold under assumptions.
    pub fn solve_under(&mut self, assumed: &[Literal]) -> Result<SolverAnswer, SolverError> {
        match self.is_loaded {
            true => self.solver.solve_under(assumed),
            false => Ok(SolverAnswer::Unknown(match &self.deadline {
                Some(deadline) => Limit::of_deadline(deadline),
                None => Limit::Solver,
            })),
        }
    }
}

/// A solver with the facts of a position, each call of which has a limit of work.
pub(crate) struct FactSolver {
    formula: Formula,
    candidate_count: usize,
    /// True if a limit has ended a call. The solver cannot be used any more.
    pub is_stopped: bool,
    /// The most work of a call, in the unit of [`Meter`](super::meter::Meter).
    pub limit: u64,
    /// The work since it was last charged, in the same unit.
    pub uncharged: u64,
    /// The work of a byte of proof, which is what the solver counts.
    work_of_byte: u64,
    /// The clause that some of these candidates hold, which was added last, and its selector.
    some: Option<(Vec<usize>, Literal)>,
}

/// The result of a search for candidates that satisfy some facts.
pub(crate) enum Assigned {
    Possible(Vec<u16>),
    /// These facts cannot be satisfied. The solver returns those that it used.
    Impossible(Vec<u16>),
    /// A limit was reached.
    Unknown,
}

impl FactSolver {
    pub fn new(formula: Formula) -> FactSolver {
        /// The work of a clause.
        const CLAUSE: u64 = 30;
        /// The work of a byte of proof for few clauses.
        const LEAST_BYTE: u64 = 4;
        /// The number of clauses for which a byte of proof costs one more unit.
        const CLAUSES: u64 = 4_000;
        FactSolver {
            candidate_count: formula.candidates.len(),
            is_stopped: false,
            limit: u64::MAX,
            uncharged: CLAUSE * formula.clause_count,
            work_of_byte: LEAST_BYTE + formula.clause_count / CLAUSES,
            some: None,
            formula,
        }
    }

    /// Decides whether these facts can hold together under assumptions about candidates.
    fn test(&mut self, facts: &[u16], assumed: impl Iterator<Item = Literal>) -> Assigned {
        /// The work of a call that needs no proof.
        const CALL: u64 = 10_000;
        if self.is_stopped {
            return Assigned::Unknown;
        }
        let selectors = &self.formula.selectors;
        let selected = facts.iter().map(|fact| selectors[usize::from(*fact)]);
        let assumed: Vec<Literal> = selected.chain(assumed).collect();
        let allowed = self.limit / self.work_of_byte;
        self.formula.solver.set_work(allowed);
        let answer = self.formula.solve_under(&assumed);
        let left = self.formula.solver.work_left().unwrap_or(allowed);
        self.uncharged += CALL + self.work_of_byte * (allowed - left);
        match answer {
            Ok(SolverAnswer::Satisfiable(model)) => {
                let all = (0..self.candidate_count).map(Variable::from_index);
                let chosen = all.filter(|variable| model.is_true(*variable));
                Assigned::Possible(chosen.map(|variable| variable.index() as u16).collect())
            }
            Ok(SolverAnswer::Unsatisfiable(core)) => {
                let selectors = &self.formula.selectors;
                let in_core = |fact: &u16| core.contains(&selectors[usize::from(*fact)]);
                Assigned::Impossible(facts.iter().copied().filter(in_core).collect())
            }
            _ => {
                self.is_stopped = true;
                Assigned::Unknown
            }
        }
    }

    /// Decides whether these facts can hold together without these candidates.
    pub fn test_without(
        &mut self,
        facts: &[u16],
        excluded: impl Iterator<Item = usize>,
    ) -> Assigned {
        let excluded = excluded.map(|candidate| !self.formula.holds(candidate));
        self.test(facts, excluded.collect::<Vec<_>>().into_iter())
    }

    /// Decides whether these facts can hold together with at least one of these candidates. What the solver
    /// learns helps it with the next call for the same candidates.
    pub fn test_some(&mut self, facts: &[u16], some: impl Iterator<Item = usize>) -> Assigned {
        let some: Vec<usize> = some.collect();
        let known = self.some.take().filter(|(known, _)| *known == some);
        let (_, selector) = self.some.insert(known.unwrap_or_else(|| {
            let selector = self.formula.new_literal();
            let holding = some.iter().map(|candidate| self.formula.holds(*candidate));
            let clause: Vec<Literal> = holding.chain([!selector]).collect();
            self.formula.clause(&clause);
            (some, selector)
        }));
        let selector = *selector;
        self.test(facts, [selector].into_iter())
    }

    /// Tests whether these facts refute `target`. If they do, returns those that are needed, and possibly
    /// more.
    pub fn needed(&mut self, facts: &[u16], target: usize) -> Assigned {
        let target = self.formula.holds(target);
        let core = match self.test(facts, [target].into_iter()) {
            Assigned::Impossible(core) => core,
            other => return other,
        };
        // A core is only a hint, so it is tested by itself.
        let is_enough = core.len() == facts.len()
            || matches!(
                self.test(&core, [target].into_iter()),
                Assigned::Impossible(_)
            );
        Assigned::Impossible(if is_enough { core } else { facts.to_vec() })
    }
}

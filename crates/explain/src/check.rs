//! The check of a step: its facts force its conclusions, and each conclusion needs all of them.
//!
//! The check reads the candidates of the facts from the position, and which of them exclude each other from
//! the houses and rules of the board, encodes the drawn constraints and sums among the facts as clauses, and
//! asks a new SAT solver. A sum is first compared with its houses and cages, cell by cell.
//!
//! The search has tables of its own and propagates drawn constraints without clauses, so it shares only the
//! test of deadly patterns. Where it cannot decide a set of facts in this way, it asks a SAT solver, too.
//! The check of such a step shares the clauses of drawn constraints with it. If these forbade too much, steps
//! would rule out the solution, which is verified at the end.

use thiserror::Error;

use super::deadly_pattern::is_deadly;
use super::fact::{Fact, sorted_set};
use super::position::Position;
use super::step::Step;
use satdoku::Deadline;
use satdoku::board::{Candidate, CandidateName, Grid, Layout, Primitive, Relation};
use satdoku::sat::{
    ClauseSink, Houses, Literal, Loader, Solver, SolverAnswer, SolverError, VarMap, Variable,
    Varisat, write_primitives,
};

/// A defect of a step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// A candidate of the conclusion is not in the position.
    #[error("{0} is not left")]
    NoCandidate(CandidateName),
    /// A conclusion does not follow.
    #[error("the facts do not force the conclusion")]
    DoesNotFollow,
    /// A pattern is no deadly one, so that one solution does not exclude it.
    #[error("{0} does not give a second solution")]
    NotDeadly(String),
    /// A sum does not follow from its houses and cages.
    #[error("{0} does not follow")]
    WrongSum(String),
    /// A conclusion follows without this fact.
    #[error("a conclusion follows without the fact {0}")]
    Redundant(String),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Checks that the facts of a step force its conclusions in the position before it, and, if the step is
/// minimal, that each conclusion needs all of them.
///
/// # Errors
/// [`StepError`] if the step is not such a proof.
pub fn check_step(layout: &Layout, step: &Step) -> Result<(), StepError> {
    check_until(layout, step, None)
}

/// Does the same until a deadline. If it passes, the result means nothing.
pub(super) fn check_until(
    layout: &Layout,
    step: &Step,
    deadline: Option<Deadline>,
) -> Result<(), StepError> {
    let concluded = step.places.iter().chain(&step.eliminates);
    for candidate in concluded {
        if candidate.cell.index() >= layout.cell_count() || !step.before.contains(*candidate) {
            return Err(StepError::NoCandidate(candidate.name(layout.geometry())));
        }
    }
    for fact in &step.facts {
        if let Fact::Sum(sum) = fact
            && !sum.on(layout).is_some_and(|sum| sum.follows(layout))
        {
            return Err(StepError::WrongSum(fact.name(layout).to_string()));
        }
        if let Fact::OneSolution(pattern) = fact
            && !is_deadly(*pattern, layout, &step.before)
        {
            return Err(StepError::NotDeadly(fact.name(layout).to_string()));
        }
    }
    let mut checker = Checker::new(layout, step, deadline);
    let all = checker.selectors.clone();
    if !step.is_minimal {
        // No facts are left out, and clauses are easier to solve than assumptions.
        all.iter().for_each(|fact| checker.clause(&[*fact]));
    }
    let denials = checker.denials(step);
    if checker.is_satisfiable(&all, Some(checker.some_denial))? {
        return Err(StepError::DoesNotFollow);
    }
    for denied in denials.iter().filter(|_| step.is_minimal) {
        for (place, fact) in step.facts.iter().enumerate() {
            let mut others = all.clone();
            others.remove(place);
            if !checker.is_satisfiable(&others, *denied)? {
                return Err(StepError::Redundant(fact.name(layout).to_string()));
            }
        }
    }
    Ok(())
}

/// Returns the pairs of these sorted candidates that no solution has together, and for which no fact is needed
/// to see this. They are read from the houses and the rules of the whole board, and not from the tables of
/// the search.
fn exclusions(layout: &Layout, candidates: &[Candidate]) -> Vec<[Candidate; 2]> {
    let of_board = layout.relations().iter();
    let of_board = of_board.filter(|relation| !relation.source.is_drawn());
    let of_board: Vec<&Relation> = of_board.collect();
    let by_cell = candidates.chunk_by(|one, other| one.cell == other.cell);
    let by_cell: Vec<&[Candidate]> = by_cell.collect();
    let mut excluded = Vec::new();
    for (place, of_one) in by_cell.iter().enumerate() {
        for (number, one) in of_one.iter().enumerate() {
            excluded.extend(of_one[number + 1..].iter().map(|other| [*one, *other]));
        }
        for of_other in &by_cell[place + 1..] {
            let cells = [of_one[0].cell, of_other[0].cell];
            let mut houses = layout.houses().iter();
            let is_in_house = houses.any(|house| cells.iter().all(|of| house.cells.contains(of)));
            let relations = of_board.iter();
            let relations: Vec<_> = relations
                .filter(|relation| cells.iter().all(|of| relation.cells.contains(of)))
                .collect();
            for (one, other) in pairs(of_one, of_other) {
                let is_forbidden = || {
                    relations.iter().any(|relation| match relation.cells[0] {
                        first if first == one.cell => relation.forbids([one.digit, other.digit]),
                        _ => relation.forbids([other.digit, one.digit]),
                    })
                };
                if is_in_house && one.digit == other.digit || is_forbidden() {
                    excluded.push([*one, *other]);
                }
            }
        }
    }
    excluded
}

/// Returns the pairs of an item of each list.
fn pairs<'a, T>(ones: &'a [T], others: &'a [T]) -> impl Iterator<Item = (&'a T, &'a T)> {
    let pair = move |one: &'a T| others.iter().map(move |other| (one, other));
    ones.iter().flat_map(pair)
}

/// Returns what is left of a sum in a position.
fn open_sum(layout: &Layout, position: &Position, fact: Fact) -> Option<Primitive> {
    let Fact::Sum(sum) = fact else {
        return None;
    };
    let digits = |cell| position.set_of(cell);
    let open = sum.on(layout)?.terms.open(layout.geometry(), digits);
    open.implied(layout)
}

/// A solver with the facts of a step, each with a selector, and the exclusions among all candidates of
/// the step.
struct Checker {
    solver: Varisat,
    deadline: Option<Deadline>,
    candidates: Vec<Candidate>,
    selectors: Vec<Literal>,
    /// The selector of the clause that some conclusion is denied.
    some_denial: Literal,
}

impl Checker {
    fn new(layout: &Layout, step: &Step, deadline: Option<Deadline>) -> Checker {
        let members = step.facts.iter();
        let members = members.map(|fact| step.before.members(layout, *fact));
        let members: Vec<Vec<Candidate>> = members.collect();
        let concluded = step.places.iter().chain(&step.eliminates);
        let candidates = sorted_set(members.iter().flatten().chain(concluded).copied());
        let selectors =
            (0..members.len()).map(|fact| Variable::from_index(candidates.len() + fact).positive());
        let mut checker = Checker {
            solver: Varisat::within(deadline),
            deadline,
            selectors: selectors.collect(),
            some_denial: Variable::from_index(candidates.len() + members.len()).positive(),
            candidates,
        };
        let mut next = checker.candidates.len() + members.len() + 1;
        checker.deny_some(step);
        for ((fact, of_fact), place) in step.facts.iter().zip(&members).zip(0..) {
            let selector = checker.selectors[place];
            if !matches!(fact, Fact::Constraint(_) | Fact::Sum(_)) {
                checker.one_of(of_fact, selector);
                continue;
            }
            for of_cell in of_fact.chunk_by(|one, other| one.cell == other.cell) {
                checker.one_of(of_cell, selector);
            }
            let sum = open_sum(layout, &step.before, *fact);
            let primitives: Vec<&Primitive> = match *fact {
                Fact::Constraint(number) => layout.primitives_of(number).collect(),
                _ => sum.iter().collect(),
            };
            next = checker.constrain(layout, &primitives, selector, next);
        }
        for [one, other] in exclusions(layout, &checker.candidates) {
            checker.clause(&[!checker.holds(&one), !checker.holds(&other)]);
        }
        checker
    }

    /// Adds the clause that some conclusion is denied, unless there is none to deny.
    fn deny_some(&mut self, step: &Step) {
        let denied: Vec<Literal> = self.denials(step).into_iter().flatten().collect();
        if !denied.is_empty() {
            let clause = denied.into_iter().chain([!self.some_denial]);
            self.clause(&clause.collect::<Vec<_>>());
        }
    }

    /// Adds the clause that one of these candidates holds if the selector is true.
    fn one_of(&mut self, candidates: &[Candidate], selector: Literal) {
        let holds = candidates.iter().map(|candidate| self.holds(candidate));
        let clause: Vec<Literal> = holds.chain([!selector]).collect();
        self.clause(&clause);
    }

    /// Adds the clauses of a drawn constraint or a sum. New variables have an index of at least `next`. Returns
    /// the index after the last one.
    fn constrain(
        &mut self,
        layout: &Layout,
        primitives: &[&Primitive],
        selector: Literal,
        next: usize,
    ) -> usize {
        let board = layout.geometry();
        let Some(map) = VarMap::of_open(board, self.candidates.clone()) else {
            return next;
        };
        let mut loader = Loader::new(&mut self.solver, self.deadline);
        let nothing_fixed = Grid::blank(board);
        let map = (&map, &nothing_fixed);
        let (primitives, houses) = (primitives.iter().copied(), Houses::Different);
        let first = (next, Some(selector));
        let written = write_primitives(layout, primitives, houses, map, first, &mut loader);
        // After the deadline, the check means nothing.
        written.unwrap_or(next)
    }

    fn holds(&self, candidate: &Candidate) -> Literal {
        let place = self.candidates.binary_search(candidate);
        Variable::from_index(place.unwrap_or_default()).positive()
    }

    fn clause(&mut self, literals: &[Literal]) {
        let Ok(()) = self.solver.clause(literals);
    }

    /// Returns the negation of each conclusion. A contradiction has none to deny: its facts alone must
    /// be unsatisfiable.
    fn denials(&self, step: &Step) -> Vec<Option<Literal>> {
        let placed = step.places.iter().map(|placed| !self.holds(placed));
        let eliminated = step.eliminates.iter().map(|other| self.holds(other));
        let denials: Vec<_> = placed.chain(eliminated).map(Some).collect();
        if denials.is_empty() {
            vec![None]
        } else {
            denials
        }
    }

    /// True if the facts of these selectors can hold when a conclusion is denied.
    fn is_satisfiable(
        &mut self,
        selectors: &[Literal],
        denied: Option<Literal>,
    ) -> Result<bool, SolverError> {
        let assumptions: Vec<Literal> = selectors.iter().copied().chain(denied).collect();
        let answer = self.solver.solve_under(&assumptions)?;
        Ok(!matches!(answer, SolverAnswer::Unsatisfiable(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fact::exclude_each_other;
    use super::*;
    use satdoku::board::{Cell, Digit};

    /// The exclusions of the check are those of the search, though they are made in another way.
    #[test]
    fn the_rules_of_the_board_exclude_the_same_candidates_as_the_search() {
        for rules in [
            "anti-knight",
            "anti-king; non-consecutive",
            "diagonal",
            "cage 20 r1c1-r3c1",
        ] {
            let text = format!("{}; {rules}", ".".repeat(81));
            let puzzle: satdoku::Puzzle = text.parse().unwrap();
            let layout = puzzle.layout();
            let candidates = (0..81 * 9).map(|id| Candidate {
                cell: Cell::from_index(id / 9),
                digit: Digit::from_index(id % 9),
            });
            let candidates: Vec<Candidate> = candidates.collect();
            let mut expected = Vec::new();
            for (place, one) in candidates.iter().enumerate() {
                let others = candidates[place + 1..].iter();
                let others = others.filter(|other| exclude_each_other(layout, *one, **other));
                expected.extend(others.map(|other| [*one, *other]));
            }
            let mut found = exclusions(layout, &candidates);
            found.sort_unstable();
            assert!(found == expected, "{rules}");
        }
    }
}

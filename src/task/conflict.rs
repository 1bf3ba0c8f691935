//! The reason why a puzzle has no solution.

use std::fmt;

use super::clues::{Clue, ClueSolver, all_clues, constraints, givens, restricted};
use super::error::{TaskError, describe};
use crate::board::{CandidateName, Clash, Puzzle};
use crate::engine::{Budget, End, Engine, Report};
use crate::propagate::{Candidates, Contradiction};
use crate::sat::{Encoding, SolverAnswer, Translation, Varisat};

/// The work limit of the SAT solver in the search for a MUS, in the unit of [`Varisat::limited`],
/// on 9×9 boards and smaller ones: about 50 ms.
const WORK: u64 = 500_000;

/// The clauses of a 9×9 board. The work limit of a larger board grows with its clauses.
const CLAUSES: u64 = 12_000;

/// The reason why a puzzle has no solution: a minimal unsatisfiable subset (MUS) of its givens and
/// drawn constraints, and the contradiction that they lead to, as far as these are known.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Session, Verdict};
///
/// let puzzle: Puzzle = ".123......1.4...".parse()?;
/// let Verdict::Unsolvable(conflict) = Session::default().check(&puzzle)?.outcome else {
///     panic!("it has a solution");
/// };
/// let names: Vec<String> = conflict.givens().map(|given| given.to_string()).collect();
/// assert_eq!(names, ["r1c2=1", "r1c3=2", "r1c4=3", "r4c1=4"]);
/// assert!(conflict.is_minimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    givens: Vec<CandidateName>,
    /// The texts of the constraints.
    constraints: Vec<String>,
    is_minimal: bool,
    /// True if removed candidates (pencil marks) may be part of the reason.
    has_removed: bool,
    cause: Cause,
}

/// The contradiction that a conflict leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cause {
    /// Two equal givens in one house.
    Clash(Clash),
    /// A contradiction found by singles and locked candidates.
    Contradiction(Contradiction),
    /// Only a search or the SAT solver refutes the puzzle.
    Search,
}

impl Conflict {
    /// The most clauses that the rules of a board may have for a MUS to be computed. 25×25 boards
    /// are below it, 36×36 boards above. On a larger board, a puzzle with some givens left out can
    /// be harder than the puzzle itself.
    pub const MOST_CLAUSES: u64 = 1_000_000;

    /// Returns givens that contradict each other, in the order of their cells. The iterator is empty
    /// if none are known or, with [`Conflict::is_minimal`], if the board has no solution whatever
    /// the givens.
    pub fn givens(&self) -> impl Iterator<Item = CandidateName> + '_ {
        self.givens.iter().cloned()
    }

    /// Returns the texts of the drawn constraints that contradict each other and the givens, in the
    /// order of the board.
    pub fn constraints(&self) -> impl Iterator<Item = &str> {
        self.constraints.iter().map(String::as_str)
    }

    /// Returns true if the givens and constraints are a MUS, so that without any one of them the rest
    /// has a solution, or if they are two givens that clash: a house or relation excludes them together
    /// and neither alone. If false, no MUS was computed or the computation reached a limit, and fewer
    /// may contradict each other.
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    /// Returns the two equal givens in one house, if that is the reason.
    pub fn clash(&self) -> Option<&Clash> {
        match &self.cause {
            Cause::Clash(clash) => Some(clash),
            _ => None,
        }
    }

    /// Returns the contradiction found by singles and locked candidates, if that is the reason.
    pub fn contradiction(&self) -> Option<Contradiction> {
        match &self.cause {
            Cause::Contradiction(contradiction) => Some(contradiction.clone()),
            _ => None,
        }
    }

    /// Returns the reason that takes no search: a clash, or the contradiction by which propagation
    /// refuted `puzzle`.
    pub(super) fn without_search(
        puzzle: &Puzzle,
        contradiction: Option<Contradiction>,
    ) -> Conflict {
        if let Some(clash) = puzzle.clash() {
            return Conflict {
                givens: clash.candidates().to_vec(),
                // A cage can also exclude one of its digits because of its sum.
                is_minimal: clash.constraint.is_none(),
                constraints: clash.constraint.iter().map(ToString::to_string).collect(),
                has_removed: false,
                cause: Cause::Clash(clash),
            };
        }
        let contradiction = contradiction.or_else(|| Candidates::new(puzzle).propagate().err());
        if contradiction.is_some()
            && let Some(number) = impossible_constraint(puzzle)
        {
            return Conflict::of_clues(puzzle, vec![Clue::Constraint(number)], true);
        }
        Conflict {
            givens: Vec::new(),
            constraints: Vec::new(),
            is_minimal: false,
            has_removed: puzzle.removed().next().is_some(),
            cause: contradiction.map_or(Cause::Search, Cause::Contradiction),
        }
    }

    /// Returns the conflict of these clues of `puzzle`.
    pub(super) fn of_clues(puzzle: &Puzzle, mut clues: Vec<Clue>, is_minimal: bool) -> Conflict {
        clues.sort_unstable();
        let rest = restricted(puzzle, &clues);
        let (layout, board) = (puzzle.layout(), puzzle.geometry());
        let constraints = constraints(&clues).into_iter();
        Conflict {
            givens: givens(&clues).iter().map(|at| at.name(board)).collect(),
            constraints: constraints
                .map(|number| layout.constraints()[number].label(board))
                .collect(),
            is_minimal,
            has_removed: rest.removed().next().is_some(),
            cause: match (rest.clash(), Candidates::new(&rest).propagate()) {
                (Some(clash), _) => Cause::Clash(clash),
                (None, Err(contradiction)) => Cause::Contradiction(contradiction),
                (None, Ok(())) => Cause::Search,
            },
        }
    }
}

impl fmt::Display for Conflict {
    /// `no digit is left for r4c2, given r1c1=1 r1c2=2 r3c1=3`, or with drawn constraints `cage 17
    /// r1c1 r1c2 and r1c5=9 contradict each other`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.constraints.is_empty() {
            return self.fmt_clues(f);
        }
        match &self.cause {
            Cause::Clash(clash) => return clash.fmt(f),
            Cause::Contradiction(contradiction) => contradiction.fmt(f)?,
            Cause::Search => f.write_str("every way to fill the grid fails")?,
        }
        if self.has_removed {
            f.write_str(", with these pencil marks")?;
        }
        match (&self.givens[..], self.is_minimal) {
            ([], true) => return f.write_str(", whatever is given"),
            ([], false) => return Ok(()),
            _ => f.write_str(", given")?,
        }
        self.givens().try_for_each(|name| write!(f, " {name}"))?;
        if !self.is_minimal {
            f.write_str(" (fewer of these may be enough)")?;
        }
        Ok(())
    }
}

impl Conflict {
    /// Lists the constraints and givens.
    fn fmt_clues(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let givens = self.givens.iter().map(CandidateName::to_string);
        let clues: Vec<String> = self.constraints.iter().cloned().chain(givens).collect();
        match &clues[..] {
            [only] => write!(f, "no digits satisfy {only}")?,
            [first @ .., last] => {
                write!(f, "{} and {last} contradict each other", first.join(", "))?;
            }
            [] => {}
        }
        if self.has_removed {
            f.write_str(", with these pencil marks")?;
        }
        if !self.is_minimal {
            f.write_str(" (fewer of these may be enough)")?;
        }
        Ok(())
    }
}

/// Returns a drawn constraint that propagation refutes without any other clue.
fn impossible_constraint(puzzle: &Puzzle) -> Option<usize> {
    let is_refuted = |clues: &[Clue]| {
        let rest = restricted(puzzle, clues);
        Candidates::new(&rest).propagate().is_err()
    };
    let mut numbers = 0..puzzle.layout().constraints().len();
    let found = numbers.find(|number| is_refuted(&[Clue::Constraint(*number)]))?;
    (!is_refuted(&[])).then_some(found)
}

/// Computes a MUS of the givens and constraints of `puzzle`, which `engine` found to have no solution. If a
/// limit is reached before anything is known, all clues are the conflict, which is not minimal. Falls back to
/// the conflict known without a search if the board is too large.
pub(super) fn find_conflict(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    report: &Report,
    budget: &Budget,
) -> Result<Conflict, TaskError> {
    let clash = puzzle.clash();
    let known = || Conflict::without_search(puzzle, report.contradiction.clone());
    // One given never conflicts with rows, columns and boxes alone; other rules may allow no solution
    // at all, which says more than the clash.
    if clash.is_some() && is_classic(puzzle) {
        return Ok(known());
    }
    let blank = puzzle.restricted_to(&[]);
    let rules = Translation::new(&blank, Encoding::Extended);
    let Ok(clauses) = rules.clause_count_up_to(Conflict::MOST_CLAUSES) else {
        return Ok(known());
    };
    // The solver here is the embedded one, whatever the engine.
    let failed = |error| TaskError::Failed {
        engine: "sat".to_string(),
        is_external: false,
        puzzle: puzzle.to_string(),
        error,
    };
    let work = WORK * clauses.max(CLAUSES) / CLAUSES;
    let solver = Box::new(Varisat::limited(budget.deadline.as_ref(), work));
    let all = all_clues(puzzle);
    let Ok(mut solver) = ClueSolver::new(puzzle, &all, solver, budget) else {
        return Ok(known());
    };
    let mut clues = all;
    if let Some(clash) = &clash {
        clues.retain(|clue| match clue {
            Clue::Given(given) => clash.cells().contains(&given.cell),
            Clue::Constraint(_) => true,
        });
    }
    match solver.ask(&clues).map_err(failed)? {
        SolverAnswer::Unsatisfiable(core) => {
            let shrunk = solver.shrink(core, &clues).map_err(failed)?;
            let is_minimal = shrunk.limit.is_none();
            match is_minimal || clash.is_none() || !known().is_minimal {
                true => Ok(Conflict::of_clues(puzzle, shrunk.clues, is_minimal)),
                false => Ok(known()),
            }
        }
        SolverAnswer::Unknown(_) if clash.is_some() => Ok(known()),
        SolverAnswer::Unknown(_) => Ok(Conflict::of_clues(puzzle, clues, false)),
        SolverAnswer::Satisfiable(grid) => {
            let answers = [describe(&[], report.end), describe(&[grid], End::Stopped)];
            Err(TaskError::disagreement(engine, "sat", puzzle, answers))
        }
    }
}

/// Returns true for a puzzle with boxes, without variants, drawn constraints and removed candidates.
fn is_classic(puzzle: &Puzzle) -> bool {
    let rules = puzzle.layout().rules();
    let is_plain =
        rules.regions().is_none() && rules.variants().is_empty() && rules.corners().is_empty();
    is_plain && rules.constraints().is_empty() && puzzle.removed().next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_givens_and_constraints() {
        use crate::board::{Constraint, Layout, Ruleset};
        use crate::engine::sat::Sat;
        use crate::task::{Session, Verdict};
        let conflict = |givens: &str, constraints: &[&str]| {
            let parse = |text: &&str| Constraint::parse(text, 9).unwrap();
            let rules = Ruleset::classic("3x3".parse().unwrap());
            let rules = rules.with_constraints(constraints.iter().map(parse).collect());
            let layout = Layout::new(rules.unwrap()).into();
            let puzzle = crate::testing::puzzle_on(layout, &format!("{givens:.<81}"));
            let mut session = Session::new(Box::<Sat>::default());
            let Verdict::Unsolvable(conflict) = session.check(&puzzle).unwrap().outcome else {
                panic!("it has a solution");
            };
            assert!(conflict.is_minimal());
            conflict.to_string()
        };
        let cages = [
            "cage 17 r1c1 r1c2",
            "cage 9 r5c5 r5c6",
            "thermometer r9c1-r9c4",
        ];
        assert_eq!(
            conflict("....9..1.", &cages),
            "cage 17 r1c1 r1c2 and r1c5=9 contradict each other"
        );
        let alone = conflict(".....", &["cage 20 r1c1-r1c3", "cage 99 r1c1-r1c3"]);
        assert_eq!(alone, "no digits satisfy cage 99 r1c1 r1c2 r1c3");
        let equal = conflict("1", &["extra-region r1c1 r5c5", "sum 2 r5c5 r1c1"]);
        assert_eq!(
            equal,
            "extra-region r1c1 r5c5 and sum 2 r5c5 r1c1 contradict each other"
        );
    }

    fn conflict_of(rules: &str) -> Conflict {
        use crate::task::{Session, Verdict};
        let puzzle = crate::testing::blank_on(rules);
        let Verdict::Unsolvable(conflict) = Session::default().check(&puzzle).unwrap().outcome
        else {
            panic!("it has a solution");
        };
        conflict
    }

    #[test]
    fn a_sum_that_a_house_excludes_is_refuted_without_a_search() {
        let conflict = conflict_of("sum 46 r1c1-r1c9");
        assert!(conflict.is_minimal());
        let cells = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9";
        assert_eq!(
            conflict.to_string(),
            format!("no digits satisfy sum 46 {cells}")
        );
        let either = "either { sum 46 r1c1-r1c9 } or { sum 44 r2c1-r2c9 }";
        let conflict = conflict_of(either);
        assert!(conflict.is_minimal());
        assert_eq!(conflict.constraints().count(), 1);
    }

    #[test]
    fn all_clues_are_the_conflict_if_the_limit_is_reached_at_once() {
        use crate::engine::Work;
        use crate::engine::mrv::Mrv;
        // Ten cells in no common house hold different digits.
        let cells = "r1c1 r2c4 r3c7 r4c2 r5c5 r6c8 r7c3 r8c6 r9c9 r1c5";
        let puzzle = crate::testing::blank_on(&format!("all-pairs \"a != b\" {cells}"));
        let report = Report::new(End::Complete, Work::default());
        let conflict = find_conflict(&Mrv::default(), &puzzle, &report, &Budget::UNLIMITED);
        let conflict = conflict.unwrap();
        assert_eq!(conflict.constraints().count(), 1);
        assert!(!conflict.is_minimal());
        assert!(
            conflict
                .to_string()
                .ends_with("(fewer of these may be enough)")
        );
    }

    #[test]
    fn a_contradiction_of_one_constraint_names_it() {
        for (rules, expected) in [
            (
                "board 4x4; box 2x2; sum 99 r3c1 r2c2",
                "no digits satisfy sum 99 r3c1 r2c2",
            ),
            (
                "board 4x4; box 2x2; sandwich 9 row 4",
                "no digits satisfy sandwich 9 row 4 left",
            ),
        ] {
            let puzzle = crate::testing::blank_on(rules);
            let contradiction = Candidates::new(&puzzle).propagate().unwrap_err();
            let conflict = Conflict::without_search(&puzzle, Some(contradiction));
            assert_eq!(conflict.to_string(), expected);
            assert!(conflict.is_minimal());
        }
    }
}

//! Why a puzzle has no solution: a minimal set of givens that contradict each other.

use std::fmt;

use super::answer::TaskError;
use super::mus::GivenSolver;
use super::search::{describe, disagreement};
use super::session::Session;
use crate::board::{Candidate, CandidateName, Clash, Contradiction, Puzzle};
use crate::engine::{Budget, End, Report};
use crate::propagate::Candidates;
use crate::sat::{Encoding, SolverAnswer, Translation, Varisat};

/// Why a puzzle has no solution: a minimal unsatisfiable subset (MUS) of its givens and where that
/// fails, as far as they are known.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Session, Verdict};
///
/// let puzzle: Puzzle = ".123......1.4...".parse()?;
/// let Verdict::None(conflict) = Session::default().check(&puzzle)?.outcome else {
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
    is_minimal: bool,
    /// Whether candidates that are removed have a part in it.
    has_removed: bool,
    cause: Cause,
}

/// Where a puzzle fails.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cause {
    /// Two equal givens in one house.
    Clash(Clash),
    /// What singles and intersections lead to.
    Contradiction(Contradiction),
    /// Nothing plainer: everything was tried, or refuted by the SAT solver.
    Search,
}

impl Conflict {
    /// The most clauses that the rules of a board may have for a MUS to be looked for: those of
    /// 25×25 fit, those of 36×36 do not. With few givens left a larger board can be harder than the
    /// puzzle itself.
    pub const MOST_CLAUSES: u64 = 1_000_000;

    /// How much work the search for a MUS may do, in the unit of [`Varisat::limited`]: some 50 ms on
    /// 9×9 and below.
    const WORK: u64 = 500_000;

    /// The clauses of a 9×9 board, of which each one more allows more work in proportion.
    const CLAUSES: u64 = 12_000;

    /// Givens that contradict each other, in the order of their cells. None where they are not
    /// known or, if [`Conflict::is_minimal`], where the board has no solution whatever is given.
    pub fn givens(&self) -> impl Iterator<Item = CandidateName> + '_ {
        self.givens.iter().copied()
    }

    /// Whether the givens are a MUS: leave any one out, and the rest has a solution. This is false
    /// where it was not looked for, or the search for it was given up: then fewer givens may
    /// contradict each other, too.
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    /// The two equal givens in one house, if that is the reason.
    pub fn clash(&self) -> Option<&Clash> {
        match &self.cause {
            Cause::Clash(clash) => Some(clash),
            _ => None,
        }
    }

    /// Where singles and intersections run into a contradiction, if they do.
    pub fn contradiction(&self) -> Option<Contradiction> {
        match &self.cause {
            Cause::Contradiction(contradiction) => Some(*contradiction),
            _ => None,
        }
    }

    /// The reason that is seen without a search: a clash, or what propagation ran into, if it was
    /// that which refuted `puzzle`.
    pub(super) fn at_once(puzzle: &Puzzle, contradiction: Option<Contradiction>) -> Conflict {
        match (puzzle.clash(), contradiction) {
            (Some(clash), _) => Conflict {
                givens: clash.candidates().to_vec(),
                // Any one digit fits a board with boxes; other rules may leave no solution at all.
                is_minimal: is_classic(puzzle),
                has_removed: false,
                cause: Cause::Clash(clash),
            },
            (None, contradiction) => Conflict {
                givens: Vec::new(),
                is_minimal: false,
                has_removed: !puzzle.removed().is_empty(),
                cause: contradiction.map_or(Cause::Search, Cause::Contradiction),
            },
        }
    }

    /// These givens of `puzzle`, and where propagation fails with them alone.
    fn of_givens(puzzle: &Puzzle, mut givens: Vec<Candidate>, is_minimal: bool) -> Conflict {
        givens.sort();
        let rest = puzzle.restricted_to(&givens);
        Conflict {
            givens: givens
                .iter()
                .map(|given| given.name(puzzle.size()))
                .collect(),
            is_minimal,
            has_removed: !puzzle.removed().is_empty(),
            cause: match (rest.clash(), Candidates::new(&rest).propagate()) {
                (Some(clash), _) => Cause::Clash(clash),
                (None, Err(contradiction)) => Cause::Contradiction(contradiction),
                (None, Ok(())) => Cause::Search,
            },
        }
    }
}

impl fmt::Display for Conflict {
    /// `no digit is left for r4c2, given r1c1=1 r1c2=2 r3c1=3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// Whether rows, columns and boxes are all the rules, and no candidate is removed.
fn is_classic(puzzle: &Puzzle) -> bool {
    let rules = puzzle.layout().rules();
    rules.regions().is_none() && rules.variants().is_empty() && puzzle.removed().is_empty()
}

impl Session {
    /// The reason for which `puzzle`, which was found to have no solution, has none.
    pub(super) fn conflict(
        &self,
        puzzle: &Puzzle,
        report: &Report,
        budget: Budget,
    ) -> Result<Conflict, TaskError> {
        let at_once = Conflict::at_once(puzzle, report.contradiction);
        if !self.gives_reasons() || at_once.is_minimal {
            return Ok(at_once);
        }
        let blank = puzzle.restricted_to(&[]);
        let clauses = Translation::new(&blank, Encoding::Extended).clause_count();
        if clauses > Conflict::MOST_CLAUSES {
            return Ok(at_once);
        }
        let failed = |error| TaskError::Engine {
            engine: "sat".to_string(),
            puzzle: puzzle.givens().to_string(),
            error,
        };
        let work = Conflict::WORK * clauses.max(Conflict::CLAUSES) / Conflict::CLAUSES;
        let solver = Box::new(Varisat::limited(budget.deadline, work));
        let mut solver = GivenSolver::new(puzzle, &blank, solver);
        let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
        if let Some(clash) = at_once.clash() {
            givens.retain(|given| clash.cells().contains(&given.cell));
        }
        match solver.ask(&givens).map_err(failed)? {
            SolverAnswer::Unsatisfiable(core) => {
                let shrunk = solver.shrink(core, &givens).map_err(failed)?;
                let is_minimal = shrunk.limit.is_none();
                Ok(Conflict::of_givens(puzzle, shrunk.givens, is_minimal))
            }
            // That there is no solution is known all the same.
            SolverAnswer::Unknown(_) => Ok(at_once),
            SolverAnswer::Satisfiable(grid) => {
                let answers = [describe(&[], report.end), describe(&[grid], End::Stopped)];
                Err(disagreement(self.engine_ref(), "sat", puzzle, answers))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Verdict;
    use super::*;
    use crate::testing::random_puzzles;

    #[test]
    fn conflicts_are_conflicts_and_minimal() {
        let mut conflicts = 0;
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 60) {
            let name = puzzle.givens().to_string();
            let check = |puzzle: &Puzzle| Session::default().check(puzzle).unwrap().outcome;
            let Verdict::None(conflict) = check(&puzzle) else {
                continue;
            };
            conflicts += 1;
            assert!(conflict.is_minimal(), "{name}");
            let names: Vec<CandidateName> = conflict.givens().collect();
            let of_names = |left_out: Option<CandidateName>| {
                let all = puzzle.givens().filled();
                let is_in = |given: &Candidate| {
                    let name = given.name(puzzle.size());
                    names.contains(&name) && left_out != Some(name)
                };
                let givens: Vec<Candidate> = all.filter(is_in).collect();
                matches!(check(&puzzle.restricted_to(&givens)), Verdict::None(_))
            };
            assert!(of_names(None), "{name}");
            for given in &names {
                assert!(!of_names(Some(*given)), "{name}");
            }
        }
        assert!(conflicts > 10);
    }
}

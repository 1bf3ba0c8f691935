//! Why a puzzle has no solution: a minimal set of givens that contradict each other.

use super::givens::{GivenSolver, Outcome};
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::EngineError;
use crate::sat::{AssumingSolver, Encoding, Translation};

/// The most clauses that the rules of a board may have for its conflicts to be explained: those
/// of 25×25 fit, where a conflict takes some seconds at most; those of 36×36 do not. With few
/// givens left a larger board can be harder than the puzzle itself.
pub const MOST_CLAUSES_EXPLAINED: u64 = 1_000_000;

/// Whether the rules of the puzzle's board are within [`MOST_CLAUSES_EXPLAINED`].
pub fn is_explainable(puzzle: &Puzzle) -> bool {
    Translation::new(&puzzle.restricted_to(&[]), Encoding::Extended).clause_count()
        <= MOST_CLAUSES_EXPLAINED
}

/// What [`conflicting_givens`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// No grid has all of these givens, in the order of their cells; leave any one out, and some
    /// grid has the rest.
    Conflict(Vec<Candidate>),
    /// There is nothing to explain: this is a solution of the puzzle.
    Solution(Grid),
    /// The solver gave up.
    GaveUp,
}

/// A minimal set of givens that contradict each other. It is not always the smallest one there
/// is: of the sets that are minimal it is the one that `solver` and the order of the cells lead
/// to, always the same.
///
/// A failed core of the solver, shrunk by deletion: each given is left out in turn, and if what is
/// left still has no solution, it stays out, together with all that the new core does not name
/// (J. Marques-Silva, *Minimal Unsatisfiability: Models, Algorithms and Applications*, ISMVL 2010,
/// where this is deletion with clause set refinement). Each given that stays has been seen to
/// matter: a verified grid has all the others. `solver` must be fresh; it solves once or twice for
/// each given of the first core.
///
/// # Errors
/// When the solver comes to no answer, or to a wrong one.
pub fn conflicting_givens<S: AssumingSolver>(
    puzzle: &Puzzle,
    solver: S,
) -> Result<Explanation, EngineError> {
    let blank = puzzle.restricted_to(&[]);
    let mut solver = GivenSolver::new(puzzle, &blank, solver);
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    let mut core = match solver.ask(&givens)? {
        Outcome::Solution(grid) => return Ok(Explanation::Solution(grid)),
        Outcome::Refuted(core) => core,
        Outcome::GaveUp => return Ok(Explanation::GaveUp),
    };
    for given in core.clone() {
        if core.contains(&given) {
            let rest: Vec<Candidate> = core.iter().copied().filter(|g| *g != given).collect();
            match solver.ask(&rest)? {
                Outcome::Refuted(smaller) => core = smaller,
                Outcome::Solution(_) => {}
                Outcome::GaveUp => return Ok(Explanation::GaveUp),
            }
        }
    }
    Ok(Explanation::Conflict(core))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::Varisat;
    use crate::task::{Session, Verdict};
    use crate::testing::random_puzzles;

    #[test]
    fn conflicts_are_conflicts_and_minimal() {
        let mut conflicts = 0;
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 60) {
            let name = puzzle.givens().to_string();
            let verdict = Session::default().check(&puzzle).unwrap().outcome;
            let conflict = match conflicting_givens(&puzzle, Varisat::default()).unwrap() {
                Explanation::Conflict(conflict) => conflict,
                Explanation::GaveUp => panic!("{name}"),
                Explanation::Solution(_) => {
                    assert!(!matches!(verdict, Verdict::None(_)), "{name}");
                    continue;
                }
            };
            assert!(matches!(verdict, Verdict::None(_)), "{name}");
            conflicts += 1;
            let has_solution = |givens: &[Candidate]| {
                let answer = Session::default().check(&puzzle.restricted_to(givens));
                !matches!(answer.unwrap().outcome, Verdict::None(_))
            };
            assert!(!has_solution(&conflict), "{name}");
            for given in &conflict {
                let rest: Vec<Candidate> =
                    conflict.iter().copied().filter(|g| g != given).collect();
                assert!(has_solution(&rest), "{name}");
            }
        }
        assert!(conflicts > 10);
    }

    #[test]
    fn boards_up_to_25_are_explained() {
        for (shape, expected) in [("3x3", true), ("5x5", true), ("6x6", false)] {
            let empty = Puzzle::empty(shape.parse().unwrap());
            assert_eq!(is_explainable(&empty), expected, "{shape}");
        }
    }
}

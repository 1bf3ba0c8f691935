//! Which givens a puzzle needs to have one solution.
//!
//! A given is needed when without it there is a second solution. That second solution is the
//! witness: it shows to the eye that the given cannot go. A given that is needed stays needed when
//! others go, so one witness for each given that is left proves a puzzle minimal.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::givens::{GivenSolver, Outcome};
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::EngineError;
use crate::sat::AssumingSolver;

/// A given that a puzzle needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The given.
    pub given: Candidate,
    /// A grid that follows the rules, has all other givens of the puzzle and is not its solution.
    /// It differs from that in the cell of `given` among others.
    pub other: Grid,
}

/// A puzzle none of whose givens can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimal {
    /// The puzzle, with some of the givens of the one it came from.
    pub puzzle: Puzzle,
    /// Why each given is needed, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// Which givens of a puzzle are needed as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The givens each of which could go on its own, in the order of the cells. Two of them
    /// together often could not.
    pub redundant: Vec<Candidate>,
    /// The others, each with its witness, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// What [`minimise`] and [`needs`] find out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Minimised<T> {
    /// What was asked for.
    Found(T),
    /// The puzzle has not one solution in the first place: this is another.
    NotUnique(Grid),
    /// The solver gave up.
    GaveUp,
}

/// Leaves givens out as long as the puzzle has one solution, which is `solution`.
///
/// Givens are tried from the last cell to the first, or with `seed` in an order that depends on it
/// (`ChaCha8Rng`, the same on every machine), which leads to another of the many minimal puzzles.
///
/// One solver answers everything: rules and "not this solution" are clauses, givens are
/// assumptions. No model under some givens means that they have one solution, and the failed core,
/// once confirmed, is a smaller puzzle that has one too. This is the deletion of
/// [`conflicting_givens`](super::conflicting_givens) with one clause more. `solver` must be fresh.
/// On solved 9×9 grids it is asked some 50 times.
///
/// # Errors
/// When the solver comes to no answer, or to a wrong one.
pub fn minimise<S: AssumingSolver>(
    puzzle: &Puzzle,
    solution: &Grid,
    seed: Option<u64>,
    solver: S,
) -> Result<Minimised<Minimal>, EngineError> {
    let blank = puzzle.restricted_to(&[]);
    let mut solver = GivenSolver::new(puzzle, &blank, solver);
    solver.exclude(solution);
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    if let Some(seed) = seed {
        givens.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let mut kept = match solver.ask(&givens)? {
        Outcome::Refuted(core) => core,
        Outcome::Solution(other) => return Ok(Minimised::NotUnique(other)),
        Outcome::GaveUp => return Ok(Minimised::GaveUp),
    };
    let mut witnesses = Vec::new();
    for &given in kept.clone().iter().rev() {
        if !kept.contains(&given) {
            continue;
        }
        let rest: Vec<Candidate> = kept.iter().copied().filter(|g| *g != given).collect();
        match solver.ask(&rest)? {
            Outcome::Refuted(smaller) => kept = smaller,
            Outcome::Solution(other) => witnesses.push(Witness { given, other }),
            Outcome::GaveUp => return Ok(Minimised::GaveUp),
        }
    }
    witnesses.sort_by_key(|witness| witness.given);
    Ok(Minimised::Found(Minimal {
        puzzle: puzzle.restricted_to(&kept),
        witnesses,
    }))
}

/// Which givens the puzzle needs as it stands, whose one solution is `solution`. `solver` must be fresh; it is asked about each given of a first core: no other can
/// be needed, because the core has one solution without it.
///
/// # Errors
/// When the solver comes to no answer, or to a wrong one.
pub fn needs<S: AssumingSolver>(
    puzzle: &Puzzle,
    solution: &Grid,
    solver: S,
) -> Result<Minimised<Needs>, EngineError> {
    let blank = puzzle.restricted_to(&[]);
    let mut solver = GivenSolver::new(puzzle, &blank, solver);
    solver.exclude(solution);
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    let mut suspects = match solver.ask(&givens)? {
        Outcome::Refuted(core) => core,
        Outcome::Solution(other) => return Ok(Minimised::NotUnique(other)),
        Outcome::GaveUp => return Ok(Minimised::GaveUp),
    };
    let mut witnesses = Vec::new();
    while let Some(given) = suspects.pop() {
        let rest: Vec<Candidate> = givens.iter().copied().filter(|g| *g != given).collect();
        match solver.ask(&rest)? {
            // What this core does not name can go as well.
            Outcome::Refuted(core) => suspects.retain(|suspect| core.contains(suspect)),
            Outcome::Solution(other) => witnesses.push(Witness { given, other }),
            Outcome::GaveUp => return Ok(Minimised::GaveUp),
        }
    }
    witnesses.sort_by_key(|witness| witness.given);
    let is_needed = |given: &Candidate| {
        let found = witnesses.binary_search_by_key(given, |witness| witness.given);
        found.is_ok()
    };
    let redundant = givens.iter().copied().filter(|given| !is_needed(given));
    Ok(Minimised::Found(Needs {
        redundant: redundant.collect(),
        witnesses,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::verify;
    use crate::sat::Varisat;
    use crate::task::{Session, Verdict};
    use crate::testing::random_puzzles;

    fn verdict(puzzle: &Puzzle) -> Verdict {
        Session::default().check(puzzle).unwrap().outcome
    }

    fn found<T>(result: Result<Minimised<T>, EngineError>) -> T {
        match result.unwrap() {
            Minimised::Found(found) => found,
            _ => panic!("not unique"),
        }
    }

    fn without(puzzle: &Puzzle, given: Candidate) -> Puzzle {
        let all = puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|g| *g != given).collect();
        puzzle.restricted_to(&rest)
    }

    fn assert_witness(puzzle: &Puzzle, solution: &Grid, witness: &Witness) {
        assert_ne!(&witness.other, solution);
        let rest = without(puzzle, witness.given);
        assert_eq!(verify(&rest, &witness.other), Ok(()));
    }

    #[test]
    fn minimal_puzzles_are_unique_and_need_every_given() {
        let mut count = 0;
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 40) {
            let name = puzzle.givens().to_string();
            let Verdict::Unique(solution) = verdict(&puzzle) else {
                continue;
            };
            count += 1;
            for seed in [None, Some(1)] {
                let minimal = minimise(&puzzle, &solution, seed, Varisat::default());
                let Minimal { puzzle, witnesses } = found(minimal);
                assert_eq!(
                    verdict(&puzzle),
                    Verdict::Unique(solution.clone()),
                    "{name}"
                );
                let witnessed: Vec<Candidate> = witnesses.iter().map(|w| w.given).collect();
                let givens: Vec<Candidate> = puzzle.givens().filled().collect();
                assert_eq!(witnessed, givens, "{name}");
                for witness in &witnesses {
                    assert_witness(&puzzle, &solution, witness);
                }
                let needs = needs(&puzzle, &solution, Varisat::default());
                assert!(found(needs).redundant.is_empty(), "{name}");
            }
        }
        assert!(count > 20);
    }

    #[test]
    fn needs_are_told_apart() {
        for puzzle in random_puzzles(&["2x2", "3x3"], 20) {
            let Verdict::Unique(solution) = verdict(&puzzle) else {
                continue;
            };
            let needs = found(needs(&puzzle, &solution, Varisat::default()));
            let total = needs.redundant.len() + needs.witnesses.len();
            assert_eq!(total, puzzle.givens().filled().count());
            for given in &needs.redundant {
                let verdict = verdict(&without(&puzzle, *given));
                assert!(matches!(verdict, Verdict::Unique(_)), "{}", puzzle.givens());
            }
            for witness in &needs.witnesses {
                assert_witness(&puzzle, &solution, witness);
            }
        }
    }

    #[test]
    fn a_puzzle_with_two_solutions_has_no_needs() {
        let puzzle = crate::testing::puzzle("2x2", "12343412........");
        let Verdict::Multiple([one, _]) = verdict(&puzzle) else {
            panic!("not multiple");
        };
        let solver = Varisat::default;
        let minimised = minimise(&puzzle, &one, None, solver());
        assert!(matches!(minimised, Ok(Minimised::NotUnique(_))));
        let needs = needs(&puzzle, &one, solver());
        assert!(matches!(needs, Ok(Minimised::NotUnique(other)) if other != one));
    }
}

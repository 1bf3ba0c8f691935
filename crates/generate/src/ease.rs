//! Restoring of removed clues, which makes a puzzle with drawn constraints easier.
//!
//! A minimal puzzle with constraints is rarely easy. Instead of trying solved grids until one leads to an
//! easy puzzle, the generator puts removed clues back until the puzzle is easy enough.

use rand_chacha::ChaCha8Rng;

use super::constraints::with_clues;
use super::shuffle::shuffle;
use satdoku::Deadline;
use satdoku::board::Puzzle;
use satdoku::task::Clue;
use satdoku_explain::{Difficulty, ExplainError, Explainer};

/// The clues that were removed from a puzzle.
pub(super) struct Removal<'a> {
    /// The puzzle with all clues, including the whole solution.
    full: &'a Puzzle,
    kept: Vec<Clue>,
    /// Groups of clues, in the order in which they can be restored.
    removed: Vec<Vec<Clue>>,
}

impl<'a> Removal<'a> {
    /// Compares `puzzle` with `full`, the puzzle with all clues. Constraints are restored before givens, so
    /// that they do most of the work. `groups` are the cells that may be given, if any.
    pub fn new<'b>(
        full: &'a Puzzle,
        puzzle: &Puzzle,
        groups: impl Iterator<Item = &'b [usize]>,
        random: &mut ChaCha8Rng,
    ) -> Removal<'a> {
        let all = full.layout().constraints();
        let is_kept = |clue: &Clue| match clue {
            Clue::Constraint(number) => puzzle.layout().constraints().contains(&all[*number]),
            Clue::Given(given) => puzzle.givens().get(given.cell).is_some(),
        };
        let numbers = (0..all.len()).map(Clue::Constraint);
        let solution: Vec<Clue> = full.givens().filled().map(Clue::Given).collect();
        let kept = numbers.clone().chain(solution.iter().copied());
        let kept = kept.filter(is_kept).collect();
        let constraints = numbers.filter(|clue| !is_kept(clue));
        let mut removed: Vec<Vec<Clue>> = constraints.map(|clue| vec![clue]).collect();
        shuffle(&mut removed, random);
        let blank = groups.filter(|group| !is_kept(&solution[group[0]]));
        let givens = blank.map(|group| group.iter().map(|cell| solution[*cell]).collect());
        let mut givens: Vec<Vec<Clue>> = givens.collect();
        shuffle(&mut givens, random);
        removed.append(&mut givens);
        Removal {
            full,
            kept,
            removed,
        }
    }

    /// Returns the puzzle in which this many groups are restored.
    pub fn restored(&self, count: usize) -> Puzzle {
        let clues = [&self.kept[..], &self.removed[..count].concat()].concat();
        with_clues(self.full, &clues)
    }

    /// Returns the number of groups to restore so that the puzzle is not too hard. Bisection finds it
    /// with few ratings, and rarely rates the hardest puzzles, which takes longest. It is the fewest if no
    /// clue makes the puzzle harder. `None` if all groups are not enough, or if the deadline passes.
    pub fn fewest(
        &self,
        difficulty: &Difficulty,
        explainer: &mut Explainer,
        deadline: Option<Deadline>,
    ) -> Result<Option<usize>, ExplainError> {
        let mut is_too_hard = |count: usize| {
            let rating = explainer.rate_up_to(&self.restored(count), difficulty, deadline);
            rating.map(|rating| rating.is_none())
        };
        let (mut fewest, mut enough) = (0, self.removed.len() + 1);
        while fewest < enough {
            let middle = fewest.midpoint(enough);
            if is_too_hard(middle)? {
                fewest = middle + 1;
            } else {
                enough = middle;
            }
        }
        Ok(Some(enough).filter(|count| *count <= self.removed.len()))
    }
}

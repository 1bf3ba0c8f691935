//! Other forms of a puzzle: without redundant clues, canonical, shuffled, or as it is.

use satdoku::board::Puzzle;
use satdoku::task::{ClueKind, canonical};

use crate::asker::Asker;
use crate::cost::Cost;
use crate::failure::Failure;
use crate::row;

row! {
    /// A puzzle without redundant clues.
    MinimalRow answers "minimal" {
        /// The puzzle.
        minimal: Option<Option<String>>,
        /// The clues that were left out.
        removed: Option<Vec<String>>,
        /// The reason why there is none.
        error: Option<String>,
        /// The cost, and the field `confirmed`.
        #[serde(flatten)]
        cost: Cost,
    }
    hidden {
        /// The puzzle.
        puzzle: Option<Puzzle>,
    }
}

row! {
    /// The minlex form of a puzzle.
    CanonicalRow answers "canonical" {
        /// The form.
        canonical: Option<Option<String>>,
        /// The reason why there is none.
        error: Option<String>,
    }
    hidden {
        /// The puzzle in this form.
        puzzle: Option<Puzzle>,
    }
}

row! {
    /// A random equivalent of a puzzle.
    ShuffledRow answers "shuffled" {
        /// The equivalent puzzle.
        shuffled: Option<Option<String>>,
        /// The reason why there is none.
        error: Option<String>,
    }
    hidden {
        /// The equivalent puzzle.
        puzzle: Option<Puzzle>,
    }
}

row! {
    /// A puzzle as it is: its record has all fields.
    ConvertRow {
        /// The reason why it cannot be written.
        error: Option<String>,
    }
}

impl Asker {
    /// Leaves out redundant clues. `seed` sets another order in which they are tried.
    ///
    /// # Errors
    /// See [`Asker::solve`]; also if the puzzle has not exactly one solution or a limit is reached.
    pub fn minimise(
        &mut self,
        puzzle: &Puzzle,
        clues: ClueKind,
        seed: Option<u64>,
    ) -> Result<MinimalRow, Failure> {
        self.start();
        let answer = self.session.minimise(puzzle, clues, seed);
        let answer = answer.map_err(|error| Failure::of_question(puzzle, error))?;
        let cost = Cost::of(&answer);
        let minimal = answer.outcome.puzzle;
        let removed = answer.outcome.removed.iter();
        // The record has the rules, but not these pencil marks.
        let marks = minimal.removed_line().map(|line| format!("; {line}"));
        Ok(MinimalRow {
            minimal: Some(Some(
                minimal.givens().to_string() + &marks.unwrap_or_default(),
            )),
            removed: Some(removed.map(|clue| clue.text(puzzle.layout())).collect()),
            error: None,
            cost,
            puzzle: Some(minimal),
        })
    }
}

/// Returns the minlex form of a puzzle.
///
/// # Errors
/// If it is not a 9×9 puzzle with boxes and nothing else.
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalRow, Failure> {
    let found = canonical::canonical(puzzle);
    let found = found.map_err(|error| Failure::Unanswered(error.to_string()))?;
    Ok(CanonicalRow {
        canonical: Some(Some(found.givens().to_string())),
        puzzle: Some(found),
        ..CanonicalRow::default()
    })
}

/// Returns the equivalent of a puzzle that a seed and the number of the puzzle set.
///
/// # Errors
/// If it is not a 9×9 puzzle with boxes and nothing else.
pub fn shuffled(puzzle: &Puzzle, seed: u64, number: u64) -> Result<ShuffledRow, Failure> {
    let found = canonical::shuffled(puzzle, seed, number);
    let found = found.map_err(|error| Failure::Unanswered(error.to_string()))?;
    Ok(ShuffledRow {
        shuffled: Some(Some(found.givens().to_string())),
        puzzle: Some(found),
        ..ShuffledRow::default()
    })
}

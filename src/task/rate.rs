//! How hard a puzzle is: the sizes of its steps.

use std::fmt;

use super::explain::{ExplainError, Explainer, Technique};
use crate::board::Puzzle;

/// How hard a puzzle is, by its largest step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Singles are enough: no candidates need to be written down.
    Easy,
    /// All steps rest on one fact: singles and locked candidates.
    Medium,
    /// The largest step has two facts: pairs, X-wing, skyscraper …
    Hard,
    /// Three facts: triples, swordfish, XY-wing, short chains …
    Expert,
    /// Four to six facts.
    Fiendish,
    /// Seven facts and more.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 6] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Expert,
        Level::Fiendish,
        Level::Extreme,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Fiendish => "fiendish",
            Level::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rating {
    /// By the largest step.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_name"))]
    pub level: Level,
    /// The number of facts of the largest step; 0 where nothing is left to solve.
    pub largest: usize,
    /// The hardest technique: of the largest steps the one that is named last in [`Technique`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_name"))]
    pub technique: Technique,
    /// The number of steps.
    pub steps: usize,
    /// How many steps have 1, 2, 3, … facts.
    pub sizes: Vec<usize>,
}

#[cfg(feature = "serde")]
fn as_name<T: fmt::Display, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Rates one puzzle: [`Explainer::rate`] with a new [`Explainer`].
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Level, rate};
///
/// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
/// let rating = rate(&puzzle)?;
/// assert!(rating.is_some_and(|rating| rating.level == Level::Easy && rating.largest == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As there.
pub fn rate(puzzle: &Puzzle) -> Result<Option<Rating>, ExplainError> {
    Explainer::default().rate(puzzle)
}

impl Explainer {
    /// How hard the puzzle is, by the steps that [`Explainer::explain`] finds; `None` when they do
    /// not lead to a solution, because there are several or there is none. The steps are not
    /// checked one by one, but the grid they end in is.
    ///
    /// # Errors
    /// As [`Explainer::explain`].
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, ExplainError> {
        let mut walk = self.walk(puzzle)?;
        let mut sizes: Vec<usize> = Vec::new();
        let mut hardest = (0, Technique::HiddenSingle);
        let mut is_easy = true;
        while let Some(step) = walk.advance()? {
            let size = step.facts.len();
            sizes.resize(sizes.len().max(size), 0);
            sizes[size - 1] += 1;
            hardest = hardest.max((size, step.technique));
            is_easy &= step.technique <= Technique::NakedSingle;
        }
        if walk.solution()?.is_none() {
            return Ok(None);
        }
        let (largest, technique) = hardest;
        let level = match largest {
            0 | 1 if is_easy => Level::Easy,
            0 | 1 => Level::Medium,
            2 => Level::Hard,
            3 => Level::Expert,
            4..=6 => Level::Fiendish,
            _ => Level::Extreme,
        };
        Ok(Some(Rating {
            level,
            largest,
            technique,
            steps: sizes.iter().sum(),
            sizes,
        }))
    }
}

//! Ratings in rows and captions.

use satdoku::board::Puzzle;
use satdoku_explain::{Level, rate};

/// The columns of a rating.
pub const RATING_COLUMNS: [&str; 9] = [
    "level",
    "largest",
    "at_least",
    "technique",
    "score",
    "techniques",
    "steps",
    "sizes",
    "unproven",
];

/// The number of cells of the largest board that is rated for its caption. Larger ones, and those with drawn constraints, can
/// take minutes.
const LARGEST_CAPTION: usize = 81;

/// Returns the level of a puzzle for the caption of its picture, if that takes no time.
pub fn level_for_caption(puzzle: &Puzzle) -> Option<Level> {
    let is_quick =
        puzzle.layout().cell_count() <= LARGEST_CAPTION && puzzle.layout().constraints().is_empty();
    let rated = || Some(rate(puzzle).ok()??.level);
    is_quick.then(rated)?
}

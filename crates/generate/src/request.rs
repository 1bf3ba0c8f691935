//! The properties that generated puzzles are to have.

use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use super::drawing::ConstraintKind;
use super::pattern::Pattern;
use super::symmetry::Symmetry;
use satdoku::board::{CellName, Clash, Grid, Layout, Mismatch, Variant};
use satdoku_explain::Difficulty;

/// The boards of the puzzles.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Boards {
    /// The same board for all puzzles.
    Same(Arc<Layout>),
    /// A different random jigsaw for each puzzle.
    RandomJigsaws {
        /// The number of rows, columns and regions.
        size: usize,
        /// Further rules of the boards.
        variants: Vec<Variant>,
    },
}

/// The properties that generated puzzles are to have.
///
/// Without symmetry, pattern and number of givens, puzzles up to 16×16 are minimal; see
/// [`Request::minimal`].
///
/// ```
/// use satdoku_explain::{Difficulty, Level};
/// use satdoku_generate::{Boards, Generator, Request, Symmetry};
///
/// // Symmetric 6×6 jigsaws that are at least of medium difficulty.
/// let boards = Boards::RandomJigsaws { size: 6, variants: Vec::new() };
/// let request = Request {
///     symmetry: Symmetry::HalfTurn,
///     difficulty: Some(Difficulty::Level(Level::Medium)),
///     ..Request::on(boards)
/// };
/// let generated = Generator::new(request, 1)?.make(0)?;
/// assert_eq!(generated.puzzle.geometry().rows(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The boards.
    pub boards: Boards,
    /// The symmetry of the given cells.
    pub symmetry: Symmetry,
    /// The cells that are given and those that are blank; `None` for any.
    pub pattern: Option<Pattern>,
    /// Givens of every puzzle or, if no cell is blank, the solution of every puzzle.
    pub from: Option<Grid>,
    /// The number of givens; `None` for as few as the method reaches with the symmetry and pattern, and
    /// for none at all in killers up to 9×9.
    pub givens: Option<RangeInclusive<usize>>,
    /// True to discard puzzles that are not proved minimal. Without symmetry, pattern and number of
    /// givens, every puzzle up to 16×16 is minimal anyway.
    pub minimal: bool,
    /// The difficulty. All other puzzles are discarded, so a rare difficulty takes long, except with
    /// constraints to draw.
    pub difficulty: Option<Difficulty>,
    /// The kinds of constraints to draw on each solved grid; empty for none. Without
    /// [`Request::minimal`], only givens are left out, and up to 9×9 the puzzle is at most hard unless
    /// a difficulty is requested.
    pub constraints: Vec<ConstraintKind>,
}

/// A request that no puzzle can meet.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Cells that are to be given and blank, because of the pattern, the symmetry or the digits to start
    /// from.
    #[error("{given} is to be given, but {} blank", together(given, blank))]
    Cells {
        /// The given cell.
        given: CellName,
        /// The same cell, or one that goes with it.
        blank: CellName,
    },
    /// Two digits to start from exclude each other.
    #[error("no solution has {0}")]
    Clash(Clash),
    /// Two properties that cannot be combined.
    #[error("{0} and {1} cannot be combined")]
    Combination(String, String),
    /// No board has this size or variant, a range is empty, or the pattern or the digits to start from do not fit.
    #[error(transparent)]
    Board(#[from] Mismatch),
}

/// Returns words for a cell that is blank although this one is given.
fn together(given: &CellName, blank: &CellName) -> String {
    match given == blank {
        true => "the pattern leaves it".to_string(),
        false => format!("{blank}, which goes with it, is to be"),
    }
}

impl Request {
    /// Creates a request for minimal puzzles on one board.
    pub fn new(layout: Arc<Layout>) -> Request {
        Request::on(Boards::Same(layout))
    }

    /// Creates a request for minimal puzzles on these boards.
    pub fn on(boards: Boards) -> Request {
        Request {
            boards,
            symmetry: Symmetry::None,
            pattern: None,
            from: None,
            givens: None,
            minimal: false,
            difficulty: None,
            constraints: Vec::new(),
        }
    }
}

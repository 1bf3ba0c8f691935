//! The properties that generated puzzles are to have.

use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use super::attempt::LARGEST_EXACT;
use super::constraints::{ConstraintKind, SMALLEST_DRAWN};
use super::pattern::Pattern;
use super::symmetry::Symmetry;
use satdoku::board::{CellName, Clash, Grid, Layout, Mismatch, Variant};
use satdoku_explain::{Difficulty, LARGEST_EXPLAINED};

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
    /// The number of givens; `None` for as few as the method reaches with the symmetry and pattern.
    pub givens: Option<RangeInclusive<usize>>,
    /// True to discard puzzles that are not proved minimal. Without symmetry, pattern and number of
    /// givens, every puzzle up to 16×16 is minimal anyway.
    pub minimal: bool,
    /// The difficulty. All other puzzles are discarded, so a rare difficulty takes long.
    pub difficulty: Option<Difficulty>,
    /// The kinds of constraints to draw on each solved grid; empty for none. Givens and constraints
    /// that the puzzle does not need are removed, givens first.
    pub constraints: Vec<ConstraintKind>,
}

/// A request whose parts contradict each other or the board.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The pattern and the board have different numbers of cells.
    #[error("expected a pattern of {expected} cells, found {found}")]
    PatternSize {
        /// Cells of the board without variables.
        expected: usize,
        /// Cells of the pattern.
        found: usize,
    },
    /// The grid to start from and the board have different cells or digits.
    #[error("expected a grid to start from on a board of {expected}, found {found}")]
    GridSize {
        /// The board: its rows, columns and, if they are unusual, its digits and number of cells.
        expected: String,
        /// The board of the grid.
        found: String,
    },
    /// The grid to start from has a digit that the cell cannot hold.
    #[error("expected digits from {} to {} to start from, found another in {cell}", values.start(), values.end())]
    Digit {
        /// The lowest and the highest digit.
        values: RangeInclusive<usize>,
        /// The cell.
        cell: CellName,
    },
    /// A digit to start from is in a cell that the pattern leaves blank.
    #[error("{0} is given, but blank in the pattern")]
    GivenInBlank(CellName),
    /// Two digits to start from exclude each other.
    #[error("no solution has {0}")]
    Clash(Clash),
    /// The solved grid to start from breaks a rule.
    #[error("no grid with these rules and digits exists")]
    NoGrid,
    /// The pattern has one of two symmetric cells given and the other blank.
    #[error("the pattern is not symmetric: {given} is given and {blank} is blank")]
    Asymmetric {
        /// The symmetry.
        symmetry: Symmetry,
        /// The given cell.
        given: CellName,
        /// The blank cell.
        blank: CellName,
    },
    /// More givens than cells.
    #[error("no puzzle on this board has {givens} givens: at most {cells}")]
    TooMany {
        /// The smallest number requested.
        givens: usize,
        /// The cells of the board without variables.
        cells: usize,
    },
    /// An empty range.
    #[error("expected a range from fewer to more {what}, found {first}..{last}")]
    Range {
        /// `givens` or `facts`.
        what: &'static str,
        /// The first number.
        first: usize,
        /// The last number, which is smaller.
        last: usize,
    },
    /// Constraints are not drawn on boards of this size.
    #[error(
        "constraints are drawn from {SMALLEST_DRAWN}x{SMALLEST_DRAWN} to \
         {LARGEST_EXACT}x{LARGEST_EXACT}, and this board is {0}x{0}"
    )]
    Undrawn(usize),
    /// Puzzles with so many digits are not rated.
    #[error("puzzles are rated up to {LARGEST_EXPLAINED} digits, and this board has {0}")]
    Unrated(usize),
    /// Two properties that cannot be combined.
    #[error("{0} and {1} cannot be combined")]
    Combination(&'static str, &'static str),
    /// No board has this size, or none of this size has the variant.
    #[error(transparent)]
    Board(#[from] Mismatch),
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

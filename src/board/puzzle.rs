//! A puzzle: a layout and its givens.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::cell::{Candidate, CandidateName, Digit};
use super::grid::Grid;
use super::layout::Layout;
use super::shape::Shape;
use super::verify::{Clash, find_clash};

/// A board and the digits that are given on it.
///
/// Givens that contradict each other are a valid puzzle, one without a solution.
///
/// ```
/// use satdoku::board::{Grid, Layout, Puzzle};
///
/// // From text in any form that `satdoku::format` reads, from numbers, or from its parts.
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let numbers = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]];
/// let layout = Layout::classic("2x2".parse()?);
/// assert_eq!(puzzle, Puzzle::new(layout.into(), Grid::from(numbers))?);
/// assert_eq!(puzzle.to_string(), "1.....2..3.....4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    layout: Arc<Layout>,
    givens: Grid,
}

/// Why a grid is not a puzzle on a layout.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The grid has another size than the layout.
    #[error("expected a grid of {expected}x{expected} cells, found {found}x{found}")]
    Size {
        /// Cells per house of the layout.
        expected: usize,
        /// Rows of the grid.
        found: usize,
    },
    /// A digit is larger than the board allows.
    #[error("expected digits from 1 to {size}, found {candidate}")]
    Digit {
        /// Cells per house of the layout.
        size: usize,
        /// The digit and where it stands.
        candidate: CandidateName,
    },
}

impl Puzzle {
    /// The puzzle with these givens on this layout.
    ///
    /// # Errors
    /// When the grid has another size than the layout, or a digit above it.
    pub fn new(layout: Arc<Layout>, givens: Grid) -> Result<Puzzle, PuzzleError> {
        let size = layout.size();
        if givens.size() != size {
            return Err(PuzzleError::Size {
                expected: size,
                found: givens.size(),
            });
        }
        // There is no way out of this loop: the compiler makes it of a few wide instructions.
        let value = |digit: &Option<Digit>| digit.map_or(0, |digit| digit.value() as u16);
        let highest = givens.cells().iter().map(value).fold(0, u16::max);
        let too_high = |given: &Candidate| given.digit.value() > size;
        if usize::from(highest) > size
            && let Some(given) = givens.filled().find(too_high)
        {
            return Err(PuzzleError::Digit {
                size,
                candidate: given.name(size),
            });
        }
        Ok(Puzzle { layout, givens })
    }

    /// The plain puzzle of this shape without any given.
    pub fn empty(shape: Shape) -> Puzzle {
        Puzzle {
            layout: Arc::new(Layout::classic(shape)),
            givens: Grid::blank(shape.size()),
        }
    }

    /// The same board with only these of the givens. What is not a given of this puzzle is left
    /// out.
    pub fn restricted_to(&self, givens: &[Candidate]) -> Puzzle {
        let mut grid = Grid::blank(self.size());
        for given in givens {
            if self.givens.cells().get(given.cell.index()) == Some(&Some(given.digit)) {
                grid.set(given.cell, Some(given.digit));
            }
        }
        Puzzle {
            layout: self.layout.clone(),
            givens: grid,
        }
    }

    /// The board.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The given digits; every other cell is blank.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// `n`: the number of digits, rows and columns.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// Two givens that a house or a pair constraint forbids together, if there are any: the plainest
    /// reason to have no solution.
    pub fn clash(&self) -> Option<Clash> {
        find_clash(&self.layout, &self.givens)
    }
}

impl fmt::Display for Puzzle {
    /// The givens on one line, as [`Grid`] displays them. What the board is beside its size is not
    /// in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.givens.fmt(f)
    }
}

impl TryFrom<[[u8; 9]; 9]> for Puzzle {
    type Error = PuzzleError;

    /// The plain 9×9 puzzle with these givens, rows from the top; 0 is a blank.
    ///
    /// # Errors
    /// When a number is above 9.
    fn try_from(rows: [[u8; 9]; 9]) -> Result<Puzzle, PuzzleError> {
        let shape = Shape::square(9).expect("9 is a square");
        Puzzle::new(Arc::new(Layout::classic(shape)), Grid::from(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell::Cell;
    use super::*;

    #[test]
    fn grids_that_do_not_fit_are_refused() {
        let layout = Arc::new(Layout::classic(Shape::new(2, 2).unwrap()));
        let wrong_size = Puzzle::new(layout.clone(), Grid::blank(9)).unwrap_err();
        assert_eq!(
            wrong_size.to_string(),
            "expected a grid of 4x4 cells, found 9x9"
        );
        let mut grid = Grid::blank(4);
        grid.set(Cell::at(1, 0, 4), Digit::from_value(5));
        let too_high = Puzzle::new(layout, grid).unwrap_err();
        assert_eq!(
            too_high.to_string(),
            "expected digits from 1 to 4, found r2c1=5"
        );
    }

    #[test]
    fn nine_rows_of_nine_numbers_are_a_puzzle() {
        let mut rows = [[0; 9]; 9];
        rows[4][8] = 7;
        let puzzle = Puzzle::try_from(rows).unwrap();
        assert_eq!(puzzle.givens().get(Cell::at(4, 8, 9)), Digit::from_value(7));
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle.givens().clone()));
        rows[0][0] = 10;
        let error = Puzzle::try_from(rows).unwrap_err().to_string();
        assert_eq!(error, "expected digits from 1 to 9, found r1c1=10");
    }

    #[test]
    fn a_restricted_puzzle_has_some_of_the_givens_and_no_others() {
        let mut givens = Grid::blank(4);
        givens.set(Cell::at(0, 0, 4), Digit::from_value(1));
        givens.set(Cell::at(2, 1, 4), Digit::from_value(3));
        let layout = Arc::new(Layout::classic(Shape::new(2, 2).unwrap()));
        let puzzle = Puzzle::new(layout, givens).unwrap();
        let mut wanted: Vec<Candidate> = puzzle.givens().filled().skip(1).collect();
        let (cell, digit) = (Cell::from_index(99), Digit::from_index(0));
        wanted.push(Candidate { cell, digit });
        let restricted = puzzle.restricted_to(&wanted);
        assert_eq!(restricted.givens().to_string(), ".........3......");
        assert_eq!(restricted.layout(), puzzle.layout());
    }
}

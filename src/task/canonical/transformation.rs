//! The symmetries of the 9×9 board.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::not_standard::NotStandard;
use crate::board::{Cell, Digit, Grid};

/// A symmetry of the 9×9 board and a renaming of its digits.
///
/// ```
/// use satdoku::Grid;
/// use satdoku::task::canonical::Transformation;
///
/// let grid = Grid::blank(9);
/// let transformation = Transformation::random(1, 0);
/// assert_eq!(transformation.apply(&grid), Ok(grid));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transformation {
    pub(super) is_transposed: bool,
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    pub(super) digits: [u8; 9],
}

impl Transformation {
    /// The transformation that changes nothing.
    pub const IDENTITY: Transformation = {
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        Transformation {
            is_transposed: false,
            rows: same,
            columns: same,
            digits: same,
        }
    };

    /// Returns a random transformation, all being equally likely. The same seed and number give the
    /// same one on any machine.
    pub fn random(seed: u64, number: u64) -> Transformation {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let mut order = |count: u32| -> [u8; 9] {
            let mut order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            for last in (1..count).rev() {
                order.swap(last as usize, random.random_range(0..=last) as usize);
            }
            order
        };
        let mut lines = || {
            let (groups, in_group) = (order(3), [order(3), order(3), order(3)]);
            std::array::from_fn(|line| 3 * groups[line / 3] + in_group[line / 3][line % 3])
        };
        let (rows, columns) = (lines(), lines());
        Transformation {
            rows,
            columns,
            digits: order(9),
            is_transposed: random.random(),
        }
    }

    /// Returns true if rows and columns are swapped before anything else.
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }

    /// Returns, for each row of the new grid, the row of the old (or transposed) one, counted from 0.
    pub fn rows(&self) -> [usize; 9] {
        self.rows.map(usize::from)
    }

    /// Returns, for each column of the new grid, the column of the old (or transposed) one, counted
    /// from 0.
    pub fn columns(&self) -> [usize; 9] {
        self.columns.map(usize::from)
    }

    /// Returns, for each digit of the old grid, the digit of the new one.
    pub fn digits(&self) -> [Digit; 9] {
        self.digits
            .map(|digit| Digit::from_index(usize::from(digit)))
    }

    /// Transforms a grid.
    ///
    /// # Errors
    /// [`NotStandard`] if the grid is not 9×9 with digits up to 9.
    pub fn apply(&self, grid: &Grid) -> Result<Grid, NotStandard> {
        NotStandard::check(grid)?;
        let mut new = Grid::blank(9);
        for row in 0..9 {
            for column in 0..9 {
                let (from_row, from_column) = (self.rows[row].into(), self.columns[column].into());
                let from = if self.is_transposed {
                    Cell::at(from_column, from_row, 9)
                } else {
                    Cell::at(from_row, from_column, 9)
                };
                let digit = grid.get(from).map(|digit| self.digits()[digit.index()]);
                new.set(Cell::at(row, column, 9), digit);
            }
        }
        Ok(new)
    }
}

//! The givens of the standard board, decided by the kernel of the MRV engine: this makes plain puzzles
//! about ten times as fast as [`DrawnClues`](super::clues::DrawnClues) would.

use super::GenerateError;
use super::removal::{Clues, Outcome};
use satdoku::Deadline;
use satdoku::board::{Cell, Digit, Grid};
use satdoku::engine::mrv::{CellSet, CompletionSearch, bit_of};

/// By number of the bit, the cells that share a house with the cell, including itself.
static SEEN: [CellSet; 128] = {
    let mut table = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let is_same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell / 9 == other / 9 || cell % 9 == other % 9 || is_same_box {
                table[bit_of(cell).trailing_zeros() as usize] |= bit_of(other);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// Every cell.
const ALL: CellSet = {
    let mut all = 0;
    let mut cell = 0;
    while cell < 81 {
        all |= bit_of(cell);
        cell += 1;
    }
    all
};

/// The givens of a puzzle on the standard board whose solution is known.
#[derive(Debug, Clone)]
pub(super) struct StandardClues {
    /// By cell, its digit in the solution, counted from 0.
    digits: [u8; 81],
    /// By digit, the cells in which it is given.
    given_as: [CellSet; 9],
    /// The givens that are known to be needed.
    needed: CellSet,
    completions: CompletionSearch,
    deadline: Option<Deadline>,
}

impl StandardClues {
    /// Starts with all cells of a solution given.
    pub fn new(solution: &Grid, deadline: Option<&Deadline>) -> StandardClues {
        let digit = |cell: usize| solution.cells()[cell].map_or(0, Digit::index);
        let digits = std::array::from_fn(|cell| digit(cell) as u8);
        let mut given_as = [0; 9];
        for (cell, digit) in digits.iter().enumerate() {
            given_as[usize::from(*digit)] |= bit_of(cell);
        }
        StandardClues {
            digits,
            given_as,
            needed: 0,
            completions: CompletionSearch::default(),
            deadline: deadline.cloned(),
        }
    }

    /// Returns the givens that are left.
    pub fn givens(&self) -> Grid {
        let mut givens = Grid::blank(9);
        for (cell, digit) in self.digits.iter().enumerate() {
            if self.has(cell) {
                let digit = Digit::from_index(usize::from(*digit));
                givens.set(Cell::from_index(cell), Some(digit));
            }
        }
        givens
    }

    /// Returns true if the givens have a solution with another digit in this cell, which is not given.
    fn has_other(&mut self, given_as: &[CellSet; 9], cell: usize) -> bool {
        let given = given_as.iter().fold(0, |all, cells| all | cells);
        let mut places = given_as.map(|cells| {
            let (mut left, mut seen) = (cells, given);
            while left != 0 {
                seen |= SEEN[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            cells | ALL & !seen
        });
        places[usize::from(self.digits[cell])] &= !bit_of(cell);
        self.completions.has_any(&places, given)
    }
}

impl Clues for StandardClues {
    fn count(&self) -> usize {
        81
    }

    fn has(&self, clue: usize) -> bool {
        self.given_as[usize::from(self.digits[clue])] & bit_of(clue) != 0
    }

    fn is_needed(&self, clue: usize) -> bool {
        self.needed & bit_of(clue) != 0
    }

    /// Leaves out one cell after another: if there is a second solution, it has another digit in one of
    /// them.
    fn without(&mut self, group: &[usize], _: bool) -> Result<Outcome, GenerateError> {
        let mut rest = self.given_as;
        for (number, cell) in group.iter().enumerate() {
            rest[usize::from(self.digits[*cell])] &= !bit_of(*cell);
            if self.is_needed(*cell) || self.has_other(&rest, *cell) {
                // A later given may be redundant while the first ones are there.
                if number == 0 {
                    self.needed |= bit_of(*cell);
                }
                return Ok(Outcome::Ambiguous);
            }
        }
        Ok(Outcome::Allowed)
    }

    fn leave_out(&mut self, group: &[usize]) {
        for cell in group {
            self.given_as[usize::from(self.digits[*cell])] &= !bit_of(*cell);
        }
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::shuffle;
    use satdoku::board::Puzzle;
    use satdoku::engine::dlx::Dlx;
    use satdoku::engine::{Budget, Engine};

    /// Every answer against another engine.
    #[test]
    fn givens_go_exactly_when_there_is_no_other_solution() {
        let mut random = ChaCha8Rng::seed_from_u64(15);
        let mut dlx = Dlx::default();
        let layout = Puzzle::classic("3x3".parse().unwrap()).layout().clone();
        for group in [1, 2, 3, 4] {
            let solution = crate::testing::random_solution(&layout, &mut random);
            let mut clues = StandardClues::new(&solution, None);
            let mut order: Vec<usize> = (0..81).collect();
            shuffle(&mut order, &mut random);
            for cells in order.chunks(group) {
                let mut givens = clues.givens();
                cells
                    .iter()
                    .for_each(|cell| givens.set(Cell::from_index(*cell), None));
                let puzzle = Puzzle::new(layout.clone(), givens.clone()).unwrap();
                let found = dlx.solutions(&puzzle, 2, &Budget::UNLIMITED).unwrap();
                let expected = match found.0.len() {
                    1 => Outcome::Allowed,
                    _ => Outcome::Ambiguous,
                };
                assert_eq!(clues.without(cells, true), Ok(expected), "{givens}");
                if expected == Outcome::Allowed {
                    clues.leave_out(cells);
                    assert_eq!(clues.givens(), givens);
                }
            }
        }
    }
}

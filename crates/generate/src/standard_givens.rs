//! Givens of the standard board, decided by the kernel of the MRV engine.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::givens::{Givens, Uniqueness};
use super::shuffle::shuffle;
use satdoku::board::{Cell, Digit, Grid};
use satdoku::engine::EngineError;
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

/// The givens of a puzzle on the standard board whose solution is known.
#[derive(Debug, Clone)]
pub(super) struct StandardGivens {
    /// By cell, its digit in the solution, counted from 0.
    digits: [u8; 81],
    /// By digit, the cells in which it is given.
    given_as: [CellSet; 9],
    /// The givens that are known to be needed.
    needed: CellSet,
    completions: CompletionSearch,
}

impl Default for StandardGivens {
    fn default() -> StandardGivens {
        StandardGivens {
            digits: [0; 81],
            given_as: [0; 9],
            needed: 0,
            completions: CompletionSearch::default(),
        }
    }
}

impl StandardGivens {
    /// Returns a random solved grid that contains the digits of `from`, if there is one: by cell its
    /// digit, counted from 0.
    ///
    /// On an empty board the three boxes from top left to bottom right, which share no houses, are
    /// filled at random first. The search does the rest.
    pub fn random_solution(
        &mut self,
        from: Option<&Grid>,
        random: &mut ChaCha8Rng,
    ) -> Option<[u8; 81]> {
        let mut given_as = [0; 9];
        match from {
            Some(from) => {
                for at in from.filled() {
                    given_as[at.digit.index()] |= bit_of(at.cell.index());
                }
            }
            None => {
                for start in [0, 30, 60] {
                    let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
                    shuffle(&mut digits, random);
                    for (place, digit) in digits.into_iter().enumerate() {
                        let cell = start + place / 3 * 9 + place % 3;
                        given_as[digit] |= bit_of(cell);
                    }
                }
            }
        }
        let (places, given) = places(&given_as);
        let below = |count| random.random_range(0..count);
        self.completions.random(&places, given, below)
    }

    /// Starts with all cells of a solution given.
    pub fn start(&mut self, digits: &[u8; 81]) {
        self.digits = *digits;
        self.given_as = [0; 9];
        for (cell, digit) in digits.iter().enumerate() {
            self.given_as[usize::from(*digit)] |= bit_of(cell);
        }
        self.needed = 0;
    }

    /// Returns the givens and the solution.
    pub fn grids(&self) -> (Grid, Grid) {
        let (mut givens, mut solution) = (Grid::blank(9), Grid::blank(9));
        for (index, digit) in self.digits.iter().enumerate() {
            let cell = Cell::from_index(index);
            let digit = Some(Digit::from_index(usize::from(*digit)));
            solution.set(cell, digit);
            if self.is_given(index) {
                givens.set(cell, digit);
            }
        }
        (givens, solution)
    }

    /// Decides whether the givens without these have one solution, and returns them.
    ///
    /// They leave out one cell after another. A second solution has another digit in the cell, so the
    /// search excludes the known one there.
    fn ask(&mut self, cells: &[usize]) -> (Uniqueness, [CellSet; 9]) {
        let mut rest = self.given_as;
        for (number, cell) in cells.iter().enumerate() {
            let (digit, bit) = (usize::from(self.digits[*cell]), bit_of(*cell));
            rest[digit] &= !bit;
            let (mut places, given) = places(&rest);
            places[digit] &= !bit;
            if self.needed & bit != 0 || self.completions.has_any(&places, given) {
                // A later given may be redundant while the first ones are there.
                if number == 0 {
                    self.needed |= bit;
                }
                return (Uniqueness::Several, rest);
            }
        }
        (Uniqueness::Unique, rest)
    }
}

/// Returns the places of each digit that its givens leave, and the cells that are given.
fn places(given_as: &[CellSet; 9]) -> ([CellSet; 9], CellSet) {
    let given = given_as.iter().fold(0, |all, cells| all | cells);
    let places = given_as.map(|cells| {
        let (mut left, mut seen) = (cells, given);
        while left != 0 {
            seen |= SEEN[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        cells | ALL & !seen
    });
    (places, given)
}

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

impl Givens for StandardGivens {
    fn remove(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        let (uniqueness, rest) = self.ask(cells);
        if uniqueness == Uniqueness::Unique {
            self.given_as = rest;
        }
        Ok(uniqueness)
    }

    fn without(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        Ok(self.ask(cells).0)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.given_as[usize::from(self.digits[cell])] & bit_of(cell) != 0
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.needed & bit_of(cell) != 0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use satdoku::board::Puzzle;
    use satdoku::engine::dlx::Dlx;
    use satdoku::engine::{Budget, Engine};

    /// Every answer against another engine.
    #[test]
    fn givens_go_exactly_when_there_is_no_other_solution() {
        let mut random = ChaCha8Rng::seed_from_u64(15);
        let mut standard = StandardGivens::default();
        let mut dlx = Dlx::default();
        for group in [1, 2, 3, 4] {
            let digits = standard.random_solution(None, &mut random).unwrap();
            standard.start(&digits);
            let layout = Puzzle::empty("3x3".parse().unwrap()).layout().clone();
            let mut order: Vec<usize> = (0..81).collect();
            shuffle(&mut order, &mut random);
            for cells in order.chunks(group) {
                let (mut givens, _) = standard.grids();
                cells
                    .iter()
                    .for_each(|cell| givens.set(Cell::from_index(*cell), None));
                let puzzle = Puzzle::new(layout.clone(), givens.clone()).unwrap();
                let found = dlx.solutions(&puzzle, 2, Budget::UNLIMITED).unwrap();
                let expected = if found.0.len() == 1 {
                    Uniqueness::Unique
                } else {
                    Uniqueness::Several
                };
                assert_eq!(standard.without(cells), Ok(expected), "{givens}");
                assert_eq!(standard.remove(cells), Ok(expected), "{givens}");
            }
            let (givens, _) = standard.grids();
            for cell in 0..81 {
                assert_eq!(standard.is_given(cell), givens.cells()[cell].is_some());
            }
        }
    }
}

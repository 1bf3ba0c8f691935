//! Givens of the standard board.
//!
//! A given is redundant if no solution has another digit in its cell. A generator spends most of its
//! time on deciding that, for the 81 cells of each solved grid, so the cheapest test comes first:
//!
//! 1. The givens of [unavoidable sets](super::unavoidable) are counted. The last one of a set is
//!    needed, which decides many of the needed givens.
//! 2. A digit that follows from the other givens by one naked or hidden single is redundant.
//! 3. The kernel looks for a solution with another digit.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::givens::{Givens, Uniqueness};
use super::shuffle::shuffle;
use super::unavoidable::{BITS, HOUSES, Unavoidable, cells, seen_by};
use satdoku::board::{Cell, Digit, Grid};
use satdoku::engine::EngineError;
use satdoku::engine::mrv::{CellSet, CompletionSearch, bit_of};

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
pub(super) struct StandardGivens {
    /// By cell, its digit, counted from 0.
    digits: [u8; 81],
    /// By digit, its cells in the solution.
    solution: [CellSet; 9],
    given: CellSet,
    /// By digit, the cells in which it is given.
    given_as: [CellSet; 9],
    /// By digit, the cells that share a house with one of those.
    seen: [CellSet; 9],
    /// The givens that are known to be needed.
    needed: CellSet,
    unavoidable: Unavoidable,
    completions: CompletionSearch,
}

impl Default for StandardGivens {
    fn default() -> StandardGivens {
        StandardGivens {
            digits: [0; 81],
            solution: [0; 9],
            given: 0,
            given_as: [0; 9],
            seen: [0; 9],
            needed: 0,
            unavoidable: Unavoidable::default(),
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
        let given = given_as.iter().fold(0, |all, cells| all | cells);
        let open = ALL & !given;
        let places = given_as.map(|cells| cells | open & !seen_by(cells));
        let below = |count| random.random_range(0..count);
        self.completions.random(&places, given, below)
    }

    /// Starts with all cells of a solution given.
    pub fn start(&mut self, digits: &[u8; 81]) {
        self.digits = *digits;
        self.solution = [0; 9];
        for (cell, digit) in digits.iter().enumerate() {
            self.solution[usize::from(*digit)] |= bit_of(cell);
        }
        self.unavoidable.find(&self.solution, digits);
        self.give_all();
    }

    /// Returns the givens and the solution.
    pub fn grids(&self) -> (Grid, Grid) {
        let (mut givens, mut solution) = (Grid::blank(9), Grid::blank(9));
        for (index, digit) in self.digits.iter().enumerate() {
            let cell = Cell::from_index(index);
            let digit = Some(Digit::from_index(usize::from(*digit)));
            solution.set(cell, digit);
            if self.given & bit_of(index) != 0 {
                givens.set(cell, digit);
            }
        }
        (givens, solution)
    }

    /// Removes a given. Those that are then the last ones of an unavoidable set are needed.
    fn take(&mut self, cell: usize) {
        let (bit, digit) = (bit_of(cell), usize::from(self.digits[cell]));
        self.given &= !bit;
        self.given_as[digit] &= !bit;
        self.seen[digit] = seen_by(self.given_as[digit]);
        for number in self.unavoidable.of_cell[cell] {
            let givens = &mut self.unavoidable.givens[usize::from(number)];
            *givens -= 1;
            if *givens == 1 {
                self.needed |= self.unavoidable.sets[usize::from(number)] & self.given;
            }
        }
    }

    /// Restores a given.
    fn put(&mut self, cell: usize) {
        let (bit, digit) = (bit_of(cell), usize::from(self.digits[cell]));
        self.given |= bit;
        self.given_as[digit] |= bit;
        self.seen[digit] |= BITS[bit.trailing_zeros() as usize].1;
        for number in self.unavoidable.of_cell[cell] {
            self.unavoidable.givens[usize::from(number)] += 1;
        }
    }

    /// True if the digit of a cell that is no longer given follows by one single.
    fn follows(&self, cell: usize) -> bool {
        let (bit, digit) = (bit_of(cell), usize::from(self.digits[cell]));
        let places = ALL & !self.given & !self.seen[digit];
        let is_hidden_single = HOUSES[cell].iter().any(|house| house & places == bit);
        let is_naked_single = || {
            let others = (0..9).filter(|other| *other != digit);
            others.fold(bit, |left, other| left & self.seen[other]) != 0
        };
        is_hidden_single || is_naked_single()
    }

    /// True if some solution has another digit in a cell that is no longer given.
    fn has_other(&mut self, cell: usize) -> bool {
        let mut places = self.places();
        places[usize::from(self.digits[cell])] &= !bit_of(cell);
        self.completions.count(&places, self.given, 1) > 0
    }

    /// Returns the cells in which each digit is possible.
    fn places(&self) -> [CellSet; 9] {
        let open = ALL & !self.given;
        let mut places = self.given_as;
        for (places, seen) in places.iter_mut().zip(&self.seen) {
            *places |= open & !seen;
        }
        places
    }

    /// Removes a given unless it is needed. Returns true if it was removed.
    fn remove_one(&mut self, cell: usize) -> bool {
        if self.needed & bit_of(cell) != 0 {
            return false;
        }
        let needed = self.needed;
        self.take(cell);
        if self.follows(cell) || !self.has_other(cell) {
            return true;
        }
        self.put(cell);
        self.needed = needed | bit_of(cell);
        false
    }

    /// Makes all cells of the solution givens again.
    fn give_all(&mut self) {
        for (digit, cells) in self.given_as.iter_mut().enumerate() {
            *cells = self.solution[digit];
        }
        self.given = ALL;
        self.seen = [ALL; 9];
        self.needed = 0;
        self.unavoidable.give_all();
    }

    /// Takes one walk with [controlled bias](super::controlled_bias). Returns true if it ends at a
    /// minimal puzzle, whose givens are then these.
    pub fn walk(&mut self, random: &mut ChaCha8Rng) -> bool {
        self.give_all();
        let mut order: [u8; 81] = std::array::from_fn(|cell| cell as u8);
        shuffle(&mut order, random);
        let order = order.map(usize::from);
        let mut removed = 0;
        while let Some(cell) = order.get(removed)
            && self.unavoidable.take(*cell)
        {
            self.given &= !bit_of(*cell);
            removed += 1;
        }
        self.update_seen();
        if cells(self.given).any(|cell| self.follows_from_others(cell)) {
            return false;
        }
        while let Some(differs) =
            self.completions
                .other_than(&self.places(), self.given, &self.digits)
        {
            // It remains a solution until a given distinguishes it from the right one.
            while removed > 0 && self.given & differs == 0 {
                removed -= 1;
                self.given |= bit_of(order[removed]);
            }
            self.update_seen();
            if cells(self.given).any(|cell| self.follows_from_others(cell)) {
                return false;
            }
        }
        cells(self.given).all(|cell| {
            self.given &= !bit_of(cell);
            self.update_seen();
            let is_needed = self.has_other(cell);
            self.given |= bit_of(cell);
            is_needed
        })
    }

    /// Computes the tables of what is given and seen.
    fn update_seen(&mut self) {
        for digit in 0..9 {
            self.given_as[digit] = self.solution[digit] & self.given;
            self.seen[digit] = seen_by(self.given_as[digit]);
        }
    }

    /// True if a given follows from the others by one single.
    fn follows_from_others(&mut self, cell: usize) -> bool {
        let (bit, digit) = (bit_of(cell), usize::from(self.digits[cell]));
        let seen = self.seen[digit];
        self.given &= !bit;
        self.seen[digit] = seen_by(self.given_as[digit] & !bit);
        let follows = self.follows(cell);
        self.given |= bit;
        self.seen[digit] = seen;
        follows
    }
}

impl Givens for StandardGivens {
    fn remove(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        let needed = self.needed;
        for (number, cell) in cells.iter().enumerate() {
            if self.remove_one(*cell) {
                continue;
            }
            if number > 0 {
                // Givens that are needed without these cells may be redundant with them.
                cells[..number].iter().for_each(|cell| self.put(*cell));
                self.needed = needed;
            }
            return Ok(Uniqueness::Several);
        }
        Ok(Uniqueness::Unique)
    }

    fn without(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        let needed = self.needed;
        let uniqueness = self.remove(cells)?;
        if uniqueness == Uniqueness::Unique {
            cells.iter().for_each(|cell| self.put(*cell));
            self.needed = needed;
        }
        Ok(uniqueness)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.given & bit_of(cell) != 0
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.needed & bit_of(cell) != 0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use satdoku::board::{Puzzle, verify};
    use satdoku::engine::dlx::Dlx;
    use satdoku::engine::{Budget, Engine};

    #[test]
    fn what_is_called_unavoidable_is_and_every_cell_is_in_twelve_such_sets() {
        let mut random = ChaCha8Rng::seed_from_u64(14);
        let mut standard = StandardGivens::default();
        for _ in 0..3 {
            let digits = standard.random_solution(None, &mut random).unwrap();
            standard.start(&digits);
            let empty = Puzzle::empty("3x3".parse().unwrap());
            let (_, solution) = standard.grids();
            assert_eq!(verify(&empty, &solution), Ok(()));
            let sets = standard.unavoidable.sets.clone();
            for set in &sets {
                assert!(set.count_ones() >= 4);
                standard.give_all();
                standard.given &= !set;
                standard.update_seen();
                let places = standard.places();
                assert!(standard.completions.count(&places, standard.given, 2) > 1);
            }
            for cell in 0..81 {
                let mut of_cell = standard.unavoidable.of_cell[cell].to_vec();
                assert!(
                    of_cell
                        .iter()
                        .all(|set| sets[usize::from(*set)] & bit_of(cell) != 0)
                );
                of_cell.sort_unstable();
                // Two of them can be the same set under two numbers, but no number is there twice.
                of_cell.dedup();
                assert_eq!(of_cell.len(), Unavoidable::PER_CELL);
            }
        }
    }

    /// Every answer, quick or not, against another engine.
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

//! Givens of the standard board that can go.
//!
//! A given can go if no solution has another digit in its cell, and most of the time of a generator
//! goes into finding that out, for the 81 cells of each solved grid. So the cheapest answer comes
//! first:
//!
//! 1. The givens of [unavoidable sets](super::unavoidable) are counted; the last one of a set is
//!    needed, which answers many of the questions whose answer is "needed".
//! 2. A digit that follows from the other givens by one naked or hidden single can go.
//! 3. The kernel looks for a solution without the digit.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::reduce::{Reply, Uniqueness};
use super::unavoidable::{BITS, HOUSES, Unavoidable, cells, seen_by};
use crate::board::{Digit, Grid};
use crate::engine::EngineError;
use crate::engine::mrv::{CellSet, CompletionSearch, bit_of};

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
pub(super) struct Standard {
    /// By cell, its digit from 0.
    digits: [u8; 81],
    /// By digit, its cells in the solution.
    solution: [CellSet; 9],
    given: CellSet,
    /// By digit, the cells that it is given in.
    given_as: [CellSet; 9],
    /// By digit, the cells in the houses of those.
    seen: [CellSet; 9],
    /// Givens that are known to be needed.
    needed: CellSet,
    unavoidable: Unavoidable,
    completions: CompletionSearch,
}

impl Default for Standard {
    fn default() -> Standard {
        Standard {
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

impl Standard {
    /// A solved grid with these digits: by cell a digit from 0, where there is one.
    ///
    /// On an empty board the boxes from top left to bottom right, which do not see each other, are
    /// filled at random; the search does the rest.
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

    /// Begins with a solution all of whose cells are given.
    pub fn begin(&mut self, digits: &[u8; 81]) {
        self.digits = *digits;
        self.solution = [0; 9];
        for (cell, digit) in digits.iter().enumerate() {
            self.solution[usize::from(*digit)] |= bit_of(cell);
        }
        self.unavoidable.find(&self.solution, digits);
        self.begin_again();
    }

    /// The puzzle and its solution.
    pub fn grids(&self) -> (Grid, Grid) {
        let (mut givens, mut solution) = (Grid::blank(9), Grid::blank(9));
        for (index, digit) in self.digits.iter().enumerate() {
            let cell = crate::board::Cell::from_index(index);
            let digit = Some(Digit::from_index(usize::from(*digit)));
            solution.set(cell, digit);
            if self.given & bit_of(index) != 0 {
                givens.set(cell, digit);
            }
        }
        (givens, solution)
    }

    /// Takes a given away, and learns which unavoidable sets have only one left.
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

    /// Puts a given back.
    fn put(&mut self, cell: usize) {
        let (bit, digit) = (bit_of(cell), usize::from(self.digits[cell]));
        self.given |= bit;
        self.given_as[digit] |= bit;
        self.seen[digit] |= BITS[bit.trailing_zeros() as usize].1;
        for number in self.unavoidable.of_cell[cell] {
            self.unavoidable.givens[usize::from(number)] += 1;
        }
    }

    /// Whether the digit of a cell that is not given any more follows by one single.
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

    /// Whether some solution has another digit in a cell that is not given any more.
    fn has_other(&mut self, cell: usize) -> bool {
        let mut places = self.places();
        places[usize::from(self.digits[cell])] &= !bit_of(cell);
        self.completions.count(&places, self.given, 1) > 0
    }

    /// By digit, the cells that the givens leave it.
    fn places(&self) -> [CellSet; 9] {
        let open = ALL & !self.given;
        let mut places = self.given_as;
        for (places, seen) in places.iter_mut().zip(&self.seen) {
            *places |= open & !seen;
        }
        places
    }

    /// Takes a given away unless it is needed; says whether it has gone.
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
}

impl Standard {
    /// Gives all cells of the solution again.
    fn begin_again(&mut self) {
        for (digit, cells) in self.given_as.iter_mut().enumerate() {
            *cells = self.solution[digit];
        }
        self.given = ALL;
        self.seen = [ALL; 9];
        self.needed = 0;
        self.unavoidable.give_all();
    }

    /// One walk with [controlled bias](super::controlled_bias): whether it ends at a minimal puzzle,
    /// which is then what is given.
    pub fn walk(&mut self, random: &mut ChaCha8Rng) -> bool {
        self.begin_again();
        let mut order: [u8; 81] = std::array::from_fn(|cell| cell as u8);
        shuffle(&mut order, random);
        let order = order.map(usize::from);
        let mut gone = 0;
        while let Some(cell) = order.get(gone)
            && self.unavoidable.take(*cell)
        {
            self.given &= !bit_of(*cell);
            gone += 1;
        }
        self.see();
        if cells(self.given).any(|cell| self.follows_from_others(cell)) {
            return false;
        }
        while let Some(differs) =
            self.completions
                .other_than(&self.places(), self.given, &self.digits)
        {
            // It stays a solution until a given tells it from the right one.
            while gone > 0 && self.given & differs == 0 {
                gone -= 1;
                self.given |= bit_of(order[gone]);
            }
            self.see();
            if cells(self.given).any(|cell| self.follows_from_others(cell)) {
                return false;
            }
        }
        cells(self.given).all(|cell| {
            self.given &= !bit_of(cell);
            self.see();
            let is_needed = self.has_other(cell);
            self.given |= bit_of(cell);
            is_needed
        })
    }

    /// Finds out what is seen from the givens.
    fn see(&mut self) {
        for digit in 0..9 {
            self.given_as[digit] = self.solution[digit] & self.given;
            self.seen[digit] = seen_by(self.given_as[digit]);
        }
    }

    /// Whether a given follows from the others by one single.
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

/// Shuffles a list (R. Durstenfeld, 1964).
pub(super) fn shuffle<T>(list: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..list.len() as u32).rev() {
        list.swap(last as usize, random.random_range(0..=last) as usize);
    }
}

impl Uniqueness for Standard {
    fn remove(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        let needed = self.needed;
        for (number, cell) in cells.iter().enumerate() {
            if self.remove_one(*cell) {
                continue;
            }
            if number > 0 {
                // What is needed without the cells before need not be needed with them.
                cells[..number].iter().for_each(|cell| self.put(*cell));
                self.needed = needed;
            }
            return Ok(Reply::Several);
        }
        Ok(Reply::Unique)
    }

    fn can_go(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        let needed = self.needed;
        let reply = self.remove(cells)?;
        if reply == Reply::Unique {
            cells.iter().for_each(|cell| self.put(*cell));
            self.needed = needed;
        }
        Ok(reply)
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
    use std::ops::ControlFlow;

    use rand::SeedableRng;

    use super::*;
    use crate::board::{Puzzle, verify};
    use crate::engine::dlx::Dlx;
    use crate::engine::{Budget, Engine, SolutionSink};

    #[test]
    fn what_is_called_unavoidable_is_and_every_cell_is_in_twelve_such_sets() {
        let mut random = ChaCha8Rng::seed_from_u64(14);
        let mut standard = Standard::default();
        for _ in 0..3 {
            let digits = standard.random_solution(None, &mut random).unwrap();
            standard.begin(&digits);
            let empty = Puzzle::empty("3x3".parse().unwrap());
            let (_, solution) = standard.grids();
            assert_eq!(verify(&empty, &solution), Ok(()));
            let sets = standard.unavoidable.sets.clone();
            for set in &sets {
                assert!(set.count_ones() >= 4);
                standard.begin_again();
                standard.given &= !set;
                standard.see();
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
        let mut standard = Standard::default();
        let mut dlx = Dlx::default();
        for group in [1, 2, 3, 4] {
            let digits = standard.random_solution(None, &mut random).unwrap();
            standard.begin(&digits);
            let layout = Puzzle::empty("3x3".parse().unwrap()).layout().clone();
            let mut order: Vec<usize> = (0..81).collect();
            shuffle(&mut order, &mut random);
            for cells in order.chunks(group) {
                let (mut givens, _) = standard.grids();
                cells
                    .iter()
                    .for_each(|cell| givens.set(crate::board::Cell::from_index(*cell), None));
                let puzzle = Puzzle::new(layout.clone(), givens.clone()).unwrap();
                let mut receive = |_: &Grid| ControlFlow::Continue(());
                let mut solutions = SolutionSink::new(&puzzle, 2, &mut receive);
                dlx.search(&puzzle, Budget::UNLIMITED, &mut solutions)
                    .unwrap();
                let expected = if solutions.count() == 1 {
                    Reply::Unique
                } else {
                    Reply::Several
                };
                assert_eq!(standard.can_go(cells), Ok(expected), "{givens}");
                assert_eq!(standard.remove(cells), Ok(expected), "{givens}");
            }
            let (givens, _) = standard.grids();
            for cell in 0..81 {
                assert_eq!(standard.is_given(cell), givens.cells()[cell].is_some());
            }
        }
    }
}

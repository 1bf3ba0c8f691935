//! The rules for the houses of a board.
//!
//! - *Naked single*: if a cell has only one digit left, its peers cannot have that digit, and other
//!   cells cannot have what relations forbid together with it.
//! - *Hidden single*: a digit with only one place left in a house that must contain it has that place.
//! - *Locked candidates*: if all places for a digit in one full house are also in another house, the
//!   other house has no further place for it. From a box to a line this is called *pointing*, from a
//!   line to a box *claiming*; here it applies to any two houses that share cells.

use super::Contradiction;
use super::Propagation;
use super::candidates::range_word;
use super::sets::Bits;
use crate::board::{Candidate, Cell, Digit};

impl<const W: usize> Propagation<'_, W> {
    /// Propagates the first pending single, that of `cell`, or all of them at once if there are
    /// many.
    #[inline(always)]
    pub(super) fn naked_single(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let pending = self.singles.len() - *self.propagated;
        if *self.propagated == 0 || pending >= 2 * self.layout.digit_count() {
            return self.propagate_all_singles();
        }
        *self.propagated += 1;
        self.eliminate_from_peers(cell)?;
        self.eliminate_from_pairs(cell)
    }

    /// Propagates all pending singles at once, which visits each open cell instead of each peer of
    /// each single. At 225×225 this saves half of the work of propagation.
    #[inline(never)]
    fn propagate_all_singles(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout;
        let pending = *self.propagated..self.singles.len();
        for place in pending.clone() {
            let cell = self.singles[place];
            let digit = self.digits_of(cell);
            for house in layout.houses_of(cell) {
                if !(self.placed_in(house) & digit).is_empty() {
                    return Err(Contradiction::NoDigit(cell.name(layout.geometry())));
                }
                self.place_in(house, digit);
            }
        }
        *self.propagated = pending.end;
        for cell in layout.cells() {
            if !self.digits_of(cell).is_at_most_one() {
                let houses = layout.houses_of(cell);
                let gone = houses.fold(Bits::EMPTY, |all, house| all | self.placed_in(house));
                self.remove(cell, gone)?;
            }
        }
        for place in pending {
            self.eliminate_from_pairs(self.singles[place])?;
        }
        Ok(())
    }

    /// Eliminates the digit of a single from the peers of its cell.
    fn eliminate_from_peers(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let layout = self.layout;
        let digit = self.digits_of(cell);
        for house in layout.houses_of(cell) {
            self.place_in(house, digit);
        }
        if let Some(peers) = layout.known_peers(cell) {
            for &peer in peers {
                self.remove(peer, digit)?;
            }
            return Ok(());
        }
        // Otherwise the cell would lose its digit as a peer of its own.
        self.bits[cell.index()] = [0; W];
        for house in layout.houses_of(cell) {
            for &peer in &layout.houses()[house].cells {
                self.remove(peer, digit)?;
            }
        }
        self.bits[cell.index()] = digit.0;
        Ok(())
    }

    /// Eliminates what relations forbid together with the digit of a single.
    fn eliminate_from_pairs(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let layout = self.layout;
        if layout.relations().is_empty() {
            return Ok(());
        }
        if let Some(digit) = self.digits_of(cell).lowest() {
            let digit = Digit::from_index(digit);
            for gone in layout.excluded(Candidate { cell, digit }) {
                self.remove(gone.cell, Bits::of(gone.digit.index()))?;
            }
        }
        Ok(())
    }

    /// Places every digit with only one place in the house. No naked single may be pending. All
    /// digits are processed at once: `once` has those seen in at least one cell, `twice` those seen
    /// in at least two.
    pub(super) fn hidden_singles(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        let house = &layout.houses()[number];
        if !layout.is_full(house) {
            return Ok(());
        }
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for &cell in &house.cells {
            let digits = self.digits_of(cell);
            twice |= once & digits;
            once |= digits;
        }
        let digits = layout.geometry().grid_digits();
        let all: [u64; W] = std::array::from_fn(|word| range_word(digits.clone(), word));
        if let Some(missing) = (Bits(all) & !once).lowest() {
            return Err(Contradiction::NoPlace {
                house: house.source,
                value: layout.geometry().value(Digit::from_index(missing)),
            });
        }
        let hidden = once & !twice & !self.placed_in(number);
        if hidden.is_empty() {
            return Ok(());
        }
        for &cell in &house.cells {
            // If two digits have no other place, one is kept; the house will lack the other.
            if let Some(digit) = (self.digits_of(cell) & hidden).lowest() {
                self.keep_only(cell, digit);
            }
        }
        Ok(())
    }

    /// Removes locked candidates of a house and every house that shares cells with it, in both directions.
    pub(super) fn locked_candidates(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        for both in layout.intersections_of(number) {
            let mut houses = both.houses.iter();
            if houses.any(|house| self.for_locked_candidates.contains(*house)) {
                // It will be processed with that house.
                continue;
            }
            let shared = self.union(&both.shared);
            let only = both.only.each_ref().map(|cells| self.union(cells));
            for (confined, other) in [(0, 1), (1, 0)] {
                let gone = shared & !only[confined] & only[other];
                if !gone.is_empty() && layout.is_full(&layout.houses()[both.houses[confined]]) {
                    for &cell in &both.only[other] {
                        self.remove(cell, gone)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The digits that are possible in at least one of `cells`.
    fn union(&self, cells: &[Cell]) -> Bits<W> {
        let of_cells = cells.iter().map(|cell| self.digits_of(*cell));
        of_cells.fold(Bits::EMPTY, |all, digits| all | digits)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::board::{Cell, Digit, Grid, Puzzle};
    use crate::propagate::Candidates;
    use crate::propagate::tests::{digits, propagated};
    use crate::testing::random_puzzle;

    /// Naked and hidden singles as explained to a beginner: complete passes over the board until
    /// one changes nothing. Returns `None` if a cell has no digit left or a house has no place for
    /// one.
    fn singles_by_hand(puzzle: &Puzzle) -> Option<Vec<Vec<usize>>> {
        let (layout, size) = (puzzle.layout(), puzzle.geometry().rows());
        let of = |cell: Cell| match puzzle.givens().get(cell) {
            Some(digit) => vec![digit.index() + 1],
            None => (1..=size).collect(),
        };
        let mut left: Vec<Vec<usize>> = layout.cells().map(of).collect();
        loop {
            let before = left.clone();
            for house in layout.houses() {
                for cell in house.cells.iter().map(|cell| cell.index()) {
                    if let [digit] = left[cell][..] {
                        let others = house.cells.iter().filter(|other| other.index() != cell);
                        others.for_each(|other| left[other.index()].retain(|d| *d != digit));
                    }
                }
                for digit in 1..=size {
                    let cells = house.cells.iter().map(|cell| cell.index());
                    let places: Vec<usize> = cells.filter(|c| left[*c].contains(&digit)).collect();
                    match places[..] {
                        [] => return None,
                        [place] => left[place] = vec![digit],
                        _ => {}
                    }
                }
            }
            if left.contains(&Vec::new()) {
                return None;
            }
            if left == before {
                return Some(left);
            }
        }
    }

    #[test]
    fn many_singles_at_once_are_propagated_as_one_by_one() {
        let mut random = ChaCha8Rng::seed_from_u64(36);
        let (mut solved, mut open, mut refuted) = (0, 0, 0);
        for shape in ["4x4", "5x5", "5x13"] {
            let empty = Puzzle::classic(shape.parse().unwrap());
            for run in 0..8 {
                let blanks = empty.layout().cell_count() * random.random_range(25..60) / 100;
                let puzzle = random_puzzle(empty.layout(), blanks, run % 4 == 3, &mut random);
                let mut candidates = Candidates::new(&puzzle);
                let propagated = candidates.propagate_singles().ok().map(|()| {
                    let values = |cell| {
                        candidates
                            .digits(cell)
                            .map(|digit| digit.index() + 1)
                            .collect()
                    };
                    puzzle.layout().cells().map(values).collect()
                });
                match &propagated {
                    None => refuted += 1,
                    Some(_) if candidates.are_all_solved() => solved += 1,
                    Some(_) => open += 1,
                }
                assert_eq!(propagated, singles_by_hand(&puzzle), "{}", puzzle.givens());
            }
        }
        assert!(
            solved > 0 && open > 0 && refuted > 0,
            "{solved} {open} {refuted}"
        );
    }

    #[test]
    fn boards_of_several_words_find_hidden_singles_in_each() {
        // In the first row of an 8×9 board all digits except 1 and 71 are given, and 71 is in the
        // column of the first blank cell.
        let empty = Puzzle::classic("8x9".parse().unwrap());
        let mut givens = Grid::blank(72);
        for (column, value) in (1..=72).filter(|v| *v != 1 && *v != 71).enumerate() {
            givens.set(
                Cell::at(0, column + 2, 72),
                Some(Digit::from_index(value - 1)),
            );
        }
        givens.set(Cell::at(20, 0, 72), Some(Digit::from_index(70)));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1]);
        assert_eq!(digits(&candidates, 1, 2), [71]);
    }

    #[test]
    fn a_box_that_points_clears_the_rest_of_the_row() {
        // In box 1 rows 2 and 3 contain other digits, so 9 is in row 1 there.
        let mut givens = String::from(".........");
        givens += "123......";
        givens += "456......";
        givens += &".".repeat(54);
        let candidates = propagated("3x3", &givens).unwrap();
        for column in 4..=9 {
            assert!(!digits(&candidates, 1, column).contains(&9));
            assert!(digits(&candidates, 2, column).contains(&9));
        }
    }

    #[test]
    fn a_row_that_claims_clears_the_rest_of_the_box() {
        // Row 1 holds 1 to 6 in boxes 2 and 3, so 7, 8 and 9 of that row are in box 1.
        let mut givens = String::from("...123456");
        givens += &".".repeat(72);
        let candidates = propagated("3x3", &givens).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 1), [1, 2, 3, 4, 5, 6]);
    }
}

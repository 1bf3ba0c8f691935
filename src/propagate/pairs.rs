//! Where there are two ways: a cell with two digits, a digit with two places in a house.

use super::candidates::{Candidates, ones};
use crate::board::{Candidate, Cell, Digit};

impl Candidates {
    /// A candidate to go into: of a cell with two digits, or else of a digit with two places in a
    /// house, or else of a cell with as few digits as there are; `None` where all are solved.
    pub(super) fn branching_candidate(&self) -> Option<Candidate> {
        let mut fewest = (usize::MAX, None);
        for cell in self.layout.cells() {
            let digits = self.few_digits(cell);
            if digits == 2 {
                return self
                    .digits(cell)
                    .next()
                    .map(|digit| Candidate { cell, digit });
            }
            if digits > 2 && digits < fewest.0 {
                fewest = (digits, Some(cell));
            }
        }
        for house in 0..self.layout.houses().len() {
            for word in 0..self.words {
                if let Some(bit) = ones(self.with_two_places(house, word)).next() {
                    let digit = Digit::from_index(word * 64 + bit);
                    return self.pair_in_house(house, digit).map(|[one, _]| one);
                }
            }
        }
        let cell = fewest.1?;
        self.digits(cell)
            .next()
            .map(|digit| Candidate { cell, digit })
    }

    /// The number of digits of a cell, counted bit by bit.
    fn few_digits(&self, cell: Cell) -> usize {
        self.of(cell).iter().map(|word| ones(*word).count()).sum()
    }

    /// The two digits of a cell that has two.
    pub(super) fn pair_in_cell(&self, cell: Cell) -> Option<[Candidate; 2]> {
        pair(self.digits(cell).map(|digit| Candidate { cell, digit }))
    }

    /// The two places of a digit that has two in a house.
    pub(super) fn pair_in_house(&self, house: usize, digit: Digit) -> Option<[Candidate; 2]> {
        let cells = self.layout.houses()[house].cells.iter();
        let places = cells.filter(|cell| self.contains(**cell, digit));
        pair(places.map(|cell| Candidate { cell: *cell, digit }))
    }

    /// The digits of word `word` that have two places in a house that must hold them.
    pub(super) fn with_two_places(&self, house: usize, word: usize) -> u64 {
        let house = &self.layout.houses()[house];
        if !self.layout.is_full(house) {
            return 0;
        }
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &cell in &house.cells {
            let bits = self.of(cell)[word];
            thrice |= twice & bits;
            twice |= once & bits;
            once |= bits;
        }
        twice & !thrice
    }
}

/// Both of two.
fn pair(mut of: impl Iterator<Item = Candidate>) -> Option<[Candidate; 2]> {
    let pair = [of.next()?, of.next()?];
    of.next().is_none().then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;

    #[test]
    fn pairs_are_found_in_cells_and_in_houses() {
        let empty = Puzzle::empty("2x2".parse().unwrap());
        let mut candidates = Candidates::new(&empty);
        let (cell, other) = (Cell::from_index(0), Cell::from_index(1));
        let one = Digit::from_index(0);
        assert_eq!(candidates.pair_in_cell(cell), None);
        assert_eq!(candidates.with_two_places(0, 0), 0);
        // r1c1 is 1 or 4; in the first row 1 is there or in r1c2.
        candidates.retain(|at| at.cell != cell || matches!(at.digit.value(), 1 | 4));
        candidates.retain(|at| at.digit != one || !(2..4).contains(&at.cell.index()));
        let in_cell = candidates.pair_in_cell(cell).unwrap();
        assert_eq!(in_cell.map(|at| at.digit.value()), [1, 4]);
        assert_eq!(candidates.with_two_places(0, 0), 1);
        let in_house = candidates.pair_in_house(0, one).unwrap();
        assert_eq!(in_house.map(|at| at.cell), [cell, other]);
        assert_eq!(candidates.branching_candidate(), Some(in_cell[0]));
    }
}

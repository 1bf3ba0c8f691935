//! Hidden singles: a digit with only one place left in a house that must contain it.

use super::Propagation;
use super::candidates::range_word;
use crate::board::{Contradiction, Digit};

impl<const W: usize> Propagation<'_, W> {
    /// Places every digit with only one place in the house. No naked single may be pending. All
    /// digits are processed at once: `once` has those seen in at least one cell, `twice` those seen
    /// in at least two.
    pub(super) fn hidden_singles(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        let house = &layout.houses()[number];
        if !layout.is_full(house) {
            return Ok(());
        }
        let (mut once, mut twice) = ([0; W], [0; W]);
        for &cell in &house.cells {
            let bits = self.bits[cell.index()];
            for word in 0..W {
                twice[word] |= once[word] & bits[word];
                once[word] |= bits[word];
            }
        }
        for word in 0..W {
            let missing = range_word(layout.geometry().grid_digits(), word) & !once[word];
            if missing != 0 {
                return Err(Contradiction::NoPlace {
                    house: house.source,
                    value: layout.geometry().value(Digit::from_index(
                        word * 64 + missing.trailing_zeros() as usize,
                    )),
                });
            }
            let hidden = once[word] & !twice[word] & !self.placed[number][word];
            if hidden != 0 {
                for &cell in &house.cells {
                    let here = self.bits[cell.index()][word] & hidden;
                    if here != 0 {
                        // If two digits have no other place, one is kept; the house will lack the
                        // other.
                        self.keep_only(cell, word, here & here.wrapping_neg());
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Cell, Digit, Grid, Puzzle};
    use crate::propagate::Candidates;
    use crate::propagate::tests::digits;

    #[test]
    fn boards_of_several_words_find_hidden_singles_in_each() {
        // In the first row of an 8×9 board all digits except 1 and 71 are given, and 71 is in the
        // column of the first blank cell.
        let empty = Puzzle::empty("8x9".parse().unwrap());
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
}

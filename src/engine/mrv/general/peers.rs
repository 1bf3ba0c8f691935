//! Cells that cannot hold the same digit.

use super::position::{Position, Refuted, is_single};
use crate::board::{DigitBits, Layout, ones};

/// The most cells for a digit whose common peers are looked for. With three, the hardest killers of the
/// development set take a quarter longer, and a hard renban three times as long.
pub(super) const MOST_PLACES: usize = 5;

/// For each cell, the cells that cannot hold the same digit: those in a common house, and those whose
/// relation forbids equal digits and nothing else.
#[derive(Debug)]
pub(super) struct Peers {
    /// As bits, in as many words for each cell as needed.
    bits: Vec<u64>,
    words: usize,
}

impl Peers {
    pub(super) fn new(layout: &Layout) -> Peers {
        let words = layout.cell_count().div_ceil(64);
        let mut bits = vec![0; layout.cell_count() * words];
        let mut of_house = vec![0; words];
        for house in layout.houses() {
            of_house.fill(0);
            for cell in &house.cells {
                of_house[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            for cell in &house.cells {
                let of_cell = bits[cell.index() * words..].iter_mut();
                of_cell
                    .zip(&of_house)
                    .for_each(|(word, of_house)| *word |= of_house);
            }
        }
        for cell in 0..layout.cell_count() {
            bits[cell * words + cell / 64] &= !(1 << (cell % 64));
        }
        let relations = layout.relations().iter();
        for relation in relations.filter(|relation| relation.is_inequality()) {
            let [one, other] = [0, 1].map(|place| relation.cells[place].index());
            for (cell, peer) in [(one, other), (other, one)] {
                bits[cell * words + peer / 64] |= 1 << (peer % 64);
            }
        }
        Peers { bits, words }
    }

    /// The number of words for a bit for each cell.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns true if the cells cannot hold the same digit.
    pub(super) fn contains(&self, cell: u32, other: u32) -> bool {
        let word = self.bits[cell as usize * self.words + other as usize / 64];
        word >> (other % 64) & 1 != 0
    }

    /// Returns true if no two of the cells can hold the same digit.
    pub(super) fn are_all_different(&self, cells: &[u32]) -> bool {
        let mut pairs = cells.iter().enumerate();
        pairs.all(|(place, one)| {
            let mut others = cells[..place].iter();
            others.all(|other| self.contains(*one, *other))
        })
    }

    /// Removes a digit that one of the `places` holds from the cells that see all of them.
    pub(super) fn exclude_from_common(
        &self,
        places: &[u32],
        digit: usize,
        position: &mut Position,
    ) -> Result<(), Refuted> {
        for number in 0..self.words {
            let mut common = position.holders[digit * self.words + number];
            for place in places {
                common &= self.bits[*place as usize * self.words + number];
            }
            while common != 0 {
                let cell = (number * 64) as u32 + common.trailing_zeros();
                common &= common - 1;
                position.restrict(cell, !(1 << digit))?;
            }
        }
        Ok(())
    }

    /// Restricts cells with different digits that must hold each digit of `required`: the only cell for a
    /// digit holds it, and a digit with few cells is removed from those that see all of them.
    pub(super) fn require(
        &self,
        cells: &[u32],
        required: DigitBits,
        position: &mut Position,
    ) -> Result<(), Refuted> {
        if required == 0 {
            return Ok(());
        }
        let of_cells = cells.iter().map(|cell| position.of(*cell));
        let placed = of_cells.clone().filter(|digits| is_single(*digits));
        let open = required & !placed.fold(0, |all, digits| all | digits);
        let at_least = tally(of_cells);
        if required & !at_least[0] != 0 {
            return Err(Refuted);
        }
        let single = open & !at_least[1];
        if single != 0 {
            for &cell in cells {
                let digits = position.of(cell) & single;
                if digits != 0 {
                    position.restrict(cell, digits)?;
                }
            }
        }
        let narrow = open & at_least[1] & !at_least[MOST_PLACES];
        ones(narrow).try_for_each(|digit| self.exclude_locked(cells, digit, position))
    }

    /// Removes locked candidates: the cells that see all of `cells` that can hold a digit do not hold it.
    pub(super) fn exclude_locked(
        &self,
        cells: &[u32],
        digit: usize,
        position: &mut Position,
    ) -> Result<(), Refuted> {
        // The last place is not kept.
        let mut places = [0; MOST_PLACES + 1];
        let mut count = 0;
        for &cell in cells {
            places[count.min(MOST_PLACES)] = cell;
            count += (position.of(cell) >> digit & 1) as usize;
        }
        match count {
            2..=MOST_PLACES => self.exclude_from_common(&places[..count], digit, position),
            _ => Ok(()),
        }
    }
}

/// Returns the digits that are possible in at least 1, 2, … of some cells.
pub(super) fn tally(of_cells: impl Iterator<Item = DigitBits>) -> [DigitBits; MOST_PLACES + 1] {
    let mut at_least = [0; MOST_PLACES + 1];
    for candidates in of_cells {
        for place in (1..=MOST_PLACES).rev() {
            at_least[place] |= at_least[place - 1] & candidates;
        }
        at_least[0] |= candidates;
    }
    at_least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blank_on;

    #[test]
    fn cells_of_a_house_and_of_an_inequality_are_peers() {
        let peers = Peers::new(blank_on("board 4x4; box 2x2; anti-knight").layout());
        let of_first: Vec<u32> = (0..16).filter(|other| peers.contains(0, *other)).collect();
        assert_eq!(of_first, [1, 2, 3, 4, 5, 6, 8, 9, 12]);
    }
}

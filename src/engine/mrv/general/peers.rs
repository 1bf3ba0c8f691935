//! Cells that cannot hold the same digit.

use std::sync::Arc;

use super::position::{DigitBit, MaskPosition, Refuted};
use crate::board::{Candidate, Cell, Digit, DigitBits, Layout, ones};

/// The most cells for a digit whose common peers are looked for. With three, the hardest killers of the
/// development set take a quarter longer, and a hard renban three times as long.
pub(super) const MOST_PLACES: usize = 5;

/// For each cell, the cells that cannot hold the same digit: those in a common house, and those whose
/// relation forbids equal digits and nothing else.
#[derive(Debug)]
pub(super) struct Peers {
    layout: Arc<Layout>,
    /// As bits, in as many words for each cell as needed. There are none on boards with more than 64
    /// digits, where they would take gigabytes.
    bits: Vec<u64>,
    words: usize,
}

impl Peers {
    pub(super) fn new(layout: &Arc<Layout>) -> Peers {
        let words = layout.cell_count().div_ceil(64);
        let mut peers = Peers {
            layout: layout.clone(),
            bits: Vec::new(),
            words,
        };
        let digits = layout.digit_count();
        if digits > DigitBits::BITS as usize {
            return peers;
        }
        peers.bits = vec![0; layout.cell_count() * words];
        let mut of_house = vec![0; words];
        for house in layout.houses() {
            of_house.fill(0);
            for cell in &house.cells {
                of_house[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            for cell in &house.cells {
                let of_cell = &mut peers.bits[cell.index() * words..][..words];
                for (word, of_house) in of_cell.iter_mut().zip(&of_house) {
                    *word |= of_house;
                }
            }
        }
        for cell in 0..layout.cell_count() {
            peers.bits[cell * words + cell / 64] &= !(1 << (cell % 64));
        }
        let relations = layout.relations().iter();
        for relation in relations.filter(|relation| relation.is_inequality()) {
            let [one, other] = relation.cells.map(|cell| cell.index());
            for (cell, peer) in [(one, other), (other, one)] {
                peers.bits[cell * words + peer / 64] |= 1 << (peer % 64);
            }
        }
        peers
    }

    /// The number of words for a bit for each cell.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    fn of(&self, cell: u32) -> &[u64] {
        &self.bits[cell as usize * self.words..][..self.words]
    }

    /// Returns true if the cells cannot hold the same digit, on a board with up to 64 digits.
    pub(super) fn contains(&self, cell: u32, other: u32) -> bool {
        self.of(cell)[other as usize / 64] >> (other % 64) & 1 != 0
    }

    /// Returns true if no two of the cells can hold the same digit, on a board with up to 64 digits.
    pub(super) fn are_all_different(&self, cells: &[u32]) -> bool {
        let mut pairs = cells.iter().enumerate();
        pairs.all(|(place, one)| {
            cells[..place]
                .iter()
                .all(|other| self.contains(*one, *other))
        })
    }

    /// Removes the digit of a cell from its peers, and what relations forbid together with it.
    pub(super) fn exclude_from_peers(
        &self,
        cell: u32,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        let digit = position.lowest(cell);
        self.exclude_from_common(&[cell], digit, position)?;
        if !self.bits.is_empty() {
            return Ok(());
        }
        let candidate = Candidate {
            cell: Cell::from_index(cell as usize),
            digit: Digit::from_index(digit.index()),
        };
        let mut excluded = self.layout.excluded(candidate);
        excluded.try_for_each(|gone| {
            let digit = DigitBit::of(gone.digit.index());
            position.exclude(gone.cell.index() as u32, digit)
        })
    }

    /// Removes a digit that one of the `places` holds from the cells that see all of them.
    pub(super) fn exclude_from_common(
        &self,
        places: &[u32],
        digit: DigitBit,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        let Some((&first, others)) = places.split_first() else {
            return Ok(());
        };
        if !self.bits.is_empty() {
            let holders = digit.index() * self.words;
            for number in 0..self.words {
                let mut common = self.of(first)[number] & position.holders[holders + number];
                for other in others {
                    common &= self.bits[*other as usize * self.words + number];
                }
                while common != 0 {
                    let cell = (number * 64) as u32 + common.trailing_zeros();
                    common &= common - 1;
                    position.restrict(cell, !digit.bit)?;
                }
            }
            return Ok(());
        }
        let houses_of = |cell: u32| self.layout.houses_of(Cell::from_index(cell as usize));
        for house in houses_of(first) {
            let is_in_house = |other: &u32| houses_of(*other).any(|number| number == house);
            if others.iter().all(is_in_house) {
                for cell in &self.layout.houses()[house].cells {
                    let cell = cell.index() as u32;
                    if !places.contains(&cell) {
                        position.exclude(cell, digit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Restricts cells with different digits that must hold each digit of `required`, on a board with up
    /// to 64 digits.
    pub(super) fn require(
        &self,
        cells: &[u32],
        required: DigitBits,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        if required == 0 {
            return Ok(());
        }
        let narrow = Peers::place_singles(cells, required, position)?;
        let mut narrow = ones(narrow).map(DigitBit::of);
        narrow.try_for_each(|digit| self.exclude_locked(cells, digit, position))
    }

    /// Restricts cells with different digits that must hold each digit of `required`: the only cell for
    /// a digit holds it. Returns the digits that only few cells can hold.
    fn place_singles(
        cells: &[u32],
        required: DigitBits,
        position: &mut MaskPosition,
    ) -> Result<DigitBits, Refuted> {
        // The digits that are possible in at least 1, 2, … of the cells.
        let mut at_least = [0; MOST_PLACES + 1];
        let mut placed = 0;
        for &cell in cells {
            let candidates = position.candidates[cell as usize];
            let is_placed = u64::from(position.counts[cell as usize] == 1);
            placed |= candidates & is_placed.wrapping_neg();
            for place in (1..=MOST_PLACES).rev() {
                at_least[place] |= at_least[place - 1] & candidates;
            }
            at_least[0] |= candidates;
        }
        if required & !at_least[0] != 0 {
            return Err(Refuted);
        }
        let open = required & !placed;
        let single = open & !at_least[1];
        if single != 0 {
            for &cell in cells {
                let digits = position.candidates[cell as usize] & single;
                if digits != 0 {
                    position.restrict(cell, digits)?;
                }
            }
        }
        Ok(open & at_least[1] & !at_least[MOST_PLACES])
    }

    /// Removes locked candidates: the cells that see all of `cells` that can hold a digit do not hold it.
    pub(super) fn exclude_locked(
        &self,
        cells: &[u32],
        digit: DigitBit,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        // The last place is not kept.
        let mut places = [0; MOST_PLACES + 1];
        let mut count = 0;
        for &cell in cells {
            places[count.min(MOST_PLACES)] = cell;
            count += usize::from(position.word(cell, digit.word) & digit.bit != 0);
        }
        match count {
            2..=MOST_PLACES => self.exclude_from_common(&places[..count], digit, position),
            _ => Ok(()),
        }
    }
}

/// Removes the digits of naked pairs, two cells with the same two candidates, from the other cells.
pub(super) fn eliminate_pairs(cells: &[u32], position: &mut MaskPosition) -> Result<(), Refuted> {
    for (place, &one) in cells.iter().enumerate() {
        if position.counts[one as usize] != 2 {
            continue;
        }
        let pair = position.candidates[one as usize];
        let is_same = |other: &u32| position.candidates[*other as usize] == pair;
        let Some(other) = cells[place + 1..].iter().copied().find(is_same) else {
            continue;
        };
        for &cell in cells {
            if cell != one && cell != other {
                position.restrict(cell, !pair)?;
            }
        }
    }
    Ok(())
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

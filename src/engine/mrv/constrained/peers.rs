//! Cells that cannot hold the same digit, and locked candidates.

use super::position::{MaskPosition, Refuted};
use crate::board::{DigitBits, Layout};

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
        let mut add = |cell: usize, peer: usize| bits[cell * words + peer / 64] |= 1 << (peer % 64);
        for cell in layout.cells() {
            for peer in layout.peers(cell).iter() {
                add(cell.index(), peer.index());
            }
        }
        for relation in layout
            .relations()
            .iter()
            .filter(|relation| relation.is_inequality())
        {
            let [one, other] = relation.cells.map(|cell| cell.index());
            add(one, other);
            add(other, one);
        }
        Peers { bits, words }
    }

    fn of(&self, cell: u32) -> &[u64] {
        &self.bits[cell as usize * self.words..][..self.words]
    }

    /// Returns true if the cells cannot hold the same digit.
    pub(super) fn contains(&self, cell: u32, other: u32) -> bool {
        self.of(cell)[other as usize / 64] >> (other % 64) & 1 != 0
    }

    /// Returns true if no two of the cells can hold the same digit.
    pub(super) fn are_all_different(&self, cells: &[u32]) -> bool {
        let mut pairs = cells.iter().enumerate();
        pairs.all(|(place, one)| {
            cells[..place]
                .iter()
                .all(|other| self.contains(*one, *other))
        })
    }

    /// Removes the digit of a cell from its peers.
    pub(super) fn remove_from_peers(
        &self,
        cell: u32,
        digit: DigitBits,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        for (number, word) in self.of(cell).iter().enumerate() {
            remove_digit(number, *word, digit, position)?;
        }
        Ok(())
    }

    /// Restricts cells with different digits that must hold each digit of `required`: the only cell for
    /// a digit holds it, and cells that see all cells for a digit do not.
    pub(super) fn eliminate_locked(
        &self,
        cells: &[u32],
        required: DigitBits,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        /// The most cells for a digit that are intersected.
        const MOST_PLACES: usize = 3;
        if required == 0 {
            return Ok(());
        }
        // The digits that are possible in at least this many cells.
        let mut at_least = [0; MOST_PLACES + 1];
        let mut placed = 0;
        for cell in cells {
            let candidates = position.candidates[*cell as usize];
            if candidates.is_power_of_two() {
                placed |= candidates;
            }
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
                let digit = position.candidates[cell as usize] & single;
                if digit != 0 {
                    position.restrict(cell, digit)?;
                }
            }
        }
        let mut narrow = open & at_least[1] & !at_least[MOST_PLACES];
        while narrow != 0 {
            let digit = narrow & narrow.wrapping_neg();
            narrow &= narrow - 1;
            let mut places = cells
                .iter()
                .filter(|cell| position.candidates[**cell as usize] & digit != 0);
            let mut of_places = [&[][..]; MOST_PLACES];
            let mut count = 0;
            for (of_place, cell) in of_places.iter_mut().zip(&mut places) {
                *of_place = self.of(*cell);
                count += 1;
            }
            if count < 2 {
                continue;
            }
            for number in 0..self.words {
                let common = of_places[..count]
                    .iter()
                    .fold(u64::MAX, |common, peers| common & peers[number]);
                remove_digit(number, common, digit, position)?;
            }
        }
        Ok(())
    }
}

impl Peers {
    /// Removes the digits of naked pairs, two cells with the same two candidates, from the other cells.
    pub(super) fn eliminate_pairs(
        cells: &[u32],
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        let pairs = cells
            .iter()
            .filter(|cell| is_pair(position.candidates[**cell as usize]));
        if pairs.count() < 2 {
            return Ok(());
        }
        for (place, &one) in cells.iter().enumerate() {
            let pair = position.candidates[one as usize];
            let is_same = |other: &u32| position.candidates[*other as usize] == pair;
            if !is_pair(pair) {
                continue;
            }
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
}

/// Returns true if the set has two digits. It is faster than counting them.
fn is_pair(digits: DigitBits) -> bool {
    (digits & digits.wrapping_sub(1)).is_power_of_two()
}

/// Removes a digit from the cells of a word of a set of cells.
#[inline]
fn remove_digit(
    number: usize,
    mut cells: u64,
    digit: DigitBits,
    position: &mut MaskPosition,
) -> Result<(), Refuted> {
    while cells != 0 {
        let cell = (number * 64) as u32 + cells.trailing_zeros();
        cells &= cells - 1;
        position.restrict(cell, !digit)?;
    }
    Ok(())
}

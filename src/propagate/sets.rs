//! Sets of digits or sums in as many words as needed, and sets of houses.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::board::{Jagged, Layout};

/// A set of numbers, such as the indices of digits, in `W` words: number `n` is bit `n % 64` of word `n / 64`.
/// The constant makes sets of up to 64 digits as cheap as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of one number.
    pub fn of(number: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        set.0[number / 64] = 1 << (number % 64);
        set
    }

    /// Returns the lowest number of a set.
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Returns true if the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns true if the set has at most one number. Counting bits is slower without an instruction for
    /// it, which the compiler may not assume.
    #[inline(always)]
    pub fn is_at_most_one(self) -> bool {
        let (mut words, mut more) = (0, 0);
        for word in self.0 {
            words += usize::from(word != 0);
            more |= word & word.wrapping_sub(1);
        }
        words <= 1 && more == 0
    }

    /// Adds to each number, and drops those that become too large.
    pub fn plus(self, addend: usize) -> Bits<W> {
        let (words, bits) = (addend / 64, addend % 64);
        let word = |w: Option<usize>| w.map_or(0, |w| self.0[w]);
        Bits(from_fn(|w| match (w.checked_sub(words), bits) {
            (from, 0) => word(from),
            (from, _) => word(from) << bits | word(w.checked_sub(words + 1)) >> (64 - bits),
        }))
    }

    /// Subtracts from each number, and drops those that become negative.
    pub fn minus(self, subtrahend: usize) -> Bits<W> {
        let (words, bits) = (subtrahend / 64, subtrahend % 64);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Bits(from_fn(|w| match bits {
            0 => word(w + words),
            _ => word(w + words) >> bits | word(w + words + 1) << (64 - bits),
        }))
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitand(self, other: Bits<W>) -> Bits<W> {
        Bits(from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitor(self, other: Bits<W>) -> Bits<W> {
        Bits(from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits<W>) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn not(self) -> Bits<W> {
        Bits(self.0.map(|word| !word))
    }
}

/// Houses in one word of a [`HouseSet`].
#[derive(Debug, Clone, Copy)]
pub(super) struct HouseMask {
    pub word: usize,
    pub houses: u64,
}

/// Returns the houses of each cell of a layout: one mask on a 9×9 board, at most one for each house.
pub(super) fn house_masks(layout: &Layout) -> Jagged<HouseMask> {
    let mut masks = Jagged::default();
    for cell in layout.cells() {
        let houses: Vec<usize> = layout.houses_of(cell).collect();
        let of_words = houses.chunk_by(|one, other| one / 64 == other / 64);
        masks.push(of_words.map(|houses| HouseMask {
            word: houses[0] / 64,
            houses: houses.iter().fold(0, |all, house| all | 1 << (house % 64)),
        }));
    }
    masks
}

/// A set of houses to process: house number `h` is bit `h % 64` of word `h / 64`.
#[derive(Debug, Clone, Default)]
pub(super) struct HouseSet {
    words: Vec<u64>,
    /// The word in which the search for the next house starts, so that all houses have their turn.
    next: usize,
}

impl HouseSet {
    /// Fills the set with all houses below `count`.
    pub fn fill(&mut self, count: usize) {
        self.clear_for(count);
        for house in 0..count {
            self.insert(house);
        }
    }

    /// Empties the set and makes room for the houses below `count`.
    pub fn clear_for(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), 0);
        self.next = 0;
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a house.
    pub fn insert(&mut self, house: usize) {
        self.words[house / 64] |= 1 << (house % 64);
    }

    /// Adds the houses of several words.
    #[inline(always)]
    pub fn extend(&mut self, masks: &[HouseMask]) {
        for mask in masks {
            self.words[mask.word] |= mask.houses;
        }
    }

    /// Returns true if the set contains `house`.
    pub fn contains(&self, house: usize) -> bool {
        self.words[house / 64] & (1 << (house % 64)) != 0
    }

    /// Removes and returns a house, if there is one.
    #[inline(always)]
    pub fn take(&mut self) -> Option<usize> {
        for _ in 0..self.words.len() {
            let word = &mut self.words[self.next];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.next * 64 + bit);
            }
            self.next = (self.next + 1) % self.words.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_is_taken_once() {
        let mut set = HouseSet::default();
        set.clear_for(130);
        assert_eq!(set.take(), None);
        for house in [129, 64, 3, 64] {
            set.insert(house);
        }
        set.extend(&[HouseMask {
            word: 0,
            houses: 1 << 7 | 1 << 3,
        }]);
        assert!(set.contains(7) && !set.contains(8));
        let taken: Vec<usize> = std::iter::from_fn(|| set.take()).collect();
        assert_eq!(taken, [3, 7, 64, 129]);
        set.fill(100);
        assert_eq!(std::iter::from_fn(|| set.take()).count(), 100);
        set.insert(5);
        set.clear();
        assert_eq!(set.take(), None);
    }
}

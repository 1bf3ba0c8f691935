//! Sets of digits in as many words as a board needs, and sets of houses.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of digits in `W` words: digit index `d` is bit `d % 64` of word `d / 64`. The constant makes sets of
/// up to 64 digits as cheap as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DigitSet<const W: usize>(pub [u64; W]);

impl<const W: usize> DigitSet<W> {
    pub const EMPTY: DigitSet<W> = DigitSet([0; W]);

    /// The set of one digit.
    pub fn of(digit: usize) -> DigitSet<W> {
        let mut set = DigitSet::EMPTY;
        set.0[digit / 64] = 1 << (digit % 64);
        set
    }

    /// Returns the lowest digit of a set.
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Returns true if the set has no digit.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns true if the set has at most one digit. Counting bits is slower without an instruction for
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
}

impl<const W: usize> BitAnd for DigitSet<W> {
    type Output = DigitSet<W>;

    #[inline(always)]
    fn bitand(self, other: DigitSet<W>) -> DigitSet<W> {
        DigitSet(from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for DigitSet<W> {
    type Output = DigitSet<W>;

    #[inline(always)]
    fn bitor(self, other: DigitSet<W>) -> DigitSet<W> {
        DigitSet(from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> BitOrAssign for DigitSet<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: DigitSet<W>) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for DigitSet<W> {
    type Output = DigitSet<W>;

    #[inline(always)]
    fn not(self) -> DigitSet<W> {
        DigitSet(self.0.map(|word| !word))
    }
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

    /// Adds several houses.
    #[inline(always)]
    pub fn extend(&mut self, houses: impl Iterator<Item = usize>) {
        houses.for_each(|house| self.insert(house));
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
        set.extend([7, 3].into_iter());
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

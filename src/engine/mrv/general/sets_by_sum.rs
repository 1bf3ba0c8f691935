//! The sets of digits with a given size and sum.

use crate::board::{DigitBits, digit_set_count, digit_sets, ones};

/// The most sets of one size.
const MOST_SETS: usize = 600;

/// The sets of digits, by size and then by the sum of the indices of their digits. Sizes with too many
/// sets have none.
#[derive(Debug)]
pub(super) struct SetsBySum {
    /// For each size and each sum, the sets.
    sets: Vec<Vec<Vec<DigitBits>>>,
}

impl SetsBySum {
    pub(super) fn new(digits: usize) -> SetsBySum {
        let of_size = |size: usize| {
            let mut by_sum = Vec::new();
            if has_few_sets(digits, size) {
                by_sum.resize(largest_sum(digits, size) + 1, Vec::new());
                for set in digit_sets(digits, size) {
                    by_sum[ones(set).sum::<usize>()].push(set);
                }
            }
            by_sum
        };
        let sizes = (0..=digits).take_while(|size| has_few_sets(digits, *size));
        SetsBySum {
            sets: sizes.map(of_size).collect(),
        }
    }

    /// Returns true if it has the sets of `size` digits.
    pub(super) fn has_size(&self, size: usize) -> bool {
        size < self.sets.len()
    }

    /// The sets of `size` digits with this sum of indices.
    pub(super) fn of(&self, size: usize, sum: usize) -> &[DigitBits] {
        let by_sum = self.sets.get(size).and_then(|by_sum| by_sum.get(sum));
        by_sum.map_or(&[], Vec::as_slice)
    }
}

/// Returns true if there are few sets of `size` digits, and their sums fit in a word as bits.
fn has_few_sets(digits: usize, size: usize) -> bool {
    digit_set_count(digits, size) <= MOST_SETS && largest_sum(digits, size) < 64
}

/// The sum of the largest indices.
fn largest_sum(digits: usize, size: usize) -> usize {
    (digits - size..digits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_found_by_their_size_and_sum() {
        let sets = SetsBySum::new(9);
        // The digits with the indices 0, 1 and 3, the only ones with the sum 4.
        assert_eq!(sets.of(3, 4), [0b1011]);
        assert_eq!(sets.of(9, 36), [0b1_1111_1111]);
        assert_eq!(sets.of(9, 35), [0; 0]);
        assert!((3..=9).all(|size| sets.has_size(size)));
        // 16 × 15 × 14 ÷ 6 sets of three digits are few, but not those of four.
        let sets = SetsBySum::new(16);
        assert!(sets.has_size(3) && !sets.has_size(4));
        // The sum of two of 64 digits can be 125.
        let sets = SetsBySum::new(64);
        assert!(sets.has_size(1) && !sets.has_size(2));
    }
}

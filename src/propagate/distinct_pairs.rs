//! Distinct pairs: a combination of digits that one pair of cells holds is excluded from the others, and
//! one that a single pair can hold is placed there if every combination occurs.

use super::filter::is_single;
use crate::board::{DigitBits, DistinctPairs, ones};

/// Removes digits that are excluded, from the digits of the first and of the second cell of each pair.
/// Returns true if there was one, or `None` if nothing is left for a pair or a combination.
fn filter_pairs(distinct: &DistinctPairs, pairs: &mut [[DigitBits; 2]]) -> Option<bool> {
    let before = pairs.to_vec();
    exclude_placed(pairs)?;
    if distinct.is_full(pairs.len()) {
        place_singles(distinct, pairs)?;
    }
    let has_digits = |pair: &[DigitBits; 2]| pair[0] != 0 && pair[1] != 0;
    pairs.iter().all(has_digits).then(|| pairs != before)
}

/// Excludes the combinations of pairs that are solved from the others.
fn exclude_placed(pairs: &mut [[DigitBits; 2]]) -> Option<()> {
    // For each first digit, the second digits of solved pairs.
    let mut taken = [0; DigitBits::BITS as usize];
    let mut is_solved = vec![false; pairs.len()];
    for ([first, second], is_solved) in pairs.iter().copied().zip(&mut is_solved) {
        *is_solved = is_single(first) && is_single(second);
        if *is_solved {
            let taken: &mut DigitBits = &mut taken[first.trailing_zeros() as usize];
            if *taken & second != 0 {
                return None;
            }
            *taken |= second;
        }
    }
    for (pair, _) in pairs
        .iter_mut()
        .zip(is_solved)
        .filter(|(_, is_solved)| !is_solved)
    {
        let [first, second] = *pair;
        if is_single(first) {
            pair[1] &= !taken[first.trailing_zeros() as usize];
        } else if is_single(second) {
            pair[0] = ones(first)
                .filter(|first| taken[*first] & second == 0)
                .fold(0, |all, first| all | 1 << first);
        }
    }
    Some(())
}

/// Places each combination that only one pair can hold.
fn place_singles(distinct: &DistinctPairs, pairs: &mut [[DigitBits; 2]]) -> Option<()> {
    let [firsts, seconds] = &distinct.digits;
    let seconds = seconds
        .iter()
        .fold(0, |all, digit| all | 1 << digit.index());
    for first in firsts.iter().map(|digit| 1 << digit.index()) {
        let (mut once, mut twice) = (0, 0);
        for pair in pairs.iter().filter(|pair| pair[0] & first != 0) {
            twice |= once & pair[1];
            once |= pair[1];
        }
        if seconds & !once != 0 {
            return None;
        }
        let single = once & !twice;
        for pair in pairs.iter_mut().filter(|pair| pair[0] & first != 0) {
            match (pair[1] & single).count_ones() {
                0 => {}
                1 => *pair = [first, pair[1] & single],
                _ => return None,
            }
        }
    }
    Some(())
}

/// Removes the digits that the other pairs exclude.
pub(super) fn filter(distinct: &DistinctPairs, digits: &mut [DigitBits]) -> Option<bool> {
    let (pairs, _) = digits.as_chunks_mut();
    filter_pairs(distinct, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{blank_on, first_rule};

    #[test]
    fn combinations_are_excluded_and_placed() {
        let puzzle = blank_on("board 2x3; variables x 2x3 1-2; regions-to-find x");
        let (_, distinct) = first_rule!(puzzle.layout(), DistinctPairs);
        assert!(distinct.is_full(6));
        let all = [0b11, 0b111];
        let mut pairs = [[0b01, 0b001], [0b01, 0b111], all, all, all, [0b11, 0b001]];
        assert_eq!(filter_pairs(distinct, &mut pairs), Some(true));
        assert_eq!(
            pairs,
            [[0b01, 0b001], [0b01, 0b110], all, all, all, [0b10, 0b001]]
        );
        assert_eq!(filter_pairs(distinct, &mut pairs), Some(false));
        // Only the last pair can be the 3 of region 2.
        let mut pairs = [[0b01, 0b111]; 6];
        pairs[5] = all;
        assert_eq!(filter_pairs(distinct, &mut pairs), None);
        let mut pairs = [
            [0b11, 0b011],
            [0b01, 0b111],
            all,
            [0b01, 0b111],
            all,
            [0b01, 0b111],
        ];
        pairs[2] = [0b11, 0b011];
        pairs[4] = [0b11, 0b100];
        assert_eq!(filter_pairs(distinct, &mut pairs), Some(true));
        assert_eq!(pairs[4], [0b10, 0b100]);
        let mut pairs = [[0b01, 0b001]; 6];
        assert_eq!(filter_pairs(distinct, &mut pairs), None);
    }
}

//! Sets of digits as the bits of a word.

use super::geometry::Geometry;

/// A set of digits of a board with at most 64: bit `i` is the digit with index `i`.
pub type DigitBits = u64;

/// Returns the numbers of the bits that are set, in ascending order: the indices of the digits in a
/// set.
#[inline]
pub fn ones(bits: impl Into<DigitBits>) -> impl Iterator<Item = usize> + Clone {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.checked_sub(1)?;
        Some(bit)
    })
}

/// Returns the sum of the values of the digits in a set.
pub(crate) fn digit_sum(set: DigitBits, board: &Geometry) -> i64 {
    let lowest = *board.all_values().start();
    ones(set).map(|digit| (digit + lowest) as i64).sum()
}

/// Returns the number of sets of `count` of `size` digits, or `usize::MAX` if that is too large.
pub(crate) fn digit_set_count(size: usize, count: usize) -> usize {
    let mut factors = (0..count).map(|taken| (size - taken, taken + 1));
    let count = factors.try_fold(1_usize, |product, (factor, divisor)| {
        Some(product.checked_mul(factor)? / divisor)
    });
    count.unwrap_or(usize::MAX)
}

/// Returns the sets of `count` of the lowest `size` digits in ascending order (R. Gosper, HAKMEM,
/// 1972, item 175).
pub(crate) fn digit_sets(size: usize, count: usize) -> impl Iterator<Item = DigitBits> {
    let next = |set: &DigitBits| {
        let lowest = set & set.wrapping_neg();
        let carried = set.checked_add(lowest)?;
        Some(carried | (set ^ carried).checked_div(lowest)? >> 2)
    };
    let first = (0..count).fold(0, |set, digit| set | 1 << digit);
    let is_on_board = move |set: &DigitBits| set.checked_shr(size as u32).unwrap_or(0) == 0;
    std::iter::successors(Some(first), next).take_while(is_on_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_enumerated() {
        for (size, count) in [(9, 0), (1, 1), (4, 2), (9, 3), (9, 9), (20, 2)] {
            let sets: Vec<DigitBits> = digit_sets(size, count).collect();
            assert_eq!(sets.len(), digit_set_count(size, count), "{size} {count}");
            assert!(sets.is_sorted_by(|one, other| one < other));
            assert!(sets.iter().all(|set| ones(*set).count() == count));
        }
        assert_eq!(digit_set_count(225, 112), usize::MAX);
        assert_eq!(digit_sum(0b1_0000_0101, &9.into()), 1 + 3 + 9);
    }
}

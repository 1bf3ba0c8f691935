//! The digits of a cell as bits. Boards of explanations have at most 16.

/// Returns digits, by their indices, as bits.
pub(crate) fn bits(digits: impl IntoIterator<Item = usize>) -> u16 {
    digits.into_iter().fold(0, |all, digit| all | 1 << digit)
}

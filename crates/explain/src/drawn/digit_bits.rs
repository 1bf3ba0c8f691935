//! The digits of a cell as bits. Boards of explanations have at most 16.

/// Returns digits, by their indices, as bits.
pub(crate) fn bits(digits: impl IntoIterator<Item = usize>) -> u16 {
    digits.into_iter().fold(0, |all, digit| all | 1 << digit)
}

/// Keeps these digits of a cell. Returns true if the cell had others, or `None` if none is left.
pub(crate) fn keep(of_cell: &mut u16, allowed: u16) -> Option<bool> {
    let is_changed = *of_cell & !allowed != 0;
    *of_cell &= allowed;
    (*of_cell != 0).then_some(is_changed)
}

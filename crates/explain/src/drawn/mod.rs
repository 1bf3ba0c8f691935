//! Drawn constraints: which digits of their cells are still possible.

pub(super) mod digit_bits;
pub(super) mod drawn_rule;

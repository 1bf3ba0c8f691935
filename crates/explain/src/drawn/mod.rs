//! Drawn constraints: which digits of their cells are still possible.

mod bounds;
pub(super) mod digit_bits;
pub(super) mod drawn_rule;
pub(crate) mod partition;

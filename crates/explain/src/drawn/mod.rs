//! Drawn constraints: which digits of their cells are still possible, and their names in texts.

pub(super) mod digit_bits;
pub(super) mod drawn_rule;
mod linear_equation;
pub(crate) mod partition;
mod paths;
pub(super) mod wording;

//! Rules that come with a puzzle: on lines of their own, after it on its line, and in fields.

pub(crate) mod board;
pub(crate) mod fields;
pub(crate) mod names;
pub(crate) mod quotes;
pub(crate) mod spelling;
pub(crate) mod text;
pub(crate) mod tokens;

pub use names::constraint_named;

//! The declarations of all kinds, by what they mean.

mod board;
mod counts;
mod elements;
mod lines;
mod pairs;
mod sets;
mod sums;

use super::kind::Kind;
pub(in super::super) use pairs::has_ratio;

/// The kinds of each family.
pub(super) const KINDS: &[&[Kind]] = &[
    sets::KINDS,
    sums::KINDS,
    pairs::KINDS,
    lines::KINDS,
    counts::KINDS,
    elements::KINDS,
    board::KINDS,
];

//! The declarations of all kinds, by what they mean.

mod board;
mod counts;
mod elements;
mod lines;
mod pairs;
mod sets;
mod sums;
mod variants;

use super::kind::Kind;
use pairs::has_ratio;
pub(in super::super) use variants::KINDS as VARIANTS;

/// The kinds of each family of drawn constraints.
pub(super) const KINDS: &[&[Kind]] = &[
    sets::KINDS,
    sums::KINDS,
    pairs::KINDS,
    lines::KINDS,
    counts::KINDS,
    elements::KINDS,
    board::KINDS,
];

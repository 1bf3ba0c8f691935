//! Working memory of propagators, kept between their runs.

use std::ops::{Range, RangeInclusive};

use crate::board::DigitBits;

/// The working memory of all propagators.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub sums: OpenCells,
    pub reached: ReachedStates,
    pub used: UsedDigits,
}

/// Working memory of [`Sum`](super::sum::Sum): its open cells.
#[derive(Debug, Default)]
pub(super) struct OpenCells {
    pub cells: Vec<u32>,
    pub candidates: Vec<DigitBits>,
    pub groups: Vec<OpenGroup>,
    /// The digit sets that the groups with several open cells can hold, each with its sum.
    pub sets: Vec<(DigitBits, u32)>,
    /// For each group, the sums of the contributions of all groups before it.
    pub before: Vec<u64>,
    pub supported: Vec<DigitBits>,
}

/// The open cells of a group. Sums are those of the indices of their digits; a contribution is a sum
/// times the coefficient.
#[derive(Debug, Clone)]
pub(super) struct OpenGroup {
    pub coefficient: i64,
    /// Its place among the open cells of all groups.
    pub cells: Range<usize>,
    /// The digits that some cell can hold.
    pub union: DigitBits,
    /// Bounds of the sum.
    pub bounds: RangeInclusive<u32>,
    /// The possible sums as bits.
    pub sums: u64,
    /// The place of its digit sets among those of all groups.
    pub sets: Range<usize>,
}

/// Working memory of [`StateGraph`](super::state_graph::StateGraph): for each layer, a bit for each state that
/// can be reached from the start; then, for one layer and the next, a bit for each state from which the end
/// can be reached.
#[derive(Debug, Default)]
pub(super) struct ReachedStates {
    pub forward: Vec<Vec<u64>>,
    pub alive: Vec<u64>,
    pub next_alive: Vec<u64>,
}

/// The most digits of a board on which the sets of used digits are listed.
pub(super) const MOST_DIGITS: usize = 9;

/// The number of sets of digits.
const SETS: usize = 1 << MOST_DIGITS;

/// Working memory of [`DistinctStates`](super::distinct_states::DistinctStates). All words are 0 between calls.
#[derive(Debug)]
pub(super) struct UsedDigits {
    /// For each number of digits, the sets that can be used.
    pub sets: [Vec<u16>; MOST_DIGITS + 1],
    /// For each set, the states that are reached by using it.
    pub reached: [u64; SETS],
    /// For each set, the reached states from which the end can be reached.
    pub alive: [u64; SETS],
}

impl Default for UsedDigits {
    fn default() -> UsedDigits {
        UsedDigits {
            sets: Default::default(),
            reached: [0; SETS],
            alive: [0; SETS],
        }
    }
}

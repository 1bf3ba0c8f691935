//! The propagators of primitives. They see nothing but a position and the peers of cells, so that those of
//! an alternative can be tried.

use super::choice::ChoicePropagator;
use super::connected::ConnectedPropagator;
use super::digit_counts::DigitCounts;
use super::digit_sets::DigitSets;
use super::distinct_pairs::DistinctPairsPropagator;
use super::distinct_states::{DistinctStates, UsedDigits};
use super::pair_support::PairSupport;
use super::peers::Peers;
use super::position::{DigitBit, MaskPosition, Refuted};
use super::state_graph::{ReachedStates, StateGraph};
use super::sum::{Sum, SumMemory};

/// The cost of those that go after the rules for houses.
const AFTER_HOUSES: usize = 2_000;

/// A propagator of one primitive.
#[derive(Debug)]
pub(super) enum PrimitivePropagator {
    Pairs(PairSupport),
    /// Different digits: in an alternative, because [`Peers`] take care of the houses of the board.
    Different(Vec<u32>),
    Sets(DigitSets),
    Sum(Sum),
    States(StateGraph),
    DistinctStates(DistinctStates),
    Counts(DigitCounts),
    Connected(ConnectedPropagator),
    DistinctPairs(DistinctPairsPropagator),
    Choice(ChoicePropagator),
}

/// Working memory of propagators.
#[derive(Debug, Default)]
pub(super) struct PrimitiveMemory {
    sums: SumMemory,
    reached: ReachedStates,
    used: UsedDigits,
}

impl PrimitivePropagator {
    /// The cells that it watches.
    pub(super) fn cells(&self) -> &[u32] {
        use PrimitivePropagator::*;
        match self {
            Pairs(pairs) => pairs.cells(),
            Different(cells) => cells,
            Sets(sets) => sets.cells(),
            Sum(sum) => sum.cells(),
            States(states) => states.cells(),
            DistinctStates(states) => states.cells(),
            Counts(counts) => counts.cells(),
            Connected(connected) => connected.cells(),
            DistinctPairs(pairs) => pairs.cells(),
            Choice(choice) => choice.cells(),
        }
    }

    /// Returns the most candidates of a cell, by its place, with which it has an effect.
    pub(super) fn most(&self, place: usize) -> u16 {
        match self {
            PrimitivePropagator::Pairs(pairs) => pairs.most()[place],
            PrimitivePropagator::Different(_) => 1,
            _ => u16::MAX,
        }
    }

    /// Returns true if it need not run unless the lowest or the highest candidate of a cell changes.
    pub(super) fn is_of_bounds(&self) -> bool {
        match self {
            PrimitivePropagator::Sum(sum) => sum.is_of_bounds(),
            _ => false,
        }
    }

    /// Returns true if running it again without other changes has no effect.
    pub(super) fn is_idempotent(&self) -> bool {
        use PrimitivePropagator::*;
        match self {
            Pairs(_) | States(_) | DistinctStates(_) => true,
            Sets(sets) => sets.is_idempotent(),
            Sum(sum) => sum.is_idempotent(),
            Different(_) | Counts(_) | Connected(_) | DistinctPairs(_) | Choice(_) => false,
        }
    }

    /// The order of propagators: those that cost little go first. Automata over different digits cost most, and go
    /// even after locked candidates and naked pairs, which halves the time of sandwiches and skyscrapers.
    pub(super) fn cost(&self) -> usize {
        use PrimitivePropagator::*;
        match self {
            Pairs(_) | Different(_) => 0,
            Sets(_) | Sum(_) => 3 + self.cells().len(),
            States(states) => 12 + states.cells().len(),
            DistinctStates(states) => AFTER_HOUSES + states.cells().len(),
            Counts(_) => 80,
            DistinctPairs(_) => 90,
            Connected(_) => 100,
            Choice(choice) => 101 + choice.cells().len(),
        }
    }

    /// Removes candidates without support.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut PrimitiveMemory,
    ) -> Result<(), Refuted> {
        use PrimitivePropagator::*;
        match self {
            Pairs(pairs) => pairs.propagate(position),
            Different(cells) => exclude_placed(cells, position),
            Sets(sets) => sets.propagate(position, peers, &mut memory.sums.of_sets),
            Sum(sum) => sum.propagate(position, peers, &mut memory.sums),
            States(states) => states.propagate(position, &mut memory.reached),
            DistinctStates(states) => states.propagate(position, &mut memory.used),
            Counts(counts) => counts.propagate(position),
            Connected(connected) => connected.propagate(position),
            DistinctPairs(pairs) => pairs.propagate(position, peers),
            Choice(choice) => choice.propagate(position, peers, memory),
        }
    }
}

/// Removes the digits of solved cells from all other cells.
fn exclude_placed(cells: &[u32], position: &mut MaskPosition) -> Result<(), Refuted> {
    for one in cells {
        if position.counts[*one as usize] == 1 {
            let digit: DigitBit = position.lowest(*one);
            for other in cells.iter().filter(|other| *other != one) {
                position.exclude(*other, digit)?;
            }
        }
    }
    Ok(())
}

//! Distinct pairs: no combination of digits occurs twice, and if there are as many pairs as combinations,
//! each has a place.
//!
//! For each digit of the first cells, the pairs that can hold it are read like the cells of a house: a
//! digit of the second cells with one place is placed, and one with few places is removed from the cells
//! that see all of them.

use super::peers::{MOST_PLACES, Peers, tally};
use super::position::{Position, Refuted, is_single};
use super::propagator::{Propagator, indices};
use super::scratch::Scratch;
use crate::board::{Cell, DigitBits, DistinctPairs, ones};

/// Pairs of cells of which no two are equal.
#[derive(Debug)]
pub(super) struct DistinctPairsPropagator {
    pairs: Vec<[u32; 2]>,
    cells: Vec<u32>,
    /// The digits of the first and of the second cells.
    digits: [DigitBits; 2],
    is_full: bool,
}

impl DistinctPairsPropagator {
    pub(super) fn new(cells: &[Cell], distinct: &DistinctPairs) -> DistinctPairsPropagator {
        let cells = indices(cells);
        let (pairs, _) = cells.as_chunks();
        let digits = distinct.digits.each_ref().map(|digits| {
            let bits = digits.iter().map(|digit| 1 << digit.index());
            bits.fold(0, |all, bit: DigitBits| all | bit)
        });
        DistinctPairsPropagator {
            is_full: distinct.is_full(pairs.len()),
            pairs: pairs.to_vec(),
            cells,
            digits,
        }
    }

    /// Removes the second digits that solved pairs with this first digit hold.
    fn exclude_placed(&self, first: DigitBits, position: &mut Position) -> Result<(), Refuted> {
        let mut placed = 0;
        for pair in &self.pairs {
            let [firsts, seconds] = pair.map(|cell| position.of(cell));
            if firsts == first && is_single(seconds) {
                if placed & seconds != 0 {
                    return Err(Refuted);
                }
                placed |= seconds;
            }
        }
        for &[one, other] in self.pairs.iter().filter(|_| placed != 0) {
            let [firsts, seconds] = [one, other].map(|cell| position.of(cell));
            if firsts == first && !is_single(seconds) {
                position.restrict(other, !placed)?;
            } else if firsts != first && firsts & first != 0 && seconds & !placed == 0 {
                position.restrict(one, !first)?;
            }
        }
        Ok(())
    }

    /// Places the second digits that only one pair with this first digit can hold.
    fn place(
        &self,
        first: DigitBits,
        position: &mut Position,
        peers: &Peers,
    ) -> Result<(), Refuted> {
        let holds = |position: &Position, pair: &[u32; 2], second: DigitBits| {
            position.of(pair[0]) & first != 0 && position.of(pair[1]) & second != 0
        };
        let pairs = || self.pairs.iter();
        let with_first = pairs().filter(|pair| position.of(pair[0]) & first != 0);
        let at_least = tally(with_first.map(|pair| position.of(pair[1])));
        if self.digits[1] & !at_least[0] != 0 {
            return Err(Refuted);
        }
        let single = self.digits[1] & !at_least[1];
        for pair in pairs().filter(|_| single != 0) {
            if holds(position, pair, single) {
                position.restrict(pair[0], first)?;
                position.restrict(pair[1], single)?;
            }
        }
        for digit in ones(self.digits[1] & at_least[1] & !at_least[MOST_PLACES]) {
            let places = pairs().filter(|pair| holds(position, pair, 1 << digit));
            let places: Vec<u32> = places.map(|pair| pair[1]).collect();
            peers.exclude_from_common(&places, digit, position)?;
        }
        Ok(())
    }
}

impl Propagator for DistinctPairsPropagator {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes combinations that are placed elsewhere, and places those that have one place.
    fn propagate(
        &self,
        position: &mut Position,
        peers: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        for first in ones(self.digits[0]).map(|digit| 1 << digit) {
            self.exclude_placed(first, position)?;
            if self.is_full {
                self.place(first, position, peers)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{blank_on, first_rule};

    /// Returns the candidates of two rows of three numbers of regions and of digits after propagation, as
    /// bits, or `None` after a contradiction.
    fn propagated(labels: [DigitBits; 6], digits: [DigitBits; 6]) -> Option<[Vec<DigitBits>; 2]> {
        let puzzle = blank_on("board 2x3; variables x 2x3; regions-to-find x");
        let layout = puzzle.layout();
        let (cells, distinct) = first_rule!(layout, DistinctPairs);
        let pairs = DistinctPairsPropagator::new(cells, distinct);
        let mut position = Position::default();
        position.reset(&[digits, labels].concat());
        position.holders = vec![0; 3];
        for (cell, candidates) in position.candidates.iter().enumerate() {
            for digit in ones(*candidates) {
                position.holders[digit] |= 1 << cell;
            }
        }
        let mut scratch = Scratch::default();
        pairs
            .propagate(&mut position, &Peers::new(layout), &mut scratch)
            .ok()?;
        let (digits, labels) = position.candidates.split_at(6);
        Some([labels.to_vec(), digits.to_vec()])
    }

    #[test]
    fn a_combination_is_placed_once() {
        // r1c1 is 1 in region 1, as are r1c2 and r2c2 with other digits; r2c3 with 1 is in region 2.
        let found = propagated(
            [0b01, 0b01, 0b11, 0b11, 0b01, 0b11],
            [0b001, 0b111, 0b111, 0b111, 0b111, 0b001],
        );
        let [labels, digits] = found.unwrap();
        assert_eq!((digits[1], digits[4], labels[5]), (0b110, 0b110, 0b10));
        let labels = [0b01, 0b11, 0b11, 0b11, 0b01, 0b11];
        let digits = [0b001, 0b111, 0b111, 0b111, 0b001, 0b111];
        assert_eq!(propagated(labels, digits), None);
    }

    #[test]
    fn a_combination_with_one_place_is_placed() {
        // Region 2 has its 3 in r2c3, the only of its cells that can be 3.
        let found = propagated(
            [0b01, 0b01, 0b11, 0b10, 0b11, 0b11],
            [0b111, 0b111, 0b011, 0b011, 0b011, 0b111],
        );
        let [labels, digits] = found.unwrap();
        assert_eq!((labels[5], digits[5]), (0b10, 0b100));
        // No cell of region 2 can be 3.
        let labels = [0b01, 0b01, 0b11, 0b10, 0b11, 0b11];
        let digits = [0b111, 0b111, 0b011, 0b011, 0b011, 0b011];
        assert_eq!(propagated(labels, digits), None);
    }
}

//! The primitives of a board that have a filter, and when it is applied.
//!
//! Houses have work lists, which every removal of a candidate updates. All other
//! primitives do without: when no single is left, each is compared with the candidates that its filter
//! last left, and the filter is applied again if they differ. A board without constraints pays nothing
//! for that, and undoing a test needs no bookkeeping.

use std::mem::take;

use super::Contradiction;
use super::Propagation;
use super::filter::{filter, has_filter};
use super::sets::Bits;
use crate::board::{DigitBits, Layout};

/// The primitives with a filter.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnRules {
    /// Their places among the primitives of the layout, in ascending order: the cheapest first.
    places: Vec<usize>,
    /// The candidates of the cells of each primitive after its filter was last applied.
    pub seen: Vec<DigitBits>,
}

impl DrawnRules {
    /// The most digits of a board whose primitives have filters: one word for each cell.
    pub const MOST_DIGITS: usize = DigitBits::BITS as usize;

    /// Returns the primitives of a board. There are none if it has too many digits.
    pub fn of(layout: &Layout) -> DrawnRules {
        if layout.digit_count() > DrawnRules::MOST_DIGITS {
            return DrawnRules::default();
        }
        let primitives = layout.primitives().iter().enumerate();
        let with_filter = primitives.filter(|(_, primitive)| has_filter(primitive));
        let (places, cells): (Vec<usize>, Vec<usize>) = with_filter
            .map(|(place, primitive)| (place, primitive.cells.len()))
            .unzip();
        DrawnRules {
            places,
            // No cell of a position without a contradiction has no candidate.
            seen: vec![0; cells.into_iter().sum()],
        }
    }

    /// Returns true if no primitive has a filter.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

impl<const W: usize> Propagation<'_, W> {
    /// Applies the filter of each primitive whose candidates have changed. Returns true if there was
    /// one.
    #[inline(never)]
    pub(super) fn apply_drawn_rules(&mut self) -> Result<bool, Contradiction> {
        let mut seen = take(&mut self.drawn_rules.seen);
        let result = self.apply_filters(&mut seen);
        self.drawn_rules.seen = seen;
        result
    }

    fn apply_filters(&mut self, seen: &mut [DigitBits]) -> Result<bool, Contradiction> {
        let layout = self.layout;
        let mut has_changed = false;
        let mut rest = seen;
        for index in 0..self.drawn_rules.places.len() {
            let primitive = &layout.primitives()[self.drawn_rules.places[index]];
            let cells = &primitive.cells;
            let (digits, others) = rest.split_at_mut(cells.len());
            rest = others;
            let of_cells = || cells.iter().map(|cell| self.bits[cell.index()][0]);
            if of_cells().eq(digits.iter().copied()) {
                continue;
            }
            has_changed = true;
            let of_cells = digits.iter_mut().zip(of_cells());
            of_cells.for_each(|(digits, of_cell)| *digits = of_cell);
            match filter(primitive, layout.geometry(), digits, None) {
                None => return Err(Contradiction::NoDigits(primitive.source)),
                Some(false) => {}
                Some(true) => {
                    for (cell, digits) in cells.iter().zip(digits) {
                        let mut gone = Bits::EMPTY;
                        gone.0[0] = !*digits;
                        self.remove(*cell, gone)?;
                    }
                }
            }
        }
        Ok(has_changed)
    }
}

//! Completions of a position of the standard board, which a generator requests by the million.
//!
//! Nothing is allocated per request, and there is no budget: on this board every search ends soon.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::position::{BandCandidate, BandPosition, Bands};
use super::search::SearchTree;
use super::tables::BITS;
use crate::engine::Budget;

/// A set of cells of the standard board, made of the bits of [`bit_of`].
pub type CellSet = u128;

/// Returns the bit of a cell, numbered in reading order from 0.
///
/// # Panics
/// If `cell` is not below 81.
pub const fn bit_of(cell: usize) -> CellSet {
    assert!(cell < 81);
    (BITS[cell % 27] as CellSet) << (32 * (cell / 27))
}

/// A search for completions, with its working memory.
#[derive(Debug, Clone, Default)]
pub struct CompletionSearch {
    search: SearchTree,
}

impl CompletionSearch {
    /// Returns true if a position has a completion. The position consists of the places of each digit
    /// and the given cells.
    pub fn has_any(&mut self, places: &[CellSet; 9], given: CellSet) -> bool {
        self.first(places, given, BandPosition::choose).is_some()
    }

    /// Returns a random completion as the digits, from 0, of the cells in reading order, if there
    /// is one. To guess one of several digits, it calls `below`, which returns a number below its
    /// argument.
    ///
    /// The more guesses this takes, the closer the distribution is to uniform, but it is never
    /// quite uniform.
    pub fn random(
        &mut self,
        places: &[CellSet; 9],
        given: CellSet,
        mut below: impl FnMut(u32) -> u32,
    ) -> Option<[u8; 81]> {
        // This is not the kernel's own choice, so that improving that one does not change
        // generated grids.
        let found = self.first(places, given, |position, two, three| {
            let first = |cells: &Bands| cells.iter().position(|of_band| *of_band != 0);
            let open = if first(two).is_some() { two } else { three };
            let band = first(open).unwrap_or(0);
            let bit = open[band].trailing_zeros();
            let mut digits = position.digits_at(band, bit);
            for _ in 0..below(digits.count_ones()) {
                digits &= digits - 1;
            }
            let digit = digits.trailing_zeros() as usize;
            BandCandidate { digit, band, bit }
        });
        found.map(|position| position.solution())
    }

    /// Returns the first completion.
    fn first(
        &mut self,
        places: &[CellSet; 9],
        given: CellSet,
        choose: impl FnMut(&BandPosition, &Bands, &Bands) -> BandCandidate,
    ) -> Option<BandPosition> {
        let position = BandPosition::from_places(places.map(words), words(given));
        let mut found = None;
        let receive = |position: &BandPosition| {
            found = Some(*position);
            Ok::<_, Infallible>(ControlFlow::Break(()))
        };
        let Ok(_) = self
            .search
            .run(position, &Budget::UNLIMITED, false, choose, receive);
        found
    }
}

/// Splits a set into a word for each band.
fn words(set: CellSet) -> Bands {
    [set as u32, (set >> 32) as u32, (set >> 64) as u32, 0]
}

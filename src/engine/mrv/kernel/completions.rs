//! Completions of a position of the standard board, which a generator requests by the million.
//!
//! Nothing is allocated per request, and there is no budget: on this board every search ends soon.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::position::{BandPosition, Bands};
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
        let position = BandPosition::from_places(places.map(words), words(given));
        let mut is_found = false;
        let receive = |_: &BandPosition| {
            is_found = true;
            Ok::<_, Infallible>(ControlFlow::Break(()))
        };
        let Ok(_) = self
            .search
            .run(position, &Budget::UNLIMITED, false, receive);
        is_found
    }
}

/// Splits a set into a word for each band.
fn words(set: CellSet) -> Bands {
    [set as u32, (set >> 32) as u32, (set >> 64) as u32, 0]
}

//! The structure of a board as flat tables, built once per layout.

use std::sync::Arc;

use super::packed::{IndexTally, Packed};
use crate::board::{Candidate, Cell, Digit, Jagged, Layout};

/// The houses of a layout as lists of indices.
#[derive(Debug)]
pub(super) struct LayoutTables {
    /// The layout of these tables.
    pub(super) layout: Arc<Layout>,
    /// The number of digits, and of cells in a full house.
    pub(super) size: usize,
    /// The number of cells.
    pub(super) cells: usize,
    /// The number of houses.
    pub(super) houses: usize,
    /// For each house, its cells.
    pub(super) cells_of: Jagged<u32>,
    /// For each cell, its houses.
    pub(super) houses_of: Jagged<u32>,
    /// For each house, the houses that share at least two cells with it.
    pub(super) crossings: Vec<Crossings>,
    /// The largest number of cells that two houses share.
    pub(super) widest_overlap: u32,
    /// The largest number of houses of a cell.
    pub(super) most_houses: usize,
    /// The number of 64-bit words for a bit per digit, or per cell of a house.
    pub(super) words: usize,
    /// A bit for every digit.
    pub(super) all_digits: Vec<u64>,
    /// For each house, the initial tally of a digit's places: met if the house need not contain the
    /// digit.
    pub(super) no_places: Vec<IndexTally>,
}

/// The houses that share cells with a house.
#[derive(Debug, Clone, Default)]
pub(super) struct Crossings {
    others: Vec<u32>,
    /// For each of them, in as many words as needed, a bit for each cell of the house that is not
    /// in the other.
    elsewhere: Vec<u64>,
}

impl Crossings {
    /// Returns each of the other houses and its words.
    #[inline]
    pub(super) fn iter(&self, words: usize) -> impl Iterator<Item = (usize, &[u64])> {
        let others = self.others.iter().map(|other| *other as usize);
        others.zip(self.elsewhere.chunks_exact(words))
    }

    /// Returns the crossings of each house.
    fn of_all(layout: &Layout, words: usize) -> Vec<Crossings> {
        let mut all = vec![Crossings::default(); layout.houses().len()];
        for both in layout.intersections() {
            let [first, second] = both.houses;
            for (house, other) in [(first, second), (second, first)] {
                let Crossings { others, elsewhere } = &mut all[house];
                others.push(other as u32);
                let start = elsewhere.len();
                elsewhere.resize(start + words, 0);
                for (place, cell) in layout.houses()[house].cells.iter().enumerate() {
                    if both.shared.binary_search(cell).is_err() {
                        elsewhere[start + place / 64] |= 1 << (place % 64);
                    }
                }
            }
        }
        all
    }
}

impl LayoutTables {
    /// The candidates that relations forbid together with `candidate`.
    #[inline]
    pub(super) fn excluded(&self, candidate: Packed) -> impl Iterator<Item = Packed> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let excluded = self.layout.excluded(Candidate {
            cell: Cell::from_index(cell),
            digit: Digit::from_index(digit),
        });
        excluded.map(|other| Packed::new(other.cell.index(), other.digit.index()))
    }

    pub(super) fn new(layout: &Arc<Layout>) -> LayoutTables {
        let houses = layout.houses();
        let overlaps = layout.intersections().iter();
        let widest_overlap = overlaps.map(|both| both.shared.len() as u32).max();
        let houses_of = layout.cells().map(|cell| layout.houses_of(cell).count());
        let most_houses = houses_of.max().unwrap_or(0);
        let words = layout.digit_count().div_ceil(64);
        let mut all_digits = vec![0; words];
        (0..layout.digit_count()).for_each(|digit| all_digits[digit / 64] |= 1 << (digit % 64));
        let no_places = houses.iter().map(|house| {
            let mut places = IndexTally::EMPTY;
            if !layout.is_full(house) {
                places.assign();
            }
            places
        });
        let (mut cells_of, mut houses_of) = (Jagged::default(), Jagged::default());
        for house in houses {
            cells_of.push(house.cells.iter().map(|cell| cell.index() as u32));
        }
        for cell in layout.cells() {
            houses_of.push(layout.houses_of(cell).map(|house| house as u32));
        }
        LayoutTables {
            layout: layout.clone(),
            size: layout.digit_count(),
            cells: layout.cell_count(),
            houses: houses.len(),
            cells_of,
            houses_of,
            widest_overlap: widest_overlap.unwrap_or(1),
            crossings: Crossings::of_all(layout, words),
            most_houses,
            words,
            all_digits,
            no_places: no_places.collect(),
        }
    }
}

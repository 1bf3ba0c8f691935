//! What the search needs to know about a board, flattened once per layout.

use std::sync::Arc;

use super::packed::{Packed, Tally};
use crate::board::{Layout, PairConstraint};

/// The houses of a layout as flat lists of indices.
#[derive(Debug)]
pub(super) struct Tables {
    /// The layout they were made for.
    pub(super) layout: Arc<Layout>,
    /// Digits, and cells per full house.
    pub(super) size: usize,
    /// All cells of the board.
    pub(super) cells: usize,
    /// All houses of the board.
    pub(super) houses: usize,
    /// By house, its cells.
    pub(super) cells_of: Lists,
    /// By cell, its houses.
    pub(super) houses_of: Lists,
    /// By cell, at `starts[cell]..starts[cell + 1]` of the second, the cells that exclude digits
    /// of it, and by which difference.
    pub(super) excluders: (Vec<u32>, Vec<(u32, u16)>),
    /// By house, those that share cells with it, two or more.
    pub(super) crossings: Vec<Crossings>,
    /// The most cells that two houses share.
    pub(super) widest_overlap: u32,
    /// The most houses that a cell is in.
    pub(super) most_houses: usize,
    /// Words of 64 bits for a bit per digit, or per cell of a house.
    pub(super) words: usize,
    /// A bit for every digit.
    pub(super) all_digits: Vec<u64>,
    /// By house, the places of a digit that has none: met where the digit need not have any.
    pub(super) no_places: Vec<Tally>,
}

/// The houses that share cells with a house.
#[derive(Debug, Clone, Default)]
pub(super) struct Crossings {
    others: Vec<u32>,
    /// For each of them, in as many words as it needs, a bit for each cell of the house that is
    /// not in the other.
    elsewhere: Vec<u64>,
}

impl Crossings {
    /// Each of the other houses, with the words of its bits.
    #[inline]
    pub(super) fn iter(&self, words: usize) -> impl Iterator<Item = (usize, &[u64])> {
        let others = self.others.iter().map(|other| *other as usize);
        others.zip(self.elsewhere.chunks_exact(words))
    }

    /// By house of a layout.
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

/// Lists of indices in one vector, so that reading one costs no pointer of its own.
#[derive(Debug)]
pub(super) struct Lists {
    /// List `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = impl Iterator<Item = usize>>) -> Lists {
        let mut all = Lists {
            starts: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            all.items.extend(list.map(|item| item as u32));
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    /// The list with this number.
    #[inline]
    pub(super) fn of(&self, number: usize) -> &[u32] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// See [`Tables::excluders`].
fn excluders(layout: &Layout) -> (Vec<u32>, Vec<(u32, u16)>) {
    let (mut starts, mut all) = (vec![0], Vec::new());
    for cell in layout.cells() {
        let of_cell = layout.pair_constraints_of(cell).map(|number| {
            let PairConstraint {
                cells: [one, other],
                difference,
                ..
            } = layout.pair_constraints()[number];
            let excluder = if one == cell { other } else { one };
            (excluder.index() as u32, difference as u16)
        });
        all.extend(of_cell);
        starts.push(all.len() as u32);
    }
    (starts, all)
}

impl Tables {
    /// The candidates that cannot be beside this one though they share no house with it.
    #[inline]
    pub(super) fn excluded(&self, candidate: Packed) -> impl Iterator<Item = Packed> {
        let (starts, all) = &self.excluders;
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let of_cell = &all[starts[cell] as usize..starts[cell + 1] as usize];
        of_cell.iter().flat_map(move |&(other, difference)| {
            let difference = usize::from(difference);
            let lower = digit.checked_sub(difference);
            // Where the difference is 0, both are the same digit.
            let higher = Some(digit + difference).filter(|d| *d < self.size && difference > 0);
            let digits = lower.into_iter().chain(higher);
            digits.map(move |digit| Packed::new(other as usize, digit))
        })
    }

    pub(super) fn new(layout: &Arc<Layout>) -> Tables {
        let houses = layout.houses();
        let overlaps = layout.intersections().iter();
        let widest_overlap = overlaps.map(|both| both.shared.len() as u32).max();
        let houses_of = layout.cells().map(|cell| layout.houses_of(cell).count());
        let most_houses = houses_of.max().unwrap_or(0);
        let words = layout.size().div_ceil(64);
        let mut all_digits = vec![0; words];
        (0..layout.size()).for_each(|digit| all_digits[digit / 64] |= 1 << (digit % 64));
        let no_places = houses.iter().map(|house| {
            let mut places = Tally::EMPTY;
            if !layout.is_full(house) {
                places.assign();
            }
            places
        });
        Tables {
            layout: layout.clone(),
            size: layout.size(),
            cells: layout.cell_count(),
            houses: houses.len(),
            cells_of: Lists::new(
                houses
                    .iter()
                    .map(|house| house.cells.iter().map(|cell| cell.index())),
            ),
            houses_of: Lists::new(layout.cells().map(|cell| layout.houses_of(cell))),
            excluders: excluders(layout),
            widest_overlap: widest_overlap.unwrap_or(1),
            crossings: Crossings::of_all(layout, words),
            most_houses,
            words,
            all_digits,
            no_places: no_places.collect(),
        }
    }
}

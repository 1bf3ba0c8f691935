//! CompletionSearch of a position of the standard board: what a generator asks by the million.
//!
//! Nothing is allocated for a question, and there is no budget: on this board every search ends
//! soon.

use super::position::{BandCandidate, BandPosition, Bands, Propagated};
use super::search::SearchTree;
use super::tables::BITS;

/// A set of cells of the standard board: the bits of [`bit_of`].
pub(crate) type CellSet = u128;

/// The bit of a cell, numbered in reading order from 0.
///
/// # Panics
/// When `cell` is not below 81.
pub(crate) const fn bit_of(cell: usize) -> CellSet {
    assert!(cell < 81);
    (BITS[cell % 27] as CellSet) << (32 * (cell / 27))
}

/// Working memory for such questions.
#[derive(Debug, Clone, Default)]
pub(crate) struct CompletionSearch {
    search: SearchTree,
}

impl CompletionSearch {
    /// How many completions a position has, counted up to `limit`: by digit its places, and the
    /// cells that are given.
    pub(crate) fn count(&mut self, places: &[CellSet; 9], given: CellSet, limit: usize) -> usize {
        let mut count = 0;
        self.each(
            places,
            given,
            |position, two, three| position.choose(two, three),
            |_| {
                count += 1;
                count < limit
            },
        );
        count
    }

    /// A completion that is not this one, by the cells in which they differ.
    pub(crate) fn other_than(
        &mut self,
        places: &[CellSet; 9],
        given: CellSet,
        digits: &[u8; 81],
    ) -> Option<CellSet> {
        let mut differs = 0;
        self.each(
            places,
            given,
            |position, two, three| position.choose(two, three),
            |position| {
                let other = position.solution();
                for cell in (0..81).filter(|cell| digits[*cell] != other[*cell]) {
                    differs |= bit_of(cell);
                }
                differs == 0
            },
        );
        (differs != 0).then_some(differs)
    }

    /// A completion of a position: by cell in reading order its digit from 0, if there is one.
    /// Where there are several digits to guess from, `below` says which: a number from 0 below the
    /// one it is given.
    ///
    /// The more often it has to guess the closer are all completions to equally likely; they never
    /// quite are.
    pub(crate) fn random(
        &mut self,
        places: &[CellSet; 9],
        given: CellSet,
        mut below: impl FnMut(u32) -> u32,
    ) -> Option<[u8; 81]> {
        let mut found = None;
        self.each(
            places,
            given,
            |position, two, three| {
                // Not the kernel's own choice, so that a better one leaves the grids as they are.
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
            },
            |position| {
                found = Some(position.solution());
                false
            },
        );
        found
    }

    /// Hands completions to `receive` until that wants no more.
    fn each(
        &mut self,
        places: &[CellSet; 9],
        given: CellSet,
        mut choose: impl FnMut(&BandPosition, &Bands, &Bands) -> BandCandidate,
        mut receive: impl FnMut(&BandPosition) -> bool,
    ) {
        let search = &mut self.search;
        search.start(BandPosition::of(places.map(words), words(given)));
        loop {
            let outcome = search.propagate();
            match outcome {
                Propagated::Open { two, three } => {
                    let candidate = choose(search.position(), &two, &three);
                    search.guess(candidate, &three);
                    continue;
                }
                Propagated::Solved if !receive(search.position()) => return,
                Propagated::Solved | Propagated::Refuted => {}
            }
            if !search.back(matches!(outcome, Propagated::Solved)) {
                return;
            }
        }
    }
}

/// The words of a set, one for each band.
fn words(set: CellSet) -> Bands {
    [set as u32, (set >> 32) as u32, (set >> 64) as u32, 0]
}

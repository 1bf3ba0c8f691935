//! Naked subsets in proofs by contradiction: cells that differ and have as many digits together, or fewer.
//!
//! Without them, a proof goes through all ways to fill the cells as separate cases.

use super::IndirectProver;
use crate::drawn::digit_bits::bits;
use crate::fact::Fact;
use satdoku::board::ones;

/// The most cells of a subset.
const MOST_CELLS: usize = 4;

/// Cells that differ, by their facts, and the digits that they have together.
pub(super) struct NakedSubset {
    pub facts: Vec<usize>,
    pub digits: u16,
}

impl NakedSubset {
    /// True if there are fewer digits than cells.
    pub fn is_contradiction(&self) -> bool {
        (self.digits.count_ones() as usize) < self.facts.len()
    }
}

impl IndirectProver<'_> {
    /// Returns the first of the smallest naked subsets that are a contradiction, or else of those whose digits
    /// exclude a candidate without a cause. `open` has the candidates left of each fact.
    pub(super) fn naked_subset(
        &self,
        open: &[Vec<usize>],
        causes: &[Option<usize>],
    ) -> Option<NakedSubset> {
        let cells = (0..open.len()).filter(|fact| matches!(self.facts[*fact], Fact::Cell(_)));
        let cells = cells.filter(|fact| open[*fact].len() > 1);
        let cells = cells.map(|fact| (fact, self.digits_of(&open[fact])));
        let cells: Vec<(usize, u16)> = cells.collect();
        let smallest = |is_wanted: &dyn Fn(&NakedSubset) -> bool| {
            (2..=MOST_CELLS).find_map(|size| {
                let few = |(_, digits): &&(usize, u16)| digits.count_ones() as usize <= size;
                let few: Vec<(usize, u16)> = cells.iter().filter(few).copied().collect();
                let none = NakedSubset {
                    facts: Vec::new(),
                    digits: 0,
                };
                self.extend_subset(none, &few, size, open, is_wanted)
            })
        };
        let excludes = |subset: &NakedSubset| {
            let excluded = self.excluded_by_subset(subset, open);
            excluded.iter().any(|other| causes[*other].is_none())
        };
        smallest(&NakedSubset::is_contradiction).or_else(|| smallest(&excludes))
    }

    /// Extends a subset to a wanted one of `size` cells.
    fn extend_subset(
        &self,
        subset: NakedSubset,
        cells: &[(usize, u16)],
        size: usize,
        open: &[Vec<usize>],
        is_wanted: &dyn Fn(&NakedSubset) -> bool,
    ) -> Option<NakedSubset> {
        if subset.facts.len() == size {
            return is_wanted(&subset).then_some(subset);
        }
        cells.iter().enumerate().find_map(|(at, (fact, digits))| {
            let digits = subset.digits | digits;
            let differs = |of: &usize| self.differ(&open[*of], &open[*fact]);
            let fits = digits.count_ones() as usize <= size && subset.facts.iter().all(differs);
            let facts = [&subset.facts[..], &[*fact]].concat();
            let longer = fits.then_some(NakedSubset { facts, digits })?;
            self.extend_subset(longer, &cells[at + 1..], size, open, is_wanted)
        })
    }

    /// Returns the candidates that a subset with as many digits as cells excludes.
    pub(super) fn excluded_by_subset(
        &self,
        subset: &NakedSubset,
        open: &[Vec<usize>],
    ) -> Vec<usize> {
        let of_digit = |digit: usize| {
            let places = subset.facts.iter().flat_map(|fact| &open[*fact]);
            let places = places.filter(|place| self.digit_of(**place) == digit);
            self.excluded_by(&places.copied().collect::<Vec<_>>())
        };
        let own = |other: &usize| subset.facts.iter().any(|fact| open[*fact].contains(other));
        let excluded = ones(subset.digits).flat_map(of_digit);
        excluded.filter(|other| !own(other)).collect()
    }

    /// True if equal ones of these candidates of two cells exclude each other.
    fn differ(&self, one: &[usize], other: &[usize]) -> bool {
        one.iter().all(|candidate| {
            let digit = self.digit_of(*candidate);
            let mut equal = other.iter().filter(|of| self.digit_of(**of) == digit);
            equal.all(|of| self.excludes(*candidate, *of))
        })
    }

    /// Returns the digits of candidates, as bits.
    fn digits_of(&self, candidates: &[usize]) -> u16 {
        let digits = candidates.iter().map(|of| self.digit_of(*of));
        bits(digits)
    }
}

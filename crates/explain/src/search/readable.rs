//! Lines of refutations that spare a reader cases: locked candidates and naked subsets.

use super::refute::{End, Line, Refuter};
use super::set::Set;
use crate::drawn::digit_bits::bits;
use satdoku::board::ones;

/// The most cells of a subset.
const MOST_CELLS: usize = 4;

/// Cells that differ, by their facts, and the digits that they have together.
#[derive(Clone)]
struct Subset {
    facts: Vec<u16>,
    digits: u16,
}

impl<const W: usize> Refuter<'_, W> {
    /// Adds the next line. Returns true if there is one.
    pub(super) fn read(&mut self) -> Result<bool, End<W>> {
        let clauses = 0..self.network.clause_count();
        let group = clauses
            .clone()
            .filter(|fact| self.held[*fact] == 0)
            .find_map(|fact| {
                let newly = self.excluded_by_all(&self.left(fact));
                (!newly.is_empty()).then_some((fact, newly))
            });
        if let Some((fact, newly)) = group {
            let left = self.left(fact).iter().map(|member| member as u16);
            self.exclude(&newly, Line::Group(fact as u16, left.collect()));
            return Ok(true);
        }
        if let Some(subset) = self.subset(|subset| subset.is_contradiction()) {
            return Err(End::TooFewDigits(subset.facts, subset.digits));
        }
        if let Some(subset) = self.subset(|subset| !self.excluded_by_subset(subset).is_empty()) {
            let newly = self.excluded_by_subset(&subset);
            self.exclude(&newly, Line::Subset(subset.facts, subset.digits));
            return Ok(true);
        }
        Ok(false)
    }

    /// Returns the candidates of a fact that are not excluded.
    fn left(&self, fact: usize) -> Set<W> {
        self.network.members[fact].without(&self.excluded)
    }

    /// Returns the candidates that all of these exclude and that are not excluded yet.
    fn excluded_by_all(&self, candidates: &Set<W>) -> Set<W> {
        let excluded = candidates.iter().map(|of| &self.network.excluded[of]);
        let common = excluded.fold(self.network.all(), |common, set| common.and(set));
        common.without(&self.excluded)
    }

    /// Returns the first of the smallest naked subsets that satisfy a condition.
    fn subset(&self, is_wanted: impl Fn(&Subset) -> bool) -> Option<Subset> {
        let cells = (0..self.network.clause_count()).filter(|fact| {
            let is_cell = self.network.facts[*fact] < self.network.tables.layout.cell_count();
            is_cell && self.held[*fact] == 0 && self.counts[*fact] <= MOST_CELLS as u16
        });
        let cells: Vec<usize> = cells.collect();
        let none = Subset {
            facts: Vec::new(),
            digits: 0,
        };
        (2..=MOST_CELLS).find_map(|size| self.extended(&none, &cells, size, &is_wanted))
    }

    /// Extends a subset to a wanted one of `size` cells.
    fn extended(
        &self,
        subset: &Subset,
        cells: &[usize],
        size: usize,
        is_wanted: &impl Fn(&Subset) -> bool,
    ) -> Option<Subset> {
        if subset.facts.len() == size {
            return is_wanted(subset).then(|| subset.clone());
        }
        cells.iter().enumerate().find_map(|(at, fact)| {
            let digits = subset.digits | self.digits_of(*fact);
            let differs = |of: &u16| self.differ(usize::from(*of), *fact);
            let fits = digits.count_ones() as usize <= size && subset.facts.iter().all(differs);
            let facts = [&subset.facts[..], &[*fact as u16]].concat();
            let longer = fits.then_some(Subset { facts, digits })?;
            self.extended(&longer, &cells[at + 1..], size, is_wanted)
        })
    }

    /// Returns the candidates that a subset with as many digits as cells excludes.
    fn excluded_by_subset(&self, subset: &Subset) -> Set<W> {
        let own = subset
            .facts
            .iter()
            .map(|fact| self.left(usize::from(*fact)));
        let own = own.fold(Set::EMPTY, |all, set| all.or(&set));
        let of_digit = |digit: usize| {
            let places = own.iter().filter(|place| self.digit_of(*place) == digit);
            self.excluded_by_all(&places.collect())
        };
        let excluded = ones(subset.digits).map(of_digit);
        excluded
            .fold(Set::EMPTY, |all, set| all.or(&set))
            .without(&own)
    }

    /// True if equal candidates left of two facts exclude each other.
    fn differ(&self, one: usize, other: usize) -> bool {
        self.left(one).iter().all(|candidate| {
            let digit = self.digit_of(candidate);
            let left = self.left(other);
            let mut equal = left.iter().filter(|of| self.digit_of(*of) == digit);
            equal.all(|of| self.network.excluded[candidate].contains(of))
        })
    }

    /// Returns the digits left for a fact about a cell, as bits.
    fn digits_of(&self, fact: usize) -> u16 {
        bits(self.left(fact).iter().map(|of| self.digit_of(of)))
    }

    fn digit_of(&self, candidate: usize) -> usize {
        self.network.candidate(candidate).digit.index()
    }
}

impl Subset {
    /// True if there are fewer digits than cells.
    fn is_contradiction(&self) -> bool {
        (self.digits.count_ones() as usize) < self.facts.len()
    }
}

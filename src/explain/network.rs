//! The open candidates and facts of one position as bit sets.
//!
//! After singles and locked candidates, a 9×9 position has about 200 candidates and as many facts, so
//! a set of either takes four words. All searches for more than one fact work on these sets.

use super::fact::sorted_set;
use super::invariant_order::InvariantOrder;
use super::position::State;
use crate::Deadline;

/// A set of candidates or of facts, by their numbers in a [`Network`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Set<W> = Set([0; W]);
    pub const FULL: Set<W> = Set([u64::MAX; W]);

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn and(&self, other: &Set<W>) -> Set<W> {
        let mut both = Set::EMPTY;
        for w in 0..W {
            both.0[w] = self.0[w] & other.0[w];
        }
        both
    }

    pub fn or(&self, other: &Set<W>) -> Set<W> {
        let mut all = Set::EMPTY;
        for w in 0..W {
            all.0[w] = self.0[w] | other.0[w];
        }
        all
    }

    pub fn without(&self, other: &Set<W>) -> Set<W> {
        let mut left = Set::EMPTY;
        for w in 0..W {
            left.0[w] = self.0[w] & !other.0[w];
        }
        left
    }

    /// Returns the number of elements that are not in `other`.
    pub fn count_without(&self, other: &Set<W>) -> usize {
        let mut count = 0;
        for w in 0..W {
            count += (self.0[w] & !other.0[w]).count_ones();
        }
        count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn is_disjoint(&self, other: &Set<W>) -> bool {
        (0..W).all(|w| self.0[w] & other.0[w] == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the numbers in ascending order.
    pub fn iter(&self) -> Numbers<W> {
        Numbers {
            left: self.0,
            word: 0,
        }
    }

    pub fn first(&self) -> Option<usize> {
        let w = self.0.iter().position(|word| *word != 0)?;
        Some(w * 64 + self.0[w].trailing_zeros() as usize)
    }
}

/// An iterator over the numbers in a set, in ascending order.
pub(super) struct Numbers<const W: usize> {
    left: [u64; W],
    /// The first word that may have numbers left.
    word: usize,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.left.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Set<W> {
        let mut set = Set::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// The open candidates and the unsatisfied facts of a position, numbered from 0 in [`InvariantOrder`].
///
/// If several facts have the same candidates (such as a row and a box with the same places for a
/// digit), only the first is included.
pub(super) struct Network<const W: usize> {
    /// By number, the candidate in [`Tables`](super::position::Tables).
    pub candidates: Vec<usize>,
    /// By number, the fact in the same tables.
    pub facts: Vec<usize>,
    /// By candidate, those that it excludes.
    pub excluded: Vec<Set<W>>,
    /// By fact, its candidates.
    pub members: Vec<Set<W>>,
    /// The same, as lists.
    pub lists: Vec<Vec<u16>>,
    /// By candidate, the facts that have it.
    pub facts_of: Vec<Set<W>>,
    /// The same, as lists.
    pub fact_lists: Vec<Vec<u16>>,
    /// The time after which results may be wrong and must not be used.
    pub deadline: Option<Deadline>,
}

/// Returns the number of words in the sets of a position.
pub(super) fn words_needed(order: &InvariantOrder) -> usize {
    order.candidates.len().max(order.facts.len()).div_ceil(64)
}

impl<const W: usize> Network<W> {
    /// Creates the network of a position for which [`words_needed`] is at most `W`.
    pub fn new(state: &State, order: InvariantOrder) -> Network<W> {
        let candidates = order.candidates;
        let mut numbers = vec![u16::MAX; state.is_left.len()];
        for (number, id) in candidates.iter().enumerate() {
            numbers[*id] = number as u16;
        }
        let excluded = candidates.iter().map(|id| {
            let others = state.tables.excluded[*id].iter();
            let others = others.map(|other| usize::from(numbers[usize::from(*other)]));
            others.filter(|other| *other < candidates.len()).collect()
        });
        let excluded: Vec<Set<W>> = excluded.collect();
        let mut facts: Vec<usize> = Vec::new();
        let mut members: Vec<Set<W>> = Vec::new();
        let mut lists: Vec<Vec<u16>> = Vec::new();
        let mut facts_of = vec![Set::EMPTY; candidates.len()];
        let mut fact_lists: Vec<Vec<u16>> = vec![Vec::new(); candidates.len()];
        for fact in order.facts {
            let list = sorted_set(state.members(fact).map(|id| numbers[id]));
            // A fact with the same candidates also has the first one.
            let is_known = list.first().is_some_and(|first| {
                let of_first = &fact_lists[usize::from(*first)];
                of_first
                    .iter()
                    .any(|other| lists[usize::from(*other)] == list)
            });
            if is_known {
                continue;
            }
            for member in &list {
                facts_of[usize::from(*member)].insert(facts.len());
                fact_lists[usize::from(*member)].push(facts.len() as u16);
            }
            facts.push(fact);
            members.push(list.iter().map(|member| usize::from(*member)).collect());
            lists.push(list);
        }
        Network {
            candidates,
            facts,
            excluded,
            members,
            lists,
            facts_of,
            fact_lists,
            deadline: None,
        }
    }

    /// True if the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// Returns the set of all candidates.
    pub fn all(&self) -> Set<W> {
        (0..self.candidates.len()).collect()
    }

    /// Chooses a candidate of each of these facts so that none of them exclude each other or are in
    /// `excluded`. Returns `None` if that is impossible. Adds the candidates tried to `work`.
    pub fn assign(&self, facts: &[u16], excluded: &Set<W>, work: &mut u64) -> Option<Vec<u16>> {
        let mut chosen = Vec::with_capacity(facts.len());
        let mut open = facts.to_vec();
        self.assign_rest(&mut open, excluded, &mut chosen, work)
            .then_some(chosen)
    }

    fn assign_rest(
        &self,
        open: &mut [u16],
        excluded: &Set<W>,
        chosen: &mut Vec<u16>,
        work: &mut u64,
    ) -> bool {
        /// The work between two readings of the clock.
        const CLOCK: u64 = 1_024;
        *work += 1;
        if work.is_multiple_of(CLOCK) && self.is_late() {
            return true;
        }
        // Start with the fact that has the fewest candidates left.
        let mut best = (usize::MAX, 0);
        for (place, fact) in open.iter().enumerate() {
            let left = self.members[usize::from(*fact)].count_without(excluded);
            if left < best.0 {
                best = (left, place);
                if left <= 1 {
                    break;
                }
            }
        }
        let Some(last) = open.len().checked_sub(1) else {
            return true;
        };
        if best.0 == 0 {
            return false;
        }
        open.swap(best.1, last);
        let fact = usize::from(open[last]);
        for member in self.members[fact].without(excluded).iter() {
            let more = excluded.or(&self.excluded[member]);
            chosen.push(member as u16);
            if self.assign_rest(&mut open[..last], &more, chosen, work) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Computes what follows from these facts: the candidates that hold in every assignment and those
    /// that hold in none. Both sets are full if there is no assignment.
    ///
    /// Each assignment refutes some of the conclusions so far. The next one must hold a candidate that
    /// all before exclude, until there is none.
    pub fn conclude(&self, facts: &[u16]) -> Conclusion<W> {
        let mut conclusion = Conclusion {
            places: Set::FULL,
            eliminates: Set::FULL,
        };
        let mut work = 0;
        let mut confirmed = Set::EMPTY;
        let mut target = None;
        loop {
            let excluded = target.map_or(Set::EMPTY, |target: usize| self.excluded[target]);
            match (self.assign(facts, &excluded, &mut work), target) {
                (Some(chosen), target) => {
                    let mut held: Set<W> = chosen.iter().map(|c| usize::from(*c)).collect();
                    target.into_iter().for_each(|target| held.insert(target));
                    let excluded = held.iter().map(|held| &self.excluded[held]);
                    let excluded = excluded.fold(Set::EMPTY, |all, set| all.or(set));
                    conclusion.places = conclusion.places.and(&held);
                    conclusion.eliminates = conclusion.eliminates.and(&excluded);
                }
                (None, Some(target)) => confirmed.insert(target),
                (None, None) => return conclusion,
            }
            target = conclusion.eliminates.without(&confirmed).first();
            if target.is_none() {
                break;
            }
        }
        // A candidate that holds in every assignment has all that it excludes eliminated.
        let is_placed = |placed: &usize| {
            self.excluded[*placed]
                .without(&conclusion.eliminates)
                .is_empty()
        };
        let denied = |placed: &usize| {
            let mut only = Set::EMPTY;
            only.insert(*placed);
            self.assign(facts, &only, &mut work).is_none()
        };
        conclusion.places = conclusion
            .places
            .iter()
            .filter(is_placed)
            .filter(denied)
            .collect();
        conclusion
    }
}

/// The candidates that follow from some facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conclusion<const W: usize> {
    pub places: Set<W>,
    /// Includes those that the placed ones exclude.
    pub eliminates: Set<W>,
}

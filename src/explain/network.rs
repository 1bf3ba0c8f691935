//! The open candidates and facts of one position as bit sets.
//!
//! A position that singles and locked candidates leave has some 200 candidates and as many facts,
//! so that a set of either is four words, whatever the board. All that looks for more than one fact
//! works on these.

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

    /// How many are not in `other`.
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

    /// The numbers in it, from the lowest.
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

/// The numbers in a set, from the lowest.
pub(super) struct Numbers<const W: usize> {
    left: [u64; W],
    /// The first word of which something may be left.
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

/// The open candidates of a position and the facts that are not satisfied yet, numbered from 0.
///
/// Of facts with the same candidates (a row and a box whose places for a digit are the same) only
/// the first is here.
pub(super) struct Network<const W: usize> {
    /// By number, the candidate in the [`Tables`](super::position::Tables).
    pub candidates: Vec<usize>,
    /// By number, the fact there.
    pub facts: Vec<usize>,
    /// By candidate, those that it excludes.
    pub excluded: Vec<Set<W>>,
    /// By fact, its candidates.
    pub members: Vec<Set<W>>,
    /// The same as lists.
    pub lists: Vec<Vec<u16>>,
    /// By candidate, the facts that it is a member of.
    pub facts_of: Vec<Set<W>>,
    /// The same as lists.
    pub fact_lists: Vec<Vec<u16>>,
    /// After this nothing that is said of the position need be true.
    pub deadline: Option<Deadline>,
}

/// How many words the sets of a position need.
pub(super) fn words_needed(state: &State) -> usize {
    let candidates = (0..state.is_left.len()).filter(|id| state.is_open(*id));
    let facts = state.is_satisfied.iter().filter(|done| !**done);
    candidates.count().max(facts.count()).div_ceil(64)
}

impl<const W: usize> Network<W> {
    /// The network of a position in which [`words_needed`] is `W` at most.
    pub fn new(state: &State) -> Network<W> {
        let open = (0..state.is_left.len()).filter(|id| state.is_open(*id));
        let candidates: Vec<usize> = open.collect();
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
        for fact in (0..state.tables.facts.len()).filter(|fact| !state.is_satisfied[*fact]) {
            let list: Vec<u16> = state.members(fact).map(|id| numbers[id]).collect();
            // Facts with the same candidates share all of them, so the first tells.
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

    /// Whether the deadline has come.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// All candidates.
    pub fn all(&self) -> Set<W> {
        (0..self.candidates.len()).collect()
    }

    /// Candidates one of each of these facts that do not exclude each other and are none of
    /// `excluded`, or `None` if there are none. `work` counts the candidates that were tried.
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
        /// How often to look at the clock.
        const CLOCK: u64 = 1_024;
        *work += 1;
        if work.is_multiple_of(CLOCK) && self.is_late() {
            return true;
        }
        // The fact with the fewest candidates left goes first.
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

    /// What follows from these facts: the candidates that hold in every way to fulfil them, and
    /// those that hold in none, both full sets when there is no way.
    ///
    /// One way after the other is asked for in which something holds that did not, or the other
    /// way round, until there is none.
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
        // What is placed is in every way; where it is not, everything it excludes stays.
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

/// What follows from some facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conclusion<const W: usize> {
    pub places: Set<W>,
    /// Those that the placed ones exclude are among them.
    pub eliminates: Set<W>,
}

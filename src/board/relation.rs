//! Relations: pairs of digits that two cells cannot hold together.
//!
//! Anti-knight and anti-king forbid equal digits and non-consecutive forbids the difference 1; a
//! thermometer forbids every pair that does not increase. Inequalities could also be houses of two
//! cells, but engines count the places of a digit in each house, and a house of two cells never has a hidden
//! single.

use std::sync::Arc;

use super::cell::{Candidate, Cell, Digit};
use super::jagged::Jagged;
use super::source::Source;

/// Two cells and the pairs of digits that they cannot hold together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The origin.
    pub source: Source,
    /// The cells: two different ones.
    pub cells: [Cell; 2],
    table: Arc<PairTable>,
}

/// Forbidden pairs of digits. Relations between many pairs of cells share a table.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct PairTable {
    /// For each digit of the first cell and of the second, the forbidden digits of the other cell.
    partners: [Jagged<Digit>; 2],
    /// The number of forbidden pairs.
    count: usize,
}

impl PairTable {
    /// Creates the table for this number of digits.
    pub fn new(size: usize, is_allowed: impl Fn(Digit, Digit) -> bool) -> PairTable {
        let digits = || (0..size).map(Digit::from_index);
        let mut of_second = vec![Vec::new(); size];
        let (mut partners, mut count) = ([Jagged::default(), Jagged::default()], 0);
        for first in digits() {
            let is_partner = |second: &Digit| !is_allowed(first, *second);
            let seconds: Vec<Digit> = digits().filter(is_partner).collect();
            for second in &seconds {
                of_second[second.index()].push(first);
            }
            count += seconds.len();
            partners[0].push(seconds);
        }
        of_second
            .into_iter()
            .for_each(|firsts| partners[1].push(firsts));
        PairTable { partners, count }
    }

    /// The number of forbidden pairs.
    pub fn len(&self) -> usize {
        self.count
    }
}

impl Relation {
    pub(super) fn new(source: Source, cells: [Cell; 2], table: &Arc<PairTable>) -> Relation {
        Relation {
            source,
            cells,
            table: table.clone(),
        }
    }

    /// Returns true if it has the table of another relation, and so allows the same pairs.
    pub(crate) fn shares_table(&self, other: &Relation) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }

    /// Returns true if these digits, in the order of the cells, are forbidden together.
    pub fn forbids(&self, [first, second]: [Digit; 2]) -> bool {
        let partners = self.table.partners[0].get(first.index());
        partners.is_some_and(|partners| partners.contains(&second))
    }

    /// Returns true if the relation forbids equal digits and nothing else.
    pub fn is_inequality(&self) -> bool {
        let partners = &self.table.partners[0];
        (0..partners.len()).all(|digit| partners[digit] == [Digit::from_index(digit)])
    }

    /// Returns the candidates in the other cell that exclude `candidate`, which is in one of the
    /// cells.
    pub fn excluded(&self, candidate: Candidate) -> impl Iterator<Item = Candidate> + '_ {
        let place = usize::from(candidate.cell != self.cells[0]);
        let cell = self.cells[1 - place];
        let partners = self.table.partners[place].get(candidate.digit.index());
        let partners = partners.unwrap_or_default().iter();
        partners.map(move |&digit| Candidate { cell, digit })
    }

    /// The forbidden pairs of candidates, each in the order of the cells.
    pub fn pairs(&self) -> impl Iterator<Item = [Candidate; 2]> + '_ {
        let firsts = (0..self.table.partners[0].len()).map(Digit::from_index);
        firsts.flat_map(|digit| {
            let first = Candidate {
                cell: self.cells[0],
                digit,
            };
            self.excluded(first).map(move |second| [first, second])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(size: usize, is_allowed: impl Fn(usize, usize) -> bool) -> Relation {
        let cells = [Cell::from_index(7), Cell::from_index(3)];
        let is_allowed = |one: Digit, other: Digit| is_allowed(one.index() + 1, other.index() + 1);
        let table = Arc::new(PairTable::new(size, is_allowed));
        Relation::new(Source::Adjacent, cells, &table)
    }

    #[test]
    fn all_views_of_the_forbidden_pairs_agree() {
        let size = 6;
        let rules: [fn(usize, usize) -> bool; 6] = [
            |one, other| one != other,
            |one, other| one == other,
            |one, other| one.abs_diff(other) != 1,
            |one, other| one < other,
            |_, _| true,
            |_, _| false,
        ];
        for (number, is_allowed) in rules.into_iter().enumerate() {
            let relation = relation(size, is_allowed);
            let pairs: Vec<[Candidate; 2]> = relation.pairs().collect();
            assert_eq!(pairs.len(), relation.table.len());
            assert_eq!(relation.is_inequality(), number == 0);
            for one in (0..size).map(Digit::from_index) {
                for other in (0..size).map(Digit::from_index) {
                    let [first, second] = [(7, one), (3, other)].map(|(cell, digit)| Candidate {
                        cell: Cell::from_index(cell),
                        digit,
                    });
                    let is_forbidden = !is_allowed(one.index() + 1, other.index() + 1);
                    assert_eq!(relation.forbids([one, other]), is_forbidden);
                    assert_eq!(pairs.contains(&[first, second]), is_forbidden);
                    for (candidate, other) in [(first, second), (second, first)] {
                        let mut excluded = relation.excluded(candidate);
                        assert_eq!(excluded.any(|at| at == other), is_forbidden);
                    }
                }
            }
        }
    }
}

//! Tables of the pairs of digits that two cells cannot hold together.

use super::cell::Digit;
use super::jagged::Jagged;

/// Forbidden pairs of digits. Relations between many pairs of cells share a table.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct PairTable {
    /// For each digit of the first cell and of the second, the forbidden digits of the other cell.
    partners: [Jagged<Digit>; 2],
    /// The number of forbidden pairs.
    count: usize,
}

impl PairTable {
    /// Creates the table for this number of digits.
    pub(super) fn new(size: usize, is_allowed: impl Fn(Digit, Digit) -> bool) -> PairTable {
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
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns true if these digits, in the order of the cells, are forbidden together.
    pub fn forbids(&self, [first, second]: [Digit; 2]) -> bool {
        self.partners(0, first).contains(&second)
    }

    /// Returns true if equal digits are forbidden and nothing else.
    pub fn is_inequality(&self) -> bool {
        let partners = &self.partners[0];
        (0..partners.len()).all(|digit| partners[digit] == [Digit::from_index(digit)])
    }

    /// The digits of the other cell that are forbidden together with a digit of the first cell (`place` 0) or
    /// of the second (1). A digit that the board does not have excludes none.
    pub fn partners(&self, place: usize, digit: Digit) -> &[Digit] {
        self.partners[place].get(digit.index()).unwrap_or_default()
    }

    /// The forbidden pairs of digits, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = [Digit; 2]> + '_ {
        let firsts = (0..self.partners[0].len()).map(Digit::from_index);
        firsts.flat_map(|first| {
            let seconds = self.partners(0, first).iter();
            seconds.map(move |second| [first, *second])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let is_allowed = |one: Digit, other: Digit| is_allowed(one.index(), other.index());
            let table = PairTable::new(size, is_allowed);
            let pairs: Vec<[Digit; 2]> = table.pairs().collect();
            assert_eq!(pairs.len(), table.count());
            assert_eq!(table.is_inequality(), number == 0);
            for one in (0..size).map(Digit::from_index) {
                for other in (0..size).map(Digit::from_index) {
                    let is_forbidden = !is_allowed(one, other);
                    assert_eq!(table.forbids([one, other]), is_forbidden);
                    assert_eq!(pairs.contains(&[one, other]), is_forbidden);
                    assert_eq!(table.partners(0, one).contains(&other), is_forbidden);
                    assert_eq!(table.partners(1, other).contains(&one), is_forbidden);
                }
            }
        }
    }
}

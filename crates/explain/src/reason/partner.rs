//! Digits without a partner: no digit of another cell is allowed together with them.

use std::cmp::Reverse;

use super::pair_shape::PairShape;
use super::{Finding, Outcome, Reason, Reasoner};
use crate::drawn::digit_bits::bits;
use satdoku::board::{Digit, DigitBits, Geometry, Relation, ones};

/// The most candidates of a cell that are listed.
pub(super) const MOST_LISTED: u32 = 3;

/// A relation as the first of its cells sees it.
pub(super) struct Link {
    pub cells: [usize; 2],
    pub shape: PairShape,
    /// For each digit of the first cell, the allowed digits of the second.
    partners: Vec<u16>,
}

/// The digits that a link leaves without a partner, and the digits of the other cell.
#[derive(Clone, Copy)]
struct Lacking<'a> {
    link: &'a Link,
    removed: u16,
    left: u16,
}

impl Link {
    /// Returns the relation as either of its cells sees it.
    pub fn both(relation: &Relation, cells: [usize; 2], board: &Geometry) -> [Link; 2] {
        let digit = Digit::from_index;
        let forbids = |one: usize, other: usize| relation.forbids([digit(one), digit(other)]);
        let [one, other] = cells;
        [
            Link::new([one, other], board, |of, partner| !forbids(of, partner)),
            Link::new([other, one], board, |of, partner| !forbids(partner, of)),
        ]
    }

    /// Returns the pairs of digits that the digit sets of a house allow, if these are runs of digits.
    pub fn of_sets(cells: &[usize], sets: &[DigitBits], board: &Geometry) -> Vec<Link> {
        let is_run = |set: &DigitBits| {
            let run = set >> set.trailing_zeros();
            run & (run + 1) == 0
        };
        if sets.is_empty() || sets.contains(&0) || !sets.iter().all(is_run) {
            return Vec::new();
        }
        let has_both =
            |set: &DigitBits, one: usize, other: usize| set >> one & set >> other & 1 == 1;
        let allows = |one: usize, other: usize| sets.iter().any(|set| has_both(set, one, other));
        let pairs = cells
            .iter()
            .flat_map(|one| cells.iter().map(move |other| [*one, *other]));
        let pairs = pairs.filter(|[one, other]| one != other);
        pairs.map(|pair| Link::new(pair, board, allows)).collect()
    }

    fn new(cells: [usize; 2], board: &Geometry, allows: impl Fn(usize, usize) -> bool) -> Link {
        let size = board.digit_count();
        let partners = (0..size).map(|one| bits((0..size).filter(|other| allows(one, *other))));
        let partners: Vec<u16> = partners.collect();
        let lowest = *board.all_values().start() as i64;
        let values = board.digits().map(|digit| board.value(digit) as i64);
        let shape = PairShape::new(&values.collect::<Vec<_>>(), |one, other| {
            partners[(one - lowest) as usize] >> (other - lowest) & 1 == 1
        });
        Link {
            cells,
            shape,
            partners,
        }
    }
}

impl Reasoner<'_> {
    /// Returns the digits of the second cell that a digit of the first allows, among these.
    fn partners(&self, link: &Link, digit: usize, among: u16) -> u16 {
        let [one, other] = link.cells;
        let own = if self.sees[one][other] { 1 << digit } else { 0 };
        link.partners[digit] & among & !own
    }

    /// Finds digits without a partner in a linked cell: those without one on the board first, then those of
    /// the link that excludes most.
    pub(super) fn partner(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        let links = self.links.iter().filter(|link| link.cells[0] == place);
        let lacking = |link, left| Lacking {
            removed: bits(ones(wanted).filter(|digit| self.partners(link, *digit, left) == 0)),
            link,
            left,
        };
        let all = self.all_digits();
        let on_board = most(links.clone().map(|link| lacking(link, all)));
        let among_left = links.map(|link| lacking(link, digits[link.cells[1]]));
        let among_left: Vec<Lacking<'_>> = among_left.collect();
        // A cell with few digits says most.
        let listed = among_left.iter().copied();
        let listed = most(listed.filter(|of| of.left.count_ones() <= MOST_LISTED));
        let is_more = |of: &Lacking<'_>| {
            on_board.is_none_or(|board| of.removed & board.removed == board.removed)
        };
        let found = listed
            .filter(is_more)
            .or(on_board)
            .or_else(|| most(among_left.into_iter()))?;
        let rests_on = match found.left == all {
            true => Vec::new(),
            false => vec![found.link.cells[1]],
        };
        let reason = || self.lacking_reason(found);
        self.finding((place, found.removed), Outcome::Left, reason, rests_on)
    }

    fn lacking_reason(
        &self,
        Lacking {
            link,
            removed,
            left,
        }: Lacking<'_>,
    ) -> Reason {
        let ([of, other], shape) = (link.cells, link.shape);
        if shape == PairShape::Other && removed.is_power_of_two() {
            let digit = removed.trailing_zeros() as usize;
            let needed = self.partners(link, digit, self.all_digits());
            let too = needed == 0;
            let needed = if too { link.partners[digit] } else { needed };
            if (1..=MOST_LISTED).contains(&needed.count_ones()) {
                return Reason::Needs {
                    of,
                    digit: removed,
                    other,
                    needed,
                    too,
                };
            }
        }
        if left == self.all_digits() {
            return Reason::NoPartner {
                shape,
                digits: removed,
                is_other: ones(removed).any(|digit| link.partners[digit] != 0),
            };
        }
        Reason::Partner {
            of,
            other,
            shape,
            left,
            removed,
        }
    }

    /// Finds digits for which two linked cells that see each other would need the same digit.
    pub(super) fn same_partner(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Finding> {
        let links = self.links.iter().filter(|link| link.cells[0] == place);
        let links: Vec<&Link> = links.collect();
        let partners =
            |link: &Link, digit: usize| self.partners(link, digit, digits[link.cells[1]]);
        let mut pairs = links
            .iter()
            .enumerate()
            .flat_map(|(at, one)| links[at + 1..].iter().map(move |other| (*one, *other)));
        pairs.find_map(|(one, other)| {
            let others = [one.cells[1], other.cells[1]];
            if !self.sees[others[0]][others[1]] {
                return None;
            }
            let is_same = |digit: &usize| {
                let of_one = partners(one, *digit);
                of_one.is_power_of_two() && of_one == partners(other, *digit)
            };
            let removed = bits(ones(wanted).filter(is_same));
            let reason = || Reason::SamePartner {
                of: place,
                digits: removed,
                others,
            };
            self.finding((place, removed), Outcome::Left, reason, others.to_vec())
        })
    }
}

/// Returns the link that leaves most digits without a partner, if there is one.
fn most<'a>(found: impl Iterator<Item = Lacking<'a>>) -> Option<Lacking<'a>> {
    let found = found.filter(|of| of.removed != 0);
    found.min_by_key(|of| Reverse(of.removed.count_ones()))
}

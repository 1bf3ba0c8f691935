//! Digits without a partner: no digit of another cell is allowed together with them.

use super::super::drawn::digit_bits::bits;
use std::cmp::Reverse;

use super::super::fact::sorted_set;
use super::super::wording::{digit_runs, join};
use super::outcome::Outcome;
use super::pair_shape::PairShape;
use super::{Excluded, Preface, Reasoner};
use satdoku::board::{Digit, DigitBits, Geometry, Relation, ones};

/// The most candidates of a cell that are listed.
const MOST_LISTED: usize = 3;

/// A relation as the first of its cells sees it.
pub(super) struct Link {
    pub cells: [usize; 2],
    pub shape: PairShape,
    /// For each digit of the first cell, the allowed digits of the second.
    partners: Vec<u16>,
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
        if sets.is_empty() || !sets.iter().all(is_run) {
            return Vec::new();
        }
        let allows = |one: usize, other: usize| {
            sets.iter()
                .any(|set| set >> one & 1 == 1 && set >> other & 1 == 1)
        };
        let pairs = cells
            .iter()
            .flat_map(|one| cells.iter().map(move |other| [*one, *other]));
        let pairs = pairs.filter(|[one, other]| one != other);
        pairs.map(|pair| Link::new(pair, board, allows)).collect()
    }

    /// Returns the links back from cells at which the digits of another cell need some digit. If 3 at r1c1 needs 5
    /// at r1c3, and each other digit of r1c1 needs a 5 that r1c3 sees, then 5 at r1c3 needs 3 at r1c1.
    pub fn of_needs(links: &[Link], sees: &[Vec<bool>], board: &Geometry) -> Vec<Link> {
        let tables = links.iter().filter(|link| link.shape == PairShape::Other);
        let cells = sorted_set(tables.clone().map(|link| link.cells[0]));
        let back = cells.into_iter().flat_map(|from| {
            let of_cell = tables.clone().filter(|link| link.cells[0] == from);
            let needs = needs(of_cell).unwrap_or_default();
            let cells = sorted_set(needs.iter().map(|(_, at, _)| *at));
            let link = |to: usize| {
                let allows = |digit: usize, of: usize| {
                    let mut of_digit = needs.iter().filter(|(by, ..)| *by == of);
                    of_digit.all(|(_, at, needed)| match digit == *needed {
                        true => !sees[to][*at],
                        false => *at != to,
                    })
                };
                Link::new([to, from], board, allows)
            };
            cells.into_iter().map(link).collect::<Vec<_>>()
        });
        back.collect()
    }

    fn new(cells: [usize; 2], board: &Geometry, allows: impl Fn(usize, usize) -> bool) -> Link {
        let size = board.digit_count();
        let partners = (0..size).map(|one| {
            let allowed = (0..size).filter(|other| allows(one, *other));
            allowed.fold(0, |all, other| all | 1 << other)
        });
        let partners: Vec<u16> = partners.collect();
        let lowest = *board.all_values().start() as i64;
        let values: Vec<i64> = board
            .digits()
            .map(|digit| board.value(digit) as i64)
            .collect();
        let shape = PairShape::new(&values, |one, other| {
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
    pub(super) fn partner(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        let links = || self.links.iter().filter(|link| link.cells[0] == place);
        let without = |link: &Link, among: u16| {
            let without = ones(wanted).filter(|digit| self.partners(link, *digit, among) == 0);
            bits(without)
        };
        let all = self.all_digits();
        let on_board = links().map(|link| (without(link, all), link, all));
        let among_left = links().map(|link| {
            let left = digits[link.cells[1]];
            (without(link, left), link, left)
        });
        // A cell with few digits says most.
        let is_listed =
            |(_, _, left): &(u16, &Link, u16)| left.count_ones() as usize <= MOST_LISTED;
        let among_left: Vec<(u16, &Link, u16)> = among_left.collect();
        let listed = most(among_left.iter().copied().filter(is_listed));
        let on_board = most(on_board);
        let is_more = |(removed, ..): &(u16, &Link, u16)| {
            on_board.is_none_or(|(of_board, ..)| removed & of_board == of_board)
        };
        let found = listed
            .filter(is_more)
            .or(on_board)
            .or_else(|| most(among_left.into_iter()));
        let (removed, link, among) = found?;
        let ([_, other], shape) = (link.cells, link.shape);
        let values =
            |of: u16| -> Vec<String> { self.values(of).iter().map(i64::to_string).collect() };
        let other_name = self.name(other);
        let needs_same = ones(removed).all(|digit| link.partners[digit] == removed);
        let (premise, rests_on) = match among.count_ones() as usize {
            _ if among == all && shape == PairShape::Other && needs_same => {
                (self.fit_text(link, removed, among) + ", too", Vec::new())
            }
            _ if among == all => {
                let needs_itself = ones(removed).any(|digit| link.partners[digit] & all != 0);
                let subject = if needs_itself {
                    "no other digit"
                } else {
                    "no digit"
                };
                (
                    shape.demand(subject, &join(&values(removed), "or")),
                    Vec::new(),
                )
            }
            _ if shape == PairShape::Other => (self.fit_text(link, removed, among), vec![other]),
            ..=MOST_LISTED if shape == PairShape::Equal => {
                (shape.demand(&self.name(place), &other_name), vec![other])
            }
            1 => {
                let demand = shape.demand(&self.name(place), &other_name);
                (
                    format!("{demand}, which is {}", values(among)[0]),
                    vec![other],
                )
            }
            ..=MOST_LISTED => {
                let demand = shape.demand(&self.name(place), &other_name);
                (
                    format!("{demand}, which is {}", join(&values(among), "or")),
                    vec![other],
                )
            }
            _ if shape == PairShape::Equal => {
                let demand = shape.demand(&self.name(place), &other_name);
                (
                    format!("{demand}, which is not {}", join(&values(removed), "or")),
                    vec![other],
                )
            }
            _ => {
                let subject = format!("no digit left in {other_name}");
                (
                    shape
                        .inverted()
                        .demand(&subject, &join(&values(removed), "or")),
                    vec![other],
                )
            }
        };
        Some(Excluded {
            removed,
            outcome: Outcome::Left,
            premise,
            rests_on,
            preface: Preface::None,
        })
    }

    /// Returns why digits do not fit what is left of another cell, for a table without a simple shape: what
    /// the only one of them needs there, or what is left there.
    fn fit_text(&self, link: &Link, removed: u16, left: u16) -> String {
        let [place, other] = link.cells.map(|place| self.name(place));
        let needed = self.needed_at(link, removed.trailing_zeros() as usize);
        let needed = self.values(needed);
        match removed.is_power_of_two() && (1..=MOST_LISTED).contains(&needed.len()) {
            true => {
                let digit = self.values(removed)[0];
                format!(
                    "{digit} at {place} needs {} at {other}",
                    digit_runs(&needed)
                )
            }
            false => format!("{other} is {}", digit_runs(&self.values(left))),
        }
    }

    /// Returns the digits of the second cell that a digit of the first needs, without those that the rule never
    /// allows and, if there are others, without the same digit in a cell that sees it.
    fn needed_at(&self, link: &Link, digit: usize) -> u16 {
        let [place, other] = link.cells;
        let is_possible = |of: &usize| {
            let mut digits = vec![self.all_digits(); self.rule.cells.len()];
            digits[other] = 1 << of;
            self.rule.filter(&mut digits, None).is_some()
        };
        let possible = bits(ones(link.partners[digit]).filter(is_possible));
        let different = match self.sees[place][other] {
            true => possible & !(1 << digit),
            false => possible,
        };
        if different == 0 { possible } else { different }
    }

    /// Finds digits for which two linked cells that see each other would need the same digit.
    pub(super) fn same_partner(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let links: Vec<&Link> = self
            .links
            .iter()
            .filter(|link| link.cells[0] == place)
            .collect();
        let partners =
            |link: &Link, digit: usize| self.partners(link, digit, digits[link.cells[1]]);
        let mut pairs = links
            .iter()
            .enumerate()
            .flat_map(|(at, one)| links[at + 1..].iter().map(move |other| (*one, *other)));
        pairs.find_map(|(one, other)| {
            let both = [one.cells[1], other.cells[1]];
            let is_same = |digit: &usize| {
                let of_one = partners(one, *digit);
                of_one.is_power_of_two() && of_one == partners(other, *digit)
            };
            let removed = bits(ones(wanted).filter(is_same));
            let is_reason = removed != 0 && self.sees[both[0]][both[1]];
            let values: Vec<String> = self.values(removed).iter().map(i64::to_string).collect();
            is_reason.then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: format!(
                    "with {} at {}, {} would need the same digit",
                    join(&values, "or"),
                    self.name(place),
                    join(&self.names(&both), "and")
                ),
                rests_on: both.to_vec(),
                preface: Preface::None,
            })
        })
    }
}

/// Returns the digits of a cell that need a digit in another cell, with that cell and digit; `None` if one of them
/// needs several.
fn needs<'a>(links: impl Iterator<Item = &'a Link>) -> Option<Vec<(usize, usize, usize)>> {
    let mut needs: Vec<(usize, usize, usize)> = Vec::new();
    for link in links {
        for (digit, partners) in link.partners.iter().enumerate() {
            if partners.is_power_of_two() {
                if needs.iter().any(|(of, ..)| *of == digit) {
                    return None;
                }
                needs.push((digit, link.cells[1], partners.trailing_zeros() as usize));
            }
        }
    }
    Some(needs)
}

/// Returns the link that leaves most digits without a partner, if there is one.
fn most<'a>(found: impl Iterator<Item = (u16, &'a Link, u16)>) -> Option<(u16, &'a Link, u16)> {
    let found = found.filter(|(removed, ..)| *removed != 0);
    found.min_by_key(|(removed, ..)| Reverse(removed.count_ones()))
}

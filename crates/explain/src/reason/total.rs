//! Sums: the bound of a cell from what the other cells total.

use super::super::drawn::digit_bits::bits;
use super::super::fact::sorted_set;
use super::super::wording::join;
use super::extreme::Extreme;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// The most cells of a sum that are named.
const MOST_NAMED: usize = 4;

/// A linear equation over the values of cells.
pub(super) struct Total {
    pub terms: Vec<(usize, i64)>,
    total: i64,
}

/// An equation that holds in a position, because of the candidates of some cells.
pub(super) struct DerivedTotal {
    pub total: Total,
    /// What texts state before they use the equation.
    pub preface: Preface,
    /// The places of these cells.
    pub rests_on: Vec<usize>,
}

/// An equation solved for a cell: `factor` times its value is `total`, plus `against`, minus `with`.
pub(super) struct Solved {
    pub factor: i64,
    pub total: i64,
    pub with: Vec<(usize, i64)>,
    pub against: Vec<(usize, i64)>,
    /// What texts state before they use the equation.
    pub preface: Preface,
    /// The places of the cells because of which the equation holds.
    basis: Vec<usize>,
}

impl Total {
    pub fn new(terms: Vec<(usize, i64)>, total: i64) -> Total {
        Total { terms, total }
    }

    /// Returns the places on both sides of an equation between two sums; `None` for other equations.
    pub fn equal_sides(&self) -> Option<[Vec<usize>; 2]> {
        let is_sum = self.total == 0 && self.terms.iter().all(|(_, factor)| factor.abs() == 1);
        let side = |sign: i64| -> Vec<usize> {
            let terms = self.terms.iter().filter(|(_, factor)| *factor == sign);
            terms.map(|(place, _)| *place).collect()
        };
        is_sum.then(|| [side(1), side(-1)])
    }

    fn solved_for(&self, place: usize) -> Option<Solved> {
        let (_, factor) = self.terms.iter().find(|(cell, _)| *cell == place)?;
        let sign = factor.signum();
        let others = self.terms.iter().filter(|(cell, _)| *cell != place);
        let others = others.map(|(cell, factor)| (*cell, sign * factor));
        let (with, against): (Vec<_>, Vec<_>) = others.partition(|(_, factor)| *factor > 0);
        Some(Solved {
            factor: factor.abs(),
            total: sign * self.total,
            with,
            against: against
                .into_iter()
                .map(|(cell, factor)| (cell, -factor))
                .collect(),
            preface: Preface::None,
            basis: Vec::new(),
        })
    }
}

/// The cells on a side of an equation that is solved for a cell.
struct Side<'a> {
    terms: &'a [(usize, i64)],
    /// True if the other side has at most one cell, so that "the other cells" are those of this one.
    is_only: bool,
    /// True if the cell is on this side too.
    is_own: bool,
    /// True for the first digits of an X-sum.
    is_counted: bool,
}

impl Solved {
    /// Returns the side of the cell, without it, and the other side.
    fn sides(&self) -> [Side<'_>; 2] {
        // The first digits of an X-sum.
        let is_counted = self.preface == Preface::Rule;
        let is_only = !is_counted && self.against.len().min(self.with.len()) < 2;
        [(&self.with, true), (&self.against, false)].map(|(terms, is_own)| Side {
            terms,
            is_only,
            is_own,
            is_counted,
        })
    }

    /// Returns the places of the other cells.
    fn others(&self) -> Vec<usize> {
        let others = self.with.iter().chain(&self.against);
        others.map(|(place, _)| *place).collect()
    }

    /// Returns the places of the other cells, and of those because of which the equation holds.
    pub fn rests_on(&self) -> Vec<usize> {
        sorted_set(self.others().into_iter().chain(self.basis.iter().copied()))
    }
}

impl Reasoner<'_> {
    /// Returns the sums solved for a cell, among them those that follow from the candidates of other cells.
    pub(super) fn solved(&self, place: usize, digits: &[u16]) -> Vec<Solved> {
        let totals = self.totals.iter();
        let mut solved: Vec<Solved> = totals.filter_map(|total| total.solved_for(place)).collect();
        let derived = [
            self.counted_total(place, digits),
            self.common_total(place, digits),
            self.filling_total(place, digits),
        ];
        for derived in derived.into_iter().flatten() {
            solved.extend(derived.total.solved_for(place).map(|solved| Solved {
                preface: derived.preface,
                basis: derived.rests_on,
                ..solved
            }));
        }
        solved
    }

    /// Finds the digit of a cell if the other cells of a sum are known.
    pub(super) fn rest(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        self.solved(place, digits).into_iter().find_map(|solved| {
            let is_known = |place: &usize| digits[*place].is_power_of_two();
            if !solved.others().iter().all(is_known) {
                return None;
            }
            let [with, against] =
                [&solved.with, &solved.against].map(|terms| self.known(terms, digits));
            let rest = solved.total + against - with;
            let removed = ones(wanted).filter(|digit| solved.factor * self.value(*digit) != rest);
            let removed = bits(removed);
            (removed != 0).then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: self.known_text(&solved, with, against, digits),
                rests_on: solved.rests_on(),
                preface: solved.preface.clone(),
            })
        })
    }

    /// Returns the sum of the known ones of some cells.
    pub(super) fn known(&self, terms: &[(usize, i64)], digits: &[u16]) -> i64 {
        let known = terms
            .iter()
            .filter(|(place, _)| digits[*place].is_power_of_two());
        known
            .map(|(place, factor)| factor * self.extreme_value(digits[*place], true))
            .sum()
    }

    fn known_text(&self, solved: &Solved, with: i64, against: i64, digits: &[u16]) -> String {
        let [own, opposite] = solved.sides();
        let texts = [(opposite, against), (own, with)]
            .into_iter()
            .filter_map(|(side, value)| self.sum_text(&side, &Extreme::exact(value), digits, true));
        join(&texts.collect::<Vec<_>>(), "and")
    }

    /// Finds the bound of a cell from what the other cells of a sum total.
    pub(super) fn total_bound(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let solved = self.solved(place, digits);
        let sides = [true, false].into_iter();
        let mut sides = sides.flat_map(|is_upper| solved.iter().map(move |of| (is_upper, of)));
        sides.find_map(|(is_upper, solved)| {
            let against = self.extreme(&solved.against, digits, is_upper)?;
            let with = self.extreme(&solved.with, digits, !is_upper)?;
            let rest = solved.total + against.value - with.value;
            let bound = match is_upper {
                true => rest.div_euclid(solved.factor),
                false => -(-rest).div_euclid(solved.factor),
            };
            let is_beyond = |value: i64| {
                if is_upper {
                    value > bound
                } else {
                    value < bound
                }
            };
            let removed = ones(wanted).filter(|digit| is_beyond(self.value(*digit)));
            let removed = bits(removed);
            if !with.groups.is_empty()
                && let Some(excluded) = self.group_bound((place, wanted), solved, digits, is_upper)
                && excluded.removed & removed == removed
            {
                return Some(excluded);
            }
            (removed != 0).then(|| {
                let [own, opposite] = solved.sides();
                let preface = match against.groups.is_empty() {
                    true => solved.preface.clone(),
                    false => self.groups_text(&solved.against, &against, is_upper),
                };
                let of = [
                    self.sum_text(&opposite, &against, digits, is_upper),
                    self.sum_text(&own, &with, digits, !is_upper),
                ];
                let of: Vec<String> = of.into_iter().flatten().collect();
                Excluded {
                    removed,
                    outcome: if is_upper {
                        Outcome::AtMost(bound)
                    } else {
                        Outcome::AtLeast(bound)
                    },
                    premise: join(&of, "and"),
                    rests_on: solved.rests_on(),
                    preface,
                }
            })
        })
    }

    /// Returns a bound of the sum of cells in words, by their names if they are few.
    pub(super) fn side_text(
        &self,
        terms: &[(usize, i64)],
        extreme: &Extreme,
        digits: &[u16],
        is_upper: bool,
    ) -> Option<String> {
        let side = Side {
            terms,
            is_only: false,
            is_own: true,
            is_counted: false,
        };
        self.sum_text(&side, extreme, digits, is_upper)
    }

    /// Returns the sum of some cells in words: `the other three cells total at most 24`.
    fn sum_text(
        &self,
        side: &Side<'_>,
        extreme: &Extreme,
        digits: &[u16],
        is_upper: bool,
    ) -> Option<String> {
        let terms = side.terms;
        let places: Vec<usize> = terms.iter().map(|(place, _)| *place).collect();
        let is_known = places.iter().all(|place| digits[*place].is_power_of_two());
        let bound = match (is_known, is_upper) {
            (true, _) => extreme.value.to_string(),
            (false, true) => format!("at most {}", extreme.value),
            (false, false) => format!("at least {}", extreme.value),
        };
        let is_plain = terms.iter().all(|(_, factor)| *factor == 1);
        let cells = match terms {
            [] => return None,
            _ if !extreme.groups.is_empty() => return Some(format!("they total {bound}")),
            [(place, 1)] => return Some(format!("{} is {bound}", self.name(*place))),
            _ if !is_plain && terms.len() <= MOST_NAMED => {
                return Some(format!("{} is {bound}", self.expression(terms)));
            }
            _ if side.is_only => format!("the other {} cells", count_name(terms.len())),
            _ if terms.len() <= MOST_NAMED => join(&self.names(&places), "and"),
            _ if side.is_counted => format!("the other {} of them", count_name(terms.len())),
            _ if side.is_own => format!("the other {} cells on its side", count_name(terms.len())),
            _ => format!("the {} cells on the other side", count_name(terms.len())),
        };
        Some(match (is_plain, extreme.differs) {
            (false, _) => format!("{cells}, some of them counted several times, total {bound}"),
            (true, true) if self.all_see(&places) => format!("{cells} differ and total {bound}"),
            (true, true) => format!("{cells}, of which some differ, total {bound}"),
            (true, false) => format!("{cells} total {bound}"),
        })
    }

    /// Returns a sum with factors, the largest first: `10 × r1c1 + r1c2`.
    fn expression(&self, terms: &[(usize, i64)]) -> String {
        let mut terms = terms.to_vec();
        terms.sort_by_key(|(place, factor)| (-factor, *place));
        let terms = terms.iter().map(|(place, factor)| match factor {
            1 => self.name(*place),
            _ => format!("{factor} × {}", self.name(*place)),
        });
        terms.collect::<Vec<_>>().join(" + ")
    }
}

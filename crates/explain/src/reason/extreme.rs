//! The least and the greatest sum of cells, equal digits of which cannot see each other.

use super::Reasoner;
use super::groups::GroupSum;
use satdoku::board::ones;

/// The most assignments that are tried to bound a sum.
const MOST_TRIED: usize = 2_000;

/// The least or the greatest sum of some cells, or a bound of it.
pub(super) struct Extreme {
    pub value: i64,
    /// True if the sum takes into account that cells differ.
    pub differs: bool,
    /// The groups whose sums give the bound, if not all cells differ.
    pub groups: Vec<GroupSum>,
}

impl Extreme {
    /// Returns the sum of cells whose digits are known.
    pub fn exact(value: i64) -> Extreme {
        Extreme {
            value,
            differs: false,
            groups: Vec::new(),
        }
    }
}

impl Reasoner<'_> {
    /// Returns the greatest or the least sum of some cells whose factors are positive, if equal digits
    /// cannot see each other. Returns `None` if they have no digits.
    pub(super) fn extreme(
        &self,
        terms: &[(usize, i64)],
        digits: &[u16],
        is_max: bool,
    ) -> Option<Extreme> {
        let each = terms
            .iter()
            .map(|(place, factor)| factor * self.extreme_value(digits[*place], is_max));
        let each: Vec<i64> = each.collect();
        let simple: i64 = each.iter().sum();
        let mut search = ExtremeSearch {
            reasoner: self,
            terms,
            digits,
            is_max,
            rest: (0..=terms.len())
                .map(|at| each[at..].iter().sum())
                .collect(),
            chosen: Vec::new(),
            best: None,
            left: MOST_TRIED,
        };
        search.run(0);
        if search.left == 0 {
            return Some(self.extreme_by_groups(terms, digits, is_max));
        }
        let value = search.best?;
        let differs = value != simple;
        // Groups say which of the cells differ.
        let places: Vec<usize> = terms.iter().map(|(place, _)| *place).collect();
        let by_groups = (differs && !self.all_see(&places))
            .then(|| self.extreme_by_groups(terms, digits, is_max))
            .filter(|by_groups| by_groups.value == value);
        Some(by_groups.unwrap_or(Extreme {
            value,
            differs,
            groups: Vec::new(),
        }))
    }
}

/// The search for the greatest or the least sum.
struct ExtremeSearch<'a> {
    reasoner: &'a Reasoner<'a>,
    terms: &'a [(usize, i64)],
    digits: &'a [u16],
    is_max: bool,
    /// By place in the terms, the best that the terms from there on can add.
    rest: Vec<i64>,
    chosen: Vec<(usize, usize)>,
    best: Option<i64>,
    /// The attempts left.
    left: usize,
}

impl ExtremeSearch<'_> {
    fn run(&mut self, sum: i64) {
        let at = self.chosen.len();
        let possible = sum + self.rest[at];
        let is_worse = |best: i64| {
            if self.is_max {
                possible <= best
            } else {
                possible >= best
            }
        };
        if self.left == 0 || self.best.is_some_and(is_worse) {
            return;
        }
        self.left -= 1;
        let Some(&(place, factor)) = self.terms.get(at) else {
            self.best = Some(sum);
            return;
        };
        let mut of_cell: Vec<usize> = ones(self.digits[place]).collect();
        if self.is_max {
            of_cell.reverse();
        }
        for digit in of_cell {
            if self.reasoner.fits(&self.chosen, place, digit) {
                self.chosen.push((place, digit));
                self.run(sum + factor * self.reasoner.value(digit));
                self.chosen.pop();
            }
        }
    }
}

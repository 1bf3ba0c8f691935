//! Sums: the bound or the rest of a cell from what the other cells total.
//!
//! The bound of several cells takes into account that those in a house differ. Cells that share no house are
//! divided into groups that do.

use super::matching::extreme_digits;
use super::partition::{Group, partitions};
use super::{Finding, Outcome, Reason, Reasoner, Source};
use crate::drawn::digit_bits::bits;
use satdoku::board::{Cell, DigitBits, ones};

/// The most cells of a sum that are named.
const MOST_NAMED: usize = 4;

/// The most assignments that are tried to make up a rest.
const MOST_TRIED: usize = 2_000;

/// Places with their factors.
type Terms = Vec<(usize, i64)>;

/// A linear equation over the values of cells.
pub(super) struct Total {
    pub terms: Terms,
    pub total: i64,
}

/// An equation solved for a cell: `factor` times its value is `total`, plus `against`, minus `with`.
struct Solved {
    factor: i64,
    total: i64,
    with: Terms,
    against: Terms,
}

/// What some cells of a sum total, at least or at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    pub cells: SideCells,
    pub value: i64,
    /// True if the digits of all cells are known.
    pub is_known: bool,
    pub is_upper: bool,
    /// True if the bound takes into account that cells of one house differ.
    pub differ: bool,
    /// The bounds by house, if the cells share none.
    pub groups: Vec<(Source, i64)>,
}

/// The cells of a side, as a text names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SideCells {
    Named(Vec<usize>),
    /// Cells with factors.
    Weighted(Terms),
    /// This many cells. True if some of them have factors.
    Counted(usize, Scope, bool),
}

/// The part of an equation that counted cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    All,
    Others,
    OwnSide,
    OtherSide,
}

impl Total {
    fn solved_for(&self, place: usize) -> Option<Solved> {
        let (_, factor) = self.terms.iter().find(|(cell, _)| *cell == place)?;
        let sign = factor.signum();
        let others = self.terms.iter().filter(|(cell, _)| *cell != place);
        let others = others.map(|(cell, factor)| (*cell, sign * factor));
        let (with, against): (Terms, Terms) = others.partition(|(_, factor)| *factor > 0);
        let against = against.into_iter().map(|(cell, factor)| (cell, -factor));
        Some(Solved {
            factor: factor.abs(),
            total: sign * self.total,
            with,
            against: against.collect(),
        })
    }
}

impl Solved {
    /// Returns the terms of the other cells, as they are in the equation.
    fn others(&self) -> Terms {
        let against = self.against.iter().map(|(place, factor)| (*place, -factor));
        self.with.iter().copied().chain(against).collect()
    }

    fn rests_on(&self) -> Vec<usize> {
        self.others().iter().map(|(place, _)| *place).collect()
    }

    /// Returns the parts that the two sides are.
    fn scopes(&self) -> [Scope; 2] {
        match self.against.len().min(self.with.len()) {
            0 | 1 => [Scope::Others; 2],
            _ => [Scope::OwnSide, Scope::OtherSide],
        }
    }
}

impl Reasoner<'_> {
    fn solved(&self, place: usize) -> impl Iterator<Item = Solved> + '_ {
        let totals = self.totals.iter();
        totals.filter_map(move |total| total.solved_for(place))
    }

    /// Finds the bound of a cell from what the other cells of a sum total, or its digit if these are known.
    pub(super) fn sum_bound(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        let is_known = |of: &Solved| {
            let mut others = of.rests_on().into_iter();
            others.all(|place| digits[place].is_power_of_two())
        };
        let (known, open): (Vec<Solved>, Vec<Solved>) = self.solved(place).partition(is_known);
        let known = known.iter().map(|of| (true, of));
        let mut sides = known.chain(
            [true, false]
                .into_iter()
                .flat_map(|is_upper| open.iter().map(move |of| (is_upper, of))),
        );
        sides.find_map(|(is_upper, of)| self.bound((place, wanted), of, digits, is_upper))
    }

    fn bound(
        &self,
        (place, wanted): (usize, u16),
        of: &Solved,
        digits: &[u16],
        is_upper: bool,
    ) -> Option<Finding> {
        let sides = self.sides(of, digits, is_upper)?;
        let sign = |side: &Side| if side.is_upper == is_upper { 1 } else { -1 };
        let others = sides.iter().map(|side| sign(side) * side.value);
        let rest = of.total + others.sum::<i64>();
        let (outcome, removed) = match is_upper {
            _ if sides.iter().all(|side| side.is_known) => (
                Outcome::Left,
                self.digits_where(wanted, |value| of.factor * value != rest),
            ),
            true => self.limit(wanted, rest.div_euclid(of.factor), true),
            false => self.limit(wanted, -(-rest).div_euclid(of.factor), false),
        };
        self.finding((place, removed), outcome, Reason::Sum(sides), of.rests_on())
    }

    /// Returns the bounds of both sides of an equation for a cell: the greatest of the side against it and the
    /// least of those with it for an upper bound. Sides without cells are left out.
    fn sides(&self, of: &Solved, digits: &[u16], is_upper: bool) -> Option<Vec<Side>> {
        let [own, opposite] = of.scopes();
        let sides = [
            (&of.against, opposite, is_upper),
            (&of.with, own, !is_upper),
        ];
        let sides = sides.into_iter().filter(|(terms, ..)| !terms.is_empty());
        let sides = sides.map(|(terms, scope, is_upper)| self.side(terms, scope, digits, is_upper));
        sides.collect()
    }

    /// Returns the bound of cells with positive factors, by the houses that give the best one; `None` if those of a
    /// house have too few digits.
    fn side(
        &self,
        terms: &[(usize, i64)],
        scope: Scope,
        digits: &[u16],
        is_upper: bool,
    ) -> Option<Side> {
        let own =
            |(place, factor): &(usize, i64)| factor * self.extreme_value(digits[*place], is_upper);
        let simple: i64 = terms.iter().map(own).sum();
        let of_cells = terms
            .iter()
            .map(|(place, of)| (self.rule.cells[*place], *of));
        let mut best = (simple, Vec::new());
        for groups in partitions(self.layout, &of_cells.collect::<Vec<(Cell, i64)>>()) {
            let (mut value, mut houses) = (simple, Vec::new());
            for Group { house, places } in &groups {
                let group: Terms = places.iter().map(|at| terms[*at]).collect();
                let sum = self.sum_of_different(&group, digits, is_upper)?;
                value += sum - group.iter().map(own).sum::<i64>();
                houses.push((*house, sum));
            }
            let is_better = if is_upper {
                value < best.0
            } else {
                value > best.0
            };
            if is_better {
                best = (value, houses);
            }
        }
        let (value, mut groups) = best;
        let differ = !groups.is_empty();
        if self.all_see(&terms.iter().map(|(place, _)| *place).collect::<Vec<_>>()) {
            groups.clear();
        }
        let is_plain = terms.iter().all(|(_, factor)| *factor == 1);
        let places = terms.iter().map(|(place, _)| *place);
        Some(Side {
            cells: match terms.len() {
                1 if is_plain => SideCells::Named(places.collect()),
                ..=MOST_NAMED if !is_plain => SideCells::Weighted(terms.to_vec()),
                ..=MOST_NAMED if matches!(scope, Scope::OwnSide | Scope::OtherSide) => {
                    SideCells::Named(places.collect())
                }
                count => SideCells::Counted(count, scope, !is_plain),
            },
            value,
            is_known: terms
                .iter()
                .all(|(place, _)| digits[*place].is_power_of_two()),
            is_upper,
            differ,
            groups,
        })
    }

    /// Returns the extreme sum of cells that differ and have the same factor; `None` if they have too few digits.
    fn sum_of_different(
        &self,
        terms: &[(usize, i64)],
        digits: &[u16],
        is_max: bool,
    ) -> Option<i64> {
        let of_cells = terms
            .iter()
            .map(|(place, _)| DigitBits::from(digits[*place]));
        let chosen = extreme_digits(&of_cells.collect::<Vec<_>>(), is_max)?;
        let factor = terms.first().map_or(0, |(_, factor)| *factor);
        Some(factor * ones(chosen).map(|digit| self.value(digit)).sum::<i64>())
    }

    /// Returns the bound of a whole sum that its total exceeds or misses.
    pub(super) fn impossible_sum(&self, digits: &[u16]) -> Option<Side> {
        let totals = self.totals.iter();
        let mut totals = totals.filter(|of| of.terms.iter().all(|(_, factor)| *factor > 0));
        totals.find_map(|of| {
            let bound = |is_upper| self.side(&of.terms, Scope::All, digits, is_upper);
            let (least, most) = (bound(false)?, bound(true)?);
            [least, most].into_iter().find(|side| match side.is_upper {
                true => side.value < of.total,
                false => side.value > of.total,
            })
        })
    }

    /// Finds digits with which the other cells cannot make up the total.
    pub(super) fn remainder(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        self.solved(place).find_map(|of| {
            let removed = ones(wanted).filter(|digit| self.lacks_rest(place, *digit, &of, digits));
            let removed = bits(removed);
            let target = (place, removed);
            self.finding(target, Outcome::Left, Reason::Remainder, of.rests_on())
        })
    }

    /// True if the other cells cannot make up the rest of the total with a digit.
    fn lacks_rest(&self, place: usize, digit: usize, of: &Solved, digits: &[u16]) -> bool {
        let rest = of.total - of.factor * self.value(digit);
        let mut left = MOST_TRIED;
        !self.can_make(
            &of.others(),
            rest,
            digits,
            &mut vec![(place, digit)],
            &mut left,
        )
    }

    /// True if cells can make up a rest together with the digits chosen before, or if this takes too many
    /// attempts.
    fn can_make(
        &self,
        terms: &[(usize, i64)],
        rest: i64,
        digits: &[u16],
        chosen: &mut Vec<(usize, usize)>,
        left: &mut usize,
    ) -> bool {
        *left = left.saturating_sub(1);
        let Some(((place, factor), others)) = terms.split_first() else {
            return rest == 0;
        };
        let mut of_cell = ones(digits[*place]);
        let mut found = *left == 0;
        while let (false, Some(digit)) = (found, of_cell.next()) {
            let sees = |(other, of): &(usize, usize)| *of == digit && self.sees[*place][*other];
            if !chosen.iter().any(sees) {
                chosen.push((*place, digit));
                let rest = rest - factor * self.value(digit);
                found = self.can_make(others, rest, digits, chosen, left);
                chosen.pop();
            }
        }
        found
    }
}

//! Reasons: why a drawn constraint excludes digits.
//!
//! A reason is a value with cells, digits and numbers, which [`sentence`] prints. Reasons are worked out from the
//! primitives of a constraint, so a new kind of constraint needs none of its own:
//!
//! | reason | from |
//! |---|---|
//! | a bound along cells in ascending order (`order`) | relations |
//! | the bound or the rest of a sum (`sum`) | equations, houses with a total |
//! | the digit sets left (`sets`) | houses with digit sets |
//! | the few cells that leave no way to fill the constraint (`no_way`) | all primitives |

mod matching;
mod no_way;
mod order;
mod partition;
pub(crate) mod sentence;
mod sets;
mod sum;
#[cfg(test)]
mod tests;

use std::iter::once;
use std::sync::Arc;

use crate::drawn::digit_bits::bits;
use crate::drawn::drawn_rule::DrawnRule;
use crate::fact::Fact;
use crate::position::{Position, Tables};
use crate::text::words::values;
use order::Ascent;
use satdoku::Deadline;
use satdoku::board::{Cell, Digit, DigitBits, Geometry, Layout, Primitive, Rule, Source, ones};
pub(crate) use sets::combinations;
use sum::{Side, Total};

/// A drawn constraint whose exclusions are to be explained. Cells are places in [`DrawnRule::cells`], and
/// digits are bits.
pub(crate) struct Reasoner<'a> {
    layout: &'a Layout,
    pub(crate) rule: Arc<DrawnRule>,
    /// By place, true for each place whose cell sees it.
    sees: Vec<Vec<bool>>,
    ascents: Vec<Ascent>,
    totals: Vec<Total>,
    /// The cells and digit sets of its houses.
    sets: Vec<(Vec<usize>, Vec<DigitBits>)>,
    /// True if it consists of relations between two cells, which need no words.
    is_pairwise: bool,
    /// True for a sum over houses, whose equation a text has stated before.
    is_sum: bool,
    /// The time after which digits may be left without a reason.
    deadline: Option<Deadline>,
}

/// Digits that a drawn constraint excludes from a cell, and why.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// The place of the cell in [`DrawnRule::cells`].
    pub place: usize,
    /// The excluded digits, as bits.
    pub removed: u16,
    /// The digits that are left.
    pub left: u16,
    /// The digits of other cells of the constraint that the cell sees, once these are known.
    taken: u16,
    outcome: Outcome,
    reason: Reason,
    /// The places of the cells whose candidates are the reason.
    pub rests_on: Vec<usize>,
}

/// How a reason limits a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The digits that are left, or those that are excluded if they are fewer.
    Left,
    AtMost(i64),
    AtLeast(i64),
}

/// Why digits are excluded. Cells are places, and digits are bits.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Reason {
    /// One of these digit sets fills the house.
    Sets(Vec<DigitBits>),
    /// A path of steps leads up or down from a cell.
    Order {
        of: usize,
        is_upper: bool,
        /// The number of steps that are strict.
        strict: usize,
        steps: usize,
        /// The last cell and the bound of its candidates, unless that is the end of the board.
        end: Option<(usize, u16)>,
    },
    /// What the other cells of a sum total.
    Sum(Vec<Side>),
    /// The other cells of a sum cannot make up the total with the excluded digits.
    Remainder,
    /// These digits of cells leave no way to fill the constraint.
    NoWay(Vec<(usize, u16)>),
}

impl Finding {
    /// Returns true if the reason lists the digit sets that are left.
    pub fn lists_sets(&self) -> bool {
        matches!(self.reason, Reason::Sets(_))
    }

    /// Returns true for an upper or lower bound.
    pub fn is_bound(&self) -> bool {
        matches!(self.outcome, Outcome::AtMost(_) | Outcome::AtLeast(_))
    }
}

/// Finds some of the wanted digits of a cell that a reason excludes, given the digits of all cells.
type ReasonFinder<T> = fn(&T, usize, u16, &[u16]) -> Option<Finding>;

impl<'a> Reasoner<'a> {
    /// Creates the reasons of a drawn constraint or a sum in a position; none for other facts.
    pub fn of_fact(
        tables: &'a Tables,
        fact: &Fact,
        position: &Position,
        deadline: Option<&Deadline>,
    ) -> Option<Reasoner<'a>> {
        let layout = &tables.layout;
        let rule = match fact {
            Fact::Constraint(number) => tables.rule(*number)?.clone(),
            Fact::Sum(sum) => {
                let open = position.open_sum(sum).implied(layout)?;
                Arc::new(DrawnRule::of(once(&open)))
            }
            Fact::Cell(_) | Fact::House(..) | Fact::OneSolution(_) => return None,
        };
        Some(Reasoner {
            is_sum: matches!(fact, Fact::Sum(_)),
            ..Reasoner::new(layout, rule, deadline)
        })
    }

    pub fn new(
        layout: &'a Layout,
        rule: Arc<DrawnRule>,
        deadline: Option<&Deadline>,
    ) -> Reasoner<'a> {
        let place = |cell: &Cell| rule.cells.binary_search(cell).unwrap_or_default();
        let see = |one: &Cell, other: &Cell| {
            one != other && layout.first_shared_house(*one, *other).is_some()
        };
        let is_pairwise = rule.primitives().all(Primitive::is_relation);
        let (mut ascents, mut totals, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for primitive in rule.primitives() {
            let places: Vec<usize> = primitive.cells.iter().map(place).collect();
            if let (Rule::Relation(table), [one, other]) = (&primitive.rule, &primitive.cells[..]) {
                let (digits, see) = (layout.digit_count(), see(one, other));
                ascents.extend(Ascent::of_relation(
                    table,
                    [places[0], places[1]],
                    digits,
                    see,
                ));
            }
            if let Some((terms, total)) = primitive.sum() {
                let terms = terms.iter().map(|(cell, factor)| (place(cell), *factor));
                let terms = terms.collect();
                totals.push(Total { terms, total });
            }
            sets.extend(primitive.sets().map(|sets| (places, sets.to_vec())));
        }
        let sees = rule.cells.iter();
        let sees = sees.map(|one| rule.cells.iter().map(|other| see(one, other)).collect());
        let sees = sees.collect();
        Reasoner {
            layout,
            sees,
            ascents,
            totals,
            sets,
            is_pairwise,
            is_sum: false,
            rule,
            deadline: deadline.cloned(),
        }
    }

    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    fn board(&self) -> &'a Geometry {
        self.layout.geometry()
    }

    /// Returns the value of a digit.
    fn value(&self, digit: usize) -> i64 {
        self.board().value(Digit::from_index(digit)) as i64
    }

    /// Returns the values of some digits.
    fn values(&self, digits: u16) -> Vec<i64> {
        values(digits, self.board())
    }

    /// Returns the digits whose values satisfy a condition.
    fn digits_where(&self, digits: u16, condition: impl Fn(i64) -> bool) -> u16 {
        bits(ones(digits).filter(|digit| condition(self.value(*digit))))
    }

    /// Returns the outcome that a value is the highest or the lowest one, and which digits that excludes.
    fn limit(&self, wanted: u16, value: i64, is_upper: bool) -> (Outcome, u16) {
        match is_upper {
            true => (
                Outcome::AtMost(value),
                self.digits_where(wanted, |of| of > value),
            ),
            false => (
                Outcome::AtLeast(value),
                self.digits_where(wanted, |of| of < value),
            ),
        }
    }

    /// Returns the highest or the lowest value of some digits.
    fn extreme_value(&self, digits: u16, is_upper: bool) -> i64 {
        let values = self.values(digits);
        let value = if is_upper {
            values.last()
        } else {
            values.first()
        };
        value.copied().unwrap_or(0)
    }

    /// Returns the digits of the board, as bits.
    fn all_digits(&self) -> u16 {
        bits(0..self.board().digit_count())
    }

    /// Returns true if all of the cells see each other.
    fn all_see(&self, places: &[usize]) -> bool {
        let mut pairs = places.iter().enumerate();
        pairs.all(|(at, one)| places[at + 1..].iter().all(|other| self.sees[*one][*other]))
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    /// Applies the rule to digits. Returns false if it leaves no way to fill the constraint.
    fn filter(&self, digits: &mut [u16]) -> bool {
        self.rule
            .filter(self.board(), digits, self.deadline.as_ref())
            .is_some()
    }

    /// Finds reasons why digits are excluded: by place, those that are left before and those that are
    /// `wanted`. Returns the findings in an order in which each may rest on those before, and the wanted
    /// digits without a reason.
    pub fn explain(&self, digits: &[u16], wanted: &[u16]) -> (Vec<Finding>, Vec<u16>) {
        let (mut digits, mut wanted) = (digits.to_vec(), wanted.to_vec());
        let mut findings = Vec::new();
        let mut known = 0;
        let reasons: [ReasonFinder<Self>; 2] = [Self::simplest, Self::no_way];
        while reasons
            .iter()
            .any(|reason| self.explain_more(&mut digits, &mut wanted, &mut findings, *reason))
        {
            // The findings of a round rest on those of the rounds before, so a reader can have the digits first.
            let has_digit = |finding: &Finding| digits[finding.place].is_power_of_two();
            let found = findings.split_off(known).into_iter();
            let (first, others): (Vec<Finding>, Vec<Finding>) = found.partition(has_digit);
            findings.extend(first.into_iter().chain(others));
            known = findings.len();
        }
        for finding in &mut findings {
            let seen = digits.iter().zip(&self.sees[finding.place]);
            let known = seen.filter(|(digits, sees)| **sees && digits.is_power_of_two());
            finding.taken = known.fold(0, |all, (digit, _)| all | digit);
            finding.left &= !finding.taken;
        }
        (findings, wanted)
    }

    /// Finds all digits that reasons exclude, until a cell has none left. Returns also those that only
    /// propagation excludes, by place; `None` if it leaves no way to fill the constraint.
    pub fn narrow(&self, digits: &[u16]) -> (Vec<Finding>, Option<Vec<u16>>) {
        if let Some(contradiction) = self.contradiction(digits) {
            return (vec![contradiction], Some(vec![0; digits.len()]));
        }
        let (mut left, mut findings) = (digits.to_vec(), Vec::new());
        let mut wanted = digits.to_vec();
        while self.explain_more(&mut left, &mut wanted, &mut findings, Self::simplest) {
            if left.contains(&0) {
                return (findings, Some(vec![0; digits.len()]));
            }
        }
        let mut after = left.clone();
        if !self.filter(&mut after) {
            return (findings, None);
        }
        let excluded = left.iter().zip(&after).map(|(left, after)| left & !after);
        let mut wanted: Vec<u16> = excluded.collect();
        self.explain_more(&mut left, &mut wanted, &mut findings, Self::no_way);
        (findings, Some(wanted))
    }

    /// Explains what follows from the digits by reasons of one kind, and removes it. Returns true if there was something.
    fn explain_more(
        &self,
        digits: &mut [u16],
        wanted: &mut [u16],
        findings: &mut Vec<Finding>,
        reason: ReasonFinder<Self>,
    ) -> bool {
        let (before, count) = (digits.to_vec(), findings.len());
        // A contradiction convinces in a cell that is still open, not in one whose digit leads to it.
        let is_open = |place: &usize| !before[*place].is_power_of_two();
        let (open, others): (Vec<usize>, Vec<usize>) = (0..wanted.len()).partition(is_open);
        for place in open.into_iter().chain(others) {
            // Nothing more needs a reason once a cell has no digit left.
            while !digits.contains(&0)
                && wanted[place] != 0
                && !self.is_late()
                && let Some(mut finding) = reason(self, place, wanted[place], &before)
            {
                digits[place] &= !finding.removed;
                wanted[place] &= !finding.removed;
                finding.left = digits[place];
                findings.push(finding);
            }
        }
        findings.len() > count
    }

    /// Returns a reason other than `no_way` that excludes some of the `wanted` digits of a cell: of those that exclude
    /// most of them, the simplest.
    fn simplest(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        let reasons: [ReasonFinder<Self>; 4] = [
            Self::combinations,
            Self::order_bound,
            Self::sum_bound,
            Self::remainder,
        ];
        let mut best: Option<Finding> = None;
        for reason in reasons {
            let found = reason(self, place, wanted, digits);
            let count = |of: &Finding| of.removed.count_ones();
            if let Some(found) = found.filter(|found| count(found) > best.as_ref().map_or(0, count))
            {
                if found.removed == wanted {
                    return Some(found);
                }
                best = Some(found);
            }
        }
        best
    }

    /// Returns a finding about a cell, if a digit is excluded.
    fn finding(
        &self,
        (place, removed): (usize, u16),
        outcome: Outcome,
        reason: Reason,
        rests_on: Vec<usize>,
    ) -> Option<Finding> {
        (removed != 0).then_some(Finding {
            place,
            removed,
            left: 0,
            taken: 0,
            outcome,
            reason,
            rests_on,
        })
    }
}

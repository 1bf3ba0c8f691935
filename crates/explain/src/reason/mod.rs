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
use crate::position::Tables;
use order::Ascent;
use satdoku::Deadline;
use satdoku::board::{
    Candidate, Cell, Digit, DigitBits, Geometry, Layout, Primitive, Rule, Source, ones,
};
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
    /// Creates the reasons of a drawn constraint or a sum whose cells have these candidates; none for other
    /// facts.
    pub fn of_fact(
        tables: &'a Tables,
        fact: &Fact,
        members: &[Candidate],
        deadline: Option<&Deadline>,
    ) -> Option<Reasoner<'a>> {
        let layout = &tables.layout;
        match fact {
            Fact::Constraint(number) => {
                let rule = tables.rule(*number)?.clone();
                let primitives = layout.primitives_of(*number);
                Some(Reasoner::new(layout, primitives, rule, deadline))
            }
            Fact::Sum(sum) => {
                let digits = |cell: Cell| {
                    let of_cell = members.iter().filter(|member| member.cell == cell);
                    bits(of_cell.map(|member| member.digit.index()))
                };
                let open = sum.terms.open(layout.geometry(), digits);
                let sum = open.implied(layout)?;
                let rule = Arc::new(DrawnRule::of(once(&sum)));
                Some(Reasoner {
                    is_sum: true,
                    ..Reasoner::new(layout, once(&sum), rule, deadline)
                })
            }
            Fact::Cell(_) | Fact::House(..) | Fact::OneSolution(_) => None,
        }
    }

    /// Creates the reasons of primitives, whose rule is `rule`.
    fn new<'l>(
        layout: &'a Layout,
        primitives: impl Iterator<Item = &'l Primitive> + Clone,
        rule: Arc<DrawnRule>,
        deadline: Option<&Deadline>,
    ) -> Reasoner<'a> {
        let place = |cell: &Cell| rule.cells.binary_search(cell).unwrap_or_default();
        let is_pairwise = primitives.clone().all(Primitive::is_relation);
        let sets = primitives.clone().filter_map(|of| {
            let cells = of.cells.iter().map(place);
            Some((cells.collect(), of.sets()?.to_vec()))
        });
        let sums = primitives.clone().filter_map(Primitive::sum);
        let totals = sums.map(|(terms, total)| Total {
            terms: (terms.iter())
                .map(|(cell, factor)| (place(cell), *factor))
                .collect(),
            total,
        });
        let see = |one: &Cell, other: &Cell| {
            one != other && layout.first_shared_house(*one, *other).is_some()
        };
        let ascents = primitives.clone().filter_map(|of| {
            let (Rule::Relation(table), [one, other]) = (&of.rule, &of.cells[..]) else {
                return None;
            };
            let (places, digits) = ([place(one), place(other)], layout.digit_count());
            Ascent::of_relation(table, places, digits, see(one, other))
        });
        let ascents = ascents.collect();
        let sees =
            (rule.cells.iter()).map(|one| rule.cells.iter().map(|other| see(one, other)).collect());
        Reasoner {
            layout,
            sees: sees.collect(),
            ascents,
            totals: totals.collect(),
            sets: sets.collect(),
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
        ones(digits).map(|digit| self.value(digit)).collect()
    }

    /// Returns the digits whose values satisfy a condition.
    fn digits_where(&self, digits: u16, condition: impl Fn(i64) -> bool) -> u16 {
        bits(ones(digits).filter(|digit| condition(self.value(*digit))))
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
            findings[known..].sort_by_key(|finding| !digits[finding.place].is_power_of_two());
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
        let mut places: Vec<usize> = (0..wanted.len()).collect();
        places.sort_by_key(|place| before[*place].is_power_of_two());
        for place in places {
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
        reason: impl FnOnce() -> Reason,
        rests_on: Vec<usize>,
    ) -> Option<Finding> {
        (removed != 0).then(|| Finding {
            place,
            removed,
            left: 0,
            taken: 0,
            outcome,
            reason: reason(),
            rests_on,
        })
    }
}

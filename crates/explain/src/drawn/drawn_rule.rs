//! Propagation of one drawn constraint: which digits of its cells are still possible.
//!
//! The digits of a cell are bits, as boards of explanations have at most 16 digits. That digits of a
//! house differ is not propagated here, because candidates exclude each other without a fact.

use super::super::fact::sorted_set;
use super::digit_bits::keep;
use super::linear_equation::LinearEquation;
use super::partition::partitions;
use super::paths::Paths;
use satdoku::Deadline;
use satdoku::board::{
    Automaton, Cell, Connected, Digit, DigitBits, DigitCount, DistinctPairs, Layout, Primitive,
    Rule, ones,
};
use satdoku::propagate::{Reach, SetFilter, filter_pairs};

/// The primitives of a drawn constraint.
#[derive(Debug, Clone)]
pub(crate) struct DrawnRule {
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    parts: Vec<RulePart>,
}

/// A primitive. Its cells are places in [`DrawnRule::cells`].
#[derive(Debug, Clone)]
enum RulePart {
    /// The cells differ.
    Different(Vec<usize>),
    /// The cells differ and hold one of these sets.
    Sets {
        cells: Vec<usize>,
        sets: Vec<DigitBits>,
    },
    /// For each cell, the digits of the other one that each of its digits allows.
    Pair {
        cells: [usize; 2],
        partners: [Vec<u16>; 2],
    },
    Sum(LinearEquation),
    /// Any other automaton over the cells.
    Paths(Paths),
    /// Cells that are connected if they hold one of the digits.
    Connected {
        connected: Connected,
        cells: Vec<usize>,
        digits: u16,
    },
    /// Pairs of cells of which no two are equal.
    DistinctPairs {
        distinct: DistinctPairs,
        cells: Vec<[usize; 2]>,
    },
    /// Alternatives of which one holds.
    Choice(Vec<Vec<RulePart>>),
}

impl DrawnRule {
    /// Returns the primitives of the constraint with this number, or `None` if it only demands that
    /// digits differ.
    pub fn new(layout: &Layout, number: usize) -> Option<DrawnRule> {
        let rule = DrawnRule::of(layout.primitives_of(number), layout);
        (!rule.parts.is_empty()).then_some(rule)
    }

    /// Returns the rule that all of these primitives hold.
    pub fn of<'l>(
        primitives: impl Iterator<Item = &'l Primitive> + Clone,
        layout: &Layout,
    ) -> DrawnRule {
        let cells = restricted_cells(primitives.clone());
        let parts = primitives.filter_map(|of| part(of, &cells, layout));
        DrawnRule {
            parts: parts.collect(),
            cells,
        }
    }

    /// Returns the rule without what these digits rule out, which is faster to propagate. After the
    /// deadline, nothing more is left out.
    pub fn narrowed(&self, digits: &[u16], deadline: Option<Deadline>) -> DrawnRule {
        let mut narrowed = self.clone();
        for part in &mut narrowed.parts {
            if is_over(deadline) {
                break;
            }
            match part {
                RulePart::Sets { cells, sets } => {
                    let possible = cells.iter().fold(0, |all, cell| all | digits[*cell]);
                    sets.retain(|set| set & !u64::from(possible) == 0);
                }
                RulePart::Paths(paths) => paths.narrow(digits),
                RulePart::Different(_)
                | RulePart::Pair { .. }
                | RulePart::Sum(_)
                | RulePart::Connected { .. }
                | RulePart::DistinctPairs { .. }
                | RulePart::Choice(_) => {}
            }
        }
        narrowed
    }

    /// Returns the work of [`DrawnRule::filter`] in units of about 10 ns, estimated from the sizes of the
    /// primitives.
    pub fn work(&self) -> u64 {
        /// The work besides that of the primitives.
        const BASE: u64 = 20;
        BASE + self.parts.iter().map(RulePart::work).sum::<u64>()
    }

    /// Removes the digits of cells that some primitive rules out, until nothing changes. Returns true if
    /// there was one, or `None` if a cell has no digit left. After the deadline, digits that are ruled out
    /// may stay: one pass over an automaton of a 16×16 board takes milliseconds.
    pub fn filter(&self, digits: &mut [u16], deadline: Option<Deadline>) -> Option<bool> {
        let mut is_narrower = false;
        loop {
            let mut is_changed = false;
            for part in &self.parts {
                if matches!(part, RulePart::Paths(_)) && is_over(deadline) {
                    return Some(is_narrower);
                }
                is_changed |= part.filter(digits)?;
            }
            is_narrower |= is_changed;
            // A part alone is at its fixed point.
            if !is_changed || self.parts.len() == 1 {
                return Some(is_narrower);
            }
        }
    }
}

/// Returns the cells that primitives restrict, other than by demanding that digits differ.
pub(crate) fn restricted_cells<'l>(primitives: impl Iterator<Item = &'l Primitive>) -> Vec<Cell> {
    let others = primitives.filter(|of| !of.is_difference());
    sorted_set(others.flat_map(Primitive::cells).copied())
}

/// Returns the part of a primitive, except that the cells of a house differ.
fn part(primitive: &Primitive, all: &[Cell], layout: &Layout) -> Option<RulePart> {
    let board = layout.geometry();
    let place = |cell: &Cell| all.binary_search(cell).unwrap_or_default();
    let places = || primitive.cells().iter().map(place).collect();
    let paths = |automaton: &Automaton| {
        RulePart::Paths(Paths::new(automaton, places(), board.digit_count()))
    };
    Some(match &primitive.rule {
        Rule::Relation(relation) => {
            let allowed = |forbids: &dyn Fn(Digit, Digit) -> bool| -> Vec<u16> {
                let of_digit = |one: Digit| {
                    let allowed = board.digits().filter(|other| !forbids(one, *other));
                    allowed.fold(0, |all, other| all | 1 << other.index())
                };
                board.digits().map(of_digit).collect()
            };
            RulePart::Pair {
                cells: relation.cells.each_ref().map(place),
                partners: [
                    allowed(&|one, other| relation.forbids([one, other])),
                    allowed(&|one, other| relation.forbids([other, one])),
                ],
            }
        }
        Rule::House(house) => RulePart::Sets {
            cells: places(),
            sets: house.sets()?.to_vec(),
        },
        Rule::Equation(equation) => {
            let coefficients: Vec<i64> = equation.terms.iter().map(|(_, factor)| *factor).collect();
            // The digits of the equation begin at the lowest value, here at 1.
            let lowest = *board.all_values().start() as i64;
            let shift = coefficients.iter().map(|factor| factor * (lowest - 1));
            let total = equation.total - shift.sum::<i64>();
            match LinearEquation::new(places(), &coefficients, total, board.digit_count()) {
                None => paths(equation.automaton(board)),
                Some(mut sum) => {
                    for groups in partitions(layout, &equation.terms) {
                        sum.divide(groups.into_iter().map(|group| group.places).collect());
                    }
                    RulePart::Sum(sum)
                }
            }
        }
        Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => paths(automaton),
        Rule::Connected(connected) => RulePart::Connected {
            cells: places(),
            digits: connected
                .digits
                .iter()
                .fold(0, |all, digit| all | 1 << digit.index()),
            connected: connected.clone(),
        },
        Rule::DistinctPairs(distinct) => RulePart::DistinctPairs {
            cells: distinct
                .pairs
                .iter()
                .map(|pair| pair.each_ref().map(place))
                .collect(),
            distinct: distinct.clone(),
        },
        Rule::Choice(choice) => {
            let of_primitive = |of: &Primitive| {
                let cells = of
                    .house()
                    .map(|house| house.cells.iter().map(place).collect());
                let different = cells.map(RulePart::Different);
                different.into_iter().chain(part(of, all, layout))
            };
            let alternatives = choice.alternatives().iter();
            let alternatives = alternatives.map(|of| of.iter().flat_map(of_primitive).collect());
            RulePart::Choice(alternatives.collect())
        }
    })
}

/// Applies parts until none removes a digit. Returns true if there was one, or `None` if a cell has no
/// digit left.
fn filter_all(parts: &[RulePart], digits: &mut [u16]) -> Option<bool> {
    let mut is_narrower = false;
    loop {
        let mut is_changed = false;
        for part in parts {
            is_changed |= part.filter(digits)?;
        }
        is_narrower |= is_changed;
        if !is_changed {
            return Some(is_narrower);
        }
    }
}

/// Removes the digits that no alternative leaves.
fn filter_alternatives(alternatives: &[Vec<RulePart>], digits: &mut [u16]) -> Option<bool> {
    let mut left = vec![0; digits.len()];
    for alternative in alternatives {
        let mut narrowed = digits.to_vec();
        if filter_all(alternative, &mut narrowed).is_some() {
            left.iter_mut()
                .zip(narrowed)
                .for_each(|(left, digits)| *left |= digits);
        }
        if left == digits {
            return Some(false);
        }
    }
    let mut is_changed = false;
    for (digits, left) in digits.iter_mut().zip(left) {
        is_changed |= keep(digits, left)?;
    }
    Some(is_changed)
}

fn is_over(deadline: Option<Deadline>) -> bool {
    deadline.is_some_and(|deadline| deadline.is_over())
}

impl RulePart {
    /// Returns the estimated work of [`RulePart::filter`].
    fn work(&self) -> u64 {
        let work = match self {
            RulePart::Pair { .. } => 4,
            RulePart::Different(cells) => cells.len(),
            RulePart::Sets { cells, sets } => 5 * cells.len() + 2 * sets.len(),
            RulePart::Sum(sum) => 10 * sum.len(),
            RulePart::Paths(paths) => paths.len() / 5,
            RulePart::Connected { cells, .. } => 10 * cells.len(),
            RulePart::DistinctPairs { cells, .. } => 10 * cells.len(),
            RulePart::Choice(alternatives) => {
                let parts = alternatives.iter().flatten();
                return parts.map(|part| 5 + part.work()).sum();
            }
        };
        work as u64
    }

    /// Removes the digits that the primitive rules out. Returns true if there was one, or `None` if a
    /// cell has no digit left.
    fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        match self {
            RulePart::Sets { cells, sets } => filter_sets(cells, sets, digits),
            RulePart::Pair { cells, partners } => {
                let mut is_changed = false;
                for (at, other) in [(0, 1), (1, 0)] {
                    let allowed = ones(digits[cells[other]])
                        .fold(0, |all, digit| all | partners[other][digit]);
                    is_changed |= keep(&mut digits[cells[at]], allowed)?;
                }
                Some(is_changed)
            }
            RulePart::Different(cells) => {
                let mut is_changed = false;
                for one in cells
                    .iter()
                    .filter(|cell| digits[**cell].count_ones() == 1)
                    .copied()
                    .collect::<Vec<_>>()
                {
                    let digit = digits[one];
                    for other in cells.iter().filter(|other| **other != one) {
                        is_changed |= keep(&mut digits[*other], !digit)?;
                    }
                }
                Some(is_changed)
            }
            RulePart::Connected {
                connected,
                cells,
                digits: in_set,
            } => {
                let of = |place: usize| digits[cells[place]];
                let can_be_in = |place: usize| of(place) & in_set != 0;
                let is_in = |place: usize| of(place) & !in_set == 0;
                let mut is_changed = false;
                let reach = Reach::of(connected, can_be_in, is_in)?;
                for place in reach.out {
                    is_changed |= keep(&mut digits[cells[place]], !in_set)?;
                }
                for place in reach.needed {
                    is_changed |= keep(&mut digits[cells[place]], *in_set)?;
                }
                Some(is_changed)
            }
            RulePart::DistinctPairs { distinct, cells } => {
                let of_pair = |pair: &[usize; 2]| pair.map(|cell| DigitBits::from(digits[cell]));
                let mut pairs: Vec<[DigitBits; 2]> = cells.iter().map(of_pair).collect();
                let is_changed = filter_pairs(distinct, &mut pairs)?;
                for (cell, left) in cells.iter().flatten().zip(pairs.into_iter().flatten()) {
                    digits[*cell] &= left as u16;
                }
                Some(is_changed)
            }
            RulePart::Choice(alternatives) => filter_alternatives(alternatives, digits),
            RulePart::Sum(sum) => sum.filter(digits),
            RulePart::Paths(paths) => paths.filter(digits),
        }
    }
}

/// Removes the digits that the sets of a house exclude.
fn filter_sets(cells: &[usize], sets: &[DigitBits], digits: &mut [u16]) -> Option<bool> {
    let mut is_changed = false;
    let filter =
        |digits: &[u16]| SetFilter::new(cells.iter().map(|cell| u64::from(digits[*cell])), sets);
    while let Some(filter) = filter(digits) {
        is_changed = true;
        for cell in cells {
            let allowed = filter.allowed(digits[*cell].into());
            keep(&mut digits[*cell], allowed as u16)?;
        }
    }
    Some(is_changed)
}

//! Propagation of one drawn constraint: which digits of its cells are still possible.
//!
//! The digits of a cell are bits, as boards of explanations have at most 16 digits. That digits of a
//! house differ is not propagated here, because candidates exclude each other without a fact.

use super::super::fact::drawn_cells;
use super::digit_bits::keep;
use super::linear_equation::LinearEquation;
use super::paths::Paths;
use satdoku::Deadline;
use satdoku::board::{Cell, Digit, DigitBits, HouseKind, Layout, PairKind, ones};
use satdoku::propagate::SetFilter;

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
}

impl DrawnRule {
    /// Returns the primitives of the constraint with this number, or `None` if it only demands that
    /// digits differ.
    pub fn new(layout: &Layout, number: usize) -> Option<DrawnRule> {
        let houses = layout.houses().iter();
        let houses = houses.filter(|house| house.kind == HouseKind::Constraint(number));
        let houses: Vec<_> = houses
            .filter_map(|house| Some((&house.cells, house.sets()?)))
            .collect();
        let relations = layout.relations().iter();
        let relations = relations.filter(|of| of.kind == PairKind::Constraint(number));
        let relations: Vec<_> = relations.collect();
        let automata = layout.automata().iter();
        let automata: Vec<_> = automata.filter(|of| of.constraint == number).collect();

        let cells = drawn_cells(layout, number);
        let place = |cell: &Cell| cells.binary_search(cell).unwrap_or_default();

        let sets = houses.iter().map(|(of_house, sets)| RulePart::Sets {
            cells: of_house.iter().map(place).collect(),
            sets: sets.to_vec(),
        });
        let board = layout.geometry();
        let digits = || board.digits();
        let pairs = relations.iter().map(|relation| {
            let allowed = |forbids: &dyn Fn(Digit, Digit) -> bool| -> Vec<u16> {
                let of_digit = |one: Digit| {
                    let allowed = digits().filter(|other| !forbids(one, *other));
                    allowed.fold(0, |all, other| all | 1 << other.index())
                };
                digits().map(of_digit).collect()
            };
            RulePart::Pair {
                cells: relation.cells.each_ref().map(place),
                partners: [
                    allowed(&|one, other| relation.forbids([one, other])),
                    allowed(&|one, other| relation.forbids([other, one])),
                ],
            }
        });
        let paths = automata.iter().map(|automaton| {
            let cells: Vec<usize> = automaton.cells.iter().map(place).collect();
            let sum = automaton.equation.as_ref();
            let sum = sum.and_then(|(coefficients, total)| {
                // An equation counts digits from 1.
                let lowest = *board.all_values().start() as i64;
                let of_lowest = coefficients
                    .iter()
                    .map(|factor| factor.checked_mul(lowest - 1));
                let shift = of_lowest.sum::<Option<i64>>()?;
                let total = total.checked_sub(shift)?;
                LinearEquation::new(cells.clone(), coefficients, total, board.digit_count())
            });
            sum.map(RulePart::Sum).unwrap_or_else(|| {
                RulePart::Paths(Paths::new(automaton, cells, board.digit_count()))
            })
        });
        let parts: Vec<RulePart> = pairs.chain(sets).chain(paths).collect();
        (!parts.is_empty()).then_some(DrawnRule { cells, parts })
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
                RulePart::Pair { .. } | RulePart::Sum(_) => {}
            }
        }
        narrowed
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

fn is_over(deadline: Option<Deadline>) -> bool {
    deadline.is_some_and(|deadline| deadline.is_over())
}

impl RulePart {
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

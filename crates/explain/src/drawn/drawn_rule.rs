//! Propagation of one drawn constraint: which digits of its cells are still possible.
//!
//! The filters of the library see one primitive. Here they are applied in turn. The digits of a cell are bits, as
//! boards of explanations have at most 16 digits.

use crate::sorted_set::sorted_set;
use satdoku::Deadline;
use satdoku::board::{Automaton, Cell, DigitBits, Geometry, Layout, Primitive, Rule};
use satdoku::propagate::filter;

/// The primitives of a drawn constraint.
#[derive(Debug, Clone)]
pub(crate) struct DrawnRule {
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    /// Each primitive with the places of its cells among these.
    parts: Vec<(Primitive, Vec<usize>)>,
}

impl DrawnRule {
    /// Returns the primitives of the constraint with this number, or `None` if it only demands that
    /// digits differ.
    pub fn new(layout: &Layout, number: usize) -> Option<DrawnRule> {
        let rule = DrawnRule::of(layout.primitives_of(number));
        (!rule.parts.is_empty()).then_some(rule)
    }

    /// Returns the rule that all of these primitives hold.
    pub fn of<'l>(primitives: impl Iterator<Item = &'l Primitive> + Clone) -> DrawnRule {
        let cells = restricted_cells(primitives.clone());
        let place = |cell: &Cell| cells.binary_search(cell).unwrap_or_default();
        // Candidates of a house exclude each other without a fact.
        let parts = primitives.filter(has_work).map(|primitive| {
            let places = primitive.cells.iter().map(place);
            (primitive.clone(), places.collect())
        });
        DrawnRule {
            parts: parts.collect(),
            cells,
        }
    }

    /// Returns the primitives, except those that only demand that digits differ.
    pub fn primitives(&self) -> impl Iterator<Item = &Primitive> + Clone {
        self.parts.iter().map(|(primitive, _)| primitive)
    }

    /// Returns the work of [`DrawnRule::filter`] in units of about 10 ns, estimated from the sizes of the
    /// primitives.
    pub fn work(&self) -> u64 {
        /// The work besides that of the primitives.
        const BASE: u64 = 20;
        let parts = self.parts.iter();
        BASE + parts.map(|(primitive, _)| work(primitive)).sum::<u64>()
    }

    /// Removes the digits of cells that some primitive rules out, until nothing changes. Returns true if
    /// there was one, or `None` if a cell has no digit left. After the deadline, digits that are ruled out
    /// may stay.
    pub fn filter(
        &self,
        board: &Geometry,
        digits: &mut [u16],
        deadline: Option<&Deadline>,
    ) -> Option<bool> {
        if digits.contains(&0) {
            return None;
        }
        let mut is_narrower = false;
        loop {
            let mut is_changed = false;
            for (primitive, places) in &self.parts {
                let of_cells = places.iter().map(|place| DigitBits::from(digits[*place]));
                let mut of_cells: Vec<DigitBits> = of_cells.collect();
                if filter(primitive, board, &mut of_cells, deadline)? {
                    is_changed = true;
                    for (place, left) in places.iter().zip(of_cells) {
                        // A cell can occur twice.
                        digits[*place] &= left as u16;
                        if digits[*place] == 0 {
                            return None;
                        }
                    }
                }
            }
            is_narrower |= is_changed;
            let is_over = || deadline.is_some_and(|deadline| deadline.is_over());
            if !is_changed || is_over() {
                return Some(is_narrower);
            }
        }
    }
}

/// Returns true unless a primitive says no more than that digits differ.
fn has_work(primitive: &&Primitive) -> bool {
    !matches!(primitive.rule, Rule::Different)
}

/// Returns the cells that primitives restrict, other than by demanding that digits differ.
pub(crate) fn restricted_cells<'l>(primitives: impl Iterator<Item = &'l Primitive>) -> Vec<Cell> {
    let others = primitives.filter(has_work);
    sorted_set(others.flat_map(|of| &of.cells).copied())
}

/// Returns the estimated work of the filter of a primitive.
fn work(Primitive { cells, rule, .. }: &Primitive) -> u64 {
    let steps = |automaton: &Automaton| automaton.layers().iter().map(Vec::len).sum::<usize>() / 5;
    let work = match rule {
        Rule::Automaton(automaton) => steps(automaton),
        Rule::Count(count) => steps(&count.automaton),
        Rule::DigitSets(of) => 5 * cells.len() + 2 * of.sets.len(),
        Rule::Either(alternatives) => {
            let parts = alternatives.iter().flatten();
            return parts.map(|part| 5 + work(part)).sum();
        }
        _ => 5 * cells.len(),
    };
    work as u64
}

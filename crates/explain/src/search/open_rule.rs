//! A drawn constraint over the candidates of one position.

use std::sync::Arc;

use super::set::Set;
use crate::drawn::drawn_rule::DrawnRule;
use crate::position::{State, Tables};
use satdoku::Deadline;
use satdoku::board::ones;

/// A drawn constraint in a position, over the candidates of its open cells.
pub(crate) struct OpenRule<const W: usize> {
    tables: Arc<Tables>,
    pub rule: Arc<DrawnRule>,
    cells: Vec<RuleCell>,
    pub members: Set<W>,
    /// The facts that its open cells have digits.
    pub cell_facts: Vec<u16>,
    /// The work of [`OpenRule::filter`], in the unit of [`Meter`](super::meter::Meter).
    pub work: u64,
    /// The time after which results may be wrong and must not be used.
    deadline: Option<Deadline>,
}

/// A cell of a drawn constraint.
struct RuleCell {
    /// The digits left, as bits.
    digits: u16,
    /// The number of its first open candidate. The others follow in ascending order.
    first: usize,
    is_placed: bool,
}

impl RuleCell {
    /// Returns the digits that are not excluded.
    fn digits_without<const W: usize>(&self, excluded: &Set<W>) -> u16 {
        if self.is_placed {
            return self.digits;
        }
        let left = !excluded.window(self.first);
        let numbered = ones(self.digits).enumerate();
        numbered.fold(0, |all, (number, digit)| {
            all | (left >> number & 1) << digit
        })
    }
}

impl<const W: usize> OpenRule<W> {
    /// Creates the rule in a position. `numbers` has the numbers of open candidates, and `facts` those
    /// about cells and houses.
    pub fn new(
        state: &State,
        rule: Arc<DrawnRule>,
        numbers: &[u16],
        facts: &[usize],
        deadline: Option<&Deadline>,
    ) -> OpenRule<W> {
        let size = state.tables.layout.digit_count();
        let digits = state.digits_of(&rule);
        let cells = rule.cells.iter().zip(&digits).map(|(cell, digits)| {
            let of_cell = &numbers[cell.index() * size..][..size];
            let first = of_cell.iter().find(|number| **number < u16::MAX);
            RuleCell {
                digits: *digits,
                first: first.map_or(0, |first| usize::from(*first)),
                is_placed: first.is_none(),
            }
        });
        let cells: Vec<RuleCell> = cells.collect();
        let open = cells.iter().filter(|cell| !cell.is_placed);
        let members = open.flat_map(|cell| (cell.first..).take(cell.digits.count_ones() as usize));
        let open = rule.cells.iter().zip(&cells);
        let open = open.filter(|(_, cell)| !cell.is_placed);
        // The fact that a cell has a digit has the number of the cell.
        let cell_facts = open.filter_map(|(cell, _)| facts.iter().position(|f| *f == cell.index()));
        let cell_facts = cell_facts.map(|fact| fact as u16).collect();
        OpenRule {
            work: rule.work(),
            tables: state.tables.clone(),
            rule,
            deadline: deadline.cloned(),
            members: members.collect(),
            cells,
            cell_facts,
        }
    }

    /// Returns the candidates that the rule excludes without those that are already excluded, or `None`
    /// if a cell then has no candidate.
    pub fn filter(&self, excluded: &Set<W>) -> Option<Set<W>> {
        let gone = self.narrow(&self.digits_without(excluded))?;
        let gone = gone.into_iter().enumerate();
        let newly = gone.map(|(place, digits)| self.candidates(place, digits));
        Some(newly.fold(Set::EMPTY, |all, of_cell| all.or(&of_cell)))
    }

    /// Returns by place the digits that the rule excludes from these, or `None` if nothing fills it.
    pub fn narrow(&self, digits: &[u16]) -> Option<Vec<u16>> {
        let mut left = digits.to_vec();
        self.rule.filter(
            self.tables.layout.geometry(),
            &mut left,
            self.deadline.as_ref(),
        )?;
        let excluded = digits.iter().zip(left).map(|(before, left)| before & !left);
        Some(excluded.collect())
    }

    /// Returns by place the digits that are not excluded.
    pub fn digits_without(&self, excluded: &Set<W>) -> Vec<u16> {
        let digits = self.cells.iter().map(|cell| cell.digits_without(excluded));
        digits.collect()
    }

    /// Returns the candidates that digits of the cell at a place are.
    pub fn candidates(&self, place: usize, digits: u16) -> Set<W> {
        let cell = &self.cells[place];
        let mut candidates = Set::EMPTY;
        if !cell.is_placed && cell.digits & digits != 0 {
            let numbered = ones(cell.digits).enumerate();
            let chosen = numbered.filter(|(_, digit)| digits >> digit & 1 == 1);
            chosen.for_each(|(number, _)| candidates.insert(cell.first + number));
        }
        candidates
    }

    /// True if these candidates, which do not exclude each other, fill the cells as the rule demands.
    pub fn is_satisfied(&self, held: &Set<W>) -> bool {
        self.filter(&self.members.without(held)).is_some()
    }
}

//! A drawn constraint over the candidates of one position.

use super::drawn_rule::DrawnRule;
use super::position::State;
use super::set::Set;

/// A drawn constraint in a position, over the candidates of its open cells.
pub(super) struct OpenRule<const W: usize> {
    rule: DrawnRule,
    /// By cell of the rule, the digit if it is placed, as a bit.
    placed: Vec<u16>,
    /// By cell, its open candidates as digit indices and numbers.
    candidates: Vec<Vec<(u8, u16)>>,
    pub members: Set<W>,
    /// The facts that its open cells have digits.
    pub cell_facts: Vec<u16>,
}

impl<const W: usize> OpenRule<W> {
    /// Creates the rule in a position. `numbers` has the numbers of open candidates, and `facts` those
    /// about cells and houses.
    pub fn new(state: &State, rule: &DrawnRule, numbers: &[u16], facts: &[usize]) -> OpenRule<W> {
        let size = state.tables.layout.size();
        let digits = state.digits_of(rule);
        let candidates = rule.cells.iter().map(|cell| {
            let first = cell.index() * size;
            let open = (0..size).filter(|digit| numbers[first + digit] < u16::MAX);
            let open = open.map(|digit| (digit as u8, numbers[first + digit]));
            open.collect::<Vec<_>>()
        });
        let candidates: Vec<Vec<(u8, u16)>> = candidates.collect();
        let of_cells = candidates.iter().flatten();
        let members = of_cells.map(|(_, number)| usize::from(*number)).collect();
        let placed = digits
            .iter()
            .zip(&candidates)
            .map(|(digits, open)| match open[..] {
                [] => *digits,
                _ => 0,
            });
        let placed: Vec<u16> = placed.collect();
        let open = rule
            .cells
            .iter()
            .zip(&placed)
            .filter(|(_, placed)| **placed == 0);
        // The fact that a cell has a digit has the number of the cell.
        let cell_facts = open.filter_map(|(cell, _)| facts.iter().position(|f| *f == cell.index()));
        let cell_facts = cell_facts.map(|fact| fact as u16).collect();
        OpenRule {
            rule: rule.narrowed(&digits),
            placed,
            members,
            cell_facts,
            candidates,
        }
    }

    /// Returns the candidates that the rule excludes without those that are already excluded, or `None`
    /// if a cell then has no candidate.
    pub fn filter(&self, excluded: &Set<W>) -> Option<Set<W>> {
        let is_left = |(_, number): &&(u8, u16)| !excluded.contains(usize::from(*number));
        let cells = self.placed.iter().zip(&self.candidates);
        let digits = cells.map(|(placed, open)| {
            let left = open.iter().filter(is_left);
            left.fold(*placed, |all, (digit, _)| all | 1 << digit)
        });
        let mut digits: Vec<u16> = digits.collect();
        if !self.rule.filter(&mut digits) {
            return None;
        }
        let mut newly = Set::EMPTY;
        for (open, left) in self.candidates.iter().zip(digits) {
            let gone = open.iter().filter(|(digit, _)| left >> digit & 1 == 0);
            gone.for_each(|(_, number)| newly.insert(usize::from(*number)));
        }
        Some(newly.without(excluded))
    }

    /// True if these candidates, which do not exclude each other, fill the cells as the rule demands.
    pub fn is_satisfied(&self, held: &Set<W>) -> bool {
        self.filter(&self.members.without(held)).is_some()
    }
}

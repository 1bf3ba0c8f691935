//! The rules of primitives, and when they are applied.
//!
//! Houses have work lists, which every removal of a candidate updates. All other
//! primitives do without: when no single is left, each is compared with the candidates that its rule
//! last left, and the rule is applied again if they differ. A board without constraints pays nothing
//! for that, and undoing a test needs no bookkeeping.

use super::Propagation;
use crate::board::{Contradiction, DigitCount, Rule};

impl<const W: usize> Propagation<'_, W> {
    /// Applies the rule of each primitive whose candidates have changed. Returns true if there was
    /// one.
    #[inline(never)]
    pub(super) fn apply_drawn_rules(&mut self) -> Result<bool, Contradiction> {
        let layout = self.layout;
        let mut start = 0;
        let mut has_changed = false;
        for index in 0..self.drawn_rules.places.len() {
            let primitive = &layout.primitives()[self.drawn_rules.places[index]];
            let cells = primitive.cells();
            let range = start..start + cells.len();
            start = range.end;
            let mut pairs = cells.iter().zip(&self.drawn_rules.seen[range.clone()]);
            if pairs.all(|(cell, seen)| self.digits(*cell) == *seen) {
                continue;
            }
            has_changed = true;
            self.filter(&primitive.rule)?;
            for (cell, place) in cells.iter().zip(range) {
                self.drawn_rules.seen[place] = self.digits(*cell);
            }
        }
        Ok(has_changed)
    }

    /// Removes the digits that a rule excludes, except those that only have to differ.
    pub(super) fn filter(&mut self, rule: &Rule) -> Result<(), Contradiction> {
        match rule {
            Rule::Relation(relation) => self.relation(relation),
            Rule::House(house) => self.digit_sets(house),
            Rule::Equation(equation) => self.automaton(equation.automaton(self.layout.geometry())),
            Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => {
                self.automaton(automaton)
            }
            Rule::Connected(connected) => self.connected(connected),
            Rule::DistinctPairs(pairs) => self.distinct_pairs(pairs),
            Rule::Choice(choice) => self.choice(choice),
        }
    }
}

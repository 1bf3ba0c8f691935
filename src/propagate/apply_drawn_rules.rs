//! The primitives of drawn constraints: when their rules are applied.
//!
//! Houses have work lists, which every removal of a candidate updates. All other
//! primitives do without: when no single is left, each is compared with the candidates that its rule
//! last left, and the rule is applied again if they differ. A board without constraints pays nothing
//! for that, and undoing a test needs no bookkeeping.

use super::Propagation;
use super::drawn_rules::{Primitive, equation_automaton};
use crate::board::Contradiction;

impl<const W: usize> Propagation<'_, W> {
    /// Applies the rule of each primitive whose candidates have changed. Returns true if there was
    /// one.
    #[inline(never)]
    pub(super) fn apply_drawn_rules(&mut self) -> Result<bool, Contradiction> {
        let layout = self.layout;
        let mut start = 0;
        let mut has_changed = false;
        for index in 0..self.drawn_rules.list.len() {
            let primitive = self.drawn_rules.list[index];
            let cells = primitive.cells(layout);
            let range = start..start + cells.len();
            start = range.end;
            let mut pairs = cells.iter().zip(&self.drawn_rules.seen[range.clone()]);
            if pairs.all(|(cell, seen)| self.digits(*cell) == *seen) {
                continue;
            }
            has_changed = true;
            match primitive {
                Primitive::Relation(number) => self.relation(&layout.relations()[number])?,
                Primitive::Sets(number) => self.digit_sets(&layout.houses()[number])?,
                Primitive::Equation(number) => {
                    self.automaton(equation_automaton(layout, number))?;
                }
                Primitive::Automaton(number) => self.automaton(&layout.automata()[number])?,
                Primitive::Connected(number) => self.connected(&layout.connected()[number])?,
                Primitive::DistinctPairs(number) => {
                    self.distinct_pairs(&layout.distinct_pairs()[number])?;
                }
                Primitive::Choice(number) => self.choice(&layout.choices()[number])?,
            }
            for (cell, place) in cells.iter().zip(range) {
                self.drawn_rules.seen[place] = self.digits(*cell);
            }
        }
        Ok(has_changed)
    }
}

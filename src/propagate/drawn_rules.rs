//! The rules of primitives, and when they are applied.
//!
//! Houses have work lists, which every removal of a candidate updates. All other
//! primitives do without: when no single is left, each is compared with the candidates that its rule
//! last left, and the rule is applied again if they differ. A board without constraints pays nothing
//! for that, and undoing a test needs no bookkeeping.

use super::Propagation;
use crate::board::{Contradiction, DigitBits, DigitCount, Layout, Primitive, Rule};

/// The primitives with a rule of their own.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnRules {
    /// Their places among the primitives of the layout, in ascending order: the cheapest first.
    places: Vec<usize>,
    /// The candidates of the cells of each primitive after its rule was last applied.
    pub seen: Vec<DigitBits>,
    pub reached: Reached,
}

impl DrawnRules {
    /// The most digits of a board whose primitives have rules: one word for each cell.
    pub const MOST_DIGITS: usize = DigitBits::BITS as usize;

    /// Returns the primitives of a board. There are none if it has too many digits.
    pub fn of(layout: &Layout) -> DrawnRules {
        if layout.digit_count() > DrawnRules::MOST_DIGITS {
            return DrawnRules::default();
        }
        let primitives = layout.primitives().iter().enumerate();
        let with_rules = primitives.filter(|(_, primitive)| !follows_from_singles(primitive));
        let (places, cells): (Vec<usize>, Vec<usize>) = with_rules
            .map(|(place, primitive)| (place, primitive.cells().len()))
            .unzip();
        DrawnRules {
            places,
            // No cell of a position without a contradiction has no candidate.
            seen: vec![0; cells.into_iter().sum()],
            reached: Reached::default(),
        }
    }

    /// Returns true if no primitive has a rule of its own.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Returns true if the primitive forbids equal digits and nothing else. Naked singles remove these.
fn follows_from_singles(primitive: &Primitive) -> bool {
    let relation = primitive.relation();
    primitive.is_difference() || relation.is_some_and(|of| of.is_inequality())
}

/// The states of an automaton that can be reached: memory that is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct Reached {
    /// The first state of each layer.
    pub starts: Vec<usize>,
    /// For each state, true if a path leads to it from the start.
    pub from_start: Vec<bool>,
    /// For each state, true if a path that can be reached leads from it to the end.
    pub to_end: Vec<bool>,
}

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

//! The primitives of drawn constraints: when their rules are applied.
//!
//! Houses have work lists, which every removal of a candidate updates. Relations, digit sets and
//! automata do without: when no single is left, each is compared with the candidates that its rule
//! last left, and the rule is applied again if they differ. A board without constraints pays nothing
//! for that, and undoing a test needs no bookkeeping.

use super::Propagator;
use super::automaton::Reached;
use crate::board::{Cell, Contradiction, Layout};

/// The primitives with a rule of their own, the cheapest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Primitives {
    list: Vec<Primitive>,
    /// The candidates of the cells of each primitive after its rule was last applied.
    seen: Vec<u64>,
    reached: Reached,
}

/// A primitive, by its number in the layout.
#[derive(Debug, Clone, Copy)]
enum Primitive {
    /// A relation that forbids more than equal digits: those are removed with each naked single.
    Relation(usize),
    /// A house with digit sets.
    Sets(usize),
    Automaton(usize),
}

impl Primitive {
    fn cells(self, layout: &Layout) -> &[Cell] {
        match self {
            Primitive::Relation(number) => &layout.relations()[number].cells,
            Primitive::Sets(number) => &layout.houses()[number].cells,
            Primitive::Automaton(number) => &layout.automata()[number].cells,
        }
    }
}

impl Primitives {
    /// Returns the primitives of a board with this number of words per cell.
    pub fn of(layout: &Layout, words: usize) -> Primitives {
        let relations = (0..layout.relations().len())
            .filter(|number| !layout.relations()[*number].is_inequality());
        let sets =
            (0..layout.houses().len()).filter(|number| layout.houses()[*number].sets.is_some());
        let automata = 0..layout.automata().len();
        let list: Vec<Primitive> = (relations.map(Primitive::Relation))
            .chain(sets.map(Primitive::Sets))
            .chain(automata.map(Primitive::Automaton))
            .collect();
        let cells = list.iter().map(|primitive| primitive.cells(layout).len());
        Primitives {
            // No cell of a position without a contradiction has no candidate.
            seen: vec![0; cells.sum::<usize>() * words],
            list,
            reached: Reached::default(),
        }
    }

    /// Returns true if no primitive has a rule of its own.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<const W: usize> Propagator<'_, W> {
    /// Applies the rule of each primitive whose candidates have changed. Returns true if there was
    /// one.
    #[inline(never)]
    pub(super) fn primitives(&mut self) -> Result<bool, Contradiction> {
        let layout = self.layout;
        let mut start = 0;
        let mut has_changed = false;
        for index in 0..self.primitives.list.len() {
            let primitive = self.primitives.list[index];
            let cells = primitive.cells(layout);
            let range = start..start + cells.len() * W;
            start = range.end;
            let seen = self.primitives.seen[range.clone()].as_chunks::<W>().0;
            let mut pairs = cells.iter().zip(seen);
            if pairs.all(|(cell, seen)| self.bits[cell.index()] == *seen) {
                continue;
            }
            has_changed = true;
            match primitive {
                Primitive::Relation(number) => self.relation(&layout.relations()[number])?,
                Primitive::Sets(number) => self.digit_sets(&layout.houses()[number])?,
                Primitive::Automaton(number) => {
                    let mut reached = std::mem::take(&mut self.primitives.reached);
                    let result = self.automaton(&layout.automata()[number], &mut reached);
                    self.primitives.reached = reached;
                    result?;
                }
            }
            let seen = self.primitives.seen[range].as_chunks_mut::<W>().0;
            for (cell, seen) in cells.iter().zip(seen) {
                *seen = self.bits[cell.index()];
            }
        }
        Ok(has_changed)
    }
}

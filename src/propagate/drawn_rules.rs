//! The primitives of a board that have a rule of their own, and what the rules remember.

use crate::board::{DigitBits, Layout, Primitive};

/// The primitives with a rule of their own.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnRules {
    /// Their places among the primitives of the layout, in ascending order: the cheapest first.
    pub places: Vec<usize>,
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

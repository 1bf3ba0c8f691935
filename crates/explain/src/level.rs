//! Levels of difficulty.

use std::fmt;

/// The number of facts of the largest steps below the highest level.
pub(super) const LARGEST_FIENDISH: usize = 6;

/// The level of a puzzle, given by its largest step. Naked and hidden triples and quads count as one
/// fact less than they have, because players find them before chains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Singles are enough, and no pencil marks are needed. With drawn constraints, a step may also use few
    /// combinations of one of them, or up to three cells that are left of a sum over one house.
    Easy,
    /// All steps have one fact: also locked candidates, many combinations, digits that a cage forces on other
    /// cells, and more cells of a sum.
    Medium,
    /// The largest step has two facts or is a triple: pairs, triples, X-wing, skyscraper …
    Hard,
    /// Three facts, or a quad: swordfish, XY-wing, short chains …
    Expert,
    /// Four to six facts.
    Fiendish,
    /// Seven facts and more.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 6] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Expert,
        Level::Fiendish,
        Level::Extreme,
    ];

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Fiendish => "fiendish",
            Level::Extreme => "extreme",
        }
    }

    /// Returns the level of a puzzle with this number of facts in the largest step, where triples and
    /// quads count as one fact less. Easy and medium have the same number.
    pub(super) fn of(counted: usize, is_easy: bool) -> Level {
        let first = usize::from(!is_easy);
        let mut levels = Level::ALL[first..].iter();
        let level = levels.find(|level| counted <= level.most_facts());
        level.copied().unwrap_or(Level::Extreme)
    }

    /// Returns the most facts of the largest step of a puzzle of this level, where triples and quads count as one fact
    /// less.
    pub(super) fn most_facts(self) -> usize {
        match self {
            Level::Easy | Level::Medium => 1,
            Level::Hard => 2,
            Level::Expert => 3,
            Level::Fiendish => LARGEST_FIENDISH,
            Level::Extreme => usize::MAX,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

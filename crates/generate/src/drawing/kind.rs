//! The kinds of constraints that can be drawn.

use std::fmt;
use std::str::FromStr;

use satdoku::board::Mismatch;

/// A kind of constraints that can be drawn on a solved grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// Killer cages with their sums.
    Cage,
    /// Thermometers.
    Thermometer,
    /// Arrows with a bulb of one cell.
    Arrow,
    /// White dots: a difference of 1.
    Difference,
    /// Black dots: a ratio of 2.
    Ratio,
    /// X and V: the sums 10 and 5.
    Xv,
    /// Whispers with the usual difference, which is 5 at 9×9.
    Whispers,
    /// Renban lines.
    Renban,
    /// Sums of diagonals.
    LittleKiller,
    /// Sums between 1 and the highest digit of a row or column.
    Sandwich,
    /// Even cells.
    Even,
    /// Odd cells.
    Odd,
}

/// The names in the order of the kinds.
const NAMES: [&str; ConstraintKind::ALL.len()] = [
    "cage",
    "thermometer",
    "arrow",
    "difference",
    "ratio",
    "xv",
    "whispers",
    "renban",
    "little-killer",
    "sandwich",
    "even",
    "odd",
];

impl ConstraintKind {
    /// All kinds.
    pub const ALL: [ConstraintKind; 12] = [
        ConstraintKind::Cage,
        ConstraintKind::Thermometer,
        ConstraintKind::Arrow,
        ConstraintKind::Difference,
        ConstraintKind::Ratio,
        ConstraintKind::Xv,
        ConstraintKind::Whispers,
        ConstraintKind::Renban,
        ConstraintKind::LittleKiller,
        ConstraintKind::Sandwich,
        ConstraintKind::Even,
        ConstraintKind::Odd,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Returns the kind of constraints with this name, if there is one.
    pub(crate) fn of(name: &str) -> Option<ConstraintKind> {
        match name {
            "x" | "v" => Some(ConstraintKind::Xv),
            name => name.parse().ok(),
        }
    }

    /// Returns true if constraints of this kind are lines.
    pub(super) fn is_line(self) -> bool {
        use ConstraintKind::{Arrow, Renban, Thermometer, Whispers};
        matches!(self, Thermometer | Arrow | Whispers | Renban)
    }

    /// Returns true if constraints of this kind are marks between two cells.
    pub(crate) fn is_dot(self) -> bool {
        use ConstraintKind::{Difference, Ratio, Xv};
        matches!(self, Difference | Ratio | Xv)
    }
}

impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ConstraintKind {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<ConstraintKind, Mismatch> {
        Mismatch::find("a kind of constraints", &ConstraintKind::ALL, name)
    }
}

//! Houses: sets of cells whose digits all differ.

use std::fmt;

use super::cell::Cell;
use super::digit_bits::{DigitBits, digit_sum};
use super::geometry::Geometry;

/// The kind of a house and its number within that kind, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A region of a jigsaw. Regions are ordered by their first cells.
    Region(usize),
    /// A diagonal: 0 starts in the top left corner, 1 in the top right corner.
    Diagonal(usize),
    /// A window of a windoku, in reading order.
    Window(usize),
    /// A disjoint group: the cells with the same position in their boxes, numbered by that
    /// position.
    Group(usize),
    /// A row, column or box of one of several grids, numbered within the grid with the first number.
    /// Grids are numbered from 0, in the order in which they were given.
    OfGrid(usize, GridHouse),
    /// A house of the drawn constraint with this number, such as a cage.
    Constraint(usize),
    /// Cells that see each other and whose sum other houses and constraints imply.
    Implied,
}

/// A house of one of several grids, and its number within the grid, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GridHouse {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A diagonal: 0 starts in the top left corner, 1 in the top right corner.
    Diagonal(usize),
}

impl HouseKind {
    /// Returns true for rows of the board or of one of its grids.
    pub fn is_row(self) -> bool {
        matches!(
            self,
            HouseKind::Row(_) | HouseKind::OfGrid(_, GridHouse::Row(_))
        )
    }

    /// Returns true for columns of the board or of one of its grids.
    pub fn is_column(self) -> bool {
        matches!(
            self,
            HouseKind::Column(_) | HouseKind::OfGrid(_, GridHouse::Column(_))
        )
    }

    /// Returns true for boxes and regions.
    pub fn is_box(self) -> bool {
        let of_grid = matches!(self, HouseKind::OfGrid(_, GridHouse::Box(_)));
        of_grid || matches!(self, HouseKind::Box(_) | HouseKind::Region(_))
    }

    /// Returns true for diagonals.
    pub fn is_diagonal(self) -> bool {
        matches!(
            self,
            HouseKind::Diagonal(_) | HouseKind::OfGrid(_, GridHouse::Diagonal(_))
        )
    }
}

impl GridHouse {
    fn without_grid(self) -> HouseKind {
        match self {
            GridHouse::Row(index) => HouseKind::Row(index),
            GridHouse::Column(index) => HouseKind::Column(index),
            GridHouse::Box(index) => HouseKind::Box(index),
            GridHouse::Diagonal(index) => HouseKind::Diagonal(index),
        }
    }
}

impl fmt::Display for HouseKind {
    /// The displayed name, counted from 1: `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseKind::Row(index) => write!(f, "row {}", index + 1),
            HouseKind::Column(index) => write!(f, "column {}", index + 1),
            HouseKind::Box(index) => write!(f, "box {}", index + 1),
            HouseKind::Region(index) => write!(f, "region {}", index + 1),
            HouseKind::Diagonal(0) => f.write_str("the diagonal from top left"),
            HouseKind::Diagonal(_) => f.write_str("the diagonal from top right"),
            HouseKind::Window(index) => write!(f, "window {}", index + 1),
            HouseKind::Group(index) => write!(f, "group {}", index + 1),
            HouseKind::OfGrid(grid, house) => {
                write!(f, "{} of grid {}", house.without_grid(), grid + 1)
            }
            HouseKind::Constraint(index) => write!(f, "constraint {}", index + 1),
            HouseKind::Implied => f.write_str("an implied cage"),
        }
    }
}

/// A set of cells whose digits all differ. A house with as many cells as the board has digits
/// contains each digit exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// The kind and number of the house.
    pub kind: HouseKind,
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    /// Only the lowering of a drawn constraint, which [`verify`](super::verify) knows, sets it.
    pub(super) sets: Option<Vec<DigitBits>>,
}

impl House {
    /// Creates a house that can hold any digits. The cells are in ascending order.
    pub fn new(kind: HouseKind, cells: Vec<Cell>) -> House {
        House {
            kind,
            cells,
            sets: None,
        }
    }

    /// Returns the house that can only hold these sets of digits.
    pub(super) fn with_sets(self, sets: Vec<DigitBits>) -> House {
        House {
            sets: Some(sets),
            ..self
        }
    }

    /// Returns true if it is not part of the board itself but comes from a drawn constraint.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(self.kind, HouseKind::Constraint(_) | HouseKind::Implied)
    }

    /// The sets of digits that the cells can hold, if a drawn constraint does not allow all of that
    /// size. A cage of two cells with the sum 5 can hold {1, 4} and {2, 3}.
    pub fn sets(&self) -> Option<&[DigitBits]> {
        self.sets.as_deref()
    }

    /// Returns the sum of the digits, if all [`House::sets`] have the same: that of a cage.
    pub fn sum(&self, board: &Geometry) -> Option<i64> {
        let mut sums = self.sets()?.iter().map(|set| digit_sum(*set, board));
        let sum = sums.next()?;
        sums.all(|other| other == sum).then_some(sum)
    }
}

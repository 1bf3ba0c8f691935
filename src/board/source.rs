//! Origins of primitives.

use std::fmt;

/// The origin of a primitive. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A row, from the top. If the board has several grids, the number of the grid comes first, in the
    /// order in which they were given, and the row is numbered within it.
    Row(Option<usize>, usize),
    /// A column, from the left, with its grid like a row.
    Column(Option<usize>, usize),
    /// A box, in reading order, with its grid like a row.
    Box(Option<usize>, usize),
    /// A diagonal, with its grid like a row: 0 starts in the top left corner, 1 in the top right
    /// corner.
    Diagonal(Option<usize>, usize),
    /// A region of a jigsaw. Regions are ordered by their first cells.
    Region(usize),
    /// A window of a windoku, in reading order.
    Window(usize),
    /// A disjoint group: the cells with the same position in their boxes, numbered by that
    /// position.
    Group(usize),
    /// A variant that restricts cells a knight's move apart.
    KnightsMove,
    /// A variant that restricts cells a king's move apart.
    KingsMove,
    /// A variant that restricts orthogonally adjacent cells.
    Adjacent,
    /// The drawn constraint with this number.
    Constraint(usize),
    /// Several houses and constraints together: the primitive is redundant.
    Implied,
}

impl Source {
    /// Returns true for rows of the board or of one of its grids.
    pub fn is_row(self) -> bool {
        matches!(self, Source::Row(..))
    }

    /// Returns true for columns of the board or of one of its grids.
    pub fn is_column(self) -> bool {
        matches!(self, Source::Column(..))
    }

    /// Returns true for boxes and regions.
    pub fn is_box(self) -> bool {
        matches!(self, Source::Box(..) | Source::Region(_))
    }

    /// Returns true for rules that hold for all pairs of cells at a certain distance.
    pub fn is_of_pairs(self) -> bool {
        matches!(
            self,
            Source::KnightsMove | Source::KingsMove | Source::Adjacent
        )
    }

    /// Returns the number of the drawn constraint, if it is one.
    pub fn constraint(self) -> Option<usize> {
        match self {
            Source::Constraint(number) => Some(number),
            _ => None,
        }
    }

    /// Returns true for diagonals of the board or of one of its grids.
    pub fn is_diagonal(self) -> bool {
        matches!(self, Source::Diagonal(..))
    }

    /// Returns true for drawn constraints and what they imply, which are no part of the board itself.
    pub fn is_drawn(self) -> bool {
        matches!(self, Source::Constraint(_) | Source::Implied)
    }
}

impl fmt::Display for Source {
    /// The displayed name, counted from 1: `row 1`, `a knight's move apart`, `constraint 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Source::Row(_, number) => write!(f, "row {}", number + 1),
            Source::Column(_, number) => write!(f, "column {}", number + 1),
            Source::Box(_, number) => write!(f, "box {}", number + 1),
            Source::Diagonal(_, 0) => f.write_str("the diagonal from top left"),
            Source::Diagonal(..) => f.write_str("the diagonal from top right"),
            Source::Region(number) => write!(f, "region {}", number + 1),
            Source::Window(number) => write!(f, "window {}", number + 1),
            Source::Group(number) => write!(f, "group {}", number + 1),
            Source::KnightsMove => f.write_str("a knight's move apart"),
            Source::KingsMove => f.write_str("a king's move apart"),
            Source::Adjacent => f.write_str("next to each other"),
            Source::Constraint(number) => write!(f, "constraint {}", number + 1),
            Source::Implied => f.write_str("an implied sum"),
        }?;
        match *self {
            Source::Row(Some(grid), _)
            | Source::Column(Some(grid), _)
            | Source::Box(Some(grid), _)
            | Source::Diagonal(Some(grid), _) => write!(f, " of grid {}", grid + 1),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_of_several_grids_are_named_with_their_grid() {
        for (source, name) in [
            (Source::Row(None, 0), "row 1"),
            (Source::Row(Some(2), 1), "row 2 of grid 3"),
            (
                Source::Diagonal(Some(0), 1),
                "the diagonal from top right of grid 1",
            ),
            (Source::Constraint(3), "constraint 4"),
        ] {
            assert_eq!(source.to_string(), name);
        }
    }
}

//! The reasons why a board cannot have houses or variants.

use std::error::Error;
use std::fmt;

use super::constraint::ConstraintError;
use super::geometry::GeometryError;
use super::house::HouseKind;
use super::region_map::RegionError;
use super::shape::Shape;

/// The reason why cells, digits and houses do not make a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The rows, columns, digits or variables are impossible.
    Geometry(GeometryError),
    /// The regions do not fit the board.
    Region(RegionError),
    /// The board cannot have a variant.
    Variant(ConstraintError),
    /// A house has more cells than there are digits.
    House {
        /// The house.
        house: HouseKind,
        /// The number of digits.
        digits: usize,
        /// The number of cells.
        found: usize,
    },
    /// Boxes do not fill the rows and columns.
    Boxes {
        /// The boxes.
        shape: Shape,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Two grids have the same corner: a row and a column, counted from 0.
    Twice((usize, usize)),
}

impl BoardError {
    /// Returns what was expected, in words.
    pub fn expected(&self) -> String {
        match self {
            BoardError::Geometry(error) => error.expected(),
            BoardError::Region(error) => error.expected(),
            BoardError::Variant(error) => error.expected.clone(),
            BoardError::House { house, digits, .. } => {
                let plural = if *digits == 1 { "" } else { "s" };
                format!("at most {digits} cell{plural} in {house}, one for each digit")
            }
            BoardError::Boxes { rows, columns, .. } => {
                format!("boxes that fill a board of {rows}x{columns}")
            }
            BoardError::Twice(_) => "grids in different places".to_string(),
        }
    }

    /// Returns what was found, in words.
    pub fn found(&self) -> String {
        match self {
            BoardError::Geometry(error) => error.found(),
            BoardError::Region(error) => error.found(),
            BoardError::Variant(error) => error.found.clone(),
            BoardError::House { found, .. } => found.to_string(),
            BoardError::Boxes { shape, .. } => shape.to_string(),
            BoardError::Twice((row, column)) => format!("two at r{}c{}", row + 1, column + 1),
        }
    }
}

impl Error for BoardError {}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected(), self.found())
    }
}

impl From<GeometryError> for BoardError {
    fn from(error: GeometryError) -> BoardError {
        BoardError::Geometry(error)
    }
}

impl From<RegionError> for BoardError {
    fn from(error: RegionError) -> BoardError {
        BoardError::Region(error)
    }
}

//! What a puzzle is, for any size and any set of houses.

mod cell;
mod contradiction;
mod grid;
mod house;
mod intersection;
mod jagged;
mod layout;
mod pair_constraint;
mod puzzle;
mod region_map;
mod ruleset;
mod shape;
mod variant;
mod verify;

pub use cell::{Candidate, CandidateName, Cell, CellName, Digit};
pub use contradiction::Contradiction;
pub use grid::Grid;
pub(crate) use grid::SYMBOLS;
pub use house::{House, HouseKind};
pub use intersection::Intersection;
pub(crate) use layout::HouseMark;
pub use layout::Layout;
pub use pair_constraint::{PairConstraint, PairKind};
pub use puzzle::{Puzzle, PuzzleError};
pub use region_map::{RegionError, RegionMap};
pub use ruleset::{Ruleset, VariantError};
pub use shape::{Shape, ShapeError};
pub use variant::{UnknownVariant, Variant};
pub use verify::{Clash, ClashKind, Violation, verify};

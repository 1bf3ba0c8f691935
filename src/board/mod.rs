//! What a puzzle is, for any size and any set of houses.

mod all_different;
mod candidates;
mod cell;
mod crossings;
mod exclusion;
mod grid;
mod house;
mod house_set;
mod layout;
mod matching;
mod pairs;
mod probe;
mod propagate;
mod puzzle;
mod region_map;
mod rules;
mod ruleset;
mod shape;
mod variant;
mod verify;

pub use candidates::Candidates;
pub use cell::{Candidate, CandidateName, Cell, CellName, Digit};
pub use crossings::Intersection;
pub use exclusion::{Exclusion, ExclusionKind};
pub use grid::Grid;
pub(crate) use grid::SYMBOLS;
pub use house::{House, HouseKind};
pub use layout::Layout;
pub use probe::{Probed, Prober};
pub use propagate::Contradiction;
pub use puzzle::{Puzzle, PuzzleError};
pub use region_map::{RegionError, RegionMap};
pub use ruleset::{Ruleset, VariantError};
pub use shape::{Shape, ShapeError};
pub use variant::{UnknownVariant, Variant};
pub use verify::{Clash, ClashKind, Violation, verify};

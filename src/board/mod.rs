//! The definition of a puzzle, for any size and any set of houses. This module does no reasoning.

mod automaton;
mod cell;
mod clash;
mod constraint;
mod contradiction;
mod grid;
mod house;
mod intersection;
mod jagged;
mod layout;
mod puzzle;
mod region_map;
mod relation;
mod rule_line;
mod ruleset;
mod ruleset_text;
#[cfg(feature = "serde")]
mod serialize;
mod shape;
mod unknown_name;
mod variant;
mod variant_relations;
mod verify;

pub use automaton::{Automaton, Transition};
pub use cell::{Candidate, CandidateName, Cell, CellName, Digit};
pub use clash::{Clash, ClashKind};
pub use constraint::*;
pub use contradiction::Contradiction;
pub use grid::SYMBOLS;
pub use grid::{Grid, GridError};
pub use house::{DigitBits, House, HouseKind};
pub use intersection::Intersection;
pub(crate) use jagged::Jagged;
pub(crate) use layout::HouseMark;
pub use layout::{HouseError, Layout};
pub use puzzle::{Puzzle, PuzzleError};
pub use region_map::{RegionError, RegionMap};
pub use relation::{PairKind, Relation};
pub use rule_line::RuleLine;
pub use ruleset::{Ruleset, VariantError};
pub use ruleset_text::{RulesetError, RulesetText};
pub use shape::{Shape, ShapeError};
pub use unknown_name::UnknownName;
pub use variant::Variant;
pub(crate) use variant_relations::exempt_pair;
pub use verify::{BrokenConstraint, Violation, verify};

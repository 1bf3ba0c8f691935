//! What a puzzle is, for any size and any set of houses.

mod all_different;
mod candidates;
mod cell;
mod grid;
mod house;
mod house_set;
mod layout;
mod pairs;
mod probe;
mod propagate;
mod puzzle;
mod rules;
mod shape;
mod verify;

pub use candidates::Candidates;
pub use cell::{Candidate, CandidateName, Cell, CellName, Digit};
pub use grid::Grid;
pub(crate) use grid::SYMBOLS;
pub use house::{House, HouseKind};
pub use layout::{Intersection, Layout};
pub use probe::{Probed, Prober};
pub use propagate::Contradiction;
pub use puzzle::{Puzzle, PuzzleError};
pub use shape::{Shape, ShapeError};
pub use verify::{Clash, Violation, verify};

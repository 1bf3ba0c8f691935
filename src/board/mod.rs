//! What a puzzle is, for any size and any set of houses.

mod all_different;
mod candidates;
mod cell;
mod grid;
mod house;
mod layout;
mod propagate;
mod puzzle;
mod shape;
mod verify;

pub use candidates::Candidates;
pub use cell::{Candidate, CandidateName, Cell, CellName, Digit};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use layout::{Intersection, Layout};
pub use propagate::Contradiction;
pub use puzzle::{Puzzle, PuzzleError};
pub use shape::{Shape, ShapeError};
pub use verify::{Clash, Violation, verify};

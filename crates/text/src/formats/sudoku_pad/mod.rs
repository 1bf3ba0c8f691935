//! Puzzles in SudokuPad's own formats.
//!
//! `scl` or `ctc` is an object that describes a drawing. It is compressed, and often shortened before
//! (`short_json`). Its givens, regions and cages carry rules (`read`); all other rules are lines and shapes that mean
//! something only in words. Drawings of this program have the text form of the puzzle among the metadata as well,
//! where SudokuPad ignores it (`write`). `scf` is for classic puzzles (`classic`).

mod classic;
mod fields;
mod layers;
mod read;
mod short_json;
mod table;
mod write;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod write_tests;

pub(super) use classic::read as read_classic;
pub(super) use read::{read, recognise};
pub(super) use short_json::parse as parse_object;
pub(super) use write::write;

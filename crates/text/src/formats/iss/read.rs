//! From a constraint string to a puzzle.

use super::string_board::StringBoard;
use super::text::StringItem;
use super::{blocks, board, lines};
use crate::read::draft::PuzzleDraft;
use crate::read::glyph::Glyph;
use satdoku::format_error::FormatError;

/// Parses a constraint string.
///
/// # Errors
/// If an item is unknown or has invalid arguments.
pub(crate) fn parse(line: &[Glyph]) -> Result<PuzzleDraft, FormatError> {
    let items = StringItem::all(line);
    lines::check(&items)?;
    let rules = board::rules_of(&items)?;
    let mut board = StringBoard::new(&rules);
    blocks::add_all(&mut board, items.clone())?;
    board.finish(&items)
}

//! The compact form of SudokuPad for classic puzzles, after `scf` in a link.
//!
//! Each character is a digit, or 0 for a blank, and the number of blanks after it: up to five. `0` to
//! `9` stand for no further blank, `A` to `J` for one, and so on. After 81 cells, each character is a
//! flag: `w` for a windoku, `x` for diagonals.

use crate::read::draft::{PuzzleDraft, Unreadable};
use satdoku::board::{Cell, Digit, Grid, Variant};
use satdoku::format_error::quote;

const CODES: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Parses the text after `scf`. Returns `None` unless it has the cells of a 9×9 board.
pub(in super::super) fn read(text: &str) -> Option<Result<PuzzleDraft, Unreadable>> {
    let mut cells = Vec::new();
    let mut characters = text.chars();
    while cells.len() < 81 {
        let code = CODES.find(characters.next()?)?;
        cells.push((code % 10).checked_sub(1).map(Digit::from_index));
        cells.extend(std::iter::repeat_n(None, code / 10));
    }
    if cells.len() > 81 {
        return None;
    }
    let mut givens = Grid::blank(9);
    for (index, digit) in cells.into_iter().enumerate() {
        givens.set(Cell::from_index(index), digit);
    }
    let variant = |flag| match flag {
        'w' => Ok(Variant::Windoku),
        'x' => Ok(Variant::Diagonal),
        other => {
            let expected = "a flag w (windoku) or x (diagonals) after 81 cells".to_string();
            Err((expected, quote(&other.to_string())))
        }
    };
    let variants = characters.map(variant).collect::<Result<_, _>>();
    Some(variants.map(|variants| PuzzleDraft {
        variants,
        ..PuzzleDraft::new(givens)
    }))
}

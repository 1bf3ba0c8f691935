//! Formats with their own rules: links, objects and strings of other programs, one module each.
//!
//! `recognise` tells if a text or object has the format, `read` makes a [`PuzzleDraft`] of it, and `write` a text or
//! object of a puzzle. A table in the module relates kinds of constraints to fields or items, in both directions:
//! a kind that a format has is a row there. `argument_set` makes constraints of the arguments in an entry. `link` finds links in text and knows the sites.
//! `fields` and `words` write a puzzle for this program and for people.

mod argument_set;
mod bits;
mod f_puzzles;
mod fields;
mod iss;
pub(crate) mod link;
mod no_link;
mod packed;
mod sudoku_pad;
pub(crate) mod sumocue;
mod value;
mod words;

use serde_json::{Map, Value};

pub use fields::puzzle_fields;
pub(crate) use iss::{is_constraint_string, joined, joined_as_one, parse as constraint_string};
pub use link::{LinkSite, titles_left_out, write_link};
pub use no_link::NoLink;
pub use words::rules_in_words;

use crate::read::draft::{PuzzleDraft, Unreadable};
use argument_set::ArgumentSet;
use satdoku::board::{Argument, Candidate, Cell, Digit, Geometry, OuterLine, Puzzle, Side};

/// Returns true if a JSON object is a puzzle of f-puzzles or SudokuPad.
pub(crate) fn is_shared_object<'a>(
    fields: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> bool {
    f_puzzles::recognise(fields.clone()) || sudoku_pad::recognise(fields)
}

/// Parses an object that [`is_shared_object`] accepts.
pub(crate) fn read_object(object: &Map<String, Value>) -> Result<PuzzleDraft, Unreadable> {
    match object.contains_key("grid") {
        true => f_puzzles::read(object),
        false => sudoku_pad::read(&Value::Object(object.clone())),
    }
}

/// Decodes percent escapes such as `%2B`.
fn percent_decoded(text: &str) -> String {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns true if JSON begins as an array of arrays of objects does.
fn is_table_of_objects(text: &str) -> bool {
    let symbols = text.chars().filter(|c| !c.is_whitespace());
    symbols.take(3).eq("[[{".chars())
}

/// Returns the digits that are left in a cell that has lost some.
fn values_left(puzzle: &Puzzle, cell: Cell) -> Option<Vec<usize>> {
    let board = puzzle.geometry();
    let digits = board.digits_of(cell).map(Digit::from_index);
    let is_left = |digit: &Digit| {
        let digit = *digit;
        !puzzle.is_removed(Candidate { cell, digit })
    };
    let left = digits.clone().filter(is_left);
    let left: Vec<usize> = left.map(|digit| board.value(digit)).collect();
    (left.len() < digits.count()).then_some(left)
}

/// Returns the rows and columns of a board, each seen from both sides.
fn outer_lines(board: &Geometry) -> impl Iterator<Item = OuterLine> {
    let sides = [
        (Side::Left, board.rows()),
        (Side::Right, board.rows()),
        (Side::Top, board.columns()),
        (Side::Bottom, board.columns()),
    ];
    let lines = sides.into_iter();
    lines.flat_map(|(side, count)| (0..count).map(move |index| OuterLine { side, index }))
}

/// Returns the cells of a diagonal, whose first row and column count from 0. A step goes so many rows down and
/// columns to the right.
fn diagonal(board: &Geometry, [row, column]: [isize; 2], [down, right]: [isize; 2]) -> Vec<Cell> {
    let cell = |step: isize| {
        let row = usize::try_from(row + step * down).ok()?;
        let column = usize::try_from(column + step * right).ok()?;
        board.cell_at(row, column)
    };
    (0..).map_while(cell).collect()
}

/// Returns the extra region of one diagonal of a square board.
fn diagonal_region(board: &Geometry, is_rising: bool) -> Argument {
    let last = board.columns() as isize - 1;
    Argument::Cells(match is_rising {
        true => diagonal(board, [0, last], [1, -1]),
        false => diagonal(board, [0, 0], [1, 1]),
    })
}

/// Returns the draft of a puzzle.
fn draft_of(puzzle: &Puzzle) -> PuzzleDraft {
    let rules = puzzle.layout().rules();
    PuzzleDraft {
        removed: puzzle.all_removed().to_vec(),
        variants: rules.variants().to_vec(),
        constraints: rules.constraints().to_vec(),
        is_described: !rules.board_lines().is_empty(),
        board: rules.clone().with_constraints(Vec::new()).ok(),
        ..PuzzleDraft::new(puzzle.givens().clone())
    }
}

#[cfg(test)]
mod tests;

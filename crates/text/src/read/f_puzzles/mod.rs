//! Puzzles of f-puzzles.com, in links and as JSON.
//!
//! A link contains a JSON object, compressed with LZ-string (pieroxy's library) and encoded in Base64.
//! SudokuPad accepts the same text after the prefix `fpuzzles`. The object lists the cells row by row
//! and has a field for each kind of constraint in addition to rows, columns and regions. A field that
//! could be an unknown rule is an error, so that no constraint is dropped silently.

mod constraints;
mod read;
mod write;

use serde_json::Value;

pub(super) use read::{is_f_puzzles, puzzle};
pub use write::{LinkSite, NoLink, write_link};

use satdoku::board::{Cell, HouseKind, Layout, Ruleset, Shape, Variant};

/// The board sizes that f-puzzles supports.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Returns the number in a value, which can be a string.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().map(|number| number as usize),
    }
}

/// Returns the boxes of f-puzzles for this size. Boards that cannot have any have none.
fn usual_shape(size: usize) -> Option<Shape> {
    Shape::usual(size).or_else(|| Shape::without_boxes(size).ok())
}

/// Returns the box number of each cell in reading order. On a board without boxes, no cell has one.
fn boxes(shape: Shape) -> Vec<Option<usize>> {
    let cells = (0..shape.size() * shape.size()).map(Cell::from_index);
    let number = |cell| shape.has_boxes().then(|| shape.box_of(cell));
    cells.map(number).collect()
}

/// Returns the cell names of each window of a windoku of this size.
fn windows(size: usize) -> Vec<Vec<String>> {
    let rules = usual_shape(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let Some(layout) = rules.map(Layout::new) else {
        return Vec::new();
    };
    let windows = layout.houses().iter();
    let windows = windows.filter(|house| matches!(house.kind, HouseKind::Window(_)));
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    windows
        .map(|house| house.cells.iter().map(name).collect())
        .collect()
}

#[cfg(test)]
mod tests;

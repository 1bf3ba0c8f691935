//! From an f-puzzles object to a puzzle: its cells and regions.

use serde_json::{Map, Value};

use super::constraints::Constraints;
use super::number;
use crate::f_puzzles::{SIZES, boxes, usual_shape};
use crate::read::draft::{PuzzleDraft, Unreadable, removed_by_marks};
use satdoku::board::{Cell, Digit, Geometry, Grid};
use satdoku::format_error::quote;

/// Returns true if an object has the fields of f-puzzles.
pub fn is_f_puzzles<'a>(fields: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> bool {
    // Boards of other programs are arrays of rows too.
    let is_grid = |text: &str| {
        let symbols = text.chars().filter(|c| !c.is_whitespace());
        symbols.take(3).eq("[[{".chars())
    };
    let has_size = fields.clone().any(|(name, _)| name == "size");
    has_size && { fields }.any(|(name, text)| name == "grid" && is_grid(text))
}

/// Parses an f-puzzles object.
pub fn puzzle(object: &Map<String, Value>) -> Result<PuzzleDraft, Unreadable> {
    let nothing = Value::Null;
    let size = object.get("size").unwrap_or(&nothing);
    let size = number(size)
        .filter(|size| SIZES.contains(size))
        .ok_or_else(|| ("a size from 4 to 16".to_string(), quote(&size.to_string())))?;
    let grid = object.get("grid").unwrap_or(&nothing);
    let rows = grid.as_array().filter(|rows| rows.len() == size);
    let rows = rows.map(|rows| rows.iter().filter_map(Value::as_array));
    let cells: Vec<&Value> = rows.into_iter().flatten().flatten().collect();
    if cells.len() != size * size {
        let found = format!("{} cells", cells.len());
        return Err((format!("a grid of {size}x{size} cells"), found));
    }
    let boxes = usual_shape(size).map_or_else(Vec::new, boxes);
    let mut givens = Grid::blank(size);
    let (mut removed, mut labels) = (Vec::new(), Vec::new());
    for (index, value) in cells.into_iter().enumerate() {
        let cell = Cell::from_index(index);
        let (given, marks) = given_and_marks(value, cell, size)?;
        givens.set(cell, given);
        if !marks.is_empty() {
            removed.extend(removed_by_marks(cell, &marks, size));
        }
        labels.push(match value.get("region") {
            None => boxes.get(index).copied().flatten(),
            Some(region) => number(region),
        });
    }
    let mut constraints = Constraints::new(size);
    constraints.read(object)?;
    let mut puzzle = PuzzleDraft {
        removed,
        note: constraints.note(),
        variants: constraints.variants,
        constraints: constraints.drawn,
        ..PuzzleDraft::new(givens)
    };
    puzzle.divide(&labels)?;
    Ok(puzzle)
}

/// Returns the given of a cell, or the digits of its pencil marks if it has no given.
fn given_and_marks(
    value: &Value,
    cell: Cell,
    size: usize,
) -> Result<(Option<Digit>, Vec<Digit>), Unreadable> {
    let digit = |value: &Value| {
        let digit = number(value).and_then(|value| Geometry::from(size).digit(value));
        digit.ok_or_else(|| {
            let expected = format!("a digit from 1 to {size} in {}", cell.name(size));
            (expected, quote(&value.to_string()))
        })
    };
    if value["given"] == Value::Bool(true) {
        return Ok((Some(digit(&value["value"])?), Vec::new()));
    }
    let marks = value["givenPencilMarks"].as_array().into_iter().flatten();
    Ok((None, marks.map(digit).collect::<Result<_, _>>()?))
}

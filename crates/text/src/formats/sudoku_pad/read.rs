//! From the object of a drawing to a puzzle.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::super::draft_of;
use super::super::value::{digit, items, parsed, text_of};
use super::fields::{GLOBAL, TEXT};
use super::table::Table;
use crate::read::draft::{PuzzleDraft, Unreadable};
use satdoku::board::{
    Argument, Cell, Constraint, Geometry, Grid, Mismatch, Puzzle, Shape, Variant,
};
use satdoku::format_error::quote;

/// Fields that are rules, or have nothing to do with rules.
const OTHER_FIELDS: [&str; 9] = [
    "cages", "cells", "cellSize", "cs", "global", "id", "metadata", "regions", "settings",
];

/// Fields of a cage that is only drawn, unless its digits are marked as unique or it has a sum.
const STYLES: [&str; 6] = [
    "borderColor",
    "fontC",
    "fromConstraint",
    "outlineC",
    "style",
    "textColor",
];

/// Returns true if an object has the fields of a drawing.
pub(in super::super) fn recognise<'a>(
    mut fields: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> bool {
    let is_other = |name: &str| ["cages", "cellSize", "metadata", "regions"].contains(&name);
    let has_other = fields.clone().any(|(name, _)| is_other(name));
    has_other
        && fields.any(|(name, text)| name == "cells" && super::super::is_table_of_objects(text))
}

/// Parses an object: the text form that drawings of this program have, unless other givens were drawn since, or
/// the drawing.
pub(in super::super) fn read(object: &Value) -> Result<PuzzleDraft, Unreadable> {
    let Some(text) = object["metadata"][TEXT].as_str() else {
        return drawing(object);
    };
    let own: Result<Puzzle, _> = text.parse();
    let own = own.map_err(|error| {
        let expected = format!("a puzzle in the field {TEXT}: {}", error.expected);
        (expected, error.found)
    })?;
    let table = Table::of(&own);
    let is_drawn = |cell: Cell| {
        let [row, column] = table.place(cell);
        let given = own.givens().value(cell).map(|value| value.to_string());
        text_of(value_of(&object["cells"][row][column])) == given.unwrap_or_default()
    };
    if own.geometry().cells().all(is_drawn) {
        return Ok(draft_of(&own));
    }
    let mut draft = drawing(object)?;
    let differs = format!("the field {TEXT} has other givens than the cells, and is ignored");
    let notes: Vec<String> = [differs].into_iter().chain(draft.note).collect();
    draft.note = Some(notes.join("; "));
    Ok(draft)
}

/// Parses a drawing. Its givens, regions, cages and global rules are rules.
fn drawing(object: &Value) -> Result<PuzzleDraft, Unreadable> {
    let rows = items(&object["cells"]);
    let size = rows.len();
    let is_square = rows.iter().all(|row| items(row).len() == size);
    if !is_square || Shape::without_boxes(size).is_err() {
        let lengths: BTreeSet<usize> = rows.iter().map(|row| items(row).len()).collect();
        let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let found = format!("{size} rows of {} cells", lengths.join(" or "));
        return Err(("a square board".to_string(), found));
    }
    let board = Geometry::from(size);
    let mut givens = Grid::blank(size);
    for (index, value) in rows.iter().flat_map(items).enumerate() {
        let (cell, value) = (Cell::from_index(index), value_of(value));
        if !text_of(value).is_empty() {
            givens.set(cell, Some(digit(value, cell, &board)?));
        }
    }
    let mut puzzle = PuzzleDraft::new(givens);
    puzzle.divide(&region_labels(object, size)?)?;
    puzzle.variants = global_rules(object)?;
    let mut drawn = drawn_fields(object);
    let (mut lines, mut others) = (BTreeSet::new(), 0);
    for entry in items(&object["cages"]) {
        let cells = cells_of(&entry["cells"], size, "cages")?;
        if entry["type"] == "rowcol" {
            lines.insert(cells);
            continue;
        }
        match cage(entry, &cells) {
            Some(cage) => {
                let cage = cage.map_err(|e| (format!("{} in cages", e.expected), e.found));
                puzzle.constraints.push(cage?);
            }
            None if cells.is_empty() || entry["hidden"] == true => {}
            None => others += 1,
        }
    }
    if others > 0 {
        drawn.insert("cages".to_string(), others);
    }
    if parsed(&object["metadata"]["norowcol"]) == Some(true) && lines.len() < 2 * size {
        let expected = "a board whose rows and columns have different digits".to_string();
        return Err((expected, "`norowcol`".to_string()));
    }
    let drawn = drawn
        .iter()
        .map(|(name, count)| format!("{name} ({count})"));
    let drawn: Vec<String> = drawn.collect();
    puzzle.note = (!drawn.is_empty()).then(|| {
        let drawn = drawn.join(", ");
        format!("only givens, regions and cages are read from this drawing, which also has {drawn}")
    });
    Ok(puzzle)
}

/// Returns the names of the fields with drawings, and how many each has.
fn drawn_fields(object: &Value) -> BTreeMap<String, usize> {
    let mut drawn = BTreeMap::new();
    for (name, value) in object.as_object().into_iter().flatten() {
        let count = items(value).len();
        if count > 0 && !OTHER_FIELDS.contains(&name.as_str()) {
            drawn.insert(name.clone(), count);
        }
    }
    drawn
}

/// Returns the value of a cell, or null if it is no given.
fn value_of(cell: &Value) -> &Value {
    match parsed(&cell["given"]) {
        Some(false) => &Value::Null,
        _ => &cell["value"],
    }
}

/// Returns the number of the region of each cell, in the order of their first cells.
fn region_labels(object: &Value, size: usize) -> Result<Vec<Option<usize>>, Unreadable> {
    let regions = items(&object["regions"]).iter();
    let regions = regions.map(|region| cells_of(region, size, "regions"));
    let mut regions: Vec<Vec<Cell>> = regions.collect::<Result<_, _>>()?;
    regions.sort_unstable_by_key(|cells| cells.first().copied());
    let mut labels = vec![None; size * size];
    for (number, cells) in regions.iter().enumerate() {
        for cell in cells {
            if labels[cell.index()].replace(number).is_some() {
                let expected = "each cell in one of the regions".to_string();
                return Err((expected, format!("{} in two", cell.name(size))));
            }
        }
    }
    Ok(labels)
}

/// Returns the variants that are named in `global` or set in `metadata`.
fn global_rules(object: &Value) -> Result<Vec<Variant>, Unreadable> {
    let mut variants = Vec::new();
    for name in items(&object["global"]) {
        let known = GLOBAL.iter().find(|(known, _)| name == known);
        let wrong = || {
            let expected = "antiking or antiknight in global".to_string();
            (expected, quote(&name.to_string()))
        };
        variants.push(known.ok_or_else(wrong)?.1);
    }
    let set = GLOBAL.iter();
    let set = set.filter(|(name, _)| parsed(&object["metadata"][*name]) == Some(true));
    variants.extend(set.map(|(_, variant)| *variant));
    Ok(variants)
}

/// Returns the constraint that a cage is, if it is one. Cages without cells are titles and other remarks.
fn cage(cage: &Value, cells: &[Cell]) -> Option<Result<Constraint, Mismatch>> {
    let number = |name| parsed::<i64>(&cage[name]);
    let is_drawn = STYLES.iter().any(|style| cage.get(style).is_some());
    let is_unique = parsed(&cage["unique"]).or((!is_drawn).then_some(true));
    let total = number("sum").or_else(|| number("value").filter(|_| is_unique.is_some()));
    let total = total.filter(|total| *total > 0);
    let mut arguments: Vec<Argument> = total.map(Argument::Number).into_iter().collect();
    if is_unique == Some(true) {
        arguments.push(Argument::Cells(cells.to_vec()));
        return (!cells.is_empty()).then(|| Constraint::new("cage", arguments));
    }
    let terms = cells.iter().map(|cell| (*cell, 1)).collect();
    arguments.push(Argument::Terms(terms));
    let is_sum = total.is_some() && !cells.is_empty();
    is_sum.then(|| Constraint::new("sum", arguments))
}

/// Parses cells, which are pairs of a row and a column, counted from 0. Returns them in reading order.
fn cells_of(values: &Value, size: usize, field: &str) -> Result<Vec<Cell>, Unreadable> {
    let board = Geometry::from(size);
    let cell = |value: &Value| {
        let place = <[usize; 2]>::deserialize(value).ok();
        let cell = place.and_then(|[row, column]| board.cell_at(row, column));
        let expected = || format!("cells from [0,0] to [{0},{0}] in {field}", size - 1);
        cell.ok_or_else(|| (expected(), quote(&value.to_string())))
    };
    let cells = items(values).iter().map(cell);
    let cells: BTreeSet<Cell> = cells.collect::<Result<_, _>>()?;
    Ok(cells.into_iter().collect())
}

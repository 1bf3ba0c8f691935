//! From a puzzle to an object.

use serde_json::{Value, json};

use super::super::{NoLink, values_left};
use super::board::{SIZES, default_regions, diagonal_from, outer_name, windows};
use super::fields::Key::*;
use super::fields::{DIRECTIONS, Entry, FIELDS, FLAGS, GridCell, Key, NEGATIVE};
use satdoku::board::{Cell, Constraint, Geometry, Grid, Puzzle, Shape, Variant};

/// Returns the object of a puzzle, with the digits of a solution.
///
/// # Errors
/// If f-puzzles has no such board or constraint.
pub(in super::super) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Result<Value, NoLink> {
    let board = puzzle.geometry();
    let size = board.rows();
    let rules = puzzle.layout().rules();
    if !SIZES.contains(&size) || board.columns() != size {
        let found = format!("{size}x{}", board.columns());
        return Err(NoLink::new("a board of 4x4 to 16x16", found));
    }
    if let Some(line) = rules.board_lines().first() {
        let expected = "a square board whose digits begin with 1";
        return Err(NoLink::new(expected, format!("`{line}`")));
    }
    let grid = grid(puzzle, solution);
    let mut object =
        json!({ "size": size, "grid": grid, "title": "", "author": "", "ruleset": "" });
    for (name, variant) in FLAGS {
        if rules.variants().contains(&variant) {
            object[name] = true.into();
        }
    }
    for (name, entry) in variant_entries(rules.variants(), size) {
        append(&mut object, name, entry);
    }
    for constraint in rules.constraints() {
        let rows = FIELDS.iter();
        let mut rows = rows.filter(|(_, kind, _)| *kind == constraint.name());
        let entry = rows.find_map(|(key, _, keys)| Some((*key, entry(keys, constraint, size)?)));
        let (key, entry) = entry.ok_or_else(|| {
            let found = format!("`{}`", constraint.text(size));
            NoLink::new("constraints that f-puzzles has", found)
        })?;
        append(&mut object, key, json!(entry));
    }
    Ok(object)
}

/// Appends an entry to the list in a field.
fn append(object: &mut Value, name: &str, entry: Value) {
    match &mut object[name] {
        Value::Array(entries) => entries.push(entry),
        other => *other = vec![entry].into(),
    }
}

/// Returns the entries of variants that are no flags.
fn variant_entries(variants: &[Variant], size: usize) -> Vec<(&'static str, Value)> {
    let mut entries = Vec::new();
    for variant in variants {
        let negative = NEGATIVE.iter().filter(|(_, of)| of == variant);
        entries.extend(negative.map(|(name, _)| ("negative", (*name).into())));
        if *variant == Variant::Windoku {
            entries.extend(windows(size).into_iter().map(|window| {
                let cells = Some(names(&window, size));
                let entry = Entry {
                    cells,
                    ..Entry::default()
                };
                ("extraregion", json!(entry))
            }));
        }
    }
    entries
}

/// Returns the rows of cells.
fn grid(puzzle: &Puzzle, solution: Option<&Grid>) -> Vec<Vec<GridCell>> {
    let (board, rules) = (puzzle.geometry(), puzzle.layout().rules());
    let default = default_regions(board.rows());
    let has_default = Shape::usual(board.rows()).is_some();
    let grid_cell = |cell: Cell| {
        let region = rules.region_of(cell);
        let is_default = match has_default {
            true => region == Some(default[cell.index()]),
            false => region.is_none(),
        };
        let given = puzzle.givens().value(cell);
        let value = given.or(solution.and_then(|solution| solution.value(cell)));
        let left = values_left(puzzle, cell);
        GridCell {
            value: value.into(),
            given: given.map(|_| true).into(),
            region: (!is_default).then(|| region.into()),
            given_pencil_marks: left.map(|left| left.into_iter().map(Value::from).collect()),
        }
    };
    let cells: Vec<Cell> = board.grid_cells().collect();
    let rows = cells.chunks(board.columns());
    rows.map(|row| row.iter().copied().map(grid_cell).collect())
        .collect()
}

/// Returns the entry of a constraint, if f-puzzles can have its arguments.
fn entry(keys: &[Key], of: &Constraint, size: usize) -> Option<Entry> {
    let (first, last) = (of.group(0), of.groups().last().unwrap_or_default());
    let mut entry = Entry::default();
    for key in keys {
        match key {
            // There, 0 stands for any sum or for the usual number.
            Number | Positive if of.number() == Some(0) => return None,
            Clue | Positive | Number | Usual => {
                let number = of.number().map(|number| number.to_string());
                entry.value = number.map_or(Value::Null, Value::from);
            }
            Letter(letter) => entry.value = (*letter).into(),
            Digits => {
                entry.values = Some(of.digits().iter().map(|digit| (*digit).into()).collect())
            }
            Cells => entry.cells = Some(names(first, size)),
            CloneCells => entry.clone_cells = Some(names(last, size)),
            Each if keys.len() == 1 && first.len() == 1 => {
                // Indexers have lists of cells there.
                match of.name().ends_with("indexer") {
                    true => entry.cells = Some(names(first, size)),
                    false => entry.cell = names(first, size).pop(),
                }
            }
            Each => return None,
            Line => entry.lines = Some(vec![names(first, size)]),
            Shaft => {
                // The line begins in the bulb.
                let line = [&first[first.len() - 1..], last].concat();
                entry.lines = Some(vec![names(&line, size)]);
            }
            Outer => entry.cell = Some(outer_name(of.line()?, size)),
            Diagonal => {
                let (cell, direction) = clue_of(first, size)?;
                entry.cell = Some(cell);
                entry.direction = Some(direction.to_string());
                entry.cells = Some(names(first, size));
            }
        }
    }
    Some(entry)
}

/// Returns the names of cells as f-puzzles writes them: `R1C1`.
fn names(cells: &[Cell], size: usize) -> Vec<String> {
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    cells.iter().map(name).collect()
}

/// Returns the cell of a clue outside the grid and its direction, if these are the cells of a whole
/// diagonal from there.
fn clue_of(cells: &[Cell], size: usize) -> Option<(String, &'static str)> {
    let board = Geometry::from(size);
    let (row, column) = board.position(*cells.first()?)?;
    DIRECTIONS.iter().find_map(|(name, down, right)| {
        let clue = [row as isize + 1 - down, column as isize + 1 - right];
        let is_outside = clue.iter().any(|at| !(1..=size as isize).contains(at));
        let is_whole = diagonal_from(&board, clue, [*down, *right]) == cells;
        (is_outside && is_whole).then(|| (format!("R{}C{}", clue[0], clue[1]), *name))
    })
}

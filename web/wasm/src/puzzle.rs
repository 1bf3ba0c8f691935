//! Puzzles of the page, and reading text.

use js_sys::Function;
use satdoku::board::{self, Candidate, Constraint, Geometry, RegionMap, Shape};
use satdoku::{FormatError, Grid};
use satdoku_answer::layout;
use satdoku_explain::Explainer;
use satdoku_text::{ReadOptions, Reader};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::values::{candidates, cells, digits, grid, read_candidates};
use crate::{Result, report, words};

/// A board with digits on it. It keeps what one question computes and the next one needs.
#[wasm_bindgen]
pub struct Puzzle {
    pub(crate) puzzle: board::Puzzle,
    pub(crate) explainer: Explainer,
}

#[wasm_bindgen]
impl Puzzle {
    /// Creates a puzzle from its rules as text, of which those about the board change the square of `size` rows, from
    /// the candidates that are eliminated and the givens.
    ///
    /// # Errors
    /// If there is no such board, or the givens do not fit on it.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: Vec<String>, size: usize, removed: &[u16], cells: &[u16]) -> Result<Puzzle> {
        let rules = ReadOptions {
            constraints: rules,
            ..ReadOptions::default()
        };
        let layout = layout(&rules, size).map_err(words)?;
        let givens = grid(layout.geometry(), cells)?;
        let removed = read_candidates(layout.geometry(), removed)?;
        let puzzle = board::Puzzle::new(layout, givens).map_err(words)?;
        Ok(Puzzle {
            puzzle: puzzle.without(removed).map_err(words)?,
            explainer: Explainer::default(),
        })
    }
}

impl Puzzle {
    /// Returns the puzzle with the entries as givens and without the eliminated candidates.
    pub(crate) fn with(&self, filled: &Grid, eliminated: Vec<Candidate>) -> Result<board::Puzzle> {
        let mut all = self.puzzle.givens().clone();
        for at in filled.filled() {
            if all.cells().get(at.cell.index()) == Some(&None) {
                all.set(at.cell, Some(at.digit));
            }
        }
        let position = self.puzzle.with_givens(all).map_err(words)?;
        position.without(eliminated).map_err(words)
    }
}

/// Returns the fields of a puzzle: those of its board, and its givens as `cells`.
pub fn fields(puzzle: &board::Puzzle) -> Value {
    let (layout, board) = (puzzle.layout(), puzzle.geometry());
    let boxes = layout.boxes();
    let label = |map: &RegionMap| -> Vec<usize> {
        let region = |cell| map.region_of(cell).map_or(0, |number| number + 1);
        board.grid_cells().map(region).collect()
    };
    json!({
        "lines": layout.rules().board_lines(),
        "geometry": geometry(board),
        "rows": boxes.map_or(1, Shape::box_rows),
        "columns": boxes.map_or(board.columns(), Shape::box_columns),
        "regions": layout.rules().regions().map(label),
        "variants": layout.rules().variants(),
        "constraints": constraints(puzzle),
        "removed": candidates(puzzle.removed()),
        "cells": digits(puzzle.givens()),
    })
}

/// Returns where the cells of a board are, and its digits: the `places` of the cells of the grid, counted
/// in reading order with holes, the names of the variables, which follow them, the value of the lowest
/// digit and the number of digits.
fn geometry(board: &Geometry) -> Value {
    let positions = board.grid_cells().filter_map(|cell| board.position(cell));
    let places = positions.map(|(row, column)| row * board.columns() + column);
    let variables = board.cells().skip(board.grid_cell_count());
    json!({
        "rows": board.rows(),
        "columns": board.columns(),
        "places": places.collect::<Vec<_>>(),
        "variables": variables.map(|cell| words(cell.name(board))).collect::<Vec<_>>(),
        "lowest": board.all_values().start(),
        "digits": board.digit_count(),
    })
}

/// Returns the constraints of a puzzle: the text of each, its name, its number or digits as they are typed, and its
/// cells in the order of the text.
pub fn constraints(puzzle: &board::Puzzle) -> Vec<Value> {
    let board = puzzle.geometry();
    let separator = if *board.values().end() > 9 { " " } else { "" };
    let fields = |constraint: &Constraint| {
        let digits: Vec<String> = constraint.digits().iter().map(words).collect();
        let number = constraint.unusual_number(board).map(words);
        let line = constraint.line().map(|line| line.cells(board));
        json!({
            "text": constraint.text(board),
            "label": constraint.label(board),
            "name": constraint.name(),
            "value": number.unwrap_or_else(|| digits.join(separator)),
            "cells": cells(&line.unwrap_or_else(|| constraint.cells(board))),
        })
    };
    let constraints = puzzle.layout().constraints().iter();
    constraints.map(fields).collect()
}

/// The number of records that are read from a file.
const MOST_RECORDS: usize = 10_000;

/// Reads the records of a text in any format. `found` receives each: its line, its puzzle or null, a remark about
/// how it was read, if any, and its error: the line, the column, what was expected and what was found. `rows` and
/// `columns` are those of the boxes, or 0 to detect them. Returns true if there are more than [`MOST_RECORDS`].
///
/// # Errors
/// If there is no such board.
#[wasm_bindgen]
pub fn read(
    bytes: &[u8],
    source: &str,
    rows: usize,
    columns: usize,
    found: &Function,
) -> Result<bool> {
    let shape = (rows * columns > 0).then(|| Shape::new(rows, columns));
    let options = ReadOptions {
        shape: shape.transpose().map_err(words)?,
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(source, bytes, options);
    for record in reader.by_ref().take(MOST_RECORDS) {
        let record = record.map_err(words)?;
        let content = record.content.as_ref();
        let fields = json!({
            "line": record.line,
            "puzzle": content.ok().map(|(puzzle, _)| fields(puzzle)),
            "note": record.note,
            "error": content.err().map(|invalid| error(&invalid.error)),
        });
        report(found, &fields);
    }
    Ok(reader.next().is_some())
}

fn error(error: &FormatError) -> Value {
    json!({
        "line": error.place.line,
        "column": error.place.column,
        "expected": error.expected,
        "found": error.found,
    })
}

//! Puzzles of the page, and reading text.

use std::sync::Arc;

use js_sys::Function;
use satdoku::board::{
    self, Candidate, Constraint, Geometry, Layout, RegionMap, RuleTexts, Ruleset, Shape, Variant,
};
use satdoku::{FormatError, Grid};
use satdoku_explain::Explainer;
use satdoku_text::{ReadOptions, Reader};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::values::{candidates, cells, digits, grid, read_candidates};
use crate::{Result, report, words};

/// A board with digits on it. It keeps what one question computes and the next one needs.
#[wasm_bindgen]
pub struct Puzzle {
    pub(crate) puzzle: board::Puzzle,
    pub(crate) explainer: Explainer,
}

/// A puzzle as the page represents it.
#[derive(Deserialize)]
struct Fields {
    /// The lines about its cells and digits; none for a square whose digits count from 1.
    lines: Vec<String>,
    /// The rows and columns of its boxes; one row if there are none.
    rows: usize,
    columns: usize,
    /// The region of each cell; 0 is none.
    regions: Option<Vec<u16>>,
    variants: Vec<Variant>,
    constraints: Vec<String>,
    /// Eliminated candidates.
    removed: Vec<u16>,
    /// The givens.
    cells: Vec<u16>,
}

impl Fields {
    fn layout(&self) -> Result<Layout> {
        let side = self.columns;
        let boxes = (self.rows > 1).then(|| Shape::new(self.rows, side));
        let boxes = boxes.transpose().map_err(words)?;
        let square = match boxes {
            Some(shape) => Ruleset::classic(shape),
            None => Geometry::new(side, side, 1..=side)
                .and_then(Ruleset::new)
                .map_err(words)?,
        };
        let boxes = boxes.filter(|_| !self.lines.is_empty());
        let boxes = boxes.map(|shape| format!("box {shape}"));
        let lines = self.lines.iter().chain(&boxes).map(String::as_str);
        let lines = RuleTexts::parse(lines).map_err(words)?;
        let (mut rules, _) = lines.on(&square).map_err(words)?;
        if let Some(labels) = &self.regions {
            let labels: Vec<Option<u16>> = labels
                .iter()
                .map(|label| Some(*label).filter(|label| *label > 0))
                .collect();
            let map = RegionMap::on(rules.geometry(), &labels).map_err(words)?;
            rules = rules.with_regions(map).map_err(words)?;
        }
        let rules = rules.with(&self.variants).map_err(words)?;
        let texts = self.constraints.iter();
        let constraints = texts.map(|text| Constraint::parse(text, rules.geometry()));
        let constraints = constraints.collect::<std::result::Result<_, _>>();
        let rules = rules.with_constraints(constraints.map_err(words)?);
        Ok(Layout::new(rules.map_err(words)?))
    }
}

#[wasm_bindgen]
impl Puzzle {
    /// Creates a puzzle.
    ///
    /// # Errors
    /// If there is no such board, or the givens do not fit on it.
    #[wasm_bindgen(constructor)]
    pub fn new(fields: JsValue) -> Result<Puzzle> {
        let fields: Fields = serde_wasm_bindgen::from_value(fields).map_err(words)?;
        let layout = Arc::new(fields.layout()?);
        let givens = grid(layout.geometry(), &fields.cells)?;
        let removed = read_candidates(layout.geometry(), &fields.removed)?;
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

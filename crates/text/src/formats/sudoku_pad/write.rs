//! From a puzzle to a drawing with the rules in words.
//!
//! The cells are a table. Variables are rows of it below the grid. Cages and extra regions are checked by
//! SudokuPad; all other constraints are lines and shapes of the picture.

use serde_json::{Map, Value, json};

use super::super::words::rules_in_words;
use super::fields::{GLOBAL, TEXT};
use super::layers::{Layers, label, square};
use super::table::{Place, Table};
use crate::picture::drawing::Drawing;
use satdoku::board::{Constraint, Grid, Puzzle, Source};

/// Returns the object of a puzzle. A complete solution is checked there.
pub(in super::super) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Map<String, Value> {
    let table = Table::of(puzzle);
    let mut layers = Layers::default();
    let mut drawing = Drawing::new(puzzle);
    drawing.shade(puzzle);
    for constraint in puzzle.layout().constraints() {
        match constraint.name() {
            "cage" => layers.push("cages", cage_entry(constraint, &table)),
            _ => drawing.add(constraint),
        }
        if constraint.name() == "extra-region" {
            let places = table.places(constraint.group(0));
            layers.push("cages", hidden_cage(&places, json!({})));
        }
    }
    let houses = puzzle.layout().houses().iter();
    for window in houses.filter(|house| matches!(house.source, Source::Window(_))) {
        let places = table.places(&window.cells);
        layers.push("cages", hidden_cage(&places, json!({})));
    }
    cover_gaps(&table, &mut layers);
    for (shapes, ground) in [(&drawing.below, "underlays"), (&drawing.above, "overlays")] {
        shapes
            .iter()
            .for_each(|shape| layers.add(shape, ground, &table));
    }
    if !puzzle.geometry().is_square() {
        add_lines(puzzle, &table, &mut layers);
    }
    let variants = puzzle.layout().rules().variants();
    let global = GLOBAL.iter();
    let global = global.filter(|(_, variant)| variants.contains(variant));
    let global: Vec<&str> = global.map(|(name, _)| *name).collect();
    let mut object = Map::new();
    for (name, value) in [
        ("cellSize", 50.into()),
        ("metadata", metadata(puzzle, solution, &table, &drawing)),
        ("cells", table.cells(puzzle).into()),
        ("regions", json!(regions(puzzle, &table))),
        ("global", json!(global)),
    ] {
        object.insert(name.to_string(), value);
    }
    for name in ["cages", "lines", "arrows", "underlays", "overlays"] {
        object.insert(name.to_string(), layers.take(name).into());
    }
    object
}

/// Returns the rules in words, the text form of the puzzle, and the solution.
fn metadata(puzzle: &Puzzle, solution: Option<&Grid>, table: &Table, drawing: &Drawing) -> Value {
    let mut rules = rules_in_words(puzzle);
    let signs = drawing.legend.iter().filter(|entry| !entry.sign.is_empty());
    rules.extend(signs.map(|entry| format!("{}: {}", entry.sign, entry.text)));
    let mut metadata = json!({
        "title": "Sudoku",
        "rules": rules.join("\n"),
        TEXT: puzzle.to_string(),
    });
    if let Some(solution) = solution.and_then(|solution| table.solution(solution)) {
        metadata["solution"] = solution.into();
    }
    if !puzzle.geometry().is_square() {
        // SudokuPad would check rows and columns of the whole table.
        metadata["norowcol"] = true.into();
    }
    metadata
}

/// Adds rows and columns as hidden cages.
fn add_lines(puzzle: &Puzzle, table: &Table, layers: &mut Layers) {
    let houses = puzzle.layout().houses().iter();
    let lines = houses.filter(|house| house.source.is_row() || house.source.is_column());
    for house in lines {
        let places = table.places(&house.cells);
        layers.push("cages", hidden_cage(&places, json!({ "type": "rowcol" })));
    }
}

/// Returns the entry of a cage.
fn cage_entry(cage: &Constraint, table: &Table) -> Value {
    let mut entry = json!({ "cells": table.places(cage.group(0)), "unique": true });
    if let Some(total) = cage.number() {
        entry["value"] = total.to_string().into();
        entry["sum"] = total.into();
    }
    entry
}

/// Returns a cage without a border, whose digits are checked, with more fields.
fn hidden_cage(places: &[Place], mut fields: Value) -> Value {
    fields["cells"] = json!(places);
    fields["unique"] = true.into();
    fields["hidden"] = true.into();
    fields
}

/// Returns the boxes or regions.
fn regions(puzzle: &Puzzle, table: &Table) -> Vec<Vec<Place>> {
    let houses = puzzle.layout().houses().iter();
    let regions = houses.filter(|house| house.source.is_box());
    let mut regions: Vec<Vec<Place>> = regions.map(|house| table.places(&house.cells)).collect();
    regions.sort_unstable();
    regions.dedup();
    regions
}

/// Covers the places without a cell, and writes the names of variables.
fn cover_gaps(table: &Table, layers: &mut Layers) {
    for (row, cells) in table.rows(None, Some).into_iter().enumerate() {
        for (column, cell) in cells.into_iter().enumerate() {
            match cell {
                None => layers.push("overlays", square([row, column], "#FFFFFF")),
                Some(cell) if table.plan.board.position(cell).is_none() => {
                    let name = cell.name(table.plan.board).to_string();
                    let place = [row as f64 + 0.15, column as f64 + 0.5];
                    layers.push("overlays", label(place, 8, "#777", &name));
                }
                Some(_) => {}
            }
        }
    }
}

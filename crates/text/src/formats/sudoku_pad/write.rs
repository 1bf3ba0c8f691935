//! From a puzzle to a drawing with the rules in words.
//!
//! The cells are a table. Variables are rows of it below the grid. Cages and extra regions are checked by
//! SudokuPad; all other constraints are lines and shapes of the picture.

use serde_json::{Value, json};

use super::super::words::rules_in_words;
use super::fields::{GLOBAL, TEXT};
use super::layers::{Layers, label, square};
use super::table::{Place, Table};
use crate::picture::drawing::Drawing;
use satdoku::board::{Constraint, Grid, Puzzle, Source};

/// Returns the object of a puzzle. A complete solution is checked there.
pub(in super::super) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Value {
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
            layers.push("cages", hidden_cage(&places));
        }
    }
    add_houses(puzzle, &table, &mut layers);
    cover_gaps(&table, &mut layers);
    for (shapes, ground) in [(&drawing.below, "underlays"), (&drawing.above, "overlays")] {
        shapes
            .iter()
            .for_each(|shape| layers.add(shape, ground, &table));
    }
    let variants = puzzle.layout().rules().variants();
    let global = GLOBAL.iter();
    let global = global.filter(|(_, variant)| variants.contains(variant));
    let global: Vec<&str> = global.map(|(name, _)| *name).collect();
    let mut object = json!({
        "cellSize": 50,
        "metadata": metadata(puzzle, solution, &table, &drawing),
        "cells": table.cells(puzzle),
        "regions": regions(puzzle, &table),
        "global": global,
    });
    for (name, layer) in layers.0 {
        object[name] = layer.into();
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

/// Adds windows as hidden cages, and rows and columns where the table has others.
fn add_houses(puzzle: &Puzzle, table: &Table, layers: &mut Layers) {
    for house in puzzle.layout().houses() {
        let mut cage = hidden_cage(&table.places(&house.cells));
        match house.source {
            Source::Window(_) => layers.push("cages", cage),
            source if source.is_row() || source.is_column() => {
                cage["type"] = "rowcol".into();
                if !puzzle.geometry().is_square() {
                    layers.push("cages", cage);
                }
            }
            _ => {}
        }
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

/// Returns a cage without a border, whose digits are checked.
fn hidden_cage(places: &[Place]) -> Value {
    json!({ "cells": places, "unique": true, "hidden": true })
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

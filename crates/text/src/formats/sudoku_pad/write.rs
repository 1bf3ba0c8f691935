//! From a puzzle to a drawing with the rules in words.
//!
//! The cells are a table. Variables are rows of it below the grid. Cages and extra regions are checked by
//! SudokuPad; all other constraints are lines and shapes of the picture.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::words::rules_in_words;
use super::TEXT;
use super::read::GLOBAL;
use crate::picture::drawing::{CELL, Drawing, Form, Outline, Plan, Point, Shape};
use satdoku::board::{Candidate, Cell, Constraint, Digit, Grid, Puzzle, Source};

/// Pixels per unit of a drawing: cells have 64 pixels.
const PIXELS: f64 = 64.0 / CELL as f64;

/// The row and the column of a cell in the table.
type Place = [usize; 2];

/// Returns the object of a puzzle. A complete solution is checked there.
pub(in super::super) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Map<String, Value> {
    let table = Table::of(puzzle);
    let mut layers = Layers::default();
    let mut drawing = Drawing::new(puzzle);
    for constraint in puzzle.layout().constraints() {
        match constraint.name() {
            "cage" => layers.push("cages", cage_entry(constraint, &table)),
            _ => drawing.add(constraint),
        }
        if constraint.name() == "extra-region" {
            layers.push(
                "cages",
                hidden_cage(&table.places(constraint.group(0)), json!({})),
            );
        }
    }
    shade_houses(puzzle, &table, &mut layers);
    table.cover_gaps(&mut layers);
    for (shapes, ground) in [(&drawing.below, "underlays"), (&drawing.above, "overlays")] {
        shapes
            .iter()
            .for_each(|shape| layers.add(shape, ground, &table));
    }
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
        let houses = puzzle.layout().houses().iter();
        let lines = houses.filter(|house| house.source.is_row() || house.source.is_column());
        for house in lines {
            let places = table.places(&house.cells);
            layers.push("cages", hidden_cage(&places, json!({ "type": "rowcol" })));
        }
    }
    let variants = puzzle.layout().rules().variants();
    let global = GLOBAL
        .iter()
        .filter(|(_, variant)| variants.contains(variant));
    let global: Vec<&str> = global.map(|(name, _)| *name).collect();
    let mut object = Map::new();
    for (name, value) in [
        ("cellSize", 50.into()),
        ("metadata", metadata),
        ("cells", table.cells(puzzle).into()),
        ("regions", json!(regions(puzzle, &table))),
        ("global", json!(global)),
    ] {
        object.insert(name.to_string(), value);
    }
    for name in ["cages", "lines", "arrows", "underlays", "overlays"] {
        let layer = layers.0.remove(name).unwrap_or_default();
        object.insert(name.to_string(), layer.into());
    }
    object
}

/// The table of cells, in which each cell has a row and a column.
pub(super) struct Table<'a> {
    plan: Plan<'a>,
    rows: usize,
    columns: usize,
}

impl Table<'_> {
    pub fn of(puzzle: &Puzzle) -> Table<'_> {
        let plan = Plan {
            board: puzzle.geometry(),
        };
        let (width, height) = plan.size();
        Table {
            plan,
            rows: height / CELL,
            columns: width / CELL,
        }
    }

    /// Returns the row and the column of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        let (x, y) = self.plan.corner(cell);
        [y / CELL, x / CELL]
    }

    fn places(&self, cells: &[Cell]) -> Vec<Place> {
        cells.iter().map(|cell| self.place(*cell)).collect()
    }

    /// Returns the value for each place of the table, in rows.
    fn rows<T: Clone>(&self, blank: T, of: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
        let mut rows = vec![vec![blank; self.columns]; self.rows];
        for cell in self.plan.board.cells() {
            let [row, column] = self.place(cell);
            rows[row][column] = of(cell);
        }
        rows
    }

    /// Returns the objects of cells, with givens and with the candidates that are left in a cell that has lost
    /// some.
    fn cells(&self, puzzle: &Puzzle) -> Vec<Value> {
        let board = self.plan.board;
        let rows = self.rows(json!({}), |cell| {
            let mut fields = json!({});
            if let Some(value) = puzzle.givens().value(cell) {
                fields["value"] = value.into();
            }
            let is_left = |digit: &Digit| {
                let digit = *digit;
                !puzzle.is_removed(Candidate { cell, digit })
            };
            let digits = board.digits_of(cell).map(Digit::from_index);
            let left = digits.clone().filter(is_left);
            let left: Vec<usize> = left.map(|digit| board.value(digit)).collect();
            if left.len() < digits.count() {
                fields["centremarks"] = left.into();
            }
            fields
        });
        rows.into_iter().map(Value::from).collect()
    }

    /// Covers the places without a cell, and writes the names of variables.
    fn cover_gaps(&self, layers: &mut Layers) {
        for (row, cells) in self.rows(None, Some).into_iter().enumerate() {
            for (column, cell) in cells.into_iter().enumerate() {
                match cell {
                    None => layers.push("overlays", square([row, column], "#FFFFFF")),
                    Some(cell) if self.plan.board.position(cell).is_none() => {
                        let name = cell.name(self.plan.board).to_string();
                        let place = [row as f64 + 0.15, column as f64 + 0.5];
                        layers.push("overlays", label(place, 8, "#777", &name));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Returns the solution of all places in a row, if it is complete and all digits have one symbol.
    fn solution(&self, solution: &Grid) -> Option<String> {
        if *self.plan.board.values().end() > 9 || solution.blanks().next().is_some() {
            return None;
        }
        let symbol = |cell| {
            solution
                .value(cell)
                .map_or(String::new(), |value| value.to_string())
        };
        Some(self.rows("?".to_string(), symbol).concat().concat())
    }
}

/// The layers of a drawing: lists of objects by the names of fields.
#[derive(Debug, Default)]
struct Layers(BTreeMap<&'static str, Vec<Value>>);

impl Layers {
    fn push(&mut self, layer: &'static str, value: Value) {
        self.0.entry(layer).or_default().push(value);
    }

    /// Adds a shape below or above the lines of the grid.
    fn add(&mut self, shape: &Shape, ground: &'static str, table: &Table) {
        match shape {
            Shape::Rectangle {
                corner,
                size,
                colour,
            } => {
                let centre = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
                let mut rectangle = filled(centre, *size, colour);
                rectangle["rounded"] = false.into();
                self.push(ground, rectangle);
            }
            Shape::Mark {
                form,
                centre,
                radius,
                fill,
                border,
            } => {
                let side = match form {
                    Form::Circle => 2.0 * radius,
                    Form::Diamond => 2.0_f64.sqrt() * radius,
                };
                let mut mark = filled(*centre, (side, side), fill);
                match form {
                    Form::Circle => mark["rounded"] = true.into(),
                    Form::Diamond => mark["angle"] = 45.into(),
                }
                if let Some(border) = border {
                    mark["borderColor"] = long(border.colour).into();
                    mark["borderSize"] = pixels(border.width).into();
                }
                // A bordered mark covers the lines that end in it, as the digits of a cell cover all.
                self.push(if border.is_some() { "overlays" } else { ground }, mark);
            }
            Shape::Line {
                points,
                colour,
                width,
                ..
            } if points.len() == 1 => {
                let mut dot = filled(points[0], (*width, *width), colour);
                dot["rounded"] = true.into();
                self.push(ground, dot);
            }
            Shape::Line {
                points,
                colour,
                width,
                barb,
            } => {
                let points: Vec<[f64; 2]> = points.iter().map(|point| place(*point)).collect();
                let thickness = pixels(*width);
                let mut line =
                    json!({ "wayPoints": points, "color": long(colour), "thickness": thickness });
                match barb {
                    Some(barb) => {
                        line["headLength"] = cells(*barb).into();
                        self.push("arrows", line);
                    }
                    None => self.push("lines", line),
                }
            }
            Shape::Outline(outline) => self.push("cages", drawn_cage(outline, table)),
            Shape::Text {
                centre,
                height,
                colour,
                text,
            } => self.push("overlays", label(place(*centre), *height, colour, text)),
        }
    }
}

/// Returns the row and the column of a point.
fn place((x, y): Point) -> [f64; 2] {
    [cells(y), cells(x)]
}

/// Returns a length in cells, with three decimals.
fn cells(length: f64) -> f64 {
    (length / CELL as f64 * 1000.0).round() / 1000.0
}

/// Returns a length in pixels, with one decimal.
fn pixels(length: f64) -> f64 {
    (length * PIXELS * 10.0).round() / 10.0
}

/// Returns a colour with six digits. SudokuPad reads `#rgb` too, but other programs may not.
fn long(colour: &str) -> String {
    match colour.strip_prefix('#') {
        Some(digits) if digits.len() == 3 => {
            let twice = digits.chars().flat_map(|digit| [digit, digit]);
            format!("#{}", twice.collect::<String>())
        }
        _ => colour.to_string(),
    }
}

fn filled(centre: Point, size: Point, colour: &str) -> Value {
    json!({
        "center": place(centre),
        "width": cells(size.0),
        "height": cells(size.1),
        "backgroundColor": long(colour),
    })
}

fn square([row, column]: Place, colour: &str) -> Value {
    let side = CELL as f64;
    let centre = ((column as f64 + 0.5) * side, (row as f64 + 0.5) * side);
    filled(centre, (side, side), colour)
}

fn label(place: [f64; 2], height: usize, colour: &str, text: &str) -> Value {
    json!({
        "center": place,
        "width": 0,
        "height": 0,
        "text": text,
        "fontSize": pixels(height as f64),
        "color": long(colour),
    })
}

/// Returns a cage that is only drawn.
fn drawn_cage(outline: &Outline, table: &Table) -> Value {
    let mut cage = json!({
        "cells": table.places(&outline.cells),
        "outlineC": long(outline.colour),
        "fontC": long(outline.colour),
    });
    if !outline.label.is_empty() {
        cage["value"] = outline.label.clone().into();
    }
    cage
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

/// Shades diagonals and windows. Windows are checked.
fn shade_houses(puzzle: &Puzzle, table: &Table, layers: &mut Layers) {
    for house in puzzle.layout().houses() {
        let places = table.places(&house.cells);
        match house.source {
            source if source.is_diagonal() => {
                let ends = [places.first(), places.last()];
                let ends =
                    ends.map(|end| end.map_or([0.5; 2], |end| end.map(|at| at as f64 + 0.5)));
                let line = json!({ "wayPoints": ends, "color": "#34BBE6", "thickness": 2 });
                layers.push("lines", line);
            }
            Source::Window(_) => {
                for place in &places {
                    layers.push("underlays", square(*place, "#E1F0E1"));
                }
                layers.push("cages", hidden_cage(&places, json!({})));
            }
            _ => {}
        }
    }
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

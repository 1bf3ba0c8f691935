//! SudokuPad's own format: a drawing, with the rules in words.
//!
//! The cells are a table. Variables are rows of it below the grid. Cages and extra regions are checked by
//! SudokuPad; all other constraints are lines and shapes. The text form of the puzzle is among the metadata,
//! where SudokuPad ignores it, so that the link can be read again without loss.

mod shapes;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};

use crate::picture::drawing::{CELL, Drawing, Plan};
use satdoku::board::{Candidate, Cell, Constraint, Digit, Grid, Puzzle, Source, Variant};

use super::words::rules_in_words;
use shapes::{Ground, Layers};

/// The field of the metadata with the text form of the puzzle.
pub(crate) const TEXT: &str = "satdoku";

/// Returns the object that SudokuPad has for a puzzle. A complete solution is checked there.
pub(super) fn sudoku_pad_drawing(puzzle: &Puzzle, solution: Option<&Grid>) -> Value {
    let table = Table::of(puzzle);
    let mut layers = Layers::default();
    let mut drawing = Drawing::new(puzzle);
    for constraint in puzzle.layout().constraints() {
        match constraint.name() {
            "cage" => layers.cages.push(cage_entry(constraint, &table)),
            _ => drawing.add(constraint),
        }
        if constraint.name() == "extra-region" {
            layers
                .cages
                .push(hidden_cage(&table.places(constraint.group(0))));
        }
    }
    shade_houses(puzzle, &table, &mut layers);
    table.cover_gaps(&mut layers);
    layers.add(&drawing.below, Ground::Below, &table);
    layers.add(&drawing.above, Ground::Above, &table);
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
    let is_square = puzzle.geometry().is_square();
    if !is_square {
        // SudokuPad would check rows and columns of the whole table.
        metadata["norowcol"] = true.into();
    }
    for house in puzzle.layout().houses() {
        let is_line = house.source.is_row() || house.source.is_column();
        if is_line && !is_square {
            let cells = table.places(&house.cells);
            layers
                .cages
                .push(json!({ "cells": cells, "type": "rowcol", "unique": true, "hidden": true }));
        }
    }
    let rules = puzzle.layout().rules().variants();
    let global = [
        ("antiking", Variant::AntiKing),
        ("antiknight", Variant::AntiKnight),
    ];
    let global = global.iter().filter(|(_, variant)| rules.contains(variant));
    json!({
        "cellSize": 50,
        "metadata": metadata,
        "cells": table.cells(puzzle),
        "regions": regions(puzzle, &table),
        "global": global.map(|(name, _)| *name).collect::<Vec<_>>(),
        "cages": layers.cages,
        "lines": layers.lines,
        "arrows": layers.arrows,
        "underlays": layers.underlays,
        "overlays": layers.overlays,
    })
}

/// The table of cells, in which each cell has a row and a column.
struct Table<'a> {
    plan: Plan<'a>,
    rows: usize,
    columns: usize,
}

impl Table<'_> {
    fn of(puzzle: &Puzzle) -> Table<'_> {
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
    fn place(&self, cell: Cell) -> [usize; 2] {
        let (x, y) = self.plan.corner(cell);
        [y / CELL, x / CELL]
    }

    fn places(&self, cells: &[Cell]) -> Vec<[usize; 2]> {
        cells.iter().map(|cell| self.place(*cell)).collect()
    }

    /// Returns the value for each place of the table, in rows.
    fn rows<T: Clone>(&self, blank: T, of: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
        let mut rows = vec![vec![blank; self.columns]; self.rows];
        for cell in (0..self.plan.board.cell_count()).map(Cell::from_index) {
            let [row, column] = self.place(cell);
            rows[row][column] = of(cell);
        }
        rows
    }

    /// Returns the objects of cells, with givens and with the candidates that are left in a cell that has lost
    /// some.
    fn cells(&self, puzzle: &Puzzle) -> Vec<Vec<Value>> {
        let board = self.plan.board;
        self.rows(json!({}), |cell| {
            let mut fields = Map::new();
            if let Some(digit) = puzzle.givens().get(cell) {
                fields.insert("value".to_string(), board.value(digit).into());
            }
            let is_left = |digit: &_| {
                !puzzle.is_removed(Candidate {
                    cell,
                    digit: *digit,
                })
            };
            let digits = || board.digits_of(cell).map(Digit::from_index);
            let left: Vec<usize> = digits()
                .filter(is_left)
                .map(|digit| board.value(digit))
                .collect();
            if left.len() < digits().count() {
                fields.insert("centremarks".to_string(), left.into());
            }
            Value::Object(fields)
        })
    }

    /// Covers the places without a cell, and writes the names of variables.
    fn cover_gaps(&self, layers: &mut Layers) {
        let cells_in_rows = self.rows(None, Some);
        for (row, cells) in cells_in_rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                match cell {
                    None => layers.cover([row, column]),
                    Some(cell) if self.plan.board.position(*cell).is_none() => {
                        let name = cell.name(self.plan.board).to_string();
                        layers.name([row, column], &name);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Returns the solution of all places in a row, if it is complete and all digits have one symbol.
    fn solution(&self, solution: &Grid) -> Option<String> {
        let board = self.plan.board;
        if *board.values().end() > 9 || solution.blanks().next().is_some() {
            return None;
        }
        let value = |cell| {
            solution
                .get(cell)
                .map(|digit| board.value(digit).to_string())
        };
        let rows = self.rows("?".to_string(), |cell| value(cell).unwrap_or_default());
        Some(rows.concat().concat())
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
fn hidden_cage(places: &[[usize; 2]]) -> Value {
    json!({ "cells": places, "unique": true, "hidden": true })
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
                layers
                    .lines
                    .push(json!({ "wayPoints": ends, "color": "#34BBE6", "thickness": 2 }));
            }
            Source::Window(_) => {
                layers.fill(&places, "#E1F0E1");
                layers.cages.push(hidden_cage(&places));
            }
            _ => {}
        }
    }
}

/// Returns the boxes or regions.
fn regions(puzzle: &Puzzle, table: &Table) -> Vec<Vec<[usize; 2]>> {
    let houses = puzzle.layout().houses().iter();
    let regions = houses.filter(|house| house.source.is_box());
    let mut regions: Vec<Vec<[usize; 2]>> =
        regions.map(|house| table.places(&house.cells)).collect();
    regions.sort_unstable();
    regions.dedup();
    regions
}

//! The layers of a drawing: shapes as SudokuPad draws them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::table::{Place, Table};
use crate::picture::drawing::{CELL, Figure, Form, Outline, Point, Shape};

/// Pixels per unit of a drawing: cells have 64 pixels.
const PIXELS: f64 = 64.0 / CELL as f64;

/// The layers of a drawing: lists of objects by the names of fields.
#[derive(Debug, Default)]
pub(super) struct Layers(pub BTreeMap<&'static str, Vec<Value>>);

impl Layers {
    pub fn push(&mut self, layer: &'static str, value: Value) {
        self.0.entry(layer).or_default().push(value);
    }

    /// Adds a shape below or above the lines of the grid.
    pub fn add(&mut self, shape: &Shape, ground: &'static str, table: &Table) {
        let (layer, object) = match shape {
            Shape::Fill(cells, colour) => {
                let places = table.places(cells).into_iter();
                return places.for_each(|place| self.push(ground, square(place, colour)));
            }
            // A bordered figure covers the lines that end in it, as the digits of a cell cover all.
            Shape::Figure(of) => (of.border.map_or(ground, |_| "overlays"), figure(of)),
            Shape::Polyline(of) if of.points.len() == 1 => {
                let dot = Figure {
                    form: Form::Circle,
                    centre: of.points[0],
                    size: of.width,
                    fill: of.colour,
                    border: None,
                };
                (ground, figure(&dot))
            }
            Shape::Polyline(of) => {
                let points: Vec<[f64; 2]> = of.points.iter().map(|point| place(*point)).collect();
                let mut line = json!({
                    "wayPoints": points,
                    "color": long(of.colour),
                    "thickness": pixels(of.width),
                });
                if let Some(barb) = of.barb {
                    line["headLength"] = cells(barb).into();
                }
                (of.barb.map_or("lines", |_| "arrows"), line)
            }
            Shape::Outline(outline) => ("cages", drawn_cage(outline, table)),
            Shape::Label(of) => {
                let label = label(place(of.centre), of.height, of.colour, &of.text);
                ("overlays", label)
            }
        };
        self.push(layer, object);
    }
}

/// Returns a figure around a point.
fn figure(of: &Figure) -> Value {
    let (side, (field, value)) = match of.form {
        Form::Circle => (of.size, ("rounded", true.into())),
        Form::Square => (of.size, ("rounded", false.into())),
        Form::Diamond => (of.size / 2.0_f64.sqrt(), ("angle", 45.into())),
    };
    let mut figure = filled(of.centre, side, of.fill);
    figure[field] = value;
    if let Some((colour, width)) = of.border {
        figure["borderColor"] = long(colour).into();
        figure["borderSize"] = pixels(width).into();
    }
    figure
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

fn filled(centre: Point, side: f64, colour: &str) -> Value {
    json!({
        "center": place(centre),
        "width": cells(side),
        "height": cells(side),
        "backgroundColor": long(colour),
    })
}

pub(super) fn square([row, column]: Place, colour: &str) -> Value {
    let side = CELL as f64;
    let centre = ((column as f64 + 0.5) * side, (row as f64 + 0.5) * side);
    filled(centre, side, colour)
}

pub(super) fn label(place: [f64; 2], height: usize, colour: &str, text: &str) -> Value {
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

//! Shapes of a drawing in the layers of SudokuPad, whose coordinates are rows and columns of cells.

use serde_json::{Value, json};

use super::Table;
use crate::picture::drawing::{Border, CELL, Outline, Point, Shape};

/// Pixels per unit of a drawing: cells have 64 pixels.
const PIXELS: f64 = 64.0 / CELL as f64;

/// The part of a drawing below or above the lines of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Below,
    Above,
}

/// The layers of a drawing.
#[derive(Debug, Default)]
pub(super) struct Layers {
    pub cages: Vec<Value>,
    pub lines: Vec<Value>,
    pub arrows: Vec<Value>,
    pub underlays: Vec<Value>,
    pub overlays: Vec<Value>,
}

impl Layers {
    /// Adds shapes.
    pub fn add(&mut self, shapes: &[Shape], ground: Ground, table: &Table) {
        for shape in shapes {
            self.add_shape(shape, ground, table);
        }
    }

    fn add_shape(&mut self, shape: &Shape, ground: Ground, table: &Table) {
        match shape {
            Shape::Rectangle {
                corner,
                size,
                colour,
            } => {
                let centre = (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0);
                let rectangle = json!({
                    "center": place(centre),
                    "width": cells(size.0),
                    "height": cells(size.1),
                    "backgroundColor": long(colour),
                });
                self.layer(ground).push(rectangle);
            }
            Shape::Circle {
                centre,
                radius,
                fill,
                border,
            } => {
                let circle = round(*centre, *radius, fill, *border);
                // A bordered circle covers the lines that end in it, as the digits of a cell cover all.
                match border {
                    Some(_) => self.overlays.push(circle),
                    None => self.layer(ground).push(circle),
                }
            }
            Shape::Diamond {
                centre,
                radius,
                fill,
                border,
            } => {
                let mut square = round(*centre, radius / 2.0_f64.sqrt(), fill, Some(*border));
                square["rounded"] = false.into();
                square["angle"] = 45.into();
                self.overlays.push(square);
            }
            Shape::Line {
                points,
                colour,
                width,
            } => match points[..] {
                [only] => {
                    let dot = round(only, width / 2.0, colour, None);
                    self.layer(ground).push(dot);
                }
                _ => self.lines.push(line(points, colour, *width)),
            },
            Shape::Arrow {
                points,
                colour,
                width,
                barb,
            } => {
                let mut arrow = line(points, colour, *width);
                arrow["headLength"] = cells(*barb).into();
                self.arrows.push(arrow);
            }
            Shape::Outline(outline) => self.cages.push(cage(outline, table)),
            Shape::Text {
                centre,
                height,
                colour,
                text,
            } => {
                self.overlays
                    .push(label(place(*centre), *height, colour, text));
            }
        }
    }

    fn layer(&mut self, ground: Ground) -> &mut Vec<Value> {
        match ground {
            Ground::Below => &mut self.underlays,
            Ground::Above => &mut self.overlays,
        }
    }

    /// Fills cells.
    pub fn fill(&mut self, places: &[[usize; 2]], colour: &str) {
        let squares = places.iter().map(|place| square(*place, colour));
        self.underlays.extend(squares);
    }

    /// Hides the lines around a place that has no cell.
    pub fn cover(&mut self, place: [usize; 2]) {
        self.overlays.push(square(place, "#FFFFFF"));
    }

    /// Writes the name of a variable above its digit.
    pub fn name(&mut self, [row, column]: [usize; 2], name: &str) {
        let place = [row as f64 + 0.15, column as f64 + 0.5];
        self.overlays.push(label(place, 8, "#777", name));
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

fn square([row, column]: [usize; 2], colour: &str) -> Value {
    json!({
        "center": [row as f64 + 0.5, column as f64 + 0.5],
        "width": 1,
        "height": 1,
        "backgroundColor": colour,
    })
}

fn round(centre: Point, radius: f64, fill: &str, border: Option<Border>) -> Value {
    let mut circle = json!({
        "center": place(centre),
        "width": cells(2.0 * radius),
        "height": cells(2.0 * radius),
        "rounded": true,
        "backgroundColor": long(fill),
    });
    if let Some(Border { colour, width }) = border {
        circle["borderColor"] = long(colour).into();
        circle["borderSize"] = pixels(width).into();
    }
    circle
}

fn line(points: &[Point], colour: &str, width: f64) -> Value {
    let points: Vec<[f64; 2]> = points.iter().map(|point| place(*point)).collect();
    json!({ "wayPoints": points, "color": long(colour), "thickness": pixels(width) })
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
fn cage(outline: &Outline, table: &Table) -> Value {
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

//! The drawing of constraints, as shapes that pictures and links show in their own ways.
//!
//! Coordinates are in units of a fortieth of a cell, from the top left corner of the grid.

mod constraints;
mod legend;
mod plan;

pub(crate) use constraints::{Drawing, has_outer_clue, label_width};
pub(crate) use legend::Entry;
pub(crate) use plan::{CELL, Plan};

use satdoku::board::Cell;

/// The horizontal and the vertical coordinate of a point.
pub(crate) type Point = (f64, f64);

/// Returns the direction from one point to another, with the length 1; nothing for equal points.
pub(crate) fn unit(from: Point, to: Point) -> Point {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    (across / length, down / length)
}

/// A shape of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// Filled cells.
    Fill(Vec<Cell>, &'static str),
    Figure(Figure),
    Polyline(Polyline),
    Outline(Outline),
    Label(Label),
}

/// A filled figure, as wide as it is high.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figure {
    pub form: Form,
    pub centre: Point,
    pub size: f64,
    pub fill: &'static str,
    pub border: Option<Border>,
}

/// The form of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Circle,
    Square,
    /// A square on its corner.
    Diamond,
}

/// The colour and the width of the line around a figure.
pub(crate) type Border = (&'static str, f64);

/// A line through points, with round ends, or with barbs of a size at its end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Polyline {
    pub points: Vec<Point>,
    pub colour: &'static str,
    pub width: f64,
    pub barb: Option<f64>,
}

/// A text around a point.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    pub centre: Point,
    pub height: usize,
    pub colour: &'static str,
    pub text: String,
}

/// The dashed outline of cells, with a label in the corner of the first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    pub cells: Vec<Cell>,
    pub colour: &'static str,
    /// True for a rule of the legend, whose outline is dotted and further inside.
    pub is_dotted: bool,
    pub label: String,
    /// The distance of the label from its corner, if others are there already.
    pub shift: usize,
    /// The title of the rule, if it has one.
    pub title: Option<String>,
}

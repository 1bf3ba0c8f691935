//! Shapes of a drawing as SVG elements.

use super::escaped;
use super::outline::outline;
use crate::picture::drawing::{CELL, Figure, Form, Outline, Plan, Point, Shape, label_width, unit};
use satdoku::board::Cell;

/// The attributes of a text that is no digit of the board.
pub(super) const FONT: &str = "font-family=\"Helvetica, Arial, sans-serif\"";

/// The attributes of a line with round ends.
const ROUND: &str = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// Returns the elements of shapes.
pub(super) fn elements(shapes: &[Shape], plan: Plan<'_>) -> String {
    shapes.iter().map(|shape| element(shape, plan)).collect()
}

fn element(shape: &Shape, plan: Plan<'_>) -> String {
    match shape {
        Shape::Fill(cells, colour) => {
            let square = |cell: &Cell| {
                let (x, y) = plan.corner(*cell);
                format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z")
            };
            let path: String = cells.iter().map(square).collect();
            format!("<path d=\"{path}\" fill=\"{colour}\"/>\n")
        }
        Shape::Figure(of) => {
            let border = match of.border {
                None => String::new(),
                Some((colour, 1.0)) => format!(" stroke=\"{colour}\""),
                Some((colour, width)) => format!(" stroke=\"{colour}\" stroke-width=\"{width}\""),
            };
            format!("<{} fill=\"{}\"{border}/>\n", figure(of), of.fill)
        }
        Shape::Polyline(of) => {
            let (end, style) = match of.barb {
                Some(barb) => (barbs(&of.points, barb), ""),
                // A line without length shows its round ends.
                None if of.points.len() == 1 => ("h0".to_string(), ROUND),
                None => (String::new(), ROUND),
            };
            let (path, colour, width) = (path(&of.points) + &end, of.colour, of.width);
            format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{style}/>\n"
            )
        }
        Shape::Outline(of) => outlined(of, plan),
        Shape::Label(of) => {
            let (height, colour, text) = (of.height, of.colour, &of.text);
            let [x, base] = numbers((of.centre.0, of.centre.1 + (height * 36 / 100) as f64));
            format!(
                "<text x=\"{x}\" y=\"{base}\" {FONT} font-size=\"{height}\" text-anchor=\"middle\" \
                 fill=\"{colour}\">{text}</text>\n"
            )
        }
    }
}

/// Returns the element of a figure.
fn figure(of: &Figure) -> String {
    let (size, half) = (of.size, of.size / 2.0);
    let at = |x: f64, y: f64| numbers((of.centre.0 + x, of.centre.1 + y));
    match of.form {
        Form::Square => {
            let [x, y] = at(-half, -half);
            format!("rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"")
        }
        Form::Circle => {
            let [x, y] = at(0.0, 0.0);
            format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\"")
        }
        Form::Diamond => {
            let [x, y] = at(0.0, -half);
            format!("path d=\"M{x} {y}l{half} {half}l-{half} {half}l-{half} -{half}z\"")
        }
    }
}

/// Writes coordinates with at most one decimal.
fn numbers((x, y): Point) -> [String; 2] {
    // Adding 0 makes a plain 0 of -0.
    [x, y].map(|value| ((value * 10.0).round() / 10.0 + 0.0).to_string())
}

fn path(points: &[Point]) -> String {
    let commands = std::iter::once('M').chain(std::iter::repeat('L'));
    let steps = commands.zip(points).map(|(command, point)| {
        let [x, y] = numbers(*point);
        format!("{command}{x} {y}")
    });
    steps.collect()
}

/// Returns the path of the barbs at the end of an arrow, which are at right angles to each other.
fn barbs(points: &[Point], length: f64) -> String {
    let [.., before, last] = points else {
        return String::new();
    };
    let (across, down) = unit(*before, *last);
    let barb = |side: f64| {
        let (x, y) = (-across + side * down, -down - side * across);
        path(&[(last.0 + length * x, last.1 + length * y), *last])
    };
    barb(1.0) + &barb(-1.0)
}

fn outlined(of: &Outline, plan: Plan<'_>) -> String {
    let Outline { colour, label, .. } = of;
    let (inset, width, dashes) = match of.is_dotted {
        true => (5, 1.5, "1 2"),
        false => (3, 1.0, "4 2"),
    };
    let path = outline(&of.cells, plan, inset);
    let end = match &of.title {
        Some(title) => format!("><title>{}</title></path>\n", escaped(title)),
        None => "/>\n".to_string(),
    };
    let mut text = format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
         stroke-dasharray=\"{dashes}\"{end}"
    );
    if let Some(first) = of.cells.iter().min().filter(|_| !label.is_empty()) {
        let (x, y) = plan.corner(*first);
        let (x, y, width) = (x + of.shift + 2, y + 2, label_width(label));
        let (left, base) = (x + 1, y + 8);
        text += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"10\" fill=\"#fff\"/>\n\
             <text x=\"{left}\" y=\"{base}\" {FONT} font-size=\"9\" fill=\"{colour}\">{label}</text>\n"
        );
    }
    text
}

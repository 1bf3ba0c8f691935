//! The digits of a picture and the candidates of a step.

use super::shapes::FONT;
use crate::picture::drawing::{CELL, Plan};
use crate::picture::{Mark, Notes, Picture};
use satdoku::board::{Candidate, Layout, Shape};

/// Units between the border of a cell and its candidates.
const INSET: usize = 3;
/// Units above the candidates of a cell on boards with drawn constraints.
const LABEL: usize = 7;

/// Draws elements with centred text, if there are any.
fn text_group(text: &mut String, height: usize, style: &str, elements: &str) {
    if !elements.is_empty() {
        *text += &format!(
            "<g {FONT} font-size=\"{height}\" text-anchor=\"middle\" {style}>\n{elements}</g>\n"
        );
    }
}

/// Draws the digits: first the givens, then the others.
pub(super) fn digits(text: &mut String, picture: &Picture<'_>) {
    let layout = picture.puzzle().layout();
    let symbols: Vec<_> = layout
        .cells()
        .map(|cell| (cell, picture.symbol(cell)))
        .collect();
    let widths = symbols.iter().flat_map(|(_, symbol)| symbol);
    let widest = widths.map(|(symbol, _)| symbol.len()).max().unwrap_or(1);
    // Digits are a little wider than half their height.
    let height = (CELL * 7 / 10).min(CELL * 5 / 4 / widest.max(1));
    // Viewers differ in how they centre text vertically, so the baseline is explicit: a digit is
    // about 0.72 of its font size high.
    let base = CELL / 2 + height * 36 / 100;
    for (is_given, style) in [
        (true, "fill=\"#000\" font-weight=\"bold\""),
        (false, "fill=\"#1c5fc4\""),
    ] {
        let mut drawn = String::new();
        for (cell, symbol) in &symbols {
            if let Some((symbol, given)) = symbol
                && *given == is_given
            {
                let (left, top) = picture.plan().corner(*cell);
                let (x, y) = (left + CELL / 2, top + base);
                drawn += &format!("<text x=\"{x}\" y=\"{y}\">{symbol}</text>\n");
            }
        }
        text_group(text, height, style, &drawn);
    }
}

/// The raster of candidates in a cell.
struct Raster<'a> {
    plan: Plan<'a>,
    columns: usize,
    rows: usize,
    /// Units above the raster.
    label: usize,
}

impl Raster<'_> {
    /// Returns the raster of a board: that of a box, if there are boxes and they are not far from square.
    fn of(layout: &Layout) -> Raster<'_> {
        let board = layout.geometry();
        let count = board.digit_count();
        let is_wanted = |of: &Shape| {
            let (rows, columns) = (of.box_rows(), of.box_columns());
            of.size() == count && columns <= 2 * rows && rows <= 2 * columns
        };
        let boxes = layout.boxes().filter(is_wanted);
        let side = (1..=count).find(|side| side * side >= count).unwrap_or(1);
        let columns = boxes.map_or(side, Shape::box_columns);
        Raster {
            plan: Plan { board },
            columns,
            rows: count.div_ceil(columns),
            // The sum of a cage and the name of a variable are in the corner of a cell.
            label: match layout.constraints().is_empty() && board.variables().is_empty() {
                true => 0,
                false => LABEL,
            },
        }
    }

    /// Returns the width and height in which candidates are drawn.
    fn area(&self) -> (usize, usize) {
        (CELL - 2 * INSET, CELL - 2 * INSET - self.label)
    }

    /// Returns the distance between candidates.
    fn pitch(&self) -> usize {
        let (width, height) = self.area();
        (width / self.columns).min(height / self.rows)
    }

    /// Returns the centre of a candidate.
    fn centre(&self, Candidate { cell, digit }: Candidate) -> (usize, usize) {
        let (left, top) = self.plan.corner(cell);
        let (width, height) = self.area();
        let (column, row) = (digit.index() % self.columns, digit.index() / self.columns);
        let x = left + INSET + (2 * column + 1) * width / (2 * self.columns);
        let y = top + INSET + self.label + (2 * row + 1) * height / (2 * self.rows);
        (x, y)
    }
}

/// Draws candidates, each at its fixed position in the cell: the lowest digit in the top left corner.
pub(super) fn candidates(text: &mut String, picture: &Picture<'_>, notes: &Notes) {
    let raster = Raster::of(picture.puzzle().layout());
    let pitch = raster.pitch();
    let (half, radius) = (pitch / 2, pitch.min(14) / 2);
    let height = (pitch * 4 / 5).clamp(4, 12);
    for (mark, style) in [
        (Mark::Plain, "fill=\"#777\""),
        (Mark::Fact, "fill=\"#1c5fc4\" font-weight=\"bold\""),
        (Mark::OtherFact, "fill=\"#8a2fb0\" font-weight=\"bold\""),
        (Mark::Placed, "fill=\"#177a34\" font-weight=\"bold\""),
        (Mark::Gone, "fill=\"#c62828\" font-weight=\"bold\""),
    ] {
        let mut drawn = String::new();
        for (candidate, _) in notes.candidates.iter().filter(|(_, of)| *of == mark) {
            let (x, y) = raster.centre(*candidate);
            let alphabet = picture.alphabet_of(candidate.cell);
            let symbol = alphabet.symbol(candidate.digit, raster.plan.board);
            let base = y + height * 36 / 100;
            drawn += &format!("<text x=\"{x}\" y=\"{base}\">{symbol}</text>\n");
            drawn += &match mark {
                Mark::Plain | Mark::Fact | Mark::OtherFact => String::new(),
                Mark::Placed => format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" \
                     stroke=\"#177a34\"/>\n"
                ),
                Mark::Gone => format!(
                    "<path d=\"M{} {}l{pitch} -{pitch}\" stroke=\"#c62828\"/>\n",
                    x - half,
                    y + half
                ),
            };
        }
        text_group(text, height, style, &drawn);
    }
}

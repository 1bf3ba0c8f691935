//! The digits of a picture and the candidates of a step.

use super::shapes::FONT;
use crate::picture::drawing::CELL;
use crate::picture::{Mark, Notes, Picture};
use satdoku::board::{Cell, Layout};

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

/// Returns the element of a digit around a point. Viewers differ in how they centre text vertically, so the baseline
/// is explicit: a digit is about 0.72 of its font size high.
fn digit(x: usize, y: usize, height: usize, symbol: &str) -> String {
    let base = y + height * 36 / 100;
    format!("<text x=\"{x}\" y=\"{base}\">{symbol}</text>\n")
}

/// Draws the digits: first the givens, then the others.
pub(super) fn digits(text: &mut String, picture: &Picture<'_>) {
    let cells = picture.puzzle().layout().cells();
    let symbol = |cell: Cell| picture.symbol(cell).map(|symbol| (cell, symbol));
    let symbols: Vec<(Cell, (String, bool))> = cells.filter_map(symbol).collect();
    let widths = symbols.iter().map(|(_, (symbol, _))| symbol.len());
    // Digits are a little wider than half their height.
    let height = (CELL * 7 / 10).min(CELL * 5 / 4 / widths.max().unwrap_or(1).max(1));
    for (is_given, style) in [
        (true, "fill=\"#000\" font-weight=\"bold\""),
        (false, "fill=\"#1c5fc4\""),
    ] {
        let own = symbols.iter().filter(|(_, (_, given))| *given == is_given);
        let drawn = own.map(|(cell, (symbol, _))| {
            let (left, top) = picture.plan().corner(*cell);
            digit(left + CELL / 2, top + CELL / 2, height, symbol)
        });
        text_group(text, height, style, &drawn.collect::<String>());
    }
}

/// Returns the columns and rows of the raster of candidates in a cell: those of a box, if there are boxes and they are
/// not far from square.
fn raster(layout: &Layout) -> (usize, usize) {
    let count = layout.geometry().digit_count();
    if let Some(boxes) = layout.boxes().filter(|boxes| boxes.size() == count) {
        let (rows, columns) = (boxes.box_rows(), boxes.box_columns());
        if columns <= 2 * rows && rows <= 2 * columns {
            return (columns, rows);
        }
    }
    let columns = (1..=count).find(|side| side * side >= count).unwrap_or(1);
    (columns, count.div_ceil(columns))
}

/// Draws candidates, each at its fixed position in the cell: the lowest digit in the top left corner.
pub(super) fn candidates(text: &mut String, picture: &Picture<'_>, notes: &Notes) {
    let (layout, board) = (picture.puzzle().layout(), picture.puzzle().geometry());
    let (columns, rows) = raster(layout);
    // The sum of a cage and the name of a variable are in the corner of a cell.
    let has_labels = !layout.constraints().is_empty() || !board.variables().is_empty();
    let label = if has_labels { LABEL } else { 0 };
    let (width, room) = (CELL - 2 * INSET, CELL - 2 * INSET - label);
    let pitch = (width / columns).min(room / rows);
    let (half, radius) = (pitch / 2, pitch.min(14) / 2);
    let height = (pitch * 4 / 5).clamp(4, 12);
    for (mark, colour) in [
        (Mark::Plain, "#777"),
        (Mark::Fact, "#1c5fc4"),
        (Mark::OtherFact, "#8a2fb0"),
        (Mark::Placed, "#177a34"),
        (Mark::Gone, "#c62828"),
    ] {
        let mut drawn = String::new();
        for (candidate, _) in notes.candidates.iter().filter(|(_, of)| *of == mark) {
            let (left, top) = picture.plan().corner(candidate.cell);
            let index = candidate.digit.index();
            let (column, row) = (index % columns, index / columns);
            let x = left + INSET + (2 * column + 1) * width / (2 * columns);
            let y = top + INSET + label + (2 * row + 1) * room / (2 * rows);
            let alphabet = picture.alphabet_of(candidate.cell);
            drawn += &digit(x, y, height, &alphabet.symbol(candidate.digit, board));
            drawn += &match mark {
                Mark::Plain | Mark::Fact | Mark::OtherFact => String::new(),
                Mark::Placed => format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\"/>\n"
                ),
                Mark::Gone => format!(
                    "<path d=\"M{} {}l{pitch} -{pitch}\" stroke=\"{colour}\"/>\n",
                    x - half,
                    y + half
                ),
            };
        }
        let weight = if mark == Mark::Plain {
            ""
        } else {
            " font-weight=\"bold\""
        };
        text_group(text, height, &format!("fill=\"{colour}\"{weight}"), &drawn);
    }
}

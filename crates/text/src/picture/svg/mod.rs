//! Grids drawn as SVG documents.
//!
//! Coordinates are in units of a fortieth of a cell. The document sets a `viewBox` and no size, so
//! that the viewer chooses how large to show it.

mod constraints;
mod outline;

use super::{Borders, Mark, Notes, Picture};
use constraints::{Shapes, has_outer_clue};
use satdoku::board::{Candidate, Cell, HouseKind, Layout};

/// Units per cell.
const CELL: usize = 40;
/// Units around a board without clues outside. They keep the outer half of its border from being cut off.
const MARGIN: usize = 2;
/// Units between the border of a cell and its candidates.
const INSET: usize = 3;
/// Units above the candidates of a cell on boards with drawn constraints.
const LABEL: usize = 7;

impl Picture<'_> {
    /// Draws the picture as an SVG document: givens in bold black, other digits in blue, the
    /// cells of diagonals and windows shaded, and drawn constraints as setters draw them. The document scales to any size and is
    /// self-contained.
    pub fn svg(&self) -> String {
        let layout = self.puzzle().layout();
        let size = layout.geometry().columns();
        let margin = self.outer_margin().unwrap_or(MARGIN);
        let side = size * CELL + 2 * margin;
        let title = match self.notes() {
            Some(notes) if !notes.title.is_empty() => escaped(&notes.title),
            _ => format!("Sudoku, {size} by {size}"),
        };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\">\n\
             <title>{title}</title>\n\
             <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\n\
             <g transform=\"translate({margin} {margin})\">\n"
        );
        let shapes = Shapes::of(self.puzzle());
        shade(&mut text, self);
        if let Some(notes) = self.notes() {
            fill(&mut text, &notes.houses, size, "\"#f3efe2\"");
            fill(&mut text, &notes.cells, size, "\"#ffe9a8\"");
        }
        text += &shapes.below;
        lines(&mut text, self);
        text += &shapes.above;
        digits(&mut text, self);
        if let Some(notes) = self.notes() {
            candidates(&mut text, self, notes);
        }
        text + "</g>\n</svg>\n"
    }

    /// Draws only the constraints, on a transparent ground without a margin, as a layer for a board that
    /// is drawn by other means. With clues outside the grid, the layer extends beyond the board by one
    /// cell on each side. Returns `None` if nothing is drawn on the board.
    pub fn constraint_layer(&self) -> Option<String> {
        let Shapes { below, above, .. } = Shapes::of(self.puzzle());
        let margin = self.outer_margin().unwrap_or(0);
        let side = self.puzzle().geometry().columns() * CELL + 2 * margin;
        let is_empty = below.is_empty() && above.is_empty();
        (!is_empty).then(|| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\">\n\
                 <g transform=\"translate({margin} {margin})\">\n{below}{above}</g>\n</svg>\n"
            )
        })
    }

    /// Returns the room that clues outside the grid need: as much as a cell.
    fn outer_margin(&self) -> Option<usize> {
        has_outer_clue(self.puzzle()).then_some(CELL)
    }
}

/// Returns the left and top coordinates of a cell.
fn corner(cell: Cell, size: usize) -> (usize, usize) {
    (cell.index() % size * CELL, cell.index() / size * CELL)
}

/// Fills cells.
fn fill(text: &mut String, cells: &[Cell], size: usize, style: &str) {
    if cells.is_empty() {
        return;
    }
    let mut path = String::new();
    for cell in cells {
        let (x, y) = corner(*cell, size);
        path += &format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z");
    }
    *text += &format!("<path d=\"{path}\" fill={style}/>\n");
}

/// Shades the cells of diagonals and windows. The colours mix where both overlap.
fn shade(text: &mut String, picture: &Picture<'_>) {
    let layout = picture.puzzle().layout();
    let cells_of = |is_kind: fn(HouseKind) -> bool| {
        let houses = layout.houses().iter().filter(|house| is_kind(house.kind));
        let mut cells: Vec<Cell> = houses.flat_map(|house| house.cells.clone()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let diagonals = cells_of(|kind| kind.is_diagonal());
    let windows = cells_of(|kind| matches!(kind, HouseKind::Window(_)));
    let size = layout.geometry().columns();
    fill(text, &diagonals, size, "\"#8fb4e3\" fill-opacity=\"0.35\"");
    fill(text, &windows, size, "\"#9ccf9c\" fill-opacity=\"0.35\"");
}

/// Draws elements with centred text, if there are any.
fn text_group(text: &mut String, height: usize, style: &str, elements: &str) {
    if !elements.is_empty() {
        *text += &format!(
            "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{height}\" \
                 text-anchor=\"middle\" {style}>\n{elements}</g>\n"
        );
    }
}

/// The raster of candidates in a cell.
struct Raster {
    size: usize,
    columns: usize,
    rows: usize,
    /// Units above the raster.
    label: usize,
}

impl Raster {
    /// Returns the raster of a board: that of a box, if there are boxes and they are not far from square.
    fn of(layout: &Layout) -> Raster {
        let (size, shape) = (layout.geometry().columns(), layout.shape());
        let (rows, columns) = (shape.box_rows(), shape.box_columns());
        let is_box = shape.has_boxes() && columns <= 2 * rows && rows <= 2 * columns;
        let side = (1..=size).find(|side| side * side >= size).unwrap_or(1);
        let columns = if is_box { columns } else { side };
        Raster {
            size,
            columns,
            rows: size.div_ceil(columns),
            // The sum of a cage is in the corner of its first cell.
            label: if layout.constraints().is_empty() {
                0
            } else {
                LABEL
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
        let (left, top) = corner(cell, self.size);
        let (width, height) = self.area();
        let (column, row) = (digit.index() % self.columns, digit.index() / self.columns);
        let x = left + INSET + (2 * column + 1) * width / (2 * self.columns);
        let y = top + INSET + self.label + (2 * row + 1) * height / (2 * self.rows);
        (x, y)
    }
}

/// Draws candidates, each at its fixed position in the cell: 1 in the top left corner.
fn candidates(text: &mut String, picture: &Picture<'_>, notes: &Notes) {
    let raster = Raster::of(picture.puzzle().layout());
    let pitch = raster.pitch();
    let (half, radius) = (pitch / 2, pitch.min(14) / 2);
    let height = (pitch * 4 / 5).clamp(4, 12);
    for (mark, style) in [
        (Mark::Plain, "fill=\"#777\""),
        (Mark::Fact, "fill=\"#1c5fc4\" font-weight=\"bold\""),
        (Mark::Placed, "fill=\"#177a34\" font-weight=\"bold\""),
        (Mark::Gone, "fill=\"#c62828\" font-weight=\"bold\""),
    ] {
        let mut drawn = String::new();
        for (candidate, _) in notes.candidates.iter().filter(|(_, of)| *of == mark) {
            let (x, y) = raster.centre(*candidate);
            let symbol = picture.alphabet().symbol(candidate.digit);
            let base = y + height * 36 / 100;
            drawn += &format!("<text x=\"{x}\" y=\"{base}\">{symbol}</text>\n");
            drawn += &match mark {
                Mark::Plain | Mark::Fact => String::new(),
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

/// Escapes text for use between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Draws thin lines between all cells, and thick ones between boxes or regions and around the
/// board.
fn lines(text: &mut String, picture: &Picture<'_>) {
    let layout = picture.puzzle().layout();
    let (size, borders) = (layout.geometry().columns(), Borders::new(layout));
    let length = size * CELL;
    let mut thin = String::new();
    for line in 1..size {
        let at = line * CELL;
        thin += &format!("M{at} 0v{length}M0 {at}h{length}");
    }
    let mut thick = format!("M0 0h{length}v{length}h-{length}z");
    for line in 1..size {
        for is_upright in [true, false] {
            let is_border = |place: usize| {
                if is_upright {
                    borders.is_left(place, line)
                } else {
                    borders.is_above(line, place)
                }
            };
            let mut place = 0;
            while place < size {
                let run = (place..size).take_while(|place| is_border(*place)).count();
                let (across, along, run) = (line * CELL, place * CELL, run * CELL);
                match (is_upright, run) {
                    (_, 0) => {}
                    (true, _) => thick += &format!("M{across} {along}v{run}"),
                    (false, _) => thick += &format!("M{along} {across}h{run}"),
                }
                place += run / CELL + 1;
            }
        }
    }
    for (path, width, colour) in [(thin, 1, "#999"), (thick, 3, "#000")] {
        *text += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\"/>\n"
        );
    }
}

/// Draws the digits: first the givens, then the others.
fn digits(text: &mut String, picture: &Picture<'_>) {
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
                let (left, top) = corner(*cell, layout.geometry().columns());
                let (x, y) = (left + CELL / 2, top + base);
                drawn += &format!("<text x=\"{x}\" y=\"{y}\">{symbol}</text>\n");
            }
        }
        text_group(text, height, style, &drawn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::testing::{puzzle, puzzle_on};
    use satdoku::board::{Ruleset, Variant};
    use std::sync::Arc;

    #[test]
    fn a_small_puzzle_is_drawn_exactly() {
        let puzzle = puzzle("2x2", "1...............");
        let mut solution = puzzle.givens().clone();
        solution.set(Cell::from_index(1), satdoku::board::Digit::from_value(2));
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_solution(&solution);
        assert_eq!(
            picture.svg(),
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 164 164" role="img">
<title>Sudoku, 4 by 4</title>
<rect width="164" height="164" fill="#fff"/>
<g transform="translate(2 2)">
<path d="M40 0v160M0 40h160M80 0v160M0 80h160M120 0v160M0 120h160" fill="none" stroke="#999" stroke-width="1" stroke-linecap="square"/>
<path d="M0 0h160v160h-160zM80 0v160M0 80h160" fill="none" stroke="#000" stroke-width="3" stroke-linecap="square"/>
<g font-family="Helvetica, Arial, sans-serif" font-size="28" text-anchor="middle" fill="#000" font-weight="bold">
<text x="20" y="30">1</text>
</g>
<g font-family="Helvetica, Arial, sans-serif" font-size="28" text-anchor="middle" fill="#1c5fc4">
<text x="60" y="30">2</text>
</g>
</g>
</svg>
"##
        );
    }

    #[test]
    fn diagonals_and_windows_are_shaded() {
        let shaded = |variants: &[Variant]| {
            let rules = Ruleset::classic("2x2".parse().unwrap());
            let layout = Layout::new(rules.with(variants).unwrap());
            let puzzle = puzzle_on(Arc::new(layout), "................");
            let text = Picture::new(&puzzle, Alphabet::FromOne).svg();
            let shades = text.lines().filter(|line| line.contains("fill-opacity"));
            let cells = shades.map(|line| line.matches('z').count());
            cells.collect::<Vec<_>>()
        };
        assert_eq!(shaded(&[]), [0; 0]);
        assert_eq!(shaded(&[Variant::Diagonal]), [8]);
        assert_eq!(shaded(&[Variant::Windoku, Variant::Diagonal]), [8, 4]);
        assert_eq!(shaded(&[Variant::AntiKing]), [0; 0]);
    }
}

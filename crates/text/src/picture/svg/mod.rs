//! Grids drawn as SVG documents.
//!
//! Coordinates are in units of a fortieth of a cell. The document sets a `viewBox` and no size, so
//! that the viewer chooses how large to show it.

mod legend;
mod outline;
mod shapes;

use std::ops::Range;

use super::drawing::{CELL, Drawing, Plan, has_outer_clue};
use super::{Borders, Mark, Notes, Picture};
use legend::legend;
use satdoku::board::{Candidate, Cell, Layout, Source};
use shapes::elements;

/// Units around a board without clues outside. They keep the outer half of its border from being cut off.
const MARGIN: usize = 2;
/// Units between the border of a cell and its candidates.
const INSET: usize = 3;
/// Units above the candidates of a cell on boards with drawn constraints.
const LABEL: usize = 7;

impl Picture<'_> {
    /// Draws the picture as an SVG document: givens in bold black, other digits in blue, the
    /// cells of diagonals and windows shaded, and drawn constraints as setters draw them. Variables are
    /// below the grid, and below them the rules that setters state themselves, each with its sign. The document scales to any size and is self-contained.
    pub fn svg(&self) -> String {
        let plan = self.plan();
        let (rows, columns) = (plan.board.rows(), plan.board.columns());
        let margin = self.outer_margin().unwrap_or(MARGIN);
        let drawing = Drawing::of(self.puzzle());
        let (width, height) = plan.size();
        let (legend, legend_height) = legend(&drawing.legend, width);
        let bottom = height + margin;
        let (width, height) = (width + 2 * margin, bottom + legend_height + margin);
        let title = match self.notes() {
            Some(notes) if !notes.title.is_empty() => escaped(&notes.title),
            _ => format!("Sudoku, {rows} by {columns}"),
        };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <g transform=\"translate({margin} {margin})\">\n"
        );
        shade(&mut text, self);
        if let Some(notes) = self.notes() {
            fill(&mut text, &notes.houses, plan, "\"#f3efe2\"");
            fill(&mut text, &notes.cells, plan, "\"#ffe9a8\"");
        }
        text += &elements(&drawing.below, plan);
        lines(&mut text, self);
        variables(&mut text, plan);
        text += &elements(&drawing.above, plan);
        digits(&mut text, self);
        if let Some(notes) = self.notes() {
            candidates(&mut text, self, notes);
        }
        if !legend.is_empty() {
            text += &format!("<g transform=\"translate(0 {bottom})\">\n{legend}</g>\n");
        }
        text + "</g>\n</svg>\n"
    }

    /// Draws only the constraints, on a transparent ground without a margin, as a layer for a board that
    /// is drawn by other means. With clues outside the grid, the layer extends beyond the board by one
    /// cell on each side. Constraints on variables are left out. Returns `None` if nothing is drawn on
    /// the board.
    pub fn constraint_layer(&self) -> Option<String> {
        let plan = self.plan();
        let board = plan.board;
        let mut drawing = Drawing::new(self.puzzle());
        let is_on_grid = |cell: &Cell| board.position(*cell).is_some();
        for constraint in self.puzzle().layout().constraints() {
            if constraint.cells(board).iter().all(is_on_grid) {
                drawing.add(constraint);
            }
        }
        let below = elements(&drawing.below, plan);
        let above = elements(&drawing.above, plan);
        let margin = self.outer_margin().unwrap_or(0);
        let (width, height) = plan.grid_size();
        let (width, height) = (width + 2 * margin, height + 2 * margin);
        let is_empty = below.is_empty() && above.is_empty();
        (!is_empty).then(|| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n\
                 <g transform=\"translate({margin} {margin})\">\n{below}{above}</g>\n</svg>\n"
            )
        })
    }

    fn plan(&self) -> Plan<'_> {
        Plan {
            board: self.puzzle().geometry(),
        }
    }

    /// Returns the room that clues outside the grid need: as much as a cell.
    fn outer_margin(&self) -> Option<usize> {
        has_outer_clue(self.puzzle()).then_some(CELL)
    }
}

/// Fills cells.
fn fill(text: &mut String, cells: &[Cell], plan: Plan<'_>, style: &str) {
    if cells.is_empty() {
        return;
    }
    let mut path = String::new();
    for cell in cells {
        let (x, y) = plan.corner(*cell);
        path += &format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z");
    }
    *text += &format!("<path d=\"{path}\" fill={style}/>\n");
}

/// Shades the cells of diagonals and windows. The colours mix where both overlap.
fn shade(text: &mut String, picture: &Picture<'_>) {
    let layout = picture.puzzle().layout();
    let cells_of = |is_kind: fn(Source) -> bool| {
        let houses = layout.houses().iter().filter(|house| is_kind(house.source));
        let mut cells: Vec<Cell> = houses.flat_map(|house| house.cells.clone()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let diagonals = cells_of(Source::is_diagonal);
    let windows = cells_of(|source| matches!(source, Source::Window(_)));
    let plan = picture.plan();
    fill(text, &diagonals, plan, "\"#8fb4e3\" fill-opacity=\"0.35\"");
    fill(text, &windows, plan, "\"#9ccf9c\" fill-opacity=\"0.35\"");
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
        let (board, shape) = (layout.geometry(), layout.shape());
        let (rows, columns) = (shape.box_rows(), shape.box_columns());
        let count = board.digit_count();
        let is_box = shape.has_boxes()
            && rows * columns == count
            && columns <= 2 * rows
            && rows <= 2 * columns;
        let side = (1..=count).find(|side| side * side >= count).unwrap_or(1);
        let columns = if is_box { columns } else { side };
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
fn candidates(text: &mut String, picture: &Picture<'_>, notes: &Notes) {
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
    let (board, borders) = (layout.geometry(), Borders::new(layout));
    let (rows, columns) = (board.rows(), board.columns());
    let is_between = |row: usize, column: usize, is_upright: bool| {
        let before = match is_upright {
            true => column.checked_sub(1).map(|column| (row, column)),
            false => row.checked_sub(1).map(|row| (row, column)),
        };
        let has_both = before.is_some_and(|(row, column)| borders.is_cell(row, column));
        has_both && borders.is_cell(row, column)
    };
    let is_border = |row: usize, column: usize, is_upright: bool| match is_upright {
        true => borders.is_left(row, column),
        false => borders.is_above(row, column),
    };
    let thin = runs(1..rows, 1..columns, (rows, columns), is_between);
    let thick = match board.has_holes() {
        true => runs(0..rows + 1, 0..columns + 1, (rows, columns), is_border),
        false => {
            let (width, height) = picture.plan().grid_size();
            let inner = runs(1..rows, 1..columns, (rows, columns), is_border);
            format!("M0 0h{width}v{height}h-{width}z{inner}")
        }
    };
    for (path, width, colour) in [(thin, 1, "#999"), (thick, 3, "#000")] {
        *text += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\"/>\n"
        );
    }
}

/// Returns the path of lines above these rows and to the left of these columns. Each runs along the
/// places for which `is_there` is true, given the row, the column and whether the line is upright.
fn runs(
    above: Range<usize>,
    left: Range<usize>,
    (rows, columns): (usize, usize),
    is_there: impl Fn(usize, usize, bool) -> bool,
) -> String {
    let mut path = String::new();
    let first = above.start.min(left.start);
    for line in first..above.end.max(left.end) {
        for is_upright in [true, false] {
            let (lines, length) = match is_upright {
                true => (&left, rows),
                false => (&above, columns),
            };
            if !lines.contains(&line) {
                continue;
            }
            let is_there = |place: usize| match is_upright {
                true => is_there(place, line, true),
                false => is_there(line, place, false),
            };
            let mut place = 0;
            while place < length {
                let run = (place..length).take_while(|place| is_there(*place)).count();
                let (across, along, drawn) = (line * CELL, place * CELL, run * CELL);
                match (is_upright, run) {
                    (_, 0) => {}
                    (true, _) => path += &format!("M{across} {along}v{drawn}"),
                    (false, _) => path += &format!("M{along} {across}h{drawn}"),
                }
                place += run + 1;
            }
        }
    }
    path
}

/// Draws the frames and the names of variables.
fn variables(text: &mut String, plan: Plan<'_>) {
    for cell in plan.variables() {
        let (x, y) = plan.corner(cell);
        let (left, base, name) = (x + 3, y + 10, cell.name(plan.board));
        *text += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" \
             stroke=\"#999\"/>\n\
             <text x=\"{left}\" y=\"{base}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"9\" fill=\"#777\">{name}</text>\n"
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
                let (left, top) = picture.plan().corner(*cell);
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
        solution.set(
            Cell::from_index(1),
            Some(satdoku::board::Digit::from_index(1)),
        );
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

//! Grids drawn in characters.

use super::borders::Borders;
use satdoku::board::{Cell, Extent, Geometry};

/// The characters that borders are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strokes {
    /// Unicode box-drawing characters.
    Unicode,
    /// `+`, `-` and `|`.
    Ascii,
}

impl Strokes {
    /// Returns the character for a point from which borders run up, down, left and right.
    fn joint(self, [up, down, left, right]: [bool; 4]) -> char {
        const JOINTS: [char; 16] = [
            ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
        ];
        let index = usize::from(up)
            | usize::from(down) << 1
            | usize::from(left) << 2
            | usize::from(right) << 3;
        match (self, JOINTS[index]) {
            (Strokes::Unicode, joint) => joint,
            (Strokes::Ascii, ' ') => ' ',
            (Strokes::Ascii, '│') => '|',
            (Strokes::Ascii, '─') => '-',
            (Strokes::Ascii, _) => '+',
        }
    }
}

/// Returns the texts in the places of each row, with spaces where there is no cell.
pub(crate) fn places(
    board: &Geometry,
    width: usize,
    text: impl Fn(Cell) -> String,
) -> Vec<Vec<String>> {
    let place = |cell: Option<Cell>| cell.map_or_else(|| " ".repeat(width), &text);
    let rows = (0..board.rows()).map(|row| board.row(row).map(place).collect());
    rows.collect()
}

/// Lists the variables of a board with a text for each: a line for each group, or for each row of a
/// table.
pub(crate) fn list_variables(board: &Geometry, text: impl Fn(Cell) -> String) -> String {
    let mut list = String::new();
    let mut cells = board.cells().skip(board.grid_cell_count());
    for variables in board.variables() {
        let in_line = match variables.extent {
            Extent::Table(_, columns) => columns,
            extent => extent.count(),
        };
        for _ in 0..variables.extent.count() / in_line {
            let line = cells.by_ref().take(in_line);
            let line = line.map(|cell| format!("{}={}", cell.name(board), text(cell)));
            list += &(line.collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    list
}

/// Draws the places of each row with borders. The places of a column have the same width.
pub(crate) fn draw_cells(borders: &Borders, places: &[Vec<String>], strokes: Strokes) -> String {
    let first = places.first().into_iter().flatten();
    let widths: Vec<usize> = first.map(String::len).collect();
    let lines = |row: &Vec<String>| row.iter().map(|place| vec![place.clone()]).collect();
    let rows: Vec<Vec<Vec<String>>> = places.iter().map(lines).collect();
    draw_lines(borders, &widths, &rows, strokes)
}

/// Draws the places of each row, which have lines that take up the width of their column. Rows are kept apart if a
/// place has two lines.
pub(super) fn draw_lines(
    borders: &Borders,
    widths: &[usize],
    rows: &[Vec<Vec<String>>],
    strokes: Strokes,
) -> String {
    let is_wide = borders.wide_columns();
    let is_apart = rows.iter().flatten().any(|lines| lines.len() > 1);
    let mut text = String::new();
    for row in 0..=borders.rows {
        let is_rule = (0..borders.columns).any(|column| borders.is_above(row, column));
        if is_rule || (is_apart && row > 0 && row < rows.len()) {
            draw_rule(&mut text, borders, strokes, (row, widths), &is_wide);
        }
        let places = rows.get(row).map_or(&[][..], Vec::as_slice);
        let height = places.iter().map(|lines| lines.len().max(1)).max();
        for number in 0..height.unwrap_or(0) {
            let mut line = String::new();
            for (column, is_wide) in is_wide.iter().enumerate() {
                if column > 0 {
                    line.push(' ');
                }
                if *is_wide {
                    let is_border = borders.is_left(row, column);
                    line.push(strokes.joint([is_border, is_border, false, false]));
                    line.push(' ');
                }
                if let Some(width) = widths.get(column) {
                    let own = places[column].get(number);
                    line += &own.map_or_else(|| " ".repeat(*width), String::clone);
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Draws the borders above `row` of a board with columns of these widths, as one line.
fn draw_rule(
    text: &mut String,
    borders: &Borders,
    strokes: Strokes,
    (row, widths): (usize, &[usize]),
    is_wide: &[bool],
) {
    let columns = widths.len();
    let stroke = |is_there: bool| strokes.joint([false, false, is_there, is_there]);
    let is_above = |column: usize| borders.is_above(row, column);
    let mut line = String::new();
    for (column, is_wide) in is_wide.iter().enumerate() {
        let left = column > 0 && is_above(column - 1);
        let right = column < columns && is_above(column);
        let up = row > 0 && borders.is_left(row - 1, column);
        let down = row < borders.rows && borders.is_left(row, column);
        if column > 0 && *is_wide {
            line.push(stroke(left));
        }
        if *is_wide {
            line.push(strokes.joint([up, down, left, right]));
        }
        if let Some(width) = widths.get(column) {
            // A space precedes each cell but the first of a line without a frame.
            let length = width + usize::from(column > 0 || *is_wide);
            line.extend(std::iter::repeat_n(stroke(right), length));
        }
    }
    *text += line.trim_end();
    text.push('\n');
}

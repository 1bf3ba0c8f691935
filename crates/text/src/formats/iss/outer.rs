//! Rows, columns, corners and diagonals, and the arguments that name them.

use super::super::{diagonal, outer_lines};
use super::text::{CellNames, StringItem};
use satdoku::board::{Cell, Geometry, OuterLine, Side};
use satdoku::format_error::{FormatError, quote};

/// Returns the row or column that an argument such as `C8` names.
pub(super) fn outer_line(
    item: &StringItem,
    text: &str,
    is_end: bool,
    board: &Geometry,
) -> Result<OuterLine, FormatError> {
    let is_meant = |line: &OuterLine| line_name(*line) == text && is_at_end(*line) == is_end;
    let line = outer_lines(board).find(is_meant);
    line.ok_or_else(|| item.error("a row or column such as R1 or C1", quote(text)))
}

/// Returns true for the right or bottom end of a row or column.
pub(super) fn is_at_end(line: OuterLine) -> bool {
    matches!(line.side, Side::Right | Side::Bottom)
}

/// Returns the name of a row or column.
pub(super) fn line_name(line: OuterLine) -> String {
    let letter = match line.side {
        Side::Left | Side::Right => 'R',
        Side::Top | Side::Bottom => 'C',
    };
    format!("{letter}{}", line.index + 1)
}

/// Returns the four cells of which the first has this name.
pub(super) fn corner(name: &str, names: CellNames) -> Option<Vec<Cell>> {
    let board = names.board;
    let (row, column) = board.position(names.find(name)?)?;
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let cells = places.map(|(down, right)| board.cell_at(row + down, column + right));
    cells.into_iter().collect()
}

/// Returns the cells of the diagonal of a little killer. The cell at the border from which it is read
/// also determines its direction.
pub(super) fn diagonal_from(cell: Cell, board: &Geometry) -> Option<Vec<Cell>> {
    let (last_row, last_column) = (board.rows() - 1, board.columns() - 1);
    let (row, column) = board.position(cell)?;
    let (is_down, is_right) = match (row, column) {
        (row, 0) if row < last_row => (true, true),
        (row, column) if column == last_column && row > 0 && row < last_row => (false, false),
        (0, _) => (true, false),
        (row, column) if row == last_row && column < last_column && column > 0 => (false, true),
        _ => return None,
    };
    let step = [is_down, is_right].map(|is_forward| if is_forward { 1 } else { -1 });
    Some(diagonal(board, [row as isize, column as isize], step))
}

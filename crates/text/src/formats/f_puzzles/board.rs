//! The boards of f-puzzles: their sizes, regions, windows and diagonals.

use super::super::diagonal;
use satdoku::board::{Cell, Geometry, Layout, OuterLine, Ruleset, Shape, Side, Source, Variant};

/// The board sizes that f-puzzles supports.
pub(in super::super) const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Returns the region of each cell on a new board of this size: its box, or else its row.
pub(super) fn default_regions(size: usize) -> Vec<usize> {
    let shape = Shape::usual(size);
    let cells = (0..size * size).map(Cell::from_index);
    let region = |cell: Cell| shape.map_or(cell.index() / size, |shape| shape.box_of(cell));
    cells.map(region).collect()
}

/// Returns the cells of each window of a windoku of this size, if it can have any.
pub(super) fn windows(size: usize) -> Vec<Vec<Cell>> {
    let rules = Shape::usual(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let layout = rules.map(Layout::new);
    let houses = layout.iter().flat_map(Layout::houses);
    let windows = houses.filter(|house| matches!(house.source, Source::Window(_)));
    windows.map(|house| house.cells.clone()).collect()
}

/// Returns the cells of a diagonal from a clue beside the grid on, whose row and column are 0 or more there.
pub(super) fn diagonal_from(board: &Geometry, clue: [isize; 2], step: [isize; 2]) -> Vec<Cell> {
    let first = [0, 1].map(|place| clue[place] + step[place] - 1);
    diagonal(board, first, step)
}

/// Returns the name of the cell of a clue outside the grid.
pub(super) fn outer_name(line: OuterLine, size: usize) -> String {
    let (number, end) = (line.index + 1, size + 1);
    match line.side {
        Side::Left => format!("R{number}C0"),
        Side::Right => format!("R{number}C{end}"),
        Side::Top => format!("R0C{number}"),
        Side::Bottom => format!("R{end}C{number}"),
    }
}

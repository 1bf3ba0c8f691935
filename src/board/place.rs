//! Places of cells: a row and a column of the grid, or of a group of variables.

use super::cell::Cell;
use super::geometry::{Extent, Geometry};
use super::mismatch::Mismatch;

/// A place in the grid, or among the variables of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The index of the first of the variables.
    pub group: Option<usize>,
    pub row: isize,
    pub column: isize,
}

impl Place {
    /// Returns the place in a row and a column of the grid, counted from 0.
    pub fn of_grid(row: usize, column: usize) -> Place {
        Place {
            group: None,
            row: row as isize,
            column: column as isize,
        }
    }
}

impl Geometry {
    /// Returns the place of a cell. A list of variables is a row.
    pub(super) fn place(&self, cell: Cell) -> Place {
        let (group, row, column) = match (self.position(cell), self.variable(cell)) {
            (None, Some((variables, number))) => {
                let (_, columns) = sides(variables.extent);
                let first = cell.index() - number;
                (Some(first), number / columns, number % columns)
            }
            (position, _) => {
                let (row, column) = position.unwrap_or_default();
                (None, row, column)
            }
        };
        let (row, column) = (row as isize, column as isize);
        Place { group, row, column }
    }

    /// Returns the cell in a place, if there is one.
    pub(super) fn cell_in(&self, place: Place) -> Option<Cell> {
        let row = usize::try_from(place.row).ok()?;
        let column = usize::try_from(place.column).ok()?;
        let Some(first) = place.group else {
            return self.cell_at(row, column);
        };
        let (variables, _) = self.variable(Cell::from_index(first))?;
        let (rows, columns) = sides(variables.extent);
        let exists = row < rows && column < columns;
        exists.then(|| Cell::from_index(first + row * columns + column))
    }

    /// Returns the cells that share a side with a cell, in ascending order: cells of the grid, or
    /// variables of the same table.
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let Place { group, row, column } = self.place(cell);
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let places = steps.map(|(down, right)| Place {
            group,
            row: row + down,
            column: column + right,
        });
        let cells = places.into_iter();
        cells.filter_map(|place| self.cell_in(place)).collect()
    }

    /// Returns the cell that is as far from `cell` as `to` is from `from`. All four are in the grid or in
    /// the same group of variables.
    pub fn shifted(&self, cell: Cell, from: Cell, to: Cell) -> Option<Cell> {
        let [cell, from, to] = [cell, from, to].map(|cell| self.place(cell));
        let is_same = cell.group == from.group && from.group == to.group;
        let place = Place {
            group: cell.group,
            row: cell.row + to.row - from.row,
            column: cell.column + to.column - from.column,
        };
        is_same.then(|| self.cell_in(place)).flatten()
    }
}

/// Returns the places that a word of a rule names: one, a straight line `r1c1-r1c4`, or a rectangle
/// `r1c1..r2c4` in reading order. `parse` parses the name of a place.
///
/// # Errors
/// If a name is none, or the two places do not lie in a line or among the same cells.
pub(super) fn places(
    word: &str,
    parse: impl Fn(&str) -> Result<Place, Mismatch>,
) -> Result<Vec<Place>, Mismatch> {
    let wrong = |expected: String| Err(Mismatch::new(expected, format!("`{word}`")));
    let (names, is_line) = match (word.split_once(".."), word.split_once('-')) {
        (Some(corners), _) => (corners, false),
        (None, Some(ends)) => (ends, true),
        (None, None) => return Ok(vec![parse(word)?]),
    };
    let (first, last) = (parse(names.0)?, parse(names.1)?);
    if first.group != last.group {
        return wrong("two cells of the grid or of the same variables".to_string());
    }
    let at = |row, column| Place {
        row,
        column,
        ..first
    };
    if !is_line {
        let rows = first.row.min(last.row)..=first.row.max(last.row);
        let columns = first.column.min(last.column)..=first.column.max(last.column);
        let places = rows.flat_map(|row| columns.clone().map(move |column| at(row, column)));
        return Ok(places.collect());
    }
    let (down, right) = (last.row - first.row, last.column - first.column);
    if down.abs() != right.abs() && down != 0 && right != 0 {
        let rectangle = format!("`{}..{}` for a rectangle", names.0, names.1);
        return wrong(format!(
            "the ends of a straight line of cells, or {rectangle}"
        ));
    }
    let steps = 0..=down.abs().max(right.abs());
    let places = steps.map(|step| {
        let (row, column) = (step * down.signum(), step * right.signum());
        at(first.row + row, first.column + column)
    });
    Ok(places.collect())
}

/// Checks that a list of a rule does not have too many places.
pub(super) fn check_count(places: usize) -> Result<(), Mismatch> {
    const MOST: usize = Geometry::MAX_SIDE * Geometry::MAX_SIDE;
    match places {
        0..=MOST => Ok(()),
        _ => Err(Mismatch::new(
            format!("at most {MOST} cells"),
            places.to_string(),
        )),
    }
}

/// Returns the rows and columns of variables.
fn sides(extent: Extent) -> (usize, usize) {
    match extent {
        Extent::Table(rows, columns) => (rows, columns),
        extent => (1, extent.count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variables;

    #[test]
    fn cells_are_shifted_within_the_grid_and_within_variables() {
        let variables = |name: &str, extent| Variables {
            name: name.to_string(),
            extent,
            digits: None,
        };
        let board = Geometry::from(4).with_variables(variables("x", Extent::Table(2, 3)));
        let board = board
            .unwrap()
            .with_variables(variables("y", Extent::List(3)))
            .unwrap();
        let shifted = |names: [&str; 3]| {
            let [cell, from, to] = names.map(|name| Cell::from_name(name, &board).unwrap());
            let cell = board.shifted(cell, from, to);
            cell.map(|cell| cell.name(&board).to_string())
        };
        for (names, expected) in [
            (["r2c1", "r1c1", "r3c2"], Some("r4c2")),
            (["r2c1", "r1c1", "r4c1"], None),
            (["r1c4", "r1c1", "r1c2"], None),
            (["r1c1", "r1c2", "r1c1"], None),
            (["x.r1c2", "x.r1c1", "x.r2c2"], Some("x.r2c3")),
            (["x.r1c3", "x.r1c1", "x.r1c2"], None),
            (["y1", "y1", "y3"], Some("y3")),
            (["y2", "y1", "y3"], None),
            (["y1", "x.r1c1", "x.r1c2"], None),
            (["r1c1", "x.r1c1", "r1c2"], None),
        ] {
            assert_eq!(shifted(names).as_deref(), expected, "{names:?}");
        }
    }
}

//! Clues outside the grid: sandwiches and little killers.

use super::canvas::Canvas;
use satdoku::board::{Argument, Cell, Constraint, OuterLine, Side};

/// Draws clues to the left of rows and above columns.
pub(super) fn draw_sandwiches(canvas: &mut Canvas<'_>) {
    for side in [Side::Left, Side::Top] {
        for index in 0..canvas.size {
            let line = OuterLine { side, index };
            let values = line.cells(&canvas.board).into_iter();
            let values: Vec<usize> = values.map(|cell| canvas.value(cell)).collect();
            let is_end = |value: &usize| *value == 1 || *value == canvas.size;
            let filling = values.splitn(3, is_end).nth(1).unwrap_or_default();
            let total = filling.iter().sum::<usize>() as i64;
            let clue = Constraint::new("sandwich", [Argument::Number(total), Argument::Line(line)]);
            canvas.constraints.extend(clue);
        }
    }
}

/// Draws clues for diagonals of at least two cells, at one of their ends. No two clues have the same place outside the
/// grid, and with `has_others` none is to the left or above, where other clues are.
pub(super) fn draw_little_killers(canvas: &mut Canvas<'_>, has_others: bool) {
    let size = canvas.size as isize;
    // The places that are taken, as rows and columns that begin with -1.
    let mut taken: Vec<(isize, isize)> = Vec::new();
    for down in [-1, 1] {
        for line in 0..2 * size - 1 {
            // The first column of a diagonal that begins in the top or bottom row, on or off the board.
            let column = line - (size - 1);
            let row = if down == 1 { 0 } else { size - 1 };
            let steps = (0..size).filter(|step| (0..size).contains(&(column + step)));
            let mut places: Vec<(isize, isize)> = steps
                .map(|step| (row + step * down, column + step))
                .collect();
            if places.len() < 2 {
                continue;
            }
            if canvas.below(2) == 0 {
                places.reverse();
            }
            for _ in 0..2 {
                let (first, second) = (places[0], places[1]);
                let outside = (2 * first.0 - second.0, 2 * first.1 - second.1);
                let is_hidden = has_others && outside.0.min(outside.1) < 0;
                if !is_hidden && !taken.contains(&outside) {
                    taken.push(outside);
                    let cell = |(row, column): &(isize, isize)| {
                        Cell::at(*row as usize, *column as usize, canvas.size)
                    };
                    let cells: Vec<Cell> = places.iter().map(cell).collect();
                    let total = cells.iter().map(|cell| canvas.value(*cell)).sum();
                    canvas.add("little-killer", Some(total), vec![cells]);
                    break;
                }
                places.reverse();
            }
        }
    }
}

//! The lines of the grid.

use std::ops::Range;

use crate::picture::drawing::CELL;
use crate::picture::{Borders, Picture};

/// Draws thin lines between all cells, and thick ones between boxes or regions and around the
/// board.
pub(super) fn lines(text: &mut String, picture: &Picture<'_>) {
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

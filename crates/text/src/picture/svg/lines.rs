//! The lines of the grid.

use crate::picture::drawing::CELL;
use crate::picture::{Borders, Picture};

/// Draws thin lines between all cells, and thick ones between boxes or regions and around the
/// board.
pub(super) fn lines(text: &mut String, picture: &Picture<'_>) {
    let borders = Borders::new(picture.puzzle().layout());
    let is_cell = |row, column| borders.is_cell(row, column);
    let thin = runs(&borders, |row, column, is_upright| {
        let before = match is_upright {
            true => is_cell(row, column.wrapping_sub(1)),
            false => is_cell(row.wrapping_sub(1), column),
        };
        before && is_cell(row, column)
    });
    let thick = runs(&borders, |row, column, is_upright| match is_upright {
        true => borders.is_left(row, column),
        false => borders.is_above(row, column),
    });
    for (path, width, colour) in [(thin, 1, "#999"), (thick, 3, "#000")] {
        *text += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\"/>\n"
        );
    }
}

/// Returns the path of the lines to the left of places and above them. Each runs along the places for which `is_there`
/// is true, given the row, the column and whether the line is upright.
fn runs(borders: &Borders, is_there: impl Fn(usize, usize, bool) -> bool) -> String {
    let (rows, columns) = (borders.rows, borders.columns);
    let mut path = String::new();
    for (is_upright, lines, length) in [(true, columns, rows), (false, rows, columns)] {
        for line in 0..=lines {
            let is_there = |place: &usize| match is_upright {
                true => is_there(*place, line, true),
                false => is_there(line, *place, false),
            };
            let places: Vec<usize> = (0..length).collect();
            let runs = places.chunk_by(|one, next| is_there(one) == is_there(next));
            for run in runs.filter(|run| is_there(&run[0])) {
                let (across, along, drawn) = (line * CELL, run[0] * CELL, run.len() * CELL);
                path += &match is_upright {
                    true => format!("M{across} {along}v{drawn}"),
                    false => format!("M{along} {across}h{drawn}"),
                };
            }
        }
    }
    path
}

//! From a board to its items.

use super::super::NoLink;
use super::boxes::{SIDES, has_usual_boxes, usual_boxes};
use super::text::CellNames;
use satdoku::board::{Extent, Ruleset, Variables};

/// The largest number of digits there.
const MOST_DIGITS: usize = 16;

/// Returns the items of the board without its variants.
pub(super) fn board_items(rules: &Ruleset, names: CellNames) -> Result<String, NoLink> {
    let board = rules.geometry();
    let (rows, columns) = (board.rows(), board.columns());
    let is_single = rules.corners().is_empty() && !board.has_holes();
    if let Some(line) = rules.board_lines().first().filter(|_| !is_single) {
        return Err(NoLink::no_item(line));
    }
    if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
        return Err(NoLink::no_item(&format!("board {rows}x{columns}")));
    }
    let (first, last) = (*board.values().start(), *board.values().end());
    let is_other = |of: &&Variables| of.digits.is_some_and(|digits| digits != (first, last));
    if let Some(variables) = board.variables().iter().find(is_other) {
        return Err(NoLink::no_item(&format!("variables {variables}")));
    }
    if board.digit_count() > MOST_DIGITS {
        return Err(NoLink::no_item(&format!("digits {first}-{last}")));
    }
    let mut shape = format!(".Shape~{rows}x{columns}");
    let is_usual = (first, last) == (1, rows.max(columns));
    if !is_usual {
        shape += &format!("~{first}-{last}");
    }
    if !rules.has_lines() {
        shape += if is_usual { "~~Raw" } else { "~Raw" };
    }
    let is_default = shape == ".Shape~9x9";
    let mut text = if is_default { String::new() } else { shape };
    text += &boxes(rules)?;
    let own = |of: &&Variables| names.regions != Some(&of.name);
    for variables in board.variables().iter().filter(own) {
        text += &format!(".Var~{}", &names.prefix(&variables.name)[1..]);
        match variables.extent {
            Extent::Single => {}
            Extent::List(count) => text += &format!("~~{count}"),
            Extent::Table(rows, columns) => text += &format!("~~{rows}x{columns}"),
        }
    }
    Ok(text)
}

/// Returns the items about boxes and regions.
fn boxes(rules: &Ruleset) -> Result<String, NoLink> {
    if has_usual_boxes(rules) {
        return Ok(String::new());
    }
    let none = usual_boxes(rules).map_or("", |_| ".NoBoxes");
    if rules.regions().is_none() && rules.boxes().is_none() {
        return Ok(none.to_string());
    }
    Ok(format!("{none}{}", jigsaw_item(rules)?))
}

/// Returns the item with the region of each cell.
fn jigsaw_item(rules: &Ruleset) -> Result<String, NoLink> {
    let board = rules.geometry();
    let regions = board.grid_cells().map(|cell| rules.region_of(cell));
    let regions: Vec<Option<usize>> = regions.collect();
    let size_of =
        |wanted: Option<usize>| regions.iter().filter(|region| **region == wanted).count();
    let count = regions.iter().flatten().max().map_or(0, |last| last + 1);
    let sizes = board.rows().max(board.columns())..=board.grid_digits().len();
    let others = size_of(None);
    let is_readable = (0..count).all(|region| sizes.contains(&size_of(Some(region))))
        && (others == 0 || (!board.is_square() && !sizes.contains(&others)))
        // A single region is ignored there.
        && count + usize::from(others > 0) > 1;
    let symbol = |region: &Option<usize>| char::from_digit(region.unwrap_or(count) as u32, 36);
    let symbols: Option<String> = regions.iter().map(symbol).collect();
    match symbols.filter(|_| is_readable) {
        Some(symbols) => Ok(format!(".Jigsaw~{}", symbols.to_ascii_uppercase())),
        None => Err(NoLink::no_item(&match rules.regions() {
            Some(regions) => format!("regions {regions}"),
            None => format!("box {}", rules.box_text()),
        })),
    }
}

//! Items for the board: `Shape`, `NoBoxes`, `Jigsaw` and `Var`.

use super::NoLink;
use crate::read::link::constraint_string::variables::{REGIONS, cells_of, prefix_of};
use crate::read::link::constraint_string::{SIDES, default_boxes};
use satdoku::board::{Extent, Ruleset, Shape, Variables};

/// The largest number of digits.
const MOST_DIGITS: usize = 16;

/// Returns the items of the board without its variants.
pub(super) fn board_items(rules: &Ruleset) -> Result<String, NoLink> {
    let board = rules.geometry();
    let missing = |text: String| Err(NoLink::NoItem(text));
    let (rows, columns) = (board.rows(), board.columns());
    let is_single = rules.corners().is_empty() && !board.has_holes();
    if let Some(line) = rules
        .board_lines()
        .into_iter()
        .next()
        .filter(|_| !is_single)
    {
        return missing(line);
    }
    if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
        return missing(format!("board {rows}x{columns}"));
    }
    let (first, last) = (*board.values().start(), *board.values().end());
    let has_own = |variables: &&Variables| {
        let digits = variables.digits;
        digits.is_some_and(|digits| digits != (first, last))
    };
    if let Some(variables) = board.variables().iter().find(has_own) {
        return missing(format!("variables {variables}"));
    }
    if board.digit_count() > MOST_DIGITS {
        return missing(format!("digits {first}-{last}"));
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
    for (variables, group) in board.variables().iter().zip(groups(rules)) {
        let Some(prefix) = group.strip_prefix('V') else {
            continue;
        };
        text += &format!(".Var~{prefix}");
        match variables.extent {
            Extent::Single => {}
            Extent::List(count) => text += &format!("~~{count}"),
            Extent::Table(rows, columns) => text += &format!("~~{rows}x{columns}"),
        }
    }
    Ok(text)
}

/// Returns how the names of the cells of each group of variables begin: `VM`, or `CC` for the regions to find.
pub(super) fn groups(rules: &Ruleset) -> Vec<String> {
    let regions = regions_to_find(rules);
    let group = |variables: &Variables| {
        let group = match regions == Some(variables.name.as_str()) {
            true => cells_of(REGIONS),
            false => format!("v{}", prefix_of(&variables.name)),
        };
        group.to_ascii_uppercase()
    };
    rules.geometry().variables().iter().map(group).collect()
}

/// Returns the name of the variables with the numbers of regions to find, if there are any.
pub(super) fn regions_to_find(rules: &Ruleset) -> Option<&str> {
    let mut constraints = rules.constraints().iter();
    constraints
        .find(|of| of.name() == "regions-to-find")?
        .variables()
}

/// Returns true if the board has the boxes that a string without items about them means.
pub(super) fn has_usual_boxes(rules: &Ruleset) -> bool {
    rules.regions().is_none() && rules.has_boxes() && Some(rules.shape()) == usual_boxes(rules)
}

/// Returns the boxes that a string without items about them means.
fn usual_boxes(rules: &Ruleset) -> Option<Shape> {
    let (rows, columns) = (rules.geometry().rows(), rules.geometry().columns());
    default_boxes(rows, columns).filter(|_| rules.has_lines())
}

/// Returns the items about boxes and regions.
fn boxes(rules: &Ruleset) -> Result<String, NoLink> {
    if has_usual_boxes(rules) {
        return Ok(String::new());
    }
    let none = usual_boxes(rules).map_or("", |_| ".NoBoxes");
    if rules.regions().is_none() && !rules.has_boxes() {
        return Ok(none.to_string());
    }
    Ok(format!("{none}{}", jigsaw(rules)?))
}

/// Returns the item with the region of each cell.
fn jigsaw(rules: &Ruleset) -> Result<String, NoLink> {
    let board = rules.geometry();
    let regions: Vec<Option<usize>> = board
        .grid_cells()
        .map(|cell| rules.region_of(cell))
        .collect();
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
        None => Err(NoLink::NoItem(match rules.regions() {
            Some(regions) => format!("regions {regions}"),
            None => format!("box {}", rules.shape()),
        })),
    }
}

//! Constraint strings of the Interactive Sudoku Solver, such as `.Cage~17~R1C1~R1C2.~R5C5_3`.
//!
//! An item is a dot, the name of a constraint, and its arguments after tildes; white space means
//! nothing. The item without a name has givens. Most items have a counterpart of their own, and are
//! translated to the text form of constraints, which checks their arguments.

pub(crate) mod base64;
mod blocks;
mod chaos;
mod custom;
pub(crate) mod groups;
mod item;
pub(crate) mod items;
pub(crate) mod machine;
#[cfg(test)]
mod tests;
pub(crate) mod variables;
mod whole_board;

use std::collections::HashSet;

use item::StringItem;
use items::StringBoard;

use crate::read::draft::PuzzleDraft;
use crate::read::glyph::{Glyph, Line, starts_with, string, trim};
use satdoku::board::{Cell, Grid, RegionMap, RuleLine, Ruleset, Shape, Variant};
use satdoku::format_error::{FormatError, quote};
use variables::{regions, variables_of};

/// The numbers of rows and columns of the Interactive Sudoku Solver.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 1..=16;

/// Returns true if a text is meant as a constraint string: each item is empty or has a name or
/// arguments, and one has more than a single letter, which could be a digit.
pub(crate) fn is_constraint_string(text: &str) -> bool {
    let Some(items) = text.trim().strip_prefix('.') else {
        return false;
    };
    let mut is_sure = false;
    for item in items.split('.') {
        let item = item.trim();
        let (name, arguments) = match item.split_once('~') {
            None => (item, false),
            Some((name, _)) => (name.trim(), true),
        };
        let mut letters = name.chars();
        let is_capital = letters
            .next()
            .is_none_or(|first| first.is_ascii_uppercase());
        if !is_capital || !letters.clone().all(|c| c.is_ascii_alphabetic()) {
            return false;
        }
        is_sure |= arguments
            || letters
                .next()
                .is_some_and(|second| second.is_ascii_lowercase());
    }
    is_sure
}

/// Joins the lines of a constraint string that takes several. Lines that follow each other are a list
/// unless `is_one_string` is true of them.
pub(crate) fn joined(lines: Vec<Line>) -> Vec<Line> {
    joined_if(lines, is_one_string)
}

/// Returns true if lines are parts of one string: one of them has a single item, as where each constraint
/// has its own line; or the lines share a kind of constraint, but no cell of it, as where a string was
/// wrapped. The puzzles of a list would use a cell again, or repeat an item about the whole board.
fn is_one_string(lines: &[Line]) -> bool {
    let (mut kinds, mut places) = (HashSet::new(), HashSet::new());
    let (mut has_shared_kind, mut has_shared_place) = (false, false);
    for line in lines {
        let items = StringItem::all(line);
        if items.len() == 1 {
            return true;
        }
        let own: HashSet<(String, String)> = items.iter().flat_map(StringItem::places).collect();
        let own_kinds: HashSet<String> = own.iter().map(|(name, _)| name.clone()).collect();
        has_shared_kind |= !kinds.is_disjoint(&own_kinds);
        has_shared_place |= !places.is_disjoint(&own);
        kinds.extend(own_kinds);
        places.extend(own);
    }
    has_shared_kind && !has_shared_place
}

/// Joins the lines of constraint strings that follow each other, where there is only one puzzle.
pub(crate) fn joined_as_one(lines: Vec<Line>) -> Vec<Line> {
    joined_if(lines, |_| true)
}

/// Joins lines of constraint strings that follow each other, if `is_one` is true of them.
fn joined_if(mut lines: Vec<Line>, is_one: impl Fn(&[Line]) -> bool) -> Vec<Line> {
    let is_part = |line: &Line| starts_with(trim(line), ".") && is_constraint_string(&string(line));
    for stretch in lines.split_mut(|line| !is_part(line)) {
        if stretch.len() > 1
            && is_one(stretch)
            && let [first, rest @ ..] = stretch
        {
            rest.iter_mut().for_each(|line| first.append(line));
        }
    }
    lines
}

/// Parses a constraint string.
///
/// # Errors
/// If an item is unknown or has invalid arguments.
pub(crate) fn parse(line: &[Glyph]) -> Result<PuzzleDraft, FormatError> {
    let mut items = StringItem::all(line);
    let rules = rules_of(&items)?;
    items
        .iter_mut()
        .for_each(|item| item.name_cells(rules.geometry()));
    let mut board = StringBoard::new(rules);
    board.add_all(&items)?;
    board.finish(&items)
}

/// Returns the board that the items `Shape`, `NoBoxes` and `Var` describe, with the variables of others.
fn rules_of(items: &[StringItem]) -> Result<Ruleset, FormatError> {
    let find = |name: &str| items.iter().find(|item| item.name.text == name);
    let shape = find("Shape");
    let (rows, columns) = shape.map_or(Ok((9, 9)), sides_of)?;
    let most = rows.max(columns);
    let is_raw = match shape.map(|shape| (shape, shape.argument(2))) {
        None | Some((_, "" | "Sudoku")) => false,
        Some((_, "Raw")) => true,
        Some((shape, other)) => return Err(shape.error("Sudoku or Raw", quote(other))),
    };
    let mut lines = Vec::new();
    let base = match rows == columns && rows >= Shape::MIN_SIZE {
        true => Shape::usual(rows).or_else(|| Shape::without_boxes(rows).ok()),
        false => {
            lines.push(RuleLine::Size(rows, columns));
            None
        }
    };
    if let Some((first, last)) = shape.map_or(Ok(None), digits_of)?
        && (first, last) != (1, most)
    {
        lines.push(RuleLine::Digits(first, last));
    }
    if is_raw {
        lines.push(RuleLine::Raw);
    }
    for item in items.iter().filter(|item| item.name.text == "Var") {
        lines.push(RuleLine::Variables(variables_of(item)?));
    }
    if find("ChaosConstruction").is_some() {
        lines.extend(regions(rows, columns).map(RuleLine::Variables));
    }
    let has_boxes = !is_raw && find("NoBoxes").is_none();
    let boxes = has_boxes.then(|| default_boxes(rows, columns)).flatten();
    let boxes = match (boxes, base) {
        // The boxes that the board has already.
        (Some(boxes), Some(usual)) if boxes == usual => None,
        (Some(boxes), _) => Some(boxes),
        (None, Some(_)) => Shape::without_boxes(columns).ok(),
        (None, None) => None,
    };
    lines.extend(boxes.map(RuleLine::Box));
    let rules = Ruleset::classic(base.unwrap_or(Shape::STANDARD)).with_lines(lines);
    rules.map_err(|error| {
        let place = items.first().map_or((1, 1), |item| item.name.position);
        match shape {
            Some(shape) => shape.error(&error.expected, error.found),
            None => FormatError::new(place, error.expected, error.found),
        }
    })
}

/// Returns the rows and columns of an item `Shape`.
fn sides_of(shape: &StringItem) -> Result<(usize, usize), FormatError> {
    let text = shape.argument(0);
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    side(rows)
        .zip(side(columns))
        .ok_or_else(|| shape.error("rows and columns from 1x1 to 16x16", quote(text)))
}

/// Returns the lowest and the highest digit of an item `Shape`, if it has them: `9` or `0-8`.
fn digits_of(shape: &StringItem) -> Result<Option<(usize, usize)>, FormatError> {
    let text = shape.argument(1);
    if text.is_empty() {
        return Ok(None);
    }
    let (first, last) = text.split_once('-').unwrap_or(("1", text));
    let digits = first.parse().ok().zip(last.parse().ok());
    digits
        .map(Some)
        .ok_or_else(|| shape.error("digits such as 0-8", quote(text)))
}

/// Returns the boxes of a board without items about them: of as many cells as its longer side has, as
/// square as possible, and wider than high if both fit.
pub(crate) fn default_boxes(rows: usize, columns: usize) -> Option<Shape> {
    let size = rows.max(columns);
    let sides = (2..=size.isqrt())
        .rev()
        .filter(|side| size.is_multiple_of(*side));
    let shapes = sides.flat_map(|side| [(side, size / side), (size / side, side)]);
    let fits = |(height, width): &(usize, usize)| {
        rows.is_multiple_of(*height) && columns.is_multiple_of(*width)
    };
    let (height, width) = { shapes }.find(fits)?;
    Shape::new(height, width).ok()
}

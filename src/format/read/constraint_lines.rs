//! Constraints below a grid, one on each line: `cage 15 r1c1 r1c2 r2c1`.

use std::sync::Arc;

use super::cells::{Body, Content, Found};
use super::constraint_text::with_constraints;
use super::glyph::{Line, LineColumn, string};
use super::line_kind::LineKind;
use super::record::ReadOptions;
use super::shared_puzzle::SharedPuzzle;
use crate::board::{Cell, Constraint, Grid, Layout, RegionMap, Shape};

/// A constraint as text.
pub(super) struct ConstraintLine {
    /// The index of its line.
    pub at: usize,
    text: String,
    /// The place of its first character.
    position: LineColumn,
}

/// Finds the lines with constraints, and marks them as used.
pub(super) fn constraint_lines(lines: &[Line], entries: &mut [LineKind]) -> Vec<ConstraintLine> {
    let mut found = Vec::new();
    for (at, (line, entry)) in lines.iter().zip(entries).enumerate() {
        let Some(first) = line.iter().find(|glyph| glyph.c != ' ') else {
            continue;
        };
        let text = string(line);
        if is_constraint(&text) {
            *entry = LineKind::Used;
            let position = first.position();
            let text = text.trim().to_string();
            found.push(ConstraintLine { at, text, position });
        }
    }
    found
}

/// Returns true if a line is meant as a constraint: if it begins with the name of a kind and an argument,
/// or with any other word, and has cells and nothing but arguments after it.
pub(super) fn is_constraint(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    if Constraint::names().any(|known| known == name) {
        return arguments.first().is_some_and(|first| is_argument(first));
    }
    let is_word = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let mut parts = arguments
        .iter()
        .flat_map(|argument| argument.split(['-', ':']));
    is_word && parts.any(is_cell) && arguments.iter().all(|argument| is_argument(argument))
}

/// Returns true if a word begins as an argument of a constraint does: with a number, a cell or a colon, or
/// if it is for a clue outside the grid.
fn is_argument(word: &str) -> bool {
    let mut parts = word.split(['-', ':', '*']).filter(|part| !part.is_empty());
    let Some(first) = parts.next() else {
        return word == ":";
    };
    let is_number = first.chars().all(|c| c.is_ascii_digit());
    is_number || is_cell(first) || ["row", "column"].contains(&first)
}

fn is_cell(word: &str) -> bool {
    Cell::from_name(word, usize::from(u16::MAX)).is_some()
}

/// Returns the blank puzzle of constraints that no grid precedes.
pub(super) fn blank_puzzle(lines: &[ConstraintLine], options: &ReadOptions) -> Option<Found> {
    let first = lines.first()?;
    let shared = SharedPuzzle::new(Grid::blank(blank_size(options)));
    let body = Body::Shared(shared, first.position);
    Some(Found::grid(body, first.at..first.at + 1))
}

/// Returns the size of a puzzle that has only constraints: that of the options, or 9.
pub(super) fn blank_size(options: &ReadOptions) -> usize {
    let of_regions = || options.regions.as_ref().map(RegionMap::size);
    options
        .shape
        .map(Shape::size)
        .or_else(of_regions)
        .unwrap_or(9)
}

/// Adds the constraints on lines to a puzzle.
///
/// # Errors
/// If a line is not a constraint, or the board cannot have it.
pub(super) fn draw(content: Content, lines: &[ConstraintLine]) -> Content {
    let (puzzle, form) = content?;
    if lines.is_empty() {
        return Ok((puzzle, form));
    }
    let place =
        |line: &ConstraintLine, column: usize| (line.position.0, line.position.1 + column - 1);
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let rules = puzzle.layout().rules().clone();
    let rules = with_constraints(rules, &texts, |number, column| {
        place(&lines[number], column)
    })?;
    Ok((puzzle.on(Arc::new(Layout::new(rules))), form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_as_constraints_do_are_constraints() {
        for line in [
            "cage 15 r1c1 r1c2",
            "  Thermometer r1c1-r4c1",
            "sum 3 -1*r1c1 r1c2",
            "arrow r1c1: r1c2",
            "sandwich 5 row 3",
            "cage 15 r1c1 rlc2",
            "sum 99999999999999999999 r1c1",
            "sum -3 r1c1",
            "arrow : r1c1",
            "cages 15 r1c1 r1c2",
            "whisper r1c1-r4c1",
        ] {
            assert!(is_constraint(line), "{line}");
        }
        for line in [
            "cage",
            "cage match",
            "r1c1=5",
            "x",
            "A sum of r1c1",
            "between us",
            "12",
            "cell r1c1 is 5",
            "see r1c1.",
            "r1c1 r1c2",
        ] {
            assert!(!is_constraint(line), "{line}");
        }
    }
}

//! The legend of rules that setters state themselves.

use std::collections::BTreeSet;

use satdoku::board::{Cell, Constraint, Geometry, Title};

/// Colours that are easy to tell from each other on white.
const COLOURS: [&str; 6] = [
    "#9466c4", "#2e8b57", "#c96a12", "#2f7fc1", "#c0392b", "#8a6d3b",
];

/// The letters of entries. Later ones have numbers.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A rule of the legend.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// The sign of the rule on the board; empty for a rule of the whole grid, which needs none.
    pub sign: String,
    pub colour: &'static str,
    /// The title of the rule or, if it has none, the rule itself.
    pub text: String,
}

/// Returns the entry of a constraint, if its kind leaves the rule to the setter. Constraints with the same
/// title or rule share one, which is added to `entries` if it is not there.
pub(super) fn entry(
    constraint: &Constraint,
    board: &Geometry,
    entries: &mut Vec<Entry>,
) -> Option<Entry> {
    let statement = constraint.statement(board)?;
    let title = constraint.title().map(Title::as_str);
    let text = title.map_or(statement, str::to_string);
    let is_whole = is_whole_grid(constraint, board);
    let is_same = |entry: &&Entry| entry.text == text && entry.sign.is_empty() == is_whole;
    if let Some(known) = entries.iter().find(is_same) {
        return Some(known.clone());
    }
    let number = entries
        .iter()
        .filter(|entry| !entry.sign.is_empty())
        .count();
    let letter = LETTERS.chars().nth(number);
    let sign = letter.map_or_else(|| (number + 1).to_string(), String::from);
    let entry = Entry {
        sign: if is_whole { String::new() } else { sign },
        colour: COLOURS[number % COLOURS.len()],
        text,
    };
    entries.push(entry.clone());
    Some(entry)
}

/// Returns true if a constraint is about all cells of the grid and nothing else.
fn is_whole_grid(constraint: &Constraint, board: &Geometry) -> bool {
    let cells: BTreeSet<Cell> = constraint.cells(board).into_iter().collect();
    cells.len() == board.grid_cell_count()
        && cells.iter().all(|cell| board.position(*cell).is_some())
}

//! A note on variables that no constraint uses.

use std::collections::HashSet;

use satdoku::board::{Cell, Puzzle, Variables};

/// Returns a note on the groups of variables without a cell in a constraint, if there are any: their digits
/// are free, so the puzzle has several solutions.
pub(crate) fn note_on_variables(puzzle: &Puzzle) -> Option<String> {
    let board = puzzle.geometry();
    if board.variables().is_empty() {
        return None;
    }
    let constraints = puzzle.layout().constraints().iter();
    let used: HashSet<Cell> = constraints.flat_map(|of| of.cells(board)).collect();
    let is_unused = |variables: &&Variables| {
        let cells = board.variables_named(&variables.name);
        !cells.into_iter().flatten().any(|cell| used.contains(&cell))
    };
    let unused: Vec<_> = board.variables().iter().filter(is_unused).collect();
    if unused.is_empty() {
        return None;
    }
    let lines = puzzle.layout().rules().board_lines();
    let line_of = |variables: &Variables| {
        let start = format!("variables {} ", variables.name);
        lines
            .iter()
            .find(|line| format!("{line} ").starts_with(&start))
    };
    let lines: Vec<String> = unused
        .iter()
        .filter_map(|variables| Some(format!("`{}`", line_of(variables)?)))
        .collect();
    Some(format!(
        "no constraint uses the cells of {}",
        lines.join(", ")
    ))
}

//! Constraints drawn on a solved grid in the manner of setters, and the removal of redundant ones.
//!
//! There is a file for each way to draw: [`cages`], [`lines`], [`marks`] in and between cells, and clues
//! [`outer`] to the grid. What is drawn holds in the solved grid. [`redundant`] removes what the puzzle
//! does not need to have only that solution.

mod cages;
mod drawing;
mod kind;
mod lines;
mod marks;
mod outer;
mod redundant;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use self::drawing::ConstraintDrawing;
pub use self::kind::ConstraintKind;
pub(super) use self::redundant::{remove_redundant, with_clues};
use satdoku::board::{Grid, Layout, Puzzle};

/// The smallest board on which every kind of constraint can be drawn.
pub(super) const SMALLEST_DRAWN: usize = 4;

/// Returns the number of times that constraints of these kinds are drawn on a solved grid until they
/// have one solution without givens. Marks and clues outside the grid are much the same each time.
pub(super) fn drawings(kinds: &[ConstraintKind]) -> usize {
    let varies = |kind: &ConstraintKind| kind.is_line() || *kind == ConstraintKind::Cage;
    if kinds.iter().any(varies) { 20 } else { 1 }
}

/// Returns the board with constraints of these kinds, which hold in a solved grid.
pub(super) fn draw(
    kinds: &[ConstraintKind],
    layout: &Arc<Layout>,
    solution: &Grid,
    random: &mut ChaCha8Rng,
) -> Arc<Layout> {
    let mut drawing = ConstraintDrawing::new(solution, random);
    let has = |kind| kinds.contains(&kind);
    let only = |is_kind: fn(ConstraintKind) -> bool| -> Vec<ConstraintKind> {
        let all = ConstraintKind::ALL.into_iter();
        all.filter(|kind| has(*kind) && is_kind(*kind)).collect()
    };
    lines::draw(&mut drawing, &only(ConstraintKind::is_line));
    if has(ConstraintKind::Cage) {
        cages::draw(&mut drawing);
    }
    marks::draw_between_cells(&mut drawing, &only(ConstraintKind::is_between_cells));
    if has(ConstraintKind::Sandwich) {
        outer::draw_sandwiches(&mut drawing);
    }
    if has(ConstraintKind::LittleKiller) {
        outer::draw_little_killers(&mut drawing, has(ConstraintKind::Sandwich));
    }
    for (kind, is_even) in [(ConstraintKind::Even, true), (ConstraintKind::Odd, false)] {
        if has(kind) {
            marks::draw_parity(&mut drawing, is_even);
        }
    }
    let rules = layout
        .rules()
        .clone()
        .with_constraints([layout.constraints(), &drawing.constraints].concat());
    Arc::new(Layout::new(
        rules.expect("constraints with few combinations"),
    ))
}

/// Returns true if the puzzle has a constraint of each of these kinds.
pub(super) fn has_all_kinds(kinds: &[ConstraintKind], puzzle: &Puzzle) -> bool {
    let constraints = puzzle.layout().constraints();
    let drawn: Vec<ConstraintKind> = constraints.iter().filter_map(ConstraintKind::of).collect();
    kinds.iter().all(|kind| drawn.contains(kind))
}

#[cfg(test)]
mod tests;

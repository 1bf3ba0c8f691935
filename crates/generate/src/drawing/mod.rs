//! Constraints drawn on a solved grid in the manner of setters.
//!
//! There is a file for each way to draw: [`cages`], [`lines`], [`marks`] in and between cells, and clues
//! [`outer`] to the grid. What is drawn holds in the solved grid. Apart from cages, which cover the board,
//! there are at most as many as a person would draw.

mod cages;
mod canvas;
mod kind;
mod lines;
mod marks;
mod outer;

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use self::canvas::Canvas;
pub use self::kind::ConstraintKind;
use super::GenerateError;
use super::judge::Judge;
use satdoku::board::{Constraint, Grid, Layout};

/// The sizes of boards on which every kind of constraint can be drawn.
pub(super) const DRAWN: RangeInclusive<usize> = 4..=16;

/// Returns the board with constraints of these kinds, which hold in a solved grid, or `None` if the time
/// runs out. Cages are drawn so that the puzzle has one solution and is not too hard, as far as possible.
///
/// # Errors
/// If the judge fails.
pub(super) fn draw(
    kinds: &[ConstraintKind],
    layout: &Arc<Layout>,
    solution: &Grid,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Arc<Layout>>, GenerateError> {
    let mut canvas = Canvas::new(solution, random);
    let has = |kind| kinds.contains(&kind);
    let only = |is_kind: fn(ConstraintKind) -> bool| -> Vec<ConstraintKind> {
        let all = ConstraintKind::ALL.into_iter();
        all.filter(|kind| has(*kind) && is_kind(*kind)).collect()
    };
    lines::draw(&mut canvas, &only(ConstraintKind::is_line));
    // At 9×9, 20 marks between cells, and 12 of each other kind.
    let (most_dots, most) = (canvas.size * 20 / 9, canvas.size * 4 / 3);
    let dots = only(ConstraintKind::is_dot);
    canvas.draw_some(most_dots, |canvas| marks::draw_dots(canvas, &dots));
    let has_sandwiches = has(ConstraintKind::Sandwich);
    if has_sandwiches {
        canvas.draw_some(canvas.size, outer::draw_sandwiches);
    }
    if has(ConstraintKind::LittleKiller) {
        canvas.draw_some(most, |canvas| {
            outer::draw_little_killers(canvas, has_sandwiches)
        });
    }
    for kind in [ConstraintKind::Even, ConstraintKind::Odd] {
        if has(kind) {
            canvas.draw_some(most, |canvas| marks::draw_parity(canvas, kind));
        }
    }
    if has(ConstraintKind::Cage) {
        return cages::draw(&mut canvas, layout, judge);
    }
    Ok(Some(with_constraints(layout, &canvas.constraints)))
}

/// Returns the board with further constraints.
fn with_constraints(layout: &Layout, constraints: &[Constraint]) -> Arc<Layout> {
    let all = [layout.constraints(), constraints].concat();
    let rules = layout.rules().clone().with_constraints(all);
    Arc::new(Layout::new(
        rules.expect("constraints with few combinations"),
    ))
}

#[cfg(test)]
mod tests;

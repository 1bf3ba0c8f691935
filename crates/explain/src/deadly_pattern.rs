//! The test of deadly patterns: candidates whose solutions come in pairs.

use super::fact::DeadlyPattern;
use super::position::Position;
use satdoku::board::{Candidate, Cell, Layout};

/// Returns true if every solution in the pattern implies another one.
///
/// The cells of a rectangle are open and have both digits. So none is a given, and the other solution
/// has only candidates that are left.
pub(super) fn is_deadly(pattern: DeadlyPattern, layout: &Layout, position: &Position) -> bool {
    match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let has_both = |cell: &Cell| {
                let mut both = digits
                    .into_iter()
                    .map(|digit| Candidate { cell: *cell, digit });
                position.placed(*cell).is_none() && both.all(|of| position.contains(of))
            };
            digits[0] != digits[1] && cells.iter().all(has_both) && can_exchange(layout, cells)
        }
        DeadlyPattern::AllBut(extra) => is_grave(layout, position, extra),
    }
}

/// Returns true if exchanging the digits of four cells, two of each, satisfies all rules that were
/// satisfied before.
fn can_exchange(layout: &Layout, [one, other, below_one, below_other]: [Cell; 4]) -> bool {
    let sees = |one: Cell, other: Cell| layout.first_shared_house(one, other).is_some();
    let (same, different) = ([one, below_other], [other, below_one]);
    let is_cycle = same
        .iter()
        .all(|one| different.iter().all(|other| sees(*one, *other)));
    let is_kept = layout.houses().iter().all(|house| {
        let count = |of: [Cell; 2]| of.iter().filter(|cell| house.cells.contains(cell)).count();
        count(same) == count(different)
    });
    let is_free = || {
        let others = layout.cells_beyond_houses();
        same.iter()
            .chain(&different)
            .all(|cell| !others.contains(cell))
    };
    is_cycle && is_kept && is_free()
}

/// Returns true if the open cells without one candidate have two candidates each, and each digit has two
/// places in each house or is placed there, and no rule demands more.
fn is_grave(layout: &Layout, position: &Position, extra: Candidate) -> bool {
    let open: Vec<Cell> = layout
        .cells()
        .filter(|cell| position.placed(*cell).is_none())
        .collect();
    let has_two = |cell: &Cell| {
        let digits = position.digits(*cell);
        digits
            .filter(|digit| *cell != extra.cell || *digit != extra.digit)
            .count()
            == 2
    };
    let is_even = || {
        layout.houses().iter().all(|house| {
            let mut places = vec![0; layout.digit_count()];
            for cell in house.cells.iter().filter(|cell| open.contains(cell)) {
                for digit in position.digits(*cell) {
                    places[digit.index()] +=
                        usize::from(*cell != extra.cell || digit != extra.digit);
                }
            }
            layout.is_full(house) && places.iter().all(|count| [0, 2].contains(count))
        })
    };
    layout.cells_beyond_houses().is_empty()
        && open.contains(&extra.cell)
        && position.contains(extra)
        && open.iter().all(has_two)
        && is_even()
}

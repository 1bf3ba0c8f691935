//! Words for facts.

use super::constraint::{Drawn, house_name};
use super::words::{cell_names, cells, digits, names};
use crate::fact::{DeadlyPattern, Fact};
use crate::position::Position;
use satdoku::board::{Candidate, Geometry, Layout};

/// Returns `r1c1`, `7 in box 5`, `the 17-cage at r1c1` or `r1c1 + r1c2 = 9`.
pub(crate) fn subject(fact: &Fact, layout: &Layout, before: &Position) -> String {
    let board = layout.geometry();
    match fact {
        Fact::Constraint(number) => Drawn::of(layout, *number).name(),
        Fact::Sum(sum) => before.open_sum(sum).name(board),
        Fact::House(house, digit) => {
            format!("{} in {}", board.value(*digit), house_name(*house, layout))
        }
        Fact::OneSolution(DeadlyPattern::Rectangle { cells, .. }) => {
            format!("another digit in {}", cell_names(cells, board))
        }
        Fact::Cell(_) | Fact::OneSolution(_) => fact.name(layout).to_string(),
    }
}

/// Returns the candidates left for a fact: digits for a cell, places for a digit.
pub(crate) fn options(fact: &Fact, left: &[Candidate], board: &Geometry) -> String {
    match fact {
        Fact::Cell(_) => digits(left, board, "or"),
        Fact::House(..) => format!("at {}", cells(left, board, "or")),
        Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => names(left, board, "or"),
    }
}

/// Returns the contradiction that a fact has no candidate left.
pub(crate) fn nothing_left(fact: &Fact, layout: &Layout, before: &Position) -> String {
    let board = layout.geometry();
    match fact {
        Fact::Cell(cell) => format!("no digit is left for {}", cell.name(board)),
        Fact::Constraint(_) => format!("{} cannot be filled", subject(fact, layout, before)),
        Fact::Sum(_) => format!(
            "the sum {} cannot be reached",
            subject(fact, layout, before)
        ),
        Fact::House(house, digit) => {
            let house = house_name(*house, layout);
            format!("no place is left for {} in {house}", board.value(*digit))
        }
        Fact::OneSolution(DeadlyPattern::Rectangle { cells, digits }) => {
            let [one, other] = digits.map(|digit| board.value(digit));
            let cells = cell_names(cells, board);
            format!("{cells} have only {one} and {other}, and there is a second solution")
        }
        Fact::OneSolution(DeadlyPattern::AllBut(_)) => "there is a second solution".to_string(),
    }
}

//! All rows and columns of a board, and comparisons of two of them digit by digit.

use std::cmp::Ordering;

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::error::ConstraintError;
use super::line::{OuterLine, Side};
use super::lowering::Lowering;

/// Returns every row and column of a board, read from either end.
pub(super) fn lines_of(board: &Geometry) -> impl Iterator<Item = OuterLine> {
    Side::ALL.into_iter().flat_map(|(side, _)| {
        let count = match side {
            Side::Left | Side::Right => board.rows(),
            Side::Top | Side::Bottom => board.columns(),
        };
        (0..count).map(move |index| OuterLine { side, index })
    })
}

/// The first part of a comparison: up to the digits that can be the same.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Compared {
    /// No digit differs so far.
    Equal,
    /// The digit of the first line in the place whose digit of the second line follows.
    First(usize),
    /// The rest makes no difference.
    Decided,
}

impl Lowering<'_> {
    /// Checks that each row and column has every digit once, and at least two cells.
    ///
    /// # Errors
    /// If the board is not a square, or has other digits.
    pub fn need_full_lines(&self) -> Result<(), ConstraintError> {
        let (board, rules) = (self.board(), self.context.rules);
        let is_grid = rules.has_lines() && rules.corners().is_empty() && !board.has_holes();
        let sides = [board.rows(), board.columns()];
        match is_grid && sides[0] > 1 && sides == [board.grid_digits().len(); 2] {
            true => Ok(()),
            false => {
                let expected = "a square board with each digit in every row and column";
                let [rows, columns] = sides;
                Err(ConstraintError::new(
                    expected,
                    format!("a board {rows}x{columns}"),
                ))
            }
        }
    }

    /// Returns the cells of two lines that decide how they compare: for each place, the cells of both,
    /// up to a place where the digits certainly differ. A place with the same cell decides nothing.
    pub fn compared_cells(&self, lines: [OuterLine; 2]) -> Vec<[Cell; 2]> {
        let [ones, others] = lines.map(|line| line.cells(self.board()));
        let mut pairs = Vec::new();
        for pair in ones.into_iter().zip(others).map(<[Cell; 2]>::from) {
            if pair[0] != pair[1] {
                pairs.push(pair);
            }
            if self.are_in_one_line(pair) {
                break;
            }
        }
        pairs
    }

    /// Returns true if two different cells are in the same row or column.
    pub fn are_in_one_line(&self, pair: [Cell; 2]) -> bool {
        let [one, other] = pair.map(|cell| self.board().position(cell));
        let is_shared =
            |one: (usize, usize), other: (usize, usize)| one.0 == other.0 || one.1 == other.1;
        pair[0] != pair[1]
            && one
                .zip(other)
                .is_some_and(|(one, other)| is_shared(one, other))
    }

    /// Requires an order of the digits in pairs of cells, which is that of the first pair whose digits
    /// differ. If `unless` is given, a cell with another digit makes every order right.
    pub fn compare(
        &mut self,
        pairs: &[[Cell; 2]],
        unless: Option<(Cell, usize)>,
        is_allowed: impl Fn(Ordering) -> bool,
    ) -> Result<(), ConstraintError> {
        let mut cells: Vec<Cell> = unless.iter().map(|(cell, _)| *cell).collect();
        cells.extend(pairs.as_flattened());
        let step = |place: usize, state: &Compared, digit: usize| match (state, unless) {
            (Compared::Decided, _) => Some(Compared::Decided),
            (Compared::Equal, Some((_, wanted))) if place == 0 => Some(match digit == wanted {
                true => Compared::Equal,
                false => Compared::Decided,
            }),
            (Compared::Equal, _) => Some(Compared::First(digit)),
            (Compared::First(first), _) => match first.cmp(&digit) {
                Ordering::Equal => Some(Compared::Equal),
                order => is_allowed(order).then_some(Compared::Decided),
            },
        };
        let is_final = |state: &Compared| match state {
            Compared::Equal => is_allowed(Ordering::Equal),
            state => *state == Compared::Decided,
        };
        self.automaton(cells, Compared::Equal, step, is_final)
    }
}

//! Decoding a model into a grid.

use thiserror::Error;

use super::encode::VarMap;
use super::formula::Model;
use crate::board::{CellName, Grid, Layout};

/// The reason why a model is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No digit of a cell is true.
    #[error("expected one digit in {0}, the model has none")]
    NoDigit(CellName),
    /// Two digits of a cell are true.
    #[error("expected one digit in {cell}, the model has {digits} and {more}", digits = .digits[0], more = .digits[1])]
    TwoDigits {
        /// The cell.
        cell: CellName,
        /// The values of the two lowest true digits of the cell.
        digits: [usize; 2],
    },
}

/// Returns the grid of a model: the digits of `fixed`, and in every other cell the digit whose
/// variable is true.
///
/// # Errors
/// If a cell has no digit or more than one. Whether the grid is a solution is checked by
/// [`verify`](crate::board::verify), not here.
pub fn decode(
    layout: &Layout,
    fixed: &Grid,
    map: &VarMap,
    model: &Model,
) -> Result<Grid, DecodeError> {
    let mut grid = fixed.clone();
    for cell in fixed.blanks() {
        let variables = map.variables_of(cell);
        let mut digits = variables.filter(|(variable, _)| model.is_true(*variable));
        let name = || cell.name(layout.geometry());
        let (_, digit) = digits.next().ok_or_else(|| DecodeError::NoDigit(name()))?;
        if let Some((_, more)) = digits.next() {
            return Err(DecodeError::TwoDigits {
                cell: name(),
                digits: [digit, more].map(|digit| layout.geometry().value(digit)),
            });
        }
        grid.set(cell, Some(digit));
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::super::formula::Variable;
    use super::*;
    use crate::testing::puzzle;

    fn decoded(true_variables: &[usize]) -> Result<String, String> {
        let empty = puzzle("2x2", "................");
        let literals = true_variables
            .iter()
            .map(|index| Variable::from_index(*index).positive());
        let model = literals.collect();
        decode(empty.layout(), empty.givens(), &VarMap::full(4), &model)
            .map(|grid| grid.to_string())
            .map_err(|error| error.to_string())
    }

    fn one_each() -> Vec<usize> {
        (0..16).map(|cell| cell * 4 + cell % 4).collect()
    }

    #[test]
    fn one_digit_in_each_cell_is_a_grid() {
        assert_eq!(decoded(&one_each()).unwrap(), "1234123412341234");
    }

    #[test]
    fn a_cell_with_no_digit_or_two_is_refused() {
        let missing = &one_each()[1..];
        assert_eq!(
            decoded(missing).unwrap_err(),
            "expected one digit in r1c1, the model has none"
        );
        let mut twice = one_each();
        twice.push(5 * 4 + 3);
        assert_eq!(
            decoded(&twice).unwrap_err(),
            "expected one digit in r2c2, the model has 2 and 4"
        );
    }
}

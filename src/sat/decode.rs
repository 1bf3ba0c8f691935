//! Decoding a model into a grid.

use thiserror::Error;

use super::encode::VarMap;
use super::formula::Model;
use crate::board::{CellName, Grid, Layout};

/// The reason why a model is not a grid: a cell with no digit or several.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected one digit in {cell}, the model has {}", listed(.digits))]
pub struct DecodeError {
    /// The cell.
    pub cell: CellName,
    /// The values of its true digits, in ascending order.
    pub digits: Vec<usize>,
}

/// Returns the first two of the values in words.
fn listed(digits: &[usize]) -> String {
    match digits {
        [one, other, ..] => format!("{one} and {other}"),
        _ => "none".to_string(),
    }
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
        let (first, second) = (digits.next(), digits.next());
        if first.is_none() || second.is_some() {
            let digits = [first, second].into_iter().flatten().chain(digits);
            let board = layout.geometry();
            return Err(DecodeError {
                cell: cell.name(board),
                digits: digits.map(|(_, digit)| board.value(digit)).collect(),
            });
        }
        grid.set(cell, first.map(|(_, digit)| digit));
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

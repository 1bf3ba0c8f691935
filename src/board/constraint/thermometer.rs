//! Thermometers: digits that increase along a line.

use super::text::{Arguments, cell_names};
use super::*;

/// A thermometer. Digits increase from the bulb; on a slow one they do not decrease.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thermometer {
    /// True if neighbours can be equal.
    pub is_slow: bool,
    /// The cells from the bulb on.
    pub cells: Vec<Cell>,
}

impl Rule for Thermometer {
    const NAMES: &'static [&'static str] = &["thermometer", "slow-thermometer"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.is_slow)]
    }

    fn rule(&self) -> &'static str {
        match self.is_slow {
            false => "Digits along a thermometer increase from the bulb.",
            true => "Digits along a slow thermometer increase from the bulb or stay the same.",
        }
    }

    /// `thermometer r1c1-r4c1`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Thermometer, ConstraintError> {
        Ok(Thermometer {
            is_slow: name == Self::NAMES[1],
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        cell_names(&self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.values(&self.cells).is_sorted_by(|one, other| match self.is_slow {
            false => one < other,
            true => one <= other,
        })
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        match self.is_slow {
            false => to.relate_neighbours(&self.cells, |one, other| one < other),
            true => to.relate_neighbours(&self.cells, |one, other| one <= other),
        }
    }
}

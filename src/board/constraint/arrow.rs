//! Arrows: the number in the bulb is the sum of the digits along the shaft.

use super::text::{Arguments, cell_names};
use super::*;

/// An arrow. The digits of the bulb, read as one decimal number in the order of its cells, are the sum
/// of the digits along the shaft, which may repeat. A bulb of several cells is called a pill.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The cells of the bulb.
    pub bulb: Vec<Cell>,
    /// The cells of the shaft, without those of the bulb.
    pub shaft: Vec<Cell>,
}

/// Appends the decimal form of a digit to a number.
fn appended(number: i64, digit: usize) -> i64 {
    let power = 10_i64.pow(digit.max(1).ilog10() + 1);
    number.saturating_mul(power).saturating_add(digit as i64)
}

impl Rule for Arrow {
    const NAMES: &'static [&'static str] = &["arrow"];

    fn rule(&self) -> &'static str {
        "Digits along an arrow add up to the number in its circle."
    }

    /// `arrow r1c1: r1c2 r1c3`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Arrow, ConstraintError> {
        let bulb = arguments.cells(1)?;
        arguments.expect(":")?;
        let shaft = arguments.cells(1)?;
        Ok(Arrow { bulb, shaft })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let [bulb, shaft] = [&self.bulb, &self.shaft].map(|cells| cell_names(cells, board));
        format!("{bulb}: {shaft}")
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&self.bulb[..], &self.shaft].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.bulb).into_iter();
        digits.fold(0, appended) == filled.sum(&self.shaft) as i64
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.bulb)?;
        to.at_least(1, &self.shaft)?;
        if self.bulb.len() == 1 || *to.board().all_values().end() < 10 {
            // Each digit of the number has a place value.
            let power = |place: usize| 10_i64.saturating_pow(place as u32);
            let bulb = self.bulb.iter().rev().enumerate();
            let bulb = bulb.map(|(place, cell)| (*cell, -power(place)));
            let terms: Vec<(Cell, i64)> = bulb.chain(self.shaft.iter().map(|cell| (*cell, 1))).collect();
            return to.linear(&terms, 0);
        }
        let bulb = self.bulb.len();
        let length = self.bulb.len() + self.shaft.len();
        let values = to.board().all_values();
        let [lowest, highest] = [*values.start(), *values.end()].map(|digit| digit as i64);
        // Reads the number of the bulb, then takes the digits of the shaft from it.
        let step = |place: usize, number: &i64, digit: usize| {
            let number = match place < bulb {
                true => appended(*number, digit),
                false => *number - digit as i64,
            };
            let rest = (length - bulb.max(place + 1)) as i64;
            let is_possible = place + 1 < bulb || (rest * lowest..=rest * highest).contains(&number);
            (is_possible && number <= self.shaft.len() as i64 * highest).then_some(number)
        };
        to.automaton([&self.bulb[..], &self.shaft].concat(), 0, step, |number| *number == 0)
    }
}

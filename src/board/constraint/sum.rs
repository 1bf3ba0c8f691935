//! Sums of digits that may repeat.

use super::linear::LARGEST;
use super::text::Arguments;
use super::*;

/// A sum. Each digit counts with its coefficient, and digits may repeat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The sum.
    pub total: i64,
    /// The cells with their coefficients.
    pub terms: Vec<(Cell, i64)>,
}

impl Rule for Sum {
    const NAMES: &'static [&'static str] = &["sum"];

    fn rule(&self) -> &'static str {
        "Digits add up to the given sum and may repeat."
    }

    /// `sum 10 r1c1 r1c2`, `sum 0 2*r1c1 -1*r1c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Sum, ConstraintError> {
        Ok(Sum {
            total: arguments.integer("a sum")?,
            terms: arguments.terms()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let terms = self.terms.iter().map(|(cell, coefficient)| match coefficient {
            1 => cell.name(board).to_string(),
            _ => format!("{coefficient}*{}", cell.name(board)),
        });
        let terms: Vec<String> = terms.collect();
        format!("{} {}", self.total, terms.join(" "))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.terms.iter().map(|(cell, _)| *cell).collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let terms = self.terms.iter();
        let values = terms.map(|(cell, factor)| *factor as i128 * filled.value(*cell) as i128);
        values.sum::<i128>() == self.total as i128
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.terms)?;
        let mut numbers = self.terms.iter().map(|(_, factor)| *factor).chain([self.total]);
        if let Some(number) = numbers.find(|number| number.unsigned_abs() > LARGEST) {
            let expected = format!("numbers from -{LARGEST} to {LARGEST}");
            return Err(ConstraintError::new(expected, number.to_string()));
        }
        to.linear(&self.terms, self.total)
    }
}

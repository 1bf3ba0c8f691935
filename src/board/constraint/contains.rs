//! Digits that occur in a group of cells.

use super::text::{Arguments, cell_names};
use super::*;

/// The most states between two cells for digits that are counted together. More digits are counted one
/// by one, which excludes fewer candidates.
const MOST_STATES: usize = 256;

/// Digits that occur in a group of cells, each as often as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Contains {
    /// True if a listed digit occurs no more often than it is listed.
    pub is_exact: bool,
    /// The values of the digits.
    pub values: Vec<usize>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Rule for Contains {
    const NAMES: &'static [&'static str] = &["contains", "contains-exactly"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.is_exact)]
    }

    fn rule(&self) -> &'static str {
        match self.is_exact {
            false => "The cells contain each listed digit at least as often as it is listed.",
            true => "The cells contain each listed digit exactly as often as it is listed.",
        }
    }

    /// `contains 1 1 2: r1c1-r3c3`, `contains-exactly 1 1 2: r1c1-r3c3`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Contains, ConstraintError> {
        let values = arguments.digits()?;
        arguments.take(":");
        Ok(Contains {
            is_exact: name == Self::NAMES[1],
            values,
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let values: Vec<String> = self.values.iter().map(usize::to_string).collect();
        format!("{}: {}", values.join(" "), cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let count = |values: &[usize], value| values.iter().filter(|other| **other == value).count();
        self.values.iter().all(|value| {
            let (found, listed) = (count(&digits, *value), count(&self.values, *value));
            found == listed || found > listed && !self.is_exact
        })
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.contains(&self.cells, &self.values, self.is_exact)
    }
}

impl Lowering<'_> {
    /// Requires each digit in the cells as often as it is listed, or at least as often.
    pub(super) fn contains(
        &mut self,
        cells: &[Cell],
        values: &[usize],
        is_exact: bool,
    ) -> Result<(), ConstraintError> {
        self.at_least(1, cells)?;
        if values.is_empty() {
            return Err(ConstraintError::new("at least 1 digit", "0"));
        }
        if values.len() > cells.len() {
            return self.forbid_all(cells);
        }
        let mut values = values.to_vec();
        values.sort_unstable();
        let of_digits = values.chunk_by(|one, other| one == other);
        let counts = of_digits.clone().map(|of_digit| of_digit.len() + 1);
        let states = counts.fold(1, usize::saturating_mul);
        if let [value, ..] = values[..]
            && values.iter().all(|other| *other == value)
        {
            let most = if is_exact { values.len() } else { cells.len() };
            return self.count(cells.to_vec(), value, (values.len()..=most).collect());
        }
        if states <= MOST_STATES {
            return self.contains_at_once(cells, &values, is_exact);
        }
        of_digits
            .into_iter()
            .try_for_each(|of_digit| self.contains_at_once(cells, of_digit, is_exact))
    }

    /// Adds one automaton for sorted values.
    fn contains_at_once(
        &mut self,
        cells: &[Cell],
        values: &[usize],
        is_exact: bool,
    ) -> Result<(), ConstraintError> {
        // The state is the digits that have not occurred yet.
        let step = |place: usize, missing: &Vec<usize>, digit: usize| {
            let mut missing = missing.clone();
            match missing.iter().position(|value| *value == digit) {
                Some(found) => _ = missing.remove(found),
                None if is_exact && values.contains(&digit) => return None,
                None => {}
            }
            (missing.len() < cells.len() - place).then_some(missing)
        };
        self.automaton(cells.to_vec(), values.to_vec(), step, Vec::is_empty)
    }
}

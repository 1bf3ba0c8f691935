//! Groups of cells with the same digits in any order.

use super::text::{Arguments, cell_names};
use super::*;

/// Two groups of cells with the same digits in any order, each as often in one as in the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SameDigits {
    /// The cells of each group: as many in both.
    pub groups: [Vec<Cell>; 2],
}

impl SameDigits {
    /// Returns each cell with the number of times that it is in the first group rather than in the
    /// second.
    fn balance(&self) -> Vec<(Cell, i64)> {
        let [first, second] = &self.groups;
        let mut cells = self.groups.concat();
        cells.sort_unstable();
        cells.dedup();
        let count = |cells: &[Cell], cell| cells.iter().filter(|other| **other == cell).count() as i64;
        let counts = cells.into_iter().map(|cell| (cell, count(first, cell) - count(second, cell)));
        counts.filter(|(_, count)| *count != 0).collect()
    }
}

impl Rule for SameDigits {
    const NAMES: &'static [&'static str] = &["same-digits"];

    fn rule(&self) -> &'static str {
        "Shaded groups of cells have the same digits in any order."
    }

    /// `same-digits r1c1 r1c2: r5c5 r5c6`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<SameDigits, ConstraintError> {
        let first = arguments.cells(1)?;
        arguments.expect(":")?;
        let groups = [first, arguments.cells(1)?];
        Ok(SameDigits { groups })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let [first, second] = [0, 1].map(|group| cell_names(&self.groups[group], board));
        format!("{first}: {second}")
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.groups.concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let [first, second] = [0, 1].map(|group| {
            let mut values = filled.values(&self.groups[group]);
            values.sort_unstable();
            values
        });
        first == second
    }

    /// Adds an automaton for each digit, which counts it in both groups.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.groups[0])?;
        let [first, second] = [0, 1].map(|group| self.groups[group].len());
        if first != second {
            let expected = format!("{first} cells in the second group");
            return Err(ConstraintError::new(expected, second.to_string()));
        }
        let balance = self.balance();
        if balance.is_empty() {
            return Ok(());
        }
        let cells: Vec<Cell> = balance.iter().map(|(cell, _)| *cell).collect();
        for counted in to.board().all_values() {
            let step = |place: usize, surplus: &i64, digit: usize| {
                let change = if digit == counted { balance[place].1 } else { 0 };
                let surplus = surplus + change;
                let rest = balance[place + 1..].iter();
                // The cells that follow must be able to make up for the surplus.
                let most: i64 = rest.map(|(_, count)| (-count * surplus.signum()).max(0)).sum();
                (surplus.abs() <= most).then_some(surplus)
            };
            to.automaton(cells.clone(), 0, step, |surplus| *surplus == 0)?;
        }
        Ok(())
    }
}

//! Groups of cells with equal sums.

use super::text::{Arguments, cell_names};
use super::*;

/// Groups of cells with the same sum. Digits may repeat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EqualSum {
    /// The cells of each group.
    pub groups: Vec<Vec<Cell>>,
}

impl Rule for EqualSum {
    const NAMES: &'static [&'static str] = &["equal-sum"];

    fn rule(&self) -> &'static str {
        "Outlined groups of cells have the same sum, and digits may repeat."
    }

    /// `equal-sum r1c1 r1c2: r2c1: r3c1 r3c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<EqualSum, ConstraintError> {
        let mut groups = vec![arguments.cells(1)?];
        arguments.expect(":")?;
        groups.push(arguments.cells(1)?);
        while arguments.take(":") {
            groups.push(arguments.cells(1)?);
        }
        Ok(EqualSum { groups })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let groups = self.groups.iter().map(|group| cell_names(group, board));
        groups.collect::<Vec<_>>().join(": ")
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.groups.concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let mut sums = self.groups.iter().map(|group| filled.sum(group));
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        if self.groups.len() < 2 {
            return Err(ConstraintError::new("at least 2 groups", self.groups.len().to_string()));
        }
        for group in &self.groups {
            to.at_least(1, group)?;
        }
        for pair in self.groups.windows(2) {
            let terms = |group: &[Cell], sign: i64| -> Vec<(Cell, i64)> {
                group.iter().map(|cell| (*cell, sign)).collect()
            };
            to.linear(&[terms(&pair[0], 1), terms(&pair[1], -1)].concat(), 0)?;
        }
        Ok(())
    }
}

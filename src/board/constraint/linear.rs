//! Linear equations over the digits of cells.

use super::super::cell::Cell;
use super::error::ConstraintError;
use super::lowering::Lowering;

/// The largest number in an equation that engines see, up to its sign. Sums of such multiples of digits
/// do not overflow.
pub(super) const LARGEST: u64 = 1_000_000_000;

impl Lowering<'_> {
    /// Requires that the digits, each times its coefficient, add up to `total`. A cell that occurs
    /// several times counts several times.
    pub fn linear(&mut self, terms: &[(Cell, i64)], total: i64) -> Result<(), ConstraintError> {
        let mut merged: Vec<(Cell, i64)> = Vec::with_capacity(terms.len());
        for &(cell, coefficient) in terms {
            match merged.iter_mut().find(|(of_merged, _)| *of_merged == cell) {
                Some((_, sum)) => *sum = sum.saturating_add(coefficient),
                None => merged.push((cell, coefficient)),
            }
        }
        merged.retain(|(_, coefficient)| *coefficient != 0);
        let Some(first) = terms.first() else {
            return Ok(());
        };
        if merged.is_empty() {
            return if total == 0 {
                Ok(())
            } else {
                self.forbid_all(&[first.0])
            };
        }
        let values = self.board().all_values();
        let [lowest, highest] = [*values.start(), *values.end()].map(|value| value as i64);
        // The sums that the cells from each place on can still add.
        let mut ranges = vec![(0_i64, 0_i64)];
        for (_, coefficient) in merged.iter().rev() {
            let ends = [lowest, highest].map(|digit| coefficient.saturating_mul(digit));
            let (low, high) = ranges[ranges.len() - 1];
            let [one, other] = ends;
            ranges.push((
                low.saturating_add(one.min(other)),
                high.saturating_add(one.max(other)),
            ));
        }
        ranges.reverse();
        let cells = merged.iter().map(|(cell, _)| *cell).collect();
        let step = |place: usize, sum: &i64, digit: usize| {
            let sum = sum.saturating_add(merged[place].1.saturating_mul(digit as i64));
            let (low, high) = ranges[place + 1];
            let rest = total.saturating_sub(sum);
            (low..=high).contains(&rest).then_some(sum)
        };
        let coefficients = merged.iter().map(|(_, coefficient)| *coefficient);
        let coefficients: Vec<i64> = coefficients.collect();
        self.automaton(cells, 0, step, |sum| *sum == total)?;
        let is_small = |number: &i64| number.unsigned_abs() <= LARGEST;
        if coefficients.iter().all(is_small) && is_small(&total) {
            self.name_equation(coefficients, total);
        }
        Ok(())
    }
}

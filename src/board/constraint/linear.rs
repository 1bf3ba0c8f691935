//! Linear equations over the digits of cells.

use super::super::cell::Cell;
use super::super::mismatch::Mismatch;
use super::lowering::Lowering;

/// The largest number in an equation that engines see, up to its sign. Sums of such multiples of digits
/// do not overflow.
pub(super) const LARGEST: u64 = 1_000_000_000;

impl Lowering<'_> {
    /// Requires that the digits, each times its coefficient, add up to `total`. A cell that occurs
    /// several times counts several times.
    pub fn linear(&mut self, terms: &[(Cell, i64)], total: i64) -> Result<(), Mismatch> {
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
        if let [(cell, coefficient)] = merged[..] {
            return self.digits(cell, |digit| {
                coefficient.checked_mul(digit as i64) == Some(total)
            });
        }
        let is_small = |number: i64| number.unsigned_abs() <= LARGEST;
        let is_small =
            is_small(total) && merged.iter().all(|(_, coefficient)| is_small(*coefficient));
        self.equation(merged, total, is_small)
    }
}

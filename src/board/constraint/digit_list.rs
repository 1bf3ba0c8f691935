//! Lists of digits in text: `1-3,5`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::scanner::Scanner;

impl Scanner<'_> {
    /// Takes digits of a board such as `1-3,5`, in ascending order.
    pub fn digits(&mut self, board: &Geometry) -> Result<Vec<usize>, Mismatch> {
        let mut digits = BTreeSet::new();
        loop {
            digits.extend(self.run_of_digits(board, usize::MAX, "digits such as 1-3,5")?);
            if !self.take(",") {
                return Ok(digits.into_iter().collect());
            }
        }
    }

    /// Takes a digit of a board, or the first and the last of several such as `1-3`. Each has at most `width`
    /// characters.
    pub fn run_of_digits(
        &mut self,
        board: &Geometry,
        width: usize,
        expected: &str,
    ) -> Result<RangeInclusive<usize>, Mismatch> {
        let values = board.all_values();
        let before = *self;
        let first = self.number(values.clone(), width, expected)?;
        let last = match self.take("-") {
            true => self.number(values, width, "a digit")?,
            false => first,
        };
        match first <= last {
            true => Ok(first..=last),
            false => {
                let (expected, found) = ("digits in ascending order", format!("{first}-{last}"));
                Err(Mismatch::new(expected, found).at(before.column()))
            }
        }
    }
}

/// Checks that a board has these digits.
pub(super) fn check_digits(
    digits: impl IntoIterator<Item = usize>,
    board: &Geometry,
) -> Result<(), Mismatch> {
    let values = board.all_values();
    match digits.into_iter().find(|digit| !values.contains(digit)) {
        None => Ok(()),
        Some(digit) => {
            let expected = format!("digits from {} to {}", values.start(), values.end());
            Err(Mismatch::new(expected, digit.to_string()))
        }
    }
}

/// Writes digits that ascend, separated by commas. Three and more in a row are written as `1-3`.
pub(super) fn digit_list(digits: &[usize]) -> String {
    let runs = digits.chunk_by(|one, other| one + 1 == *other);
    let parts = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}-{last}")],
        few => few.iter().map(usize::to_string).collect(),
    });
    parts.collect::<Vec<_>>().join(",")
}

//! Propagation of a linear equation over digits, with the sums that are possible as bits.

use super::digit_bits::keep;
use satdoku::board::ones;

/// A linear equation whose summands are not negative.
#[derive(Debug, Clone)]
pub(super) struct LinearEquation {
    summands: Vec<Summand>,
    total: u32,
}

/// The number that a cell contributes to a sum: its `factor` times the index of its digit, counted from
/// 0 or from the highest digit.
#[derive(Debug, Clone, Copy)]
struct Summand {
    cell: usize,
    factor: u32,
    /// The highest index if the digits are counted from the highest one, otherwise 0.
    reversed_from: u32,
}

impl Summand {
    fn of(self, digit: usize) -> u32 {
        self.factor * self.reversed_from.abs_diff(digit as u32)
    }
}

impl LinearEquation {
    /// Returns the number of summands.
    pub fn len(&self) -> usize {
        self.summands.len()
    }

    /// Returns a linear equation, or `None` if its numbers are too large for a set of bits.
    pub fn new(
        cells: Vec<usize>,
        coefficients: &[i64],
        total: i64,
        size: usize,
    ) -> Option<LinearEquation> {
        let (mut rest, mut highest) = (total, 0);
        for coefficient in coefficients {
            rest -= match coefficient {
                0.. => *coefficient,
                _ => coefficient * size as i64,
            };
            highest += coefficient.abs() * (size as i64 - 1);
        }
        let is_possible = rest < LONGEST as i64 * 128
            && (0..=highest).contains(&rest)
            && u32::try_from(highest).is_ok();
        let summands = cells.into_iter().zip(coefficients);
        let summand = |(cell, coefficient): (usize, &i64)| Summand {
            cell,
            factor: coefficient.unsigned_abs() as u32,
            reversed_from: match coefficient {
                0.. => 0,
                _ => size as u32 - 1,
            },
        };
        is_possible.then(|| LinearEquation {
            summands: summands.map(summand).collect(),
            total: rest as u32,
        })
    }

    /// Removes the digits in no solution of the equation. Returns true if there was one, or `None` if
    /// there is no solution.
    pub fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        let mut rest = self.total;
        let mut open = Vec::with_capacity(self.summands.len());
        for summand in &self.summands {
            let of_cell = digits[summand.cell];
            if of_cell.is_power_of_two() {
                rest = rest.checked_sub(summand.of(of_cell.trailing_zeros() as usize))?;
            } else {
                open.push(*summand);
            }
        }
        match rest / 128 {
            _ if open.is_empty() => (rest == 0).then_some(false),
            0 => filter_open::<1>(&open, rest, digits),
            1 => filter_open::<2>(&open, rest, digits),
            _ => filter_open::<LONGEST>(&open, rest, digits),
        }
    }
}

/// Removes the digits of these summands that are in no solution with this total.
fn filter_open<const N: usize>(open: &[Summand], total: u32, digits: &mut [u16]) -> Option<bool> {
    // By summand, the sums before it from which the total can be reached.
    let mut reaching = vec![Sums::<N>::only(total); open.len() + 1];
    for (at, summand) in open.iter().enumerate().rev() {
        let after = reaching[at + 1];
        let of_digits = ones(digits[summand.cell]).map(|digit| after.minus(summand.of(digit)));
        reaching[at] = of_digits.fold(Sums::NONE, Sums::or);
    }
    let (mut sums, mut is_changed) = (Sums::only(0), false);
    for (summand, reaching) in open.iter().zip(&reaching[1..]) {
        let (mut next, mut kept) = (Sums::NONE, 0);
        for digit in ones(digits[summand.cell]) {
            let after = sums.plus(summand.of(digit)).and(*reaching);
            if !after.is_empty() {
                next = next.or(after);
                kept |= 1 << digit;
            }
        }
        sums = next;
        is_changed |= keep(&mut digits[summand.cell], kept)?;
    }
    Some(is_changed)
}

/// The length of the longest sets of sums, for equations such as those of arrows with thirty cells.
const LONGEST: usize = 4;

/// A set of sums below 128 `N`, as bits.
#[derive(Clone, Copy)]
struct Sums<const N: usize>([u128; N]);

impl<const N: usize> Sums<N> {
    const NONE: Sums<N> = Sums([0; N]);

    fn only(sum: u32) -> Sums<N> {
        let mut only = Sums::NONE;
        only.0[sum as usize / 128] = 1 << (sum % 128);
        only
    }

    fn or(self, other: Sums<N>) -> Sums<N> {
        Sums(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }

    fn and(self, other: Sums<N>) -> Sums<N> {
        Sums(std::array::from_fn(|w| self.0[w] & other.0[w]))
    }

    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Adds a number to each sum, and drops those that become too large.
    fn plus(self, number: u32) -> Sums<N> {
        let (words, bits) = (number as usize / 128, number % 128);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Sums(std::array::from_fn(|w| match w.checked_sub(words) {
            Some(low) if bits > 0 && low > 0 => word(low) << bits | word(low - 1) >> (128 - bits),
            Some(low) => word(low) << bits,
            None => 0,
        }))
    }

    /// Subtracts a number from each sum, and drops those that are smaller.
    fn minus(self, number: u32) -> Sums<N> {
        let (words, bits) = (number as usize / 128, number % 128);
        let word = |w: usize| self.0.get(w).copied().unwrap_or(0);
        Sums(std::array::from_fn(|w| {
            let low = w + words;
            match bits {
                0 => word(low),
                _ => word(low) >> bits | word(low + 1) << (128 - bits),
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_shifted_across_words() {
        let all = [0, 5, 127, 128, 129, 300, 511];
        let set = |sums: &[u32]| {
            let each = sums.iter().map(|sum| Sums::<LONGEST>::only(*sum));
            each.fold(Sums::NONE, Sums::or)
        };
        for number in [0, 1, 100, 127, 128, 129, 256, 511, 600] {
            let more: Vec<u32> = all.iter().map(|sum| sum + number).collect();
            let more: Vec<u32> = more.into_iter().filter(|sum| *sum < 512).collect();
            assert_eq!(set(&all).plus(number).0, set(&more).0, "{number}");
            let less = all.iter().filter_map(|sum| sum.checked_sub(number));
            let less: Vec<u32> = less.collect();
            assert_eq!(set(&all).minus(number).0, set(&less).0, "{number}");
        }
    }

    #[test]
    fn huge_coefficients_are_refused() {
        let huge = 1 << 33;
        assert!(LinearEquation::new(vec![0, 1], &[huge, 1], huge + 1, 9).is_none());
    }

    #[test]
    fn long_sums_leave_the_digits_of_some_solution() {
        // 3 of 40 cells are not the lowest.
        let sum = LinearEquation::new((0..40).collect(), &[1; 40], 40 + 3 * 8, 9).unwrap();
        let mut digits = vec![1; 40];
        digits[10..12].fill(0b1_0000_0001);
        digits[20..23].fill(0b1_0000_0001);
        digits[30] = 0b10;
        assert_eq!(sum.filter(&mut digits.clone()), None);
        digits[30] = 1;
        assert_eq!(sum.filter(&mut digits), Some(false));
        digits[20..22].fill(0b1_0000_0000);
        digits[22] = 0b1_1000_0001;
        assert_eq!(sum.filter(&mut digits), Some(true));
        assert_eq!(digits[22], 0b1_0000_0001);
    }
}

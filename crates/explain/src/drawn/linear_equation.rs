//! Propagation of a linear equation over digits, with the sums that are possible as bits.

use super::digit_bits::{bits, keep};
use satdoku::board::ones;

/// A linear equation whose summands are not negative.
#[derive(Debug, Clone)]
pub(super) struct LinearEquation {
    summands: Vec<Summand>,
    total: u32,
    /// Ways to divide the summands, by their numbers, into groups whose digits differ. The summands of a group
    /// have the same factor.
    partitions: Vec<Vec<Vec<usize>>>,
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

    /// Returns the numbers that are multiplied by the factor, as bits.
    fn multiples(self, digits: u16) -> u16 {
        match self.reversed_from {
            0 => digits,
            highest => digits.reverse_bits() >> (u16::BITS - 1 - highest),
        }
    }
}

impl LinearEquation {
    /// Returns the number of summands, counted once for each way to divide them.
    pub fn len(&self) -> usize {
        self.summands.len() * (1 + self.partitions.len())
    }

    /// Adds a way to divide the summands, by their numbers, into groups whose digits differ and whose factors are
    /// equal.
    pub fn divide(&mut self, groups: Vec<Vec<usize>>) {
        self.partitions.push(groups);
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
            partitions: Vec::new(),
        })
    }

    /// Removes digits that no solution has, as far as the possible sums and the bounds of groups show. Returns
    /// true if there was one, or `None` if there is no solution.
    pub fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        let mut is_changed = self.filter_sums(digits)?;
        loop {
            let mut is_bounded = false;
            for groups in &self.partitions {
                is_bounded |= self.filter_bounds(groups, digits)?;
            }
            if !is_bounded {
                return Some(is_changed);
            }
            is_changed = true;
            self.filter_sums(digits)?;
        }
    }

    /// Removes the digits with which the least or the greatest sum of the others misses the total. Digits of
    /// a group differ.
    fn filter_bounds(&self, groups: &[Vec<usize>], digits: &mut [u16]) -> Option<bool> {
        let multiples = self.summands.iter().map(|of| of.multiples(digits[of.cell]));
        let multiples: Vec<u16> = multiples.collect();
        let of_group = |group: &Vec<usize>| {
            let of_group = group.iter().map(|at| multiples[*at]);
            GroupBounds::new(of_group, self.summands[group[0]].factor)
        };
        let bounds: Vec<GroupBounds> = groups.iter().map(of_group).collect::<Option<_>>()?;
        let mut group_of = vec![None; self.summands.len()];
        for (group, bounds) in groups.iter().zip(&bounds) {
            group.iter().for_each(|at| group_of[*at] = Some(bounds));
        }
        let single = (0..self.summands.len()).filter(|at| group_of[*at].is_none());
        let (mut least, mut most) = (0, 0);
        for at in single {
            least += self.summands[at].factor * lowest(multiples[at]);
            most += self.summands[at].factor * highest(multiples[at]);
        }
        for of_group in &bounds {
            least += of_group.least.all;
            most += of_group.most.all;
        }
        if least > self.total || most < self.total {
            return None;
        }
        let mut is_changed = false;
        for (at, summand) in self.summands.iter().enumerate() {
            let [low, high] = [lowest(multiples[at]), highest(multiples[at])];
            let [low, high] = [low, high].map(|of| of * summand.factor);
            // The bounds of the other summands.
            let [others_least, others_most] = match group_of[at] {
                Some(of) => [
                    least - of.least.all + of.least.without(low),
                    most - of.most.all + of.most.without(high),
                ],
                None => [least - low, most - high],
            };
            let range =
                self.total.saturating_sub(others_most)..=self.total.checked_sub(others_least)?;
            if range.contains(&low) && range.contains(&high) {
                continue;
            }
            let kept =
                ones(digits[summand.cell]).filter(|digit| range.contains(&summand.of(*digit)));
            let kept = bits(kept);
            is_changed |= keep(&mut digits[summand.cell], kept)?;
        }
        Some(is_changed)
    }

    /// Removes the digits in no solution of the equation if digits need not differ.
    fn filter_sums(&self, digits: &mut [u16]) -> Option<bool> {
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

/// The least and the greatest sum of summands whose digits differ.
struct GroupBounds {
    least: GroupBound,
    most: GroupBound,
}

/// A bound of the sum of a group.
struct GroupBound {
    all: u32,
    /// The sum of the bounds of each summand.
    each: u32,
    /// The sum of different digits, one less than there are summands.
    different: u32,
    is_upper: bool,
}

impl GroupBounds {
    /// Returns the bounds of summands with these multiples of the factor; `None` if they have fewer digits than
    /// there are summands.
    fn new(multiples: impl Iterator<Item = u16>, factor: u32) -> Option<GroupBounds> {
        let (mut union, mut count, mut least, mut most) = (0, 0, 0, 0);
        for of in multiples {
            union |= of;
            count += 1;
            least += factor * lowest(of);
            most += factor * highest(of);
        }
        let sum = |of: &[usize]| factor * of.iter().sum::<usize>() as u32;
        let ascending: Vec<usize> = ones(union).collect();
        let of_others = ascending.len().checked_sub(count - 1)?;
        let of_all = ascending.len().checked_sub(count)?;
        Some(GroupBounds {
            least: GroupBound {
                all: least.max(sum(&ascending[..count])),
                each: least,
                different: sum(&ascending[..count - 1]),
                is_upper: false,
            },
            most: GroupBound {
                all: most.min(sum(&ascending[of_all..])),
                each: most,
                different: sum(&ascending[of_others..]),
                is_upper: true,
            },
        })
    }
}

impl GroupBound {
    /// Returns the bound without a summand with this bound of its own.
    fn without(&self, own: u32) -> u32 {
        let each = self.each - own;
        match self.is_upper {
            true => each.min(self.different),
            false => each.max(self.different),
        }
    }
}

fn lowest(multiples: u16) -> u32 {
    multiples.trailing_zeros()
}

fn highest(multiples: u16) -> u32 {
    u16::BITS - 1 - multiples.leading_zeros()
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

    /// Every digit that is left must be one that bounds allow, and every digit of a way to fill the cells is left.
    #[test]
    fn groups_whose_digits_differ_bound_a_sum() {
        let all = |cells: usize| vec![0b1_1111_1111_u16; cells];
        let mut sum = LinearEquation::new((0..7).collect(), &[1; 7], 6 + 10 + 5, 9).unwrap();
        assert_eq!(sum.filter(&mut all(7)), Some(false));
        sum.divide(vec![vec![0, 1, 2], vec![3, 4, 5, 6]]);
        let mut digits = all(7);
        assert_eq!(sum.filter(&mut digits), Some(true));
        // Three different digits total at least 6, four at least 10, so 5 more are left for each cell.
        assert_eq!(digits[..3], [0b1111_1111; 3]);
        assert_eq!(digits[3..], [0b1_1111_1111; 4]);
        let mut least = LinearEquation::new((0..7).collect(), &[1; 7], 6 + 10, 9).unwrap();
        least.divide(vec![vec![0, 1, 2], vec![3, 4, 5, 6]]);
        let mut digits = all(7);
        assert_eq!(least.filter(&mut digits), Some(true));
        assert_eq!(digits[..3], [0b111; 3]);
        assert_eq!(digits[3..], [0b1111; 4]);
        let mut less = LinearEquation::new((0..7).collect(), &[1; 7], 15, 9).unwrap();
        less.divide(vec![vec![0, 1, 2], vec![3, 4, 5, 6]]);
        assert_eq!(less.filter(&mut all(7)), None);
    }

    #[test]
    fn groups_with_negative_factors_bound_a_difference() {
        let mut sum = LinearEquation::new(vec![0, 1, 2, 3], &[1, -1, -1, -1], 0, 9).unwrap();
        sum.divide(vec![vec![1, 2, 3]]);
        let mut digits = vec![0b1_1111_1111; 4];
        assert_eq!(sum.filter(&mut digits), Some(true));
        assert_eq!(digits, [0b1_1110_0000, 0b11_1111, 0b11_1111, 0b11_1111]);
    }
}

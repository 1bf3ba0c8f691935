//! Exact numbers of expressions.

use std::cmp::Ordering;

/// A fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: i64,
    /// At least 1.
    denominator: i64,
}

/// Each operation returns `None` if its result does not exist or does not fit.
impl Fraction {
    pub fn whole(number: i64) -> Fraction {
        Fraction {
            numerator: number,
            denominator: 1,
        }
    }

    /// Returns a quotient in lowest terms.
    fn quotient(numerator: i128, denominator: i128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let (mut divisor, mut rest) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        Some(Fraction {
            numerator: (numerator / divisor).try_into().ok()?,
            denominator: (denominator / divisor).try_into().ok()?,
        })
    }

    fn parts(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.into())
    }

    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let ((one, by), (two, other_by)) = (self.parts(), other.parts());
        Fraction::quotient(one * other_by + two * by, by * other_by)
    }

    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let ((one, by), (two, other_by)) = (self.parts(), other.parts());
        Fraction::quotient(one * two, by * other_by)
    }

    pub fn over(self, other: Fraction) -> Option<Fraction> {
        let ((one, by), (two, other_by)) = (self.parts(), other.parts());
        Fraction::quotient(one * other_by, by * two)
    }

    pub fn negative(self) -> Option<Fraction> {
        self.times(Fraction::whole(-1))
    }

    /// Returns the remainder of whole numbers, which is not negative.
    pub fn modulo(self, other: Fraction) -> Option<Fraction> {
        let are_whole = self.denominator == 1 && other.denominator == 1;
        let remainder = self.numerator.checked_rem_euclid(other.numerator)?;
        are_whole.then_some(Fraction::whole(remainder))
    }

    pub fn order(self, other: Fraction) -> Ordering {
        let ((one, by), (two, other_by)) = (self.parts(), other.parts());
        (one * other_by).cmp(&(two * by))
    }
}

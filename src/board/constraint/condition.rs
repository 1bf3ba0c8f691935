//! The meaning of conditions in the digits of two cells.
//!
//! Numbers are exact fractions of 64-bit integers. A quotient by 0, a remainder of fractions, and a number that
//! does not fit have no value, and a comparison with them is false.

use std::cmp::Ordering;

use num_rational::Ratio;

/// A condition on two digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    /// The order of two numbers is one of these.
    Compare(&'static [Ordering], Box<[Number; 2]>),
    And(Box<[Condition; 2]>),
    Or(Box<[Condition; 2]>),
    Not(Box<Condition>),
}

/// A number that depends on two digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Number {
    Constant(i64),
    /// The first digit or the second.
    Digit(usize),
    Negative(Box<Number>),
    Absolute(Box<Number>),
    Apply(Operation, Box<[Number; 2]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
}

/// An exact number. Its numerator and its denominator fit in 64 bits, so an operation on two numbers does not
/// overflow.
type Fraction = Ratio<i128>;

impl Condition {
    pub fn holds(&self, digits: [i64; 2]) -> bool {
        match self {
            Condition::And(both) => both.iter().all(|one| one.holds(digits)),
            Condition::Or(either) => either.iter().any(|one| one.holds(digits)),
            Condition::Not(condition) => !condition.holds(digits),
            Condition::Compare(orders, numbers) => {
                let [one, other] = [0, 1].map(|index| numbers[index].value(digits));
                let order = one.zip(other).map(|(one, other)| one.cmp(&other));
                order.is_some_and(|order| orders.contains(&order))
            }
        }
    }
}

impl Number {
    /// Returns its value for two digits, if it has one.
    fn value(&self, digits: [i64; 2]) -> Option<Fraction> {
        let value = match self {
            Number::Constant(number) => whole(*number),
            Number::Digit(index) => whole(digits[*index]),
            Number::Negative(number) => -number.value(digits)?,
            Number::Absolute(number) => {
                let number = number.value(digits)?;
                number.max(-number)
            }
            Number::Apply(operation, operands) => {
                let (one, other) = (operands[0].value(digits)?, operands[1].value(digits)?);
                operation.apply(one, other)?
            }
        };
        let fits = |part: &i128| i64::try_from(*part).is_ok();
        (fits(value.numer()) && fits(value.denom())).then_some(value)
    }
}

impl Operation {
    fn apply(self, one: Fraction, other: Fraction) -> Option<Fraction> {
        Some(match self {
            // Sums and products suffice, and each other operation of fractions is a kilobyte of the page.
            Operation::Add => one + other,
            Operation::Subtract => one + -other,
            Operation::Multiply => one * other,
            Operation::Divide if other == whole(0) => return None,
            Operation::Divide => one * other.recip(),
            Operation::Remainder if one.is_integer() && other.is_integer() => {
                let [one, other] = [one, other].map(|number| number.to_integer() as i64);
                whole(one.checked_rem_euclid(other)?)
            }
            Operation::Remainder => return None,
            Operation::Minimum => one.min(other),
            Operation::Maximum => one.max(other),
        })
    }
}

fn whole(number: i64) -> Fraction {
    Fraction::from_integer(number.into())
}

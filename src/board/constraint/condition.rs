//! The meaning of conditions in the digits of two cells.
//!
//! Numbers are exact fractions of 64-bit integers. A quotient by 0, a remainder of fractions, and a number that
//! does not fit have no value, and a comparison with them is false.

use std::cmp::Ordering;

use num_rational::Ratio;

/// A number or a condition that depends on two digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Constant(i64),
    /// The first digit or the second.
    Digit(usize),
    /// An operation on one or two parts.
    Apply(Operation, Vec<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Or,
    And,
    Not,
    /// The order of two numbers is one of these.
    Compare(&'static [Ordering]),
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    Absolute,
    Minimum,
    Maximum,
}

/// An exact number. Its numerator and its denominator fit in 64 bits, so an operation on two numbers does not
/// overflow.
type Fraction = Ratio<i128>;

impl Node {
    /// Returns true if a condition holds.
    pub fn holds(&self, digits: [i64; 2]) -> bool {
        is_true(self.value(digits))
    }

    /// Returns its value for two digits, if it has one: 1 for a condition that holds, and 0 for another.
    fn value(&self, digits: [i64; 2]) -> Option<Fraction> {
        let value = match self {
            Node::Constant(number) => whole(*number),
            Node::Digit(index) => whole(digits[*index]),
            Node::Apply(operation, parts) => {
                let mut values = parts.iter().map(|part| part.value(digits));
                operation.apply(values.next()?, values.next().flatten())?
            }
        };
        let fits = |part: &i128| i64::try_from(*part).is_ok();
        (fits(value.numer()) && fits(value.denom())).then_some(value)
    }
}

impl Operation {
    /// Returns true if the parts are conditions.
    pub fn connects_conditions(self) -> bool {
        matches!(self, Operation::Or | Operation::And | Operation::Not)
    }

    /// Returns true if the result is a condition.
    pub fn is_condition(self) -> bool {
        self.connects_conditions() || matches!(self, Operation::Compare(_))
    }

    /// Returns the result for the values of one or two parts.
    fn apply(self, one: Option<Fraction>, other: Option<Fraction>) -> Option<Fraction> {
        let truth = |is_true: bool| Some(whole(is_true.into()));
        match self {
            Operation::Or => truth(is_true(one) || is_true(other)),
            Operation::And => truth(is_true(one) && is_true(other)),
            Operation::Not => truth(!is_true(one)),
            Operation::Compare(orders) => {
                let order = one.zip(other).map(|(one, other)| one.cmp(&other));
                truth(order.is_some_and(|order| orders.contains(&order)))
            }
            // Sums and products suffice, and each other operation of fractions is a kilobyte of the page.
            Operation::Add => Some(one? + other?),
            Operation::Subtract => Some(one? + -other?),
            Operation::Multiply => Some(one? * other?),
            Operation::Divide => {
                let divisor = other.filter(|divisor| *divisor != whole(0))?;
                Some(one? * divisor.recip())
            }
            Operation::Remainder => {
                let integer = |number: Fraction| {
                    let integer = number.is_integer().then(|| number.to_integer())?;
                    i64::try_from(integer).ok()
                };
                let remainder = integer(one?)?.checked_rem_euclid(integer(other?)?);
                remainder.map(whole)
            }
            Operation::Negate => Some(-one?),
            Operation::Absolute => Some(one?.max(-one?)),
            Operation::Minimum => Some(one?.min(other?)),
            Operation::Maximum => Some(one?.max(other?)),
        }
    }
}

fn is_true(condition: Option<Fraction>) -> bool {
    condition == Some(whole(1))
}

fn whole(number: i64) -> Fraction {
    Fraction::from_integer(number.into())
}

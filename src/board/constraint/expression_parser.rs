//! The parser of expressions, by the strength of operators (V. Pratt, *Top down operator precedence*,
//! POPL 1973).

use std::cmp::Ordering;

use super::super::mismatch::Mismatch;
use super::condition::{Condition, Number, Operation};
use super::scanner::Scanner;

/// The largest number of characters of an expression.
const MOST_CHARACTERS: usize = 1000;

/// The strength of operators, from the weakest.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const SIGN: u8 = 7;

/// The tokens with which a part begins that is not a number.
const OPERANDS: [&str; 8] = ["a", "b", "(", "-", "not", "abs", "min", "max"];

/// An operator between two parts.
enum Infix {
    Connect(fn(Box<[Condition; 2]>) -> Condition),
    Compare(&'static [Ordering]),
    Apply(Operation),
}

impl Infix {
    /// Returns the operator that a token names, with its strength.
    fn named(token: &str) -> Option<(u8, Infix)> {
        use {Operation::*, Ordering::*};
        let compare = |orders| (COMPARISON, Infix::Compare(orders));
        Some(match token.to_ascii_lowercase().as_str() {
            "or" => (OR, Infix::Connect(Condition::Or)),
            "and" => (AND, Infix::Connect(Condition::And)),
            "=" | "==" => compare(&[Equal]),
            "!=" | "<>" | "≠" => compare(&[Less, Greater]),
            "<" => compare(&[Less]),
            "<=" | "≤" => compare(&[Less, Equal]),
            ">" => compare(&[Greater]),
            ">=" | "≥" => compare(&[Greater, Equal]),
            "+" => (SUM, Infix::Apply(Add)),
            "-" => (SUM, Infix::Apply(Subtract)),
            "*" => (PRODUCT, Infix::Apply(Multiply)),
            "/" => (PRODUCT, Infix::Apply(Divide)),
            "mod" => (PRODUCT, Infix::Apply(Remainder)),
            _ => return None,
        })
    }

    /// Joins two parts.
    fn join(self, left: Part, right: Part) -> Result<Meaning, Mismatch> {
        Ok(match self {
            Infix::Connect(connect) => {
                let conditions = [left.condition()?, right.condition()?];
                Meaning::Condition(connect(conditions.into()))
            }
            Infix::Compare(orders) => {
                let numbers = [left.number()?, right.number()?].into();
                Meaning::Condition(Condition::Compare(orders, numbers))
            }
            Infix::Apply(operation) => {
                let numbers = [left.number()?, right.number()?].into();
                Meaning::Number(Number::Apply(operation, numbers))
            }
        })
    }
}

/// A part of an expression.
struct Part {
    column: usize,
    meaning: Meaning,
}

enum Meaning {
    Condition(Condition),
    Number(Number),
}

impl Part {
    fn condition(self) -> Result<Condition, Mismatch> {
        match self.meaning {
            Meaning::Condition(condition) => Ok(condition),
            Meaning::Number(_) => {
                let expected = "a condition such as `a < b`";
                Err(Mismatch::new(expected, "a number").at(self.column))
            }
        }
    }

    fn number(self) -> Result<Number, Mismatch> {
        match self.meaning {
            Meaning::Number(number) => Ok(number),
            Meaning::Condition(_) => Err(Mismatch::new("a number", "a condition").at(self.column)),
        }
    }
}

/// Parses a whole text, which is a condition.
///
/// # Errors
/// If it is not. The column is that in the text.
pub(super) fn parse(text: &str) -> Result<Condition, Mismatch> {
    let length = text.chars().count();
    if length > MOST_CHARACTERS {
        let expected = format!("an expression of at most {MOST_CHARACTERS} characters");
        return Err(Mismatch::new(expected, length.to_string()));
    }
    let mut scanner = Scanner::new(text, "expression");
    let part = part(&mut scanner, OR)?;
    scanner.end("an operator")?;
    part.condition()
}

/// Parses a part with operators of at least this strength.
fn part(scanner: &mut Scanner, strength: u8) -> Result<Part, Mismatch> {
    scanner.enter()?;
    let column = scanner.column();
    let mut meaning = operand(scanner)?;
    let stronger = |(own, _): &(u8, Infix)| *own >= strength;
    while let Some((own, infix)) = Infix::named(scanner.token()).filter(stronger) {
        if own == COMPARISON && matches!(meaning, Meaning::Condition(_)) {
            return Err(scanner.error("`and`, `or` or the end after a comparison"));
        }
        scanner.take_token();
        let right = part(scanner, own + 1)?;
        meaning = infix.join(Part { column, meaning }, right)?;
    }
    scanner.leave();
    Ok(Part { column, meaning })
}

/// Parses a number, a digit, a function, or what is in brackets or follows a sign.
fn operand(scanner: &mut Scanner) -> Result<Meaning, Mismatch> {
    let token = scanner.token().to_ascii_lowercase();
    let expected = "`a`, `b`, a number, a function or `(`";
    if !OPERANDS.contains(&token.as_str()) {
        let constant = scanner.number(0..=i64::MAX, usize::MAX, expected)?;
        return Ok(Meaning::Number(Number::Constant(constant)));
    }
    scanner.take_token();
    Ok(Meaning::Number(match token.as_str() {
        "a" => Number::Digit(0),
        "b" => Number::Digit(1),
        "-" => Number::Negative(part(scanner, SIGN)?.number()?.into()),
        "not" => {
            let condition = part(scanner, NOT)?.condition()?;
            return Ok(Meaning::Condition(Condition::Not(condition.into())));
        }
        "(" => {
            let part = part(scanner, OR)?;
            scanner.expect(")")?;
            return Ok(part.meaning);
        }
        "abs" => {
            scanner.expect("(")?;
            let number = part(scanner, OR)?.number()?;
            scanner.expect(")")?;
            Number::Absolute(number.into())
        }
        name => {
            let operation = match name {
                "min" => Operation::Minimum,
                _ => Operation::Maximum,
            };
            scanner.expect("(")?;
            let one = part(scanner, OR)?.number()?;
            scanner.expect(",")?;
            let other = part(scanner, OR)?.number()?;
            scanner.expect(")")?;
            Number::Apply(operation, [one, other].into())
        }
    }))
}

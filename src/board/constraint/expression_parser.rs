//! The parser of expressions, by the strength of operators (V. Pratt, *Top down operator precedence*,
//! POPL 1973).

use std::cmp::Ordering;

use super::error::ConstraintError;
use super::expression::{Condition, Number, Operation};

/// The largest number of characters of an expression. It bounds the depth of what is parsed.
const MOST_CHARACTERS: usize = 1000;

/// The largest number of brackets and signs around a part of an expression.
const MOST_NESTED: usize = 50;

/// The strength of operators, from the weakest.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const SIGN: u8 = 7;

const SIGNS: [&str; 18] = [
    "==", "!=", "<>", "<=", ">=", "≠", "≤", "≥", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",",
];

/// An expression that is being parsed.
pub(super) struct Parser<'a> {
    rest: &'a str,
    /// The column of the rest, counted from 1.
    column: usize,
    /// The number of expressions around the current one.
    depth: usize,
}

/// A part of an expression.
enum Part {
    Condition(Condition),
    Number(Number),
}

/// An operator between two parts.
enum Infix {
    Or,
    And,
    Compare(&'static [Ordering]),
    Apply(Operation),
}

impl Infix {
    fn named(token: &str) -> Option<(u8, Infix)> {
        use {Operation::*, Ordering::*};
        let compare = |orders| (COMPARISON, Infix::Compare(orders));
        Some(match token {
            "or" => (OR, Infix::Or),
            "and" => (AND, Infix::And),
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
}

impl Parser<'_> {
    /// Parses a whole text, which is a condition.
    ///
    /// # Errors
    /// If it is not. The column is that in the text.
    pub fn condition(text: &str) -> Result<Condition, ConstraintError> {
        let length = text.chars().count();
        if length > MOST_CHARACTERS {
            let expected = format!("an expression of at most {MOST_CHARACTERS} characters");
            return Err(ConstraintError::new(expected, length.to_string()));
        }
        let mut parser = Parser {
            rest: text,
            column: 1,
            depth: 0,
        };
        let (column, part) = parser.part(OR)?;
        match parser.token() {
            "" => condition(part, column),
            _ => Err(parser.error("an operator or the end of the expression")),
        }
    }

    /// Returns the next number, word or sign; an empty text at the end.
    fn token(&mut self) -> &str {
        let spaces = self.rest.chars().take_while(|c| c.is_whitespace());
        let (count, length) = spaces.fold((0, 0), |(count, length), c| {
            (count + 1, length + c.len_utf8())
        });
        self.rest = &self.rest[length..];
        self.column += count;
        let end_of =
            |is_part: fn(char) -> bool| self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let length = match self.rest.chars().next() {
            None => 0,
            Some(c) if c.is_ascii_digit() => end_of(|c| c.is_ascii_digit()),
            Some(c) if c.is_alphabetic() => end_of(char::is_alphanumeric),
            Some(c) => {
                let mut signs = SIGNS.iter();
                let sign = signs.find(|sign| self.rest.starts_with(**sign));
                sign.map_or(c.len_utf8(), |sign| sign.len())
            }
        };
        &self.rest[..length]
    }

    /// Takes a token of this length in bytes.
    fn skip(&mut self, length: usize) {
        let (token, rest) = self.rest.split_at(length);
        self.column += token.chars().count();
        self.rest = rest;
    }

    /// Takes this token, if it is the next, whatever its case.
    fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.token().eq_ignore_ascii_case(wanted);
        if is_next {
            self.skip(wanted.len());
        }
        is_next
    }

    fn expect(&mut self, wanted: &str) -> Result<(), ConstraintError> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.error(&format!("`{wanted}`"))),
        }
    }

    /// Returns the error that something else was expected than the next token.
    fn error(&mut self, expected: &str) -> ConstraintError {
        let found = match self.token() {
            "" => "the end of the expression".to_string(),
            token => format!("`{token}`"),
        };
        ConstraintError::new(expected, found).at(self.column)
    }

    /// Parses a part with operators of at least this strength. Returns its column too.
    fn part(&mut self, strength: u8) -> Result<(usize, Part), ConstraintError> {
        if self.depth == MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} nested parts");
            return Err(ConstraintError::new(expected, "more").at(self.column));
        }
        self.depth += 1;
        self.token();
        let column = self.column;
        let mut left = self.operand()?;
        loop {
            let token = self.token().to_ascii_lowercase();
            let Some((own, infix)) = Infix::named(&token).filter(|(own, _)| *own >= strength)
            else {
                break;
            };
            if own == COMPARISON && matches!(left, Part::Condition(_)) {
                return Err(self.error("`and`, `or` or the end after a comparison"));
            }
            self.skip(token.len());
            let (right_column, right) = self.part(own + 1)?;
            left = joined(infix, (left, column), (right, right_column))?;
        }
        self.depth -= 1;
        Ok((column, left))
    }

    /// Parses a number, a digit, a function, or what is in brackets or follows a sign.
    fn operand(&mut self) -> Result<Part, ConstraintError> {
        let token = self.token().to_ascii_lowercase();
        let digits = token.bytes().all(|byte| byte.is_ascii_digit());
        if digits && let Ok(constant) = token.parse() {
            self.skip(token.len());
            return Ok(Part::Number(Number::Constant(constant)));
        }
        match token.as_str() {
            "a" | "b" | "(" | "-" | "not" | "abs" | "min" | "max" => self.skip(token.len()),
            _ => return Err(self.error("`a`, `b`, a number, a function or `(`")),
        }
        let number = match token.as_str() {
            "a" => Number::Digit(0),
            "b" => Number::Digit(1),
            "-" => Number::Negative(self.number(SIGN)?.into()),
            "not" => {
                let (column, part) = self.part(NOT)?;
                return Ok(Part::Condition(Condition::Not(
                    condition(part, column)?.into(),
                )));
            }
            "(" => {
                let (_, part) = self.part(OR)?;
                self.expect(")")?;
                return Ok(part);
            }
            "abs" => {
                self.expect("(")?;
                let number = self.number(OR)?;
                self.expect(")")?;
                Number::Absolute(number.into())
            }
            name => {
                self.expect("(")?;
                let one = self.number(OR)?;
                self.expect(",")?;
                let other = self.number(OR)?;
                self.expect(")")?;
                let operation = if name == "min" {
                    Operation::Minimum
                } else {
                    Operation::Maximum
                };
                Number::Apply(operation, [one, other].into())
            }
        };
        Ok(Part::Number(number))
    }

    fn number(&mut self, strength: u8) -> Result<Number, ConstraintError> {
        let (column, part) = self.part(strength)?;
        number(part, column)
    }
}

/// Joins two parts, each with its column.
fn joined(
    infix: Infix,
    (left, left_column): (Part, usize),
    (right, right_column): (Part, usize),
) -> Result<Part, ConstraintError> {
    let conditions = |left, right| -> Result<Box<[Condition; 2]>, ConstraintError> {
        Ok([
            condition(left, left_column)?,
            condition(right, right_column)?,
        ]
        .into())
    };
    let numbers = |left, right| -> Result<Box<[Number; 2]>, ConstraintError> {
        Ok([number(left, left_column)?, number(right, right_column)?].into())
    };
    Ok(match infix {
        Infix::Or => Part::Condition(Condition::Or(conditions(left, right)?)),
        Infix::And => Part::Condition(Condition::And(conditions(left, right)?)),
        Infix::Compare(orders) => {
            Part::Condition(Condition::Compare(orders, numbers(left, right)?))
        }
        Infix::Apply(operation) => Part::Number(Number::Apply(operation, numbers(left, right)?)),
    })
}

fn condition(part: Part, column: usize) -> Result<Condition, ConstraintError> {
    match part {
        Part::Condition(condition) => Ok(condition),
        Part::Number(_) => {
            Err(ConstraintError::new("a condition such as `a < b`", "a number").at(column))
        }
    }
}

fn number(part: Part, column: usize) -> Result<Number, ConstraintError> {
    match part {
        Part::Number(number) => Ok(number),
        Part::Condition(_) => Err(ConstraintError::new("a number", "a condition").at(column)),
    }
}

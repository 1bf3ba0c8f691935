//! The parser of expressions, by the strength of operators (V. Pratt, *Top down operator precedence*,
//! POPL 1973).

use super::super::mismatch::Mismatch;
use super::expression::{Comparison, Condition, Number, Operation};
use super::scanner::{Scanner, number_length};

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
    text: Scanner<'a>,
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
    Compare(Comparison),
    Apply(Operation),
}

impl Infix {
    fn named(token: &str) -> Option<(u8, Infix)> {
        use {Comparison::*, Operation::*};
        let compare = |comparison| (COMPARISON, Infix::Compare(comparison));
        Some(match token {
            "or" => (OR, Infix::Or),
            "and" => (AND, Infix::And),
            "=" | "==" => compare(Equal),
            "!=" | "<>" | "≠" => compare(Unequal),
            "<" => compare(Less),
            "<=" | "≤" => compare(AtMost),
            ">" => compare(Greater),
            ">=" | "≥" => compare(AtLeast),
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
    pub fn condition(text: &str) -> Result<Condition, Mismatch> {
        let length = text.chars().count();
        if length > MOST_CHARACTERS {
            let expected = format!("an expression of at most {MOST_CHARACTERS} characters");
            return Err(Mismatch::new(expected, length.to_string()));
        }
        let mut parser = Parser {
            text: Scanner::new(text, token_length, "the end of the expression"),
            depth: 0,
        };
        let (column, part) = parser.part(OR)?;
        match parser.text.peek() {
            "" => condition(part, column),
            _ => Err(parser
                .text
                .error("an operator or the end of the expression")),
        }
    }

    /// Parses a part with operators of at least this strength. Returns its column too.
    fn part(&mut self, strength: u8) -> Result<(usize, Part), Mismatch> {
        if self.depth == MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} nested parts");
            return Err(Mismatch::new(expected, "more").at(self.text.column));
        }
        self.depth += 1;
        self.text.peek();
        let column = self.text.column;
        let mut left = self.operand()?;
        loop {
            let token = self.text.peek().to_ascii_lowercase();
            let Some((own, infix)) = Infix::named(&token).filter(|(own, _)| *own >= strength)
            else {
                break;
            };
            if own == COMPARISON && matches!(left, Part::Condition(_)) {
                return Err(self.text.error("`and`, `or` or the end after a comparison"));
            }
            self.text.skip(token.len());
            let (right_column, right) = self.part(own + 1)?;
            left = joined(infix, (left, column), (right, right_column))?;
        }
        self.depth -= 1;
        Ok((column, left))
    }

    /// Parses a number, a digit, a function, or what is in brackets or follows a sign.
    fn operand(&mut self) -> Result<Part, Mismatch> {
        let token = self.text.peek().to_ascii_lowercase();
        let digits = token.bytes().all(|byte| byte.is_ascii_digit());
        if digits && let Ok(constant) = token.parse() {
            self.text.skip(token.len());
            return Ok(Part::Number(Number::Constant(constant)));
        }
        match token.as_str() {
            "a" | "b" | "(" | "-" | "not" | "abs" | "min" | "max" => self.text.skip(token.len()),
            _ => return Err(self.text.error("`a`, `b`, a number, a function or `(`")),
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
                self.text.expect(")")?;
                return Ok(part);
            }
            "abs" => {
                self.text.expect("(")?;
                let number = self.number(OR)?;
                self.text.expect(")")?;
                Number::Absolute(number.into())
            }
            name => {
                self.text.expect("(")?;
                let one = self.number(OR)?;
                self.text.expect(",")?;
                let other = self.number(OR)?;
                self.text.expect(")")?;
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

    fn number(&mut self, strength: u8) -> Result<Number, Mismatch> {
        let (column, part) = self.part(strength)?;
        number(part, column)
    }
}

/// Returns the length of the number, word or sign at the start of a text.
fn token_length(text: &str) -> usize {
    let mut signs = SIGNS.iter();
    match signs.find(|sign| text.starts_with(**sign)) {
        Some(sign) => sign.len(),
        None if text.starts_with(char::is_alphabetic) => text
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(text.len()),
        None => number_length(text),
    }
}

/// Joins two parts, each with its column.
fn joined(
    infix: Infix,
    (left, left_column): (Part, usize),
    (right, right_column): (Part, usize),
) -> Result<Part, Mismatch> {
    let conditions = |left, right| -> Result<Box<[Condition; 2]>, Mismatch> {
        Ok([
            condition(left, left_column)?,
            condition(right, right_column)?,
        ]
        .into())
    };
    let numbers = |left, right| -> Result<Box<[Number; 2]>, Mismatch> {
        Ok([number(left, left_column)?, number(right, right_column)?].into())
    };
    Ok(match infix {
        Infix::Or => Part::Condition(Condition::Or(conditions(left, right)?)),
        Infix::And => Part::Condition(Condition::And(conditions(left, right)?)),
        Infix::Compare(comparison) => {
            Part::Condition(Condition::Compare(comparison, numbers(left, right)?))
        }
        Infix::Apply(operation) => Part::Number(Number::Apply(operation, numbers(left, right)?)),
    })
}

fn condition(part: Part, column: usize) -> Result<Condition, Mismatch> {
    match part {
        Part::Condition(condition) => Ok(condition),
        Part::Number(_) => Err(Mismatch::new("a condition such as `a < b`", "a number").at(column)),
    }
}

fn number(part: Part, column: usize) -> Result<Number, Mismatch> {
    match part {
        Part::Number(number) => Ok(number),
        Part::Condition(_) => Err(Mismatch::new("a number", "a condition").at(column)),
    }
}

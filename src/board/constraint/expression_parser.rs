//! The parser of expressions, by the strength of operators (V. Pratt, *Top down operator precedence*,
//! POPL 1973).

use std::cmp::Ordering::{Equal, Greater, Less};

use super::super::mismatch::Mismatch;
use super::condition::Node;
use super::condition::Operation::{self, *};
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

/// The operators between two parts, and their strength.
const INFIX: [(&[&str], u8, Operation); 13] = [
    (&["or"], OR, Or),
    (&["and"], AND, And),
    (&["=", "=="], COMPARISON, Compare(&[Equal])),
    (&["!=", "<>", "≠"], COMPARISON, Compare(&[Less, Greater])),
    (&["<"], COMPARISON, Compare(&[Less])),
    (&["<=", "≤"], COMPARISON, Compare(&[Less, Equal])),
    (&[">"], COMPARISON, Compare(&[Greater])),
    (&[">=", "≥"], COMPARISON, Compare(&[Greater, Equal])),
    (&["+"], SUM, Add),
    (&["-"], SUM, Subtract),
    (&["*"], PRODUCT, Multiply),
    (&["/"], PRODUCT, Divide),
    (&["mod"], PRODUCT, Remainder),
];

/// The operators before a part, and their strength.
const PREFIX: [(&str, u8, Operation); 2] = [("-", SIGN, Negate), ("not", NOT, Not)];

/// The functions, and the number of their arguments.
const FUNCTIONS: [(&str, usize, Operation); 3] = [
    ("abs", 1, Absolute),
    ("min", 2, Minimum),
    ("max", 2, Maximum),
];

/// A part of an expression.
struct Part {
    column: usize,
    node: Node,
    is_condition: bool,
}

impl Part {
    /// Returns the condition or the number, whichever is wanted.
    fn of_type(self, is_condition: bool) -> Result<Node, Mismatch> {
        match (self.is_condition, is_condition) {
            (true, false) => Err(Mismatch::new("a number", "a condition").at(self.column)),
            (false, true) => {
                let expected = "a condition such as `a < b`";
                Err(Mismatch::new(expected, "a number").at(self.column))
            }
            _ => Ok(self.node),
        }
    }
}

/// Parses a whole text, which is a condition.
///
/// # Errors
/// If it is not. The column is that in the text.
pub(super) fn parse(text: &str) -> Result<Node, Mismatch> {
    let length = text.chars().count();
    if length > MOST_CHARACTERS {
        let expected = format!("an expression of at most {MOST_CHARACTERS} characters");
        return Err(Mismatch::new(expected, length.to_string()));
    }
    let mut scanner = Scanner::new(text, "expression");
    let part = part(&mut scanner, OR)?;
    scanner.end("an operator")?;
    part.of_type(true)
}

/// Parses a part with operators of at least this strength.
fn part(scanner: &mut Scanner, strength: u8) -> Result<Part, Mismatch> {
    scanner.enter()?;
    let column = scanner.column();
    let mut left = operand(scanner)?;
    while let Some((own, operation)) = infix(scanner.token()).filter(|(own, _)| *own >= strength) {
        if own == COMPARISON && left.is_condition {
            return Err(scanner.error("`and`, `or` or the end after a comparison"));
        }
        scanner.take_token();
        let right = part(scanner, own + 1)?;
        left = apply(operation, vec![Part { column, ..left }, right])?;
    }
    scanner.leave();
    Ok(Part { column, ..left })
}

/// Returns the operator that a token names, with its strength.
fn infix(token: &str) -> Option<(u8, Operation)> {
    let token = token.to_ascii_lowercase();
    let mut operators = INFIX.iter();
    let found = operators.find(|(names, ..)| names.contains(&token.as_str()));
    found.map(|(_, strength, operation)| (*strength, *operation))
}

fn apply(operation: Operation, parts: Vec<Part>) -> Result<Part, Mismatch> {
    let column = parts[0].column;
    let of_type = |part: Part| part.of_type(operation.connects_conditions());
    let parts: Result<Vec<Node>, Mismatch> = parts.into_iter().map(of_type).collect();
    Ok(Part {
        column,
        node: Node::Apply(operation, parts?),
        is_condition: operation.is_condition(),
    })
}

/// Parses a number, a digit, a function, or what is in brackets or follows a sign.
fn operand(scanner: &mut Scanner) -> Result<Part, Mismatch> {
    if scanner.take("(") {
        let inner = part(scanner, OR)?;
        scanner.expect(")")?;
        return Ok(inner);
    }
    if let Some((_, strength, operation)) = PREFIX.iter().find(|(name, ..)| scanner.take(name)) {
        return apply(*operation, vec![part(scanner, *strength)?]);
    }
    if let Some((_, count, operation)) = FUNCTIONS.iter().find(|(name, ..)| scanner.take(name)) {
        let mut arguments = Vec::new();
        for before in ["(", ","].into_iter().take(*count) {
            scanner.expect(before)?;
            arguments.push(part(scanner, OR)?);
        }
        scanner.expect(")")?;
        return apply(*operation, arguments);
    }
    let column = scanner.column();
    let node = match ["a", "b"].iter().position(|name| scanner.take(name)) {
        Some(digit) => Node::Digit(digit),
        None => {
            let expected = "`a`, `b`, a number, a function or `(`";
            Node::Constant(scanner.number(0..=i64::MAX, usize::MAX, expected)?)
        }
    };
    Ok(Part {
        column,
        node,
        is_condition: false,
    })
}

//! The parser of regular expressions over digits.

use std::ops::RangeInclusive;

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::digit_class::DigitClass;
use super::pattern::{MOST_STATES, Node, is_wide};
use super::scanner::{Scanner, number_length};

/// The largest number of parentheses around a part of a pattern.
const MOST_NESTED: usize = 50;

/// A pattern that is being parsed.
pub(super) struct PatternParser<'a> {
    text: Scanner<'a>,
    /// The digits of the board.
    values: RangeInclusive<usize>,
    /// True if characters that follow each other are one number.
    is_wide: bool,
}

impl PatternParser<'_> {
    /// Parses a whole text.
    ///
    /// # Errors
    /// If it is not a pattern. The column is that in the text.
    pub fn parse(text: &str, board: &Geometry) -> Result<Node, Mismatch> {
        let mut parser = PatternParser {
            text: Scanner::new(text, number_length, "the end of the pattern"),
            values: board.all_values(),
            is_wide: is_wide(board),
        };
        let node = parser.choice(0)?;
        match parser.text.peek() {
            "" => Ok(node),
            _ => Err(parser
                .text
                .error("a digit, `[`, `(`, `|` or the end of the pattern")),
        }
    }

    /// Parses alternatives inside this number of parentheses.
    fn choice(&mut self, depth: usize) -> Result<Node, Mismatch> {
        if depth > MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} nested parentheses");
            return Err(Mismatch::new(expected, "more").at(self.text.column));
        }
        let mut nodes = vec![self.sequence(depth)?];
        while self.text.take("|") {
            nodes.push(self.sequence(depth)?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Choice(nodes)),
        }
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, Mismatch> {
        let mut nodes = Vec::new();
        while !["", "|", ")"].contains(&self.text.peek()) {
            let node = self.item(depth)?;
            nodes.push(self.repeated(node)?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Sequence(nodes)),
        }
    }

    /// Parses a digit, a set of digits, or a group.
    fn item(&mut self, depth: usize) -> Result<Node, Mismatch> {
        let class = |digits, is_negated| Node::Digit(DigitClass { digits, is_negated });
        if self.text.take("(") {
            let node = self.choice(depth + 1)?;
            self.text.expect(")")?;
            return Ok(node);
        }
        if self.text.take(".") {
            return Ok(class(Vec::new(), true));
        }
        if !self.text.take("[") {
            return Ok(class(vec![self.digit("a digit, `.`, `[` or `(`")?], false));
        }
        let is_negated = self.text.take("^");
        let mut digits = Vec::new();
        while digits.is_empty() || self.text.peek() != "]" {
            let column = self.text.column;
            let first = self.digit("a digit or `]`")?;
            let last = if self.text.take("-") {
                self.digit("a digit")?
            } else {
                first
            };
            if first > last {
                let (expected, found) = ("digits in ascending order", format!("{first}-{last}"));
                return Err(Mismatch::new(expected, found).at(column));
            }
            digits.extend(first..=last);
        }
        self.text.expect("]")?;
        digits.sort_unstable();
        digits.dedup();
        Ok(class(digits, is_negated))
    }

    /// Parses how many times an item occurs.
    fn repeated(&mut self, node: Node) -> Result<Node, Mismatch> {
        let (least, most) = match self.text.peek() {
            "*" => (0, None),
            "+" => (1, None),
            "?" => (0, Some(1)),
            "{" => {
                self.text.skip(1);
                let least = self.number("a number of times")?;
                let most = match self.text.take(",") {
                    false => Some(least),
                    true if self.text.peek() == "}" => None,
                    true => Some(self.number("a number of times or `}`")?),
                };
                if most.is_some_and(|most| most < least) {
                    return Err(self.text.error(format!("at least {least} times")));
                }
                (least, most)
            }
            _ => return Ok(node),
        };
        match self.text.peek() {
            "*" | "+" | "?" => self.text.skip(1),
            _ => self.text.expect("}")?,
        }
        Ok(Node::Repeat(node.into(), least, most))
    }

    /// Takes a digit of the board.
    fn digit(&mut self, expected: &str) -> Result<usize, Mismatch> {
        let token = self.text.peek();
        let column = self.text.column;
        let digit = match token.chars().next().and_then(|c| c.to_digit(10)) {
            None => return Err(self.text.error(expected)),
            Some(_) if self.is_wide => self.number(expected)?,
            Some(digit) => {
                self.text.skip(1);
                digit as usize
            }
        };
        if !self.values.contains(&digit) {
            let expected = format!(
                "digits from {} to {}",
                self.values.start(),
                self.values.end()
            );
            return Err(Mismatch::new(expected, format!("`{digit}`")).at(column));
        }
        Ok(digit)
    }

    /// Takes a number of several characters, up to the largest number of states.
    fn number(&mut self, expected: &str) -> Result<usize, Mismatch> {
        let token = self.text.peek();
        let column = self.text.column;
        if !token.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.text.error(expected));
        }
        self.text.skip(token.len());
        let number = token.parse().ok().filter(|number| *number <= MOST_STATES);
        number.ok_or_else(|| {
            let expected = format!("a number of at most {MOST_STATES}");
            Mismatch::new(expected, "a larger one").at(column)
        })
    }
}

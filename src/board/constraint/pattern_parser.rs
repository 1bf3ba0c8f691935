//! The parser of regular expressions over digits.

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

use super::super::geometry::Geometry;
use super::digit_class::DigitClass;
use super::error::ConstraintError;
use super::pattern::{MOST_STATES, Node, is_wide};

/// The largest number of parentheses around a part of a pattern.
const MOST_NESTED: usize = 50;

/// A pattern that is being parsed.
pub(super) struct PatternParser<'a> {
    rest: Peekable<Chars<'a>>,
    /// The column of the next character, counted from 1.
    column: usize,
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
    pub fn parse(text: &str, board: &Geometry) -> Result<Node, ConstraintError> {
        let mut parser = PatternParser {
            rest: text.chars().peekable(),
            column: 1,
            values: board.all_values(),
            is_wide: is_wide(board),
        };
        let node = parser.choice(0)?;
        match parser.peek() {
            None => Ok(node),
            Some(_) => Err(parser.error("a digit, `[`, `(`, `|` or the end of the pattern")),
        }
    }

    /// Returns the next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.column += 1;
        }
        self.rest.peek().copied()
    }

    /// Takes this character, if it is the next.
    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.skip();
        }
        is_next
    }

    fn skip(&mut self) {
        self.rest.next();
        self.column += 1;
    }

    fn expect(&mut self, wanted: char) -> Result<(), ConstraintError> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.error(&format!("`{wanted}`"))),
        }
    }

    /// Returns the error that something else was expected than the next character.
    fn error(&mut self, expected: &str) -> ConstraintError {
        let found = match self.peek() {
            None => "the end of the pattern".to_string(),
            Some(c) => format!("`{c}`"),
        };
        ConstraintError::new(expected, found).at(self.column)
    }

    /// Parses alternatives inside this number of parentheses.
    fn choice(&mut self, depth: usize) -> Result<Node, ConstraintError> {
        if depth > MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} nested parentheses");
            return Err(ConstraintError::new(expected, "more").at(self.column));
        }
        let mut nodes = vec![self.sequence(depth)?];
        while self.take('|') {
            nodes.push(self.sequence(depth)?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Choice(nodes)),
        }
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, ConstraintError> {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|c| !matches!(c, '|' | ')')) {
            let node = self.item(depth)?;
            nodes.push(self.repeated(node)?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Sequence(nodes)),
        }
    }

    /// Parses a digit, a set of digits, or a group.
    fn item(&mut self, depth: usize) -> Result<Node, ConstraintError> {
        let class = |digits, is_negated| Node::Digit(DigitClass { digits, is_negated });
        if self.take('(') {
            let node = self.choice(depth + 1)?;
            self.expect(')')?;
            return Ok(node);
        }
        if self.take('.') {
            return Ok(class(Vec::new(), true));
        }
        if !self.take('[') {
            return Ok(class(vec![self.digit("a digit, `.`, `[` or `(`")?], false));
        }
        let is_negated = self.take('^');
        let mut digits = Vec::new();
        while digits.is_empty() || self.peek() != Some(']') {
            let column = self.column;
            let first = self.digit("a digit or `]`")?;
            let last = if self.take('-') {
                self.digit("a digit")?
            } else {
                first
            };
            if first > last {
                let (expected, found) = ("digits in ascending order", format!("{first}-{last}"));
                return Err(ConstraintError::new(expected, found).at(column));
            }
            digits.extend(first..=last);
        }
        self.expect(']')?;
        digits.sort_unstable();
        digits.dedup();
        Ok(class(digits, is_negated))
    }

    /// Parses how many times an item occurs.
    fn repeated(&mut self, node: Node) -> Result<Node, ConstraintError> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => (0, None),
            _ => return Ok(node),
        };
        let is_counted = self.take('{');
        let (least, most) = match is_counted {
            false => {
                self.skip();
                (least, most)
            }
            true => {
                let least = self.number("a number of times")?;
                let most = match self.take(',') {
                    false => Some(least),
                    true if self.peek() == Some('}') => None,
                    true => Some(self.number("a number of times or `}`")?),
                };
                if most.is_some_and(|most| most < least) {
                    return Err(self.error(&format!("at least {least} times")));
                }
                self.expect('}')?;
                (least, most)
            }
        };
        Ok(Node::Repeat(node.into(), least, most))
    }

    /// Takes a digit of the board.
    fn digit(&mut self, expected: &str) -> Result<usize, ConstraintError> {
        self.peek();
        let column = self.column;
        let digit = match (self.is_wide, self.peek().and_then(|c| c.to_digit(10))) {
            (false, Some(digit)) => {
                self.skip();
                digit as usize
            }
            (true, Some(_)) => self.number(expected)?,
            (_, None) => return Err(self.error(expected)),
        };
        if !self.values.contains(&digit) {
            let expected = format!(
                "digits from {} to {}",
                self.values.start(),
                self.values.end()
            );
            return Err(ConstraintError::new(expected, format!("`{digit}`")).at(column));
        }
        Ok(digit)
    }

    /// Takes a number of several characters, up to the largest number of states.
    fn number(&mut self, expected: &str) -> Result<usize, ConstraintError> {
        self.peek();
        let column = self.column;
        let mut number = 0;
        let mut is_empty = true;
        while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
            self.column += 1;
            is_empty = false;
            number = number * 10 + c as usize - '0' as usize;
            if number > MOST_STATES {
                let expected = format!("a number of at most {MOST_STATES}");
                return Err(ConstraintError::new(expected, "a larger one").at(column));
            }
        }
        match is_empty {
            true => Err(self.error(expected)),
            false => Ok(number),
        }
    }
}

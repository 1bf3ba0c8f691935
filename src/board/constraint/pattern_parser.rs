//! The parser of regular expressions over digits.

use std::collections::BTreeSet;

use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::digit_class::DigitClass;
use super::pattern_node::{MOST_STATES, Node};
use super::scanner::Scanner;

/// A pattern that is being parsed.
pub(super) struct PatternParser<'a> {
    scanner: Scanner<'a>,
    board: &'a Geometry,
    /// The largest number of characters of a digit.
    width: usize,
}

impl PatternParser<'_> {
    /// Parses a whole text.
    ///
    /// # Errors
    /// If it is not a pattern. The column is that in the text.
    pub fn parse(text: &str, board: &Geometry) -> Result<Node, Mismatch> {
        let mut parser = PatternParser {
            scanner: Scanner::new(text, "pattern"),
            board,
            width: if *board.all_values().end() > 9 {
                usize::MAX
            } else {
                1
            },
        };
        let node = parser.choice()?;
        parser.scanner.end("a digit, `[`, `(`, `|`")?;
        Ok(node)
    }

    fn choice(&mut self) -> Result<Node, Mismatch> {
        let mut nodes = vec![self.sequence()?];
        while self.scanner.take("|") {
            nodes.push(self.sequence()?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Choice(nodes)),
        }
    }

    fn sequence(&mut self) -> Result<Node, Mismatch> {
        let mut nodes = Vec::new();
        while !matches!(self.scanner.token(), "" | "|" | ")") {
            let node = self.item()?;
            nodes.push(self.repeated(node)?);
        }
        Ok(Node::Sequence(nodes))
    }

    /// Parses a digit, a set of digits, or a group.
    fn item(&mut self) -> Result<Node, Mismatch> {
        let scanner = &mut self.scanner;
        if scanner.take("(") {
            scanner.enter()?;
            let node = self.choice()?;
            self.scanner.leave();
            self.scanner.expect(")")?;
            return Ok(node);
        }
        let class = |digits, is_negated| Ok(Node::Digit(DigitClass { digits, is_negated }));
        if scanner.take(".") {
            return class(Vec::new(), true);
        }
        if !scanner.take("[") {
            let expected = "a digit, `.`, `[` or `(`";
            let digit = scanner.number(self.board.all_values(), self.width, expected)?;
            return class(vec![digit], false);
        }
        let is_negated = scanner.take("^");
        let mut digits = BTreeSet::new();
        while digits.is_empty() || !scanner.take("]") {
            digits.extend(scanner.run_of_digits(self.board, self.width, "a digit or `]`")?);
        }
        class(digits.into_iter().collect(), is_negated)
    }

    /// Parses how many times an item occurs.
    fn repeated(&mut self, node: Node) -> Result<Node, Mismatch> {
        let scanner = &mut self.scanner;
        let (least, most) = if scanner.take("*") {
            (0, None)
        } else if scanner.take("+") {
            (1, None)
        } else if scanner.take("?") {
            (0, Some(1))
        } else if scanner.take("{") {
            let expected = "a number of times";
            let least = scanner.number(0..=MOST_STATES, usize::MAX, expected)?;
            let mut most = Some(least);
            if scanner.take(",") {
                let expected = "a number of times or `}`";
                let times = least..=MOST_STATES;
                most = match scanner.token() {
                    "}" => None,
                    _ => Some(scanner.number(times, usize::MAX, expected)?),
                };
            }
            scanner.expect("}")?;
            (least, most)
        } else {
            return Ok(node);
        };
        Ok(Node::Repeat(node.into(), least, most))
    }
}

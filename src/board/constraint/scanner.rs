//! Scanner of the texts that a setter writes: constraints, and the patterns, automata, conditions and lists of
//! pairs in them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::super::mismatch::Mismatch;

/// The largest number of parts around a part of a text. It bounds the depth of the parsers.
const MOST_NESTED: usize = 50;

/// The largest number of braces around a constraint.
const MOST_BRACES: usize = 8;

/// A text that is being parsed. Spaces between its tokens mean nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// The part that is not parsed yet, without spaces before it.
    rest: &'a str,
    /// The name of the text in errors.
    name: &'static str,
    /// The number of parts around the current one.
    depth: usize,
    /// True if the tokens are the words of a constraint.
    is_constraint: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str, name: &'static str) -> Scanner<'a> {
        Scanner {
            text,
            rest: text.trim_start(),
            name,
            depth: 0,
            is_constraint: false,
        }
    }

    /// Returns the scanner of a constraint. Its words are separated by spaces or commas. A colon, a semicolon
    /// and a brace are words of their own, and so is a text in quotation marks.
    pub fn of_constraint(text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner {
            is_constraint: true,
            ..Scanner::new(text, "constraint")
        };
        scanner.skip(0);
        scanner
    }

    /// Returns the next token: digits, a word, a comparison or another character. It is empty at the end.
    pub fn token(&self) -> &'a str {
        if self.is_constraint {
            return self.word_of_constraint();
        }
        let is_digit = |c: char| c.is_ascii_digit();
        let is_comparison = |c: char| "<>=!".contains(c);
        let kinds: [fn(char) -> bool; 3] = [is_digit, is_of_word, is_comparison];
        let length = self.rest.chars().next().map_or(0, |first| {
            let kind = kinds.into_iter().find(|kind| kind(first));
            kind.map_or(first.len_utf8(), |kind| self.run(kind).len())
        });
        &self.rest[..length]
    }

    fn word_of_constraint(&self) -> &'a str {
        let is_own = |c: char| ":;{}\"".contains(c);
        match self.rest.chars().next() {
            Some('"') => {
                let end = self.rest[1..].find('"');
                &self.rest[..end.map_or(self.rest.len(), |end| end + 2)]
            }
            Some(c) if is_own(c) => &self.rest[..1],
            _ => self.run(|c| !is_own(c) && !c.is_whitespace() && c != ','),
        }
    }

    /// Returns the characters before the first one that is not of a kind.
    fn run(&self, is_of_kind: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_of_kind(c));
        &self.rest[..end.unwrap_or(self.rest.len())]
    }

    /// Takes this many bytes, and the spaces after them.
    fn skip(&mut self, length: usize) {
        let is_space = |c: char| c.is_whitespace() || (self.is_constraint && c == ',');
        self.rest = self.rest[length..].trim_start_matches(is_space);
    }

    pub fn take_token(&mut self) {
        self.skip(self.token().len());
    }

    /// Takes the next token, if it is this one, whatever its case.
    pub fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.token().eq_ignore_ascii_case(wanted);
        if is_next {
            self.take_token();
        }
        is_next
    }

    pub fn expect(&mut self, wanted: &str) -> Result<(), Mismatch> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.error(&format!("`{wanted}`"))),
        }
    }

    /// Takes letters, digits and underscores.
    pub fn word(&mut self) -> &'a str {
        let word = self.run(is_of_word);
        self.skip(word.len());
        word
    }

    /// Takes a number of at most `width` characters, which lies in a range. `expected` describes what else
    /// can come.
    pub fn number<N: FromStr + PartialOrd + Display>(
        &mut self,
        range: RangeInclusive<N>,
        width: usize,
        expected: &str,
    ) -> Result<N, Mismatch> {
        let digits = self.run(|c| c.is_ascii_digit());
        let digits = &digits[..width.min(digits.len())];
        if digits.is_empty() {
            return Err(self.error(expected));
        }
        match digits.parse().ok().filter(|number| range.contains(number)) {
            Some(number) => {
                self.skip(digits.len());
                Ok(number)
            }
            None => {
                let expected = format!("a number from {} to {}", range.start(), range.end());
                Err(Mismatch::new(expected, format!("`{digits}`")).at(self.column()))
            }
        }
    }

    /// Returns true at the end of the text.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Checks that nothing follows. `expected` describes what could follow.
    pub fn end(&self, expected: &str) -> Result<(), Mismatch> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.error(&format!("{expected} or the end of the {}", self.name))),
        }
    }

    /// Begins a part within another one.
    pub fn enter(&mut self) -> Result<(), Mismatch> {
        let most = match self.is_constraint {
            true => MOST_BRACES,
            false => MOST_NESTED,
        };
        if self.depth == most {
            let expected = format!("at most {most} nested parts");
            return Err(Mismatch::new(expected, "more").at(self.column()));
        }
        self.depth += 1;
        Ok(())
    }

    /// Ends a part within another one.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns true inside another part.
    pub fn is_nested(&self) -> bool {
        self.depth > 0
    }

    /// Returns the column of the next token, counted from 1.
    pub fn column(&self) -> usize {
        let parsed = &self.text[..self.text.len() - self.rest.len()];
        parsed.chars().count() + 1
    }

    /// Returns the error that something else was expected than the next token.
    pub fn error(&self, expected: &str) -> Mismatch {
        let found = match self.token() {
            "" => format!("the end of the {}", self.name),
            token => format!("`{token}`"),
        };
        Mismatch::new(expected, found).at(self.column())
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

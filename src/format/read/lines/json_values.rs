//! Inputs of JSON whose values are not a line each: the values of an array, or objects one behind
//! another, each of which can have several lines.

use std::io::{self, BufRead};
use std::mem;

use super::{BYTE_ORDER_MARK, Lines, fill};

impl<R: BufRead> Lines<R> {
    /// Whether the input is JSON whose values are not a line each: an array of objects, or an object
    /// that goes on in the next line. It looks no further than is needed to tell.
    ///
    /// # Errors
    /// When reading fails.
    pub fn has_json_values(&mut self) -> io::Result<bool> {
        if self.has_returns.is_none() {
            self.has_returns = Some(self.read_start()?);
        }
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || BYTE_ORDER_MARK.contains(byte);
        let first = self.start.iter().position(|byte| !is_space(byte));
        let first = first.map(|at| (at, self.start[at]));
        let from = match first {
            Some((at, b'[')) => at + 1,
            Some((_, b'{')) => {
                let end = memchr::memchr(b'\n', &self.start).unwrap_or(self.start.len());
                let mut value = JsonValue::default();
                let is_open = self.start[..end].iter().all(|byte| !value.ends_with(*byte));
                if !is_open || value.is_in_string || end == self.start.len() {
                    return Ok(false);
                }
                end
            }
            _ => return Ok(false),
        };
        loop {
            if let Some(next) = self.start[from..].iter().find(|byte| !is_space(byte)) {
                return Ok(match first {
                    Some((_, b'[')) => *next == b'{',
                    _ => matches!(next, b'"' | b'}'),
                });
            }
            let available = fill(&mut self.input)?;
            if available.is_empty() || self.start.len() > self.longest {
                return Ok(false);
            }
            let taken = available.len().min(64);
            self.start.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
        }
    }

    /// Goes to the next value of an input that [`Lines::has_json_values`], and says whether there
    /// is one. It can be of several lines; commas and brackets between values are passed over.
    ///
    /// # Errors
    /// When reading fails.
    pub fn advance_value(&mut self) -> io::Result<bool> {
        let longest = self.longest;
        let mut line = mem::take(&mut self.current);
        line.bytes.clear();
        line.is_too_long = false;
        let mut value: Option<JsonValue> = None;
        let mut is_complete = false;
        while !is_complete {
            let available = match &self.start[self.used..] {
                [] => fill(&mut self.input)?,
                start => start,
            };
            if available.is_empty() {
                break;
            }
            let (mut used, mut count, mut passed) = (0, self.count, self.passed);
            for &byte in available {
                if let Some(value) = &mut value {
                    if value.is_scalar() && is_between_values(byte) {
                        is_complete = true;
                        break;
                    }
                    if line.bytes.len() < longest {
                        line.bytes.push(byte);
                    } else {
                        line.is_too_long = true;
                    }
                    is_complete = value.ends_with(byte);
                } else if !(is_between_values(byte) || byte == b'[' && line.number == 0) {
                    (line.number, line.before) = (count + 1, passed);
                    line.bytes.push(byte);
                    is_complete = value.insert(JsonValue::default()).ends_with(byte);
                } else if byte == b'[' {
                    // The one that opens the array; others open a value.
                    line.number = 1;
                }
                used += 1;
                if byte == b'\n' {
                    (count, passed) = (count + 1, 0);
                } else {
                    passed += usize::from(byte & 0xc0 != 0x80);
                }
                if is_complete {
                    break;
                }
            }
            (self.count, self.passed) = (count, passed);
            self.consume(used);
        }
        self.current = line;
        Ok(value.is_some())
    }
}

/// Whether a byte can stand between two values of JSON, or behind the last of an array.
fn is_between_values(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b']') || BYTE_ORDER_MARK.contains(&byte)
}

/// Where in a value of JSON somebody is who reads it byte by byte.
///
/// A line end inside of a string is no JSON. The string is given up there, so that a quote that is
/// missing costs one line.
#[derive(Debug, Default)]
struct JsonValue {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    has_begun: bool,
}

impl JsonValue {
    /// Takes the next byte, and says whether the value ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' | b'\n' => self.is_in_string = false,
                _ => {}
            }
        } else {
            match byte {
                b'"' => self.is_in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ if self.depth == 0 => {
                    self.has_begun |= !byte.is_ascii_whitespace();
                    return false;
                }
                _ => {}
            }
        }
        self.depth == 0 && !self.is_in_string
    }

    /// Whether it is a number or a word, which only ends before what is behind it.
    fn is_scalar(&self) -> bool {
        self.has_begun && self.depth == 0 && !self.is_in_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of JSON in an input, each with where it begins.
    fn values(input: &str, longest: usize) -> Option<Vec<(usize, usize, String)>> {
        let input = io::BufReader::with_capacity(7, input.as_bytes());
        let mut lines = Lines::new(input, longest);
        let mut all = Vec::new();
        if !lines.has_json_values().unwrap() {
            return None;
        }
        while lines.advance_value().unwrap() {
            let line = lines.current();
            let text = lines.text().map_or("too long".to_string(), str::to_string);
            all.push((line.number, line.before + 1, text));
        }
        Some(all)
    }

    #[test]
    fn values_of_json_stand_anywhere() {
        let is = |input: &str, expected: &[(usize, usize, &str)]| {
            let expected = expected
                .iter()
                .map(|(l, c, text)| (*l, *c, text.to_string()));
            assert_eq!(values(input, 40), Some(expected.collect()), "{input}");
        };
        is(
            r#"[{"a":1},{"a":"]}\""}]"#,
            &[(1, 2, r#"{"a":1}"#), (1, 10, r#"{"a":"]}\""}"#)],
        );
        is(
            "\u{feff} [\n\n {\"ä\":\n[1]} ,\n{}]\n",
            &[(3, 2, "{\"ä\":\n[1]}"), (5, 1, "{}")],
        );
        is(
            "[{}, null,\"x\" [1,[2]]7]",
            &[
                (1, 2, "{}"),
                (1, 6, "null"),
                (1, 11, "\"x\""),
                (1, 15, "[1,[2]]"),
                (1, 22, "7"),
            ],
        );
        is(
            "{\n\"a\":1\n}\n{\n}\n",
            &[(1, 1, "{\n\"a\":1\n}"), (4, 1, "{\n}")],
        );
        let long = format!("[{{\"a\":\"{}\"}},{{}}]", "x".repeat(50));
        is(&long, &[(1, 2, "too long"), (1, 61, "{}")]);
        // A quote that is not closed costs one object.
        is(
            "[\n{\"a\":\"b},\n{\"a\":1}\n}]",
            &[(2, 1, "{\"a\":\"b},\n{\"a\":1}\n}")],
        );
        for input in [
            "",
            "[",
            "[[1]]",
            "[\n[1,2],\n",
            "{\"a\":1}\n",
            "{\n{}",
            "{",
            "{\"a\n\"",
            "x",
        ] {
            assert_eq!(values(input, 40), None, "{input}");
        }
    }
}

//! JSON inputs that are not JSON Lines: the values of an array, or a sequence of objects, each of
//! which can span several lines.

use std::io::{self, BufRead};
use std::mem;

use super::{BYTE_ORDER_MARK, Lines, fill};

impl<R: BufRead> Lines<R> {
    /// Returns true if the input is JSON but not JSON Lines: an array of objects, or an object that
    /// continues on the next line. Reads no further ahead than is needed to decide.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
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

    /// Advances to the next JSON value and returns true if there is one. A value can span several
    /// lines. Commas and brackets between values are skipped. Call it only if
    /// [`Lines::has_json_values`].
    ///
    /// # Errors
    /// Fails if the input cannot be read.
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
                    // This bracket opens the array. Later ones open a value.
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

/// Returns true for a byte that can separate two JSON values or follow the last of an array.
fn is_between_values(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b']') || BYTE_ORDER_MARK.contains(&byte)
}

/// State of a byte-by-byte scan of a JSON value.
///
/// JSON does not allow a line end in a string. The scan ends the string there, so that a missing
/// quote affects only one line.
#[derive(Debug, Default)]
struct JsonValue {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    has_begun: bool,
}

impl JsonValue {
    /// Scans the next byte and returns true if the value ends with it.
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

    /// Returns true for a number or a word, which only a separator ends.
    fn is_scalar(&self) -> bool {
        self.has_begun && self.depth == 0 && !self.is_in_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the JSON values of an input, each with the line and column at which it begins.
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
    fn json_values_are_found_regardless_of_lines() {
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
        // An unclosed quote affects only one object.
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

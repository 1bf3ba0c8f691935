//! Lines of text as people have them: a byte order mark, CRLF, no-break spaces and `…` are made
//! plain here, so that everything behind sees spaces and dots only, and still names the column
//! that the person sees.

use std::io::{self, BufRead, Read};

use super::error::{Problem, quote};

/// A line of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextLine {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line as it was read, without its end.
    raw: String,
    /// The plain text and the column of each of its characters, where that differs from `raw`.
    plain: Option<(String, Vec<usize>)>,
}

impl TextLine {
    pub fn new(number: usize, raw: &str) -> TextLine {
        TextLine {
            number,
            plain: if raw.is_ascii() { None } else { plain(raw) },
            raw: raw.to_string(),
        }
    }

    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The plain text.
    pub fn text(&self) -> &str {
        match &self.plain {
            Some((text, _)) => text,
            None => &self.raw,
        }
    }

    /// The place of a byte of the plain text: line and column, counted from 1.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let characters = self.text()[..byte].chars().count();
        let column = match &self.plain {
            Some((_, columns)) => columns
                .get(characters)
                .copied()
                .unwrap_or_else(|| self.raw.chars().count() + 1),
            None => characters + 1,
        };
        (self.number, column)
    }
}

/// The plain text of a line and the column of each character, if the line is not plain already.
fn plain(raw: &str) -> Option<(String, Vec<usize>)> {
    let is_plain = |c: char| c != '…' && (c == ' ' || !c.is_whitespace()) && !is_invisible(c);
    if raw.chars().all(is_plain) {
        return None;
    }
    let mut text = String::with_capacity(raw.len());
    let mut columns = Vec::with_capacity(raw.len());
    for (index, c) in raw.chars().enumerate() {
        let replacement = match c {
            '…' => "...",
            c if is_invisible(c) => "",
            c if c.is_whitespace() => " ",
            c => {
                text.push(c);
                columns.push(index + 1);
                continue;
            }
        };
        text.push_str(replacement);
        columns.extend(replacement.chars().map(|_| index + 1));
    }
    Some((text, columns))
}

/// Characters that pages put between others without showing them: byte order mark, zero-width
/// space and joiners, soft hyphen, direction marks.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}'
    )
}

/// Reads lines in bounded memory.
pub(super) struct Lines<R> {
    input: R,
    longest: usize,
    number: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input,
            longest,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// The number of lines read so far.
    pub fn count(&self) -> usize {
        self.number
    }

    /// The next line, or what is wrong with it; `None` at the end.
    ///
    /// # Errors
    /// When reading fails.
    pub fn next(&mut self) -> io::Result<Option<Result<TextLine, Problem>>> {
        self.buffer.clear();
        // Two bytes more, for the line end.
        let limit = self.longest as u64 + 2;
        let mut limited = (&mut self.input).take(limit);
        if limited.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = self.buffer.ends_with(b"\n");
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > self.longest {
            let problem = Problem::new(
                (self.number, self.longest + 1),
                format!("a line of at most {} bytes", self.longest),
                "a longer one",
            );
            if !ended {
                self.skip_line()?;
            }
            return Ok(Some(Err(problem)));
        }
        Ok(Some(self.decode(line)))
    }

    fn decode(&self, line: &[u8]) -> Result<TextLine, Problem> {
        let wrong = |valid: &str, found: String| {
            let column = valid.chars().count() + 1;
            Problem::new((self.number, column), "text in UTF-8", found)
        };
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let (valid, rest) = line.split_at(error.valid_up_to());
                let valid = String::from_utf8_lossy(valid);
                return Err(wrong(&valid, format!("the byte 0x{:02X}", rest[0])));
            }
        };
        match text.find('\0') {
            Some(byte) => Err(wrong(&text[..byte], quote("\0"))),
            None => Ok(TextLine::new(self.number, text)),
        }
    }

    /// Passes over the rest of a line without keeping it.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let available = self.input.fill_buf()?;
            if available.is_empty() {
                return Ok(());
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let passed = newline.map_or(available.len(), |index| index + 1);
            self.input.consume(passed);
            if newline.is_some() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], longest: usize) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(input, longest);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Ok(line) => Ok(line.text().to_string()),
                Err(problem) => Err(problem.in_source(&"x".into()).to_string()),
            });
        }
        all
    }

    #[test]
    fn pasted_text_becomes_plain_and_keeps_its_columns() {
        let line = TextLine::new(7, "\u{feff}4…..8\u{a0}5");
        assert_eq!(line.text(), "4.....8 5");
        let places: Vec<usize> = (0..=9).map(|byte| line.place(byte).1).collect();
        assert_eq!(places, [2, 3, 3, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(line.place(0).0, 7);
    }

    #[test]
    fn every_line_end_is_understood() {
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(lines(b"a\nb\r\nc", 10), [ok("a"), ok("b"), ok("c")]);
        assert_eq!(lines(b"", 10), []);
        assert_eq!(lines(b"\n\n", 10), [ok(""), ok("")]);
    }

    #[test]
    fn what_is_not_text_is_named() {
        assert_eq!(
            lines(b"ab\xffc\nok", 10),
            [
                Err("x:1:3: expected text in UTF-8, found the byte 0xFF".to_string()),
                Ok("ok".to_string())
            ]
        );
        assert_eq!(
            lines(b"a\0", 10),
            [Err(
                "x:1:2: expected text in UTF-8, found `\\u{0}`".to_string()
            )]
        );
    }

    #[test]
    fn long_lines_are_passed_over() {
        let too_long = |number| {
            Err(format!(
                "x:{number}:5: expected a line of at most 4 bytes, found a longer one"
            ))
        };
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(
            lines(b"1234\r\n12345\n1234567890\n\n1234", 4),
            [ok("1234"), too_long(2), too_long(3), ok(""), ok("1234")]
        );
    }
}

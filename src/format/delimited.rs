//! Rows of fields with a comma, a semicolon or a tab between them (RFC 4180), and quotes around
//! fields that need them.
//!
//! The crate `csv` writes tables here, but does not read them: it says on which line a record
//! begins, and a puzzle in a field wants an error with its column. And where a quote is never
//! closed, its reader takes the rest of the file for one field; this one goes on with the next
//! line.

use super::error::{Problem, quote};
use super::text::TextLine;

/// Where a field stands in the lines of its row: the index of a line and bytes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    start: (usize, usize),
    end: (usize, usize),
    is_quoted: bool,
}

/// Finds the fields of a row, line by line.
#[derive(Debug)]
pub(super) struct Splitter {
    delimiter: char,
    /// The fields that are complete.
    pub spans: Vec<Span>,
    /// Where the quoted field that is not closed yet begins, behind its quote.
    open: Option<(usize, usize)>,
    lines: usize,
}

/// What is wrong with the quotes of a line: the byte where it is, and what stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadQuote {
    pub byte: usize,
    pub found: String,
}

impl Splitter {
    pub fn new(delimiter: char) -> Splitter {
        Splitter {
            delimiter,
            spans: Vec::new(),
            open: None,
            lines: 0,
        }
    }

    /// Where the quote stands that is not closed: the index of the line, and the byte of the quote.
    pub fn open_quote(&self) -> Option<(usize, usize)> {
        self.open.map(|(line, byte)| (line, byte - 1))
    }

    /// Takes the next line of the row, and says whether the row ends with it. It does not inside
    /// of quotes.
    ///
    /// # Errors
    /// When something stands between a closing quote and the delimiter.
    pub fn line(&mut self, text: &str) -> Result<bool, BadQuote> {
        let index = self.lines;
        self.lines += 1;
        let mut at = 0;
        loop {
            if let Some(start) = self.open {
                let Some(end) = closing_quote(text, at) else {
                    return Ok(false);
                };
                self.open = None;
                self.spans.push(Span {
                    start,
                    end: (index, end),
                    is_quoted: true,
                });
                let rest = text[end + 1..].trim_start_matches(' ');
                at = text.len() - rest.len();
                match rest.chars().next() {
                    None => return Ok(true),
                    Some(c) if c == self.delimiter => at += 1,
                    Some(_) => {
                        let found = quote(rest);
                        return Err(BadQuote { byte: at, found });
                    }
                }
            }
            let rest = &text[at..];
            let field = rest.trim_start_matches(' ');
            if field.starts_with('"') {
                at = text.len() - field.len() + 1;
                self.open = Some((index, at));
                continue;
            }
            let end = rest.find(self.delimiter).map(|length| at + length);
            self.spans.push(Span {
                start: (index, at),
                end: (index, end.unwrap_or(text.len())),
                is_quoted: false,
            });
            match end {
                None => return Ok(true),
                Some(end) => at = end + 1,
            }
        }
    }
}

/// The first quote at or behind a byte that closes a field; two in a row stand for one.
fn closing_quote(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let end = at + text[at..].find('"')?;
        match text[end + 1..].starts_with('"') {
            true => at = end + 2,
            false => return Some(end),
        }
    }
}

impl Span {
    /// The parts of the lines that the field takes, each with the index of its line and the byte
    /// at which it begins.
    fn parts<'l>(self, lines: &'l [&'l str]) -> impl Iterator<Item = (usize, usize, &'l str)> {
        (self.start.0..=self.end.0).map(move |index| {
            let from = if index == self.start.0 {
                self.start.1
            } else {
                0
            };
            let line = lines[index];
            let to = if index == self.end.0 {
                self.end.1
            } else {
                line.len()
            };
            (index, from, &line[from..to])
        })
    }

    /// The text, if it is all of one line and there are no quotes in it.
    pub fn plain<'l>(self, lines: &'l [&'l str]) -> Option<&'l str> {
        let (_, _, part) = self.parts(lines).next()?;
        let is_plain = self.start.0 == self.end.0 && !(self.is_quoted && part.contains('"'));
        is_plain.then_some(part)
    }

    /// The text of the field.
    pub fn text(self, lines: &[&str]) -> String {
        match self.plain(lines) {
            Some(part) => part.to_string(),
            None => {
                let parts: Vec<&str> = self.parts(lines).map(|(.., part)| part).collect();
                parts.join("\n").replace("\"\"", "\"")
            }
        }
    }

    /// The lines of the field, whose characters know where they stand. The first line of the row
    /// has the given number.
    pub fn text_lines(self, lines: &[&str], first: usize) -> Vec<TextLine> {
        let parts = self.parts(lines);
        parts
            .map(|(index, from, part)| {
                let start = lines[index][..from].chars().count() + 1;
                let mut text = String::with_capacity(part.len());
                let mut columns = Vec::with_capacity(part.len() + 1);
                let mut is_doubled = false;
                for (c, column) in part.chars().zip(start..) {
                    is_doubled = self.is_quoted && c == '"' && !is_doubled;
                    if !is_doubled {
                        text.push(c);
                        columns.push(column);
                    }
                }
                columns.push(start + part.chars().count());
                TextLine::with_columns(first + index, &text, columns)
            })
            .collect()
    }

    /// The place at which the field begins.
    pub fn place(self, lines: &[&str], first: usize) -> (usize, usize) {
        let (line, byte) = self.start;
        (first + line, lines[line][..byte].chars().count() + 1)
    }
}

/// What is wrong with a quote that is not closed.
pub(super) fn unclosed(place: (usize, usize), found: &str) -> Problem {
    Problem::new(place, "a closing quote for the one that opens here", found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of a row, or how it ends.
    fn fields(lines: &[&str]) -> Result<Vec<String>, BadQuote> {
        let mut splitter = Splitter::new(',');
        for line in lines {
            if splitter.line(line)? {
                return Ok(splitter.spans.iter().map(|span| span.text(lines)).collect());
            }
        }
        Ok(vec![format!(
            "open at {:?}",
            splitter.open_quote().unwrap()
        )])
    }

    #[test]
    fn fields_are_what_stands_between_delimiters() {
        let is = |line: &str, expected: &[&str]| assert_eq!(fields(&[line]).unwrap(), expected);
        is("", &[""]);
        is("a", &["a"]);
        is("a,b", &["a", "b"]);
        is(",", &["", ""]);
        is(" a , b", &[" a ", " b"]);
        is("\"a,b\",c", &["a,b", "c"]);
        is(" \"a\" ,c", &["a", "c"]);
        is("\"a\"\"b\"", &["a\"b"]);
        is("\"\",\"\"\"\"", &["", "\""]);
        is("5\" disk,x", &["5\" disk", "x"]);
        assert_eq!(fields(&["\"1,", "2\",3"]).unwrap(), ["1,\n2", "3"]);
        assert_eq!(fields(&["a,\"1", "2"]).unwrap(), ["open at (0, 2)"]);
        let bad = BadQuote {
            byte: 3,
            found: "`b`".to_string(),
        };
        assert_eq!(fields(&["\"a\"b"]), Err(bad));
    }

    #[test]
    fn characters_of_a_field_know_where_they_stand() {
        let lines = ["x,\"ä\"\"b", "c\",d"];
        let mut splitter = Splitter::new(',');
        assert!(!splitter.line(lines[0]).unwrap());
        assert!(splitter.line(lines[1]).unwrap());
        let field = splitter.spans[1].text_lines(&lines, 7);
        assert_eq!((field[0].text(), field[1].text()), ("ä\"b", "c"));
        let places: Vec<_> = [0, 2, 3, 4].map(|byte| field[0].place(byte)).to_vec();
        assert_eq!(places, [(7, 4), (7, 6), (7, 7), (7, 8)]);
        assert_eq!(field[1].place(0), (8, 1));
        assert_eq!(splitter.spans[2].place(&lines, 7), (8, 4));
    }
}

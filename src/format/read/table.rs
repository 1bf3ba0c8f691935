//! CSV and TSV: rows of fields with a comma, a semicolon or a tab between them (RFC 4180), quotes
//! around fields that need them, and the puzzle in one column. Each row is a record.
//!
//! The crate `csv` writes tables in the program, but does not read them: it says on which line a
//! record begins, and a puzzle in a field wants an error with its column. And where a quote is
//! never closed, its reader takes the rest of the file for one field; this one goes on with the
//! next line.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::Arc;

use super::cells::Content;
use super::lines::Lines;
use super::record::{Record, Row, numbers};
use super::text::{BESIDE, TextReader};
use super::text_line::TextLine;
use crate::format::error::{FormatError, quote};

/// The most lines of a row: a grid of 400 rows, with something drawn between all of them. It
/// bounds how far the end of a quote is searched that has none.
const MOST_LINES: usize = 1_000;

/// The most fields of a row, as many as a spreadsheet has columns. It bounds the memory of a row:
/// a field takes more than its text.
pub(super) const MOST_FIELDS: usize = 16_384;

/// What is known of a table before its rows are read.
#[derive(Debug)]
pub(super) struct Table {
    pub delimiter: char,
    /// The names of the columns; numbers without a header.
    pub names: Arc<[String]>,
    pub has_header: bool,
    /// The index of the column with the puzzles.
    pub puzzle: usize,
}

impl Table {
    /// The next row. Whatever is wrong with it, the one behind it is read.
    ///
    /// # Errors
    /// When reading fails.
    pub fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut TextReader,
    ) -> io::Result<Option<Record>> {
        loop {
            if !lines.advance()? {
                return Ok(None);
            }
            if !lines.current().is_ignored() {
                break;
            }
        }
        let number = lines.number();
        let text = match lines.text() {
            Ok(text) => text,
            Err(error) => {
                return Ok(Some(Record::new(
                    &reader.source,
                    number,
                    Err(error),
                    String::new,
                )));
            }
        };
        let mut splitter = Splitter::new(self.delimiter);
        Ok(Some(match splitter.line(text) {
            Ok(true) => self.row(&[text], number, &splitter.spans, reader),
            Ok(false) => self.long_row(lines, splitter, reader),
            Err(bad) => {
                let place = (number, text[..bad.byte].chars().count() + 1);
                let error = FormatError::new(place, bad.expected, bad.found);
                Record::new(&reader.source, number, Err(error), || text.to_string())
            }
        }))
    }

    /// A row with a quoted field that goes on in the next line. If no line closes it, it is this
    /// line that is wrong, and the row behind it begins in the next one.
    fn long_row<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        mut splitter: Splitter,
        reader: &mut TextReader,
    ) -> Record {
        let (first, longest) = (lines.number(), lines.longest());
        let (_, opening) = splitter.open_quote().unwrap_or_default();
        let mut all = vec![lines.text().unwrap_or_default().to_string()];
        let mut bytes = all[0].len();
        let found = loop {
            let Some(line) = lines.peek(all.len()) else {
                break "the end of the input".to_string();
            };
            let Ok(text) = line.text(longest) else {
                break format!("line {}, which cannot be read", line.number);
            };
            bytes += text.len() + 1;
            if bytes > longest {
                break format!("more than {longest} bytes (--max-line)");
            }
            if all.len() == MOST_LINES {
                break format!("more than {MOST_LINES} lines");
            }
            match splitter.line(text) {
                Ok(is_complete) => {
                    all.push(text.to_string());
                    if is_complete {
                        for _ in 1..all.len() {
                            // They have been read already, so this cannot fail.
                            let _ = lines.advance();
                        }
                        let all: Vec<&str> = all.iter().map(String::as_str).collect();
                        return self.row(&all, first, &splitter.spans, reader);
                    }
                }
                Err(bad) => {
                    let (number, text) = (line.number, bad.found);
                    break format!("one in line {number} with {text} behind it");
                }
            }
        };
        let place = (first, all[0][..opening].chars().count() + 1);
        let expected = "a closing quote for the one that opens here";
        let error = FormatError::new(place, expected, found);
        Record::new(&reader.source, first, Err(error), || all.swap_remove(0))
    }

    /// The record of a whole row.
    fn row(
        &mut self,
        lines: &[&str],
        first: usize,
        spans: &[Span],
        reader: &mut TextReader,
    ) -> Record {
        if !self.has_header && self.names.len() != spans.len() {
            self.names = numbers(spans.len());
        }
        let named = self.names.iter().map(String::as_str).zip(spans);
        let beside = named.filter(|(name, _)| self.has_header && BESIDE.contains(name));
        let beside = beside.map(|(name, span)| (name, Cow::Owned(span.text(lines))));
        let own = reader.for_fields(beside, (first, 1));
        let read = self.puzzle_of(lines, first, spans);
        let mut record = match read.and_then(|span| Ok((span, own?))) {
            Ok((span, mut own)) => {
                let reader = own.as_mut().unwrap_or(reader);
                let plain = span.plain(lines).map(str::trim);
                let plain = plain.and_then(|text| reader.plain_puzzle(text.as_bytes()));
                let content: Content = match plain {
                    Some(puzzle) => Ok(puzzle),
                    None => reader.only_puzzle(span.text_lines(lines, first)),
                };
                let content = reader.marked(content);
                Record::new(&reader.source, first, content, || span.text(lines))
            }
            Err(error) => Record::new(&reader.source, first, Err(error), || lines.join("\n")),
        };
        record.row = Some(Row {
            names: self.names.clone(),
            has_header: self.has_header,
            fields: spans.iter().map(|span| span.text(lines)).collect(),
            puzzle: self.puzzle,
            is_json: Vec::new(),
        });
        record
    }

    /// The field with the puzzle, in a row that has as many as it should.
    fn puzzle_of(&self, lines: &[&str], first: usize, spans: &[Span]) -> Result<Span, FormatError> {
        let end = || {
            let last = lines.last().map_or(0, |line| line.chars().count());
            (first + lines.len() - 1, last + 1)
        };
        let count = self.names.len();
        if spans.len() != count {
            let extra = spans.get(count).map(|span| span.place(lines, first));
            return Err(FormatError::new(
                extra.unwrap_or_else(end),
                format!("{count} fields in this row, as in the header"),
                spans.len().to_string(),
            ));
        }
        spans.get(self.puzzle).copied().ok_or_else(|| {
            let expected = format!("the puzzle in column {}", self.puzzle + 1);
            let s = if count == 1 { "" } else { "s" };
            let found = format!("a row of {count} column{s}");
            FormatError::new(end(), expected, found)
        })
    }
}

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

/// Why a line is no row: the byte where something is wrong, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadRow {
    byte: usize,
    expected: String,
    found: String,
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
    /// When something stands between a closing quote and the delimiter, or there are more than
    /// [`MOST_FIELDS`].
    pub fn line(&mut self, text: &str) -> Result<bool, BadRow> {
        let index = self.lines;
        self.lines += 1;
        let mut at = 0;
        loop {
            if self.spans.len() > MOST_FIELDS {
                return Err(BadRow {
                    byte: at,
                    expected: format!("at most {MOST_FIELDS} fields in a row"),
                    found: "more".to_string(),
                });
            }
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
                        let delimiter = match self.delimiter {
                            '\t' => "a tab".to_string(),
                            other => format!("`{other}`"),
                        };
                        return Err(BadRow {
                            byte: at,
                            expected: format!(
                                "{delimiter} or the end of the line behind a closing quote"
                            ),
                            found: quote(rest),
                        });
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
        if !text[end + 1..].starts_with('"') {
            return Some(end);
        }
        at = end + 2;
    }
}

impl Span {
    /// The parts of the lines that the field takes, each with the index of its line and the byte
    /// at which it begins.
    fn parts<'l>(self, lines: &'l [&'l str]) -> impl Iterator<Item = (usize, usize, &'l str)> {
        let (first, last) = (self.start.0, self.end.0);
        (first..=last).map(move |index| {
            let line = lines[index];
            let from = if index == first { self.start.1 } else { 0 };
            let to = if index == last {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of a row, or how it ends.
    fn fields(lines: &[&str]) -> Result<Vec<String>, BadRow> {
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
        let bad = fields(&["\"a\"b"]).unwrap_err();
        assert_eq!((bad.byte, bad.found.as_str()), (3, "`b`"));
        assert_eq!(fields(&[&",".repeat(16_383)]).unwrap().len(), MOST_FIELDS);
        assert_eq!(fields(&[&",".repeat(1 << 20)]).unwrap_err().byte, 16_385);
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

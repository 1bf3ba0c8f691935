//! CSV and TSV: rows of fields separated by commas, semicolons or tabs (RFC 4180), quoted where
//! needed, with the puzzle in one column. Each row is a record.
//!
//! The program writes tables with the crate `csv` but does not read them with it. That crate reports
//! only the line on which a record begins, whereas an error in a puzzle needs a column. It also reads
//! the rest of the file as one field if a quote is never closed. This reader continues with the
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

/// The maximum number of lines of a row: enough for a grid of 400 rows with lines drawn between
/// them. It limits the search for a closing quote.
const MOST_LINES: usize = 1_000;

/// The maximum number of fields in a row, which is the number of columns of a spreadsheet. It limits
/// the memory of a row, since a field takes more than its text.
pub(super) const MOST_FIELDS: usize = 16_384;

/// The layout of a table, determined before its rows are read.
#[derive(Debug)]
pub(super) struct Table {
    pub delimiter: char,
    /// The names of the columns, or their numbers if there is no header.
    pub names: Arc<[String]>,
    pub has_header: bool,
    /// The index of the column with the puzzles.
    pub puzzle: usize,
}

impl Table {
    /// Reads the next row. A bad row does not prevent reading the row after it.
    ///
    /// # Errors
    /// If reading fails.
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

    /// Reads a row with a quoted field that continues on the next line. If the quote is never closed,
    /// only the first line is bad, and the next row begins on the line after it.
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
                            // The lines have been read already, so this cannot fail.
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

    /// Returns the record of a complete row.
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

    /// Returns the field with the puzzle.
    ///
    /// # Errors
    /// If the row has a different number of fields than the header, or lacks the puzzle column.
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

/// The extent of a field in the lines of its row: line indices and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    start: (usize, usize),
    end: (usize, usize),
    is_quoted: bool,
}

/// A splitter of rows into fields, fed line by line.
#[derive(Debug)]
pub(super) struct Splitter {
    delimiter: char,
    /// The complete fields.
    pub spans: Vec<Span>,
    /// The line index and byte of the start of the open quoted field, after its quote.
    open: Option<(usize, usize)>,
    lines: usize,
}

/// An error in the syntax of a row.
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

    /// Returns the line index and byte of the quote that is still open.
    pub fn open_quote(&self) -> Option<(usize, usize)> {
        self.open.map(|(line, byte)| (line, byte - 1))
    }

    /// Splits the next line of the row. Returns true if the row is complete, and false if a quote is
    /// still open.
    ///
    /// # Errors
    /// If there is text between a closing quote and the delimiter, or the row has more than
    /// [`MOST_FIELDS`] fields.
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
                    Some(_) => return Err(self.text_after_quote(at, rest)),
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

    /// Returns the error for text between a closing quote and the next delimiter.
    fn text_after_quote(&self, byte: usize, text: &str) -> BadRow {
        let delimiter = match self.delimiter {
            '\t' => "a tab".to_string(),
            other => format!("`{other}`"),
        };
        BadRow {
            byte,
            expected: format!("{delimiter} or the end of the line behind a closing quote"),
            found: quote(text),
        }
    }
}

/// Returns the first closing quote at or after a byte. Two quotes in a row are an escaped quote.
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
    /// Returns the parts of the lines that the field spans, each with its line index and start byte.
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

    /// Returns the text if it is on a single line and contains no escaped quotes.
    pub fn plain<'l>(self, lines: &'l [&'l str]) -> Option<&'l str> {
        let (_, _, part) = self.parts(lines).next()?;
        let is_plain = self.start.0 == self.end.0 && !(self.is_quoted && part.contains('"'));
        is_plain.then_some(part)
    }

    /// Returns the text of the field.
    pub fn text(self, lines: &[&str]) -> String {
        match self.plain(lines) {
            Some(part) => part.to_string(),
            None => {
                let parts: Vec<&str> = self.parts(lines).map(|(.., part)| part).collect();
                parts.join("\n").replace("\"\"", "\"")
            }
        }
    }

    /// Returns the lines of the field with their columns. `first` is the number of the row's first
    /// line.
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

    /// Returns the line and column at which the field begins.
    pub fn place(self, lines: &[&str], first: usize) -> (usize, usize) {
        let (line, byte) = self.start;
        (first + line, lines[line][..byte].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the fields of a row, or the position of a quote that is never closed.
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
    fn rows_are_split_at_delimiters_outside_of_quotes() {
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
    fn characters_of_a_field_keep_their_places() {
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

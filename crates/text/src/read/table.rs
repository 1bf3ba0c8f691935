//! CSV and TSV: rows of fields separated by commas, semicolons or tabs (RFC 4180), quoted where
//! needed, with the puzzle in one column. Each row is a record.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::Arc;

use super::glyph::{Line, LineColumn, normalise_lines};
use super::record::{Record, Row, numbers};
use super::record_reader::{RecordReader, marked};
use super::rules::fields::{is_rule_field, note_on_unnamed, note_on_unread};
use super::source::lines::Lines;
use satdoku::format_error::FormatError;

/// The maximum number of lines of a row: enough for a grid of 400 rows with lines drawn between
/// them. It limits the search for a closing quote.
const MOST_LINES: usize = 1_000;

/// The maximum number of fields in a row, which is the number of columns of a spreadsheet. It limits
/// the memory of a row, since a field takes more than its text.
pub(crate) const MOST_FIELDS: usize = 16_384;

/// The layout of a table, determined before its rows are read.
#[derive(Debug)]
pub(crate) struct Table {
    pub delimiter: u8,
    /// The names of the columns, or their numbers if there is no header.
    pub names: Arc<[String]>,
    pub has_header: bool,
    /// The index of the column with the puzzles.
    pub puzzle: usize,
    /// True if no more rows are searched for rules that are not read: after the first without a header, or after
    /// a note.
    pub has_checked_rules: bool,
}

/// A field of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub text: String,
    /// The place of its first character.
    pub position: LineColumn,
}

impl Field {
    /// Returns the lines of the field with the places of their characters.
    pub fn lines(&self) -> Vec<Line> {
        normalise_lines(&self.text, self.position)
    }
}

/// A row that has been split, perhaps only in part.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub fields: Vec<Field>,
    /// The number of lines it takes.
    pub lines: usize,
    /// The quoted field at its end, if its quote is not closed.
    pub open: Option<Field>,
}

impl Fields {
    /// Splits a row that begins with the line of this number. `next` returns its lines.
    pub fn split<'l>(
        delimiter: u8,
        number: usize,
        mut next: impl FnMut(usize) -> Option<Cow<'l, str>>,
    ) -> Fields {
        let mut row = Fields::default();
        while let Some(line) = next(row.lines) {
            row.lines += 1;
            row.add(&line, delimiter, number + row.lines - 1);
            if row.open.is_none() {
                break;
            }
        }
        row
    }

    /// Splits the next line of a row.
    fn add(&mut self, line: &str, delimiter: u8, number: usize) {
        let (mut at, mut counted, mut column) = (0, 0, 1);
        let mut open = self.open.take();
        while self.fields.len() <= MOST_FIELDS {
            column += line[counted..at].chars().count();
            counted = at;
            let is_quoted = open.is_some() || line[at..].starts_with('"');
            let mut field = match open.take() {
                Some(mut open) => {
                    open.text.push('\n');
                    open
                }
                None => {
                    at += usize::from(is_quoted);
                    let position = (number, column + usize::from(is_quoted));
                    Field {
                        text: String::new(),
                        position,
                    }
                }
            };
            if is_quoted {
                loop {
                    let Some(length) = memchr::memchr(b'"', &line.as_bytes()[at..]) else {
                        field.text.push_str(&line[at..]);
                        self.open = Some(field);
                        return;
                    };
                    field.text.push_str(&line[at..at + length]);
                    at += length + 1;
                    // A quote that is doubled is part of the text.
                    if !line[at..].starts_with('"') {
                        break;
                    }
                    field.text.push('"');
                    at += 1;
                }
            }
            let end = memchr::memchr(delimiter, &line.as_bytes()[at..]);
            let end = end.map_or(line.len(), |length| at + length);
            field.text.push_str(&line[at..end]);
            self.fields.push(field);
            if end == line.len() {
                return;
            }
            at = end + 1;
        }
    }
}

impl Table {
    /// Reads the next row. A bad row does not prevent reading the row after it.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut RecordReader,
    ) -> io::Result<Option<Record>> {
        loop {
            if !lines.advance()? {
                return Ok(None);
            }
            if !lines.current().is_ignored() {
                break;
            }
        }
        let (number, longest) = (lines.number(), lines.longest());
        let bad = |error: FormatError, text: &str| {
            let text = || text.to_string();
            Ok(Some(Record::new(&reader.source, number, Err(error), text)))
        };
        let first = match lines.text() {
            Ok(text) => text.to_string(),
            Err(error) => return bad(error, ""),
        };
        let mut bytes = first.len();
        let row = Fields::split(self.delimiter, number, |index| {
            if index == 0 {
                return Some(Cow::Borrowed(&first[..]));
            }
            let text = lines.peek(index)?.text(longest).ok()?;
            bytes += text.len() + 1;
            let fits = index < MOST_LINES && bytes <= longest;
            fits.then(|| Cow::Owned(text.to_string()))
        });
        if row.fields.len() > MOST_FIELDS {
            let expected = format!("at most {MOST_FIELDS} fields in a row");
            return bad(FormatError::new((number, 1), expected, "more"), &first);
        }
        if let Some(open) = row.open {
            // Only this line is bad. The next row begins on the line after it.
            let found = match lines.peek(row.lines) {
                None => "the end of the input".to_string(),
                Some(_) if bytes > longest => format!("more than {longest} bytes"),
                Some(_) => format!("none in {MOST_LINES} lines"),
            };
            let expected = "a closing quote for the one that opens here";
            let (line, column) = open.position;
            return bad(
                FormatError::new((line, column - 1), expected, found),
                &first,
            );
        }
        for _ in 1..row.lines {
            lines.advance()?;
        }
        let end = (number, first.chars().count() + 1);
        Ok(Some(self.row(row.fields, end, reader)))
    }

    /// Returns the record of a complete row.
    fn row(&mut self, fields: Vec<Field>, end: LineColumn, reader: &mut RecordReader) -> Record {
        if !self.has_header && self.names.len() != fields.len() {
            self.names = numbers(fields.len());
        }
        let (number, _) = end;
        let named = self.names.iter().map(String::as_str).zip(&fields);
        let beside = named.filter(|(name, _)| self.has_header && is_rule_field(name));
        let beside = beside.map(|(name, field)| (name, Cow::Borrowed(&field.text[..])));
        let source = reader.source.clone();
        let own = reader.for_fields(beside, (number, 1));
        let content = self.puzzle_of(&fields, end).and_then(|field| {
            let (reader, marks) = own?;
            let content = match reader.builder.plain_puzzle(field.text.trim().as_bytes()) {
                Some(puzzle) => Ok(puzzle),
                None => reader.only_puzzle(field.lines(), field.position),
            };
            marked(content, marks.as_ref())
        });
        let text = || match fields.get(self.puzzle) {
            Some(field) => field.text.clone(),
            None => {
                let texts: Vec<&str> = fields.iter().map(|field| &field.text[..]).collect();
                texts.join(",")
            }
        };
        let mut record = Record::new(&source, number, content, text);
        if !self.has_checked_rules {
            let named = self.names.iter().zip(&fields).enumerate();
            let others = named.filter(|(index, _)| *index != self.puzzle);
            let others = others.map(|(_, (name, field))| (name.as_str(), field.text.as_str()));
            let note = match self.has_header {
                true => note_on_unread(others),
                false => note_on_unnamed(others.map(|(_, text)| text)),
            };
            self.has_checked_rules = !self.has_header || note.is_some();
            record.note = note.or(record.note);
        }
        record.row = Some(Row {
            names: self.names.clone(),
            has_header: self.has_header,
            fields: fields.into_iter().map(|field| field.text).collect(),
            puzzle: self.puzzle,
            is_json: Vec::new(),
        });
        record
    }

    /// Returns the field with the puzzle.
    ///
    /// # Errors
    /// If the row has a different number of fields than the header, or lacks the puzzle column.
    fn puzzle_of<'f>(
        &self,
        fields: &'f [Field],
        end: LineColumn,
    ) -> Result<&'f Field, FormatError> {
        let count = self.names.len();
        if fields.len() != count {
            let extra = fields.get(count).map(|field| field.position);
            let expected = format!("{count} fields in this row, as in the header");
            let found = fields.len().to_string();
            return Err(FormatError::new(extra.unwrap_or(end), expected, found));
        }
        fields.get(self.puzzle).ok_or_else(|| {
            let expected = format!("the puzzle in column {}", self.puzzle + 1);
            let s = if count == 1 { "" } else { "s" };
            FormatError::new(end, expected, format!("a row of {count} column{s}"))
        })
    }
}

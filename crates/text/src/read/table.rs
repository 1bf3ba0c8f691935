//! CSV and TSV: rows of fields separated by commas, semicolons or tabs (RFC 4180), quoted where
//! needed, with the puzzle in one column. Each row is a record.
//!
//! The crate `csv-core` splits each line as it is read, so the memory of a row is bounded and the
//! place of each field is known.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::Arc;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

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
    /// The reader of its rows, which knows the delimiter.
    pub reader: Reader,
    /// The names of the columns, or their numbers if there is no header.
    pub names: Arc<[String]>,
    pub has_header: bool,
    /// The index of the column with the puzzles.
    pub puzzle: usize,
    /// True if no more rows are searched for rules that are not read: after the first without a header, or after
    /// a note.
    pub has_checked_rules: bool,
}

/// Returns a reader of rows with this delimiter. Building one takes longer than reading many rows.
pub(crate) fn row_reader(delimiter: u8) -> Reader {
    ReaderBuilder::new().delimiter(delimiter).build()
}

/// A field of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub text: String,
    /// The place of its first character.
    pub position: LineColumn,
}

/// A row that has been split, perhaps only in part.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub fields: Vec<Field>,
    /// The number of lines it takes.
    pub lines: usize,
    /// The text of an open quoted field and the place of its quote, if the row is not complete.
    pub open: Option<Field>,
}

impl Fields {
    /// Splits a row that begins with the line of this number. `next` returns its lines.
    pub fn split<'l>(
        reader: &mut Reader,
        number: usize,
        mut next: impl FnMut(usize) -> Option<Cow<'l, str>>,
    ) -> Fields {
        reader.reset();
        let mut row = Fields::default();
        // csv-core skips blank lines, which do not begin a row.
        let (mut text, mut start): (Vec<u8>, Option<LineColumn>) = (Vec::new(), None);
        while let Some(line) = next(row.lines) {
            let line_number = number + row.lines;
            row.lines += 1;
            let bytes = line.as_bytes();
            let mut at = 0;
            let mut output = [0; 1024];
            // The first byte of the field.
            let mut first = 0;
            // The column of the byte up to which characters have been counted.
            let mut counted = (0, 1);
            let mut column = |at: usize| {
                counted = (at, counted.1 + line[counted.0..at].chars().count());
                counted.1
            };
            while at <= bytes.len() && row.fields.len() <= MOST_FIELDS {
                if start.is_none() {
                    first = at;
                }
                let begin = *start.get_or_insert_with(|| (line_number, column(at)));
                let input = if at < bytes.len() {
                    &bytes[at..]
                } else {
                    b"\n"
                };
                let (result, read, written) = reader.read_field(input, &mut output);
                at += read;
                text.extend_from_slice(&output[..written]);
                match result {
                    ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                    ReadFieldResult::Field { record_end } => {
                        let text = String::from_utf8_lossy(&std::mem::take(&mut text)).into_owned();
                        let is_quoted = begin.0 == line_number && bytes.get(first) == Some(&b'"');
                        let position = (begin.0, begin.1 + usize::from(is_quoted));
                        row.fields.push(Field { text, position });
                        start = None;
                        if record_end {
                            return row;
                        }
                    }
                    ReadFieldResult::End => return row,
                }
            }
        }
        row.open = start.map(|position| Field {
            text: String::from_utf8_lossy(&text).into_owned(),
            position,
        });
        row
    }
}

impl Field {
    /// Returns the lines of the field with the places of their characters.
    pub fn lines(&self) -> Vec<Line> {
        normalise_lines(&self.text, self.position)
    }
}

/// Returns the error of a quote that is not closed up to the end of the input, or within a limit.
fn unclosed(place: LineColumn, found: Option<String>) -> FormatError {
    let expected = "a closing quote for the one that opens here";
    match found {
        None => FormatError::new(place, expected, "the end of the input"),
        Some(found) => FormatError::new(place, expected, found),
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
            Ok(Some(Record::new(
                &reader.source,
                number,
                Err(error),
                || text.to_string(),
            )))
        };
        let first = match lines.text() {
            Ok(text) => text.to_string(),
            Err(error) => return bad(error, ""),
        };
        let mut bytes = 0;
        let row = Fields::split(&mut self.reader, number, |index| {
            if index == 0 {
                return Some(Cow::Borrowed(&first[..]));
            }
            let text = lines.peek(index)?.text(longest).ok()?;
            bytes += text.len() + 1;
            let fits = index < MOST_LINES && bytes + first.len() <= longest;
            fits.then(|| Cow::Owned(text.to_string()))
        });
        if row.fields.len() > MOST_FIELDS {
            let expected = format!("at most {MOST_FIELDS} fields in a row");
            return bad(FormatError::new((number, 1), expected, "more"), &first);
        }
        if let Some(open) = row.open {
            // Only this line is bad. The next row begins on the line after it.
            let found = match lines.peek(row.lines) {
                None => None,
                Some(_) if bytes + first.len() > longest => {
                    Some(format!("more than {longest} bytes"))
                }
                Some(_) => Some(format!("none in {MOST_LINES} lines")),
            };
            return bad(unclosed(open.position, found), &first);
        }
        for _ in 1..row.lines {
            lines.advance()?;
        }
        Ok(Some(self.row(
            row.fields,
            (number, first.chars().count() + 1),
            reader,
        )))
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
        let read = self.puzzle_of(&fields, end);
        let content = read.and_then(|field| {
            let (reader, marks) = own?;
            let content = match reader.plain_puzzle(field.text.trim().as_bytes()) {
                Some(puzzle) => Ok(puzzle),
                None => reader.only_puzzle(field.lines(), field.position),
            };
            marked(content, marks.as_ref())
        });
        let text = || match fields.get(self.puzzle) {
            Some(field) => field.text.clone(),
            None => fields
                .iter()
                .map(|field| &field.text[..])
                .collect::<Vec<_>>()
                .join(","),
        };
        let mut record = Record::new(&source, number, content, text);
        if !self.has_checked_rules {
            let others = fields
                .iter()
                .zip(&*self.names)
                .enumerate()
                .filter(|(index, _)| *index != self.puzzle)
                .map(|(_, (field, name))| (name.as_str(), field.text.as_str()));
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

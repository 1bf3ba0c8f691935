//! JSON input: objects with the puzzle in one field. Objects may be on one line each (JSON Lines),
//! elements of an array, or concatenated over any number of lines. Each object is a record.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead};
use std::sync::Arc;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::cells::Content;
use super::lines::{Lines, RawLine};
use super::record::{Column, Record, Row, list, usual_column};
use super::table::MOST_FIELDS;
use super::text::{BESIDE, TextReader};
use super::text_line::TextLine;
use crate::format::error::{FormatError, quote};

/// A reader of JSON objects.
#[derive(Debug)]
pub(super) struct JsonLines {
    /// True if every line is a record, even a bad one.
    is_by_line: bool,
    /// The field with the puzzle, if the options set one.
    column: Option<Column>,
    /// Field names of the last object, shared with later objects that have the same.
    names: Arc<[String]>,
}

/// The fields of an object in their order, each with the text of its value.
struct Fields<'a>(Vec<(String, &'a str)>);

impl JsonLines {
    /// Creates a reader of one object per line, or of concatenated objects if `is_by_line` is false.
    pub fn new(column: Option<Column>, is_by_line: bool) -> JsonLines {
        JsonLines {
            is_by_line,
            column,
            names: Arc::new([]),
        }
    }

    /// Returns the next record. Reading continues with the next line after a bad record.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut TextReader,
    ) -> io::Result<Option<Record>> {
        loop {
            let has_next = if self.is_by_line {
                lines.advance()?
            } else {
                lines.advance_value()?
            };
            if !has_next {
                return Ok(None);
            }
            let line = lines.current();
            if !line.is_ignored() {
                return Ok(Some(match line.text(lines.longest()) {
                    Ok(text) => self.record(text, line, reader),
                    Err(error) => Record::new(&reader.source, line.number, Err(error), String::new),
                }));
            }
        }
    }

    /// Parses the record on a line, or on the lines of a value.
    fn record(&mut self, text: &str, line: &RawLine, reader: &mut TextReader) -> Record {
        let json = Json { text, line };
        let mut row = None;
        let content = if text.trim_start().starts_with('[') {
            grid(text, json, reader)
        } else {
            self.object(json, reader, &mut row)
        };
        let mut record = Record::new(&reader.source, line.number, content, || match &row {
            Some(Row { fields, puzzle, .. }) => fields[*puzzle].clone(),
            None => text.to_string(),
        });
        record.row = row;
        record
    }

    /// Parses the puzzle of an object and stores the object's fields in `row`.
    fn object(
        &mut self,
        json: Json<'_>,
        reader: &mut TextReader,
        row: &mut Option<Row>,
    ) -> Content {
        let Fields(fields) = fields(json.text).map_err(|error| json.error(&error))?;
        let is_same = fields.len() == self.names.len()
            && fields.iter().map(|(name, _)| name).eq(self.names.iter());
        if !is_same {
            self.names = fields.iter().map(|(name, _)| name.clone()).collect();
        }
        let start = json.place(json.text.trim_start());
        let index = self.puzzle_field(start)?;
        let value = fields[index].1;
        let values = || fields.iter().map(|(_, value)| *value);
        *row = Some(Row {
            names: self.names.clone(),
            has_header: true,
            fields: values().map(text_of).collect(),
            puzzle: index,
            is_json: values().map(|value| !value.starts_with('"')).collect(),
        });
        let named = fields.iter().map(|(name, value)| (name.as_str(), value));
        let settings = named.filter(|(name, _)| BESIDE.contains(name));
        let settings = settings.map(|(name, value)| (name, Cow::Owned(text_of(value))));
        let mut own = reader.for_fields(settings, start)?;
        let reader = own.as_mut().unwrap_or(reader);
        let content = puzzle_value(value, json, reader);
        reader.marked(content)
    }

    /// Returns the index of the field with the puzzle in an object that begins at `place`.
    fn puzzle_field(&self, place: (usize, usize)) -> Result<usize, FormatError> {
        let index = match &self.column {
            Some(column) => column.index(&self.names),
            None => usual_column(&self.names),
        };
        index.ok_or_else(|| {
            let expected = match &self.column {
                Some(Column::Name(name)) => format!("the field {} (--column)", quote(name)),
                Some(Column::Number(number)) => format!("a field {number} (--column)"),
                None => "a field `puzzle` (--column says its name)".to_string(),
            };
            FormatError::new(place, expected, list(&self.names))
        })
    }
}

/// The JSON text of a record and its position.
#[derive(Clone, Copy)]
struct Json<'a> {
    text: &'a str,
    line: &'a RawLine,
}

impl Json<'_> {
    /// Returns the line and column at which `part`, a slice of the text, begins.
    fn place(self, part: &str) -> (usize, usize) {
        let byte = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.line
            .place_after(self.text.get(..byte).unwrap_or_default())
    }

    /// Converts a JSON error, keeping its position.
    fn error(self, error: &serde_json::Error) -> FormatError {
        let lines = self
            .text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let byte = (start + error.column().saturating_sub(1)).min(self.text.len());
        let before = (0..=byte).rev().find_map(|byte| self.text.get(..byte));
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        FormatError::new(
            self.line.place_after(before.unwrap_or_default()),
            "an object such as {\"puzzle\":\"…\"} on a line",
            format!("bad JSON: {what}"),
        )
    }
}

/// Parses the value of the puzzle field.
fn puzzle_value(value: &str, json: Json<'_>, reader: &mut TextReader) -> Content {
    match value.as_bytes().first() {
        Some(b'"') => {
            let inner = &value[1..value.len() - 1];
            let plain = (!inner.contains('\\')).then_some(inner.trim());
            let plain = plain.and_then(|text| reader.plain_puzzle(text.as_bytes()));
            match plain {
                Some(read) => Ok(read),
                None => reader.only_puzzle(text_lines(inner, json)),
            }
        }
        Some(b'[') => grid(value, json, reader),
        first => {
            let expected = "a puzzle as a string or as an array of numbers";
            let found = match first {
                Some(b'{') => {
                    "all rows of a column (pandas: to_json(orient='records'))".to_string()
                }
                _ => quote(value),
            };
            Err(FormatError::new(json.place(value), expected, found))
        }
    }
}

/// Returns a JSON value as the text of a table field: the content of a string, or the JSON itself.
fn text_of(value: &str) -> String {
    match serde_json::from_str(value) {
        Ok(Value::String(text)) => text,
        _ => value.to_string(),
    }
}

/// Returns the lines of a JSON string, given without its quotes. Each character keeps its column in
/// the input; a character written as an escape keeps the column of the escape.
fn text_lines(inner: &str, json: Json<'_>) -> Vec<TextLine> {
    let (number, mut column) = json.place(inner);
    let mut all = Vec::new();
    let (mut text, mut columns) = (String::new(), Vec::new());
    let mut rest = inner;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => escape_length(rest),
            first => first.len_utf8(),
        };
        let (written, after) = rest.split_at(length);
        let decoded = match first {
            '\\' => text_of(&format!("\"{written}\"")),
            _ => written.to_string(),
        };
        if decoded == "\n" {
            columns.push(column);
            all.push(TextLine::with_columns(number, &text, columns));
            (text, columns) = (String::new(), Vec::new());
        } else {
            columns.extend(decoded.chars().map(|_| column));
            text.push_str(&decoded);
        }
        column += written.chars().count();
        rest = after;
    }
    columns.push(column);
    all.push(TextLine::with_columns(number, &text, columns));
    all
}

/// Returns the length of the escape at the start of `text`, part of a valid JSON string. A surrogate
/// pair counts as one escape.
fn escape_length(text: &str) -> usize {
    let is_unicode = |text: &str| text.starts_with("\\u");
    let is_high_surrogate = |text: &str| {
        is_unicode(text)
            && matches!(
                text.as_bytes().get(2..4),
                Some([b'd' | b'D', b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B'])
            )
    };
    match text {
        text if is_high_surrogate(text) && is_unicode(text.get(6..).unwrap_or_default()) => 12,
        text if is_unicode(text) => 6,
        _ => 2,
    }
}

/// Parses a puzzle from an array of cells in reading order or an array of rows. Blanks are 0 or null.
fn grid(value: &str, json: Json<'_>, reader: &mut TextReader) -> Content {
    let array: Vec<Value> = serde_json::from_str(value).map_err(|error| json.error(&error))?;
    let place = json.place(value.trim_start());
    let rows: Option<Vec<&[Value]>> = array
        .iter()
        .map(|row| row.as_array().map(Vec::as_slice))
        .collect();
    let rows = rows.unwrap_or_else(|| vec![&array]);
    // A string is a cell or a row. Longer strings are separate puzzles.
    let longest_cell = array.len().isqrt().max(3);
    let is_puzzle = |text: &str| {
        let length = text.trim().chars().count();
        length > longest_cell && length != array.len()
    };
    let puzzles = array.iter().filter_map(Value::as_str);
    let puzzles = puzzles.filter(|text| is_puzzle(text)).count();
    if array.len() > 1 && puzzles > 0 {
        let expected = "one puzzle: a string for each cell or for each row";
        let found = format!("an array with {puzzles} longer strings");
        return Err(FormatError::new(place, expected, found));
    }
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let cells: Option<Vec<String>> = row.iter().map(cell).collect();
        let cells = cells.ok_or_else(|| {
            let expected = "an array of numbers (0 or null for a blank), or one for each row";
            FormatError::new(place, expected, quote(value.trim()))
        })?;
        let text = cells.join(" ");
        let columns = vec![place.1; text.chars().count() + 1];
        lines.push(TextLine::with_columns(place.0, &text, columns));
    }
    reader.only_puzzle(lines)
}

/// Returns a cell of an array as text.
fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("0".to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text.trim().is_empty() => Some("0".to_string()),
        Value::String(text) if !text.contains(char::is_whitespace) => Some(text.clone()),
        _ => None,
    }
}

/// Parses an object into its fields.
fn fields(line: &str) -> Result<Fields<'_>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let fields = deserializer.deserialize_map(FieldsVisitor)?;
    deserializer.end()?;
    Ok(fields)
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            if fields.len() == MOST_FIELDS {
                let error = format_args!("more than {MOST_FIELDS} fields");
                return Err(serde::de::Error::custom(error));
            }
            fields.push((name, value.get()));
        }
        Ok(Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_a_string_keep_their_columns() {
        let line = r#"{"puzzle":"1\u00e4\n\"2\ud83d\ude003"}"#;
        let Fields(fields) = fields(line).unwrap();
        let value = fields[0].1;
        let raw = RawLine {
            number: 4,
            ..RawLine::default()
        };
        let json = Json {
            text: line,
            line: &raw,
        };
        let lines = text_lines(&value[1..value.len() - 1], json);
        assert_eq!((lines[0].text(), lines[1].text()), ("1ä", "\"2😀3"));
        let places: Vec<usize> = [0, 1, 3].map(|byte| lines[0].place(byte).1).to_vec();
        assert_eq!(places, [12, 13, 19]);
        let places: Vec<usize> = [0, 1, 2, 6, 7].map(|byte| lines[1].place(byte).1).to_vec();
        assert_eq!(places, [21, 23, 24, 36, 37]);
    }

    #[test]
    fn values_as_field_text() {
        assert_eq!(text_of("\"a\\n\""), "a\n");
        assert_eq!(text_of("[1, 2]"), "[1, 2]");
        assert_eq!(text_of("null"), "null");
    }
}

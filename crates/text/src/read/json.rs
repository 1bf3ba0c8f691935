//! JSON input: objects with a puzzle inside. Objects may be on one line each (JSON Lines), elements of
//! an array, or concatenated over any number of lines. Each object is a record.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};
use std::sync::Arc;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

use super::draft::{Built, Content};
use super::glyph::{Line, LineColumn, normalise_at, normalise_lines};
use super::line::has_own_rules;
use super::puzzles;
use super::record::{Column, Record, Row, list, usual_columns};
use super::record_reader::{RecordReader, marked};
use super::rules::fields::{
    has_rules_inside, is_constraint_field, is_rule_field, is_written, note_on_unread,
};
use super::source::lines::Lines;
use super::table::MOST_FIELDS;
use crate::formats::{is_shared_object, read_object};
use satdoku::board::Candidate;
use satdoku::format_error::{FormatError, Setting, quote};

/// A reader of JSON objects.
#[derive(Debug)]
pub(crate) struct JsonReader {
    /// True if every line is a record, even a bad one.
    is_by_line: bool,
    /// The field with the puzzle, if the options set one.
    column: Option<Column>,
    /// Field names of the last object, shared with later objects that have the same.
    names: Arc<[String]>,
    /// The text of values that can take several lines, from the next value on, and its place.
    buffer: String,
    place: LineColumn,
    /// The bytes of a character that have been read in part.
    rest: Vec<u8>,
    has_array: bool,
    /// True if it has been checked that the first puzzle is the only one in its object.
    has_checked_fields: bool,
    /// True if a field with a rule that is not read has been noted.
    has_noted_rule: bool,
    ready: VecDeque<Record>,
}

/// JSON text and its place in the input.
#[derive(Clone, Copy)]
struct Json<'a> {
    text: &'a str,
    place: LineColumn,
}

/// The fields of an object in their order, each with the text of its value.
struct JsonObject<'a>(Vec<(String, &'a str)>);

/// The field with the puzzle, and its puzzles if they have been read.
type PuzzleField = (usize, Option<Vec<Content>>);

impl JsonReader {
    /// Creates a reader of one object per line, or of concatenated objects if `is_by_line` is false.
    pub fn new(column: Option<Column>, is_by_line: bool) -> JsonReader {
        JsonReader {
            is_by_line,
            column,
            names: Arc::new([]),
            buffer: String::new(),
            place: (1, 1),
            rest: Vec::new(),
            has_array: false,
            has_checked_fields: false,
            has_noted_rule: false,
            ready: VecDeque::new(),
        }
    }

    /// Returns the next record. Reading continues with the next line after a bad record.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut RecordReader,
    ) -> io::Result<Option<Record>> {
        while self.ready.is_empty() {
            let is_there = match self.is_by_line {
                true => lines.advance()?,
                false => self.next_value(lines, reader)?,
            };
            if !is_there {
                return Ok(None);
            }
            let line = lines.current();
            if !self.is_by_line || line.is_ignored() {
                continue;
            }
            match line.text(lines.longest()) {
                Ok(text) => self.read(
                    Json {
                        text,
                        place: (line.number, 1),
                    },
                    reader,
                ),
                Err(error) => self.push_error(reader, line.number, error, ""),
            }
        }
        Ok(self.ready.pop_front())
    }

    fn push_error(&mut self, reader: &RecordReader, line: usize, error: FormatError, text: &str) {
        let record = Record::new(&reader.source, line, Err(error), || text.to_string());
        self.ready.push_back(record);
    }

    /// Reads the next value of a sequence or an array, and returns true unless the input has ended.
    fn next_value<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut RecordReader,
    ) -> io::Result<bool> {
        let mut wanted = 1;
        loop {
            let start = self.start_of_value();
            self.drop_start(start);
            let mut values = Deserializer::from_str(&self.buffer).into_iter::<&RawValue>();
            let value = values.next().transpose();
            let length = values.byte_offset();
            // A number or word at the end may continue.
            let is_at_end = length == self.buffer.len();
            let is_closed = |text: &RawValue| text.get().ends_with(['}', ']', '"']);
            if let Ok(Some(value)) = value
                && (!is_at_end || is_closed(value))
            {
                let text = std::mem::take(&mut self.buffer);
                self.read(
                    Json {
                        text: &text[..length],
                        place: self.place,
                    },
                    reader,
                );
                self.buffer = text;
                self.drop_start(length);
                return Ok(true);
            }
            let error = value.err();
            let can_continue = error.as_ref().is_none_or(serde_json::Error::is_eof);
            let is_long = error.is_some() && self.buffer.len() > lines.longest();
            if !can_continue || is_long || !self.read_more(lines, wanted)? {
                let is_value = error.is_some();
                if let Some(error) = error {
                    self.bad_value(&error, lines.longest(), reader);
                }
                return Ok(is_value);
            }
            wanted = self.buffer.len();
        }
    }

    /// Makes the record of a value that is not JSON, and continues with the next line on which an object
    /// begins.
    fn bad_value(&mut self, error: &serde_json::Error, longest: usize, reader: &RecordReader) {
        let text = std::mem::take(&mut self.buffer);
        let json = Json {
            text: &text,
            place: self.place,
        };
        let error = match text.len() > longest {
            true => {
                let expected = format!("an object of at most {longest} bytes");
                FormatError::new(self.place, expected, "a longer one")
            }
            false => json.error(error),
        };
        let ends = text.match_indices('\n').zip(self.place.0 + 1..);
        let mut starts = ends.filter(|(_, number)| *number > error.place.line);
        let next = starts.find(|((at, _), _)| text[at + 1..].trim_start().starts_with('{'));
        let skipped = next.map_or(text.len(), |((at, _), _)| at + 1);
        self.push_error(reader, self.place.0, error, &text);
        self.buffer = text;
        self.drop_start(skipped);
    }

    /// Returns the number of bytes before the next value: white space, commas, the brackets of an array.
    fn start_of_value(&mut self) -> usize {
        let value = self.buffer.char_indices().find(|(_, c)| {
            let is_open = *c == '[' && !std::mem::replace(&mut self.has_array, true);
            !(is_open || c.is_whitespace() || matches!(c, ',' | ']' | '\u{feff}'))
        });
        self.has_array |= value.is_some();
        value.map_or(self.buffer.len(), |(at, _)| at)
    }

    fn drop_start(&mut self, length: usize) {
        let json = Json {
            text: &self.buffer,
            place: self.place,
        };
        self.place = json.place_of(length);
        self.buffer.drain(..length);
    }

    /// Adds at least this number of bytes and returns false at the end of the input.
    fn read_more<R: BufRead>(&mut self, lines: &mut Lines<R>, wanted: usize) -> io::Result<bool> {
        let start = self.buffer.len();
        while self.buffer.len() < start + wanted {
            let is_end = !lines.read_bytes(&mut self.rest)?;
            let partial = match std::str::from_utf8(&self.rest) {
                Err(error) if error.error_len().is_none() && !is_end => {
                    self.rest.split_off(error.valid_up_to())
                }
                _ => Vec::new(),
            };
            self.buffer += &String::from_utf8_lossy(&std::mem::replace(&mut self.rest, partial));
            if is_end {
                return Ok(self.buffer.len() > start);
            }
        }
        Ok(true)
    }

    /// Makes the records of a value.
    fn read(&mut self, json: Json<'_>, reader: &mut RecordReader) {
        let mut row = None;
        let contents = match json.text.trim_start().starts_with('[') {
            true => vec![reader.only_puzzle(json.lines(), json.place)],
            false => {
                let contents = self.object(json, reader, &mut row);
                contents.unwrap_or_else(|error| vec![Err(error)])
            }
        };
        for content in contents {
            let text = || match &row {
                Some(Row { fields, puzzle, .. }) => fields[*puzzle].clone(),
                None => json.text.to_string(),
            };
            let mut record = Record::new(&reader.source, json.place.0, content, text);
            record.row = row.clone();
            self.ready.push_back(record);
        }
    }

    /// Parses the puzzles of an object and stores the object's fields in `row`.
    fn object(
        &mut self,
        json: Json<'_>,
        reader: &mut RecordReader,
        row: &mut Option<Row>,
    ) -> Result<Vec<Content>, FormatError> {
        let JsonObject(fields) = fields(json.text).map_err(|error| json.error(&error))?;
        let names = || fields.iter().map(|(name, _)| name);
        if !names().eq(self.names.iter()) {
            self.names = names().cloned().collect();
        }
        let start = json.place_of(json.text.len() - json.text.trim_start().len());
        let named = || fields.iter().map(|(name, value)| (name.as_str(), *value));
        let is_shared = is_shared_object(named());
        let index_of = |wanted| named().position(|(name, _)| name == wanted);
        let (index, found) = match is_shared {
            true => {
                let content = shared_content(json.text, reader, start);
                let index = index_of("grid").or(index_of("cells")).unwrap_or(0);
                (index, Some(vec![content]))
            }
            false => self.puzzle_field(&fields, json, reader, start)?,
        };
        *row = Some(Row {
            names: self.names.clone(),
            has_header: true,
            fields: named().map(|(_, value)| text_of(value)).collect(),
            puzzle: index,
            is_json: named().map(|(_, value)| !value.starts_with('"')).collect(),
        });
        // The fields of the object have been read. `regions` is one of SudokuPad.
        let has_grid = index_of("grid").is_some();
        let settings = named().filter(|(name, _)| match is_shared {
            true => is_written(name) && has_grid,
            false => is_rule_field(name),
        });
        let settings = settings.map(|(name, value)| (name, Cow::Owned(text_of(value))));
        let (inner, marks) = reader.for_fields(settings, start)?;
        let is_found = found.is_some();
        let contents = match found {
            Some(none) if none.is_empty() => vec![inner.blank_puzzle(start)],
            Some(contents) => contents,
            None => puzzle_value(json.part(fields[index].1), inner),
        };
        if let Some(Ok(first)) = contents.first()
            && !is_shared
            && self.column.is_none()
        {
            check_mask(&fields, index, first, json, inner)?;
        }
        let notes = self.notes(&fields, index, (is_found, is_shared), json, inner);
        let marked = contents
            .into_iter()
            .map(|content| marked(content, marks.as_ref()));
        let mut contents: Vec<Content> = marked.collect();
        if let Some(Ok(first)) = contents.first_mut() {
            first.notes.extend(notes);
        }
        Ok(contents)
    }

    /// Returns notes on the fields beside the puzzle at `index`: a rule that is not read, and another puzzle if that
    /// one `is_found` by its content.
    fn notes(
        &mut self,
        fields: &[(String, &str)],
        index: usize,
        (is_found, is_shared): (bool, bool),
        json: Json<'_>,
        reader: &mut RecordReader,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        if !is_shared && !self.has_noted_rule {
            let others = fields.iter().enumerate();
            let others = others.filter(|(at, (_, value))| *at != index || has_rules_inside(value));
            notes.extend(note_on_unread(
                others.map(|(_, (name, value))| (name.as_str(), *value)),
            ));
            self.has_noted_rule = !notes.is_empty();
        }
        if is_found && !std::mem::replace(&mut self.has_checked_fields, true) {
            let has_blank = |content: &Content| content.as_ref().is_ok_and(|built| !is_full(built));
            let mut below = fields[index + 1..].iter();
            let other = below.find(|(_, value)| {
                let mut boards = boards(json.part(value), reader).into_iter();
                boards.any(|board| has_blank(&board))
            });
            notes.extend(other.map(|(other, _)| {
                let (name, other) = (quote(&fields[index].0), quote(other));
                format!("read the field {name}, but {other} contains a puzzle too")
            }));
        }
        notes
    }

    /// Returns the field with the puzzle in an object that begins at `place`: the field of the options, one with a
    /// usual name, or the first with a puzzle anywhere inside. Constraints without a grid are a puzzle without givens.
    fn puzzle_field(
        &self,
        fields: &[(String, &str)],
        json: Json<'_>,
        reader: &mut RecordReader,
        place: LineColumn,
    ) -> Result<PuzzleField, FormatError> {
        let missing = |expected: String| {
            let error = FormatError::new(place, expected, list(&self.names));
            error.with_setting(Setting::Column)
        };
        if let Some(column) = &self.column {
            let expected = || match column {
                Column::Name(name) => format!("the field {}", quote(name)),
                Column::Number(number) => format!("a field {number}"),
            };
            let index = column
                .index(&self.names)
                .ok_or_else(|| missing(expected()))?;
            return Ok((index, None));
        }
        let mut usual = usual_columns(&self.names);
        let may_be_puzzle = |index: &usize| fields[*index].1.starts_with(['"', '[', '{']);
        let has_rules = |index: &usize| {
            let value = fields[*index].1;
            value.starts_with('"') && has_own_rules(&text_of(value))
        };
        if let Some(index) = usual
            .find(may_be_puzzle)
            .or_else(|| (0..fields.len()).find(has_rules))
        {
            return Ok((index, None));
        }
        for (index, (_, value)) in fields.iter().enumerate() {
            let contents = boards(json.part(value), reader);
            if !contents.is_empty() {
                return Ok((index, Some(contents)));
            }
        }
        // A text of several lines, such as a message, can have a puzzle in it.
        for (index, (_, value)) in fields.iter().enumerate() {
            let place = json.part(value).place;
            let texts = texts(&serde_json::from_str(value).unwrap_or_default()).into_iter();
            let mut found =
                texts.map(|text| reader.only_puzzle(normalise_lines(&text, place), place));
            if let Some(found) = found.find(Result::is_ok) {
                return Ok((index, Some(vec![found])));
            }
        }
        let drawn = fields
            .iter()
            .position(|(name, _)| is_constraint_field(name));
        let blank = drawn.map(|index| (index, Some(Vec::new())));
        let named = || usual_columns(&self.names).next().map(|index| (index, None));
        blank
            .or_else(named)
            .ok_or_else(|| missing("a field `puzzle`".to_string()))
    }
}

/// Returns the boards of the arrays and texts in a value.
fn boards(value: Json<'_>, reader: &mut RecordReader) -> Vec<Content> {
    match value.text.starts_with(['"', '[', '{']) {
        true => puzzles::boards(value.lines(), &mut reader.builder),
        false => Vec::new(),
    }
}

/// Returns true for a puzzle without blanks.
fn is_full(built: &Built) -> bool {
    built.puzzle.givens().blanks().next().is_none()
}

/// Checks that the puzzle at `index` of an object is neither a mask beside a solution nor a solution beside a mask:
/// both could be read as a puzzle.
fn check_mask(
    fields: &[(String, &str)],
    index: usize,
    puzzle: &Built,
    json: Json<'_>,
    reader: &mut RecordReader,
) -> Result<(), FormatError> {
    let count = puzzle.puzzle.geometry().grid_cell_count();
    let is_mask = |at: &usize| mask_cells(fields[*at].1) == Some(count);
    // The digits of a puzzle are in its solution.
    let is_other_solution = |board: &Built| {
        let (solution, givens) = (board.puzzle.givens(), puzzle.puzzle.givens());
        let differs = |given: Candidate| solution.get(given.cell) != Some(given.digit);
        is_full(board) && solution.geometry() == givens.geometry() && givens.filled().any(differs)
    };
    let mut others = (0..fields.len()).filter(|other| *other != index);
    let mask = match is_full(puzzle) {
        true => others.find(is_mask),
        false => Some(index).filter(is_mask).filter(|_| {
            let mut boards = others.flat_map(|at| boards(json.part(fields[at].1), reader));
            boards.any(|board| board.is_ok_and(|board| is_other_solution(&board)))
        }),
    };
    let Some(mask) = mask else { return Ok(()) };
    let (name, value) = &fields[mask];
    let expected = "a puzzle instead of a solution and a mask of its givens";
    let found = format!("the mask {}", quote(name));
    Err(FormatError::new(json.part(value).place, expected, found))
}

/// Returns the number of values of a mask: a text or an array of 0 and 1, or of false and true.
fn mask_cells(value: &str) -> Option<usize> {
    let values = value.replace("true", "1").replace("false", "0");
    let is_mask = |c: char| c.is_ascii_whitespace() || "01[],\"".contains(c);
    values
        .chars()
        .all(is_mask)
        .then(|| values.matches(['0', '1']).count())
}

/// Returns the texts of several lines in a value.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if text.contains('\n') => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

impl<'a> Json<'a> {
    /// Returns the line and column of a byte.
    fn place_of(self, byte: usize) -> LineColumn {
        let before = self.text.get(..byte).unwrap_or_default();
        match before.rsplit_once('\n') {
            None => (self.place.0, self.place.1 + before.chars().count()),
            Some((lines, last)) => {
                let lines = memchr::memchr_iter(b'\n', lines.as_bytes()).count() + 1;
                (self.place.0 + lines, last.chars().count() + 1)
            }
        }
    }

    /// Returns a slice of the text with its place.
    fn part(self, text: &'a str) -> Json<'a> {
        let byte = text.as_ptr() as usize - self.text.as_ptr() as usize;
        Json {
            text,
            place: self.place_of(byte),
        }
    }

    /// Returns the lines of the text.
    fn lines(self) -> Vec<Line> {
        normalise_lines(self.text, self.place)
    }

    /// Converts a JSON error, keeping its position.
    fn error(self, error: &serde_json::Error) -> FormatError {
        let lines = self
            .text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let byte = (start + error.column().saturating_sub(1)).min(self.text.len());
        let byte = (0..=byte)
            .rev()
            .find(|byte| self.text.is_char_boundary(*byte));
        let place = self.place_of(byte.unwrap_or(0));
        let text = error.to_string();
        let found = match text.split(" at line ").next().unwrap_or_default() {
            _ if error.is_eof() => "the end of the text within an object".to_string(),
            what if what.starts_with("control character") => {
                "a line end within a text in quotes".to_string()
            }
            what => format!("bad JSON: {what}"),
        };
        FormatError::new(
            place,
            "an object such as {\"puzzle\":\"…\"} on a line",
            found,
        )
    }
}

/// Parses an object that is a puzzle of f-puzzles or SudokuPad.
fn shared_content(text: &str, reader: &mut RecordReader, place: LineColumn) -> Content {
    let unreadable = |(expected, found)| FormatError::new(place, expected, found);
    // The text has been parsed as an object before.
    let object = serde_json::from_str(text).unwrap_or_default();
    reader.puzzle_of(read_object(&object).map_err(unreadable)?, place)
}

/// Parses the value of the puzzle field: one puzzle, or an array of several.
fn puzzle_value(json: Json<'_>, reader: &mut RecordReader) -> Vec<Content> {
    match json.text.as_bytes().first() {
        Some(b'"') => {
            let inner = json.part(&json.text[1..json.text.len() - 1]);
            let plain = (!inner.text.contains('\\')).then_some(inner.text.trim());
            match plain.and_then(|text| reader.builder.plain_puzzle(text.as_bytes())) {
                Some(puzzle) => vec![Ok(puzzle)],
                None => vec![reader.only_puzzle(string_lines(inner), inner.place)],
            }
        }
        Some(b'[' | b'{') => {
            let boards = match reader.is_described() {
                true => Vec::new(),
                false => boards(json, reader),
            };
            match boards.is_empty() {
                true => vec![reader.only_puzzle(json.lines(), json.place)],
                false => boards,
            }
        }
        _ => {
            let expected = "a puzzle as a string or as an array of numbers";
            vec![Err(FormatError::new(
                json.place,
                expected,
                quote(json.text),
            ))]
        }
    }
}

/// Returns a JSON value as the text of a table field: the content of a string, or the JSON itself.
fn text_of(value: &str) -> String {
    match serde_json::from_str(value) {
        Ok(Value::String(text)) => text,
        // A value over several lines becomes one of one line.
        Ok(other) if value.contains('\n') => other.to_string(),
        _ => value.to_string(),
    }
}

/// Returns the lines of a JSON string, given without its quotes. Each character keeps its column in
/// the input; a character written as an escape keeps the column of the escape.
fn string_lines(inner: Json<'_>) -> Vec<Line> {
    let (number, mut column) = inner.place;
    let mut rest = inner.text;
    let text = text_of(&format!("\"{rest}\""));
    let placed = text.chars().map(|c| {
        let place = (number, column);
        let length = match (rest.starts_with('\\'), rest.starts_with("\\u")) {
            (true, true) => 6 * c.len_utf16(),
            (true, false) => 2,
            (false, _) => c.len_utf8(),
        };
        let (written, after) = rest.split_at(length.min(rest.len()));
        column += written.chars().count();
        rest = after;
        (c, place)
    });
    let placed: Vec<(char, LineColumn)> = placed.collect();
    let lines = placed.split(|(c, _)| *c == '\n');
    lines
        .map(|line| normalise_at(line.iter().copied()))
        .collect()
}

fn fields(text: &str) -> Result<JsonObject<'_>, serde_json::Error> {
    let mut deserializer = Deserializer::from_str(text);
    let fields = deserializer.deserialize_map(ObjectVisitor)?;
    deserializer.end()?;
    Ok(fields)
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = JsonObject<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            if fields.len() == MOST_FIELDS {
                let error = format_args!("more than {MOST_FIELDS} fields");
                return Err(serde::de::Error::custom(error));
            }
            fields.push((name, value.get()));
        }
        Ok(JsonObject(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::string;
    use super::*;

    #[test]
    fn characters_of_a_string_keep_their_columns() {
        let text = r#"{"puzzle":"1\u00e4\n\"2\ud83d\ude003"}"#;
        let JsonObject(fields) = fields(text).unwrap();
        let value = fields[0].1;
        let json = Json {
            text,
            place: (4, 1),
        };
        let lines = string_lines(json.part(&value[1..value.len() - 1]));
        let columns =
            |line: &Line| -> Vec<usize> { line.iter().map(|glyph| glyph.position().1).collect() };
        assert_eq!(
            (string(&lines[0]), string(&lines[1])),
            ("1ä".into(), "\"2😀3".into())
        );
        assert_eq!(columns(&lines[0]), [12, 13]);
        assert_eq!(columns(&lines[1]), [21, 23, 24, 36]);
    }

    #[test]
    fn values_as_field_text() {
        assert_eq!(text_of("\"a\\n\""), "a\n");
        assert_eq!(text_of("[1, 2]"), "[1, 2]");
        assert_eq!(text_of("null"), "null");
    }
}

//! Lines of JSON, and a JSON array in a `.json` file.

use std::borrow::Cow;

use satdoku::board::Constraint;
use satdoku_answer::record_fields;
use satdoku_text::{Record, Row as TableRow};
use serde::Serialize;
use serde_json::{Map, Value};

use super::csv::unique_name;

/// Lines of JSON as the elements of an array.
#[derive(Debug, Default)]
pub struct JsonArray {
    /// True if the last line has not ended, because another may follow.
    is_open: bool,
}

impl JsonArray {
    /// Returns what comes next for these whole lines.
    pub fn add(&mut self, lines: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(lines.len() + 2);
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            text.extend_from_slice(if self.is_open { b",\n" } else { b"[\n" });
            self.is_open = true;
            text.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
        }
        text
    }

    /// Returns the end of the array.
    pub fn end(&self) -> &'static str {
        if self.is_open { "\n]\n" } else { "[]\n" }
    }
}

/// Returns a line with the fields of a record and those of its answer. A record from a table keeps the
/// fields that it had there; a field of this program whose name is taken gets a prefix.
pub fn json_line(record: Option<&Record>, answer: &Map<String, Value>) -> String {
    let table = record.and_then(|record| record.row.as_ref());
    let mut line = Vec::with_capacity(512);
    for (name, value) in record.into_iter().flat_map(record_fields) {
        // Rules and pencil marks may have been read from the same field of the object.
        let given = table.and_then(|row| row.other(name));
        let is_same = |given: Cow<'_, str>| {
            given == value.to_string()
                || (name == "constraints" && are_same(&given, &value, record))
        };
        if !given.is_some_and(is_same) {
            push_name(&mut line, &free_name(table, name));
            push_json(&mut line, &value);
        }
    }
    for (name, value) in table.into_iter().flat_map(TableRow::others) {
        separate(&mut line);
        push_json(&mut line, name);
        line.push(b':');
        line.extend_from_slice(value.as_bytes());
    }
    for (name, value) in answer {
        push_name(&mut line, &free_name(table, name));
        push_json(&mut line, value);
    }
    if line.is_empty() {
        line.push(b'{');
    }
    line.extend_from_slice(b"}\n");
    // JSON is UTF-8.
    String::from_utf8(line).unwrap_or_default()
}

/// Returns true if the constraints of a field, which can be written in several ways, are these texts.
fn are_same(given: &str, texts: &Value, record: Option<&Record>) -> bool {
    let content = record.and_then(|record| record.content.as_ref().ok());
    let board = content.map(|(puzzle, _)| puzzle.geometry());
    let texts_of = |given: &str| serde_json::from_str::<Vec<String>>(given).ok();
    let given = texts_of(given).or_else(|| texts_of(&serde_json::from_str::<String>(given).ok()?));
    let text = |text: &String| Some(Constraint::parse(text, board?).ok()?.text(board?));
    let own: Option<Vec<String>> = given.and_then(|given| given.iter().map(text).collect());
    own.is_some_and(|own| Value::from(own) == *texts)
}

/// Adds what precedes a field to a line of JSON.
fn separate(line: &mut Vec<u8>) {
    line.push(if line.is_empty() { b'{' } else { b',' });
}

/// Adds the name of a field of this program, which has nothing to escape.
fn push_name(line: &mut Vec<u8>, name: &str) {
    separate(line);
    line.push(b'"');
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
}

/// Adds JSON text, without the formatter that `Value::to_string` goes through.
fn push_json(line: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(line, value);
}

/// Returns `name`, with as many prefixes as it takes to differ from the other fields of `table`.
fn free_name<'a>(table: Option<&TableRow>, name: &'a str) -> Cow<'a, str> {
    match table {
        Some(row) => unique_name(name, |name| row.other(name).is_some()),
        None => name.into(),
    }
}

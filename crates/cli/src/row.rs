//! Rows of JSON Lines and CSV: the fields of a record, then those of its answer.
//!
//! The columns of a command follow from its options. Both formats have the same fields in the same
//! order; JSON omits a field without a value, CSV leaves it empty. A record from a table keeps the
//! columns that it had there. A field of this program whose name is taken gets the prefix
//! `satdoku_`.

use std::borrow::Cow;
use std::sync::Arc;

use satdoku::board::Constraint;
use satdoku_text::{Record, Row as TableRow, puzzle_fields};
use serde::Serialize;
use serde_json::{Map, Value};

use super::csv_table::{CsvRow, RECORD_COLUMNS, csv_line, csv_text, header, unique_name};
use super::message::place_of;
use super::reply::Reply;

/// The format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFormat {
    /// An object on each line
    Jsonl,
    /// A header and a row on each line
    Csv,
}

/// The values of variables in the solutions of a puzzle. Only JSON has these fields.
const VARIABLES: &[&str] = &["variables", "other_variables"];

/// The rows of a command: the fields of its answers, in their order.
///
/// This is the only list of them. A field of an answer that is missing here is a bug.
#[derive(Debug, Clone)]
pub struct AnswerRows {
    format: RowFormat,
    columns: Arc<Vec<&'static str>>,
    /// The fields that the options leave out.
    hidden: Vec<&'static str>,
    /// The field that is null, or for a verdict the outcome, if there is no answer.
    answer: Option<&'static str>,
}

impl AnswerRows {
    /// Returns rows that have only the fields of the record.
    pub fn new(format: RowFormat) -> AnswerRows {
        AnswerRows {
            format,
            columns: Arc::default(),
            hidden: Vec::new(),
            answer: None,
        }
    }

    /// Returns rows that begin with a verdict and what it consists of.
    pub fn of_verdicts(format: RowFormat) -> AnswerRows {
        AnswerRows::new(format)
            .with(&["verdict", "solution", "other"])
            .with_if(format == RowFormat::Jsonl, VARIABLES)
            .with(&["conflict", "minimal_conflict", "reason"])
            .with_answer_field("verdict")
    }

    /// Appends fields.
    pub fn with(self, names: &[&'static str]) -> AnswerRows {
        self.with_if(true, names)
    }

    /// Appends fields that are shown only if `is_shown`.
    pub fn with_if(mut self, is_shown: bool, names: &[&'static str]) -> AnswerRows {
        match is_shown {
            true => Arc::make_mut(&mut self.columns).extend(names),
            false => self.hidden.extend(names),
        }
        self
    }

    /// Makes a field present even without an answer: `verdict` then holds the outcome, any other field
    /// null.
    pub fn with_answer_field(self, name: &'static str) -> AnswerRows {
        AnswerRows {
            answer: Some(name),
            ..self
        }
    }

    /// Returns the header of a CSV table without rows.
    pub fn empty_table(&self, record_columns: &[String]) -> Option<String> {
        matches!(self.format, RowFormat::Csv)
            .then(|| csv_line(&header(record_columns, &self.columns)))
    }

    /// Adds the row of an answer, which serializes to an object, to `reply`.
    pub fn write(&self, record: Option<&Record>, answer: &impl Serialize, reply: &mut Reply<'_>) {
        // An answer consists of strings, numbers and lists of them, which always serialize.
        if let Ok(Value::Object(fields)) = serde_json::to_value(answer) {
            self.write_fields(record, fields, reply);
        }
    }

    /// Adds the row of a record without an answer to `reply`.
    pub fn write_failure(
        &self,
        record: &Record,
        outcome: &str,
        error: &str,
        reply: &mut Reply<'_>,
    ) {
        let mut fields = Map::new();
        if let Some(name) = self.answer {
            let is_verdict = name == "verdict";
            let value = is_verdict.then(|| Value::from(outcome));
            fields.insert(name.into(), value.unwrap_or_default());
        }
        fields.insert("error".into(), error.into());
        self.write_fields(Some(record), fields, reply);
    }

    fn write_fields(
        &self,
        record: Option<&Record>,
        mut fields: Map<String, Value>,
        reply: &mut Reply<'_>,
    ) {
        let columns = self.columns.iter();
        let answer: Vec<Option<Value>> = columns.map(|name| fields.remove(*name)).collect();
        fields.retain(|name, _| !self.hidden.contains(&&**name));
        assert!(
            fields.is_empty(),
            "expected the fields of a row, found {fields:?}"
        );
        match self.format {
            RowFormat::Jsonl => reply.text(self.json_line(record, &answer)),
            RowFormat::Csv => {
                let answer = answer.into_iter().map(Option::unwrap_or_default);
                let answer = answer.map(csv_text);
                reply.row(CsvRow {
                    place: record.map(place_of).unwrap_or_default(),
                    is_puzzle: record.is_some_and(|record| record.content.is_ok()),
                    record: record.map(record_fields).unwrap_or_default(),
                    table: record.and_then(|record| record.row.clone()),
                    columns: self.columns.clone(),
                    answer: answer.collect(),
                });
            }
        }
    }

    fn json_line(&self, record: Option<&Record>, answer: &[Option<Value>]) -> String {
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
        for (name, value) in self.columns.iter().zip(answer) {
            if let Some(value) = value {
                push_name(&mut line, &free_name(table, name));
                push_json(&mut line, value);
            }
        }
        line.extend_from_slice(b"}\n");
        // JSON is UTF-8.
        String::from_utf8(line).unwrap_or_default()
    }
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

/// Returns those fields of [`RECORD_COLUMNS`] that have a value.
fn record_fields(record: &Record) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::with_capacity(RECORD_COLUMNS.len());
    if !record.source.is_empty() {
        fields.push(("source", Value::from(&*record.source)));
        fields.push(("line", Value::from(record.line)));
    }
    let puzzle = match &record.content {
        Ok((puzzle, _)) => puzzle,
        Err(invalid) => {
            fields.push(("puzzle", Value::from(&*invalid.text)));
            return fields;
        }
    };
    fields.extend(puzzle_fields(puzzle));
    if let Some(title) = &record.title {
        fields.push(("title", Value::from(&**title)));
    }
    fields
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reply::Piece;

    /// Returns the rows of `{"listed": 1, "hidden": 2}` and another field.
    fn rows(other: &str) -> String {
        let (parts, replies) = crossbeam_channel::unbounded();
        let mut reply = Reply::new(&parts);
        let rows = AnswerRows::new(RowFormat::Jsonl);
        let rows = rows.with(&["absent", "listed"]).with_if(false, &["hidden"]);
        rows.write(
            None,
            &json!({"listed": 1, "hidden": 2, other: 3}),
            &mut reply,
        );
        let _ = reply.finish(Piece::Fatal(anyhow::anyhow!("the end")));
        match &replies.recv().unwrap()[0] {
            Piece::Text(text) => text.clone(),
            piece => panic!("{piece:?}"),
        }
    }

    #[test]
    fn a_row_has_the_listed_fields() {
        assert_eq!(rows("absent"), "{\"absent\":3,\"listed\":1}\n");
    }

    #[test]
    #[should_panic(expected = "unlisted")]
    fn a_field_that_is_not_listed_is_a_bug() {
        rows("unlisted");
    }
}

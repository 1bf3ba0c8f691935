//! The fields of a record, which precede those of its answer.

use satdoku_text::{Record, puzzle_fields};
use serde_json::Value;

/// The fields of a record outside of a table.
pub const RECORD_COLUMNS: [&str; 9] = [
    "source",
    "line",
    "puzzle",
    "regions",
    "variants",
    "constraints",
    "pencil_marks",
    "title",
    "note",
];

/// Returns those of [`RECORD_COLUMNS`] that have a value: the place, the whole puzzle, and the remarks of
/// the reader.
pub fn record_fields(record: &Record) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::with_capacity(RECORD_COLUMNS.len());
    if !record.source.is_empty() {
        fields.push(("source", Value::from(&*record.source)));
        fields.push(("line", Value::from(record.line)));
    }
    match &record.content {
        Ok((puzzle, _)) => fields.extend(puzzle_fields(puzzle)),
        Err(invalid) => fields.push(("puzzle", Value::from(&*invalid.text))),
    }
    let remarks = [("title", &record.title), ("note", &record.note)];
    let remarks = remarks
        .into_iter()
        .filter_map(|(name, text)| Some((name, Value::from(text.as_deref()?))));
    fields.extend(remarks);
    fields
}

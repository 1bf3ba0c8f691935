//! A CSV table. Its header is that of the first record. A nested value is JSON text.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use satdoku::format_error::Escaped;
use satdoku_answer::{RECORD_COLUMNS, record_fields};
use satdoku_text::{Record, Row as TableRow};
use serde_json::{Map, Value};

use crate::message::place_of;

/// Fields that only JSON has: the values of variables, and remarks.
const JSON_ONLY: [&str; 3] = ["variables", "other_variables", "note"];

/// Returns `name`, with as many prefixes as it takes to be free.
pub fn unique_name(name: &str, is_taken: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let mut unique = Cow::from(name);
    while is_taken(&unique) {
        unique = format!("satdoku_{unique}").into();
    }
    unique
}

/// Returns the text of a field of CSV. A nested value is JSON.
pub fn csv_text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        value => value.to_string(),
    }
}

/// Returns a line of CSV.
pub fn csv_line<T: AsRef<[u8]>>(fields: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .buffer_capacity(1 << 10)
        .from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The columns of a table. The reader sets the header, which workers then use.
#[derive(Debug)]
pub struct CsvTable {
    /// The columns of answers.
    answer: Vec<&'static str>,
    /// The columns of records, once the first has been read.
    record: OnceLock<Vec<String>>,
}

/// The columns of records that have been compared with the header.
#[derive(Debug, Default)]
pub struct Compared {
    /// The columns of the last record.
    last: Option<Arc<[String]>>,
    /// The columns that have been reported as left out.
    left_out: Vec<String>,
}

impl CsvTable {
    /// Returns a table with these columns of answers.
    pub fn new(columns: Vec<&'static str>) -> CsvTable {
        let columns = columns.into_iter();
        CsvTable {
            answer: columns.filter(|name| !JSON_ONLY.contains(name)).collect(),
            record: OnceLock::new(),
        }
    }

    /// Sets the columns of records, unless there is a header already. Returns its line.
    pub fn begin(&self, columns: impl FnOnce() -> Vec<String>) -> Option<String> {
        if self.record.get().is_some() {
            return None;
        }
        let columns = self.record.get_or_init(columns);
        let is_taken = |name: &str| columns.iter().any(|column| column == name);
        let answer = self.answer.iter().map(|name| unique_name(name, is_taken));
        let names = columns.iter().map(Cow::from).chain(answer);
        Some(csv_line(names.map(Cow::into_owned)))
    }

    /// Returns an error that names the columns of a record that are missing from the header, each once.
    pub fn missing(&self, record: &Record, compared: &mut Compared) -> Option<String> {
        let columns = self.record.get()?;
        let names = record.row.as_ref().map(|table| &table.names);
        if let (Some(names), Some(last)) = (names, &compared.last)
            && Arc::ptr_eq(names, last)
        {
            return None;
        }
        compared.last = names.cloned();
        let is_missing = |name: &String| {
            let mut known = columns.iter().chain(&compared.left_out);
            !known.any(|known| known == name)
        };
        let missing: Vec<String> = filled_columns(record)
            .into_iter()
            .filter(is_missing)
            .collect();
        let error = (!missing.is_empty()).then(|| {
            format!(
                "{}columns missing from the output, whose header is that of the first record: {}",
                place_of(record),
                Escaped(&missing.join(", ")),
            )
        });
        compared.left_out.extend(missing);
        error
    }

    /// Returns the line of a record and its answer.
    pub fn line(&self, record: Option<&Record>, answer: &mut Map<String, Value>) -> String {
        let table = record.and_then(|record| record.row.as_ref());
        let mut own = record.map(record_fields).unwrap_or_default();
        let columns = self.record.get().map(Vec::as_slice).unwrap_or_default();
        let mut fields = Vec::with_capacity(columns.len() + self.answer.len());
        for (place, name) in columns.iter().enumerate() {
            fields.push(match table.and_then(|table| field_of(table, place, name)) {
                Some(field) => field.to_string(),
                None => {
                    let field = own.iter_mut().find(|(own, _)| own == name);
                    csv_text(field.map(|(_, value)| value.take()).unwrap_or_default())
                }
            });
        }
        let answer = self.answer.iter().map(|name| answer.remove(*name));
        fields.extend(answer.map(|value| csv_text(value.unwrap_or_default())));
        csv_line(fields)
    }
}

/// Returns the columns of a record that begins a table.
pub fn record_columns(record: &Record) -> Vec<String> {
    match &record.row {
        Some(table) => table.names.to_vec(),
        None => {
            let names = RECORD_COLUMNS.into_iter();
            let names = names.skip(if record.source.is_empty() { 2 } else { 0 });
            let names = names.filter(|name| !JSON_ONLY.contains(name));
            names.map(String::from).collect()
        }
    }
}

/// Returns the names of the columns of a record that have a value. A record that is no puzzle may be a row
/// of a table even if it has none.
fn filled_columns(record: &Record) -> Vec<String> {
    match &record.row {
        Some(table) => table.names.to_vec(),
        None if record.content.is_err() => Vec::new(),
        None => {
            let names = record_fields(record).into_iter().map(|(name, _)| name);
            let names = names.filter(|name| !JSON_ONLY.contains(name));
            names.map(String::from).collect()
        }
    }
}

/// Returns the field in a column, which is usually the one at `place`.
fn field_of<'a>(table: &'a TableRow, place: usize, name: &str) -> Option<&'a str> {
    let is_there = table.names.get(place).is_some_and(|own| own == name);
    let found = || table.names.iter().position(|own| own == name);
    let place = if is_there { Some(place) } else { found() }?;
    Some(table.fields.get(place).map_or("", String::as_str))
}

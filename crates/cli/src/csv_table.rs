//! A CSV table, built row by row.
//!
//! Its header is that of the first record. A nested value is JSON text.

use std::borrow::Cow;
use std::sync::Arc;

use satdoku::format_error::Escaped;
use satdoku_text::Row as TableRow;
use serde_json::Value;

/// The columns of a record outside of a table.
pub const RECORD_COLUMNS: [&str; 8] = [
    "source",
    "line",
    "puzzle",
    "regions",
    "variants",
    "constraints",
    "pencil_marks",
    "title",
];

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

/// A row of CSV on its way to the writer, which knows the header.
#[derive(Debug)]
pub struct CsvRow {
    /// The place of the record, for messages.
    pub place: String,
    /// False for a record that is not a puzzle. It may be a row of a table even if `table` is `None`.
    pub is_puzzle: bool,
    pub record: Vec<(&'static str, Value)>,
    /// The row of the input, if that is a table.
    pub table: Option<TableRow>,
    pub columns: Arc<Vec<&'static str>>,
    /// A field for each of `columns`.
    pub answer: Vec<String>,
}

impl CsvRow {
    /// Returns the memory that it takes, in bytes.
    pub fn weight(&self) -> usize {
        let table = self.table.iter().flat_map(|row| &row.fields);
        let texts = table.chain(&self.answer).map(String::len);
        texts.sum::<usize>() + self.place.len() + 256
    }

    /// Returns the columns that precede `columns` in the header if this is the first row.
    fn record_columns(&self) -> Vec<String> {
        match &self.table {
            Some(table) => table.names.to_vec(),
            None if self.record.is_empty() => Vec::new(),
            None => {
                let has_place = self.record.iter().any(|(name, _)| *name == "source");
                let names = RECORD_COLUMNS.iter().skip(if has_place { 0 } else { 2 });
                names.map(ToString::to_string).collect()
            }
        }
    }

    /// Returns the names of the columns before `columns` that have a value.
    fn filled_columns(&self) -> impl Iterator<Item = &str> {
        let table = self.table.iter().flat_map(|row| row.names.iter());
        let has_own = self.table.is_none() && self.is_puzzle;
        let record = self.record.iter().filter(move |_| has_own);
        table
            .map(String::as_str)
            .chain(record.map(|(name, _)| *name))
    }

    /// Takes the field in this column, the one at `place` in the header.
    fn take(&mut self, place: usize, name: &str) -> String {
        if let Some(table) = &mut self.table {
            let is_there = table.names.get(place).is_some_and(|own| own == name);
            let found = || table.names.iter().position(|own| own == name);
            let field = if is_there { Some(place) } else { found() };
            if let Some(field) = field {
                let field = table.fields.get_mut(field);
                return field.map(std::mem::take).unwrap_or_default();
            }
        }
        let field = self.record.iter_mut().find(|(own, _)| *own == name);
        csv_text(field.map(|(_, value)| value.take()).unwrap_or_default())
    }
}

/// A CSV table, built row by row. The first row determines its header.
pub struct CsvTable {
    /// The columns of the input, once there is a row.
    record_columns: Option<Vec<String>>,
    /// The columns of the last row that was compared with them.
    compared: Option<Arc<[String]>>,
    /// The columns that have been reported as left out.
    left_out: Vec<String>,
    writer: csv::Writer<Vec<u8>>,
}

impl Default for CsvTable {
    fn default() -> CsvTable {
        CsvTable {
            record_columns: None,
            compared: None,
            left_out: Vec::new(),
            writer: new_writer(),
        }
    }
}

impl CsvTable {
    /// Returns a row as text, with the header above the first one, and an error if the row has
    /// columns that the header has not.
    pub fn add(&mut self, mut row: CsvRow) -> (Vec<u8>, Option<String>) {
        let error = self.missing_columns(&row);
        let mut fields = Vec::with_capacity(16);
        let record_columns = match self.record_columns.take() {
            Some(columns) => columns,
            None => {
                let columns = row.record_columns();
                self.write(header(&columns, &row.columns));
                columns
            }
        };
        for (place, name) in record_columns.iter().enumerate() {
            fields.push(row.take(place, name));
        }
        self.record_columns = Some(record_columns);
        fields.append(&mut row.answer);
        self.write(fields);
        let text = std::mem::replace(&mut self.writer, new_writer());
        (text.into_inner().unwrap_or_default(), error)
    }

    fn write(&mut self, fields: Vec<String>) {
        // Writing to memory cannot fail.
        let _ = self.writer.write_record(fields);
    }

    /// Returns an error that names the columns of a row that are missing from the header, each once.
    fn missing_columns(&mut self, row: &CsvRow) -> Option<String> {
        let columns = self.record_columns.as_ref()?;
        let names = row.table.as_ref().map(|table| &table.names);
        if let (Some(names), Some(compared)) = (names, &self.compared)
            && Arc::ptr_eq(names, compared)
        {
            return None;
        }
        self.compared = names.cloned();
        let is_missing = |name: &&str| {
            let mut known = columns.iter().chain(&self.left_out);
            !known.any(|known| known == name)
        };
        let missing = row.filled_columns().filter(is_missing);
        let missing: Vec<String> = missing.map(ToString::to_string).collect();
        let error = (!missing.is_empty()).then(|| {
            format!(
                "{}columns missing from the output, whose header is that of the first record: {}",
                row.place,
                Escaped(&missing.join(", ")),
            )
        });
        self.left_out.extend(missing);
        error
    }
}

/// Returns the header of a table: the columns of the input and those of the answers.
pub fn header(columns: &[String], answer: &[&str]) -> Vec<String> {
    let is_taken = |name: &str| columns.iter().any(|column| column == name);
    let answer = answer.iter().map(|name| unique_name(name, is_taken));
    let names = columns.iter().map(Cow::from).chain(answer);
    names.map(Cow::into_owned).collect()
}

/// Returns a line of CSV.
pub fn csv_line(fields: &[String]) -> String {
    let mut writer = new_writer();
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn new_writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new()
        .buffer_capacity(1 << 10)
        .from_writer(Vec::new())
}

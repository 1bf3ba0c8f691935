//! Tables: a row of CSV for each record, behind the columns that it had in the input.

use std::sync::Arc;

use anyhow::Context;
use satdoku::batch::Weight;
use satdoku::format::Row;

use super::output::say;

/// What a row says of a record.
#[derive(Debug)]
pub struct RecordRow {
    /// The columns of the record in the input, if that was a table.
    pub input: Option<Row>,
    /// File, line and puzzle, or only the puzzle. Left out where the input was a table.
    pub record: Vec<String>,
    /// What the command says of it.
    pub answer: Vec<String>,
}

impl Weight for RecordRow {
    fn weight(&self) -> usize {
        let input = self.input.iter().flat_map(|row| &row.fields);
        let all = input.chain(&self.record).chain(&self.answer);
        all.map(String::len).sum()
    }
}

/// A table in the making. Its columns are those of its first record.
pub struct Table {
    /// The names of what the command says.
    answers: Vec<&'static str>,
    has_header: bool,
    /// The columns of the input, once they are known.
    columns: Option<Arc<[String]>>,
    is_warned: bool,
    is_begun: bool,
}

/// The columns that stand in for those of a table; only the last where nothing is to say where
/// records are.
const RECORD: [&str; 3] = ["source", "line", "puzzle"];

impl Table {
    /// A table of rows that say this of each record.
    pub fn new(answers: Vec<&'static str>, has_header: bool) -> Table {
        Table {
            answers,
            has_header,
            columns: None,
            is_warned: false,
            is_begun: false,
        }
    }

    /// A row as text and, before the first one, the header.
    pub fn row(&mut self, row: RecordRow) -> anyhow::Result<String> {
        let mut writer = csv::WriterBuilder::new()
            .buffer_capacity(1 << 10)
            .from_writer(Vec::new());
        if !self.is_begun {
            self.is_begun = true;
            self.columns = row.input.as_ref().map(|input| input.names.clone());
            if self.has_header {
                writer.write_record(self.header(row.record.len()))?;
            }
        }
        match (&self.columns, &row.input) {
            (None, _) => writer.write_record(row.record.iter().chain(&row.answer))?,
            (Some(columns), input) => {
                if let Some(input) = input.as_ref().filter(|_| !self.is_warned) {
                    self.is_warned = warn_of_lost_columns(columns, &input.names);
                }
                let fields = columns.iter().enumerate().map(|(place, name)| {
                    let input = input.as_ref()?;
                    let place = match *columns == input.names {
                        true => place,
                        false => input.names.iter().position(|other| other == name)?,
                    };
                    input.fields.get(place).map(String::as_str)
                });
                let fields = fields.map(Option::unwrap_or_default);
                writer.write_record(fields.chain(row.answer.iter().map(String::as_str)))?;
            }
        }
        let bytes = writer.into_inner().context("cannot make CSV")?;
        String::from_utf8(bytes).context("cannot make CSV")
    }

    /// The names of the columns, `record` of which stand in for those of a table. One of ours whose name is taken is called `satdoku_…`.
    fn header(&self, record: usize) -> Vec<String> {
        let columns = match &self.columns {
            Some(columns) => columns.to_vec(),
            None => RECORD[RECORD.len() - record..]
                .iter()
                .map(ToString::to_string)
                .collect(),
        };
        let answers =
            self.answers
                .iter()
                .map(|name| match columns.iter().any(|column| column == name) {
                    true => format!("satdoku_{name}"),
                    false => name.to_string(),
                });
        columns.iter().cloned().chain(answers).collect()
    }
}

/// Says which columns of the input the table has no place for, if there are any: its header is
/// written already.
fn warn_of_lost_columns(columns: &[String], input: &[String]) -> bool {
    let lost: Vec<&str> = input
        .iter()
        .filter(|name| !columns.contains(name))
        .map(String::as_str)
        .collect();
    if !lost.is_empty() {
        let lost = lost.join(", ");
        say(format!(
            "left out of the output, which began without them: {lost}"
        ));
    }
    !lost.is_empty()
}

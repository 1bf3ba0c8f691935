//! CSV: a row for each record, behind the columns that it had in the input.

use std::sync::{Arc, Mutex, OnceLock};

use anyhow::bail;
use satdoku::format::{Record, Visible};

use super::{NoAnswer, Renderer, fields_of, fields_without_answer};
use crate::cli::command::{Command, Question, place_of};
use crate::cli::fields::{Columns, Fields, fields_of_record, is_of_record, own_name};
use crate::cli::output::{Part, Reply};

pub struct Csv {
    columns: Columns,
    has_header: bool,
    /// The columns of the inputs that could be looked at beforehand.
    expected: Vec<Inputs>,
    /// The columns of the output that say which record it is, once there is a record.
    inputs: OnceLock<Inputs>,
    seen: Mutex<Seen>,
}

/// The columns that say which record it is and what it is.
#[derive(Debug, Default)]
struct Inputs {
    /// Those of its row, or where it stands and the puzzle. They come first.
    first: Vec<String>,
    /// What else there is to say of a puzzle outside of a table: its rules, its pencil marks. They
    /// come last, so that all others have the same places with and without them.
    last: Vec<String>,
}

impl Inputs {
    fn of(record: &Record) -> Inputs {
        match &record.row {
            Some(row) => Inputs {
                first: row.names.to_vec(),
                last: Vec::new(),
            },
            None => {
                let names = fields_of_record(record).map(String::from);
                let (first, last) = names.partition(|name| PLACE.contains(&name.as_str()));
                Inputs { first, last }
            }
        }
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.first.iter().chain(&self.last)
    }

    fn has(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// Adds the columns that are not there yet.
    fn extend(&mut self, other: &Inputs) {
        for name in &other.first {
            if !self.has(name) {
                self.first.push(name.clone());
            }
        }
        for name in &other.last {
            if !self.has(name) {
                self.last.push(name.clone());
            }
        }
    }
}

/// The columns of every record outside of a table.
const PLACE: [&str; 3] = ["source", "line", "puzzle"];

/// What was seen of the records so far.
#[derive(Default)]
struct Seen {
    /// The columns of the last one, if it was a row.
    names: Option<Arc<[String]>>,
    /// The columns that were said to be left out.
    left_out: Vec<String>,
}

impl Csv {
    /// Rows that say this of each record. `samples` are records of the inputs that could be looked
    /// at beforehand.
    pub fn new(columns: Columns, has_header: bool, samples: &[Record]) -> Csv {
        Csv {
            columns,
            has_header,
            expected: samples.iter().map(Inputs::of).collect(),
            inputs: OnceLock::new(),
            seen: Mutex::default(),
        }
    }

    /// The columns of this record and of the inputs that are known.
    fn inputs_from(&self, record: &Record) -> Inputs {
        let mut inputs = if is_perhaps_a_row(record) && !self.expected.is_empty() {
            Inputs::default()
        } else {
            Inputs::of(record)
        };
        for expected in &self.expected {
            inputs.extend(expected);
        }
        inputs
    }

    /// A record of an input, with what is said of it.
    fn row(&self, record: &Record, fields: &Fields<'_>) -> Part {
        let inputs = self.inputs.get_or_init(|| self.inputs_from(record));
        let input = record.row.as_ref();
        let of_record = |(place, name): (usize, &String)| {
            let place = input.and_then(|input| {
                let same = input.names.get(place) == Some(name);
                let found = || input.names.iter().position(|other| other == name);
                if same { Some(place) } else { found() }
            });
            match (input, place) {
                (Some(input), Some(place)) => input.fields.get(place).cloned().unwrap_or_default(),
                _ if is_of_record(name) => fields.text(name),
                _ => String::new(),
            }
        };
        let first = inputs.first.iter().enumerate().map(of_record);
        let last = inputs.last.iter().enumerate().map(of_record);
        Part::Row(line(first.chain(fields.texts()).chain(last)))
    }
}

impl<C: Command> Renderer<C> for Csv {
    fn look_at(&self, record: &Record) -> anyhow::Result<()> {
        let inputs = self.inputs.get_or_init(|| self.inputs_from(record));
        if is_perhaps_a_row(record) {
            return Ok(());
        }
        let Ok(mut seen) = self.seen.lock() else {
            return Ok(());
        };
        let Seen { names, left_out } = &mut *seen;
        let is_same = match (&record.row, &names) {
            (Some(row), Some(names)) => Arc::ptr_eq(&row.names, names),
            (None, None) => fields_of_record(record).eq(inputs.names().map(String::as_str)),
            _ => false,
        };
        if is_same {
            return Ok(());
        }
        *names = record.row.as_ref().map(|row| row.names.clone());
        let own = Inputs::of(record);
        let is_lost = |name: &&String| !inputs.has(name) && !left_out.contains(name);
        let lost: Vec<String> = own.names().filter(is_lost).cloned().collect();
        if lost.is_empty() {
            return Ok(());
        }
        let error = format!(
            "{}left out of the output, whose header was written without: {}",
            place_of(record),
            Visible(&lost.join(", ")),
        );
        left_out.extend(lost);
        bail!(error);
    }

    /// The names of the columns. One of ours whose name is taken is called `satdoku_…`.
    fn header(&self) -> Option<String> {
        let inputs = self.inputs.get().filter(|_| self.has_header)?;
        let names = self.columns.names().into_iter();
        let answers = names.map(|name| own_name(name, |name| inputs.has(name)));
        let (first, last) = (inputs.first.iter().cloned(), inputs.last.iter().cloned());
        Some(line(first.chain(answers).chain(last)))
    }

    fn answered(&self, _: &C, question: &Question<'_>, answer: &C::Answer, reply: &mut Reply<'_>) {
        let fields = fields_of::<C>(&self.columns, question.record, answer);
        reply.send(self.row(question.record, &fields));
    }

    fn unanswered(&self, command: &C, record: &Record, why: &NoAnswer, reply: &mut Reply<'_>) {
        let fields = fields_without_answer(&self.columns, command, record, why);
        reply.send(self.row(record, &fields));
    }
}

/// Whether it may be a row of a table that could not be read as one.
fn is_perhaps_a_row(record: &Record) -> bool {
    record.content.is_err() && record.row.is_none()
}

/// A line of CSV.
pub fn line(fields: impl Iterator<Item = String>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .buffer_capacity(1 << 10)
        .from_writer(Vec::new());
    // Memory takes whatever is written, and text stays text.
    let _ = writer.write_record(fields.collect::<Vec<String>>());
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

//! From answers to output: one file per format.

pub mod csv;
pub mod jsonl;
pub mod text;

use std::sync::Arc;

use satdoku::format::Record;

use super::command::{Command, Question};
use super::fields::{Columns, Fields};
use super::output::Reply;

/// Writes what came of records, each record by itself.
pub trait Renderer<C: Command>: Send + Sync {
    /// Looks at each record while it is read, in the order of the input.
    ///
    /// # Errors
    /// What this format cannot say of the record.
    fn look_at(&self, _record: &Record) -> anyhow::Result<()> {
        Ok(())
    }

    /// The first line of the output, if there are others.
    fn header(&self) -> Option<String> {
        None
    }

    /// Writes an answer.
    fn answered(
        &self,
        command: &C,
        question: &Question<'_>,
        answer: &C::Answer,
        reply: &mut Reply<'_>,
    );

    /// Writes that there is none.
    fn unanswered(&self, command: &C, record: &Record, why: &NoAnswer, reply: &mut Reply<'_>);
}

/// Why a record has no answer.
pub struct NoAnswer {
    /// `invalid` or `unknown`.
    pub outcome: &'static str,
    /// The reason in words, with the place where a record is invalid.
    pub error: String,
    /// Whether that has been said on standard error, whatever the format.
    pub is_said: bool,
}

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    Jsonl,
    Csv,
}

impl Style {
    /// What writes them. `samples` are records of the inputs that can be looked at beforehand.
    pub fn renderer<C: Command>(
        self,
        columns: Columns,
        has_header: bool,
        samples: impl FnOnce() -> Vec<Record>,
    ) -> Arc<dyn Renderer<C>> {
        match self {
            Style::Text => Arc::new(text::Text),
            Style::Jsonl => Arc::new(jsonl::Jsonl { columns }),
            Style::Csv => Arc::new(csv::Csv::new(columns, has_header, &samples())),
        }
    }
}

/// The fields of an answer.
fn fields_of<'a, C: Command>(
    columns: &'a Columns,
    record: &Record,
    answer: &C::Answer,
) -> Fields<'a> {
    Fields::of(record, columns).with(answer)
}

/// The fields of a record without an answer.
fn fields_without_answer<'a, C: Command>(
    columns: &'a Columns,
    command: &C,
    record: &Record,
    why: &NoAnswer,
) -> Fields<'a> {
    let mut fields = Fields::of(record, columns);
    if let Some((name, value)) = command.no_answer(why.outcome) {
        fields.set(name, &value);
    }
    fields.set("error", &why.error);
    fields
}

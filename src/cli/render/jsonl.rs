//! JSON Lines: an object for each record.

use satdoku::format::Record;

use super::{NoAnswer, Renderer, fields_of, fields_without_answer};
use crate::cli::command::{Command, Question};
use crate::cli::fields::Columns;
use crate::cli::output::Reply;

pub struct Jsonl {
    pub columns: Columns,
}

impl<C: Command> Renderer<C> for Jsonl {
    fn answered(&self, _: &C, question: &Question<'_>, answer: &C::Answer, reply: &mut Reply<'_>) {
        let fields = fields_of::<C>(&self.columns, question.record, answer);
        reply.result(fields.into_json(question.record));
    }

    fn unanswered(&self, command: &C, record: &Record, why: &NoAnswer, reply: &mut Reply<'_>) {
        let fields = fields_without_answer(&self.columns, command, record, why);
        reply.result(fields.into_json(record));
    }
}

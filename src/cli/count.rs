//! `satdoku count`: how many solutions each puzzle has.

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use satdoku::board::Grid;
use satdoku::format::Record;
use satdoku::task::{Count as Number, Session};

use super::engine::{SearchChoice, describe, fault};
use super::exit::Exit;
use super::input::Input;
use super::json::Object;
use super::output::{Output, say};

/// How many solutions each puzzle has, up to a limit
///
/// The engine is mrv unless another is named. The engine sat excludes each solution it has found by
/// another clause, so its time grows with the square of their number.
#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    search: SearchChoice,

    /// Count no further than this; a count that reaches it is printed with a ≥
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each puzzle
    Text,
    /// A JSON object for each record
    Jsonl,
}

impl Count {
    /// Counts for every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut session = self.search.session("mrv")?;
        self.input
            .for_each(|record| self.count(record, &mut session, output))
    }

    fn count(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let is_json = self.format == Format::Jsonl;
        let puzzle = match &record.content {
            Ok((puzzle, _)) => puzzle,
            Err(invalid) => {
                match is_json {
                    true => output.write_json(&Object::unanswered(record, &invalid.error))?,
                    false => say(&invalid.error),
                }
                return Ok(Exit::Failed);
            }
        };
        let mut go_on = |_: &Grid| ControlFlow::Continue(());
        let answer = match session.enumerate(puzzle, self.limit, &mut go_on) {
            Ok(answer) => answer,
            Err(error) => {
                if is_json {
                    output.write_json(&Object::unanswered(record, &error))?;
                }
                return Ok(fault(&error));
            }
        };
        if is_json {
            output.write_json(&Object::counted(record, &answer, self.search.report))?;
            return Ok(exit_of_count(&answer.outcome));
        }
        let number = match &answer.outcome {
            Number::None(conflict) => format!("0: {conflict}"),
            Number::Exactly(count) => count.to_string(),
            Number::AtLeast(count) => format!("≥{count}"),
            Number::Unknown(count, limit) => format!("≥{count}: {limit}"),
        };
        let report = match self.search.report {
            true => format!(" ({})", describe(&answer.report)),
            false => String::new(),
        };
        output.write(&format!(
            "{}:{}: {number}{report}\n",
            record.source, record.line
        ))?;
        Ok(exit_of_count(&answer.outcome))
    }
}

/// What came of counting or enumerating: a puzzle without a solution has not what was asked for,
/// and neither has one that was given up.
pub fn exit_of_count(count: &Number) -> Exit {
    match count {
        Number::Exactly(_) | Number::AtLeast(_) => Exit::Fulfilled,
        Number::None(_) | Number::Unknown(..) => Exit::Unfulfilled,
    }
}

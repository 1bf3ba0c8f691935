//! `satdoku count`: how many solutions each puzzle has.

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::engine::mrv::Mrv;
use satdoku::task::{Answer, Count as Number, Session};

use super::batch::{self, Batch};
use super::command::{Command, Failure, Format, Question, Style, Tally};
use super::engine::{SearchChoice, describe};
use super::exit::Exit;
use super::json::{Object, REPORT};
use super::output::Output;
use super::reply::Reply;

/// How many solutions each puzzle has, up to a limit
///
/// The engine is mrv unless another is named. The engine sat excludes each solution it has found by
/// another clause, so its time grows with the square of their number.
#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    search: SearchChoice,

    /// Count no further than this; a count that reaches it is printed with a ≥
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

impl Count {
    /// Counts for every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.search.prepare()?;
        batch::run(self, output)
    }
}

impl Command for Count {
    type Worker = Session;
    type Answer = Answer<Number>;

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn style(&self) -> Style {
        self.format.into()
    }

    fn columns(&self) -> Vec<&'static str> {
        let columns = ["count", "complete", "conflict", "reason", "error"].to_vec();
        match self.search.report {
            true => [&columns[..], &REPORT].concat(),
            false => columns,
        }
    }

    fn worker(&self) -> Session {
        self.search.session(|| Box::new(Mrv::default()))
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Answer<Number>, Failure> {
        Ok(session.count(question.puzzle, self.limit)?)
    }

    fn tally(&self, answer: &Answer<Number>) -> Tally {
        tally_of_count(answer)
    }

    fn write_text(&self, question: &Question<'_>, answer: &Answer<Number>, reply: &mut Reply<'_>) {
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
        reply.result(format!("{}{number}{report}\n", question.place()));
    }

    fn fill<'a>(&self, object: Object<'a>, answer: &Answer<Number>, _: &Puzzle) -> Object<'a> {
        object.counted(answer, self.search.report)
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, _: &'static str) -> Object<'a> {
        object
    }
}

/// What came of counting or enumerating: a puzzle without a solution has not what was asked for,
/// and neither has one that was given up.
pub fn tally_of_count(answer: &Answer<Number>) -> Tally {
    let (exit, outcome) = match answer.outcome {
        Number::Exactly(_) => (Exit::Fulfilled, "counted"),
        Number::AtLeast(_) => (Exit::Fulfilled, "more"),
        Number::None(_) => (Exit::Unfulfilled, "none"),
        Number::Unknown(..) => (Exit::Unfulfilled, "unknown"),
    };
    Tally::new(exit, outcome, &answer.report)
}

//! `satdoku count`: how many solutions each puzzle has.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use satdoku::Deadline;
use satdoku::engine::mrv::Mrv;
use satdoku::task::{Answer, Count as Number, Session};

use super::args::engine::SearchChoice;
use super::args::heading::{LIMITS, OUTPUT};
use super::args::output::Format;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::interrupt::interrupt_flag;
use super::output::{Output, Reply};
use super::render::text::cost;
use super::run::{self, Batch};
use super::summary::Tally;

/// How many solutions each puzzle has, up to a limit
///
/// At a terminal it shows how far it is, and Ctrl-C ends it with what was counted until then.
///
/// The engine is mrv unless another is named. The engine sat excludes each solution it has found by
/// another clause, so its time grows with the square of their number.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku count puzzle.txt
  satdoku count --limit 1000000000 --report puzzle.txt")]
pub struct Count {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    search: SearchChoice,

    /// Count no further than this: ≥N says that there may be more
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = LIMITS,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Form of results
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, help_heading = OUTPUT,
          display_order = 0)]
    format: Format,

    #[arg(skip)]
    so_far: Arc<SoFar>,
}

/// How far counting is, on all threads.
#[derive(Debug, Default)]
struct SoFar {
    /// The solutions that have been found.
    solutions: AtomicU64,
    /// How many puzzles are being counted.
    running: AtomicUsize,
}

impl Count {
    /// Counts for every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.search.check("mrv")?;
        let (batch, style) = (self.batch.clone(), self.format.into());
        run::run(self, &batch, style, output)
    }
}

impl Command for Count {
    type Answer = Answer<Number>;

    fn columns(&self) -> Columns {
        let mut columns = vec!["count", "complete", "conflict", "reason", "error"];
        if self.search.report {
            columns.push("report");
        }
        Columns::new(columns)
    }

    fn session(&self) -> Session {
        let until_interrupt = Deadline::after(Duration::MAX).or_at(interrupt_flag());
        self.search
            .session_until(|| Box::new(Mrv::default()), Some(until_interrupt))
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Answer<Number>, Failure> {
        let SoFar { solutions, running } = &*self.so_far;
        running.fetch_add(1, Ordering::Relaxed);
        let answer = session.count_in(question.puzzle, self.limit, solutions);
        running.fetch_sub(1, Ordering::Relaxed);
        Ok(answer?)
    }

    fn progress(&self) -> String {
        let SoFar { solutions, running } = &*self.so_far;
        match running.load(Ordering::Relaxed) {
            0 => String::new(),
            _ => format!(
                "{} solutions",
                HumanCount(solutions.load(Ordering::Relaxed))
            ),
        }
    }

    fn can_be_cut_short(&self) -> bool {
        true
    }

    fn tally(&self, answer: &Answer<Number>) -> Tally {
        tally_of_count(answer)
    }

    fn text(&self, question: &Question<'_>, answer: &Answer<Number>, reply: &mut Reply<'_>) {
        let number = match &answer.outcome {
            Number::None(conflict) => format!("0: {conflict}"),
            Number::Exactly(count) => count.to_string(),
            Number::AtLeast(count) => format!("≥{count}"),
            Number::Unknown(count, limit) => format!("≥{count}: {limit}"),
        };
        let report = if self.search.report {
            format!(" ({})", cost(&answer.report))
        } else {
            String::new()
        };
        reply.result(format!("{}{number}{report}\n", question.place()));
    }
}

/// What came of counting or enumerating: a puzzle without a solution has not what was asked for,
/// and neither has one that was given up.
pub fn tally_of_count(answer: &Answer<Number>) -> Tally {
    let (exit, outcome) = match answer.outcome {
        Number::Exactly(_) => (Exit::Success, "counted"),
        Number::AtLeast(_) => (Exit::Success, "more"),
        Number::None(_) => (Exit::Negative, "none"),
        Number::Unknown(..) => (Exit::Negative, "unknown"),
    };
    Tally::of_answer(exit, outcome, &answer.report)
}

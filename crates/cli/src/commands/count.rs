//! `satdoku count`: the number of solutions of each puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use satdoku::Deadline;
use satdoku::task::{Count, Estimated, Session};

use crate::exit::Exit;
use crate::interrupt::interrupt_flag;
use crate::options::heading::LIMITS;
use crate::options::output::{AnswerFormat, FormatArgs};
use crate::options::records::{RecordArgs, SummaryArgs};
use crate::options::search::{SearchArgs, SearchOptions};
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Outcome;

/// Count the solutions of each puzzle, up to a limit
///
/// A terminal shows the progress. Ctrl-C ends the run and prints the solutions counted so far.
///
/// The default engine is mrv. The engine sat adds a clause for each solution that it has found, so
/// its time grows with the square of their number.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku count puzzle.txt
  satdoku count --limit 1000000000 puzzle.txt
  satdoku count --estimate puzzle.txt     # with a standard error")]
pub struct CountArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// Stop counting at N solutions
    ///
    /// The answer is then ≥N.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = LIMITS,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Estimate the number by random probes [default: 100000]
    ///
    /// The mean of the probes has a standard error, which falls with the square root of their number.
    /// The method is that of D. E. Knuth (1975). Puzzles with few solutions are counted exactly. At the
    /// --timeout and after Ctrl-C, the answer is the mean so far.
    #[arg(long, value_name = "PROBES", num_args = 0..=1, require_equals = true, default_missing_value = "100000",
          conflicts_with_all = ["limit", "engine", "solver"], value_parser = clap::value_parser!(u64).range(2..))]
    estimate: Option<u64>,

    /// Set the seed of the random probes
    #[arg(long, value_name = "N", default_value_t = 0, requires = "estimate")]
    seed: u64,

    #[command(flatten)]
    format: FormatArgs<AnswerFormat>,
}

/// The checked options.
struct CountSolutions {
    search: SearchOptions,
    limit: u64,
    /// The number of probes and the seed.
    estimate: Option<(u64, u64)>,
    so_far: Arc<SoFar>,
}

/// The progress on all threads.
#[derive(Debug, Default)]
struct SoFar {
    /// The solutions that have been found.
    solutions: AtomicU64,
    /// The number of puzzles being counted.
    running: AtomicUsize,
}

impl CountArgs {
    /// Counts for every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        let rows = format.row_format().map(|format| {
            AnswerRows::new(format)
                .with(&["count", "complete"])
                .with_if(
                    self.estimate.is_some(),
                    &["estimate", "log10", "relative_error", "probes"],
                )
                .with(&["conflict", "minimal_conflict", "reason", "error"])
                .with_if(false, &["confirmed"])
        });
        let so_far = Arc::new(SoFar::default());
        let count = CountSolutions {
            search: self.search.checked("mrv")?,
            limit: self.limit,
            estimate: self.estimate.map(|probes| (probes, self.seed)),
            so_far: so_far.clone(),
        };
        let layout = RecordOutput {
            rows,
            progress: Some(Box::new(move || so_far.text())),
            ..RecordOutput::default()
        };
        let mut records = self.records.checked();
        records.has_summary = self.summary.summary;
        records.run(count, layout, output)
    }
}

impl SoFar {
    fn text(&self) -> String {
        match self.running.load(Ordering::Relaxed) {
            0 => String::new(),
            _ => format!(
                "{} solutions",
                HumanCount(self.solutions.load(Ordering::Relaxed))
            ),
        }
    }
}

impl RecordCommand for CountSolutions {
    type State = Session;

    fn state(&self) -> Session {
        // Ctrl-C ends the search, and its count so far is the answer.
        let until_interrupt = Deadline::after(Duration::MAX).or_at(interrupt_flag());
        self.search.session(Some(until_interrupt)).without_reasons()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, _) = context.puzzle()?;
        if let Some((probes, seed)) = self.estimate {
            let answer = session.estimate(puzzle, probes, seed)?;
            context.write(&answer, reply, |reply| {
                let text = match &answer.outcome {
                    Estimated::Counted(count) => text(count),
                    Estimated::About(estimate) => estimate.to_string(),
                };
                reply.text(format!("{}{text}\n", context.place()));
            });
            return Ok(Outcome::of_estimate(&answer));
        }
        let SoFar { solutions, running } = &*self.so_far;
        running.fetch_add(1, Ordering::Relaxed);
        let answer = session.count_in(puzzle, self.limit, solutions);
        running.fetch_sub(1, Ordering::Relaxed);
        let answer = answer?;
        context.write(&answer, reply, |reply| {
            let text = text(&answer.outcome);
            reply.text(format!("{}{text}\n", context.place()));
        });
        Ok(Outcome::of_count(&answer))
    }
}

fn text(count: &Count) -> String {
    match count {
        Count::Unsolvable(conflict) => format!("0: {conflict}"),
        Count::Exactly(count) => count.to_string(),
        Count::AtLeast(count) => format!("≥{count}"),
        Count::Unknown(count, limit) => format!("≥{count}: {limit}"),
    }
}

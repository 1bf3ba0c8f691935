//! `satdoku count`: the number of solutions of each puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use clap::Args;
use indicatif::HumanCount;
use satdoku_answer::{Asker, CountRow};

use crate::command::{
    ANSWERS, Answer, Asked, Command, Exit, Extras, Formats, Outcome, Records, Terminal,
};
use crate::options::heading::LIMITS;
use crate::options::limits::SearchArgs;

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
pub struct CountSolutions {
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

    /// The progress on all threads.
    #[arg(skip)]
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

impl Command for CountSolutions {
    const FORMATS: Formats = ANSWERS;
    const ANSWERS_AT_INTERRUPT: bool = true;

    type Row = CountRow;
    type Search = SearchArgs;

    fn start(&mut self, _: &Records, _: &Terminal) -> anyhow::Result<Extras> {
        let so_far = self.so_far.clone();
        Ok(Extras {
            progress: Some(Box::new(move || so_far.text())),
            ..Extras::default()
        })
    }

    fn default_engine(&self) -> &'static str {
        "mrv"
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<CountRow> {
        let row = match self.estimate {
            Some(probes) => asker.estimate(asked.puzzle, probes, self.seed)?,
            None => {
                let SoFar { solutions, running } = &*self.so_far;
                running.fetch_add(1, Ordering::Relaxed);
                let row = asker.count(asked.puzzle, self.limit, solutions);
                running.fetch_sub(1, Ordering::Relaxed);
                row?
            }
        };
        let (exit, name) = match &row {
            CountRow {
                conflict: Some(_), ..
            } => (Exit::Negative, "none"),
            CountRow { error: Some(_), .. } => (Exit::Negative, "unknown"),
            CountRow {
                estimated: Some(_), ..
            } => (Exit::Success, "estimated"),
            CountRow { complete: true, .. } => (Exit::Success, "counted"),
            _ => (Exit::Success, "more"),
        };
        let outcome = Outcome::new(exit, name).with_solver(row.needed_solver);
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &CountRow) {
        let count = row.count.unwrap_or_default();
        let text = match (&row.estimated, &row.conflict, &row.error) {
            (Some(estimate), ..) => estimate.to_string(),
            (None, Some(conflict), _) => format!("0: {}", conflict.reason),
            (None, None, Some(limit)) => format!("≥{count}: {limit}"),
            (None, None, None) if row.complete => count.to_string(),
            (None, None, None) => format!("≥{count}"),
        };
        asked.reply.text(format!("{}{text}\n", asked.place()));
    }

    fn hidden(&self) -> Vec<&'static str> {
        match self.estimate {
            Some(_) => Vec::new(),
            None => vec!["estimate", "log10", "relative_error", "probes"],
        }
    }
}

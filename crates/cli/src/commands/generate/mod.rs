//! `satdoku generate`: new puzzles.

mod request;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use satdoku::task::Limit;
use satdoku_answer::{Failure, GenerateRow, generate};
use satdoku_generate::Generator;
use satdoku_text::{Arrangement, Form};

use self::request::RequestArgs;
use crate::exit::Exit;
use crate::file::Paths;
use crate::format::{Format, Formats};
use crate::grids::Grids;
use crate::options::heading::{ANSWER, LIMITS};
use crate::options::input::jobs;
use crate::options::limits::seconds;
use crate::options::output::{AnswersArgs, FormatArgs, Formatted};
use crate::options::random_seed;
use crate::output::{Program, Run};
use crate::progress::Amount;
use crate::records::{Rows, report};
use crate::reply::Reply;
use crate::run::{Feed, Task, Worker};
use crate::summary::Outcome;
use crate::writer::{self, Extras, Settings};

/// Generate puzzles that have one solution
///
/// The SAT engine confirms each puzzle. The same seed and options give the same puzzles on any
/// machine and with any number of threads. By default, a puzzle is a line, or a grid on a terminal
/// and with random regions or drawn constraints.
#[derive(Args)]
#[command(after_help = "\
Examples:
  satdoku generate -n 10 --symmetry half-turn --difficulty hard --seed 1
  satdoku generate --kinds cage --difficulty easy -o killer.svg")]
pub struct GenerateArgs {
    /// Set the number of puzzles [default: 1]
    ///
    /// Ctrl-C and the end of a pipe keep the puzzles made so far.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1, hide_default_value = true,
          help_heading = ANSWER)]
    count: u64,

    /// Set the seed [default: random, and printed]
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Start with puzzle number K instead of 0
    #[arg(long, value_name = "K", default_value_t = 0, help_heading = ANSWER,
          hide_short_help = true)]
    skip: u64,

    #[command(flatten)]
    request: RequestArgs,

    /// Do not confirm with the SAT engine that puzzles are unique
    #[arg(long, help_heading = ANSWER, hide_short_help = true)]
    no_confirm: bool,

    #[command(flatten)]
    format: FormatArgs<GenerateArgs>,

    #[command(flatten)]
    answers: AnswersArgs,

    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60",
          help_heading = LIMITS)]
    timeout: Duration,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,
}

/// Generates puzzles by number.
struct Maker {
    generator: Generator,
    grids: Grids,
    /// The rows, if puzzles are not text or pictures.
    rows: Option<Rows>,
    /// The number of puzzles made so far.
    made: Arc<AtomicU64>,
    /// The number of solved grids tried so far.
    tries: Arc<AtomicU64>,
}

/// The columns of a rating.
const RATING: &[&str] = &[
    "level",
    "largest",
    "at_least",
    "technique",
    "score",
    "techniques",
    "steps",
    "sizes",
    "unproven",
];

impl Formatted for GenerateArgs {
    const FORMATS: Formats = Grids::FORMATS;
}

impl Run for GenerateArgs {
    /// Writes new puzzles.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = match (self.format.checked(program)?, self.request.beyond_lines()) {
            (Format::Line, Some(what)) => {
                bail!("this --format has no room for {what}: use grid, svg, html, jsonl or csv")
            }
            (Format::Text, Some(_)) => Format::Grid,
            (format, _) => format,
        };
        let mut grids = Grids::new(format, program.terminal);
        grids.set_answers(self.answers.answers)?;
        let (first, count) = (self.skip, self.count);
        let Some(end) = first.checked_add(count) else {
            let most = u64::MAX;
            bail!("expected numbers of puzzles below {most}, found --skip {first} -n {count}");
        };
        let hidden = match self.request.has_ratings() {
            true => &[],
            false => RATING,
        };
        let mut paths = Paths::default();
        let request = self.request.checked(&mut paths)?;
        let mut output = program.open(&Grids::FORMATS, format, &paths)?;
        let seed = self.seed.unwrap_or_else(|| random_seed(&program.terminal));
        let mut generator = Generator::new(request, seed)?.with_timeout(self.timeout);
        if self.no_confirm {
            generator = generator.without_confirmation();
        }
        let maker = Maker {
            generator,
            grids,
            rows: Rows::new::<GenerateRow>(format, hidden),
            made: Arc::default(),
            tries: Arc::default(),
        };
        let tries = maker.tries.clone();
        let settings = Settings {
            jobs: self.jobs,
            amount: Amount {
                total: Some(count),
                read: maker.made.clone(),
            },
            extras: Extras {
                index: None,
                progress: Some(Box::new(move || {
                    format!("{} solved grids tried", tries.load(Ordering::Relaxed))
                })),
            },
        };
        let read = move |feed: &Feed<'_, u64>| {
            let _ = (first..end).try_for_each(|number| feed.push(number));
        };
        let counts = writer::run(Arc::new(maker), Box::new(read), settings, &mut output)?;
        output.finish()?;
        Ok(counts.exit())
    }
}

impl Task for Maker {
    type Item = u64;

    fn weight(&self, _: &u64) -> usize {
        1_024
    }

    fn worker(&self) -> Worker<'_, u64> {
        let mut generator = self.generator.clone();
        Box::new(move |place, &number, reply| {
            let row = generate(&mut generator, number);
            self.tries.fetch_add(row.tries, Ordering::Relaxed);
            let outcome = self.write(place, row, reply);
            self.made.fetch_add(1, Ordering::Relaxed);
            Ok(outcome)
        })
    }

    fn panicked(&self, &number: &u64, message: &str, reply: &mut Reply<'_>) -> Outcome {
        let row = GenerateRow {
            seed: self.generator.seed(),
            number,
            ..GenerateRow::default()
        };
        let failure = Failure::Bug(format!("panic: {message}"));
        self.write(1, row.without(failure), reply)
    }
}

impl Maker {
    /// Writes a puzzle, the one at `place` of the run, or why there is none.
    fn write(&self, place: usize, mut row: GenerateRow, reply: &mut Reply<'_>) -> Outcome {
        if let Some(made) = &row.made
            && let Err(failure) = self.grids.require_expressible(&made.puzzle)
        {
            row = row.without(failure);
        }
        let number = row.number;
        let mut outcome = Outcome::new(Exit::Success, "made");
        if let Some(failure) = &row.failure {
            outcome.exit = report(failure, reply).exit;
            if self.rows.is_none() && outcome.exit < Exit::Failed {
                reply.message(format_args!("puzzle {number}: {failure}"));
            }
        }
        if let Some(limit) = row.cost.unconfirmed {
            if let Limit::Time(_) = limit {
                outcome.exit = Exit::Negative;
            }
            reply.message(format_args!("puzzle {number}: not confirmed: {limit}"));
        }
        match (&self.rows, &row.made) {
            (Some(rows), _) => {
                if place == 0 {
                    rows.begin(Vec::new)
                        .into_iter()
                        .for_each(|header| reply.text(header));
                }
                reply.text(rows.line(None, &row));
            }
            (None, Some(made)) => {
                let caption = match &row.rating {
                    Some(rating) => format!("{} · {}", number + 1, rating.level),
                    None => (number + 1).to_string(),
                };
                let form = Form::of(Arrangement::Line, made.puzzle.geometry());
                self.grids.write(&caption, &made.puzzle, form, None, reply);
            }
            (None, None) => {}
        }
        outcome
    }
}

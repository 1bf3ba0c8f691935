//! `satdoku generate`: new puzzles.

mod maker;
mod request;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use satdoku_generate::Generator;

use self::maker::{Maker, rows};
use self::request::RequestArgs;
use crate::exit::Exit;
use crate::feeder::Feeder;
use crate::grid_writer::GridWriter;
use crate::options::heading::{ANSWER, LIMITS};
use crate::options::output::{AnswersArgs, FormatArgs, GridFormat};
use crate::options::records::jobs;
use crate::options::search::seconds;
use crate::output::Output;
use crate::progress::Amount;
use crate::seed::random_seed;
use crate::writer::{self, Settings};

/// Generate puzzles that have one solution
///
/// The SAT engine confirms each puzzle. The same seed and options give the same puzzles on any
/// machine and with any number of threads. By default, a puzzle is a line, or a grid on a terminal
/// and with random regions or drawn constraints.
#[derive(Debug, Args)]
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
    format: FormatArgs<GridFormat>,

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

/// The checked options.
struct Generate {
    /// The numbers of the puzzles.
    numbers: Range<u64>,
    maker: Maker,
    jobs: Option<NonZeroUsize>,
}

impl GenerateArgs {
    /// Writes new puzzles.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.checked(output)?.run(output)
    }

    fn checked(self, output: &mut Output) -> anyhow::Result<Generate> {
        let format = match (self.format.checked(output)?, self.request.beyond_lines()) {
            (Some(GridFormat::Line), Some(what)) => {
                bail!("this --format has no room for {what}: use grid, svg, html, jsonl or csv")
            }
            (None, Some(_)) => Some(GridFormat::Grid),
            (format, _) => format,
        };
        let grids = GridWriter::new(format, output).with_answers(self.answers.answers)?;
        let Some(end) = self.skip.checked_add(self.count) else {
            bail!(
                "expected numbers of puzzles below {}, found --skip {} -n {}",
                u64::MAX,
                self.skip,
                self.count
            );
        };
        let row_format = grids.row_format();
        let has_ratings = self.request.has_ratings();
        let request = self.request.checked()?;
        let seed = self.seed.unwrap_or_else(random_seed);
        let mut generator = Generator::new(request, seed)?.with_timeout(self.timeout);
        if self.no_confirm {
            generator = generator.without_confirmation();
        }
        Ok(Generate {
            numbers: self.skip..end,
            maker: Maker {
                generator,
                timeout: self.timeout,
                grids,
                rows: row_format.map(|format| rows(format, has_ratings)),
                made: Arc::default(),
                tries: Arc::default(),
            },
            jobs: self.jobs,
        })
    }
}

impl Generate {
    fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        output.check()?;
        let tries = self.maker.tries.clone();
        let settings = Settings {
            jobs: self.jobs,
            amount: Amount {
                total: Some(self.numbers.end - self.numbers.start),
                read: self.maker.made.clone(),
            },
            index: None,
            progress: Some(Box::new(move || {
                format!("{} solved grids tried", tries.load(Ordering::Relaxed))
            })),
        };
        let mut numbers = self.numbers;
        let read = move |feeder: &Feeder<'_, u64>| {
            _ = numbers.try_for_each(|number| feeder.push(number));
        };
        let counts = writer::run(Arc::new(self.maker), Box::new(read), settings, output)?;
        Ok(counts.exit())
    }
}

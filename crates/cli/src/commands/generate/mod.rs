//! `satdoku generate`: new puzzles.

mod request;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use satdoku::board::Puzzle;
use satdoku::task::Limit;
use satdoku_answer::{Asker, Failure, GenerateRow, RatingRow, Row, generate};
use satdoku_generate::Generator;
use satdoku_text::{Arrangement, Form, Record};

use self::request::RequestArgs;
use crate::command::{
    Answer, Asked, Command, Exit, Extras, Format, Formats, Grids, Outcome, Paths,
};
use crate::input::Item;
use crate::options::heading::{ANSWER, LIMITS};
use crate::options::input::{RunArgs, jobs};
use crate::options::limits::{SearchOptions, seconds};
use crate::options::output::{AnswersArgs, FormatArgs};
use crate::options::random_seed;
use crate::output::{Program, Run};
use crate::records::{self, Answerer, report};

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
    format: FormatArgs<Generate>,

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

/// The command `generate`, with its generator.
struct Generate {
    generator: Generator,
    /// Generators that no thread uses at the moment: each keeps its engines.
    idle: Mutex<Vec<Generator>>,
    /// The number of the first puzzle.
    first: u64,
    /// True if puzzles are rated.
    has_ratings: bool,
    /// The number of solved grids tried so far.
    tries: Arc<AtomicU64>,
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
        let mut paths = Paths::default();
        let (request, start) = self.request.checked(&mut paths)?;
        let output = program.open(&Grids::FORMATS, format, &paths)?;
        let seed = self.seed.unwrap_or_else(|| random_seed(&program.terminal));
        let has_ratings = request.difficulty.is_some();
        let mut generator = Generator::new(request, seed)?.with_timeout(self.timeout);
        if self.no_confirm {
            generator = generator.without_confirmation();
        }
        let requests = (first..end).map(move |_| Item::Record(request_of(&start)));
        let tries: Arc<AtomicU64> = Arc::default();
        let answerer = Answerer {
            search: ().search("sat")?,
            grids,
            command: Generate {
                generator,
                idle: Mutex::default(),
                first,
                has_ratings,
                tries: tries.clone(),
            },
        };
        let tried = move || format!("{} solved grids tried", tries.load(Ordering::Relaxed));
        let extras = Extras {
            index: None,
            progress: Some(Box::new(tried)),
        };
        let run = RunArgs {
            jobs: self.jobs,
            ..RunArgs::default()
        };
        let requests = records::of_items(requests, Some(count));
        records::run(run, requests, answerer, extras, output)
    }
}

/// Returns the record that asks for a puzzle: the board and the givens to start from.
fn request_of(start: &Puzzle) -> Record {
    let form = Form::of(Arrangement::Line, start.geometry());
    Record {
        source: "".into(),
        line: 0,
        content: Ok((start.clone(), form)),
        title: None,
        note: None,
        row: None,
    }
}

impl Command for Generate {
    const FORMATS: Formats = Grids::FORMATS;
    const HAS_RECORDS: bool = false;

    type Row = GenerateRow;
    type Search = ();

    fn answer(&self, _: &mut Asker, asked: &Asked<'_>) -> Answer<GenerateRow> {
        let number = self.first + asked.number as u64;
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let generator = idle().pop();
        let mut generator = generator.unwrap_or_else(|| self.generator.clone());
        let mut row = generate(&mut generator, number);
        idle().push(generator);
        self.tries.fetch_add(row.tries, Ordering::Relaxed);
        if let Some(made) = &row.made
            && let Err(failure) = asked.grids.require_expressible(&made.puzzle)
        {
            row = row.without(failure);
        }
        let mut outcome = Outcome::new(Exit::Success, "made");
        if let Some(failure) = &row.failure {
            outcome.exit = report(failure, asked.reply).exit;
        }
        if let Some(limit) = row.cost.unconfirmed {
            if let Limit::Time(_) = limit {
                outcome.exit = Exit::Negative;
            }
            asked
                .reply
                .message(format_args!("puzzle {number}: not confirmed: {limit}"));
        }
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &GenerateRow) {
        let number = row.number;
        if let Some(failure @ Failure::Unanswered(_)) = &row.failure {
            let message = format!("puzzle {number}: {failure}");
            asked.reply.message(message);
        }
        if let Some(made) = &row.made {
            let caption = match &row.rating {
                Some(rating) => format!("{} · {}", number + 1, rating.level),
                None => (number + 1).to_string(),
            };
            let form = Form::of(Arrangement::Line, made.puzzle.geometry());
            asked
                .grids
                .write(&caption, &made.puzzle, form, None, asked.reply);
        }
    }

    fn hidden(&self) -> Vec<&'static str> {
        match self.has_ratings {
            true => Vec::new(),
            false => RatingRow::columns(),
        }
    }
}

//! `satdoku generate`: new puzzles.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use satdoku::board::{Layout, RegionMap, Ruleset, Shape, Variant};
use satdoku::engine::sat::Sat;
use satdoku::format::{
    Arrangement, Form, Picture, ReadOptions, Strokes, parse_puzzle, read_regions, write_link,
};
use satdoku::task::generate::{
    Boards, GenerateError, Generated, Generator, Method, Pattern, Request, Symmetry,
};
use satdoku::task::{Session, TaskError, Verdict};
use serde::Serialize;

use super::args::engine::seconds;
use super::args::heading::{ANSWER, INPUT, LIMITS, OUTPUT};
use super::batch::{self, Ended, Event, Sink, Weight, Worker};
use super::command::say_fault;
use super::exit::Exit;
use super::fields::text_of;
use super::interrupt::Interrupt;
use super::output::{Output, Part, Reply, say, shown};
use super::progress::{Amount, Progress};
use super::render::csv;
use super::render::pages::pages;
use super::run::jobs;
use super::summary::{Summary, Tally};

/// New puzzles with one solution, each checked by the SAT engine
#[derive(Debug, Args)]
#[command(after_help = "\
The same seed and options give the same puzzles, on any machine and with any number of threads.

Examples:
  satdoku generate -n 10 --symmetry half-turn --seed 1
  satdoku generate -n 100 --givens 28..32 --format jsonl
  satdoku generate -n 6 --format svg --per-page 2 > sheet.svg
  satdoku generate -n 5 --regions random --box 1x7 --format grid
  satdoku generate -n 1 --box 1x30 --holes 0.42 --format csv")]
pub struct Generate {
    /// How many puzzles [default: without end]
    #[arg(short = 'n', long = "count", value_name = "N", help_heading = ANSWER)]
    count: Option<u64>,

    /// Which puzzles: a number [default: drawn, and said on standard error]
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Begin with the puzzle of this number instead of 0
    #[arg(long, value_name = "K", default_value_t = 0, help_heading = ANSWER)]
    skip: u64,

    /// Which cells are given together: none, half-turn, quarter-turn, horizontal, vertical,
    /// diagonal, antidiagonal, both-axes, both-diagonals or full
    #[arg(long, value_name = "NAME", default_value_t, hide_default_value = true,
          help_heading = ANSWER)]
    symmetry: Symmetry,

    /// Only puzzles without a given that could go; without symmetry, pattern and --givens all are
    #[arg(long, help_heading = ANSWER)]
    minimal: bool,

    /// How many givens: a number or a range such as 28..32 [default: as few as it comes to]
    #[arg(long, value_name = "N|N..M", value_parser = givens, help_heading = ANSWER)]
    givens: Option<RangeInclusive<usize>>,

    /// A file that says which cells are given: x, ., or ? for either, a character for each cell
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pattern: Option<PathBuf>,

    /// A file with a puzzle whose givens all puzzles have or, with no cell blank, whose solution
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    from: Option<PathBuf>,

    /// Rows and columns of a box, such as 2x3; 1xN has no boxes [default: 3x3]
    #[arg(long = "box", value_name = "RxC", help_heading = INPUT)]
    shape: Option<Shape>,

    /// Rules beside rows, columns and boxes: diagonal, windoku, disjoint-groups, anti-knight,
    /// anti-king, non-consecutive
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', help_heading = INPUT)]
    variants: Vec<Variant>,

    /// Regions in place of boxes: a file with a map of them, or random, another for each puzzle
    #[arg(long, value_name = "FILE|random", help_heading = INPUT)]
    regions: Option<PathBuf>,

    /// Minimal puzzles with controlled bias (D. Berthier, 2009), each with the weight that makes
    /// statistics those of all minimal puzzles; some three a second
    #[arg(long, help_heading = ANSWER)]
    unbiased: bool,

    /// Leave this share of the cells blank, from 0 to 1, whatever number of solutions that has
    #[arg(long, value_name = "SHARE", conflicts_with = "unbiased", help_heading = ANSWER)]
    holes: Option<f64>,

    /// Do not let the SAT engine check that each puzzle has one solution
    #[arg(long, help_heading = ANSWER)]
    no_confirm: bool,

    /// The form of the output [default: line; grid with random regions]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT)]
    format: Option<OutputForm>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT)]
    ascii: bool,

    /// How many puzzles are on a page of --format svg; their solutions are on the last one
    #[arg(long, value_name = "N", default_value = "6", help_heading = OUTPUT)]
    per_page: NonZeroUsize,

    /// Give up a puzzle after this many seconds, which may be a fraction
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// Give up a puzzle after this many solved grids
    #[arg(long, value_name = "N", default_value_t = Generator::MOST_TRIES, help_heading = LIMITS)]
    tries: u64,

    /// How many puzzles are made at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,
}

/// The forms of new puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// All cells on one line
    Line,
    /// A line for each row, with the borders of boxes or regions between
    Grid,
    /// A link that opens the puzzle on f-puzzles.com
    Link,
    /// Pages to print, below each other in one picture
    Svg,
    /// A JSON object for each puzzle
    Jsonl,
    /// A row of CSV for each puzzle
    Csv,
}

/// A number or a range.
fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<usize>();
        number.map_err(|_| {
            format!("expected a number such as 30 or a range such as 28..32, found `{text}`")
        })
    };
    match text.split_once("..") {
        Some((first, last)) => Ok(number(first)?..=number(last)?),
        None => number(text).map(|number| number..=number),
    }
}

/// The fields of an object or row.
#[derive(Serialize, Default)]
struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric_minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    seed: u64,
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Their names, in order.
const FIELDS: [&str; 13] = [
    "puzzle",
    "regions",
    "variants",
    "solution",
    "givens",
    "symmetry",
    "minimal",
    "symmetric_minimal",
    "weight",
    "seed",
    "number",
    "confirmed",
    "error",
];

impl Fields {
    fn of(made: &Generated, confirmed: Option<bool>) -> Fields {
        let rules = made.puzzle.layout().rules();
        let variants: Vec<&str> = rules.variants().iter().map(|v| v.name()).collect();
        let has_symmetry = made.symmetry != Symmetry::None;
        Fields {
            puzzle: Some(made.puzzle.givens().to_string()),
            regions: rules.regions().map(RegionMap::to_string),
            variants: (!variants.is_empty()).then_some(variants),
            solution: Some(made.solution.to_string()),
            givens: Some(made.puzzle.givens().filled().count()),
            symmetry: Some(made.symmetry.name()),
            minimal: made.is_minimal,
            symmetric_minimal: made.is_symmetric_minimal.filter(|_| has_symmetry),
            weight: made.weight,
            seed: made.seed,
            number: made.number,
            confirmed,
            error: None,
        }
    }

    fn write(&self, form: OutputForm, reply: &mut Reply<'_>) {
        // Numbers, strings and lists of them: nothing that JSON could not say.
        let object = serde_json::to_value(self).unwrap_or_default();
        if form == OutputForm::Jsonl {
            let mut line = serde_json::to_string(self).unwrap_or_default();
            line.push('\n');
            reply.result(line);
        } else {
            let texts = FIELDS.iter().map(|name| text_of(&object[*name]));
            reply.send(Part::Row(csv::line(texts)));
        }
    }
}

impl Generate {
    /// Makes puzzles.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let is_random = self.regions.as_deref() == Some(Path::new("random"));
        let form = match self.format {
            Some(OutputForm::Line) if is_random => {
                bail!("--format line has no room for the regions: use grid, svg, jsonl or csv")
            }
            Some(form) => form,
            None if is_random => OutputForm::Grid,
            None => OutputForm::Line,
        };
        if form == OutputForm::Svg && self.count.is_none() {
            bail!("--format svg needs a number of puzzles: -n");
        }
        let request = self.request(is_random)?;
        let seed = self.seed.unwrap_or_else(|| {
            // The keys of a hasher are the randomness that the standard library has.
            let seed = RandomState::new().build_hasher().finish() >> 32;
            say(format!("--seed {seed}"));
            seed
        });
        let mut generator = Generator::new(request, seed)?.with_most_tries(self.tries);
        if let Some(timeout) = self.timeout {
            generator = generator.with_timeout(timeout);
        }
        let is_confirmed = !self.no_confirm && self.holes.is_none();
        let maker = Arc::new(move |generator: &Generator| {
            let session = Session::new(Box::new(Sat::default()));
            Maker {
                generator: generator.clone(),
                session: is_confirmed.then(|| match self.timeout {
                    Some(timeout) => session.with_timeout(timeout),
                    None => session,
                }),
                form,
                ascii: self.ascii,
            }
        });
        let amount = Amount {
            total: self.count,
            ..Amount::default()
        };
        let made = amount.read.clone();
        let (first, count) = (self.skip, self.count);
        let read = move |sink: &dyn Sink<Number>| {
            let last = count.map_or(u64::MAX, |count| first.saturating_add(count));
            for number in first..last {
                if sink.push(Number(number)).is_break() {
                    break;
                }
            }
        };
        let interrupt = Interrupt::listen()?;
        let threads = self.jobs.or_else(|| available_parallelism().ok());
        let mut progress = Progress::new(amount);
        let (mut counts, mut tries, mut pictures) = (Summary::default(), 0, Vec::new());
        let mut has_header = false;
        let make = move || maker(&generator);
        let ended = batch::run(read, threads.unwrap_or(NonZeroUsize::MIN), make, |event| {
            let heard = match event {
                Event::Part(part @ Part::Row(_)) if !has_header => {
                    has_header = true;
                    let header = csv::line(FIELDS.iter().map(|name| name.to_string()));
                    output.write(&header).and_then(|()| output.deliver(part))
                }
                Event::Part(part @ Part::Message(_)) => progress.pause_for(|| output.deliver(part)),
                Event::Part(part) => output.deliver(part),
                Event::End(outcome) => {
                    made.fetch_add(1, Ordering::Relaxed);
                    counts.add(&outcome.tally);
                    tries += outcome.tries;
                    pictures.extend(outcome.pictures);
                    Ok(())
                }
                Event::Idle => {
                    progress.show_with(&counts, &format!(", {tries} solved grids tried"));
                    output.flush()
                }
            };
            match heard {
                Err(error) => ControlFlow::Break(Err(error)),
                Ok(()) if interrupt.has_come() => {
                    counts.end(Exit::Interrupted);
                    ControlFlow::Break(Ok(()))
                }
                Ok(()) => ControlFlow::Continue(()),
            }
        });
        progress.end();
        match ended {
            Ended::Complete => {}
            Ended::Stopped(result) => result?,
            Ended::Panicked(message) => {
                counts.end(Exit::Disagreement);
                say(format!(
                    "BUG in satdoku, please report it: panic: {message}"
                ));
            }
        }
        if !pictures.is_empty() {
            output.write(&pages(&pictures, self.per_page.get()))?;
        }
        Ok(counts.exit())
    }

    /// What is asked of the library.
    fn request(&self, is_random: bool) -> anyhow::Result<Request> {
        let regions = match &self.regions {
            Some(file) if !is_random => {
                let text = read(file)?;
                Some(read_regions(&shown(file), &text)?)
            }
            _ => None,
        };
        if regions.is_some() && self.shape.is_some() {
            bail!("--box and --regions FILE do not go together: the map has the size");
        }
        let mut from = None;
        let boards = if is_random {
            let size = self.shape.map_or(9, Shape::size);
            if let Some(file) = &self.from {
                bail!(
                    "--from {} and --regions random do not go together",
                    shown(file)
                );
            }
            Boards::RandomJigsaws {
                size,
                variants: self.variants.clone(),
            }
        } else if let Some(file) = &self.from {
            let options = ReadOptions {
                shape: self.shape,
                regions,
                variants: self.variants.clone(),
                ..ReadOptions::default()
            };
            let text = read(file)?;
            let (puzzle, _) = parse_puzzle(&text, options).with_context(|| shown(file))?;
            if !puzzle.removed().is_empty() {
                bail!("{}: expected givens, found pencil marks", shown(file));
            }
            from = Some(puzzle.givens().clone());
            Boards::Same(puzzle.layout().clone())
        } else {
            let rules = match regions {
                Some(regions) => Ruleset::jigsaw(regions),
                None => Ruleset::classic(match self.shape {
                    Some(shape) => shape,
                    None => Shape::new(3, 3)?,
                }),
            };
            Boards::Same(Arc::new(Layout::new(rules.with(&self.variants)?)))
        };
        let pattern = match &self.pattern {
            Some(file) => {
                let pattern = read(file)?.parse::<Pattern>();
                Some(pattern.with_context(|| shown(file))?)
            }
            None => None,
        };
        Ok(Request {
            symmetry: self.symmetry,
            pattern,
            from,
            givens: self.givens.clone(),
            minimal: self.minimal,
            method: match self.holes {
                Some(share) => Method::Holes(share),
                None if self.unbiased => Method::ControlledBias,
                None => Method::TopDown,
            },
            ..Request::on(boards)
        })
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("{}: cannot be read", shown(file)))
}

/// The number of a puzzle.
struct Number(u64);

impl Weight for Number {
    fn weight(&self) -> usize {
        1_024
    }
}

/// What came of a puzzle.
struct Outcome {
    tally: Tally,
    tries: u64,
    /// Of --format svg: without and with the solution.
    pictures: Option<(u64, [String; 2])>,
}

/// A thread's part.
struct Maker {
    generator: Generator,
    /// What confirms puzzles.
    session: Option<Session>,
    form: OutputForm,
    ascii: bool,
}

impl Worker for Maker {
    type Item = Number;
    type Part = Part;
    type End = Outcome;

    fn answer(&mut self, _: usize, number: &Number, reply: &mut Reply<'_>) -> Outcome {
        let made = match self.generator.make(number.0) {
            Ok(made) => made,
            Err(GenerateError::GaveUp {
                tries, is_timeout, ..
            }) => {
                let limit = if is_timeout {
                    "the time"
                } else {
                    "the number of tries"
                };
                let error =
                    format!("no such puzzle found: {limit} ran out after {tries} solved grids");
                return self.failed(number, error, Exit::Lacking, tries, reply);
            }
            Err(GenerateError::Engine(error)) => {
                let error = format!("BUG in satdoku, please report it: {error}");
                return self.failed(number, error, Exit::Disagreement, 0, reply);
            }
        };
        let confirmed = match self.confirm(&made, reply) {
            Ok(confirmed) => confirmed,
            Err(exit) => {
                let error = format!("not confirmed: {}", made.puzzle.givens());
                return self.failed(number, error, exit, made.tries, reply);
            }
        };
        Outcome {
            tally: Tally::new(Exit::Success, "made"),
            tries: made.tries,
            pictures: self.write(&made, confirmed, reply),
        }
    }

    fn panicked(&mut self, number: &Number, message: &str, reply: &mut Reply<'_>) -> Outcome {
        let error = format!("BUG in satdoku, please report it: panic: {message}");
        self.failed(number, error, Exit::Disagreement, 0, reply)
    }
}

impl Maker {
    /// Whether the SAT engine finds the same and only solution, if it was asked and came to an
    /// answer. A disagreement has been said when it is returned.
    fn confirm(&mut self, made: &Generated, reply: &mut Reply<'_>) -> Result<Option<bool>, Exit> {
        let Some(session) = &mut self.session else {
            return Ok(None);
        };
        let verdict = match session.check(&made.puzzle) {
            Ok(answer) => answer.outcome,
            Err(error) => return Err(say_fault(&error, reply)),
        };
        match verdict {
            Verdict::Unique(solution) if solution == made.solution => Ok(Some(true)),
            Verdict::Unknown(limit) => {
                reply.say(format_args!(
                    "puzzle {}: not confirmed: {limit}",
                    made.number
                ));
                Ok(Some(false))
            }
            other => {
                let error = TaskError::Disagreement {
                    engines: ["sat".to_string(), "mrv".to_string()],
                    puzzle: made.puzzle.givens().to_string(),
                    answers: [other.name().to_string(), "unique".to_string()],
                };
                Err(say_fault(&error, reply))
            }
        }
    }

    fn write(
        &self,
        made: &Generated,
        confirmed: Option<bool>,
        reply: &mut Reply<'_>,
    ) -> Option<(u64, [String; 2])> {
        let puzzle = &made.puzzle;
        let form = Form::of_size(Arrangement::Line, puzzle.size());
        let picture = Picture::new(puzzle, form.alphabet);
        match self.form {
            OutputForm::Line => reply.grid(form.write(puzzle.givens(), puzzle.layout().shape())),
            OutputForm::Link => match write_link(puzzle, None) {
                Ok(link) => reply.grid(link + "\n"),
                Err(error) => reply.say(format_args!("puzzle {}: {error}", made.number + 1)),
            },
            OutputForm::Grid => {
                let strokes = if self.ascii {
                    Strokes::Ascii
                } else {
                    Strokes::Unicode
                };
                reply.grid(picture.draw(strokes));
            }
            OutputForm::Svg => {
                let solved = picture.with_solution(&made.solution).svg();
                return Some((made.number + 1, [picture.svg(), solved]));
            }
            OutputForm::Jsonl | OutputForm::Csv => {
                Fields::of(made, confirmed).write(self.form, reply)
            }
        }
        None
    }

    /// Says why there is no puzzle.
    fn failed(
        &self,
        number: &Number,
        error: String,
        exit: Exit,
        tries: u64,
        reply: &mut Reply<'_>,
    ) -> Outcome {
        if matches!(self.form, OutputForm::Jsonl | OutputForm::Csv) {
            let fields = Fields {
                seed: self.generator.seed(),
                number: number.0,
                error: Some(error),
                ..Fields::default()
            };
            fields.write(self.form, reply);
        } else {
            reply.say(format_args!("puzzle {}: {error}", number.0));
        }
        Outcome {
            tally: Tally::new(exit, "not made"),
            tries,
            pictures: None,
        }
    }
}

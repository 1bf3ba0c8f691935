//! `satdoku generate`: new puzzles.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use satdoku::board::{Layout, RegionMap, Ruleset, Shape, Variant};
use satdoku::engine::sat::Sat;
use satdoku::explain::{Difficulty, Rating};
use satdoku::format::{
    Arrangement, Form, Picture, ReadOptions, Strokes, parse_puzzle, read_regions, write_link,
};
use satdoku::generate::{
    Boards, GenerateError, Generated, Generator, Method, Pattern, Request, Symmetry,
};
use satdoku::task::{Session, TaskError, Verdict};
use serde::Serialize;

use super::args::engine::seconds;
use super::args::heading::{ANSWER, INPUT, LIMITS, OUTPUT};
use super::args::input::variant;
use super::batch::{Sink, Weight, Worker};
use super::command::say_fault;
use super::exit::Exit;
use super::fields::text_of;
use super::message::is_quiet;
use super::output::{Output, Part, Reply, say, shown};
use super::progress::Amount;
use super::render::csv;
use super::run::{Delivery, jobs};
use super::summary::Tally;

/// Generate puzzles that have one solution
///
/// The SAT engine confirms each puzzle. The same seed and options give the same puzzles on any
/// machine and with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku generate -n 10 --symmetry half-turn --difficulty hard --seed 1
  satdoku generate -n 6 --format svg --per-page 2 -o sheet.svg
  satdoku generate -n 5 --regions random --box 1x7 --format grid")]
pub struct Generate {
    /// Set the number of puzzles [default: unlimited]
    #[arg(short = 'n', long = "count", value_name = "N", help_heading = ANSWER)]
    count: Option<u64>,

    /// Set the seed [default: random, and printed]
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Start with puzzle number K instead of 0
    #[arg(long, value_name = "K", default_value_t = 0, help_heading = ANSWER,
          hide_short_help = true)]
    skip: u64,

    /// Set the symmetry: half-turn, horizontal, full, …
    ///
    /// Cells that the symmetry maps onto each other are given together.
    ///
    /// All: none, half-turn, quarter-turn, horizontal, vertical, diagonal, antidiagonal, both-axes,
    /// both-diagonals, full.
    #[arg(long, value_name = "NAME", default_value_t, hide_default_value = true,
          help_heading = ANSWER)]
    symmetry: Symmetry,

    /// Generate minimal puzzles only
    ///
    /// Puzzles without --symmetry, --pattern and --givens always are.
    #[arg(long, help_heading = ANSWER)]
    minimal: bool,

    /// Set the number of givens, such as 28 or 28..32
    ///
    /// By default, givens are removed until none can be removed.
    #[arg(long, value_name = "N|N..M", value_parser = givens, help_heading = ANSWER)]
    givens: Option<RangeInclusive<usize>>,

    /// Set the level: easy to extreme, or a number of facts
    ///
    /// The level is that of rate: easy, medium, hard, expert, fiendish or extreme. A number or range
    /// such as 3 or 4..6 limits the facts of the largest step. JSON and CSV then have the fields of
    /// rate.
    #[arg(long, value_name = "LEVEL", help_heading = ANSWER)]
    difficulty: Option<Difficulty>,

    /// Set which cells are given: a file of x, . and ?
    ///
    /// The file has a character for each cell: x is given, . is blank, and ? is either.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pattern: Option<PathBuf>,

    /// Keep the givens or the solution in this file
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    from: Option<PathBuf>,

    /// Set the rows and columns of a box [default: 3x3]
    ///
    /// 1xN is a board of size N without boxes.
    #[arg(long = "box", value_name = "RxC", help_heading = INPUT)]
    shape: Option<Shape>,

    /// Add rules, such as diagonal,anti-knight
    ///
    /// All: diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive.
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', value_parser = variant,
          help_heading = INPUT)]
    variants: Vec<Variant>,

    /// Replace boxes with regions, from a file or random
    ///
    /// Each puzzle then gets its own random regions.
    #[arg(long, value_name = "FILE|random", help_heading = INPUT)]
    regions: Option<PathBuf>,

    /// Sample minimal puzzles with controlled bias
    ///
    /// About three puzzles a second (D. Berthier, 2009). Their weights correct the bias, so that
    /// weighted statistics are those of all minimal puzzles.
    #[arg(long, help_heading = ANSWER, hide_short_help = true)]
    unbiased: bool,

    /// Leave this share of the cells blank, from 0 to 1
    ///
    /// Puzzles may then have any number of solutions.
    #[arg(long, value_name = "SHARE", conflicts_with = "unbiased", help_heading = ANSWER,
          hide_short_help = true)]
    holes: Option<f64>,

    /// Do not confirm with the SAT engine that puzzles are unique
    #[arg(long, help_heading = ANSWER, hide_short_help = true)]
    no_confirm: bool,

    /// Set the output format [default: line]
    ///
    /// With random regions, the default is grid.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT,
          display_order = 0)]
    format: Option<OutputForm>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    ascii: bool,

    /// Print N puzzles on each page of svg
    ///
    /// The solutions follow on a page of their own.
    #[arg(long, value_name = "N", default_value = "6", help_heading = OUTPUT)]
    per_page: NonZeroUsize,

    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// Give up a puzzle after this many solved grids
    #[arg(long, value_name = "N", default_value_t = Generator::MOST_TRIES,
          help_heading = LIMITS, hide_short_help = true)]
    tries: u64,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,
}

/// The formats of new puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// All cells on one line
    Line,
    /// Rows, with the borders of boxes or regions
    Grid,
    /// A link that opens the puzzle on f-puzzles.com
    Link,
    /// Pages to print, in one picture
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
    #[serde(flatten)]
    rating: Option<Rating>,
    seed: u64,
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Their names, in order, with those of a rating or without.
fn columns(with_rating: bool) -> impl Iterator<Item = &'static str> {
    let first = [
        "puzzle", "regions", "variants", "solution", "givens", "symmetry",
    ];
    let second = ["minimal", "symmetric_minimal", "weight"];
    let rating = ["level", "largest", "technique", "steps", "sizes"];
    let last = ["seed", "number", "confirmed", "error"];
    let rating = rating.into_iter().filter(move |_| with_rating);
    first.into_iter().chain(second).chain(rating).chain(last)
}

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
            rating: made.rating.clone(),
            seed: made.seed,
            number: made.number,
            confirmed,
            error: None,
        }
    }

    fn write(&self, form: OutputForm, with_rating: bool, reply: &mut Reply<'_>) {
        // Numbers, strings and lists of them: nothing that JSON could not say.
        let object = serde_json::to_value(self).unwrap_or_default();
        if form == OutputForm::Jsonl {
            let mut line = serde_json::to_string(self).unwrap_or_default();
            line.push('\n');
            reply.result(line);
        } else {
            let texts = columns(with_rating).map(|name| text_of(&object[name]));
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
        if let Some(count) = self.count
            && self.skip.checked_add(count).is_none()
        {
            bail!(
                "expected numbers of puzzles below {}, found --skip {} -n {count}",
                u64::MAX,
                self.skip
            );
        }
        let request = self.request(is_random)?;
        let seed = self.seed.unwrap_or_else(|| {
            // The keys of a hasher are the randomness that the standard library has.
            let seed = RandomState::new().build_hasher().finish() >> 32;
            if !is_quiet() {
                say(format!("--seed {seed}"));
            }
            seed
        });
        let mut generator = Generator::new(request, seed)?.with_most_tries(self.tries);
        if let Some(timeout) = self.timeout {
            generator = generator.with_timeout(timeout);
        }
        let with_rating = self.difficulty.is_some();
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
            let last = count.map_or(u64::MAX, |count| first + count);
            for number in first..last {
                if sink.push(Number(number)).is_break() {
                    break;
                }
            }
        };
        let has_pages = form == OutputForm::Svg && output.folder().is_none();
        match form {
            OutputForm::Svg => output.name_files("svg"),
            OutputForm::Line | OutputForm::Grid | OutputForm::Link => output.name_files("txt"),
            OutputForm::Jsonl | OutputForm::Csv => {}
        }
        if has_pages {
            output.lay_out(self.per_page);
        }
        output.check()?;
        let (tries, solved) = (Cell::new(0), RefCell::new(Vec::new()));
        let delivery = Delivery {
            output,
            index: None,
            amount,
            header: &|| Some(csv::line(columns(with_rating).map(str::to_string))),
            progress: &|| format!("{} solved grids tried", tries.get()),
            finishes_current: false,
        };
        let make = move || maker(&generator);
        let counts = delivery.run(read, self.jobs, make, |outcome| {
            made.fetch_add(1, Ordering::Relaxed);
            tries.set(tries.get() + outcome.tries);
            solved.borrow_mut().extend(outcome.solved);
            Ok(outcome.tally)
        })?;
        // All solutions are on one page, the last.
        if has_pages {
            output.add_page(&solved.into_inner())?;
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
            difficulty: self.difficulty.clone(),
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
    /// Of --format svg: the number of the puzzle and the picture of its solution.
    solved: Option<(usize, String)>,
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
                return self.failed(number, error, Exit::Negative, tries, reply);
            }
            Err(error @ (GenerateError::Engine(_) | GenerateError::Rating(_))) => {
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
            solved: self.write(&made, confirmed, reply),
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
    ) -> Option<(usize, String)> {
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
                let number = made.number as usize + 1;
                reply.send(Part::Picture(picture.svg(), number));
                return Some((number, picture.with_solution(&made.solution).svg()));
            }
            OutputForm::Jsonl | OutputForm::Csv => {
                let with_rating = made.rating.is_some();
                Fields::of(made, confirmed).write(self.form, with_rating, reply)
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
            let with_rating = self.generator.request().difficulty.is_some();
            fields.write(self.form, with_rating, reply);
        } else {
            reply.say(format_args!("puzzle {}: {error}", number.0));
        }
        Outcome {
            tally: Tally::new(exit, "not made"),
            tries,
            solved: None,
        }
    }
}

//! `satdoku bench`: engines side by side.

use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::Args;
use cpu_time::ThreadTime;
use satdoku::board::Puzzle;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, Engine, EngineName};
use satdoku::sat::SolverCommand;
use satdoku::task::{TaskError, Verdict};
use satdoku::{Deadline, Session};
use satdoku_answer::{Failure, row};
use satdoku_text::{ReadOptions, Reader};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::file::Paths;
use crate::format::{ANSWERS, Formats};
use crate::input::Item;
use crate::interrupt::clean_up_on_signals;
use crate::message::{print_message, with_option};
use crate::options::heading::{ENGINE, LIMITS};
use crate::options::input::InputArgs;
use crate::options::limits::{ENGINE_NAME, seconds};
use crate::options::output::{FormatArgs, Formatted};
use crate::output::{Output, Program, Run};
use crate::records::Rows;
use crate::reply::Part;

/// The built-in puzzles, one on each line, in rising difficulty.
const PUZZLES: &str = include_str!("puzzles.txt");

/// The number of times that each engine goes through the puzzles, if there is time.
const ROUNDS: usize = 5;

/// Compare the speed of engines and solvers on the same puzzles
///
/// Each engine finds the verdict of each puzzle, and all must agree. Times are CPU time, the median of up
/// to five rounds; those of a --solver are wall time and include starting it for each puzzle. The ratio is
/// to the first engine, if both have answered all puzzles.
#[derive(Args)]
#[command(after_help = "\
Examples:
  satdoku bench
  satdoku bench --engine sat,mrv puzzles.txt
  satdoku bench --engine sat --solver 'cadical -q' --solver minisat puzzles.txt")]
pub struct Bench {
    #[command(flatten)]
    input: InputArgs,

    /// Choose the engines; ratios are relative to the first
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = ENGINE_NAME,
          default_value = "sat,mrv,dlx,static,brute", help_heading = ENGINE)]
    engine: Vec<EngineName>,

    /// Add an external SAT solver, such as 'cadical -q'; repeatable
    ///
    /// The name of a CNF file is appended to the command, or replaces {} in it.
    #[arg(long, value_name = "COMMAND", help_heading = ENGINE)]
    solver: Vec<SolverCommand>,

    /// Give up an engine after this many seconds
    ///
    /// It is then timed on the puzzles that it has answered.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", help_heading = LIMITS)]
    timeout: Duration,

    #[command(flatten)]
    format: FormatArgs<Bench>,
}

row! {
    /// The measurements of one engine. A new column goes to the end: many programs read CSV by the place of
    /// a column.
    Timing {
        /// The name of the engine, or the command of the external solver.
        engine: String,
        /// `cpu` or `wall`.
        clock: &'static str,
        /// The number of puzzles that were answered.
        puzzles: usize,
        /// The number of all puzzles.
        of: usize,
        /// The time per puzzle in µs; null if none was answered.
        micros: Option<Option<f64>>,
        /// The time divided by that of the first engine.
        ratio: Option<Option<f64>>,
        /// Guesses per puzzle.
        guesses: f64,
    }
}

/// An engine, and the name under which it is shown.
struct Contestant {
    name: String,
    is_external: bool,
    session: Session,
}

/// The first verdict on a puzzle, and the engine that reached it.
type FirstVerdict = Option<(Verdict, String)>;

impl Formatted for Bench {
    const FORMATS: Formats = ANSWERS;
}

impl Run for Bench {
    /// Compares the engines, and writes a row for each as soon as it is known.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let mut paths = Paths::default();
        let items = match self.input.files.is_empty() {
            true => built_in()?,
            false => {
                let input = self.input.checked(&mut paths)?;
                input.first(usize::MAX, &program.terminal)
            }
        };
        let (puzzles, exit) = puzzles_of(items);
        let mut output = program.open(&ANSWERS, format, &paths)?;
        if !self.solver.is_empty() {
            clean_up_on_signals()?;
        }
        if puzzles.is_empty() {
            bail!("expected puzzles to compare engines on, found none");
        }
        let engines = self.engine.iter().map(|name| name.make());
        let solvers = self.solver.into_iter();
        let solvers =
            solvers.map(|command| -> Box<dyn Engine> { Box::new(Sat::external(command)) });
        let engines: Vec<Contestant> = engines.chain(solvers).map(Contestant::new).collect();
        let names = engines.iter().map(|engine| engine.name.chars().count());
        let mut table = Table {
            rows: Rows::new::<Timing>(format, &[], false),
            width: names.max().unwrap_or(0).max(12),
            first: None,
        };
        let mut verdicts = vec![None; puzzles.len()];
        for engine in engines {
            match engine.time(&puzzles, &mut verdicts, self.timeout) {
                Ok(timing) => table.add(timing, &mut output)?,
                Err(error) => {
                    let failure = Failure::from(error);
                    output.message(&failure.report())?;
                    output.finish()?;
                    return Ok(match failure {
                        Failure::External(_) => Exit::Failed,
                        _ => Exit::Bug,
                    });
                }
            }
        }
        output.finish()?;
        Ok(exit)
    }
}

fn built_in() -> anyhow::Result<Vec<Item>> {
    let records = Reader::new("bench", PUZZLES.as_bytes(), ReadOptions::default());
    records.map(|record| Ok(Item::Record(record?))).collect()
}

/// Returns the puzzles among the items. Those that are not puzzles are reported.
fn puzzles_of(items: Vec<Item>) -> (Vec<Puzzle>, Exit) {
    let mut puzzles = Vec::new();
    let mut exit = Exit::Success;
    for item in items {
        let error = match item {
            Item::Record(record) => match record.content {
                Ok((puzzle, _)) => {
                    puzzles.push(puzzle);
                    continue;
                }
                Err(invalid) => anyhow!(with_option(&invalid.error)),
            },
            Item::EmptyTable(_) => continue,
            Item::Unreadable(error) => error,
        };
        print_message(format!("{error:#}"));
        exit = Exit::Failed;
    }
    (puzzles, exit)
}

/// The table of engines.
struct Table {
    rows: Option<Rows>,
    /// The width of the first column of text.
    width: usize,
    /// The time of the first engine, if it answered all puzzles.
    first: Option<Option<f64>>,
}

impl Table {
    /// Writes a row, below a header if it is the first.
    fn add(&mut self, mut timing: Timing, output: &mut Output) -> anyhow::Result<()> {
        let is_first = self.first.is_none();
        let all = timing.micros.flatten();
        let all = all.filter(|_| timing.puzzles == timing.of);
        let first = *self.first.get_or_insert(all);
        timing.ratio = Some(all.zip(first).map(|(own, first)| own / first));
        let text = match &self.rows {
            Some(rows) => rows.begin(Vec::new).unwrap_or_default() + &rows.line(None, &timing),
            None => self.text(&timing, is_first),
        };
        output.add(Part::Text(text))?;
        output.flush()
    }

    fn text(&self, timing: &Timing, is_first: bool) -> String {
        let row = |words: Vec<String>| {
            let mut row = format!("{:<width$}", words[0], width = self.width);
            row.extend(words[1..].iter().map(|word| format!(" {word:>13}")));
            row + "\n"
        };
        let word = |value: &Value| match value.as_f64() {
            Some(number) if value.is_f64() => format!("{number:.2}"),
            _ if value.is_null() => "-".to_string(),
            _ => value.as_str().map_or(value.to_string(), String::from),
        };
        let fields = json!(timing);
        let fields: Vec<_> = fields.as_object().into_iter().flatten().collect();
        let mut text = String::new();
        if is_first {
            text += &row(fields.iter().map(|(name, _)| name.to_string()).collect());
        }
        text + &row(fields.iter().map(|(_, value)| word(value)).collect())
    }
}

impl Contestant {
    fn new(engine: Box<dyn Engine>) -> Contestant {
        let external = engine.external().map(str::to_string);
        Contestant {
            is_external: external.is_some(),
            name: external.unwrap_or_else(|| engine.name().to_string()),
            session: Session::new(engine)
                .without_confirmation()
                .without_reasons(),
        }
    }

    /// Answers the puzzles until the time is up, and compares the verdicts with the first ones. Then repeats
    /// the answered puzzles as long as there is time.
    fn time(
        mut self,
        puzzles: &[Puzzle],
        verdicts: &mut [FirstVerdict],
        timeout: Duration,
    ) -> Result<Timing, TaskError> {
        let mut timing = Timing {
            clock: if self.is_external { "wall" } else { "cpu" },
            puzzles: 0,
            of: puzzles.len(),
            micros: Some(None),
            ratio: Some(None),
            guesses: 0.0,
            engine: self.name.clone(),
        };
        let begin = Instant::now();
        let mut rounds = vec![Duration::ZERO];
        for (puzzle, first) in puzzles.iter().zip(verdicts) {
            let left = timeout.saturating_sub(begin.elapsed());
            self.session.set_budget(Budget {
                deadline: Some(Deadline::after(left)),
                ..Budget::UNLIMITED
            });
            let clock = (ThreadTime::now(), Instant::now());
            let answer = self.session.check(puzzle)?;
            rounds[0] += self.elapsed(clock);
            if let Verdict::Unknown(_) = answer.outcome {
                break;
            }
            let own = (answer.outcome, self.name.clone());
            let first = first.get_or_insert_with(|| own.clone());
            if !agree(&first.0, &own.0) {
                return Err(self.disagreement(puzzle, first, &own));
            }
            timing.puzzles += 1;
            timing.guesses += answer.report.work.guesses as f64;
        }
        // A deadline would slow the SAT solver, and these puzzles are known to be quick enough.
        self.session.set_budget(Budget::UNLIMITED);
        let answered = &puzzles[..timing.puzzles];
        while rounds.len() < ROUNDS && begin.elapsed() + rounds[0] < timeout {
            let clock = (ThreadTime::now(), Instant::now());
            for puzzle in answered {
                self.session.check(puzzle)?;
            }
            rounds.push(self.elapsed(clock));
        }
        rounds.sort_unstable();
        let median = rounds[rounds.len() / 2].as_secs_f64();
        let count = answered.len() as f64;
        timing.micros = Some((timing.puzzles > 0).then(|| 1e6 * median / count));
        timing.guesses /= count.max(1.0);
        Ok(timing)
    }

    /// Returns the wall time for an external solver, because the CPU time of its process is not known.
    fn elapsed(&self, (cpu, wall): (ThreadTime, Instant)) -> Duration {
        match self.is_external {
            true => wall.elapsed(),
            false => cpu.elapsed(),
        }
    }

    /// Returns the error that two verdicts contradict each other.
    fn disagreement(
        &self,
        puzzle: &Puzzle,
        first: &(Verdict, String),
        own: &(Verdict, String),
    ) -> TaskError {
        let answers = [own, first].map(|(verdict, _)| verdict.name());
        TaskError::Disagreement {
            engines: [own.1.clone(), first.1.clone()],
            is_external: self.is_external,
            puzzle: puzzle.to_string(),
            answers: answers.map(Into::into),
        }
    }
}

/// Returns true if two verdicts do not contradict each other.
fn agree(one: &Verdict, other: &Verdict) -> bool {
    match (one, other) {
        (Verdict::Unique(one), Verdict::Unique(other)) => one == other,
        _ => one.name() == other.name(),
    }
}

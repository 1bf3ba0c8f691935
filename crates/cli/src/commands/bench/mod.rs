//! `satdoku bench`: engines side by side.

mod comparison;
mod table;

use anyhow::anyhow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Engine, EngineName};
use satdoku::sat::SolverCommand;
use satdoku_text::{ReadOptions, Reader};

use self::comparison::{Comparison, PUZZLES, Query};
use self::table::{COLUMNS, TimingTable, machine};
use crate::exit::Exit;
use crate::feeder::Feeder;
use crate::message::{print_message, with_option};
use crate::options::given::GivenOptions;
use crate::options::heading::{ENGINE, LIMITS, OUTPUT};
use crate::options::input::InputArgs;
use crate::options::output::AnswerFormat;
use crate::options::search::EngineParser;
use crate::output::Output;
use crate::pipeline::{Task, Worker};
use crate::progress::Amount;
use crate::read::{self, Item};
use crate::records::report_fault;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::{Tally, counted};
use crate::writer::{self, Settings};

/// Compare the speed of engines and solvers on the same puzzles
///
/// The answers of all engines are compared first. Then the engines take turns for several rounds.
/// Times are CPU time, except for a --solver: its times are wall time and include starting it for
/// each puzzle, and its ratio compares wall times. An engine that reaches its time limit is timed on the puzzles it has answered; its
/// ratio compares the same puzzles. The column `solver` counts the puzzles for which a SAT solver
/// was called.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku bench
  satdoku bench --engine sat,mrv puzzles.txt
  satdoku bench --engine sat --solver 'cadical -q' --solver minisat puzzles.txt",
  mut_arg("files", |files| files.help(
    "Puzzle files, or a puzzle [default: forty built-in puzzles]"
)))]
pub struct BenchArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Choose the engines; ratios are relative to the first
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = EngineParser,
          default_value = "sat,mrv,dlx,static,brute", help_heading = ENGINE)]
    engine: Vec<EngineName>,

    /// Add an external SAT solver, such as 'cadical -q'
    ///
    /// The option can be repeated. The name of a CNF file is appended to the command, or replaces {}
    /// in it.
    #[arg(long, value_name = "COMMAND", help_heading = ENGINE)]
    solver: Vec<SolverCommand>,

    /// Set the question
    #[arg(long, value_name = "TASK", default_value = "check", help_heading = ENGINE)]
    task: Query,

    /// Limit the time of each engine [default: 10]
    ///
    /// The limit applies to the comparison of answers, and again to all rounds together.
    #[arg(long, value_name = "S", default_value_t = 10, hide_default_value = true, help_heading = LIMITS)]
    seconds: u64,

    /// Set the number of rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS)]
    rounds: u32,

    /// Set the output format
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT,
          display_order = 0)]
    format: AnswerFormat,
}

/// The puzzles to compare engines on.
struct Puzzles {
    puzzles: Vec<Puzzle>,
    /// Their number and source in words.
    description: String,
    /// A failure if some records are not puzzles.
    exit: Exit,
}

/// The checked options.
struct Bench {
    engines: Vec<EngineName>,
    solvers: Vec<SolverCommand>,
    puzzles: Puzzles,
    query: Query,
    rounds: u32,
    seconds: u64,
    /// The rows, if the result is not text.
    rows: Option<AnswerRows>,
    percent_done: Arc<AtomicU64>,
}

impl BenchArgs {
    /// Compares the engines, and writes a table.
    pub fn run(self, given: &GivenOptions, output: &mut Output) -> anyhow::Result<Exit> {
        if self.input.is_empty() {
            let effective = ["engine", "solver", "task", "seconds", "rounds", "format"];
            given.require_only(&effective, "on the built-in puzzles")?;
        }
        output.check()?;
        let row_format = self.format.row_format();
        let input = (!self.input.is_empty()).then(|| self.input.checked());
        let puzzles = match input {
            Some(input) => Puzzles::read(&input),
            None => Puzzles::built_in()?,
        };
        let bench = Bench {
            engines: self.engine,
            solvers: self.solver,
            puzzles,
            query: self.task,
            rounds: self.rounds,
            seconds: self.seconds,
            rows: row_format.map(|format| AnswerRows::new(format).with(&COLUMNS)),
            percent_done: Arc::default(),
        };
        let settings = Settings {
            jobs: None,
            amount: Amount {
                total: Some(100),
                read: bench.percent_done.clone(),
            },
            has_header: true,
            index: None,
            progress: Some(Box::new(|| "comparing engines".to_string())),
        };
        let read = |feeder: &Feeder<'_, ()>| _ = feeder.push(());
        Ok(writer::run(Arc::new(bench), Box::new(read), settings, output)?.exit())
    }
}

impl Puzzles {
    fn built_in() -> anyhow::Result<Puzzles> {
        let records = Reader::new("bench", PUZZLES.as_bytes(), ReadOptions::default());
        let puzzles = records.map(|record| {
            let (puzzle, _) = record?.content.map_err(|invalid| invalid.error)?;
            Ok(puzzle)
        });
        let puzzles: Vec<Puzzle> = puzzles.collect::<anyhow::Result<_>>()?;
        Ok(Puzzles {
            description: format!("{} built-in puzzles", puzzles.len()),
            puzzles,
            exit: Exit::Success,
        })
    }

    /// Reads all puzzles of the input. Records that are not puzzles are reported and left out.
    fn read(input: &read::Input) -> Puzzles {
        let mut puzzles = Vec::new();
        let mut sources: Vec<String> = Vec::new();
        let mut exit = Exit::Success;
        for item in input.first(usize::MAX) {
            let error = match item {
                Item::Record(record) => match record.content {
                    Ok((puzzle, _)) => {
                        puzzles.push(puzzle);
                        if sources.last().is_none_or(|last| **last != *record.source) {
                            sources.push(record.source.to_string());
                        }
                        continue;
                    }
                    Err(invalid) => anyhow!(with_option(&invalid.error)),
                },
                Item::Unreadable(error) | Item::Fatal(error) => error,
            };
            print_message(format!("{error:#}"));
            exit = Exit::Failed;
        }
        let count = counted(puzzles.len() as u64, "puzzle");
        Puzzles {
            description: format!("{count} of {}", sources.join(", ")),
            puzzles,
            exit,
        }
    }
}

impl Task for Bench {
    /// The comparison is the only item.
    type Item = ();

    fn weight(&self, (): &()) -> usize {
        0
    }

    fn worker(&self) -> Worker<'_, ()> {
        Box::new(|_, (), reply| Ok(self.compare(reply)))
    }

    fn panicked(&self, (): &(), message: &str, reply: &mut Reply<'_>) -> Tally {
        reply.alarm(format_args!(
            "BUG in satdoku, please report it: panic: {message}"
        ));
        Tally::new(Exit::Disagreement, "failed")
    }
}

impl Bench {
    /// Compares the engines and writes the table to `reply`.
    fn compare(&self, reply: &mut Reply<'_>) -> Tally {
        let engines = self.engines.iter().map(|name| name.make());
        let solvers = self.solvers.iter();
        let solvers =
            solvers.map(|command| -> Box<dyn Engine> { Box::new(Sat::external(command.clone())) });
        let comparison = Comparison {
            puzzles: &self.puzzles.puzzles,
            query: self.query,
            rounds: self.rounds as usize,
            limit: Duration::from_secs(self.seconds),
        };
        let result = comparison.run(engines.chain(solvers).collect(), &mut |share| {
            let percent = (share * 100.0) as u64;
            self.percent_done.store(percent, Ordering::Relaxed);
        });
        let timings = match result {
            Ok(timings) => timings,
            Err(error) => return Tally::new(report_fault(&error, reply), "failed"),
        };
        let table = TimingTable {
            timings: &timings,
            query: self.query,
            data: &self.puzzles.description,
            puzzles: self.puzzles.puzzles.len(),
            rounds: self.rounds,
            seconds: self.seconds,
            machine: machine(),
        };
        match &self.rows {
            Some(rows) => {
                for timing in &timings {
                    rows.write(None, &table.fields(timing), reply);
                }
            }
            None => reply.text(table.text()),
        }
        Tally::new(self.puzzles.exit, "compared")
    }
}

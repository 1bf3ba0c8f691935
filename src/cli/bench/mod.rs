//! `satdoku bench`: engines side by side.

mod comparison;

use std::fs;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use satdoku::board::Puzzle;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Engine, EngineName};
use satdoku::format::{ReadOptions, Reader, Record};
use satdoku::sat::SolverCommand;
use serde::Serialize;

use super::args::engine::EngineParser;
use super::args::heading::{ENGINE, LIMITS, OUTPUT};
use super::args::input::{Input, Item};
use super::command::say_fault;
use super::exit::Exit;
use super::interrupt::stop_solvers_on_signals;
use super::output::{Output, say};
use super::summary::counted;
use comparison::{Comparison, PUZZLES, Question, Row as Timed};

/// Compare the speed of engines and solvers on the same puzzles
///
/// The answers of all engines are compared first. Then the engines take turns for several rounds.
/// Times are CPU time, but wall time for a --solver, which includes starting it for each puzzle. An
/// engine that reaches its time limit is timed on the puzzles before; its ratio compares the same
/// puzzles. The column `solver` counts the puzzles for which a SAT solver was called. Without FILE,
/// the puzzles are forty built-in ones of rising difficulty.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku bench
  satdoku bench --engine sat,mrv puzzles.txt
  satdoku bench --engine sat --solver 'cadical -q' --solver minisat puzzles.txt",
  mut_arg("files", |files| files.help(
    "Puzzle files, or a puzzle [default: forty built-in puzzles]"
)))]
pub struct Bench {
    #[command(flatten)]
    input: Input,

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
    task: Task,

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
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Task {
    /// Find a solution
    Solve,
    /// Find the verdict
    Check,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table with a header
    Text,
    /// Comma-separated values
    Csv,
    /// A JSON object for each engine
    Jsonl,
}

/// A row as programs read it. A new field goes to the end: many read CSV by the place of a column.
#[derive(Debug, Serialize)]
struct Row<'a> {
    engine: &'a str,
    task: &'a str,
    data: &'a str,
    puzzles: usize,
    of: usize,
    puzzles_per_second: Option<f64>,
    micros_median: Option<f64>,
    micros_least: Option<f64>,
    micros_most: Option<f64>,
    share_without_guess: Option<f64>,
    answered: usize,
    solver_needed: usize,
    probes_per_puzzle: f64,
    guesses_per_puzzle: Option<f64>,
    ratio: Option<f64>,
    rounds: u32,
    version: &'a str,
    machine: &'a str,
    clock: &'a str,
}

impl Bench {
    /// Compares, and writes the table.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let question = match self.task {
            Task::Solve => Question::Solve,
            Task::Check => Question::Check,
        };
        let (puzzles, data, exit) = self.puzzles()?;
        let engines = self.engine.iter().map(|name| name.make());
        let solvers = self
            .solver
            .iter()
            .map(|command| -> Box<dyn Engine> { Box::new(Sat::external(command.clone())) });
        let engines = engines.chain(solvers).collect();
        if !self.solver.is_empty() {
            stop_solvers_on_signals()?;
        }
        let comparison = Comparison {
            puzzles: &puzzles,
            question,
            rounds: self.rounds as usize,
            limit: Duration::from_secs(self.seconds),
        };
        let bar = progress_bar();
        let result = comparison.run(engines, &mut |share| {
            bar.set_position((share * 100.0) as u64)
        });
        bar.finish_and_clear();
        let rows = match result {
            Ok(rows) => rows,
            Err(error) => return output.reply(|reply| say_fault(&error, reply)),
        };
        let machine = machine();
        let records: Vec<Row<'_>> = rows
            .iter()
            .map(|row| self.record(row, &data, puzzles.len(), &machine))
            .collect();
        match self.format {
            Format::Text => output.write(&self.table(&records, &data, &machine))?,
            Format::Csv => output.write(&csv(&records)?)?,
            Format::Jsonl => records
                .iter()
                .try_for_each(|record| output.write_json(record))?,
        }
        Ok(exit)
    }

    /// The puzzles, in words what they are, and whether there were bad records among them.
    fn puzzles(&self) -> anyhow::Result<(Vec<Puzzle>, String, Exit)> {
        let mut puzzles = Vec::new();
        if self.input.is_empty() {
            let text = PUZZLES.as_bytes();
            for record in Reader::new("bench", text, ReadOptions::default()) {
                let (puzzle, _) = record?.content.map_err(|invalid| invalid.error)?;
                puzzles.push(puzzle);
            }
            let data = format!("{} puzzles of the program's own", puzzles.len());
            return Ok((puzzles, data, Exit::Success));
        }
        let mut sources: Vec<String> = Vec::new();
        let mut exit = Exit::Success;
        for record in self.input.first(usize::MAX) {
            let Some((record, puzzle)) = puzzle_of(record, &mut exit) else {
                continue;
            };
            if sources.last().is_none_or(|last| **last != *record.source) {
                sources.push(record.source.to_string());
            }
            puzzles.push(puzzle);
        }
        let data = format!(
            "{} of {}",
            counted(puzzles.len() as u64, "puzzle"),
            sources.join(", ")
        );
        Ok((puzzles, data, exit))
    }

    fn record<'a>(&self, row: &'a Timed, data: &'a str, of: usize, machine: &'a str) -> Row<'a> {
        let [median, least, most] = row.micros;
        let if_timed = |number: f64| (row.puzzles > 0).then_some(number);
        Row {
            engine: &row.engine,
            task: match self.task {
                Task::Solve => "solve",
                Task::Check => "check",
            },
            data,
            puzzles: row.puzzles,
            of,
            puzzles_per_second: if_timed(1e6 / median),
            micros_median: if_timed(median),
            micros_least: if_timed(least),
            micros_most: if_timed(most),
            share_without_guess: if_timed(row.without_guess),
            answered: row.answered,
            solver_needed: row.solver_needed,
            probes_per_puzzle: row.probes,
            guesses_per_puzzle: row.guesses.and_then(if_timed),
            ratio: row.ratio,
            rounds: self.rounds,
            version: env!("CARGO_PKG_VERSION"),
            machine,
            clock: if row.is_external { "wall" } else { "cpu" },
        }
    }

    fn table(&self, records: &[Row<'_>], data: &str, machine: &str) -> String {
        let mut text = format!(
            "satdoku {} on {machine}\n{data}; task {}, {}, {}, at most {} s for each \
             engine\n\n",
            env!("CARGO_PKG_VERSION"),
            records.first().map_or("", |record| record.task),
            if self.solver.is_empty() {
                "CPU time"
            } else {
                "CPU time of engines, wall time of other solvers"
            },
            match self.rounds {
                1 => "1 round".to_string(),
                rounds => format!("median of {rounds} rounds"),
            },
            self.seconds,
        );
        let names = records.iter().map(|record| record.engine.chars().count());
        let width = names.max().unwrap_or(0).max(14);
        text += &format!(
            "{:<width$} {:>8} {:>11} {:>11} {:>8} {:>9} {:>11} {:>8} {:>8} {:>8}\n",
            "engine",
            "puzzles",
            "puzzles/s",
            "µs/puzzle",
            "spread",
            "no guess",
            "guesses",
            "probes",
            "solver",
            "ratio"
        );
        for record in records {
            let number = |number: Option<f64>, digits: usize| {
                number.map_or("-".to_string(), |number| format!("{number:.digits$}"))
            };
            let spread = match (
                record.micros_most,
                record.micros_least,
                record.micros_median,
            ) {
                (Some(most), Some(least), Some(median)) => {
                    format!("{:.1} %", 100.0 * (most - least) / median)
                }
                _ => "-".to_string(),
            };
            let share = record.share_without_guess.map(|share| 100.0 * share);
            let share = share.map_or("-".to_string(), |share| format!("{share:.1} %"));
            text += &format!(
                "{:<width$} {:>8} {:>11} {:>11} {spread:>8} {share:>9} {:>11} {:>8.2} {:>8} {:>8}\n",
                record.engine,
                record.puzzles,
                number(record.puzzles_per_second, 0),
                number(record.micros_median, 1),
                number(record.guesses_per_puzzle, 2),
                record.probes_per_puzzle,
                record.solver_needed,
                number(record.ratio, 2),
            );
        }
        text
    }
}

/// A record and its puzzle. Where there is none, that is said on standard error.
fn puzzle_of(record: Item, exit: &mut Exit) -> Option<(Record, Puzzle)> {
    let puzzle = record.and_then(|record| match &record.content {
        Ok((puzzle, _)) => Ok((puzzle.clone(), record)),
        Err(invalid) => Err(invalid.error.clone().into()),
    });
    match puzzle {
        Ok((puzzle, record)) => Some((record, puzzle)),
        Err(error) => {
            say(format!("{error:#}"));
            exit.add(Exit::Failed);
            None
        }
    }
}

/// Records as lines, with the names of the columns above them.
fn csv(records: &[impl Serialize]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.serialize(record).context("cannot make CSV")?;
    }
    let bytes = writer.into_inner().context("cannot make CSV")?;
    String::from_utf8(bytes).context("cannot make CSV")
}

/// A bar on standard error, where that is a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(100), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}") {
        bar.set_style(style);
    }
    bar
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

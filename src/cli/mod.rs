//! The command line: one file per subcommand, each from arguments to a library call to output.
//!
//! Commands that answer record by record implement [`command::Command`], and [`run`] is the loop
//! over their records: it reads them, answers them on several threads ([`batch`]), and lets a
//! [`render::Renderer`] write each answer.

mod against;
mod args;
mod batch;
mod bench;
mod called;
mod candidates;
mod canonical;
mod certify;
mod check;
mod command;
mod count;
mod dimacs;
mod exit;
mod explain;
mod export;
mod fields;
mod file;
mod generate;
mod hint;
mod import;
mod interrupt;
mod minimise;
mod output;
mod progress;
mod rate;
mod render;
mod run;
mod solve;
mod summary;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use args::heading::OUTPUT;
use called::Called;
use exit::{Exit, ExitZero};
use output::{Output, is_closed_pipe, say};

/// Solves Sudoku puzzles, says whether they have one solution, and writes them as CNF
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Called,

    /// Exit with 0 instead of 1 when some puzzle has not what was asked for and, with =records,
    /// instead of 2 when some record is no puzzle, as its answer says
    #[arg(long, global = true, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "answers", help_heading = OUTPUT)]
    exit_zero: Option<ExitZero>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  every puzzle has what was asked for
  1  some puzzle has not: no solution, for check and minimise not exactly one, or generate gave it up
  2  bad input, bad usage, a failed read or write
  3  two engines disagree, an external solver is wrong, or the program panicked, which is a bug
  130  interrupted (Ctrl-C), after what was answered until then
  10, 20  solve --cnf: satisfiable, unsatisfiable";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Check(check::Check),
    Count(count::Count),
    Candidates(candidates::Candidates),
    Minimise(minimise::Minimise),
    Hint(hint::Hint),
    Explain(explain::Explain),
    Rate(rate::Rate),
    Generate(generate::Generate),
    Canonical(canonical::Canonical),
    Export(export::Export),
    Import(import::Import),
    Bench(bench::Bench),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let program = Program::parse();
    let mut output = Output::new();
    let result = match program.command.0 {
        Command::Solve(solve) => solve.run(&mut output),
        Command::Check(check) => check.run(&mut output),
        Command::Count(count) => count.run(&mut output),
        Command::Candidates(candidates) => candidates.run(&mut output),
        Command::Minimise(minimise) => minimise.run(&mut output),
        Command::Hint(hint) => hint.run(&mut output),
        Command::Explain(explain) => explain.run(&mut output),
        Command::Rate(rate) => rate.run(&mut output),
        Command::Generate(generate) => generate.run(&mut output),
        Command::Canonical(canonical) => canonical.run(&mut output),
        Command::Export(export) => export.run(&mut output),
        Command::Import(import) => import.run(&mut output),
        Command::Bench(bench) => bench.run(&mut output),
    };
    let result = result.and_then(|exit| output.finish().map(|()| exit));
    let exit = result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Exit::Success;
        }
        // What was answered before stands before the error.
        let _ = output.flush();
        say(format!("{error:#}"));
        Exit::Failed
    });
    exit.code(program.exit_zero)
}

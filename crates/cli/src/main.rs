//! `satdoku`: solve Sudoku puzzles, check that they have one solution, export them as CNF.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(satdoku_cli::run(std::env::args_os()))
}

//! `satdoku`: solve Sudoku puzzles, check that they have one solution, export them as CNF.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}

//! The extension module of the Python package `satdoku`: the library's puzzles, questions and answers
//! as Python objects.
//!
//! The questions are those of `satdoku-answer`, and its rows become objects of the classes in
//! `satdoku/results.py`, whose fields are those of the program's JSON.

mod answer;
mod cnf;
mod error;
mod generate;
mod input;
mod job;
mod many;
mod puzzle;
mod questions;
mod rules;
mod steps;

use std::ffi::OsString;
use std::io::Write;

use pyo3::prelude::*;

/// Runs the command-line program with these arguments and returns its exit code.
#[pyfunction]
fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = satdoku_cli::run(arguments);
        // The main function of a Rust program would do that, whatever comes of it.
        let _ = std::io::stdout().flush();
        code
    })
}

#[pymodule(gil_used = false)]
mod _satdoku {
    use super::*;

    /// Adds the version.
    #[pymodule_init]
    fn add_version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use super::{
        answer::Drawing,
        generate::{Request, generate_puzzles},
        many::{answer_arrays, answer_records},
        puzzle::Puzzle,
        rules::Rules,
        run_program,
        steps::Steps,
    };
}

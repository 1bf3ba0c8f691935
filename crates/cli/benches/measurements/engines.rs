//! A comparison of the engines with `satdoku bench`.

use std::path::Path;
use std::process::Command;

use satdoku::board::Puzzle;
use satdoku::task::Session;

use crate::steps::puzzles;
use crate::{Outcome, SATDOKU, files, name};

const ENGINES: [&str; 5] = ["sat", "sat:reduced", "sat:extended", "mrv", "dlx"];

/// Measures CPU time in µs per puzzle for the verdict, by file and engine.
pub fn table(data: &Path) -> Outcome<String> {
    let mut text = format!(
        "| | {} | puzzles that needed the solver |\n|{}\n",
        ENGINES.map(|engine| format!("`{engine}`")).join(" | "),
        "---|".repeat(ENGINES.len() + 2)
    );
    for file in files(data, "9x9")? {
        let output = Command::new(SATDOKU)
            .args(["bench", "--timeout", "4", "--format", "csv"])
            .args(["--engine", &ENGINES.join(",")])
            .arg(&file)
            .output()?;
        let mut rows = csv::Reader::from_reader(&output.stdout[..]);
        let header = rows.headers()?.clone();
        let column = |name| header.iter().position(|other| other == name).unwrap_or(0);
        let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>()?;
        let micros = rows.iter().map(|row| {
            let micros: f64 = row[column("micros")].parse().unwrap_or(f64::NAN);
            format!("{micros:.1}")
        });
        let micros: Vec<String> = micros.collect();
        let needed = needed_solver(&puzzles(&file)?)?;
        text += &format!("| {} | {} | {needed} |\n", name(&file), micros.join(" | "));
    }
    Ok(text)
}

/// Counts the puzzles for which the engine `sat` calls its solver.
fn needed_solver(puzzles: &[Puzzle]) -> Outcome<String> {
    let mut session = Session::default().without_confirmation();
    let mut needed = 0;
    for puzzle in puzzles {
        let work = session.check(puzzle)?.report.work;
        needed += u64::from(work.solver_calls > 0);
    }
    Ok(format!("{needed} of {}", puzzles.len()))
}

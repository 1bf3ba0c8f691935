//! `satdoku bench --task steps`: each puzzle, step by step.

use std::fs;
use std::time::Duration;

use satdoku::board::Puzzle;
use satdoku::format::Record;
use satdoku::task::{Steps, TaskError};
use serde::Serialize;

/// A row of the table, as programs read it. Times are CPU time.
#[derive(Debug, Serialize)]
pub struct StepsRow<'a> {
    source: &'a str,
    line: u64,
    n: usize,
    givens: usize,
    candidates: usize,
    clauses: u64,
    verdict: &'static str,
    confirmed: bool,
    propagate_ms: f64,
    load_ms: f64,
    solve_ms: f64,
    uniqueness_ms: f64,
    confirm_ms: f64,
    peak_memory_kib: Option<u64>,
    version: &'static str,
    machine: &'a str,
}

impl StepsRow<'_> {
    /// The row of a record that is this puzzle.
    pub fn of<'a>(
        record: &'a Record,
        puzzle: &Puzzle,
        limit: Duration,
        machine: &'a str,
    ) -> Result<StepsRow<'a>, TaskError> {
        let can_reset = reset_peak_memory();
        let steps = Steps::of(puzzle, limit)?;
        // Microseconds are as much as the clock is good for.
        let millis = |time: Duration| time.as_micros() as f64 / 1e3;
        Ok(StepsRow {
            source: &record.source,
            line: record.line as u64,
            n: puzzle.size(),
            givens: steps.givens,
            candidates: steps.candidates,
            clauses: steps.clauses,
            verdict: match steps.solutions {
                None => "unknown",
                Some(0) => "none",
                Some(1) => "unique",
                Some(_) => "multiple",
            },
            confirmed: steps.is_confirmed,
            propagate_ms: millis(steps.propagate),
            load_ms: millis(steps.load),
            solve_ms: millis(steps.solve),
            uniqueness_ms: millis(steps.uniqueness),
            confirm_ms: millis(steps.confirm),
            peak_memory_kib: can_reset.then(peak_memory).flatten(),
            version: env!("CARGO_PKG_VERSION"),
            machine,
        })
    }

    /// The names of the columns of [`StepsRow::text`].
    pub fn header() -> String {
        format!(
            "{:>4} {:>7} {:>10} {:>9} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8}  {}\n",
            "n",
            "givens",
            "candidates",
            "clauses",
            "verdict",
            "propagate",
            "load",
            "solve",
            "unique",
            "confirm",
            "MiB",
            "puzzle"
        )
    }

    /// The row for people: times in ms, the confirmation with a `-` behind it where it gave up.
    pub fn text(&self) -> String {
        let mebibytes = self.peak_memory_kib.map(|size| size as f64 / 1024.0);
        format!(
            "{:>4} {:>7} {:>10} {:>9} {:>8} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9} {:>8}  {}:{}\n",
            self.n,
            self.givens,
            self.candidates,
            self.clauses,
            self.verdict,
            self.propagate_ms,
            self.load_ms,
            self.solve_ms,
            self.uniqueness_ms,
            format!(
                "{:.2}{}",
                self.confirm_ms,
                if self.confirmed { " " } else { "-" }
            ),
            mebibytes.map_or("-".to_string(), |size| format!("{size:.1}")),
            self.source,
            self.line
        )
    }
}

/// Lets the system count the most memory of this process from now on. Only Linux can.
fn reset_peak_memory() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The most memory of this process in KiB since [`reset_peak_memory`]. What earlier puzzles took and
/// the allocator has kept is in it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

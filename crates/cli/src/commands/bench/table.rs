//! The table of a comparison, as rows and as text.

use std::fs;

use serde_json::{Value, json};

use super::comparison::{Query, Timing};

/// The columns of rows. A new one goes to the end: many programs read CSV by the place of a column.
pub const COLUMNS: [&str; 19] = [
    "engine",
    "task",
    "data",
    "puzzles",
    "of",
    "puzzles_per_second",
    "micros_median",
    "micros_least",
    "micros_most",
    "share_without_guess",
    "answered",
    "solver_needed",
    "probes_per_puzzle",
    "guesses_per_puzzle",
    "ratio",
    "rounds",
    "version",
    "machine",
    "clock",
];

/// The result of a comparison, and how it was measured.
pub struct TimingTable<'a> {
    pub timings: &'a [Timing],
    pub query: Query,
    /// The puzzles in words.
    pub data: &'a str,
    /// The number of puzzles.
    pub puzzles: usize,
    pub rounds: u32,
    pub seconds: u64,
    pub machine: String,
}

impl TimingTable<'_> {
    /// Returns the row of an engine.
    pub fn fields(&self, timing: &Timing) -> Value {
        let [median, least, most] = match timing.micros {
            Some(micros) => micros.map(Some),
            None => [None; 3],
        };
        json!({
            "engine": timing.engine,
            "task": self.query.name(),
            "data": self.data,
            "puzzles": timing.puzzles,
            "of": self.puzzles,
            "puzzles_per_second": median.map(|median| 1e6 / median),
            "micros_median": median,
            "micros_least": least,
            "micros_most": most,
            "share_without_guess": median.map(|_| timing.without_guess),
            "answered": timing.answered,
            "solver_needed": timing.solver_needed,
            "probes_per_puzzle": timing.probes,
            "guesses_per_puzzle": median.and(timing.guesses),
            "ratio": timing.ratio,
            "rounds": self.rounds,
            "version": env!("CARGO_PKG_VERSION"),
            "machine": self.machine,
            "clock": if timing.is_external { "wall" } else { "cpu" },
        })
    }

    /// Returns the table as text.
    pub fn text(&self) -> String {
        let names = self.timings.iter().map(|row| row.engine.chars().count());
        let width = names.max().unwrap_or(0).max(14);
        let mut text = self.heading();
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
        for row in self.timings {
            let median = row.micros.map(|[median, ..]| median);
            let spread = row
                .micros
                .map(|[median, least, most]| 100.0 * (most - least) / median);
            let share = median.map(|_| 100.0 * row.without_guess);
            text += &format!(
                "{:<width$} {:>8} {:>11} {:>11} {:>8} {:>9} {:>11} {:>8.2} {:>8} {:>8}\n",
                row.engine,
                row.puzzles,
                decimal(median.map(|median| 1e6 / median), 0, ""),
                decimal(median, 1, ""),
                decimal(spread, 1, " %"),
                decimal(share, 1, " %"),
                decimal(median.and(row.guesses), 2, ""),
                row.probes,
                row.solver_needed,
                decimal(row.ratio, 2, ""),
            );
        }
        text
    }

    /// Returns the lines above the table: what was measured, and how.
    fn heading(&self) -> String {
        let has_solvers = self.timings.iter().any(|row| row.is_external);
        let clock = if has_solvers {
            "CPU time of engines, wall time and ratios of other solvers"
        } else {
            "CPU time"
        };
        let rounds = match self.rounds {
            1 => "1 round".to_string(),
            rounds => format!("median of {rounds} rounds"),
        };
        format!(
            "satdoku {} on {}\n{}; task {}, {clock}, {rounds}, at most {} s for each engine\n\n",
            env!("CARGO_PKG_VERSION"),
            self.machine,
            self.data,
            self.query.name(),
            self.seconds,
        )
    }
}

/// Returns a number with so many decimals and its unit, or a dash.
fn decimal(number: Option<f64>, decimals: usize, unit: &str) -> String {
    match number {
        Some(number) => format!("{number:.decimals$}{unit}"),
        None => "-".to_string(),
    }
}

/// Returns the name of the processor, as far as the system knows it.
pub fn machine() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

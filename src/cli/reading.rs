//! `satdoku bench --task read`: what it takes to read puzzles and to write grids, without an answer.

use cpu_time::ThreadTime;
use serde::Serialize;

use super::input::Input;

/// What reading and writing takes, as programs read it. Times are CPU time.
#[derive(Debug, Serialize)]
pub struct ReadRow<'a> {
    task: &'static str,
    records: usize,
    /// Per record.
    micros_median: f64,
    micros_least: f64,
    micros_most: f64,
    rounds: u32,
    version: &'static str,
    machine: &'a str,
}

impl ReadRow<'_> {
    /// Reads the input so many times, and writes the givens of every puzzle, in the form it came
    /// in, to memory. A record that is no puzzle is read only.
    ///
    /// # Errors
    /// When something cannot be read.
    pub fn of<'a>(input: &Input, rounds: u32, machine: &'a str) -> anyhow::Result<ReadRow<'a>> {
        let mut records = 0;
        let mut micros = Vec::new();
        let mut written = String::new();
        for _ in 0..rounds {
            records = 0;
            let start = ThreadTime::now();
            for record in input.records() {
                records += 1;
                if let Ok((puzzle, form)) = record?.content {
                    written.clear();
                    form.write_to(puzzle.givens(), puzzle.layout().shape(), &mut written);
                }
            }
            micros.push(start.elapsed().as_secs_f64() * 1e6 / records.max(1) as f64);
        }
        micros.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| micros.get(index).copied().unwrap_or_default();
        Ok(ReadRow {
            task: "read",
            records,
            micros_median: at(micros.len() / 2),
            micros_least: at(0),
            micros_most: at(micros.len().saturating_sub(1)),
            rounds,
            version: env!("CARGO_PKG_VERSION"),
            machine,
        })
    }

    /// The row for people.
    pub fn text(&self) -> String {
        format!(
            "satdoku {} on {}\n{} records, read and written: {:.2} µs each, {:.2} to {:.2} in {} rounds\n",
            self.version,
            self.machine,
            self.records,
            self.micros_median,
            self.micros_least,
            self.micros_most,
            self.rounds
        )
    }
}

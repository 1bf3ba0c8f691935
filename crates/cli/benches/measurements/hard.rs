//! The hard phase: solved boards with about half of their cells blank.

use std::path::Path;
use std::process::{Command, Stdio};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Outcome, SATDOKU};

/// The side of a box and the percentage of blank cells.
const BOARDS: [(usize, usize); 3] = [(6, 46), (6, 50), (7, 48)];

/// The number of boards of each kind.
const COUNT: u64 = 3;

/// The time limit for each board, in seconds.
const LIMIT: &str = "10";

/// The solvers.
const WAYS: [&[&str]; 3] = [
    &[],
    &["--engine", "sat:reduced+product"],
    &["--solver", "cadical -q"],
];

/// Counts the boards solved in time, by kind and solver.
pub fn table(_: &Path) -> Outcome<String> {
    let mut text = String::from("| | blank |");
    for way in WAYS {
        text += &format!(" `solve {}` |", way.join(" "));
    }
    text = text.replace("`solve `", "`solve`") + "\n|---|---|---|---|---|\n";
    for (side, blank) in BOARDS {
        let n = side * side;
        text += &format!("| {n}×{n} | {blank} % |");
        for way in WAYS {
            let mut solved = 0;
            for seed in 0..COUNT {
                let file = tempfile::NamedTempFile::new()?;
                std::fs::write(file.path(), board(side, blank, seed))?;
                let status = Command::new(SATDOKU)
                    .args(["solve", "--no-confirm", "--timeout", LIMIT])
                    .args(way)
                    .arg(file.path())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()?;
                solved += u64::from(status.success());
            }
            text += &format!(" {solved} of {COUNT} |");
        }
        text += "\n";
    }
    Ok(text)
}

/// Returns a solved board on one line, with rows, columns and digits permuted (within bands and
/// stacks) and with random blank cells.
fn board(side: usize, blank: usize, seed: u64) -> String {
    let n = side * side;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut digits: Vec<usize> = (1..=n).collect();
    digits.shuffle(&mut random);
    let mut lines = || -> Vec<usize> {
        let mut bands: Vec<usize> = (0..side).collect();
        bands.shuffle(&mut random);
        let mut lines = Vec::new();
        for band in bands {
            let mut of_band: Vec<usize> = (band * side..(band + 1) * side).collect();
            of_band.shuffle(&mut random);
            lines.extend(of_band);
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let mut cells = Vec::new();
    for row in &rows {
        for column in &columns {
            let digit = digits[(row % side * side + row / side + column) % n];
            let is_blank = random.random_range(0..100) < blank;
            cells.push(if is_blank { 0 } else { digit }.to_string());
        }
    }
    cells.join(" ") + "\n"
}

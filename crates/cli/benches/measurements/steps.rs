//! The time of each step of the engine `sat:reduced`.

use std::path::Path;
use std::time::Instant;

use satdoku::board::Puzzle;
use satdoku::sat::{
    ClauseCounter, ClauseSink, Encoding, Solver, SolverAnswer, Translation, Varisat,
};
use satdoku_text::{ReadOptions, Reader, decompress};

use crate::{Outcome, files, name};

/// The steps of a verdict, in order.
pub const STEPS: [&str; 6] = ["translate", "create", "load", "solve", "uniqueness", "drop"];

/// The time of each step for one puzzle, in seconds, and the size of its formula.
pub struct Steps {
    pub seconds: [f64; STEPS.len()],
    pub candidates: usize,
    pub clauses: u64,
}

impl Steps {
    /// Repeats the steps of `check` and reads the clock between them. The engine itself does not do
    /// this, because it would slow down easy puzzles.
    pub fn of(puzzle: &Puzzle) -> Outcome<Steps> {
        let mut seconds = [0.0; STEPS.len()];
        let mut last = Instant::now();
        let mut lap = |step: usize| {
            seconds[step] += last.elapsed().as_secs_f64();
            last = Instant::now();
        };
        let translation = Translation::new(puzzle, Encoding::Reduced);
        lap(0);
        let candidates = translation.map().len();
        let mut clauses = 0;
        if candidates > 0 {
            let mut solver = Varisat::default();
            lap(1);
            let Ok(_) = translation.write_clauses(&mut solver);
            lap(2);
            if let SolverAnswer::Satisfiable(model) = solver.solve()? {
                let grid = translation.decode(&model)?;
                lap(3);
                let Ok(()) = solver.clause(&translation.blocking_clause(&grid));
                solver.solve()?;
                lap(4);
            } else {
                lap(3);
            }
            drop(solver);
            lap(5);
            let mut counter = ClauseCounter::up_to(u64::MAX);
            _ = translation.write_clauses(&mut counter);
            clauses = counter.clauses;
        }
        Ok(Steps {
            seconds,
            candidates,
            clauses,
        })
    }
}

/// The puzzles of a file.
pub fn puzzles(file: &Path) -> Outcome<Vec<Puzzle>> {
    let input = decompress(std::io::BufReader::new(std::fs::File::open(file)?))?;
    let records = Reader::new(&name(file), input, ReadOptions::default());
    let mut puzzles = Vec::new();
    for record in records {
        puzzles.extend(record?.content.ok().map(|(puzzle, _)| puzzle));
    }
    Ok(puzzles)
}

/// Measures µs per puzzle for each step, by file.
pub fn table(data: &Path) -> Outcome<String> {
    /// Enough puzzles for an average.
    const MOST: usize = 5_000;
    let mut text = format!(
        "| | {} | variables | clauses |\n|{}\n",
        STEPS.join(" | "),
        "---|".repeat(STEPS.len() + 3)
    );
    for file in files(data, "9x9")? {
        let puzzles = puzzles(&file)?;
        let every = puzzles.len().div_ceil(MOST).max(1);
        let (mut seconds, mut sizes, mut count) = ([0.0; STEPS.len()], [0.0; 2], 0.0);
        for puzzle in puzzles.iter().step_by(every) {
            let steps = Steps::of(puzzle)?;
            for (sum, step) in seconds.iter_mut().zip(steps.seconds) {
                *sum += step;
            }
            sizes[0] += steps.candidates as f64;
            sizes[1] += steps.clauses as f64;
            count += 1.0;
        }
        let micros = seconds.map(|seconds| format!("{:.1}", seconds * 1e6 / count));
        let [candidates, clauses] = sizes.map(|sum| format!("{:.0}", sum / count));
        text += &format!(
            "| {} | {} | {candidates} | {clauses} |\n",
            name(&file),
            micros.join(" | ")
        );
    }
    Ok(text)
}

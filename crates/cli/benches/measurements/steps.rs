//! The time of each step of the engine `sat:reduced`.

use std::path::Path;
use std::time::Instant;

use satdoku::board::Puzzle;
use satdoku::sat::{
    ClauseCounter, ClauseSink, Encoding, Solver, SolverAnswer, Translation, Varisat,
};
use satdoku_text::{ReadOptions, Reader, decompress};

use crate::{Outcome, name};

/// The steps of a verdict, in order.
pub const STEPS: [&str; 4] = ["translate", "load", "solve", "uniqueness"];

/// The time of each step for one puzzle, in seconds, and the size of its formula.
pub struct Steps {
    pub seconds: [f64; STEPS.len()],
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
        let mut clauses = 0;
        if !translation.map().is_empty() {
            let mut solver = Varisat::default();
            let Ok(_) = translation.write_clauses(&mut solver);
            lap(1);
            if let SolverAnswer::Satisfiable(model) = solver.solve()? {
                let grid = translation.decode(&model)?;
                lap(2);
                let Ok(()) = solver.clause(&translation.blocking_clause(&grid));
                solver.solve()?;
                lap(3);
            } else {
                lap(2);
            }
            let mut counter = ClauseCounter::up_to(u64::MAX);
            _ = translation.write_clauses(&mut counter);
            clauses = counter.clauses;
        }
        Ok(Steps { seconds, clauses })
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

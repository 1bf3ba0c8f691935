//! Solves a table of puzzles on all cores with rayon, and keeps the order of the rows.
//!
//!     cargo run --release -p satdoku-text --example solve_many

use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;
use satdoku::{Session, Verdict};
use satdoku_text::{ReadOptions, Reader, Record};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/many.csv");

pub(crate) fn main() -> anyhow::Result<()> {
    let input = BufReader::new(File::open(FILE)?);
    // Any format that the program reads will do; the content decides which it is.
    let reader = Reader::new("many.csv", input, ReadOptions::default());
    let records: Vec<Record> = reader.collect::<Result<_, _>>()?;

    // A session keeps the memory of its engines, so each thread reuses one.
    let answers: Vec<String> = records
        .par_iter()
        .map_init(Session::default, |session, record| match &record.content {
            Ok((puzzle, _)) => Ok(describe(&session.check(puzzle)?.outcome)),
            Err(invalid) => Ok(invalid.error.to_string()),
        })
        .collect::<anyhow::Result<_>>()?;

    for (record, answer) in records.iter().zip(&answers) {
        println!("line {}: {answer}", record.line);
    }
    assert!(answers[0].starts_with("unique: 4839216579"));
    Ok(())
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unique(solution) => format!("unique: {solution}"),
        Verdict::Multiple([one, other]) => format!("multiple: {one} and {other}"),
        Verdict::Unsolvable(conflict) => format!("none: {conflict}"),
        Verdict::Unknown(limit) => format!("unknown: {limit}"),
    }
}

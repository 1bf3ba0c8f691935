//! The JSON rows of each command, compared with those in `tests/rows`.
//!
//! With SATDOKU_UPDATE set, writes the rows instead of comparing them. A change of the rows then shows as a
//! difference of these files.

use std::fs;
use std::path::PathBuf;

use crate::common::satdoku_on;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rows"))
}

fn compare(file: &str, arguments: &str, input: &str) {
    let run = satdoku_on(&format!("{arguments} --format jsonl"), input);
    let path = folder().join(format!("{file}.jsonl"));
    if std::env::var_os("SATDOKU_UPDATE").is_some() {
        fs::write(&path, &run.stdout).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert_eq!(run.stdout.lines().count(), expected.lines().count());
    for (found, expected) in run.stdout.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "{arguments}");
    }
}

/// Makes a test of a command from the name of its file and its arguments.
macro_rules! commands {
    ($($name:ident: $arguments:literal on $input:expr;)*) => {
        $(#[test] fn $name() { compare(stringify!($name), $arguments, &$input); })*
    };
}

fn puzzles() -> String {
    fs::read_to_string(folder().join("puzzles.txt")).unwrap()
}

commands! {
    solve: "solve" on puzzles();
    solutions: "solve --solutions 3" on puzzles();
    check: "check" on puzzles();
    redundant: "check --redundant" on puzzles();
    repair: "repair" on puzzles();
    hint: "hint" on puzzles();
    explain: "explain" on puzzles();
    rate: "rate" on puzzles();
    count: "count" on puzzles();
    candidates: "candidates" on puzzles();
    exact_candidates: "candidates --exact --counts" on puzzles();
    minimise: "minimise" on puzzles();
    canonical: "canonical" on puzzles();
    shuffle: "shuffle --seed 1" on puzzles();
    convert: "convert" on puzzles();
    import: "import --cnf ../../cnf/none.cnf" on "s UNSATISFIABLE";
    generate: "generate -n 5 --seed 1" on "";
    generate_difficulty: "generate -n 2 --seed 1 --difficulty medium" on "";
    generate_killer: "generate -n 2 --seed 1 --box 2x2 --kinds cage" on "";
    generate_jigsaw: "generate -n 2 --seed 1 --box 1x5 --regions random" on "";
}

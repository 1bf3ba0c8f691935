//! Large boards: an answer or a timeout, in bounded memory.

use std::process::Command;
use std::sync::Arc;

use crate::common::puzzles::random_puzzle;
use crate::common::{PROGRAM, Run, run, satdoku_on};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Layout, Puzzle};
use satdoku::engine::ENGINES;

/// Returns the givens of a puzzle as rows of numbers.
fn numbers(puzzle: &Puzzle) -> String {
    let rows = puzzle.givens().cells().chunks(puzzle.geometry().rows());
    let row = |cells: &[Option<satdoku::board::Digit>]| {
        let values = cells
            .iter()
            .map(|cell| cell.map_or(0, |digit| digit.index() + 1));
        let values: Vec<String> = values.map(|value| value.to_string()).collect();
        values.join(" ") + "\n"
    };
    rows.map(row).collect()
}

/// Returns a random puzzle of this shape with this number of blank cells.
fn puzzle(shape: &str, blanks: usize) -> String {
    let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    numbers(&random_puzzle(&layout, blanks, false, &mut random))
}

/// Runs the program with this number of KiB of address space.
#[cfg(target_os = "linux")]
fn satdoku_within(kibibytes: u64, arguments: &str, input: &str) -> Run {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]);
    run(command, input)
}

#[test]
#[cfg(target_os = "linux")]
fn every_engine_stops_at_the_timeout_in_bounded_memory() {
    let empty = |shape: &str| numbers(&Puzzle::classic(shape.parse().unwrap()));
    // In the phase transition.
    let hard = [puzzle("6x6", 650), puzzle("8x8", 2_400)];
    let open = [empty("6x6"), empty("8x8")];
    for entry in ENGINES {
        let arguments = format!("check --timeout 0.1 --engine {}", entry.name);
        let is_answered_with = |text: &str, verdicts: &[&str]| {
            let run = satdoku_within(2_000_000, &arguments, text);
            let given = run
                .stdout
                .strip_prefix("<stdin>:1: ")
                .unwrap_or(&run.stderr);
            let is_one = verdicts.iter().any(|verdict| given.starts_with(verdict));
            assert!(is_one && run.code == 1, "{}: {given}", entry.name);
        };
        // The engine `brute` refuses boards deeper than its stack, `sat:extended` 64×64 if its share
        // of the memory is too small.
        let unknown = [
            "unknown: gave up after 0.1 seconds",
            "unknown: needs more than ",
            "unknown: too large",
        ];
        hard.iter()
            .for_each(|text| is_answered_with(text, &unknown));
        let either = ["unknown: ", "multiple"];
        open.iter().for_each(|text| is_answered_with(text, &either));
    }
}

#[test]
fn the_largest_board_is_answered() {
    // The blanks have several completions.
    let text = puzzle("20x20", 12_000);
    let run = satdoku_on("solve --no-confirm", text);
    assert_eq!(
        (run.stdout.lines().count(), run.code),
        (400, 0),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout
            .lines()
            .all(|row| row.split_whitespace().count() == 400)
    );
}

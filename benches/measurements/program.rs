//! The whole program: from start to end, in seconds of CPU and in memory.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{Outcome, SATDOKU, files, median, name};

/// A hard puzzle.
const HARDEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hardest.txt");

/// The most memory that a run of the program took, in MiB.
pub fn peak_memory(arguments: &[&str]) -> Outcome<f64> {
    Ok(run(arguments)?.mebibytes)
}

/// What a run of the program took.
struct Run {
    /// Wall clock.
    seconds: f64,
    cpu_seconds: f64,
    mebibytes: f64,
}

/// Runs the program in a shell whose last line is what the children of that shell took.
fn run(arguments: &[&str]) -> Outcome<Run> {
    let start = Instant::now();
    let child = Command::new("/usr/bin/time")
        .args(["-f", "%U %S %M", SATDOKU])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("/usr/bin/time (Debian's package time): {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&child.stderr).into_owned();
    let last = said.lines().last().unwrap_or_default();
    let numbers: Vec<f64> = last
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    let [user, system, kibibytes] = numbers[..] else {
        return Err(format!("expected three numbers, found {last:?}").into());
    };
    Ok(Run {
        seconds,
        cpu_seconds: user + system,
        mebibytes: kibibytes / 1024.0,
    })
}

/// The middle one of some runs, by `figure`.
fn median_of(runs: usize, arguments: &[&str], figure: fn(&Run) -> f64) -> Outcome<f64> {
    let runs: Result<Vec<Run>, _> = (0..runs).map(|_| run(arguments)).collect();
    Ok(median(runs?.iter().map(figure).collect()))
}

/// What users wait for.
pub fn table(data: &Path) -> Outcome<String> {
    let mut text = String::from("| | |\n|---|---|\n");
    let mut row = |what: &str, figure: String| text += &format!("| {what} | {figure} |\n");
    let cpu = |run: &Run| run.cpu_seconds;
    // The clock of a process is too coarse for one run.
    let start = Instant::now();
    for _ in 0..200 {
        Command::new(SATDOKU)
            .args(["solve", HARDEST])
            .stdout(Stdio::null())
            .status()?;
    }
    let each = start.elapsed().as_secs_f64() * 1e3 / 200.0;
    row(
        "`solve` of one puzzle, from start to end",
        format!("{each:.1} ms"),
    );
    for file in files(data, "9x9")? {
        let puzzles = fs::read_to_string(&file)?.lines().count() as f64;
        let (name, file) = (name(&file), file.to_string_lossy().into_owned());
        for engine in ["sat", "mrv"] {
            let arguments = [
                "check",
                "-j",
                "1",
                "--engine",
                engine,
                "--no-confirm",
                &file,
            ];
            let seconds = median_of(3, &arguments, cpu)?;
            row(
                &format!(
                    "`check -j 1 --no-confirm --engine {engine}` of {name}, reading and writing included"
                ),
                format!("{:.1} µs a puzzle", seconds * 1e6 / puzzles),
            );
        }
        let confirmed = median_of(3, &["check", "-j", "1", &file], cpu)?;
        let alone = median_of(3, &["check", "-j", "1", "--no-confirm", &file], cpu)?;
        row(
            &format!("what confirming adds to `check` of {name}"),
            format!("{:.0} %", 100.0 * (confirmed / alone - 1.0)),
        );
        let wall = |run: &Run| run.seconds;
        let [one, two] = ["1", "2"].map(|jobs| median_of(3, &["check", "-j", jobs, &file], wall));
        row(
            &format!("`check -j 1` to `check -j 2` of {name}"),
            format!("{:.2} times as long", one? / two?),
        );
    }
    let empty = tempfile::NamedTempFile::new()?;
    fs::write(&empty, vec!["0"; 64 * 64].join(" ") + "\n")?;
    let made = run(&["export", &empty.path().to_string_lossy()])?;
    row(
        "`export` of an empty 64×64 board, 33 million clauses",
        format!(
            "{:.1} s, {:.0} MiB of memory",
            made.cpu_seconds, made.mebibytes
        ),
    );
    Ok(text)
}

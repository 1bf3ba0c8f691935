//! The whole program: CPU time from start to end, and memory.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{Outcome, SATDOKU, files, median, name};

/// A hard puzzle.
const HARDEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hardest.txt");

/// Returns at most the first `count` puzzles of a collection.
const MOST: usize = 10_000;

/// Returns the peak memory of a run, in MiB.
pub fn peak_memory(arguments: &[&str]) -> Outcome<f64> {
    Ok(run(arguments)?.mebibytes)
}

/// The cost of a run.
struct Run {
    /// Wall-clock time.
    seconds: f64,
    cpu_seconds: f64,
    mebibytes: f64,
}

/// Runs the program in a shell whose last line reports the CPU time of its children.
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

/// Measures what users wait for: checking each collection, then the fastest and slowest tasks.
pub fn table(data: &Path) -> Outcome<String> {
    let mut text = String::from(
        "| | `--engine sat` | `--engine mrv` | confirming adds | one thread to two |\n|---|---|---|---|---|\n",
    );
    for file in files(data, "9x9")? {
        text += &row(&file)?;
    }
    // The process clock is too coarse for a single run.
    let start = Instant::now();
    for _ in 0..200 {
        Command::new(SATDOKU)
            .args(["solve", HARDEST])
            .stdout(Stdio::null())
            .status()?;
    }
    let each = start.elapsed().as_secs_f64() * 1e3 / 200.0;
    let empty = tempfile::NamedTempFile::new()?;
    fs::write(&empty, vec!["0"; 64 * 64].join(" ") + "\n")?;
    let made = run(&["export", &empty.path().to_string_lossy()])?;
    text += &format!(
        "\n`solve` of one puzzle takes {each:.1} ms from start to end; `export` of an empty 64×64 board, 33 \
         million clauses, {:.1} s of CPU and {:.0} MiB of memory.\n",
        made.cpu_seconds, made.mebibytes
    );
    Ok(text)
}

/// Checks a collection.
fn row(file: &Path) -> Outcome<String> {
    let text = fs::read_to_string(file)?;
    let puzzles: Vec<&str> = text.lines().take(MOST).collect();
    let input = tempfile::NamedTempFile::new()?;
    fs::write(&input, puzzles.join("\n") + "\n")?;
    let input = input.path().to_string_lossy();
    // Enough repetitions that the coarse clock does not matter.
    let once = run(&["check", "-j", "1", &input])?.seconds;
    let copies = (1.0 / once).ceil() as usize;
    let check = |options: &[&str]| {
        let mut arguments = vec!["check"];
        arguments.extend(options);
        arguments.extend(vec![&*input; copies]);
        run(&arguments)
    };
    // Compared variants take turns, because the speed of the machine changes from minute to minute.
    let rounds: Vec<[Run; 4]> = (0..5)
        .map(|_| {
            Ok([
                check(&["-j", "1", "--no-confirm"])?,
                check(&["-j", "1", "--no-confirm", "--engine", "mrv"])?,
                check(&["-j", "1"])?,
                check(&["-j", "2"])?,
            ])
        })
        .collect::<Outcome<_>>()?;
    let middle = |figure: fn(&[Run; 4]) -> f64| median(rounds.iter().map(figure).collect());
    let sat = middle(|[sat, ..]| sat.cpu_seconds);
    let mrv = middle(|[_, mrv, ..]| mrv.cpu_seconds);
    let added = middle(|[sat, _, confirmed, _]| confirmed.cpu_seconds / sat.cpu_seconds - 1.0);
    let faster = middle(|[.., one, two]| one.seconds / two.seconds);
    let micros = |seconds: f64| seconds * 1e6 / (copies * puzzles.len()) as f64;
    Ok(format!(
        "| {} | {:.1} | {:.1} | {:.0} % | {:.2} |\n",
        name(file),
        micros(sat),
        micros(mrv),
        100.0 * added,
        faster
    ))
}

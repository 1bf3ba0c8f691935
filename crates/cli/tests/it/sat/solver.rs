//! `--solver`: external solvers that work, that give wrong answers, and that do not end.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{
    HARDEST, HARDEST_SOLUTION, PUZZLES, Run, TWO_SOLUTIONS, cases, for_each_solver, run_example,
    sat_solver, satdoku,
};

/// Writes a shell script that acts as a solver, and returns its command. `$1` is the CNF file.
fn solver(folder: &Path, script: &str) -> String {
    let path = folder.join("solver");
    fs::write(&path, script).unwrap();
    format!("sh {}", path.display())
}

/// Runs the program with a solver on a puzzle.
fn run_with(solver: &str, arguments: &str, puzzle: &str) -> Run {
    let mut command = satdoku(arguments);
    command.arg("--solver").arg(solver);
    crate::common::run(command, puzzle)
}

for_each_solver!(solve_and_check and varisat);
for_each_solver!(count and varisat);
for_each_solver!(find_redundant and varisat);

fn solve_and_check(solver: &str) {
    for [puzzle, solution] in PUZZLES {
        let run = run_with(solver, "solve --format line", puzzle);
        assert_eq!(run.stdout.trim_end(), solution, "{}", run.stderr);
        let run = run_with(solver, "check", puzzle);
        assert_eq!(run.out(), ("<stdin>:1: unique\n", 0));
    }
    let run = run_with(solver, "check --format jsonl", TWO_SOLUTIONS);
    assert!(run.stdout.contains("\"multiple\"") && run.code == 1);
}

fn count(solver: &str) {
    let run = run_with(solver, "count", "1...............");
    assert_eq!(run.out(), ("<stdin>:1: 72\n", 0));
}

fn find_redundant(solver: &str) {
    let run = run_with(solver, "check --redundant", "1.4...2..3.....4");
    let expected = "<stdin>:1: unique, any one of these can be removed: r1c3=4\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_solver_that_calls_every_given_redundant_is_caught() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path(), "echo s UNSATISFIABLE; exit 20");
    // Propagation finds this puzzle unique without the solver.
    let run = run_with(&solver, "check --redundant", HARDEST);
    assert_eq!(run.out(), ("", 3), "{}", run.stderr);
}

#[test]
fn a_puzzle_solved_by_propagation_needs_no_solver() {
    let run = run_with("no-such-solver", "solve --format line", PUZZLES[0][0]);
    assert_eq!((run.stdout.trim_end(), run.code), (PUZZLES[0][1], 0));
}

mod invalid_output {
    use super::*;

    cases! {
        assert_error:
        no_status_with_exit_code_10("exit 10", "found neither");
        a_model_that_violates_a_clause(
            "echo s SATISFIABLE; echo v 1 0; exit 10",
            "does not satisfy clause",
        );
        satisfiable_with_exit_code_20(
            "echo s SATISFIABLE; echo v 1 0; exit 20",
            "it printed SATISFIABLE, but ended with exit status: 20",
        );
        unsatisfiable_with_exit_code_10(
            "echo s UNSATISFIABLE; exit 10",
            "it printed UNSATISFIABLE, but ended with exit status: 10",
        );
        unsatisfiable_with_exit_code_1("echo s UNSATISFIABLE; exit 1", "it ended with exit status: 1");
        a_failure_with_a_message(
            "echo something >&2; exit 3",
            "it ended with exit status: 3; on standard error `something`",
        );
        killed_by_a_signal("kill -9 $$", "it ended with signal: 9");
    }

    /// Asserts that the output of this solver is an error which names the solver.
    fn assert_error(script: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let solver = solver(folder.path(), script);
        let run = run_with(&solver, "check", HARDEST);
        assert_eq!(run.out(), ("", 2));
        run.assert_reports(expected);
        run.assert_reports(&solver);
    }
}

#[test]
fn a_solver_that_cannot_be_run_is_an_error() {
    let run = run_with("/no/such/solver", "check", HARDEST);
    let expected = "from /no/such/solver: cannot be run";
    run.assert_reports(expected);
    assert_eq!(run.code, 2);
    let run = run_with("/no/such/solver", "solve --format jsonl", HARDEST);
    run.assert_prints("\"solution\":null");
}

#[test]
fn a_model_of_another_formula_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // It prints the model of one puzzle for every other.
    fs::write(folder.path().join("puzzle.txt"), PUZZLES[1][0]).unwrap();
    let save =
        "satdoku export --encoding reduced puzzle.txt -o puzzle.cnf; cadical puzzle.cnf >model";
    assert_eq!(run_example(save, folder.path()), "");
    let model = folder.path().join("model");
    let solver = solver(folder.path(), &format!("cat {}; exit 10", model.display()));
    assert_eq!(run_with(&solver, "solve", PUZZLES[1][0]).code, 0);
    let run = run_with(&solver, "solve", HARDEST);
    run.assert_reports("; it printed `s SATISFIABLE v ");
    assert_eq!(run.out(), ("", 2));
}

#[test]
fn a_false_unsatisfiable_is_a_disagreement() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path(), "echo s UNSATISFIABLE; exit 20");
    for command in ["solve", "check"] {
        let run = run_with(&solver, command, HARDEST);
        assert_eq!(run.out(), ("", 3));
        run.assert_reports("WRONG ANSWER");
        run.assert_reports(&solver);
        run.assert_reports(HARDEST_SOLUTION);
    }
}

#[test]
fn a_solver_that_gives_up_leaves_the_verdict_unknown() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["s UNKNOWN", "c UNKNOWN", "INDETERMINATE"] {
        let solver = solver(folder.path(), &format!("echo '{words}'"));
        let run = run_with(&solver, "check", HARDEST);
        let expected = "<stdin>:1: unknown: the solver gave up\n";
        assert_eq!(run.out(), (expected, 1), "{words}");
    }
}

#[test]
fn a_solver_command_can_place_its_files() {
    let script = format!("({}) >\"$2\"; exit 0", sat_solver::script());
    let solver = format!("sh -c '{script}' - {{}} {{result}}");
    let run = run_with(&solver, "check", HARDEST);
    assert_eq!(run.stdout, "<stdin>:1: unique\n", "{}", run.stderr);
}

#[test]
fn a_solver_command_can_have_quotes() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path(), "echo $1 $3; exit 1");
    let run = run_with(&format!("{solver} 'a  b' {{}} \"c d\""), "check", HARDEST);
    run.assert_reports("it printed `a b c d`");
    for wrong in ["", "'"] {
        let run = run_with(wrong, "check", HARDEST);
        run.assert_reports("expected a command like `cadical -q`");
        assert_eq!(run.code, 2);
    }
    let run = run_with("cadical", "check --engine mrv", HARDEST);
    assert_eq!(run.code, 2, "{}", run.stderr);
}

/// Returns lines of a script that start another process and write the IDs of both to a file.
fn starting_another(folder: &Path) -> String {
    let pids = folder.join("pids").display().to_string();
    format!("sleep 1000 &\necho $$ $! >{pids}.new\nmv {pids}.new {pids}\n")
}

/// A solver that ignores signals, starts other processes and never ends.
fn endless(folder: &Path) -> String {
    let start = starting_another(folder);
    let script = format!("trap '' TERM INT HUP\n{start}while :; do sleep 1000; done");
    solver(folder, &script)
}

/// Waits until the solver has started, and returns the IDs of its processes.
fn pids(folder: &Path) -> Vec<String> {
    for _ in 0..2_000 {
        if let Ok(text) = fs::read_to_string(folder.join("pids")) {
            return text.split_whitespace().map(str::to_string).collect();
        }
        sleep(Duration::from_millis(5));
    }
    panic!("the solver has not started");
}

/// Returns true if a process exists and is not a zombie. Always false where there is no `/proc`.
fn is_alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, state)| state);
    state.is_some_and(|state| !state.starts_with('Z'))
}

/// Asserts that the processes end within five seconds.
fn assert_gone(pids: &[String]) {
    assert_eq!(pids.len(), 2);
    for pid in pids {
        let mut looks = 0;
        while is_alive(pid) {
            looks += 1;
            assert!(looks < 500, "{pid} is still there");
            sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_timeout_kills_the_solver_and_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let solver = endless(folder.path());
    let run = run_with(&solver, "check --timeout 2", HARDEST);
    let expected = "<stdin>:1: unknown: gave up after 2 seconds\n";
    assert_eq!(run.out(), (expected, 1), "{}", run.stderr);
    assert_gone(&pids(folder.path()));
}

#[test]
fn children_of_a_solver_that_exits_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let script = starting_another(folder.path()) + "echo s UNKNOWN";
    let run = run_with(&solver(folder.path(), &script), "check", HARDEST);
    assert_eq!(
        run.stdout, "<stdin>:1: unknown: the solver gave up\n",
        "{}",
        run.stderr
    );
    assert_gone(&self::pids(folder.path()));
}

#[test]
fn a_signal_kills_the_program_and_the_solver() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = folder.path().join("puzzle.txt");
        fs::write(&puzzle, HARDEST).unwrap();
        let temporary = folder.path().join("tmp");
        fs::create_dir(&temporary).unwrap();
        let mut command = satdoku("check --solver");
        command.arg(endless(folder.path())).arg(&puzzle);
        command.env("TMPDIR", &temporary).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child: Child = command.spawn().unwrap();
        let pids = pids(folder.path());
        // To the program alone, not to its process group.
        let kill = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{signal}");
        assert_gone(&pids);
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "{signal}");
    }
}

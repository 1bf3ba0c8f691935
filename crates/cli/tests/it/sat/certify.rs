//! `satdoku check --certify`: formulas as `export` writes them, proofs that independent checkers
//! accept, and no incomplete proof.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{
    HARDEST, HARDEST_SOLUTION, PROGRAM, PUZZLES, Run, TWO_SOLUTIONS, run, satdoku, satdoku_on,
};
use serde_json::{Value, json};

/// A puzzle without solutions that propagation does not refute: the hardest one with a wrong digit
/// in r1c2.
const NONE: &str =
    "85.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn certify(options: &str, folder: &Path, input: &str) -> Run {
    let mut command = satdoku(&format!("check {options} --certify"));
    command.arg(folder);
    run(command, input)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn index(folder: &Path) -> Vec<Value> {
    let text = read(folder, "index.jsonl");
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// One record of each kind: unique, multiple, none, a clash, a solved grid, and an invalid record.
fn one_of_each() -> String {
    let clash = "11..............";
    let bad = "1".repeat(80);
    let solved = PUZZLES[0][1];
    let hardest = HARDEST.replace(char::is_whitespace, "");
    format!("{hardest}\n{TWO_SOLUTIONS}\n{NONE}\n{clash}\n{solved}\n{bad}\n")
}

#[test]
fn each_verdict_has_files_and_an_entry_in_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let folder = &folder.path().join("made");
    let run = certify("", folder, &one_of_each());
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(
        names(folder),
        [
            "000001.cnf",
            "000001.drat",
            "000001.solution",
            "000002.solutions",
            "000003.cnf",
            "000003.drat",
            "000004.cnf",
            "000004.drat",
            "000005.cnf",
            "000005.drat",
            "000005.solution",
            "index.jsonl",
        ]
    );
    assert_eq!(
        read(folder, "000001.solution"),
        format!("{HARDEST_SOLUTION}\n")
    );
    let solutions = read(folder, "000002.solutions");
    let solutions: Vec<&str> = solutions.lines().collect();
    assert_eq!(solutions.len(), 2);
    assert_ne!(solutions[0], solutions[1]);

    let index = index(folder);
    let verdicts: Vec<&str> = index
        .iter()
        .map(|e| e["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(
        verdicts,
        ["unique", "multiple", "none", "none", "unique", "invalid"]
    );
    let size = |name: &str| fs::metadata(folder.join(name)).unwrap().len();
    assert_eq!(
        index[0],
        json!({
            "number": 1,
            "source": "<stdin>",
            "line": 1,
            "puzzle": HARDEST.replace(char::is_whitespace, ""),
            "boxes": "3x3",
            "verdict": "unique",
            "encoding": "extended",
            "proof": "drat",
            "files": [
                {"name": "000001.cnf", "bytes": size("000001.cnf")},
                {"name": "000001.drat", "bytes": size("000001.drat")},
                {"name": "000001.solution", "bytes": size("000001.solution")},
            ],
            "check": "rate 000001.cnf 000001.drat",
            "trusted": ["encoding", "checker"],
        })
    );
    assert_eq!(index[1]["check"], Value::Null);
    assert_eq!(index[5]["files"], json!([]));
}

#[test]
fn the_formula_is_the_one_that_export_writes() {
    let folder = tempfile::tempdir().unwrap();
    certify("", folder.path(), &one_of_each());
    for (number, input) in [(1, HARDEST), (5, PUZZLES[0][1])] {
        let exported = satdoku_on("export --block-solution", input).stdout;
        assert!(read(folder.path(), &format!("00000{number}.cnf")) == exported);
    }
    for (number, input) in [(3, NONE), (4, "11..............")] {
        let exported = satdoku_on("export", input).stdout;
        assert!(read(folder.path(), &format!("00000{number}.cnf")) == exported);
    }
}

#[test]
fn proofs_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    certify("", folder, &one_of_each());
    let entries = index(folder);
    let proved: Vec<&Value> = entries.iter().filter(|e| e["proof"] == "drat").collect();
    assert_eq!(proved.len(), 4);
    for entry in proved {
        let name = |index: usize| entry["files"][index]["name"].as_str().unwrap();
        let (cnf, proof) = (read(folder, name(0)), read(folder, name(1)));
        assert_eq!(crate::common::drat::check(&cnf, &proof), Ok(()), "{entry}");
    }
    let (cnf, proof) = (read(folder, "000001.cnf"), read(folder, "000001.drat"));
    let half = &proof[..proof.len() / 2];
    assert!(crate::common::drat::check(&cnf, half).is_err());
    assert!(crate::common::drat::check(&cnf, &read(folder, "000003.drat")).is_err());
}

/// Returns true if the proof checker `rate` accepts a proof.
fn rate_accepts(cnf: &Path, proof: &Path) -> bool {
    let output = Command::new("rate").args([cnf, proof]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let verified = text.lines().any(|line| line == "s VERIFIED");
    let refused = text.lines().any(|line| line == "s NOT VERIFIED");
    assert!(verified != refused, "{text}");
    verified
}

#[test]
#[ignore = "needs rate: .ci/run installs it"]
fn rate_accepts_the_certificates_and_refuses_others() {
    for kind in ["drat", "binary-drat"] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        certify(&format!("--proof {kind}"), folder.path(), &one_of_each());
        for number in [1, 3, 4, 5] {
            let [cnf, proof] =
                ["cnf", "drat"].map(|ending| path(&format!("00000{number}.{ending}")));
            assert!(rate_accepts(&cnf, &proof), "{kind} {number}");
        }
        // Propagation does not solve the first puzzle, so its proof is not empty.
        let whole = fs::read(path("000001.drat")).unwrap();
        fs::write(path("short.drat"), &whole[..whole.len() / 50]).unwrap();
        for wrong in ["short.drat", "000003.drat"] {
            let is_accepted = rate_accepts(&path("000001.cnf"), &path(wrong));
            assert!(!is_accepted, "{kind} {wrong}");
        }
    }
}

#[test]
fn a_16x16_board_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // The last digit of the first row is already in the last column of the second.
    let none = format!(
        "123456789ABCDEF.\n{}G\n",
        "................\n".repeat(15).trim_end()
    )
    .replacen("................G", "...............G", 1);
    let run = certify("", folder, &none);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let (cnf, proof) = (read(folder, "000001.cnf"), read(folder, "000001.drat"));
    assert_eq!(crate::common::drat::check(&cnf, &proof), Ok(()));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_partial_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = certify("", folder.path(), HARDEST);
    assert_eq!(whole.code, 0);
    let size = |name: &str| fs::metadata(path(name)).unwrap().len();
    let (cnf, proof) = (size("000001.cnf"), size("000001.drat"));
    assert!(cnf < proof, "the limits below are in between");
    // A limit in units of 1024 bytes; a write beyond it fails.
    for limit in [cnf / 2048, cnf / 1024 + 1] {
        let script = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec {PROGRAM} check --certify {}",
            folder.path().display()
        );
        let mut bash = Command::new("bash");
        bash.args(["-c", &script]);
        let run = run(bash, HARDEST);
        assert_eq!(run.code, 2, "{}", run.stderr);
        run.assert_reports("cannot be written");
        let whole_cnf = limit * 1024 > cnf;
        let expected: &[&str] = if whole_cnf { &["000001.cnf"] } else { &[] };
        assert_eq!(names(folder.path()), expected, "limit {limit}");
        let again = certify("", folder.path(), HARDEST);
        assert_eq!((again.code, size("000001.drat")), (0, proof));
    }
}

#[test]
fn certificates_do_not_change_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["text", "jsonl"] {
        let options = format!("--format {format}");
        let with = certify(&options, folder.path(), &one_of_each());
        let without = satdoku_on(&format!("check {options}"), one_of_each());
        assert_eq!(with.stdout, without.stdout);
        assert_eq!((with.stderr, with.code), (without.stderr, without.code));
    }
}

#[test]
fn certificates_of_two_runs_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    certify("", folder, &one_of_each());
    // Other files are kept.
    fs::write(folder.join("notes.txt"), "").unwrap();
    assert_eq!(certify("", folder, TWO_SOLUTIONS).code, 1);
    assert_eq!(
        names(folder),
        ["000001.solutions", "index.jsonl", "notes.txt"]
    );
}

#[test]
fn unfinished_files_of_a_killed_run_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".satdoku-XyZ123"), "half").unwrap();
    assert_eq!(certify("", folder.path(), TWO_SOLUTIONS).code, 1);
    assert_eq!(names(folder.path()), ["000001.solutions", "index.jsonl"]);
}

#[cfg(unix)]
#[test]
fn certificates_are_completed_after_the_pipe_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!("{TWO_SOLUTIONS}\n").repeat(2_000);
    fs::write(folder.path().join("p.txt"), lines).unwrap();
    let command = "set -o pipefail; satdoku check p.txt --certify made | head -1; echo $?";
    let output = crate::common::run_example(command, folder.path());
    assert_eq!(output, "p.txt:1: multiple\n1\n");
    assert_eq!(index(&folder.path().join("made")).len(), 2_000);
}

#[test]
fn certificates_have_the_whole_puzzle_and_complete_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzle = "12..............; variables x 2 1-2; sum 3 x1 x2; diagonal";
    let unique = "1234341221434321; variables x 1-2; given x=2";
    assert_eq!(
        certify("", folder, &format!("{puzzle}\n{unique}\n")).code,
        1
    );
    let index = index(folder);
    for entry in &index {
        let text = entry["puzzle"].as_str().unwrap();
        assert!(text.contains("; variables x"), "{text}");
    }
    let read = |name: &str| read(folder, name);
    assert!(read("000001.solutions").contains('x'));
    assert!(read("000002.solution").starts_with("1234341221434321\n"));
    assert!(read("000002.solution").contains('x'));
}

#[test]
fn a_certificate_keeps_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cells = "r1c1 r2c4 r3c7 r4c2 r5c5 r6c8 r7c3 r8c6 r9c9 r1c5";
    let puzzle = format!("{}; all-pairs \"a != b\" {cells}", ".".repeat(81));
    // The answer takes the engine no time, and a proof takes a while.
    let run = certify("--engine mrv --no-confirm --timeout 1", folder, &puzzle);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let is_late = run.stderr.contains("not certified: gave up after 1 second");
    let is_unknown = run.stdout.contains("unknown: gave up after 1 second");
    assert!(is_late || is_unknown, "{}{}", run.stdout, run.stderr);
    assert_eq!(names(folder), ["index.jsonl"]);
}

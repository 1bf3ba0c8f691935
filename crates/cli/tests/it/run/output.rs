//! Results in files and folders, and quiet runs.

use std::fs;

use crate::common::{HARDEST, HARDEST_LINE, HARDEST_SOLUTION, PUZZLES, run_example, satdoku_on};

const EASY: &str = PUZZLES[0][0];

/// Makes a folder with `puzzles.txt`: an easy puzzle, one without a solution and a hard one.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let none = format!("11{}", ".".repeat(79));
    let text = format!("{EASY}\n{none}\n{HARDEST_LINE}\n");
    fs::write(folder.path().join("puzzles.txt"), text).unwrap();
    folder
}

/// Returns the output of a command, its exit code, and the files in the folder afterwards.
fn run_in(folder: &tempfile::TempDir, command: &str) -> (String, Vec<String>) {
    let printed = run_example(&format!("{command}; echo $?"), folder.path());
    (printed, files(folder, ""))
}

fn files(folder: &tempfile::TempDir, below: &str) -> Vec<String> {
    let files = fs::read_dir(folder.path().join(below)).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn content(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn a_file_has_the_bytes_of_standard_output() {
    let folder = folder();
    for command in [
        "solve --format svg puzzles.txt",
        "check --format csv puzzles.txt",
        "generate -n 2 --seed 1",
        "bench --help",
    ] {
        let printed = run_example(&format!("satdoku {command} 2>/dev/null"), folder.path());
        let nothing = run_example(
            &format!("satdoku {command} -o results 2>/dev/null"),
            folder.path(),
        );
        if command == "bench --help" {
            assert_eq!(nothing, printed);
            continue;
        }
        assert_eq!(nothing, "", "{command}");
        assert_eq!(content(&folder, "results"), printed, "{command}");
        assert_eq!(files(&folder, ""), ["puzzles.txt", "results"], "{command}");
    }
}

#[test]
fn the_extension_of_the_file_sets_the_format() {
    let folder = folder();
    for (command, file, format) in [
        ("solve", "out.svg", "svg"),
        ("solve", "out.HTML", "html"),
        ("check", "out.csv", "csv"),
        ("check", "out.v2.csv.gz", "csv"),
        ("explain", "out.jsonl", "jsonl"),
        ("explain", "out.txt", "text"),
        ("candidates", "out.svg", "svg"),
    ] {
        let command = format!("satdoku {command} -q puzzles.txt");
        let printed = run_example(&format!("{command} --format {format}"), folder.path());
        run_in(&folder, &format!("{command} -o {file}"));
        let unpacked = match file.ends_with(".gz") {
            true => run_example(&format!("gzip -dc {file}"), folder.path()),
            false => content(&folder, file),
        };
        assert_eq!(unpacked, printed, "{command} -o {file}");
    }
    run_in(
        &folder,
        "satdoku solve -q --format line puzzles.txt -o out.json",
    );
    let lines = run_example("satdoku solve -q --format line puzzles.txt", folder.path());
    assert_eq!(content(&folder, "out.json"), lines);
}

#[test]
fn a_json_file_is_an_array() {
    let folder = folder();
    run_in(&folder, "satdoku check puzzles.txt -o out.json");
    let lines = run_example("satdoku check --format jsonl puzzles.txt", folder.path());
    let objects: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let array: Vec<serde_json::Value> =
        serde_json::from_str(&content(&folder, "out.json")).unwrap();
    assert_eq!(array, objects);
    run_in(&folder, "satdoku solve /dev/null -o none.json");
    assert_eq!(content(&folder, "none.json"), "[]\n");
}

#[test]
fn an_unknown_extension_is_an_error_and_creates_no_file() {
    let folder = folder();
    for (command, known) in [
        ("solve", ".csv, .jsonl, .json, .svg, .html"),
        ("check", ".csv, .jsonl, .json"),
    ] {
        let (printed, names) = run_in(
            &folder,
            &format!("satdoku {command} puzzles.txt -o out.foo"),
        );
        let expected = format!(
            "out.foo: expected a file that ends in .txt, {known}, found .foo: use --format for another name\n2\n"
        );
        assert_eq!(printed, expected);
        assert_eq!(names, ["puzzles.txt"]);
    }
    let (printed, names) = run_in(&folder, "satdoku check puzzles.txt --format csv -o out.foo");
    assert_eq!((printed.as_str(), names.len()), ("1\n", 2));
}

#[test]
fn generate_makes_one_puzzle_into_a_file_or_a_pipe() {
    let folder = folder();
    run_in(&folder, "satdoku generate --seed 1 -o new.txt");
    assert_eq!(content(&folder, "new.txt").lines().count(), 1);
    let piped = run_example("satdoku generate --seed 1 | cat", folder.path());
    assert_eq!(piped, content(&folder, "new.txt"));
}

#[test]
fn output_can_be_a_compressed_file_or_a_dash() {
    let folder = folder();
    run_in(&folder, "satdoku solve puzzles.txt -o solved.gz");
    let unpacked = run_example("gzip -dc solved.gz", folder.path());
    assert_eq!(unpacked, format!("{}\n{HARDEST_SOLUTION}\n", PUZZLES[0][1]));
    let run = satdoku_on("solve -o -", HARDEST_LINE);
    assert_eq!(run.stdout, format!("{HARDEST_SOLUTION}\n"));
}

#[test]
fn a_folder_gets_a_file_for_each_result() {
    let folder = folder();
    let (printed, _) = run_in(&folder, "satdoku solve -q puzzles.txt -o solved/");
    assert_eq!(printed, "1\n");
    assert_eq!(files(&folder, "solved"), ["000001.txt", "000003.txt"]);
    assert_eq!(
        content(&folder, "solved/000003.txt"),
        format!("{HARDEST_SOLUTION}\n")
    );
    run_in(
        &folder,
        "satdoku convert --format svg puzzles.txt -o pictures/",
    );
    assert_eq!(
        files(&folder, "pictures"),
        ["000001.svg", "000002.svg", "000003.svg"]
    );
    let picture = content(&folder, "pictures/000001.svg");
    assert_eq!(
        (
            picture.matches("<svg ").count(),
            picture.matches("<text ").count()
        ),
        (1, 32)
    );
    run_in(
        &folder,
        "satdoku solve --solutions 2 puzzles.txt -o solved/",
    );
    run_in(
        &folder,
        "satdoku generate -n 2 --seed 1 --format grid -o new/",
    );
    assert_eq!(files(&folder, "new"), ["000001.txt", "000002.txt"]);
    let all = run_example("satdoku solve new/000001.txt new/000002.txt", folder.path());
    assert_eq!(all.lines().count(), 2 * 11 + 1, "{all}");
    for table in [
        "solve --format jsonl",
        "solve --format csv",
        "check",
        "count",
    ] {
        let (printed, _) = run_in(&folder, &format!("satdoku {table} puzzles.txt -o solved/"));
        let expected = "solved/: expected a file, found a folder, which is for puzzles as text or pictures\n2\n";
        assert_eq!(printed, expected, "{table}");
    }
}

#[test]
fn an_output_file_is_complete_or_missing() {
    let folder = folder();
    let (printed, files) = run_in(&folder, "satdoku solve puzzles.txt -o puzzles.txt");
    assert_eq!(
        printed,
        "puzzles.txt: is input and output at the same time\n2\n"
    );
    assert_eq!(files, ["puzzles.txt"]);
    let (printed, files) = run_in(&folder, "satdoku solve puzzles.txt -o missing/x.txt");
    let expected = "missing/x.txt: cannot be written: there is no folder missing\n2\n";
    assert_eq!(printed, expected);
    assert_eq!(files, ["puzzles.txt"]);
    // If no input can be read, the earlier file is kept.
    fs::write(folder.path().join("kept.txt"), "kept").unwrap();
    let (printed, _) = run_in(&folder, "satdoku solve typo.txt -o kept.txt");
    assert!(
        printed.starts_with("typo.txt: cannot be opened"),
        "{printed}"
    );
    assert_eq!(content(&folder, "kept.txt"), "kept");
    fs::remove_file(folder.path().join("kept.txt")).unwrap();
    // An error that ends the run leaves no file.
    let (_, files) = run_in(&folder, "satdoku hint --filled x puzzles.txt -o out.txt");
    assert_eq!(files, ["puzzles.txt"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_lines_so_far() {
    let folder = folder();
    // Limits in units of 1024 bytes: one within the last write, one before it.
    for (command, records, limit) in [
        ("solve", 20, 1),
        ("solve", 10_000, 100),
        ("check --format csv", 10_000, 100),
    ] {
        let text = format!("{EASY}\n").repeat(records);
        fs::write(folder.path().join("puzzles.txt"), text).unwrap();
        let limited = format!("trap '' XFSZ; ulimit -f {limit}");
        let (printed, names) = run_in(
            &folder,
            &format!("{limited}; satdoku {command} puzzles.txt -o out"),
        );
        let is_error =
            printed.starts_with("out: cannot be written: ") && printed.ends_with("\n2\n");
        assert!(is_error, "{printed}");
        assert_eq!(names, ["out", "puzzles.txt"]);
        let kept = content(&folder, "out");
        let is_answer = |line: &&str| line.contains(PUZZLES[0][1]);
        let answers = kept.lines().filter(is_answer).count();
        let header = usize::from(command.contains("csv"));
        assert!(kept.ends_with('\n') && kept.lines().count() == answers + header);
        assert!((10..records).contains(&answers), "{answers}");
    }
}

#[test]
fn quiet_hides_messages_about_puzzles_but_not_errors_of_the_run() {
    let none = format!("11{}\nbad\n{HARDEST_LINE}\n", ".".repeat(79));
    let loud = satdoku_on("solve", &none);
    assert_eq!(loud.stderr.lines().count(), 2, "{}", loud.stderr);
    let quiet = satdoku_on("solve --quiet", &none);
    assert_eq!(quiet.err(), ("", loud.code));
    assert_eq!(quiet.stdout, loud.stdout);
    assert_eq!(satdoku_on("generate -q -n 1", "").stderr, "");
    let missing = satdoku_on("solve -q no/such/file", "");
    missing.assert_reports_first("no/such/file: cannot be opened");
    assert_eq!(missing.code, 2);
    // A summary that was requested is printed.
    let summary = satdoku_on("solve -q --summary", HARDEST);
    summary.assert_reports_first("1 record: 1 solved");
}

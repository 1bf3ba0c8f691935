//! Input from files, pipes and arguments, and errors of options, input and output.

use std::process::Stdio;

use crate::common::{PUZZLES, first_line, satdoku, satdoku_on, satdoku_with};

#[test]
fn empty_input_is_accepted_from_a_pipeline() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for text in ["", "\n\n", "# nothing here\n"] {
        std::fs::write(file.path(), text).unwrap();
        for input in [text.as_bytes(), &crate::common::gzip(text.as_bytes())] {
            let run = satdoku_on("solve", input);
            let note = "<stdin>: empty, so there is no puzzle to read\n";
            assert_eq!((&*run.stdout, &*run.stderr, run.code), ("", note, 0));
        }
        for command in ["check --format jsonl -q", "export -q"] {
            let run = satdoku_with(command, [file.path()], "");
            assert_eq!((run.stdout, run.stderr, run.code), Default::default());
        }
    }
}

#[test]
fn lines_are_answered_one_to_one() {
    let line = PUZZLES[0][0];
    let text = format!("title\n\n{line}\n# comment\n{line}");
    let run = satdoku_on("check --lines --format jsonl", text);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((lines.len(), run.code), (5, 2), "{lines:?}");
    let verdict = |line: &str| line.contains("\"verdict\":\"unique\"");
    let verdicts: Vec<bool> = lines.into_iter().map(verdict).collect();
    assert_eq!(verdicts, [false, false, true, false, true]);
    let run = satdoku_on("check --lines --column 2", line);
    run.assert_reports("cannot be used with");
}

#[test]
fn puzzles_around_an_error_are_answered() {
    let input = format!(
        "{}\n{}\nbad?\n\n{}\n",
        PUZZLES[0][0],
        &PUZZLES[0][0][..80],
        PUZZLES[1][0]
    );
    let run = satdoku_on("solve", input);
    assert_eq!(
        run.stdout,
        format!("{}\n{}\n", PUZZLES[0][1], PUZZLES[1][1])
    );
    assert_eq!(run.code, 2);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_and_the_next_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good");
    std::fs::write(&good, PUZZLES[0][0]).unwrap();
    let missing = folder.path().join("missing");
    for (bad, reason) in [
        (
            folder.path(),
            "expected a file, found a folder: name the files in it",
        ),
        (
            missing.as_path(),
            "cannot be opened: No such file or directory",
        ),
    ] {
        let mut command = satdoku("solve");
        command.arg(bad).arg(&good);
        let run = crate::common::run(command, "");
        run.assert_reports_first(&format!("{}: {reason}", bad.display()));
        assert_eq!(run.stdout, format!("{}\n", PUZZLES[0][1]));
        assert_eq!(run.code, 2);
    }
}

#[test]
fn invalid_options_are_errors() {
    for arguments in [
        "",
        "frobnicate",
        "solve --engine magic",
        "solve --box 1x3",
        "solve --box nine",
        "solve --format pretty",
        "solve --alphabet greek",
        "export --encoding large",
        "check -j 0",
    ] {
        let run = satdoku_on(arguments, PUZZLES[0][0]);
        assert_eq!(run.out(), ("", 2), "{arguments}");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    // More output than a pipe buffers.
    for (arguments, lines) in [
        ("solve", 20_000),
        ("check", 20_000),
        ("export --box 3x3", 1),
    ] {
        let (line, run) = first_line(arguments, lines);
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(run.err(), ("", 0), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "check -h", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let run = satdoku(arguments).stdout(full.unwrap()).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert!(
            message.contains("No space left on device"),
            "{arguments}: {message}"
        );
        assert_eq!(run.status.code(), Some(2), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        "solve",
        "check",
        "export",
        "solve --format jsonl",
        "export -o /dev/full",
    ] {
        let mut command = satdoku(arguments);
        if !arguments.contains("/dev/full") {
            let full = std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap();
            command.stdout(full);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), PUZZLES[0][0].as_bytes())
            .unwrap();
        let run = crate::common::Run::from(child.wait_with_output().unwrap());
        run.assert_reports("No space left on device");
        assert_eq!(run.code, 2, "{arguments}");
    }
}

#[test]
fn a_puzzle_can_be_an_argument() {
    let run = satdoku_on(&format!("solve {}", PUZZLES[0][0]), "");
    let expected = format!("{}\n", PUZZLES[0][1]);
    assert_eq!(
        (run.stdout, run.stderr.as_str(), run.code),
        (expected, "", 0)
    );
    let run = satdoku_on(&format!("check {} {}", PUZZLES[0][0], PUZZLES[2][0]), "");
    assert_eq!(run.stdout, "<argument>:1: unique\n".repeat(2));
    // One cell too few: there is no such file, and it looks like a puzzle.
    let run = satdoku_on(&format!("solve {}", &PUZZLES[0][0][1..]), "");
    run.assert_reports_first("<argument>:1:81: expected 81 cells for a 9x9 puzzle, found 80\n");
    assert_eq!(run.code, 2);
    let run = satdoku_on("solve puzzles.txt", "");
    run.assert_reports_first("puzzles.txt: cannot be opened: No such file");
    // 256 characters are longer than any file name.
    let run = satdoku_on(&format!("solve --no-confirm {}", ".".repeat(256)), "");
    assert_eq!(
        (run.stdout.trim_end().len(), run.code),
        (256, 0),
        "{}",
        run.stderr
    );
}

#[test]
fn an_argument_that_is_nothing_and_an_empty_input_are_named() {
    for (arguments, error) in [
        (
            "solve 12",
            "12: expected a file or a puzzle, found neither\n",
        ),
        (
            "solve 1..4",
            "1..4: expected a file or a puzzle, found neither\n",
        ),
    ] {
        let run = satdoku_on(arguments, "");
        assert_eq!(run.err(), (error, 2));
    }
    let run = satdoku_with("check", [""], "");
    let error = "expected a file or a puzzle, found an empty argument\n";
    assert_eq!(run.err(), (error, 2));
}

/// Names of files and columns, and texts, go to a terminal without the characters that manipulate it.
#[cfg(unix)]
#[test]
fn control_characters_of_the_input_stay_out_of_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let (name, line) = ("a\u{1b}[31m\u{7}b", PUZZLES[0][0]);
    std::fs::create_dir(folder.path().join("d\u{1b}")).unwrap();
    let table = format!("id,\u{1b}[31mpuzzle\n1,{line}\n");
    for (text, arguments, file) in [
        ("\u{1b}[2Jx\n11..............\n", "check", name),
        ("\u{1b}]0;x\u{7}\n", "export", name),
        ("{\"\u{1b}\":\"x\"}\n", "check", name),
        (&table, "check --column sudoku", name),
        (&table, "check --column \u{1b}x", name),
        ("", "check", "missing\u{1b}"),
        ("", "export", "d\u{1b}"),
        ("", "import x\u{1b} --cnf", name),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        let mut command = satdoku(arguments);
        command.current_dir(folder.path()).arg(file);
        let run = crate::common::run(command, "");
        let is_control = |c: char| c.is_control() && c != '\n';
        let is_raw = run.stdout.contains(is_control) || run.stderr.contains(is_control);
        assert!(!is_raw && run.code > 0, "{arguments}: {run:?}");
    }
}

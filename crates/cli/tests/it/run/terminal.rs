//! Behaviour at a terminal: prompt, typed puzzles, bold givens, progress.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common::{HARDEST, HARDEST_LINE, HARDEST_SOLUTION, run, satdoku};
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Returns the two ends of a pseudo-terminal: the user's and the program's.
fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let program = rustix::fs::open(name, flags, rustix::fs::Mode::empty()).unwrap();
    (person.into(), program.into())
}

/// Returns the next line within a minute.
fn next(lines: &Receiver<String>) -> String {
    let line = lines.recv_timeout(Duration::from_secs(60));
    line.expect("no answer while the terminal is open")
}

#[test]
fn a_typed_puzzle_is_answered_at_a_blank_line_and_ctrl_d_ends_the_input() {
    let (mut person, program) = terminal();
    let mut child = satdoku("check")
        .stdin(program)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in stdout.lines() {
            sender.send(line.unwrap()).unwrap();
        }
        drop(sender);
    });
    for start in [1, 11] {
        writeln!(person, "{HARDEST}\n").unwrap();
        assert_eq!(next(&lines), format!("<stdin>:{start}: unique"));
    }
    // Ctrl-D, once.
    person.write_all(b"\x04").unwrap();
    let end = lines.recv_timeout(Duration::from_secs(60));
    assert_eq!(end, Err(std::sync::mpsc::RecvTimeoutError::Disconnected));
    assert!(child.wait().unwrap().success());
}

/// Returns everything a program writes to the terminal until it ends.
fn shown(mut person: File, mut child: Child) -> String {
    let (sender, pieces) = channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        // On Linux, reading fails when the program has closed its end.
        while let Ok(count @ 1..) = person.read(&mut buffer) {
            sender.send(buffer[..count].to_vec()).unwrap();
        }
    });
    let mut shown = Vec::new();
    while let Ok(piece) = pieces.recv_timeout(Duration::from_secs(60)) {
        shown.extend(piece);
    }
    child.wait().unwrap();
    String::from_utf8(shown).unwrap().replace('\r', "")
}

#[test]
fn the_prompt_appears_only_on_a_terminal() {
    for (arguments, is_said) in [("solve", true), ("solve -q", false), ("solve 1...", false)] {
        let (mut person, program) = terminal();
        let errors = program.try_clone().unwrap();
        let mut command = satdoku(arguments);
        command.stdin(program).stdout(Stdio::null()).stderr(errors);
        let child = command.spawn().unwrap();
        drop(command);
        person.write_all(b"\x04").unwrap();
        let text = shown(person, child);
        assert_eq!(
            text.contains("Type or paste"),
            is_said,
            "{arguments}: {text}"
        );
    }
    assert_eq!(run(satdoku("solve"), HARDEST_LINE).stderr, "");
}

/// Returns the text of a solution on a terminal, with this environment.
fn solution_on_terminal(arguments: &str, variable: (&str, &str)) -> String {
    let (person, program) = terminal();
    let mut command = satdoku(&format!("{arguments} {HARDEST_LINE}"));
    command.stdin(Stdio::null()).stdout(program);
    command.env("TERM", "xterm").env(variable.0, variable.1);
    let child = command.spawn().unwrap();
    drop(command);
    shown(person, child)
}

#[test]
fn givens_are_bold_only_on_a_terminal() {
    let bold = |digit: char| format!("\u{1b}[1m{digit}\u{1b}[0m");
    let pairs = HARDEST_LINE.chars().zip(HARDEST_SOLUTION.chars());
    let expected: String = pairs
        .map(|(given, digit)| match given {
            '.' => format!("\u{1b}[36m{digit}\u{1b}[0m"),
            given => bold(given),
        })
        .collect();
    let usual = ("TERM", "xterm");
    let line = solution_on_terminal("solve --format line", usual);
    assert_eq!(line.trim_end(), expected);
    let drawn = solution_on_terminal("solve", usual);
    assert!(
        drawn.contains(&format!("│ {} \u{1b}[36m1", bold('8'))),
        "{drawn}"
    );
    for (arguments, variable) in [
        ("solve -f line", ("NO_COLOR", "1")),
        ("solve -f line", ("TERM", "dumb")),
        ("solve -f line --color never", usual),
    ] {
        let plain = solution_on_terminal(arguments, variable);
        assert_eq!(plain.trim_end(), HARDEST_SOLUTION, "{arguments}");
    }
    // In a solved puzzle no digit is bold.
    let puzzle = solution_on_terminal("convert -f line", usual);
    assert_eq!(puzzle.trim_end(), HARDEST_LINE);
    assert_eq!(
        run(satdoku("solve"), HARDEST_LINE).stdout.trim_end(),
        HARDEST_SOLUTION
    );
    let piped = run(satdoku("solve --color always"), HARDEST_LINE).stdout;
    assert_eq!(piped.trim_end(), expected);
}

/// Starts the program with standard error on a terminal.
fn with_errors_on(terminal: File, arguments: &str) -> Child {
    let mut command = satdoku(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(terminal);
    command.spawn().unwrap()
}

#[test]
fn counting_shows_progress_and_an_interrupt_keeps_the_count() {
    let (mut person, program) = terminal();
    let endless = format!("count --limit 1000000000000 {}", ".".repeat(81));
    let child = with_errors_on(program, &endless);
    // The progress line shows that counting has begun.
    let mut shown = String::new();
    let mut buffer = [0; 256];
    while !shown.contains(" solutions") {
        let count = person.read(&mut buffer).unwrap();
        shown += &String::from_utf8_lossy(&buffer[..count]);
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let line = String::from_utf8(output.stdout).unwrap();
    let count = line
        .strip_prefix("<argument>:1: ≥")
        .and_then(|rest| rest.strip_suffix(": interrupted\n"));
    let count: u64 = count.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
    assert!(count > 0);
}

#[test]
fn a_terminal_gets_one_generated_puzzle() {
    let (person, program) = terminal();
    let mut command = satdoku("generate --seed 1");
    command.stdin(Stdio::null()).stdout(program);
    let child = command.spawn().unwrap();
    drop(command);
    let first = run(satdoku("generate --seed 1 -n 1 --format grid"), "").stdout;
    assert_eq!(shown(person, child), first);
}

/// Returns what a command prints on a terminal with lines of this width, without colours.
fn shown_within(width: u16, arguments: &str) -> String {
    let (person, program) = terminal();
    let size = rustix::termios::Winsize {
        ws_row: 24,
        ws_col: width,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    rustix::termios::tcsetwinsize(&program, size).unwrap();
    let mut command = satdoku(arguments);
    let errors = program.try_clone().unwrap();
    command
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(program)
        .stderr(errors);
    let child = command.spawn().unwrap();
    drop(command);
    shown(person, child)
}

#[test]
fn a_terminal_gets_a_grid_for_a_line_if_it_fits() {
    let grid = run(satdoku(&format!("solve -f grid {HARDEST_LINE}")), "").stdout;
    assert_eq!(shown_within(80, &format!("solve {HARDEST_LINE}")), grid);
    let narrow = shown_within(20, &format!("solve {HARDEST_LINE}"));
    assert_eq!(narrow.trim_end(), HARDEST_SOLUTION);
    let rows = shown_within(80, "solve ../../examples/hardest.txt");
    assert!(rows.starts_with("8 1 2 7 5 3 6 4 9\n"), "{rows}");
}

#[test]
fn words_and_candidates_are_folded_at_the_width() {
    for arguments in ["hint --detail 3", "explain --step 2", "candidates", "solve"] {
        // The clues of the last one contradict each other.
        let puzzle = match arguments {
            "solve" => "../../examples/mistyped.txt",
            _ => HARDEST_LINE,
        };
        let text = shown_within(40, &format!("{arguments} {puzzle}"));
        assert!(text.lines().count() > 1, "{arguments}: {text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 40, "{arguments}: {line}");
        }
    }
    let hint = shown_within(40, &format!("hint --detail 3 {HARDEST_LINE}"));
    // Premises and eliminations have signs without colours, too.
    assert!(hint.contains("│ -6 ") && hint.contains(" *6 "), "{hint}");
    assert!(hint.contains("* premise   - eliminated"), "{hint}");
    // A narrow terminal changes nothing in a pipe.
    let piped = run(satdoku("candidates"), HARDEST_LINE).stdout;
    assert_eq!(
        shown_within(80, &format!("candidates {HARDEST_LINE}")),
        piped
    );
}

#[test]
fn the_time_left_is_shown_once_it_is_known() {
    let (person, program) = terminal();
    // No puzzle is done before the bar appears: there are none with 18 givens so soon.
    let rare = "generate -n 2 --seed 1 --givens 18 --timeout 1.5 --no-confirm";
    let child = with_errors_on(program, rare);
    let shown = shown(person, child);
    // The bar counts what is tried until a puzzle is done.
    let has_bar = [" puzzles, ", " solved grids tried"]
        .iter()
        .any(|part| shown.contains(part));
    assert!(has_bar, "{shown}");
    assert!(!shown.contains(" 0s left"), "{shown}");
}

#[test]
fn repairs_are_shown_unasked_on_a_terminal_and_not_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("verdicts");
    let check = |to_file: bool| {
        let (person, terminal) = terminal();
        let mut command = satdoku("check");
        command.arg("1134............").stdin(Stdio::null());
        if to_file {
            command.arg("-o").arg(&file);
        }
        let child = command.stdout(terminal).spawn().unwrap();
        drop(command);
        shown(person, child)
    };
    let clash = "<argument>:1: none: r1c1=1 and r1c2=1 in row 1\n";
    let on_terminal = check(false);
    assert!(on_terminal.starts_with(clash), "{on_terminal}");
    assert!(on_terminal.contains("  without r1c1=1 "), "{on_terminal}");
    check(true);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), clash);
}

//! Help, completions and manual pages; examples that work; other names of options and variants.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{
    HARDEST, HARDEST_LINE, PUZZLES, Run, run, run_example, satdoku, satdoku_on, satdoku_with,
};

const COMMANDS: [&str; 18] = [
    "solve",
    "check",
    "repair",
    "hint",
    "explain",
    "rate",
    "generate",
    "candidates",
    "count",
    "minimise",
    "canonical",
    "shuffle",
    "convert",
    "export",
    "import",
    "bench",
    "completions",
    "man",
];

/// Returns the help of a command on a terminal of 80 columns.
fn help(arguments: &str) -> String {
    let mut command = satdoku(arguments);
    command.env("COLUMNS", "80");
    let Run { stdout, code, .. } = run(command, "");
    assert_eq!(code, 0, "{arguments}");
    stdout
}

/// Returns the examples in a help text, without their descriptions.
fn examples(help: &str) -> Vec<&str> {
    let (_, examples) = help.split_once("\nExamples:\n").expect("no examples");
    let lines = examples.lines().map_while(|line| line.strip_prefix("  "));
    lines
        .map(|line| line.split("  ").next().unwrap_or_default().trim())
        .collect()
}

#[test]
fn the_short_help_of_every_command_fits_on_a_screen_and_has_examples() {
    for command in COMMANDS {
        let text = help(&format!("{command} -h"));
        let lines = text.lines().count();
        assert!(lines <= 40, "{command}: {lines} lines\n{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        let examples = examples(&text);
        assert!(!examples.is_empty(), "{text}");
        let start = format!("satdoku {command}");
        assert!(
            examples.iter().all(|line| line.starts_with(&start)),
            "{text}"
        );
    }
    let text = help("-h");
    assert!(text.lines().count() <= 40, "{text}");
    for command in COMMANDS {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn the_short_help_of_a_player_has_no_engines() {
    for command in ["hint", "solve", "check"] {
        let text = help(&format!("{command} -h"));
        for option in ["--engine", "--solver", "--jobs", "--summary", "--certify"] {
            assert!(!text.contains(option), "{text}");
        }
        for option in ["--variant", "--format", "--output", "--timeout"] {
            assert!(text.contains(option), "{text}");
        }
    }
    assert!(help("solve --help").contains("--engine <NAME>"));
}

#[test]
fn long_help_has_the_options_of_short_help_under_ordered_headings() {
    const HEADINGS: [&str; 6] = ["Options", "Input", "Answer", "Engine", "Output", "Limits"];
    let options = |text: &str| -> Vec<String> {
        let words = text.lines().filter(|line| line.starts_with("  "));
        let words = words.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '-'));
        words
            .filter(|word| word.starts_with("--") && word.len() > 2)
            .map(String::from)
            .collect()
    };
    for command in COMMANDS {
        let (short, long) = (
            help(&format!("{command} -h")),
            help(&format!("{command} --help")),
        );
        for text in [&short, &long] {
            let found: Vec<usize> = text
                .lines()
                .filter_map(|line| HEADINGS.iter().position(|name| line == format!("{name}:")))
                .collect();
            assert!(found.is_sorted() && found.len() >= 2, "{text}");
        }
        let in_long = options(&long);
        for option in options(&short) {
            assert!(in_long.contains(&option), "{command} {option}");
        }
    }
}

/// Makes a folder with the files that the examples name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let easy = PUZZLES[0][0];
    write("puzzle.txt", HARDEST);
    write("pasted.txt", HARDEST);
    write("puzzles.sdk", HARDEST);
    write("sofar.txt", HARDEST_LINE);
    write("puzzles.txt", &format!("{easy}\n{HARDEST_LINE}\n"));
    write("puzzles.csv", &format!("id,puzzle\n1,{easy}\n"));
    folder
}

#[test]
fn the_examples_of_help_work() {
    run_examples(|example| !example.contains("cadical"));
}

#[test]
#[ignore = "needs cadical"]
fn the_examples_of_help_with_cadical_work() {
    run_examples(|example| example.contains("cadical"));
}

/// Runs the chosen examples in the help of all commands.
fn run_examples(is_chosen: fn(&str) -> bool) {
    let folder = folder();
    for preparation in [
        "satdoku export puzzle.txt -o puzzle.cnf && cadical puzzle.cnf > result.txt",
        "satdoku export puzzles.txt -o formulas/ && mkdir results",
        "for n in 1 2; do cadical formulas/00000$n.cnf > results/00000$n.out; done",
    ] {
        assert_eq!(run_example(preparation, folder.path()), "", "{preparation}");
    }
    let mut count = 0;
    for command in COMMANDS {
        for example in examples(&help(&format!("{command} -h"))) {
            let is_elsewhere = example.contains('~') || example.contains("man -l");
            if is_elsewhere || !is_chosen(example) {
                continue;
            }
            // These examples take long.
            let example = example
                .replace("1000000000", "1000")
                .replace("satdoku bench", "satdoku bench --timeout 1");
            let command = format!("({example}) > /dev/null; echo $?");
            let printed = run_example(&command, folder.path());
            let code = printed.lines().last();
            assert!(matches!(code, Some("0" | "1")), "{example}\n{printed}");
            count += 1;
        }
    }
    assert!(count > 0, "no example was found");
}

#[test]
fn without_arguments_ten_lines_suggest_commands() {
    let run = satdoku_on("", "");
    assert_eq!(run.out(), ("", 2));
    assert!(run.stderr.lines().count() <= 10, "{}", run.stderr);
    run.assert_reports("satdoku solve");
}

#[test]
fn a_puzzle_instead_of_a_command_suggests_solve() {
    let run = satdoku_on(HARDEST_LINE, "");
    let expected =
        format!("expected a command, found `{HARDEST_LINE}`: try `satdoku solve {HARDEST_LINE}`\n");
    assert_eq!((run.stderr, run.code), (expected, 2));
    let run = satdoku_on("sovle", "");
    run.assert_reports("'solve'");
}

#[test]
fn mistakes_are_met_with_suggestions() {
    for (arguments, suggested) in [
        ("sovle x", "a similar subcommand exists: 'solve'"),
        (
            "generate --give 30",
            "a similar argument exists: '--givens'",
        ),
        ("generate --variant killer", "`generate --kinds cage`"),
        (
            "generate --size 7",
            "expected a size with boxes such as 6, or 1x7 for none, found `7`",
        ),
    ] {
        let run = satdoku_on(arguments, "");
        assert_eq!(run.code, 2, "{arguments}");
        run.assert_reports(suggested);
    }
    for (word, kind) in [("caeg", "cage"), ("termometer", "thermometer")] {
        let run = satdoku_with(
            "solve --constraint",
            [format!("{word} 10 r1c1 r1c2")],
            HARDEST_LINE,
        );
        let hint =
            format!("found `{word}`: did you mean {kind}? docs/constraints.md lists all kinds\n");
        assert!(run.stderr.ends_with(&hint), "{}", run.stderr);
    }
}

#[test]
fn short_forms_of_commands_and_options_are_accepted() {
    for (short, long) in [
        ("solve -f jsonl", "solve --format jsonl"),
        ("check -f csv", "check --format csv"),
        ("generate --seed 1 --size 6", "generate --seed 1 --box 2x3"),
        (
            "generate --seed 1 --size 4 --kinds killer --givens 0",
            "generate --seed 1 --box 2x2 --kinds cage --givens 0",
        ),
    ] {
        let [short, long] = [short, long].map(|arguments| {
            let run = satdoku_on(arguments, crate::common::TWO_SOLUTIONS);
            assert!(run.code < 2, "{arguments}: {}", run.stderr);
            run.stdout
        });
        assert!(!short.is_empty() && short == long, "{short}\n{long}");
    }
    let run = satdoku_on("shuffle", HARDEST_LINE);
    run.assert_reports_first("--seed ");
}

#[test]
fn other_spellings_of_options_and_variants_are_accepted() {
    let minimized = satdoku_on("minimize", HARDEST_LINE);
    assert_eq!(
        minimized.stdout,
        satdoku_on("minimise", HARDEST_LINE).stdout
    );
    for (usual, name) in [
        ("Sudoku-X", "diagonal"),
        ("hyper", "windoku"),
        ("disjoint", "disjoint-groups"),
        ("Anti-King", "anti-king"),
        ("nonconsecutive", "non-consecutive"),
    ] {
        let run = satdoku_on(&format!("convert --variant {usual}"), ".".repeat(16));
        assert!(run.stdout.ends_with(&format!("; {name}\n")), "{usual}");
    }
    let made = satdoku_on("generate -n 1 --seed 1 --variant x --format jsonl", "");
    made.assert_prints("\"variants\":[\"diagonal\"]");
    let run = satdoku_on("solve --variant thermo", HARDEST_LINE);
    assert_eq!(run.code, 2);
    run.assert_reports("found `thermo`");
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = satdoku_on(&format!("completions {shell}"), "");
        assert_eq!(run.err(), ("", 0), "{shell}");
        for command in COMMANDS {
            assert!(run.stdout.contains(command), "{shell}: {command}");
        }
    }
    let script = satdoku_on("completions bash", "").stdout;
    for values in ["easy medium hard", "diagonal windoku", "cage thermometer"] {
        assert!(script.contains(values), "{values}");
    }
    let mut bash = Command::new("bash");
    bash.arg("-n");
    assert_eq!(run(bash, script).code, 0);

    let folder = tempfile::tempdir().unwrap();
    let mut pages = satdoku("man -o");
    pages.arg(folder.path());
    assert_eq!(run(pages, "").code, 0);
    for command in COMMANDS {
        let name = format!("satdoku-{command}.1");
        let page = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(page, satdoku_on(&format!("man {command}"), "").stdout);
    }
    let page = satdoku_on("man solve", "").stdout;
    assert!(
        page.starts_with(".ie \\n(.g") && page.contains("no\\-confirm"),
        "{page}"
    );
    assert!(page.contains("satdoku solve puzzles.txt"), "{page}");
    assert!(Path::new(folder.path()).join("satdoku.1").is_file());
    let run = satdoku_on("man sovle", "");
    assert_eq!(run.stderr, "expected a command, found `sovle`\n");
    assert_eq!(run.code, 2);
}

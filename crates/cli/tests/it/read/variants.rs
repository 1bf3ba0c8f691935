//! `--variant` and `--regions` through the program, and a map below a puzzle.

use std::fs;

use crate::common::{run, satdoku, satdoku_on, satdoku_with};

/// A puzzle that is unique with both diagonals.
const DIAGONAL: &str =
    "...5..2.1..2...3...18.......762...3.........4...874......4..95....98.........28.7";
const DIAGONAL_SOLUTION: &str =
    "347596281652148379918723465476259138285361794139874526863417952724985613591632847";

/// A jigsaw, its map and its solution.
const JIGSAW: &str = "..5..\n.....\n.41..\n.....\n.3.4.\n";
const MAP: &str = "11111\n22334\n22334\n52344\n55554\n";
const JIGSAW_SOLUTION: &str = "42513\n21354\n34125\n15432\n53241\n";

#[test]
fn every_command_respects_the_variant() {
    let check = satdoku_on("check --variant diagonal", DIAGONAL);
    assert_eq!(check.out(), ("<stdin>:1: unique\n", 0));
    let check = satdoku_on("check", DIAGONAL);
    check.assert_begins("<stdin>:1: multiple");
    let solve = satdoku_on("solve --variant diagonal", DIAGONAL);
    assert_eq!(solve.stdout.trim(), DIAGONAL_SOLUTION);
    let count = satdoku_on("count --variant diagonal", ".".repeat(16));
    assert_eq!(count.stdout, "<stdin>:1: 48\n");
    let count = satdoku_on(
        "count --variant windoku,anti-king --variant diagonal",
        ".".repeat(16),
    );
    count.assert_begins("<stdin>:1: 0: ");
    let minimised = satdoku_on("minimise --variant diagonal", DIAGONAL_SOLUTION);
    let again = satdoku_on("check --redundant --variant diagonal", &minimised.stdout);
    assert_eq!(again.stdout, "<stdin>:1: unique, minimal\n");
    let exact = satdoku_on("candidates --exact --variant diagonal", DIAGONAL);
    exact.assert_begins("3 4 7 | 5 9 6 | 2 8 1\n");
}

#[test]
fn conflicts_name_the_rule() {
    for (variant, givens, expected) in [
        (
            "anti-knight",
            "1.....1.........",
            "<stdin>:1: none: r1c1=1 and r2c3=1 a knight's move apart\n",
        ),
        (
            "diagonal",
            "1..............1",
            "<stdin>:1: none: r1c1=1 and r4c4=1 in the diagonal from top left\n",
        ),
        (
            "non-consecutive --box 2x3",
            "12..................................",
            "<stdin>:1: none: r1c1=1 and r1c2=2 next to each other\n",
        ),
    ] {
        let check = satdoku_on(&format!("check --variant {variant}"), givens);
        assert_eq!(check.out(), (expected, 1));
    }
}

#[test]
fn regions_come_from_a_file_or_from_below_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.txt");
    fs::write(&map, MAP).unwrap();
    let mut solve = satdoku("solve --regions");
    let solved = run(
        {
            solve.arg(&map);
            solve
        },
        JIGSAW,
    );
    assert_eq!(solved.out(), (JIGSAW_SOLUTION, 0), "{}", solved.stderr);
    let solved = satdoku_on("solve", format!("{JIGSAW}\n{MAP}\n{JIGSAW}\n{MAP}"));
    assert_eq!(
        solved.stdout,
        format!("{JIGSAW_SOLUTION}\n{JIGSAW_SOLUTION}")
    );
    // The same bytes for any number of workers, and a record for each puzzle with a map.
    let many = format!("{JIGSAW}\n{MAP}\n").repeat(20);
    let [one, two] = ["1", "2"].map(|jobs| satdoku_on(&format!("check -j {jobs}"), &many).stdout);
    assert_eq!(one, two);
    assert_eq!(one.lines().count(), 20);
    assert!(one.lines().all(|line| line.ends_with(": unique")), "{one}");
}

#[test]
fn errors_in_maps_name_the_cells() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.txt");
    fs::write(&map, MAP.replace("55554", "55555")).unwrap();
    let solved = satdoku_with("solve --regions", [&map], JIGSAW);
    assert_eq!(solved.out(), ("", 2));
    let expected = "map.txt:4:1: expected 5 cells in each region, found 6 in one: \
                    r4c1 r5c1 r5c2 r5c3 r5c4 r5c5";
    solved.assert_reports(expected);
    let solved = satdoku_on("solve --regions no-such-file", JIGSAW);
    solved.assert_reports("no-such-file: cannot be opened: No such file");
    let solved = satdoku_on(
        "solve",
        format!("{JIGSAW}\n{}", MAP.replace("55554", "55555")),
    );
    assert_eq!(solved.out(), ("", 2));
    solved.assert_reports_first("<stdin>:10:1: expected 5 cells");
    for arguments in ["--variant sideways", "--regions map.txt --box 3x3"] {
        let solved = satdoku_on(&format!("solve {arguments}"), DIAGONAL);
        assert_eq!(solved.out(), ("", 2));
    }
    let solved = satdoku_on("solve --variant windoku --box 2x3", ".".repeat(36));
    assert_eq!(solved.code, 2);
    let expected = "<stdin>:1:1: expected a square number of digits for windoku, found 6\n";
    assert_eq!(solved.stderr, expected);
}

#[test]
fn certificates_name_their_rules() {
    let folder = tempfile::tempdir().unwrap();
    let checked = satdoku_with(
        "check --variant diagonal --certify",
        [folder.path().join("proofs")],
        format!("{JIGSAW}\n{MAP}\n"),
    );
    // There is no solution with both diagonals.
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    let index = fs::read_to_string(folder.path().join("proofs/index.jsonl")).unwrap();
    let regions = MAP.replace('\n', "");
    let expected = format!("\"regions\":\"{regions}\",\"variants\":[\"diagonal\"]");
    assert!(index.contains(&expected), "{index}");
}

#[test]
fn other_names_of_variants_are_read_wherever_variants_are() {
    let blank = ".".repeat(16);
    for (name, rules) in [
        ("X-Sudoku", "diagonal"),
        ("windows", "windoku"),
        ("knight", "anti-knight"),
        ("king", "anti-king"),
        ("x-windoku", "diagonal; windoku"),
    ] {
        let read = satdoku_on("convert", format!("{blank}; {name}")).stdout;
        assert_eq!(read, format!("{blank}; {rules}\n"), "{name}");
    }
    for (command, input) in [
        ("convert --variant x", blank.clone()),
        ("convert --constraint x", blank.clone()),
        (
            "convert",
            format!("{{\"puzzle\":\"{blank}\",\"variants\":\"x\"}}"),
        ),
        (
            "convert",
            format!("{{\"puzzle\":\"{blank}\",\"variants\":[\"x\"]}}"),
        ),
        (
            "convert --format line",
            format!("puzzle,variants\n{blank},x\n"),
        ),
        (
            "convert --format line",
            "....\n....\n....\n....\nvariants: x".to_string(),
        ),
    ] {
        let read = satdoku_on(command, &input).stdout;
        assert_eq!(read, format!("{blank}; diagonal\n"), "{command}: {input}");
    }
    // The field is called `variants`.
    let noted = satdoku_on("convert", format!("puzzle,variant\n{blank},x\n"));
    noted.assert_reports("variant");
}

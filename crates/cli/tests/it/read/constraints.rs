//! Drawn constraints: below a grid, in fields, and as options.

use crate::common::{Run, run, satdoku, satdoku_on};

const CONSTRAINTS: [&str; 5] = [
    "cage 3 r1c1 r1c2",
    "cage 8 r1c3 r1c4 r2c4",
    "thermometer r4c1 r4c2 r4c3",
    "v r1c1 r2c1",
    "greater r1c3 r1c4",
];
const SOLUTION: &str = "2143342143121234";

/// Runs a command on a blank 4×4 grid with these constraints as options.
fn with_options(arguments: &str, constraints: &[&str]) -> Run {
    let mut command = satdoku(arguments);
    for constraint in constraints {
        command.args(["--constraint", constraint]);
    }
    run(command, ".".repeat(16))
}

/// A blank 4×4 grid and its constraints below it.
fn below_a_grid() -> String {
    format!("....\n....\n....\n....\n{}\n", CONSTRAINTS.join("\n"))
}

/// The constraints as a JSON array.
fn array() -> String {
    serde_json::json!(CONSTRAINTS).to_string()
}

/// Checks that a text is solved as it should be.
fn assert_solved(options: &str, text: &str) {
    let answer = satdoku_on(&format!("solve --format line {options}"), text);
    assert_eq!(answer.stdout.trim(), SOLUTION, "{text}\n{}", answer.stderr);
    assert_eq!(answer.code, 0);
}

#[test]
fn constraints_follow_a_grid() {
    assert_solved("", &below_a_grid());
    assert_solved("", &below_a_grid().replace("....\ncage", "....\n\ncage"));
    // On one line, and with a straight line of cells.
    let line = below_a_grid()
        .replace("....\n", "....")
        .replace("....cage", "....\ncage");
    assert_solved("", &line.replace("r4c1 r4c2 r4c3", "r4c1-r4c3"));
}

#[test]
fn each_grid_has_its_own_constraints() {
    let two = format!(
        "{}\n....\n....\n....\n....\ncage 3 r1c1 r1c4\n",
        below_a_grid()
    );
    let count = satdoku_on("count --no-filename", &two);
    let counts: Vec<&str> = count.stdout.lines().collect();
    assert_eq!(counts.len(), 2, "{}", count.stdout);
    assert!(
        counts[0].ends_with(" 1") || counts[0] == "1",
        "{}",
        counts[0]
    );
    let alone = with_options("count", &["cage 3 r1c1 r1c4"]);
    let of = |line: &str| line.rsplit(' ').next().unwrap_or_default().to_string();
    assert_eq!(of(counts[1]), of(alone.stdout.trim()));
}

#[test]
fn constraints_need_no_grid() {
    assert_solved("--box 2x2", &CONSTRAINTS.join("\n"));
    assert_solved(
        "--box 2x2",
        &format!("{{\"id\": 7, \"constraints\": {}}}", array()),
    );
    // Without --box, the board is 9×9.
    let solve = satdoku_on("solve --format line", "thermometer r1c1-r1c9\n");
    solve.assert_begins("123456789");
}

#[test]
fn constraints_are_options() {
    let solved = with_options("solve --format line", &CONSTRAINTS);
    assert_eq!(solved.stdout.trim(), SOLUTION);
}

#[test]
fn links_refuse_what_f_puzzles_does_not_have() {
    let converted = satdoku_on("convert --format link", below_a_grid());
    let expected = "<stdin>:1: expected constraints that f-puzzles has for a link, found `greater r1c3 r1c4`\n";
    assert_eq!(converted.err(), (expected, 1));
    let known = below_a_grid().replace(CONSTRAINTS[4], "");
    let link = satdoku_on("convert --format link", &known).stdout;
    let rows = |text: &str| satdoku_on("convert --format jsonl --no-filename", text).stdout;
    for constraint in &CONSTRAINTS[..4] {
        assert!(rows(&link).contains(constraint), "{}", rows(&link));
    }
}

#[test]
fn errors_in_constraints_have_a_place() {
    let error = |text: &str| {
        let check = satdoku_on("check", text);
        assert_eq!(check.code, 2, "{text}");
        check.stderr.lines().next().unwrap_or_default().to_string()
    };
    let grid = "....\n....\n....\n....\n";
    assert_eq!(
        error(&format!("{grid}  cage 3 r1c1 r1c5\n")),
        "<stdin>:5:15: expected a cell from r1c1 to r4c4 in `cage 3 r1c1 r1c5`, found `r1c5`"
    );
    assert_eq!(
        error(&format!("{grid}- Cage: 3 = r1c1, rlc2\n")),
        "<stdin>:5:7: expected at least 1 cell such as r1c1 in `cage: 3 = r1c1, rlc2`, found 0"
    );
    // A misspelt name is an error too.
    let misspelt = error(&format!("{grid}htermo r1c1-r1c4\n"));
    assert!(
        misspelt.starts_with("<stdin>:5:1: expected a rule such as `cage 15 r1c1 r1c2`"),
        "{misspelt}"
    );
    // The rules of a puzzle in a list are on its line.
    let list = format!("{}\ncage 3 r1c1 r1c2\n", ".".repeat(81));
    let expected = "<stdin>:2:1: expected a puzzle (a rule follows its puzzle on the same line, after a \
                    semicolon)";
    assert!(error(&list).starts_with(expected), "{}", error(&list));
    let option = with_options("check", &["cgae 3 r1c1"]);
    option.assert_reports("lists all kinds");
    assert_eq!(option.code, 2);
}

#[test]
fn anti_king_forbids_equal_digits_side_by_side() {
    let count = satdoku_on("count", "....; board 1x4; raw; digits 1-2; anti-king");
    assert_eq!(count.stdout, "<stdin>:1: 2\n");
}

#[test]
fn clues_read_their_own_grid_without_missing_cells() {
    // Three buildings of a row with a hole.
    let holes = "123............; board 4x4; raw; holes r1c2; skyscraper 3 row 1";
    let check = satdoku_on("check", holes);
    check.assert_begins("<stdin>:1: multiple");
    // Row 3 of the board has cells of both grids: `1 2 4 3` of the first and `4 3 2 1` of the second.
    let grids = format!(
        "........124321......{}; grids r1c1 r3c3; box 2x2",
        ".".repeat(8)
    );
    for (clue, is_right) in [
        ("sandwich 2 row 3 left", true),
        ("sandwich 3 row 3 left", false),
        ("sandwich 5 row 3 right", true),
        ("sandwich 2 row 3 right", false),
        ("x-sum 1 row 3 right", true),
        ("numbered-room 3 row 3 right", false),
        // The indexer is in column 4 of the second grid, which is the digit in its column 1.
        ("row-indexer r3c6", true),
    ] {
        let count = satdoku_on("count", format!("{grids}; {clue}")).stdout;
        let expected = if is_right { "72" } else { "0" };
        assert!(
            count.starts_with(&format!("<stdin>:1: {expected}")),
            "{clue}: {count}"
        );
    }
}

#[test]
fn printed_rules_name_the_digits_of_the_board() {
    let puzzle =
        "................; digits 0-3; sandwich 2 row 1; whispers r1c1 r1c2; lockout r2c1 r2c2";
    let page = satdoku_on("convert --format html", puzzle).stdout;
    for rule in [
        "the sum of the digits between 0 and 3.",
        "differ by at least the given number, or by 2.",
        "differ by at least the given number, or by 1.",
    ] {
        assert!(page.contains(rule), "{rule}\n{page}");
    }
}

#[test]
fn rules_that_take_too_long_are_refused() {
    let blank = ". . . .";
    let long = format!("pairs \"{} = 0\" r1c1 r1c2", ["a/b"; 238].join("+"));
    let long = satdoku_on(
        "check",
        format!("{blank}; board 2x2; raw; digits 1-400; {long}"),
    );
    long.assert_reports(
        "expected a condition of at most 187 characters on a board with 400 digits",
    );
    // 280 characters are evaluated for all pairs of 100 digits once, not for each constraint.
    let short = format!("pairs \"{} != 70\" r1c1 r1c2", ["a/b"; 70].join("+"));
    let short = [short.as_str(); 200].join("; ");
    let short = satdoku_on(
        "check",
        format!("{blank}; board 2x2; raw; digits 1-100; {short}"),
    );
    short.assert_begins("<stdin>:1: multiple");
    let many = [". "; 100].concat();
    let many = format!("{many}; board 10x10; raw; digits 1-100; count-distinct r1c1: r2c1-r2c10");
    let many = satdoku_on("check", many);
    many.assert_reports("expected a constraint with fewer combinations of digits");
    // The encoding would take a billion variables.
    let cells = format!(
        "{}; board 200x200; raw; digits 1-2; connected 1",
        ".".repeat(40_000)
    );
    let connected = satdoku_on("check --engine sat --timeout 60 --no-confirm", cells);
    connected.assert_prints("needs more than");
}

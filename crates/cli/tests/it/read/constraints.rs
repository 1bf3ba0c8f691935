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
    assert!(solve.stdout.starts_with("123456789"), "{}", solve.stdout);
}

#[test]
fn constraints_are_a_field_of_rows() {
    assert_solved(
        "",
        &format!(
            "{{\"puzzle\": \"................\", \"constraints\": {}}}",
            array()
        ),
    );
    let csv = array().replace('"', "\"\"");
    assert_solved(
        "",
        &format!("puzzle,constraints\n................,\"{csv}\"\n"),
    );
    let list = CONSTRAINTS.join("; ");
    assert_solved(
        "",
        &format!("puzzle,constraints\n................,\"{list}\"\n"),
    );
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
    assert_eq!((converted.stderr.as_str(), converted.code), (expected, 1));
    let known = below_a_grid().replace(CONSTRAINTS[4], "");
    let link = satdoku_on("convert --format link", &known).stdout;
    let rows = |text: &str| satdoku_on("convert --format jsonl --no-filename", text).stdout;
    for constraint in &CONSTRAINTS[..4] {
        assert!(rows(&link).contains(constraint), "{}", rows(&link));
    }
}

#[test]
fn every_output_keeps_constraints() {
    for format in ["line", "grid", "jsonl", "csv"] {
        let converted = satdoku_on(&format!("convert --format {format}"), below_a_grid());
        assert_eq!(converted.code, 0, "{format}: {}", converted.stderr);
        let solved = satdoku_on("solve --format line", &converted.stdout);
        assert_eq!(
            solved.stdout.trim(),
            SOLUTION,
            "{format}:\n{}",
            converted.stdout
        );
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
        error(&format!("{grid}cage 3 r1c1 r1c1\n")),
        "<stdin>:5:1: expected each cell once in `cage 3 r1c1 r1c1`, found r1c1 twice"
    );
    assert_eq!(
        error(&format!("{grid}sum 99999999999999999999 r1c1\n")),
        "<stdin>:5:5: expected a sum in `sum 9999999999999999…`, found `99999999999999999999`"
    );
    assert_eq!(
        error(&format!("{grid}sum 3 1000000001*r1c1\n")),
        "<stdin>:5:1: expected numbers from -1000000000 to 1000000000 in `sum 3 1000000001*r1c…`, \
         found 1000000001"
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
    assert!(
        option.stderr.contains("lists all kinds"),
        "{}",
        option.stderr
    );
    assert_eq!(option.code, 2);
}

#[test]
fn contradicting_constraints_are_named() {
    let constraints = ["cage 3 r1c1 r1c2", "odd r4c4", "cage 4 r2c1 r2c2"];
    let check = with_options("check --format jsonl", &constraints);
    let row: serde_json::Value = serde_json::from_str(&check.stdout).unwrap();
    assert_eq!(row["verdict"], "none");
    let expected = ["cage 3 r1c1 r1c2", "cage 4 r2c1 r2c2"];
    assert_eq!(row["conflict"], serde_json::json!(expected));
}

/// The digits of a variable need not be those of the grid.
#[test]
fn rules_know_the_digits_of_variables() {
    let count = |puzzle: &str| {
        let answer = satdoku_on("count --limit 20000", puzzle);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        answer.stdout
    };
    let solution = "1234341221434321";
    // Digits above those of the grid have classes above its three.
    let entropic = "variables x 4 1-12; entropic x1 x2 x3 x4";
    assert_eq!(
        count(&format!("{solution}; {entropic}")),
        "<stdin>:1: 10368\n"
    );
    let given = "given x1=1 x2=4 x3=7 x4=10";
    assert_eq!(
        count(&format!("{solution}; {entropic}; {given}")),
        "<stdin>:1: 1\n"
    );
    let same = "variables x 2 10-12; same-digits x1: x2";
    assert_eq!(count(&format!("{solution}; {same}")), "<stdin>:1: 3\n");
}

#[test]
fn anti_king_forbids_equal_digits_side_by_side() {
    let count = satdoku_on("count", "....; board 1x4; raw; digits 1-2; anti-king");
    assert_eq!(count.stdout, "<stdin>:1: 2\n");
}

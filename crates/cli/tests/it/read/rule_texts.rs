//! Rules as text: numbers, names, maps with holes, and that what is written is read back.

use crate::common::{satdoku_on, satdoku_with};

const BLANK: &str = "................";

/// Returns what a command prints on a line, or the first line of its error.
fn answer(command: &str, text: &str) -> String {
    let run = satdoku_on(command, text);
    let output = if run.stdout.is_empty() {
        run.stderr
    } else {
        run.stdout
    };
    output.lines().next().unwrap_or_default().to_string()
}

#[test]
fn numbers_that_are_written_otherwise_are_named() {
    for (rule, found) in [
        ("cage 05 r1c1 r1c2", "`05`"),
        ("cage -5 r1c1 r1c2", "`-5`"),
        ("given r1c1=+2", "`r1c1=+2`"),
    ] {
        let error = answer("check", &format!("{BLANK}; {rule}"));
        assert!(error.ends_with(&format!("found {found}")), "{error}");
    }
    assert_eq!(
        answer(
            "check",
            &format!("{BLANK}; variables x 1-3; variables y 5-6; given x=5")
        ),
        "<stdin>:1:53: expected digits from 1 to 3 in `given x=5`, found x=5"
    );
    let star = answer("check", &format!("{BLANK}; sum 5 r1c1 r1c2 *"));
    assert!(
        star.starts_with("<stdin>:1:35: expected a whole number"),
        "{star}"
    );
}

#[test]
fn lines_about_the_board_are_read_or_errors() {
    let partial = format!("{BLANK}; regions 11..1...........");
    assert_eq!(answer("count", &partial), "<stdin>:1: 384");
    for (rule, expected) in [
        (
            "digits 5",
            "expected the lowest and the highest digit such as 0-8",
        ),
        ("box 2", "expected box rows and columns such as 3x3"),
        (
            "regions 1234",
            "expected the region of each cell of a board",
        ),
    ] {
        let error = answer("count", &format!("{BLANK}; {rule}"));
        assert!(error.contains(expected), "{rule}: {error}");
    }
    let option = satdoku_with("count", ["--constraint", "regions zz"], BLANK).stderr;
    assert!(
        option.contains("expected the region of each cell of a board in `regions zz`, found 2"),
        "{option}"
    );
    let field =
        |regions| format!("{{\"puzzle\":\"{BLANK}\",\"constraints\":[\"regions {regions}\"]}}");
    assert_eq!(answer("count", &field("1112132243324443")), "<stdin>:1: 72");
    let error = answer("count", &field("1111132243324443"));
    assert!(
        error.contains("found 5 in one: r1c1 r1c2 r1c3 r1c4 r2c1"),
        "{error}"
    );
    let lines = answer("check --lines", "....; board 2x2; raw; cage r1c1 r1c1");
    assert!(lines.contains("expected each cell once"), "{lines}");
}

#[test]
fn what_is_written_is_read_back() {
    let regions = format!("{BLANK}; board 4x4; regions 11..1...........; cage 3 r1c1 r1c2");
    let complete = "1234341221434321; cage 10 r1c1-r1c4".to_string();
    let raw = "210010121; board 3x3; raw; digits 0-2; cage 3 r1c1 r1c2".to_string();
    for (text, count) in [(regions, "64"), (complete, "1"), (raw, "1")] {
        for format in ["line", "grid", "jsonl", "csv"] {
            let written = satdoku_on(&format!("convert --format {format}"), &text).stdout;
            let again = satdoku_on("count --limit 1000", &written);
            assert!(
                again.stdout.ends_with(&format!(": {count}\n")),
                "{written}{again:?}"
            );
            let line = satdoku_on("convert --format line", &written).stdout;
            assert!(line.contains("; cage "), "{format}: {line}");
        }
    }
}

#[test]
fn names_of_variables_are_names() {
    for name in [
        "total", "sum", "of", "at", "in", "with", "and", "cell", "digit", "line", "clue", "z",
    ] {
        let board = format!("{BLANK}; variables {name} 1x3 0-1");
        for (rule, expected) in [
            (
                format!("even {name}.r1c1 {name}.r1c3"),
                format!("even {name}.r1c1; even {name}.r1c3"),
            ),
            (
                format!("odd r1c1 {name}.r1c2"),
                format!("odd r1c1; odd {name}.r1c2"),
            ),
            (
                format!("contains 1: {name}.r1c1 {name}.r1c2"),
                String::new(),
            ),
            (format!("sum 1 {name}.r1c1 2*{name}.r1c2"), String::new()),
        ] {
            let expected = if expected.is_empty() {
                &rule
            } else {
                &expected
            };
            let line = answer("convert", &format!("{board}; {rule}"));
            assert_eq!(line, format!("{board}; {expected}"));
        }
    }
    let list = format!("{BLANK}; variables z 2; contains 4: z1 z2");
    assert_eq!(answer("convert", &list), list);
    for word in ["size", "or", "as", "row", "left", "excluding", "find"] {
        let error = answer("check", &format!("{BLANK}; variables {word} 3"));
        assert!(error.contains(&format!("found `{word}`")), "{error}");
    }
}

#[test]
fn a_dash_is_a_straight_line_and_two_dots_are_a_rectangle() {
    let board = format!("{BLANK}; variables x 2x2");
    for (rule, written) in [
        ("cage r1c1-r3c3", "cage r1c1 r2c2 r3c3"),
        ("cage 10 r2c2..r1c1", "cage 10 r1c1 r1c2 r2c1 r2c2"),
        ("arrow r1c1:r2c1..r2c2", "arrow r1c1: r2c1 r2c2"),
        (
            "same-digits r1c1..r1c2: r3c3 .. r4c3",
            "same-digits r1c1 r1c2: r3c3 r4c3",
        ),
        ("sum 5 r1c1 2*r2c1..r2c2", "sum 5 r1c1 2*r2c1 2*r2c2"),
        ("sum 9 x.r1c1..x.r2c2", "sum 9 x.r1c1 x.r1c2 x.r2c1 x.r2c2"),
    ] {
        let line = answer("convert", &format!("{board}; {rule}"));
        assert_eq!(line, format!("{board}; {written}"), "{rule}");
    }
    for (holes, written) in [
        ("r1c1-r1c3", "r1c1 r1c2 r1c3"),
        ("r3c1-r1c3", "r1c3 r2c2 r3c1"),
        ("r1c1..r2c2 r3c3", "r1c1 r1c2 r2c1 r2c2 r3c3"),
    ] {
        let cells = ".".repeat(16 - written.split(' ').count());
        let line = answer(
            "convert",
            &format!("{cells}; board 4x4; raw; holes {holes}"),
        );
        assert_eq!(line, format!("{cells}; board 4x4; raw; holes {written}"));
    }
    let rectangle =
        "expected the ends of a straight line of cells, or `r1c1..r2c3` for a rectangle";
    for rule in ["cage r1c1-r2c3", "board 4x4; raw; holes r1c1-r2c3"] {
        let error = answer("check", &format!("{BLANK}; {rule}"));
        assert!(error.contains(rectangle), "{rule}: {error}");
    }
    for (rule, expected) in [
        (
            "cage r1c1..x.r1c1",
            "expected two cells of the grid or of the same variables",
        ),
        ("cage r1c1..r5c1", "expected a cell from r1c1 to r4c4"),
        (
            &format!("sequence \".*\" {}", "r1c1..r4c4 ".repeat(10_001)),
            "expected at most 160000 cells",
        ),
    ] {
        let error = answer("check", &format!("{board}; {rule}"));
        assert!(error.contains(expected), "{rule}: {error}");
    }
}

#[test]
fn a_digit_that_the_board_lacks_is_named_with_its_cell() {
    let board = "......; board 2x3; raw";
    let error = answer("hint --filled ...9..", board);
    assert!(
        error.contains("expected digits from 1 to 3, found r2c1=9"),
        "{error}"
    );
    let error = answer("check", &format!("{BLANK}; box 02x2"));
    assert!(
        error.contains("expected box rows and columns such as 3x3"),
        "{error}"
    );
}

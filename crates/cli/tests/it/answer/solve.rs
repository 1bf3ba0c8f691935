//! `satdoku solve`: solutions in the format of the input, or in another one.

use crate::common::{HARDEST, HARDEST_SOLUTION, PUZZLES, satdoku, satdoku_on};

fn solved(arguments: &str, input: &str) -> String {
    let run = satdoku_on(arguments, input);
    assert_eq!(run.err(), ("", 0), "{arguments} {input}");
    run.stdout
}

#[test]
fn a_line_is_answered_by_a_line_and_a_grid_by_a_grid() {
    let rows: Vec<&str> = HARDEST.lines().collect();
    let line = HARDEST.replace([' ', '\n'], "");
    assert_eq!(solved("solve", &line), format!("{HARDEST_SOLUTION}\n"));

    let spaced = solved("solve", HARDEST);
    assert_eq!(spaced.lines().next(), Some("8 1 2 7 5 3 6 4 9"));
    assert_eq!(spaced.replace([' ', '\n'], ""), HARDEST_SOLUTION);

    let compact = solved("solve", &HARDEST.replace(' ', ""));
    assert_eq!(compact.lines().next(), Some("812753649"));

    let boxed: Vec<String> = rows
        .iter()
        .map(|row| format!("{} |{}", &row[..5], &row[5..]))
        .collect();
    let boxed = solved("solve", &boxed.join("\n"));
    assert_eq!(boxed.lines().next(), Some("8 1 2 | 7 5 3 | 6 4 9"));
    assert_eq!(boxed.lines().nth(3), Some("------+-------+------"));
    assert_eq!(boxed.lines().count(), 11);

    assert_eq!(
        solved("solve --format line", HARDEST),
        format!("{HARDEST_SOLUTION}\n")
    );
}

#[test]
fn a_grid_is_drawn_with_the_borders_of_its_boxes_or_regions() {
    let square = "1.....2..3.....4";
    let drawn = satdoku_on("solve --format grid", square).stdout;
    let expected = "\
┌─────┬─────┐
│ 1 2 │ 4 3 │
│ 3 4 │ 2 1 │
├─────┼─────┤
│ 4 3 │ 1 2 │
│ 2 1 │ 3 4 │
└─────┴─────┘
";
    assert_eq!(drawn, expected);
    // The drawing is read again, and so is one with other borders.
    let plain = |c| match c {
        '│' => '|',
        '─' => '-',
        '\n' | ' ' | '0'..='9' => c,
        _ => '+',
    };
    for picture in [&drawn, &drawn.chars().map(plain).collect::<String>()] {
        let run = satdoku_on("solve --format line", picture);
        assert_eq!(run.out(), ("1243342143122134\n", 0));
    }
    // A jigsaw: its regions are not boxes.
    let jigsaw = "1...\n....\n....\n..3.\n\nregions:\nAAAB\nABBB\nCDDD\nCCCD\n";
    let run = satdoku_on("solve --format grid", jigsaw);
    let first = run.stdout.lines().next().unwrap();
    assert_eq!(first, "┌─────────┬───┐", "{}{}", run.stdout, run.stderr);
    let again = format!("{}\nregions:\nAAAB\nABBB\nCDDD\nCCCD\n", run.stdout);
    assert_eq!(satdoku_on("solve --format grid", again).stdout, run.stdout);
    // If no grid follows the rules, the conflict has no givens.
    let run = satdoku_on(
        "solve",
        jigsaw.replace("ABBB\nCDDD\nCCCD", "ACBB\nCCDB\nCDDD"),
    );
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution: every way to fill the grid fails, whatever is given\n"
    );
}

#[test]
fn a_picture_distinguishes_givens_from_solved_cells() {
    let run = satdoku_on("solve --format svg", "1.....2..3.....4");
    run.assert_begins("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    assert!(run.stdout.trim_end().ends_with("</svg>"));
    let cells = |class: &str| run.stdout.matches(class).count();
    let (texts, opened) = (cells("</text>"), cells("<text "));
    assert_eq!((texts, texts), (opened, 16));
    let blank = satdoku_on("minimise --format svg", "1243342143122134");
    assert!(blank.stdout.matches("</text>").count() < 16);
}

#[test]
fn zeros_can_be_blanks() {
    let exercise = "\
0 3 5 4 6 9 2 7 8
7 8 2 1 0 5 6 0 9
0 6 0 2 7 8 1 3 5
3 2 1 0 4 6 8 9 7
8 0 4 9 1 3 5 0 6
5 9 6 8 2 0 4 1 3
9 1 7 6 5 2 0 8 0
6 0 3 7 0 1 9 5 2
2 5 8 3 9 4 7 6 0
";
    let out = solved("solve", exercise);
    assert!(out.starts_with("1 3 5 4 6 9 2 7 8\n"), "{out}");
    assert_eq!(out.lines().count(), 9);
    assert!(!out.contains('0'));
}

#[test]
fn puzzles_without_a_solution_are_reported_on_standard_error() {
    let clash = format!("5..5{}", ".".repeat(77));
    let run = satdoku_on("solve", format!("{clash}\n{}\n", PUZZLES[0][0]));
    assert_eq!(run.stdout, format!("{}\n", PUZZLES[0][1]));
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution: r1c1=5 and r1c4=5 in row 1\n"
    );
    assert_eq!(run.code, 1);
}

#[test]
fn exit_zero_covers_records_and_no_other_failure() {
    let clash = format!("5..5{}", ".".repeat(77));
    let run = satdoku_on("check --exit-zero", format!("{clash}\nbad\n"));
    run.assert_prints(": none: ");
    run.assert_reports_first("<stdin>:2:");
    assert_eq!(run.code, 0);
    assert_eq!(satdoku_on("check --exit-zero no-such-file", "").code, 2);
    let mut command = satdoku("check --exit-zero --solver");
    command.arg("sh -c 'echo s UNSATISFIABLE'");
    assert_eq!(crate::common::run(command, HARDEST).code, 3);
}

#[test]
fn empty_grids_are_solved() {
    for (shape, size) in [
        ("2x2", 4),
        ("2x3", 6),
        ("3x3", 9),
        ("3x4", 12),
        ("4x4", 16),
        ("5x5", 25),
    ] {
        let empty = ".".repeat(size * size);
        let out = solved(&format!("solve --box {shape}"), &empty);
        assert_eq!(out.len(), size * size + 1);
        let check = format!("check --box {shape}");
        let run = satdoku_on(&check, &empty);
        run.assert_begins("<stdin>:1: multiple\n");
        // A filled grid is its own solution.
        let again = solved(&check, &out);
        assert_eq!(again, "<stdin>:1: unique\n");
    }
}

#[test]
fn many_puzzles_and_files_are_answered_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = ["one", "two"].map(|name| folder.path().join(name)).to_vec();
    std::fs::write(&files[0], format!("{}\n{}\n", PUZZLES[0][0], PUZZLES[1][0])).unwrap();
    std::fs::write(
        &files[1],
        format!("Title\n\n{HARDEST}\n\nTitle\n\n{HARDEST}\n"),
    )
    .unwrap();
    let mut command = satdoku("solve");
    command.args([
        &files[0].display().to_string(),
        "-",
        &files[1].display().to_string(),
    ]);
    let run = crate::common::run(command, PUZZLES[2][0]);
    let expected: Vec<&str> = [0, 1, 2].iter().map(|index| PUZZLES[*index][1]).collect();
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[..3], expected);
    assert_eq!(lines[3], "8 1 2 7 5 3 6 4 9");
    assert_eq!(lines[12], "", "a blank line between two grids");
    assert_eq!(lines.len(), 3 + 9 + 1 + 9);
    assert_eq!(run.code, 0);
}

#[test]
fn several_pictures_make_one_document() {
    let alone = satdoku_on("solve --format svg", "1.....2..3.....4").stdout;
    assert_eq!(alone.matches("<svg ").count(), 1);
    let three = format!("1.....2..3.....4\n12..............\n{}\n", PUZZLES[0][0]);
    let run = satdoku_on("solve --format svg", three);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Four cells of 40 units and a margin of 2 around them; the gap; nine cells.
    let (small, gap, large) = (164, 40, 364);
    let height = 2 * (small + gap) + large;
    let start =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {large} {height}\">\n");
    assert!(run.stdout.starts_with(&start), "{}", &run.stdout[..200]);
    for (y, side) in [(0, small), (small + gap, small), (2 * (small + gap), large)] {
        let picture = format!("<svg y=\"{y}\" width=\"{side}\" height=\"{side}\" viewBox=");
        assert_eq!(run.stdout.matches(&picture).count(), 1, "{picture}");
    }
    assert_eq!(run.stdout.matches("xmlns").count(), 1);
    assert_eq!(run.stdout.matches("</svg>").count(), 4);
    assert!(run.stdout.ends_with("</svg>\n</svg>\n"));
    // The width of a board was taken for its height.
    let wide = "........; board 2x4; box 2x2\n".repeat(2);
    let run = satdoku_on("convert --format svg", wide);
    run.assert_prints("viewBox=\"0 0 164 208\"");
    assert_eq!(
        run.stdout
            .matches("width=\"164\" height=\"84\" viewBox=")
            .count(),
        2
    );
}

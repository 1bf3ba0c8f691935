//! `satdoku candidates`: pencil marks of the givens alone or of solutions, as text, as JSON and as
//! pictures.

use crate::common::{PUZZLES, TWO_SOLUTIONS, satdoku_on};

#[test]
fn candidates_are_drawn_in_their_cells() {
    let run = satdoku_on("candidates", "1.......\n........\n");
    assert_eq!(run.code, 2);
    let exact = satdoku_on("candidates --exact", TWO_SOLUTIONS);
    exact.assert_begins("4  68 3  | 9  2  1  | 68 5  7\n");
    let run = satdoku_on("candidates --format jsonl", "1234341221434...");
    assert_eq!(
        run.stdout,
        "{\"source\":\"<stdin>\",\"line\":1,\"puzzle\":\"1234341221434...\",\"candidates\":\
         [\"1\",\"2\",\"3\",\"4\",\"3\",\"4\",\"1\",\"2\",\"2\",\"1\",\"4\",\"3\",\"4\",\"3\",\"2\",\"1\"]}\n"
    );
    let run = satdoku_on("candidates", "11..............");
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution: r1c1=1 and r1c2=1 in row 1\n"
    );
    assert_eq!(run.code, 1);
}

/// Returns the number of candidates.
fn count(arguments: &str, puzzle: &str) -> usize {
    let run = satdoku_on(&format!("candidates --format jsonl {arguments}"), puzzle);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let object = run.object();
    let cells = object["candidates"].as_array().unwrap();
    cells.iter().map(|cell| cell.as_str().unwrap().len()).sum()
}

#[test]
fn pencil_marks_exclude_the_digits_of_peers() {
    let run = satdoku_on("candidates", "12..............");
    assert_eq!(
        run.stdout,
        "1    2    | 34   34\n34   34   | 1234 1234\n----------+----------\n\
         234  134  | 1234 1234\n234  134  | 1234 1234\n"
    );
    // No digit is placed: the last digit of a row is still a candidate of other cells.
    let marks = satdoku_on("candidates", "123.............").stdout;
    assert!(marks.starts_with("1    2    | 3    4\n"), "{marks}");
    assert!(
        marks.lines().nth(1).unwrap().ends_with("| 124  124"),
        "{marks}"
    );
    // The rules may also exclude consecutive digits in adjacent cells.
    let apart = satdoku_on("candidates --variant non-consecutive", "2...............");
    apart.assert_begins("2    4 ");
}

#[test]
fn only_the_solution_is_left_of_a_unique_puzzle() {
    for [puzzle, _] in PUZZLES {
        assert!(count("", puzzle) > 81);
        assert_eq!(count("--exact", puzzle), 81);
    }
}

#[test]
fn pictures_show_pencil_marks_small_and_placed_digits_large() {
    let texts = |arguments: &str, puzzle: &str| {
        let run = satdoku_on(&format!("candidates --format svg {arguments}"), puzzle);
        run.assert_begins("<svg ");
        run.stdout.matches("<text ").count()
    };
    let easy = PUZZLES[0][0];
    assert_eq!(texts("", easy), count("", easy));
    assert_eq!(count("--exact", TWO_SOLUTIONS), 85);
    assert_eq!(texts("--exact", TWO_SOLUTIONS), 85);
}

#[test]
fn the_solutions_that_have_each_candidate_are_counted() {
    let run = satdoku_on("candidates --exact --counts", TWO_SOLUTIONS);
    run.assert_begins("r1c2: 6×1 8×1\n");
    let run = satdoku_on("candidates --exact --counts=1", TWO_SOLUTIONS);
    run.assert_begins("r1c2: 6×1+ 8×1+\n");
    let run = satdoku_on(
        "candidates --exact --counts=1000 --format jsonl",
        "12..............",
    );
    let object = run.object();
    assert_eq!(object["candidates"][2], "34");
    let counts = object["counts"].as_array().unwrap();
    for cell in counts {
        let cell: u64 = cell
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum();
        assert_eq!(cell, 24);
    }
    assert_eq!(counts.len(), 16);
    let run = satdoku_on("candidates --exact --counts --format svg", TWO_SOLUTIONS);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

//! `satdoku check`: unique, multiple or none, and what shows it.

use crate::common::satdoku_on;

#[test]
fn two_solutions_are_shown_with_their_differences() {
    let square = "1234341221434..1";
    let run = satdoku_on("check", square);
    assert_eq!(run.out(), ("<stdin>:1: unique\n", 0));

    let run = satdoku_on("check", "12343412........");
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "<stdin>:1: multiple");
    let solution = |line: &str| line.split_whitespace().last().unwrap().to_string();
    let (one, other) = (solution(lines[1]), solution(lines[2]));
    assert_ne!(one, other);
    let differing = one.chars().zip(other.chars()).enumerate();
    let names: Vec<String> = differing
        .filter(|(_, (a, b))| a != b)
        .map(|(index, _)| format!("r{}c{}", index / 4 + 1, index % 4 + 1))
        .collect();
    assert_eq!(lines[3], format!("  they differ in {}", names.join(" ")));
    for grid in [one, other] {
        let again = satdoku_on("check", &grid);
        assert_eq!(again.stdout, "<stdin>:1: unique\n", "{grid}");
    }
}

#[test]
fn solutions_of_grids_are_grids() {
    let run = satdoku_on("check", "1 2 3 4\n3 4 1 2\n. . . .\n. . . .\n");
    run.assert_prints("\n  one solution:\n    1 2 3 4\n    3 4 1 2\n");
}

#[test]
fn equal_givens_in_a_house_are_named() {
    let at = |cells: &[(usize, usize)]| {
        let mut grid = vec!['.'; 81];
        for (row, column) in cells {
            grid[(row - 1) * 9 + column - 1] = '5';
        }
        String::from_iter(grid)
    };
    for (cells, expected) in [
        ([(1, 1), (1, 7)], "r1c1=5 and r1c7=5 in row 1"),
        ([(2, 3), (9, 3)], "r2c3=5 and r9c3=5 in column 3"),
        ([(4, 4), (5, 6)], "r4c4=5 and r5c6=5 in box 5"),
    ] {
        let run = satdoku_on("check", at(&cells));
        assert_eq!(run.stdout, format!("<stdin>:1: none: {expected}\n"));
        assert_eq!(run.code, 1);
    }
}

#[test]
fn unconfirmed_answers_are_marked() {
    let confirmed = |arguments: &str| {
        let run = satdoku_on(
            &format!("check --format jsonl {arguments}"),
            crate::common::HARDEST,
        );
        let object = run.object();
        assert_eq!((object["verdict"].as_str(), run.code), (Some("unique"), 0));
        object["confirmed"].as_bool().unwrap()
    };
    assert!(confirmed(""));
    assert!(!confirmed("--no-confirm"));
    assert!(!confirmed("--engine mrv"));
}

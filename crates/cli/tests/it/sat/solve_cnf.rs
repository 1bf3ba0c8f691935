//! `satdoku solve --cnf`: formulas of puzzles become grids, others are plain SAT problems.

use crate::common::{
    HARDEST, HARDEST_SOLUTION, PUZZLES, TWO_SOLUTIONS, for_each_solver, run, satdoku, satdoku_on,
};

#[test]
fn an_exported_formula_is_solved_and_decoded() {
    for encoding in ["minimal", "efficient", "extended", "reduced"] {
        for [puzzle, solution] in PUZZLES {
            let cnf = satdoku_on(&format!("export --encoding {encoding}"), puzzle).stdout;
            let run = satdoku_on("solve --cnf -", &cnf);
            assert_eq!(
                run.stdout.trim_end(),
                solution,
                "{encoding}: {}",
                run.stderr
            );
            assert_eq!(run.code, 0);
            let export = format!("export --block-solution --encoding {encoding}");
            let run = satdoku_on("solve --cnf -", satdoku_on(&export, puzzle).stdout);
            assert_eq!(
                (run.stdout.as_str(), run.code),
                ("<stdin>:3: unique\n", 0),
                "{}",
                run.stderr
            );
        }
    }
    let cnf = satdoku_on("export", HARDEST).stdout;
    let run = satdoku_on("solve --cnf - --format grid", &cnf);
    assert!(
        run.stdout.contains("\n│ 8 1 2 │ 7 5 3 │ 6 4 9 │\n"),
        "{}",
        run.stdout
    );
    let run = satdoku_on("solve --cnf - --format jsonl", &cnf);
    assert!(
        run.stdout
            .contains(&format!("\"solution\":\"{HARDEST_SOLUTION}\""))
    );
    let run = satdoku_on("solve --cnf - --format csv", &cnf);
    let line = crate::common::HARDEST_LINE;
    assert_eq!(
        run.stdout,
        format!(
            "source,line,puzzle,regions,variants,constraints,pencil_marks,title,\
             verdict,solution,other,conflict,minimal_conflict,reason,error,confirmed\n\
             <stdin>,3,{line},,,,,,solved,{HARDEST_SOLUTION},,,,,,false\n"
        )
    );
    let two = satdoku_on("export --block-solution", TWO_SOLUTIONS).stdout;
    let run = satdoku_on("solve --cnf -", &two);
    assert!(
        run.stdout.starts_with("<stdin>:3: multiple\n") && run.code == 1,
        "{}",
        run.stderr
    );
    let clash = satdoku_on("export --encoding reduced", "11..............").stdout;
    let run = satdoku_on("solve --cnf -", &clash);
    assert_eq!(
        run.stderr,
        "<stdin>:3: no solution: r1c1=1 and r1c2=1 in row 1\n"
    );
    assert_eq!(run.code, 1);
}

#[test]
fn clauses_of_another_puzzle_are_an_error() {
    let cnf = satdoku_on("export", HARDEST).stdout;
    let other = satdoku_on("export", PUZZLES[0][0]).stdout;
    let comments = |text: &str| -> String {
        text.lines()
            .filter(|line| line.starts_with("c "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let clauses = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.starts_with("c "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let run = satdoku_on("solve --cnf -", comments(&cnf) + &clauses(&other));
    let expected =
        "<stdin>: its clauses are not those of its puzzle: expected the given r1c1=8, found 4\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 2));
    // An additional clause that contradicts the first given.
    let wrong = cnf.replace("p cnf 729 12009", "p cnf 729 12010") + "-8 0\n";
    let run = satdoku_on("solve --cnf -", wrong);
    assert!(
        run.stderr
            .contains("UNSATISFIABLE, but the puzzle has the solution"),
        "{}",
        run.stderr
    );
    assert_eq!((run.stdout.as_str(), run.code), ("", 3));
    let run = satdoku_on("solve --cnf -", cnf.replace("c puzzle 8", "c puzzle x"));
    assert_eq!(
        (run.stderr.as_str(), run.code),
        ("<stdin>:3: expected a puzzle\n", 2)
    );
}

#[test]
fn a_formula_without_comments_is_a_plain_sat_problem() {
    let run = satdoku_on("solve --cnf -", "c any\np cnf 3 2\n1 0\n-1 -3 0\n%\n0\n\n");
    assert!(
        run.stdout.starts_with("s SATISFIABLE\nv 1 "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.ends_with(" -3 0\n") && run.code == 10,
        "{}",
        run.stdout
    );
    let run = satdoku_on("solve --cnf -", "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((run.stdout.as_str(), run.code), ("s UNSATISFIABLE\n", 20));
    let run = satdoku_on("solve --cnf - --timeout 0", "p cnf 1 1\n1 0\n");
    assert_eq!((run.stdout.as_str(), run.code), ("s UNKNOWN\n", 1));
    let run = satdoku_on("solve --cnf -", "p cnf 200 0\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.iter().all(|line| line.len() <= 78) && lines.len() > 5);
    let literals = lines[1..].iter().flat_map(|line| line[2..].split(' '));
    assert_eq!(literals.count(), 201);
}

for_each_solver!(plain_formula and satdoku);

fn plain_formula(solver: &str) {
    let solve = |formula: &str| {
        let mut command = satdoku("solve --cnf - --solver");
        command.arg(solver);
        run(command, formula)
    };
    let satisfiable = solve("p cnf 3 3\n1 0\n-1 -3 0\n2 3 0\n");
    let expected = ("s SATISFIABLE\nv 1 2 -3 0\n", 10);
    assert_eq!((satisfiable.stdout.as_str(), satisfiable.code), expected);
    let unsatisfiable = solve("p cnf 1 2\n1 0\n-1 0\n");
    let expected = ("s UNSATISFIABLE\n", 20);
    assert_eq!(
        (unsatisfiable.stdout.as_str(), unsatisfiable.code),
        expected
    );
}

#[test]
fn an_invalid_formula_is_an_error_with_its_line() {
    for (text, expected) in [
        ("", "<stdin>:1: expected a header"),
        (
            "c x\np cnf 1000000000 1\n1 0\n",
            "<stdin>:2: expected at most 64000000 variables, found 1000000000",
        ),
        ("p cnf 2 2\n1 2 0\n", "<stdin>:3: "),
        ("p cnf 2 1\n1 3 0\n", "<stdin>:2: "),
        (HARDEST, "<stdin>:1: "),
    ] {
        let run = satdoku_on("solve --cnf -", text);
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    }
    let run = satdoku_on("solve --cnf no-such-file", "");
    assert!(run.stderr.starts_with("no-such-file: cannot be opened") && run.code == 2);
    let run = satdoku_on("solve --cnf - --engine mrv", "p cnf 0 0\n");
    let expected = "--cnf needs the engine sat or a --solver\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 2));
}

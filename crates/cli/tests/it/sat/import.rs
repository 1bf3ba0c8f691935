//! `satdoku import`: the output of solvers, right and wrong.

use std::fs;
use std::process::Command;

use crate::common::{
    HARDEST, HARDEST_LINE, HARDEST_SOLUTION, PUZZLES, Run, TWO_SOLUTIONS, cases, for_each_solver,
    run_example, satdoku, satdoku_on, satdoku_with,
};

/// Imports the output of a solver for a puzzle that is exported with the `export` options.
fn import_exported(export: &str, arguments: &str, puzzle: &str, result: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.cnf");
    satdoku_with(&format!("export {export} -o"), [&file], puzzle);
    let mut command = satdoku(&format!("import {arguments} --cnf"));
    command.arg(&file);
    crate::common::run(command, result)
}

/// Imports the output of a solver for a puzzle.
fn import(arguments: &str, puzzle: &str, result: &str) -> Run {
    import_exported("", arguments, puzzle, result)
}

/// Returns the positive literals of a solution, in the full numbering.
fn true_literals(solution: &str) -> Vec<usize> {
    let digits = solution.bytes().map(|digit| usize::from(digit - b'0'));
    digits
        .enumerate()
        .map(|(cell, digit)| cell * 9 + digit)
        .collect()
}

fn words(literals: &[usize]) -> String {
    let words: Vec<String> = literals.iter().map(usize::to_string).collect();
    words.join(" ")
}

for_each_solver!(round_trip);

fn round_trip(solver: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (cnf, result) = (folder.path().join("f.cnf"), folder.path().join("result"));
    for encoding in ["minimal", "efficient", "extended", "reduced"] {
        for [puzzle, solution] in PUZZLES {
            for block in ["", "--block-solution"] {
                let mut command = satdoku(&format!("export {block} --encoding {encoding} -o"));
                command.arg(&cnf);
                assert_eq!(crate::common::run(command, puzzle).code, 0);
                let _ = fs::remove_file(&result);
                let mut command = Command::new(solver);
                command.arg(&cnf);
                if solver == "minisat" {
                    command.arg(&result);
                }
                let output = command.output().unwrap();
                let text = fs::read_to_string(&result)
                    .unwrap_or_else(|_| String::from_utf8(output.stdout).unwrap());
                let case = format!("{encoding} {block} {puzzle}");
                let run = satdoku_with("import --format line --cnf", [&cnf], &text);
                match block {
                    "" => assert_eq!(run.stdout.trim_end(), solution, "{case}: {}", run.stderr),
                    _ => assert!(
                        run.stdout.ends_with(":2: unique\n"),
                        "{case}: {}",
                        run.stderr
                    ),
                }
                assert_eq!(run.code, 0, "{case}");
            }
        }
    }
}

#[test]
fn auxiliary_variables_in_a_model_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("puzzle.cnf");
    let mut command = satdoku("export --constraint");
    command.args(["cage 11 r1c1 r1c2 r1c3", "-o"]).arg(&cnf);
    assert_eq!(crate::common::run(command, HARDEST).code, 0);
    let header = fs::read_to_string(&cnf).unwrap();
    let header = header.lines().find_map(|line| line.strip_prefix("p cnf "));
    let last: usize = header.unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(last > 729);
    let literals = words(&true_literals(HARDEST_SOLUTION));
    for (literal, expected) in [
        (last.to_string(), String::new()),
        ("-730".to_string(), String::new()),
        (
            (last + 1).to_string(),
            format!(
                "<stdin>:2: expected a literal of the variables 1 to {last}, found {}\n",
                last + 1
            ),
        ),
    ] {
        let mut command = satdoku("import --cnf");
        command.arg(&cnf);
        let result = format!("s SATISFIABLE\nv {literals} {literal} 0\n");
        let run = crate::common::run(command, &result);
        assert_eq!(run.stderr, expected, "{literal}");
        if expected.is_empty() {
            assert_eq!((run.stdout.trim_end(), run.code), (HARDEST_SOLUTION, 0));
        }
    }
}

#[test]
fn the_imported_grid_has_any_form() {
    let result = format!(
        "s SATISFIABLE\nv {} 0\n",
        words(&true_literals(HARDEST_SOLUTION))
    );
    let run = import("--format line", HARDEST, &result);
    assert_eq!(run.stdout, format!("{HARDEST_SOLUTION}\n"));
    let run = import("--format jsonl", HARDEST, &result);
    assert!(
        run.stdout.contains(HARDEST_SOLUTION) && run.code == 0,
        "{}",
        run.stdout
    );
    let run = import("--format csv", HARDEST, &result);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "source,line,puzzle,regions,variants,constraints,pencil_marks,title,\
         verdict,solution,other,conflict,minimal_conflict,reason,error,confirmed"
    );
    assert!(
        lines[1].ends_with(&format!(",solved,{HARDEST_SOLUTION},,,,,,false")),
        "{}",
        lines[1]
    );
}

#[test]
fn a_missing_end_and_missing_negative_literals_are_accepted() {
    let literals = true_literals(HARDEST_SOLUTION);
    let (first, second) = literals.split_at(40);
    for result in [
        format!(
            "v {}\nc between\nv {}\ns SATISFIABLE",
            words(first),
            words(second)
        ),
        format!("SAT\n{} 0\n", words(&literals)),
        format!("{}\n", words(&literals)),
    ] {
        let run = import("--format line", HARDEST, &result);
        assert_eq!(run.stdout.trim_end(), HARDEST_SOLUTION, "{}", run.stderr);
    }
}

mod invalid_result {
    use super::*;

    cases! {
        assert_error:
        a_contradictory_model(
            "v ONE\nv TWO -8 0",
            "<stdin>:2: expected each variable once, found -8 and 8 (r1c1=8)",
        );
        two_digits_in_a_cell(
            "v ONE 1\nv TWO 0",
            "<stdin>:1: expected one digit in r1c1, the model has 1 and 8",
        );
        a_model_that_is_cut_short(
            "c\nv ONE\nv CUT",
            "<stdin>:3: expected one digit in r9c9, the model has none; \
             the model does not end in 0, so it may be cut short",
        );
        the_solution_of_another_puzzle(
            "v OTHER 0",
            "<stdin>:1: the model does not solve this puzzle: \
             expected the given r1c1=8, found 4",
        );
        nothing(
            "",
            "<stdin>:1: expected the output of a solver (`s SATISFIABLE` and `v` lines), \
             found neither",
        );
    }

    /// Asserts that a result is an error. `ONE` and `TWO` are the halves of the right model.
    fn assert_error(result: &str, expected: &str) {
        let literals = true_literals(HARDEST_SOLUTION);
        let (one, two) = literals.split_at(40);
        let (one, two) = (words(one), words(two));
        let result = result
            .replace("ONE", &one)
            .replace("TWO", &two)
            .replace("CUT", &two[..two.len() - 4])
            .replace("OTHER", &words(&true_literals(PUZZLES[0][1])));
        let run = import("", HARDEST, &result);
        assert_eq!(run.stderr.trim_end(), expected);
        assert_eq!(run.out(), ("", 2));
    }
}

#[test]
fn unsatisfiable_is_checked_against_our_own_answer() {
    let (unsat, clash) = ("s UNSATISFIABLE\n", "11..............");
    let run = import("", HARDEST, unsat);
    let expected = format!(
        "<stdin>: wrong answer: UNSATISFIABLE, but the puzzle has the solution {HARDEST_SOLUTION}\n"
    );
    assert_eq!((run.stderr, run.code), (expected, 3));
    let run = import("", clash, unsat);
    assert!(
        run.stderr
            .ends_with(":2: no solution: r1c1=1 and r1c2=1 in row 1\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 1);
    assert_eq!(import("--exit-zero", clash, unsat).code, 0);
    let run = import("", HARDEST, "s UNKNOWN\n");
    assert!(run.stderr.ends_with(":2: unknown: the solver gave up\n") && run.code == 1);

    let run = import_exported("--block-solution", "", TWO_SOLUTIONS, unsat);
    run.assert_reports("wrong answer: UNSATISFIABLE, but the puzzle has two solutions");
    assert_eq!(run.code, 3);
    let model = |solution: &str| format!("v {} 0", words(&true_literals(solution)));
    let blocked = |puzzle: &str, solution: &str| {
        import_exported("--block-solution", "", puzzle, &model(solution))
    };
    let cnf = satdoku_on("export --block-solution", TWO_SOLUTIONS).stdout;
    let excluded = |solution: &&str| cnf.contains(*solution);
    let [first, second] = two_solutions();
    let other = if excluded(&first.as_str()) {
        second
    } else {
        first
    };
    let run = blocked(TWO_SOLUTIONS, &other);
    assert!(
        run.stdout.contains(": multiple\n") && run.code == 1,
        "{}",
        run.stderr
    );
    let run = blocked(HARDEST, HARDEST_SOLUTION);
    assert!(run.stderr.contains("which the formula excludes") && run.code == 2);
}

/// Returns both solutions of `TWO_SOLUTIONS`.
fn two_solutions() -> [String; 2] {
    let run = satdoku_on("solve --solutions 2", TWO_SOLUTIONS);
    let mut lines = run.stdout.lines().map(str::to_string);
    [lines.next().unwrap(), lines.next().unwrap()]
}

#[test]
fn a_formula_and_a_result_come_from_two_files() {
    let run = satdoku_on("import --cnf -", "s UNSATISFIABLE");
    assert!(
        run.stderr.contains("from several places") && run.code == 2,
        "{}",
        run.stderr
    );
    let run = import("no-such-file", HARDEST, "");
    assert!(run.stderr.starts_with("no-such-file: cannot be opened") && run.code == 2);
    let run = satdoku_on("import no-such-file", HARDEST);
    assert!(run.stderr.contains("--cnf <FILE|DIR/>") && run.code == 2);
}

/// Makes a folder with `formulas`, exported from three puzzles and an invalid record, and `results`,
/// the output of a solver.
fn many(options: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let none = format!("11{}", ".".repeat(79));
    let text = format!("{HARDEST_LINE}\nbad\n{TWO_SOLUTIONS}\n{none}\n");
    fs::write(folder.path().join("puzzles.txt"), text).unwrap();
    let prepare = format!(
        "satdoku export -q {options} puzzles.txt -o formulas/; mkdir results
        for n in 1 3 4; do f=formulas/00000$n.cnf; [ -f $f ] || continue
        cadical $f > results/00000$n.out; done"
    );
    assert_eq!(run_example(&prepare, folder.path()), "");
    folder
}

#[test]
fn the_comments_of_a_formula_are_enough_for_import() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let small = "12..............";
    for (options, board, givens, verdict) in [
        ("--encoding reduced", "", HARDEST_LINE, "unique"),
        ("--encoding extended", "--variant diagonal", small, "unique"),
        ("--encoding reduced", "--box 4x1", small, "unique"),
        (
            "--encoding efficient --block-solution",
            "",
            HARDEST_LINE,
            "unique",
        ),
        ("--block-solution", "--variant diagonal", small, "multiple"),
    ] {
        let mut export = satdoku(&format!("export {options} {board} -o"));
        export.arg(at("puzzle.cnf")).arg(givens);
        assert_eq!(crate::common::run(export, "").code, 0, "{options}");
        let result = run_example("cadical puzzle.cnf", folder.path());
        let run = satdoku_with("import --cnf", [at("puzzle.cnf")], &result);
        if options.contains("block") {
            let expected = format!(":2: {verdict}\n");
            assert!(
                run.stdout.contains(&expected),
                "{options}: {}{}",
                run.stdout,
                run.stderr
            );
        } else {
            // The output is a solution of the puzzle.
            assert_eq!(run.code, 0, "{options}: {}", run.stderr);
            let checked = satdoku_on(&format!("check {board}"), &run.stdout);
            let expected = format!("<stdin>:1: {verdict}\n");
            assert_eq!(checked.stdout, expected, "{options}: {}", run.stdout);
        }
    }
    fs::write(at("plain.cnf"), "p cnf 1 1\n1 0\n").unwrap();
    let run = satdoku_with("import --cnf", [at("plain.cnf")], "s UNSATISFIABLE\n");
    assert!(
        run.stderr
            .ends_with(": expected the comments of `satdoku export`, found none\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn folders_of_formulas_and_results_become_a_table() {
    let folder = many("--block-solution");
    let manifest = fs::read_to_string(folder.path().join("formulas/manifest.csv")).unwrap();
    assert_eq!(
        manifest,
        format!(
            "cnf,source,line,puzzle\n000001.cnf,puzzles.txt,1,{HARDEST_LINE}\n\
             000003.cnf,puzzles.txt,3,{TWO_SOLUTIONS}\n"
        )
    );
    let import = "satdoku import --cnf formulas/ results/ --format csv -o verdicts.csv; echo $?";
    assert_eq!(run_example(import, folder.path()), "1\n");
    let verdicts = fs::read_to_string(folder.path().join("verdicts.csv")).unwrap();
    let rows: Vec<&str> = verdicts.lines().collect();
    assert_eq!(
        rows[0],
        "cnf,source,line,puzzle,verdict,solution,other,conflict,minimal_conflict,reason,error,confirmed"
    );
    assert_eq!(
        rows[1],
        format!("000001.cnf,puzzles.txt,1,{HARDEST_LINE},unique,{HARDEST_SOLUTION},,,,,,true")
    );
    let second = format!("000003.cnf,puzzles.txt,3,{TWO_SOLUTIONS},multiple,");
    assert!(rows[2].starts_with(&second), "{verdicts}");
    assert_eq!(rows.len(), 3);
}

#[test]
fn each_formula_of_a_folder_gets_an_answer() {
    let folder = many("");
    let import = |arguments: &str| {
        let command = format!("satdoku import --cnf formulas {arguments}; echo $?");
        run_example(&command, folder.path())
    };
    let objects = import("results --format jsonl");
    let verdicts: Vec<&str> = objects
        .lines()
        .filter_map(|line| line.split_once("\"verdict\":\"")?.1.split('"').next())
        .collect();
    assert_eq!(verdicts, ["solved", "solved", "none"], "{objects}");
    assert!(objects.ends_with("\n1\n"), "{objects}");
    let fields = "\"cnf\":\"000001.cnf\",\"source\":\"puzzles.txt\",\"line\":\"1\",\"verdict\"";
    assert!(objects.contains(fields), "{objects}");
    // A wrong answer, a model of another puzzle, a missing result, and two results.
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join("results").join(name), text).unwrap();
    };
    write("000001.out", "s UNSATISFIABLE\n");
    write("000003.out", "s SATISFIABLE\nv 1 2 0\n");
    fs::remove_file(folder.path().join("results/000004.out")).unwrap();
    let answers = import("results");
    assert!(answers.ends_with("\n3\n"), "{answers}");
    assert!(
        answers.contains("results/000001.out: wrong answer: UNSATISFIABLE"),
        "{answers}"
    );
    assert!(
        answers.contains("formulas/manifest.csv:3: results/000003.out:2: "),
        "{answers}"
    );
    assert!(
        answers
            .contains("results: expected a result for 000004.cnf such as 000004.out, found none"),
        "{answers}"
    );
    write("000004.out", "s UNSATISFIABLE\n");
    write("000004.log", "");
    let answers = import("results");
    assert!(
        answers.contains("expected one result for 000004.cnf, found "),
        "{answers}"
    );
    // Without a folder of results, they are in the folder of formulas.
    let moved = "cp results/000001.out formulas/; satdoku import -q --cnf formulas/";
    assert!(run_example(moved, folder.path()).contains("wrong answer"));
    let empty = "mkdir empty; satdoku import --cnf empty results";
    assert_eq!(
        run_example(empty, folder.path()),
        "empty: expected manifest.csv, which `export -o DIR/` writes, found none\n"
    );
}

#[test]
fn a_manifest_cannot_name_files_outside_its_folder() {
    let folder = many("");
    let manifest = folder.path().join("formulas/manifest.csv");
    let outside = folder.path().join("outside.cnf");
    fs::copy(folder.path().join("formulas/000001.cnf"), &outside).unwrap();
    let absolute = outside.to_str().unwrap();
    for name in ["../outside.cnf", absolute, "./../outside.cnf", "."] {
        let text = format!("cnf,source,line,puzzle\n{name},a,1,{HARDEST_LINE}\n");
        fs::write(&manifest, text).unwrap();
        let command = "satdoku import --cnf formulas results; echo $?";
        assert_eq!(
            run_example(command, folder.path()),
            format!(
                "formulas/manifest.csv:2: expected a file in the folder of the manifest, \
                 found `{name}`\n2\n"
            )
        );
    }
}

#[test]
fn a_manifest_has_the_rules_of_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.txt"), "1..............2; diagonal\n").unwrap();
    assert_eq!(run_example("satdoku export p.txt -o f/", folder.path()), "");
    let manifest = fs::read_to_string(folder.path().join("f/manifest.csv")).unwrap();
    assert!(
        manifest.contains("1..............2; diagonal"),
        "{manifest}"
    );
    let import = "echo 's UNSATISFIABLE' > f/000001.out; satdoku import --cnf f/ 2>&1";
    let answer = run_example(import, folder.path());
    assert!(!answer.contains("expected"), "{answer}");
}

#[test]
fn a_formula_whose_size_is_not_that_of_its_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("puzzle.cnf");
    let text = satdoku_on("export", "12..............").stdout;
    let changed = text.replace("c puzzle 12", "c puzzle 1.");
    assert_ne!(text, changed);
    fs::write(&cnf, changed).unwrap();
    let run = satdoku_with("import --cnf", [&cnf], "s UNSATISFIABLE\n");
    run.assert_reports("expected as many variables and clauses");
    assert_eq!(run.code, 2);
}

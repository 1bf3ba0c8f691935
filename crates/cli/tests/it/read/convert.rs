//! `satdoku convert`: the puzzle in another format.

use crate::common::{HARDEST, HARDEST_LINE, PUZZLES, TWO_SOLUTIONS, satdoku_on};

#[test]
fn convert_keeps_the_puzzle_in_every_form() {
    let line = satdoku_on("convert --format line", HARDEST).stdout;
    assert_eq!(line, format!("{HARDEST_LINE}\n"));
    let same = satdoku_on("convert", HARDEST).stdout;
    assert_eq!(same.trim_end(), HARDEST);
    for form in ["grid", "line"] {
        let written = satdoku_on(&format!("convert --format {form}"), HARDEST).stdout;
        let back = satdoku_on("convert --format line", written).stdout;
        assert_eq!(back, line, "{form}");
    }
    let rows = satdoku_on("convert --format csv", format!("{HARDEST_LINE}\nbad\n"));
    assert_eq!(rows.code, 2);
    let rows: Vec<&str> = rows.stdout.lines().collect();
    assert_eq!(
        rows[..2],
        [
            "source,line,puzzle,regions,variants,constraints,pencil_marks,title,error",
            &format!("<stdin>,1,{HARDEST_LINE},,,,,,")
        ]
    );
}

#[test]
fn rules_and_pencil_marks_survive_json_and_csv() {
    let marks = satdoku_on("candidates", HARDEST).stdout;
    let marks = marks.replacen("2347", "234", 1);
    let jigsaw = include_str!("../../../../../examples/jigsaw.txt");
    for (field, options, puzzle) in [
        ("pencil_marks", "", marks.as_str()),
        ("regions", "", jigsaw),
        ("variants", "--variant x", HARDEST_LINE),
    ] {
        let solutions = satdoku_on(&format!("count --limit 9 {options}"), puzzle).stdout;
        let convert = |options: &str, puzzle: &str| {
            let arguments = format!("convert --no-filename {options}");
            let run = satdoku_on(&arguments, puzzle);
            assert_eq!(run.err(), ("", 0));
            run.stdout
        };
        let object = convert(&format!("--format jsonl {options}"), puzzle);
        assert!(object.contains(&format!("\"{field}\":")), "{object}");
        assert_eq!(convert("--format jsonl", &object), object);
        let table = convert(&format!("--format csv {options}"), puzzle);
        let header = "puzzle,regions,variants,constraints,pencil_marks,title,error";
        assert!(table.starts_with(&format!("{header}\n")));
        let again = convert("--format csv", &table);
        assert!(again.starts_with(&format!("{header},satdoku_error\n")));
        for text in [object, table] {
            let counted = satdoku_on("count --limit 9", text).stdout;
            assert_eq!(counted.split(' ').nth(1), solutions.split(' ').nth(1));
        }
    }
    let marked = |words: &str| format!("{{\"puzzle\":\"1{:.<15}\",\"pencil_marks\":{words}}}", "");
    let full = "1 234 234 234 234 1234 1234 1234 234 1234 1234 1234 234 1234 1234 1234";
    for (words, expected) in [
        ("\"1 2 3\"".to_string(), "16 cells, found 3"),
        (
            format!("\"{}\"", full.replacen('1', "2", 1)),
            "the given r1c1=1, found `2`",
        ),
        (
            format!("\"{}\"", full.replacen("234", "235", 1)),
            "the digits that are possible (1-4), found `235`",
        ),
    ] {
        let run = satdoku_on("check", marked(&words));
        assert!(
            run.stderr.contains(expected) && run.code == 2,
            "{}",
            run.stderr
        );
    }
    let run = satdoku_on("count", marked(&format!("\"{full}\"")));
    assert_eq!(run.stdout, "<stdin>:1: 72\n");
    let marks = "123 ".repeat(16);
    let later = satdoku_on(
        "convert --format csv --lines",
        format!("{HARDEST_LINE}\n{marks}\n"),
    );
    let row = later.stdout.lines().nth(2).unwrap();
    let field = format!("\"[{}]\"", ["\"\"123\"\""; 16].join(","));
    assert!(row.contains(&field), "{row}");
}

#[test]
fn a_printed_sheet_has_numbered_puzzles_without_solutions() {
    let several = format!("{HARDEST_LINE}\n{}\n{TWO_SOLUTIONS}\n", PUZZLES[0][0]);
    let sheet = satdoku_on("convert --format html", &several).stdout;
    let givens = several.chars().filter(|c| ('1'..='9').contains(c)).count();
    assert_eq!(sheet.matches("<text ").count(), givens);
    for number in 1..=3 {
        assert_eq!(sheet.matches(&format!("<figure>\n{number}")).count(), 1);
    }
    let solved = satdoku_on("solve --format html", &several).stdout;
    assert_eq!(solved.matches("<text ").count(), 3 * 81);
    // Several solutions are no answer.
    let answers = satdoku_on("convert --format html --answers", &several).stdout;
    assert_eq!(answers.matches("<text ").count(), givens + 2 * 81);
}

//! Columns of tables: they pass through.

use crate::common::{PUZZLES, TWO_SOLUTIONS, cases, satdoku_on};

/// A table with a solution in each row: right, wrong, one of two, and invalid.
fn table() -> String {
    let [[one, one_solution], [_, _], [three, three_solution], _] = PUZZLES;
    let wrong = one_solution.replacen("48", "84", 1);
    let rows = [
        format!("7,{one},{one_solution},\"easy, \"\"really\"\"\""),
        format!("8,{one},{wrong},"),
        format!("9,{TWO_SOLUTIONS},{one_solution},x"),
        format!("10,{three},123,x"),
        format!("11,{three},{three_solution},x"),
    ];
    format!("id,quizzes,solution,remark\n{}\n", rows.join("\n"))
}

#[test]
fn input_columns_precede_the_answer() {
    let run = satdoku_on("solve --format csv", table());
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    let header: Vec<&str> = reader.headers().unwrap().iter().collect::<Vec<_>>();
    assert_eq!(
        header,
        [
            "id",
            "quizzes",
            "solution",
            "remark",
            "satdoku_solution",
            "conflict",
            "minimal_conflict",
            "reason",
            "error",
            "confirmed"
        ]
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 5);
    assert_eq!(&rows[0][0], "7");
    assert_eq!(&rows[0][1], PUZZLES[0][0]);
    assert_eq!(&rows[0][3], "easy, \"really\"");
    assert_eq!(&rows[0][4], PUZZLES[0][1]);
    assert_eq!(&rows[4][4], PUZZLES[2][1]);
}

#[test]
fn a_bad_row_has_a_row_in_the_output() {
    let input = format!("id,puzzle\n1,{0}\n2,12x\n3\n4,{0}\n", PUZZLES[0][0]);
    let run = satdoku_on("check --format csv --no-filename", input);
    assert_eq!(run.code, 2);
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let verdicts: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[2])).collect();
    assert_eq!(
        verdicts,
        [
            ("1", "unique"),
            ("2", "invalid"),
            ("3", "invalid"),
            ("4", "unique")
        ]
    );
}

/// Checks files with these texts and standard input, as CSV.
fn solve_files(texts: &[&str], input: &str) -> crate::common::Run {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::common::satdoku("check --format csv");
    command.current_dir(folder.path());
    for (number, text) in texts.iter().enumerate() {
        let name = format!("{}.csv", number + 1);
        std::fs::write(folder.path().join(&name), text).unwrap();
        command.arg(name);
    }
    if !input.is_empty() {
        command.arg("-");
    }
    crate::common::run(command, input)
}

#[test]
fn the_header_is_that_of_the_first_record() {
    let one = "id,puzzle\n1,12343412........\n";
    let two = "puzzle,level,id\n1.....2..3.....4,easy,2\n1.....2..3.....4,easy,3\n";
    let plain = "1234341221434321\n";
    let rows = |run: &crate::common::Run| -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(run.stdout.as_bytes());
        let rows = reader.records().map(Result::unwrap);
        rows.map(|row| row.iter().map(String::from).collect())
            .collect()
    };
    let missing = |place: &str, names: &str| {
        format!(
            "{place}: columns missing from the output, whose header is that of the first record: \
             {names}\n"
        )
    };
    // A column that appears later is reported once.
    for (texts, input, place) in [(&[one, two][..], "", "2.csv:2"), (&[one], two, "<stdin>:2")] {
        let run = solve_files(texts, input);
        let table = rows(&run);
        assert_eq!((run.stderr, run.code), (missing(place, "level"), 2));
        assert_eq!(table[0][..3], ["id", "puzzle", "verdict"]);
        assert_eq!(table[2][..3], ["2", "1.....2..3.....4", "unique"]);
        assert_eq!(table[3][..3], ["3", "1.....2..3.....4", "unique"]);
    }
    // Puzzles of text are in the column `puzzle`.
    let run = solve_files(&[plain, two], "");
    let table = rows(&run);
    assert_eq!(run.stderr, missing("2.csv:2", "level, id"));
    assert_eq!(table[0][..3], ["source", "line", "puzzle"]);
    assert_eq!(table[1][..3], ["1.csv", "1", plain.trim_end()]);
    assert_eq!(table[2][..3], ["2.csv", "2", "1.....2..3.....4"]);
    let run = solve_files(&[two, plain], "");
    let table = rows(&run);
    assert_eq!(run.stderr, missing("2.csv:1", "source, line"));
    assert_eq!(table[3][..3], [plain.trim_end(), "", ""]);
}

#[test]
fn objects_keep_their_other_fields() {
    let input = "{\"id\":7,\"board\":\"1.....2..3.....4\",\"by\":{\"a\\\"\":[1,2]},\"solution\":null}\n\
                 {\"id\":8,\"board\":\"12\",\"line\":3}\n";
    let run = satdoku_on("check --format jsonl", input);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "{\"source\":\"<stdin>\",\"line\":1,\"puzzle\":\"1.....2..3.....4\",\"id\":7,\
         \"by\":{\"a\\\"\":[1,2]},\"solution\":null,\"verdict\":\"unique\",\
         \"satdoku_solution\":\"1243342143122134\",\"confirmed\":true}"
    );
    assert!(
        lines[1].starts_with(
            "{\"source\":\"<stdin>\",\"satdoku_line\":2,\"puzzle\":\"12\",\"id\":8,\"line\":3,\
             \"verdict\":\"invalid\","
        ),
        "{}",
        lines[1]
    );
    // The prefix is repeated until the name is new.
    let taken = "{\"puzzle\":\"1.....2..3.....4\",\"solution\":1,\"satdoku_solution\":2}\n";
    let run = satdoku_on("solve --format jsonl", taken);
    run.assert_prints(
        "\"solution\":1,\"satdoku_solution\":2,\"satdoku_satdoku_solution\":\"1243342143122134\"",
    );
    let table = satdoku_on(
        "solve --format jsonl",
        "name,puzzle\nfirst,1.....2..3.....4\n",
    );
    table.assert_prints("\"name\":\"first\",\"solution\"");
}

mod fixed_columns {
    use super::*;

    cases! {
        assert_columns:
        solve("solve", "solution,CONFLICT,error,confirmed");
        several("solve --solutions 2", "solution,solutions,complete,CONFLICT,error,confirmed");
        check("check", "verdict,solution,other,CONFLICT,error,confirmed");
        variant("check --variant diagonal", "verdict,solution,other,CONFLICT,error,confirmed");
        redundant(
            "check --redundant", "verdict,solution,other,CONFLICT,minimal,redundant,error,confirmed",
        );
        repair("repair", "verdict,solution,other,CONFLICT,repairs,repairs_complete,error,confirmed");
        count("count", "count,complete,CONFLICT,error");
        candidates("candidates", "candidates,CONFLICT,error");
        minimise("minimise", "minimal,removed,error,confirmed");
    }

    fn assert_columns(command: &str, columns: &str) {
        let run = satdoku_on(&format!("{command} --format csv"), "1.....2..3.....4");
        let columns = columns.replace("CONFLICT", "conflict,minimal_conflict,reason");
        let record = "source,line,puzzle,regions,variants,constraints,pencil_marks,title";
        assert_eq!(
            run.stdout.lines().next(),
            Some(&*format!("{record},{columns}"))
        );
    }
}

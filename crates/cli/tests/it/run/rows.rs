//! Rows of JSON Lines and CSV: the same fields, in the same order, with the same values.

use serde_json::{Map, Value};

use crate::common::{PUZZLES, TWO_SOLUTIONS, cases, satdoku_on};

cases! {
    assert_same_rows:
    solve("solve", &[]);
    solve_several("solve --solutions 2", &[]);
    check("check", &["conflict"]);
    check_minimal("check --redundant", &["conflict", "redundant"]);
    repair("repair", &["conflict", "repairs"]);
    count("count --limit 3", &["conflict"]);
    candidates("candidates", &["candidates"]);
    minimise("minimise", &["removed"]);
    canonical("canonical", &[]);
    rate("rate", &["sizes"]);
    hint("hint", &["places", "facts"]);
    convert("convert", &[]);
    convert_variant("convert --variant diagonal", &["variants"]);
}

/// Asserts that a command prints the same rows as JSON Lines and as CSV, and that each field in
/// `nested` has an array or an object in some row.
fn assert_same_rows(command: &str, nested: &[&str]) {
    let none = format!("11{}", ".".repeat(79));
    let puzzles = [PUZZLES[0][0], TWO_SOLUTIONS, &none, "123", PUZZLES[0][1]];
    let input = puzzles.join("\n");
    let json = satdoku_on(&format!("{command} --format jsonl"), &input).stdout;
    let csv = satdoku_on(&format!("{command} --format csv"), &input).stdout;
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = table.headers().unwrap().iter().map(String::from).collect();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!((json.lines().count(), rows.len()), (5, 5));
    let mut found_nested = Vec::new();
    for (object, row) in json.lines().zip(&rows) {
        let object: Map<String, Value> = serde_json::from_str(object).unwrap();
        let mut columns = header.iter();
        for name in object.keys() {
            assert!(
                columns.any(|column| column == name),
                "{name} of {object:?} in {header:?}"
            );
        }
        for (name, field) in header.iter().zip(row) {
            let expected = match object.get(name) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            };
            assert_eq!(field, expected, "{name}");
            let value = object.get(name);
            if value.is_some_and(|value| value.is_array() || value.is_object()) {
                found_nested.push(name.clone());
            }
        }
    }
    for name in nested {
        assert!(
            found_nested.iter().any(|found| found == name),
            "{name} in {found_nested:?}"
        );
    }
}

#[test]
fn a_table_with_only_a_header_is_answered_by_a_header() {
    let names = "verdict,solution,other,conflict,minimal_conflict,reason,error,confirmed\n";
    for (options, input, expected) in [
        ("", "id,puzzle\n", format!("id,puzzle,{names}")),
        (
            "",
            "# none yet\npuzzle,verdict\n",
            format!("puzzle,verdict,satdoku_{names}"),
        ),
        ("", "", String::new()),
    ] {
        let run = satdoku_on(&format!("check -q --format csv {options}"), input);
        let found = (run.stdout, run.stderr.as_str(), run.code);
        assert_eq!(found, (expected, "", 0), "{input}");
    }
}

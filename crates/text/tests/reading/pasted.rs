//! Texts as people paste them: from forums, chats, spreadsheets, programs, pages. Each is an object
//! in `pasted.jsonl`, with the puzzles in it, null for an error. A text with no puzzles has one to
//! three errors.

use satdoku_text::{ReadOptions, Reader};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let lines = include_str!("pasted.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The puzzles that are read from a text, and an error as null.
fn read(text: &str) -> Vec<Value> {
    let records = Reader::new("f", text.as_bytes(), ReadOptions::default());
    let puzzle = |record: std::io::Result<satdoku_text::Record>| match record.unwrap().content {
        Ok((puzzle, _)) => puzzle.to_string().into(),
        Err(_) => Value::Null,
    };
    records.map(puzzle).collect()
}

#[test]
fn pasted_texts_are_read() {
    let mut wrong = String::new();
    for case in cases() {
        let text = case["text"].as_str().unwrap();
        let expected = case["puzzles"].as_array().unwrap();
        for text in [text.to_string(), format!("{text}\n")] {
            let found = read(&text);
            let is_failure = (1..=3).contains(&found.len()) && found.iter().all(Value::is_null);
            if !(found == *expected || (expected.is_empty() && is_failure)) {
                wrong += &format!("{}: {found:?}\n{text}\n", case["name"]);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

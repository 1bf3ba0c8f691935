//! Lists, tables and JSON Lines with any rows: there is one record per row, with the line of its
//! row.

use crate::records;
use arbitrary::{Result, Unstructured};
use satdoku_text::ReadOptions;

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let form = bytes.int_in_range(0..=5)?;
    // Shorter lines can also be rows of a grid.
    let length = *bytes.choose(&[36, 81])?;
    let rows: Vec<&[u8]> = bytes.take_rest().split(|byte| *byte == b'\n').collect();
    let delimiter = [",", ";", "\t"].get(form);
    let row_text = |row: &&[u8]| match delimiter {
        Some(delimiter) => fields(row, delimiter),
        None if form == 3 => json(row),
        None if form == 4 => line(row, length),
        None => printable(row),
    };
    let header = delimiter.map(|delimiter| ["id", "puzzle", "note"].join(delimiter));
    let first = 1 + usize::from(header.is_some());
    // A list and JSON Lines are known by their first puzzle.
    let puzzle = match form {
        3 => Some(r#"{"puzzle":"1.....2..3.....4"}"#.to_string()),
        4 => Some(".".repeat(81)),
        _ => None,
    };
    let count = rows.len() + usize::from(puzzle.is_some());
    let start = header.into_iter().chain(puzzle);
    let all = start.chain(rows.iter().map(row_text));
    let text: String = all.map(|line| line + "\n").collect();
    let options = ReadOptions {
        lines: form == 5,
        ..ReadOptions::default()
    };
    let lines: Vec<usize> = records(text.as_bytes(), &options)
        .iter()
        .map(|record| record.line)
        .collect();
    let expected: Vec<usize> = (first..first + count).collect();
    assert_eq!(lines, expected, "{text}");
    Ok(())
}

/// Returns a puzzle on a line, with up to two wrong characters.
fn line(row: &[u8], length: usize) -> String {
    let (wrong, digits) = row.split_at(row.len().min(2));
    let symbol = |index: usize| match digits {
        [] => '.',
        _ => char::from(b"......123456789."[usize::from(digits[index % digits.len()] % 16)]),
    };
    let mut symbols: Vec<char> = (0..length).map(symbol).collect();
    for byte in wrong {
        symbols[usize::from(byte % 31)] = char::from(b".7Az!?&%"[usize::from(byte >> 5)]);
    }
    symbols.into_iter().collect()
}

/// Returns three fields, the first of them a number, without quotes and delimiters.
fn fields(row: &[u8], delimiter: &str) -> String {
    let text: String = printable(row).replace(['"', ',', ';', '\t'], "|");
    let (puzzle, note) = text.split_at(text.len() / 2);
    ["7", puzzle, note].join(delimiter)
}

/// Returns an object with a puzzle, perhaps truncated.
fn json(row: &[u8]) -> String {
    let text = printable(row).replace(['"', '\\'], "'");
    match text.len() % 4 {
        0 => "{".to_string() + &text,
        _ => format!("{{\"puzzle\":\"{text}\"}}"),
    }
}

fn printable(row: &[u8]) -> String {
    row.iter().map(|byte| char::from(byte % 95 + 32)).collect()
}

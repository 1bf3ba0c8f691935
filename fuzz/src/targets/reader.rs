//! The reader of puzzles, on any text in any form, compressed or not, with any options: records are
//! in the order of their lines, errors name a line, and a puzzle survives being written in its own
//! form.

use crate::{read_options, records, records_up_to, unpacked};
use arbitrary::{Result, Unstructured};
use satdoku::board::Puzzle;
use satdoku_text::{Form, ReadOptions};

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let (options, longest) = read_options(&mut bytes)?;
    let text = unpacked(bytes.take_rest());
    // A carriage return ends a line too.
    let lines = text.split(|byte| b"\r\n".contains(byte)).count();
    let mut last = 1;
    for record in records_up_to(longest, &text, &options) {
        assert!(last <= record.line && record.line <= lines, "{record:?}");
        last = record.line;
        match &record.content {
            Ok((puzzle, form)) => assert_read_again(puzzle, *form),
            Err(invalid) => {
                let place = invalid.error.to_string();
                let is_placed = place.starts_with("input:") || place == "no puzzle found in input";
                assert!(is_placed, "{place}");
            }
        }
    }
    Ok(())
}

fn assert_read_again(puzzle: &Puzzle, form: Form) {
    let rules = puzzle.layout().rules();
    let constraints = rules.constraints().iter();
    let constraints = constraints.map(|constraint| constraint.text(puzzle.geometry()));
    let plain = ReadOptions {
        regions: rules.regions().cloned(),
        variants: rules.variants().to_vec(),
        // A form contains givens but no pencil marks.
        constraints: constraints.chain(puzzle.removed_line()).collect(),
        alphabet: Some(form.alphabet),
        ..ReadOptions::like(rules)
    };
    let options = match rules.board_lines().is_empty() {
        true => plain,
        // Lines describe the cells and digits, and everything else.
        false => ReadOptions {
            constraints: puzzle.lines(),
            alphabet: Some(form.alphabet),
            ..ReadOptions::default()
        },
    };
    let text = form.write(puzzle.givens(), rules.boxes());
    let again = records(text.as_bytes(), &options);
    assert_eq!(again.len(), 1, "{text}");
    match &again[0].content {
        Ok((found, _)) => assert_eq!(found, puzzle, "{text}"),
        Err(invalid) => panic!("{}\n{text}", invalid.error),
    }
}

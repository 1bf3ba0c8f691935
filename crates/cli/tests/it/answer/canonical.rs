//! `satdoku canonical` and `shuffle`: equivalent puzzles have the same form.

use std::collections::HashSet;

use crate::common::{HARDEST, HARDEST_LINE, satdoku_on};

fn lines(command: &str, input: &str) -> Vec<String> {
    let run = satdoku_on(command, input);
    assert_eq!(run.err(), ("", 0), "{command}");
    run.stdout.lines().map(String::from).collect()
}

#[test]
fn shuffled_puzzles_have_the_same_canonical_form() {
    let all = format!("{HARDEST_LINE}\n").repeat(200);
    let shuffled = lines("shuffle --seed 1", &all);
    assert_eq!(shuffled.iter().collect::<HashSet<&String>>().len(), 200);
    assert_eq!(lines("shuffle --seed 1", &all), shuffled);
    assert_ne!(lines("shuffle --seed 2", &all), shuffled);
    let forms: HashSet<String> = lines("canonical", &shuffled.join("\n"))
        .into_iter()
        .collect();
    let form = lines("canonical", HARDEST_LINE);
    assert_eq!(forms, HashSet::from([form[0].clone()]));
    assert_eq!(lines("canonical", &form[0]), form);
}

#[test]
fn the_canonical_form_is_written_in_the_format_of_the_input() {
    let form = lines("canonical", HARDEST_LINE).remove(0);
    let rows = lines("canonical", HARDEST);
    let compact: String = rows
        .join("")
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    assert_eq!((rows.len(), compact), (9, form.clone()));
    let run = satdoku_on("canonical --format jsonl --no-filename", HARDEST_LINE);
    let expected = format!("{{\"puzzle\":\"{HARDEST_LINE}\",\"canonical\":\"{form}\"}}\n");
    assert_eq!(run.stdout, expected);
    let run = satdoku_on("shuffle --seed 3 --format csv --no-filename", HARDEST_LINE);
    run.assert_begins("puzzle,regions,variants,constraints,pencil_marks,title,shuffled,error\n");
}

#[test]
fn other_boards_have_no_canonical_form() {
    let run = satdoku_on("canonical --format jsonl --no-filename", "1.....2..3.....4");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stdout,
        "{\"puzzle\":\"1.....2..3.....4\",\"canonical\":null,\
         \"error\":\"expected a 9x9 puzzle with boxes and without variants, constraints or pencil marks\"}\n"
    );
    let run = satdoku_on("canonical --seed 1", HARDEST_LINE);
    assert_eq!(run.code, 2);
}

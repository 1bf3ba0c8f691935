//! Tests of drawings for SudokuPad.

use serde_json::{Value, json};

use crate::{ReadOptions, Reader};
use satdoku::board::Puzzle;

fn drawing(text: &str) -> Value {
    super::write(&text.parse().unwrap(), None)
}

/// Returns the puzzle that a drawing without its text form is read as, and the note about it.
fn read_without_text(mut object: Value) -> (String, Option<String>) {
    object["metadata"]
        .as_object_mut()
        .unwrap()
        .remove(super::fields::TEXT);
    let packed = lz_str::compress_to_base64(&object.to_string());
    let link = format!("https://sudokupad.app/scl{packed}");
    let mut records = Reader::new("", link.as_bytes(), ReadOptions::default());
    let record = records.next().unwrap().unwrap();
    (record.content.unwrap().0.to_string(), record.note)
}

const BLANK: &str = "................";

#[test]
fn cages_regions_and_extra_regions_are_read_without_the_text_form() {
    let text = format!(
        "3{}; anti-knight; cage 5 r1c2 r1c3; cage r2c1 r2c2; extra-region r4c1-r4c4; thermometer r1c4-r4c4; \
         difference r3c1 r3c2; sum 6 r2c3 r3c3",
        &BLANK[1..]
    );
    let (puzzle, note) = read_without_text(drawing(&text));
    let expected = format!(
        "3{}; anti-knight; cage 5 r1c2 r1c3; cage r2c1 r2c2; cage r4c1 r4c2 r4c3 r4c4",
        &BLANK[1..]
    );
    assert_eq!(puzzle, expected);
    let expected = "only givens, regions and cages are read from this drawing, which also has cages (1), lines (1), \
                    overlays (1), underlays (5)";
    assert_eq!(note.as_deref(), Some(expected));
}

#[test]
fn rules_are_in_words_and_signs_on_the_board() {
    let text =
        format!("{BLANK}; non-consecutive; pairs \"a < b\" as \"rising\" r1c1 r1c2; connected 1 2");
    let object = drawing(&text);
    let rules = object["metadata"]["rules"].as_str().unwrap();
    assert_eq!(
        rules.lines().collect::<Vec<_>>(),
        [
            "Each row, column and box contains the digits 1 to 4 once.",
            "Adjacent cells without a dot never hold consecutive digits.",
            "rising (r1c1 r1c2): every two neighbours satisfy a < b.",
            "Custom rule: the cells with 1, 2 are orthogonally connected.",
            "A: rising",
        ]
    );
    let cage = &object["cages"][0];
    assert_eq!(
        (&cage["value"], &cage["cells"]),
        (&json!("A"), &json!([[0, 0], [0, 1]]))
    );
    assert_eq!(object["metadata"][super::fields::TEXT], text);
}

#[test]
fn coordinates_are_rows_and_columns() {
    let object = drawing(&format!(
        "{BLANK}; sandwich 5 row 2 right; thermometer r3c1 r4c2; arrow r1c1: r1c2 r1c3"
    ));
    assert_eq!(object["overlays"][1]["center"], json!([1.5, 4.5]));
    assert_eq!(object["overlays"][1]["text"], "5");
    assert_eq!(
        object["lines"][0]["wayPoints"],
        json!([[2.5, 0.5], [3.5, 1.5]])
    );
    assert_eq!(object["lines"][0]["thickness"], json!(19.2));
    assert_eq!(
        object["arrows"][0]["wayPoints"],
        json!([[0.5, 0.9], [0.5, 1.5], [0.5, 2.5]])
    );
}

/// Links of more than 8,192 characters could not be read again.
#[test]
fn long_links_are_read_again() {
    let cells = (0..200).map(|number: usize| (number / 9 % 9 + 1, number % 9 + 1, 90 + number));
    let cages = cells.map(|(row, column, total)| {
        format!("; sum {total} r{row}c{column} {row}*r5c{column} {column}*r{row}c5")
    });
    let puzzle = format!("{}{}", ".".repeat(81), cages.collect::<String>());
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let link = crate::write_link(&puzzle, None, crate::LinkSite::SudokuPad).unwrap();
    assert!(link.len() > 8192, "{}", link.len());
    let again = crate::parse_puzzle(&link, ReadOptions::default()).unwrap();
    assert_eq!(again.0, puzzle);
}

#[test]
fn a_complete_solution_is_checked_there() {
    let puzzle: Puzzle = "1.....2..3.....4; greater r1c2 r1c3".parse().unwrap();
    assert_eq!(
        drawing(&puzzle.to_string())["metadata"]["solution"],
        Value::Null
    );
    let solution: Puzzle = "1432321423414123".parse().unwrap();
    let object = super::write(&puzzle, Some(solution.givens()));
    assert_eq!(object["metadata"]["solution"], "1432321423414123");
}

#[test]
fn other_boards_are_tables_with_their_lines() {
    let object = drawing(".....; board 2x3; holes r1c3; variables x 2");
    assert_eq!(object["cells"].as_array().unwrap().len(), 4);
    assert_eq!(object["metadata"]["norowcol"], true);
    let lines = object["cages"].as_array().unwrap().iter();
    let lines = lines.filter(|cage| cage["type"] == "rowcol");
    let cells: Vec<&Value> = lines.map(|cage| &cage["cells"]).collect();
    assert!(
        cells.contains(&&json!([[1, 0], [1, 1], [1, 2]])),
        "{cells:?}"
    );
    let covered = object["overlays"].as_array().unwrap().iter();
    let covered = covered.filter(|overlay| overlay["backgroundColor"] == "#FFFFFF");
    assert_eq!(covered.count(), 1 + 3 + 1);
}

#[test]
fn changed_cells_count_more_than_the_text_form() {
    let mut object = drawing(&format!("1{}; anti-king", &BLANK[1..]));
    object["cells"][0][0]["value"] = 2.into();
    for text in [
        format!(
            "https://sudokupad.app/scl{}",
            lz_str::compress_to_base64(&object.to_string())
        ),
        object.to_string(),
    ] {
        let mut records = Reader::new("", text.as_bytes(), ReadOptions::default());
        let record = records.next().unwrap().unwrap();
        let note = record.note.unwrap_or_default();
        let content = record.content.map(|(puzzle, _)| puzzle.to_string());
        assert!(
            note.contains("has other givens than the cells"),
            "{note} {content:?}"
        );
        assert_eq!(content.unwrap(), format!("2{}; anti-king", &BLANK[1..]));
    }
}

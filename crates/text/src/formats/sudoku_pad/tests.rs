//! Tests of links to SudokuPad.

use serde_json::{Value, json};

use crate::{ReadOptions, Reader};
use satdoku::board::{Constraint, Puzzle, Variant};

/// Returns a link to an object, as JSON or as the text that it is given as.
fn link(object: &str) -> String {
    let packed = lz_str::compress_to_base64(object);
    format!("https://sudokupad.app/scl{packed}")
}

/// Reads a link, and returns its puzzle with the note about it, or the error.
fn read(link: &str) -> (Result<Puzzle, String>, Option<String>) {
    let mut records = Reader::new("", link.as_bytes(), ReadOptions::default());
    let record = records.next().unwrap().unwrap();
    let content = record.content.map(|(puzzle, _)| puzzle);
    (
        content.map_err(|invalid| invalid.error.to_string()),
        record.note,
    )
}

fn puzzle(object: &Value) -> Puzzle {
    read(&link(&object.to_string())).0.unwrap()
}

fn error(object: &Value) -> String {
    read(&link(&object.to_string())).0.unwrap_err()
}

/// The text of the puzzle's constraints.
fn constraints(puzzle: &Puzzle) -> Vec<String> {
    let size = puzzle.geometry();
    let text = |constraint: &Constraint| constraint.text(size);
    puzzle.layout().constraints().iter().map(text).collect()
}

/// A blank board of 4×4 cells with boxes.
fn board() -> Value {
    let regions = [[0, 0], [0, 2], [2, 0], [2, 2]];
    let regions = regions.map(|[r, c]| json!([[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]]));
    json!({ "cells": vec![vec![json!({}); 4]; 4], "regions": regions })
}

#[test]
fn givens_and_boxes_are_read() {
    let mut object = board();
    object["cells"][0][1] = json!({ "value": 3 });
    object["cells"][1][0] = json!({ "value": "4", "given": true });
    object["cells"][2][2] = json!({ "value": 1, "given": false, "pencilMarks": [1, 2] });
    let text = object.to_string();
    for link in [
        link(&text),
        link(&text).replace("scl", "ctc"),
        link(&text).replace("https://sudokupad.app/", ""),
        link(&text)
            .replace("app/", "app/sudoku/")
            .replace('+', "%2B"),
        link(&text).replace("app/", "app/?puzzleid="),
    ] {
        let plain: Puzzle = ".3..4...........".parse().unwrap();
        assert_eq!(read(&link), (Ok(plain), None), "{link}");
    }
}

#[test]
fn shortened_objects_are_read() {
    let short = "{cs:50,ce:[[,{v:3},,],[{v:4},,,],[,,,],[,,,]],\
                 re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
                 [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
                 ca:[{v:'title: It\\'s, short'},{ce:[[0,2],[0,3]],v:3,unique:t}]}";
    let (puzzle, note) = read(&link(short));
    let puzzle = puzzle.unwrap();
    assert_eq!(puzzle.givens().to_string(), ".3..4...........");
    assert_eq!(constraints(&puzzle), ["cage 3 r1c3 r1c4"]);
    assert_eq!(note, None);
}

#[test]
fn cages_are_rules_as_far_as_they_say() {
    let mut object = board();
    object["cages"] = json!([
        { "value": "title: A title" },
        { "cells": [[0, 0], [0, 1]], "value": 7, "unique": true },
        { "cells": [[1, 0], [1, 1]], "unique": "true", "value": "A" },
        { "cells": [[2, 2], [3, 3]], "value": "5" },
        { "cells": [[2, 0], [0, 2]], "unique": false, "sum": 8 },
        { "cells": [[3, 0], [3, 1]], "borderColor": "#f00", "value": "4" },
        { "cells": [[3, 2]], "unique": false, "hidden": true },
        { "cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "type": "rowcol", "hidden": true },
    ]);
    object["lines"] = json!([{ "wayPoints": [[0.5, 0.5], [1.5, 1.5]] }, {}]);
    object["overlays"] = json!([]);
    let (puzzle, note) = read(&link(&object.to_string()));
    assert_eq!(
        constraints(&puzzle.unwrap()),
        [
            "cage 7 r1c1 r1c2",
            "cage r2c1 r2c2",
            "cage 5 r3c3 r4c4",
            "sum 8 r1c3 r3c1"
        ]
    );
    let expected = "only givens, regions and cages are read from this drawing, which also has cages (1), lines (2)";
    assert_eq!(note.as_deref(), Some(expected));
}

#[test]
fn regions_are_boxes_a_map_extra_regions_or_none() {
    let mut object = board();
    let boxes = puzzle(&object);
    assert!(boxes.layout().boxes().is_some());
    object["regions"].as_array_mut().unwrap().reverse();
    assert_eq!(puzzle(&object), boxes);
    object["regions"].as_array_mut().unwrap().pop();
    let part = puzzle(&object);
    assert!(part.layout().boxes().is_none());
    assert_eq!(constraints(&part).len(), 3);
    let row = |row: usize| {
        (0..4)
            .map(|column| json!([row, column]))
            .collect::<Vec<_>>()
    };
    object["regions"] = json!((0..4).map(row).collect::<Vec<_>>());
    assert!(puzzle(&object).layout().rules().regions().is_some());
    object["regions"] = json!([]);
    assert_eq!(puzzle(&object).layout().boxes(), None);
}

/// Cages of an object that is no link were lost.
#[test]
fn an_object_is_read_as_its_link() {
    let mut object = board();
    object["cages"] = json!([{ "cells": [[0, 0], [0, 1]], "value": 7 }]);
    for has_regions in [true, false] {
        if !has_regions {
            object.as_object_mut().unwrap().remove("regions");
        }
        let text = object.to_string();
        let puzzle = crate::read::reader::parsed(&text).unwrap();
        assert_eq!(constraints(&puzzle), ["cage 7 r1c1 r1c2"]);
        assert_eq!(puzzle.layout().boxes().is_some(), has_regions);
        assert_eq!(read(&link(&text)).0, Ok(puzzle));
    }
}

#[test]
fn global_rules_are_variants() {
    let mut object = board();
    object["global"] = json!(["antiknight"]);
    object["metadata"] = json!({ "antiking": true, "title": "A title" });
    let expected = [Variant::AntiKnight, Variant::AntiKing];
    let puzzle = puzzle(&object);
    assert!(
        expected
            .iter()
            .all(|variant| puzzle.layout().rules().variants().contains(variant))
    );
}

#[test]
fn what_cannot_be_read_is_an_error_that_names_it() {
    let with = |field: &str, value: Value| {
        let mut object = board();
        object[field] = value;
        error(&object)
    };
    for (found, expected) in [
        (
            with("cells", json!([[{}, {}], [{}]])),
            "1:1: expected a square board, found 2 rows of 1 or 2 cells",
        ),
        (
            with("cells", json!(vec![vec![json!({ "value": "A" }); 4]; 4])),
            "1:1: expected a digit from 1 to 4 in r1c1, found `A`",
        ),
        (
            with("cages", json!([{ "cells": [[0, 4]] }])),
            "1:1: expected cells from [0,0] to [3,3] in cages, found `[0,4]`",
        ),
        (
            with("regions", json!([[[0, 0]], [[0, 0]]])),
            "1:1: expected each cell in one of the regions, found r1c1 in two",
        ),
        (
            with("regions", json!([["r1c1"]])),
            "1:1: expected cells from [0,0] to [3,3] in regions, found `\"r1c1\"`",
        ),
        (
            with("global", json!(["entropy"])),
            "1:1: expected antiking or antiknight in global, found `\"entropy\"`",
        ),
        (
            with("metadata", json!({ "norowcol": true })),
            "1:1: expected a board whose rows and columns have different digits, found `norowcol`",
        ),
        (
            read(&link("{ce:[")).0.unwrap_err(),
            "1:1: expected a puzzle of SudokuPad in the link, found a text that was cut or changed",
        ),
        (
            read("https://sudokupad.app/sclabc").0.unwrap_err(),
            "1:1: expected a link that contains the puzzle: open it there and export it to f-puzzles, found a link of SudokuPad without it",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn classic_links_have_flags() {
    let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    // Each digit or blank with the blanks after it.
    let mut code = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let blanks = rest[1..].chars().take(5).take_while(|c| *c == '.').count();
        let code_of = |number| {
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
                .chars()
                .nth(number)
        };
        code.extend(code_of(
            first.to_digit(10).unwrap_or(0) as usize + 10 * blanks,
        ));
        rest = &rest[1 + blanks..];
    }
    for (flags, variants) in [
        ("", &[][..]),
        ("w", &[Variant::Windoku]),
        ("x?a=1", &[Variant::Diagonal]),
        ("xw", &[Variant::Diagonal, Variant::Windoku]),
    ] {
        let puzzle = read(&format!("https://sudokupad.app/scf{code}{flags}"))
            .0
            .unwrap();
        assert_eq!(puzzle.givens().to_string(), line);
        let rules = puzzle.layout().rules();
        assert_eq!(rules.variants().len(), variants.len());
        assert!(
            variants
                .iter()
                .all(|variant| rules.variants().contains(variant)),
            "{flags}"
        );
    }
    let unknown = read(&format!("https://sudokupad.app/scf{code}q")).0;
    let expected = "1:1: expected a flag w (windoku) or x (diagonals) after 81 cells, found `q`";
    assert_eq!(unknown.unwrap_err(), expected);
}

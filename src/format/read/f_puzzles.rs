//! The puzzles of f-puzzles.
//!
//! One is a JSON object, compressed by LZ-string (pieroxy's library) and written in Base64.
//! SudokuPad takes the same text behind `fpuzzles`. The object has the cells row by row, and a field
//! for each rule beside rows, columns and regions. Rules that are not known here are errors: nothing
//! of a puzzle is left out in silence.

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::board::{
    Candidate, Cell, Digit, Grid, HouseKind, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant,
};
use crate::format::error::{FormatError, quote};

/// The puzzle of a link, but for what the options say of all puzzles.
#[derive(Debug)]
pub(super) struct Linked {
    pub givens: Grid,
    /// Candidates that its pencil marks leave out.
    pub removed: Vec<Candidate>,
    /// Regions that are not the usual boxes.
    pub regions: Option<RegionMap>,
    pub variants: Vec<Variant>,
}

/// What should have been in a link, and what was.
pub(super) type Unreadable = (String, String);

/// The longest object that is unpacked, in characters. A 16×16 puzzle with regions of its own and a
/// solution takes half of it. Few characters can stand for millions: these for some 40 MB at most.
const LONGEST: usize = 8_192;

/// The sizes that f-puzzles has.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// The object that a text is.
pub(super) fn unpacked(packed: &str) -> Result<Map<String, Value>, Unreadable> {
    let found = |what: &str| {
        (
            "a puzzle of f-puzzles in the link".to_string(),
            what.to_string(),
        )
    };
    let packed = percent_decoded(packed);
    if packed.len() > LONGEST {
        return Err(found(&format!("more than {LONGEST} characters")));
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    if !packed.bytes().all(is_base64) {
        return Err(found("characters that are not Base64"));
    }
    let unpacked = lz_str::decompress_from_base64(&packed);
    let text = unpacked.and_then(|wide| String::from_utf16(&wide).ok());
    let value = text.and_then(|text| serde_json::from_str(&text).ok());
    match value {
        Some(Value::Object(object)) => Ok(object),
        _ => Err(found("a text that was cut or changed")),
    }
}

/// The text without `%2B` and the like; spaces were `+`.
fn percent_decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3);
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if byte.is_ascii() => {
                decoded.push(char::from(byte));
                rest = &rest[at + 3..];
            }
            _ => {
                decoded.push('%');
                rest = &rest[at + 1..];
            }
        }
    }
    decoded.push_str(rest);
    decoded.replace(' ', "+")
}

/// The boxes of f-puzzles on a board of this size: as square as they can be, and wider than high.
fn usual_shape(size: usize) -> Option<Shape> {
    let rows = (1..=size.isqrt())
        .rev()
        .find(|rows| size.is_multiple_of(*rows))?;
    Shape::new(rows, size / rows).ok()
}

/// [`usual_shape`] for the puzzle of a link in this place.
pub(super) fn link_shape(size: usize, place: (usize, usize)) -> Result<Shape, FormatError> {
    let found = format!("{size} rows");
    usual_shape(size).ok_or_else(|| FormatError::new(place, "a board with boxes", found))
}

/// The puzzle that an object of f-puzzles says.
pub(super) fn puzzle(object: &Map<String, Value>) -> Result<Linked, Unreadable> {
    let bad = |expected: &str, found: &Value| (expected.to_string(), quote(&found.to_string()));
    let nothing = Value::Null;
    let size = object.get("size").unwrap_or(&nothing);
    let size = size
        .as_u64()
        .map(|size| size as usize)
        .filter(|size| SIZES.contains(size))
        .ok_or_else(|| bad("a size from 4 to 16 in the link", size))?;
    let grid = object.get("grid").unwrap_or(&nothing);
    let rows = grid.as_array().filter(|rows| rows.len() == size);
    let rows = rows.map(|rows| rows.iter().filter_map(Value::as_array));
    let cells: Vec<&Value> = rows.into_iter().flatten().flatten().collect();
    if cells.len() != size * size {
        let found = format!("{} cells", cells.len());
        return Err((format!("a grid of {size}x{size} cells in the link"), found));
    }
    let boxes = usual_shape(size).map_or_else(Vec::new, boxes);
    let mut givens = Vec::with_capacity(cells.len());
    let (mut removed, mut labels) = (Vec::new(), Vec::new());
    for (index, value) in cells.into_iter().enumerate() {
        let cell = Cell::from_index(index);
        let name = cell.name(size);
        let fields = value.as_object();
        let field = |name: &str| {
            fields
                .and_then(|fields| fields.get(name))
                .unwrap_or(&nothing)
        };
        let digit = |value: &Value| {
            let digit = value
                .as_u64()
                .and_then(|value| Digit::from_value(value as usize));
            digit.filter(|digit| digit.value() <= size).ok_or_else(|| {
                bad(
                    &format!("a digit from 1 to {size} in {name} of the link"),
                    value,
                )
            })
        };
        let is_given = field("given") == &Value::Bool(true);
        givens.push(if is_given {
            Some(digit(field("value"))?)
        } else {
            None
        });
        if let (false, Some(marks)) = (is_given, field("givenPencilMarks").as_array())
            && !marks.is_empty()
        {
            let marks = marks.iter().map(digit).collect::<Result<Vec<Digit>, _>>()?;
            let digits = (0..size).map(Digit::from_index);
            let gone = digits.filter(|digit| !marks.contains(digit));
            removed.extend(gone.map(|digit| Candidate { cell, digit }));
        }
        labels.push(
            match (fields.and_then(|fields| fields.get("region")), &boxes) {
                (None, boxes) => boxes.get(index).copied(),
                (Some(region), _) => region.as_u64().map(|region| region as usize),
            },
        );
    }
    let regions = if labels.iter().copied().eq(boxes.iter().copied().map(Some)) {
        None
    } else {
        let map = RegionMap::from_labels(&labels);
        Some(map.map_err(|error| (error.expected(), error.found() + " in the link"))?)
    };
    let found = givens.len();
    let givens = Grid::from_cells(givens);
    Ok(Linked {
        givens: givens.ok_or_else(|| ("a square grid".to_string(), format!("{found} cells")))?,
        removed,
        regions,
        variants: variants(object, size)?,
    })
}

/// By cell, the number of its box in reading order.
fn boxes(shape: Shape) -> Vec<usize> {
    let cells = (0..shape.size() * shape.size()).map(Cell::from_index);
    cells.map(|cell| shape.box_of(cell)).collect()
}

/// The rules of an object of f-puzzles beside rows, columns and regions.
///
/// # Errors
/// The name of one that is not known.
fn variants(object: &Map<String, Value>, size: usize) -> Result<Vec<Variant>, Unreadable> {
    /// What is no rule: texts, the solution, what a solver is to show.
    const REMARKS: [&str; 11] = [
        "size",
        "grid",
        "title",
        "author",
        "ruleset",
        "solution",
        "successMessage",
        "disabledlogic",
        "truecandidatesoptions",
        "highlightConflicts",
        "cosmetics",
    ];
    let is_said = |name: &str| {
        object.get(name).is_some_and(|value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(values) => !values.is_empty(),
            Value::Object(fields) => !fields.is_empty(),
            Value::String(text) => !text.is_empty(),
            _ => true,
        })
    };
    let mut variants = Vec::new();
    for name in object
        .keys()
        .map(String::as_str)
        .filter(|name| is_said(name))
    {
        let variant = match name {
            remark if REMARKS.contains(&remark) => continue,
            "diagonal+" if is_said("diagonal-") => Variant::Diagonal,
            "diagonal-" if is_said("diagonal+") => continue,
            "antiknight" => Variant::AntiKnight,
            "antiking" => Variant::AntiKing,
            "nonconsecutive" => Variant::NonConsecutive,
            "disjointgroups" => Variant::DisjointGroups,
            "extraregion" if has_windows(&object[name], size) => Variant::Windoku,
            other => {
                let expected = "only constraints that satdoku has (see --variant) in the link";
                return Err((expected.to_string(), quote(other)));
            }
        };
        variants.push(variant);
    }
    Ok(variants)
}

/// The windows of a windoku on a board of this size, each with the names of its cells.
fn windows(size: usize) -> Vec<Vec<String>> {
    let rules = usual_shape(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let Some(layout) = rules.map(Layout::new) else {
        return Vec::new();
    };
    let windows = layout.houses().iter();
    let windows = windows.filter(|house| matches!(house.kind, HouseKind::Window(_)));
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    windows
        .map(|house| house.cells.iter().map(name).collect())
        .collect()
}

/// Whether these extra regions are the windows of a windoku.
fn has_windows(regions: &Value, size: usize) -> bool {
    let cells = |region: &Value| -> Option<Vec<String>> {
        let cells = region.get("cells")?.as_array()?.iter();
        let mut cells: Vec<String> = cells
            .filter_map(|cell| Some(cell.as_str()?.to_ascii_uppercase()))
            .collect();
        cells.sort_unstable();
        Some(cells)
    };
    let mut found: Vec<_> = regions
        .as_array()
        .into_iter()
        .flatten()
        .map(cells)
        .collect();
    let mut windows: Vec<_> = windows(size).into_iter().map(Some).collect();
    windows
        .iter_mut()
        .flatten()
        .for_each(|cells| cells.sort_unstable());
    found.sort_unstable();
    windows.sort_unstable();
    found == windows
}

/// Why a puzzle has no link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoLink {
    /// f-puzzles has no such board.
    #[error("expected a board of 4x4 to 16x16 for a link, found {0}x{0}")]
    Size(usize),
    /// A board without boxes and regions.
    #[error("expected boxes or regions for a link, found a board without")]
    Boxes,
}

/// A link that opens the puzzle on f-puzzles.com, with a solution filled in where there is one.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::format::write_link;
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let link = write_link(&puzzle, None)?;
/// assert!(link.starts_with("https://f-puzzles.com/?load=N4I"));
/// assert_eq!(link.parse::<Puzzle>()?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When f-puzzles has no such board: one above 16×16, or one without boxes and regions whose rows
/// boxes could fill.
pub fn write_link(puzzle: &Puzzle, solution: Option<&Grid>) -> Result<String, NoLink> {
    let size = puzzle.size();
    if !SIZES.contains(&size) {
        return Err(NoLink::Size(size));
    }
    let rules = puzzle.layout().rules();
    let usual = usual_shape(size).ok_or(NoLink::Size(size))?;
    if !rules.shape().has_boxes() && rules.regions().is_none() && usual != rules.shape() {
        return Err(NoLink::Boxes);
    }
    let own = boxes(rules.shape());
    let region_of = |cell: Cell| match rules.regions() {
        Some(regions) => regions.region_of(cell),
        None => own[cell.index()],
    };
    let boxes = boxes(usual);
    let cell_fields = |cell: Cell| {
        let mut fields = Map::new();
        let given = puzzle.givens().get(cell);
        if let Some(digit) = given.or(solution.and_then(|solution| solution.get(cell))) {
            fields.insert("value".to_string(), digit.value().into());
        }
        if given.is_some() {
            fields.insert("given".to_string(), true.into());
        }
        if region_of(cell) != boxes[cell.index()] {
            fields.insert("region".to_string(), region_of(cell).into());
        }
        let candidate = |digit| Candidate { cell, digit };
        let is_left = |digit: &Digit| puzzle.removed().binary_search(&candidate(*digit)).is_err();
        let digits = (0..size).map(Digit::from_index).filter(is_left);
        let digits: Vec<usize> = digits.map(Digit::value).collect();
        if digits.len() < size {
            fields.insert("givenPencilMarks".to_string(), digits.into());
        }
        Value::Object(fields)
    };
    let cells: Vec<Value> = puzzle.layout().cells().map(cell_fields).collect();
    let mut object = json!({
        "size": size,
        "title": "",
        "author": "",
        "ruleset": "",
        "grid": cells.chunks(size).collect::<Vec<_>>(),
    });
    let mut say = |name: &str, value: Value| object[name] = value;
    for variant in rules.variants() {
        match variant {
            Variant::Diagonal => {
                say("diagonal+", true.into());
                say("diagonal-", true.into());
            }
            Variant::AntiKnight => say("antiknight", true.into()),
            Variant::AntiKing => say("antiking", true.into()),
            Variant::NonConsecutive => say("nonconsecutive", true.into()),
            Variant::DisjointGroups => say("disjointgroups", true.into()),
            Variant::Windoku => {
                let windows = windows(size)
                    .into_iter()
                    .map(|cells| json!({ "cells": cells }));
                say("extraregion", windows.collect());
            }
        }
    }
    // The same link whether or not `serde_json` keeps the order of insertion.
    object.sort_all_objects();
    let packed = lz_str::compress_to_base64(&object.to_string());
    let packed = packed
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    Ok(format!("https://f-puzzles.com/?load={packed}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::{puzzle, random_puzzles};

    const LINE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    /// The link of an object.
    fn link(object: Value) -> String {
        let packed = lz_str::compress_to_base64(&object.to_string());
        format!("https://www.f-puzzles.com/?load={packed}")
    }

    fn error(text: &str) -> String {
        let error = text.parse::<Puzzle>().unwrap_err();
        format!("expected {}, found {}", error.expected, error.found)
    }

    fn empty_grid(size: usize) -> Vec<Vec<Value>> {
        vec![vec![json!({}); size]; size]
    }

    #[test]
    fn every_board_comes_back_from_its_link() {
        let shapes = ["2x2", "2x3", "3x2", "3x3", "2x4", "3x4", "4x4", "1x5"];
        for (count, plain) in random_puzzles(&shapes, 40).into_iter().enumerate() {
            let shape = plain.layout().shape();
            let rules = Ruleset::classic(shape);
            let variants = [
                Variant::Diagonal,
                Variant::AntiKnight,
                Variant::AntiKing,
                Variant::NonConsecutive,
                Variant::Windoku,
                Variant::DisjointGroups,
            ];
            let variants = &variants[count % variants.len()..][..usize::from(count % 2 == 0)];
            let rules = rules.clone().with(variants).unwrap_or(rules);
            let layout = Arc::new(Layout::new(rules));
            let puzzle = Puzzle::new(layout, plain.givens().clone()).unwrap();
            let blank = puzzle.givens().blanks().next();
            let removed = blank.map(|cell| Candidate {
                cell,
                digit: Digit::from_index(count % puzzle.size()),
            });
            let puzzle = puzzle.without(removed).unwrap();
            let link = write_link(&puzzle, None).unwrap();
            let options = crate::format::ReadOptions::default();
            let (again, _) = crate::format::parse_puzzle(&link, options).unwrap();
            assert_eq!(again.givens(), puzzle.givens());
            assert_eq!(again.removed(), puzzle.removed());
            assert_eq!(
                again.layout().houses().len(),
                puzzle.layout().houses().len()
            );
            if usual_shape(puzzle.size()) == Some(shape) {
                assert_eq!(again, puzzle);
            }
        }
    }

    #[test]
    fn a_jigsaw_and_a_solution_come_back() {
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let givens = Grid::blank(4);
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens).unwrap();
        let solution: Grid = "1234 3412 2143 4321".parse().unwrap();
        let link = write_link(&puzzle, Some(&solution)).unwrap();
        // What is filled in is not given.
        assert_eq!(link.parse(), Ok(puzzle));
        // The largest board that f-puzzles has, with everything that can be said of its cells.
        let labels: Vec<Option<usize>> = (0..256).map(|cell| Some(cell * 7 / 16 % 16)).collect();
        let labels: Vec<Option<usize>> = match RegionMap::from_labels(&labels) {
            Ok(_) => labels,
            Err(_) => (0..256).map(|cell| Some(cell % 16)).collect(),
        };
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let mut full = Grid::blank(16);
        for cell in 0..256 {
            full.set(Cell::from_index(cell), Digit::from_value(cell * 7 % 16 + 1));
        }
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), full).unwrap();
        let link = write_link(&puzzle, None).unwrap();
        assert!(link.len() < LONGEST / 2, "{}", link.len());
        assert_eq!(link.parse(), Ok(puzzle));
    }

    #[test]
    fn boards_without_a_link_are_named() {
        let message = |shape: &str| {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            write_link(&puzzle, None).unwrap_err().to_string()
        };
        assert_eq!(
            message("5x5"),
            "expected a board of 4x4 to 16x16 for a link, found 25x25"
        );
        assert_eq!(
            message("1x9"),
            "expected boxes or regions for a link, found a board without"
        );
    }

    #[test]
    fn the_code_of_sudokupad_is_the_same() {
        let puzzle = puzzle("3x3", LINE);
        let link = write_link(&puzzle, None).unwrap();
        let code = link.split_once("load=").unwrap().1;
        for text in [
            format!("https://sudokupad.app/fpuzzles{code}"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{code}&x=1"),
            format!(
                "fpuzzles{}",
                code.replace("%2B", "+")
                    .replace("%2F", "/")
                    .replace("%3D", "=")
            ),
        ] {
            assert_eq!(text.parse(), Ok(puzzle.clone()), "{text}");
        }
    }

    #[test]
    fn constraints_that_are_not_known_are_named() {
        let grid = empty_grid(9);
        for name in [
            "killercage",
            "thermometer",
            "arrow",
            "extraregion",
            "line",
            "new one",
        ] {
            let cages = json!([{"cells": ["R1C1", "R1C2"], "value": "3"}]);
            let found = error(&link(json!({"size": 9, "grid": grid, name: cages})));
            let expected = "expected only constraints that satdoku has (see --variant) in the link";
            assert_eq!(found, format!("{expected}, found `{name}`"));
        }
        let one = json!({"size": 9, "grid": grid, "diagonal+": true, "diagonal-": false});
        assert!(error(&link(one)).ends_with("found `diagonal+`"));
        let nothing =
            json!({"size": 9, "grid": grid, "arrow": [], "antiking": false, "title": "x"});
        assert_eq!(
            link(nothing).parse(),
            Ok(Puzzle::empty("3x3".parse().unwrap()))
        );
    }

    #[test]
    fn what_is_no_puzzle_is_said() {
        let mut grid = empty_grid(4);
        grid[1][2] = json!({"value": 5, "given": true});
        for (text, expected) in [
            (
                "https://f-puzzles.com/?load=N4Ig!".to_string(),
                "expected a puzzle of f-puzzles in the link, found characters that are not Base64",
            ),
            (
                "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QHkAnAEwEMBXNEAJRk"
                    .to_string(),
                "expected a puzzle of f-puzzles in the link, found a text that was cut or changed",
            ),
            (
                format!("https://f-puzzles.com/?load={}", "N".repeat(9_000)),
                "expected a puzzle of f-puzzles in the link, found more than 8192 characters",
            ),
            (
                link(json!({"size": 4, "grid": grid})),
                "expected a digit from 1 to 4 in r2c3 of the link, found `5`",
            ),
            (
                link(json!({"size": 3, "grid": []})),
                "expected a size from 4 to 16 in the link, found `3`",
            ),
            (
                link(json!({"size": 4, "grid": [[{}]]})),
                "expected a grid of 4x4 cells in the link, found 0 cells",
            ),
            (
                link(json!({"size": 4, "grid": vec![vec![json!({"region": null}); 4]; 4]})),
                "expected a region for each cell, found none for r1c1 in the link",
            ),
            (
                "https://f-puzzles.com/?id=y5x6abcd".to_string(),
                "expected a link that holds the puzzle, as f-puzzles.com exports it, found the name \
                 of one that only its site knows",
            ),
            (
                "https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102".to_string(),
                "expected 81 cells behind bd=, found `S9B0102`",
            ),
        ] {
            assert_eq!(error(&text), expected, "{text}");
        }
    }
}

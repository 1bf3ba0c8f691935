//! Links to puzzles on f-puzzles.com.
//!
//! A link contains a JSON object, compressed with LZ-string (pieroxy's library) and encoded in Base64.
//! SudokuPad accepts the same text after the prefix `fpuzzles`. The object lists the cells row by row
//! and has a field for each rule in addition to rows, columns and regions. An unsupported rule is an
//! error, so that no constraint is dropped silently.

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::board::{
    Candidate, Cell, Digit, Grid, HouseKind, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant,
};
use crate::format::error::quote;

/// The puzzle of a link, before options that apply to all puzzles.
#[derive(Debug)]
pub(super) struct Linked {
    pub givens: Grid,
    /// Candidates removed by pencil marks.
    pub removed: Vec<Candidate>,
    /// Regions, if they are not the usual boxes.
    pub regions: Option<RegionMap>,
    pub variants: Vec<Variant>,
}

/// The expected and the found content of a bad link.
pub(super) type Unreadable = (String, String);

/// Maximum length of a compressed object, in characters. A 16×16 jigsaw with a solution takes half of
/// it. The limit bounds the decompressed text to about 40 MB.
const LONGEST: usize = 8_192;

/// The board sizes that f-puzzles supports.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Decodes and decompresses the object of a link.
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

/// Decodes percent escapes such as `%2B`, and restores `+` from spaces.
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

/// Returns the boxes of f-puzzles for this size. Boards that cannot have any have none.
fn usual_shape(size: usize) -> Option<Shape> {
    Shape::usual(size).or_else(|| Shape::without_boxes(size).ok())
}

/// Parses an f-puzzles object.
pub(super) fn puzzle(object: &Map<String, Value>) -> Result<Linked, Unreadable> {
    let nothing = Value::Null;
    let size = object.get("size").unwrap_or(&nothing);
    let size = size
        .as_u64()
        .map(|size| size as usize)
        .filter(|size| SIZES.contains(size))
        .ok_or_else(|| {
            let expected = "a size from 4 to 16 in the link".to_string();
            (expected, quote(&size.to_string()))
        })?;
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
        let (given, marks) = given_and_marks(value, cell, size)?;
        givens.push(given);
        if !marks.is_empty() {
            let digits = (0..size).map(Digit::from_index);
            let missing = digits.filter(|digit| !marks.contains(digit));
            removed.extend(missing.map(|digit| Candidate { cell, digit }));
        }
        labels.push(match value.get("region") {
            None => boxes.get(index).copied(),
            Some(region) => region.as_u64().map(|region| region as usize),
        });
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

/// Returns the given of a cell, or the digits of its pencil marks if it has no given.
fn given_and_marks(
    value: &Value,
    cell: Cell,
    size: usize,
) -> Result<(Option<Digit>, Vec<Digit>), Unreadable> {
    let digit = |value: &Value| {
        let digit = value
            .as_u64()
            .and_then(|value| Digit::from_value(value as usize));
        digit.filter(|digit| digit.value() <= size).ok_or_else(|| {
            let name = cell.name(size);
            let expected = format!("a digit from 1 to {size} in {name} of the link");
            (expected, quote(&value.to_string()))
        })
    };
    if value["given"] == Value::Bool(true) {
        return Ok((Some(digit(&value["value"])?), Vec::new()));
    }
    let marks = value["givenPencilMarks"].as_array().into_iter().flatten();
    Ok((None, marks.map(digit).collect::<Result<_, _>>()?))
}

/// Returns the box number of each cell in reading order.
fn boxes(shape: Shape) -> Vec<usize> {
    let cells = (0..shape.size() * shape.size()).map(Cell::from_index);
    cells.map(|cell| shape.box_of(cell)).collect()
}

/// Returns the rules of an f-puzzles object in addition to rows, columns and regions.
///
/// # Errors
/// Fails if a rule is not supported.
fn variants(object: &Map<String, Value>, size: usize) -> Result<Vec<Variant>, Unreadable> {
    /// Fields that are not rules: texts, the solution, display settings.
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
    let is_set = |name: &str| {
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
        .filter(|name| is_set(name))
    {
        let variant = match name {
            remark if REMARKS.contains(&remark) => continue,
            "diagonal+" if is_set("diagonal-") => Variant::Diagonal,
            "diagonal-" if is_set("diagonal+") => continue,
            "antiknight" => Variant::AntiKnight,
            "antiking" => Variant::AntiKing,
            "nonconsecutive" => Variant::NonConsecutive,
            "disjointgroups" => Variant::DisjointGroups,
            "extraregion" if has_windows(&object[name], size) => Variant::Windoku,
            other => {
                let expected = "only constraints that satdoku has in the link";
                return Err((expected.to_string(), quote(other)));
            }
        };
        variants.push(variant);
    }
    Ok(variants)
}

/// Returns the cell names of each window of a windoku of this size.
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

/// Returns true if the extra regions are the windows of a windoku.
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

/// The reason why a puzzle cannot be written as a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoLink {
    /// A board size that f-puzzles does not support.
    #[error("expected a board of 4x4 to 16x16 for a link, found {0}x{0}")]
    Size(usize),
    /// A solution of another size.
    #[error("expected a solution of {0}x{0} cells, found {1}x{1}")]
    Solution(usize, usize),
    /// A board without boxes or regions.
    #[error("expected boxes or regions for a link, found a board without")]
    Boxes,
}

/// A site that opens a puzzle from a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSite {
    /// f-puzzles.com, an editor.
    FPuzzles,
    /// sudokupad.app, which is for solving and reads the same data.
    SudokuPad,
}

/// Returns a link that opens the puzzle on a site, with the solution filled in if given.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::format::{LinkSite, write_link};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let link = write_link(&puzzle, None, LinkSite::FPuzzles)?;
/// assert!(link.starts_with("https://f-puzzles.com/?load=N4I"));
/// assert_eq!(link.parse::<Puzzle>()?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if f-puzzles cannot represent the board: if it is larger than 16×16, or has neither boxes nor
/// regions although f-puzzles has boxes for its size. Also if the solution has another size.
pub fn write_link(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    site: LinkSite,
) -> Result<String, NoLink> {
    let size = puzzle.size();
    if !SIZES.contains(&size) {
        return Err(NoLink::Size(size));
    }
    let found = solution.map_or(size, Grid::size);
    if found != size {
        return Err(NoLink::Solution(size, found));
    }
    let rules = puzzle.layout().rules();
    let usual = usual_shape(size).ok_or(NoLink::Size(size))?;
    if !rules.shape().has_boxes() && rules.regions().is_none() && usual != rules.shape() {
        return Err(NoLink::Boxes);
    }
    let own = boxes(rules.shape());
    let region_of = |cell: Cell| {
        let region = rules.regions().and_then(|regions| regions.region_of(cell));
        region.unwrap_or(own[cell.index()])
    };
    let boxes = boxes(usual);
    let cell_object = |cell: Cell| {
        let region = region_of(cell);
        let region = (region != boxes[cell.index()]).then_some(region);
        cell_object(puzzle, solution, cell, region)
    };
    let cells: Vec<Value> = puzzle.layout().cells().map(cell_object).collect();
    let mut object = json!({
        "size": size,
        "title": "",
        "author": "",
        "ruleset": "",
        "grid": cells.chunks(size).collect::<Vec<_>>(),
    });
    let mut set = |name: &str, value: Value| object[name] = value;
    for variant in rules.variants() {
        match variant {
            Variant::Diagonal => {
                set("diagonal+", true.into());
                set("diagonal-", true.into());
            }
            Variant::AntiKnight => set("antiknight", true.into()),
            Variant::AntiKing => set("antiking", true.into()),
            Variant::NonConsecutive => set("nonconsecutive", true.into()),
            Variant::DisjointGroups => set("disjointgroups", true.into()),
            Variant::Windoku => {
                let windows = windows(size)
                    .into_iter()
                    .map(|cells| json!({ "cells": cells }));
                set("extraregion", windows.collect());
            }
        }
    }
    Ok(site_link(object, site))
}

/// Returns the link with an object for a site.
fn site_link(mut object: Value, site: LinkSite) -> String {
    let address = match site {
        LinkSite::FPuzzles => "https://f-puzzles.com/?load=",
        LinkSite::SudokuPad => "https://sudokupad.app/fpuzzles",
    };
    // Sorted, so that the link does not depend on whether `serde_json` keeps the insertion order.
    object.sort_all_objects();
    let packed = lz_str::compress_to_base64(&object.to_string());
    let packed = packed
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    format!("{address}{packed}")
}

/// Returns the object of a cell, with its region if that is not its usual box.
fn cell_object(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    cell: Cell,
    region: Option<usize>,
) -> Value {
    let mut fields = Map::new();
    let given = puzzle.givens().get(cell);
    if let Some(digit) = given.or(solution.and_then(|solution| solution.get(cell))) {
        fields.insert("value".to_string(), digit.value().into());
    }
    if given.is_some() {
        fields.insert("given".to_string(), true.into());
    }
    if let Some(region) = region {
        fields.insert("region".to_string(), region.into());
    }
    let candidate = |digit| Candidate { cell, digit };
    let is_left = |digit: &Digit| puzzle.removed().binary_search(&candidate(*digit)).is_err();
    let digits = (0..puzzle.size()).map(Digit::from_index).filter(is_left);
    let digits: Vec<usize> = digits.map(Digit::value).collect();
    if digits.len() < puzzle.size() {
        fields.insert("givenPencilMarks".to_string(), digits.into());
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::{puzzle, random_puzzles};

    const LINE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    /// Returns a link to an object.
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
    fn links_round_trip() {
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
            let sites = [LinkSite::FPuzzles, LinkSite::SudokuPad];
            let link = write_link(&puzzle, None, sites[count % 2]).unwrap();
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
    fn jigsaw_links_round_trip_without_the_solution() {
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let givens = Grid::blank(4);
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens).unwrap();
        let solution: Grid = "1234 3412 2143 4321".parse().unwrap();
        let link = write_link(&puzzle, Some(&solution), LinkSite::FPuzzles).unwrap();
        // Cells of the solution are not givens.
        assert_eq!(link.parse(), Ok(puzzle));
        // The largest board that f-puzzles supports, with every field of a cell.
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
        let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
        assert!(link.len() < LONGEST / 2, "{}", link.len());
        assert_eq!(link.parse(), Ok(puzzle));
    }

    #[test]
    fn unsupported_boards_are_errors() {
        let message = |shape: &str| {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            write_link(&puzzle, None, LinkSite::FPuzzles)
                .unwrap_err()
                .to_string()
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
    fn reads_sudokupad_codes() {
        let puzzle = puzzle("3x3", LINE);
        let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
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
    fn names_unsupported_constraints() {
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
            let expected = "expected only constraints that satdoku has in the link";
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
    fn reports_bad_links() {
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
                "expected a link that contains the puzzle: open it there and export the puzzle as a \
                 link, found a link of f-puzzles.com without it",
            ),
            (
                "https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102".to_string(),
                "expected the 81 cells of sudokuwiki.org after bd=, found `S9B0102`",
            ),
        ] {
            assert_eq!(error(&text), expected, "{text}");
        }
    }
}

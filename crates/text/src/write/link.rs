//! From a puzzle to a link.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::constraint_string::constraint_string;
use super::sudoku_pad::sudoku_pad_drawing;
use crate::f_puzzles::{CELLS, CLUES, GROUPS, LINES, SIZES, boxes, usual_shape, windows};
use crate::read::link::packed::LONGEST_PACKED;
use satdoku::board::{Candidate, Cell, Constraint, Digit, Grid, OuterLine, Puzzle, Side, Variant};

/// The reason why a puzzle cannot be written as a link.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoLink {
    /// A board size that f-puzzles does not support.
    #[error("expected a board of 4x4 to 16x16 for a link, found {0}x{0}")]
    Size(usize),
    /// A board with other cells or digits than a square, described by this line.
    #[error("expected a square board whose digits begin with 1 for a link, found `{0}`")]
    Geometry(String),
    /// A solution of another size.
    #[error("expected a solution of {0}x{0} cells, found {1}x{1}")]
    Solution(usize, usize),
    /// A constraint of a kind, with a value or with cells that f-puzzles does not have.
    #[error("expected constraints that f-puzzles has for a link, found `{0}`")]
    Constraint(String),
    /// A rule that the Interactive Sudoku Solver does not have.
    #[error("expected rules that the Interactive Sudoku Solver has for a link, found `{0}`")]
    NoItem(String),
    /// An object of this many characters, which no link is read with.
    #[error("expected a puzzle that fits in a link of {LONGEST_PACKED} characters, found {0}")]
    Length(usize),
}

/// A site that opens a puzzle from a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSite {
    /// f-puzzles.com, an editor.
    FPuzzles,
    /// sudokupad.app, which is for solving. It reads the same data, and drawings with the rules in words for
    /// constraints that f-puzzles does not have.
    SudokuPad,
    /// The Interactive Sudoku Solver, which has a rule for most constraints. It does not show the titles
    /// of regular expressions.
    Interactive,
}

/// Returns a link that opens the puzzle on a site, with the solution filled in if given. The
/// Interactive Sudoku Solver does not tell the digits of the solution from givens.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::{LinkSite, ReadOptions, parse_puzzle, write_link};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let link = write_link(&puzzle, None, LinkSite::FPuzzles)?;
/// assert!(link.starts_with("https://f-puzzles.com/?load=N4I"));
/// let (again, _) = parse_puzzle(&link, ReadOptions::default())?;
/// assert_eq!(again, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the site cannot represent the board: f-puzzles and SudokuPad more than 16 digits,
/// f-puzzles some constraints, the Interactive Sudoku Solver boards with holes or several grids and a few
/// constraints. Also if the solution has another size, or the link would be too long to be read.
pub fn write_link(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    site: LinkSite,
) -> Result<String, NoLink> {
    let size = puzzle.geometry().rows();
    let found = solution.map_or(size, |solution| solution.geometry().rows());
    if found != size {
        return Err(NoLink::Solution(size, found));
    }
    let object = || f_puzzles_object(puzzle, solution).and_then(packed);
    Ok(match site {
        LinkSite::FPuzzles => format!("https://f-puzzles.com/?load={}", object()?),
        LinkSite::SudokuPad => match object() {
            // A board or rule that f-puzzles does not have.
            Err(_) if puzzle.geometry().digit_count() <= *SIZES.end() => {
                let drawing = packed(sudoku_pad_drawing(puzzle, solution))?;
                format!("https://sudokupad.app/scl{drawing}")
            }
            object => format!("https://sudokupad.app/fpuzzles{}", object?),
        },
        LinkSite::Interactive => {
            let text = constraint_string(puzzle, solution.unwrap_or(puzzle.givens()))?;
            let text = text.replace('%', "%25").replace('=', "%3D");
            format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}")
        }
    })
}

/// Returns the object that f-puzzles has for a puzzle.
fn f_puzzles_object(puzzle: &Puzzle, solution: Option<&Grid>) -> Result<Value, NoLink> {
    let size = puzzle.geometry().rows();
    if !SIZES.contains(&size) {
        return Err(NoLink::Size(size));
    }
    let rules = puzzle.layout().rules();
    if let Some(line) = rules.board_lines().into_iter().next() {
        return Err(NoLink::Geometry(line));
    }
    let usual = boxes(usual_shape(size).ok_or(NoLink::Size(size))?);
    let own = boxes(rules.shape());
    let cell_object = |cell: Cell| {
        let region = match rules.regions() {
            Some(regions) => regions.region_of(cell),
            None => own[cell.index()],
        };
        let region = (region != usual[cell.index()]).then(|| Value::from(region));
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
    for variant in rules.variants() {
        set_variant(&mut object, *variant, size);
    }
    for constraint in rules.constraints() {
        let missing = || NoLink::Constraint(constraint.text(size));
        let (key, entry) = entry(constraint, size).ok_or_else(missing)?;
        match object[key].as_array_mut() {
            Some(entries) => entries.push(entry),
            None => object[key] = json!([entry]),
        }
    }
    Ok(object)
}

/// Adds the field of a variant to an object.
fn set_variant(object: &mut Value, variant: Variant, size: usize) {
    let mut append = |name: &str, value: Value| match object[name].as_array_mut() {
        Some(values) => values.push(value),
        None => object[name] = json!([value]),
    };
    match variant {
        Variant::NegativeRatio => append("negative", "ratio".into()),
        Variant::NegativeXv => append("negative", "xv".into()),
        Variant::Windoku => windows(size)
            .into_iter()
            .for_each(|cells| append("extraregion", json!({ "cells": cells }))),
        Variant::Diagonal => {
            object["diagonal+"] = true.into();
            object["diagonal-"] = true.into();
        }
        Variant::AntiKnight => object["antiknight"] = true.into(),
        Variant::AntiKing => object["antiking"] = true.into(),
        Variant::NonConsecutive => object["nonconsecutive"] = true.into(),
        Variant::DisjointGroups => object["disjointgroups"] = true.into(),
    }
}

/// Packs an object for a link, unless the result is too long to be read.
fn packed(mut object: Value) -> Result<String, NoLink> {
    // Sorted, so that the link does not depend on whether `serde_json` keeps the insertion order.
    object.sort_all_objects();
    let packed = lz_str::compress_to_base64(&object.to_string());
    if packed.len() > LONGEST_PACKED {
        return Err(NoLink::Length(packed.len()));
    }
    let packed = packed.replace('+', "%2B").replace('/', "%2F");
    Ok(packed.replace('=', "%3D"))
}

/// Returns the object of a cell, with its region if that is not its usual box: null for none.
fn cell_object(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    cell: Cell,
    region: Option<Value>,
) -> Value {
    let mut fields = Map::new();
    let given = puzzle.givens().get(cell);
    if let Some(digit) = given.or(solution.and_then(|solution| solution.get(cell))) {
        fields.insert("value".to_string(), puzzle.geometry().value(digit).into());
    }
    if given.is_some() {
        fields.insert("given".to_string(), true.into());
    }
    if let Some(region) = region {
        fields.insert("region".to_string(), region);
    }
    let candidate = |digit| Candidate { cell, digit };
    let is_left = |digit: &Digit| !puzzle.is_removed(candidate(*digit));
    let board = puzzle.geometry();
    let digits = board.digits().filter(is_left);
    let digits: Vec<usize> = digits.map(|digit| board.value(digit)).collect();
    if digits.len() < board.digit_count() {
        fields.insert("givenPencilMarks".to_string(), digits.into());
    }
    Value::Object(fields)
}

/// Returns the field for a constraint and its entry there.
fn entry(constraint: &Constraint, size: usize) -> Option<(&'static str, Value)> {
    let mut entry = cells_entry(constraint, size)?;
    if let Some(value) = constraint.number() {
        entry["value"] = value.to_string().into();
    }
    Some((field_of(constraint.name())?, entry))
}

/// Returns the field for the constraints of a kind.
fn field_of(kind: &str) -> Option<&'static str> {
    let mut fields = [&LINES[..], &GROUPS, &CELLS, &CLUES].into_iter().flatten();
    match kind {
        "x" | "v" => Some("xv"),
        "extra-region" => Some("extraregion"),
        "arrow" => Some("arrow"),
        "clone" => Some("clone"),
        "quadruple" => Some("quadruple"),
        "little-killer" => Some("littlekillersum"),
        _ => fields
            .find(|(_, other)| *other == kind)
            .map(|(key, _)| *key),
    }
}

/// Returns an entry with the cells of a constraint, if f-puzzles can have them.
fn cells_entry(constraint: &Constraint, size: usize) -> Option<Value> {
    let names =
        |cells: &[Cell]| -> Vec<String> { cells.iter().map(|cell| upper(*cell, size)).collect() };
    let cells = constraint.cells(size);
    let (first, second) = (constraint.group(0), constraint.group(1));
    Some(match constraint.name() {
        // There, 0 stands for any sum or for the usual value.
        "cage" | "little-killer" | "difference" | "ratio" if constraint.number() == Some(0) => {
            return None;
        }
        "little-killer" => {
            let (cell, direction) = diagonal(first, size)?;
            json!({ "cell": cell, "cells": names(first), "direction": direction })
        }
        "arrow" => {
            // The line begins in the bulb.
            let line = [&first[first.len() - 1..], second].concat();
            json!({ "cells": names(first), "lines": [names(&line)] })
        }
        "clone" => json!({ "cells": names(first), "cloneCells": names(second) }),
        "quadruple" => json!({ "cells": names(first), "values": constraint.digits() }),
        "x" => json!({ "cells": names(first), "value": "X" }),
        "v" => json!({ "cells": names(first), "value": "V" }),
        "sandwich" | "x-sum" | "skyscraper" => {
            json!({ "cell": outer_cell(constraint.line()?, size) })
        }
        "minimum" | "maximum" | "odd" | "even" => {
            json!({ "cell": upper(*cells.first()?, size) })
        }
        "cage" | "difference" | "ratio" | "extra-region" | "row-indexer" | "column-indexer"
        | "box-indexer" => json!({ "cells": names(&cells) }),
        _ => json!({ "lines": [names(&cells)] }),
    })
}

/// Returns the name of a cell as f-puzzles writes it: `R1C1`.
fn upper(cell: Cell, size: usize) -> String {
    cell.name(size).to_string().to_ascii_uppercase()
}

/// Returns the name of the cell of a clue outside the grid.
fn outer_cell(line: OuterLine, size: usize) -> String {
    let number = line.index + 1;
    match line.side {
        Side::Left => format!("R{number}C0"),
        Side::Right => format!("R{number}C{}", size + 1),
        Side::Top => format!("R0C{number}"),
        Side::Bottom => format!("R{}C{number}", size + 1),
    }
}

/// Returns the cell of a clue outside the grid and its direction, if these are the cells of a whole
/// diagonal from there.
fn diagonal(cells: &[Cell], size: usize) -> Option<(String, &'static str)> {
    let inside = 1..size as isize + 1;
    let place = |cell: &Cell| {
        (
            (cell.index() / size) as isize + 1,
            (cell.index() % size) as isize + 1,
        )
    };
    let is_inside =
        |(row, column): &(isize, isize)| inside.contains(row) && inside.contains(column);
    let wanted: Vec<(isize, isize)> = cells.iter().map(place).collect();
    let (row, column) = *wanted.first()?;
    let directions = [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];
    directions.into_iter().find_map(|(name, down, right)| {
        let clue = (row - down, column - right);
        let step =
            |(row, column): &(isize, isize)| Some((row + down, column + right)).filter(is_inside);
        let found = std::iter::successors(Some((row, column)), step);
        (!is_inside(&clue) && found.eq(wanted.iter().copied()))
            .then(|| (format!("R{}C{}", clue.0, clue.1), name))
    })
}

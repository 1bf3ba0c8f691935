//! From a puzzle to a link of f-puzzles.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::constraints::{CELLS, CLUES, GROUPS, LINES};
use super::{SIZES, boxes, usual_shape, windows};
use crate::board::{Candidate, Cell, Constraint, Digit, Grid, OuterLine, Puzzle, Side, Variant};

/// The reason why a puzzle cannot be written as a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoLink {
    /// A board size that f-puzzles does not support.
    #[error("expected a board of 4x4 to 16x16 for a link, found {0}x{0}")]
    Size(usize),
    /// A solution of another size.
    #[error("expected a solution of {0}x{0} cells, found {1}x{1}")]
    Solution(usize, usize),
    /// A kind of constraint that f-puzzles does not have, or a value that it does not support.
    #[error("expected constraints that f-puzzles has for a link, found {0}")]
    Constraint(&'static str),
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
/// Fails if f-puzzles cannot represent the board: if it is larger than 16×16, or has a constraint that
/// f-puzzles does not know. Also if the solution has another size.
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
    let own = boxes(rules.shape());
    let is_divided =
        rules.shape().has_boxes() || rules.regions().is_some() || usual == rules.shape();
    let region_of = |cell: Cell| {
        let region = rules.regions().and_then(|regions| regions.region_of(cell));
        is_divided.then(|| region.unwrap_or(own[cell.index()]))
    };
    let boxes = boxes(usual);
    let cell_object = |cell: Cell| {
        let region = region_of(cell);
        let region = (region != Some(boxes[cell.index()])).then(|| Value::from(region));
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
    let mut negative = Vec::new();
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
            Variant::NegativeRatio => negative.push("ratio"),
            Variant::NegativeXv => negative.push("xv"),
            Variant::DisjointGroups => set("disjointgroups", true.into()),
            Variant::Windoku => {
                let windows = windows(size)
                    .into_iter()
                    .map(|cells| json!({ "cells": cells }));
                set("extraregion", windows.collect());
            }
        }
    }
    if !negative.is_empty() {
        set("negative", negative.into());
    }
    for constraint in rules.constraints() {
        let (key, entry) = entry(constraint, size).ok_or(NoLink::Constraint(constraint.name()))?;
        match object[key].as_array_mut() {
            Some(entries) => entries.push(entry),
            None => object[key] = json!([entry]),
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
        fields.insert("value".to_string(), digit.value().into());
    }
    if given.is_some() {
        fields.insert("given".to_string(), true.into());
    }
    if let Some(region) = region {
        fields.insert("region".to_string(), region);
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

/// Returns the field for a constraint and its entry there.
fn entry(constraint: &Constraint, size: usize) -> Option<(&'static str, Value)> {
    let kind = constraint.name();
    let find = |table: &[(&'static str, &str)]| {
        table
            .iter()
            .find(|(_, other)| *other == kind)
            .map(|(key, _)| *key)
    };
    let names =
        |cells: &[Cell]| -> Vec<String> { cells.iter().map(|cell| upper(*cell, size)).collect() };
    let lines = |cells: &[Cell]| json!({ "lines": [names(cells)] });
    let clue = |line: &OuterLine, value: usize| json!({ "cell": outer_cell(*line, size), "value": value.to_string() });
    let with_value = |mut entry: Value, value: usize| {
        entry["value"] = value.to_string().into();
        entry
    };
    Some(match constraint {
        Constraint::Difference(dot) => (
            find(&GROUPS)?,
            with_value(json!({ "cells": names(&dot.cells) }), dot.value),
        ),
        Constraint::Ratio(dot) => (
            find(&GROUPS)?,
            with_value(json!({ "cells": names(&dot.cells) }), dot.value),
        ),
        Constraint::Cage(cage) => {
            let entry = json!({ "cells": names(&cage.cells) });
            let entry = match cage.total {
                // 0 means any sum.
                Some(0) => return None,
                Some(total) => with_value(entry, total),
                None => entry,
            };
            (find(&GROUPS)?, entry)
        }
        Constraint::Xv(letter) => {
            let value = if letter.is_x { "X" } else { "V" };
            (
                "xv",
                json!({ "cells": names(&letter.cells), "value": value }),
            )
        }
        Constraint::ExtraRegion(region) => {
            ("extraregion", json!({ "cells": names(&region.cells) }))
        }
        Constraint::Arrow(arrow) => {
            let line: Vec<Cell> = arrow
                .bulb
                .last()
                .into_iter()
                .chain(&arrow.shaft)
                .copied()
                .collect();
            (
                "arrow",
                json!({ "cells": names(&arrow.bulb), "lines": [names(&line)] }),
            )
        }
        Constraint::CloneRegion(clone) => (
            "clone",
            json!({ "cells": names(&clone.cells), "cloneCells": names(&clone.clones) }),
        ),
        Constraint::Quadruple(quadruple) => (
            "quadruple",
            json!({ "cells": names(&quadruple.cells), "values": quadruple.values }),
        ),
        Constraint::Whispers(line) => (
            find(&LINES)?,
            with_value(lines(&line.cells), line.difference),
        ),
        Constraint::Lockout(line) => (
            find(&LINES)?,
            with_value(lines(&line.cells), line.difference),
        ),
        Constraint::Modular(line) => (find(&LINES)?, with_value(lines(&line.cells), line.modulus)),
        Constraint::Sandwich(sandwich) => (find(&CLUES)?, clue(&sandwich.line, sandwich.total)),
        Constraint::Skyscraper(skyscraper) => {
            (find(&CLUES)?, clue(&skyscraper.line, skyscraper.visible))
        }
        Constraint::XSum(sum) => (find(&CLUES)?, clue(&sum.line, sum.total)),
        Constraint::LittleKiller(killer) if killer.total > 0 => {
            let (cell, direction) = diagonal(&killer.cells, size)?;
            let entry =
                json!({ "cell": cell, "cells": names(&killer.cells), "direction": direction });
            ("littlekillersum", with_value(entry, killer.total))
        }
        Constraint::Extremum(_) | Constraint::Parity(_) => (
            find(&CELLS)?,
            json!({ "cell": upper(*constraint.cells(size).first()?, size) }),
        ),
        Constraint::Indexer(indexer) => (find(&CELLS)?, json!({ "cells": names(&[indexer.cell]) })),
        // Lines without a number; other kinds have no field.
        _ => (find(&LINES)?, lines(&constraint.cells(size))),
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

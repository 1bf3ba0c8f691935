//! Puzzles of f-puzzles.com, in links and as JSON.
//!
//! The object lists the cells row by row and has a field for each kind of constraint in addition to rows, columns
//! and regions. A field that could be an unknown rule is an error, so that no constraint is dropped silently.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{NoLink, constraint_of};
use crate::read::draft::{PuzzleDraft, Unreadable, removed_by_marks};
use satdoku::board::{
    Argument, Candidate, Cell, Constraint, Digit, Geometry, Grid, Kind, Layout, OuterLine, Puzzle,
    Ruleset, Shape, Side, Source, Variant,
};
use satdoku::format_error::quote;

/// The board sizes that f-puzzles supports.
pub(super) const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// A field of an entry, and the argument of a constraint that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    /// `value`, a number. Without it, there is no constraint.
    Clue,
    /// `value`, a number above 0. Without it, there is no constraint.
    Positive,
    /// `value`, a number for which 0 or nothing stands if it is missing or the usual one.
    Number,
    /// `value`, a number for which nothing stands if it is the usual one.
    Usual,
    /// `value`, this letter.
    Letter(&'static str),
    /// `values`, digits.
    Digits,
    /// `cells`.
    Cells,
    /// `cloneCells`.
    CloneCells,
    /// `cell`, or one of `cells`.
    Each,
    /// One of `lines`.
    Line,
    /// One of `lines`, which begins in the last of `cells`.
    Shaft,
    /// `cell`, beside the row or column.
    Outer,
    /// `cell` and `direction`, beside a diagonal.
    Diagonal,
}

use Key::{
    Cells, CloneCells, Clue, Diagonal, Digits, Each, Letter, Line, Number, Outer, Positive, Shaft,
    Usual,
};

/// The fields of an object, and the constraints of their entries.
#[rustfmt::skip]
const FIELDS: &[(&str, &str, &[Key])] = &[
    ("arrow", "arrow", &[Cells, Shaft]),
    ("betweenline", "between", &[Line]),
    ("boxindexer", "box-indexer", &[Each]),
    ("clone", "clone", &[Cells, CloneCells]),
    // A column indexer has the number of a column, which it finds in its row.
    ("columnindexer", "row-indexer", &[Each]),
    ("difference", "difference", &[Number, Cells]),
    ("doublearrow", "double-arrow", &[Line]),
    ("entropicline", "entropic", &[Line]),
    ("even", "even", &[Each]),
    ("extraregion", "extra-region", &[Cells]),
    ("killercage", "cage", &[Number, Cells]),
    ("littlekillersum", "little-killer", &[Positive, Diagonal]),
    ("lockout", "lockout", &[Usual, Line]),
    ("maximum", "maximum", &[Each]),
    ("minimum", "minimum", &[Each]),
    ("modularline", "modular", &[Usual, Line]),
    ("nabner", "nabner", &[Line]),
    ("odd", "odd", &[Each]),
    ("palindrome", "palindrome", &[Line]),
    ("quadruple", "quadruple", &[Digits, Cells]),
    ("ratio", "ratio", &[Number, Cells]),
    ("regionsumline", "region-sum", &[Line]),
    ("renban", "renban", &[Line]),
    ("rowindexer", "column-indexer", &[Each]),
    ("sandwichsum", "sandwich", &[Clue, Outer]),
    ("skyscraper", "skyscraper", &[Clue, Outer]),
    ("slowthermometer", "slow-thermometer", &[Line]),
    ("thermometer", "thermometer", &[Line]),
    ("whispers", "whispers", &[Usual, Line]),
    ("xsum", "x-sum", &[Clue, Outer]),
    ("xv", "v", &[Letter("V"), Cells]),
    ("xv", "x", &[Letter("X"), Cells]),
    ("zipperline", "zipper", &[Line]),
];

/// Fields that are true if the board has a variant.
const FLAGS: [(&str, Variant); 6] = [
    ("antiking", Variant::AntiKing),
    ("antiknight", Variant::AntiKnight),
    ("diagonal+", Variant::Diagonal),
    ("diagonal-", Variant::Diagonal),
    ("disjointgroups", Variant::DisjointGroups),
    ("nonconsecutive", Variant::NonConsecutive),
];

/// Names in the field `negative`.
const NEGATIVE: [(&str, Variant); 2] = [
    ("ratio", Variant::NegativeRatio),
    ("xv", Variant::NegativeXv),
];

/// The rows down and the columns to the right of a step in each direction.
const DIRECTIONS: [(&str, isize, isize); 4] =
    [("UL", -1, -1), ("UR", -1, 1), ("DL", 1, -1), ("DR", 1, 1)];

/// Fields that are not rules: texts, the solution, display settings.
const REMARKS: [&str; 11] = [
    "author",
    "cosmetics",
    "disabledlogic",
    "grid",
    "highlightConflicts",
    "ruleset",
    "size",
    "solution",
    "successMessage",
    "title",
    "truecandidatesoptions",
];

/// Fields with drawings. Some repeat a constraint, the others have a meaning only in words.
const DRAWINGS: [&str; 7] = [
    "cage",
    "circle",
    "fogofwar",
    "foglight",
    "line",
    "rectangle",
    "text",
];

/// An entry of a field.
#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Entry {
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clone_cells: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Value>>,
}

/// A cell of the grid.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct GridCell {
    #[serde(skip_serializing_if = "Value::is_null")]
    value: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    given: Value,
    /// The region: null for none, and nothing for the default one.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    region: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given_pencil_marks: Option<Vec<Value>>,
}

fn present<'d, D: Deserializer<'d>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// Returns true if an object has the fields of f-puzzles.
pub(super) fn recognise<'a>(mut fields: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> bool {
    // Boards of other programs are arrays of rows too.
    let has_size = fields.clone().any(|(name, _)| name == "size");
    has_size && fields.any(|(name, text)| name == "grid" && super::is_table_of_objects(text))
}

/// Parses an object.
pub(super) fn read(object: &Map<String, Value>) -> Result<PuzzleDraft, Unreadable> {
    let nothing = Value::Null;
    let size = object.get("size").unwrap_or(&nothing);
    let size = number(size)
        .filter(|size| SIZES.contains(size))
        .ok_or_else(|| ("a size from 4 to 16".to_string(), quote(&size.to_string())))?;
    let grid: Vec<Vec<GridCell>> = parsed("grid", object.get("grid").unwrap_or(&nothing))?;
    let count = grid.iter().flatten().count();
    if grid.len() != size || grid.iter().any(|row| row.len() != size) {
        return Err((
            format!("a grid of {size}x{size} cells"),
            format!("{count} cells"),
        ));
    }
    let mut givens = Grid::blank(size);
    let mut removed = Vec::new();
    for (index, of) in grid.iter().flatten().enumerate() {
        let cell = Cell::from_index(index);
        let (given, marks) = given_and_marks(of, cell, size)?;
        givens.set(cell, given);
        if !marks.is_empty() {
            removed.extend(removed_by_marks(cell, &marks, &size.into()));
        }
    }
    let mut rules = Rules::new(size);
    rules.read(object)?;
    let mut puzzle = PuzzleDraft {
        removed,
        note: rules.note(),
        variants: rules.variants,
        constraints: rules.constraints,
        ..PuzzleDraft::new(givens)
    };
    if grid.iter().flatten().any(|cell| cell.region.is_some()) {
        let default = default_regions(size);
        let regions = grid.iter().flatten().zip(default);
        let regions = regions.map(|(cell, default)| match &cell.region {
            None => Some(default),
            Some(region) => number(region),
        });
        puzzle.divide(&regions.collect::<Vec<_>>())?;
    }
    Ok(puzzle)
}

/// Returns the region of each cell on a new board of this size: its box, or else its row.
fn default_regions(size: usize) -> Vec<usize> {
    let shape = Shape::usual(size);
    let cells = (0..size * size).map(Cell::from_index);
    let region = |cell: Cell| shape.map_or(cell.index() / size, |shape| shape.box_of(cell));
    cells.map(region).collect()
}

/// Returns the given of a cell, or the digits of its pencil marks if it has no given.
fn given_and_marks(
    of: &GridCell,
    cell: Cell,
    size: usize,
) -> Result<(Option<Digit>, Vec<Digit>), Unreadable> {
    let digit = |value: &Value| {
        let digit = number(value).and_then(|value| Geometry::from(size).digit(value));
        digit.ok_or_else(|| {
            let expected = format!("a digit from 1 to {size} in {}", cell.name(size));
            (expected, quote(&value.to_string()))
        })
    };
    if is_set(&of.given) {
        return Ok((Some(digit(&of.value)?), Vec::new()));
    }
    let marks = of.given_pencil_marks.iter().flatten().map(digit);
    Ok((None, marks.collect::<Result<_, _>>()?))
}

/// The rules found in an object.
struct Rules {
    board: Geometry,
    variants: Vec<Variant>,
    constraints: Vec<Constraint>,
    drawings: Vec<String>,
    unknown: Vec<String>,
}

impl Rules {
    fn new(size: usize) -> Rules {
        Rules {
            board: size.into(),
            variants: Vec::new(),
            constraints: Vec::new(),
            drawings: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// Returns a remark on what was left out.
    fn note(&self) -> Option<String> {
        let left_out = [
            ("drawings without a rule", &self.drawings),
            ("unknown fields without cells", &self.unknown),
        ];
        let left_out = left_out.iter().filter(|(_, names)| !names.is_empty());
        let notes = left_out.map(|(what, names)| format!("{what} left out: {}", names.join(", ")));
        let notes: Vec<String> = notes.collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    /// Reads the rules of an object in addition to rows, columns and regions.
    fn read(&mut self, object: &Map<String, Value>) -> Result<(), Unreadable> {
        let has = |name: &str| object.get(name).is_some_and(is_set);
        let size = self.board.rows();
        for (key, value) in object.iter().filter(|(_, value)| is_set(value)) {
            let key = key.as_str();
            let flag = FLAGS.iter().find(|(name, _)| *name == key);
            match key {
                "diagonal+" | "diagonal-" if !(has("diagonal+") && has("diagonal-")) => {
                    let column = |row| {
                        if key == "diagonal-" {
                            row
                        } else {
                            size - 1 - row
                        }
                    };
                    let cells = (0..size).map(|row| Cell::at(row, column(row), size));
                    self.add(key, "extra-region", vec![Argument::Cells(cells.collect())])?;
                }
                _ if flag.is_some() => self.variants.extend(flag.map(|(_, variant)| *variant)),
                "negative" => self.negative(value)?,
                _ if REMARKS.contains(&key) => {}
                _ if DRAWINGS.contains(&key) => self.drawing(key, value),
                _ if FIELDS.iter().any(|(name, ..)| *name == key) => {
                    for entry in parsed::<Vec<Entry>>(key, value)? {
                        self.entry(key, &entry)?;
                    }
                }
                _ if !has_cells(value) => self.unknown.push(key.to_string()),
                _ => {
                    let expected = "only constraints that satdoku has".to_string();
                    return Err((expected, quote(key)));
                }
            }
        }
        self.find_windoku();
        Ok(())
    }

    /// Notes drawings that do not repeat a constraint.
    fn drawing(&mut self, key: &str, value: &Value) {
        let repeats = |entry: &Value| {
            let marks = ["fromConstraint", "isNewConstraint"];
            marks
                .iter()
                .any(|name| entry.get(*name).is_some_and(is_set))
        };
        let entries = value.as_array().map_or(&[][..], Vec::as_slice);
        if entries.is_empty() || !entries.iter().all(repeats) {
            self.drawings.push(key.to_string());
        }
    }

    fn negative(&mut self, value: &Value) -> Result<(), Unreadable> {
        for name in parsed::<Vec<String>>("negative", value)? {
            let known = NEGATIVE.iter().find(|(known, _)| *known == name);
            let wrong = || ("ratio or xv in negative".to_string(), quote(&name));
            self.variants.push(known.ok_or_else(wrong)?.1);
        }
        Ok(())
    }

    /// Adds the constraints of an entry.
    fn entry(&mut self, key: &str, entry: &Entry) -> Result<(), Unreadable> {
        let letter = match &*text_of(&entry.value).to_ascii_uppercase() {
            "5" => "V".to_string(),
            "10" => "X".to_string(),
            letter => letter.to_string(),
        };
        let is_meant = |key: &Key| match key {
            Letter(own) => *own == letter,
            _ => true,
        };
        let mut rows = FIELDS.iter().filter(|(name, ..)| *name == key);
        match rows.find(|(.., keys)| keys.iter().all(is_meant)) {
            Some((_, kind, keys)) => self.entry_of(key, kind, keys, entry),
            None if letter.is_empty() => Ok(()),
            None => Err((format!("X or V in {key}"), quote(&letter))),
        }
    }

    /// Adds the constraints of a kind in an entry.
    fn entry_of(
        &mut self,
        key: &str,
        kind: &str,
        keys: &[Key],
        entry: &Entry,
    ) -> Result<(), Unreadable> {
        let least = Kind::find(kind).map_or(1, Kind::least_cells);
        let mut arguments = Vec::new();
        let mut each = None;
        for part in keys {
            arguments.push(match part {
                Letter(_) => continue,
                Clue | Positive | Number | Usual => {
                    let number = number_of(key, entry)?;
                    match (part, number) {
                        (Clue | Positive, None) | (Positive, Some(..=0)) => return Ok(()),
                        (_, None) | (Number, Some(0)) => continue,
                        (_, Some(number)) => Argument::Number(number),
                    }
                }
                Digits => Argument::Digits(digits(key, entry)?),
                Cells => Argument::Cells(self.cells(key, &entry.cells)?),
                CloneCells => Argument::Cells(self.cells(key, &entry.clone_cells)?),
                Outer => Argument::Line(self.outer_line(key, entry)?),
                Diagonal => Argument::Cells(self.diagonal(key, entry)?),
                Each => {
                    let mut cells = self.cells(key, &entry.cell.clone().map(|cell| vec![cell]))?;
                    cells.extend(self.cells(key, &entry.cells)?);
                    each = Some(cells.into_iter().map(|cell| vec![cell]).collect());
                    continue;
                }
                Line | Shaft => {
                    let lines = entry.lines.iter().flatten();
                    let lines = lines.map(|line| self.cells(key, &Some(line.clone())));
                    let mut lines = lines.collect::<Result<Vec<Vec<Cell>>, _>>()?;
                    let bulb = arguments.iter().find_map(|of| match of {
                        Argument::Cells(bulb) if *part == Shaft => Some(bulb),
                        _ => None,
                    });
                    // An arrow begins in its bulb.
                    let is_in_bulb = |first: &mut Cell| bulb.is_some_and(|of| of.contains(first));
                    lines.iter_mut().for_each(|line| {
                        if line.first_mut().is_some_and(is_in_bulb) {
                            line.remove(0);
                        }
                    });
                    lines.retain(|line| line.len() >= least);
                    each = Some(lines);
                    continue;
                }
            });
        }
        // An entry without cells, or a circle without digits.
        let is_empty = |of: &Argument| match of {
            Argument::Cells(cells) => cells.is_empty(),
            Argument::Digits(digits) => digits.is_empty(),
            _ => false,
        };
        match each {
            Some(each) => each.into_iter().try_for_each(|cells| {
                let own = arguments.iter().cloned().chain([Argument::Cells(cells)]);
                self.add(key, kind, own.collect())
            }),
            None if arguments.iter().any(is_empty) => Ok(()),
            None => self.add(key, kind, arguments),
        }
    }

    fn add(&mut self, key: &str, kind: &str, arguments: Vec<Argument>) -> Result<(), Unreadable> {
        let made = constraint_of(kind, arguments, &self.board);
        let made = made.map_err(|error| (format!("{} in {key}", error.expected), error.found));
        self.constraints.push(made?);
        Ok(())
    }

    fn cells(&self, key: &str, names: &Option<Vec<String>>) -> Result<Vec<Cell>, Unreadable> {
        let size = self.board.rows();
        let cell = |name: &String| {
            let cell = Cell::from_name(&name.to_ascii_lowercase(), &self.board);
            let expected = || format!("a cell from R1C1 to R{size}C{size} in {key}");
            cell.ok_or_else(|| (expected(), quote(name)))
        };
        names.iter().flatten().map(cell).collect()
    }

    /// Returns the row and the column of a cell just outside the grid: one of them is 0 or size + 1.
    fn outer_cell(&self, key: &str, entry: &Entry) -> Result<[usize; 2], Unreadable> {
        let end = self.board.rows() + 1;
        let name = entry.cell.as_deref().unwrap_or_default();
        let upper = name.to_ascii_uppercase();
        let numbers = upper
            .strip_prefix('R')
            .and_then(|name| name.split_once('C'));
        let cell =
            numbers.and_then(|(row, column)| Some([row.parse().ok()?, column.parse().ok()?]));
        let cell = cell.filter(|cell: &[usize; 2]| {
            cell.iter().all(|at| *at <= end) && cell.iter().any(|at| [0, end].contains(at))
        });
        cell.ok_or_else(|| (format!("a cell beside the grid in {key}"), quote(name)))
    }

    fn outer_line(&self, key: &str, entry: &Entry) -> Result<OuterLine, Unreadable> {
        let end = self.board.rows() + 1;
        let [row, column] = self.outer_cell(key, entry)?;
        let is_inside = |at: usize| (1..end).contains(&at);
        let (side, number) = match (row, column) {
            (row, 0) if is_inside(row) => (Side::Left, row),
            (row, _) if is_inside(row) => (Side::Right, row),
            (0, column) if is_inside(column) => (Side::Top, column),
            (_, column) if is_inside(column) => (Side::Bottom, column),
            _ => {
                let expected = format!("a cell at the end of a row or column in {key}");
                return Err((expected, quote(&format!("R{row}C{column}"))));
            }
        };
        let index = number - 1;
        Ok(OuterLine { side, index })
    }

    /// Returns the cells of a diagonal from its clue on.
    fn diagonal(&self, key: &str, entry: &Entry) -> Result<Vec<Cell>, Unreadable> {
        let direction = entry.direction.as_deref().unwrap_or_default();
        let found = DIRECTIONS.iter().find(|(name, ..)| *name == direction);
        let wrong = || (format!("a direction such as UL in {key}"), quote(direction));
        let (_, down, right) = *found.ok_or_else(wrong)?;
        let clue = self.outer_cell(key, entry)?.map(|at| at as isize);
        Ok(diagonal(clue, down, right, &self.board))
    }

    /// Makes a variant of the extra regions that are all windows of a windoku.
    fn find_windoku(&mut self) {
        let regions = windows(self.board.rows());
        let region = |of: &Constraint| {
            let mut cells = of.group(0).to_vec();
            cells.sort_unstable();
            (of.name() == "extra-region").then_some(cells)
        };
        let found: Vec<Option<Vec<Cell>>> = self.constraints.iter().map(region).collect();
        let place = |window: &Vec<Cell>| found.iter().position(|of| of.as_ref() == Some(window));
        let places: Option<Vec<usize>> = regions.iter().map(place).collect();
        if let Some(mut places) = places.filter(|places| !places.is_empty()) {
            places.sort_unstable();
            for place in places.into_iter().rev() {
                self.constraints.remove(place);
            }
            self.variants.push(Variant::Windoku);
        }
    }
}

/// Returns the cells of each window of a windoku of this size, if it can have any.
fn windows(size: usize) -> Vec<Vec<Cell>> {
    let rules = Shape::usual(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let layout = rules.map(Layout::new);
    let houses = layout.iter().flat_map(Layout::houses);
    let windows = houses.filter(|house| matches!(house.source, Source::Window(_)));
    windows.map(|house| house.cells.clone()).collect()
}

/// Returns the cells of a diagonal from a clue beside the grid on, whose row and column count from 0 there.
fn diagonal([row, column]: [isize; 2], down: isize, right: isize, board: &Geometry) -> Vec<Cell> {
    let cell = |step: isize| {
        let place = |at: isize, by: isize| usize::try_from(at + step * by - 1).ok();
        board.cell_at(place(row, down)?, place(column, right)?)
    };
    (1..).map_while(cell).collect()
}

/// Returns the number in a value, which can be a string.
fn number(value: &Value) -> Option<usize> {
    text_of(value).parse().ok()
}

/// Returns the number of an entry, if it has one.
fn number_of(key: &str, entry: &Entry) -> Result<Option<i64>, Unreadable> {
    let text = text_of(&entry.value);
    if !is_set(&entry.value) || text.is_empty() {
        return Ok(None);
    }
    let wrong = || {
        (
            format!("a number in {key}"),
            quote(&entry.value.to_string()),
        )
    };
    text.parse().map(Some).map_err(|_| wrong())
}

/// Returns a string or another value as text.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_string(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// Returns the digits of an entry.
fn digits(key: &str, entry: &Entry) -> Result<Vec<usize>, Unreadable> {
    let digit = |value: &Value| {
        let wrong = || (format!("digits in {key}"), quote(&value.to_string()));
        number(value).ok_or_else(wrong)
    };
    entry.values.iter().flatten().map(digit).collect()
}

/// Returns true unless a value is empty or false.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::String(text) => !text.is_empty() && text != "false",
        _ => true,
    }
}

/// Returns true if a value has the name of a cell anywhere.
fn has_cells(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(has_cells),
        Value::Object(fields) => fields.values().any(has_cells),
        Value::String(text) => {
            let numbers = text.to_ascii_uppercase();
            let numbers = numbers
                .strip_prefix('R')
                .and_then(|rest| rest.split_once('C'));
            let is_number = |text: &str| text.parse::<usize>().is_ok();
            numbers.is_some_and(|(row, column)| is_number(row) && is_number(column))
        }
        _ => false,
    }
}

/// Parses a value of a field.
fn parsed<'v, T: Deserialize<'v>>(key: &str, value: &'v Value) -> Result<T, Unreadable> {
    T::deserialize(value).map_err(|error| {
        // serde's message: `invalid type: null, expected struct Entry`
        let error = error.to_string();
        let (found, expected) = error
            .split_once(", expected ")
            .unwrap_or((&error, "another value"));
        let found = found.split_once(": ").map_or(found, |(_, found)| found);
        let expected = expected.replace("a sequence", "an array");
        (format!("{expected} in {key}"), found.replace('"', "`"))
    })
}

/// Returns the object of a puzzle, with the digits of a solution.
///
/// # Errors
/// If f-puzzles has no such board or constraint.
pub(super) fn write(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
) -> Result<Map<String, Value>, NoLink> {
    let board = puzzle.geometry();
    let size = board.rows();
    let rules = puzzle.layout().rules();
    if !SIZES.contains(&size) || board.columns() != size {
        let found = format!("{size}x{}", board.columns());
        return Err(NoLink::new("a board of 4x4 to 16x16", found));
    }
    if let Some(line) = rules.board_lines().first() {
        let expected = "a square board whose digits begin with 1";
        return Err(NoLink::new(expected, format!("`{line}`")));
    }
    let default = default_regions(size);
    let has_default = Shape::usual(size).is_some();
    let grid_cell = |cell: Cell| {
        let region = rules.region_of(cell);
        let is_default = match has_default {
            true => region == Some(default[cell.index()]),
            false => region.is_none(),
        };
        grid_cell(puzzle, solution, cell, region, is_default)
    };
    let cells: Vec<GridCell> = puzzle.layout().cells().map(grid_cell).collect();
    let rows: Vec<&[GridCell]> = cells.chunks(size).collect();
    let mut object = Map::new();
    object.insert("size".to_string(), size.into());
    object.insert("grid".to_string(), json(&rows));
    for name in ["title", "author", "ruleset"] {
        object.insert(name.to_string(), "".into());
    }
    let mut append = |name: &str, value: Value| match object.get_mut(name) {
        Some(Value::Array(values)) => values.push(value),
        _ => drop(object.insert(name.to_string(), vec![value].into())),
    };
    for variant in rules.variants() {
        let negative = NEGATIVE.iter().filter(|(_, of)| of == variant);
        negative.for_each(|(name, _)| append("negative", (*name).into()));
        let windows = windows(size)
            .into_iter()
            .filter(|_| *variant == Variant::Windoku);
        windows.for_each(|cells| {
            let cells = Some(names(&cells, size));
            append(
                "extraregion",
                json(&Entry {
                    cells,
                    ..Entry::default()
                }),
            );
        });
    }
    for constraint in rules.constraints() {
        let rows = FIELDS
            .iter()
            .filter(|(_, kind, _)| *kind == constraint.name());
        let mut entries =
            rows.filter_map(|(key, _, keys)| Some((*key, entry(keys, constraint, size)?)));
        let Some((key, entry)) = entries.next() else {
            let expected = "constraints that f-puzzles has";
            return Err(NoLink::new(
                expected,
                format!("`{}`", constraint.text(size)),
            ));
        };
        append(key, json(&entry));
    }
    for (name, variant) in FLAGS {
        if rules.variants().contains(&variant) {
            object.insert(name.to_string(), true.into());
        }
    }
    Ok(object)
}

/// Returns a value of JSON. Ours have no keys that are not strings, so this cannot fail.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn grid_cell(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    cell: Cell,
    region: Option<usize>,
    is_default: bool,
) -> GridCell {
    let board = puzzle.geometry();
    let given = puzzle.givens().get(cell);
    let digit = given.or(solution.and_then(|solution| solution.get(cell)));
    let is_left = |digit: &Digit| {
        let digit = *digit;
        !puzzle.is_removed(Candidate { cell, digit })
    };
    let left = board
        .digits()
        .filter(is_left)
        .map(|digit| board.value(digit));
    let left: Vec<Value> = left.map(Value::from).collect();
    GridCell {
        value: digit.map_or(Value::Null, |digit| board.value(digit).into()),
        given: given.map_or(Value::Null, |_| true.into()),
        region: (!is_default).then(|| region.into()),
        given_pencil_marks: (left.len() < board.digit_count()).then_some(left),
    }
}

/// Returns the entry of a constraint, if f-puzzles can have its arguments.
fn entry(keys: &[Key], of: &Constraint, size: usize) -> Option<Entry> {
    let (first, last) = (of.group(0), of.groups().last().unwrap_or_default());
    let mut entry = Entry::default();
    for key in keys {
        match key {
            // There, 0 stands for any sum or for the usual number.
            Number | Positive if of.number() == Some(0) => return None,
            Clue | Positive | Number | Usual => {
                let number = of.number().map(|number| number.to_string());
                entry.value = number.map_or(Value::Null, Value::from);
            }
            Letter(letter) => entry.value = (*letter).into(),
            Digits => {
                entry.values = Some(of.digits().iter().map(|digit| (*digit).into()).collect())
            }
            Cells => entry.cells = Some(names(first, size)),
            CloneCells => entry.clone_cells = Some(names(last, size)),
            Each if keys.len() == 1 && first.len() == 1 => {
                // Indexers have lists of cells there.
                match of.name().ends_with("indexer") {
                    true => entry.cells = Some(names(first, size)),
                    false => entry.cell = names(first, size).pop(),
                }
            }
            Each => return None,
            Line => entry.lines = Some(vec![names(first, size)]),
            Shaft => {
                // The line begins in the bulb.
                let line = [&first[first.len() - 1..], last].concat();
                entry.lines = Some(vec![names(&line, size)]);
            }
            Outer => entry.cell = Some(outer_name(of.line()?, size)),
            Diagonal => {
                let (cell, direction) = clue_of(first, size)?;
                entry.cell = Some(cell);
                entry.direction = Some(direction.to_string());
                entry.cells = Some(names(first, size));
            }
        }
    }
    Some(entry)
}

/// Returns the names of cells as f-puzzles writes them: `R1C1`.
fn names(cells: &[Cell], size: usize) -> Vec<String> {
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    cells.iter().map(name).collect()
}

/// Returns the name of the cell of a clue outside the grid.
fn outer_name(line: OuterLine, size: usize) -> String {
    let (number, end) = (line.index + 1, size + 1);
    match line.side {
        Side::Left => format!("R{number}C0"),
        Side::Right => format!("R{number}C{end}"),
        Side::Top => format!("R0C{number}"),
        Side::Bottom => format!("R{end}C{number}"),
    }
}

/// Returns the cell of a clue outside the grid and its direction, if these are the cells of a whole
/// diagonal from there.
fn clue_of(cells: &[Cell], size: usize) -> Option<(String, &'static str)> {
    let board = Geometry::from(size);
    let (row, column) = board.position(*cells.first()?)?;
    DIRECTIONS.iter().find_map(|(name, down, right)| {
        let clue = [row as isize + 1 - down, column as isize + 1 - right];
        let is_outside = clue.iter().any(|at| !(1..=size as isize).contains(at));
        let is_whole = diagonal(clue, *down, *right, &board) == cells;
        (is_outside && is_whole).then(|| (format!("R{}C{}", clue[0], clue[1]), *name))
    })
}

#[cfg(test)]
mod tests;

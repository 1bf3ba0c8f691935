//! From an object to a puzzle.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::value::{digit, is_set, items, parsed, text_of};
use super::super::{ArgumentSet, diagonal_region, is_table_of_objects, outer_lines};
use super::board::{SIZES, default_regions, diagonal_from, outer_name, windows};
use super::fields::{DIRECTIONS, Entry, FIELDS, FLAGS, GridCell, Key, NEGATIVE};
use crate::read::draft::{PuzzleDraft, Unreadable, removed_by_marks};
use satdoku::board::{Argument, Cell, Constraint, Digit, Geometry, Grid, OuterLine, Variant};
use satdoku::format_error::quote;

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

/// Returns true if an object has the fields of f-puzzles.
pub(in super::super) fn recognise<'a>(
    mut fields: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> bool {
    // Boards of other programs are arrays of rows too.
    let has_size = fields.clone().any(|(name, _)| name == "size");
    has_size && fields.any(|(name, text)| name == "grid" && is_table_of_objects(text))
}

/// Parses an object.
pub(in super::super) fn read(object: &Map<String, Value>) -> Result<PuzzleDraft, Unreadable> {
    let nothing = Value::Null;
    let size = object.get("size").unwrap_or(&nothing);
    let size = parsed(size)
        .filter(|size| SIZES.contains(size))
        .ok_or_else(|| ("a size from 4 to 16".to_string(), quote(&size.to_string())))?;
    let grid: Vec<Vec<GridCell>> = typed("grid", object.get("grid").unwrap_or(&nothing))?;
    let count = grid.iter().flatten().count();
    if grid.len() != size || grid.iter().any(|row| row.len() != size) {
        return Err((
            format!("a grid of {size}x{size} cells"),
            format!("{count} cells"),
        ));
    }
    let mut reader = ObjectReader {
        board: size.into(),
        draft: PuzzleDraft::new(Grid::blank(size)),
        drawings: Vec::new(),
        unknown: Vec::new(),
    };
    for (index, cell) in grid.iter().flatten().enumerate() {
        reader.cell(Cell::from_index(index), cell)?;
    }
    reader.rules(object)?;
    reader.draft.note = reader.note();
    let mut draft = reader.draft;
    if grid.iter().flatten().any(|cell| cell.region.is_some()) {
        let default = default_regions(size);
        let regions = grid.iter().flatten().zip(default);
        let regions = regions.map(|(cell, default)| match &cell.region {
            None => Some(default),
            Some(region) => parsed(region),
        });
        draft.divide(&regions.collect::<Vec<_>>())?;
    }
    Ok(draft)
}

/// A puzzle as far as it has been read, and the names of fields that were left out.
struct ObjectReader {
    board: Geometry,
    draft: PuzzleDraft,
    drawings: Vec<String>,
    unknown: Vec<String>,
}

impl ObjectReader {
    /// Reads the given of a cell, or the digits of its pencil marks if it has no given.
    fn cell(&mut self, cell: Cell, of: &GridCell) -> Result<(), Unreadable> {
        let digit = |value: &Value| digit(value, cell, &self.board);
        if is_set(&of.given) {
            let given = digit(&of.value)?;
            self.draft.givens.set(cell, Some(given));
            return Ok(());
        }
        let marks = of.given_pencil_marks.iter().flatten().map(digit);
        let marks: Vec<Digit> = marks.collect::<Result<_, _>>()?;
        if !marks.is_empty() {
            let removed = removed_by_marks(cell, &marks, &self.board);
            self.draft.removed.extend(removed);
        }
        Ok(())
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
    fn rules(&mut self, object: &Map<String, Value>) -> Result<(), Unreadable> {
        let has = |name: &str| object.get(name).is_some_and(is_set);
        for (key, value) in object.iter().filter(|(_, value)| is_set(value)) {
            let key = key.as_str();
            let flag = FLAGS.iter().find(|(name, _)| *name == key);
            match key {
                "diagonal+" | "diagonal-" if !(has("diagonal+") && has("diagonal-")) => {
                    let region = diagonal_region(&self.board, key == "diagonal+");
                    self.add(key, "extra-region", ArgumentSet::of(vec![region]))?;
                }
                _ if flag.is_some() => self
                    .draft
                    .variants
                    .extend(flag.map(|(_, variant)| *variant)),
                "negative" => self.negative(value)?,
                _ if REMARKS.contains(&key) => {}
                _ if DRAWINGS.contains(&key) => self.drawing(key, value),
                _ if FIELDS.iter().any(|(name, ..)| *name == key) => {
                    for entry in typed::<Vec<Entry>>(key, value)? {
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
        let marks = ["fromConstraint", "isNewConstraint"];
        let repeats = |entry: &Value| marks.iter().any(|name| is_set(&entry[*name]));
        let entries = items(value);
        if entries.is_empty() || !entries.iter().all(repeats) {
            self.drawings.push(key.to_string());
        }
    }

    fn negative(&mut self, value: &Value) -> Result<(), Unreadable> {
        for name in typed::<Vec<String>>("negative", value)? {
            let known = NEGATIVE.iter().find(|(known, _)| *known == name);
            let wrong = || ("ratio or xv in negative".to_string(), quote(&name));
            self.draft.variants.push(known.ok_or_else(wrong)?.1);
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
            Key::Letter(own) => *own == letter,
            _ => true,
        };
        let mut rows = FIELDS.iter().filter(|(name, ..)| *name == key);
        match rows.find(|(.., keys)| keys.iter().all(is_meant)) {
            Some((_, kind, keys)) => self.entry_of(key, kind, keys, entry),
            None if letter.is_empty() => Ok(()),
            None => Err((format!("X or V in {key}"), quote(&letter))),
        }
    }

    /// Adds the constraints of a kind in an entry: one for each combination of what its fields hold.
    fn entry_of(
        &mut self,
        key: &str,
        kind: &str,
        keys: &[Key],
        entry: &Entry,
    ) -> Result<(), Unreadable> {
        let mut all = vec![ArgumentSet::default()];
        for part in keys {
            if !all.is_empty() {
                all = ArgumentSet::followed(&all, &self.sets(key, *part, entry)?);
            }
        }
        let mut all = all.into_iter();
        all.try_for_each(|set| self.add(key, kind, set))
    }

    /// Reads a field of an entry: the argument that it holds, or nothing in its place, for each constraint.
    fn sets(&self, key: &str, part: Key, entry: &Entry) -> Result<Vec<ArgumentSet>, Unreadable> {
        let some = |argument: Argument| vec![ArgumentSet::of(vec![argument])];
        let cells = |names: &Option<Vec<String>>| self.cells(key, names.iter().flatten());
        Ok(match part {
            Key::Letter(_) => vec![ArgumentSet::default()],
            Key::Clue | Key::Positive | Key::Number | Key::Usual => {
                match (part, number_of(key, entry)?) {
                    (Key::Clue | Key::Positive, None) | (Key::Positive, Some(..=0)) => Vec::new(),
                    (_, None) | (Key::Number, Some(0)) => vec![ArgumentSet::default()],
                    (_, Some(number)) => some(Argument::Number(number)),
                }
            }
            // An entry without cells and lines, or a circle without digits, is none.
            Key::Digits => match digits(key, entry)? {
                digits if digits.is_empty() => Vec::new(),
                digits => some(Argument::Digits(digits)),
            },
            Key::Cells | Key::CloneCells | Key::Diagonal => {
                let cells = match part {
                    Key::Cells => cells(&entry.cells)?,
                    Key::CloneCells => cells(&entry.clone_cells)?,
                    _ => self.diagonal(key, entry)?,
                };
                match cells.is_empty() && entry.lines.is_none() {
                    true => Vec::new(),
                    false => some(cells.into()),
                }
            }
            Key::Outer => some(Argument::Line(self.outer_line(key, entry)?)),
            Key::Each => {
                let names = entry.cell.iter().chain(entry.cells.iter().flatten());
                let cells = self.cells(key, names)?.into_iter();
                cells.flat_map(|cell| some(vec![cell].into())).collect()
            }
            Key::Line | Key::Shaft => {
                let bulb = match part {
                    Key::Shaft => cells(&entry.cells)?,
                    _ => Vec::new(),
                };
                let line = |names: &Vec<String>| {
                    let mut line = self.cells(key, names.iter())?;
                    // An arrow begins in its bulb.
                    if line.first().is_some_and(|first| bulb.contains(first)) {
                        line.remove(0);
                    }
                    Ok(ArgumentSet::of(vec![line.into()]))
                };
                let lines = entry.lines.iter().flatten();
                lines.map(line).collect::<Result<_, Unreadable>>()?
            }
        })
    }

    fn add(&mut self, key: &str, kind: &str, set: ArgumentSet) -> Result<(), Unreadable> {
        let made = set.constraint(kind, &self.board);
        let made = made.map_err(|error| (format!("{} in {key}", error.expected), error.found));
        self.draft.constraints.extend(made?);
        Ok(())
    }

    fn cells<'e>(
        &self,
        key: &str,
        names: impl Iterator<Item = &'e String>,
    ) -> Result<Vec<Cell>, Unreadable> {
        let size = self.board.rows();
        let cell = |name: &String| {
            let cell = Cell::from_name(&name.to_ascii_lowercase(), &self.board);
            let expected = || format!("a cell from R1C1 to R{size}C{size} in {key}");
            cell.ok_or_else(|| (expected(), quote(name)))
        };
        names.map(cell).collect()
    }

    fn outer_line(&self, key: &str, entry: &Entry) -> Result<OuterLine, Unreadable> {
        let name = entry.cell.as_deref().unwrap_or_default();
        let size = self.board.rows();
        let is_named = |of: &OuterLine| outer_name(*of, size) == name.to_ascii_uppercase();
        let line = outer_lines(&self.board).find(is_named);
        let expected = || format!("a cell at the end of a row or column in {key}");
        line.ok_or_else(|| (expected(), quote(name)))
    }

    /// Returns the cells of a diagonal from its clue on.
    fn diagonal(&self, key: &str, entry: &Entry) -> Result<Vec<Cell>, Unreadable> {
        let direction = entry.direction.as_deref().unwrap_or_default();
        let found = DIRECTIONS.iter().find(|(name, ..)| *name == direction);
        let wrong = || (format!("a direction such as UL in {key}"), quote(direction));
        let (_, down, right) = *found.ok_or_else(wrong)?;
        let name = entry.cell.as_deref().unwrap_or_default();
        let end = self.board.rows() as isize + 1;
        let clue = row_and_column(name).filter(|clue| {
            clue.iter().all(|at| (0..=end).contains(at)) && clue.iter().any(|at| at % end == 0)
        });
        let clue = clue.ok_or_else(|| (format!("a cell beside the grid in {key}"), quote(name)))?;
        Ok(diagonal_from(&self.board, clue, [down, right]))
    }

    /// Makes a variant of the extra regions that are all windows of a windoku.
    fn find_windoku(&mut self) {
        let is_window = |of: &Constraint, window: &[Cell]| {
            let mut cells = of.group(0).to_vec();
            cells.sort_unstable();
            cells.dedup();
            of.name() == "extra-region" && cells == window
        };
        let windows = windows(self.board.rows());
        let place = |window: &Vec<Cell>| {
            let mut all = self.draft.constraints.iter();
            all.position(|of| is_window(of, window))
        };
        let places: Option<BTreeSet<usize>> = windows.iter().map(place).collect();
        for place in places.iter().flatten().rev() {
            self.draft.constraints.remove(*place);
        }
        let has_all = places.is_some_and(|places| !places.is_empty());
        self.draft
            .variants
            .extend(has_all.then_some(Variant::Windoku));
    }
}

/// Returns the number of an entry, if it has one.
fn number_of(key: &str, entry: &Entry) -> Result<Option<i64>, Unreadable> {
    let value = &entry.value;
    if !is_set(value) || text_of(value).is_empty() {
        return Ok(None);
    }
    let wrong = || (format!("a number in {key}"), quote(&value.to_string()));
    parsed(value).map(Some).ok_or_else(wrong)
}

/// Returns the digits of an entry.
fn digits(key: &str, entry: &Entry) -> Result<Vec<usize>, Unreadable> {
    let digit = |value: &Value| {
        let wrong = || (format!("digits in {key}"), quote(&value.to_string()));
        parsed(value).ok_or_else(wrong)
    };
    entry.values.iter().flatten().map(digit).collect()
}

/// Returns the row and the column in the name of a cell.
fn row_and_column(name: &str) -> Option<[isize; 2]> {
    let name = name.to_ascii_uppercase();
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// Returns true if a value has the name of a cell anywhere.
fn has_cells(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(has_cells),
        Value::Object(fields) => fields.values().any(has_cells),
        Value::String(text) => row_and_column(text).is_some(),
        _ => false,
    }
}

/// Parses a value of a field.
fn typed<'v, T: Deserialize<'v>>(key: &str, value: &'v Value) -> Result<T, Unreadable> {
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

//! The constraints of an f-puzzles object.

use serde_json::{Map, Value};

use super::number;
use crate::f_puzzles::{CELLS, CLUES, GROUPS, LINES, windows};
use crate::read::draft::Unreadable;
use satdoku::board::{Constraint, Kind, Variant};
use satdoku::format_error::quote;

/// Fields that are not rules: texts, the solution, display settings.
const REMARKS: &str = "size grid title author ruleset solution successMessage disabledlogic \
    truecandidatesoptions highlightConflicts cosmetics";

/// Fields with drawings. Some repeat a constraint, the others have a meaning only in words.
const DRAWINGS: &str = "cage circle fogofwar foglight line rectangle text";

/// The rules found in an object.
pub(super) struct Constraints {
    size: usize,
    pub variants: Vec<Variant>,
    pub drawn: Vec<Constraint>,
    /// Fields whose drawings were left out.
    left_out: Vec<String>,
}

impl Constraints {
    pub fn new(size: usize) -> Constraints {
        Constraints {
            size,
            variants: Vec::new(),
            drawn: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Returns a remark on the drawings that were left out.
    pub fn note(&self) -> Option<String> {
        let names = self.left_out.join(", ");
        (!names.is_empty()).then(|| format!("drawings without a rule left out: {names}"))
    }

    /// Reads the rules of an object in addition to rows, columns and regions.
    ///
    /// # Errors
    /// If a rule is unknown or invalid.
    pub fn read(&mut self, object: &Map<String, Value>) -> Result<(), Unreadable> {
        let has = |name: &str| object.get(name).is_some_and(is_set);
        for (key, value) in object.iter().filter(|(_, value)| is_set(value)) {
            match key.as_str() {
                remark if is_one_of(remark, REMARKS) => {}
                drawing if is_one_of(drawing, DRAWINGS) => self.drawing(drawing, value),
                "diagonal+" if has("diagonal-") => self.variants.push(Variant::Diagonal),
                "diagonal-" if has("diagonal+") => {}
                "diagonal+" => self.draw(key, &format!("extra-region r{0}c1-r1c{0}", self.size))?,
                "diagonal-" => self.draw(key, &format!("extra-region r1c1-r{0}c{0}", self.size))?,
                "antiknight" => self.variants.push(Variant::AntiKnight),
                "antiking" => self.variants.push(Variant::AntiKing),
                "nonconsecutive" => self.variants.push(Variant::NonConsecutive),
                "disjointgroups" => self.variants.push(Variant::DisjointGroups),
                "negative" => self.negative(value)?,
                "extraregion" => self.extra_regions(value)?,
                _ => {
                    let entries = value.as_array().map_or(&[][..], Vec::as_slice);
                    let unknown = || ("only constraints that satdoku has".to_string(), quote(key));
                    if entries.is_empty() {
                        return Err(unknown());
                    }
                    for entry in entries {
                        if !entry.is_object() {
                            return Err((format!("objects in {key}"), quote(&entry.to_string())));
                        }
                        self.entry(key, entry)?.ok_or_else(unknown)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes drawings that do not repeat a constraint.
    fn drawing(&mut self, key: &str, value: &Value) {
        let repeats = |entry: &Value| {
            ["fromConstraint", "isNewConstraint"]
                .iter()
                .any(|name| entry.get(*name).is_some_and(is_set))
        };
        let entries = value.as_array().map_or(&[][..], Vec::as_slice);
        if entries.is_empty() || !entries.iter().all(repeats) {
            self.left_out.push(key.to_string());
        }
    }

    fn negative(&mut self, value: &Value) -> Result<(), Unreadable> {
        for name in texts("negative", Some(value))? {
            self.variants.push(match name {
                "ratio" => Variant::NegativeRatio,
                "xv" => Variant::NegativeXv,
                _ => return Err(("ratio or xv in negative".to_string(), quote(name))),
            });
        }
        Ok(())
    }

    /// Adds extra regions. The windows of a windoku are a variant.
    fn extra_regions(&mut self, value: &Value) -> Result<(), Unreadable> {
        let sorted = |mut names: Vec<String>| {
            names.sort_unstable();
            names
        };
        let cells = |entry: &Value| {
            let names = texts("extraregion", entry.get("cells"))?;
            let names = names.iter().map(|cell| cell.to_ascii_uppercase());
            Ok::<_, Unreadable>(sorted(names.collect()))
        };
        let entries = value.as_array().map_or(&[][..], Vec::as_slice);
        let found = entries.iter().map(cells).collect::<Result<Vec<_>, _>>()?;
        let mut windows: Vec<Vec<String>> = windows(self.size).into_iter().map(sorted).collect();
        if !windows.is_empty() && windows.iter().all(|window| found.contains(window)) {
            self.variants.push(Variant::Windoku);
        } else {
            windows.clear();
        }
        for (entry, region) in entries.iter().zip(found) {
            match windows.iter().position(|window| *window == region) {
                Some(window) => _ = windows.remove(window),
                None => {
                    let cells = cells_of("extraregion", entry, "cells")?;
                    self.draw("extraregion", &format!("extra-region {cells}"))?;
                }
            }
        }
        Ok(())
    }

    /// Adds the constraint with this text.
    fn draw(&mut self, key: &str, text: &str) -> Result<(), Unreadable> {
        let constraint = Constraint::parse(text, self.size);
        let constraint =
            constraint.map_err(|error| (format!("{} in {key}", error.expected), error.found))?;
        self.drawn.push(constraint);
        Ok(())
    }

    /// Adds an entry of a field, and returns `None` if the field is unknown.
    fn entry(&mut self, key: &str, entry: &Value) -> Result<Option<()>, Unreadable> {
        let find = |table: &[(&str, &'static str)]| {
            table
                .iter()
                .find(|(other, _)| *other == key)
                .map(|(_, kind)| *kind)
        };
        if let Some(kind) = find(&LINES) {
            let value = value_of(key, entry)?;
            let lines = lines(key, entry)?.into_iter();
            let least = Kind::find(kind).map_or(1, Kind::least_cells);
            for line in lines.filter(|line| line.len() >= least) {
                self.draw(key, &format!("{kind} {value} {}", line.join(" ")))?;
            }
        } else if let Some(kind) = find(&GROUPS) {
            let value = match value_of(key, entry)? {
                // Dots and cages without a number write it as 0.
                zero if zero == "0" => String::new(),
                value => value,
            };
            let cells = cells_of(key, entry, "cells")?;
            if !cells.is_empty() {
                self.draw(key, &format!("{kind} {value} {cells}"))?;
            }
        } else if let Some(kind) = find(&CELLS) {
            let single = entry.get("cell").and_then(Value::as_str);
            for cell in single.into_iter().chain(texts(key, entry.get("cells"))?) {
                self.draw(key, &format!("{kind} {cell}"))?;
            }
        } else if let Some(kind) = find(&CLUES) {
            let value = value_of(key, entry)?;
            if !value.is_empty() {
                let line = self.outer_line(key, entry)?;
                self.draw(key, &format!("{kind} {value} {line}"))?;
            }
        } else {
            return self.other_entry(key, entry);
        }
        Ok(Some(()))
    }

    /// Adds an entry of a field with a form of its own.
    fn other_entry(&mut self, key: &str, entry: &Value) -> Result<Option<()>, Unreadable> {
        match key {
            "xv" => {
                let kind = match text_of(entry.get("value")).as_str() {
                    "" => return Ok(Some(())),
                    "X" | "x" | "10" => "x",
                    "V" | "v" | "5" => "v",
                    other => return Err(("X or V in xv".to_string(), quote(other))),
                };
                self.draw(key, &format!("{kind} {}", cells_of(key, entry, "cells")?))?;
            }
            "arrow" => {
                let bulb = texts(key, entry.get("cells"))?;
                for line in lines(key, entry)? {
                    // An arrow begins in its bulb.
                    let shaft = match &line[..] {
                        [first, shaft @ ..] if bulb.contains(first) => shaft,
                        line => line,
                    };
                    if !shaft.is_empty() {
                        let text = format!("arrow {}: {}", bulb.join(" "), shaft.join(" "));
                        self.draw(key, &text)?;
                    }
                }
            }
            "clone" => {
                let cells = cells_of(key, entry, "cells")?;
                let clones = cells_of(key, entry, "cloneCells")?;
                self.draw(key, &format!("clone {cells}: {clones}"))?;
            }
            "quadruple" => {
                let values = entry.get("values").and_then(Value::as_array);
                let values = values.into_iter().flatten();
                let values: Vec<String> = values.map(|value| text_of(Some(value))).collect();
                if !values.is_empty() {
                    let cells = cells_of(key, entry, "cells")?;
                    self.draw(key, &format!("quadruple {} {cells}", values.join(" ")))?;
                }
            }
            "littlekillersum" => {
                // A sum that is not positive stands for none.
                let sum = text_of(entry.get("value")).parse();
                let value = match sum {
                    Ok(i64::MIN..=0) => String::new(),
                    _ => value_of(key, entry)?,
                };
                if !value.is_empty() {
                    let cells = self.diagonal(entry)?;
                    self.draw(key, &format!("little-killer {value} {cells}"))?;
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// Returns the row and the column of a cell just outside the grid: one of them is 0 or size + 1.
    fn outer_cell(&self, key: &str, entry: &Value) -> Result<(usize, usize), Unreadable> {
        let name = entry
            .get("cell")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let upper = name.to_ascii_uppercase();
        let numbers = upper
            .strip_prefix('R')
            .and_then(|name| name.split_once('C'));
        let parse = |number: &str| {
            let number: Option<usize> = number.parse().ok();
            number.filter(|number| *number <= self.size + 1)
        };
        let cell = numbers.and_then(|(row, column)| Some((parse(row)?, parse(column)?)));
        let is_end = |number: usize| number == 0 || number == self.size + 1;
        let cell = cell.filter(|(row, column)| is_end(*row) || is_end(*column));
        cell.ok_or_else(|| (format!("a cell beside the grid in {key}"), quote(name)))
    }

    /// Returns the row or column of a clue, for text.
    fn outer_line(&self, key: &str, entry: &Value) -> Result<String, Unreadable> {
        let end = self.size + 1;
        let is_inside = |number: usize| (1..end).contains(&number);
        match self.outer_cell(key, entry)? {
            (row, 0) if is_inside(row) => Ok(format!("row {row} left")),
            (row, column) if is_inside(row) && column == end => Ok(format!("row {row} right")),
            (0, column) if is_inside(column) => Ok(format!("column {column} top")),
            (_, column) if is_inside(column) => Ok(format!("column {column} bottom")),
            (row, column) => {
                let expected = format!("a cell at the end of a row or column in {key}");
                Err((expected, quote(&format!("R{row}C{column}"))))
            }
        }
    }

    /// Returns the cells of a diagonal from its clue on, for text.
    fn diagonal(&self, entry: &Value) -> Result<String, Unreadable> {
        let key = "littlekillersum";
        let direction = entry
            .get("direction")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let (down, right) = match direction {
            "UL" => (-1, -1),
            "UR" => (-1, 1),
            "DL" => (1, -1),
            "DR" => (1, 1),
            other => return Err((format!("a direction such as UL in {key}"), quote(other))),
        };
        let (row, column) = self.outer_cell(key, entry)?;
        let inside = 1..=self.size;
        let step = |(row, column): &(usize, usize)| {
            let next = (
                row.checked_add_signed(down)?,
                column.checked_add_signed(right)?,
            );
            (inside.contains(&next.0) && inside.contains(&next.1)).then_some(next)
        };
        let cells = std::iter::successors(Some((row, column)), step).skip(1);
        let cells: Vec<String> = cells
            .map(|(row, column)| format!("r{row}c{column}"))
            .collect();
        Ok(cells.join(" "))
    }
}

fn is_one_of(name: &str, names: &str) -> bool {
    names.split(' ').any(|other| other == name)
}

/// Returns true unless a value is empty or false.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

/// Returns the strings of an array, which may be missing.
fn texts<'v>(key: &str, value: Option<&'v Value>) -> Result<Vec<&'v str>, Unreadable> {
    let wrong = |value: &Value| {
        let expected = format!("an array of strings in {key}");
        (expected, quote(&value.to_string()))
    };
    match value {
        Some(Value::Array(values)) => {
            let text = |value: &'v Value| value.as_str().ok_or_else(|| wrong(value));
            values.iter().map(text).collect()
        }
        Some(value) if is_set(value) => Err(wrong(value)),
        _ => Ok(Vec::new()),
    }
}

/// Returns the cells of an entry, separated by spaces.
fn cells_of(key: &str, entry: &Value, name: &str) -> Result<String, Unreadable> {
    Ok(texts(key, entry.get(name))?.join(" "))
}

/// Returns the lines of an entry.
fn lines<'v>(key: &str, entry: &'v Value) -> Result<Vec<Vec<&'v str>>, Unreadable> {
    match entry.get("lines") {
        Some(Value::Array(lines)) => lines.iter().map(|line| texts(key, Some(line))).collect(),
        Some(value) if is_set(value) => {
            let expected = format!("an array of lines in {key}");
            Err((expected, quote(&value.to_string())))
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns a string or a number as text; an empty text without one.
fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_string(),
        Some(value) if is_set(value) => value.to_string(),
        _ => String::new(),
    }
}

/// Returns the number of an entry; an empty text without one.
fn value_of(key: &str, entry: &Value) -> Result<String, Unreadable> {
    let value = entry.get("value").unwrap_or(&Value::Null);
    match number(value) {
        Some(number) => Ok(number.to_string()),
        None if !is_set(value) => Ok(String::new()),
        None => Err((format!("a number in {key}"), quote(&value.to_string()))),
    }
}

//! Blocks of a constraint string: `.Or … .End`, `.And … .End` and `.Replicate~… … .End`.

use std::mem::{replace, take};

use super::codes;
use super::string_board::StringBoard;
use super::text::{CellNames, StringItem};
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Mismatch};
use satdoku::format_error::{FormatError, quote};

/// The most blocks around an item.
pub(super) const MOST_NESTED: usize = 8;

/// The most items and arguments to which the blocks of a text are expanded.
const MOST_EXPANDED: usize = 100_000;

/// The items whose first argument is encoded.
const ENCODED: [&str; 5] = ["NFA", "Pair", "PairX", "Regex", "Replicate"];

/// An item, and the items of its block if it begins one.
#[derive(Debug, Clone)]
struct Entry {
    item: StringItem,
    block: Option<Vec<Entry>>,
}

/// Returns the items of a text, those of a block within its first.
fn entries(items: Vec<StringItem>) -> Result<Vec<Entry>, FormatError> {
    let mut open: Vec<(StringItem, Vec<Entry>)> = Vec::new();
    let mut entries = Vec::new();
    for item in items {
        match item.name.text.as_str() {
            "Or" | "And" | "Replicate" if open.len() == MOST_NESTED => {
                let expected = format!("at most {MOST_NESTED} blocks in each other");
                return Err(item.error(&expected, "another"));
            }
            "Or" | "And" | "Replicate" => open.push((item, take(&mut entries))),
            "End" => {
                let missing = || item.error("the beginning of a block before", "none");
                let (item, outer) = open.pop().ok_or_else(missing)?;
                let block = Some(replace(&mut entries, outer));
                entries.push(Entry { item, block });
            }
            _ => entries.push(Entry { item, block: None }),
        }
    }
    match open.pop() {
        Some((item, _)) => Err(item.error("`.End`", "the end of the text")),
        None => Ok(entries),
    }
}

/// Returns the number of items of a text, in which a block counts once.
pub(super) fn entry_count(items: &[StringItem]) -> usize {
    let (mut depth, mut count) = (0_usize, 0);
    for item in items {
        match item.name.text.as_str() {
            "End" if depth > 0 => depth -= 1,
            name => {
                count += usize::from(depth == 0);
                depth += usize::from(matches!(name, "Or" | "And" | "Replicate"));
            }
        }
    }
    count
}

/// Adds all items of a constraint string.
pub(super) fn add_all(board: &mut StringBoard, items: Vec<StringItem>) -> Result<(), FormatError> {
    let mut left = MOST_EXPANDED;
    let entries = entries(items)?;
    let mut entries = entries.iter();
    entries.try_for_each(|entry| board.add_entry(entry, &mut left))
}

impl StringBoard<'_> {
    fn add_entry(&mut self, entry: &Entry, left: &mut usize) -> Result<(), FormatError> {
        let item = &entry.item;
        *left = left.checked_sub(1 + item.arguments.len()).ok_or_else(|| {
            let expected = format!("at most {MOST_EXPANDED} items and arguments after replication");
            item.error(&expected, "more")
        })?;
        match (item.name.text.as_str(), &entry.block) {
            (_, None) => self.add(item),
            ("Or", Some(block)) => self.add_alternatives(item, block, left),
            ("Replicate", Some(block)) => self.add_copies(item, block, left),
            (_, Some(block)) => {
                let mut block = block.iter();
                block.try_for_each(|entry| self.add_entry(entry, left))
            }
        }
    }

    /// Adds `.Or … .End`: each entry is an alternative.
    fn add_alternatives(
        &mut self,
        item: &StringItem,
        block: &[Entry],
        left: &mut usize,
    ) -> Result<(), FormatError> {
        let groups = block.iter().map(|entry| self.group(entry, left));
        let groups: Vec<Vec<Constraint>> = groups.collect::<Result<_, _>>()?;
        // An alternative that demands nothing always holds.
        if !groups.is_empty() && groups.iter().all(|group| !group.is_empty()) {
            let made = Constraint::new("either", [Argument::Alternatives(groups)]);
            let made = made.map_err(|error| item.error(&error.expected, error.found))?;
            self.push(item, made);
        }
        Ok(())
    }

    /// Returns the constraints of an entry of a block.
    fn group(&self, entry: &Entry, left: &mut usize) -> Result<Vec<Constraint>, FormatError> {
        let mut own = StringBoard::new(self.rules);
        own.add_entry(entry, left)?;
        if !own.variants.is_empty() || entry.item.is_of_board() {
            let expected = "items about cells in a block";
            return Err(entry.item.error(expected, quote(&entry.item.name.text)));
        }
        let mut group = own.constraints;
        for (index, digits) in own.candidates.into_iter().enumerate() {
            let Some(digits) = digits else { continue };
            let value = |digit| self.rules.geometry().value(digit);
            let made = one_of(
                Cell::from_index(index),
                digits.into_iter().map(value).collect(),
            );
            group.push(made.map_err(|error| entry.item.error(&error.expected, error.found))?);
        }
        Ok(group)
    }

    /// Adds `.Replicate~<targets>~R1C1 … .End`: the items of the block with their cells shifted from the
    /// origin to each target.
    fn add_copies(
        &mut self,
        item: &StringItem,
        block: &[Entry],
        left: &mut usize,
    ) -> Result<(), FormatError> {
        let names = self.names();
        let Some(targets) = codes::numbers(item.argument(0)) else {
            return Err(item.error("targets in base 64", quote(item.argument(0))));
        };
        let origin = match item.arguments.get(1) {
            Some(origin) => names.cell(origin)?,
            None => Cell::from_index(0),
        };
        for target in targets {
            let target = Cell::from_index(origin.index() + target);
            let shift = Shift {
                names,
                origin,
                target,
            };
            for entry in block {
                self.add_entry(&shift.entry(entry)?, left)?;
            }
        }
        Ok(())
    }
}

/// Returns the constraint of a cell that holds one of these values.
fn one_of(cell: Cell, values: Vec<usize>) -> Result<Constraint, Mismatch> {
    let is_value = |total: i64| {
        let terms = Argument::Terms(vec![(cell, 1)]);
        Constraint::new("sum", [Argument::Number(total), terms])
    };
    match values[..] {
        [] => is_value(-1),
        [only] => is_value(only as i64),
        _ => {
            let groups = values
                .into_iter()
                .map(|value| Ok(vec![is_value(value as i64)?]));
            let groups = groups.collect::<Result<_, Mismatch>>()?;
            Constraint::new("either", [Argument::Alternatives(groups)])
        }
    }
}

/// A move of cells by as many rows and columns as a target is away from an origin.
struct Shift<'a> {
    names: CellNames<'a>,
    origin: Cell,
    target: Cell,
}

impl Shift<'_> {
    fn entry(&self, entry: &Entry) -> Result<Entry, FormatError> {
        let mut item = entry.item.clone();
        let is_encoded = ENCODED.contains(&&*item.name.text);
        let mut has_cells = entry.block.is_some();
        for argument in item.arguments.iter_mut().skip(usize::from(is_encoded)) {
            has_cells |= self.shift(argument)?;
        }
        if !has_cells {
            return Err(item.error("cells to shift", "none"));
        }
        let block = entry.block.as_ref();
        let block = block.map(|block| block.iter().map(|entry| self.entry(entry)).collect());
        let block = block.transpose()?;
        Ok(Entry { item, block })
    }

    /// Replaces the name of a cell at the start of an argument. Returns true if there is one.
    fn shift(&self, argument: &mut CellText) -> Result<bool, FormatError> {
        let name = argument.text.split('_').next().unwrap_or_default();
        let length = name.len();
        let Some(cell) = self.names.find(name) else {
            return Ok(false);
        };
        let shifted = self.names.board.shifted(cell, self.origin, self.target);
        let Some(shifted) = shifted else {
            let [from, to] = [self.origin, self.target].map(|cell| cell.name(self.names.board));
            let found = format!("{} shifted from {from} to {to}", quote(&argument.text));
            let expected = "cells that stay on the board";
            return Err(FormatError::new(argument.position, expected, found));
        };
        let shifted = self.names.name(shifted);
        argument.text.replace_range(..length, &shifted);
        Ok(true)
    }
}

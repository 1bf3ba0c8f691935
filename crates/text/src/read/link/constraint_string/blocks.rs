//! Blocks of a constraint string: `.Or … .End`, `.And … .End` and `.Replicate~… … .End`.

use super::base64::sextets;
use super::item::{StringItem, cell};
use super::items::StringBoard;
use crate::read::glyph::CellText;
use satdoku::board::{Argument, Cell, Constraint, Geometry, Mismatch};
use satdoku::format_error::{FormatError, quote};
use std::mem::{replace, take};

/// The most blocks around an item.
const MOST_NESTED: usize = 8;

/// The most items to which the blocks of a text are expanded.
const MOST_ITEMS: usize = 100_000;

/// An item, and the items of its block if it begins one.
#[derive(Debug, Clone)]
struct Entry {
    item: StringItem,
    block: Option<Vec<Entry>>,
}

impl StringBoard {
    /// Adds all items of a constraint string.
    pub fn add_all(&mut self, items: &[StringItem]) -> Result<(), FormatError> {
        let mut open: Vec<Entry> = Vec::new();
        let mut entries = Vec::new();
        for item in items {
            match item.name.text.as_str() {
                "Or" | "And" | "Replicate" => {
                    if open.len() == MOST_NESTED {
                        let expected = format!("at most {MOST_NESTED} blocks in each other");
                        return Err(item.error(&expected, "another".to_string()));
                    }
                    open.push(Entry {
                        item: item.clone(),
                        block: Some(take(&mut entries)),
                    });
                }
                "End" => {
                    let Some(block) = open.pop() else {
                        return Err(
                            item.error("the beginning of a block before", "none".to_string())
                        );
                    };
                    let outer = block.block.unwrap_or_default();
                    let inner = replace(&mut entries, outer);
                    entries.push(Entry {
                        item: block.item,
                        block: Some(inner),
                    });
                }
                _ => entries.push(Entry {
                    item: item.clone(),
                    block: None,
                }),
            }
        }
        if let Some(block) = open.pop() {
            return Err(block
                .item
                .error("`.End`", "the end of the text".to_string()));
        }
        let mut left = MOST_ITEMS;
        entries
            .iter()
            .try_for_each(|entry| self.add_entry(entry, &mut left))
    }

    fn add_entry(&mut self, entry: &Entry, left: &mut usize) -> Result<(), FormatError> {
        let item = &entry.item;
        *left = left.checked_sub(1).ok_or_else(|| {
            let expected = format!("at most {MOST_ITEMS} items after replication");
            item.error(&expected, "more".to_string())
        })?;
        let Some(block) = &entry.block else {
            return self.add(item);
        };
        match item.name.text.as_str() {
            "Or" => self.add_alternatives(item, block, left),
            "Replicate" => self.add_copies(item, block, left),
            _ => block
                .iter()
                .try_for_each(|entry| self.add_entry(entry, left)),
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
            return self.add_kind(item, "either", vec![Argument::Alternatives(groups)], None);
        }
        Ok(())
    }

    /// Returns the constraints of an entry of a block.
    fn group(&mut self, entry: &Entry, left: &mut usize) -> Result<Vec<Constraint>, FormatError> {
        let blank = vec![None; self.candidates.len()];
        let candidates = replace(&mut self.candidates, blank);
        let (constraints, places) = (take(&mut self.constraints), take(&mut self.places));
        let variants = self.variants.len();
        let added = self.add_entry(entry, left);
        let mut group = replace(&mut self.constraints, constraints);
        self.places = places;
        let restricted = replace(&mut self.candidates, candidates);
        added?;
        if self.variants.len() > variants || entry.item.is_of_board() {
            let expected = "items about cells in a block";
            return Err(entry.item.error(expected, quote(&entry.item.name.text)));
        }
        for (index, digits) in restricted.into_iter().enumerate() {
            let Some(digits) = digits else { continue };
            let value = |digit| self.board().value(digit) as i64;
            let is_digit = |total: i64| {
                let terms = Argument::Terms(vec![(Cell::from_index(index), 1)]);
                Constraint::new("sum", [Argument::Number(total), terms])
            };
            let values = digits.into_iter().map(value);
            let made = match values.map(is_digit).collect::<Result<Vec<_>, _>>() {
                Ok(digits) if digits.is_empty() => is_digit(-1),
                Ok(digits) => match <[Constraint; 1]>::try_from(digits) {
                    Ok([only]) => Ok(only),
                    Err(digits) => {
                        let groups = digits.into_iter().map(|digit| vec![digit]).collect();
                        Constraint::new("either", [Argument::Alternatives(groups)])
                    }
                },
                Err(error) => Err(error),
            };
            let error = |error: Mismatch| entry.item.error(&error.expected, error.found);
            group.push(made.map_err(error)?);
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
        let board = self.board().clone();
        let Some(sextets) = sextets(item.argument(0)) else {
            return Err(item.error("targets in base 64", quote(item.argument(0))));
        };
        let origin = match item.arguments.get(1) {
            Some(origin) => cell(origin, &board)?,
            None => Cell::from_index(0),
        };
        for (place, sextet) in sextets.iter().enumerate() {
            for bit in (0..6).filter(|bit| sextet >> bit & 1 == 1) {
                let target = Cell::from_index(origin.index() + 6 * place + bit);
                let shift = Shift {
                    board: &board,
                    origin,
                    target,
                };
                for entry in block {
                    self.add_entry(&shift.entry(entry)?, left)?;
                }
            }
        }
        Ok(())
    }
}

/// A move of cells by as many rows and columns as a target is away from an origin.
struct Shift<'a> {
    board: &'a Geometry,
    origin: Cell,
    target: Cell,
}

impl Shift<'_> {
    fn entry(&self, entry: &Entry) -> Result<Entry, FormatError> {
        let mut item = entry.item.clone();
        let mut has_cells = entry.block.is_some();
        for argument in &mut item.arguments {
            has_cells |= self.shift(argument)?;
        }
        if !has_cells {
            return Err(item.error("cells to shift", "none".to_string()));
        }
        let block = entry
            .block
            .as_ref()
            .map(|block| block.iter().map(|entry| self.entry(entry)));
        let block = block.map(Iterator::collect).transpose()?;
        Ok(Entry { item, block })
    }

    /// Replaces the name of a cell at the start of an argument. Returns true if there is one.
    fn shift(&self, argument: &mut CellText) -> Result<bool, FormatError> {
        let name = argument.text.split('_').next().unwrap_or_default();
        let length = name.len();
        let Some(cell) = Cell::from_name(&name.to_ascii_lowercase(), self.board) else {
            return Ok(false);
        };
        let Some(shifted) = self.board.shifted(cell, self.origin, self.target) else {
            let [from, to] = [self.origin, self.target].map(|cell| cell.name(self.board));
            let found = format!("{} shifted from {from} to {to}", quote(&argument.text));
            let expected = "cells that stay on the board";
            return Err(FormatError::new(argument.position, expected, found));
        };
        let mut own = shifted.name(self.board).to_string();
        own[..1].make_ascii_uppercase();
        argument.text.replace_range(..length, &own);
        Ok(true)
    }
}

//! Blocks of items: `.Replicate~… … .End` and `.And … .End`.

use super::item::StringItem;
use satdoku::board::{Cell, Geometry};
use satdoku::format_error::{FormatError, quote};

/// The most blocks that contain each other.
const MOST_NESTED: usize = 16;

/// The most items into which the blocks of a string expand.
const MOST_ITEMS: usize = 100_000;

/// The digits of a bit set in base 64, least significant bit first.
const BASE_64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Items that no block can have, because they concern the board as a whole.
const ON_BOARD: &str = "AntiConsecutive AntiKing AntiKnight Diagonal DisjointSets Jigsaw NoBoxes \
    RegionSameValues RegionSize Shape StrictKropki StrictXV Var Windoku";

/// An item, or the first item of a block with those inside.
#[derive(Debug, Clone)]
pub(super) struct Block {
    item: StringItem,
    content: Vec<Block>,
}

impl Block {
    /// Returns true for an item that begins a block.
    fn begins(name: &str) -> bool {
        matches!(name, "And" | "Or" | "Replicate")
    }

    /// Returns the items of a string in blocks.
    ///
    /// # Errors
    /// If a block has no end, an end has no block, or too many blocks contain each other.
    fn all(items: Vec<StringItem>) -> Result<Vec<Block>, FormatError> {
        let mut done = Vec::new();
        let mut open: Vec<Block> = Vec::new();
        for item in items {
            let name = item.name.text.as_str();
            let (begins, ends) = (Block::begins(name), name == "End");
            let content = Vec::new();
            let mut block = Block { item, content };
            if begins {
                if open.len() == MOST_NESTED {
                    let expected = format!("at most {MOST_NESTED} blocks that contain each other");
                    return Err(block.item.error(&expected, "more".to_string()));
                }
                open.push(block);
                continue;
            }
            if ends {
                block = match open.pop() {
                    Some(ended) => ended,
                    None => {
                        let expected = "a block that begins before";
                        return Err(block.item.error(expected, "none".to_string()));
                    }
                };
            }
            open.last_mut()
                .map_or(&mut done, |outer| &mut outer.content)
                .push(block);
        }
        match open.pop() {
            Some(block) => Err(block
                .item
                .error("`.End` after the items", "the end".to_string())),
            None => Ok(done),
        }
    }

    /// Adds the items that a block means.
    fn expand(&self, board: &Geometry, to: &mut Vec<StringItem>) -> Result<(), FormatError> {
        let inside = |to: &mut Vec<StringItem>| -> Result<(), FormatError> {
            for block in &self.content {
                let name = block.item.name.text.as_str();
                if ON_BOARD.split_whitespace().any(|other| other == name) {
                    let expected = "items with cells";
                    return Err(self.item.error(expected, quote(name)));
                }
                block.expand(board, to)?;
            }
            Ok(())
        };
        match self.item.name.text.as_str() {
            "And" => inside(to),
            // Alternatives would keep the items of each block in `content` together.
            "Or" => {
                let position = self.item.name.position;
                let expected = "only constraints that satdoku has";
                Err(FormatError::new(position, expected, "alternatives (`Or`)"))
            }
            "Replicate" => {
                let mut template = Vec::new();
                inside(&mut template)?;
                let (origin, targets) = self.targets(board)?;
                for target in targets {
                    for item in &template {
                        self.limited(to)?;
                        to.push(item.shifted(origin, target, board)?);
                    }
                }
                Ok(())
            }
            _ => {
                to.push(self.item.clone());
                Ok(())
            }
        }
    }

    /// Checks that one more item can be added.
    fn limited(&self, to: &[StringItem]) -> Result<(), FormatError> {
        match to.len() < MOST_ITEMS {
            true => Ok(()),
            false => Err(self
                .item
                .error(&format!("at most {MOST_ITEMS} items"), "more".to_string())),
        }
    }

    /// Returns the origin of `Replicate~targets~origin`, and the cells to which it is shifted. Bit n of
    /// the targets is the n-th cell from the origin on, counted from 0.
    fn targets(&self, board: &Geometry) -> Result<(Cell, Vec<Cell>), FormatError> {
        let origin = match self.item.argument(1) {
            "" => Cell::from_name("r1c1", board),
            name => Cell::from_name(&name.to_ascii_lowercase(), board),
        };
        let Some(origin) = origin else {
            return Err(self
                .item
                .error("a cell as origin", quote(self.item.argument(1))));
        };
        let mut targets = Vec::new();
        for (place, c) in self.item.argument(0).bytes().enumerate() {
            let Some(digit) = BASE_64.iter().position(|other| *other == c) else {
                let found = quote(self.item.argument(0));
                return Err(self.item.error("a set of cells in base 64", found));
            };
            for bit in (0..6).filter(|bit| digit >> bit & 1 == 1) {
                let index = origin.index() + 6 * place + bit;
                if index >= board.cell_count() {
                    let found = format!("number {}", index + 1);
                    return Err(self.item.error("cells of the board", found));
                }
                targets.push(Cell::from_index(index));
            }
        }
        Ok((origin, targets))
    }
}

/// Returns the items of a string with all blocks expanded.
///
/// # Errors
/// If a block is incomplete or cannot be expanded.
pub(super) fn expanded(
    items: Vec<StringItem>,
    board: &Geometry,
) -> Result<Vec<StringItem>, FormatError> {
    let mut expanded = Vec::with_capacity(items.len());
    for block in Block::all(items)? {
        block.expand(board, &mut expanded)?;
    }
    Ok(expanded)
}

impl StringItem {
    /// Returns the item with all cells shifted as far as `to` is from `from`.
    fn shifted(&self, from: Cell, to: Cell, board: &Geometry) -> Result<StringItem, FormatError> {
        let mut item = self.clone();
        let mut has_cell = false;
        for argument in &mut item.arguments {
            let name = argument.text.split('_').next().unwrap_or_default();
            let Some(cell) = Cell::from_name(&name.to_ascii_lowercase(), board) else {
                continue;
            };
            has_cell = true;
            let Some(shifted) = board.shifted(cell, from, to) else {
                let [from, to] = [from, to].map(|cell| cell.name(board));
                let found = format!("{} shifted from {from} to {to}", quote(name));
                let expected = "cells that stay on the board";
                return Err(FormatError::new(argument.position, expected, found));
            };
            let shifted = shifted.name(board).to_string().to_ascii_uppercase();
            argument.text.replace_range(..name.len(), &shifted);
        }
        match has_cell {
            true => Ok(item),
            false => Err(self.error("cells to shift", "none".to_string())),
        }
    }
}

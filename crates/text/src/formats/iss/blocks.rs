//! Blocks of a constraint string: `.Or … .End`, `.And … .End` and `.Replicate~… … .End`.

use std::mem::{replace, take};

use super::codes;
use super::string_board::{MOST_EXPANDED, StringBoard};
use super::text::{CellNames, Shift, StringItem};
use satdoku::board::{Argument, Cell, Constraint, Mismatch};
use satdoku::format_error::{FormatError, quote};

/// The most blocks around an item.
pub(super) const MOST_NESTED: usize = 8;

/// The items whose first argument is encoded.
const ENCODED: [&str; 4] = ["NFA", "Pair", "PairX", "Regex"];

/// An item, and the items of its block if it begins one.
struct Entry {
    item: StringItem,
    block: Vec<Entry>,
}

/// Returns true for an item that begins a block.
fn is_block(item: &StringItem) -> bool {
    ["Or", "And", "Replicate"].contains(&&*item.name.text)
}

/// Returns the items of a text, those of a block within its first.
fn entries(items: Vec<StringItem>) -> Result<Vec<Entry>, FormatError> {
    let mut open: Vec<(StringItem, Vec<Entry>)> = Vec::new();
    let mut entries = Vec::new();
    for item in items {
        if is_block(&item) {
            if open.len() == MOST_NESTED {
                let expected = format!("at most {MOST_NESTED} blocks in each other");
                return Err(item.error(&expected, "another"));
            }
            open.push((item, take(&mut entries)));
        } else if item.name.text == "End" {
            let missing = || item.error("the beginning of a block before", "none");
            let (item, outer) = open.pop().ok_or_else(missing)?;
            let block = replace(&mut entries, outer);
            entries.push(Entry { item, block });
        } else {
            let block = Vec::new();
            entries.push(Entry { item, block });
        }
    }
    match open.pop() {
        Some((item, _)) => Err(item.error("`.End`", "the end of the text")),
        None => Ok(entries),
    }
}

/// Returns the number of items of a text, in which a block counts once.
pub(super) fn entry_count(items: &[StringItem]) -> usize {
    let mut depth = 0_usize;
    let is_outermost = |item: &&StringItem| {
        let is_end = item.name.text == "End" && depth > 0;
        depth -= usize::from(is_end);
        let is_outermost = depth == 0 && !is_end;
        depth += usize::from(is_block(item));
        is_outermost
    };
    items.iter().filter(is_outermost).count()
}

/// Adds all items of a constraint string.
pub(super) fn add_all(board: &mut StringBoard, items: Vec<StringItem>) -> Result<(), FormatError> {
    let names = board.names();
    board.add_entries(&entries(items)?, names)
}

impl StringBoard<'_> {
    fn add_entries(&mut self, entries: &[Entry], names: CellNames) -> Result<(), FormatError> {
        let mut entries = entries.iter();
        entries.try_for_each(|entry| self.add_entry(entry, names))
    }

    fn add_entry(&mut self, entry: &Entry, names: CellNames) -> Result<(), FormatError> {
        let item = &entry.item;
        let left = self.left.checked_sub(1 + item.arguments.len());
        self.left = left.ok_or_else(|| {
            let expected = format!("at most {MOST_EXPANDED} items and arguments after replication");
            item.error(&expected, "more")
        })?;
        match item.name.text.as_str() {
            "Or" => self.add_alternatives(entry, names),
            "And" => self.add_entries(&entry.block, names),
            "Replicate" => self.add_copies(entry, names),
            _ if names.shift.is_some() && !has_cells(item, names) => {
                Err(item.error("cells to shift", "none"))
            }
            _ => self.add(item, names),
        }
    }

    /// Adds `.Or … .End`: each entry is an alternative.
    fn add_alternatives(&mut self, of: &Entry, names: CellNames) -> Result<(), FormatError> {
        let groups = of.block.iter().map(|entry| self.group(entry, names));
        let groups: Vec<Vec<Constraint>> = groups.collect::<Result<_, _>>()?;
        // An alternative that demands nothing always holds.
        if !groups.is_empty() && groups.iter().all(|group| !group.is_empty()) {
            let made = Constraint::new("either", [Argument::Alternatives(groups)]);
            let made = made.map_err(|error| of.item.error(&error.expected, error.found))?;
            self.push(&of.item, made);
        }
        Ok(())
    }

    /// Returns the constraints of an entry of a block.
    fn group(&mut self, entry: &Entry, names: CellNames) -> Result<Vec<Constraint>, FormatError> {
        let mut own = StringBoard::new(self.rules);
        own.left = self.left;
        own.add_entry(entry, names)?;
        self.left = own.left;
        if !own.variants.is_empty() || entry.item.is_of_board() {
            let expected = "items about cells in a block";
            return Err(entry.item.error(expected, quote(&entry.item.name.text)));
        }
        let mut group = own.constraints;
        for (index, digits) in own.candidates.into_iter().enumerate() {
            let Some(digits) = digits else { continue };
            let values = digits.into_iter().map(|digit| names.board.value(digit));
            let made = one_of(Cell::from_index(index), values.collect());
            group.push(made.map_err(|error| entry.item.error(&error.expected, error.found))?);
        }
        Ok(group)
    }

    /// Adds `.Replicate~<targets>~R1C1 … .End`: the items of the block with their cells shifted from the
    /// origin to each target.
    fn add_copies(&mut self, of: &Entry, names: CellNames) -> Result<(), FormatError> {
        let code = of.item.argument(0);
        let targets = codes::numbers(code);
        let targets = targets.ok_or_else(|| of.item.error("targets in base 64", quote(code)))?;
        let origin = of.item.arguments.get(1);
        let origin = origin.map_or(Ok(Cell::from_index(0)), |origin| names.cell(origin))?;
        for target in targets {
            let shift = Shift {
                origin,
                target: Cell::from_index(origin.index() + target),
                outer: names.shift,
            };
            let shift = Some(&shift);
            self.add_entries(&of.block, CellNames { shift, ..names })?;
        }
        Ok(())
    }
}

/// Returns true if an item has the name of a cell.
fn has_cells(item: &StringItem, names: CellNames) -> bool {
    let is_encoded = ENCODED.contains(&&*item.name.text);
    let mut arguments = item.arguments.iter().skip(usize::from(is_encoded));
    arguments.any(|argument| {
        let name = argument.text.split('_').next();
        name.is_some_and(|name| names.unshifted(name).is_some())
    })
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

//! Items with rules of a setter's own: tables of pairs.

use super::base64::sextets;
use super::item::StringItem;
use super::items::StringBoard;
use crate::read::glyph::CellText;
use satdoku::board::{AllowedPairs, Cell, PairList, Pairs, Title};
use satdoku::format_error::{FormatError, quote};

/// A list of cells that a rule applies to, and the name of the rule.
struct NamedCells {
    title: Option<Title>,
    cells: Vec<Cell>,
}

impl StringBoard {
    /// Adds `Pair~<table>~_<name>~R1C1~R1C2~~R2C1~R2C2`: a rule for each list of cells. The table has
    /// a bit for each pair of digits.
    pub fn custom_pairs(&mut self, item: &StringItem, is_of_all: bool) -> Result<(), FormatError> {
        let values: Vec<usize> = self.board().all_values().collect();
        let table = item.argument(0);
        // The items `Binary` and `BinaryX` have the other order of the last two symbols.
        let table = match item.name.text.starts_with("Binary") {
            true => swapped(table),
            false => table.to_string(),
        };
        let Some(sextets) = sextets(&table) else {
            return Err(item.error("a table in base 64", quote(&table)));
        };
        let set = sextets.iter().enumerate().flat_map(|(place, sextet)| {
            let bits = (0..6).filter(move |bit| sextet >> bit & 1 == 1);
            bits.map(move |bit| 6 * place + bit)
        });
        let count = values.len();
        let pair = |bit: usize| Some([*values.get(bit / count)?, values[bit % count]]);
        let Some(pairs) = set.map(pair).collect::<Option<Vec<[usize; 2]>>>() else {
            let expected = format!("a table for {count} digits");
            return Err(item.error(&expected, quote(&table)));
        };
        let pairs = PairList::new(pairs);
        for NamedCells { title, cells } in self.named_cells(item, 1)? {
            if cells.len() >= 2 {
                let allowed = AllowedPairs::List(pairs.clone());
                self.add_constraint(
                    item,
                    Pairs {
                        allowed,
                        is_of_all,
                        title,
                        cells,
                    },
                );
            }
        }
        Ok(())
    }

    /// Returns the lists of cells of an item: an empty argument ends a list, and `_name` names those
    /// that follow.
    fn named_cells(&self, item: &StringItem, first: usize) -> Result<Vec<NamedCells>, FormatError> {
        let mut lists = Vec::new();
        let (mut title, mut cells) = (None, Vec::new());
        for argument in item.arguments.iter().skip(first) {
            let name = argument.text.strip_prefix('_');
            if name.is_some() || argument.text.is_empty() {
                lists.push(NamedCells {
                    title: title.clone(),
                    cells: std::mem::take(&mut cells),
                });
            }
            match name {
                Some(name) => title = title_of(name),
                None if argument.text.is_empty() => {}
                None => cells.push(self.cell(argument)?),
            }
        }
        lists.push(NamedCells { title, cells });
        lists.retain(|list| !list.cells.is_empty());
        Ok(lists)
    }

    fn cell(&self, argument: &CellText) -> Result<Cell, FormatError> {
        super::item::cell(argument, self.board())
    }
}

/// Returns a text with the last two symbols of base 64 exchanged.
fn swapped(text: &str) -> String {
    let swap = |c| match c {
        '-' => '_',
        '_' => '-',
        c => c,
    };
    text.chars().map(swap).collect()
}

/// Returns the title that an escaped name is, if it is not empty. What a title cannot have is left out.
fn title_of(name: &str) -> Option<Title> {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).and_then(|digits| {
            let digits = std::str::from_utf8(digits)
                .ok()
                .filter(|_| *first == b'%')?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    let text = String::from_utf8_lossy(&bytes).replace('"', "'");
    let plain: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(Title::MOST_CHARACTERS)
        .collect();
    Title::new(&plain).ok()
}

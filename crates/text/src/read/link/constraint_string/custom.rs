//! Items with rules of a setter's own: tables of pairs, regular expressions and automata.

use super::base64::{bytes, sextets};
use super::groups::SEPARATOR;
use super::item::StringItem;
use super::items::StringBoard;
use super::machine::machine;
use crate::read::glyph::CellText;
use crate::read::link::packed::percent_decoded;
use satdoku::board::{AllowedPairs, Argument, Cell, PairList, Pattern, Title};
use satdoku::format_error::{FormatError, quote};

/// Cells that a rule applies to, and the name of the rule.
struct NamedCells {
    title: Option<Title>,
    /// The lists of cells between separators.
    segments: Vec<Vec<Cell>>,
}

impl StringBoard {
    /// Adds `Pair~<table>~_<name>~R1C1~R1C2~~R2C1~R2C2`: a rule for each list of cells. The table has
    /// a bit for each pair of digits.
    pub fn custom_pairs(&mut self, item: &StringItem, kind: &str) -> Result<(), FormatError> {
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
        for NamedCells { title, segments } in self.named_lists(item)? {
            let cells = segments.concat();
            if cells.len() >= 2 {
                let allowed = Argument::Pairs(AllowedPairs::List(pairs.clone()));
                self.add_kind(item, kind, vec![allowed, Argument::Cells(cells)], title)?;
            }
        }
        Ok(())
    }

    /// Adds `NFA~<machine>~_<name>~R1C1~-~R1C2~~R2C1`: an automaton for each list of cells, with a separator
    /// between its segments.
    pub fn machine(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let (first, count) = (
            *self.board().all_values().start(),
            self.board().digit_count(),
        );
        let machine = machine(item.argument(0), first, count);
        let machine = machine.map_err(|error| item.error(&error.expected, error.found))?;
        for NamedCells { title, segments } in self.named_cells(item)? {
            let mut arguments = vec![Argument::Machine(machine.clone())];
            arguments.extend(segments.into_iter().map(Argument::Cells));
            self.add_kind(item, "automaton", arguments, title)?;
        }
        Ok(())
    }

    /// Adds `Regex~<pattern>~R1C1~R1C2~~R2C1`: a pattern for each list of cells.
    pub fn pattern(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let encoded = item.argument(0);
        let text = match encoded.contains('%') {
            true => percent_decoded(encoded),
            false => {
                let bytes = bytes(encoded);
                let bytes =
                    bytes.ok_or_else(|| item.error("an encoded pattern", quote(encoded)))?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        let pattern = Pattern::parse(&self.pattern_text(&text), self.board()).map_err(|error| {
            item.error(
                &format!("{} in {}", error.expected, quote(&text)),
                error.found,
            )
        })?;
        for NamedCells { title, segments } in self.named_lists(item)? {
            let cells = Argument::Cells(segments.concat());
            let pattern = Argument::Pattern(pattern.clone());
            self.add_kind(item, "sequence", vec![pattern, cells], title)?;
        }
        Ok(())
    }

    /// Writes a pattern as satdoku does. Digits above 9 are letters, and each is a number here.
    fn pattern_text(&self, pattern: &str) -> String {
        let is_wide = *self.board().all_values().end() > 9;
        let mut is_count = false;
        let mut text = String::new();
        for c in pattern.chars() {
            is_count = c == '{' || (is_count && c != '}');
            match c.to_digit(36) {
                Some(digit) if is_wide && !is_count => text += &format!(" {digit} "),
                _ => text.push(c),
            }
        }
        text
    }

    /// Returns the lists of cells of an item whose rule has no segments.
    fn named_lists(&self, item: &StringItem) -> Result<Vec<NamedCells>, FormatError> {
        let lists = self.named_cells(item)?;
        match lists.iter().all(|list| list.segments.len() == 1) {
            true => Ok(lists),
            false => Err(item.error("a list of cells", quote(SEPARATOR))),
        }
    }

    /// Returns the lists of cells of an item after its first argument: an empty argument ends a list,
    /// `_name` names those that follow, and `-` separates segments.
    fn named_cells(&self, item: &StringItem) -> Result<Vec<NamedCells>, FormatError> {
        let mut lists: Vec<NamedCells> = Vec::new();
        let (mut title, mut segments) = (None, vec![Vec::new()]);
        for argument in item.arguments.iter().skip(1) {
            let name = argument.text.strip_prefix('_');
            if name.is_some() || argument.text.is_empty() {
                let segments = std::mem::replace(&mut segments, vec![Vec::new()]);
                lists.push(NamedCells {
                    title: title.clone(),
                    segments,
                });
            }
            match (name, &*argument.text, segments.last_mut()) {
                (Some(name), ..) => title = title_of(name),
                (None, SEPARATOR, _) => segments.push(Vec::new()),
                (None, text, Some(cells)) if !text.is_empty() => cells.push(self.cell(argument)?),
                _ => {}
            }
        }
        lists.push(NamedCells { title, segments });
        lists.retain(|list| !list.segments.concat().is_empty());
        match lists
            .iter()
            .all(|list| list.segments.iter().all(|segment| !segment.is_empty()))
        {
            true => Ok(lists),
            false => Err(item.error("cells between separators", "none".to_string())),
        }
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
    let text = percent_decoded(name).replace('"', "'");
    let plain = text.chars().filter(|c| !c.is_control());
    Title::new(&plain.take(Title::MOST_CHARACTERS).collect::<String>()).ok()
}

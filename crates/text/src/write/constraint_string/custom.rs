//! Items with tables of pairs, patterns and automata. They also express kinds that have no item.

use super::Items;
use super::machine::encoded;
use crate::read::link::constraint_string::base64::{of_bytes, of_sextets};
use crate::read::link::constraint_string::groups::SEPARATOR;
use satdoku::board::{Cell, Constraint, Pattern, Title};
use std::fmt::Write;

impl Items<'_> {
    /// Returns the items that together mean a constraint that has none of its own.
    pub(super) fn custom(&self, constraint: &Constraint) -> Option<Vec<String>> {
        let cells = constraint.cells(self.board);
        let name = Title::new(constraint.name()).ok();
        let value = usize::try_from(constraint.number().unwrap_or_default()).ok()?;
        let neighbours =
            |allow: &dyn Fn(usize, usize) -> bool| self.table("Pair", allow, name.as_ref(), &cells);
        let digits = |is_right: fn(usize) -> bool| {
            let digits = self.board.all_values().filter(|value| is_right(*value));
            let digits: String = digits.map(symbol).collect();
            (!digits.is_empty()).then(|| self.encoded_pattern(&format!("[{digits}]"), &cells))
        };
        Some(vec![match constraint.name() {
            "pairs" => self.pairs("Pair", constraint)?,
            "all-pairs" => self.pairs("PairX", constraint)?,
            "sequence" => self.pattern(constraint.pattern()?, &cells),
            "automaton" => {
                let machine = constraint.machine()?;
                let has_breaks = constraint.groups().count() > 1 || machine.has_breaks();
                let machine = encoded(machine, self.board, has_breaks)?;
                let title = title_item(constraint.title());
                let segments = constraint.groups().map(|segment| self.names(segment));
                let segments = segments.collect::<Vec<_>>().join(&format!("~{SEPARATOR}"));
                format!(".NFA~{machine}{title}{segments}")
            }
            "slow-thermometer" => neighbours(&|a, b| a <= b),
            "greater" => neighbours(&|a, b| a > b),
            "x" => neighbours(&|a, b| a + b == 10),
            "v" => neighbours(&|a, b| a + b == 5),
            "difference" => neighbours(&|a, b| a.abs_diff(b) == value),
            "ratio" => neighbours(&|a, b| {
                a.checked_mul(value) == Some(b) || b.checked_mul(value) == Some(a)
            }),
            "nabner" => self.table("PairX", &|a, b| a.abs_diff(b) > 1, name.as_ref(), &cells),
            "odd" => digits(|value| !value.is_multiple_of(2))?,
            "even" => digits(|value| value.is_multiple_of(2))?,
            _ => return None,
        }])
    }

    fn pairs(&self, item: &str, constraint: &Constraint) -> Option<String> {
        let pairs = constraint.pairs()?;
        let allow = |a, b| pairs.contain(a, b);
        Some(self.table(item, &allow, constraint.title(), constraint.group(0)))
    }

    /// Returns an item with a table, which has a bit for each pair of digits, six in a symbol.
    fn table(
        &self,
        item: &str,
        allow: &dyn Fn(usize, usize) -> bool,
        title: Option<&Title>,
        cells: &[Cell],
    ) -> String {
        let values = || self.board.all_values();
        let bits = values().flat_map(|a| values().map(move |b| allow(a, b)));
        let mut sextets: Vec<u8> = Vec::new();
        for (place, bit) in bits.enumerate() {
            if place % 6 == 0 {
                sextets.push(0);
            }
            if let Some(sextet) = sextets.last_mut() {
                *sextet |= u8::from(bit) << (place % 6);
            }
        }
        while sextets.pop_if(|sextet| *sextet == 0).is_some() {}
        let title = title_item(title);
        format!(
            ".{item}~{}{title}{}",
            of_sextets(&sextets),
            self.names(cells)
        )
    }

    fn pattern(&self, pattern: &Pattern, cells: &[Cell]) -> String {
        let text = pattern.text(self.board);
        let is_wide = *self.board.all_values().end() > 9;
        self.encoded_pattern(&if is_wide { narrow(&text) } else { text }, cells)
    }

    fn encoded_pattern(&self, pattern: &str, cells: &[Cell]) -> String {
        format!(
            ".Regex~{}{}",
            of_bytes(pattern.as_bytes()),
            self.names(cells)
        )
    }
}

/// Returns the symbol of a digit in a pattern.
fn symbol(value: usize) -> char {
    let symbol = char::from_digit(value as u32, 36).unwrap_or('?');
    symbol.to_ascii_uppercase()
}

/// Writes a pattern with a symbol for each number, and without spaces. Ranges of digits are listed.
fn narrow(pattern: &str) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    let mut range: Option<usize> = None;
    let (mut last, mut is_count) = (0, false);
    while let Some(c) = rest.chars().next() {
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let number = rest[..length].parse::<usize>().ok();
        is_count = c == '{' || (is_count && c != '}');
        match (number, c) {
            (Some(number), _) if is_count => text += &number.to_string(),
            (Some(number), _) => {
                let first = range.take().map_or(number, |first| first + 1);
                text.extend((first..=number).map(symbol));
                last = number;
            }
            (None, '-') => range = Some(last),
            (None, ' ') => {}
            (None, c) => text.push(c),
        }
        rest = &rest[if number.is_some() {
            length
        } else {
            c.len_utf8()
        }..];
    }
    text
}

/// Returns an argument with a title, or nothing.
fn title_item(title: Option<&Title>) -> String {
    let Some(title) = title else {
        return String::new();
    };
    let mut text = "~_".to_string();
    for byte in title.as_str().bytes() {
        match byte.is_ascii_alphanumeric() {
            true => text.push(byte as char),
            // Writing to a string cannot fail.
            false => drop(write!(text, "%{byte:02X}")),
        }
    }
    text
}

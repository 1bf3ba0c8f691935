//! Items about the sums, digits and numbers of digits of groups of cells.

use super::item::StringItem;
use super::items::{StringBoard, names};
use satdoku::board::Cell;
use satdoku::format_error::{FormatError, quote};

/// The argument between two groups of cells.
pub(crate) const SEPARATOR: &str = "-";

impl StringBoard {
    /// Adds `EqualSum~R1C1~R1C2~-~R2C1~-~R3C1~R3C2`. A single group says nothing.
    pub fn equal_sums(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let groups = item.arguments.split(|argument| argument.text == SEPARATOR);
        let groups = groups.map(|group| {
            let cells = group.iter().map(|argument| argument.text.as_str());
            cells.collect::<Vec<_>>().join(" ")
        });
        let groups: Vec<String> = groups.collect();
        match groups.len() {
            1 => item.cells(0, self.board()).map(|_| ()),
            _ => self.draw(item, &format!("equal-sum {}", groups.join(": "))),
        }
    }

    /// Adds `ContainAtLeast~1_1_2~R1C1~R1C2~R1C3`.
    pub fn contained(&mut self, item: &StringItem, own: &str) -> Result<(), FormatError> {
        let digits = item.argument(0).replace('_', " ");
        self.draw(item, &format!("{own} {digits}: {}", item.from(1)))
    }

    /// Adds `LookAndSay~1223~R1C1~R1C2~R1C3`: exactly one 2 and two 3s. Without cells, it says nothing.
    pub fn look_and_say(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let clue = item.argument(0);
        let digits: Option<Vec<usize>> = clue
            .chars()
            .map(|c| c.to_digit(10).map(|digit| digit as usize))
            .collect();
        let pairs = digits.filter(|digits| !digits.is_empty() && digits.len().is_multiple_of(2));
        let Some(pairs) = pairs else {
            return Err(item.error("pairs of a count and a digit", quote(clue)));
        };
        let cells = item.cells(1, self.board())?;
        let mut listed = Vec::new();
        for pair in pairs.chunks(2) {
            match *pair {
                [0, digit] => self.exclude(item, &cells, digit)?,
                [_, digit] if listed.contains(&digit.to_string()) => {
                    return Err(item.error("each digit once", format!("{digit} twice")));
                }
                [count, digit] => listed.extend(vec![digit.to_string(); count]),
                _ => {}
            }
        }
        if listed.is_empty() || cells.is_empty() {
            return Ok(());
        }
        let cells = names(&cells, self.board());
        self.draw(
            item,
            &format!("contains-exactly {}: {cells}", listed.join(" ")),
        )
    }

    /// Excludes a digit from cells.
    fn exclude(
        &mut self,
        item: &StringItem,
        cells: &[Cell],
        value: usize,
    ) -> Result<(), FormatError> {
        let board = self.board().clone();
        let Some(digit) = board.digit(value) else {
            return Err(item.error("digits of the board", value.to_string()));
        };
        for cell in cells {
            let all = || board.digits().collect();
            let allowed = self.candidates[cell.index()].get_or_insert_with(all);
            allowed.retain(|other| *other != digit);
        }
        Ok(())
    }

    /// Adds `ValueIndexing~R1C1~R1C2~R1C3~R1C4`: the cell with a digit, the cell that says where it is,
    /// and the others.
    pub fn value_index(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let (value, index, cells) = (item.argument(0), item.argument(1), item.from(2));
        self.draw(item, &format!("value-index {value}: {index}: {cells}"))
    }

    /// Adds `CountDistinct~R1C1~R1C2~R1C3`, which begins with the cell that counts the digits in the
    /// others.
    pub fn count_distinct(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let (counter, cells) = (item.argument(0), item.from(1));
        self.draw(item, &format!("count-distinct {counter}: {cells}"))
    }
}

//! Items about the sums, digits and numbers of digits of groups of cells.

use super::item::StringItem;
use super::items::StringBoard;
use satdoku::format_error::FormatError;

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

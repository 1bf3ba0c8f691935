//! Items about regions to find: `ChaosConstruction` and `ChaosArrow`. The number of the region of a cell
//! is a variable of the group [`REGIONS`], `CC1` to `CC81` there.

use super::groups::SEPARATOR;
use super::item::{StringItem, cell};
use super::items::StringBoard;
use super::variables::REGIONS;
use satdoku::board::{Argument, Cell};
use satdoku::format_error::{FormatError, quote};

impl StringBoard {
    /// Adds `ChaosConstruction`.
    pub fn regions_to_find(&mut self, item: &StringItem) -> Result<(), FormatError> {
        self.draw(item, &format!("regions-to-find {REGIONS}"))
    }

    /// Adds `ChaosArrow~R2C1~1~CC10~CC11~-~CC10~CC1`: the cell with the number, 1 if the first of the other
    /// cells does not count, and these. Without them, they are the cells in all four directions.
    pub fn run_length(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let counter = item.arguments.first();
        let counter = counter
            .map(|counter| cell(counter, self.board()))
            .transpose()?;
        let excludes_first = match item.argument(1) {
            "" | "0" => false,
            "1" => true,
            other => return Err(item.error("0 or 1", quote(other))),
        };
        let given = item.arguments.get(2..).unwrap_or_default();
        let groups = given.split(|argument| argument.text == SEPARATOR);
        let groups = groups.map(|cells| {
            let cells = cells.iter().map(|argument| cell(argument, self.board()));
            cells.collect::<Result<Vec<Cell>, FormatError>>()
        });
        let groups = match given.is_empty() {
            false => Some(groups.collect::<Result<Vec<_>, _>>()?),
            true => counter.and_then(|counter| self.arms(counter)),
        };
        let (Some(counter), Some(groups)) = (counter, groups) else {
            return Err(item.error("a cell of a board with ChaosConstruction", "none".into()));
        };
        let mut arguments = vec![Argument::Cells(vec![counter])];
        arguments.extend(excludes_first.then_some(Argument::Flag));
        arguments.extend(groups.into_iter().map(Argument::Cells));
        self.add_kind(item, "run-length", arguments, None)
    }

    /// Returns the number of the region of the cell in this row and column.
    fn region(&self, row: usize, column: usize) -> Option<Cell> {
        let board = self.board();
        let mut cells = board.variables_named(REGIONS)?;
        (row < board.rows() && column < board.columns())
            .then(|| cells.nth(row * board.columns() + column))?
    }

    /// Returns the regions of the cells to the left, to the right, above and below, from a cell on.
    fn arms(&self, from: Cell) -> Option<Vec<Vec<Cell>>> {
        let (row, column) = self.board().position(from)?;
        let arm = |down: isize, right: isize| {
            let cell = |step: isize| {
                let row = row.checked_add_signed(down * step)?;
                self.region(row, column.checked_add_signed(right * step)?)
            };
            (0..).map_while(cell).collect::<Vec<Cell>>()
        };
        let arms = [arm(0, -1), arm(0, 1), arm(-1, 0), arm(1, 0)];
        arms.iter()
            .all(|arm| !arm.is_empty())
            .then(|| arms.to_vec())
    }
}

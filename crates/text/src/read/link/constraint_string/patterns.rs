//! Items that are regular expressions or automata: global entropy and the like, and sum lines.

use super::item::StringItem;
use super::items::{StringBoard, names};
use satdoku::board::{Cell, Geometry};
use satdoku::format_error::{FormatError, quote};

/// The largest sum of the segments of a sum line.
const MOST_SUM: usize = 30;

impl StringBoard {
    /// Adds `GlobalEntropy` or `GlobalMod`: every 2×2 block has a digit of each of the classes.
    pub fn classes_in_blocks(
        &mut self,
        item: &StringItem,
        title: &str,
        classes: [&str; 3],
    ) -> Result<(), FormatError> {
        self.need_nine_digits(item)?;
        for block in blocks(&self.board().clone()) {
            let cells = names(&block, self.board());
            for class in classes {
                self.draw(
                    item,
                    &format!("sequence \".*[{class}].*\" as \"{title}\" {cells}"),
                )?;
            }
        }
        Ok(())
    }

    /// Adds `DutchFlatmates`: a 1 is directly above each 5, or a 9 directly below it.
    pub fn dutch_flatmates(&mut self, item: &StringItem) -> Result<(), FormatError> {
        self.need_nine_digits(item)?;
        for column in 0..self.board().columns() {
            let cells: Vec<Cell> = self.board().column(column).flatten().collect();
            let cells = names(&cells, self.board());
            let rule = format!("sequence \"([^5]|15|59)*\" as \"Dutch flatmates\" {cells}");
            self.draw(item, &rule)?;
        }
        Ok(())
    }

    /// Adds `SumLine~10~R1C1~R1C2~R1C3`: the line can be divided into segments with this sum each.
    pub fn sum_line(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let sum = item.argument(0).parse().ok();
        let Some(sum) = sum.filter(|sum| (1..=MOST_SUM).contains(sum)) else {
            let expected = format!("a sum from 1 to {MOST_SUM}");
            return Err(item.error(&expected, quote(item.argument(0))));
        };
        // The state is the sum of the segment so far.
        let steps_of = |so_far: usize| {
            let values = self.board().values().filter(|value| so_far + value <= sum);
            let steps = values.map(|value| format!("{value}>{}", (so_far + value) % sum));
            format!("; {so_far}: {}", steps.collect::<Vec<_>>().join(" "))
        };
        let has_step = |so_far: &usize| so_far + self.board().values().start() <= sum;
        let states: String = (0..sum).filter(has_step).map(steps_of).collect();
        let machine = format!("start 0; accept 0{states}");
        let rule = format!(
            "automaton \"{machine}\" as \"segments of {sum}\" {}",
            item.from(1)
        );
        self.draw(item, &rule)
    }

    fn need_nine_digits(&self, item: &StringItem) -> Result<(), FormatError> {
        let values = self.board().values();
        match values == (1..=9) {
            true => Ok(()),
            false => {
                let found = format!("{} to {}", values.start(), values.end());
                Err(item.error("a board with the digits 1 to 9", found))
            }
        }
    }
}

/// The blocks of 2×2 cells, in reading order.
fn blocks(board: &Geometry) -> Vec<[Cell; 4]> {
    let corners =
        (1..board.rows()).flat_map(|row| (1..board.columns()).map(move |column| (row, column)));
    let block = |(row, column): (usize, usize)| {
        let places = [
            (row - 1, column - 1),
            (row - 1, column),
            (row, column - 1),
            (row, column),
        ];
        let cells = places.map(|(row, column)| board.cell_at(row, column));
        let cells: Option<Vec<Cell>> = cells.into_iter().collect();
        cells?.try_into().ok()
    };
    corners.filter_map(block).collect()
}

//! Items that are regular expressions or automata: global entropy and the like, and sum lines.

use super::item::StringItem;
use super::items::{StringBoard, names};
use satdoku::board::{Cell, Geometry};
use satdoku::format_error::{FormatError, quote};

/// The last argument of a line whose first cell follows its last.
const LOOP: &str = "LOOP";

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

    /// Adds `SumLine~10~R1C1~R1C2~R1C3`: the line can be divided into segments with this sum each. If
    /// `LOOP` follows, the first cell of the line also follows the last.
    pub fn sum_line(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let sum = item.argument(0).parse().ok();
        let Some(sum) = sum.filter(|sum| (1..=MOST_SUM).contains(sum)) else {
            let expected = format!("a sum from 1 to {MOST_SUM}");
            return Err(item.error(&expected, quote(item.argument(0))));
        };
        let mut line = item.clone();
        let is_loop = line.arguments.pop_if(|last| last.text == LOOP).is_some();
        let cells = line.from(1);
        let title = format!("as \"segments of {sum}\"");
        let rule = |before| {
            let machine = segments(sum, before, self.board());
            format!("automaton \"{machine}\" {title} {cells}")
        };
        if !is_loop {
            return self.draw(item, &rule(sum));
        }
        let alternatives = (1..=sum).map(|before| format!("{{ {} }}", rule(before)));
        let alternatives = alternatives.collect::<Vec<_>>().join(" or ");
        self.draw(item, &format!("either {alternatives} {title}"))
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

/// Returns the automaton of a line of which the last segment continues in the first: `before` is the sum of
/// its cells at the end of the line. A state is the sum of the segment so far; the start is a state of its
/// own, because zeros alone are no segment.
fn segments(sum: usize, before: usize, board: &Geometry) -> String {
    let steps_from = |so_far: usize, zero: String| {
        let step = |value: usize| match so_far % sum + value {
            _ if value == 0 => Some(format!(" 0>{zero}")),
            total => (total <= sum).then(|| format!(" {value}>{total}")),
        };
        board.values().filter_map(step).collect::<String>()
    };
    let states =
        (1..=sum).map(|so_far| (so_far.to_string(), steps_from(so_far, so_far.to_string())));
    let start = ("s".to_string(), steps_from(before, "s".to_string()));
    let states = std::iter::once(start).chain(states);
    let states = states.filter(|(_, steps)| !steps.is_empty());
    let states: String = states
        .map(|(state, steps)| format!("; {state}:{steps}"))
        .collect();
    format!("start s; accept {before}{states}")
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

//! The backtracker with an order fixed in advance: the blank cells are put in order once, before
//! the search, and filled in that order.
//!
//! The classic alternative to choosing the narrowest cell anew at each step: choosing costs
//! nothing, but the order knows only the givens, not what has been filled in since.

use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle};

/// The name of this engine.
pub const NAME: &str = "static";

/// In which order the blank cells are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// By the number of digits a cell can take next to the givens, fewest first; cells with
    /// equally many in reading order.
    #[default]
    FewestDigits,
    /// Row by row, as people read.
    RowMajor,
}

/// The engine, with the order that it fills cells in.
#[derive(Debug, Default)]
pub struct StaticOrder {
    /// The order.
    pub order: Order,
}

impl Engine for StaticOrder {
    fn name(&self) -> &str {
        NAME
    }

    /// Nodes are partial boards: the givens, and one for each digit that fits. Guesses are digits
    /// that fitted where they were put; updates are cells filled or cleared.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let mut work = Work::default();
        let end = match puzzle.clash() {
            Some(_) => End::Complete,
            None => self.fill(puzzle, budget, solutions, &mut work)?,
        };
        Ok(Report::new(end, work))
    }
}

impl StaticOrder {
    /// Searches with an explicit stack of partial boards.
    ///
    /// Each board on the stack is the one below it with one more cell filled, so they are kept as
    /// one board and the digits of the filled cells: entry `i` is the digit of the `i`-th cell.
    fn fill(
        &self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
        work: &mut Work,
    ) -> Result<End, EngineError> {
        let mut board = Board::new(puzzle);
        let cells = self.order(&board);
        let mut stack: Vec<usize> = Vec::with_capacity(cells.len());
        loop {
            if solutions.is_closed() {
                return Ok(End::Stopped);
            }
            if let Some(end) = budget.end_after(work.nodes) {
                return Ok(end);
            }
            work.nodes += 1;
            if stack.len() == cells.len() && solutions.deliver(&board.grid)?.is_break() {
                return Ok(End::Stopped);
            }
            // On to the next board: one more cell, or else the next digit of the last cell that
            // has one.
            let mut digits = 0..puzzle.size();
            loop {
                if let Some(&cell) = cells.get(stack.len())
                    && let Some(digit) = digits.find(|digit| board.fits(cell, *digit))
                {
                    board.put(cell, digit);
                    stack.push(digit);
                    work.guesses += 1;
                    work.updates += 1;
                    break;
                }
                let Some(last) = stack.pop() else {
                    return Ok(End::Complete);
                };
                board.clear(cells[stack.len()], last);
                work.updates += 1;
                digits = last + 1..puzzle.size();
            }
        }
    }

    fn order(&self, board: &Board<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.grid.blanks().collect();
        if self.order == Order::FewestDigits {
            // A stable sort: cells with equally many digits stay in reading order.
            cells.sort_by_cached_key(|cell| {
                let digits = 0..board.layout.size();
                digits.filter(|digit| board.fits(*cell, *digit)).count()
            });
        }
        cells
    }
}

/// A partial board that knows which digits each house has; digits are indices, from 0.
struct Board<'a> {
    layout: &'a Layout,
    removed: &'a [Candidate],
    grid: Grid,
    /// Whether a house has a digit, at `house * size + digit`.
    taken: Vec<bool>,
}

impl Board<'_> {
    fn new(puzzle: &Puzzle) -> Board<'_> {
        let layout = &**puzzle.layout();
        let mut board = Board {
            layout,
            removed: puzzle.removed(),
            grid: Grid::blank(layout.size()),
            taken: vec![false; layout.houses().len() * layout.size()],
        };
        for given in puzzle.givens().filled() {
            board.put(given.cell, given.digit.index());
        }
        board
    }

    fn fits(&self, cell: Cell, digit: usize) -> bool {
        let mut houses = self.layout.houses_of(cell);
        let is_new = houses.all(|house| !self.taken[house * self.layout.size() + digit]);
        let digit = Digit::from_index(digit);
        let candidate = Candidate { cell, digit };
        let mut excluded = self.layout.excluded(candidate);
        is_new
            && self.removed.binary_search(&candidate).is_err()
            && excluded.all(|other| self.grid.get(other.cell) != Some(other.digit))
    }

    fn put(&mut self, cell: Cell, digit: usize) {
        self.grid.set(cell, Some(Digit::from_index(digit)));
        self.mark(cell, digit, true);
    }

    fn clear(&mut self, cell: Cell, digit: usize) {
        self.grid.set(cell, None);
        self.mark(cell, digit, false);
    }

    fn mark(&mut self, cell: Cell, digit: usize, taken: bool) {
        for house in self.layout.houses_of(cell) {
            self.taken[house * self.layout.size() + digit] = taken;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{EASY, EASY_SOLUTION, all, check_promises, puzzle, search};

    #[test]
    fn both_orders_keep_the_promises_of_an_engine() {
        for order in [Order::FewestDigits, Order::RowMajor] {
            check_promises(&mut StaticOrder { order });
        }
    }

    #[test]
    fn fewest_digits_come_first_and_ties_stay_in_reading_order() {
        let puzzle = puzzle(".2.4..1.........");
        let names = |order: Order| -> Vec<String> {
            let cells = StaticOrder { order }.order(&Board::new(&puzzle));
            cells.iter().map(|cell| cell.name(4).to_string()).collect()
        };
        // r1c3 sees 1, 2 and 4; r1c1, r2c2 and r2c4 see two digits, and so on.
        let fewest = names(Order::FewestDigits);
        assert_eq!(
            fewest[..6],
            ["r1c3", "r1c1", "r2c1", "r2c2", "r2c4", "r3c2"]
        );
        assert_eq!(names(Order::RowMajor)[..3], ["r1c1", "r1c3", "r2c1"]);
    }

    #[test]
    fn the_order_decides_the_work() {
        let nodes = |order| {
            let (grids, report) = all(&mut StaticOrder { order }, &puzzle(EASY));
            assert_eq!(grids, [EASY_SOLUTION]);
            assert_eq!(report.work.nodes, 1 + report.work.guesses);
            // Every cell that was filled was cleared in the end.
            assert_eq!(report.work.updates, 2 * report.work.guesses);
            report.work.nodes
        };
        assert!(nodes(Order::FewestDigits) < nodes(Order::RowMajor));
    }

    #[test]
    fn the_largest_empty_board_stays_within_the_budget() {
        let empty = Puzzle::empty("20x20".parse().unwrap());
        let budget = Budget::of_nodes(3_000);
        let (_, report) = search(&mut StaticOrder::default(), &empty, 1, budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 3_000));
    }
}

//! A backtracker with a static order: the blank cells are sorted once, before the search, and
//! filled in that order.
//!
//! This is the classic alternative to choosing the cell with the fewest candidates at each step.
//! Choosing costs nothing, but the order depends only on the givens and not on what has been filled
//! in since.

use super::partial::{PartialCheck, allows_givens};
use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle};

/// The name of this engine.
pub const NAME: &str = "static";

/// The engine.
///
/// ```
/// use satdoku::engine::static_order::StaticOrder;
/// use satdoku::engine::{Budget, Engine};
///
/// let puzzle = "1.4...2..3.....4".parse()?;
/// let (solutions, _) = StaticOrder.solutions(&puzzle, 2, Budget::UNLIMITED)?;
/// assert_eq!(solutions.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct StaticOrder;

impl Engine for StaticOrder {
    fn name(&self) -> &str {
        NAME
    }

    /// Nodes are partial boards: the givens, and one for each digit that fits. Guesses are digits
    /// that fit when they are placed; updates are cells filled or cleared.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let mut work = Work::default();
        let end = match allows_givens(puzzle) {
            true => fill(puzzle, budget, solutions, &mut work)?,
            false => End::Complete,
        };
        Ok(Report::new(end, work))
    }
}

/// Searches with an explicit stack of partial boards.
///
/// Each board on the stack extends the one below it by one cell, so the stack is stored as one
/// board and the digits of the filled cells: entry `i` is the digit of the `i`-th cell.
fn fill(
    puzzle: &Puzzle,
    budget: Budget,
    solutions: &mut SolutionSink<'_>,
    work: &mut Work,
) -> Result<End, EngineError> {
    let mut board = Board::new(puzzle);
    let cells = order(&board);
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
        // The next board fills one more cell; failing that, the last cell that has another
        // digit takes it.
        let mut digits = 0..puzzle.geometry().digit_count();
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
            digits = last + 1..puzzle.geometry().digit_count();
        }
    }
}

/// Returns the blank cells, those with the fewest digits first; ties are in reading order.
fn order(board: &Board<'_>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.grid.blanks().collect();
    cells.sort_by_cached_key(|cell| {
        let digits = 0..board.layout.digit_count();
        digits.filter(|digit| board.fits(*cell, *digit)).count()
    });
    cells
}

/// A partial board that tracks the digits of each house. Digits are indices, from 0.
struct Board<'a> {
    layout: &'a Layout,
    puzzle: &'a Puzzle,
    check: PartialCheck<'a>,
    grid: Grid,
    /// True at `house * size + digit` if the house contains the digit.
    taken: Vec<bool>,
}

impl Board<'_> {
    fn new(puzzle: &Puzzle) -> Board<'_> {
        let layout = &**puzzle.layout();
        let mut board = Board {
            layout,
            puzzle,
            check: PartialCheck::new(layout),
            grid: Grid::blank(layout.geometry()),
            taken: vec![false; layout.houses().len() * layout.digit_count()],
        };
        for given in puzzle.givens().filled() {
            board.put(given.cell, given.digit.index());
        }
        board
    }

    fn fits(&self, cell: Cell, digit: usize) -> bool {
        let mut houses = self.layout.houses_of(cell);
        let is_new = houses.all(|house| !self.taken[house * self.layout.digit_count() + digit]);
        let digit = Digit::from_index(digit);
        let candidate = Candidate { cell, digit };
        is_new && !self.puzzle.excludes(candidate) && self.check.allows(&self.grid, candidate)
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
            self.taken[house * self.layout.digit_count() + digit] = taken;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{EASY, EASY_SOLUTION, all, check_contract, puzzle, search};

    #[test]
    fn the_contract_of_engines_is_fulfilled() {
        check_contract(&mut StaticOrder);
    }

    #[test]
    fn fewest_digits_come_first_and_ties_stay_in_reading_order() {
        let puzzle = puzzle(".2.4..1.........");
        let cells = order(&Board::new(&puzzle));
        let names: Vec<String> = cells.iter().map(|cell| cell.name(4).to_string()).collect();
        // r1c3 sees 1, 2 and 4; r1c1, r2c2 and r2c4 see two digits each.
        assert_eq!(names[..6], ["r1c3", "r1c1", "r2c1", "r2c2", "r2c4", "r3c2"]);
    }

    #[test]
    fn every_cell_that_was_filled_is_cleared_at_the_end() {
        let (grids, report) = all(&mut StaticOrder, &puzzle(EASY));
        assert_eq!(grids, [EASY_SOLUTION]);
        assert_eq!(report.work.nodes, 1 + report.work.guesses);
        assert_eq!(report.work.updates, 2 * report.work.guesses);
    }

    #[test]
    fn the_largest_empty_board_stays_within_the_budget() {
        let empty = Puzzle::empty("20x20".parse().unwrap());
        let budget = Budget::of_nodes(100);
        let (_, report) = search(&mut StaticOrder, &empty, 1, budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 100));
    }
}

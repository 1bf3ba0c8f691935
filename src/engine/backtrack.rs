//! The backtracker that everyone writes first: it fills one blank cell after another with the lowest digit
//! that fits, and returns to the last cell that has another digit when none does.
//!
//! - `brute` fills the cells in reading order. It finds solutions in lexicographic order, which makes it a
//!   useful reference for tests, and it is the baseline for all other engines.
//! - `static` fills the cells with the fewest digits first. The order is fixed before the search: choosing a
//!   cell costs nothing, but what has been filled in since does not matter. This is the classic alternative to
//!   choosing the cell with the fewest candidates at each step.

use super::filling::Filling;
use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Cell, Puzzle};

/// A backtracker with an order of cells.
///
/// ```
/// use satdoku::engine::backtrack::Backtrack;
/// use satdoku::engine::{Budget, Engine};
///
/// let puzzle = "1.4...2..3.....4".parse()?;
/// let (solutions, _) = Backtrack::static_order().solutions(&puzzle, 2, &Budget::UNLIMITED)?;
/// assert_eq!(solutions.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Backtrack {
    name: &'static str,
    has_fewest_first: bool,
}

impl Backtrack {
    /// Creates the engine `brute`: reading order.
    pub const fn brute() -> Backtrack {
        Backtrack {
            name: "brute",
            has_fewest_first: false,
        }
    }

    /// Creates the engine `static`: fewest digits first, in an order fixed in advance.
    pub const fn static_order() -> Backtrack {
        Backtrack {
            name: "static",
            has_fewest_first: true,
        }
    }

    /// Returns the blank cells in the order in which they are filled. Ties are in reading order.
    fn order(&self, filling: &Filling<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = filling.grid().blanks().collect();
        if self.has_fewest_first {
            cells.sort_by_cached_key(|cell| filling.open_digits(*cell).count());
        }
        cells
    }
}

impl Engine for Backtrack {
    fn name(&self) -> &str {
        self.name
    }

    /// Nodes are partial boards: the givens, and one for each digit that fits. Guesses are digits
    /// that fit when they are placed; updates are cells filled or cleared.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let mut work = Work::default();
        let end = match Filling::of_givens(puzzle) {
            Some(mut filling) => {
                let cells = self.order(&filling);
                fill(&mut filling, &cells, budget, solutions, &mut work)?
            }
            None => End::Complete,
        };
        Ok(Report::new(end, work))
    }
}

/// Searches with an explicit stack of partial boards, so that its depth does not use the stack of the thread.
///
/// Each board on the stack extends the one below it by one cell, so the stack is stored as one
/// board and the digits of the filled cells: entry `i` is the digit of the `i`-th cell.
fn fill(
    filling: &mut Filling<'_>,
    cells: &[Cell],
    budget: &Budget,
    solutions: &mut SolutionSink<'_>,
    work: &mut Work,
) -> Result<End, EngineError> {
    let mut stack: Vec<usize> = Vec::with_capacity(cells.len());
    loop {
        if solutions.is_closed() {
            return Ok(End::Stopped);
        }
        if let Some(end) = budget.end_after(work.nodes) {
            return Ok(end);
        }
        work.nodes += 1;
        if stack.len() == cells.len() && solutions.deliver(filling.grid())?.is_break() {
            return Ok(End::Stopped);
        }
        // The next board fills one more cell; failing that, the last cell that has another
        // digit takes it.
        let mut from = 0;
        loop {
            if let Some(&cell) = cells.get(stack.len())
                && let Some(digit) = filling.place(cell, from)
            {
                stack.push(digit);
                work.guesses += 1;
                work.updates += 1;
                break;
            }
            let Some(last) = stack.pop() else {
                return Ok(End::Complete);
            };
            filling.clear(cells[stack.len()]);
            work.updates += 1;
            from = last + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{EASY, EASY_SOLUTION, all, check_contract, puzzle, search};

    #[test]
    fn the_contract_of_engines_is_fulfilled() {
        for mut engine in [Backtrack::brute(), Backtrack::static_order()] {
            check_contract(&mut engine);
        }
    }

    #[test]
    fn every_cell_that_was_filled_is_cleared_at_the_end() {
        for mut engine in [Backtrack::brute(), Backtrack::static_order()] {
            let (grids, report) = all(&mut engine, &puzzle(EASY));
            assert_eq!(grids, [EASY_SOLUTION]);
            assert_eq!(report.work.nodes, 1 + report.work.guesses);
            assert_eq!(report.work.updates, 2 * report.work.guesses);
        }
    }

    #[test]
    fn in_reading_order_the_first_solution_is_the_smallest() {
        let empty = puzzle(&".".repeat(81));
        let (grids, report) = search(&mut Backtrack::brute(), &empty, 1, &Budget::UNLIMITED);
        let smallest =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        assert_eq!(grids, [smallest]);
        assert_eq!(report.end, End::Stopped);
    }

    #[test]
    fn fewest_digits_come_first_and_ties_stay_in_reading_order() {
        let puzzle = puzzle(".2.4..1.........");
        let cells = Backtrack::static_order().order(&Filling::of_givens(&puzzle).unwrap());
        let names: Vec<String> = cells.iter().map(|cell| cell.name(4).to_string()).collect();
        // r1c3 sees 1, 2 and 4; r1c1, r2c2 and r2c4 see two digits each.
        assert_eq!(names[..6], ["r1c3", "r1c1", "r2c1", "r2c2", "r2c4", "r3c2"]);
    }

    #[test]
    fn a_constraint_is_judged_when_its_last_cell_is_filled() {
        // Without houses, every grid of four cells would be visited if the sum were judged at the end.
        let puzzle = crate::testing::blank_on("board 1x4; digits 1-4; raw; sum 2 r1c1 r1c2");
        for mut engine in [Backtrack::brute(), Backtrack::static_order()] {
            let (grids, report) = all(&mut engine, &puzzle);
            assert_eq!(grids.len(), 16);
            assert_eq!(report.work.nodes, 1 + 4 + 1 + 4 + 16);
        }
    }

    #[test]
    fn the_largest_empty_board_stays_within_the_budget() {
        let empty = Puzzle::classic("20x20".parse().unwrap());
        let budget = Budget::of_nodes(100);
        for mut engine in [Backtrack::brute(), Backtrack::static_order()] {
            let (_, report) = search(&mut engine, &empty, 1, &budget);
            assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 100));
        }
    }
}

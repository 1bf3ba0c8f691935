//! Sudoku as exact cover, searched with dancing links.
//!
//! There is an item for every cell (it has one digit) and for every house of the board and digit (the digit
//! has one place there), and an option for every digit in every cell: 324 items and 729 options on the
//! standard board. The translation is D. E. Knuth's, *Dancing Links* (2000). Houses with fewer cells than
//! digits have secondary items, which need not be covered. Everything else is judged after each choice.
//!
//! Only what the givens leave open is translated, because building the problem takes a large part
//! of the time for an easy puzzle.
//!
//! # Alternatives tried
//! - Hiding an option as the nodes before the covered one and those after it, which avoids
//!   comparing each node with it: 5 % slower than the comparison.
//! - Undoing all covers at the end of a search: for an easy puzzle nothing else was ever undone.

mod exact_cover;
mod links;

use std::iter::once;

pub use self::exact_cover::{ExactCover, IsAllowed, Receive};
use super::filling::Filling;
use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Candidate, Digit, Puzzle};

/// The name of this engine.
pub const NAME: &str = "dlx";

/// The memory of a node of the exact cover problem, in bytes. A digit of a blank cell has one node
/// for the cell and one for each of its houses: the
/// default [`Budget::MEMORY`] is enough for an empty 225×225 board but not for 400×400.
const NODE_BYTES: u64 = 20;

/// The number of an item that is not part of the problem, because a given covers it.
const COVERED: u32 = u32::MAX;

/// The engine. It keeps the memory of the problem for the next puzzle.
#[derive(Debug)]
pub struct Dlx {
    cover: ExactCover,
    /// The candidate of each option.
    options: Vec<Candidate>,
}

impl Default for Dlx {
    fn default() -> Dlx {
        Dlx {
            cover: ExactCover::new(0, 0),
            options: Vec::new(),
        }
    }
}

impl Engine for Dlx {
    fn name(&self) -> &str {
        NAME
    }

    /// The work is that of [`ExactCover::search`]. Givens are not part of the problem.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let ended = |end| Ok(Report::new(end, Work::default()));
        if solutions.is_closed() {
            return ended(End::Stopped);
        }
        let Some(mut filling) = Filling::of_givens(puzzle) else {
            return ended(End::Complete);
        };
        if bytes(puzzle, &filling) > budget.memory {
            return ended(End::OutOfMemory);
        }
        self.translate(puzzle, &filling);
        let options = &self.options;
        let grid_of = |chosen: &[usize]| {
            let mut grid = puzzle.givens().clone();
            for Candidate { cell, digit } in chosen.iter().map(|option| options[*option]) {
                grid.set(cell, Some(digit));
            }
            grid
        };
        // The options that `filling` contains: the beginning of those that are chosen.
        let mut filled: Vec<usize> = Vec::new();
        let mut is_allowed = |chosen: &[usize]| {
            let mut pairs = filled.iter().zip(chosen);
            let kept = pairs.position(|(one, other)| one != other);
            let kept = kept.unwrap_or(filled.len().min(chosen.len()));
            for option in filled.drain(kept..).rev() {
                filling.clear(options[option].cell);
            }
            chosen[kept..].iter().all(|option| {
                let Candidate { cell, digit } = options[*option];
                let fits = filling.fits(cell, digit);
                filling.put(cell, digit);
                filled.push(*option);
                fits && filling.obeys_constraints_of(cell)
            })
        };
        let layout = puzzle.layout();
        let has_more = !layout.constraints().is_empty() || !layout.relations().is_empty();
        let filter = has_more.then_some(&mut is_allowed as &mut IsAllowed<'_>);
        let mut receive = |chosen: &[usize]| solutions.deliver(&grid_of(chosen));
        let (end, work) = self.cover.search_allowed(budget, filter, &mut receive)?;
        Ok(Report::new(end, work))
    }
}

/// Estimates the memory of the exact cover problem of a puzzle, in bytes.
fn bytes(puzzle: &Puzzle, filling: &Filling<'_>) -> u64 {
    let digits = puzzle.geometry().digit_count();
    let blanks = puzzle.givens().blanks();
    let nodes = blanks.map(|cell| digits * (1 + filling.houses_of(cell).count()));
    nodes.sum::<usize>() as u64 * NODE_BYTES
}

impl Dlx {
    /// Builds the exact cover problem of what the givens leave open: first the primary items, for blank cells
    /// and full houses, then the secondary ones, for other houses.
    fn translate(&mut self, puzzle: &Puzzle, filling: &Filling<'_>) {
        let (layout, board) = (puzzle.layout(), puzzle.geometry());
        let size = board.digit_count();
        let mut primary = 0;
        let mut of_cells = vec![COVERED; layout.cell_count()];
        for cell in puzzle.givens().blanks() {
            of_cells[cell.index()] = primary;
            primary += 1;
        }
        let mut count = primary;
        let mut of_houses = vec![COVERED; layout.houses().len() * size];
        for is_full in [true, false] {
            for (number, house) in layout.houses().iter().enumerate() {
                if house.source.is_drawn() || layout.is_full(house) != is_full {
                    continue;
                }
                // Digits that only variables have are not missing in a full house.
                let digits = match is_full {
                    true => board.grid_digits(),
                    false => 0..size,
                };
                for digit in digits.map(Digit::from_index) {
                    if !filling.is_placed(number, digit) {
                        of_houses[number * size + digit.index()] = count;
                        count += 1;
                    }
                }
            }
            if is_full {
                primary = count;
            }
        }
        self.cover
            .reset(primary as usize, (count - primary) as usize);
        self.options.clear();
        for cell in puzzle.givens().blanks() {
            for digit in filling
                .open_digits(cell)
                .filter(|digit| filling.fits(cell, *digit))
            {
                let of_house = |house: usize| of_houses[house * size + digit.index()];
                let items =
                    once(of_cells[cell.index()]).chain(filling.houses_of(cell).map(of_house));
                self.cover.add_option(items.map(|item| item as usize));
                self.options.push(Candidate { cell, digit });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{
        EASY, EASY_SOLUTION, HARD, HARD_SOLUTION, all, check_contract, puzzle, search,
        without_some_rows_of_81,
    };

    #[test]
    fn it_fulfils_the_contract_of_engines() {
        check_contract(&mut Dlx::default());
    }

    #[test]
    fn an_empty_board_has_the_known_numbers_of_items_and_options() {
        let counts = |puzzle: &Puzzle| {
            let mut engine = Dlx::default();
            engine.translate(puzzle, &Filling::of_givens(puzzle).unwrap());
            (engine.cover.item_count(), engine.cover.option_count())
        };
        let empty = Puzzle::classic("3x3".parse().unwrap());
        assert_eq!(counts(&empty), (324, 729));
        // A house with fewer cells than digits has a secondary item for each digit.
        let rectangle = crate::testing::blank_on("board 2x3; digits 1-3");
        assert_eq!(counts(&rectangle), (6 + 2 * 3 + 3 * 3, 18));
    }

    #[test]
    fn givens_are_not_translated() {
        let mut engine = Dlx::default();
        let puzzle = puzzle("1...............");
        engine.translate(&puzzle, &Filling::of_givens(&puzzle).unwrap());
        // Four items are gone, and all options that contain one of them.
        assert_eq!(engine.cover.item_count(), 64 - 4);
        assert_eq!(engine.cover.option_count(), 64 - 4 - 3 - 3 - 1);
    }

    #[test]
    fn forced_options_are_not_guesses() {
        let mut engine = Dlx::default();
        let (grids, report) = all(&mut engine, &puzzle(EASY));
        assert_eq!(grids, [EASY_SOLUTION]);
        let blanks = EASY.matches('0').count() as u64;
        assert_eq!((report.work.guesses, report.work.nodes), (0, 1 + blanks));
        let (grids, report) = all(&mut engine, &puzzle(HARD));
        assert_eq!(grids, [HARD_SOLUTION]);
        assert!(report.work.guesses > 0);
        assert!(report.work.nodes < 5_000, "{:?}", report.work);
    }

    #[test]
    fn large_empty_boards_stay_within_the_budget() {
        let empty = Puzzle::classic("5x5".parse().unwrap());
        let budget = Budget::of_nodes(2_000);
        let (_, report) = search(&mut Dlx::default(), &empty, u64::MAX, &budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 2_000));
        let too_large = Puzzle::classic("20x20".parse().unwrap());
        let (_, report) = search(&mut Dlx::default(), &too_large, 1, &budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfMemory, 0));
    }

    #[test]
    fn more_digits_than_bits_in_a_word_are_no_limit() {
        let puzzle = without_some_rows_of_81();
        let (grids, report) = search(&mut Dlx::default(), &puzzle, 2, &Budget::UNLIMITED);
        assert_eq!(grids.len(), 1);
        assert_eq!((report.end, report.work.guesses), (End::Complete, 0));
    }
}

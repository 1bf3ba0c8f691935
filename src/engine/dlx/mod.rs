//! Sudoku as exact cover, searched with dancing links.
//!
//! An item for every cell (it has one digit) and for every house and digit (the digit has one
//! place there); an option for every digit in every cell. A plain board has 4n² items and n³
//! options. Houses with fewer cells than there are digits make secondary items, which an exact
//! cover need not cover. The translation is D. E. Knuth's, *Dancing Links* (2000).

mod exact_cover;
mod links;

use std::iter::once;

pub use self::exact_cover::{ExactCover, Receive};
use super::{Budget, End, Engine, EngineError, Report, Solutions, Work};
use crate::board::{Candidate, Digit, Puzzle};

/// The name of this engine.
pub const NAME: &str = "dlx";

/// The most digits in blank cells, blank cells times `n`, of a puzzle that is searched; one with
/// more ends as [`End::OutOfBudget`] at once. Each may become an option, which takes some 80 bytes,
/// so that this is about a gigabyte: enough for an empty board of 225×225, not of 400×400.
pub const MOST_CANDIDATES: usize = 15_000_000;

/// The engine. The memory for the problem is kept for the next puzzle.
#[derive(Debug)]
pub struct Dlx {
    cover: ExactCover,
    /// What each option stands for.
    options: Vec<Candidate>,
    /// By cell, its item; anything where the cell is given.
    cell_items: Vec<usize>,
    /// By house and digit, at `house * size + digit index`, the item; none where it is given.
    house_items: Vec<Option<usize>>,
}

impl Default for Dlx {
    fn default() -> Dlx {
        Dlx {
            cover: ExactCover::new(0, 0),
            options: Vec::new(),
            cell_items: Vec::new(),
            house_items: Vec::new(),
        }
    }
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The work is that of [`ExactCover::search`]. Givens are not searched for: only what they
    /// leave open is translated.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut Solutions<'_>,
    ) -> Result<Report, EngineError> {
        let (end, work) = if solutions.is_closed() {
            (End::Stopped, Work::default())
        } else if puzzle.clash().is_some() {
            (End::Complete, Work::default())
        } else if !self.translate(puzzle) {
            (End::OutOfBudget, Work::default())
        } else {
            let mut grid = puzzle.givens().clone();
            let options = &self.options;
            self.cover.search(budget, &mut |chosen| {
                for &option in chosen {
                    let Candidate { cell, digit } = options[option];
                    grid.set(cell, Some(digit));
                }
                solutions.deliver(&grid)
            })?
        };
        Ok(Report {
            end,
            contradiction: None,
            work,
        })
    }
}

impl Dlx {
    /// Sets up the exact cover problem of a puzzle whose givens do not clash; `false` when it is
    /// too large.
    fn translate(&mut self, puzzle: &Puzzle) -> bool {
        if puzzle.givens().blanks().count() * puzzle.size() > MOST_CANDIDATES {
            return false;
        }
        self.number_items(puzzle);
        self.options.clear();
        let (layout, size) = (puzzle.layout(), puzzle.size());
        for cell in puzzle.givens().blanks() {
            for digit in (0..size).map(Digit::from_index) {
                let mut houses = layout.houses_of(cell);
                let item = |house: usize| self.house_items[house * size + digit.index()];
                if houses.any(|house| item(house).is_none()) {
                    continue;
                }
                let of_cell = self.cell_items[cell.index()];
                let of_houses = layout.houses_of(cell).filter_map(item);
                self.cover.add_option(once(of_cell).chain(of_houses));
                self.options.push(Candidate { cell, digit });
            }
        }
        true
    }

    /// Numbers what the givens leave to be covered: the primary items, for blank cells and full
    /// houses, and then the secondary ones.
    fn number_items(&mut self, puzzle: &Puzzle) {
        let (layout, size) = (puzzle.layout(), puzzle.size());
        self.house_items.clear();
        self.house_items
            .resize(layout.houses().len() * size, Some(0));
        for given in puzzle.givens().filled() {
            for house in layout.houses_of(given.cell) {
                self.house_items[house * size + given.digit.index()] = None;
            }
        }
        let mut numbers = 0..;
        self.cell_items.clear();
        self.cell_items.resize(layout.cell_count(), 0);
        for (cell, number) in puzzle.givens().blanks().zip(&mut numbers) {
            self.cell_items[cell.index()] = number;
        }
        let mut primary = 0;
        for full in [true, false] {
            for (house, items) in layout
                .houses()
                .iter()
                .zip(self.house_items.chunks_mut(size))
            {
                if layout.is_full(house) == full {
                    for (item, number) in items.iter_mut().flatten().zip(&mut numbers) {
                        *item = number;
                    }
                }
            }
            if full {
                primary = numbers.start;
            }
        }
        self.cover.reset(primary, numbers.start - primary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{
        EASY, EASY_SOLUTION, HARD, HARD_SOLUTION, all, check_promises, puzzle, puzzle_on, search,
        with_a_small_region,
    };

    #[test]
    fn it_keeps_the_promises_of_an_engine() {
        check_promises(&mut Dlx::default());
    }

    #[test]
    fn an_empty_board_has_the_known_numbers_of_items_and_options() {
        let mut engine = Dlx::default();
        assert!(engine.translate(&Puzzle::empty("3x3".parse().unwrap())));
        assert_eq!(engine.cover.item_count(), 324);
        assert_eq!(engine.cover.option_count(), 729);
        // A region of two cells adds a secondary item per digit, and no option.
        assert!(engine.translate(&puzzle_on(with_a_small_region(), "................")));
        assert_eq!(engine.cover.item_count(), 4 * 16 + 4);
        assert_eq!(engine.cover.option_count(), 64);
    }

    #[test]
    fn givens_are_not_translated() {
        let mut engine = Dlx::default();
        assert!(engine.translate(&puzzle("1...............")));
        // Gone are four items, and with them the options that have any of them.
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
        let empty = Puzzle::empty("5x5".parse().unwrap());
        let budget = Budget::of_nodes(2_000);
        let (_, report) = search(&mut Dlx::default(), &empty, u64::MAX, budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 2_000));
        let too_large = Puzzle::empty("20x20".parse().unwrap());
        let (_, report) = search(&mut Dlx::default(), &too_large, 1, budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 0));
    }
}

//! The kernel for the standard board: 9×9 with boxes of 3×3 and no other constraints.
//!
//! The places of a digit are 27 bits for each band of three rows. Tables map them to what the rows
//! and boxes of a band, or the columns and boxes of a stack, leave of them. Bands with look-up
//! tables are known from the fast solvers of the New Sudoku Players' Forum, such as JCZSolve; the
//! arrangement of the bits, the tables and the search are this project's own.
//!
//! # Rules between guesses
//! - **Locked candidates and the removal of a placed digit from its peers** are one step
//!   (`BandPosition::narrow`). Of the nine minirows of a band a digit needs three, one in each row
//!   and one in each box. Minirows that are not part of such a choice are removed, and the same is
//!   done for columns. A placed digit is the case in which a row has one place, so neither half can
//!   be left out. If a house has no place left, there is no choice, which refutes the position.
//! - **Hidden singles**: after that step, a row with one place, which also covers columns and
//!   boxes. Other digits are removed from the cell. Without hidden singles the hardest puzzles take
//!   126 guesses instead of 70 and 1.7 times as long, and those with 17 clues 93 instead of 0.6 and
//!   35 times as long.
//! - **Naked singles**: three words count, for all 27 cells of a band at once, the cells with at
//!   least one, two and three digits. This also yields the cells with two digits for guessing.
//!
//! A guess is made in a cell with two digits if there is one (see `choose.rs`), so both of its
//! outcomes place a digit. If all open cells have two digits and a guess solves the board, its
//! opposite need not be propagated; if few such cells are left and solutions are only counted,
//! neither need the guess (see `search.rs`). This counts the solutions of 123456789456789123 and 63
//! blanks 1.8 times as fast.
//!
//! # Cost
//! Unpredictable branches take more time than instructions do: code with a seventh fewer
//! instructions has often taken the same time.
//!
//! - All changed digits are found at once instead of digit by digit: 10 % more instructions, and 4
//!   % less time on easy puzzles.
//! - Naked singles are searched after each round and not only if nothing else follows: 4 % on the
//!   hardest puzzles. In the first position the opposite is faster.
//! - The previous columns of a digit are kept: 5 % fewer instructions.
//! - A cell that is left with one digit when a guess is undone is fixed at once: 3 %.
//!
//! # Alternatives tried
//! - A set of changed digits instead of comparing the places of a digit with those before: 170
//!   instructions per single found, instead of 20 and about 5 per comparison.
//! - One step per application of the rules without branches, removing the singles of a whole round
//!   together: 60 % more instructions and 17 % more time.
//! - Hidden singles of the three bands in vectors: the same instructions and time. All naked
//!   singles in one loop: 3 % more time.
//! - Two bands in one word of 64 bits: 4 % fewer instructions in the same time.
//! - The same code compiled for AVX2, BMI and POPCNT: a seventh fewer instructions and at least as
//!   much time, so dispatching at run time gains nothing.
//! - Starting each round with the digit of the guess, or with the one that refuted the last
//!   position: the same number of steps.
//! - Choosing the cell by the number of places of its digits in each of its houses: 97 guesses on
//!   the hardest puzzles instead of 70. By the product instead of the sum of what the two guesses
//!   remove: the same. By strong links (digits with two places in a house of the cell): 126. By the
//!   number of peers with two digits alone, a third of the work: 98.

mod choose;
mod completions;
mod position;
mod search;
mod tables;

use crate::board::{Digit, Grid, Puzzle};
use crate::engine::{Budget, End, EngineError, Report, SolutionSink, Work};

pub use self::completions::{CellSet, CompletionSearch, bit_of};
use self::position::BandPosition;
use self::search::SearchTree;

/// The search tree and the grid to be delivered.
#[derive(Debug)]
pub(super) struct Kernel {
    search: SearchTree,
    grid: Grid,
}

impl Default for Kernel {
    fn default() -> Kernel {
        Kernel {
            search: SearchTree::default(),
            grid: Grid::blank(9),
        }
    }
}

impl Kernel {
    /// [`Engine::search`](crate::engine::Engine::search) on the standard board.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        if solutions.is_closed() {
            return Ok(Report::new(End::Stopped, Work::default()));
        }
        let mut givens = [0; 81];
        for (given, digit) in givens.iter_mut().zip(puzzle.givens().cells()) {
            *given = digit.map_or(0, |digit| digit.index() as u8 + 1);
        }
        let Kernel { search, grid } = self;
        let counts_only = solutions.counts_only();
        search.run(
            BandPosition::new(&givens).unwrap_or(BandPosition::NONE),
            budget,
            counts_only,
            |position| {
                if counts_only {
                    return Ok(solutions.count_one());
                }
                let digits = position.solution().into_iter();
                for (cell, digit) in grid.cells_mut().iter_mut().zip(digits) {
                    *cell = Some(Digit::from_index(usize::from(digit)));
                }
                solutions.deliver(grid)
            },
        )
    }
}

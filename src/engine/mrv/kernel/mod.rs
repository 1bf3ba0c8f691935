//! The kernel for the standard board: 9×9 with boxes of 3×3 and nothing else.
//!
//! The places of a digit are 27 bits for each band of three rows, and tables say at once what the
//! rows and boxes of a band, or the columns and boxes of a stack, leave of them. Bands with
//! look-up tables are known from the fast solvers of the New Sudoku Players' Forum, JCZSolve among them; how the bits lie,
//! the tables and the search are this project's own.
//!
//! # Rules between guesses
//! - **Locked candidates and all that a placed digit removes from its peers** are one step
//!   (`BandPosition::narrow`). Of the nine minirows of a band a digit needs three, one in each row and
//!   one in each box: what is part of no such choice goes, and the same for columns. A placed digit
//!   is the case where a row has one place, so neither half can be left out. Where a house has no
//!   place left there is no choice either: that refutes the position.
//! - **Hidden singles**: after that step a row with one place, which finds those of columns and
//!   boxes too. Other digits lose the cell. Without them the hardest puzzles take 126 guesses in
//!   place of 70 and 1.7 times as long, those with 17 clues 93 in place of 0.6 and 35 times as long.
//! - **Naked singles**: three words count, for all 27 cells of a band at once, the cells with at
//!   least one, two and three digits. That also gives the cells with two digits to choose from.
//!
//! A guess is in a cell with two digits if there is one (see `choose.rs` for which and for what
//! that is worth), so that both outcomes of it place a digit. Where all open cells have two digits
//! and a guess solves the board, its opposite needs no look, and where few such cells are left and
//! solutions are only counted, neither does the guess (see `search.rs`): 123456789456789123 and
//! 63 blanks are counted 1.8 times as fast as with a look, a check and a grid for each solution.
//!
//! # What takes the time
//! Branches that cannot be predicted, more than instructions: code with a seventh fewer instructions
//! has often taken the same time.
//! - All changed digits are found at once, in place of asking digit after digit: a tenth more
//!   instructions, and 4 % less time on easy puzzles.
//! - Naked singles are looked for after each round and not only when nothing else follows: 4 % on
//!   the hardest puzzles. In the first position it is the other way round.
//! - The columns that a digit had the last time are kept: 5 % fewer instructions.
//! - A cell that has one digit left when a guess is taken back is fixed at once: 3 %.
//!
//! # Alternatives tried
//! - A set of changed digits in place of comparing a digit's places with those that were looked at
//!   last: 170 instructions for each single found, in place of 20 and some 5 for each comparison.
//! - One step per look and none of its branches, singles of a whole round removed together: 60 %
//!   more instructions, a sixth more time.
//! - Hidden singles of the three bands in vectors: as many instructions, as much time. All naked
//!   singles in one loop: 3 % more time.
//! - Two bands in one word of 64 bits: 4 % fewer instructions in the same time.
//! - The same code compiled for AVX2, BMI and POPCNT: a seventh fewer instructions, and the same
//!   time or more. So there is nothing to dispatch at run time.
//! - Beginning each round with the digit of the guess, or with the one that refuted the last
//!   position: as many steps.
//! - Choosing the cell by the places of its digits in its houses, counted for each house: 97 guesses
//!   on the hardest puzzles in place of 70. By the product, not the sum, of what the two guesses
//!   remove: as many. By strong links (digits with two places in a house of the cell): 126. By the
//!   number of its peers with two digits alone, which is a third of the work: 98.

mod choose;
mod completions;
mod position;
mod search;
mod tables;

use crate::board::{Cell, Digit, Grid, Layout, Puzzle};
use crate::engine::{Budget, End, EngineError, SolutionSink, Work};

pub(crate) use self::completions::{CellSet, CompletionSearch, bit_of};
use self::position::{BandPosition, Propagated};
use self::search::SearchTree;

/// Working memory: the search tree, and the grid that is delivered.
#[derive(Debug)]
pub(super) struct Kernel {
    search: SearchTree,
    grid: Grid,
}

/// Whether this is the standard board: the houses are rows, columns and boxes of 3×3, in this
/// order, and nothing else restricts a digit.
pub(crate) fn is_standard(layout: &Layout) -> bool {
    let cells = |house: usize| {
        let (kind, number) = (house / 9, house % 9);
        (0..9).map(move |place| match kind {
            0 => Cell::at(number, place, 9),
            1 => Cell::at(place, number, 9),
            _ => {
                let (row, column) = (number / 3 * 3 + place / 3, number % 3 * 3 + place % 3);
                Cell::at(row, column, 9)
            }
        })
    };
    let houses = layout.houses();
    layout.size() == 9
        && layout.pair_constraints().is_empty()
        && houses.len() == 27
        && (houses.iter().enumerate())
            .all(|(number, house)| house.cells.iter().copied().eq(cells(number)))
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
    /// [`Engine::search`](crate::engine::Engine::search) on the standard board, without the
    /// contradiction of a puzzle that is refuted before any guess: a position does not know which
    /// house it was.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<(End, Work), EngineError> {
        let Kernel { search, grid } = self;
        let mut work = Work::default();
        let mut givens = [0; 81];
        for (given, digit) in givens.iter_mut().zip(puzzle.givens().cells()) {
            *given = digit.map_or(0, |digit| digit.value() as u8);
        }
        search.start(BandPosition::new(&givens).unwrap_or(BandPosition::NONE));
        let end = loop {
            if solutions.is_closed() {
                break End::Stopped;
            }
            if let Some(end) = budget.end_after(work.nodes) {
                break end;
            }
            work.nodes += 1;
            let outcome = search.propagate();
            if let Propagated::Open { two, three } = outcome {
                work.guesses += 1;
                if !solutions.counts_only() || !search.has_two_solutions(&three) {
                    let candidate = search.position().choose(&two, &three);
                    search.guess(candidate, &three);
                }
                continue;
            }
            let is_solved = matches!(outcome, Propagated::Solved);
            if is_solved {
                let flow = if solutions.counts_only() {
                    solutions.count_one()
                } else {
                    let digits = search.position().solution().into_iter();
                    for (cell, digit) in grid.cells_mut().iter_mut().zip(digits) {
                        *cell = Digit::from_value(usize::from(digit) + 1);
                    }
                    solutions.deliver(grid)?
                };
                if flow.is_break() {
                    break End::Stopped;
                }
            }
            if !search.back(is_solved) {
                break End::Complete;
            }
        };
        work.updates = search.updates;
        Ok((end, work))
    }
}

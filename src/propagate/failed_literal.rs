//! Failed literals and the dilemma rule: what follows when a candidate is placed to see.
//!
//! Where there are two ways, a cell with two digits or a digit with two places in a house, both are
//! tested: each is placed in turn, and singles are propagated. What leads to a contradiction is
//! impossible (a *failed literal*: J. Freeman, *Improvements to Propositional Satisfiability Search
//! Algorithms*, 1995), and so is what is gone in both cases (the *dilemma rule* of G. Stålmarck;
//! M. Sheeran and G. Stålmarck, *A Tutorial on Stålmarck's Proof Procedure*, 2000). What leads to a
//! full grid has led to a solution; it is noted, and its candidate counts as impossible from then
//! on. So the candidates that are left always have every solution that was not noted.
//!
//! No test is made inside of another, so this is no search. The number of tests is bounded, and what
//! they leave open is for a solver.
//!
//! # What it is worth
//!
//! The share of puzzles that are not finished, of 1,000 each of four collections of 9×9 puzzles:
//!
//! | | random minimal | 17 givens | magictour | hardest (11+) |
//! |---|---|---|---|---|
//! | singles and locked candidates | 44 % | 18 % | 97 % | 100 % |
//! | and failed literals of pairs | – | 0 | 47 % | 100 % |
//! | and the dilemma rule | 0 | 0 | 17 % | 100 % |
//!
//! # Alternatives tried
//!
//! - *Cells with two digits only*, no places in houses: magictour 52 % unfinished instead of 17 %.
//! - *Groups of three as well*: magictour 3 % unfinished, but a tenth slower than to ask the solver
//!   for the rest; hardest 195 tests for nothing instead of 35.
//! - *Tests inside of tests*, a search by cases: it finishes every puzzle, the hardest 2.6 times as
//!   fast as the solver does. But it is a search, and the engine `mrv` is a faster one.
//! - *A bounded depth of cases, the rest to the solver* (cube and conquer: M. Heule, O. Kullmann,
//!   S. Wieringa and A. Biere, 2011): on the hardest a depth of 1 finishes none, 4 one in 150 and 8
//!   70 %; with up to six cases inside of each other it is slower than no cases at all (1.3 to 1.4 ms
//!   against 1.2), because the solver starts anew.

use super::candidates::{Candidates, ones};
use crate::Deadline;
use crate::board::{Candidate, Cell, Contradiction, Digit, Grid};

/// Tests candidates, one puzzle after the other in the same memory.
#[derive(Debug, Clone, Default)]
pub struct FailedLiterals {
    /// What the candidates were before the one that is tested was placed.
    before: Before,
    /// The candidates that are left in one of two cases, or in both.
    union: Vec<u64>,
    solutions: Vec<Grid>,
    wanted: usize,
    tests: u64,
    most_tests: u64,
    deadline: Option<Deadline>,
}

/// What comes back when a candidate is taken back.
#[derive(Debug, Clone, Default)]
struct Before {
    bits: Vec<u64>,
    placed: Vec<u64>,
    singles: usize,
}

/// Why testing ends before every pair was tested in vain.
enum Stop {
    /// There is no further solution.
    Complete,
    /// Enough solutions, enough tests, or no time.
    CutShort,
}

impl From<Contradiction> for Stop {
    fn from(_: Contradiction) -> Stop {
        Stop::Complete
    }
}

impl FailedLiterals {
    /// The most tests of one puzzle. Almost every 9×9 puzzle needs fewer.
    pub const MOST_TESTS: u64 = 1_000;

    /// The most words of memory that all tests of one puzzle may copy, so that large boards have
    /// fewer: 1,000 up to 25×25, 256 at 64×64, 5 at 225×225.
    const MOST_WORDS_COPIED: u64 = 1 << 20;

    /// A test is so little work that looking at the clock for each would be felt.
    const TESTS_BETWEEN_LOOKS: u64 = 16;

    /// Tests `candidates`, which are at the fixed point of [`Candidates::propagate`], and leaves
    /// them at one. It ends when no pair says anything new, when it has found `wanted` solutions
    /// (at least one), after [`FailedLiterals::MOST_TESTS`], or at the deadline, if there is one.
    ///
    /// Says whether there is no solution but those that it found. If not, the candidates that are
    /// left have all solutions that it did not find, and may have some that it did. What it finds
    /// does not depend on puzzles before.
    pub fn run(
        &mut self,
        candidates: &mut Candidates,
        wanted: usize,
        deadline: Option<Deadline>,
    ) -> bool {
        self.solutions.clear();
        self.wanted = wanted;
        self.tests = 0;
        let affordable = FailedLiterals::MOST_WORDS_COPIED / candidates.bits.len().max(1) as u64;
        self.most_tests = affordable.min(FailedLiterals::MOST_TESTS);
        self.deadline = deadline;
        matches!(self.test_pairs(candidates), Err(Stop::Complete))
    }

    /// The solutions that the last run found, all different.
    pub fn solutions(&self) -> &[Grid] {
        &self.solutions
    }

    /// How many candidates the last run tested.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Tests both candidates of every pair, until all were tested since something was found out.
    fn test_pairs(&mut self, candidates: &mut Candidates) -> Result<(), Stop> {
        self.note_if_solved(candidates)?;
        let layout = candidates.layout.clone();
        let (cells, houses) = (layout.cell_count(), layout.houses().len());
        let (mut next, mut idle) = (0, 0);
        while idle < cells + houses {
            idle += 1;
            let mut is_news = false;
            if next < cells {
                if let Some(pair) = candidates.pair_in_cell(Cell::from_index(next)) {
                    is_news |= self.test_pair(candidates, pair)?;
                }
            } else {
                for word in 0..candidates.words {
                    for bit in ones(candidates.with_two_places(next - cells, word)) {
                        let digit = Digit::from_index(word * 64 + bit);
                        if let Some(pair) = candidates.pair_in_house(next - cells, digit) {
                            is_news |= self.test_pair(candidates, pair)?;
                        }
                    }
                }
            }
            if is_news {
                idle = 0;
            }
            next = (next + 1) % (cells + houses);
        }
        Ok(())
    }

    /// Tests two candidates of which every solution has one. Says whether that removed any.
    fn test_pair(
        &mut self,
        candidates: &mut Candidates,
        pair: [Candidate; 2],
    ) -> Result<bool, Stop> {
        let mut possible = 0;
        for candidate in pair {
            self.place(candidates, candidate)?;
            let is_possible = candidates.propagate_singles().is_ok();
            if is_possible && candidates.are_all_solved() {
                self.solutions.push(candidates.to_grid());
            } else if is_possible {
                possible += 1;
                if possible == 1 {
                    self.union.clone_from(&candidates.bits);
                } else {
                    for (union, bits) in self.union.iter_mut().zip(&candidates.bits) {
                        *union |= bits;
                    }
                }
            }
            self.take_back(candidates);
            if self.solutions.len() >= self.wanted {
                return Err(Stop::CutShort);
            }
        }
        if possible == 0 {
            return Err(Stop::Complete);
        }
        let is_news = candidates.intersect(&self.union)?;
        if is_news {
            candidates.propagate()?;
            self.note_if_solved(candidates)?;
        }
        Ok(is_news)
    }

    /// Notes the last solution, if every cell is solved.
    fn note_if_solved(&mut self, candidates: &Candidates) -> Result<(), Stop> {
        if candidates.are_all_solved() {
            self.solutions.push(candidates.to_grid());
            return Err(Stop::Complete);
        }
        Ok(())
    }

    /// Places a candidate, if another test may be made.
    fn place(&mut self, candidates: &mut Candidates, candidate: Candidate) -> Result<(), Stop> {
        let looks = self
            .tests
            .is_multiple_of(FailedLiterals::TESTS_BETWEEN_LOOKS);
        let is_late = looks && self.deadline.is_some_and(|deadline| deadline.is_over());
        if self.tests >= self.most_tests || is_late {
            return Err(Stop::CutShort);
        }
        self.tests += 1;
        self.before.bits.clone_from(&candidates.bits);
        self.before.placed.clone_from(&candidates.placed);
        self.before.singles = candidates.singles.len();
        candidates.place(candidate);
        Ok(())
    }

    /// Takes back the candidate that was placed last, and all that followed. To copy the bits of
    /// the whole board is cheaper than to note every change: 81 words at 9×9.
    fn take_back(&mut self, candidates: &mut Candidates) {
        std::mem::swap(&mut self.before.bits, &mut candidates.bits);
        std::mem::swap(&mut self.before.placed, &mut candidates.placed);
        candidates.singles.truncate(self.before.singles);
        candidates.propagated = self.before.singles;
        candidates.for_hidden_singles.clear();
        candidates.for_locked_candidates.clear();
    }
}

impl Candidates {
    /// The two digits of a cell that has two.
    fn pair_in_cell(&self, cell: Cell) -> Option<[Candidate; 2]> {
        pair(self.digits(cell).map(|digit| Candidate { cell, digit }))
    }

    /// The two places of a digit that has two in a house.
    fn pair_in_house(&self, house: usize, digit: Digit) -> Option<[Candidate; 2]> {
        let cells = self.layout.houses()[house].cells.iter();
        let places = cells.filter(|cell| self.contains(**cell, digit));
        pair(places.map(|cell| Candidate { cell: *cell, digit }))
    }

    /// The digits of word `word` that have two places in a house that must hold them.
    fn with_two_places(&self, house: usize, word: usize) -> u64 {
        let house = &self.layout.houses()[house];
        if !self.layout.is_full(house) {
            return 0;
        }
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &cell in &house.cells {
            let bits = self.of(cell)[word];
            thrice |= twice & bits;
            twice |= once & bits;
            once |= bits;
        }
        twice & !thrice
    }
}

/// Both of two.
fn pair(mut of: impl Iterator<Item = Candidate>) -> Option<[Candidate; 2]> {
    let pair = [of.next()?, of.next()?];
    of.next().is_none().then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;

    #[test]
    fn pairs_are_found_in_cells_and_in_houses() {
        let empty = Puzzle::empty("2x2".parse().unwrap());
        let mut candidates = Candidates::new(&empty);
        let (cell, other) = (Cell::from_index(0), Cell::from_index(1));
        let one = Digit::from_index(0);
        assert_eq!(candidates.pair_in_cell(cell), None);
        assert_eq!(candidates.with_two_places(0, 0), 0);
        // r1c1 is 1 or 4; in the first row 1 is there or in r1c2.
        candidates.retain(|at| at.cell != cell || matches!(at.digit.value(), 1 | 4));
        candidates.retain(|at| at.digit != one || !(2..4).contains(&at.cell.index()));
        let in_cell = candidates.pair_in_cell(cell).unwrap();
        assert_eq!(in_cell.map(|at| at.digit.value()), [1, 4]);
        assert_eq!(candidates.with_two_places(0, 0), 1);
        let in_house = candidates.pair_in_house(0, one).unwrap();
        assert_eq!(in_house.map(|at| at.cell), [cell, other]);
    }
}

//! Failed literals and the dilemma rule: tests of what follows from a candidate.
//!
//! If there are few alternatives, a cell with two digits or a digit with two places in a house,
//! all are tested: each is placed in turn, and singles are propagated. A candidate that leads to a
//! contradiction is impossible (a *failed literal*: J. Freeman, *Improvements to Propositional
//! Satisfiability Search Algorithms*, 1995), and so is one that is removed in every case (the
//! *dilemma rule* of G. Stålmarck; M. Sheeran and G. Stålmarck, *A Tutorial on Stålmarck's Proof
//! Procedure*, 2000). A candidate that leads to a full grid has led to a solution. The solution is
//! recorded, and the candidate is treated as impossible, so the remaining candidates contain every
//! solution that was not recorded.
//!
//! Tests are not nested, so this is not a search. Their number is limited, and what they leave open
//! is left to a solver.
//!
//! With drawn constraints, three alternatives are tested as well. The formula of such a board takes
//! longer to load, so a puzzle that never reaches the solver saves more.
//!
//! # Benefits
//!
//! The share of puzzles that remain open, of 1,000 each of four collections of 9×9 puzzles:
//!
//! | | random minimal | 17 givens | magictour | hardest (11+) |
//! |---|---|---|---|---|
//! | singles and locked candidates | 44 % | 18 % | 97 % | 100 % |
//! | and failed literals of pairs | – | 0 | 47 % | 100 % |
//! | and the dilemma rule | 0 | 0 | 17 % | 100 % |
//!
//! Of 73 puzzles with drawn constraints, 53 remain open after pairs and 46 after groups of three.
//! Seven take about half the instructions then, and the others 3 % more in the median.
//!
//! # Alternatives tried
//!
//! - *Only cells with two digits*, no places in houses: magictour 52 % open instead of 17 %.
//! - *Groups of three without drawn constraints*: magictour 3 % open, but 10 % slower than asking the
//!   solver for the rest; on the hardest 195 useless tests instead of 35.
//! - *Groups of four with drawn constraints*: 45 of 73 open, and up to 2.5 times the instructions.
//! - *Nested tests*, a search by cases: they solve every puzzle, the hardest 2.6 times as fast as
//!   the solver. But that is a search, and the engine `mrv` is a faster one.
//! - *A limited depth of cases, the rest to the solver* (cube and conquer: M. Heule, O. Kullmann,
//!   S. Wieringa and A. Biere, 2011): of the hardest, a depth of 1 solves none, 4 one in 150, and 8
//!   70 %. Up to six nested cases are slower than none (1.3 to 1.4 ms against 1.2), because the
//!   solver starts anew.

use super::Contradiction;
use super::candidates::Candidates;
use crate::Deadline;
use crate::board::{Candidate, Cell, Digit, Grid, Primitive, ones};

/// A tester of candidates that reuses its memory from puzzle to puzzle.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::propagate::{Candidates, FailedLiterals};
///
/// let hard = "....9.8.73....8592.....7.....9.8..1.1.......8.3..5.4.....1.....9732....62.5.7....";
/// let mut candidates = Candidates::new(&hard.parse::<Puzzle>()?);
/// candidates.propagate()?;
/// let mut tester = FailedLiterals::default();
/// assert!(tester.run(&mut candidates, 2, None));
/// assert_eq!(tester.solutions().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct FailedLiterals {
    /// The candidates before the tested one was placed.
    before: Snapshot,
    /// The candidates that remain in at least one case.
    union: Vec<u64>,
    /// The alternatives that are tested.
    group: Vec<Candidate>,
    solutions: Vec<Grid>,
    wanted: usize,
    tests: u64,
    most_tests: u64,
    deadline: Option<Deadline>,
}

/// The state to which undoing a test returns.
#[derive(Debug, Clone, Default)]
struct Snapshot {
    bits: Vec<u64>,
    placed: Vec<u64>,
    singles: usize,
    /// What the rules of drawn constraints have seen, so that they do not run for what was undone.
    seen: Vec<u64>,
}

/// The reason why testing ended early.
enum Stop {
    /// There are no further solutions.
    Complete,
    /// A limit on solutions, tests or time was reached.
    CutShort,
}

impl From<Contradiction> for Stop {
    fn from(_: Contradiction) -> Stop {
        Stop::Complete
    }
}

impl FailedLiterals {
    /// The most tests per puzzle. Almost every 9×9 puzzle needs fewer.
    pub const MOST_TESTS: u64 = 1_000;

    /// The most words of memory that the tests of a puzzle may copy, so that large boards have
    /// fewer tests: 1,000 up to 25×25, 256 at 64×64, 2 at 225×225.
    const MOST_WORDS_COPIED: u64 = 1 << 20;

    /// The most alternatives that are tested together, without and with drawn constraints.
    const MOST_ALTERNATIVES: [usize; 2] = [2, 3];

    /// Reading the clock for every test would cost a noticeable share of the time.
    const TESTS_PER_CLOCK_CHECK: u64 = 16;

    /// Tests `candidates`, which must be at a fixed point of [`Candidates::propagate`], and leaves
    /// them at one. It ends when no group yields anything new, when it has found `wanted` solutions
    /// (at least one), after [`FailedLiterals::MOST_TESTS`], or at the deadline.
    ///
    /// Returns true if all solutions were found. Otherwise the remaining candidates contain all
    /// solutions that were not found, and perhaps some that were. The result does not depend on
    /// earlier puzzles.
    pub fn run(
        &mut self,
        candidates: &mut Candidates,
        wanted: usize,
        deadline: Option<&Deadline>,
    ) -> bool {
        self.solutions.clear();
        self.wanted = wanted;
        self.tests = 0;
        let affordable = FailedLiterals::MOST_WORDS_COPIED / candidates.bits.len().max(1) as u64;
        self.most_tests = affordable.min(FailedLiterals::MOST_TESTS);
        self.deadline = deadline.cloned();
        matches!(self.test_groups(candidates), Err(Stop::Complete))
    }

    /// The solutions found by the last run, all different.
    pub fn solutions(&self) -> &[Grid] {
        &self.solutions
    }

    /// The number of candidates tested by the last run.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Tests the alternatives of every cell and house until none yields anything new.
    fn test_groups(&mut self, candidates: &mut Candidates) -> Result<(), Stop> {
        self.note_if_solved(candidates)?;
        let layout = candidates.layout.clone();
        let (cells, houses) = (layout.cell_count(), layout.houses().len());
        let is_drawn = !candidates.drawn_rules.is_empty();
        let most = FailedLiterals::MOST_ALTERNATIVES[usize::from(is_drawn)];
        let (mut next, mut idle) = (0, 0);
        while idle < cells + houses {
            idle += 1;
            let mut is_news = false;
            if next < cells {
                let cell = Cell::from_index(next);
                if (2..=most).contains(&candidates.count(cell)) {
                    let digits = candidates.digits(cell);
                    self.group.clear();
                    self.group
                        .extend(digits.map(|digit| Candidate { cell, digit }));
                    is_news |= self.test_group(candidates)?;
                }
            } else {
                let house = &layout.houses()[next - cells];
                for word in 0..candidates.words {
                    for bit in ones(candidates.with_few_places(house, word, most)) {
                        let digit = Digit::from_index(word * 64 + bit);
                        let places = house.cells.iter();
                        let places = places.filter(|cell| candidates.contains(**cell, digit));
                        self.group.clear();
                        self.group
                            .extend(places.map(|&cell| Candidate { cell, digit }));
                        // An earlier digit may have decided this one.
                        if self.group.len() > 1 {
                            is_news |= self.test_group(candidates)?;
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

    /// Tests the group, of which every solution contains one candidate. Returns true if this removed a
    /// candidate.
    fn test_group(&mut self, candidates: &mut Candidates) -> Result<bool, Stop> {
        let mut possible = 0;
        for place in 0..self.group.len() {
            let candidate = self.group[place];
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

    /// Records the last solution if every cell is solved.
    fn note_if_solved(&mut self, candidates: &Candidates) -> Result<(), Stop> {
        if candidates.are_all_solved() {
            self.solutions.push(candidates.to_grid());
            return Err(Stop::Complete);
        }
        Ok(())
    }

    /// Places a candidate, unless a limit is reached.
    fn place(&mut self, candidates: &mut Candidates, candidate: Candidate) -> Result<(), Stop> {
        // With drawn constraints, a test can take milliseconds.
        let checks_clock = !candidates.drawn_rules.is_empty()
            || self
                .tests
                .is_multiple_of(FailedLiterals::TESTS_PER_CLOCK_CHECK);
        let is_late = checks_clock && self.deadline.as_ref().is_some_and(Deadline::is_over);
        if self.tests >= self.most_tests || is_late {
            return Err(Stop::CutShort);
        }
        self.tests += 1;
        self.before.bits.clone_from(&candidates.bits);
        self.before.placed.clone_from(&candidates.placed);
        self.before.singles = candidates.singles.len();
        self.before.seen.clone_from(&candidates.drawn_rules.seen);
        candidates.place(candidate);
        Ok(())
    }

    /// Undoes the last placement and its consequences. Copying the bits of the whole board, 81
    /// words at 9×9, is cheaper than recording every change.
    fn take_back(&mut self, candidates: &mut Candidates) {
        std::mem::swap(&mut self.before.bits, &mut candidates.bits);
        std::mem::swap(&mut self.before.placed, &mut candidates.placed);
        std::mem::swap(&mut self.before.seen, &mut candidates.drawn_rules.seen);
        candidates.singles.truncate(self.before.singles);
        candidates.propagated = self.before.singles;
        candidates.for_hidden_singles.clear();
        candidates.for_locked_candidates.clear();
    }
}

impl Candidates {
    /// Returns the digits of word `word` that have two to `most` places in a full house; `most` is 2
    /// or 3.
    fn with_few_places(&self, house: &Primitive, word: usize, most: usize) -> u64 {
        if !self.layout.is_full(house) {
            return 0;
        }
        // The digits with at least one place, two places, and so on.
        let mut at_least = [0; 4];
        for &cell in &house.cells {
            let mut bits = self.of(cell)[word];
            for digits in &mut at_least {
                let seen = *digits & bits;
                *digits |= bits;
                bits = seen;
            }
        }
        at_least[1] & !at_least[most]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;

    #[test]
    fn digits_with_few_places_are_found_in_full_houses() {
        let empty = Puzzle::classic("2x2".parse().unwrap());
        let layout = empty.layout().clone();
        let row = &layout.houses()[0];
        let mut candidates = Candidates::new(&empty);
        assert_eq!(candidates.with_few_places(row, 0, 3), 0);
        // In the first row, 1 is in r1c1 or r1c2, 2 not in r1c4, and 3 in r1c3.
        candidates.retain(|at| match (at.digit.index(), at.cell.index()) {
            (0, cell) => !(2..4).contains(&cell),
            (1, cell) => cell != 3,
            (2, cell) => !matches!(cell, 0 | 1 | 3),
            _ => true,
        });
        assert_eq!(candidates.with_few_places(row, 0, 2), 0b01);
        assert_eq!(candidates.with_few_places(row, 0, 3), 0b11);
    }
}

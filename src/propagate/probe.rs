//! Probing: what follows when a candidate is tried.
//!
//! Where there are two ways, a cell with two digits or a digit with two places in a house, both are
//! tried: each is placed in turn, and singles are propagated. What leads to a contradiction is
//! impossible (a *failed literal*: J. Freeman, *Improvements to Propositional Satisfiability Search
//! Algorithms*, 1995), and so is what is gone in both cases (the *dilemma rule* of G. Stålmarck;
//! M. Sheeran and G. Stålmarck, *A Tutorial on Stålmarck's Proof Procedure*, 2000). What leads to a
//! full grid has led to a solution; it is noted, and its case is closed like one that leads to a
//! contradiction. So the candidates that are left always have every solution that was not noted.
//!
//! When no pair says anything more, it goes into one case and on inside of it, until that is closed:
//! a search tree, but a small one. The number of all probes is bounded; what is not closed by then
//! is left to the SAT solver, which learns from what it tries.
//!
//! # What it is worth
//!
//! The share of puzzles that are not finished, of 1,000 each of four collections of 9×9 puzzles:
//!
//! | | random minimal | 17 givens | magictour | hardest (11+) |
//! |---|---|---|---|---|
//! | singles and intersections | 44 % | 18 % | 97 % | 100 % |
//! | and failed literals of pairs | – | 0 | 47 % | 100 % |
//! | and the dilemma rule | 0 | 0 | 17 % | 100 % |
//! | and going into cases | 0 | 0 | 0 | 0 |
//! | probes per puzzle, in all | 2 | 1 | 57 | 167 |
//!
//! # Alternatives tried
//!
//! - *Cells with two digits only*, no places in houses: magictour 52 % unfinished instead of 17 %.
//! - *Groups of three as well*: magictour 3 % unfinished, but a tenth slower than to ask the solver
//!   for the rest; hardest 195 probes for nothing instead of 35.
//! - *To try every pair again inside of each case*: 944 probes instead of 407 on the hardest, nearly
//!   twice the time.
//! - *A bounded depth of cases, the rest to the solver* (cube and conquer: M. Heule, O. Kullmann,
//!   S. Wieringa and A. Biere, 2011): on the hardest a depth of 1 finishes none, 4 one in 150 and 8
//!   70 %; with up to six cases inside of each other it is slower than no cases at all (1.3 to 1.4 ms
//!   against 1.2), because the solver starts anew.

use super::candidates::{Candidates, ones};
use crate::Deadline;
use crate::board::Contradiction;
use crate::board::Grid;
use crate::board::{Candidate, Cell, Digit};

/// Probes candidates, one puzzle after the other in the same memory.
#[derive(Debug, Clone, Default)]
pub struct Prober {
    /// The candidates as they were before what is tried now; of one that is tried inside of
    /// another, after that.
    before: Vec<Saved>,
    /// How many of `before` are in use.
    depth: usize,
    /// The candidates that one of two cases has, or both.
    union: Vec<u64>,
    solutions: Vec<Grid>,
    wanted: usize,
    probes: u64,
    most_probes: u64,
    deadline: Option<Deadline>,
}

/// What comes back when a candidate is taken back.
#[derive(Debug, Clone, Default)]
struct Saved {
    bits: Vec<u64>,
    taken: Vec<u64>,
    singles: usize,
}

/// What probing came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probed {
    /// There is no solution but those that were found.
    Complete,
    /// As many solutions were found as were wanted.
    Enough,
    /// Further probes would not pay, or there was no time for them. The candidates that are left
    /// have all solutions that were not found, and may have some that were.
    Stalled,
}

/// Why probing does not go on.
enum Stop {
    /// There is no further solution in what was being looked at.
    Closed,
    /// Enough solutions, enough probes, or no time.
    Ended,
}

impl From<Contradiction> for Stop {
    fn from(_: Contradiction) -> Stop {
        Stop::Closed
    }
}

impl Prober {
    /// The most probes of one puzzle. Almost every 9×9 puzzle needs fewer.
    pub const MOST_PROBES: u64 = 1_000;

    /// The most words of memory that all probes of one puzzle may copy, so that large boards have
    /// fewer: 1,000 up to 25×25, 256 at 64×64, 5 at 225×225.
    const MOST_WORDS_COPIED: u64 = 1 << 20;

    /// A probe is so little work that looking at the clock for each would be felt.
    const PROBES_BETWEEN_LOOKS: u64 = 16;

    /// Probes `candidates`, which are at the fixed point of [`Candidates::propagate`], and leaves
    /// them at one. It looks for up to `wanted` solutions, at least one, and gives up at the
    /// deadline, if there is one.
    ///
    /// What is found does not depend on puzzles before.
    pub fn run(
        &mut self,
        candidates: &mut Candidates,
        wanted: usize,
        deadline: Option<Deadline>,
    ) -> Probed {
        self.depth = 0;
        self.solutions.clear();
        self.wanted = wanted;
        self.probes = 0;
        let affordable = Prober::MOST_WORDS_COPIED / candidates.bits.len().max(1) as u64;
        self.most_probes = affordable.min(Prober::MOST_PROBES);
        self.deadline = deadline;
        let end = self.saturate(candidates);
        match end.and_then(|()| self.branch(candidates)) {
            Err(Stop::Closed) => Probed::Complete,
            _ if self.solutions.len() >= self.wanted => Probed::Enough,
            _ => Probed::Stalled,
        }
    }

    /// The solutions that the last run found, all different.
    pub fn solutions(&self) -> &[Grid] {
        &self.solutions
    }

    /// How many candidates the last run tried.
    pub fn probes(&self) -> u64 {
        self.probes
    }

    /// Tries both candidates of every pair, until all were tried since something was found out.
    fn saturate(&mut self, candidates: &mut Candidates) -> Result<(), Stop> {
        self.close_if_solved(candidates)?;
        let layout = candidates.layout.clone();
        let (cells, houses) = (layout.cell_count(), layout.houses().len());
        let (mut next, mut idle) = (0, 0);
        while idle < cells + houses {
            idle += 1;
            let mut is_news = false;
            if next < cells {
                if let Some(pair) = candidates.pair_in_cell(Cell::from_index(next)) {
                    is_news |= self.split(candidates, pair)?;
                }
            } else {
                for word in 0..candidates.words {
                    for bit in ones(candidates.with_two_places(next - cells, word)) {
                        let digit = Digit::from_index(word * 64 + bit);
                        if let Some(pair) = candidates.pair_in_house(next - cells, digit) {
                            is_news |= self.split(candidates, pair)?;
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

    /// Tries two candidates of which every solution has one. Says whether that removed any.
    fn split(&mut self, candidates: &mut Candidates, pair: [Candidate; 2]) -> Result<bool, Stop> {
        let mut open = 0;
        for candidate in pair {
            self.begin(candidates, candidate)?;
            let is_possible = candidates.propagate_singles().is_ok();
            if is_possible && candidates.are_all_solved() {
                self.solutions.push(candidates.to_grid());
            } else if is_possible {
                open += 1;
                match open {
                    1 => self.union.clone_from(&candidates.bits),
                    _ => add_all(&mut self.union, &candidates.bits),
                }
            }
            self.take_back(candidates);
            if self.solutions.len() >= self.wanted {
                return Err(Stop::Ended);
            }
        }
        if open == 0 {
            return Err(Stop::Closed);
        }
        let is_news = candidates.intersect(&self.union)?;
        if is_news {
            candidates.propagate()?;
            self.close_if_solved(candidates)?;
        }
        Ok(is_news)
    }

    /// Goes into one candidate after the other, places all that follows, and goes on inside, until
    /// everything is closed: a candidate that is closed is removed. This never ends with `Ok`.
    ///
    /// Inside, no pair is tried but the one to go into (see *Alternatives tried*).
    fn branch(&mut self, candidates: &mut Candidates) -> Result<(), Stop> {
        while let Some(candidate) = candidates.branching_candidate() {
            self.begin(candidates, candidate)?;
            let inside = match candidates.propagate() {
                Ok(()) => self
                    .close_if_solved(candidates)
                    .and_then(|()| self.branch(candidates)),
                Err(_) => Err(Stop::Closed),
            };
            self.take_back(candidates);
            if matches!(inside, Err(Stop::Ended)) || self.solutions.len() >= self.wanted {
                return Err(Stop::Ended);
            }
            candidates.remove(candidate)?;
            candidates.propagate()?;
            self.close_if_solved(candidates)?;
        }
        Err(Stop::Closed)
    }

    /// Notes the solution, if every cell is solved.
    fn close_if_solved(&mut self, candidates: &Candidates) -> Result<(), Stop> {
        if candidates.are_all_solved() {
            self.solutions.push(candidates.to_grid());
            return Err(Stop::Closed);
        }
        Ok(())
    }

    /// Places a candidate, if another probe may be made.
    fn begin(&mut self, candidates: &mut Candidates, candidate: Candidate) -> Result<(), Stop> {
        let looks = self.probes.is_multiple_of(Prober::PROBES_BETWEEN_LOOKS);
        let is_late = looks && self.deadline.is_some_and(|deadline| deadline.is_over());
        if self.probes >= self.most_probes || is_late {
            return Err(Stop::Ended);
        }
        self.probes += 1;
        if self.before.len() == self.depth {
            self.before.push(Saved::default());
        }
        let before = &mut self.before[self.depth];
        self.depth += 1;
        before.bits.clone_from(&candidates.bits);
        before.taken.clone_from(&candidates.taken);
        before.singles = candidates.singles.len();
        candidates.place(candidate);
        Ok(())
    }

    /// Takes back the candidate that was placed last, and all that followed. To copy the bits of
    /// the whole board is cheaper than to note every change: 81 words at 9×9.
    fn take_back(&mut self, candidates: &mut Candidates) {
        self.depth -= 1;
        let before = &mut self.before[self.depth];
        std::mem::swap(&mut before.bits, &mut candidates.bits);
        std::mem::swap(&mut before.taken, &mut candidates.taken);
        candidates.singles.truncate(before.singles);
        candidates.told = before.singles;
        candidates.changed.clear();
        candidates.crossed.clear();
    }
}

/// Adds the bits of `more` to those of `union`, which is as long.
fn add_all(union: &mut [u64], more: &[u64]) {
    for (union, more) in union.iter_mut().zip(more) {
        *union |= more;
    }
}

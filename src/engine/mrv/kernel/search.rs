//! The search tree of the standard board.

use std::ops::ControlFlow;

use super::position::{BandCandidate, BandPosition, Bands, Propagated, SeenPlaces};
use crate::engine::{Budget, End, Report, Work};

/// The current position and those to return to.
#[derive(Debug, Clone)]
pub(super) struct SearchTree {
    position: BandPosition,
    seen: SeenPlaces,
    guesses: Vec<(BandPosition, BandCandidate)>,
    next: NextPosition,
    /// The number of times that the rules were applied to a digit.
    updates: u64,
}

/// Prior knowledge about the next position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextPosition {
    /// A position about which nothing is known.
    Unknown,
    /// If it is solved, so is the position with the opposite of the last guess. Before the guess,
    /// each open cell had two digits, and so each digit had two places in each house that lacked
    /// it. Since the guess decided all of these cells, its opposite does too: each takes its other
    /// digit.
    OneOfTwo,
    /// This position and the next one are solved, and only their number matters.
    BothSolved,
    /// It is solved.
    Solved,
}

/// If all open cells have two digits and there are at most this many, there are two solutions, one
/// for each outcome of any guess.
///
/// Each house with open cells has at least two of them, and each digit that it lacks has two places
/// there. So there are four open cells, the corners of a rectangle, or six, which are in two rows
/// and three columns, in three rows and two columns, or two in each of three rows and columns. In
/// all three cases one cell decides all others, one after another around a ring of an even number
/// of cells or pairs, so neither of its digits leads to a contradiction.
const FEW_PAIRS: u32 = 6;

impl Default for SearchTree {
    fn default() -> SearchTree {
        SearchTree {
            position: BandPosition::NONE,
            seen: SeenPlaces::NOTHING,
            guesses: Vec::with_capacity(81),
            next: NextPosition::Unknown,
            updates: 0,
        }
    }
}

impl SearchTree {
    /// Passes solutions to `receive` until it breaks or the budget ends the search.
    ///
    /// With `counts_only`, some solutions are counted but not created: then `receive` must not read its
    /// position.
    ///
    /// # Errors
    /// The first error of `receive`.
    pub(super) fn run<E>(
        &mut self,
        position: BandPosition,
        budget: &Budget,
        counts_only: bool,
        mut receive: impl FnMut(&BandPosition) -> Result<ControlFlow<()>, E>,
    ) -> Result<Report, E> {
        self.position = position;
        self.seen = SeenPlaces::NOTHING;
        self.guesses.clear();
        self.next = NextPosition::Unknown;
        self.updates = 0;
        let mut work = Work::default();
        let end = loop {
            if let Some(end) = budget.end_after(work.nodes) {
                break end;
            }
            work.nodes += 1;
            let outcome = self.propagate();
            if let Propagated::Open { two, three } = outcome {
                work.guesses += 1;
                if !counts_only || !self.has_two_solutions(&three) {
                    self.guess(self.position.choose(&two, &three), &three);
                }
                continue;
            }
            let is_solved = matches!(outcome, Propagated::Solved);
            if is_solved && receive(&self.position)?.is_break() {
                break End::Stopped;
            }
            if !self.backtrack(is_solved) {
                break End::Complete;
            }
        };
        work.updates = self.updates;
        Ok(Report::new(end, work))
    }

    /// Propagates the current position.
    fn propagate(&mut self) -> Propagated {
        if matches!(self.next, NextPosition::Solved | NextPosition::BothSolved) {
            return Propagated::Solved;
        }
        self.position.propagate(&mut self.seen, &mut self.updates)
    }

    /// Returns true if the position obviously has two solutions, one for each outcome of a guess.
    /// The search continues as if it had visited them but does not create them: the position is undefined
    /// until both have been left.
    fn has_two_solutions(&mut self, three: &Bands) -> bool {
        let is_obvious = three[..3] == [0; 3] && self.position.count_open() <= FEW_PAIRS;
        if is_obvious {
            self.next = NextPosition::BothSolved;
        }
        is_obvious
    }

    /// Assumes a candidate. `three` are the cells with three or more digits.
    fn guess(&mut self, candidate: BandCandidate, three: &Bands) {
        self.guesses.push((self.position, candidate));
        self.position.assume(candidate);
        self.next = if three[..3] == [0; 3] {
            NextPosition::OneOfTwo
        } else {
            NextPosition::Unknown
        };
    }

    /// Returns to the last guess and excludes it. Returns false if there is none.
    fn backtrack(&mut self, is_solved: bool) -> bool {
        if self.next == NextPosition::BothSolved {
            self.next = NextPosition::Solved;
            return true;
        }
        let Some((before, candidate)) = self.guesses.pop() else {
            return false;
        };
        if is_solved && self.next == NextPosition::OneOfTwo {
            self.position = before.swapped(&self.position);
            self.next = NextPosition::Solved;
        } else {
            self.position = before;
            self.seen = SeenPlaces::all(&before);
            self.position.exclude(candidate);
            self.next = NextPosition::Unknown;
        }
        true
    }
}

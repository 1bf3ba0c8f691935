//! The search tree of the standard board: a position for each guess, and which comes next.

use super::position::{BandCandidate, BandPosition, Bands, Propagated, SeenPlaces};

/// The position that is looked at, and those to come back to.
#[derive(Debug, Clone)]
pub(super) struct SearchTree {
    position: BandPosition,
    seen: SeenPlaces,
    guesses: Vec<(BandPosition, BandCandidate)>,
    next: NextPosition,
    /// How often the rules were applied to a digit.
    pub updates: u64,
}

/// What is known of a position before it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextPosition {
    /// Nothing.
    Unknown,
    /// If it is solved, then so is the one without the last guess. Before that guess each open cell
    /// had two digits, and so each digit two places in each house that lacked it. Since the guess
    /// decided all of these cells, so does its opposite: each has the other digit then.
    OneOfTwo,
    /// It and the one after it are solved, and nobody asks for them.
    BothSolved,
    /// It is solved.
    Solved,
}

/// If all open cells have two digits and they are no more than this, there are two solutions, one
/// for each outcome of any guess.
///
/// Each house with open cells has two or more of them, and each digit that it lacks has two places
/// there. So there are four open cells, the corners of a rectangle, or six, and those are in two
/// rows and three columns, in three rows and two columns, or two in each of three rows and columns.
/// In all three cases one cell decides all others, one by one around a ring of an even number of
/// cells or of pairs, so that neither digit of it comes to a contradiction.
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
    /// Begins with a position.
    pub(super) fn start(&mut self, position: BandPosition) {
        self.position = position;
        self.seen = SeenPlaces::NOTHING;
        self.guesses.clear();
        self.next = NextPosition::Unknown;
        self.updates = 0;
    }

    /// The position that is looked at.
    pub(super) fn position(&self) -> &BandPosition {
        &self.position
    }

    /// What follows from the position.
    pub(super) fn propagate(&mut self) -> Propagated {
        if matches!(self.next, NextPosition::Solved | NextPosition::BothSolved) {
            return Propagated::Solved;
        }
        self.position.propagate(&mut self.seen, &mut self.updates)
    }

    /// Whether the position obviously has two solutions, with a guess and without it. The search
    /// goes on with them, but does not make them: there is no [`SearchTree::position`] until it has
    /// gone back from both.
    pub(super) fn has_two_solutions(&mut self, three: &Bands) -> bool {
        let is_obvious = three[..3] == [0; 3] && self.position.count_open() <= FEW_PAIRS;
        if is_obvious {
            self.next = NextPosition::BothSolved;
        }
        is_obvious
    }

    /// Goes on with a candidate taken for true. `three` are the cells with three digits or more.
    pub(super) fn guess(&mut self, candidate: BandCandidate, three: &Bands) {
        self.guesses.push((self.position, candidate));
        self.position.assume(candidate);
        self.next = if three[..3] == [0; 3] {
            NextPosition::OneOfTwo
        } else {
            NextPosition::Unknown
        };
    }

    /// Goes back to the last guess and on without it. `false` if there is none.
    pub(super) fn back(&mut self, is_solved: bool) -> bool {
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

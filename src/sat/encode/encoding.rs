//! The encodings of a puzzle as clauses.
//!
//! # Alternatives tried
//!
//! Fewer clauses are faster: loading one costs varisat 50 to 80 ns, and loading the full 9×9
//! encoding takes three quarters of the time of an answer. The reduced encoding therefore comes
//! after propagation and failed literals ([`FailedLiterals`](crate::propagate::FailedLiterals),
//! which lists more alternatives). The following did not save time; measured with prototypes on the
//! hardest 9×9 puzzles (11+), finding a solution and proving it unique:
//!
//! - *Fewer clause families*: without the at-most-one clauses of cells, or without the clauses that
//!   give a digit a place in each house, the search takes 50 % longer. The redundancy pays off.
//! - *Only singles before encoding*: 113 µs instead of 56 on puzzles with 17 givens, 404 instead of
//!   322 on magictour. Intersections pay for themselves.
//! - *One solver for all puzzles, with givens as assumptions*: 4.9 ms instead of 0.7.
//! - *Solver settings*: VSIDS decay from 0.6 to 0.99, Luby scale from 8 to 512, variables in the
//!   order of candidates: no gain.
//! - *Negative literals for digits in cells*, so that false is the initial phase: 5 %, which does
//!   not justify a formula that is hard to read.

use std::fmt;
use std::str::FromStr;

use crate::board::Mismatch;

/// The set of clauses that a puzzle becomes. All encodings have the same solutions. They differ in
/// size and in how much a solver derives by unit propagation alone.
///
/// The counts are for a plain board with `n` digits and no givens, where `p = n(n − 1)/2` is the
/// number of pairs in a house. Every given adds a unit clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Every cell has at least one digit, and no house repeats a digit. `n² + 3n²p` clauses, 8,829
    /// at 9×9. I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*, AIMATH 2006.
    Minimal,
    /// Minimal, and every cell has at most one digit. `n² + 4n²p` clauses, 11,745 at 9×9. T. Weber,
    /// *A SAT-based Sudoku Solver*, LPAR 2005; named by G. Kwon and H. Jain, *Optimized CNF
    /// Encoding for Sudoku Puzzles*, LPAR 2006.
    Efficient,
    /// Efficient, and every full house has a place for every digit. `4n² + 4n²p` clauses, 11,988 at
    /// 9×9. Unit propagation then finds naked and hidden singles, which makes it 23 times as fast
    /// as minimal on puzzles with 17 givens. Lynce and Ouaknine 2006.
    Extended,
    /// The extended encoding of the candidates that propagation leaves open: naked and hidden
    /// singles and intersections have been applied to the givens
    /// ([`Candidates::propagate`](crate::propagate::Candidates::propagate)), and no clause is
    /// repeated or subsumed. A cell with `k` open candidates has `1 + k(k − 1)/2` clauses, and so
    /// has a digit with `k` open places in a house, except for the pairs and the lists of places
    /// that an earlier house has too. That makes 650 to 1,400 clauses at 9×9, and none for a puzzle
    /// that singles and intersections solve. Leaving out what the givens decide is Kwon and Jain's
    /// idea (2006).
    Reduced,
}

impl Encoding {
    /// All encodings, the one with the fewest families of clauses first.
    pub const ALL: [Encoding; 4] = [
        Encoding::Minimal,
        Encoding::Efficient,
        Encoding::Extended,
        Encoding::Reduced,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Minimal => "minimal",
            Encoding::Efficient => "efficient",
            Encoding::Extended => "extended",
            Encoding::Reduced => "reduced",
        }
    }

    /// Returns true if clauses limit each cell to one digit.
    pub(super) fn limits_cells(self) -> bool {
        self != Encoding::Minimal
    }

    /// Returns true if clauses require every digit in each full house.
    pub(super) fn fills_houses(self) -> bool {
        matches!(self, Encoding::Extended | Encoding::Reduced)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<Encoding, Mismatch> {
        Mismatch::find("an encoding", &Encoding::ALL, name)
    }
}

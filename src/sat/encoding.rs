//! Encodings: which clauses say that a grid is a solution.
//!
//! # Alternatives tried
//!
//! The fewer clauses there are to load, the faster: loading one costs varisat 50 to 80 ns, and the
//! full 9×9 encoding takes three quarters of the time of a whole answer. So the reduced encoding
//! comes after propagation and failed literals ([`FailedLiterals`](crate::propagate::FailedLiterals), where
//! more alternatives are listed). Other ways to save time did not, measured with prototypes on the hardest
//! 9×9 puzzles (11+), a solution and its uniqueness:
//!
//! - *Fewer families*: without the at-most-one clauses of cells, or without the lists of places for
//!   a digit in a house, the search takes half as long again. What they repeat earns its keep.
//! - *Singles alone before encoding*: 113 µs instead of 56 on puzzles with 17 givens, 404 instead of
//!   322 on magictour; intersections pay for themselves.
//! - *One solver for all puzzles, givens as assumptions*: 4.9 ms instead of 0.7.
//! - *The solver's settings*: VSIDS decay from 0.6 to 0.99, a Luby scale from 8 to 512, variables in
//!   the order of candidates: no gain.
//! - *A digit in a cell as a negative literal*, to start with false phases: 5 %, not worth a formula
//!   that reads backwards.

use std::fmt;
use std::str::FromStr;

use crate::board::UnknownName;

/// Which clauses a puzzle becomes. All four have the same solutions; they differ in size and in
/// how much a solver sees by unit propagation alone.
///
/// The counts are for a plain board with `n` digits, without givens, where `p = n(n − 1)/2` is the
/// number of pairs in a house. Every given adds a unit clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Every cell has at least one digit; no house has a digit twice. `n² + 3n²p` clauses, 8,829
    /// at 9×9. I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*, AIMATH 2006.
    Minimal,
    /// Minimal, and every cell has at most one digit. `n² + 4n²p` clauses, 11,745 at 9×9.
    /// T. Weber, *A SAT-based Sudoku Solver*, LPAR 2005; the name is from G. Kwon and H. Jain,
    /// *Optimized CNF Encoding for Sudoku Puzzles*, LPAR 2006.
    Efficient,
    /// Efficient, and every full house has a place for every digit. `4n² + 4n²p` clauses, 11,988
    /// at 9×9. With it unit propagation finds naked and hidden singles, which makes it 23 times
    /// as fast as minimal on puzzles with 17 givens. Lynce and Ouaknine 2006.
    Extended,
    /// The extended encoding of what propagation leaves open, over the open candidates only:
    /// naked and hidden singles and intersections, and above 9×9 all-different reasoning, have been
    /// applied to the givens ([`Candidates::reduce`](crate::propagate::Candidates::reduce)), and no
    /// clause is there twice or says less than another. With `k` candidates in an open cell and
    /// `k` places for an open digit in a house, cells have `Σ 1 + k(k − 1)/2` clauses and houses
    /// the same, less the pairs that an earlier house has too and the lists of places that an
    /// earlier house has too: some 650 to 1,400 at 9×9, and none for a puzzle that singles and
    /// intersections solve.
    /// Leaving out what the givens decide is Kwon and Jain's idea (2006).
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

    /// Whether cells have clauses that allow them one digit at most.
    pub(super) fn limits_cells(self) -> bool {
        self != Encoding::Minimal
    }

    /// Whether full houses have clauses that demand every digit.
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
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Encoding, UnknownName> {
        UnknownName::find("an encoding", &Encoding::ALL, name)
    }
}

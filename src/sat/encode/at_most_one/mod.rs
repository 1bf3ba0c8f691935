//! Three encodings of *at most one of these literals*, one per file.
//!
//! A. Frisch and P. Giannaros, *SAT Encodings of the At-Most-k Constraint: Some Old, Some New, Some
//! Fast, Some Slow*, ModRef 2010, survey these and others. In all three, unit propagation makes all
//! other literals of the group false as soon as one is true. They differ in the numbers of clauses
//! and of auxiliary variables, and so in what a solver has to load and can branch on and learn.
//!
//! # Alternatives tried: a default other than pairwise
//!
//! In the embedded solver no other encoding is better overall. The table shows work relative to
//! pairwise: at 9×9, instructions for checking samples of 100 puzzles (30 for the extended
//! encoding); on larger boards, CPU time for solving ten boards, in one run on a busy machine.
//!
//! | | product | sequential |
//! |---|---|---|
//! | reduced, random minimal | 1.07 | 1.09 |
//! | reduced, 17 givens | 1.06 | 1.10 |
//! | reduced, magictour | 1.09 | 1.17 |
//! | reduced, hardest 11+ | 1.04 | 1.05 |
//! | extended, 17 givens | 1.26 | 1.38 |
//! | reduced, 36×36, 46 % blank | 1.26 | 1.64 |
//! | reduced, 49×49, 42 % blank | 0.83 | 2.00 |
//! | reduced, 64×64, 38 % blank | 1.78 | 1.61 |
//!
//! The reason is that the reduced encoding has few large groups: the shortest encoding saves 2 % of
//! its clauses at 9×9 and 17 % at 64×64. About 5 % of the work is not search but counting auxiliary
//! variables in advance. Among the large boards a few hard ones dominate, and their order is a
//! matter of luck: on another 36×36 board product took 0.56 of the instructions, and ten boards do
//! not show that product is better at 49×49. The other encodings are useful for smaller files and
//! for the memory of external solvers.
//!
//! The commander, ladder, binary and bimander encodings were measured in the same way, and none was
//! better overall either.

mod encoded_size;
mod pairwise;
mod product;
mod sequential;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub use encoded_size::EncodedSize;

use super::super::formula::{ClauseSink, Literal};
use super::auxiliaries::Auxiliaries;
use crate::board::Mismatch;

/// The encoding of *at most one of these literals*.
///
/// The numbers are for a group of `k` literals. If an encoding has no fewer clauses than the pairs,
/// the pairs are used instead, so small groups are pairwise in every encoding.
///
/// ```
/// use satdoku::sat::{AtMostOne, Encoding, Translation};
///
/// let empty = satdoku::Puzzle::classic("3x3".parse()?);
/// let pairwise = Translation::new(&empty, Encoding::Extended);
/// let product = pairwise.clone().with_at_most_one(AtMostOne::Product);
/// assert!(product.clause_count() < pairwise.clause_count());
/// assert!(product.variables() > 729);
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtMostOne {
    /// A clause for each pair: `k(k − 1)/2` clauses, no auxiliary variables. Folklore; S.
    /// Prestwich, *CNF Encodings*, Handbook of Satisfiability 2009.
    #[default]
    Pairwise,
    /// Literals in a rectangle, of which at most one row and one column is used: about `2k + 4√k`
    /// clauses and `2√k` auxiliary variables. J. Chen, *A New SAT Encoding of the At-Most-One
    /// Constraint*, ModRef 2010. Used for 7 or more literals.
    Product,
    /// A unary counter of the literals: `3k − 4` clauses, `k − 1` auxiliary variables. C. Sinz,
    /// *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005. Used for 6 or
    /// more literals.
    Sequential,
}

impl AtMostOne {
    /// All encodings, the default first.
    pub const ALL: [AtMostOne; 3] = [
        AtMostOne::Pairwise,
        AtMostOne::Product,
        AtMostOne::Sequential,
    ];

    /// Returns the name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "pairwise",
            AtMostOne::Product => "product",
            AtMostOne::Sequential => "sequential",
        }
    }

    /// Returns the size for a group: of this encoding or of the pairs, whichever has fewer clauses.
    pub fn size(self, literals: usize) -> EncodedSize {
        let size = match self {
            AtMostOne::Pairwise => pairwise::size,
            AtMostOne::Product => product::size,
            AtMostOne::Sequential => sequential::size,
        };
        pairwise::size_or(literals, size)
    }

    /// Writes the clauses that [`AtMostOne::size`] counts.
    pub(super) fn encode<S: ClauseSink>(
        self,
        group: &[Literal],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        self.encode_wanted(group, |_, _| true, auxiliaries, sink)
    }

    /// Excludes those pairs of `group` that are `wanted`, a function of their positions; other
    /// clauses exclude the rest. The pairwise encoding leaves out unwanted pairs and every other
    /// encoding repeats them, so the shorter of the two is written.
    pub(super) fn encode_wanted<S: ClauseSink>(
        self,
        group: &[Literal],
        wanted: impl Fn(usize, usize) -> bool,
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let size = self.size(group.len());
        let is_whole = size.auxiliaries > 0 && {
            let wanted_with = |second| (0..second).filter(|first| wanted(*first, second)).count();
            let pairs: usize = (0..group.len()).map(wanted_with).sum();
            size.clauses < pairs as u64
        };
        if is_whole {
            self.encode_whole(group, auxiliaries, sink)
        } else {
            pairwise::encode_wanted(group, wanted, sink)
        }
    }

    /// Writes this encoding even if the pairs are shorter.
    fn encode_whole<S: ClauseSink>(
        self,
        group: &[Literal],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self {
            AtMostOne::Pairwise => pairwise::encode(group, sink),
            AtMostOne::Product => product::encode(group, auxiliaries, sink),
            AtMostOne::Sequential => sequential::encode(group, auxiliaries, sink),
        }
    }
}

impl fmt::Display for AtMostOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AtMostOne {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<AtMostOne, Mismatch> {
        Mismatch::find("an at-most-one encoding", &AtMostOne::ALL, name)
    }
}

//! Seven encodings of *at most one of these literals*, one per file.
//!
//! A. Frisch and P. Giannaros, *SAT Encodings of the At-Most-k Constraint: Some Old, Some New, Some
//! Fast, Some Slow*, ModRef 2010, survey most of them. In all seven, unit propagation makes all
//! other literals of the group false as soon as one is true. They differ in the numbers of clauses
//! and of auxiliary variables, and so in what a solver has to load and can branch on and learn.
//!
//! # Alternatives tried: a default other than pairwise
//!
//! In the embedded solver no other encoding is better overall. The table shows work relative to
//! pairwise: at 9×9, instructions for checking samples of 100 puzzles (30 for the extended
//! encoding); on larger boards, CPU time for solving ten boards, in one run on a busy machine.
//!
//! | | product | commander | ladder | sequential | binary | bimander |
//! |---|---|---|---|---|---|---|
//! | reduced, random minimal | 1.07 | 1.07 | 1.07 | 1.09 | 1.07 | 1.06 |
//! | reduced, 17 givens | 1.06 | 1.05 | 1.05 | 1.10 | 1.07 | 1.05 |
//! | reduced, magictour | 1.09 | 1.11 | 1.06 | 1.17 | 1.08 | 1.09 |
//! | reduced, hardest 11+ | 1.04 | 1.06 | 1.03 | 1.05 | 1.02 | 1.05 |
//! | extended, 17 givens | 1.26 | 1.18 | 1.91 | 1.38 | 1.00 | 1.14 |
//! | reduced, 36×36, 46 % blank | 1.26 | 1.48 | 1.20 | 1.64 | 1.07 | 1.35 |
//! | reduced, 49×49, 42 % blank | 0.83 | 1.46 | 1.40 | 2.00 | 1.22 | 1.27 |
//! | reduced, 64×64, 38 % blank | 1.78 | 1.46 | 1.59 | 1.61 | 1.15 | 1.34 |
//!
//! The reason is that the reduced encoding has few large groups: the shortest encoding saves 2 % of
//! its clauses at 9×9 and 17 % at 64×64. About 5 % of the work is not search but counting auxiliary
//! variables in advance. Among the large boards a few hard ones dominate, and their order is a
//! matter of luck: on another 36×36 board product took 0.56 of the instructions, and ten boards do
//! not show that product is better at 49×49. The other encodings are useful for smaller files and
//! for the memory of external solvers.

mod auxiliaries;
mod bimander;
mod binary;
mod commander;
mod encoded_size;
mod ladder;
mod pairwise;
mod product;
mod sequential;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub(super) use auxiliaries::Auxiliaries;
pub use encoded_size::EncodedSize;

use super::cnf::{ClauseSink, Literal};
use crate::board::UnknownName;

/// The encoding of *at most one of these literals*.
///
/// The numbers are for a group of `k` literals. If an encoding has no fewer clauses than the pairs,
/// the pairs are used instead, so small groups are pairwise in every encoding.
///
/// ```
/// use satdoku::sat::{AtMostOne, Encoding, Translation};
///
/// let empty = satdoku::Puzzle::empty("3x3".parse()?);
/// let pairwise = Translation::new(&empty, Encoding::Extended);
/// let product = pairwise.clone().with_at_most_one(AtMostOne::Product);
/// assert!(product.clause_count() < pairwise.clause_count());
/// assert!(product.map().variables() > 729);
/// # Ok::<(), satdoku::board::ShapeError>(())
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
    /// A tree in which a commander represents three literals or commanders: about `3.5k` clauses
    /// and `k/2` auxiliary variables. W. Klieber and G. Kwon, *Efficient CNF Encoding for Selecting
    /// 1 from N Objects*, CFV 2007. Used for 7 or more literals.
    Commander,
    /// A position on a ladder, determined by the literals: `4k − 4` clauses, `k − 1` auxiliary
    /// variables. I. Gent and P. Nightingale, *A New Encoding of AllDifferent into SAT*, ModRef
    /// 2004, and C. Ansótegui and F. Manyà, *Mapping Problems with Finite-Domain Variables into
    /// Problems with Boolean Variables*, SAT 2004. Used for 9 or more literals.
    Ladder,
    /// A unary counter of the literals: `3k − 4` clauses, `k − 1` auxiliary variables. C. Sinz,
    /// *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005. Used for 6 or
    /// more literals.
    Sequential,
    /// The number of the true literal in binary digits: `k⌈log₂ k⌉` clauses, `⌈log₂ k⌉` auxiliary
    /// variables. A. Frisch, T. Peugniez, A. Doggett and P. Nightingale, *Solving Non-Boolean
    /// Satisfiability Problems with Stochastic Local Search*, Journal of Automated Reasoning 35,
    /// 2005. Used for 8 or more literals, except 9.
    Binary,
    /// Binary for groups of two literals, which are pairwise inside: `⌊k/2⌋ + k⌈log₂ ⌈k/2⌉⌉`
    /// clauses, `⌈log₂ ⌈k/2⌉⌉` auxiliary variables. V.-H. Nguyen and S. Mai, *A New Method to
    /// Encode the At-Most-One Constraint into SAT*, SoICT 2015. Used for 7 or more literals.
    Bimander,
}

impl AtMostOne {
    /// All encodings, the default first.
    pub const ALL: [AtMostOne; 7] = [
        AtMostOne::Pairwise,
        AtMostOne::Product,
        AtMostOne::Commander,
        AtMostOne::Ladder,
        AtMostOne::Sequential,
        AtMostOne::Binary,
        AtMostOne::Bimander,
    ];

    /// Returns the name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "pairwise",
            AtMostOne::Product => "product",
            AtMostOne::Commander => "commander",
            AtMostOne::Ladder => "ladder",
            AtMostOne::Sequential => "sequential",
            AtMostOne::Binary => "binary",
            AtMostOne::Bimander => "bimander",
        }
    }

    /// Returns the size for a group: of this encoding or of the pairs, whichever has fewer clauses.
    pub fn size(self, literals: usize) -> EncodedSize {
        let size = match self {
            AtMostOne::Pairwise => pairwise::size,
            AtMostOne::Product => product::size,
            AtMostOne::Commander => commander::size,
            AtMostOne::Ladder => ladder::size,
            AtMostOne::Sequential => sequential::size,
            AtMostOne::Binary => binary::size,
            AtMostOne::Bimander => bimander::size,
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
        match self.size(group.len()).auxiliaries {
            0 => pairwise::encode(group, sink),
            _ => self.encode_whole(group, auxiliaries, sink),
        }
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
            AtMostOne::Commander => commander::encode(group, auxiliaries, sink),
            AtMostOne::Ladder => ladder::encode(group, auxiliaries, sink),
            AtMostOne::Sequential => sequential::encode(group, auxiliaries, sink),
            AtMostOne::Binary => binary::encode(group, auxiliaries, sink),
            AtMostOne::Bimander => bimander::encode(group, auxiliaries, sink),
        }
    }
}

impl fmt::Display for AtMostOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AtMostOne {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<AtMostOne, UnknownName> {
        UnknownName::find("an at-most-one encoding", &AtMostOne::ALL, name)
    }
}

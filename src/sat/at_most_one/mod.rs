//! At most one of a group of literals: seven encodings, one file each.
//!
//! A. Frisch and P. Giannaros, *SAT Encodings of the At-Most-k Constraint: Some Old, Some New, Some
//! Fast, Some Slow*, ModRef 2010, survey most of them. In all seven, unit propagation makes every
//! other literal of the group false as soon as one is true. They differ in the number of clauses and
//! of auxiliary variables, and so in what a solver has to load and what it can branch on and learn.
//!
//! # Alternatives tried: another default than pairwise
//!
//! In the embedded solver no other encoding is better on the whole. Work in relation to
//! pairwise, which is 1; 9×9 in instructions for the task check over samples of 100 puzzles (of 30
//! in the extended encoding), larger boards in CPU time, of one run on a busy machine, for a solution of each of ten boards:
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
//! The reason is that the reduced encoding has few large groups: at 9×9 the shortest saves 2 % of
//! its clauses, at 64×64 17 %. Some 5 % in these numbers is not search: the auxiliary variables are
//! counted before they are used. Among large boards a few hard ones decide, and there the order is
//! that of luck: on one of 36×36, not of these ten, product took 0.56 of the instructions. Ten boards
//! do not say that product is better at 49×49. What the others are good for is the
//! size of a file and of what an external solver keeps in memory.

mod bimander;
mod binary;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use self::bimander::Bimander;
use self::binary::Binary;
use self::commander::Commander;
use self::ladder::Ladder;
use self::pairwise::Pairwise;
use self::product::Product;
use self::sequential::Sequential;
use super::cnf::{ClauseSink, Literal, Variable};
use crate::board::UnknownName;

/// An encoding of *at most one of these literals*, as its file defines it.
trait Scheme {
    /// How large it is for a group of `literals`, by formula. `literals` is at least 2.
    fn size(literals: usize) -> EncodedSize;

    /// Writes it for a group of at least 2 literals.
    ///
    /// # Errors
    /// The first error of the sink.
    fn encode<S: ClauseSink>(
        group: &[Literal],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error>;
}

/// How large the encoding of one group is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EncodedSize {
    /// The number of clauses.
    pub clauses: u64,
    /// The number of auxiliary variables, which stand for no candidate.
    pub auxiliaries: usize,
}

/// How clauses say that at most one literal of a group holds.
///
/// The numbers are for a group of `k`. Where they would be no fewer clauses than the pairs, the
/// group gets the pairs ([`AtMostOne::size`] counts that): small groups are pairwise in every
/// encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// A clause for each pair: `k(k − 1)/2` clauses, no auxiliary variable. Folklore; S. Prestwich,
    /// *CNF Encodings*, Handbook of Satisfiability 2009.
    #[default]
    Pairwise,
    /// Literals in a rectangle, at most one row and one column of which is taken: some `2k + 4√k`
    /// clauses and `2√k` auxiliary variables. J. Chen, *A New SAT Encoding of the At-Most-One
    /// Constraint*, ModRef 2010. From 7 literals on.
    Product,
    /// A tree in which a commander stands for each three literals or commanders: some `3.5k` clauses
    /// and `k/2` auxiliary variables. W. Klieber and G. Kwon, *Efficient CNF Encoding for Selecting
    /// 1 from N Objects*, CFV 2007. From 7 literals on.
    Commander,
    /// A position on a ladder, the same in every model for the same literals: `4k − 4` clauses,
    /// `k − 1` auxiliary variables. I. Gent and P. Nightingale, *A New Encoding of AllDifferent into
    /// SAT*, ModRef 2004, and C. Ansótegui and F. Manyà, *Mapping Problems with Finite-Domain
    /// Variables into Problems with Boolean Variables*, SAT 2004. From 9 literals on.
    Ladder,
    /// A unary counter of the literals before: `3k − 4` clauses, `k − 1` auxiliary variables.
    /// C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005. From
    /// 6 literals on.
    Sequential,
    /// The number of the true literal in binary digits: `k⌈log₂ k⌉` clauses, `⌈log₂ k⌉` auxiliary
    /// variables. A. Frisch, T. Peugniez, A. Doggett and P. Nightingale, *Solving Non-Boolean
    /// Satisfiability Problems with Stochastic Local Search*, Journal of Automated Reasoning 35,
    /// 2005. From 8 literals on, but not for 9.
    Binary,
    /// Binary for pairs of literals, which are pairwise inside: `⌊k/2⌋ + k⌈log₂ ⌈k/2⌉⌉` clauses,
    /// `⌈log₂ ⌈k/2⌉⌉` auxiliary variables. V.-H. Nguyen and S. Mai, *A New Method to Encode the
    /// At-Most-One Constraint into SAT*, SoICT 2015. From 7 literals on.
    Bimander,
}

impl AtMostOne {
    /// All of them, the default first.
    pub const ALL: [AtMostOne; 7] = [
        AtMostOne::Pairwise,
        AtMostOne::Product,
        AtMostOne::Commander,
        AtMostOne::Ladder,
        AtMostOne::Sequential,
        AtMostOne::Binary,
        AtMostOne::Bimander,
    ];

    /// The name, in lower case.
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

    /// What a group of this many literals takes: as this encoding or as pairs, whatever has fewer
    /// clauses.
    pub fn size(self, literals: usize) -> EncodedSize {
        if literals < 2 {
            return EncodedSize::default();
        }
        let pairs = Pairwise::size(literals);
        // No encoding has fewer clauses for so few, and here the recursive ones end.
        if literals <= 5 {
            return pairs;
        }
        let own = match self {
            AtMostOne::Pairwise => pairs,
            AtMostOne::Product => Product::size(literals),
            AtMostOne::Commander => Commander::size(literals),
            AtMostOne::Ladder => Ladder::size(literals),
            AtMostOne::Sequential => Sequential::size(literals),
            AtMostOne::Binary => Binary::size(literals),
            AtMostOne::Bimander => Bimander::size(literals),
        };
        if own.clauses < pairs.clauses {
            own
        } else {
            pairs
        }
    }

    /// Writes that at most one literal of `group` holds, in the clauses that [`AtMostOne::size`]
    /// counts.
    pub(super) fn encode<S: ClauseSink>(
        self,
        group: &[Literal],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self.size(group.len()).auxiliaries {
            0 => pairwise::encode_wanted(group, |_, _| true, sink),
            _ => self.encode_whole(group, auxiliaries, sink),
        }
    }

    /// Writes that no pair of `group` holds that is `wanted`, by the places of both in it; other
    /// clauses exclude the other pairs already. As pairs it leaves those out, and in any other
    /// encoding, which cannot, it repeats them: the shorter one is written.
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

    /// Writes this encoding even where the pairs are shorter.
    fn encode_whole<S: ClauseSink>(
        self,
        group: &[Literal],
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self {
            AtMostOne::Pairwise => Pairwise::encode(group, auxiliaries, sink),
            AtMostOne::Product => Product::encode(group, auxiliaries, sink),
            AtMostOne::Commander => Commander::encode(group, auxiliaries, sink),
            AtMostOne::Ladder => Ladder::encode(group, auxiliaries, sink),
            AtMostOne::Sequential => Sequential::encode(group, auxiliaries, sink),
            AtMostOne::Binary => Binary::encode(group, auxiliaries, sink),
            AtMostOne::Bimander => Bimander::encode(group, auxiliaries, sink),
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

/// Hands out auxiliary variables, one after the other, from the first free one on.
#[derive(Debug, Clone)]
pub(super) struct Auxiliaries {
    first: usize,
    next: usize,
}

impl Auxiliaries {
    /// Those behind this many variables that have a meaning.
    pub(super) fn after(variables: usize) -> Auxiliaries {
        Auxiliaries {
            first: variables,
            next: variables,
        }
    }

    /// How many were handed out.
    pub(super) fn count(&self) -> usize {
        self.next - self.first
    }

    /// A new one, as a positive literal.
    fn one(&mut self) -> Literal {
        self.next += 1;
        Variable::from_index(self.next - 1).positive()
    }

    /// This many new ones, as positive literals.
    fn several(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.one()).collect()
    }
}

//! The size of an encoding.

use std::iter::Sum;

/// The number of clauses and variables of a part of a formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EncodedSize {
    /// The number of clauses.
    pub clauses: u64,
    /// The number of auxiliary variables.
    pub auxiliaries: usize,
}

impl Sum for EncodedSize {
    fn sum<I: Iterator<Item = EncodedSize>>(sizes: I) -> EncodedSize {
        sizes.fold(EncodedSize::default(), |sum, of| EncodedSize {
            clauses: sum.clauses + of.clauses,
            auxiliaries: sum.auxiliaries + of.auxiliaries,
        })
    }
}

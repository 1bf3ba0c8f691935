//! The size of an encoding.

/// The number of clauses and variables of a part of a formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EncodedSize {
    /// The number of clauses.
    pub clauses: u64,
    /// The number of auxiliary variables.
    pub auxiliaries: usize,
}

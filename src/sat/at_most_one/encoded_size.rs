//! The size of an encoding.

/// The size of the encoding of one group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EncodedSize {
    /// The number of clauses.
    pub clauses: u64,
    /// The number of auxiliary variables.
    pub auxiliaries: usize,
}

//! The pairwise encoding, also called naive or binomial: no two literals are true.

use super::super::cnf::{ClauseSink, Literal};
use super::EncodedSize;

pub(super) fn size(literals: usize) -> EncodedSize {
    let literals = literals as u64;
    EncodedSize {
        clauses: literals * (literals - 1) / 2,
        auxiliaries: 0,
    }
}

/// Writes a clause for each pair of the group that is `wanted`, a function of the two positions.
pub(super) fn encode_wanted<S: ClauseSink>(
    group: &[Literal],
    wanted: impl Fn(usize, usize) -> bool,
    sink: &mut S,
) -> Result<(), S::Error> {
    for (second, later) in group.iter().enumerate() {
        for (first, earlier) in group[..second].iter().enumerate() {
            if wanted(first, second) {
                sink.clause(&[!*earlier, !*later])?;
            }
        }
    }
    Ok(())
}

//! The pairwise encoding, also called naive or binomial: no two literals are true.

use super::super::super::formula::{ClauseSink, Literal};
use super::encoded_size::EncodedSize;

pub(super) fn size(literals: usize) -> EncodedSize {
    let literals = literals as u64;
    EncodedSize {
        clauses: literals * (literals - 1) / 2,
        auxiliaries: 0,
    }
}

/// Returns the size of the pairs or of another encoding, whichever has fewer clauses.
pub(super) fn size_or(literals: usize, other: fn(usize) -> EncodedSize) -> EncodedSize {
    if literals < 2 {
        return EncodedSize::default();
    }
    let pairs = size(literals);
    // No encoding has fewer clauses for so few literals. This also ends the recursive encodings.
    if literals <= 5 {
        return pairs;
    }
    let other = other(literals);
    if other.clauses < pairs.clauses {
        other
    } else {
        pairs
    }
}

/// Writes a clause for each pair of the group.
pub(super) fn encode<S: ClauseSink>(group: &[Literal], sink: &mut S) -> Result<(), S::Error> {
    encode_wanted(group, |_, _| true, sink)
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

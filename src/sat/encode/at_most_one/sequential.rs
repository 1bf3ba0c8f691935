//! The sequential counter: an auxiliary variable for each literal is true if it or an earlier one
//! is.
//!
//! C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005: LT_SEQ
//! for at most one. With negated auxiliary variables it is also known as the relaxed ladder (V.-H.
//! Nguyen and S. Mai, SoICT 2015).

use super::super::super::formula::{ClauseSink, Literal};
use super::super::auxiliaries::Auxiliaries;
use super::encoded_size::EncodedSize;

pub(super) fn size(literals: usize) -> EncodedSize {
    EncodedSize {
        clauses: 3 * literals as u64 - 4,
        auxiliaries: literals - 1,
    }
}

/// An auxiliary variable for each literal but the last. It is implied by its literal and by the one
/// before it, and it excludes the next literal: `3k − 4` clauses, `k − 1` auxiliary variables.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut before: Option<Literal> = None;
    for (place, literal) in group.iter().enumerate() {
        let so_far = (place + 1 < group.len()).then(|| auxiliaries.one());
        if let Some(before) = before {
            sink.clause(&[!before, !*literal])?;
        }
        if let Some(so_far) = so_far {
            sink.clause(&[!*literal, so_far])?;
            if let Some(before) = before {
                sink.clause(&[!before, so_far])?;
            }
        }
        before = so_far;
    }
    Ok(())
}

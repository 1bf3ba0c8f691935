//! The ladder encoding: the height of the true literal.
//!
//! I. Gent and P. Nightingale, *A New Encoding of AllDifferent into SAT*, ModRef 2004; C. Ansótegui
//! and F. Manyà, *Mapping Problems with Finite-Domain Variables into Problems with Boolean
//! Variables*, SAT 2004, where it is called the regular encoding. Both encode exactly one. Here the
//! lowest rung is a variable too, so that all literals can be false.

use super::super::cnf::{ClauseSink, Literal};
use super::auxiliaries::Auxiliaries;
use super::encoded_size::EncodedSize;

pub(super) fn size(literals: usize) -> EncodedSize {
    EncodedSize {
        clauses: 4 * literals as u64 - 4,
        auxiliaries: literals - 1,
    }
}

/// A rung for each literal, true if that literal or a later one is. A rung implies all rungs before
/// it, and a literal is equivalent to its rung being the last true one. The last rung is the last
/// literal itself, which leaves `k − 1` auxiliary variables and `4k − 4` clauses.
///
/// Because of the equivalence the literals determine the rungs: the formula has as many models as
/// without auxiliary variables, which is true of no other encoding here.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let [below_last @ .., last] = group else {
        return Ok(());
    };
    let mut rungs = auxiliaries.several(below_last.len());
    rungs.push(*last);
    for (literal, rungs) in below_last.iter().zip(rungs.windows(2)) {
        let [rung, next] = [rungs[0], rungs[1]];
        sink.clause(&[!next, rung])?;
        sink.clause(&[!*literal, rung])?;
        sink.clause(&[!*literal, !next])?;
        sink.clause(&[*literal, !rung, next])?;
    }
    Ok(())
}

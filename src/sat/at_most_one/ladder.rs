//! The ladder encoding: how high the true literal stands.
//!
//! I. Gent and P. Nightingale, *A New Encoding of AllDifferent into SAT*, ModRef 2004; C. Ansótegui
//! and F. Manyà, *Mapping Problems with Finite-Domain Variables into Problems with Boolean
//! Variables*, SAT 2004, where it is the regular encoding. Theirs say exactly one. Here the lowest
//! rung is a variable too, so that none may be true.

use super::super::cnf::{ClauseSink, Literal};
use super::{Auxiliaries, EncodedSize, Scheme};

/// A rung for each literal, true if that literal or a later one is: a later rung has all before it,
/// and a literal is true exactly when its rung is the last true one. The last rung is the last
/// literal itself, and so `k − 1` are auxiliary variables, with `4k − 4` clauses.
///
/// Because this is said in both directions, the literals determine the rungs: a formula has as many
/// models as the literals alone have, which holds for no other encoding with auxiliary variables
/// here.
pub(super) struct Ladder;

impl Scheme for Ladder {
    fn size(literals: usize) -> EncodedSize {
        EncodedSize {
            clauses: 4 * literals as u64 - 4,
            auxiliaries: literals - 1,
        }
    }

    fn encode<S: ClauseSink>(
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
}

//! The commander encoding: an auxiliary variable for every three literals is true if one of them
//! is.
//!
//! W. Klieber and G. Kwon, *Efficient CNF Encoding for Selecting 1 from N Objects*, CFV 2007.

use super::super::cnf::{ClauseSink, Literal};
use super::auxiliaries::Auxiliaries;
use super::encoded_size::EncodedSize;
use super::pairwise;

/// The number of literals in a squad. Three yields the fewest clauses.
const SQUAD: usize = 3;

pub(super) fn size(literals: usize) -> EncodedSize {
    let squads = literals / SQUAD;
    let [more_clauses, more_commanders] = match literals % SQUAD {
        2 => [4, 1],
        _ => [0, 0],
    };
    let above = pairwise::size_or(literals.div_ceil(SQUAD), size);
    EncodedSize {
        clauses: 7 * squads as u64 + more_clauses + above.clauses,
        auxiliaries: squads + more_commanders as usize + above.auxiliaries,
    }
}

/// Squads of three literals, each with a commander that is true exactly if one of its squad is: a
/// squad of `s` takes `s(s − 1)/2 + s + 1` clauses. At most one commander is true, by the same
/// encoding. A last squad of one is its own commander.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut commanders = Vec::with_capacity(group.len().div_ceil(SQUAD));
    let mut one_of = Vec::with_capacity(SQUAD + 1);
    for squad in group.chunks(SQUAD) {
        if let [alone] = squad {
            commanders.push(*alone);
            continue;
        }
        let commander = auxiliaries.one();
        commanders.push(commander);
        one_of.clear();
        one_of.extend_from_slice(squad);
        one_of.push(!commander);
        sink.clause(&one_of)?;
        for literal in squad {
            sink.clause(&[!*literal, commander])?;
        }
        pairwise::encode(squad, sink)?;
    }
    match pairwise::size_or(commanders.len(), size).auxiliaries {
        0 => pairwise::encode(&commanders, sink),
        _ => encode(&commanders, auxiliaries, sink),
    }
}

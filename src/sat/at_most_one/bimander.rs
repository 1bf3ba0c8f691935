//! The bimander encoding: the binary number of the group that contains the true literal.
//!
//! V.-H. Nguyen and S. Mai, *A New Method to Encode the At-Most-One Constraint into SAT*, SoICT
//! 2015. Of the numbers of groups they try, this uses `⌈k/2⌉`: groups of two.

use super::super::cnf::{ClauseSink, Literal};
use super::auxiliaries::Auxiliaries;
use super::binary::{binary_digits, set_digits};
use super::encoded_size::EncodedSize;
use super::pairwise;

/// The number of literals in a group.
const GROUP: usize = 2;

pub(super) fn size(literals: usize) -> EncodedSize {
    let digits = binary_digits(literals.div_ceil(GROUP));
    EncodedSize {
        clauses: (literals / GROUP + literals * digits) as u64,
        auxiliaries: digits,
    }
}

/// The literals of a group exclude each other, and each literal sets the binary digits of its
/// group: `⌊k/2⌋ + k⌈log₂ ⌈k/2⌉⌉` clauses, `⌈log₂ ⌈k/2⌉⌉` auxiliary variables.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let digits = auxiliaries.several(binary_digits(group.len().div_ceil(GROUP)));
    for (number, together) in group.chunks(GROUP).enumerate() {
        pairwise::encode(together, sink)?;
        for literal in together {
            set_digits(*literal, &digits, number, sink)?;
        }
    }
    Ok(())
}

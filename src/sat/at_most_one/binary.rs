//! The binary encoding, also called bitwise or logarithmic: the number of the true literal.
//!
//! A. Frisch, T. Peugniez, A. Doggett and P. Nightingale, *Solving Non-Boolean Satisfiability
//! Problems with Stochastic Local Search: A Comparison of Encodings*, Journal of Automated Reasoning
//! 35, 2005.

use super::super::cnf::{ClauseSink, Literal};
use super::auxiliaries::Auxiliaries;
use super::encoded_size::EncodedSize;

/// The number of binary digits that distinguish this many things: `⌈log₂ things⌉`.
pub(super) fn binary_digits(things: usize) -> usize {
    things.next_power_of_two().trailing_zeros() as usize
}

/// Writes that `literal` sets `digits` to those of `number`, the lowest first.
pub(super) fn set_digits<S: ClauseSink>(
    literal: Literal,
    digits: &[Literal],
    number: usize,
    sink: &mut S,
) -> Result<(), S::Error> {
    for (place, digit) in digits.iter().enumerate() {
        let set = match number >> place & 1 {
            1 => *digit,
            _ => !*digit,
        };
        sink.clause(&[!literal, set])?;
    }
    Ok(())
}

pub(super) fn size(literals: usize) -> EncodedSize {
    let digits = binary_digits(literals);
    EncodedSize {
        clauses: literals as u64 * digits as u64,
        auxiliaries: digits,
    }
}

/// An auxiliary variable for each binary digit of the index in the group. A literal sets all of
/// them: `k⌈log₂ k⌉` clauses, `⌈log₂ k⌉` auxiliary variables.
pub(super) fn encode<S: ClauseSink>(
    group: &[Literal],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let digits = auxiliaries.several(binary_digits(group.len()));
    for (number, literal) in group.iter().enumerate() {
        set_digits(*literal, &digits, number, sink)?;
    }
    Ok(())
}

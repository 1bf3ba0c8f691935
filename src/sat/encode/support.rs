//! Support clauses: each digit of a cell needs one of its partners in the other cell (I. Gent, *Arc
//! Consistency in SAT*, ECAI 2002). Unit propagation finds what arc consistency finds, and there are
//! at most `2n` clauses and no auxiliary variables.

use super::encoder::{Encoder, Refused, Term};
use crate::board::{Cell, Digit};

/// Allows only some digits in a cell.
pub(super) fn of_cell(
    cell: Cell,
    is_allowed: impl Fn(Digit) -> bool,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let forbidden: Vec<(Digit, Term)> =
        to.digits(cell).filter(|(at, _)| !is_allowed(*at)).collect();
    forbidden
        .into_iter()
        .try_for_each(|(_, term)| to.implies(term, []))
}

/// Allows only some pairs of digits in two cells.
pub(super) fn of_pair(
    [one, other]: [Cell; 2],
    is_allowed: impl Fn(Digit, Digit) -> bool,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let ones: Vec<(Digit, Term)> = to.digits(one).collect();
    let others: Vec<(Digit, Term)> = to.digits(other).collect();
    for (digit, term) in &ones {
        let partners = others
            .iter()
            .filter(|(other, _)| is_allowed(*digit, *other));
        to.implies(*term, partners.map(|(_, term)| *term))?;
    }
    for (digit, term) in &others {
        let partners = ones.iter().filter(|(one, _)| is_allowed(*one, *digit));
        to.implies(*term, partners.map(|(_, term)| *term))?;
    }
    Ok(())
}

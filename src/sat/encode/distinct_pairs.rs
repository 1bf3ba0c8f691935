//! Distinct pairs: a variable for each combination of two digits at each pair of cells.
//!
//! A combination at a pair is equivalent to its two digits. It occurs in at most one pair, and in one if
//! there are as many pairs as combinations. Second cells that share a row, column or box hold it at most
//! once anyway, so their pairs form a group with one variable for all of them, *the combination occurs in
//! this group*: the regions of a 9×9 board take 81 × 36 clauses for pairs of rows instead of 81 × 3240 for
//! pairs of cells. Many groups are read by a unary counter (C. Sinz, *Towards an Optimal CNF Encoding of
//! Boolean Cardinality Constraints*, CP 2005).

use super::digit_set::names;
use super::encoder::{Encoder, Refused, Term};
use super::sums::houses_of_board;
use crate::board::{Cell, Digit, DistinctPairs, Layout};

/// The most terms of which every two exclude each other in a clause.
const MOST_PAIRWISE: usize = 9;

/// Writes the clauses.
pub(super) fn encode(
    cells: &[Cell],
    distinct: &DistinctPairs,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let (pairs, _) = cells.as_chunks::<2>();
    let groups = groups(to.layout, pairs);
    let [firsts, seconds] = &distinct.digits;
    for first in firsts {
        for second in seconds {
            let mut places = Vec::new();
            for group in &groups {
                places.push(occurs(group, [*first, *second], to)?);
            }
            places.retain(|term| *term != Term::False);
            at_most_one(&places, to)?;
            if distinct.is_full(pairs.len()) {
                to.one_of(places)?;
            }
        }
    }
    Ok(())
}

/// Divides the pairs into groups whose second cells share a house of the board.
fn groups(layout: &Layout, pairs: &[[Cell; 2]]) -> Vec<Vec<[Cell; 2]>> {
    let mut left = pairs.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let of_house = houses_of_board(layout).map(|house| {
            let is_in = |pair: &&[Cell; 2]| house.cells.contains(&pair[1]);
            left.iter().filter(is_in).copied().collect::<Vec<_>>()
        });
        // The first one of several with as many.
        let largest = of_house.reduce(|largest, next| match next.len() > largest.len() {
            true => next,
            false => largest,
        });
        let group = largest.filter(|group| group.len() > 1);
        let group = group.unwrap_or_else(|| left[..1].to_vec());
        left.retain(|pair| !group.contains(pair));
        groups.push(group);
    }
    groups
}

/// Returns a term that is true if and only if a pair of the group holds these digits.
fn occurs(
    group: &[[Cell; 2]],
    [first, second]: [Digit; 2],
    to: &mut Encoder<'_>,
) -> Result<Term, Refused> {
    let layout = to.layout;
    let mut places = Vec::new();
    for pair in group {
        let digits = [to.candidate(pair[0], first), to.candidate(pair[1], second)];
        let place = match digits {
            [Term::False, _] | [_, Term::False] => continue,
            [Term::True, other] | [other, Term::True] => other,
            [one, other] => {
                let value = |digit| layout.geometry().value(digit);
                let place = to.variable(format_args!(
                    "{} are {} and {}",
                    names(layout, pair),
                    value(first),
                    value(second)
                ))?;
                to.implies(place, [one])?;
                to.implies(place, [other])?;
                to.implies(one, [!other, place])?;
                place
            }
        };
        places.push(place);
    }
    to.any_of(places, || "the pair is in this group".to_string())
}

/// Requires that at most one of the terms is true.
fn at_most_one(terms: &[Term], to: &mut Encoder<'_>) -> Result<(), Refused> {
    if terms.len() <= MOST_PAIRWISE {
        return to.exclude_pairs(terms);
    }
    let mut before = terms[0];
    for term in &terms[1..] {
        to.implies(*term, [!before])?;
        let next = to.variable(format_args!("the pair is in a group up to here"))?;
        to.implies(before, [next])?;
        to.implies(*term, [next])?;
        before = next;
    }
    Ok(())
}

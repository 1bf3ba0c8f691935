//! Primitives that all hold: those of a drawn constraint, or of an alternative.

use super::at_most_one::EncodedSize;
use super::linear::{self, Houses};
use super::terms::TermSink;
use super::{choice, connected, digit_count, digit_set, distinct_pairs};
use crate::board::{House, Layout, PrimitivesOf, Relation};

/// Returns an upper bound on the size of the clauses of primitives, on a board with `size` digits.
pub(super) fn bound(size: usize, of: &PrimitivesOf<'_>) -> EncodedSize {
    (of.houses.iter().map(|of| house_bound(size, of)))
        .chain(of.relations.iter().map(|of| relation_bound(of)))
        .chain(of.equations.iter().map(|of| linear::bound(size, of)))
        .chain(of.automata.iter().map(|of| digit_count::bound(size, of)))
        .chain(of.choices.iter().map(|of| choice::bound(size, of)))
        .chain(of.connected.iter().map(|of| connected::bound(of)))
        .chain(of.distinct_pairs.iter().map(|of| distinct_pairs::bound(of)))
        .sum()
}

/// Returns an upper bound on the size of the clauses of a house.
fn house_bound(size: usize, house: &House) -> EncodedSize {
    let cells = house.cells.len();
    let pairs = (size * cells * cells.saturating_sub(1) / 2) as u64;
    let sets = digit_set::bound(size, cells, house.sets().map_or(0, <[_]>::len));
    EncodedSize {
        clauses: pairs + sets.clauses,
        ..sets
    }
}

/// Returns the size of the clauses of a relation.
fn relation_bound(relation: &Relation) -> EncodedSize {
    EncodedSize {
        clauses: relation.pair_count() as u64,
        auxiliaries: 0,
    }
}

/// Writes the clauses of primitives.
pub(super) fn encode<E>(
    layout: &Layout,
    primitives: &PrimitivesOf<'_>,
    of_board: Houses,
    to: &mut TermSink<'_, E>,
) -> Result<(), E> {
    for house in &primitives.houses {
        for digit in layout.geometry().digits() {
            let places = house.cells.iter();
            let places: Vec<_> = places.map(|cell| to.candidate(*cell, digit)).collect();
            for (index, one) in places.iter().enumerate() {
                for other in &places[index + 1..] {
                    to.implies(*one, [!*other])?;
                }
            }
        }
    }
    for relation in &primitives.relations {
        for [one, other] in relation.pairs() {
            let other = to.candidate(other.cell, other.digit);
            to.implies(to.candidate(one.cell, one.digit), [!other])?;
        }
    }
    encode_drawn(layout, primitives, of_board, to)
}

/// Writes the clauses of digit sets, and of primitives other than houses and relations.
pub(super) fn encode_drawn<E>(
    layout: &Layout,
    primitives: &PrimitivesOf<'_>,
    of_board: Houses,
    to: &mut TermSink<'_, E>,
) -> Result<(), E> {
    for house in &primitives.houses {
        digit_set::encode(layout, house, to)?;
    }
    for equation in &primitives.equations {
        linear::encode(layout, equation, of_board, to)?;
    }
    digit_count::encode(layout, primitives.automata.iter().copied(), to)?;
    for choice in &primitives.choices {
        choice::encode(layout, choice, of_board, to)?;
    }
    connected::encode(layout, primitives.connected.iter().copied(), to)?;
    for pairs in &primitives.distinct_pairs {
        distinct_pairs::encode(layout, pairs, to)?;
    }
    Ok(())
}

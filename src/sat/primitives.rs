//! Primitives that all hold: those of a drawn constraint, or of an alternative.

use super::at_most_one::EncodedSize;
use super::linear::{self, Houses};
use super::terms::TermSink;
use super::{automaton, choice, connected, digit_count, digit_set, distinct_pairs};
use crate::board::{House, Layout, Primitive, Relation, Rule};

/// Returns an upper bound on the size of the clauses of primitives, on a board with `size` digits.
pub(super) fn bound<'l>(
    size: usize,
    primitives: impl IntoIterator<Item = &'l Primitive>,
) -> EncodedSize {
    let bounds = primitives.into_iter().map(|of| match &of.rule {
        Rule::Relation(relation) => relation_bound(relation),
        Rule::House(house) => house_bound(size, house),
        Rule::Equation(equation) => linear::bound(size, equation),
        Rule::Automaton(automaton) => automaton::bound(size, automaton),
        Rule::Count(count) => digit_count::bound(size, count),
        Rule::Connected(connected) => connected::bound(connected),
        Rule::DistinctPairs(pairs) => distinct_pairs::bound(pairs),
        Rule::Choice(choice) => choice::bound(size, choice),
    });
    bounds.sum()
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
pub(super) fn encode<'l, E>(
    layout: &'l Layout,
    primitives: impl Iterator<Item = &'l Primitive> + Clone,
    of_board: Houses,
    to: &mut TermSink<'_, E>,
) -> Result<(), E> {
    for house in primitives.clone().filter_map(Primitive::house) {
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
    for relation in primitives.clone().filter_map(Primitive::relation) {
        for [one, other] in relation.pairs() {
            let other = to.candidate(other.cell, other.digit);
            to.implies(to.candidate(one.cell, one.digit), [!other])?;
        }
    }
    encode_others(layout, primitives, of_board, to)
}

/// Writes the clauses of primitives, except those of relations and of different digits in houses. The
/// encoders of boards write these.
pub(super) fn encode_others<'l, E>(
    layout: &'l Layout,
    primitives: impl IntoIterator<Item = &'l Primitive>,
    of_board: Houses,
    to: &mut TermSink<'_, E>,
) -> Result<(), E> {
    let (mut counts, mut before) = (None, None);
    for Primitive { source, rule } in primitives {
        match rule {
            Rule::Relation(_) => {}
            Rule::House(house) => digit_set::encode(layout, house, to)?,
            Rule::Equation(equation) => linear::encode(layout, *source, equation, of_board, to)?,
            Rule::Automaton(automaton) => automaton::encode(layout, *source, automaton, to)?,
            Rule::Count(count) => digit_count::encode(layout, *source, count, &mut counts, to)?,
            Rule::Connected(group) => {
                connected::encode(layout, *source, group, &mut before, to)?;
            }
            Rule::DistinctPairs(pairs) => distinct_pairs::encode(layout, pairs, to)?,
            Rule::Choice(choice) => choice::encode(layout, *source, choice, of_board, to)?,
        }
    }
    Ok(())
}

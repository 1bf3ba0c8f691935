//! From a puzzle to clauses. [`Translation`] writes the clauses of the board ([`houses`]) and then those
//! of each other primitive, by one encoder for each kind of them.
//!
//! | primitive | file | encoding |
//! |---|---|---|
//! | house, relation | here | pairs of candidates |
//! | digit sets of a house | `digit_set.rs` | a selector for each set |
//! | sum | `sums.rs` | digit sets of groups, whose sums are added by `bounds.rs` or `paths.rs` |
//! | automaton | `automaton.rs` | paths through its states (`paths.rs`); two cells: `support.rs` |
//! | count of a digit | `digit_count.rs` | paths, row by row |
//! | connected cells | `connected.rs` | distances from a root |
//! | distinct pairs | `distinct_pairs.rs` | a variable for each pair of digits at each pair of cells |
//! | alternatives | here | a selector for each, on which its clauses depend |

mod at_most_one;
mod automaton;
mod auxiliaries;
mod bounds;
mod connected;
mod connected_halves;
mod digit_count;
mod digit_set;
mod distinct_pairs;
mod encoder;
mod encoding;
mod houses;
mod paths;
mod sums;
mod support;
#[cfg(test)]
mod testing;
mod translation;
mod var_map;

pub use at_most_one::{AtMostOne, EncodedSize};
pub use encoder::Houses;
pub use encoding::Encoding;
pub use translation::Translation;
pub use var_map::VarMap;

use self::auxiliaries::Auxiliaries;
use self::encoder::{Encoder, Refused, Term, write_into};
use super::formula::{ClauseCounter, ClauseSink, Literal};
use crate::board::{Cell, Grid, Layout, PairTable, Primitive, Puzzle, Rule};

/// Counts the clauses of all drawn constraints on a blank board, up to one more than `most`.
pub fn drawn_clauses(layout: &Layout, most: u64) -> u64 {
    let blank = Puzzle::without_givens(layout.restricted_to(&[]).into());
    let mut counter = ClauseCounter::up_to(most);
    let map = VarMap::full(layout.geometry());
    let drawn = layout.primitives().iter().filter(|of| of.source.is_drawn());
    let candidates = (&map, blank.givens());
    // What exceeds the limit need not be counted.
    _ = write_primitives(
        layout,
        drawn,
        Houses::Full,
        candidates,
        (map.len(), None),
        &mut counter,
    );
    counter.clauses
}

/// Writes the clauses of primitives on the board of `layout`, over the candidates with a variable in a map
/// and those of fixed cells. They hold only if the guard is true. New variables have an index of at least
/// `first`. Returns the index after the last one.
///
/// # Errors
/// The first error of the sink.
pub fn write_primitives<'l, S: ClauseSink>(
    layout: &'l Layout,
    primitives: impl IntoIterator<Item = &'l Primitive>,
    houses: Houses,
    candidates: (&VarMap, &Grid),
    (first, guard): (usize, Option<Literal>),
    sink: &mut S,
) -> Result<usize, S::Error> {
    let mut auxiliaries = Auxiliaries::after(first);
    write_into(sink, |sink| {
        let mut to = Encoder::new(layout, candidates, &mut auxiliaries, sink);
        to.houses = houses;
        match guard {
            None => encode(primitives, &mut to),
            Some(guard) => to.guarded(Term::Literal(guard), |to| encode(primitives, to)),
        }
    })?;
    Ok(auxiliaries.variables())
}

/// Writes the clauses of primitives that all hold.
fn encode<'l>(
    primitives: impl IntoIterator<Item = &'l Primitive>,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let (mut counts, mut before) = (None, None);
    for Primitive {
        source,
        cells,
        rule,
    } in primitives
    {
        to.source = *source;
        match rule {
            Rule::Different => encode_house(cells, to)?,
            Rule::DigitSets(of) => {
                encode_house(cells, to)?;
                digit_set::encode(cells, &of.sets, to)?;
            }
            Rule::Relation(table) => encode_relation(cells, table, to)?,
            Rule::Sum(equation) => sums::encode(cells, equation, to)?,
            Rule::Automaton(automaton) => automaton::encode(cells, automaton, to)?,
            Rule::Count(count) => digit_count::encode(cells, count, &mut counts, to)?,
            Rule::Connected(of) => connected::encode((cells, of), &mut before, to)?,
            Rule::DistinctPairs(of) => distinct_pairs::encode(cells, of, to)?,
            Rule::Either(alternatives) => encode_either(alternatives, to)?,
        }
    }
    Ok(())
}

/// Excludes the pairs of candidates that a relation forbids.
fn encode_relation(cells: &[Cell], table: &PairTable, to: &mut Encoder<'_>) -> Result<(), Refused> {
    if to.has_pairs {
        return Ok(());
    }
    table.pairs().try_for_each(|[one, other]| {
        let other = to.candidate(cells[1], other);
        to.implies(to.candidate(cells[0], one), [!other])
    })
}

/// Excludes each digit twice in a house.
fn encode_house(cells: &[Cell], to: &mut Encoder<'_>) -> Result<(), Refused> {
    if to.has_pairs {
        return Ok(());
    }
    let mut digits = to.layout.geometry().digits();
    digits.try_for_each(|digit| to.exclude_pairs(&to.places(cells, digit)))
}

/// Writes the clauses of alternatives, each of which depends on a selector.
///
/// One selector is true. Nothing follows from a false one, so a solution can have several models; they
/// differ in selectors and in the auxiliary variables of alternatives that do not hold.
///
/// Clauses that only define auxiliary variables do not depend on the selector, which is instead the start
/// and the end of each [diagram](paths). Unit propagation therefore refutes an alternative that
/// cannot hold before its selector is decided. A puzzle with three choices between lines, which took the
/// solver 21 s, takes 8.5 s.
fn encode_either(alternatives: &[Vec<Primitive>], to: &mut Encoder<'_>) -> Result<(), Refused> {
    let source = to.source;
    let mut selectors = Vec::new();
    for number in 1..=alternatives.len() {
        selectors.push(to.variable(format_args!("alternative {number} of {source} holds"))?);
    }
    to.one_of(selectors.iter().copied())?;
    for (alternative, selector) in alternatives.iter().zip(selectors) {
        to.guarded(selector, |to| encode(alternative, to))?;
        to.source = source;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::testing::is_consistent;

    #[test]
    fn alternatives_that_cannot_hold_are_refuted_before_they_are_chosen() {
        let sums = "either { sum 6 r1c1 r5c5 r9c9 } or { sum 5 r1c1 r5c5 r9c9 }";
        assert!(is_consistent(sums, &[("r1c1", 3), ("r5c5", 1)]));
        assert!(!is_consistent(sums, &[("r1c1", 3), ("r5c5", 3)]));
    }
}

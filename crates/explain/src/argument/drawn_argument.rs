//! Arguments of steps of one drawn constraint, and of sums that houses imply.

use std::borrow::Cow;

use super::super::drawn::wording::{drawn_name, lead, rule_text};
use super::super::fact::Fact;
use super::super::position::{Position, Tables};
use super::super::reason::Reasoner;
use super::super::wording::{capital, digits, eliminated, join, outcomes};
use super::contradictions;
use satdoku::board::{Candidate, Digit, Geometry, Layout, ones};

/// The most groups of cells outside of a constraint that are listed one by one.
const MOST_GROUPS: usize = 3;

/// The number of digit sets from which on they are not listed.
const MOST_SETS: usize = 5;

/// Returns the sentences that show how the sums among the facts follow.
pub(super) fn sums_text(
    layout: &Layout,
    position: &Position,
    facts: &[(Fact, Vec<Candidate>)],
) -> String {
    let sums = facts.iter().filter_map(|(fact, _)| {
        let Fact::Sum(sum) = fact else {
            return None;
        };
        let sum = sum.on(layout)?;
        let digits = |cell| position.set_of(cell);
        let open = sum.terms.open(layout.geometry(), digits);
        Some(format!("{} ", sum.to_text(layout, &open)))
    });
    sums.collect()
}

/// Returns what follows from a sum alone. A sum of one cell needs no conclusion.
pub(super) fn sum_conclusion(
    position: &Position,
    members: &[Candidate],
    places: &[Candidate],
    eliminates: &[Candidate],
    board: &Geometry,
) -> String {
    let is_inside = |at: &Candidate| members.iter().any(|member| member.cell == at.cell);
    let (inside, outside): (Vec<Candidate>, Vec<Candidate>) =
        eliminates.iter().partition(|at| is_inside(at));
    let concluded = outcomes(position, places, &inside);
    let open = members.chunk_by(|one, other| one.cell == other.cell);
    let is_digit = open.filter(|of_cell| of_cell.len() > 1).count() == 1;
    let mut sentences = Vec::new();
    if !concluded.is_empty() && !is_digit {
        sentences.push(format!("So {}.", join(&concluded, "and")));
    }
    if !outside.is_empty() {
        let concluded = join(&eliminated(&outside, board), "and");
        let named = digits(&outside, board, "and");
        sentences.push(format!(
            "Every way to reach this puts {named} in sight, so {concluded}."
        ));
    }
    sentences.join(" ")
}

/// Returns the argument of a step of one drawn constraint in words.
pub(super) fn drawn_text(
    tables: &Tables,
    number: usize,
    members: &[Candidate],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let layout = &tables.layout;
    let facts = [(Fact::Constraint(number), members.to_vec())];
    let Some(rule) = tables.rule(number) else {
        return contradictions(tables, &facts, places, eliminates);
    };
    let place_of = |of: &Candidate| rule.cells.binary_search(&of.cell).ok();
    let mut before = vec![0; rule.cells.len()];
    for member in members {
        if let Some(place) = place_of(member) {
            before[place] |= 1 << member.digit.index();
        }
    }
    let mut wanted = vec![0; rule.cells.len()];
    for placed in places {
        if let Some(place) = place_of(placed) {
            wanted[place] = before[place] & !(1 << placed.digit.index());
        }
    }
    for gone in eliminates {
        if let Some(place) = place_of(gone) {
            wanted[place] |= 1 << gone.digit.index();
        }
    }
    let reasoner = Reasoner::new(layout, &layout.primitives_of(number), Cow::Borrowed(rule));
    let (findings, rest) = reasoner.explain(&before, &wanted);
    let mut texts =
        vec![reasoner.sentences(&findings, &lead(layout, number), &rule_text(layout, number))];
    let outside: Vec<Candidate> = eliminates
        .iter()
        .copied()
        .filter(|at| place_of(at).is_none())
        .collect();
    let name = if findings.is_empty() {
        drawn_name(layout, number)
    } else {
        "it".to_string()
    };
    if !outside.is_empty() {
        let sets = reasoner.few_sets(&before);
        texts.push(outside_text(
            &name,
            sets.as_deref(),
            &reasoner,
            &outside,
            layout.geometry(),
        ));
    }
    if rest.iter().any(|digits| *digits != 0) {
        let unexplained = rest.iter().zip(&rule.cells).flat_map(|(digits, cell)| {
            let digits = ones(*digits).map(Digit::from_index);
            digits.map(|digit| Candidate { cell: *cell, digit })
        });
        let proof = contradictions(tables, &facts, &[], &unexplained.collect::<Vec<_>>());
        let left: Vec<u16> = before
            .iter()
            .zip(&wanted)
            .map(|(of, gone)| of & !gone)
            .collect();
        texts.push(match proof.contains(" Case 1") {
            true => {
                let left = reasoner.left_in_cells(&rest, &left);
                format!("No other way to fill {name} is left, so {left}.")
            }
            false => proof,
        });
    }
    texts.retain(|text| !text.is_empty());
    texts.join(" ")
}

/// Returns why candidates outside of a constraint are excluded: every way to fill it has the digit in a cell
/// that they see.
fn outside_text(
    name: &str,
    sets: Option<&[u64]>,
    reasoner: &Reasoner<'_>,
    outside: &[Candidate],
    board: &Geometry,
) -> String {
    let in_all = |at: &Candidate| {
        sets.is_some_and(|sets| sets.iter().all(|set| set >> at.digit.index() & 1 == 1))
    };
    let concluded = eliminated(outside, board);
    let named = digits(outside, board, "and");
    if let Some(sets) = sets.filter(|sets| !sets.is_empty())
        && outside.iter().all(in_all)
    {
        let concluded = join(&concluded, "and");
        return match (name, sets.len()) {
            (_, MOST_SETS..) => {
                format!("Each combination of {name} has {named}, so {concluded}.")
            }
            ("it", _) => format!("It has {named} in any case, so {concluded}."),
            _ => {
                let sets = capital(&reasoner.sets_text(sets));
                format!("{sets}, so {name} has {named} in any case, and {concluded}.")
            }
        };
    }
    match concluded.len() {
        ..=MOST_GROUPS => format!(
            "Every way to fill {name} puts {named} in sight, so {}.",
            join(&concluded, "and")
        ),
        _ => format!(
            "Every way to fill {name} puts these digits in sight: {}.",
            concluded.join("; ")
        ),
    }
}

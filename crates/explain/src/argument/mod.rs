//! Arguments: the proof of a step in words.
//!
//! Techniques have their usual wording. In a forcing net each conclusion is proved by contradiction:
//! facts with one candidate left, facts whose candidates all exclude another one and, if there are
//! neither, the cases of the fact with the fewest candidates. Only lines that contribute to the
//! contradiction are included.

mod drawn_argument;
mod indirect_proof;

use std::fmt::Write;

use super::fact::{DeadlyPattern, Fact};
use super::position::{Position, Tables};
use super::techniques::pattern::Pattern;
use super::wording::{cell_names, eliminated, join, names, subject};
pub(super) use drawn_argument::DrawnReasons;
use drawn_argument::{drawn_text, sums_text};
use indirect_proof::IndirectProver;
use satdoku::board::{Candidate, Geometry};

/// The number of conclusions up to which each has a proof of its own, unless it is a long one.
const MOST_ARGUED: usize = 3;

/// The most other conclusions that are named after the proof of the first.
const MOST_NAMED: usize = 6;

/// The most facts to combine that are named one by one.
const MOST_COMBINED: usize = 12;

/// Returns the argument of a step with this pattern, these facts and their candidates.
pub(super) fn argue(
    tables: &Tables,
    position: &Position,
    pattern: &Pattern,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let layout = &tables.layout;
    let contradictions =
        |eliminates: &[Candidate]| contradictions(tables, facts, places, eliminates);
    match pattern {
        Pattern::Chain(_, chains) => {
            let text = format!(
                "{} {}",
                chains.to_text(layout),
                contradictions(&chains.others)
            );
            text.trim_end().to_string()
        }
        Pattern::Deadly(deadly) => unique(tables, *deadly, facts, places, eliminates),
        Pattern::Drawn(_) => {
            let text = match facts {
                [(fact, members)] => drawn_text(tables, *fact, members, places, eliminates),
                _ => combined(tables, facts, places, eliminates),
            };
            let text = sums_text(layout, position, facts) + &text;
            text.trim_end().to_string()
        }
        _ => (pattern.to_text(eliminates, layout)).unwrap_or_else(|| contradictions(eliminates)),
    }
}

/// Returns the argument of a step that assumes one solution.
fn unique(
    tables: &Tables,
    deadly: DeadlyPattern,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let board = tables.layout.geometry();
    let extras = facts.first().map_or(&[][..], |(_, extras)| extras);
    let text = unique_text(deadly, extras, board);
    match facts.len() {
        1 if places.is_empty() => {
            format!("{text} So {}.", join(&eliminated(eliminates, board), "and"))
        }
        1 => text,
        _ => format!(
            "{text} {}",
            contradictions(tables, facts, places, eliminates)
        ),
    }
}

/// Returns why one of the other candidates in the cells of a deadly pattern holds.
fn unique_text(pattern: DeadlyPattern, extras: &[Candidate], board: &Geometry) -> String {
    match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let [one, other] = digits.map(|digit| board.value(digit));
            let cells = cell_names(&cells, board);
            let holds = match extras {
                [extra] => {
                    format!("{} is {}", extra.cell.name(board), board.value(extra.digit))
                }
                _ => format!("another digit is there, {}", names(extras, board, "or")),
            };
            format!(
                "If {cells} had only {one} and {other}, exchanging these two digits would give a \
                 second solution. As there is only one, {holds}."
            )
        }
        DeadlyPattern::AllBut(Candidate { cell, digit }) => {
            let (cell, digit) = (cell.name(board), board.value(digit));
            format!(
                "Apart from {digit} at {cell}, every open cell has two digits left, and every digit has \
                 two places in each house where it is open. If {cell} were not {digit}, changing all of \
                 these cells to their other digit would give a second solution. As there is only one, \
                 {cell} is {digit}."
            )
        }
    }
}

/// Returns the argument of a step of several facts with drawn constraints: which to combine, and a proof by
/// contradiction.
fn combined(
    tables: &Tables,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let subjects = facts.iter().map(|(fact, _)| subject(*fact, &tables.layout));
    let (first, others): (String, Vec<String>) = match subjects.collect::<Vec<_>>().split_first() {
        Some((first, others)) => (first.clone(), others.to_vec()),
        None => return String::new(),
    };
    let others = match others.len() {
        many if many >= MOST_COMBINED => format!("{many} other facts"),
        _ => join(&others, "and"),
    };
    format!(
        "Combine {first} with {others}. {}",
        contradictions(tables, facts, places, eliminates)
    )
}

/// Proves conclusions by contradiction: all of them if they are few and the proofs are short, otherwise the
/// first.
fn contradictions(
    tables: &Tables,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let mut text = String::new();
    let board = tables.layout.geometry();
    let denied = places.iter().map(|placed| (*placed, false));
    let denied = denied.chain(eliminates.iter().map(|other| (*other, true)));
    let denied: Vec<(Candidate, bool)> = denied.collect();
    let mut argued = 0;
    let mut previous = None;
    for (candidate, holds) in &denied {
        if argued > 0 && (denied.len() > MOST_ARGUED || text.contains(" Case 1")) {
            break;
        }
        argued += 1;
        let Candidate { cell, digit } = candidate;
        let (cell, digit) = (cell.name(board), board.value(*digit));
        let (is, is_not) = if *holds {
            ("is", "is not")
        } else {
            ("is not", "is")
        };
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}If {cell} {is} {digit}");
        let prover = IndirectProver::new(tables, facts, *candidate);
        let follows = prover.prove(*holds).to_text(&prover, "");
        if previous.as_ref() == Some(&follows) {
            text.push_str(", the same follows.");
        } else {
            text.push_str(&follows);
            previous = Some(follows);
        }
        let _ = write!(text, " So {cell} {is_not} {digit}.");
    }
    let others = &denied[argued..];
    let candidates: Vec<Candidate> = others.iter().map(|(candidate, _)| *candidate).collect();
    match others {
        [] => {}
        [(_, true), ..] if others.len() <= MOST_NAMED => {
            let _ = write!(
                text,
                " The same facts also exclude {}.",
                names(&candidates, board, "and")
            );
        }
        _ => text.push_str(" The other conclusions follow from the same facts."),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::Puzzle;
    use satdoku::board::{Cell, Digit};

    #[test]
    fn many_facts_are_counted() {
        let puzzle: Puzzle = "................".parse().unwrap();
        let tables = Tables::new(puzzle.layout().clone());
        let facts = |count: usize| -> Vec<(Fact, Vec<Candidate>)> {
            let cells = (0..count).map(Cell::from_index);
            let of_cell = |cell| {
                let digits = (0..4).map(Digit::from_index);
                let members = digits.map(|digit| Candidate { cell, digit });
                (Fact::Cell(cell), members.collect())
            };
            cells.map(of_cell).collect()
        };
        let concluded = [facts(1)[0].1[0]];
        let text = |count| combined(&tables, &facts(count), &[], &concluded);
        assert!(text(3).starts_with("Combine r1c1 with r1c2 and r1c3. "));
        assert!(text(13).starts_with("Combine r1c1 with 12 other facts. "));
    }
}

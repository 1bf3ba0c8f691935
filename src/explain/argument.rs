//! Arguments: the proof of a step in words.
//!
//! Subsets, fish and single facts have the usual wording. In all other steps each conclusion is
//! proved by contradiction: facts with one candidate left, facts whose candidates all exclude
//! another one and, if there are neither, the cases of the fact with the fewest candidates. Only
//! lines that contribute to the contradiction are included.

use std::fmt::Write;

use super::fact::{Fact, HouseName, sorted_set};
use super::indirect_proof::IndirectProver;
use super::technique::Technique;
use super::wording::{cells, digits, join, names, nothing_left, options, subject};
use crate::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// The number of conclusions up to which each has a proof of its own.
const MOST_ARGUED: usize = 3;

/// Returns the argument of a step with these facts and their candidates.
pub(super) fn argue(
    layout: &Layout,
    technique: Technique,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let size = layout.size();
    match (technique, facts) {
        (Technique::Contradiction, [(fact, _)]) => {
            format!("{}.", capital(&nothing_left(*fact, size)))
        }
        (Technique::HiddenSingle, [(Fact::House(house, digit), members)]) => {
            let house = HouseName(*house);
            let place = members[0].cell.name(size);
            format!("In {house}, {digit} has one place left: {place}.")
        }
        (Technique::NakedSingle, [(_, members)]) => {
            let Candidate { cell, digit } = members[0];
            format!("{} has one digit left: {digit}.", cell.name(size))
        }
        (Technique::Pointing | Technique::Claiming, [(Fact::House(house, digit), members)]) => {
            locked(layout, *house, *digit, members, eliminates)
        }
        (_, [(fact, members)]) => format!(
            "{} is {}. Each of these excludes {}.",
            subject(*fact, size),
            options(*fact, members, size),
            names(eliminates, size, "and")
        ),
        (Technique::NakedSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            format!(
                "{} have only {} left and hold these digits in some order. So a cell that sees all \
                 places of one of them cannot have it.",
                cells(&members, size, "and"),
                digits(&members)
            )
        }
        (Technique::HiddenSubset(_), _) => {
            let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
            let house = match facts[0].0 {
                Fact::House(house, _) => HouseName(house).to_string(),
                Fact::Cell(cell) => cell.name(size).to_string(),
            };
            format!(
                "In {house}, {} can only be at {}. These cells hold them in some order, and nothing \
                 else.",
                digits(&members),
                cells(&members, size, "and")
            )
        }
        (Technique::Fish(_), _) => fish(facts, size),
        _ => argue_each(layout, facts, places, eliminates),
    }
}

fn locked(
    layout: &Layout,
    house: HouseKind,
    digit: Digit,
    members: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let house = HouseName(house);
    let all: Vec<Cell> = members.iter().chain(eliminates).map(|c| c.cell).collect();
    let mut shared = layout.houses().iter().map(|h| (h.kind, &h.cells));
    let cover = shared.find(|(kind, cells)| {
        HouseName(*kind) != house && all.iter().all(|cell| cells.contains(cell))
    });
    let cover = cover.map_or_else(String::new, |(kind, _)| HouseName(kind).to_string());
    format!(
        "In {house}, {digit} can only be at {}. These cells are all in {cover}, so {digit} is \
         nowhere else in {cover}.",
        cells(members, layout.size(), "or")
    )
}

fn fish(facts: &[(Fact, Vec<Candidate>)], size: usize) -> String {
    let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
    let mut bases = Vec::new();
    let mut of_rows = true;
    for (fact, _) in facts {
        if let Fact::House(kind, _) = fact {
            of_rows = HouseName(*kind).to_string().starts_with("row");
            bases.push(HouseName(*kind).to_string());
        }
    }
    let across = |c: &Candidate| {
        if of_rows {
            c.cell.index() % size
        } else {
            c.cell.index() / size
        }
    };
    let covers = sorted_set(members.iter().map(across));
    let kind = if of_rows { "column" } else { "row" };
    let covers: Vec<String> = covers
        .iter()
        .map(|line| format!("{kind} {}", line + 1))
        .collect();
    let digit = members[0].digit;
    format!(
        "In {}, {digit} can only be in {}. Each of the {} takes one of these {kind}s, so {digit} is \
         nowhere else in them.",
        join(&bases, "and"),
        join(&covers, "or"),
        number(bases.len())
    )
}

fn argue_each(
    layout: &Layout,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> String {
    let mut text = String::new();
    let size = layout.size();
    let denied = places.iter().map(|placed| (*placed, false));
    let denied = denied.chain(eliminates.iter().map(|other| (*other, true)));
    let denied: Vec<(Candidate, bool)> = denied.collect();
    let argued = if denied.len() <= MOST_ARGUED {
        denied.len()
    } else {
        1
    };
    let mut previous = None;
    for (candidate, holds) in &denied[..argued] {
        let Candidate { cell, digit } = candidate;
        let cell = cell.name(size);
        let (is, is_not) = if *holds {
            ("is", "is not")
        } else {
            ("is not", "is")
        };
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}If {cell} {is} {digit}");
        let proof = IndirectProver::new(layout, facts, *candidate).prove(*holds);
        let follows = proof.to_text(facts, size, "");
        if previous.as_ref() == Some(&follows) {
            text.push_str(", the same follows.");
        } else {
            text.push_str(&follows);
            previous = Some(follows);
        }
        let _ = write!(text, " So {cell} {is_not} {digit}.");
    }
    let others: Vec<Candidate> = denied[argued..]
        .iter()
        .map(|(candidate, _)| *candidate)
        .collect();
    if !others.is_empty() {
        let names = names(&others, size, "and");
        let _ = write!(text, " By the same facts, in the same way, {names} go.");
    }
    text
}

fn number(count: usize) -> String {
    let words = ["none", "one", "two", "three", "four"];
    words
        .get(count)
        .map_or_else(|| count.to_string(), ToString::to_string)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase())
            .chain(letters)
            .collect()
    })
}

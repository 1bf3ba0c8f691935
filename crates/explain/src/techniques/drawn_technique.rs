//! Recognition of the technique of a step with drawn constraints, by the kinds of its facts.

use super::super::fact::Fact;
use super::technique::Technique;
use satdoku::board::{Candidate, Constraint, Layout};

/// Returns the name of a step, or `None` if no drawn constraint is among its facts.
pub(super) fn drawn_technique(
    layout: &Layout,
    facts: &[(Fact, Vec<Candidate>)],
    places: &[Candidate],
    eliminates: &[Candidate],
) -> Option<Technique> {
    let is_sum = |(fact, _): &(Fact, Vec<Candidate>)| matches!(fact, Fact::Sum(_));
    if facts.iter().all(is_sum) {
        return Some(Technique::InniesAndOuties);
    }
    if facts.iter().any(is_sum) {
        return Some(Technique::Proof(facts.len()));
    }
    let drawn = facts.iter().filter_map(|(fact, _)| match fact {
        Fact::Constraint(number) => layout.constraints().get(*number),
        _ => None,
    });
    let drawn: Vec<&Constraint> = drawn.collect();
    let (first, rest) = drawn.split_first()?;
    let are_houses = facts
        .iter()
        .any(|(fact, _)| matches!(fact, Fact::House(..)));
    let technique = family(first);
    let others = [Technique::SingleConstraint, Technique::Proof(facts.len())];
    let is_family = !are_houses
        && rest.iter().all(|other| family(other) == technique)
        && (technique != Technique::SingleConstraint || facts.len() == 1);
    if !is_family {
        return Some(others[1]);
    }
    if technique != Technique::CageCombinations {
        return Some(technique);
    }
    let concluded = places.iter().chain(eliminates);
    if facts.len() == 1 {
        let cells = first.cells(layout.geometry());
        let is_inside = concluded.into_iter().any(|at| cells.contains(&at.cell));
        return Some(match is_inside {
            true => technique,
            false => Technique::CageForcedDigit,
        });
    }
    Some(match facts.len() {
        2 | 3 => technique,
        _ => others[1],
    })
}

/// Returns the technique of steps that need only constraints of this kind.
fn family(constraint: &Constraint) -> Technique {
    match constraint.name() {
        "cage" => Technique::CageCombinations,
        "thermometer" | "slow-thermometer" => Technique::ThermometerBounds,
        "arrow" | "double-arrow" => Technique::ArrowSum,
        "difference" | "ratio" => Technique::KropkiChain,
        "whispers" => Technique::WhisperAlternation,
        "renban" => Technique::RenbanRange,
        _ => Technique::SingleConstraint,
    }
}

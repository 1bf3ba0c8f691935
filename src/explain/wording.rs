//! Texts for facts, cells and candidates.

use super::fact::{Fact, HouseName, sorted_set};
use crate::board::{Candidate, Cell};

/// Returns `r1c1` or `7 in box 5`.
pub(super) fn subject(fact: Fact, size: usize) -> String {
    fact.name(size).to_string()
}

/// Returns the candidates left for a fact: digits for a cell, places for a digit.
pub(super) fn options(fact: Fact, left: &[Candidate], size: usize) -> String {
    match fact {
        Fact::Cell(_) => {
            let digits: Vec<String> = left.iter().map(|c| c.digit.to_string()).collect();
            join(&digits, "or")
        }
        Fact::House(..) => format!("at {}", cells(left, size, "or")),
    }
}

/// Returns the contradiction that a fact has no candidate left.
pub(super) fn nothing_left(fact: Fact, size: usize) -> String {
    match fact {
        Fact::Cell(cell) => format!("no digit is left for {}", cell.name(size)),
        Fact::House(house, digit) => {
            format!("no place is left for {digit} in {}", HouseName(house))
        }
    }
}

pub(super) fn digits(members: &[Candidate], word: &str) -> String {
    let digits = sorted_set(members.iter().map(|member| member.digit));
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    join(&digits, word)
}

/// Returns eliminated candidates in words, cells with the same digits together: `r1c1 and r1c5 are
/// not 2 or 5`, `r1c9 is not 5`.
pub(super) fn eliminated(candidates: &[Candidate], size: usize) -> Vec<String> {
    let mut candidates = candidates.to_vec();
    candidates.sort_unstable();
    let mut groups: Vec<(String, Vec<Candidate>)> = Vec::new();
    for of_cell in candidates.chunk_by(|one, other| one.cell == other.cell) {
        let digits = digits(of_cell, "or");
        match groups.iter_mut().find(|(of_group, _)| *of_group == digits) {
            Some((_, group)) => group.push(of_cell[0]),
            None => groups.push((digits, vec![of_cell[0]])),
        }
    }
    let text = |(digits, group): &(String, Vec<Candidate>)| {
        let are = if group.len() == 1 { "is" } else { "are" };
        format!("{} {are} not {digits}", cells(group, size, "and"))
    };
    groups.iter().map(text).collect()
}

/// Returns the cell that all candidates are in.
pub(super) fn in_one_cell(members: &[Candidate]) -> Option<Cell> {
    let cell = members.first()?.cell;
    let is_same = |member: &Candidate| member.cell == cell;
    members.iter().all(is_same).then_some(cell)
}

pub(super) fn cells(members: &[Candidate], size: usize, word: &str) -> String {
    let cells = sorted_set(members.iter().map(|member| member.cell)).into_iter();
    let cells: Vec<String> = cells.map(|cell| cell.name(size).to_string()).collect();
    join(&cells, word)
}

/// Returns candidates as in arguments: `3 at r1c5`.
pub(super) fn names(members: &[Candidate], size: usize, word: &str) -> String {
    let name = |c: &Candidate| format!("{} at {}", c.digit, c.cell.name(size));
    let names: Vec<String> = members.iter().map(name).collect();
    join(&names, word)
}

/// Returns `a`, `a and b` or `a, b and c`.
pub(super) fn join(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

//! Texts for facts, cells and candidates.

use super::fact::{Fact, HouseName, sorted_set};
use crate::board::Candidate;

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

pub(super) fn digits(members: &[Candidate]) -> String {
    let digits = sorted_set(members.iter().map(|member| member.digit));
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    join(&digits, "and")
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

//! Fish: rows whose places for a digit are in as many columns, or vice versa.

use super::fact::{Fact, HouseName, sorted_set};
use super::wording::{cells, eliminated, join};
use crate::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// The orientation of a line of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Orientation {
    Row,
    Column,
}

impl Orientation {
    /// Returns the orientation of a house that is a row or column.
    pub fn of(kind: HouseKind) -> Option<Orientation> {
        match kind {
            HouseKind::Row(_) => Some(Orientation::Row),
            HouseKind::Column(_) => Some(Orientation::Column),
            _ => None,
        }
    }

    /// Returns the number of the line across, counted from 0, that a cell is in.
    pub fn across(self, cell: Cell, size: usize) -> usize {
        match self {
            Orientation::Row => cell.index() % size,
            Orientation::Column => cell.index() / size,
        }
    }

    /// Returns the name of the lines across.
    fn name_across(self) -> &'static str {
        match self {
            Orientation::Row => "column",
            Orientation::Column => "row",
        }
    }
}

/// A fish, possibly with fins: the places outside of the lines across.
#[derive(Debug, Clone)]
pub(super) struct Fish {
    orientation: Orientation,
    /// The lines across, counted from 0.
    covers: Vec<usize>,
    pub fins: Vec<Candidate>,
}

impl Fish {
    /// Recognises a fish from its facts, which are about one digit in parallel lines.
    pub fn new(
        layout: &Layout,
        orientation: Orientation,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let across = |candidate: &Candidate| orientation.across(candidate.cell, layout.size());
        let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m).copied().collect();
        let all = sorted_set(members.iter().map(across));
        let sees = |one: &Candidate, other: &Candidate| {
            one.cell != other.cell && layout.first_shared_house(one.cell, other.cell).is_some()
        };
        // Eliminated candidates see all fins and are in the lines across.
        let found = subsets(&all, facts.len()).into_iter().find_map(|covers| {
            let is_covered = |candidate: &Candidate| covers.contains(&across(candidate));
            let fins: Vec<Candidate> = members
                .iter()
                .copied()
                .filter(|member| !is_covered(member))
                .collect();
            let pairs_see = fins.iter().enumerate().all(|(place, one)| {
                let mut others = fins[place + 1..].iter();
                others.all(|other| sees(one, other))
            });
            let is_fish = pairs_see
                && eliminates.iter().all(|candidate| {
                    is_covered(candidate) && fins.iter().all(|fin| sees(fin, candidate))
                });
            is_fish.then_some((covers, fins))
        });
        let (covers, fins) = found?;
        Some(Fish {
            orientation,
            covers,
            fins,
        })
    }

    /// Returns the argument in words.
    pub fn to_text(
        &self,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
        size: usize,
    ) -> String {
        let houses = facts.iter().filter_map(|(fact, _)| match fact {
            Fact::House(kind, digit) => Some((HouseName(*kind).to_string(), *digit)),
            Fact::Cell(_) | Fact::Constraint(_) => None,
        });
        let (bases, digits): (Vec<String>, Vec<Digit>) = houses.unzip();
        let Some(digit) = digits.first() else {
            return String::new();
        };
        let across = self.orientation.name_across();
        let covers = self
            .covers
            .iter()
            .map(|line| format!("{across} {}", line + 1));
        let text = format!(
            "In {}, {digit} can only be in {}",
            join(&bases, "and"),
            join(&covers.collect::<Vec<_>>(), "or")
        );
        let count = number(bases.len());
        if self.fins.is_empty() {
            return format!(
                "{text}. Each of the {count} takes one of these {across}s, so {digit} is nowhere \
                 else in them."
            );
        }
        let (fins, a_fin) = match self.fins.len() {
            1 => ("fin", "the fin"),
            _ => ("fins", "one of the fins"),
        };
        format!(
            "{text}, apart from the {fins} at {}. Either {a_fin} is {digit}, or each of the {count} \
             takes one of these {across}s. In both cases, {}.",
            cells(&self.fins, size, "and"),
            join(&eliminated(eliminates, size), "and"),
        )
    }
}

fn number(count: usize) -> String {
    let words = ["none", "one", "two", "three", "four"];
    words
        .get(count)
        .map_or_else(|| count.to_string(), ToString::to_string)
}

/// Returns all subsets of this size.
fn subsets(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut chosen = Vec::new();
    for (place, first) in all.iter().enumerate() {
        for mut rest in subsets(&all[place + 1..], size - 1) {
            rest.insert(0, *first);
            chosen.push(rest);
        }
    }
    chosen
}

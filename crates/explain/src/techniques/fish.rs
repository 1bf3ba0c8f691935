//! Fish: houses whose places for a digit are in as many other houses, such as rows and columns.

use super::super::fact::{Fact, sorted_set};
use super::super::wording::{cells, eliminated, house_name, join};
use satdoku::board::{Candidate, Cell, Digit, Geometry, House, HouseKind, Layout};

/// The orientation of a line of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Orientation {
    Row,
    Column,
}

impl Orientation {
    /// Returns the orientation of a house that is a row or column.
    pub fn of(kind: HouseKind) -> Option<Orientation> {
        match kind {
            kind if kind.is_row() => Some(Orientation::Row),
            kind if kind.is_column() => Some(Orientation::Column),
            _ => None,
        }
    }

    /// Returns the number of the line across, counted from 0, that a cell of the grid is in.
    pub fn across(self, cell: Cell, board: &Geometry) -> usize {
        let (row, column) = board.position(cell).unwrap_or_default();
        match self {
            Orientation::Row => column,
            Orientation::Column => row,
        }
    }
}

/// A fish, possibly with fins: the places outside of the covers.
#[derive(Debug, Clone)]
pub(crate) struct Fish {
    covers: Vec<HouseKind>,
    pub fins: Vec<Candidate>,
}

impl Fish {
    /// Recognises a fish whose base sets, the facts, are parallel lines.
    pub fn of_lines(
        layout: &Layout,
        orientation: Orientation,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let is_across = |kind| Orientation::of(kind).is_some_and(|other| other != orientation);
        Fish::with_covers(layout, is_across, facts, eliminates)
    }

    /// Recognises a franken fish: its base sets are parallel lines or areas, and its covers lines
    /// across or areas.
    pub fn franken(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        [Orientation::Row, Orientation::Column]
            .into_iter()
            .filter(|lines| {
                let is_across = |fact: &Fact| match fact {
                    Fact::House(kind, _) => Orientation::of(*kind).is_some_and(|of| of != *lines),
                    Fact::Cell(_) | Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => {
                        true
                    }
                };
                !facts.iter().any(|(fact, _)| is_across(fact))
            })
            .find_map(|lines| {
                let is_cover = |kind| Orientation::of(kind) != Some(lines);
                Fish::with_covers(layout, is_cover, facts, eliminates)
            })
    }

    /// Recognises a fish of any houses.
    pub fn mutant(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        Fish::with_covers(layout, |_| true, facts, eliminates)
    }

    /// Recognises a fish whose covers are among some houses, preferably one without fins. The facts are
    /// about one digit.
    fn with_covers(
        layout: &Layout,
        is_allowed: impl Fn(HouseKind) -> bool,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m).copied().collect();
        if sorted_set(members.iter().copied()).len() < members.len() {
            return None;
        }
        let is_base = |kind| {
            facts
                .iter()
                .any(|(fact, _)| matches!(fact, Fact::House(of, _) if *of == kind))
        };
        let holds = |house: &House, candidate: &Candidate| house.cells.contains(&candidate.cell);
        let houses = layout.houses().iter().filter(|house| {
            is_allowed(house.kind)
                && !is_base(house.kind)
                && members.iter().any(|member| holds(house, member))
        });
        let houses: Vec<&House> = houses.collect();
        let all: Vec<usize> = (0..houses.len()).collect();
        let sees = |one: &Candidate, other: &Candidate| {
            one.cell != other.cell && layout.first_shared_house(one.cell, other.cell).is_some()
        };
        let fish = |covers: &Vec<usize>| -> Option<Fish> {
            let times_covered = |candidate: &Candidate| {
                let covers = covers.iter().map(|cover| houses[*cover]);
                covers.filter(|cover| holds(cover, candidate)).count()
            };
            let fins = members.iter().filter(|member| times_covered(member) == 0);
            let fins: Vec<Candidate> = fins.copied().collect();
            let pairs_see = fins.iter().enumerate().all(|(place, one)| {
                let mut others = fins[place + 1..].iter();
                others.all(|other| sees(one, other))
            });
            // Eliminated candidates see all fins and are in one cover, or in two if they are in a base.
            let is_eliminated = |candidate: &Candidate| {
                times_covered(candidate) > usize::from(members.contains(candidate))
                    && fins.iter().all(|fin| sees(fin, candidate))
            };
            let is_fish = pairs_see && eliminates.iter().all(is_eliminated);
            is_fish.then(|| Fish {
                covers: covers.iter().map(|cover| houses[*cover].kind).collect(),
                fins,
            })
        };
        let covers = subsets(&all, facts.len());
        covers
            .iter()
            .filter_map(fish)
            .min_by_key(|fish| fish.fins.len())
    }

    /// Returns true if a base has a single place apart from the fins.
    pub fn is_sashimi(&self, facts: &[(Fact, Vec<Candidate>)]) -> bool {
        facts.iter().any(|(_, members)| {
            let is_body = |member: &&Candidate| !self.fins.contains(member);
            members.iter().filter(is_body).count() == 1
        })
    }

    /// Returns the argument in words.
    pub fn to_text(
        &self,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
        layout: &Layout,
    ) -> String {
        let board = layout.geometry();
        let houses = facts.iter().filter_map(|(fact, _)| match fact {
            Fact::House(kind, digit) => Some((house_name(*kind, layout), *digit)),
            Fact::Cell(_) | Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => None,
        });
        let (bases, digits): (Vec<String>, Vec<Digit>) = houses.unzip();
        let Some(digit) = digits.first().map(|digit| board.value(*digit)) else {
            return String::new();
        };
        let orientations = sorted_set(self.covers.iter().map(|cover| Orientation::of(*cover)));
        let covers = match orientations[..] {
            [Some(Orientation::Row)] => "rows",
            [Some(Orientation::Column)] => "columns",
            _ => "houses",
        };
        let names = self.covers.iter();
        let names: Vec<String> = names.map(|kind| house_name(*kind, layout)).collect();
        let text = format!(
            "In {}, {digit} can only be in {}",
            join(&bases, "and"),
            join(&names, "or")
        );
        let count = number(bases.len());
        if self.fins.is_empty() {
            return format!(
                "{text}. Each of the {count} takes one of these {covers}, so {digit} is nowhere else \
                 in them."
            );
        }
        let (fins, a_fin) = match self.fins.len() {
            1 => ("fin", "the fin"),
            _ => ("fins", "one of the fins"),
        };
        format!(
            "{text}, apart from the {fins} at {}. Either {a_fin} is {digit}, or each of the {count} \
             takes one of these {covers}. In both cases, {}.",
            cells(&self.fins, board, "and"),
            join(&eliminated(eliminates, board), "and"),
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

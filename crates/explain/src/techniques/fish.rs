//! Fish: rows whose places for a digit are in as many columns, or the reverse.

use super::technique::Technique;
use crate::fact::Fact;
use crate::sorted_set::sorted_set;
use crate::text::constraint::house_name;
use crate::text::words::{cells, count_name, eliminated, join};
use satdoku::board::{Candidate, Cell, Digit, Geometry, Layout, Primitive, Source};

/// The orientation of a line of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    Row,
    Column,
}

impl Orientation {
    /// Returns the orientation of a house that is a row or column.
    pub fn of(house: Source) -> Option<Orientation> {
        match house {
            Source::Row(..) => Some(Orientation::Row),
            Source::Column(..) => Some(Orientation::Column),
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fish {
    digit: Digit,
    bases: Vec<Source>,
    covers: Vec<Source>,
    pub fins: Vec<Candidate>,
    /// True if a base has a single place apart from the fins.
    is_sashimi: bool,
}

impl Fish {
    /// Recognises a fish whose base sets, the facts, are parallel lines, preferably one without fins. The
    /// facts are about one digit.
    pub fn new(
        layout: &Layout,
        orientation: Orientation,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let members: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m).copied().collect();
        if sorted_set(members.iter().copied()).len() < members.len() {
            return None;
        }
        let digit = members.first()?.digit;
        let bases = facts.iter().filter_map(|(fact, _)| match fact {
            Fact::House(house, _) => Some(*house),
            _ => None,
        });
        let bases: Vec<Source> = bases.collect();
        let holds =
            |house: &Primitive, candidate: &Candidate| house.cells.contains(&candidate.cell);
        let is_across = |house| Orientation::of(house).is_some_and(|other| other != orientation);
        let houses = layout.houses().iter().filter(|house| {
            is_across(house.source) && members.iter().any(|member| holds(house, member))
        });
        let houses: Vec<&Primitive> = houses.collect();
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
            let is_sashimi = facts.iter().any(|(_, of_base)| {
                let is_body = |member: &&Candidate| !fins.contains(member);
                of_base.iter().filter(is_body).count() == 1
            });
            is_fish.then(|| Fish {
                digit,
                bases: bases.clone(),
                covers: covers.iter().map(|cover| houses[*cover].source).collect(),
                is_sashimi,
                fins,
            })
        };
        let covers = subsets(&all, facts.len());
        covers
            .iter()
            .filter_map(fish)
            .min_by_key(|fish| fish.fins.len())
    }

    /// Returns the name of the fish.
    pub fn technique(&self) -> Technique {
        let size = self.bases.len();
        match self.fins.is_empty() {
            true => Technique::Fish(size),
            false if self.is_sashimi => Technique::SashimiFish(size),
            false => Technique::FinnedFish(size),
        }
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], layout: &Layout) -> String {
        let board = layout.geometry();
        let digit = board.value(self.digit);
        let house_names = |houses: &[Source]| -> Vec<String> {
            houses
                .iter()
                .map(|house| house_name(*house, layout))
                .collect()
        };
        let covers = match self.covers.first().is_some_and(|cover| cover.is_row()) {
            true => "rows",
            false => "columns",
        };
        let text = format!(
            "In {}, {digit} can only be in {}",
            join(&house_names(&self.bases), "and"),
            join(&house_names(&self.covers), "or")
        );
        let count = count_name(self.bases.len());
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

//! Fish: rows whose places for a digit are in as many columns, or the reverse.

use super::technique::Technique;
use crate::fact::Fact;
use crate::sorted_set::sorted_set;
use crate::text::constraint::house_name;
use crate::text::words::{cells, count_name, eliminated, join};
use satdoku::board::{Candidate, Digit, Layout, Primitive, Source};

/// True for a row or column.
pub(crate) fn is_line(house: Source) -> bool {
    house.is_row() || house.is_column()
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
    /// Recognises a fish whose base sets, the facts, are parallel lines, and whose covers are lines across, preferably
    /// one without fins. The facts are about one digit.
    pub fn new(
        layout: &Layout,
        is_across: fn(Source) -> bool,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let members = || {
            facts
                .iter()
                .flat_map(|(_, members)| members.iter().copied())
        };
        if sorted_set(members()).len() < members().count() {
            return None;
        }
        let is_cover = |house: &&Primitive| {
            let mut members = members();
            is_across(house.source) && members.any(|of| house.cells.contains(&of.cell))
        };
        let across: Vec<&Primitive> = layout.houses().iter().filter(is_cover).collect();
        let fish = |covers: &Vec<&Primitive>| Fish::covered(layout, facts, covers, eliminates);
        let found = subsets(&across, facts.len());
        let found = found.iter().filter_map(fish);
        found.min_by_key(|fish| fish.fins.len())
    }

    /// Returns the fish with these covers, if it eliminates these candidates.
    fn covered(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        covers: &[&Primitive],
        eliminates: &[Candidate],
    ) -> Option<Fish> {
        let members = || facts.iter().flat_map(|(_, members)| members);
        let times_covered = |of: &Candidate| {
            let covers = covers.iter();
            covers
                .filter(|cover| cover.cells.contains(&of.cell))
                .count()
        };
        let fins = members().filter(|member| times_covered(member) == 0);
        let fins: Vec<Candidate> = fins.copied().collect();
        let sees_fins = |of: &Candidate| {
            let mut others = fins.iter().filter(|fin| *fin != of);
            others.all(|fin| layout.first_shared_house(fin.cell, of.cell).is_some())
        };
        // Eliminated candidates see all fins and are in one cover, or in two if they are in a base.
        let is_eliminated = |of: &Candidate| {
            let is_in_base = members().any(|member| member == of);
            times_covered(of) > usize::from(is_in_base) && sees_fins(of)
        };
        let is_fish = fins.iter().all(sees_fins) && eliminates.iter().all(is_eliminated);
        let bases = facts.iter().filter_map(|(fact, _)| match fact {
            Fact::House(house, _) => Some(*house),
            _ => None,
        });
        let has_one_place = |(_, of_base): &(Fact, Vec<Candidate>)| {
            of_base.iter().filter(|of| !fins.contains(of)).count() == 1
        };
        is_fish.then(|| Fish {
            digit: eliminates[0].digit,
            bases: bases.collect(),
            covers: covers.iter().map(|cover| cover.source).collect(),
            is_sashimi: facts.iter().any(has_one_place),
            fins: fins.clone(),
        })
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
        let house_names = |houses: &[Source], word: &str| {
            join(houses.iter().map(|house| house_name(*house, layout)), word)
        };
        let covers = if self.covers[0].is_row() {
            "rows"
        } else {
            "columns"
        };
        let text = format!(
            "In {}, {digit} can only be in {}",
            house_names(&self.bases, "and"),
            house_names(&self.covers, "or")
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
            join(eliminated(eliminates, board), "and"),
        )
    }
}

/// Returns all subsets of this size.
fn subsets<T: Copy>(all: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut chosen = Vec::new();
    for (place, first) in all.iter().enumerate() {
        for rest in subsets(&all[place + 1..], size - 1) {
            chosen.push([&[*first], &rest[..]].concat());
        }
    }
    chosen
}

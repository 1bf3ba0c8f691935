//! Recognition of the pattern that the facts of a step form.
//!
//! Nothing is proved here: a step is a proof whatever its pattern.

use super::chain::Chain;
use super::fish::{Fish, Orientation};
use super::pattern::{Locked, Pattern};
use super::technique::Technique;
use super::wing::Wing;
use crate::fact::Fact;
use crate::position::Position;
use crate::sorted_set::sorted_set;
use satdoku::board::{Candidate, Cell, Digit, Layout, Primitive, Source};

/// The size of the largest subsets and fish that have a name.
const LARGEST: usize = 4;

/// The most facts of a unique rectangle.
const LARGEST_DEADLY: usize = 3;

/// A step whose pattern is to be recognised.
pub(crate) struct Recogniser<'a> {
    layout: &'a Layout,
    position: &'a Position,
    /// Each fact with its candidates. If several houses have the same candidates for a digit, the fact
    /// is renamed to the house that matches the technique.
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    places: &'a [Candidate],
    eliminates: &'a [Candidate],
}

impl<'a> Recogniser<'a> {
    pub fn new(
        layout: &'a Layout,
        position: &'a Position,
        facts: Vec<Fact>,
        places: &'a [Candidate],
        eliminates: &'a [Candidate],
    ) -> Recogniser<'a> {
        let with_members = |fact: Fact| {
            let members = position.members(layout, &fact);
            (fact, members)
        };
        Recogniser {
            layout,
            position,
            facts: facts.into_iter().map(with_members).collect(),
            places,
            eliminates,
        }
    }

    /// Returns the pattern of the step.
    pub fn pattern(&mut self) -> Pattern {
        if self.places.is_empty() && self.eliminates.is_empty() {
            return Pattern::Contradiction;
        }
        match self.facts.first() {
            Some((Fact::OneSolution(deadly), _)) if self.facts.len() <= LARGEST_DEADLY => {
                return Pattern::Deadly(*deadly);
            }
            Some((Fact::OneSolution(_), _)) => return Pattern::Net,
            _ => {}
        }
        if self.facts.iter().any(|(fact, _)| fact.is_rule()) {
            return Pattern::Drawn(self.drawn());
        }
        match &self.facts[..] {
            [(Fact::Cell(_), members)] if members.len() == 1 => Pattern::NakedSingle(members[0]),
            [(Fact::House(house, _), members)] if members.len() == 1 => {
                Pattern::HiddenSingle(*house, members[0])
            }
            [(fact, members)] => Pattern::Locked(Locked {
                fact: fact.clone(),
                members: members.clone(),
                cover: self.cover(fact, members),
            }),
            facts if facts.iter().all(|(fact, _)| matches!(fact, Fact::Cell(_))) => self.of_cells(),
            _ => self.of_houses(),
        }
    }

    /// Returns the name of a step with drawn constraints or sums, by the kinds of its facts.
    fn drawn(&self) -> Technique {
        let facts: Vec<&Fact> = self.facts.iter().map(|(fact, _)| fact).collect();
        let kind = |fact: &&Fact| match fact {
            Fact::Constraint(number) => Some(self.layout.constraints()[*number].name()),
            _ => None,
        };
        let kinds: Option<Vec<&'static str>> = facts.iter().map(kind).collect();
        let of_kinds = |names: &[&str]| {
            let kinds = kinds.as_ref();
            kinds.is_some_and(|kinds| kinds.iter().all(|kind| names.contains(kind)))
        };
        match &facts[..] {
            sums if sums.iter().all(|fact| matches!(fact, Fact::Sum(_))) => {
                Technique::InniesAndOuties
            }
            [_] | [_, _] | [_, _, _] if of_kinds(&["cage"]) => Technique::CageCombinations,
            [Fact::Constraint(number)] => {
                Technique::Constraint(self.layout.constraints()[*number].name())
            }
            _ if of_kinds(&["difference", "ratio"]) => Technique::KropkiChain,
            _ => Technique::Proof(facts.len()),
        }
    }

    /// Recognises patterns of cells.
    fn of_cells(&self) -> Pattern {
        let are_pairs = self.facts.iter().all(|(_, members)| members.len() == 2);
        let chain = match self.digits().len() {
            1 => Technique::XChain,
            _ if are_pairs => Technique::XyChain,
            _ => Technique::AlternatingInferenceChain,
        };
        (self.naked_subset())
            .or_else(|| self.wing())
            .or_else(|| self.chain(chain, &self.facts))
            .unwrap_or(Pattern::Net)
    }

    /// Recognises patterns of places for digits in houses, with cells or without.
    fn of_houses(&mut self) -> Pattern {
        let chain = match self.digits().len() {
            1 => Technique::XChain,
            _ => Technique::AlternatingInferenceChain,
        };
        (self.hidden_subset())
            .or_else(|| self.single_digit())
            .or_else(|| self.wing())
            .or_else(|| self.chain(chain, &self.facts))
            .unwrap_or(Pattern::Net)
    }

    fn wing(&self) -> Option<Pattern> {
        let is_wing = self.places.is_empty();
        let wing = || Wing::new(self.layout, &self.facts, self.eliminates);
        is_wing.then(wing).flatten().map(Pattern::Wing)
    }

    /// Recognises a chain, which gets this name.
    fn chain(&self, technique: Technique, facts: &[(Fact, Vec<Candidate>)]) -> Option<Pattern> {
        let is_chain = self.places.is_empty();
        let chain = || Chain::refuting(self.layout, facts, self.eliminates);
        let chain = is_chain.then(chain).flatten()?;
        Some(Pattern::Chain(technique, chain))
    }

    fn cells(&self) -> Vec<Cell> {
        sorted_set(self.members().map(|member| member.cell))
    }

    fn digits(&self) -> Vec<Digit> {
        sorted_set(self.members().map(|member| member.digit))
    }

    fn members(&self) -> impl Iterator<Item = &Candidate> {
        self.facts.iter().flat_map(|(_, members)| members)
    }

    /// Returns the houses in which the digit of a fact has the same candidates.
    fn houses(&self, fact: usize) -> Vec<Source> {
        let (Fact::House(_, digit), members) = &self.facts[fact] else {
            return Vec::new();
        };
        let houses = self.layout.houses().iter();
        let full = houses.filter(|house| self.layout.is_full(house));
        let sources = full.map(|house| house.source);
        let is_same = |house: &Source| {
            let of_house = Fact::House(*house, *digit);
            self.position.members(self.layout, &of_house) == *members
        };
        sources.filter(is_same).collect()
    }

    /// Returns the other house of pointing or claiming: that of all places of the digit, a line if the first
    /// house is an area or the reverse.
    fn cover(&self, fact: &Fact, members: &[Candidate]) -> Option<Source> {
        let Fact::House(base, digit) = fact else {
            return None;
        };
        let holds_all = |house: &&Primitive| {
            let mut all = members.iter().chain(self.eliminates);
            house.source != *base && all.all(|c| c.digit == *digit && house.cells.contains(&c.cell))
        };
        let cover = self.layout.houses().iter().find(holds_all)?.source;
        let are_lines = [*base, cover].map(|house| Orientation::of(house).is_some());
        (are_lines != [true, true]).then_some(cover)
    }

    fn naked_subset(&self) -> Option<Pattern> {
        let size = self.facts.len();
        let is_subset =
            size <= LARGEST && self.digits().len() == size && all_see(self.layout, &self.cells());
        is_subset.then(|| Pattern::NakedSubset(size, self.members().copied().collect()))
    }

    fn hidden_subset(&mut self) -> Option<Pattern> {
        let size = self.facts.len();
        if size > LARGEST || self.digits().len() != size || self.cells().len() != size {
            return None;
        }
        let houses: Vec<Vec<Source>> = (0..size).map(|fact| self.houses(fact)).collect();
        let mut shared = houses.first()?.iter();
        let house = *shared.find(|house| houses.iter().all(|of_fact| of_fact.contains(house)))?;
        self.facts = self.renamed(&vec![house; size]);
        let members = self.members().copied().collect();
        Some(Pattern::HiddenSubset(size, house, members))
    }

    /// Returns the facts with other houses that have the same candidates.
    fn renamed(&self, houses: &[Source]) -> Vec<(Fact, Vec<Candidate>)> {
        let renamed = self
            .facts
            .iter()
            .zip(houses)
            .map(|((fact, members), house)| {
                let fact = match fact {
                    Fact::House(_, digit) => Fact::House(*house, *digit),
                    fact => fact.clone(),
                };
                (fact, members.clone())
            });
        renamed.collect()
    }

    /// Recognises fish of lines and similar patterns, whose facts are all about one digit.
    fn single_digit(&mut self) -> Option<Pattern> {
        let size = self.facts.len();
        if self.digits().len() != 1 || !self.places.is_empty() {
            return None;
        }
        let houses: Vec<Vec<Source>> = (0..size).map(|fact| self.houses(fact)).collect();
        let find = |fact: usize, orientation: Option<Orientation>| -> Option<Source> {
            let mut houses = houses[fact].iter().copied();
            houses.find(|house| Orientation::of(*house) == orientation)
        };
        for orientation in [Orientation::Row, Orientation::Column] {
            let lines = (0..size).map(|fact| find(fact, Some(orientation)));
            let lines: Option<Vec<Source>> = lines.collect();
            let Some(lines) = lines else { continue };
            let facts = self.renamed(&lines);
            let pattern = match self.is_skyscraper(orientation) {
                true => self.chain(Technique::Skyscraper, &facts),
                false => self.fish(orientation, &facts),
            };
            if pattern.is_some() {
                self.facts = facts;
                return pattern;
            }
        }
        if size != 2 {
            return None;
        }
        let (row, column) = (Some(Orientation::Row), Some(Orientation::Column));
        let shapes = [
            (Technique::TwoStringKite, [row, column]),
            (Technique::EmptyRectangle, [None, row]),
            (Technique::EmptyRectangle, [None, column]),
        ];
        let ordered = shapes.iter().flat_map(|(technique, [one, other])| {
            [(technique, [one, other]), (technique, [other, one])]
        });
        let (technique, houses) = ordered.into_iter().find_map(|(technique, shape)| {
            let of_fact = |fact: usize| {
                let is_pair = self.facts[fact].1.len() == 2;
                find(fact, *shape[fact]).filter(|_| is_pair || shape[fact].is_none())
            };
            Some((*technique, [of_fact(0)?, of_fact(1)?]))
        })?;
        self.facts = self.renamed(&houses);
        self.chain(technique, &self.facts)
    }

    /// Recognises a fish among facts whose houses are rows, or columns.
    fn fish(&self, bases: Orientation, facts: &[(Fact, Vec<Candidate>)]) -> Option<Pattern> {
        let fish = || Fish::new(self.layout, bases, facts, self.eliminates);
        let fish = (facts.len() <= LARGEST).then(fish).flatten();
        fish.map(Pattern::Fish)
    }

    /// True for two lines with two places each, one of which they have in the same line across.
    fn is_skyscraper(&self, bases: Orientation) -> bool {
        let [(_, one), (_, other)] = &self.facts[..] else {
            return false;
        };
        let shared = |house: &Primitive| {
            let holds = |of: &Vec<Candidate>| of.iter().any(|of| house.cells.contains(&of.cell));
            let is_across = Orientation::of(house.source).is_some_and(|of| of != bases);
            is_across && holds(one) && holds(other)
        };
        let shared = self.layout.houses().iter().filter(|house| shared(house));
        one.len() == 2 && other.len() == 2 && shared.count() == 1
    }
}

/// Returns true if each two of these cells share a house.
fn all_see(layout: &Layout, cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(place, one)| {
        let mut others = cells[place + 1..].iter();
        others.all(|other| layout.first_shared_house(*one, *other).is_some())
    })
}

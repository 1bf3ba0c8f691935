//! Recognition of the pattern that the facts of a step form.
//!
//! Nothing is proved here: a step is a proof whatever its pattern.

use super::chain::Chain;
use super::fish::{Fish, is_line};
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

/// Facts with their candidates.
pub(crate) type WithMembers = Vec<(Fact, Vec<Candidate>)>;

/// A kind of house.
type IsKind = fn(Source) -> bool;

/// A step whose pattern is to be recognised.
pub(crate) struct Recogniser<'a> {
    layout: &'a Layout,
    position: &'a Position,
    /// If several houses have the same candidates for a digit, the fact is renamed to the house that matches the
    /// technique.
    pub facts: WithMembers,
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
        match &self.facts[..] {
            [(Fact::OneSolution(deadly), _), ..] if self.facts.len() <= LARGEST_DEADLY => {
                Pattern::Deadly(*deadly)
            }
            [(Fact::OneSolution(_), _), ..] => Pattern::Net,
            facts if facts.iter().any(|(fact, _)| fact.is_rule()) => Pattern::Drawn(self.drawn()),
            [(Fact::Cell(_), members)] if members.len() == 1 => Pattern::NakedSingle(members[0]),
            [(Fact::House(house, _), members)] if members.len() == 1 => {
                Pattern::HiddenSingle(*house, members[0])
            }
            [(fact, members)] => Pattern::Locked(Locked {
                fact: fact.clone(),
                members: members.clone(),
                cover: self.cover(fact, members),
            }),
            _ => self.several().unwrap_or(Pattern::Net),
        }
    }

    /// Returns the name of a step with drawn constraints or sums, by the kinds of its facts.
    fn drawn(&self) -> Technique {
        let facts = self.facts.iter().map(|(fact, _)| fact);
        let kinds = facts.clone().map(|fact| match fact {
            Fact::Constraint(number) => self.layout.constraints()[*number].name(),
            _ => "",
        });
        let kinds: Vec<&'static str> = kinds.collect();
        let are = |names: &[&str]| kinds.iter().all(|kind| names.contains(kind));
        match kinds[..] {
            _ if facts.clone().all(|fact| matches!(fact, Fact::Sum(_))) => {
                Technique::InniesAndOuties
            }
            [_] | [_, _] | [_, _, _] if are(&["cage"]) => Technique::CageCombinations,
            [kind] => Technique::Constraint(kind),
            _ if are(&["difference", "ratio"]) => Technique::KropkiChain,
            _ => Technique::Proof(kinds.len()),
        }
    }

    /// Recognises patterns of several facts about cells and houses.
    fn several(&mut self) -> Option<Pattern> {
        let is_cell = |(fact, _): &(Fact, Vec<Candidate>)| matches!(fact, Fact::Cell(_));
        let are_cells = self.facts.iter().all(is_cell);
        let are_pairs = self.facts.iter().all(|(_, members)| members.len() == 2);
        let subset = match are_cells {
            true => self.naked_subset(),
            false => self.hidden_subset(),
        };
        if subset.is_some() || !self.places.is_empty() {
            return subset;
        }
        let chain = match self.digits().len() {
            1 => Technique::XChain,
            _ if are_cells && are_pairs => Technique::XyChain,
            _ => Technique::AlternatingInferenceChain,
        };
        let wing = |of: &Self| Wing::new(of.layout, &of.facts, of.eliminates).map(Pattern::Wing);
        (self.single_digit())
            .or_else(|| wing(self))
            .or_else(|| self.chain(chain, &self.facts))
    }

    /// Recognises a chain, which gets this name.
    fn chain(&self, technique: Technique, facts: &WithMembers) -> Option<Pattern> {
        let chain = Chain::refuting(self.layout, facts, self.eliminates)?;
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

    /// Returns for each fact the houses in which its digit has the same candidates.
    fn houses(&self) -> Vec<Vec<Source>> {
        let full = self.layout.houses().iter();
        let full = full.filter(|house| self.layout.is_full(house));
        let houses = self.facts.iter().map(|(fact, members)| {
            let is_same = |house: &Source| {
                matches!(fact, Fact::House(_, digit)
                    if self.position.members(self.layout, &Fact::House(*house, *digit)) == *members)
            };
            let sources = full.clone().map(|house| house.source);
            sources.filter(is_same).collect()
        });
        houses.collect()
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
        (!is_line(*base) || !is_line(cover)).then_some(cover)
    }

    fn naked_subset(&self) -> Option<Pattern> {
        let (size, cells) = (self.facts.len(), self.cells());
        let mut pairs = cells.iter().enumerate();
        let is_subset = size <= LARGEST
            && self.digits().len() == size
            && pairs.all(|(place, one)| {
                let mut others = cells[place + 1..].iter();
                others.all(|other| self.layout.first_shared_house(*one, *other).is_some())
            });
        is_subset.then(|| Pattern::NakedSubset(size, self.members().copied().collect()))
    }

    fn hidden_subset(&mut self) -> Option<Pattern> {
        let size = self.facts.len();
        if size > LARGEST || self.digits().len() != size || self.cells().len() != size {
            return None;
        }
        let houses = self.houses();
        let mut shared = houses.first()?.iter();
        let house = *shared.find(|house| houses.iter().all(|of_fact| of_fact.contains(house)))?;
        self.facts = self.renamed(&vec![house; size]);
        let members = self.members().copied().collect();
        Some(Pattern::HiddenSubset(size, house, members))
    }

    /// Returns the facts with other houses that have the same candidates.
    fn renamed(&self, houses: &[Source]) -> WithMembers {
        let facts = self.facts.iter().zip(houses);
        let renamed = facts.map(|((fact, members), house)| {
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
        if self.digits().len() != 1 {
            return None;
        }
        let all_houses = self.houses();
        let renamed = |of: &Self, kinds: &[IsKind]| {
            let houses = all_houses.iter().zip(kinds);
            let houses = houses.map(|(of_fact, is)| of_fact.iter().copied().find(|of| is(*of)));
            Some(of.renamed(&houses.collect::<Option<Vec<Source>>>()?))
        };
        let (row, column, area): (IsKind, IsKind, IsKind) =
            (Source::is_row, Source::is_column, |of| !is_line(of));
        for (base, across) in [(row, column), (column, row)] {
            let Some(facts) = renamed(self, &vec![base; all_houses.len()]) else {
                continue;
            };
            let pattern = match self.is_skyscraper(across) {
                true => self.chain(Technique::Skyscraper, &facts),
                false if facts.len() > LARGEST => None,
                false => Fish::new(self.layout, across, &facts, self.eliminates).map(Pattern::Fish),
            };
            if pattern.is_some() {
                self.facts = facts;
                return pattern;
            }
        }
        let shapes = [
            (Technique::TwoStringKite, [row, column]),
            (Technique::TwoStringKite, [column, row]),
            (Technique::EmptyRectangle, [area, row]),
            (Technique::EmptyRectangle, [row, area]),
            (Technique::EmptyRectangle, [area, column]),
            (Technique::EmptyRectangle, [column, area]),
        ];
        let shapes = shapes.iter().filter(|_| all_houses.len() == 2);
        let (technique, facts) = shapes.into_iter().find_map(|(technique, shape)| {
            // A line has two places.
            let is_shape = |(fact, members): &(Fact, Vec<Candidate>)| {
                members.len() == 2 || matches!(fact, Fact::House(house, _) if !is_line(*house))
            };
            let facts = renamed(self, shape).filter(|facts| facts.iter().all(is_shape))?;
            Some((*technique, facts))
        })?;
        self.facts = facts;
        self.chain(technique, &self.facts)
    }

    /// True for two lines with two places each, one of which they have in the same line across.
    fn is_skyscraper(&self, is_across: IsKind) -> bool {
        let [(_, one), (_, other)] = &self.facts[..] else {
            return false;
        };
        let is_shared = |house: &&Primitive| {
            let holds = |of: &[Candidate]| of.iter().any(|of| house.cells.contains(&of.cell));
            is_across(house.source) && holds(one) && holds(other)
        };
        let shared = self.layout.houses().iter().filter(is_shared).count();
        one.len() == 2 && other.len() == 2 && shared == 1
    }
}

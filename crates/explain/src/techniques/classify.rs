//! Recognition of the technique of a step by the pattern of its facts.
//!
//! Nothing is proved here: a step is a proof whatever its name.

use super::super::fact::{DeadlyPattern, Fact, sorted_set};
use super::super::position::Position;
use super::als::{AlsXz, all_see};
use super::chain::Chain;
use super::drawn_technique::drawn_technique;
use super::fish::{Fish, Orientation};
use super::sue_de_coq::SueDeCoq;
use super::technique::Technique;
use super::wing::Wing;
use satdoku::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// The size of the largest subsets and fish that have a name.
const LARGEST: usize = 4;

/// A step whose technique is to be recognised.
pub(crate) struct Classifier<'a> {
    layout: &'a Layout,
    position: &'a Position,
    /// Each fact with its candidates. If several houses have the same candidates for a digit, the fact
    /// is renamed to the house that matches the technique.
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    places: &'a [Candidate],
    eliminates: &'a [Candidate],
}

impl<'a> Classifier<'a> {
    pub fn new(
        layout: &'a Layout,
        position: &'a Position,
        facts: &[Fact],
        places: &'a [Candidate],
        eliminates: &'a [Candidate],
    ) -> Classifier<'a> {
        let with_members = |fact: &Fact| (*fact, position.members(layout, *fact));
        Classifier {
            layout,
            position,
            facts: facts.iter().map(with_members).collect(),
            places,
            eliminates,
        }
    }

    /// Returns the name of the step.
    pub fn technique(&mut self) -> Technique {
        if self.places.is_empty() && self.eliminates.is_empty() {
            return Technique::Contradiction;
        }
        match self.facts.first() {
            Some((Fact::OneSolution(DeadlyPattern::Rectangle { .. }), _)) => {
                return Technique::UniqueRectangle;
            }
            Some((Fact::OneSolution(DeadlyPattern::AllBut(_)), _)) => return Technique::BugPlusOne,
            _ => {}
        }
        if let Some(technique) =
            drawn_technique(self.layout, &self.facts, self.places, self.eliminates)
        {
            return technique;
        }
        if let [(fact, members)] = &self.facts[..] {
            return match (fact, members.len()) {
                (Fact::Cell(_), 1) => Technique::NakedSingle,
                (Fact::House(..), 1) => Technique::HiddenSingle,
                _ => self.locked(),
            };
        }
        let all_cells = self
            .facts
            .iter()
            .all(|(fact, _)| matches!(fact, Fact::Cell(_)));
        let named = if all_cells {
            self.naked_subset()
        } else {
            self.hidden_subset().or_else(|| self.single_digit())
        };
        let wing = || Wing::new(self.layout, &self.facts, self.eliminates);
        named
            .or_else(|| {
                wing()
                    .filter(|_| self.places.is_empty())
                    .map(|wing| wing.technique())
            })
            .or_else(|| self.chain(all_cells))
            .or_else(|| match all_cells {
                true => self.locked_sets(),
                false => self.complex_fish(),
            })
            .unwrap_or(Technique::ForcingNet)
    }

    /// Recognises patterns of cells with few digits more than cells.
    fn locked_sets(&self) -> Option<Technique> {
        let (layout, facts) = (self.layout, &self.facts);
        if !self.places.is_empty() {
            return None;
        }
        let sue_de_coq = SueDeCoq::new(layout, facts).map(|_| Technique::SueDeCoq);
        sue_de_coq.or_else(|| AlsXz::new(layout, facts, self.eliminates).map(|_| Technique::AlsXz))
    }

    fn chain(&self, all_cells: bool) -> Option<Technique> {
        let (layout, facts) = (self.layout, &self.facts);
        let mut targets = self.eliminates.iter();
        let is_chain = self.places.is_empty()
            && targets.any(|target| Chain::refuting(layout, facts, *target).is_some());
        let are_pairs = facts.iter().all(|(_, members)| members.len() == 2);
        is_chain.then_some(match self.digits().len() {
            1 => Technique::XChain,
            2 if all_cells => Technique::RemotePair,
            _ if all_cells && are_pairs => Technique::XyChain,
            _ => Technique::AlternatingInferenceChain,
        })
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
    fn houses(&self, fact: usize) -> Vec<HouseKind> {
        let (Fact::House(_, digit), members) = &self.facts[fact] else {
            return Vec::new();
        };
        let houses = self.layout.houses().iter();
        let full = houses.filter(|house| self.layout.is_full(house));
        let kinds = full.map(|house| house.kind);
        let is_same = |kind: &HouseKind| {
            let of_house = Fact::House(*kind, *digit);
            self.position.members(self.layout, of_house) == *members
        };
        kinds.filter(is_same).collect()
    }

    fn locked(&mut self) -> Technique {
        let (fact, members) = &self.facts[0];
        let Fact::House(kind, digit) = *fact else {
            return Technique::LockedCandidates;
        };
        let holds_all = |kind: HouseKind| {
            let house = self.layout.houses().iter().find(|house| house.kind == kind);
            house.is_some_and(|house| {
                let all = members.iter().chain(self.eliminates);
                all.into_iter()
                    .all(|c| c.digit == digit && house.cells.contains(&c.cell))
            })
        };
        let mut covers = self.layout.houses().iter().map(|house| house.kind);
        let Some(cover) = covers.find(|cover| *cover != kind && holds_all(*cover)) else {
            return Technique::LockedCandidates;
        };
        match (Orientation::of(kind), Orientation::of(cover)) {
            (Some(_), None) => Technique::Claiming,
            (None, _) => Technique::Pointing,
            (Some(_), Some(_)) => Technique::LockedCandidates,
        }
    }

    fn naked_subset(&self) -> Option<Technique> {
        let size = self.facts.len();
        let is_subset =
            size <= LARGEST && self.digits().len() == size && all_see(self.layout, &self.cells());
        is_subset.then_some(Technique::NakedSubset(size))
    }

    fn hidden_subset(&mut self) -> Option<Technique> {
        let size = self.facts.len();
        if size > LARGEST || self.digits().len() != size || self.cells().len() != size {
            return None;
        }
        let houses: Vec<Vec<HouseKind>> = (0..size).map(|fact| self.houses(fact)).collect();
        let mut shared = houses.first()?.iter();
        let house = *shared.find(|kind| houses.iter().all(|of_fact| of_fact.contains(kind)))?;
        self.rename(|_| house);
        Some(Technique::HiddenSubset(size))
    }

    /// Renames the house of each fact.
    fn rename(&mut self, house: impl Fn(usize) -> HouseKind) {
        for (number, (fact, _)) in self.facts.iter_mut().enumerate() {
            if let Fact::House(kind, _) = fact {
                *kind = house(number);
            }
        }
    }

    /// Recognises fish and similar techniques, whose facts are all about one digit.
    fn single_digit(&mut self) -> Option<Technique> {
        if self.digits().len() != 1 {
            return None;
        }
        let size = self.facts.len();
        let houses: Vec<Vec<HouseKind>> = (0..size).map(|fact| self.houses(fact)).collect();
        let find = |fact: usize, orientation: Option<Orientation>| -> Option<HouseKind> {
            let mut kinds = houses[fact].iter().copied();
            kinds.find(|kind| Orientation::of(*kind) == orientation)
        };
        for orientation in [Orientation::Row, Orientation::Column] {
            let lines = (0..size).map(|fact| find(fact, Some(orientation)));
            let lines: Option<Vec<HouseKind>> = lines.collect();
            if let Some(lines) = lines
                && let Some(technique) = self.fish(orientation)
            {
                self.rename(|fact| lines[fact]);
                return Some(technique);
            }
        }
        if size != 2 {
            return None;
        }
        let is_pair = |fact: usize| self.facts[fact].1.len() == 2;
        for (one, other) in [(0, 1), (1, 0)] {
            let row = find(one, Some(Orientation::Row));
            let column = find(other, Some(Orientation::Column));
            if let (true, Some(row), Some(column)) = (is_pair(0) && is_pair(1), row, column) {
                self.rename(|fact| if fact == one { row } else { column });
                return Some(Technique::TwoStringKite);
            }
        }
        for (one, other) in [(0, 1), (1, 0)] {
            let area = find(one, None);
            let mut kinds = houses[other].iter().copied();
            let line = kinds.find(|kind| Orientation::of(*kind).is_some());
            if let (true, Some(area), Some(line)) = (is_pair(other), area, line) {
                self.rename(|fact| if fact == one { area } else { line });
                return Some(Technique::EmptyRectangle);
            }
        }
        None
    }

    /// Recognises a fish or skyscraper whose base sets are rows or columns.
    fn fish(&self, bases: Orientation) -> Option<Technique> {
        let size = self.facts.len();
        if size > LARGEST {
            return None;
        }
        if self.is_skyscraper(bases) {
            return Some(Technique::Skyscraper);
        }
        let fish = Fish::of_lines(self.layout, bases, &self.facts, self.eliminates)?;
        Some(match fish.fins.is_empty() {
            true => Technique::Fish(size),
            false if fish.is_sashimi(&self.facts) => Technique::SashimiFish(size),
            false => Technique::FinnedFish(size),
        })
    }

    /// True for two lines with two places each, one of which they have in the same line across.
    fn is_skyscraper(&self, bases: Orientation) -> bool {
        let [(_, one), (_, other)] = &self.facts[..] else {
            return false;
        };
        let across = |at: &Candidate| bases.across(at.cell, self.layout.geometry());
        let lines = sorted_set(one.iter().chain(other).map(across));
        // Lines of different grids can be in one line of the board that is no house.
        let is_base = |one: &Candidate, other: &Candidate| {
            across(one) == across(other) && all_see(self.layout, &[one.cell, other.cell])
        };
        one.len() == 2
            && other.len() == 2
            && lines.len() == 3
            && one
                .iter()
                .any(|one| other.iter().any(|other| is_base(one, other)))
    }

    /// Recognises a fish with boxes or both rows and columns among its base sets or covers.
    fn complex_fish(&mut self) -> Option<Technique> {
        let size = self.facts.len();
        if size > LARGEST || self.digits().len() != 1 || !self.places.is_empty() {
            return None;
        }
        for lines in [Orientation::Row, Orientation::Column] {
            let is_base = |kind: &HouseKind| Orientation::of(*kind).is_none_or(|of| of == lines);
            let bases = (0..size).map(|fact| self.houses(fact).into_iter().find(is_base));
            let bases: Option<Vec<HouseKind>> = bases.collect();
            let Some(bases) = bases else { continue };
            let mut facts = self.facts.clone();
            for ((fact, _), base) in facts.iter_mut().zip(bases) {
                if let Fact::House(kind, _) = fact {
                    *kind = base;
                }
            }
            if let Some(fish) = Fish::franken(self.layout, &facts, self.eliminates) {
                self.facts = facts;
                return Some(match fish.fins.is_empty() {
                    true => Technique::FrankenFish(size),
                    false => Technique::FinnedFrankenFish(size),
                });
            }
        }
        let fish = Fish::mutant(self.layout, &self.facts, self.eliminates)?;
        Some(match fish.fins.is_empty() {
            true => Technique::MutantFish(size),
            false => Technique::FinnedMutantFish(size),
        })
    }
}

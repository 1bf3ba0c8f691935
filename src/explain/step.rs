//! A step of an explanation.

use super::fact::{Fact, HouseName};
use super::position::Position;
use super::technique::Technique;
use super::wording::join;
use crate::board::{Candidate, Cell, Digit, House, Layout};
use crate::format::{Mark, Notes};

/// Digits placed or candidates eliminated, with the facts that force this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What players call it.
    pub technique: Technique,
    /// The digits that it places. With them go, at once and free, the candidates that they exclude.
    pub places: Vec<Candidate>,
    /// The candidates that go otherwise. A step without both is a contradiction: there is no
    /// solution.
    pub eliminates: Vec<Candidate>,
    /// The facts that force it, with the position before. None of them can be left out.
    pub facts: Vec<Fact>,
    /// No step of this position has fewer facts than this. Where it is the number of facts, the
    /// step is proven to be a smallest one.
    pub at_least: usize,
    /// Why, in words.
    pub argument: String,
    /// The position before the step.
    pub before: Position,
}

impl Step {
    /// What the step says, in words: `r1c1 is 5`, `r1c1 is not 2 or 5; r1c9 is not 5`, or that there
    /// is no solution.
    pub fn conclusion(&self) -> String {
        let size = self.before.size();
        let mut parts: Vec<String> = self
            .places
            .iter()
            .map(|placed| format!("{} is {}", placed.cell.name(size), placed.digit))
            .collect();
        let mut gone = self.eliminates.clone();
        gone.sort_unstable();
        for of_cell in gone.chunk_by(|one, other| one.cell == other.cell) {
            let digits: Vec<String> = of_cell.iter().map(|c| c.digit.to_string()).collect();
            let cell = of_cell[0].cell.name(size);
            parts.push(format!("{cell} is not {}", join(&digits, "or")));
        }
        if parts.is_empty() {
            parts.push("there is no solution".to_string());
        }
        parts.join("; ")
    }

    /// Where a person should look: the houses of the step if they are few, else its digits.
    pub fn place(&self, layout: &Layout) -> String {
        let size = self.before.size();
        let mut houses: Vec<String> = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        for fact in &self.facts {
            match fact {
                Fact::House(house, _) => {
                    let name = HouseName(*house).to_string();
                    if !houses.contains(&name) {
                        houses.push(name);
                    }
                }
                Fact::Cell(cell) => cells.push(*cell),
            }
        }
        if houses.is_empty() {
            let holds_all = |house: &&House| cells.iter().all(|cell| house.cells.contains(cell));
            // A box says more closely where a cell is than a row does.
            if let Some(house) = layout.houses().iter().rev().find(holds_all) {
                return format!("in {}", HouseName(house.kind));
            }
        } else if cells.is_empty() && houses.len() <= 4 {
            return format!("in {}", join(&houses, "and"));
        }
        let members = self
            .facts
            .iter()
            .flat_map(|fact| self.before.members(layout, *fact));
        let mut digits: Vec<Digit> = members.map(|member| member.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
        if digits.len() == size {
            format!("with {} facts", self.facts.len())
        } else {
            format!("with {}", join(&digits, "and"))
        }
    }

    /// What a [`Picture`](crate::format::Picture) of the step shows beside the digits of the position
    /// before it: the candidates that are left, those of the facts, and what becomes of them; the cells
    /// and houses of the facts; and as title the technique and the conclusion.
    pub fn notes(&self, layout: &Layout) -> Notes {
        let members: Vec<Candidate> = self
            .facts
            .iter()
            .flat_map(|fact| self.before.members(layout, *fact))
            .collect();
        let mark = |candidate: &Candidate| {
            if self.places.contains(candidate) {
                Mark::Placed
            } else if self.eliminates.contains(candidate) {
                Mark::Gone
            } else if members.contains(candidate) {
                Mark::Fact
            } else {
                Mark::Plain
            }
        };
        let open = layout
            .cells()
            .filter(|cell| self.before.placed(*cell).is_none());
        let candidates = open.flat_map(|cell| {
            let digits = self.before.digits(cell);
            digits.map(move |digit| Candidate { cell, digit })
        });
        let kinds = self.facts.iter().filter_map(|fact| match fact {
            Fact::House(kind, _) => Some(*kind),
            Fact::Cell(_) => None,
        });
        let houses =
            kinds.filter_map(|kind| layout.houses().iter().find(|house| house.kind == kind));
        let unique = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        Notes {
            title: format!("{}: {}", self.technique, self.conclusion()),
            houses: unique(houses.flat_map(|house| house.cells.clone()).collect()),
            cells: unique(members.iter().map(|member| member.cell).collect()),
            candidates: candidates
                .map(|candidate| (candidate, mark(&candidate)))
                .collect(),
        }
    }

    /// The facts by their names.
    pub fn fact_names(&self) -> Vec<String> {
        let size = self.before.size();
        let names = self.facts.iter().map(|fact| fact.name(size).to_string());
        names.collect()
    }

    /// Whether it is proven that no step of its position has fewer facts.
    pub fn is_smallest(&self) -> bool {
        self.at_least >= self.facts.len()
    }
}

#[cfg(feature = "serde")]
mod fields {
    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::Step;

    impl Serialize for Step {
        /// `technique`, `places`, `eliminates`, `facts`, `smallest`, `at_least` where that is not
        /// proven, `argument` and `position`, the one before the step.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let size = self.before.size();
            let mut map = serializer.serialize_map(None)?;
            let names = |candidates: &[crate::board::Candidate]| -> Vec<String> {
                candidates
                    .iter()
                    .map(|c| c.name(size).to_string())
                    .collect()
            };
            map.serialize_entry("technique", &self.technique.to_string())?;
            map.serialize_entry("places", &names(&self.places))?;
            map.serialize_entry("eliminates", &names(&self.eliminates))?;
            map.serialize_entry("facts", &self.fact_names())?;
            map.serialize_entry("smallest", &self.is_smallest())?;
            if !self.is_smallest() {
                map.serialize_entry("at_least", &self.at_least)?;
            }
            map.serialize_entry("argument", &self.argument)?;
            map.serialize_entry("position", &self.before.to_string())?;
            map.end()
        }
    }
}

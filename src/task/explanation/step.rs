//! A step of an explanation.

use super::fact::Fact;
use super::position::Position;
use super::technique::Technique;
use crate::board::Candidate;

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
        /// proven, `argument` and `position`: the digits of each cell before the step.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let size = self.before.size();
            let mut map = serializer.serialize_map(None)?;
            let names = |candidates: &[crate::board::Candidate]| -> Vec<String> {
                candidates.iter().map(|c| c.name(size).to_string()).collect()
            };
            let facts = self.facts.iter().map(|fact| fact.name(size).to_string());
            map.serialize_entry("technique", &self.technique.to_string())?;
            map.serialize_entry("places", &names(&self.places))?;
            map.serialize_entry("eliminates", &names(&self.eliminates))?;
            map.serialize_entry("facts", &facts.collect::<Vec<_>>())?;
            map.serialize_entry("smallest", &self.is_smallest())?;
            if !self.is_smallest() {
                map.serialize_entry("at_least", &self.at_least)?;
            }
            map.serialize_entry("argument", &self.argument)?;
            map.end()
        }
    }
}

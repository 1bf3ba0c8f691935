//! Serde support for boards, grids and puzzles.
//!
//! Whatever has a text form is serialized as text: a grid as its line, a shape as `3x3`, a variant
//! as its name. A puzzle is serialized with all rules of its board:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use satdoku::board::Puzzle;
//!
//! let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
//! let json = serde_json::to_string(&puzzle).unwrap();
//! assert_eq!(json, r#"{"shape":"2x2","givens":"1.....2..3.....4"}"#);
//! assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
//! # }
//! ```

use std::sync::Arc;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cell::Candidate;
use super::grid::Grid;
use super::layout::Layout;
use super::puzzle::Puzzle;
use super::ruleset::Ruleset;
use super::ruleset_text::RulesetText;
use super::shape::Shape;
use super::variant::Variant;

/// Serializes a type as the text that its `Display` writes and its `FromStr` reads.
macro_rules! serialize_as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

serialize_as_text!(Grid Shape Variant);

/// The fields of a puzzle.
#[derive(Serialize, Deserialize)]
struct PuzzleFields {
    #[serde(flatten)]
    rules: RulesetText,
    /// The line of the grid.
    givens: String,
    /// The names of the givens of variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
    /// The names of the removed candidates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
}

impl Serialize for Puzzle {
    /// # Errors
    /// If the houses do not follow from rules ([`Layout::from_houses`]).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.layout().is_made_of_rules() {
            return Err(S::Error::custom("only boards that rules make have a text"));
        }
        PuzzleFields {
            rules: self.layout().rules().into(),
            givens: self.givens().to_string(),
            given: self
                .given_variables()
                .map(|at| at.name(self.geometry()).to_string())
                .collect(),
            removed: self
                .all_removed()
                .iter()
                .map(|at| at.name(self.geometry()).to_string())
                .collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let fields = PuzzleFields::deserialize(deserializer)?;
        let rules = Ruleset::try_from(&fields.rules).map_err(D::Error::custom)?;
        let candidates = |names: &[String]| {
            let candidates = names.iter().map(|name| {
                let candidate = Candidate::from_name(name, rules.geometry());
                let unknown = format!("expected a candidate such as r1c1=4, found `{name}`");
                candidate.ok_or_else(|| D::Error::custom(unknown))
            });
            candidates.collect::<Result<Vec<_>, _>>()
        };
        let removed = candidates(&fields.removed)?;
        let mut givens = Grid::parse(&fields.givens, rules.geometry()).map_err(D::Error::custom)?;
        for given in candidates(&fields.given)? {
            givens.set(given.cell, Some(given.digit));
        }
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens);
        let puzzle = puzzle.map_err(D::Error::custom)?;
        puzzle.without(removed).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Constraint, House, HouseKind, RegionMap};

    #[test]
    fn every_kind_of_board_survives_a_round_trip() {
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let jigsaw = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let diagonal = Ruleset::classic("2x3".parse().unwrap()).with(&[Variant::Diagonal]);
        let cage = Constraint::parse("cage 5 r1c1 r1c2", 4).unwrap();
        let killer = Ruleset::classic("2x2".parse().unwrap()).with_constraints(vec![cage]);
        for rules in [jigsaw, diagonal.unwrap(), killer.unwrap()] {
            let layout = Layout::new(rules);
            let mut givens = Grid::blank(layout.geometry());
            givens.set(
                Cell::from_index(5),
                Some(crate::board::Digit::from_index(2)),
            );
            let puzzle = Puzzle::new(Arc::new(layout), givens).unwrap();
            let removed = Candidate::from_name("r2c3=1", puzzle.geometry()).unwrap();
            // The second is excluded by the given 3 in the same column.
            let covered = Candidate::from_name("r1c2=3", puzzle.geometry()).unwrap();
            let puzzle = puzzle.without([removed, covered]).unwrap();
            assert_eq!(puzzle.removed(), [removed]);
            let json = serde_json::to_string(&puzzle).unwrap();
            assert_eq!(
                serde_json::from_str::<Puzzle>(&json).unwrap(),
                puzzle,
                "{json}"
            );
        }
    }

    #[test]
    fn invalid_puzzles_are_explained() {
        let error = |json: &str| {
            serde_json::from_str::<Puzzle>(json)
                .unwrap_err()
                .to_string()
        };
        let message = error(r#"{"shape":"2x2","givens":"1"}"#);
        assert!(
            message.starts_with("expected 16 cells, found 1"),
            "{message}"
        );
        let message = error(r#"{"shape":"2by2","givens":"1"}"#);
        assert!(
            message.starts_with("expected box rows and columns"),
            "{message}"
        );
        let houses = vec![House::new(HouseKind::Row(0), vec![Cell::from_index(0)])];
        let layout = Layout::from_houses("2x2".parse().unwrap(), houses).unwrap();
        let puzzle = Puzzle::new(Arc::new(layout), Grid::blank(4)).unwrap();
        assert!(serde_json::to_string(&puzzle).is_err());
    }
}

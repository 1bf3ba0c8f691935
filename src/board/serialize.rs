//! Serde support for boards, grids and puzzles.
//!
//! Whatever has a text form is serialized as text: a grid as its line, a shape as `3x3`, a variant
//! as its name, a puzzle as its line with all rules:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use satdoku::board::Puzzle;
//!
//! let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
//! let json = serde_json::to_string(&puzzle).unwrap();
//! assert_eq!(json, r#""1.....2..3.....4""#);
//! assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
//! # }
//! ```

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::grid::Grid;
use super::puzzle::Puzzle;
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

serialize_as_text!(Grid Puzzle Shape Variant);

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::board::{Candidate, Cell, Constraint, Layout, RegionMap, Ruleset};

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
            assert!(puzzle.removed().eq([removed]));
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
        let message = error("\"123\"");
        assert!(
            message.starts_with("1:1: expected a square number of cells, found 3"),
            "{message}"
        );
        let message = error("\"................; box 2by2\"");
        assert!(
            message.contains("expected box rows and columns"),
            "{message}"
        );
    }
}

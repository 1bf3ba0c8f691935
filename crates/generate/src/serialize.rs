//! Serialisation of generated puzzles, with the fields of JSON Lines and CSV.

use serde::{Serialize, Serializer};

use super::{Generated, Symmetry};
use satdoku::board::{Grid, RulesetText};
use satdoku::task::Confirmation;
use satdoku_explain::Rating;

impl Serialize for Generated {
    /// Writes the `puzzle` and its rules, its `solution`, the number of `givens`, its `symmetry`, `seed`
    /// and `number`, and `minimal`, `symmetric_minimal`, the fields of the rating and `confirmed` as far as
    /// they are known.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            puzzle: &'a Grid,
            #[serde(flatten)]
            rules: RulesetText,
            solution: &'a Grid,
            givens: usize,
            symmetry: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            minimal: Option<bool>,
            #[serde(skip_serializing_if = "Option::is_none")]
            symmetric_minimal: Option<bool>,
            #[serde(flatten)]
            rating: &'a Option<Rating>,
            seed: u64,
            number: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            confirmed: Option<bool>,
        }

        let has_symmetry = self.symmetry != Symmetry::None;
        let fields = Fields {
            puzzle: self.puzzle.givens(),
            rules: self.puzzle.layout().rules().into(),
            solution: &self.solution,
            givens: self.puzzle.givens().filled().count(),
            symmetry: self.symmetry.name(),
            minimal: self.is_minimal,
            symmetric_minimal: self.is_symmetric_minimal.filter(|_| has_symmetry),
            rating: &self.rating,
            seed: self.seed,
            number: self.number,
            confirmed: match self.confirmation {
                Confirmation::NotAsked => None,
                confirmation => Some(confirmation == Confirmation::Confirmed),
            },
        };
        fields.serialize(serializer)
    }
}

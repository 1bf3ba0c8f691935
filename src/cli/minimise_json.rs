//! JSON Lines of `satdoku minimise`.

use satdoku::board::Candidate;
use satdoku::task::Confirmation;
use serde::Serialize;

use super::minimise::Answer;

/// The fields of `minimise`'s objects, in the order in which they are written. What does not apply
/// is left out.
#[derive(Default, Serialize)]
pub struct Object<'a> {
    pub source: &'a str,
    pub line: usize,
    pub puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<Vec<WitnessObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

/// A given and the second solution that there is without it.
#[derive(Serialize)]
pub struct WitnessObject {
    given: String,
    solution: String,
}

impl<'a> Object<'a> {
    /// With the answer, on a board with `size` columns.
    pub fn answered(self, answer: &Answer, size: usize) -> Object<'a> {
        let redundant = names(&answer.redundant, size);
        let witnesses = answer.witnesses.iter().map(|witness| WitnessObject {
            given: witness.given.name(size).to_string(),
            solution: witness.other.to_string(),
        });
        let (removed, redundant) = match &answer.minimal {
            Some(_) => (Some(redundant), None),
            None => (None, Some(redundant)),
        };
        let minimal = answer.minimal.as_ref();
        Object {
            minimal: minimal.map(|puzzle| Some(puzzle.givens().to_string())),
            removed,
            redundant,
            witnesses: Some(witnesses.collect()),
            confirmed: Some(answer.confirmation == Confirmation::Confirmed),
            ..self
        }
    }
}

/// The names of givens, as a person reads them.
pub fn names(givens: &[Candidate], size: usize) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(size).to_string());
    names.collect()
}

//! Serialisation of answers, with the fields of JSON Lines and CSV.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::answer::{Confirmation, Count, Solution, Verdict};
use super::conflict::Conflict;
use super::estimate::Estimated;
use crate::board::Grid;

impl Serialize for Verdict {
    /// Writes `verdict`, and `solution` and `other`, `conflict` and `reason`, or `error`. Boards with
    /// variables have `variables` and `other_variables`, too.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verdict", self.name())?;
        match self {
            Verdict::Unique(solution) => {
                map.serialize_entry("solution", &solution.to_string())?;
                serialize_variables("variables", solution, &mut map)?;
            }
            Verdict::Multiple([one, other]) => {
                map.serialize_entry("solution", &one.to_string())?;
                map.serialize_entry("other", &other.to_string())?;
                serialize_variables("variables", one, &mut map)?;
                serialize_variables("other_variables", other, &mut map)?;
            }
            Verdict::Unsolvable(conflict) => serialize_conflict(conflict, &mut map)?,
            Verdict::Unknown(limit) => map.serialize_entry("error", &limit.to_string())?,
        }
        map.end()
    }
}

impl Serialize for Solution {
    /// Writes `solution`, which may be null, and then `variables` of boards that have some, `conflict`
    /// and `reason`, or `error`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let solution = match self {
            Solution::Found(solution) => Some(solution.to_string()),
            Solution::Unsolvable(_) | Solution::Unknown(_) => None,
        };
        map.serialize_entry("solution", &solution)?;
        match self {
            Solution::Found(solution) => serialize_variables("variables", solution, &mut map)?,
            Solution::Unsolvable(conflict) => serialize_conflict(conflict, &mut map)?,
            Solution::Unknown(limit) => map.serialize_entry("error", &limit.to_string())?,
        }
        map.end()
    }
}

impl Serialize for Count {
    /// Writes `count` and `complete`, and `conflict` and `reason`, or `error`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (count, complete) = match *self {
            Count::Unsolvable(_) => (0, true),
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Unknown(count, _) => (count, false),
        };
        map.serialize_entry("count", &count)?;
        map.serialize_entry("complete", &complete)?;
        match self {
            Count::Unsolvable(conflict) => serialize_conflict(conflict, &mut map)?,
            Count::Unknown(_, limit) => map.serialize_entry("error", &limit.to_string())?,
            Count::Exactly(_) | Count::AtLeast(_) => {}
        }
        map.end()
    }
}

impl Serialize for Estimated {
    /// Writes the fields of [`Count`], or `estimate` (null above 1.8e308), its logarithm `log10`,
    /// `relative_error` and `probes`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let estimate = match self {
            Estimated::Counted(count) => return count.serialize(serializer),
            Estimated::About(estimate) => estimate,
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("complete", &false)?;
        map.serialize_entry("estimate", &estimate.mean())?;
        map.serialize_entry("log10", &estimate.log10)?;
        map.serialize_entry("relative_error", &estimate.relative_error)?;
        map.serialize_entry("probes", &estimate.probes)?;
        map.end()
    }
}

impl Serialize for Confirmation {
    /// Writes true if the answer was confirmed.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self == Confirmation::Confirmed)
    }
}

impl Serialize for Conflict {
    /// Writes the constraints and givens as `conflict`, `minimal_conflict` if that is false, and
    /// `reason`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        serialize_conflict(self, &mut map)?;
        map.end()
    }
}

/// Writes the values of variables by name, if the board has variables.
fn serialize_variables<M: SerializeMap>(
    name: &'static str,
    grid: &Grid,
    map: &mut M,
) -> Result<(), M::Error> {
    struct Values<'a>(&'a Grid);
    impl Serialize for Values<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let board = self.0.geometry();
            let variables = board.cells().skip(board.grid_cell_count());
            let names = variables.map(|cell| (cell.name(board).to_string(), self.0.value(cell)));
            serializer.collect_map(names)
        }
    }
    match grid.geometry().variables() {
        [] => Ok(()),
        _ => map.serialize_entry(name, &Values(grid)),
    }
}

fn serialize_conflict<M: SerializeMap>(conflict: &Conflict, map: &mut M) -> Result<(), M::Error> {
    let givens = conflict.givens().map(|given| given.to_string());
    let clues = conflict.constraints().map(String::from).chain(givens);
    map.serialize_entry("conflict", &clues.collect::<Vec<String>>())?;
    if !conflict.is_minimal() {
        map.serialize_entry("minimal_conflict", &false)?;
    }
    map.serialize_entry("reason", &conflict.to_string())
}

#[cfg(test)]
mod tests {
    use crate::engine::{End, Report, Work};
    use crate::task::{Answer, Confirmation, Count};

    #[test]
    fn an_answer_has_its_fields_and_its_confirmation() {
        let answer = Answer {
            outcome: Count::Exactly(2),
            confirmation: Confirmation::Confirmed,
            report: Report::new(End::Complete, Work::default()),
        };
        assert_eq!(
            serde_json::to_string(&answer).unwrap(),
            r#"{"count":2,"complete":true,"confirmed":true}"#
        );
    }
}

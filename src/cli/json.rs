//! What is said of a record, field by field: as a line of JSON, or as fields of a row of CSV.

use satdoku::board::Candidate;
use satdoku::engine::Report;
use satdoku::format::Record;
use satdoku::task::{Answer, Confirmation, Conflict, Count, Solution, Verdict};
use serde::Serialize;
use serde_json::Value;

use super::against::Against;
use super::minimal::Minimality;
use super::minimise::Minimised;

/// The fields that every command's objects can have, in the order in which they are written.
/// What does not apply is left out.
#[derive(Debug, Default, Serialize)]
pub struct Object<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    puzzle: String,
    /// The map of a jigsaw on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// `null` where there is no solution; left out by `check` there.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// Whether there are no more solutions than were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    /// `false` where fewer of these givens may contradict each other, or none are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal_conflict: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<Minimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<WitnessObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<ReportObject>,
}

/// Of a minimal puzzle.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Minimal {
    /// Whether the puzzle is.
    Is(bool),
    /// The one that was made of the puzzle, or `null`.
    Made(Option<String>),
}

/// A given and the second solution that there is without it.
#[derive(Debug, Serialize)]
struct WitnessObject {
    given: String,
    solution: String,
}

/// What a search cost.
#[derive(Debug, Serialize)]
struct ReportObject {
    nodes: u64,
    guesses: u64,
    updates: u64,
    probes: u64,
    clauses: u64,
    solver_calls: u64,
}

impl ReportObject {
    fn of(report: &Report) -> ReportObject {
        let work = &report.work;
        ReportObject {
            nodes: work.nodes,
            guesses: work.guesses,
            updates: work.updates,
            probes: work.probes,
            clauses: work.clauses,
            solver_calls: work.solver_calls,
        }
    }
}

/// The fields of a report, as columns of CSV.
pub const REPORT: [&str; 6] = [
    "nodes",
    "guesses",
    "updates",
    "probes",
    "clauses",
    "solver_calls",
];

impl<'a> Object<'a> {
    /// Where a record came from and what it is.
    pub fn of(record: &'a Record) -> Object<'a> {
        let puzzle = record.content.as_ref().ok().map(|(puzzle, _)| puzzle);
        let rules = puzzle.map(|puzzle| puzzle.layout().rules());
        let regions = rules.and_then(|rules| rules.regions());
        let variants = rules.into_iter().flat_map(|rules| rules.variants());
        Object {
            source: &record.source,
            line: (!record.source.is_empty()).then_some(record.line),
            puzzle: match &record.content {
                Ok((puzzle, _)) => puzzle.givens().to_string(),
                Err(invalid) => invalid.text.clone(),
            },
            regions: regions.map(ToString::to_string),
            variants: variants.map(|variant| variant.name()).collect(),
            ..Object::default()
        }
    }

    /// What `check` says of a puzzle.
    pub fn checked(self, answer: &Answer<Verdict>, report: bool) -> Object<'a> {
        let object = Object {
            verdict: Some(answer.outcome.name()),
            ..self.answered(answer, report)
        };
        match &answer.outcome {
            Verdict::Unique(solution) => Object {
                solution: Some(Some(solution.to_string())),
                ..object
            },
            Verdict::Multiple([one, other]) => Object {
                solution: Some(Some(one.to_string())),
                other: Some(other.to_string()),
                ..object
            },
            Verdict::None(conflict) => object.conflicting(conflict),
            Verdict::Unknown(limit) => object.with_error(limit.to_string()),
        }
    }

    /// What `solve` says of a puzzle.
    pub fn solved(self, answer: &Answer<Solution>, report: bool) -> Object<'a> {
        let object = self.answered(answer, report);
        match &answer.outcome {
            Solution::Found(solution) => Object {
                solution: Some(Some(solution.to_string())),
                ..object
            },
            Solution::None(conflict) => object.unsolved().conflicting(conflict),
            Solution::Unknown(limit) => object.unsolved().with_error(limit.to_string()),
        }
    }

    /// What `count` says of a puzzle.
    pub fn counted(self, answer: &Answer<Count>, report: bool) -> Object<'a> {
        let (count, complete) = match answer.outcome {
            Count::None(_) => (0, true),
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Unknown(count, _) => (count, false),
        };
        let object = Object {
            count: Some(count),
            complete: Some(complete),
            report: report.then(|| ReportObject::of(&answer.report)),
            ..self
        };
        match &answer.outcome {
            Count::None(conflict) => object.conflicting(conflict),
            Count::Unknown(_, limit) => object.with_error(limit.to_string()),
            Count::Exactly(_) | Count::AtLeast(_) => object,
        }
    }

    /// What `solve --solutions` says of a puzzle.
    pub fn enumerated(
        self,
        answer: &Answer<Count>,
        solutions: &[String],
        report: bool,
    ) -> Object<'a> {
        Object {
            solution: Some(solutions.first().cloned()),
            solutions: Some(solutions.to_vec()),
            count: None,
            ..self.counted(answer, report)
        }
    }

    /// What `candidates` says of a puzzle: the digits of each cell, or why there are none.
    pub fn with_candidates(self, candidates: Result<Vec<String>, &Conflict>) -> Object<'a> {
        match candidates {
            Ok(candidates) => Object {
                candidates: Some(candidates),
                ..self
            },
            Err(conflict) => self.conflicting(conflict),
        }
    }

    /// What `minimise` says of a puzzle on a board with `size` columns.
    pub fn minimised(self, found: &Minimised, size: usize) -> Object<'a> {
        let redundant = names(&found.redundant, size);
        let witnesses = found.witnesses.iter().map(|witness| WitnessObject {
            given: witness.given.name(size).to_string(),
            solution: witness.other.to_string(),
        });
        let (removed, redundant) = match &found.minimal {
            Some(_) => (Some(redundant), None),
            None => (None, Some(redundant)),
        };
        let minimal = found.minimal.as_ref();
        Object {
            minimal: minimal.map(|puzzle| Minimal::Made(Some(puzzle.givens().to_string()))),
            removed,
            redundant,
            witnesses: Some(witnesses.collect()),
            confirmed: Some(found.confirmation == Confirmation::Confirmed),
            ..self
        }
    }

    /// With this verdict.
    pub fn with_verdict(self, verdict: &'static str) -> Object<'a> {
        Object {
            verdict: Some(verdict),
            ..self
        }
    }

    /// Without a solution, which is said.
    pub fn unsolved(self) -> Object<'a> {
        Object {
            solution: Some(None),
            ..self
        }
    }

    /// Without a minimal puzzle, which is said.
    pub fn unminimised(self) -> Object<'a> {
        Object {
            minimal: Some(Minimal::Made(None)),
            ..self
        }
    }

    /// With the reason for which there is no answer.
    pub fn with_error(self, error: String) -> Object<'a> {
        Object {
            error: Some(error),
            ..self
        }
    }

    /// With `minimal`, and with the givens that could go.
    pub fn with_minimality(self, minimality: Option<&Minimality>) -> Object<'a> {
        let redundant = minimality.map(|minimality| minimality.redundant.clone());
        Object {
            minimal: redundant
                .as_ref()
                .map(|givens| Minimal::Is(givens.is_empty())),
            redundant,
            ..self
        }
    }

    /// With `against`, and with what is wrong with the given solution.
    pub fn with_against(self, against: Option<&Against>) -> Object<'a> {
        Object {
            against: against.map(Against::name),
            flaw: against.and_then(Against::flaw).map(String::from),
            ..self
        }
    }

    fn answered<T>(self, answer: &Answer<T>, report: bool) -> Object<'a> {
        Object {
            confirmed: Some(answer.confirmation == Confirmation::Confirmed),
            report: report.then(|| ReportObject::of(&answer.report)),
            ..self
        }
    }

    fn conflicting(self, conflict: &Conflict) -> Object<'a> {
        let givens = conflict.givens();
        Object {
            conflict: Some(givens.map(|given| given.to_string()).collect()),
            minimal_conflict: (!conflict.is_minimal()).then_some(false),
            reason: Some(conflict.to_string()),
            ..self
        }
    }

    /// A line of JSON, without its end.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them: nothing that JSON could not say.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What there is of file, line and puzzle, as fields of CSV.
    pub fn record(&self) -> Vec<String> {
        let line = self.line.map(|line| line.to_string());
        let place = line.map(|line| [self.source.to_string(), line]);
        let place = place.into_iter().flatten();
        place.chain([self.puzzle.clone()]).collect()
    }

    /// The fields with these names as fields of CSV: empty where there is nothing to say, and
    /// lists with spaces between their words or, where those have spaces, `;`.
    pub fn fields(&self, names: &[&str]) -> Vec<String> {
        let object = serde_json::to_value(self).unwrap_or_default();
        let field = |name: &&str| match REPORT.contains(name) {
            true => text_of(&object["report"][*name]),
            false => text_of(&object[*name]),
        };
        names.iter().map(field).collect()
    }
}

/// A value of JSON as a field of CSV.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let words: Vec<String> = values.iter().map(text_of).collect();
            match words.iter().any(|word| word.contains(' ')) {
                true => words.join(";"),
                false => words.join(" "),
            }
        }
        Value::Object(fields) => {
            let words: Vec<String> = fields.values().map(text_of).collect();
            words.join(" ")
        }
        other => other.to_string(),
    }
}

/// The names of givens, as a person reads them.
pub fn names(givens: &[Candidate], size: usize) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(size).to_string());
    names.collect()
}

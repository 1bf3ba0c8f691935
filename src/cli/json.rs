//! JSON Lines: one object for each record.

use satdoku::engine::Report;
use satdoku::format::Record;
use satdoku::task::{Answer, Confirmation, Conflict, Count, Limit, Solution, Verdict};
use serde::Serialize;

use super::minimal::Minimality;

/// The fields that every command's objects can have, in the order in which they are written.
/// What does not apply is left out.
#[derive(Debug, Default, Serialize)]
pub struct Object<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<ReportObject>,
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

impl<'a> Object<'a> {
    /// Where a record came from and what it is.
    fn of(record: &'a Record) -> Object<'a> {
        Object {
            source: &record.source,
            line: record.line,
            puzzle: match &record.content {
                Ok((puzzle, _)) => puzzle.givens().to_string(),
                Err(invalid) => invalid.text.clone(),
            },
            ..Object::default()
        }
    }

    /// What `check` says of a puzzle.
    pub fn checked(record: &'a Record, answer: &Answer<Verdict>, report: bool) -> Object<'a> {
        let object = Object {
            verdict: Some(answer.outcome.name()),
            ..Object::of(record).answered(answer, report)
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
            Verdict::Unknown(limit) => object.unknown(*limit),
        }
    }

    /// What `solve` says of a puzzle.
    pub fn solved(record: &'a Record, answer: &Answer<Solution>, report: bool) -> Object<'a> {
        let object = Object::of(record).answered(answer, report);
        match &answer.outcome {
            Solution::Found(solution) => Object {
                solution: Some(Some(solution.to_string())),
                ..object
            },
            Solution::None(conflict) => Object {
                solution: Some(None),
                ..object.conflicting(conflict)
            },
            Solution::Unknown(limit) => Object {
                solution: Some(None),
                ..object.unknown(*limit)
            },
        }
    }

    /// What `count` says of a puzzle.
    pub fn counted(record: &'a Record, answer: &Answer<Count>, report: bool) -> Object<'a> {
        let (count, complete) = match answer.outcome {
            Count::None(_) => (0, true),
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Unknown(count, _) => (count, false),
        };
        let object = Object {
            count: Some(count),
            complete: Some(complete),
            report: report.then(|| ReportObject::of(&answer.report)),
            ..Object::of(record)
        };
        match &answer.outcome {
            Count::None(conflict) => object.conflicting(conflict),
            Count::Unknown(_, limit) => object.unknown(*limit),
            Count::Exactly(_) | Count::AtLeast(_) => object,
        }
    }

    /// What `solve --solutions` says of a puzzle.
    pub fn enumerated(
        record: &'a Record,
        answer: &Answer<Count>,
        solutions: Vec<String>,
        report: bool,
    ) -> Object<'a> {
        Object {
            solution: Some(solutions.first().cloned()),
            solutions: Some(solutions),
            count: None,
            ..Object::counted(record, answer, report)
        }
    }

    /// What `candidates` says of a puzzle: the digits of each cell, or why there are none.
    pub fn with_candidates(
        record: &'a Record,
        candidates: Result<Vec<String>, &Conflict>,
    ) -> Object<'a> {
        let object = Object::of(record);
        match candidates {
            Ok(candidates) => Object {
                candidates: Some(candidates),
                ..object
            },
            Err(conflict) => object.conflicting(conflict),
        }
    }

    /// What `count` and `candidates` say where there is no answer.
    pub fn unanswered(record: &'a Record, error: &dyn std::error::Error) -> Object<'a> {
        Object {
            error: Some(error.to_string()),
            ..Object::of(record)
        }
    }

    /// What `check` says where there is no answer: `invalid` for a record that is no puzzle,
    /// `unknown` where an engine failed.
    pub fn unchecked(
        record: &'a Record,
        verdict: &'static str,
        error: &dyn std::error::Error,
    ) -> Object<'a> {
        Object {
            verdict: Some(verdict),
            ..Object::unanswered(record, error)
        }
    }

    /// What `solve` says where there is no answer.
    pub fn unsolved(record: &'a Record, error: &dyn std::error::Error) -> Object<'a> {
        Object {
            solution: Some(None),
            ..Object::unanswered(record, error)
        }
    }

    fn answered<T>(self, answer: &Answer<T>, report: bool) -> Object<'a> {
        Object {
            confirmed: Some(answer.confirmation == Confirmation::Confirmed),
            report: report.then(|| ReportObject::of(&answer.report)),
            ..self
        }
    }

    /// With `minimal`, and with the givens that could go.
    pub fn with_minimality(self, minimality: Option<&Minimality>) -> Object<'a> {
        let redundant = minimality.map(|minimality| minimality.redundant.clone());
        Object {
            minimal: redundant.as_ref().map(Vec::is_empty),
            redundant,
            ..self
        }
    }

    fn conflicting(self, conflict: &Conflict) -> Object<'a> {
        let givens = conflict.givens();
        Object {
            conflict: Some(givens.iter().map(ToString::to_string).collect()),
            reason: Some(conflict.to_string()),
            ..self
        }
    }

    fn unknown(self, limit: Limit) -> Object<'a> {
        Object {
            error: Some(limit.to_string()),
            ..self
        }
    }
}

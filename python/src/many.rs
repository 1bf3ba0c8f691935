//! The questions about many puzzles, for `satdoku/many.py`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use satdoku::board::{self, Digit, Grid, Layout};
use satdoku::task::{Answer, Confirmation, Session, Solution, TaskError, Verdict};
use satdoku_explain::{Explainer, Step};
use satdoku_text::{ReadOptions, Reader, parse_puzzle};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::{board_error, bug};
use crate::input::text;
use crate::job;
use crate::parallel::{in_parallel, thread_count};
use crate::puzzle::Puzzle;
use crate::questions::{Search, explanation, rating};
use crate::results::{ResultClass, to_python};
use crate::rules::Rules;

/// The number of puzzles that a thread takes at a time.
const BATCH: usize = 256;

/// The verdicts of arrays. Workers return their indices.
const VERDICTS: [&str; 6] = ["invalid", "unknown", "none", "multiple", "unique", "solved"];

/// A question that can be asked about many puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Solve,
    Check,
    Rate,
    Explain,
}

impl Question {
    fn of_name(name: &str) -> PyResult<Question> {
        match name {
            "solve" => Ok(Question::Solve),
            "check" => Ok(Question::Check),
            "rate" => Ok(Question::Rate),
            "explain" => Ok(Question::Explain),
            _ => Err(PyValueError::new_err(
                "expected solve, check, rate or explain",
            )),
        }
    }

    /// The class of its results, which has others for some outcomes.
    fn class(self) -> &'static str {
        match self {
            Question::Solve => "Solved",
            Question::Check => "Checked",
            Question::Rate => "Rating",
            Question::Explain => "Explanation",
        }
    }

    /// Returns the fields of the result for a record that is not a puzzle.
    fn invalid(self, error: String) -> Value {
        match self {
            Question::Solve => json!({ "solution": null, "error": error, "confirmed": false }),
            Question::Check => json!({ "verdict": "invalid", "error": error, "confirmed": false }),
            Question::Rate => json!({ "level": null, "error": error }),
            Question::Explain => json!({ "solution": null, "error": error }),
        }
    }
}

/// A record whose text has not been parsed.
enum Record {
    Puzzle(board::Puzzle),
    Text(String),
    /// The text of something else, and an error.
    Invalid(String, String),
}

/// The engines that a thread keeps between puzzles.
struct Engines {
    session: Session,
    explainer: Explainer,
}

impl Engines {
    /// Returns the fields of an answer, and its steps if it has any.
    ///
    /// # Errors
    /// If an engine fails or the library has a fault.
    fn answer(&mut self, question: Question, puzzle: &board::Puzzle) -> PyResult<Answered> {
        let Engines { session, explainer } = self;
        let text = |error: TaskError| bug(error);
        let (fields, steps) = match question {
            Question::Solve => (fields(&session.solve(puzzle).map_err(text)?), None),
            Question::Check => (fields(&session.check(puzzle).map_err(text)?), None),
            Question::Rate => (rating(explainer, puzzle), None),
            Question::Explain => {
                let (fields, steps) = explanation(explainer, puzzle)?;
                (Ok(fields), steps)
            }
        };
        let fields = fields.map_err(bug)?;
        Ok(Answered { fields, steps })
    }
}

/// The answer about a puzzle: its fields, and the steps of an explanation.
struct Answered {
    fields: Value,
    steps: Option<Vec<Step>>,
}

/// Returns the fields of an answer, without the work of the engine, which would take as long again.
fn fields<T: Serialize>(answer: &Answer<T>) -> Result<Value, String> {
    let mut fields = serde_json::to_value(&answer.outcome).map_err(|error| error.to_string())?;
    fields["confirmed"] = json!(answer.confirmation);
    Ok(fields)
}

/// Answers a question about records, each a puzzle or text. A record that is neither has a result with
/// an error.
#[pyfunction]
pub fn answer_records<'py>(
    py: Python<'py>,
    question: &str,
    records: Vec<Bound<'py, PyAny>>,
    rules: &Rules,
    search: (String, Option<f64>),
    assume_unique: bool,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let question = Question::of_name(question)?;
    let records = records.iter().map(|record| {
        if let Ok(puzzle) = record.cast::<Puzzle>() {
            return Record::Puzzle(puzzle.get().puzzle.clone());
        }
        if let Some(text) = text(record) {
            return Record::Text(text);
        }
        match rules.puzzle(record) {
            Ok(puzzle) => Record::Puzzle(puzzle),
            Err(error) => {
                let text = record.str().map(|text| text.to_string());
                Record::Invalid(text.unwrap_or_default(), error.value(py).to_string())
            }
        }
    });
    let records: Vec<Record> = records.collect();
    let options = rules.read_options();
    let search = Search::new(&search.0, search.1)?.assuming_unique(assume_unique);
    let threads = thread_count(threads)?;
    let answers = job::run(py, move |interrupt| {
        let engines = || Engines {
            session: search.session(interrupt),
            explainer: search.explainer(interrupt),
        };
        in_parallel(
            records.len(),
            BATCH,
            threads,
            interrupt,
            engines,
            |engines, range| {
                let puzzles = parse(&records[range], &options);
                let puzzles = puzzles.into_iter().take_while(|_| !is_set(interrupt));
                let answers = puzzles.map(|puzzle| match puzzle {
                    Ok(puzzle) => Ok((engines.answer(question, &puzzle)?, Ok(puzzle))),
                    Err((text, error)) => {
                        let fields = question.invalid(error);
                        Ok((
                            Answered {
                                fields,
                                steps: None,
                            },
                            Err(text),
                        ))
                    }
                });
                answers.collect::<PyResult<Vec<_>>>()
            },
        )
    })?;
    let class = ResultClass::new(py, question.class())?;
    let mut results = Vec::new();
    for answers in answers {
        for (answered, puzzle) in answers? {
            let fields: Bound<'py, PyDict> = to_python(py, answered.fields)?.cast_into()?;
            results.push(match puzzle {
                Ok(puzzle) => {
                    let puzzle = Puzzle { puzzle };
                    if let Some(steps) = answered.steps {
                        let steps = puzzle.steps_of(py, steps)?;
                        fields.set_item("steps", steps)?;
                    }
                    class.result(puzzle, fields)?
                }
                Err(text) => class.result(text, fields)?,
            });
        }
    }
    Ok(results)
}

fn is_set(flag: &AtomicBool) -> bool {
    flag.load(std::sync::atomic::Ordering::Relaxed)
}

/// Parses records. An error has the text of the record.
fn parse(
    records: &[Record],
    options: &ReadOptions,
) -> Vec<Result<board::Puzzle, (String, String)>> {
    // A reader makes the board once for all lines. Other texts can have any format.
    let plain = records.iter().filter_map(|record| match record {
        Record::Text(text) if is_line(text) => Some(text.as_str()),
        _ => None,
    });
    let lines = plain.collect::<Vec<_>>().join("\n");
    let of_lines = ReadOptions {
        lines: true,
        ..options.clone()
    };
    // Reading from memory never fails.
    let mut lines = Reader::new("", lines.as_bytes(), of_lines).filter_map(Result::ok);
    let records = records.iter().map(|record| match record {
        Record::Puzzle(puzzle) => Ok(puzzle.clone()),
        Record::Text(text) => {
            let line = is_line(text).then(|| lines.next()).flatten();
            let content = match line {
                Some(line) => line.content.map_err(|mut invalid| {
                    invalid.error.place.line = 1;
                    invalid.error
                }),
                None => parse_puzzle(text, options.clone()),
            };
            let content = content.map(|(puzzle, _)| puzzle);
            content.map_err(|error| (text.clone(), error.to_string()))
        }
        Record::Invalid(text, error) => Err((text.clone(), error.clone())),
    });
    records.collect()
}

/// Returns true for the usual text of a puzzle on one line.
fn is_line(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b".-_*".contains(&byte);
    text.len() >= 16 && text.bytes().all(is_cell)
}

/// The answers about some puzzles of an array.
#[derive(Default)]
struct Rows {
    /// The digits of the solutions, with 0 where there is none.
    solutions: Vec<u8>,
    /// Indices of [`VERDICTS`].
    verdicts: Vec<u8>,
    confirmed: Vec<u8>,
}

impl Rows {
    fn push(&mut self, cells: usize, verdict: &str, solution: Option<&Grid>, is_confirmed: bool) {
        let index = VERDICTS.iter().position(|name| *name == verdict);
        self.verdicts.push(index.unwrap_or_default() as u8);
        self.confirmed.push(is_confirmed.into());
        let digits = solution.and_then(Grid::to_bytes);
        self.solutions
            .extend(digits.unwrap_or_else(|| vec![0; cells]));
    }

    /// Adds the answer about a puzzle.
    ///
    /// # Errors
    /// The message of a fault of the library.
    fn answer(
        &mut self,
        question: Question,
        session: &mut Session,
        layout: &Arc<Layout>,
        cells: &[u8],
    ) -> Result<(), String> {
        let digits = cells
            .iter()
            .map(|value| usize::from(*value).checked_sub(1).map(Digit::from_index));
        let grid = Grid::from_cells(digits.collect());
        let puzzle = grid.and_then(|grid| board::Puzzle::new(layout.clone(), grid).ok());
        let Some(puzzle) = puzzle else {
            self.push(cells.len(), "invalid", None, false);
            return Ok(());
        };
        if question == Question::Solve {
            let answer = session.solve(&puzzle).map_err(|error| error.to_string())?;
            let (verdict, solution) = match &answer.outcome {
                Solution::Found(solution) => ("solved", Some(solution)),
                Solution::Unsolvable(_) => ("none", None),
                Solution::Unknown(_) => ("unknown", None),
            };
            let is_confirmed = answer.confirmation == Confirmation::Confirmed;
            self.push(cells.len(), verdict, solution, is_confirmed);
        } else {
            let answer = session.check(&puzzle).map_err(|error| error.to_string())?;
            let solution = match &answer.outcome {
                Verdict::Unique(solution) | Verdict::Multiple([solution, _]) => Some(solution),
                Verdict::Unsolvable(_) | Verdict::Unknown(_) => None,
            };
            let is_confirmed = answer.confirmation == Confirmation::Confirmed;
            self.push(cells.len(), answer.outcome.name(), solution, is_confirmed);
        }
        Ok(())
    }
}

/// The digits, the indices of the verdicts, and the confirmations, as bytes.
type Arrays<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

/// Answers `solve` or `check` about puzzles of `size` digits, whose cells follow each other as bytes.
#[pyfunction]
pub fn answer_arrays<'py>(
    py: Python<'py>,
    question: &str,
    cells: &[u8],
    size: usize,
    rules: &Rules,
    search: (String, Option<f64>),
    threads: Option<usize>,
) -> PyResult<Arrays<'py>> {
    let question = Question::of_name(question)?;
    let search = Search::new(&search.0, search.1)?;
    let threads = thread_count(threads)?;
    let layout = rules.layout(size * size)?;
    if !layout.geometry().is_square() {
        return Err(board_error(
            "expected a square board whose digits begin with 1 for an array, found another: a list of \
             puzzles can have any board",
        ));
    }
    let cells = cells.to_vec();
    let answers = job::run(py, move |interrupt| {
        let session = || search.session(interrupt).without_reasons();
        let puzzles: Vec<&[u8]> = cells.chunks_exact(size * size).collect();
        in_parallel(
            puzzles.len(),
            BATCH,
            threads,
            interrupt,
            session,
            |session, range| {
                let mut rows = Rows::default();
                for cells in puzzles[range].iter().take_while(|_| !is_set(interrupt)) {
                    rows.answer(question, session, &layout, cells)?;
                }
                Ok::<_, String>(rows)
            },
        )
    })?;
    let mut all = Rows::default();
    for rows in answers {
        let rows = rows.map_err(bug)?;
        all.solutions.extend(rows.solutions);
        all.verdicts.extend(rows.verdicts);
        all.confirmed.extend(rows.confirmed);
    }
    let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
    Ok((
        bytes(&all.solutions),
        bytes(&all.verdicts),
        bytes(&all.confirmed),
    ))
}

/// Returns the verdicts of arrays, in the order of their indices.
#[pyfunction]
pub fn verdicts() -> Vec<&'static str> {
    VERDICTS.to_vec()
}

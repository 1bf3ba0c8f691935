//! The questions about many puzzles, for `satdoku/many.py`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use satdoku::board::{self, Cell, Digit, Grid, Layout};
use satdoku_answer::{Asker, CheckRow, ExplainRow, Failure, RateRow, SolveRow, layout};
use satdoku_text::{ReadOptions, Reader};

use crate::answer::{Answer, answer, invalid};
use crate::error::{board_error, bug, failed, mismatch, value_error};
use crate::input::{grid_on, text};
use crate::job;
use crate::puzzle::Puzzle;
use crate::questions::Search;
use crate::rules::Rules;

/// The number of puzzles that a thread takes at a time.
const BATCH: usize = 256;

/// Creates the threads of a call, by default one for each core. They end with it, so that a process can be forked.
pub fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    if threads == Some(0) {
        return Err(value_error("expected at least 1 thread, found 0"));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    pool.build().map_err(bug)
}

/// A record whose text has not been parsed.
enum Record {
    Puzzle(Puzzle),
    Text(String),
    Invalid(Invalid),
}

/// The text of a record that is not a puzzle, and the error.
struct Invalid {
    text: String,
    error: String,
}

/// Questions about many records.
struct Questions {
    records: Vec<Record>,
    options: ReadOptions,
    search: Search,
    pool: ThreadPool,
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
    let (engine, timeout) = search;
    let search = match question {
        "solve" | "check" => Search::new(&engine, timeout)?,
        _ => Search::of_steps(assume_unique, timeout)?,
    };
    let records = records.iter().map(|record| Record::new(record, rules));
    let questions = Questions {
        records: records.collect(),
        options: rules.0.clone(),
        search,
        pool: pool(threads)?,
    };
    match question {
        "solve" => questions.ask::<SolveRow>(py, "Solved", Asker::solve),
        "check" => questions.ask::<CheckRow>(py, "Checked", Asker::check),
        "rate" => questions.ask::<RateRow>(py, "Rating", Asker::rate),
        _ => questions.ask::<ExplainRow>(py, "Explanation", |asker, puzzle| {
            asker.explain(puzzle, None)
        }),
    }
}

impl Record {
    fn new(record: &Bound<'_, PyAny>, rules: &Rules) -> Record {
        if let Ok(puzzle) = record.cast::<Puzzle>() {
            return Record::Puzzle(puzzle.get().clone());
        }
        if let Some(text) = text(record) {
            return Record::Text(text);
        }
        match rules.puzzle(record) {
            Ok(puzzle) => Record::Puzzle(puzzle.into()),
            Err(error) => {
                let text = record.str().map(|text| text.to_string());
                Record::Invalid(Invalid {
                    text: text.unwrap_or_default(),
                    error: error.value(record.py()).to_string(),
                })
            }
        }
    }

    /// Returns the record of a row of an array.
    fn of_cells(layout: &Arc<Layout>, cells: &[u8]) -> Record {
        let digit = |value: &u8| usize::from(*value).checked_sub(1).map(Digit::from_index);
        let grid = Grid::from_cells(cells.iter().map(digit).collect());
        let puzzle = grid.and_then(|grid| board::Puzzle::new(layout.clone(), grid).ok());
        match puzzle {
            Some(puzzle) => Record::Puzzle(puzzle.into()),
            None => Record::Invalid(Invalid {
                text: String::new(),
                error: error_of(layout, cells),
            }),
        }
    }
}

/// Returns the reason why a row of an array is no puzzle.
fn error_of(layout: &Arc<Layout>, cells: &[u8]) -> String {
    let board = layout.geometry();
    if let Some(index) = cells.iter().position(|value| *value == NO_DIGIT) {
        let cell = Cell::from_index(index).name(board);
        let highest = board.digit_count();
        return format!("expected whole numbers from 0 to {highest}, found another in {cell}");
    }
    let values: Vec<_> = cells.iter().map(|value| Some((*value).into())).collect();
    let error = match grid_on(board, &values) {
        Ok(grid) => board::Puzzle::new(layout.clone(), grid).err(),
        Err(error) => Some(error),
    };
    error.map(|error| error.to_string()).unwrap_or_default()
}

/// The answer about each record, in order.
type Answers<R> = Vec<Result<(Puzzle, Result<R, Failure>), Invalid>>;

impl Questions {
    /// Returns the answers as objects of a class.
    fn ask<'py, R: Answer>(
        self,
        py: Python<'py>,
        class: &str,
        question: impl Fn(&mut Asker, &board::Puzzle) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let answers = self.answers(py, question)?.into_iter();
        let objects = answers.map(|answered| match answered {
            Ok((puzzle, row)) => answer(py, class, &puzzle, row),
            Err(Invalid { text, error }) => invalid::<R>(py, class, &text, &error),
        });
        objects.collect()
    }

    fn answers<R: Send + 'static>(
        self,
        py: Python<'_>,
        question: impl Fn(&mut Asker, &board::Puzzle) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> PyResult<Answers<R>> {
        let answers = job::run(py, move |interrupt| {
            let asker = || self.search.asker(interrupt.clone());
            let answers = |asker: &mut Asker, records: Vec<Record>| {
                let puzzles = parse(records, &self.options).into_iter();
                let puzzles = puzzles.take_while(|_| !interrupt.load(Ordering::Relaxed));
                let answers = puzzles.map(|puzzle| {
                    let puzzle = puzzle?;
                    let answer = question(asker, &puzzle.puzzle);
                    Ok((puzzle, answer))
                });
                answers.collect::<Answers<R>>()
            };
            // An asker keeps the tables of a board from batch to batch.
            let batches = self.records.into_par_iter().chunks(BATCH);
            let batches = batches.map_init(asker, answers);
            self.pool.install(|| batches.collect::<Vec<_>>())
        })?;
        Ok(answers.into_iter().flatten().collect())
    }
}

/// Parses records.
fn parse(records: Vec<Record>, options: &ReadOptions) -> Vec<Result<Puzzle, Invalid>> {
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
    let records = records.into_iter().map(|record| match record {
        Record::Puzzle(puzzle) => Ok(puzzle),
        Record::Text(text) => {
            let line = is_line(&text).then(|| lines.next()).flatten();
            let puzzle = match line {
                Some(line) => Puzzle::of_record(line).map_err(|mut error| {
                    error.place.line = 1;
                    error
                }),
                None => Puzzle::read(&text, options.clone()),
            };
            puzzle.map_err(|error| Invalid {
                text,
                error: error.to_string(),
            })
        }
        Record::Invalid(invalid) => Err(invalid),
    });
    records.collect()
}

/// Returns true for the usual text of a puzzle on one line.
fn is_line(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b".-_*".contains(&byte);
    text.len() >= 16 && text.bytes().all(is_cell)
}

/// What an array has in place of a number that no digit is.
const NO_DIGIT: u8 = u8::MAX;

/// The answer about a puzzle of an array.
#[derive(Default)]
struct ArrayAnswer {
    verdict: &'static str,
    solution: Option<Grid>,
    confirmed: bool,
    error: Option<String>,
}

impl From<CheckRow> for ArrayAnswer {
    fn from(row: CheckRow) -> ArrayAnswer {
        ArrayAnswer {
            verdict: row.verdict.verdict,
            solution: row.verdict.solution.flatten(),
            confirmed: row.cost.confirmed == Some(true),
            error: row.error,
        }
    }
}

impl From<SolveRow> for ArrayAnswer {
    fn from(row: SolveRow) -> ArrayAnswer {
        let solution = row.solution.flatten();
        ArrayAnswer {
            verdict: match (&solution, &row.conflict) {
                (Some(_), _) => "solved",
                (None, Some(_)) => "none",
                (None, None) => "unknown",
            },
            solution,
            confirmed: row.cost.confirmed == Some(true),
            error: row.error,
        }
    }
}

/// The digits as bytes, the verdicts, the confirmations, and the errors by their indices.
type Arrays<'py> = (
    Bound<'py, PyByteArray>,
    Vec<&'static str>,
    Vec<bool>,
    Vec<(usize, String)>,
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
    let search = Search::new(&search.0, search.1)?.without_reasons();
    let layout = layout(&rules.0, size).map_err(board_error)?;
    if !layout.geometry().is_square() {
        return Err(mismatch(
            "a square board whose digits begin with 1 for an array",
            "another: a list of puzzles can have any board",
        ));
    }
    let puzzles = cells.chunks_exact(size * size);
    let records = puzzles.map(|cells| Record::of_cells(&layout, cells));
    let questions = Questions {
        records: records.collect(),
        options: ReadOptions::default(),
        search,
        pool: pool(threads)?,
    };
    let answers = match question {
        "check" => questions.answers(py, |asker, puzzle| {
            asker.check(puzzle).map(ArrayAnswer::from)
        }),
        _ => questions.answers(py, |asker, puzzle| {
            asker.solve(puzzle).map(ArrayAnswer::from)
        }),
    };
    let (mut solutions, mut verdicts, mut confirmed) = (Vec::new(), Vec::new(), Vec::new());
    let mut errors = Vec::new();
    for (number, answer) in answers?.into_iter().enumerate() {
        let answer = match answer {
            Ok((_, answer)) => answer.map_err(failed)?,
            Err(invalid) => ArrayAnswer {
                verdict: "invalid",
                error: Some(invalid.error),
                ..ArrayAnswer::default()
            },
        };
        match answer.solution.as_ref().and_then(Grid::to_bytes) {
            Some(digits) => solutions.extend(digits),
            None => solutions.resize((number + 1) * size * size, 0),
        }
        verdicts.push(answer.verdict);
        confirmed.push(answer.confirmed);
        errors.extend(answer.error.map(|error| (number, error)));
    }
    let solutions = PyByteArray::new(py, &solutions);
    Ok((solutions, verdicts, confirmed, errors))
}

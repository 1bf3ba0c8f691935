//! The questions about many puzzles, for `satdoku/many.py`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
#[derive(Clone)]
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
}

impl Questions {
    /// Returns the answers as objects of a class, in order.
    fn ask<'py, R: Answer>(
        self,
        py: Python<'py>,
        class: &str,
        question: impl Fn(&mut Asker, &board::Puzzle) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let answers = job::run(py, move |interrupt| {
            let asker = || self.search.asker(interrupt.clone());
            let answers = |asker: &mut Asker, records: &[Record]| {
                let puzzles = parse(records, &self.options).into_iter();
                let puzzles = puzzles.take_while(|_| !is_set(&interrupt));
                let answers = puzzles.map(|puzzle| {
                    let puzzle = puzzle?;
                    let answer = question(asker, &puzzle.puzzle);
                    Ok((puzzle, answer))
                });
                answers.collect::<Vec<Result<_, Invalid>>>()
            };
            // An asker keeps the tables of a board from batch to batch.
            let batches = self.records.par_chunks(BATCH).map_init(asker, answers);
            self.pool.install(|| batches.collect::<Vec<_>>())
        })?;
        let objects = answers
            .into_iter()
            .flatten()
            .map(|answered| match answered {
                Ok((puzzle, row)) => answer(py, class, &puzzle, row),
                Err(Invalid { text, error }) => invalid::<R>(py, class, &text, &error),
            });
        objects.collect()
    }
}

fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

/// Parses records.
fn parse(records: &[Record], options: &ReadOptions) -> Vec<Result<Puzzle, Invalid>> {
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
            let puzzle = match line {
                Some(line) => Puzzle::of_record(line).map_err(|mut error| {
                    error.place.line = 1;
                    error
                }),
                None => Puzzle::read(text, options.clone()),
            };
            puzzle.map_err(|error| Invalid {
                text: text.clone(),
                error: error.to_string(),
            })
        }
        Record::Invalid(invalid) => Err(invalid.clone()),
    });
    records.collect()
}

/// Returns true for the usual text of a puzzle on one line.
fn is_line(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b".-_*".contains(&byte);
    text.len() >= 16 && text.bytes().all(is_cell)
}

/// The verdicts of arrays. Workers return their indices.
const VERDICTS: [&str; 6] = ["invalid", "unknown", "none", "multiple", "unique", "solved"];

/// What an array has in place of a number that no digit is.
const NO_DIGIT: u8 = u8::MAX;

/// The answers about some puzzles of an array.
#[derive(Default)]
struct Columns {
    /// The digits of the solutions, with 0 where there is none.
    solutions: Vec<u8>,
    /// Indices of [`VERDICTS`].
    verdicts: Vec<u8>,
    confirmed: Vec<u8>,
    /// The reasons why puzzles have no answer, by their indices.
    errors: Vec<(usize, String)>,
}

impl Columns {
    /// Adds the answer about a puzzle.
    fn push(
        &mut self,
        asker: &mut Asker,
        is_check: bool,
        layout: &Arc<Layout>,
        cells: &[u8],
    ) -> Result<(), Failure> {
        let (verdict, solution, confirmed, error) = match puzzle_of(layout, cells) {
            Err(error) => ("invalid", None, None, Some(error)),
            Ok(puzzle) if is_check => {
                let row = asker.check(&puzzle)?;
                let CheckRow { verdict, cost, .. } = row;
                let solution = verdict.solution.flatten();
                (verdict.verdict, solution, cost.confirmed, row.error)
            }
            Ok(puzzle) => {
                let row = asker.solve(&puzzle)?;
                let verdict = match (&row.solution, &row.conflict) {
                    (Some(Some(_)), _) => "solved",
                    (_, Some(_)) => "none",
                    _ => "unknown",
                };
                (
                    verdict,
                    row.solution.flatten(),
                    row.cost.confirmed,
                    row.error,
                )
            }
        };
        self.errors
            .extend(error.map(|error| (self.verdicts.len(), error)));
        let index = VERDICTS.iter().position(|name| *name == verdict);
        self.verdicts.push(index.unwrap_or_default() as u8);
        self.confirmed.push(confirmed.unwrap_or_default().into());
        let digits = solution.as_ref().and_then(Grid::to_bytes);
        let digits = digits.unwrap_or_else(|| vec![0; cells.len()]);
        self.solutions.extend(digits);
        Ok(())
    }

    fn append(&mut self, next: Columns) {
        let before = self.verdicts.len();
        let errors = next.errors.into_iter();
        self.errors
            .extend(errors.map(|(index, error)| (before + index, error)));
        self.solutions.extend(next.solutions);
        self.verdicts.extend(next.verdicts);
        self.confirmed.extend(next.confirmed);
    }
}

/// Returns the puzzle of a row of an array, or the reason why it is none.
fn puzzle_of(layout: &Arc<Layout>, cells: &[u8]) -> Result<board::Puzzle, String> {
    let digit = |value: &u8| usize::from(*value).checked_sub(1).map(Digit::from_index);
    let grid = Grid::from_cells(cells.iter().map(digit).collect());
    if let Some(puzzle) = grid.and_then(|grid| board::Puzzle::new(layout.clone(), grid).ok()) {
        return Ok(puzzle);
    }
    // What follows takes longer and finds the reason.
    let board = layout.geometry();
    if let Some(index) = cells.iter().position(|value| *value == NO_DIGIT) {
        let cell = Cell::from_index(index).name(board);
        return Err(format!(
            "expected whole numbers from 0 to {}, found another in {cell}",
            board.digit_count()
        ));
    }
    let values: Vec<Option<usize>> = cells
        .iter()
        .map(|value| Some(usize::from(*value)))
        .collect();
    let grid = grid_on(board, &values).map_err(|error| error.to_string())?;
    board::Puzzle::new(layout.clone(), grid).map_err(|error| error.to_string())
}

/// The digits, the indices of the verdicts and the confirmations, as bytes, and the errors.
type Arrays<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
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
    let is_check = question == "check";
    let search = Search::new(&search.0, search.1)?.without_reasons();
    let pool = pool(threads)?;
    let layout = layout(&rules.0, size).map_err(board_error)?;
    if !layout.geometry().is_square() {
        return Err(mismatch(
            "a square board whose digits begin with 1 for an array",
            "another: a list of puzzles can have any board",
        ));
    }
    let cells = cells.to_vec();
    let columns = job::run(py, move |interrupt| {
        let puzzles: Vec<&[u8]> = cells.chunks_exact(size * size).collect();
        let asker = || search.asker(interrupt.clone());
        let answer = |asker: &mut Asker, puzzles: &[&[u8]]| {
            let mut columns = Columns::default();
            for cells in puzzles.iter().take_while(|_| !is_set(&interrupt)) {
                columns.push(asker, is_check, &layout, cells)?;
            }
            Ok(columns)
        };
        let columns = puzzles.par_chunks(BATCH).map_init(asker, answer);
        pool.install(|| columns.collect::<Result<Vec<_>, Failure>>())
    })?;
    let columns = columns.map_err(failed)?;
    let mut all = Columns::default();
    columns.into_iter().for_each(|columns| all.append(columns));
    let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
    Ok((
        bytes(&all.solutions),
        bytes(&all.verdicts),
        bytes(&all.confirmed),
        all.errors,
    ))
}

/// Returns the verdicts of arrays, in the order of their indices.
#[pyfunction]
pub fn verdicts() -> Vec<&'static str> {
    VERDICTS.to_vec()
}

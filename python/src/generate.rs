//! New puzzles.

use std::ops::Range;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use satdoku::engine::Budget;
use satdoku::task::{Session, Verdict};
use satdoku_explain::{Difficulty, Score, Technique};
use satdoku_generate::{
    Boards, ConstraintKind, GenerateError, Generated, Generator, Pattern, Request, Symmetry,
};
use serde_json::json;

use crate::error::{bug, value_error};
use crate::input::Strings;
use crate::job;
use crate::parallel::{in_parallel, thread_count};
use crate::puzzle::Puzzle;
use crate::questions::{duration, until};
use crate::results::{fields, result, result_of};
use crate::rules::Rules;

/// The properties of new puzzles as Python arguments.
#[derive(FromPyObject)]
pub struct Properties {
    #[pyo3(item)]
    random_regions: bool,
    #[pyo3(item)]
    symmetry: String,
    #[pyo3(item)]
    minimal: bool,
    #[pyo3(item)]
    givens: Option<(usize, usize)>,
    #[pyo3(item)]
    difficulty: Option<String>,
    #[pyo3(item)]
    score: Option<(f64, f64)>,
    #[pyo3(item)]
    technique: Option<String>,
    #[pyo3(item)]
    pattern: Option<String>,
    #[pyo3(item)]
    constraints: Strings,
}

impl Properties {
    fn request(self, rules: &Rules) -> PyResult<Request> {
        let size = rules.size();
        let boards = match self.random_regions {
            true => Boards::RandomJigsaws {
                size,
                variants: rules.variants.clone(),
            },
            false => Boards::Same(rules.layout(size * size)?),
        };
        let symmetry: Symmetry = self.symmetry.parse().map_err(value_error)?;
        let difficulty = self.difficulty()?;
        let pattern = self.pattern.map(|text| text.parse::<Pattern>());
        let constraints = self.constraints.0.iter().map(|kind| kind.parse());
        let constraints = constraints.collect::<Result<Vec<ConstraintKind>, _>>();
        Ok(Request {
            symmetry,
            constraints: constraints.map_err(value_error)?,
            minimal: self.minimal,
            givens: self.givens.map(|(fewest, most)| fewest..=most),
            difficulty,
            pattern: pattern.transpose().map_err(value_error)?,
            ..Request::on(boards)
        })
    }

    /// Converts the arguments `difficulty`, `score` and `technique`.
    fn difficulty(&self) -> PyResult<Option<Difficulty>> {
        let score = |score: f64| score.to_string().parse::<Score>().map_err(value_error);
        Ok(match (&self.difficulty, self.score, &self.technique) {
            (None, None, None) => None,
            (Some(name), None, None) => Some(name.parse().map_err(value_error)?),
            (None, Some((least, most)), None) => {
                Some(Difficulty::Score(score(least)?..=score(most)?))
            }
            (None, None, Some(name)) => {
                // The names in results have capitals and spaces.
                let technique = Technique::from_name(&name.to_lowercase().replace(' ', "-"));
                let technique = technique.ok_or_else(|| {
                    value_error(format!(
                        "expected a technique such as x-wing, found `{name}`"
                    ))
                })?;
                Some(Difficulty::Technique(technique))
            }
            _ => {
                let error = "expected one of difficulty, score and technique, found several";
                return Err(PyValueError::new_err(error));
            }
        })
    }
}

/// Makes the puzzles with these numbers. One that is not found within the limits has a result with an
/// error.
#[pyfunction]
pub fn generate_puzzles<'py>(
    py: Python<'py>,
    numbers: (u64, usize),
    seed: u64,
    rules: &Rules,
    properties: Properties,
    timeout: f64,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let request = properties.request(rules)?;
    let generator = Generator::new(request, seed);
    let generator = generator.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let threads = thread_count(threads)?;
    let timeout = duration(Some(timeout))?.unwrap_or(Duration::MAX);
    let generator = generator.with_timeout(timeout);
    let (first, count) = numbers;
    let made = job::run(py, move |interrupt| {
        let engines = || {
            let deadline = until(interrupt);
            let session = Session::default()
                .without_confirmation()
                .with_budget(Budget {
                    deadline: Some(deadline),
                    ..Budget::UNLIMITED
                });
            let generator = generator.clone().with_deadline(deadline);
            (generator, session.with_timeout(timeout))
        };
        let work = |(generator, session): &mut (Generator, Session), range: Range<usize>| {
            make(generator, session, first + range.start as u64)
        };
        in_parallel(count, 1, threads, interrupt, engines, work)
    })?;
    let results = made.into_iter().map(|made| match made.map_err(bug)? {
        Made::Puzzle(made, is_confirmed) => {
            let fields = fields(py, &*made)?;
            fields.set_item("confirmed", is_confirmed)?;
            let puzzle = made.puzzle;
            result_of(py, "Generated", Puzzle { puzzle }, fields)
        }
        Made::Nothing(number, error) => {
            let fields = json!({ "seed": seed, "number": number, "error": error });
            result(py, "NotGenerated", py.None(), &fields)
        }
    });
    results.collect()
}

/// The result of an attempt to make a puzzle.
enum Made {
    /// A puzzle, and true if it is confirmed to have one solution.
    Puzzle(Box<Generated>, bool),
    /// The number of a puzzle that was not found, and the reason.
    Nothing(u64, String),
}

/// Makes the puzzle with this number and confirms it.
///
/// # Errors
/// The message of a fault of the library.
fn make(generator: &mut Generator, session: &mut Session, number: u64) -> Result<Made, String> {
    let made = match generator.make(number) {
        Ok(made) => made,
        Err(GenerateError::GaveUp { tries, .. }) => {
            let error = format!("no such puzzle found: gave up after {tries} solved grids");
            return Ok(Made::Nothing(number, error));
        }
        Err(error) => return Err(error.to_string()),
    };
    let answer = session.check(&made.puzzle);
    match answer.map_err(|error| error.to_string())?.outcome {
        Verdict::Unique(solution) if solution == made.solution => {
            Ok(Made::Puzzle(Box::new(made), true))
        }
        Verdict::Unknown(_) => Ok(Made::Puzzle(Box::new(made), false)),
        verdict => Err(format!("`{}` is {}", made.puzzle, verdict.name())),
    }
}

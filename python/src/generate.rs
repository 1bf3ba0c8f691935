//! New puzzles.

use std::ops::Range;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use satdoku_explain::{Difficulty, Technique};
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

    /// Converts the arguments `difficulty` and `technique`.
    fn difficulty(&self) -> PyResult<Option<Difficulty>> {
        Ok(match (&self.difficulty, &self.technique) {
            (None, None) => None,
            (Some(name), None) => Some(name.parse().map_err(value_error)?),
            (None, Some(name)) => {
                // The names in results have capitals and spaces.
                let technique = Technique::from_name(&name.to_lowercase().replace(' ', "-"));
                let technique = technique.ok_or_else(|| {
                    value_error(format!(
                        "expected a technique such as x-wing, found `{name}`"
                    ))
                })?;
                Some(Difficulty::Technique(technique))
            }
            (Some(_), Some(_)) => {
                let error = "expected one of difficulty and technique, found both";
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
        let engines = || generator.clone().with_deadline(until(interrupt));
        let work = |generator: &mut Generator, range: Range<usize>| {
            make(generator, first + range.start as u64)
        };
        in_parallel(count, 1, threads, interrupt, engines, work)
    })?;
    let results = made.into_iter().map(|made| match made.map_err(bug)? {
        Made::Puzzle(made) => {
            let fields = fields(py, &*made)?;
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
    /// A puzzle.
    Puzzle(Box<Generated>),
    /// The number of a puzzle that was not found, and the reason.
    Nothing(u64, String),
}

/// Makes the puzzle with this number.
///
/// # Errors
/// The message of a fault of the library.
fn make(generator: &mut Generator, number: u64) -> Result<Made, String> {
    match generator.make(number) {
        Ok(made) => Ok(Made::Puzzle(Box::new(made))),
        Err(GenerateError::GaveUp { tries, .. }) => {
            let error = format!("no such puzzle found: gave up after {tries} solved grids");
            Ok(Made::Nothing(number, error))
        }
        Err(error) => Err(error.to_string()),
    }
}

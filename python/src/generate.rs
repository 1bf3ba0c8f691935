//! New puzzles.

use std::num::NonZeroUsize;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use satdoku::engine::sat::Sat;
use satdoku::explain::Difficulty;
use satdoku::generate::{Boards, GenerateError, Generated, Generator, Pattern, Request, Symmetry};
use satdoku::task::{Session, Verdict};
use serde_json::{Value, json};

use crate::error::{board_error, bug};
use crate::job;
use crate::parallel::in_parallel;
use crate::puzzle::Puzzle;
use crate::questions::duration;
use crate::results::result;
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
    pattern: Option<String>,
}

impl Properties {
    fn request(self, rules: &Rules) -> PyResult<Request> {
        let size = rules.shape.map_or(9, |shape| shape.size());
        let boards = match self.random_regions {
            true => Boards::RandomJigsaws {
                size,
                variants: rules.variants.clone(),
            },
            false => Boards::Same(rules.layout(size)?),
        };
        let symmetry: Symmetry = self.symmetry.parse().map_err(board_error)?;
        let difficulty = self.difficulty.map(|name| name.parse::<Difficulty>());
        let pattern = self.pattern.map(|text| text.parse::<Pattern>());
        Ok(Request {
            symmetry,
            minimal: self.minimal,
            givens: self.givens.map(|(fewest, most)| fewest..=most),
            difficulty: difficulty.transpose().map_err(board_error)?,
            pattern: pattern.transpose().map_err(board_error)?,
            ..Request::on(boards)
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
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let request = properties.request(rules)?;
    let generator = Generator::new(request, seed);
    let generator = generator.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let generator = generator.with_timeout(duration(Some(timeout))?.unwrap_or(Duration::MAX));
    let (first, count) = numbers;
    let made = job::run(py, move |interrupt| {
        let engines = || (generator.clone(), Session::new(Box::new(Sat::default())));
        in_parallel(
            count,
            1,
            threads,
            interrupt,
            engines,
            |(generator, session), range| {
                let number = first + range.start as u64;
                let made = match generator.make(number) {
                    Ok(made) => made,
                    Err(GenerateError::GaveUp { tries, .. }) => {
                        return Ok(Err((
                            number,
                            format!("no such puzzle found: gave up after {tries} solved grids"),
                        )));
                    }
                    Err(error) => return Err(error.to_string()),
                };
                let outcome = session
                    .check(&made.puzzle)
                    .map_err(|error| error.to_string())?
                    .outcome;
                match outcome {
                    Verdict::Unique(solution) if solution == made.solution => Ok(Ok((made, true))),
                    Verdict::Unknown(_) => Ok(Ok((made, false))),
                    verdict => Err(format!("`{}` is {}", made.puzzle, verdict.name())),
                }
            },
        )
    })?;
    let results = made.into_iter().map(|made| match made.map_err(bug)? {
        Ok((made, is_confirmed)) => {
            let fields = fields(&made, is_confirmed);
            let puzzle = made.puzzle;
            result(py, "Generated", Puzzle { puzzle }, &fields)
        }
        Err((number, error)) => {
            let fields = json!({ "seed": seed, "number": number, "error": error });
            result(py, "Generated", py.None(), &fields)
        }
    });
    results.collect()
}

/// Returns the fields of a puzzle.
fn fields(made: &Generated, is_confirmed: bool) -> Value {
    let has_symmetry = made.symmetry != Symmetry::None;
    let mut fields = json!({
        "solution": made.solution.to_string(),
        "givens": made.puzzle.givens().filled().count(),
        "symmetry": made.symmetry.name(),
        "minimal": made.is_minimal,
        "symmetric_minimal": made.is_symmetric_minimal.filter(|_| has_symmetry),
        "seed": made.seed,
        "number": made.number,
        "confirmed": is_confirmed,
    });
    if let (Value::Object(fields), Value::Object(rating)) = (&mut fields, json!(made.rating)) {
        fields.extend(rating);
    }
    fields
}

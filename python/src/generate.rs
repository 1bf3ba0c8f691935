//! New puzzles.

use std::sync::atomic::Ordering;
use std::time::Duration;

use pyo3::Borrowed;
use pyo3::prelude::*;
use rayon::prelude::*;
use satdoku::Deadline;
use satdoku_answer::{GenerateRow, generate};
use satdoku_explain::{Difficulty, Technique};
use satdoku_generate::{Boards, Generator};

use crate::answer::{about, answer, fields_of};
use crate::error::{type_error, unanswered, value_error};
use crate::input::Strings;
use crate::job;
use crate::many::pool;
use crate::puzzle::Puzzle;
use crate::questions::duration;
use crate::rules::{BoxShape, Rules};

/// The properties of new puzzles.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Request {
    request: satdoku_generate::Request,
}

/// A number of givens, or the ends of a range.
#[derive(Clone, Copy)]
struct Givens(usize, usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Givens {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Givens> {
        if let Ok(number) = object.extract() {
            return Ok(Givens(number, number));
        }
        let [fewest, most] = object
            .extract::<[usize; 2]>()
            .map_err(|_| type_error("a number or a range of two", &object))?;
        Ok(Givens(fewest, most))
    }
}

#[pymethods]
impl Request {
    #[new]
    #[pyo3(signature = (
        *, r#box=None, regions=None, variants=Strings::default(), constraints=Strings::default(),
        symmetry="none", minimal=false, givens=None, difficulty=None, technique=None, pattern=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        r#box: Option<BoxShape>,
        regions: Option<Bound<'_, PyAny>>,
        variants: Strings,
        constraints: Strings,
        symmetry: &str,
        minimal: bool,
        givens: Option<Givens>,
        difficulty: Option<&str>,
        technique: Option<&str>,
        pattern: Option<&str>,
    ) -> PyResult<Request> {
        let is_random = |regions: &Bound<'_, PyAny>| regions.eq("random").unwrap_or_default();
        let random_regions = regions.as_ref().is_some_and(is_random);
        let regions = regions.filter(|regions| !is_random(regions));
        let regions = regions.map(|regions| regions.extract()).transpose()?;
        let rules = Rules::new(r#box, regions, variants, Strings::default())?;
        let size = rules.size();
        let boards = match random_regions {
            true => Boards::RandomJigsaws {
                size,
                variants: rules.variants,
            },
            false => Boards::Same(rules.layout(size * size)?),
        };
        let pattern = pattern.map(|text| text.parse()).transpose();
        let kinds = constraints.0.iter().map(|kind| kind.parse());
        let request = satdoku_generate::Request {
            symmetry: symmetry.parse().map_err(value_error)?,
            constraints: kinds.collect::<Result<_, _>>().map_err(value_error)?,
            minimal,
            givens: givens.map(|Givens(fewest, most)| fewest..=most),
            difficulty: self::difficulty(difficulty, technique)?,
            pattern: pattern.map_err(value_error)?,
            ..satdoku_generate::Request::on(boards)
        };
        Ok(Request { request })
    }
}

/// Converts the arguments `difficulty` and `technique`.
fn difficulty(level: Option<&str>, technique: Option<&str>) -> PyResult<Option<Difficulty>> {
    match (level, technique) {
        (None, None) => Ok(None),
        (Some(name), None) => name.parse().map(Some).map_err(value_error),
        (None, Some(name)) => {
            // The names in results have capitals and spaces.
            let technique = Technique::from_name(&name.to_lowercase().replace(' ', "-"));
            let expected = || format!("expected a technique such as x-wing, found `{name}`");
            let technique = technique.ok_or_else(|| value_error(expected()))?;
            Ok(Some(Difficulty::Technique(technique)))
        }
        (Some(_), Some(_)) => {
            let error = "expected one of difficulty and technique, found both";
            Err(value_error(error))
        }
    }
}

/// Makes the puzzles with these numbers. One that is not found within the limits has a result with an
/// error.
#[pyfunction]
pub fn generate_puzzles<'py>(
    py: Python<'py>,
    numbers: (u64, usize),
    seed: u64,
    request: &Request,
    timeout: f64,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let generator = Generator::new(request.request.clone(), seed).map_err(value_error)?;
    let generator = generator.with_timeout(duration(timeout)?);
    let pool = pool(threads)?;
    let made = job::run(py, move |interrupt| {
        let (first, count) = numbers;
        let deadline = Deadline::after(Duration::MAX).or_at(interrupt);
        let generators = || generator.clone().with_deadline(deadline);
        let make = |generator: &mut Generator, index| {
            let is_over = interrupt.load(Ordering::Relaxed);
            (!is_over).then(|| generate(generator, first + index as u64))
        };
        let numbers = (0..count).into_par_iter().with_max_len(1);
        let made = numbers.map_init(generators, make);
        pool.install(|| made.flatten_iter().collect::<Vec<GenerateRow>>())
    })?;
    let results = made.into_iter().map(|row| match &row.made {
        Some(made) => {
            let puzzle = Puzzle::from(made.puzzle.clone());
            answer(py, "Generated", &puzzle, Ok(row))
        }
        None => {
            let fields = fields_of(py, &row)?;
            row.failure.map(unanswered).transpose()?;
            about(py, "NotGenerated", py.None(), &fields)
        }
    });
    results.collect()
}

//! New puzzles.

use std::sync::atomic::Ordering;
use std::time::Duration;

use pyo3::Borrowed;
use pyo3::prelude::*;
use rayon::prelude::*;
use satdoku::Deadline;
use satdoku_answer::{GenerateRow, Properties, boards, generate};
use satdoku_generate::Generator;

use crate::answer::{about, answer, fields_of};
use crate::error::{board_error, type_error, unanswered, value_error};
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

#[pymethods]
impl Request {
    #[new]
    #[pyo3(signature = (
        *, r#box=None, regions=None, variants=None, constraints=None, kinds=None, symmetry=None,
        minimal=None, givens=None, difficulty=None, technique=None, pattern=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is an argument in Python")]
    fn new(
        r#box: Option<BoxShape>,
        regions: Option<Bound<'_, PyAny>>,
        variants: Option<Strings>,
        constraints: Option<Strings>,
        kinds: Option<Strings>,
        symmetry: Option<String>,
        minimal: Option<bool>,
        givens: Option<Range>,
        difficulty: Option<Level>,
        technique: Option<String>,
        pattern: Option<String>,
    ) -> PyResult<Request> {
        let is_random =
            |of: &Bound<'_, PyAny>| of.extract().is_ok_and(|text: &str| text == "random");
        let random_regions = regions.as_ref().is_some_and(is_random);
        let regions = regions.filter(|_| !random_regions);
        let regions = regions.map(|regions| regions.extract()).transpose()?;
        let rules = Rules::new(r#box, regions, variants, constraints)?;
        let boards = boards(&rules.0, random_regions).map_err(board_error)?;
        let properties = Properties {
            symmetry,
            kinds: kinds.unwrap_or_default().0,
            minimal: minimal.unwrap_or_default(),
            givens: givens.map(|Range(text)| text),
            difficulty: difficulty.map(|Level(text)| text),
            technique,
            pattern,
        };
        let request = properties.request(boards).map_err(value_error)?;
        Ok(Request { request })
    }
}

/// A number or a range as text, such as `28..32`.
struct Range(String);

impl<'a, 'py> FromPyObject<'a, 'py> for Range {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Range> {
        if let Ok(number) = object.extract::<usize>() {
            return Ok(Range(number.to_string()));
        }
        let [fewest, most] = object
            .extract::<[usize; 2]>()
            .map_err(|_| type_error("a number or a range of two", &object))?;
        Ok(Range(format!("{fewest}..{most}")))
    }
}

/// The name of a level, or the facts of the largest step as text.
struct Level(String);

impl<'a, 'py> FromPyObject<'a, 'py> for Level {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Level> {
        let text = object.extract::<Range>().map(|Range(text)| text);
        let text = text.or_else(|_| object.extract());
        let text = text.map_err(|_| type_error("a level, a number or a range of two", &object));
        text.map(Level)
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
        let deadline = Deadline::after(Duration::MAX).or_at(interrupt.clone());
        let generator = generator.with_deadline(deadline);
        let generators = || generator.clone();
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
            about(py, "Generated", py.None(), &fields)
        }
    });
    results.collect()
}

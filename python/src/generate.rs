//! New puzzles.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use satdoku::Deadline;
use satdoku_answer::{GenerateRow, generate};
use satdoku_explain::{Difficulty, Technique};
use satdoku_generate::{Boards, Generator};

use crate::answer::{about, answer, fields_of};
use crate::error::{type_error, unanswered, value_error};
use crate::input::{Arguments, Range, Strings, Text};
use crate::job;
use crate::many::pool;
use crate::puzzle::Puzzle;
use crate::questions::duration;
use crate::rules::Rules;

/// The properties of new puzzles.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Request {
    request: satdoku_generate::Request,
}

#[pymethods]
impl Request {
    #[new]
    #[pyo3(signature = (**properties))]
    fn new(py: Python<'_>, properties: Option<&Bound<'_, PyDict>>) -> PyResult<Request> {
        let arguments = Arguments::new(py, properties)?;
        let boards = boards(&arguments)?;
        let givens = arguments.take("givens")?;
        let Strings(kinds) = arguments.take("kinds")?.unwrap_or_default();
        let kinds = kinds.iter().map(|kind| kind.parse());
        let request = satdoku_generate::Request {
            symmetry: parsed(&arguments, "symmetry")?.unwrap_or_default(),
            constraints: kinds.collect::<Result<_, _>>().map_err(value_error)?,
            minimal: arguments.take("minimal")?.unwrap_or_default(),
            givens: givens.map(|Range(fewest, most)| fewest..=most),
            difficulty: difficulty(&arguments)?,
            pattern: parsed(&arguments, "pattern")?,
            ..satdoku_generate::Request::on(boards)
        };
        arguments.end()?;
        Ok(Request { request })
    }
}

/// Parses the text of an argument.
fn parsed<T: FromStr<Err: Display>>(arguments: &Arguments<'_>, name: &str) -> PyResult<Option<T>> {
    let text = arguments.take(name)?.map(|Text(text)| text.parse());
    text.transpose().map_err(value_error)
}

/// Converts the rules of the boards.
fn boards(arguments: &Arguments<'_>) -> PyResult<Boards> {
    let random_regions = arguments.take_if("regions", "random")?;
    let rules = Rules::take(arguments)?;
    let size = rules.size();
    match (random_regions, &rules.constraints[..]) {
        (false, _) => Ok(Boards::Same(rules.layout(size * size)?)),
        (true, []) => Ok(Boards::RandomJigsaws {
            size,
            variants: rules.variants,
        }),
        (true, [constraint, ..]) => Err(value_error(format!(
            "expected no constraints on random regions, found `{constraint}`"
        ))),
    }
}

/// Converts the arguments `difficulty` and `technique`.
fn difficulty(arguments: &Arguments<'_>) -> PyResult<Option<Difficulty>> {
    let level = arguments.take("difficulty")?;
    let technique = arguments.take("technique")?;
    match (level, technique) {
        (level, None) => Ok(level.map(|Level(difficulty)| difficulty)),
        (None, Some(Text(name))) => {
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

/// The name of a level, or the facts of the largest step: a number, a range, or its text.
struct Level(Difficulty);

impl<'a, 'py> FromPyObject<'a, 'py> for Level {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Level> {
        let text = match object.extract::<Range>() {
            Ok(Range(fewest, most)) => format!("{fewest}..{most}"),
            Err(_) => object
                .extract()
                .map_err(|_| type_error("a level, a number or a range of two", &object))?,
        };
        text.parse().map(Level).map_err(value_error)
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

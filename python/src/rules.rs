//! The rules of a board as Python arguments.

use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satdoku::board::{Puzzle, RegionMap, RuleTexts, Shape};
use satdoku_answer::layout;
use satdoku_text::{ReadOptions, read_regions};

use crate::error::{board_error, format_error, mismatch, type_error};
use crate::input::{Arguments, Strings, cells, grid_on, numbers, shape, text};

/// Boxes or regions, variants and constraints.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Rules(pub ReadOptions);

/// The shape of a box: `"2x3"` or `(2, 3)`.
struct BoxShape(Shape);

impl<'a, 'py> FromPyObject<'a, 'py> for BoxShape {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<BoxShape> {
        if let Ok(text) = object.extract::<String>() {
            return text.parse().map(BoxShape).map_err(board_error);
        }
        let [rows, columns] = object
            .extract::<[usize; 2]>()
            .map_err(|_| type_error("a box such as \"2x3\" or (2, 3)", &object))?;
        Shape::new(rows, columns).map(BoxShape).map_err(board_error)
    }
}

/// The regions of a jigsaw: a map as text, or rows of labels.
struct Regions(RegionMap);

impl<'a, 'py> FromPyObject<'a, 'py> for Regions {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Regions> {
        if let Some(map) = text(&object) {
            let regions = read_regions("", &map).map_err(|error| format_error(&error));
            return regions.map(Regions);
        }
        let labels = numbers(&object, "a map as text, or rows of labels")?;
        RegionMap::from_labels(&labels)
            .map(Regions)
            .map_err(board_error)
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (**rules))]
    pub fn new(py: Python<'_>, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
        let arguments = Arguments::new(py, rules)?;
        let rules = Rules::take(&arguments)?;
        arguments.end()?;
        Ok(rules)
    }
}

impl Rules {
    /// Takes the rules among arguments.
    pub fn take(arguments: &Arguments<'_>) -> PyResult<Rules> {
        let shape = arguments.take("box")?.map(|BoxShape(shape)| shape);
        let regions = arguments.take("regions")?.map(|Regions(map)| map);
        let texts = |name| arguments.take(name).map(Option::unwrap_or_default);
        let (Strings(variants), Strings(constraints)) = (texts("variants")?, texts("constraints")?);
        let variants = variants.iter().map(|name| name.parse());
        Ok(Rules(ReadOptions {
            shape,
            regions,
            variants: variants.collect::<Result<_, _>>().map_err(board_error)?,
            constraints,
            ..ReadOptions::default()
        }))
    }

    /// Returns the puzzle with these rules and givens: rows of numbers, or the numbers of all cells.
    pub fn puzzle(&self, object: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
        let cells = cells(object)?;
        let size = cells.len().isqrt();
        if size * size != cells.len() && !self.set_cells()? {
            return Err(match shape(object) {
                Some((rows, columns)) => {
                    let expected = format!("{columns} rows of {columns} cells");
                    mismatch(expected, format!("{rows} rows"))
                }
                None => mismatch("a square number of cells", cells.len()),
            });
        }
        let layout = layout(&self.0, size).map_err(board_error)?;
        let givens = grid_on(layout.geometry(), &cells).map_err(board_error)?;
        Puzzle::new(layout, givens).map_err(board_error)
    }

    /// Returns true if a constraint gives the rows and columns of the board.
    fn set_cells(&self) -> PyResult<bool> {
        let texts = RuleTexts::parse(self.0.constraints.iter().map(String::as_str));
        Ok(texts.map_err(board_error)?.set_cells())
    }
}

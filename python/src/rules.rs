//! The rules of a board as Python arguments.

use pyo3::Borrowed;
use pyo3::prelude::*;
use satdoku::board::{Puzzle, RegionMap, RuleTexts, Shape};
use satdoku_answer::layout;
use satdoku_text::{ReadOptions, read_regions};

use crate::error::{board_error, format_error, mismatch, type_error};
use crate::input::{Strings, cells, grid_on, numbers, shape, text};

/// Boxes or regions, variants and constraints.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Rules(pub ReadOptions);

/// The shape of a box: `"2x3"` or `(2, 3)`.
pub struct BoxShape(Shape);

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
pub struct Regions(RegionMap);

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
    #[pyo3(signature = (*, r#box=None, regions=None, variants=None, constraints=None))]
    pub fn new(
        r#box: Option<BoxShape>,
        regions: Option<Regions>,
        variants: Option<Strings>,
        constraints: Option<Strings>,
    ) -> PyResult<Rules> {
        let variants = variants.unwrap_or_default().0.into_iter();
        let variants = variants.map(|name| name.parse());
        Ok(Rules(ReadOptions {
            shape: r#box.map(|BoxShape(shape)| shape),
            regions: regions.map(|Regions(map)| map),
            variants: variants.collect::<Result<_, _>>().map_err(board_error)?,
            constraints: constraints.unwrap_or_default().0,
            ..ReadOptions::default()
        }))
    }
}

impl Rules {
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

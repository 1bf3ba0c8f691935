//! The rules of a board as Python arguments.

use std::sync::Arc;

use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satdoku::board::{Layout, Puzzle, RegionMap, RuleTexts, Ruleset, Shape, Variant};
use satdoku_text::{ReadOptions, read_regions};

use crate::error::{board_error, format_error, mismatch, type_error};
use crate::input::{Arguments, Strings, cells, grid_on, numbers, shape, text};

/// Boxes or regions, variants and constraints.
#[pyclass(frozen, module = "satdoku._satdoku")]
#[derive(Clone)]
pub struct Rules {
    pub shape: Option<Shape>,
    pub regions: Option<RegionMap>,
    pub variants: Vec<Variant>,
    pub constraints: Vec<String>,
}

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
        Ok(Rules {
            shape,
            regions,
            variants: variants.collect::<Result<_, _>>().map_err(board_error)?,
            constraints,
        })
    }

    /// Returns the options that add these rules to a text.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions {
            shape: self.shape,
            regions: self.regions.clone(),
            variants: self.variants.clone(),
            constraints: self.constraints.clone(),
            ..ReadOptions::default()
        }
    }

    /// Returns the puzzle with these rules and givens: rows of numbers, or the numbers of all cells.
    pub fn puzzle(&self, object: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
        let cells = cells(object)?;
        let is_square = cells.len().isqrt().pow(2) == cells.len();
        if !is_square
            && !self.texts()?.set_cells()
            && let Some((rows, columns)) = shape(object)
        {
            let expected = format!("{columns} rows of {columns} cells");
            return Err(mismatch(expected, format!("{rows} rows")));
        }
        let layout = self.layout(cells.len())?;
        let givens = grid_on(layout.geometry(), &cells).map_err(board_error)?;
        Puzzle::new(layout, givens).map_err(board_error)
    }

    /// Returns the number of digits of a new puzzle.
    pub fn size(&self) -> usize {
        let of_regions = self.regions.as_ref().map(|map| map.board().digit_count());
        let of_shape = self.shape.map(|shape| shape.size());
        of_regions.or(of_shape).unwrap_or(9)
    }

    /// Parses the rules about the board.
    fn texts(&self) -> PyResult<RuleTexts<'_>> {
        RuleTexts::parse(self.constraints.iter().map(String::as_str)).map_err(board_error)
    }

    /// Returns the board with these rules. Unless one of them gives the rows and columns, the number of
    /// cells does.
    pub fn layout(&self, cells: usize) -> PyResult<Arc<Layout>> {
        let texts = self.texts()?;
        let size = cells.isqrt();
        if size * size != cells && !texts.set_cells() {
            return Err(mismatch("a square number of cells", cells));
        }
        let base = match (&self.regions, self.shape) {
            (Some(regions), _) => Some(Ruleset::jigsaw(regions.clone())),
            (None, Some(shape)) => Some(Ruleset::classic(shape)),
            (None, None) => texts.base(size),
        };
        let base = base.ok_or_else(|| mismatch("a number of rows that boxes divide", size))?;
        let (rules, of_cells) = texts.on(&base).map_err(board_error)?;
        if !of_cells.is_empty() {
            return Err(mismatch("rules of the board", "candidates"));
        }
        let rules = rules.with(&self.variants).map_err(board_error)?;
        Ok(Arc::new(Layout::new(rules)))
    }
}

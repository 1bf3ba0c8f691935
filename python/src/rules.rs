//! The rules of a board as Python arguments.

use std::sync::Arc;

use pyo3::Borrowed;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use satdoku::board::{Grid, Layout, Puzzle, RegionMap, Ruleset, RulesetText, Shape, Variant};
use satdoku::format::{ReadOptions, read_regions};

use crate::error::{board_error, format_error};

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
#[derive(FromPyObject)]
pub enum BoxShape {
    Text(String),
    Numbers(usize, usize),
}

/// The regions of a jigsaw: a map as text, or rows of labels.
#[derive(FromPyObject)]
pub enum Regions {
    Map(String),
    Rows(Rows<usize>),
}

/// Rows of a list, or of an array, which has `tolist`.
pub struct Rows<T>(pub Vec<Vec<T>>);

impl<'a, 'py, T: FromPyObjectOwned<'py>> FromPyObject<'a, 'py> for Rows<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Rows<T>> {
        if object.hasattr("tolist")? {
            return Ok(Rows(object.call_method0("tolist")?.extract()?));
        }
        object.extract().map(Rows)
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (r#box, regions, variants, constraints))]
    pub fn new(
        r#box: Option<BoxShape>,
        regions: Option<Regions>,
        variants: Vec<String>,
        constraints: Vec<String>,
    ) -> PyResult<Rules> {
        let shape = r#box.map(|shape| match shape {
            BoxShape::Text(text) => text.parse().map_err(board_error),
            BoxShape::Numbers(rows, columns) => Shape::new(rows, columns).map_err(board_error),
        });
        let regions = regions.map(|regions| match regions {
            Regions::Map(text) => read_regions("", &text).map_err(|error| format_error(&error)),
            Regions::Rows(Rows(rows)) => {
                let labels: Vec<_> = rows.into_iter().flatten().map(Some).collect();
                RegionMap::from_labels(&labels).map_err(board_error)
            }
        });
        let variants = variants.iter().map(|name| name.parse());
        Ok(Rules {
            shape: shape.transpose()?,
            regions: regions.transpose()?,
            variants: variants.collect::<Result<_, _>>().map_err(board_error)?,
            constraints,
        })
    }
}

impl Rules {
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

    /// Returns the puzzle with these rules and givens.
    pub fn puzzle(&self, givens: Grid) -> PyResult<Puzzle> {
        Puzzle::new(self.layout(givens.size())?, givens).map_err(board_error)
    }

    /// Returns the board with these rules for this many digits.
    pub fn layout(&self, size: usize) -> PyResult<Arc<Layout>> {
        let usual = self.shape.or_else(|| Shape::usual(size));
        let shape = match (&self.regions, usual) {
            (Some(_), _) => String::new(),
            (None, Some(shape)) => shape.to_string(),
            (None, None) => {
                return Err(board_error(format!(
                    "expected a number of rows that boxes divide, found {size}"
                )));
            }
        };
        let text = RulesetText {
            shape,
            regions: self.regions.as_ref().map(RegionMap::to_string),
            variants: self.variants.iter().map(Variant::to_string).collect(),
            constraints: self.constraints.clone(),
        };
        let rules = Ruleset::try_from(&text).map_err(board_error)?;
        Ok(Arc::new(Layout::new(rules)))
    }
}

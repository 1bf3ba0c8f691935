//! The class `Puzzle`: reading, writing and drawing.

use std::ffi::CString;
use std::hash::{Hash, Hasher};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pythonize::pythonize;
use satdoku::FormatError;
use satdoku::board::{self, Grid, RulesetText};
use satdoku_text::{
    Alphabet, Arrangement, Form, Picture, ReadOptions, Record, Strokes, parse_record,
    parse_solution, puzzle_fields, write_link,
};

use crate::error::{board_error, format_error, refused, value_error};
use crate::input::{Strings, cells, grid_on, text};
use crate::rules::{BoxShape, Regions, Rules};

/// The function that makes a pickled puzzle again, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Vec<String>));

/// A board and the digits given on it.
///
/// `puzzle` is text in any format, rows of numbers or characters, an array or a data frame; 0, `None` and
/// NaN are blanks. The rules of the board are `box`, such as `"2x3"`; `regions`, as text or rows of
/// labels; and names of `variants` and texts of `constraints`, one or several of each. Raises `PuzzleError`
/// for what is not a puzzle, and warns of what had to be assumed.
///
/// >>> Puzzle("1.4...2..3.....4", constraints="cage 6 r1c2 r1c3").check().verdict
/// 'unique'
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone)]
pub struct Puzzle {
    pub puzzle: board::Puzzle,
    /// The remarks of the reader, which are no part of the puzzle.
    notes: Vec<String>,
}

impl From<board::Puzzle> for Puzzle {
    fn from(puzzle: board::Puzzle) -> Puzzle {
        let notes = Vec::new();
        Puzzle { puzzle, notes }
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

impl Eq for Puzzle {}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.puzzle.hash(state);
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (puzzle, *, r#box=None, regions=None, variants=None, constraints=None))]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        r#box: Option<BoxShape>,
        regions: Option<Regions>,
        variants: Option<Strings>,
        constraints: Option<Strings>,
    ) -> PyResult<Puzzle> {
        let rules = Rules::new(r#box, regions, variants, constraints)?;
        let Some(text) = text(puzzle) else {
            return rules.puzzle(puzzle).map(Puzzle::from);
        };
        let read = Puzzle::read(&text, rules.0);
        let read = read.map_err(|error| format_error(&error))?;
        for note in &read.notes {
            let category = puzzle.py().get_type::<PyUserWarning>();
            PyErr::warn(puzzle.py(), &category, &CString::new(&**note)?, 1)?;
        }
        Ok(read)
    }

    /// Parses the line of a puzzle with all its rules.
    #[staticmethod]
    fn _of_line(line: &str, notes: Vec<String>) -> PyResult<Puzzle> {
        let puzzle = line.parse().map_err(refused)?;
        Ok(Puzzle { puzzle, notes })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let parts = (self.puzzle.to_string(), self.notes.clone());
        Ok((py.get_type::<Puzzle>().getattr("_of_line")?, parts))
    }

    /// What the reader had to assume, such as the boxes of a board that draws none.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The number of digits.
    #[getter]
    fn size(&self) -> usize {
        self.puzzle.geometry().digit_count()
    }

    /// The rows and columns of a box, such as `3x3`.
    #[getter]
    fn r#box(&self) -> String {
        self.rules().shape
    }

    /// The number of the region of each cell of a jigsaw, on one line.
    #[getter]
    fn regions(&self) -> Option<String> {
        self.rules().regions
    }

    /// The names of the variants.
    #[getter]
    fn variants(&self) -> Vec<String> {
        self.rules().variants
    }

    /// The drawn constraints as text.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        self.rules().constraints
    }

    /// The lines about cells and digits, such as `digits 0-8`; none for a square whose digits count from
    /// 1.
    #[getter]
    fn board(&self) -> Vec<String> {
        self.rules().board
    }

    /// The givens, row by row. A blank is 0, or `None` if 0 is a digit; a place without a cell is `None`.
    #[getter]
    fn rows(&self) -> Vec<Vec<Option<usize>>> {
        self.rows_of(self.puzzle.givens())
    }

    /// Returns the givens as an array with a row for each row of the board. A blank is 0, or -1 if 0 is
    /// a digit; a place without a cell is -1.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let error = "a puzzle has no array to share: expected copy=None or copy=True";
            return Err(value_error(error));
        }
        self.array(py, &self.rows(), dtype)
    }

    /// Returns the givens as a NumPy array, as `numpy.asarray` does.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, &self.rows(), None)
    }

    /// Returns a solution of this puzzle as an array.
    fn _solution_array<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let solution = self.solution(text)?;
        self.array(py, &self.rows_of(&solution), None)
    }

    fn __str__(&self) -> String {
        self.puzzle.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let line = PyString::new(py, &self.puzzle.to_string());
        Ok(format!("Puzzle({})", line.repr()?))
    }

    /// Returns the fields of the puzzle in a row of JSON Lines.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in puzzle_fields(&self.puzzle) {
            dict.set_item(name, pythonize(py, &value)?)?;
        }
        Ok(dict)
    }

    /// Draws the puzzle with characters, with the digits of a solution if there is one. A line for each
    /// rule that the drawing does not show follows, so that the text is read as the same puzzle.
    #[pyo3(signature = (solution=None))]
    fn to_text(&self, solution: Option<&str>) -> PyResult<String> {
        let drawing = self.picture(solution, |picture| picture.draw(Strokes::Unicode))?;
        let rules = self.puzzle.lines().into_iter();
        Ok(drawing + &rules.map(|rule| rule + "\n").collect::<String>())
    }

    /// Draws the puzzle as SVG, with the digits of a solution if there is one.
    #[pyo3(signature = (solution=None))]
    fn to_svg(&self, solution: Option<&str>) -> PyResult<String> {
        self.picture(solution, |picture| picture.svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_svg(None)
    }

    /// Returns a link that opens the puzzle on f-puzzles.com or sudokupad.app, or
    /// in the Interactive Sudoku Solver.
    #[pyo3(signature = (site="f-puzzles", solution=None))]
    fn to_link(&self, site: &str, solution: Option<&str>) -> PyResult<String> {
        let site = site.parse().map_err(value_error)?;
        let solution = solution.map(|text| self.solution(text)).transpose()?;
        write_link(&self.puzzle, solution.as_ref(), site).map_err(refused)
    }
}

impl Puzzle {
    /// Parses a text that contains one puzzle.
    pub fn read(text: &str, options: ReadOptions) -> Result<Puzzle, FormatError> {
        Puzzle::of_record(parse_record(text, options)?)
    }

    /// Returns the puzzle of a record.
    pub fn of_record(record: Record) -> Result<Puzzle, FormatError> {
        let notes = record.note.into_iter().collect();
        let (puzzle, _) = record.content.map_err(|invalid| invalid.error)?;
        Ok(Puzzle { puzzle, notes })
    }

    /// Converts a partly filled grid of this size.
    pub fn filled(&self, object: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let board = self.puzzle.geometry();
        let filled = match text(object) {
            Some(text) if !board.is_square() => Grid::parse(&text, board).map_err(board_error)?,
            Some(text) => {
                let options = ReadOptions::like(self.puzzle.layout().rules());
                let read = Puzzle::read(&text, options);
                let read = read.map_err(|error| format_error(&error))?;
                read.puzzle.givens().clone()
            }
            None => grid_on(board, &cells(object)?).map_err(board_error)?,
        };
        match filled.geometry() == board {
            true => Ok(filled),
            false => Err(value_error("expected a grid of the size of the puzzle")),
        }
    }

    /// Returns the values of a grid of this board, row by row.
    fn rows_of(&self, grid: &Grid) -> Vec<Vec<Option<usize>>> {
        let board = self.puzzle.geometry();
        let blank = (!board.has_zero()).then_some(0);
        let value = |cell| grid.value(cell).or(blank);
        let row = |row| board.row(row).map(|cell| cell.and_then(value)).collect();
        (0..board.rows()).map(row).collect()
    }

    /// Converts rows to an array, with -1 for `None`.
    fn array<'py>(
        &self,
        py: Python<'py>,
        rows: &[Vec<Option<usize>>],
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let has_none = rows.iter().flatten().any(Option::is_none);
        let highest = *self.puzzle.geometry().all_values().end();
        let default = match (has_none, highest) {
            (true, _) => "int16",
            (false, 0..=255) => "uint8",
            (false, _) => "uint16",
        };
        let dtype = dtype.unwrap_or_else(|| PyString::new(py, default).into_any());
        let number = |value: &Option<usize>| value.map_or(-1, |value| value as i64);
        let rows = rows.iter().map(|row| row.iter().map(number).collect());
        let numpy = py.import("numpy")?;
        numpy.call_method1("array", (rows.collect::<Vec<Vec<i64>>>(), dtype))
    }

    /// The symbols of the digits in output.
    pub fn alphabet(&self) -> Alphabet {
        Form::of(Arrangement::Line, self.puzzle.geometry()).alphabet
    }

    /// Parses a complete grid of this size.
    pub fn solution(&self, text: &str) -> PyResult<Grid> {
        let solution = parse_solution(text, &self.puzzle, self.alphabet());
        solution.map_err(|error| format_error(&error))
    }

    fn rules(&self) -> RulesetText {
        self.puzzle.layout().rules().into()
    }

    fn picture(
        &self,
        solution: Option<&str>,
        draw: impl FnOnce(&Picture<'_>) -> String,
    ) -> PyResult<String> {
        let solution = solution.map(|text| self.solution(text)).transpose()?;
        let picture = Picture::new(&self.puzzle, self.alphabet());
        Ok(draw(&match &solution {
            Some(solution) => picture.with_solution(solution),
            None => picture,
        }))
    }
}

//! Puzzles of the page, and reading text.

use std::sync::Arc;

use js_sys::{Function, Uint32Array};
use satdoku::Grid;
use satdoku::board::{
    self, Candidate, Cell, Constraint, Digit, Geometry, Layout, RegionMap, RuleLine, Ruleset,
    Shape, Variant,
};
use satdoku_explain::Explainer;
use satdoku_text::{Alphabet, Picture, ReadOptions, Reader};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::object::{candidates, cells, digits, list, numbers, object, texts};
use crate::{Answer, Result, words};

/// A board with digits on it. It keeps what one question computes and the next one needs.
#[wasm_bindgen]
pub struct Puzzle {
    pub(crate) puzzle: board::Puzzle,
    pub(crate) explainer: Explainer,
}

/// Creates the layout of a board: the lines about its cells and digits, its boxes or regions, its
/// variants, and its constraints as text.
pub fn layout(
    board: &[String],
    (rows, columns): (usize, usize),
    regions: Option<Vec<u16>>,
    variants: &[Variant],
    constraints: &[String],
) -> Result<Arc<Layout>> {
    let boxes = match rows {
        1 => None,
        _ => Some(Shape::new(rows, columns).map_err(words)?),
    };
    let mut rules = match boxes {
        Some(shape) => Ruleset::classic(shape),
        None => {
            let square = Geometry::new(columns, columns, 1..=columns).map_err(words)?;
            Ruleset::new(square).map_err(words)?
        }
    };
    if !board.is_empty() {
        let lines = board.iter();
        let lines = lines.filter_map(|line| RuleLine::board(line).transpose());
        let lines: std::result::Result<Vec<_>, _> = lines.collect();
        let mut lines = lines.map_err(words)?;
        lines.extend(boxes.map(RuleLine::Box));
        rules = rules.with_lines(lines).map_err(words)?;
    }
    let rules = match regions {
        None => rules,
        Some(labels) => {
            // 0 is no region.
            let labels: Vec<Option<u16>> = labels
                .into_iter()
                .map(|label| (label > 0).then_some(label))
                .collect();
            let map = RegionMap::on(rules.geometry(), &labels).map_err(words)?;
            rules.with_regions(map).map_err(words)?
        }
    };
    let rules = rules.with(variants).map_err(words)?;
    let board = rules.geometry();
    let constraints = constraints
        .iter()
        .map(|text| Constraint::parse(text, board));
    let constraints = constraints
        .collect::<std::result::Result<_, _>>()
        .map_err(words)?;
    let rules = rules.with_constraints(constraints).map_err(words)?;
    Ok(Arc::new(Layout::new(rules)))
}

/// Parses names of variants, separated by spaces.
pub fn variants(names: &str) -> Result<Vec<Variant>> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().map_err(words)).collect()
}

/// Creates a grid from the digits of its cells, counted from 1; 0 is a blank.
pub fn grid(board: &Geometry, cells: &[u16]) -> Result<Grid> {
    let digit = |number: &u16| {
        number
            .checked_sub(1)
            .map(|index| Digit::from_index(index.into()))
    };
    let expected = || {
        format!(
            "expected {} cells, found {}",
            board.cell_count(),
            cells.len()
        )
    };
    Grid::new(board, cells.iter().map(digit).collect()).ok_or_else(expected)
}

fn constraint_texts(puzzle: &board::Puzzle) -> JsValue {
    let constraints = puzzle.layout().constraints().iter();
    let constraints = constraints.map(|constraint| constraint.text(puzzle.geometry()));
    texts(&constraints.collect::<Vec<_>>())
}

/// Returns where the cells of a board are, and its digits: the `places` of the cells of the grid, counted
/// in reading order with holes, the names of the variables, which follow them, the value of the lowest
/// digit and the number of digits.
fn geometry(board: &Geometry) -> JsValue {
    let positions = board.grid_cells().filter_map(|cell| board.position(cell));
    let places = positions.map(|(row, column)| (row * board.columns() + column) as u32);
    let variables = board.cells().skip(board.grid_cell_count());
    let names: Vec<String> = variables.map(|cell| words(cell.name(board))).collect();
    object([
        ("rows", board.rows().into()),
        ("columns", board.columns().into()),
        (
            "places",
            Uint32Array::from(&places.collect::<Vec<u32>>()[..]).into(),
        ),
        ("variables", texts(&names)),
        ("lowest", (*board.all_values().start()).into()),
        ("digits", board.digit_count().into()),
    ])
}

/// Returns a puzzle as the page represents it: the fields of its board, and its givens as `cells`. A cell
/// in no region has the region 0.
pub fn fields(puzzle: &board::Puzzle) -> JsValue {
    let layout = puzzle.layout();
    let label = |map: &RegionMap| -> Vec<u16> {
        puzzle
            .geometry()
            .grid_cells()
            .map(|cell| map.region_of(cell).map_or(0, |number| number as u16 + 1))
            .collect()
    };
    let names = layout.rules().variants().iter().map(words);
    object([
        ("lines", texts(&layout.rules().board_lines())),
        ("geometry", geometry(puzzle.geometry())),
        ("rows", layout.shape().box_rows().into()),
        ("columns", layout.shape().box_columns().into()),
        (
            "regions",
            layout
                .rules()
                .regions()
                .map_or(JsValue::NULL, |map| numbers(&label(map))),
        ),
        ("variants", texts(&names.collect::<Vec<_>>())),
        ("constraints", constraint_texts(puzzle)),
        ("removed", candidates(puzzle.removed())),
        ("cells", digits(puzzle.givens())),
    ])
}

#[wasm_bindgen]
impl Puzzle {
    /// Creates a puzzle from the lines about its cells and digits (none for a square whose digits count
    /// from 1), the rows and columns of its boxes (one row if there are no boxes), the
    /// region of each cell of a jigsaw, the names of its variants separated by spaces, its
    /// constraints as text, its eliminated candidates as pairs of cell and digit, and its givens.
    ///
    /// # Errors
    /// If there is no such board, or the givens do not fit on it.
    #[allow(clippy::too_many_arguments)]
    #[wasm_bindgen(constructor)]
    pub fn new(
        board: Vec<String>,
        rows: usize,
        columns: usize,
        regions: Option<Vec<u16>>,
        variants: &str,
        constraints: Vec<String>,
        removed: &[u16],
        givens: &[u16],
    ) -> Result<Puzzle> {
        let layout = layout(
            &board,
            (rows, columns),
            regions,
            &self::variants(variants)?,
            &constraints,
        )?;
        let removed = read_candidates(&layout, removed)?;
        let puzzle = {
            let givens = grid(layout.geometry(), givens)?;
            board::Puzzle::new(layout, givens).map_err(words)?
        };
        let puzzle = puzzle.without(removed).map_err(words)?;
        Ok(Puzzle {
            puzzle,
            explainer: Explainer::default(),
        })
    }

    /// Returns what the rules forbid: the houses, each with its name and cells; the relations, each with
    /// its two cells and the forbidden pairs of digits as a flat list; and the digits that a cell cannot
    /// hold because they belong to other cells. Also returns the constraints as text, a picture of them,
    /// the rules of variants and constraints in sentences, the names of all kinds of constraints, and all
    /// variants with their rules.
    pub fn rules(&self) -> JsValue {
        let houses = self.puzzle.layout().houses().iter().map(|house| {
            object([
                ("name", words(house.source).into()),
                ("cells", cells(&house.cells)),
            ])
        });
        let relations = self.puzzle.layout().relations().iter().map(|relation| {
            let pairs = relation.pairs().flatten();
            let forbidden: Vec<u16> = pairs.map(|at| at.digit.index() as u16 + 1).collect();
            object([
                ("cells", cells(&relation.cells)),
                ("forbidden", numbers(&forbidden)),
            ])
        });
        let rules = self.puzzle.layout().rules();
        let mut sentences: Vec<String> = rules
            .variants()
            .iter()
            .map(|one| words(one.rule()))
            .collect();
        sentences.extend(rules.constraint_rules());
        let variants = Variant::ALL.iter().map(|variant| {
            object([
                ("name", variant.name().into()),
                ("rule", variant.rule().into()),
            ])
        });
        let layer = Picture::new(&self.puzzle, Alphabet::FromOne).constraint_layer();
        object([
            ("houses", list(houses)),
            ("relations", list(relations)),
            (
                "outside",
                candidates(self.puzzle.layout().outside().iter().copied()),
            ),
            ("constraints", constraint_texts(&self.puzzle)),
            ("picture", layer.map_or(JsValue::NULL, |svg| svg.into())),
            ("sentences", texts(&sentences)),
            ("kinds", list(Constraint::names().map(JsValue::from))),
            ("variants", list(variants)),
        ])
    }
}

impl Puzzle {
    /// Returns the puzzle with the entries as givens and without the eliminated candidates.
    pub(crate) fn with(&self, filled: &Grid, eliminated: &[Candidate]) -> Result<board::Puzzle> {
        let mut all = self.puzzle.givens().clone();
        for at in filled.filled() {
            if all.cells().get(at.cell.index()) == Some(&None) {
                all.set(at.cell, Some(at.digit));
            }
        }
        let position = self.puzzle.with_givens(all).map_err(words)?;
        position.without(eliminated.iter().copied()).map_err(words)
    }

    /// Reads candidates of this board from pairs of cell and digit.
    pub(crate) fn candidates_of(&self, pairs: &[u16]) -> Result<Vec<Candidate>> {
        read_candidates(self.puzzle.layout(), pairs)
    }
}

fn read_candidates(layout: &Layout, pairs: &[u16]) -> Result<Vec<Candidate>> {
    let candidates = pairs.as_chunks::<2>().0.iter().map(|[cell, digit]| {
        let digit = Digit::from_index(usize::from(*digit).checked_sub(1)?);
        let cell = Cell::from_index(usize::from(*cell));
        (cell.index() < layout.cell_count()).then_some(Candidate { cell, digit })
    });
    let candidates: Option<Vec<Candidate>> = candidates.collect();
    candidates.ok_or_else(|| "expected candidates of the board".to_string())
}

/// The number of records that are read from a file.
const MOST_RECORDS: usize = 10_000;

/// Reads the records of a text in any format. `found` receives the line of each, its puzzle or null,
/// and its error, if any. `rows` and `columns` are those of the boxes, or 0 to detect them. Returns
/// true if there are more than [`MOST_RECORDS`].
///
/// # Errors
/// If there is no such board.
#[wasm_bindgen]
pub fn read(
    bytes: &[u8],
    source: &str,
    rows: usize,
    columns: usize,
    found: &Function,
) -> Result<bool> {
    let has_shape = rows * columns > 0;
    let options = ReadOptions {
        shape: has_shape
            .then(|| Shape::new(rows, columns))
            .transpose()
            .map_err(words)?,
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(source, bytes, options);
    for record in reader.by_ref().take(MOST_RECORDS) {
        let record = record.map_err(words)?;
        let (puzzle, error) = match &record.content {
            Ok((puzzle, _)) => (fields(puzzle), JsValue::UNDEFINED),
            Err(invalid) => (JsValue::NULL, invalid.error.to_string().into()),
        };
        let line = record.line.into();
        // Exceptions of the page's callback are not handled here.
        let _ = found.call3(&JsValue::NULL, &line, &puzzle, &error);
    }
    Ok(reader.next().is_some())
}

/// Reports progress to the page.
pub fn report(to: &Function, what: &JsValue) {
    // Exceptions of the page's callback are not handled here.
    let _ = to.call1(&JsValue::NULL, what);
}

/// Returns an answer that consists of an error.
pub fn none(reason: &str) -> Answer {
    Err(reason.to_string())
}

//! Puzzles of the page, and reading text.

use std::sync::Arc;

use js_sys::{Function, Uint32Array};
use satdoku::board::{
    self, Candidate, Cell, Constraint, Digit, Geometry, Kind, Layout, Part, RegionMap, RuleLine,
    Ruleset, Shape, Variant,
};
use satdoku::propagate::Candidates;
use satdoku::{FormatError, Grid};
use satdoku_explain::{Explainer, Level};
use satdoku_generate::Symmetry;
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

/// Returns the constraints of a puzzle: the text of each, its name, its number or digits as they are typed, and its
/// cells in the order of the text.
fn constraints(puzzle: &board::Puzzle) -> JsValue {
    let board = puzzle.geometry();
    let separator = if *board.values().end() > 9 { " " } else { "" };
    list(puzzle.layout().constraints().iter().map(|constraint| {
        let digits: Vec<String> = constraint.digits().iter().map(words).collect();
        let number = constraint.unusual_number(board).map(words);
        let line = constraint.line().map(|line| line.cells(board));
        object([
            ("text", constraint.text(board).into()),
            ("label", constraint.label(board).into()),
            ("name", constraint.name().into()),
            (
                "value",
                number.unwrap_or_else(|| digits.join(separator)).into(),
            ),
            (
                "cells",
                cells(&line.unwrap_or_else(|| constraint.cells(board))),
            ),
        ])
    }))
}

/// Returns the candidates that no solution has because of a single constraint, whatever the digits of other cells
/// are: 3 in a cage of two cells whose total is 6.
fn excluded(layout: &Layout) -> Result<Vec<Candidate>> {
    let mut excluded = layout.outside().to_vec();
    for (number, constraint) in layout.constraints().iter().enumerate() {
        let alone = Arc::new(layout.restricted_to(&[number]));
        let blank = grid(layout.geometry(), &vec![0; layout.cell_count()])?;
        let puzzle = board::Puzzle::new(alone, blank).map_err(words)?;
        let mut left = Candidates::new(&puzzle);
        if left.propagate().is_err() {
            continue;
        }
        for cell in constraint.cells(layout.geometry()) {
            let digits = (0..layout.digit_count()).map(Digit::from_index);
            let gone = digits.filter(|digit| !left.contains(cell, *digit));
            excluded.extend(gone.map(|digit| Candidate { cell, digit }));
        }
    }
    Ok(excluded)
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
        ("constraints", constraints(puzzle)),
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
    /// hold because of a constraint or because they belong to other cells. Also returns the constraints, a picture
    /// of them, and the rules of variants and constraints in sentences.
    pub fn rules(&self) -> Answer {
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
        let layer = Picture::new(&self.puzzle, Alphabet::FromOne).constraint_layer();
        Ok(object([
            ("houses", list(houses)),
            ("relations", list(relations)),
            ("excluded", candidates(excluded(self.puzzle.layout())?)),
            ("constraints", constraints(&self.puzzle)),
            ("picture", layer.map_or(JsValue::NULL, |svg| svg.into())),
            ("sentences", texts(&sentences)),
        ]))
    }
}

/// Returns what the page offers: the kinds of constraints, each with its rule on a board of nine digits and the value
/// that it takes, the variants with their rules, and the names of symmetries and levels.
#[wasm_bindgen]
pub fn library() -> JsValue {
    let kinds = Kind::all().map(|kind| {
        object([
            ("name", kind.name.into()),
            ("rule", kind.rule(&9.into()).into()),
            ("value", value_of(kind).into()),
        ])
    });
    let variants = Variant::ALL.iter().map(|variant| {
        object([
            ("name", variant.name().into()),
            ("rule", variant.rule().into()),
        ])
    });
    let symmetries = Symmetry::ALL.iter().map(|symmetry| symmetry.name().into());
    let levels = Level::ALL.iter().map(|level| level.name().into());
    object([
        ("kinds", list(kinds)),
        ("variants", list(variants)),
        ("symmetries", list(symmetries)),
        ("levels", list(levels)),
    ])
}

/// Returns whether a constraint of this kind has a number or digits.
fn value_of(kind: &Kind) -> &'static str {
    let value = kind.shape.iter().find_map(|part| match part {
        Part::Number(_) | Part::Integer(_) => Some("required"),
        Part::OptionalNumber | Part::Usual(..) => Some("optional"),
        Part::Digits => Some("digits"),
        _ => None,
    });
    value.unwrap_or("none")
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

/// Reads the records of a text in any format. `found` receives each: its line, its puzzle or null, a remark about
/// how it was read, if any, and its error: the line, the column, what was expected and what was found. `rows` and `columns` are those of the boxes, or 0 to detect them. Returns
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
            Err(invalid) => (JsValue::NULL, error(&invalid.error)),
        };
        let note = record.note.map_or(JsValue::UNDEFINED, |note| note.into());
        let record = [
            ("line", record.line.into()),
            ("puzzle", puzzle),
            ("note", note),
            ("error", error),
        ];
        report(found, &object(record));
    }
    Ok(reader.next().is_some())
}

fn error(error: &FormatError) -> JsValue {
    object([
        ("line", error.place.line.into()),
        ("column", error.place.column.into()),
        ("expected", (&error.expected).into()),
        ("found", (&error.found).into()),
    ])
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

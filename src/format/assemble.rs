//! From cells to puzzles: which rules and which symbols a puzzle has, and what is wrong with it.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::block::Reading;
use super::cells::{CellText, cells_of, digits, shape_of};
use super::error::Problem;
use super::form::{Arrangement, Form};
use super::line_puzzle::{SIZES, line_puzzle as plain_grid};
use super::record::ReadOptions;
use super::row::{Hints, Row, SHORTEST};
use crate::board::{Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant, VariantError};

/// Makes puzzles of cells whose places in a text are known.
pub(super) struct Assembler {
    shape: Option<Shape>,
    regions: Option<RegionMap>,
    variants: Vec<Variant>,
    alphabet: Option<Alphabet>,
    /// The size of the puzzles that [`Assembler::plain_puzzle`] reads.
    plain_size: Option<usize>,
    /// The layouts of the puzzles so far: one, or a few.
    layouts: Vec<Arc<Layout>>,
}

impl Assembler {
    /// Makes puzzles of the shape and with the symbols that were said, if they were. Regions come
    /// with a shape that has no boxes.
    pub fn new(options: &ReadOptions) -> Assembler {
        let (shape, alphabet) = (options.shape, options.alphabet);
        let size = shape.map_or(9, Shape::size);
        let is_plain =
            SIZES.contains(&size) && alphabet.is_none_or(|alphabet| alphabet == Alphabet::FromOne);
        Assembler {
            shape,
            regions: options.regions.clone(),
            variants: options.variants.clone(),
            alphabet,
            plain_size: is_plain.then_some(size),
            layouts: Vec::new(),
        }
    }

    /// What helps to tell rows from titles.
    pub fn hints(&self) -> Hints {
        Hints {
            cells: self.shape.map(|shape| shape.size() * shape.size()),
            letters: self
                .alphabet
                .is_some_and(|alphabet| alphabet != Alphabet::Numbers),
        }
    }

    /// The size of the grid whose rows have this reading.
    pub fn size(&self, reading: Reading) -> usize {
        self.shape.map_or(reading.cells, Shape::size)
    }

    /// Whether all puzzles have the same regions.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// The puzzle at the start of a line, if it is one of the usual kind.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        let grid = plain_grid(line, self.plain_size?)?;
        let shape = match self.shape {
            Some(shape) => shape,
            None => Shape::square(grid.size())?,
        };
        let ruleset = self.ruleset(shape);
        let puzzle = Puzzle::new(self.layout(ruleset).ok()?, grid).ok()?;
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: Alphabet::FromOne,
        };
        Some((puzzle, form))
    }

    /// The puzzle whose cells all stand on one line.
    pub fn line_puzzle(
        &mut self,
        cells: &[CellText<'_>],
        is_spaced: bool,
    ) -> Result<(Puzzle, Form), Problem> {
        let found = cells.len();
        let size = match self.shape {
            Some(shape) => shape.size(),
            None => match found.isqrt() {
                side if side * side == found && side >= SHORTEST => side,
                _ => nearest_size(found),
            },
        };
        let expected = size * size;
        if found != expected {
            let what = format!("{expected} cells for a {size}x{size} puzzle");
            let place = match cells.get(expected) {
                Some(extra) => extra.line.place(extra.byte),
                None => cells
                    .last()
                    .map_or((1, 1), |last| last.line.place(last.byte + last.text.len())),
            };
            return Err(Problem::new(place, what, found.to_string()));
        }
        let place = cells[0].line.place(cells[0].byte);
        let ruleset = self.ruleset(shape_of(size, self.shape, place)?);
        let (grid, alphabet) = digits(cells, size, is_spaced, self.alphabet)?;
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet,
        };
        Ok((self.puzzle(ruleset, grid, place)?, form))
    }

    /// The puzzle whose rows these are.
    pub fn grid_puzzle(
        &mut self,
        rows: &[Row],
        reading: Reading,
        is_framed: bool,
        map: Option<RegionMap>,
    ) -> Result<(Puzzle, Form), Problem> {
        let size = self.size(reading);
        let cells = self.checked_rows(rows, reading, size)?;
        let place = cells[0].line.place(cells[0].byte);
        let ruleset = match map {
            Some(map) => Ruleset::jigsaw(map),
            None => self.ruleset(shape_of(size, self.shape, place)?),
        };
        let alphabet = self.alphabet;
        let (grid, alphabet) = digits(&cells, size, reading.is_spaced, alphabet)?;
        let arrangement = match (is_framed, reading.is_spaced) {
            (true, _) => Arrangement::Boxes,
            (false, true) => Arrangement::SpacedRows,
            (false, false) => Arrangement::Rows,
        };
        let form = Form {
            arrangement,
            alphabet,
        };
        Ok((self.puzzle(ruleset, grid, place)?, form))
    }

    /// The cells of all rows, each of which has `size`.
    fn checked_rows<'r>(
        &self,
        rows: &'r [Row],
        reading: Reading,
        size: usize,
    ) -> Result<Vec<CellText<'r>>, Problem> {
        let mut all = Vec::with_capacity(rows.len() * size);
        for row in rows {
            let line = &row.line;
            let cells: Vec<CellText<'r>> =
                cells_of(line, line.text().len(), reading.is_spaced).collect();
            if cells.len() != size {
                let byte = cells
                    .get(size)
                    .map_or(line.text().trim_end().len(), |extra| extra.byte);
                return Err(Problem::new(
                    line.place(byte),
                    format!("{size} cells in this row"),
                    cells.len().to_string(),
                ));
            }
            all.extend(cells);
        }
        Ok(all)
    }

    /// What is wrong with a grid that has too few rows.
    pub fn incomplete(&self, rows: &[Row], reading: Reading, next: (usize, &str)) -> Problem {
        let size = self.size(reading);
        let place = (rows[0].line.number, 1);
        if let Err(problem) = shape_of(size, self.shape, place) {
            return problem;
        }
        if let Err(problem) = self.checked_rows(rows, reading, size) {
            return problem;
        }
        let (line, found) = next;
        Problem::new(
            (line, 1),
            format!("row {} of {size}", rows.len() + 1),
            found,
        )
    }

    /// The puzzle with these givens, rules and variants.
    fn puzzle(
        &mut self,
        ruleset: Ruleset,
        grid: Grid,
        place: (usize, usize),
    ) -> Result<Puzzle, Problem> {
        let layout = self.layout(ruleset);
        let layout = layout.map_err(|e| Problem::new(place, e.expected(), e.found()))?;
        Puzzle::new(layout, grid)
            .map_err(|error| Problem::new(place, "a puzzle", error.to_string()))
    }

    /// The rules of a board of this shape, variants aside.
    fn ruleset(&self, shape: Shape) -> Ruleset {
        match &self.regions {
            Some(regions) => Ruleset::jigsaw(regions.clone()),
            None => Ruleset::classic(shape),
        }
    }

    /// The layout of these rules and the variants.
    fn layout(&mut self, ruleset: Ruleset) -> Result<Arc<Layout>, VariantError> {
        let ruleset = ruleset.with(&self.variants)?;
        let known = self
            .layouts
            .iter()
            .find(|layout| *layout.rules() == ruleset);
        if let Some(layout) = known {
            return Ok(layout.clone());
        }
        let layout = Arc::new(Layout::new(ruleset));
        // A text in which every puzzle has a map of its own would fill the memory.
        if self.layouts.len() == MOST_LAYOUTS {
            self.layouts.remove(0);
        }
        self.layouts.push(layout.clone());
        Ok(layout)
    }
}

/// How many layouts are kept for puzzles to come.
const MOST_LAYOUTS: usize = 16;

/// The size of a board whose number of cells is closest to `cells`. What has more than a 4×4 board
/// and less than a 9×9 one is a 9×9 one that was cut short.
fn nearest_size(cells: usize) -> usize {
    if (17..=81).contains(&cells) {
        return 9;
    }
    let sizes = (2..=20).map(|side| side * side);
    let distance = |size: &usize| (size * size).abs_diff(cells);
    sizes.min_by_key(distance).unwrap_or(9)
}

//! From cells to a puzzle: which rules and which symbols it has, and what is wrong with it.

use std::sync::Arc;

use super::alphabet::{Alphabet, BLANKS, infer};
use super::error::{FormatError, quote};
use super::form::{Arrangement, Form};
use super::grid::Reading;
use super::line::{SIZES, plain_grid};
use super::lines::TextLine;
use super::record::ReadOptions;
use super::row::{Hints, Row, SHORTEST, cells};
use crate::board::{Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant, VariantError};

/// A puzzle and the form it came in, or what is wrong with it.
pub(super) type Content = Result<(Puzzle, Form), FormatError>;

/// One cell in a text.
pub(super) struct CellText<'a> {
    pub line: &'a TextLine,
    /// The byte of the line at which it begins.
    pub byte: usize,
    pub text: &'a str,
}

impl CellText<'_> {
    /// The line and the column, counted from 1.
    pub fn place(&self) -> (usize, usize) {
        self.line.place(self.byte)
    }
}

/// The cells of a part of a line.
pub(super) fn cells_of(
    line: &TextLine,
    end: usize,
    is_spaced: bool,
) -> impl Iterator<Item = CellText<'_>> {
    let cells = cells(&line.text()[..end], is_spaced).into_iter();
    cells.map(move |(byte, text)| CellText { line, byte, text })
}

/// Makes puzzles of cells whose places in a text are known.
pub(super) struct Assembler {
    shape: Option<Shape>,
    regions: Option<RegionMap>,
    variants: Vec<Variant>,
    alphabet: Option<Alphabet>,
    /// The size of the puzzles that [`Assembler::plain_puzzle`] reads.
    plain_size: Option<usize>,
    /// The layout of all of them.
    plain_layout: Option<Arc<Layout>>,
    /// The layouts of the puzzles so far: one, or a few.
    layouts: Vec<Arc<Layout>>,
}

impl Assembler {
    /// Makes puzzles as the options say. Regions come with a shape that has no boxes.
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
            plain_layout: None,
            layouts: Vec::new(),
        }
    }

    /// The shape of every puzzle, if the options say it.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// What helps to know rows from titles.
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
        let layout = match &self.plain_layout {
            Some(layout) => layout.clone(),
            None => {
                let ruleset = self.ruleset(self.shape.or(Shape::square(grid.size()))?);
                let layout = self.layout(ruleset).ok()?;
                self.plain_layout.insert(layout).clone()
            }
        };
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: Alphabet::FromOne,
        };
        Some((Puzzle::new(layout, grid).ok()?, form))
    }

    /// The puzzle whose cells all stand on one line.
    pub fn line_puzzle(&mut self, cells: &[CellText<'_>], is_spaced: bool) -> Content {
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
                Some(extra) => extra.place(),
                None => cells
                    .last()
                    .map_or((1, 1), |last| last.line.place(last.byte + last.text.len())),
            };
            return Err(FormatError::new(place, what, found.to_string()));
        }
        let place = cells[0].place();
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
    ) -> Content {
        let size = self.size(reading);
        let cells = self.checked_rows(rows, reading, size)?;
        let place = cells[0].place();
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
    ) -> Result<Vec<CellText<'r>>, FormatError> {
        let mut all = Vec::with_capacity(rows.len() * size);
        for row in rows {
            let line = &row.line;
            let cells: Vec<CellText<'r>> =
                cells_of(line, line.text().len(), reading.is_spaced).collect();
            if cells.len() != size {
                let byte = cells
                    .get(size)
                    .map_or(line.text().trim_end().len(), |extra| extra.byte);
                return Err(FormatError::new(
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
    pub fn incomplete(&self, rows: &[Row], reading: Reading, next: (usize, &str)) -> FormatError {
        let size = self.size(reading);
        let place = (rows[0].line.number, 1);
        if let Err(problem) = shape_of(size, self.shape, place) {
            return problem;
        }
        if let Err(problem) = self.checked_rows(rows, reading, size) {
            return problem;
        }
        let (line, found) = next;
        FormatError::new(
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
    ) -> Result<Puzzle, FormatError> {
        let layout = self.layout(ruleset);
        let layout = layout.map_err(|e| FormatError::new(place, e.expected(), e.found()))?;
        Puzzle::new(layout, grid)
            .map_err(|error| FormatError::new(place, "a puzzle", error.to_string()))
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

/// The shape of a board with `size` cells per house: the one that was said, or square boxes.
fn shape_of(
    size: usize,
    shape: Option<Shape>,
    place: (usize, usize),
) -> Result<Shape, FormatError> {
    if let Some(shape) = shape.filter(|shape| shape.size() == size) {
        return Ok(shape);
    }
    if let Some(shape) = Shape::square(size) {
        return Ok(shape);
    }
    let possible: Vec<String> = Shape::of_size(size).iter().map(Shape::to_string).collect();
    let expected = if possible.is_empty() {
        "a number of rows that boxes can fill, such as 9".to_string()
    } else {
        let possible = possible.join(" or ");
        format!("the shape of the boxes to be said (--box {possible})")
    };
    Err(FormatError::new(
        place,
        expected,
        format!("{size} rows of {size}"),
    ))
}

/// The digits of all cells, in reading order, and the alphabet they are written in.
fn digits(
    cells: &[CellText<'_>],
    size: usize,
    is_spaced: bool,
    alphabet: Option<Alphabet>,
) -> Result<(Grid, Alphabet), FormatError> {
    let alphabet = match alphabet {
        Some(alphabet) => alphabet,
        None if is_spaced && size > 9 && !has_letters(cells) => Alphabet::Numbers,
        None => infer(cells.iter().flat_map(|cell| cell.text.chars()), size).map_err(|both| {
            let [one, other] = both.map(|alphabet| alphabet.range(size));
            FormatError::new(
                cells[0].place(),
                format!(
                    "an alphabet to be said (--alphabet {} or {})",
                    both[0], both[1]
                ),
                format!("symbols that can be {one} or {other}"),
            )
        })?,
    };
    let mut blank: Option<char> = None;
    let mut grid = Vec::with_capacity(cells.len());
    for cell in cells {
        let digit = match as_blank(cell.text, alphabet) {
            None => Some(as_digit(cell, alphabet, size)?),
            Some(symbol) => {
                let usual = *blank.get_or_insert(symbol);
                if usual != symbol {
                    return Err(FormatError::new(
                        cell.place(),
                        format!("{} for a blank, as before", quote(&usual.to_string())),
                        quote(cell.text),
                    ));
                }
                None
            }
        };
        grid.push(digit);
    }
    let found = grid.len();
    let grid = Grid::from_cells(grid).filter(|grid| grid.size() == size);
    // Callers count cells before they come here, to say more exactly what is missing.
    let grid = grid.ok_or_else(|| {
        let place = cells.last().map_or((1, 1), CellText::place);
        FormatError::new(place, format!("{} cells", size * size), found.to_string())
    })?;
    Ok((grid, alphabet))
}

/// Whether some cell is a letter.
fn has_letters(cells: &[CellText<'_>]) -> bool {
    cells
        .iter()
        .any(|cell| cell.text.len() == 1 && cell.text.chars().all(|c| c.is_ascii_alphabetic()))
}

/// The symbol of a blank cell: one of [`BLANKS`], any number of times, or `0` where that is no
/// digit.
fn as_blank(text: &str, alphabet: Alphabet) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let is_blank = BLANKS.contains(&first) || (first == '0' && !alphabet.has_zero());
    (is_blank && characters.all(|c| c == first)).then_some(first)
}

fn as_digit(cell: &CellText<'_>, alphabet: Alphabet, size: usize) -> Result<Digit, FormatError> {
    let mut characters = cell.text.chars();
    let digit = match (alphabet, characters.next(), characters.next()) {
        (Alphabet::Numbers, ..) => {
            let value = cell.text.parse().ok().and_then(Digit::from_value);
            value.filter(|digit| digit.value() <= size)
        }
        (_, Some(symbol), None) => alphabet.digit(symbol, size),
        _ => None,
    };
    digit.ok_or_else(|| {
        FormatError::new(
            cell.place(),
            format!("a digit ({}) or a blank", alphabet.range(size)),
            quote(cell.text),
        )
    })
}

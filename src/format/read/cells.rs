//! Builds puzzles from cells: chooses rules and symbols, and reports errors.

use std::sync::Arc;

use super::f_puzzles::{Linked, link_shape};
use super::grid::Reading;
use super::infer::{BLANKS, infer};
use super::line::{SIZES, plain_grid};
use super::line_kind::Hints;
use super::record::ReadOptions;
use super::row::{CellText, GridRow, SHORTEST, Spacing, cells_of};
use super::text_line::TextLine;
use crate::board::{
    Candidate, Cell, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant, VariantError,
};
use crate::format::alphabet::Alphabet;
use crate::format::error::{FormatError, quote};
use crate::format::form::{Arrangement, Form};

/// A puzzle and its original form, or the error in it.
pub(super) type Content = Result<(Puzzle, Form), FormatError>;

/// Builds puzzles from cells with known positions.
pub(super) struct Assembler {
    shape: Option<Shape>,
    regions: Option<RegionMap>,
    variants: Vec<Variant>,
    alphabet: Option<Alphabet>,
    /// The size of puzzles that [`Assembler::plain_puzzle`] accepts, if any.
    plain_size: Option<usize>,
    /// The layout shared by all plain puzzles.
    plain_layout: Option<Arc<Layout>>,
    /// Cached layouts of recent puzzles.
    layouts: Vec<Arc<Layout>>,
}

impl Assembler {
    /// Creates an assembler with these options. Regions require a shape without boxes.
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

    /// Returns the options that concern puzzles.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            shape: self.shape,
            regions: self.regions.clone(),
            variants: self.variants.clone(),
            alphabet: self.alphabet,
            ..ReadOptions::default()
        }
    }

    /// Returns the shape of every puzzle, if the options set one.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// Returns hints for telling rows from titles.
    pub fn hints(&self) -> Hints {
        Hints {
            cells: self.shape.map(|shape| shape.size() * shape.size()),
            letters: self
                .alphabet
                .is_some_and(|alphabet| alphabet != Alphabet::Numbers),
        }
    }

    /// Returns the size of a grid whose rows have this reading.
    pub fn size(&self, reading: Reading) -> usize {
        self.shape.map_or(reading.cells, Shape::size)
    }

    /// Returns true if the options set the regions of all puzzles.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// Parses a puzzle at the start of a line by the fast path for common one-line puzzles. Returns
    /// `None` if the line needs the general parser.
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

    /// Builds a puzzle whose cells are all on one line.
    pub fn line_puzzle(&mut self, cells: &[CellText<'_>], spacing: Spacing) -> Content {
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
            let found = if lost_zeros(cells) {
                format!("{found} (a spreadsheet leaves out each 0 in front of a number)")
            } else {
                found.to_string()
            };
            return Err(FormatError::new(place, what, found));
        }
        let place = cells[0].place();
        let ruleset = self.ruleset(shape_of(size, self.shape, place)?);
        let parsed = parse_cells(cells, size, spacing, self.alphabet)?;
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: parsed.alphabet,
        };
        Ok((self.puzzle(ruleset, parsed, place)?, form))
    }

    /// Builds the puzzle of a link. Regions from the options replace those of the link; variants from
    /// the options are added.
    pub fn linked_puzzle(&mut self, linked: Linked, place: (usize, usize)) -> Content {
        let Linked {
            givens,
            removed,
            regions,
            variants,
        } = linked;
        let size = givens.size();
        let shape = self.shape.filter(|shape| shape.size() == size);
        if let (Some(shape), None) = (self.shape, shape) {
            let (expected, found) = (shape.size(), size);
            let expected = format!("a board of {expected}x{expected}");
            return Err(FormatError::new(
                place,
                expected,
                format!("{found}x{found}"),
            ));
        }
        let ruleset = match (&self.regions, regions) {
            (None, Some(regions)) => Ruleset::jigsaw(regions),
            _ => self.ruleset(shape.map_or_else(|| link_shape(size, place), Ok)?),
        };
        let bad_rules = |e: VariantError| FormatError::new(place, e.expected(), e.found());
        let ruleset = ruleset.with(&variants).map_err(bad_rules)?;
        let parsed = Parsed {
            grid: givens,
            removed,
            alphabet: Form::of_size(Arrangement::Line, size).alphabet,
        };
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: parsed.alphabet,
        };
        Ok((self.puzzle(ruleset, parsed, place)?, form))
    }

    /// Builds a puzzle from rows. `rules` are those found with the grid, if any; otherwise they follow
    /// from the options.
    pub fn grid_puzzle(
        &mut self,
        rows: &[GridRow],
        reading: Reading,
        is_framed: bool,
        rules: Option<Ruleset>,
    ) -> Content {
        let size = self.size(reading);
        let cells = self.checked_rows(rows, reading, size)?;
        let place = cells[0].place();
        let ruleset = match rules {
            Some(rules) => rules,
            None => self.ruleset(shape_of(size, self.shape, place)?),
        };
        let parsed = parse_cells(&cells, size, reading.spacing, self.alphabet)?;
        let arrangement = match (is_framed, reading.spacing) {
            (true, _) => Arrangement::Boxes,
            (false, Spacing::Characters) => Arrangement::Rows,
            (false, Spacing::Words | Spacing::Marks) => Arrangement::SpacedRows,
        };
        let form = Form {
            arrangement,
            alphabet: parsed.alphabet,
        };
        Ok((self.puzzle(ruleset, parsed, place)?, form))
    }

    /// Returns the cells of all rows, or an error if a row does not have `size` cells.
    fn checked_rows<'r>(
        &self,
        rows: &'r [GridRow],
        reading: Reading,
        size: usize,
    ) -> Result<Vec<CellText<'r>>, FormatError> {
        let mut all = Vec::with_capacity(rows.len() * size);
        for row in rows {
            let line = &row.line;
            let cells: Vec<CellText<'r>> =
                cells_of(line, 0..line.text().len(), reading.spacing).collect();
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

    /// Returns the error for a grid with too few rows.
    pub fn incomplete(
        &self,
        rows: &[GridRow],
        reading: Reading,
        next: (usize, &str),
    ) -> FormatError {
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

    /// Builds a puzzle from cells and rules, adding the variants of the options.
    fn puzzle(
        &mut self,
        ruleset: Ruleset,
        parsed: Parsed,
        place: (usize, usize),
    ) -> Result<Puzzle, FormatError> {
        let layout = self.layout(ruleset);
        let layout = layout.map_err(|e| FormatError::new(place, e.expected(), e.found()))?;
        puzzle_of(layout, parsed, place)
    }

    /// Returns the rules of a board of this shape, without variants.
    fn ruleset(&self, shape: Shape) -> Ruleset {
        match &self.regions {
            Some(regions) => Ruleset::jigsaw(regions.clone()),
            None => Ruleset::classic(shape),
        }
    }

    /// Returns the layout for these rules and the variants of the options.
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
        // The limit keeps an input with a different region map in every puzzle from filling memory.
        if self.layouts.len() == MOST_LAYOUTS {
            self.layouts.remove(0);
        }
        self.layouts.push(layout.clone());
        Ok(layout)
    }
}

/// Maximum number of cached layouts.
const MOST_LAYOUTS: usize = 16;

/// Returns the size of the board whose number of cells is closest to `cells`. Anything between 4×4
/// and 9×9 counts as a truncated 9×9 board.
fn nearest_size(cells: usize) -> usize {
    if (17..=81).contains(&cells) {
        return 9;
    }
    let sizes = (2..=20).map(|side| side * side);
    let distance = |size: &usize| (size * size).abs_diff(cells);
    sizes.min_by_key(distance).unwrap_or(9)
}

/// Returns the shape of a board with `size` cells per house: `shape` if its size matches, otherwise
/// square boxes.
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

/// Returns true if the cells look like a 9×9 puzzle that a spreadsheet treated as a number, dropping
/// its leading zeros.
fn lost_zeros(cells: &[CellText<'_>]) -> bool {
    let is_digit = |cell: &CellText<'_>| cell.text.bytes().all(|byte| byte.is_ascii_digit());
    (60..81).contains(&cells.len())
        && cells.iter().all(is_digit)
        && cells[0].text != "0"
        && cells.iter().any(|cell| cell.text == "0")
}

/// The content parsed from the cells of a puzzle.
struct Parsed {
    grid: Grid,
    /// Candidates removed by pencil marks.
    removed: Vec<Candidate>,
    alphabet: Alphabet,
}

/// Adds the pencil marks of the field `pencil_marks`, one word per cell, to a puzzle.
pub(super) fn marked_puzzle(
    (puzzle, form): (Puzzle, Form),
    words: &[String],
    place: (usize, usize),
) -> Content {
    let error = |expected: String, found: String| {
        let expected = format!("in the field pencil_marks {expected}");
        Err(FormatError::new(place, expected, found))
    };
    let expected = puzzle.layout().cell_count();
    let line = TextLine::of_words(place.0, words.iter().map(|word| (place.1, word.as_str())));
    let cells: Vec<CellText<'_>> = cells_of(&line, 0..line.text().len(), Spacing::Marks).collect();
    if cells.len() != expected {
        return error(format!("{expected} cells"), cells.len().to_string());
    }
    let parsed = parse_cells(&cells, puzzle.size(), Spacing::Marks, Some(form.alphabet))?;
    let differs = |given: &Candidate| parsed.grid.get(given.cell) != Some(given.digit);
    if let Some(given) = puzzle.givens().filled().find(differs) {
        let found = cells[given.cell.index()].text;
        let given = given.name(puzzle.size());
        return error(format!("the given {given}"), quote(found));
    }
    Ok((puzzle_of(puzzle.layout().clone(), parsed, place)?, form))
}

/// Builds a puzzle from parsed cells.
fn puzzle_of(
    layout: Arc<Layout>,
    parsed: Parsed,
    place: (usize, usize),
) -> Result<Puzzle, FormatError> {
    Puzzle::new(layout, parsed.grid)
        .and_then(|puzzle| match parsed.removed[..] {
            [] => Ok(puzzle),
            _ => puzzle.without(parsed.removed),
        })
        .map_err(|error| FormatError::new(place, "a puzzle", error.to_string()))
}

/// Parses all cells, given in reading order. The alphabet is inferred unless it is given.
fn parse_cells(
    cells: &[CellText<'_>],
    size: usize,
    spacing: Spacing,
    alphabet: Option<Alphabet>,
) -> Result<Parsed, FormatError> {
    let alphabet = match alphabet {
        Some(alphabet) => alphabet,
        None => inferred_alphabet(cells, size, spacing)?,
    };
    let mut blank: Option<char> = None;
    let mut removed = Vec::new();
    let mut grid = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let symbol = match as_blank(cell.text, alphabet) {
            Some(symbol) => symbol,
            None => match as_digit(cell.text, alphabet, size) {
                Some(digit) => {
                    grid.push(Some(digit));
                    continue;
                }
                None if spacing == Spacing::Marks => {
                    removed.extend(missing_candidates(
                        cell,
                        Cell::from_index(index),
                        alphabet,
                        size,
                    )?);
                    grid.push(None);
                    continue;
                }
                None => chosen_blank(cell, cells, alphabet, size)?,
            },
        };
        let usual = *blank.get_or_insert(symbol);
        if usual != symbol {
            return Err(FormatError::new(
                cell.place(),
                format!("{} for a blank, as before", quote(&usual.to_string())),
                quote(cell.text),
            ));
        }
        grid.push(None);
    }
    let found = grid.len();
    let grid = Grid::from_cells(grid).filter(|grid| grid.size() == size);
    // Callers check the number of cells first and report more precise errors.
    let grid = grid.ok_or_else(|| {
        let place = cells.last().map_or((1, 1), CellText::place);
        FormatError::new(place, format!("{} cells", size * size), found.to_string())
    })?;
    Ok(Parsed {
        grid,
        removed,
        alphabet,
    })
}

/// Infers the alphabet from all cells, or returns an error if two alphabets fit.
fn inferred_alphabet(
    cells: &[CellText<'_>],
    size: usize,
    spacing: Spacing,
) -> Result<Alphabet, FormatError> {
    let are_numbers = match spacing {
        Spacing::Characters => false,
        Spacing::Words => size > 9 && !has_letters(cells),
        Spacing::Marks => cells.iter().any(|cell| cell.text.contains(',')),
    };
    if are_numbers {
        return Ok(Alphabet::Numbers);
    }
    infer(cells.iter().flat_map(|cell| cell.text.chars()), size).map_err(|both| {
        let [one, other] = both.map(|alphabet| alphabet.range(size));
        FormatError::new(
            cells[0].place(),
            format!(
                "an alphabet to be said (--alphabet {} or {})",
                both[0], both[1]
            ),
            format!("symbols that can be {one} or {other}"),
        )
    })
}

/// Returns the candidates missing from a cell with several pencil marks.
fn missing_candidates(
    text: &CellText<'_>,
    cell: Cell,
    alphabet: Alphabet,
    size: usize,
) -> Result<Vec<Candidate>, FormatError> {
    let mut is_present = vec![false; size];
    let bad = || {
        let expected = format!("the digits that are possible ({})", alphabet.range(size));
        FormatError::new(text.place(), expected, quote(text.text))
    };
    let mut add = |symbol: &str| {
        let digit = as_digit(symbol, alphabet, size).ok_or_else(bad)?;
        let was_present = std::mem::replace(&mut is_present[digit.index()], true);
        if was_present { Err(bad()) } else { Ok(()) }
    };
    match alphabet {
        Alphabet::Numbers => text.text.split(',').try_for_each(&mut add)?,
        _ => (text.text.chars()).try_for_each(|symbol| add(symbol.encode_utf8(&mut [0; 4])))?,
    }
    let digits = (0..size).filter(|digit| !is_present[*digit]);
    let candidate = |digit| Candidate {
        cell,
        digit: Digit::from_index(digit),
    };
    Ok(digits.map(candidate).collect())
}

/// Returns the symbol of a cell that is neither a digit nor a usual blank. It is accepted as the
/// blank if the puzzle has no other kind of blank.
fn chosen_blank(
    cell: &CellText<'_>,
    cells: &[CellText<'_>],
    alphabet: Alphabet,
    size: usize,
) -> Result<char, FormatError> {
    let range = alphabet.range(size);
    let zero = if alphabet.has_zero() { "" } else { "0 " };
    let error = |expected: String| Err(FormatError::new(cell.place(), expected, quote(cell.text)));
    let has_usual = || {
        cells
            .iter()
            .any(|cell| as_blank(cell.text, alphabet).is_some())
    };
    let Some(symbol) = one_symbol(cell.text).filter(|_| !has_usual()) else {
        return error(format!("a digit ({range}) or a blank"));
    };
    let is_other = |cell: &&CellText<'_>| {
        one_symbol(cell.text) != Some(symbol) && as_digit(cell.text, alphabet, size).is_none()
    };
    match cells.iter().find(is_other) {
        None => Ok(symbol),
        Some(other) => error(format!(
            "a digit ({range}) or a blank: . {zero}_ * - or another symbol, always the same (here is \
             {} too)",
            quote(other.text)
        )),
    }
}

/// Returns the character that makes up the whole text, unless it is a digit.
fn one_symbol(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next().filter(|c| !c.is_ascii_digit())?;
    characters.all(|c| c == first).then_some(first)
}

/// Returns true if digits are written as letters: at least one cell is a single letter and no cell is
/// a number of several digits.
fn has_letters(cells: &[CellText<'_>]) -> bool {
    let is_letter = |text: &str| text.len() == 1 && text.chars().all(|c| c.is_ascii_alphabetic());
    let is_number = |text: &str| text.len() > 1 && text.bytes().all(|b| b.is_ascii_digit());
    cells.iter().any(|cell| is_letter(cell.text)) && !cells.iter().any(|cell| is_number(cell.text))
}

/// Returns the symbol of a blank cell: one of [`BLANKS`] or, if it is not a digit, `0`. The symbol may
/// be repeated.
fn as_blank(text: &str, alphabet: Alphabet) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let is_blank = BLANKS.contains(&first) || (first == '0' && !alphabet.has_zero());
    (is_blank && characters.all(|c| c == first)).then_some(first)
}

/// Parses a cell as a digit of the alphabet.
fn as_digit(text: &str, alphabet: Alphabet, size: usize) -> Option<Digit> {
    let mut characters = text.chars();
    match (alphabet, characters.next(), characters.next()) {
        (Alphabet::Numbers, ..) => {
            let value = text.parse().ok().and_then(Digit::from_value);
            value.filter(|digit| digit.value() <= size)
        }
        (_, Some(symbol), None) => alphabet.digit(symbol, size),
        _ => None,
    }
}

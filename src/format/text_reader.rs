//! From lines of text to puzzles: where each begins and ends, and what is wrong with it.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use super::alphabet::Alphabet;
use super::block::{Block, Found, Reading, raw_text};
use super::cells::{CellText, cells_of, digits, shape_of};
use super::error::{Problem, quote};
use super::fields::Row as TableRow;
use super::form::{Arrangement, Form};
use super::held::{Below, Held};
use super::line_puzzle::{SIZES, line_puzzle};
use super::record::ReadOptions;
use super::row::{Hints, Line, Row, SHORTEST, classify};
use super::sections::{Sections, heading};
use super::text::TextLine;
use crate::board::{Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant, VariantError};

/// A puzzle in a text, or what is there instead.
#[derive(Debug)]
pub(super) struct Entry {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    pub content: Result<(Puzzle, Form), Wrong>,
    /// The row of the table in which it stands.
    pub row: Option<TableRow>,
}

impl Entry {
    /// Something that is no puzzle.
    pub fn wrong(line: usize, problem: Problem, text: &str) -> Entry {
        let text = text.to_string();
        Entry {
            line,
            content: Err(Wrong { problem, text }),
            row: None,
        }
    }
}

/// What is wrong, with the text as far as it was read.
#[derive(Debug)]
pub(super) struct Wrong {
    pub problem: Problem,
    pub text: String,
}

/// Finds the puzzles in lines that are given to it one after the other.
///
/// It keeps no more of the text than the lines of one grid. Blank lines, comments (`#`), frames
/// and titles are passed over.
pub(super) struct TextReader {
    shape: Option<Shape>,
    regions: Option<RegionMap>,
    variants: Vec<Variant>,
    alphabet: Option<Alphabet>,
    /// The size of the puzzles that [`line_puzzle`] reads.
    plain_size: Option<usize>,
    block: Block,
    sections: Sections,
    /// A line of fewer cells than a row has: a title if a grid follows.
    stub: Option<TextLine>,
    /// The bytes of the lines since the last puzzle that was complete, and how many there may be.
    bytes: usize,
    longest: usize,
    /// The last grid, if what stands below it can be its region map.
    held: Option<Held>,
    /// The layouts of the puzzles so far: one, or a few.
    layouts: Vec<Arc<Layout>>,
    ready: VecDeque<Entry>,
}

impl TextReader {
    /// Reads puzzles of the shape and with the symbols that were said, if they were. Regions come
    /// with a shape that has no boxes.
    pub fn new(options: &ReadOptions) -> TextReader {
        let (shape, alphabet) = (options.shape, options.alphabet);
        let size = shape.map_or(9, Shape::size);
        let is_plain =
            SIZES.contains(&size) && alphabet.is_none_or(|alphabet| alphabet == Alphabet::FromOne);
        TextReader {
            shape,
            regions: options.regions.clone(),
            variants: options.variants.clone(),
            alphabet,
            plain_size: is_plain.then_some(size),
            block: Block::new(shape),
            sections: Sections::default(),
            stub: None,
            bytes: 0,
            longest: options.longest_line,
            held: None,
            layouts: Vec::new(),
            ready: VecDeque::new(),
        }
    }

    /// The next puzzle that was found.
    pub fn pop(&mut self) -> Option<Entry> {
        self.ready.pop_front()
    }

    /// The puzzle at the start of a line, if it is one of the usual kind. It is read at once, and
    /// the line need not be given to [`TextReader::take`].
    pub fn take_plain(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        let has_begun = self.held.is_some() || self.stub.is_some();
        let is_idle = !has_begun && self.block.is_idle() && self.sections.is_idle();
        let grid = line_puzzle(line, self.plain_size.filter(|_| is_idle)?)?;
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

    /// Deals with one line, and with those that have waited for it to tell what they are.
    pub fn take(&mut self, line: TextLine) {
        let mut lines = VecDeque::from([line]);
        while let Some(line) = lines.pop_front() {
            let Some(held) = &mut self.held else {
                self.take_now(line);
                continue;
            };
            match held.take(line) {
                Below::Wait => {}
                Below::Map(map) => {
                    self.release(Some(map));
                }
                Below::Other => {
                    let mut waiting = self.release(None);
                    waiting.append(&mut lines);
                    lines = waiting;
                }
            }
        }
    }

    /// Turns the grid that is held into a record, with the regions that were found below it, and
    /// returns the lines below it if they are something else.
    fn release(&mut self, map: Option<Result<RegionMap, Problem>>) -> VecDeque<TextLine> {
        let Some(held) = self.held.take() else {
            return VecDeque::new();
        };
        let has_map = map.is_some();
        let result = match map.transpose() {
            Ok(map) => self.grid_puzzle(&held.rows, held.reading, held.is_framed, map),
            Err(problem) => Err(problem),
        };
        self.push(held.rows[0].line.number, result, &raw_text(&held.rows));
        match has_map {
            true => VecDeque::new(),
            false => held.pending.into(),
        }
    }

    /// The end of what can stand below the grid that is held. `next` is what stands there.
    fn release_at_end(&mut self, next: (usize, &str)) {
        while let Some(held) = &self.held {
            let missing = held.missing(next).map(Err);
            for line in self.release(missing) {
                self.take_now(line);
            }
        }
    }

    fn take_now(&mut self, line: TextLine) {
        let hints = Hints {
            cells: self.shape.map(|shape| shape.size() * shape.size()),
            letters: self
                .alphabet
                .is_some_and(|alphabet| alphabet != Alphabet::Numbers),
        };
        let number = line.number;
        if let Some(heading) = heading(line.text()) {
            self.end_section((number, &quote(line.raw().trim())));
            self.sections.begin(heading, number);
            return;
        }
        if self.sections.is_ignored() {
            return;
        }
        self.bytes = match self.block.is_empty() {
            true => line.raw().len(),
            false => self.bytes + line.raw().len(),
        };
        if self.bytes > self.longest && !self.block.is_empty() {
            let found = format!("more than {} bytes (--max-line)", self.longest);
            self.end_block((number, &found));
            self.bytes = line.raw().len();
        }
        let begun = self.block.last();
        // What a line is can depend on its own text only, so it is kept for the error message.
        let raw = line.raw().to_string();
        match classify(line.clone(), begun, hints) {
            Line::Comment => {}
            Line::Blank => {
                let found = self.block.blank_line();
                self.add_all(found, (number, "a blank line"));
            }
            Line::Prose => self.end_block((number, &quote(raw.trim()))),
            Line::Puzzle(end) => {
                self.end_block((number, "a puzzle on one line"));
                self.add_stub();
                let cells: Vec<CellText<'_>> = cells_of(&line, end, false).collect();
                let result = self.line_puzzle(&cells, false);
                let text = line.text()[..end].trim_start();
                self.push(number, result, text);
            }
            Line::Rule(row) => {
                let found = self.block.rule(row);
                self.add_all(found, (number, "another line of one character"));
            }
            Line::Row(row) if row.compact < SHORTEST && self.block.is_empty() => {
                self.add_stub();
                self.stub = Some(row.line);
            }
            Line::Row(row) => {
                let found = self.block.row(row);
                self.add_all(found, (number, "another grid"));
            }
        }
    }

    /// A line that cannot be read. Nothing that stands before it goes on behind it.
    pub fn take_unreadable(&mut self, problem: Problem) {
        self.release_at_end((problem.line, "a line that cannot be read"));
        self.end_block((problem.line, "a line that cannot be read"));
        self.release(None);
        self.add_stub();
        self.push(problem.line, Err(problem), "");
    }

    /// The end of the text. `next` is the line behind it, and what stands there.
    pub fn finish(&mut self, next: (usize, &str)) {
        self.end_section(next);
        self.sections = Sections::default();
    }

    /// The only puzzle of a text of its own, such as a field of a table.
    ///
    /// # Errors
    /// When the text holds none, or several, or something that is none.
    pub fn only_puzzle(&mut self, lines: Vec<TextLine>) -> Result<(Puzzle, Form), Problem> {
        let place = lines.first().map_or((1, 1), |line| line.place(0));
        let end = lines.last().map_or(1, |line| line.number);
        let start = lines.iter().map(|line| line.raw().trim());
        let start = start.filter(|text| !text.is_empty()).map(quote).next();
        // Nothing can follow that would make a row of a single word.
        let word = match &lines[..] {
            [line] if !line.text().trim().contains(char::is_whitespace) => Some(line.clone()),
            _ => None,
        };
        for line in lines {
            self.take(line);
        }
        self.finish((end, "the end of the field"));
        let mut all = mem::take(&mut self.ready).into_iter();
        match (all.next(), all.next()) {
            (Some(entry), None) => entry.content.or_else(|wrong| match word {
                Some(line) if line.text().trim().chars().count() >= SHORTEST => {
                    let cells: Vec<CellText<'_>> =
                        cells_of(&line, line.text().len(), false).collect();
                    self.line_puzzle(&cells, false)
                }
                _ => Err(wrong.problem),
            }),
            (Some(_), Some(second)) => {
                let place = (
                    second.line,
                    if second.line == place.0 { place.1 } else { 1 },
                );
                Err(Problem::new(place, "one puzzle", "another"))
            }
            (None, _) => {
                let found = start.unwrap_or_else(|| "nothing".to_string());
                Err(Problem::new(place, "a puzzle", found))
            }
        }
    }

    /// The end of a section, because another or nothing follows.
    fn end_section(&mut self, next: (usize, &str)) {
        self.release_at_end(next);
        self.end_block(next);
        self.release(None);
        self.add_stub();
        if let Some(line) = self.sections.unanswered() {
            let expected = format!("a puzzle below [Puzzle] in line {line}");
            let problem = Problem::new((next.0, 1), expected, next.1);
            self.push(line, Err(problem), "");
        }
    }

    /// The end of the block, because something else begins here.
    fn end_block(&mut self, next: (usize, &str)) {
        let found = self.block.end();
        self.add_all(found, next);
    }

    /// A stub that no grid followed is not a title.
    fn add_stub(&mut self) {
        if let Some(line) = self.stub.take() {
            let expected = "a puzzle, or a row of at least 4 cells";
            let text = line.text().trim();
            let start = line.text().len() - line.text().trim_start().len();
            let problem = Problem::new(line.place(start), expected, quote(text));
            let text = text.to_string();
            self.push(line.number, Err(problem), &text);
        }
    }

    /// Turns what the block found into records. `next` is the line that ended it, and what that is.
    fn add_all(&mut self, all: Vec<Found>, next: (usize, &str)) {
        for found in all {
            match found {
                Found::Line(row, reading) => {
                    self.add_stub();
                    let line = &row.line;
                    let cells: Vec<CellText<'_>> =
                        cells_of(line, line.text().len(), reading.is_spaced).collect();
                    let result = self.line_puzzle(&cells, reading.is_spaced);
                    self.push(line.number, result, line.raw());
                }
                Found::Grid {
                    rows,
                    reading,
                    is_framed,
                } => {
                    self.stub = None;
                    self.release(None);
                    let size = self.shape.map_or(reading.cells, Shape::size);
                    self.held = Some(Held::new(rows, reading, is_framed, size));
                    if self.regions.is_some() {
                        self.release(None);
                    }
                }
                Found::Incomplete { rows, reading } => {
                    self.stub = None;
                    let result = Err(self.incomplete(&rows, reading, next));
                    self.push(rows[0].line.number, result, &raw_text(&rows));
                }
            }
        }
    }

    fn push(&mut self, line: usize, result: Result<(Puzzle, Form), Problem>, text: &str) {
        self.release(None);
        self.sections.found();
        self.ready.push_back(match result {
            Err(problem) => Entry::wrong(line, problem, text),
            Ok(puzzle) => Entry {
                line,
                content: Ok(puzzle),
                row: None,
            },
        });
    }

    /// The puzzle whose cells all stand on one line.
    fn line_puzzle(
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
    fn grid_puzzle(
        &mut self,
        rows: &[Row],
        reading: Reading,
        is_framed: bool,
        map: Option<RegionMap>,
    ) -> Result<(Puzzle, Form), Problem> {
        let size = self.shape.map_or(reading.cells, Shape::size);
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
    fn incomplete(&self, rows: &[Row], reading: Reading, next: (usize, &str)) -> Problem {
        let size = self.shape.map_or(reading.cells, Shape::size);
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

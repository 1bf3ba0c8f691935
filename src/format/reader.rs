//! From text to records: one parser that tells where each puzzle begins and ends.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead};
use std::sync::Arc;

use super::alphabet::Alphabet;
use super::block::{Block, Found, Reading, raw_text};
use super::cells::{CellText, cells_of, digits, shape_of};
use super::error::{FormatError, Problem, quote};
use super::form::{Arrangement, Form};
use super::held::{Below, Held};
use super::row::{Hints, Line, Row, SHORTEST, classify};
use super::text::{Lines, TextLine};
use crate::board::{Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant};

/// What a reader is told beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The shape of the boxes. Without it, boards are square numbers in size.
    pub shape: Option<Shape>,
    /// The regions of every puzzle, in place of boxes. Without them, a grid can have a map of its
    /// own below it: a grid of the same size, below a line `regions` or such that at least half of
    /// its cells have a neighbour with the same symbol, which no puzzle has.
    pub regions: Option<RegionMap>,
    /// The variants of every puzzle.
    pub variants: Vec<Variant>,
    /// The symbols of the digits. Without it they follow from what occurs.
    pub alphabet: Option<Alphabet>,
    /// The longest line, in bytes; longer ones are bad records.
    pub longest_line: usize,
}

impl Default for ReadOptions {
    /// Nothing said, and lines of at most 1 MiB.
    fn default() -> ReadOptions {
        ReadOptions {
            shape: None,
            regions: None,
            variants: Vec::new(),
            alphabet: None,
            longest_line: 1 << 20,
        }
    }
}

/// One puzzle of a text, or what is there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The name of the text, such as a file name.
    pub source: Arc<str>,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The puzzle and the form it came in.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub content: Result<(Puzzle, Form), Invalid>,
}

/// A record that is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// What is wrong and where.
    pub error: FormatError,
    /// The text as it was read, as far as it was.
    pub text: String,
}

/// The records of a text, one after the other.
///
/// It keeps no more of the text than the lines of one grid. Blank lines, comments (`#`), frames
/// and titles are passed over.
pub struct Reader<R> {
    source: Arc<str>,
    options: ReadOptions,
    lines: Lines<R>,
    block: Block,
    /// A line of fewer cells than a row has: a title if a grid follows.
    stub: Option<TextLine>,
    /// The last grid, if what stands below it can be its region map.
    held: Option<Held>,
    layouts: HashMap<Ruleset, Arc<Layout>>,
    ready: VecDeque<Record>,
    is_at_end: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`, which errors and records call `source`.
    pub fn new(source: &str, input: R, mut options: ReadOptions) -> Reader<R> {
        if let Some(regions) = &options.regions {
            options.shape = Shape::without_boxes(regions.size()).ok();
        }
        Reader {
            source: source.into(),
            lines: Lines::new(input, options.longest_line),
            block: Block::new(options.shape),
            stub: None,
            held: None,
            layouts: HashMap::new(),
            ready: VecDeque::new(),
            is_at_end: false,
            options,
        }
    }

    /// Deals with one line, and with those that have waited for it to tell what they are.
    fn take(&mut self, line: TextLine) {
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
        let alphabet = self.options.alphabet;
        let hints = Hints {
            cells: self.options.shape.map(|shape| shape.size() * shape.size()),
            letters: alphabet.is_some_and(|alphabet| alphabet != Alphabet::Numbers),
        };
        let number = line.number;
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
            Line::Rule(row) => self.block.rule(row),
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

    /// The end of the block, because something else begins here.
    fn end_block(&mut self, next: (usize, &str)) {
        let found = self.block.end();
        self.add_all(found, next);
    }

    /// The end of everything that has begun.
    fn end_all(&mut self, next: (usize, &str)) {
        self.release_at_end(next);
        self.end_block(next);
        self.release_at_end(next);
        self.add_stub();
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
                    let size = self.options.shape.map_or(reading.cells, Shape::size);
                    self.held = Some(Held::new(rows, reading, is_framed, size));
                    if self.options.regions.is_some() {
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
        self.ready.push_back(Record {
            source: self.source.clone(),
            line,
            content: result.map_err(|problem| Invalid {
                error: problem.in_source(&self.source),
                text: text.to_string(),
            }),
        });
    }

    /// The puzzle whose cells all stand on one line.
    fn line_puzzle(
        &mut self,
        cells: &[CellText<'_>],
        is_spaced: bool,
    ) -> Result<(Puzzle, Form), Problem> {
        let found = cells.len();
        let size = match self.options.shape {
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
        let rules = self.rules(size, place)?;
        let (grid, alphabet) = digits(cells, size, is_spaced, self.options.alphabet)?;
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet,
        };
        Ok((self.puzzle(rules, grid, place)?, form))
    }

    /// The puzzle whose rows these are.
    fn grid_puzzle(
        &mut self,
        rows: &[Row],
        reading: Reading,
        is_framed: bool,
        map: Option<RegionMap>,
    ) -> Result<(Puzzle, Form), Problem> {
        let size = self.options.shape.map_or(reading.cells, Shape::size);
        let cells = self.checked_rows(rows, reading, size)?;
        let place = cells[0].line.place(cells[0].byte);
        let rules = match map {
            Some(map) => Ruleset::jigsaw(map),
            None => self.rules(size, place)?,
        };
        let alphabet = self.options.alphabet;
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
        Ok((self.puzzle(rules, grid, place)?, form))
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
        let size = self.options.shape.map_or(reading.cells, Shape::size);
        let place = (rows[0].line.number, 1);
        if let Err(problem) = shape_of(size, self.options.shape, place) {
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

    /// The rules of a board with `size` rows, variants aside.
    fn rules(&self, size: usize, place: (usize, usize)) -> Result<Ruleset, Problem> {
        match &self.options.regions {
            Some(regions) => Ok(Ruleset::jigsaw(regions.clone())),
            None => Ok(Ruleset::classic(shape_of(size, self.options.shape, place)?)),
        }
    }

    /// The puzzle with these givens, rules and variants.
    fn puzzle(
        &mut self,
        rules: Ruleset,
        grid: Grid,
        place: (usize, usize),
    ) -> Result<Puzzle, Problem> {
        let rules = rules.with(&self.options.variants);
        let rules = rules.map_err(|e| Problem::new(place, e.expected(), e.found()))?;
        let layout = match self.layouts.get(&rules) {
            Some(layout) => layout,
            None => {
                let layout = Arc::new(Layout::new(rules.clone()));
                self.layouts.entry(rules).or_insert(layout)
            }
        };
        Puzzle::new(layout.clone(), grid)
            .map_err(|error| Problem::new(place, "a puzzle", error.to_string()))
    }
}

/// The size of a board whose number of cells is closest to `cells`.
fn nearest_size(cells: usize) -> usize {
    let sizes = (2..=20).map(|side| side * side);
    let distance = |size: &usize| (size * size).abs_diff(cells);
    sizes.min_by_key(distance).unwrap_or(9)
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    /// The next record. After an error of reading there are no more.
    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(Ok(record));
            }
            if self.is_at_end {
                return None;
            }
            match self.lines.next() {
                Ok(Some(Ok(line))) => self.take(line),
                Ok(Some(Err(problem))) => {
                    self.end_all((problem.line, "a line that is no text"));
                    self.push(problem.line, Err(problem), "");
                }
                Ok(None) => {
                    self.is_at_end = true;
                    self.end_all((self.lines.count() + 1, "the end of the input"));
                }
                Err(error) => {
                    self.is_at_end = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

//! From lines of text to puzzles: where each begins and ends, and what is wrong with it.

use std::collections::VecDeque;
use std::mem;

use super::assemble::Assembler;
use super::block::{Block, Found, raw_text};
use super::cells::{CellText, cells_of};
use super::error::{Problem, quote};
use super::fields::Row as TableRow;
use super::form::Form;
use super::held::{Below, Held};
use super::record::ReadOptions;
use super::row::{Line, SHORTEST, classify};
use super::sections::{Sections, heading};
use super::text::TextLine;
use crate::board::{Puzzle, RegionMap};

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
    /// What was said of all puzzles, and who makes them.
    assembler: Assembler,
    block: Block,
    sections: Sections,
    /// A line of fewer cells than a row has: a title if a grid follows.
    stub: Option<TextLine>,
    /// The bytes of the lines since the last puzzle that was complete, and how many there may be.
    bytes: usize,
    longest: usize,
    /// The last grid, if what stands below it can be its region map.
    held: Option<Held>,
    ready: VecDeque<Entry>,
}

impl TextReader {
    /// Reads puzzles with what was said of them beforehand.
    pub fn new(options: &ReadOptions) -> TextReader {
        TextReader {
            assembler: Assembler::new(options),
            block: Block::new(options.shape),
            sections: Sections::default(),
            stub: None,
            bytes: 0,
            longest: options.longest_line,
            held: None,
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
        match is_idle {
            true => self.assembler.plain_puzzle(line),
            false => None,
        }
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
            Ok(map) => self
                .assembler
                .grid_puzzle(&held.rows, held.reading, held.is_framed, map),
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
        let hints = self.assembler.hints();
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
                let result = self.assembler.line_puzzle(&cells, false);
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
                    self.assembler.line_puzzle(&cells, false)
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
                    let result = self.assembler.line_puzzle(&cells, reading.is_spaced);
                    self.push(line.number, result, line.raw());
                }
                Found::Grid {
                    rows,
                    reading,
                    is_framed,
                } => {
                    self.stub = None;
                    self.release(None);
                    let size = self.assembler.size(reading);
                    self.held = Some(Held::new(rows, reading, is_framed, size));
                    if self.assembler.has_regions() {
                        self.release(None);
                    }
                }
                Found::Incomplete { rows, reading } => {
                    self.stub = None;
                    let result = Err(self.assembler.incomplete(&rows, reading, next));
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
}

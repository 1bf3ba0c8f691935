//! Reader of plain text: puzzles on lines and in grids, with titles, frames and comments between
//! them, and the sections of SadMan Sudoku files (`.sdk`).

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::cells::{Assembler, Content, marked_puzzle};
use super::grid::{Block, Found, Reading, raw_text};
use super::line_kind::{Line, classify, is_comment, is_number, without_prefix};
use super::lines::Lines;
use super::link::{self, Link};
use super::record::{ReadOptions, Record};
use super::region_map::{AfterGrid, PendingGrid, read_regions};
use super::row::{CellText, SHORTEST, Spacing, cells_of};
use super::sdk::{Sections, heading};
use super::sheet;
use super::text_line::TextLine;
use crate::board::{Puzzle, RegionMap, Ruleset, Shape, Variant};
use crate::format::error::{FormatError, quote};
use crate::format::form::Form;

/// The additional fields of a puzzle in JSON objects and tables written by this program.
pub(super) const BESIDE: [&str; 3] = ["regions", "variants", "pencil_marks"];

/// A reader that finds the puzzles in lines of text.
///
/// It keeps at most the lines of one grid in memory. Blank lines, comments (`#`), frames and titles
/// are skipped. If the first line is a puzzle, the text is a list of lines, and each line that is
/// neither blank nor a comment is a record.
pub(super) struct TextReader {
    /// The name of the input.
    pub source: Arc<str>,
    /// The builder of the puzzles, which holds the options for them.
    assembler: Assembler,
    /// The pencil marks from a field of the record, and the place of the record.
    marks: Option<(Vec<String>, (usize, usize))>,
    /// True if every line is a record, even a blank one.
    has_only_lines: bool,
    is_interactive: bool,
    /// The number of bytes of the lines since the last complete puzzle.
    bytes: usize,
    /// The maximum of `bytes`.
    longest: usize,
    kind: TextKind,
    block: Block,
    sections: Sections,
    /// A line with fewer cells than a row: a title if a grid follows.
    stub: Option<TextLine>,
    /// The last grid, while its region map may still follow.
    pending: Option<PendingGrid>,
    /// The error to report if the text ends without a record, at the first line that is not one.
    missing: Option<FormatError>,
    has_record: bool,
    ready: VecDeque<Record>,
    is_at_end: bool,
    /// The read error that ended the input. It is returned after the records found before it.
    failure: Option<io::Error>,
}

/// The arrangement of the puzzles in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextKind {
    /// Not determined yet.
    Unknown,
    /// One puzzle per line.
    Lines,
    /// Puzzles in any form, with other text between them.
    Mixed,
}

impl TextReader {
    /// Creates a reader for the input named `source`.
    pub fn new(source: Arc<str>, options: &ReadOptions) -> TextReader {
        TextReader {
            source,
            assembler: Assembler::new(options),
            marks: None,
            has_only_lines: options.lines,
            is_interactive: options.interactive,
            bytes: 0,
            longest: options.longest_line,
            kind: if options.lines {
                TextKind::Lines
            } else {
                TextKind::Unknown
            },
            block: Block::new(options.shape),
            sections: Sections::default(),
            stub: None,
            pending: None,
            missing: None,
            has_record: false,
            ready: VecDeque::new(),
            is_at_end: false,
            failure: None,
        }
    }

    /// Returns a reader that applies the additional fields of the row at `place`: `regions`,
    /// `variants` and `pencil_marks`. Rules in the options override those in the fields. Returns
    /// `None` if there are no fields to apply.
    ///
    /// # Errors
    /// If the content of a field is invalid.
    pub fn for_fields<'a>(
        &self,
        fields: impl Iterator<Item = (&'a str, Cow<'a, str>)>,
        place: (usize, usize),
    ) -> Result<Option<TextReader>, FormatError> {
        let mut options = self.assembler.options();
        let has_rules = options.regions.is_some() || !options.variants.is_empty();
        let mut marks = None;
        let mut is_own = false;
        for (name, value) in fields {
            if value.is_empty() || value == "null" || (has_rules && name != "pencil_marks") {
                continue;
            }
            is_own = true;
            if name == "regions" {
                let map = read_regions("", &value).map_err(|error| {
                    let expected = format!("in the field regions {}", error.expected);
                    FormatError::new(place, expected, error.found)
                })?;
                options.shape = Shape::without_boxes(map.size()).ok();
                options.regions = Some(map);
            } else if name == "variants" {
                let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let names = value
                    .split(|c| !is_letter(c))
                    .filter(|name| !name.is_empty());
                let variants: Result<Vec<Variant>, &str> =
                    names.map(|name| name.parse().map_err(|_| name)).collect();
                options.variants = variants.map_err(|name| {
                    let expected = "in the field variants names such as diagonal or anti-knight";
                    FormatError::new(place, expected, quote(name))
                })?;
            } else {
                // A JSON array, or words separated by spaces.
                let is_between = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"');
                let pieces = value.split(is_between);
                let words = pieces.filter(|piece| !matches!(*piece, "" | ","));
                marks = Some((words.map(str::to_string).collect(), place));
            }
        }
        Ok(is_own.then(|| TextReader {
            marks,
            ..TextReader::new(self.source.clone(), &options)
        }))
    }

    /// Applies the pencil marks of the row, if there are any, to its puzzle.
    pub fn marked(&self, content: Content) -> Content {
        match &self.marks {
            Some((words, place)) => marked_puzzle(content?, words, *place),
            None => content,
        }
    }

    /// Reads the next record.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next<R: BufRead>(&mut self, lines: &mut Lines<R>) -> io::Result<Option<Record>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Ok(Some(record));
            }
            if self.is_at_end {
                return self.failure.take().map_or(Ok(None), Err);
            }
            let next = lines.advance();
            if !matches!(next, Ok(true)) {
                self.is_at_end = true;
                let what = if next.is_ok() {
                    "the end of the input"
                } else {
                    "an error of reading"
                };
                self.failure = next.err();
                self.finish((lines.number() + 1, what));
                continue;
            }
            let line = lines.current();
            let plain = if line.is_too_long {
                None
            } else {
                self.plain_puzzle(&line.bytes)
            };
            if let Some(puzzle) = plain {
                let (number, content) = (line.number, Ok(puzzle));
                return Ok(Some(Record::new(
                    &self.source,
                    number,
                    content,
                    String::new,
                )));
            }
            match line.decode(lines.longest()) {
                Ok(line) => self.take(line),
                Err(error) => self.take_unreadable(error),
            }
        }
    }

    /// Reads a separate text with one puzzle, such as a field of a table.
    ///
    /// # Errors
    /// If the text contains no puzzle, an invalid one or several.
    pub fn only_puzzle(&mut self, mut lines: Vec<TextLine>) -> Content {
        let place = lines.first().map_or((1, 1), |line| line.place(0));
        let nothing = || Err(FormatError::new(place, "a puzzle", "nothing"));
        // A single line cannot be a row or a title, since nothing follows it.
        if lines.len() == 1
            && let Some(line) = lines.pop().map(plain_line)
        {
            return if line.text().trim().is_empty() {
                nothing()
            } else {
                self.line_puzzle(&line, self.classify(&line)).0
            };
        }
        self.kind = TextKind::Mixed;
        let end = lines.last().map_or(1, |line| line.number);
        for line in lines {
            self.take(line);
        }
        self.finish((end, "the end of the field"));
        let mut all = mem::take(&mut self.ready).into_iter();
        match (all.next(), all.next()) {
            (None, _) => nothing(),
            (Some(record), None) => record.content.map_err(|invalid| invalid.error),
            (Some(_), Some(second)) => {
                let column = if second.line == place.0 { place.1 } else { 1 };
                let place = (second.line, column);
                Err(FormatError::new(place, "one puzzle", "another"))
            }
        }
    }

    /// Reads the puzzle at the start of a line in the usual form. Returns `None` for any other line,
    /// or if the line could be part of a grid or section that has begun.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        let has_begun = self.pending.is_some() || self.stub.is_some();
        if has_begun || !self.block.is_idle() || !self.sections.is_idle() {
            return None;
        }
        let puzzle = self.assembler.plain_puzzle(line)?;
        self.has_record = true;
        if self.kind == TextKind::Unknown {
            self.kind = TextKind::Lines;
        }
        Some(puzzle)
    }

    /// Processes a line, and the earlier lines whose meaning depended on it.
    fn take(&mut self, line: TextLine) {
        let mut lines = VecDeque::from([plain_line(line)]);
        while let Some(line) = lines.pop_front() {
            let Some(grid) = &mut self.pending else {
                self.take_now(line);
                continue;
            };
            if self.is_interactive && !grid.has_begun() && line.text().trim().is_empty() {
                self.release(None);
                continue;
            }
            match grid.take(line) {
                AfterGrid::Wait => {}
                AfterGrid::Map(map) => {
                    self.release(Some(map));
                }
                AfterGrid::Other => {
                    let mut after = self.release(None);
                    after.append(&mut lines);
                    lines = after;
                }
            }
        }
    }

    /// Turns the pending grid into a record, with the regions that follow it, and returns the
    /// lines after it if they are something else.
    fn release(&mut self, map: Option<Result<RegionMap, FormatError>>) -> VecDeque<TextLine> {
        let Some(grid) = self.pending.take() else {
            return VecDeque::new();
        };
        let after = if map.is_some() {
            VecDeque::new()
        } else {
            grid.after.into()
        };
        let (rows, reading) = (&grid.rows, grid.reading);
        let content = map.transpose().and_then(|map| {
            let assembler = &mut self.assembler;
            let rules = map.map(Ruleset::jigsaw).or(grid.drawn);
            assembler.grid_puzzle(rows, reading, grid.is_framed, rules)
        });
        self.push(rows[0].line.number, content, || raw_text(rows));
        after
    }

    /// Ends the pending grid. `next` is the line after it and a description of that line.
    fn release_at_end(&mut self, next: (usize, &str)) {
        while let Some(grid) = &self.pending {
            let missing = grid.missing(next).map(Err);
            for line in self.release(missing) {
                self.take_now(line);
            }
        }
    }

    /// Processes a line when no grid is pending.
    fn take_now(&mut self, line: TextLine) {
        if self.kind == TextKind::Lines {
            return self.take_line(&line);
        }
        let number = line.number;
        if let Some(heading) = heading(line.text()) {
            self.end_section((number, &quote(line.raw().trim())));
            if self.take_as_text(&line) {
                self.sections.begin(heading, number);
            }
            return;
        }
        if self.sections.is_ignored() {
            return;
        }
        self.bytes = line.raw().len() + if self.block.is_empty() { 0 } else { self.bytes };
        if self.bytes > self.longest && !self.block.is_empty() {
            let found = format!("more than {} bytes (--max-line)", self.longest);
            self.end_block((number, &found));
            self.bytes = line.raw().len();
            if self.kind == TextKind::Lines {
                return self.take_line(&line);
            }
        }
        let kind = classify(line.clone(), self.block.last(), self.assembler.hints());
        let may_belong = match kind {
            Line::Row(_) | Line::Rule(_) => true,
            Line::Blank => !self.block.is_empty(),
            _ => false,
        };
        if may_belong {
            self.block.note(&line);
        }
        match kind {
            Line::Comment => {}
            Line::Blank => {
                let found = self.block.blank_line();
                self.add_all(found, (number, "a blank line"));
            }
            Line::Prose => {
                self.end_block((number, &quote(line.raw().trim())));
                self.take_as_text(&line);
            }
            puzzle @ (Line::Puzzle(_) | Line::Link(_)) => {
                self.end_block((number, "a puzzle on one line"));
                self.add_stub();
                self.found_line();
                let (content, text) = self.line_puzzle(&line, puzzle);
                self.push(number, content, || text.to_string());
            }
            Line::Rule(row) => {
                if self.block.is_empty() {
                    self.take_as_text(&line);
                }
                let found = self.block.rule(row);
                self.add_all(found, (number, "another line of one character"));
            }
            Line::Row(row)
                if row.compact < SHORTEST
                    && self.block.is_empty()
                    && !sheet::has_gaps(row.line.text()) =>
            {
                self.add_stub();
                self.block.begin(&row.line);
                self.stub = Some(row.line);
            }
            Line::Row(row) => {
                let found = self.block.row(row);
                self.add_all(found, (number, "another grid"));
            }
        }
    }

    /// Processes a line that is not part of a puzzle: a title, a heading or a frame. In a list of
    /// lines it is a bad record. Returns true if it is text.
    fn take_as_text(&mut self, line: &TextLine) -> bool {
        if self.kind == TextKind::Lines {
            self.take_line(line);
            return false;
        }
        self.kind = TextKind::Mixed;
        if !self.has_record && self.missing.is_none() {
            self.missing = Some(no_puzzle(line));
        }
        true
    }

    /// Processes a line of a list of lines.
    fn take_line(&mut self, line: &TextLine) {
        let text = line.text().trim();
        if !self.has_only_lines && (text.is_empty() || is_comment(text)) {
            // At a terminal, a list of lines may be followed by a grid.
            if self.is_interactive && text.is_empty() {
                self.kind = TextKind::Unknown;
            }
            return;
        }
        let (content, text) = self.line_puzzle(line, self.classify(line));
        self.push(line.number, content, || text.to_string());
    }

    /// Classifies a line without its context.
    fn classify(&self, line: &TextLine) -> Line {
        classify(line.clone(), None, self.assembler.hints())
    }

    /// Reads the puzzle on a line of this kind, and returns it with its text.
    fn line_puzzle<'l>(&mut self, line: &'l TextLine, kind: Line) -> (Content, &'l str) {
        let text = line.text();
        if is_scientific(text.trim()) {
            return (Err(no_puzzle(line)), line.raw());
        }
        let (range, spacing) = match kind {
            Line::Puzzle(range) => (range, Spacing::Characters),
            Line::Link(range) => {
                let link = text[range.clone()].trim();
                return (self.linked_puzzle(line, range), link);
            }
            Line::Row(row) if row.compact >= SHORTEST => {
                let reading = Reading::of([&row].into_iter(), self.assembler.shape());
                (0..text.len(), reading.spacing)
            }
            _ => return (Err(no_puzzle(line)), line.raw()),
        };
        let cells: Vec<CellText<'_>> = cells_of(line, range.clone(), spacing).collect();
        let content = self.assembler.line_puzzle(&cells, spacing);
        (content, text[range].trim())
    }

    /// Reads the puzzle from a link in a byte range of a line.
    fn linked_puzzle(&mut self, line: &TextLine, range: Range<usize>) -> Content {
        let start = range.start;
        match link::read(&line.text()[range]) {
            Ok(Link::Puzzle(linked)) => self.assembler.linked_puzzle(linked, line.place(start)),
            Ok(Link::Cells(cells)) => {
                let cells = start + cells.start..start + cells.end;
                let spacing = Spacing::Characters;
                let cells: Vec<CellText<'_>> = cells_of(line, cells, spacing).collect();
                self.assembler.line_puzzle(&cells, spacing)
            }
            Err((expected, found)) => Err(FormatError::new(line.place(start), expected, found)),
        }
    }

    /// Adds the record of a line that cannot be read. It ends whatever grid or section came before.
    fn take_unreadable(&mut self, error: FormatError) {
        let next = (error.place.line, "a line that cannot be read");
        self.release_at_end(next);
        self.end_block(next);
        self.release(None);
        self.add_stub();
        self.push(next.0, Err(error), String::new);
    }

    /// Ends the text. `next` is the number of the line after it and a description of the end.
    fn finish(&mut self, next: (usize, &str)) {
        self.end_section(next);
        self.sections = Sections::default();
        let missing = self.missing.take().filter(|_| !self.has_record);
        if let Some(error) = missing.filter(|_| self.failure.is_none()) {
            let line = error.place.line;
            self.push(line, Err(error), String::new);
        }
        self.has_record = false;
    }

    /// Ends a section, at the start of another or at the end of the text.
    fn end_section(&mut self, next: (usize, &str)) {
        self.release_at_end(next);
        self.end_block(next);
        self.release(None);
        self.add_stub();
        if let Some(line) = self.sections.missing_puzzle() {
            let expected = format!("a puzzle below [Puzzle] in line {line}");
            let error = FormatError::new((next.0, 1), expected, next.1);
            self.push(line, Err(error), String::new);
        }
    }

    /// Ends the block of rows.
    fn end_block(&mut self, next: (usize, &str)) {
        let found = self.block.end();
        self.add_all(found, next);
    }

    /// Adds an error for the stub, if there is one: no grid followed, so it is not a title.
    fn add_stub(&mut self) {
        if let Some(line) = self.stub.take() {
            let text = line.text().trim();
            let start = line.text().len() - line.text().trim_start().len();
            let expected = "a puzzle, or a row of at least 4 cells";
            let error = FormatError::new(line.place(start), expected, quote(text));
            self.push(line.number, Err(error), || text.to_string());
        }
    }

    /// Turns the finds of the block into records. `next` is the line that ended the block and a
    /// description of that line.
    fn add_all(&mut self, all: Vec<Found>, next: (usize, &str)) {
        for found in all {
            match found {
                Found::Line(row, reading) => {
                    self.add_stub();
                    self.found_line();
                    let line = &row.line;
                    let cells = cells_of(line, 0..line.text().len(), reading.spacing);
                    let cells: Vec<CellText<'_>> = cells.collect();
                    let content = self.assembler.line_puzzle(&cells, reading.spacing);
                    self.push(line.number, content, || line.raw().to_string());
                }
                Found::Grid {
                    rows,
                    reading,
                    is_framed,
                    drawn,
                } => {
                    self.stub = None;
                    self.kind = TextKind::Mixed;
                    self.release(None);
                    let size = self.assembler.size(reading);
                    let mut pending = PendingGrid::new(rows, reading, is_framed, size);
                    if self.assembler.shape().is_none() {
                        pending.drawn = drawn;
                    }
                    self.pending = Some(pending);
                    if self.assembler.has_regions() {
                        self.release(None);
                    }
                }
                Found::Incomplete { rows, reading } => {
                    self.stub = None;
                    let error = self.assembler.incomplete(&rows, reading, next);
                    self.push(rows[0].line.number, Err(error), || raw_text(&rows));
                }
            }
        }
    }

    /// Notes a puzzle on one line. If it is the first of the text, the text is a list of lines.
    fn found_line(&mut self) {
        if self.kind == TextKind::Unknown {
            self.kind = TextKind::Lines;
        }
    }

    fn push(&mut self, line: usize, content: Content, text: impl FnOnce() -> String) {
        self.release(None);
        self.sections.found();
        self.has_record = true;
        self.ready
            .push_back(Record::new(&self.source, line, content, text));
    }
}

/// Strips the prefix of a line. If the line is a whole puzzle with empty cells, these become
/// blanks.
fn plain_line(line: TextLine) -> TextLine {
    let line = without_prefix(line);
    sheet::read_line(&line).unwrap_or(line)
}

/// Returns true for a number such as `8.04E+80`, which spreadsheets write for many digits.
fn is_scientific(text: &str) -> bool {
    text.to_ascii_uppercase().contains("E+") && is_number(text)
}

/// Returns the error for a line that should be a puzzle but has no cells.
fn no_puzzle(line: &TextLine) -> FormatError {
    let text = line.text();
    let start = text.len() - text.trim_start().len();
    if is_scientific(text.trim()) {
        let found = format!("{}, as a spreadsheet shortens a number", quote(text.trim()));
        return FormatError::new(line.place(start), "a puzzle, in a column of text", found);
    }
    let found = match text.trim() {
        "" => "a blank line".to_string(),
        _ => quote(line.raw().trim()),
    };
    FormatError::new(line.place(start), "a puzzle", found)
}

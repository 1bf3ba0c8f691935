//! Text: a list with a puzzle on each line, or puzzles in any form with other text around them.
//!
//! A list is answered line by line. Any other text is collected until its end, or in parts that are
//! longer than any record, and takes three steps: plain characters (`glyph`), structure (`markup`,
//! `array`), cells (`grid`).

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

use super::array::arrays;
use super::cells::{Assembler, Body, Cells, Content, Found, marked_puzzle};
use super::glyph::{Glyph, Line, LineColumn, Token, normalise, string, trim};
use super::grid::puzzles;
use super::line::line_puzzle;
use super::line_kind::{LineKind, entry, is_comment};
use super::lines::Lines;
use super::markup::without_markup;
use super::record::{ReadOptions, Record, is_usual_name};
use super::region_map::{is_heading, map_of, read_map, read_regions, rows_below};
use super::row::{LONGEST, is_word};
use super::sections::Sections;
use crate::board::{Puzzle, RegionMap, Ruleset, Shape, Variant};
use crate::format::error::{FormatError, quote};
use crate::format::form::{Arrangement, Form};

/// The additional fields of a puzzle in JSON objects and tables written by this program.
pub(super) const BESIDE: [&str; 3] = ["regions", "variants", "pencil_marks"];

/// A reader that finds the puzzles in lines of text.
pub(super) struct TextReader {
    /// The name of the input.
    pub source: Arc<str>,
    assembler: Assembler,
    /// The pencil marks from a field of the record, and the place of the record.
    marks: Option<(Vec<String>, LineColumn)>,
    /// True if every line is a record, even a blank one.
    has_only_lines: bool,
    is_interactive: bool,
    longest: usize,
    kind: TextKind,
    /// The lines that have not been read yet, each with its number, and their length.
    pending: Vec<PendingLine>,
    bytes: usize,
    has_record: bool,
    /// The error to report if the text has no puzzle.
    worst: Option<(usize, Record)>,
    /// The first line that is neither blank nor a comment.
    first_line: Option<usize>,
    ready: VecDeque<Record>,
    is_at_end: bool,
    /// The read error that ended the input. It is returned after the records found before it.
    failure: Option<io::Error>,
}

/// A line with its number, or the error in it.
type PendingLine = (usize, Result<String, FormatError>);

fn length(line: &PendingLine) -> usize {
    line.1.as_ref().map_or(1, String::len)
}

/// Returns the line of the first puzzle of a text, if it stands alone there.
fn first_of_list(found: &[Puzzled], pending: &[PendingLine]) -> Option<usize> {
    let first = found.iter().find(|found| found.content.is_ok())?;
    let (_, original) = pending.iter().find(|(number, _)| *number == first.line)?;
    let has_words = has_words_before(original.as_ref().ok()?, first.column);
    (first.is_line && !has_words).then_some(first.line)
}

/// The arrangement of the puzzles in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextKind {
    /// Not determined yet.
    Unknown,
    /// One puzzle per line.
    List,
    /// Puzzles in any form, with other text around them.
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
            longest: options.longest_line,
            kind: match options.lines {
                true => TextKind::List,
                false => TextKind::Unknown,
            },
            pending: Vec::new(),
            bytes: 0,
            has_record: false,
            worst: None,
            first_line: None,
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
        fields: impl Iterator<Item = (&'a str, std::borrow::Cow<'a, str>)>,
        place: LineColumn,
    ) -> Result<Option<TextReader>, FormatError> {
        let mut options = self.assembler.options.clone();
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
        let reader = || TextReader {
            marks,
            ..TextReader::new(self.source.clone(), &options)
        };
        Ok(is_own.then(reader))
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
                self.has_record = true;
                return Ok(Some(record));
            }
            if self.is_at_end {
                return self.failure.take().map_or(Ok(None), Err);
            }
            match lines.advance() {
                Ok(true) => self.take(lines),
                end => {
                    self.failure = end.err();
                    self.is_at_end = true;
                    self.read_pending(true);
                }
            }
        }
    }

    /// Processes the current line.
    fn take<R: BufRead>(&mut self, lines: &Lines<R>) {
        let line = lines.current();
        let is_start = self.kind != TextKind::Mixed && self.pending.is_empty();
        if is_start
            && !line.is_too_long
            && let Some(puzzle) = self.assembler.plain_puzzle(&line.bytes)
        {
            self.kind = TextKind::List;
            return self.push(line.number, Ok(puzzle), String::new);
        }
        let text = lines.text().map(str::to_string);
        if self.kind == TextKind::List {
            return self.take_line(line.number, text);
        }
        let is_blank = line.is_ignored();
        if is_blank && self.pending.is_empty() {
            // A heading such as `# regions` and blank lines matter only between other lines.
            return;
        }
        self.first_line.get_or_insert(line.number);
        self.bytes += line.bytes.len();
        self.pending.push((line.number, text));
        let mut is_typed = || is_blank || self.assembler.plain_puzzle(&line.bytes).is_some();
        if self.bytes > self.longest || (self.is_interactive && is_typed()) {
            self.read_pending(false);
        }
    }

    /// Processes a line of a list.
    fn take_line(&mut self, number: usize, text: Result<String, FormatError>) {
        let text = match text {
            Ok(text) => text,
            Err(error) => return self.push(number, Err(error), String::new),
        };
        let line = normalise(number, &text);
        let is_blank = trim(&line).is_empty();
        if !self.has_only_lines && (is_blank || is_comment(&line)) {
            // At a terminal, a list may be followed by a grid.
            if self.is_interactive && is_blank {
                self.kind = TextKind::Unknown;
            }
            return;
        }
        let content = match is_blank {
            true => Err(FormatError::new((number, 1), "a puzzle", "a blank line")),
            false => self.line_content(vec![line], (number, 1)),
        };
        self.push(number, content, || text);
    }

    /// Parses a line that is a whole record.
    fn line_content(&mut self, lines: Vec<Line>, place: LineColumn) -> Content {
        let lines = without_markup(lines);
        let line = lines.iter().find(|line| !trim(line).is_empty());
        match line {
            None => Err(FormatError::new(place, "a puzzle", "nothing")),
            Some(line) => {
                let found = line_puzzle(line, &mut self.assembler)?;
                self.assembler.build(found.body, None)
            }
        }
    }

    /// Parses the start of a line in the usual form, and returns `None` for any other line.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        self.assembler.plain_puzzle(line)
    }

    /// Parses a separate text with one puzzle, such as a field of a table, that begins at `place`.
    ///
    /// # Errors
    /// If the text contains no puzzle, an invalid one or several.
    pub fn only_puzzle(&mut self, lines: Vec<Line>, place: LineColumn) -> Content {
        let ink = lines.iter().filter(|line| !trim(line).is_empty()).count();
        match ink {
            0 => return Err(FormatError::new(place, "a puzzle", "nothing")),
            1 => return self.line_content(lines, place),
            _ => {}
        }
        let text = string(lines.iter().flatten().copied().collect::<Line>().as_slice());
        let mut found = self.find(lines).into_iter();
        match (found.next(), found.next()) {
            (None, _) => Err(FormatError::new(place, "a puzzle", quote(&text))),
            (Some(only), None) => only.content,
            (Some(_), Some(second)) => {
                Err(FormatError::new((second.line, 1), "one puzzle", "another"))
            }
        }
    }

    /// Reads the pending lines. Unless the text ends with them, a grid may continue after them.
    fn read_pending(&mut self, is_last: bool) {
        let pending = std::mem::take(&mut self.pending);
        self.bytes = 0;
        let line = |(number, text): &PendingLine| normalise(*number, text.as_deref().unwrap_or(""));
        let mut found = self.find(pending.iter().map(line).collect());
        if self.kind == TextKind::Unknown
            && !self.is_interactive
            && let Some(first) = first_of_list(&found, &pending)
        {
            return self.read_list(pending, first);
        }
        let mut end = usize::MAX;
        if !is_last {
            // What follows the last puzzle may be the beginning of another.
            while found.last().is_some_and(|last| last.content.is_err()) {
                found.pop();
            }
            let start = found.last().map_or(0, |last| last.end);
            let rest = self.rest_after(start, &pending);
            let is_cut = rest.len() < pending.len() && !rest.is_empty();
            let is_blank =
                |line: &PendingLine| line.1.as_ref().is_ok_and(|text| text.trim().is_empty());
            if found.is_empty() && is_cut && !pending.iter().any(is_blank) {
                let error = too_long(pending[0].0, self.longest);
                let record = Record::new(&self.source, pending[0].0, Err(error), String::new);
                self.worst.get_or_insert((usize::MAX, record));
            }
            end = rest.first().map_or(usize::MAX, |(number, _)| *number);
            self.bytes = rest.iter().map(length).sum();
            self.pending = rest;
        }
        if !found.is_empty() && !self.is_interactive {
            self.kind = TextKind::Mixed;
        }
        for (number, text) in pending {
            if let Err(error) = text
                && number < end
            {
                self.push(number, Err(error), String::new);
            }
        }
        self.has_record |= found.iter().any(|found| found.content.is_ok());
        for found in found {
            let record = Record {
                title: found.title,
                note: found.note,
                ..Record::new(&self.source, found.line, found.content, || found.text)
            };
            if self.has_record {
                self.ready.push_back(record);
            } else if self
                .worst
                .as_ref()
                .is_none_or(|(cells, _)| *cells < found.cells)
            {
                self.worst = Some((found.cells, record));
            }
        }
        self.ready
            .make_contiguous()
            .sort_by_key(|record| record.line);
        if is_last && !self.has_record && self.ready.is_empty() {
            let worst = self.worst.take().map(|(_, record)| record);
            let nothing = |line| {
                let error = FormatError::no_puzzle((line, 1));
                Record::new(&self.source, line, Err(error), String::new)
            };
            self.ready
                .extend(worst.or_else(|| self.first_line.map(nothing)));
        }
    }

    /// Reads the lines of a list. Only the first line can be a header, if it is before the first puzzle.
    fn read_list(&mut self, pending: Vec<PendingLine>, first_puzzle: usize) {
        self.kind = TextKind::List;
        for (number, text) in pending {
            let is_first = Some(number) == self.first_line && number < first_puzzle;
            if !(is_first && text.as_ref().is_ok_and(|text| is_header(text))) {
                self.take_line(number, text);
            }
        }
    }

    /// Returns the lines after line `start` that a grid and its map can still need: no more than a record
    /// can have.
    fn rest_after(&self, start: usize, pending: &[PendingLine]) -> Vec<PendingLine> {
        const MOST_LINES: usize = 6 * Shape::MAX_SIZE;
        let mut bytes = 0;
        let is_kept = |line: &&PendingLine| {
            bytes += length(line);
            line.0 > start && bytes <= self.longest
        };
        let kept = pending
            .iter()
            .rev()
            .take(MOST_LINES)
            .take_while(is_kept)
            .count();
        pending[pending.len() - kept..].to_vec()
    }

    fn push(&mut self, number: usize, content: Content, text: impl FnOnce() -> String) {
        let mut record = Record::new(&self.source, number, content, text);
        record.note = self.assembler.note.take();
        self.ready.push_back(record);
    }

    /// Finds the puzzles in lines, in order, and applies the region maps and sections between them.
    fn find(&mut self, lines: Vec<Line>) -> Vec<Puzzled> {
        let lines = without_markup(lines);
        let mut entries: Vec<LineKind> = lines.iter().map(entry).collect();
        let mut maps = Vec::new();
        for at in 0..lines.len() {
            if is_heading(&lines[at]) && !matches!(entries[at], LineKind::Used) {
                let (length, map) = rows_below(&entries[at + 1..]);
                entries[at..=at + length].fill_with(|| LineKind::Used);
                maps.push((at, map));
            }
        }
        let mut found = self.arrays(&lines, &mut entries);
        found.extend(puzzles(&mut entries, &mut self.assembler));
        found.sort_by_key(|found| found.lines.start);
        self.contents(found, maps, &lines)
    }

    /// Finds the arrays with boards and marks their lines as used.
    fn arrays(&mut self, lines: &[Line], entries: &mut [LineKind]) -> Vec<Found> {
        let is_bracket = |glyph: &Glyph| "[({".contains(glyph.c);
        if !lines.iter().flatten().any(is_bracket) {
            return Vec::new();
        }
        let shape = self.assembler.options.shape;
        let is_used = |at: usize| matches!(entries[at], LineKind::Used);
        let blank = Vec::new();
        let readable: Vec<Line> = lines
            .iter()
            .zip(0..)
            .map(|(line, at)| if is_used(at) { &blank } else { line })
            .cloned()
            .collect();
        let mut is_board = |cells: &[Token]| self.assembler.can_read(cells);
        let arrays = arrays(&readable, shape, &mut is_board);
        let mut found = Vec::new();
        for array in arrays {
            entries[array.lines.clone()].fill_with(|| LineKind::Used);
            // An array is one of a list only if the text begins with it.
            let start = *array.lines.start();
            let is_before = |entry: &LineKind| {
                matches!(entry, LineKind::Blank | LineKind::Comment | LineKind::Used)
            };
            let is_first = entries[..start].iter().all(is_before);
            let bracket = lines[start]
                .iter()
                .position(|glyph| "[({".contains(glyph.c));
            let has_name = lines[start][..bracket.unwrap_or(0)]
                .split(|glyph| glyph.c == ' ')
                .any(is_word);
            let is_alone = start == *array.lines.end() && array.boards.len() == 1;
            let is_line = is_alone && is_first && !has_name;
            found.extend(array.boards.into_iter().map(|cells| {
                let body = Body::Cells(Cells {
                    cells,
                    arrangement: Arrangement::SpacedRows,
                    drawn: None,
                });
                let lines = *array.lines.start()..array.lines.end() + 1;
                Found {
                    is_line,
                    ..Found::grid(body, lines)
                }
            }));
        }
        found
    }

    /// Builds what has been found, with the region maps that follow it.
    fn contents(
        &mut self,
        found: Vec<Found>,
        maps: Vec<(usize, Vec<Line>)>,
        lines: &[Line],
    ) -> Vec<Puzzled> {
        let sections = Sections::of(lines);
        let starts: Vec<usize> = found.iter().map(|found| found.lines.start).collect();
        let mut found = found
            .into_iter()
            .filter(|found| !sections.is_ignored(found.lines.start))
            .peekable();
        let mut maps = maps.into_iter().peekable();
        let mut all: Vec<Puzzled> = Vec::new();
        let mut free = 0;
        while let Some(one) = found.next() {
            let span = one.lines.clone();
            let mut end = span.end;
            while maps.next_if(|(at, _)| *at < span.start).is_some() {}
            let next = found.peek().map_or(lines.len(), |next| next.lines.start);
            let map = match maps.next_if(|(at, _)| *at < next) {
                Some((at, rows)) => Some(heading_map(
                    &rows,
                    number_of(&lines[at..]).unwrap_or(1),
                    &one,
                )),
                None => {
                    let map = found
                        .peek()
                        .and_then(|below| map_beside(&one, below, lines));
                    end = map
                        .as_ref()
                        .and_then(|_| found.next())
                        .map_or(end, |below| below.lines.end);
                    map.map(Ok)
                }
            };
            let is_grid = matches!(one.body, Ok(Body::Cells(_))) && !one.is_line;
            let title = is_grid
                .then(|| title(&lines[free.min(span.start)..span.start]))
                .flatten();
            let text = lines[span.clone()]
                .iter()
                .map(|line| string(line))
                .collect::<Vec<_>>()
                .join("\n");
            let line = number_of(&lines[span.clone()]).unwrap_or(1);
            let is_long =
                text.len() > self.longest && source_length(&lines[span.clone()]) > self.longest;
            let content = match is_long {
                true => Err(too_long(line, self.longest)),
                false => map
                    .transpose()
                    .and_then(|map| self.assembler.build(one.body?, map.map(Ruleset::jigsaw))),
            };
            let last = lines[..end].iter().rev().flatten().next();
            all.push(Puzzled {
                content,
                line,
                end: last.map_or(line, |glyph| glyph.position().0),
                column: lines[span.clone()]
                    .iter()
                    .flatten()
                    .next()
                    .map_or(1, |first| first.position().1),
                is_line: one.is_line && !sections.precede(span.start),
                title,
                note: self.assembler.note.take(),
                text,
                cells: one.cells,
            });
            free = end;
        }
        for at in sections.without_puzzle(&starts) {
            let line = number_of(&lines[at..]).unwrap_or(1);
            let error = FormatError::new((line, 1), "a puzzle below [Puzzle]", "none");
            all.push(Puzzled::error(error, line));
        }
        all.sort_by_key(|puzzled| puzzled.line);
        all
    }

    /// Returns the boards of all arrays in a text, or nothing if it has none.
    pub fn boards(&mut self, lines: Vec<Line>) -> Vec<Content> {
        let shape = self.assembler.options.shape;
        let mut is_board = |cells: &[Token]| self.assembler.can_read(cells);
        // A bare string is an array of one.
        let bracket = |c| vec![Glyph::new(c, (0, 0))];
        let lines = [vec![bracket('[')], lines, vec![bracket(']')]].concat();
        let boards = arrays(&lines, shape, &mut is_board)
            .into_iter()
            .flat_map(|array| array.boards);
        let boards: Vec<Vec<Token>> = boards.collect();
        let build = |cells: Vec<Token>| self.assembler.puzzle(&cells, Arrangement::Line, None);
        boards.into_iter().map(build).collect()
    }
}

/// Returns true if a name or markup is on a line before this column.
fn has_words_before(text: &str, column: usize) -> bool {
    let before: String = text.chars().take(column - 1).collect();
    before
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| is_word(&normalise(1, word)))
}

/// Parses the map below a heading on this line.
fn heading_map(rows: &[Line], heading: usize, grid: &Found) -> Result<RegionMap, FormatError> {
    let size = match &grid.body {
        Ok(Body::Cells(cells)) => cells.cells.len().isqrt(),
        _ => rows.len(),
    };
    if rows.len() == size || rows.len() == 1 {
        return read_map(rows);
    }
    let expected = format!("{size} rows of a region map below the heading");
    Err(FormatError::new(
        (heading, 1),
        expected,
        rows.len().to_string(),
    ))
}

/// Returns the number of characters of the input in lines. Several can have been made of one.
fn source_length(lines: &[Line]) -> usize {
    let of_line = |line: &Line| {
        line.chunk_by(|one, next| one.position() == next.position())
            .count()
    };
    lines.iter().map(of_line).sum()
}

/// Returns the number of the first line that is not empty.
fn number_of(lines: &[Line]) -> Option<usize> {
    lines
        .iter()
        .flatten()
        .next()
        .map(|first| first.position().0)
}

fn too_long(line: usize, longest: usize) -> FormatError {
    let expected = format!("a puzzle of at most {longest} bytes");
    FormatError::new((line, 1), expected, "a longer one").with_option("--max-line")
}

/// Returns true if the first line of a list is its header: it contains a usual name, or several words.
fn is_header(text: &str) -> bool {
    if text.contains("://") {
        return false;
    }
    let has_name = text
        .split(|c: char| !c.is_alphanumeric())
        .any(is_usual_name);
    let words = text.split_whitespace().filter(|word| word.len() <= LONGEST);
    has_name || (words.count() > 1 && is_word(&normalise(1, text)))
}

/// Returns the map of the regions of a grid, if the grid below it is one.
fn map_beside(grid: &Found, below: &Found, lines: &[Line]) -> Option<RegionMap> {
    let (Ok(Body::Cells(grid_cells)), Ok(Body::Cells(map))) = (&grid.body, &below.body) else {
        return None;
    };
    let is_empty = |line: &Line| trim(line).is_empty() || is_comment(line);
    let is_blank = |cell: &&Token| {
        let text = cell.text.as_str();
        matches!(text, "" | "0") || !text.starts_with(|c: char| c.is_alphanumeric())
    };
    let blank = grid_cells.cells.iter().find(is_blank)?;
    let is_below = lines
        .get(grid.lines.end..below.lines.start)?
        .iter()
        .all(is_empty);
    let is_map = !grid.is_line && is_below && map.cells.len() == grid_cells.cells.len();
    (is_map && !map.cells.iter().any(|cell| cell.text == blank.text)).then(|| map_of(&map.cells))?
}

/// Returns the title of a grid from the lines above it: the last one, apart from frames and fences of
/// code.
fn title(above: &[Line]) -> Option<String> {
    let is_frame = |line: &&Line| {
        matches!(entry(line), LineKind::Rule(..)) || string(trim(line)).starts_with("```")
    };
    let line = above.iter().rev().find(|line| !is_frame(line))?;
    let is_title = matches!(entry(line), LineKind::Row(row) if !row.is_header());
    let text = string(line);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "#*=[]<>\"".contains(c));
    (is_title && !text.is_empty()).then(|| text.trim_end_matches(':').to_string())
}

impl Puzzled {
    fn error(error: FormatError, line: usize) -> Puzzled {
        Puzzled {
            content: Err(error),
            line,
            end: line,
            column: 1,
            is_line: false,
            title: None,
            note: None,
            text: String::new(),
            cells: 0,
        }
    }
}

/// A puzzle or an error, with what a record says about it.
struct Puzzled {
    content: Content,
    /// The numbers of the first and the last line.
    line: usize,
    end: usize,
    /// The column of the first character.
    column: usize,
    is_line: bool,
    title: Option<String>,
    note: Option<String>,
    text: String,
    /// The number of cells of an error.
    cells: usize,
}

//! Text: a list with a puzzle on each line, or puzzles in any form with other text around them.
//!
//! A list is answered line by line. Any other text is collected until its end, or in parts that are
//! longer than any record, and `puzzles` finds those in it. Parts overlap, so that the records
//! do not depend on where they end.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

use super::builder::PuzzleBuilder;
use super::draft::{Built, Content};
use super::found::Near;
use super::glyph::{Glyph, Line, normalise, trim};
use super::puzzles::{TextPuzzle, most_likely, text_puzzles};
use super::record::{ReadOptions, Record, is_usual_name};
use super::record_reader::RecordReader;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, is_separator, is_word};
use super::rules::board::is_geometry;
use super::rules::quotes;
use super::rules::spelling::is_rule;
use super::rules::text::{parts, rules_after};
use super::sections::Sections;
use super::source::lines::{Lines, RawLine};
use super::text_line::{LineKind, TextLine, classified, is_comment};
use satdoku::board::{Puzzle, Shape};
use satdoku::format_error::{FormatError, quote};

/// A reader that finds the puzzles in lines of text.
pub(crate) struct TextReader {
    /// The reader of lines that are one record each.
    pub one: RecordReader,
    /// True if every line is a record, even a blank one.
    has_only_lines: bool,
    is_interactive: bool,
    kind: TextKind,
    /// The lines that are read together, each with its number.
    pending: Vec<PendingLine>,
    /// The length of the pending lines that have not been read before.
    bytes: usize,
    sections: Sections,
    has_record: bool,
    /// The errors before the first puzzle. If there is none, only the error with the most cells is
    /// reported.
    waiting: Vec<TextPuzzle>,
    /// The first line that is neither blank nor a comment.
    first_line: Option<usize>,
    ready: VecDeque<Record>,
    is_at_end: bool,
    /// The read error that ended the input. It is returned after the records found before it.
    failure: Option<io::Error>,
}

/// The most memory that errors before the first puzzle take, in bytes. Beyond it, only one is kept.
const MOST_WAITING: usize = 1 << 20;

/// A line with its number, or the error in it.
type PendingLine = (usize, Result<String, FormatError>);

/// Returns the line of the first puzzle of a text without an error, if it stands alone there, and that of the first
/// puzzle of all, which may have one.
fn first_of_list(found: &[TextPuzzle], pending: &[PendingLine]) -> Option<[usize; 2]> {
    let first = found.iter().find(|found| found.content.is_ok())?;
    let (line, column) = first.start;
    let (_, original) = pending.iter().find(|(number, _)| *number == line)?;
    let has_words = has_words_before(original.as_ref().ok()?, column);
    let is_only = found.iter().filter(|other| other.start.0 == line).count() == 1;
    let above = found.iter().find(|other| other.is_line);
    let above = above.map_or(line, |above| above.start.0.min(line));
    (is_only && first.is_line && first.end == line && !has_words).then_some([line, above])
}

/// Returns the line with the place of an error.
fn error_line(content: &Content, pending: &[PendingLine]) -> Option<String> {
    let number = content.as_ref().err()?.place.line;
    let at = pending.binary_search_by_key(&number, |(number, _)| *number);
    pending[at.ok()?].1.clone().ok()
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
    pub fn new(source: Arc<str>, options: &ReadOptions, longest: usize) -> TextReader {
        TextReader {
            one: RecordReader::new(source, options, longest),
            has_only_lines: options.lines,
            is_interactive: options.interactive,
            kind: match options.lines {
                true => TextKind::List,
                false => TextKind::Unknown,
            },
            pending: Vec::new(),
            bytes: 0,
            sections: Sections::default(),
            has_record: false,
            waiting: Vec::new(),
            first_line: None,
            ready: VecDeque::new(),
            is_at_end: false,
            failure: None,
        }
    }

    /// Reads the next record.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next<R: BufRead>(&mut self, lines: &mut Lines<R>) -> io::Result<Option<Record>> {
        loop {
            // The line below the last record of a list may be a rule of it.
            let is_held = self.kind == TextKind::List
                && !(self.has_only_lines || self.is_interactive || self.is_at_end)
                && lines.has_next();
            if self.ready.len() > usize::from(is_held)
                && let Some(record) = self.ready.pop_front()
            {
                self.has_record = true;
                return Ok(Some(record));
            }
            if self.is_at_end {
                return self.failure.take().map_or(Ok(None), Err);
            }
            match lines.advance() {
                Ok(true) => {
                    for _ in 0..self.take(lines) {
                        lines.advance()?;
                    }
                }
                end => {
                    self.failure = end.err();
                    self.is_at_end = true;
                    self.read_pending(true);
                }
            }
        }
    }

    /// Processes the current line. Returns the number of lines below it that were processed too.
    fn take<R: BufRead>(&mut self, lines: &mut Lines<R>) -> usize {
        let line = lines.current();
        let is_start =
            self.kind != TextKind::Mixed && (self.pending.is_empty() || self.has_list_header());
        if is_start
            && !line.is_too_long
            && let Some(puzzle) = self.one.builder.plain_puzzle(&line.bytes)
        {
            self.pending.clear();
            self.kind = TextKind::List;
            self.push(line.number, Ok(puzzle), String::new);
            return 0;
        }
        let text = lines.text().map(str::to_string);
        let text = text.or_else(|error| foreign_words(line).ok_or(error));
        if self.kind == TextKind::List {
            let (number, longest) = (line.number, lines.longest());
            return self.take_line((number, text), |distance| {
                let line = lines.peek(distance)?;
                Some((line.number, line.text(longest).map(str::to_string)))
            });
        }
        let is_blank = line.is_ignored();
        // A row of tabs has empty cells.
        if is_blank && self.pending.is_empty() && !line.bytes.contains(&b'\t') {
            // A heading such as `# regions` and blank lines matter only between other lines.
            return 0;
        }
        self.first_line.get_or_insert(line.number);
        self.bytes += line.bytes.len();
        self.pending.push((line.number, text));
        let is_typed =
            |builder: &mut PuzzleBuilder| is_blank || builder.plain_puzzle(&line.bytes).is_some();
        let is_full = self.bytes > self.one.builder.longest;
        if is_full || (self.is_interactive && is_typed(&mut self.one.builder)) {
            self.read_pending(false);
        }
        0
    }

    /// Returns true if the only line so far is the header of a list, and names no rule.
    fn has_list_header(&self) -> bool {
        let [(number, Ok(text))] = &self.pending[..] else {
            return false;
        };
        let is_prose = || {
            let line = classified(vec![normalise(*number, text)], false);
            matches!(&line[..], [TextLine { kind: LineKind::Row(row), .. }] if !row.is_sure)
        };
        // A heading such as `[Puzzle]` is of a section.
        let is_section = text.trim_start().starts_with('[');
        !self.is_interactive && !is_section && is_header(text) && is_prose()
    }

    /// Processes a line of a list. Returns the number of lines below it that were processed too.
    fn take_line(
        &mut self,
        (number, text): PendingLine,
        below: impl FnMut(usize) -> Option<PendingLine>,
    ) -> usize {
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.push(number, Err(error), String::new);
                return 0;
            }
        };
        let line = normalise(number, &text);
        let is_blank = trim(&line).is_empty();
        if !self.has_only_lines && (is_blank || is_comment(&line)) {
            // At a terminal, a list may be followed by a grid.
            if self.is_interactive && is_blank {
                self.kind = TextKind::Unknown;
            }
            return 0;
        }
        if is_blank {
            let error = FormatError::new((number, 1), "a puzzle", "a blank line");
            self.push(number, Err(error), || text);
            return 0;
        }
        let content = self.one.line_content(vec![line.clone()], (number, 1));
        // Rules without cells are a puzzle only if they are not those of the one above.
        let has_givens = |puzzle: &Puzzle| puzzle.givens().filled().next().is_some();
        let is_blank = |built: &Built| !has_givens(&built.puzzle);
        let above = self.ready.back().map(|above| above.content.as_ref());
        let is_rule_below = !self.has_only_lines
            && matches!(above, Some(Ok((above, _))) if has_givens(above))
            && content.as_ref().is_ok_and(is_blank)
            && parts(&line).next().is_some_and(|first| is_geometry(&first));
        let error = match content {
            Err(error) => error,
            Ok(_) if is_rule_below => FormatError::new((number, 1), "a puzzle", quote(&text)),
            content => {
                self.push(number, content, String::new);
                return 0;
            }
        };
        if !self.has_only_lines
            && let Some(grid) = self.grid_at(&line, below)
        {
            let end = grid.end;
            self.push(number, grid.content, || text);
            return end - number;
        }
        let mut parts = quotes::split(&line, |glyph| glyph.c == ';').into_iter();
        if !parts.next().is_some_and(is_rule) || rules_after(&line).is_some() {
            self.push(number, Err(error), || text);
            return 0;
        }
        let expected = "a puzzle (a rule follows its puzzle on the same line, after a semicolon)";
        let error = FormatError::new((number, 1), expected, quote(&text));
        let above = self.above_rule(&line);
        self.push(above.unwrap_or(number), Err(error), || text);
        0
    }

    /// Takes back the puzzle above a rule, whose answer would be wrong without it, and returns its line. A word as
    /// long as its cells, or mostly of digits, is another puzzle, with an error.
    fn above_rule(&mut self, rule: &Line) -> Option<usize> {
        let word = trim(rule);
        let is_cell = |glyph: &&Glyph| glyph.c.is_ascii_digit() || glyph.c == '.';
        let cells = word.iter().filter(is_cell).count();
        let has_words = word.iter().any(|glyph| glyph.c == ' ');
        let has_digits = word.len() >= SHORTEST * SHORTEST && 2 * cells > word.len();
        let is_rule_of = |above: &&Record| {
            let puzzle = above.content.as_ref().map(|(puzzle, _)| puzzle.geometry());
            puzzle.is_ok_and(|board| {
                has_words || !(has_digits || word.len() == board.grid_cell_count())
            })
        };
        let above = self.ready.back().filter(is_rule_of)?.line;
        if self.has_only_lines {
            return None;
        }
        self.ready.pop_back();
        Some(above)
    }

    /// Returns the grid of which a line is the first row.
    fn grid_at(
        &mut self,
        line: &Line,
        mut below: impl FnMut(usize) -> Option<PendingLine>,
    ) -> Option<TextPuzzle> {
        let row = CellRow::new(line);
        let is_size =
            |reading: &Reading| (SHORTEST..=LONGEST).contains(&row.count(*reading, false));
        let readings: Vec<Reading> = Reading::ALL.into_iter().filter(is_size).collect();
        let sizes = || readings.iter().map(|reading| row.count(*reading, false));
        let most = sizes().max().filter(|_| row.is_sure)?;
        let (mut lines, mut rows) = (vec![line.clone()], 1);
        // Each row can have a frame below it, and another row below the last one is no row of the grid.
        for distance in 1..2 * (most + 1) {
            let Some((number, Ok(text))) = below(distance) else {
                break;
            };
            let next = normalise(number, &text);
            let other = CellRow::new(&next);
            let is_same =
                |reading: &Reading| other.count(*reading, false) == row.count(*reading, false);
            let is_row = readings.iter().any(is_same);
            if !is_row && other.symbol.is_none() {
                break;
            }
            rows += usize::from(is_row);
            lines.push(next);
        }
        if !sizes().any(|size| rows.is_multiple_of(size)) {
            return None;
        }
        let start = line.first()?.position().0;
        let builder = &mut self.one.builder;
        let found = text_puzzles(lines, false, &mut Sections::default(), builder);
        let is_grid =
            |grid: &TextPuzzle| grid.start.0 == start && grid.end > start && grid.content.is_ok();
        found.into_iter().next().filter(is_grid)
    }

    /// Reads the pending lines. Unless the text ends with them, the last of them are kept.
    fn read_pending(&mut self, is_last: bool) {
        let pending = std::mem::take(&mut self.pending);
        self.bytes = 0;
        let line = |(number, text): &PendingLine| normalise(*number, text.as_deref().unwrap_or(""));
        let lines = pending.iter().map(line).collect();
        let mut found = text_puzzles(lines, !is_last, &mut self.sections, &mut self.one.builder);
        if self.kind == TextKind::Unknown
            && !self.is_interactive
            && let Some([first, above]) = first_of_list(&found, &pending)
        {
            let notes = found.into_iter().find_map(|found| found.content.ok());
            let notes = notes.map_or(Vec::new(), |built| built.notes);
            self.read_list(pending, above);
            let mut records = self.ready.iter_mut();
            if let Some(record) = records.find(|record| record.line == first)
                && !notes.is_empty()
            {
                record.note = Some(notes.join("; "));
            }
            return;
        }
        // A list shows in the first part of its text.
        if !self.is_interactive {
            self.kind = TextKind::Mixed;
        }
        // A line that is not text explains an error in the lines around it.
        let errors = pending.iter().filter_map(|(_, text)| text.clone().err());
        found.extend(errors.map(|error| TextPuzzle::error(Near::meant(error, usize::MAX))));
        TextPuzzle::sort(&mut found);
        for found in &mut found {
            found.error_line = error_line(&found.content, &pending);
        }
        if !is_last {
            self.pending = self.unfinished(&mut found, &pending);
        }
        self.push_found(found);
        if is_last && !self.has_record {
            self.keep_worst();
            let nothing =
                |line| TextPuzzle::error(Near::meant(FormatError::no_puzzle((line, 1)), 0));
            let error = self.waiting.pop().or(self.first_line.map(nothing));
            self.ready
                .extend(error.map(|error| error.record(&self.one.source)));
        }
    }

    /// Makes records of what has been found, unless there are only errors so far.
    fn push_found(&mut self, found: Vec<TextPuzzle>) {
        self.has_record |= found.iter().any(|found| found.content.is_ok());
        self.waiting.extend(found);
        if self.has_record {
            self.waiting.retain(|found| !found.is_weak);
            let records = self.waiting.drain(..);
            self.ready
                .extend(records.map(|found| found.record(&self.one.source)));
        } else if self.waiting.iter().map(TextPuzzle::weight).sum::<usize>() > MOST_WAITING {
            self.keep_worst();
        }
    }

    /// Removes all waiting errors but the one to report.
    fn keep_worst(&mut self) {
        let worst = most_likely(self.waiting.drain(..));
        self.waiting.extend(worst);
    }

    /// Takes everything that begins in the last lines out of `found`, because it may continue, and returns
    /// the lines to read again, with a title above them. They have room for two grids: where a bad one
    /// ends is known only once the next one is complete.
    fn unfinished(
        &mut self,
        found: &mut Vec<TextPuzzle>,
        pending: &[PendingLine],
    ) -> Vec<PendingLine> {
        const MOST_LINES: usize = 6 * Shape::MAX_SIZE;
        const TITLE_LINES: usize = 3;
        let mut bytes = 0;
        let last = pending.iter().rev().take(MOST_LINES);
        let kept = last.take_while(|(_, text)| {
            bytes += text.as_ref().map_or(1, String::len);
            bytes <= 2 * self.one.builder.longest
        });
        let start = pending.len() - kept.count();
        let line = pending.get(start).map_or(usize::MAX, |(line, _)| *line);
        // At a terminal, a complete puzzle is answered, but a bad one may become complete.
        let may_continue = |last: &mut TextPuzzle| {
            last.start.0 >= line && !(self.is_interactive && last.content.is_ok())
        };
        while found.pop_if(may_continue).is_some() {}
        let end = found.last().map_or(0, |last| last.end);
        let kept = pending[start.saturating_sub(TITLE_LINES)..].iter();
        kept.filter(|(line, _)| *line > end).cloned().collect()
    }

    /// Reads the lines of a list. Only the first line can be a header, if it is before the first puzzle.
    fn read_list(&mut self, pending: Vec<PendingLine>, first_puzzle: usize) {
        self.kind = TextKind::List;
        let mut at = 0;
        while let Some((number, text)) = pending.get(at) {
            let is_first = Some(*number) == self.first_line && *number < first_puzzle;
            at += 1;
            if !(is_first && text.as_ref().is_ok_and(|text| is_header(text))) {
                let below = |distance: usize| pending.get(at + distance - 1).cloned();
                at += self.take_line((*number, text.clone()), below);
            }
        }
    }

    fn push(&mut self, number: usize, content: Content, text: impl FnOnce() -> String) {
        let mut record = Record::new(&self.one.source, number, content, text);
        if let Err(invalid) = &mut record.content {
            invalid.line = Some(invalid.text.clone());
        }
        self.ready.push_back(record);
    }
}

/// Returns the text of a line with words in an encoding that is not UTF-8, such as a name, with invalid
/// bytes replaced.
fn foreign_words(line: &RawLine) -> Option<String> {
    let text = line.lossy();
    let has_word = || {
        let line = normalise(1, &text);
        line.split(|glyph| is_separator(glyph.c)).any(is_word)
    };
    (!line.is_too_long && !line.bytes.contains(&0) && has_word()).then_some(text)
}

/// Returns true if a name or markup is on a line before this column.
fn has_words_before(text: &str, column: usize) -> bool {
    let before: String = text.chars().take(column - 1).collect();
    before
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| is_word(&normalise(1, word)))
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

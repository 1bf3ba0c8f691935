//! Text: a list with a puzzle on each line, or puzzles in any form with other text around them.
//!
//! A list is answered line by line. Any other text is collected until its end, or in parts that are
//! longer than any record, and `whole_text` finds the puzzles in it. Parts overlap, so that the records
//! do not depend on where they end.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

use super::cells::{Assembler, Body, Content, marked_puzzle};
use super::glyph::{Line, LineColumn, normalise, string, trim};
use super::line::line_puzzle;
use super::line_kind::is_comment;
use super::lines::{Lines, RawLine};
use super::markup::without_markup;
use super::record::{ReadOptions, Record, is_usual_name};
use super::region_map::read_regions;
use super::row::{LONGEST, is_separator, is_word};
use super::rule_fields::{field_rules, is_board_field};
use super::rule_lines::blank_size;
use super::rule_spelling::is_rule;
use super::rule_text::rules_after;
use super::sections::Sections;
use super::shared_puzzle::SharedPuzzle;
use super::whole_text::{TextPuzzle, boards, text_puzzles};
use crate::form::Form;
use satdoku::board::{Grid, Puzzle, Shape};
use satdoku::format_error::{FormatError, quote};

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

/// Returns the line of the first puzzle of a text, if it stands alone there.
fn first_of_list(found: &[TextPuzzle], pending: &[PendingLine]) -> Option<usize> {
    let first = found.iter().find(|found| found.content.is_ok())?;
    let (line, column) = first.start;
    let (_, original) = pending.iter().find(|(number, _)| *number == line)?;
    let has_words = has_words_before(original.as_ref().ok()?, column);
    (first.is_line && !has_words).then_some(line)
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
            sections: Sections::default(),
            has_record: false,
            waiting: Vec::new(),
            first_line: None,
            ready: VecDeque::new(),
            is_at_end: false,
            failure: None,
        }
    }

    /// Returns a reader that applies the fields with rules and pencil marks of the row at `place`. A board and
    /// variants in the options override those in the fields. Returns `None` if there are no fields to
    /// apply.
    ///
    /// # Errors
    /// If the content of a field is invalid.
    pub fn for_fields<'a>(
        &self,
        fields: impl Iterator<Item = (&'a str, Cow<'a, str>)>,
        place: LineColumn,
    ) -> Result<Option<TextReader>, FormatError> {
        let mut options = self.assembler.options.clone();
        let has_rules = options.regions.is_some() || !options.variants.is_empty();
        let (mut marks, mut note) = (None, None);
        let mut is_own = false;
        for (name, value) in fields {
            if value.is_empty() || value == "null" || (has_rules && is_board_field(name)) {
                continue;
            }
            if name == "regions" {
                let map = read_regions("", &value).map_err(|error| {
                    let expected = format!("in the field regions {}", error.expected);
                    FormatError::new(place, expected, error.found)
                })?;
                options.shape = Shape::without_boxes(map.size()).ok();
                options.regions = Some(map);
                is_own = true;
            } else if name == "pencil_marks" {
                // A JSON array, or words separated by spaces.
                let is_between = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"');
                let pieces = value.split(is_between);
                let words = pieces.filter(|piece| !matches!(*piece, "" | ","));
                marks = Some((words.map(str::to_string).collect(), place));
                is_own = true;
            } else {
                let found = field_rules(name, &value, place)?;
                is_own |= !found.rules.is_empty() || found.note.is_some();
                // A row that this program wrote has the rules of its other fields here too.
                let known = options.constraints.len();
                for rule in found.rules {
                    if !options.constraints[..known].contains(&rule) {
                        options.constraints.push(rule);
                    }
                }
                note = note.or(found.note);
            }
        }
        let reader = || {
            let mut reader = TextReader::new(self.source.clone(), &options);
            reader.marks = marks;
            reader.assembler.note = note;
            reader
        };
        Ok(is_own.then(reader))
    }

    /// Builds a puzzle with its own rules at `place`.
    ///
    /// # Errors
    /// If the puzzle contradicts the options.
    pub fn shared_puzzle(&mut self, shared: SharedPuzzle, place: LineColumn) -> Content {
        self.assembler
            .build(Body::Shared(shared, place), None, Vec::new())
    }

    /// Takes the remark on the last puzzle.
    pub fn take_note(&mut self) -> Option<String> {
        self.assembler.take_note(true)
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
        let text = text.or_else(|error| foreign_words(line).ok_or(error));
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
            false => self
                .line_content(vec![line.clone()], (number, 1))
                .map_err(|error| {
                    // The puzzle above it has been answered.
                    let expected =
                        "a puzzle (a rule follows its puzzle on the same line, after a semicolon)";
                    let rule = || FormatError::new((number, 1), expected, quote(&text));
                    match rules_after(&line) {
                        None if is_rule(&line) => rule(),
                        _ => error,
                    }
                }),
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
                self.assembler.build(found.body, None, Vec::new())
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
        let text = string(&lines.concat());
        let found = text_puzzles(lines, false, &mut Sections::default(), &mut self.assembler);
        let mut found = found.into_iter().filter(|found| !found.is_ignored);
        match (found.next(), found.next()) {
            (None, _) => Err(FormatError::new(place, "a puzzle", quote(&text))),
            (Some(only), None) => {
                self.assembler.note = only.note;
                only.content
            }
            (Some(_), Some(second)) => Err(FormatError::new(
                (second.start.0, 1),
                "one puzzle",
                "another",
            )),
        }
    }

    /// Returns a puzzle without givens on the board of the options.
    pub fn blank_puzzle(&mut self, place: LineColumn) -> Content {
        let size = blank_size(&self.assembler.options);
        let shared = SharedPuzzle::new(Grid::blank(size));
        self.assembler
            .build(Body::Shared(shared, place), None, Vec::new())
    }

    /// Finds the boards of all arrays in a text.
    pub fn boards(&mut self, lines: Vec<Line>) -> Vec<Content> {
        boards(lines, &mut self.assembler)
    }

    /// Adds the note about the last puzzle to its record.
    pub fn add_note(&mut self, record: &mut Record) {
        let note = self.assembler.take_note(record.content.is_ok());
        record.note = record.note.take().or(note);
    }

    /// Sets the note about the last puzzle.
    pub fn set_note(&mut self, note: String) {
        self.assembler.note = Some(note);
    }

    /// Reads the pending lines. Unless the text ends with them, the last of them are kept.
    fn read_pending(&mut self, is_last: bool) {
        let pending = std::mem::take(&mut self.pending);
        self.bytes = 0;
        let line = |(number, text): &PendingLine| normalise(*number, text.as_deref().unwrap_or(""));
        let lines = pending.iter().map(line).collect();
        let mut found = text_puzzles(lines, !is_last, &mut self.sections, &mut self.assembler);
        if self.kind == TextKind::Unknown
            && !self.is_interactive
            && let Some(first) = first_of_list(&found, &pending)
        {
            let note = found.into_iter().find_map(|found| found.note);
            self.read_list(pending, first);
            let mut records = self.ready.iter_mut();
            if let Some(record) = records.find(|record| record.line == first) {
                record.note = note.or(record.note.take());
            }
            return;
        }
        // A list shows in the first part of its text.
        if !self.is_interactive {
            self.kind = TextKind::Mixed;
        }
        // A line that is not text explains an error in the lines around it.
        let errors = pending.iter().filter_map(|(_, text)| text.clone().err());
        found.extend(errors.map(|error| TextPuzzle::error(error, usize::MAX)));
        found.sort_by_key(|found| found.start);
        if !is_last {
            self.pending = self.unfinished(&mut found, &pending);
            let kept = self.pending.first().map_or(usize::MAX, |(line, _)| *line);
            self.sections.forget_before(kept);
        }
        found.retain(|found| !found.is_ignored);
        self.push_found(found);
        if is_last && !self.has_record {
            self.keep_worst();
            let nothing = |line| TextPuzzle::error(FormatError::no_puzzle((line, 1)), 0);
            let error = self.waiting.pop().or(self.first_line.map(nothing));
            self.ready
                .extend(error.map(|error| error.record(&self.source)));
        }
    }

    /// Makes records of what has been found, unless there are only errors so far.
    fn push_found(&mut self, found: Vec<TextPuzzle>) {
        self.has_record |= found.iter().any(|found| found.content.is_ok());
        self.waiting.extend(found);
        if self.has_record {
            let records = self.waiting.drain(..);
            self.ready
                .extend(records.map(|found| found.record(&self.source)));
        } else if self.waiting.iter().map(TextPuzzle::weight).sum::<usize>() > MOST_WAITING {
            self.keep_worst();
        }
    }

    /// Removes all waiting errors but the first of those with the most cells.
    fn keep_worst(&mut self) {
        let waiting = self.waiting.drain(..);
        let worst = waiting.min_by_key(|error| Reverse(error.cells));
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
            bytes <= 2 * self.longest
        });
        let start = pending.len() - kept.count();
        let line = pending.get(start).map_or(usize::MAX, |(line, _)| *line);
        // At a terminal, a complete puzzle is answered, but a bad one may become complete.
        let may_continue = |last: &mut TextPuzzle| {
            last.start.0 >= line && !(self.is_interactive && last.content.is_ok())
        };
        while let Some(last) = found.pop_if(may_continue) {
            // It is noted again when it is read again.
            self.assembler.has_noted_boxes &= last.note.is_none();
        }
        let end = found.last().map_or(0, |last| last.end);
        let kept = pending[start.saturating_sub(TITLE_LINES)..].iter();
        kept.filter(|(line, _)| *line > end).cloned().collect()
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

    fn push(&mut self, number: usize, content: Content, text: impl FnOnce() -> String) {
        let mut record = Record::new(&self.source, number, content, text);
        self.add_note(&mut record);
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

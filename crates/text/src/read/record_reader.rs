//! Reading of a text that is one record: a line of a list, a field of a table, a value in JSON.

use std::borrow::Cow;
use std::sync::Arc;

use super::any_board;
use super::builder::{Content, PuzzleBuilder, marked_puzzle};
use super::draft::PuzzleDraft;
use super::glyph::{Line, LineColumn, line_at, string, trim};
use super::line::line_puzzle;
use super::link::constraint_string::joined_as_one;
use super::markup::without_markup;
use super::record::{ReadOptions, Record};
use super::region_map::read_regions;
use super::rules::fields::{field_rules, is_board_field};
use super::rules::geometry::is_geometry;
use super::rules::lines::blank_size;
use super::sections::Sections;
use super::whole_text::{TextPuzzle, boards, text_puzzles};
use crate::form::Form;
use satdoku::board::{Grid, Puzzle, RegionMap, RuleLine, Shape};
use satdoku::format_error::{FormatError, quote};

/// A reader of texts that are one record each.
pub(crate) struct RecordReader {
    /// The name of the input.
    pub source: Arc<str>,
    pub builder: PuzzleBuilder,
    /// The pencil marks from a field of the record, and the place of the record.
    marks: Option<(Vec<String>, LineColumn)>,
}

impl RecordReader {
    /// Creates a reader for the input named `source`, whose records have at most `longest` bytes.
    pub fn new(source: Arc<str>, options: &ReadOptions, longest: usize) -> RecordReader {
        let mut builder = PuzzleBuilder::new(options);
        builder.longest = longest;
        RecordReader {
            source,
            builder,
            marks: None,
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
    ) -> Result<Option<RecordReader>, FormatError> {
        let mut options = self.builder.options.clone();
        let has_rules = options.regions.is_some() || !options.variants.is_empty();
        let mut marks = None;
        let mut is_own = false;
        let mut map = None;
        for (name, value) in fields {
            if value.is_empty() || value == "null" || (has_rules && is_board_field(name)) {
                continue;
            }
            if name == "regions" {
                map = Some(value);
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
                is_own |= !found.is_empty();
                // A row that this program wrote has the rules of its other fields here too.
                let known = options.constraints.len();
                for rule in found {
                    if !options.constraints[..known].contains(&rule) {
                        options.constraints.push(rule);
                    }
                }
            }
        }
        if let Some(value) = map {
            let mut rules = options.constraints.iter();
            let is_described = rules.any(|rule| is_geometry(&line_at(rule, place)));
            if is_described {
                options.constraints.push(format!("regions {value}"));
            } else {
                let map = match RuleLine::board(&format!("regions {value}")) {
                    // Some cells are in no region.
                    Ok(Some(RuleLine::Regions(labels))) if labels.contains(&None) => {
                        let map = RegionMap::on(labels.len().isqrt(), &labels);
                        map.map_err(|error| (error.expected(), error.found()))
                    }
                    _ => read_regions("", &value).map_err(|error| (error.expected, error.found)),
                };
                let map = map.map_err(|(expected, found)| {
                    let expected = format!("in the field regions {expected}");
                    FormatError::new(place, expected, found)
                })?;
                options.shape = Shape::without_boxes(map.board().rows()).ok();
                options.regions = Some(map);
            }
        }
        Ok(is_own.then(|| {
            let mut reader = RecordReader::new(self.source.clone(), &options, self.builder.longest);
            reader.marks = marks;
            reader
        }))
    }

    /// Builds the puzzle of a draft at `position`.
    ///
    /// # Errors
    /// If the puzzle contradicts the options.
    pub fn puzzle_of(&mut self, draft: PuzzleDraft, position: LineColumn) -> Content {
        let draft = PuzzleDraft { position, ..draft };
        self.builder.build(draft, None, Vec::new())
    }

    /// Returns true if the options describe the cells or digits of the board.
    pub fn is_described(&self) -> bool {
        !self.builder.geometry.is_empty()
    }

    /// Takes the remark on the last puzzle.
    pub fn take_note(&mut self) -> Option<String> {
        self.builder.take_note(true)
    }

    /// Applies the pencil marks of the row, if there are any, to its puzzle.
    pub fn marked(&self, content: Content) -> Content {
        match &self.marks {
            Some((words, place)) => marked_puzzle(content?, words, *place),
            None => content,
        }
    }

    /// Parses a line that is a whole record.
    pub fn line_content(&mut self, lines: Vec<Line>, place: LineColumn) -> Content {
        let mut plain = without_markup(lines);
        let mut lines = std::mem::take(&mut plain.lines).into_iter();
        let lines = lines.by_ref().filter(|line| !trim(line).is_empty());
        let draft = match &lines.collect::<Vec<_>>()[..] {
            [line] | [line, ..] if plain.errors.is_empty() => {
                let draft = line_puzzle(line, &mut self.builder);
                draft.map_err(|error| plain.error().unwrap_or(error))
            }
            _ => Err(plain
                .error()
                .unwrap_or(FormatError::new(place, "a puzzle", "nothing"))),
        };
        self.builder.build(draft?, None, Vec::new())
    }

    /// Parses the start of a line in the usual form, and returns `None` for any other line.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        self.builder.plain_puzzle(line)
    }

    /// Parses a separate text with one puzzle, such as a field of a table, that begins at `place`.
    ///
    /// # Errors
    /// If the text contains no puzzle, an invalid one or several.
    pub fn only_puzzle(&mut self, lines: Vec<Line>, place: LineColumn) -> Content {
        let lines = joined_as_one(lines);
        let ink = lines.iter().filter(|line| !trim(line).is_empty()).count();
        match ink {
            0 => return Err(FormatError::new(place, "a puzzle", "nothing")),
            1 => return self.line_content(lines, place),
            _ => {}
        }
        let text = string(&lines.concat());
        let found = text_puzzles(lines, false, &mut Sections::default(), &mut self.builder);
        let found = found.into_iter().filter(|found| !found.is_ignored);
        let (near, mut found): (Vec<TextPuzzle>, Vec<TextPuzzle>) =
            found.partition(|found| found.is_near);
        if found.is_empty() {
            found.extend(near.into_iter().max_by_key(|near| near.cells));
        }
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (None, _) => Err(FormatError::new(place, "a puzzle", quote(&text))),
            (Some(only), None) => {
                self.builder.note = only.note;
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
        if !self.builder.geometry.is_empty() {
            let draft = any_board::blank(&self.builder, place)?;
            return self.puzzle_of(draft, place);
        }
        let size = blank_size(&self.builder.options);
        self.puzzle_of(PuzzleDraft::new(Grid::blank(size)), place)
    }

    /// Finds the boards of all arrays in a text.
    pub fn boards(&mut self, lines: Vec<Line>) -> Vec<Content> {
        boards(lines, &mut self.builder)
    }

    /// Adds the note about the last puzzle to its record.
    pub fn add_note(&mut self, record: &mut Record) {
        let note = self.builder.take_note(record.content.is_ok());
        record.note = record.note.take().or(note);
    }

    /// Sets the note about the last puzzle.
    pub fn set_note(&mut self, note: String) {
        self.builder.note = Some(note);
    }
}

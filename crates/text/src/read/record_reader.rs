//! Reading of a text that is one record: a line of a list, a field of a table, a value in JSON.

use std::borrow::Cow;
use std::sync::Arc;

use super::builder::{PuzzleBuilder, marked_puzzle};
use super::described;
use super::draft::{Content, PuzzleDraft};
use super::glyph::{Line, LineColumn, line_at, string, trim};
use super::line::line_puzzle;
use super::markup::without_markup;
use super::puzzles::{TextPuzzle, most_likely, text_puzzles};
use super::record::ReadOptions;
use super::region_map::read_regions;
use super::rules::board::is_geometry;
use super::rules::fields::{field_rules, is_board_field};
use super::sections::Sections;
use crate::formats::joined_as_one;
use satdoku::board::{Grid, RegionMap, RuleLine, Shape};
use satdoku::format_error::{FormatError, quote};

/// A reader of texts that are one record each.
pub(crate) struct RecordReader {
    /// The name of the input.
    pub source: Arc<str>,
    pub builder: PuzzleBuilder,
    /// The readers of recent rows with rules in their fields.
    known: Vec<(RuleFields, RecordReader)>,
}

/// The names and values of fields with rules.
type RuleFields = Vec<(String, String)>;

/// The pencil marks of a row, and its place.
pub(crate) type Marks = (Vec<String>, LineColumn);

/// The most readers that are kept.
const MOST_KNOWN: usize = 16;

impl RecordReader {
    /// Creates a reader for the input named `source`, whose records have at most `longest` bytes.
    pub fn new(source: Arc<str>, options: &ReadOptions, longest: usize) -> RecordReader {
        let mut builder = PuzzleBuilder::new(options);
        builder.longest = longest;
        RecordReader {
            source,
            builder,
            known: Vec::new(),
        }
    }

    /// Returns the reader that applies the fields with rules of the row at `place`, and its pencil marks. A
    /// board and variants in the options override those in the fields.
    ///
    /// # Errors
    /// If the content of a field is invalid.
    pub fn for_fields<'a>(
        &mut self,
        fields: impl Iterator<Item = (&'a str, Cow<'a, str>)>,
        place: LineColumn,
    ) -> Result<(&mut RecordReader, Option<Marks>), FormatError> {
        let options = &self.builder.options;
        let has_rules = options.regions.is_some() || !options.variants.is_empty();
        let mut marks = None;
        let mut rules = RuleFields::new();
        for (name, value) in fields {
            if value.is_empty() || value == "null" || (has_rules && is_board_field(name)) {
                continue;
            }
            if name == "pencil_marks" {
                // A JSON array, or words separated by spaces.
                let is_between = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"');
                let pieces = value.split(is_between);
                let words = pieces.filter(|piece| !matches!(*piece, "" | ","));
                marks = Some((words.map(str::to_string).collect(), place));
            } else {
                rules.push((name.to_string(), value.into_owned()));
            }
        }
        if rules.is_empty() {
            return Ok((self, marks));
        }
        let known = self.known.iter().position(|(known, _)| *known == rules);
        let at = match known {
            Some(at) => at,
            None => {
                let options = with_fields(options.clone(), &rules, place)?;
                let longest = self.builder.longest;
                let reader = RecordReader::new(self.source.clone(), &options, longest);
                if self.known.len() == MOST_KNOWN {
                    self.known.remove(0);
                }
                self.known.push((rules, reader));
                self.known.len() - 1
            }
        };
        Ok((&mut self.known[at].1, marks))
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

    /// Parses a line that is a whole record.
    pub fn line_content(&mut self, lines: Vec<Line>, place: LineColumn) -> Content {
        let (lines, errors) = without_markup(lines);
        if let Some(near) = errors.into_iter().next() {
            return Err(near.error);
        }
        let mut lines = lines.into_iter();
        let Some(line) = lines.find(|line| !trim(line).is_empty()) else {
            return Err(FormatError::new(place, "a puzzle", "nothing"));
        };
        let draft = line_puzzle(&line, &mut self.builder)?;
        self.builder.build(draft, None, Vec::new())
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
        if found.iter().all(|found| found.is_weak) {
            return match most_likely(found.into_iter()) {
                Some(TextPuzzle { content, .. }) => content,
                None => Err(FormatError::new(place, "a puzzle", quote(&text))),
            };
        }
        let mut found = found.into_iter().filter(|found| !found.is_weak);
        match (found.next(), found.next()) {
            (None, _) => Err(FormatError::new(place, "a puzzle", quote(&text))),
            (Some(only), None) => only.content,
            (_, Some(second)) => {
                let place = (second.start.0, 1);
                Err(FormatError::new(place, "one puzzle", "another"))
            }
        }
    }

    /// Returns a puzzle without givens on the board of the options.
    pub fn blank_puzzle(&mut self, place: LineColumn) -> Content {
        if self.is_described() {
            let draft = described::blank(&self.builder, place)?;
            return self.puzzle_of(draft, place);
        }
        let size = self.builder.options.blank_size();
        self.puzzle_of(PuzzleDraft::new(Grid::blank(size)), place)
    }
}

/// Applies the pencil marks of a row, if there are any, to its puzzle.
pub(crate) fn marked(content: Content, marks: Option<&Marks>) -> Content {
    match marks {
        Some((words, place)) => marked_puzzle(content?, words, *place),
        None => content,
    }
}

/// Returns the options with the rules in the fields of the row at `place`.
fn with_fields(
    mut options: ReadOptions,
    fields: &RuleFields,
    place: LineColumn,
) -> Result<ReadOptions, FormatError> {
    for (name, value) in fields.iter().filter(|(name, _)| name != "regions") {
        // A row that this program wrote has the rules of its other fields here too.
        let known = options.constraints.len();
        for rule in field_rules(name, value, place)? {
            if !options.constraints[..known].contains(&rule) {
                options.constraints.push(rule);
            }
        }
    }
    let Some((_, value)) = fields.iter().find(|(name, _)| name == "regions") else {
        return Ok(options);
    };
    let rule = format!("regions {value}");
    let mut rules = options.constraints.iter();
    if rules.any(|rule| is_geometry(&line_at(rule, place))) {
        options.constraints.push(rule);
        return Ok(options);
    }
    let map = match RuleLine::board(&rule) {
        // Some cells are in no region.
        Ok(Some(RuleLine::Regions(labels))) if labels.contains(&None) => {
            let map = RegionMap::on(labels.len().isqrt(), &labels);
            map.map_err(|error| (error.expected, error.found))
        }
        _ => read_regions("", value).map_err(|error| (error.expected, error.found)),
    };
    let map = map.map_err(|(expected, found)| {
        FormatError::new(place, format!("in the field regions {expected}"), found)
    })?;
    options.shape = Shape::without_boxes(map.board().rows()).ok();
    options.regions = Some(map);
    Ok(options)
}

//! Format detection from the start of an input, never from its name: an ordered list of recognisers.
//! `docs/input.md` explains it to users.

use std::borrow::Cow;
use std::io::BufRead;

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};

use super::builder::PuzzleBuilder;
use super::glyph::{Glyph, Line, normalise, string};
use super::json::JsonReader;
use super::line::{is_number, line_puzzle};
use super::record::{Column, ReadOptions, is_usual_name, list, numbers, usual_column};
use super::row::{Reading, SHORTEST, cells, is_digits_and_blanks};
use super::rules::text::rules_after;
use super::source::lines::{Lines, RawLine};
use super::table::{Field, Fields, Table};
use crate::formats::is_constraint_string;
use satdoku::board::Shape;
use satdoku::format_error::{FormatError, Setting};

/// The format of an input.
#[derive(Debug)]
pub(crate) enum Format {
    /// Text, which is a list if its first puzzle stands alone on a line.
    Text,
    Table(Box<Table>),
    Json(JsonReader),
    /// An input that cannot be read.
    Refused(Option<FormatError>),
}

/// Detects the format: JSON, a table, or else text. Lines that are consumed are not records in any format.
pub(crate) fn detect<R: BufRead>(lines: &mut Lines<R>, options: &ReadOptions) -> Format {
    if options.lines {
        return Format::Text;
    }
    let mut builder = PuzzleBuilder::new(options);
    let found = not_text(lines)
        .or_else(|| json(lines, options))
        .or_else(|| table(lines, &builder))
        .or_else(|| json_below_bad_lines(lines, &mut builder));
    found.unwrap_or(Format::Text)
}

/// A picture, an archive or the like.
fn not_text<R: BufRead>(lines: &mut Lines<R>) -> Option<Format> {
    // A read error is reported when records are read.
    let found = foreign(lines.start(0).unwrap_or_default())?;
    let error = FormatError::new((1, 1), "text in UTF-8 or UTF-16", found);
    Some(Format::Refused(Some(error)))
}

/// JSON: it begins with an object, or with an array of objects other than cells.
fn json<R: BufRead>(lines: &mut Lines<R>, options: &ReadOptions) -> Option<Format> {
    let mut kind = json_kind(lines.start(0).unwrap_or_default());
    // More than the first line is read only if an answer cannot be due before it.
    if kind == Some(JsonKind::Open) {
        let start = lines.start(MOST_BYTES).unwrap_or_default();
        kind = json_kind(start);
        // An object that is cut off can have lost rules.
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || "[\u{feff}".contains(c));
        if kind == Some(JsonKind::Open) && text.contains(':') && is_object(text) {
            kind = Some(JsonKind::Values);
        }
    }
    let is_by_line = match kind? {
        JsonKind::Lines => true,
        JsonKind::Values => false,
        JsonKind::Open => return None,
    };
    Some(Format::Json(JsonReader::new(
        options.column.clone(),
        is_by_line,
    )))
}

/// A table: it has the column of the options, a header with a usual name, or a puzzle in a field of one
/// of its first rows.
fn table<R: BufRead>(lines: &mut Lines<R>, builder: &PuzzleBuilder) -> Option<Format> {
    let is_ignored = |line: &RawLine| line.is_ignored() && !line.bytes.contains(&b'\t');
    while lines.peek(1).is_some_and(is_ignored) {
        // The line is already buffered, so this cannot fail.
        let _ = lines.advance();
    }
    let table = match builder.options.column.clone() {
        Some(column) => match table_with_column(lines, builder, &column)? {
            Ok(table) => table,
            Err(error) => return Some(Format::Refused(Some(error))),
        },
        None => table_with_puzzles(lines, builder)?,
    };
    if table.has_header {
        let _ = lines.advance();
    }
    Some(Format::Table(Box::new(table)))
}

/// JSON Lines whose first lines are bad.
fn json_below_bad_lines<R: BufRead>(
    lines: &mut Lines<R>,
    builder: &mut PuzzleBuilder,
) -> Option<Format> {
    for distance in 1..=MOST_LINES {
        let line = lines.peek(distance)?;
        let text = line.lossy();
        if text.trim().is_empty() {
            return None;
        }
        if is_object(text.trim_start()) && serde_json::from_str::<IgnoredAny>(&text).is_ok() {
            let column = builder.options.column.clone();
            return Some(Format::Json(JsonReader::new(column, true)));
        }
        // A constraint string is text, even if it has an error.
        if is_constraint_string(&text) {
            return None;
        }
        let glyphs = normalise(line.number, &text);
        let is_long = cells(&glyphs, Reading::Symbols).len() > SHORTEST;
        if is_long && line_puzzle(&glyphs, builder).is_ok() {
            return None;
        }
    }
    None
}

/// The number of bytes and of lines that are examined.
const MOST_BYTES: usize = 4096;
const MOST_LINES: usize = 8;

/// Names a format that is not text, with advice on how to convert it.
fn foreign(start: &[u8]) -> Option<String> {
    const PACKED: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "gzip"),
        (b"PK\x03\x04", "zip"),
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
    ];
    const OTHERS: [(&[u8], &str); 6] = [
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"%PDF-", "a PDF document"),
        (b"\x7fELF", "a file that is not text"),
        (b"SQLite", "a file that is not text"),
    ];
    let is_start = |(magic, _): &&(&[u8], &str)| start.starts_with(magic);
    let packed = PACKED
        .iter()
        .find(is_start)
        .map(|(_, name)| format!("a file packed with {name}, which has to be unpacked first"));
    packed.or_else(|| {
        OTHERS
            .iter()
            .find(is_start)
            .map(|(_, name)| name.to_string())
    })
}

/// The arrangement of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JsonKind {
    /// One object on each line.
    Lines,
    /// Objects that can take several lines, in an array or one after another.
    Values,
    /// More text is needed to decide.
    Open,
}

/// Returns the arrangement of JSON at the start of a text, unless it is something else, such as a
/// literal of another language.
fn json_kind(start: &[u8]) -> Option<JsonKind> {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_short = start.len() < MOST_BYTES;
    if let Some(objects) = text.strip_prefix('[') {
        let objects = objects.trim_start();
        let mut first = Deserializer::from_str(objects).into_iter::<Map<String, Value>>();
        return match first.next() {
            None => is_short.then_some(JsonKind::Open),
            Some(Err(error)) if error.is_eof() && is_short => Some(JsonKind::Open),
            Some(Ok(object)) if is_cell(&object) => None,
            _ => is_object(objects).then_some(JsonKind::Values),
        };
    }
    let line = text.lines().next().unwrap_or_default();
    let error = serde_json::from_str::<IgnoredAny>(line).err();
    let next = text[line.len()..].trim_start();
    match error {
        _ if !is_object(text) => None,
        Some(error) if error.is_eof() && next.is_empty() && is_short => Some(JsonKind::Open),
        Some(error) if error.is_eof() && next.starts_with(['"', '}']) => Some(JsonKind::Values),
        _ => Some(JsonKind::Lines),
    }
}

/// Returns true for an object that is a cell rather than a record: a few numbers, no long text.
fn is_cell(object: &Map<String, Value>) -> bool {
    let is_short = |value: &Value| match value {
        Value::Number(_) | Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.len() < SHORTEST,
        Value::Array(_) | Value::Object(_) => false,
    };
    object.values().all(is_short) && object.values().any(Value::is_number)
}

/// Returns true if a text begins with a JSON object, perhaps one that is cut off.
fn is_object(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('{').map(str::trim_start) else {
        return false;
    };
    let mut names = Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    let is_string = rest.starts_with('"') && matches!(names.next(), Some(Ok(_)));
    rest.is_empty()
        || rest.starts_with('}')
        || (is_string && rest[names.byte_offset()..].trim_start().starts_with(':'))
}

/// A row of what may be a table.
struct Split {
    delimiter: u8,
    fields: Vec<String>,
    has_quotes: bool,
    /// The index of the field that is a board, one with blanks if there is one.
    puzzle: Option<usize>,
}

impl Split {
    /// Splits the row that begins at the line at this distance.
    fn at<R: BufRead>(
        lines: &mut Lines<R>,
        distance: usize,
        delimiter: u8,
        builder: &PuzzleBuilder,
    ) -> Option<Split> {
        let first = lines.peek(distance)?.lossy();
        let row = Fields::split(delimiter, 1, |index| match index {
            0 => Some(Cow::Borrowed(&first[..])),
            index if index <= 2 * Shape::MAX_SIZE => {
                Some(Cow::Owned(lines.peek(distance + index)?.lossy()))
            }
            _ => None,
        });
        let fields: Vec<Field> = row.fields.into_iter().chain(row.open).collect();
        let is_board = |index: &usize| is_board(&fields[*index], builder);
        let (boards, others): (Vec<usize>, Vec<usize>) = (0..fields.len()).partition(is_board);
        let is_blank = |c: char| (!c.is_ascii_alphanumeric() && !c.is_whitespace()) || c == '0';
        let unsolved = boards
            .iter()
            .find(|index| fields[**index].text.contains(is_blank));
        // Another text as long says more about the puzzle, such as its regions.
        let length = |index: usize| fields[index].text.trim().chars().count();
        let is_only = |puzzle: &usize| {
            let is_full = unsolved.is_none();
            let is_other = |other: &usize| match is_full {
                // Beside a solution, it may be the puzzle with a mistake in it.
                true => 2 * length(*other) > length(*puzzle),
                false => length(*other) == length(*puzzle),
            };
            !others.iter().any(is_other)
        };
        Some(Split {
            delimiter,
            has_quotes: first.contains('"'),
            puzzle: unsolved.or(boards.first()).copied().filter(is_only),
            fields: fields.into_iter().map(|field| field.text).collect(),
        })
    }

    /// Returns true if the fields can be column names.
    fn is_header(&self) -> bool {
        self.puzzle.is_none() && !self.fields.iter().any(|field| is_number(field.trim()))
    }

    /// Returns the column with a usual name, if the fields are column names.
    fn usual_column(&self) -> Option<usize> {
        let are_names = self.is_header() && self.fields.iter().all(|name| name.trim() == name);
        let is_sure = self.fields.len() > 1 || is_usual_name(&self.fields[0]);
        usual_column(&self.fields).filter(|_| are_names && is_sure)
    }

    /// Returns the table with this row as its first row or header.
    fn table(&self, has_header: bool, puzzle: usize) -> Table {
        let names = match has_header {
            true => self.fields.clone().into(),
            false => numbers(self.fields.len()),
        };
        Table {
            delimiter: self.delimiter,
            names,
            has_header,
            puzzle,
            has_checked_rules: false,
        }
    }
}

/// Returns true if a field is a board: as one word, as numbers, or as rows.
fn is_board(field: &Field, builder: &PuzzleBuilder) -> bool {
    if field.text.len() < SHORTEST * SHORTEST {
        return false;
    }
    let glyphs: Line = field.lines().concat();
    let [symbols, words] =
        [Reading::Symbols, Reading::Words].map(|reading| cells(&glyphs, reading));
    let is_plain = || is_digits_and_blanks(&string(&glyphs).replace(char::is_whitespace, ""));
    let is_large = symbols.len() >= SHORTEST * SHORTEST;
    let has_words = words.len() >= SHORTEST * SHORTEST;
    is_large
        && (symbols.len() > 81 || field.text.contains('\n') || is_plain())
        && (builder.board(symbols).is_some() || (has_words && builder.board(words).is_some()))
}

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Splits the first row with each delimiter.
fn first_splits<R: BufRead>(lines: &mut Lines<R>, builder: &PuzzleBuilder) -> Vec<Split> {
    let splits = DELIMITERS.into_iter();
    let splits = splits.filter_map(|delimiter| Split::at(lines, 1, delimiter, builder));
    splits.collect()
}

/// Returns true if rules follow the puzzle on a line, and not the next field of a row.
fn has_rules(line: &[Glyph]) -> bool {
    rules_after(line).is_some_and(|(puzzle, _)| {
        let mut rest = line
            .iter()
            .skip_while(|glyph| Some(*glyph) != puzzle.last());
        rest.nth(1).is_none_or(|next| !matches!(next.c, ',' | '\t'))
    })
}

/// Returns the table whose first rows have a puzzle in one of their fields.
fn table_with_puzzles<R: BufRead>(lines: &mut Lines<R>, builder: &PuzzleBuilder) -> Option<Table> {
    let first = lines.peek(1)?;
    let may_split = |byte: &u8| *byte == b'"' || DELIMITERS.contains(byte);
    if !first.bytes.iter().any(may_split) || has_rules(&normalise(first.number, &first.lossy())) {
        return None;
    }
    let mut splits = first_splits(lines, builder);
    splits.retain(|split| split.fields.len() > 1 || split.has_quotes);
    for split in &splits {
        if let Some(usual) = split.usual_column() {
            // Among several usual names, the content decides.
            let next = Split::at(lines, 2, split.delimiter, builder);
            let is_named = |puzzle: &usize| {
                split
                    .fields
                    .get(*puzzle)
                    .is_some_and(|name| is_usual_name(name.trim()))
            };
            let puzzle = next.and_then(|next| next.puzzle).filter(is_named);
            return Some(split.table(true, puzzle.unwrap_or(usual)));
        }
        if let Some(puzzle) = split.puzzle {
            return Some(split.table(false, puzzle));
        }
    }
    splits
        .iter()
        .filter(|split| split.fields.len() > 1)
        .find_map(|split| {
            let rows = (2..=MOST_LINES).map(|at| Split::at(lines, at, split.delimiter, builder));
            let mut rows =
                rows.map_while(|row| row.filter(|row| row.fields.len() == split.fields.len()));
            let puzzle = rows.find_map(|row| row.puzzle)?;
            Some(split.table(split.is_header(), puzzle))
        })
}

/// Returns the table that has this column, unless the input has no lines.
fn table_with_column<R: BufRead>(
    lines: &mut Lines<R>,
    builder: &PuzzleBuilder,
    column: &Column,
) -> Option<Result<Table, FormatError>> {
    let splits = first_splits(lines, builder);
    let widest = splits.iter().rev().max_by_key(|split| split.fields.len())?;
    let is_name = matches!(column, Column::Name(_));
    let mut found = splits.iter().filter_map(|split| {
        let index = column.index(&split.fields)?;
        Some(split.table(is_name || split.is_header(), index))
    });
    Some(found.next().ok_or_else(|| {
        let missing = match is_name {
            true => list(&widest.fields),
            false => format!("{} of them", widest.fields.len()),
        };
        let place = (lines.number() + 1, 1);
        let error = FormatError::new(place, format!("a column {column}"), missing);
        error.with_setting(Setting::Column)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// Returns the format of a text. A table is written as `h` if it has a header, and the number of the
    /// puzzle column.
    fn format(text: &str) -> String {
        let text = text
            .replace('@', PUZZLE)
            .replace('%', &"123456789".repeat(9));
        let options = ReadOptions::default();
        match detect(&mut Lines::new(text.as_bytes(), 1 << 20), &options) {
            Format::Text => "text".to_string(),
            Format::Json(_) => "json".to_string(),
            Format::Refused(problem) => problem.unwrap().found,
            Format::Table(table) => {
                let header = if table.has_header { "h" } else { "" };
                format!("{header}{}", table.puzzle + 1)
            }
        }
    }

    #[test]
    fn json_begins_with_an_object_that_is_no_cell() {
        for (text, expected) in [
            ("{\"puzzle\":\"@\"}", "json"),
            ("{", "text"),
            ("{\"puzzle\": \"@\",\n\"cages\": [", "json"),
            ("[\n{\"puzzle\": \"@\"", "json"),
            ("[[1,0],[0,1]]", "text"),
            ("[{\"puzzle\":\"@\"}]", "json"),
            ("[\n  {\n    \"puzzle\": \"@\"\n  }\n]", "json"),
            ("{\n  \"puzzle\": \"@\"\n}", "json"),
            ("[\n  [5,3,0],\n", "text"),
            ("[Puzzle]", "text"),
            ("[[5,3,0,0,7,0,0,0,0],", "text"),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }

    #[test]
    fn a_table_has_a_usual_name_or_a_puzzle_in_a_field() {
        for (text, expected) in [
            ("@,%", "1"),
            ("%,@", "2"),
            ("17,@,%", "2"),
            ("1234567890123456;@", "2"),
            ("@;a, b", "1"),
            ("@\ta,b;c", "1"),
            ("# by somebody\n\n@,%", "1"),
            ("\"@\"", "1"),
            ("puzzle,solution\n@,%", "h1"),
            ("\u{feff}id;Quizzes\n1;@", "h2"),
            ("id,puzzle", "h2"),
            ("id,text\n1,@", "h2"),
            ("id,text\n1,2", "text"),
            ("name,clues\nfirst,n/a\nsecond,\ny,@", "h2"),
            ("name;clues;by\nfirst;12;\ny;@;Ada", "h2"),
            ("name,clues\nfirst\ny,@", "text"),
            ("id,puzzle,note\n0,", "h2"),
            ("id,puzzle,note\n0|1.....2..3.....4,", "h2"),
            ("id,puzzle,note\n53..7....", "h2"),
            ("1,garbage\n2,@", "2"),
            ("Sudoku, easy\n5,3,0,0,7,0,0,0,0", "text"),
            ("Sudoku, easy\n53..7....", "text"),
            ("\"puzzle\"\n\"@\"", "h1"),
            ("puzzle,id\n\"53..7....\n", "h1"),
            ("id,puzzle,more\n1,\"53..7....\n", "h2"),
            ("5,3,0,0,7,0,0,0,0", "text"),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }

    #[test]
    fn json_can_follow_bad_lines() {
        for (text, expected) in [
            ("garbage\nnull\n17\n{\"puzzle\":\"@\"}", "json"),
            ("garbage\n@\n{\"puzzle\":\"@\"}", "text"),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }

    #[test]
    fn everything_else_is_text() {
        for (text, expected) in [
            ("", "text"),
            ("@", "text"),
            ("@ hard", "text"),
            ("puzzle\n@", "text"),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }

    #[test]
    fn with_lines_each_line_is_a_record() {
        let options = ReadOptions {
            lines: true,
            ..ReadOptions::default()
        };
        let mut lines = Lines::new(&b"{\"puzzle\":1}"[..], 100);
        assert!(matches!(detect(&mut lines, &options), Format::Text));
    }

    #[test]
    fn names_formats_that_are_not_text() {
        for (start, expected) in [
            (&b"PK\x03\x04"[..], "a file packed with zip"),
            (b"\x1f\x8b\x08", "a file packed with gzip"),
            (b"\x89PNG\r", "a picture"),
            (b"%PDF-1.7", "a PDF document"),
            (b"\x7fELF\x02\x01\x01\0\0", "a file that is not text"),
        ] {
            let found = foreign(start).unwrap();
            assert!(found.starts_with(expected), "{found}");
        }
        assert_eq!(foreign(b"8........"), None);
        assert_eq!(foreign(b"\x1b[1m8\x1b[0m....\0...."), None);
    }
}

//! Format detection from the start of an input, never from its name.
//!
//! [`detect`] is the whole list, in order. `docs/input.md` explains it to users.

use std::borrow::Cow;
use std::io::BufRead;

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};

use super::cells::Assembler;
use super::glyph::{Line, normalise, string};
use super::json::JsonReader;
use super::line::line_puzzle;
use super::lines::{Lines, RawLine};
use super::record::{Column, ReadOptions, is_usual_name, list, numbers, usual_column};
use super::row::{Reading, SHORTEST, cells, is_digits_and_blanks};
use super::rule_text::rules_after;
use super::table::{Field, Fields, Table, row_reader};
use satdoku::board::Shape;
use satdoku::format_error::{FormatError, Setting};

/// The format of an input.
#[derive(Debug)]
pub(super) enum Format {
    Text,
    Table(Box<Table>),
    Json(JsonReader),
    /// An input that is not text.
    Refused(Option<FormatError>),
}

/// Detects the format. Lines it consumes are not records in any format.
///
/// The first of these that fits decides:
///
/// 1. With `--lines`, each line is a record.
/// 2. Pictures, archives and the like are refused.
/// 3. JSON begins with an object, or with an array of objects other than cells.
/// 4. A table has a column named by `--column`, a header with a usual name, or a puzzle in a field of
///    one of its first rows.
/// 5. Everything else is text. It is a list if its first puzzle stands alone on a line.
pub(super) fn detect<R: BufRead>(lines: &mut Lines<R>, options: &ReadOptions) -> Format {
    if options.lines {
        return Format::Text;
    }
    // A read error is reported when records are read.
    let start = lines.start(0).unwrap_or_default();
    if let Some(found) = foreign(start) {
        let error = FormatError::new((1, 1), "text in UTF-8 or UTF-16", found);
        return Format::Refused(Some(error));
    }
    // More than the first line is read only if an answer cannot be due before it.
    let is_open = json(start) == Some(JsonKind::Open);
    let start = if is_open {
        lines.start(MOST_BYTES).unwrap_or_default()
    } else {
        start
    };
    match json(start) {
        Some(JsonKind::Lines) => {
            return Format::Json(JsonReader::new(options.column.clone(), true));
        }
        Some(JsonKind::Values) => {
            return Format::Json(JsonReader::new(options.column.clone(), false));
        }
        Some(JsonKind::Open) | None => {}
    }
    while lines
        .peek(1)
        .is_some_and(|line| line.is_ignored() && !line.bytes.contains(&b'\t'))
    {
        // The line is already buffered, so this cannot fail.
        let _ = lines.advance();
    }
    let mut assembler = Assembler::new(options);
    match table(lines, options, &mut assembler) {
        Ok(Some(table)) => {
            if table.has_header {
                let _ = lines.advance();
            }
            Format::Table(Box::new(table))
        }
        Ok(None) if is_before_json(lines, &mut assembler) => {
            Format::Json(JsonReader::new(options.column.clone(), true))
        }
        Ok(None) => Format::Text,
        Err(error) => Format::Refused(Some(error)),
    }
}

/// The number of bytes and of lines that are examined.
const MOST_BYTES: usize = 4096;
const MOST_LINES: usize = 8;

/// Names a format that is not text, with advice on how to convert it.
fn foreign(start: &[u8]) -> Option<String> {
    let packed = |name: &str| format!("a file packed with {name}, which has to be unpacked first");
    match start {
        [0x1f, 0x8b, ..] => Some(packed("gzip")),
        [b'P', b'K', 3, 4, ..] => Some(packed("zip")),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Some(packed("bzip2")),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(packed("xz")),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(packed("zstd")),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
            Some("a picture".to_string())
        }
        [b'%', b'P', b'D', b'F', b'-', ..] => Some("a PDF document".to_string()),
        [0x7f, b'E', b'L', b'F', ..] | [b'S', b'Q', b'L', b'i', b't', b'e', ..] => {
            Some("a file that is not text".to_string())
        }
        _ => None,
    }
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
fn json(start: &[u8]) -> Option<JsonKind> {
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

/// Returns true if only bad lines precede the first JSON object.
fn is_before_json<R: BufRead>(lines: &mut Lines<R>, assembler: &mut Assembler) -> bool {
    for distance in 1..=MOST_LINES {
        let Some(line) = lines.peek(distance) else {
            return false;
        };
        let text = line.lossy();
        if text.trim().is_empty() {
            return false;
        }
        if is_object(text.trim_start()) && serde_json::from_str::<IgnoredAny>(&text).is_ok() {
            return true;
        }
        let glyphs = normalise(line.number, &text);
        if cells(&glyphs, Reading::Symbols).len() > SHORTEST
            && line_puzzle(&glyphs, assembler).is_ok()
        {
            return false;
        }
    }
    false
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
        assembler: &mut Assembler,
    ) -> Option<Split> {
        let text = |lines: &mut Lines<R>, at: usize| Some(lines.peek(at)?.lossy());
        let first = text(lines, distance)?;
        let mut fields = Vec::new();
        if first.bytes().any(|byte| byte == delimiter || byte == b'"') {
            let row = Fields::split(&mut row_reader(delimiter), 1, |index| match index {
                0 => Some(Cow::Borrowed(&first[..])),
                index if index <= 2 * Shape::MAX_SIZE => {
                    text(lines, distance + index).map(Cow::Owned)
                }
                _ => None,
            });
            fields.extend(row.fields);
            fields.extend(row.open);
        } else {
            let (text, position) = (first.clone(), (1, 1));
            fields.push(Field { text, position });
        }
        let boards: Vec<usize> = (0..fields.len())
            .filter(|index| is_board(&fields[*index], assembler))
            .collect();
        let is_unsolved = |index: &&usize| {
            fields[**index]
                .text
                .contains(|c: char| !c.is_ascii_alphanumeric() && !c.is_whitespace() || c == '0')
        };
        let puzzle = boards.iter().find(is_unsolved).or(boards.first()).copied();
        Some(Split {
            delimiter,
            has_quotes: first.contains('"'),
            fields: fields.into_iter().map(|field| field.text).collect(),
            puzzle,
        })
    }

    /// Returns true if the fields can be column names.
    fn is_header(&self) -> bool {
        let is_number = |field: &String| field.trim().parse::<f64>().is_ok();
        self.puzzle.is_none() && !self.fields.iter().any(is_number)
    }

    /// Returns the table with this row as its first row or header.
    fn table(&self, has_header: bool, puzzle: usize) -> Table {
        let names = match has_header {
            true => self.fields.clone().into(),
            false => numbers(self.fields.len()),
        };
        Table {
            reader: row_reader(self.delimiter),
            names,
            has_header,
            puzzle,
            has_checked_rules: false,
        }
    }
}

/// Returns true if a field is a board: as one word, as numbers, or as rows.
fn is_board(field: &Field, assembler: &mut Assembler) -> bool {
    let glyphs: Line = field.lines().concat();
    let symbols = cells(&glyphs, Reading::Symbols);
    let text = string(&glyphs);
    let is_plain = |text: &str| is_digits_and_blanks(&text.split_whitespace().collect::<String>());
    let is_large = symbols.len() >= SHORTEST * SHORTEST;
    is_large && (symbols.len() > 81 || is_plain(&text) || field.text.contains('\n')) && {
        let words = cells(&glyphs, Reading::Words);
        assembler.can_read(&symbols)
            || (words.len() >= SHORTEST * SHORTEST && assembler.can_read(&words))
    }
}

/// Returns the table that the first rows show, if they are one.
fn table<R: BufRead>(
    lines: &mut Lines<R>,
    options: &ReadOptions,
    assembler: &mut Assembler,
) -> Result<Option<Table>, FormatError> {
    let delimiters = [b',', b';', b'\t'];
    let may_split = |byte: &u8| *byte == b'"' || delimiters.contains(byte);
    let is_row = |line: &RawLine| line.bytes.iter().any(may_split);
    if options.column.is_none() && !lines.peek(1).is_some_and(is_row) {
        return Ok(None);
    }
    let has_rules = |line: &RawLine| {
        let line = normalise(line.number, &line.lossy());
        rules_after(&line).is_some_and(|(puzzle, _)| {
            let mut rest = line
                .iter()
                .skip_while(|glyph| Some(*glyph) != puzzle.last());
            // Otherwise, it is the next field of a row.
            rest.nth(1).is_none_or(|next| !matches!(next.c, ',' | '\t'))
        })
    };
    if options.column.is_none() && lines.peek(1).is_some_and(has_rules) {
        return Ok(None);
    }
    let splits: Vec<Split> = delimiters
        .into_iter()
        .filter_map(|delimiter| Split::at(lines, 1, delimiter, assembler))
        .collect();
    if let Some(column) = options.column.as_ref().filter(|_| !splits.is_empty()) {
        return with_column(&splits, column, lines.number() + 1).map(Some);
    }
    let is_row = |split: &&Split| split.fields.len() > 1 || split.has_quotes;
    let rows: Vec<&Split> = splits.iter().filter(is_row).collect();
    let are_names =
        |split: &Split| split.is_header() && split.fields.iter().all(|name| name.trim() == name);
    for split in &rows {
        let is_single =
            split.fields.len() == 1 && !split.fields.iter().all(|name| is_usual_name(name));
        if let Some(puzzle) = usual_column(&split.fields).filter(|_| are_names(split) && !is_single)
        {
            return Ok(Some(split.table(true, puzzle)));
        }
        if let Some(puzzle) = split.puzzle {
            return Ok(Some(split.table(false, puzzle)));
        }
    }
    for split in rows.iter().filter(|split| split.fields.len() > 1) {
        for distance in 2..=MOST_LINES {
            let next = Split::at(lines, distance, split.delimiter, assembler);
            let Some(next) = next.filter(|next| next.fields.len() == split.fields.len()) else {
                break;
            };
            if let Some(puzzle) = next.puzzle {
                return Ok(Some(split.table(split.is_header(), puzzle)));
            }
        }
    }
    Ok(None)
}

/// Returns the table that has this column.
fn with_column(splits: &[Split], column: &Column, line: usize) -> Result<Table, FormatError> {
    let has_header = |split: &Split| match column {
        Column::Name(_) => true,
        Column::Number(_) => split.is_header(),
    };
    let found = splits
        .iter()
        .find_map(|split| Some((split, column.index(&split.fields)?)));
    if let Some((split, index)) = found {
        return Ok(split.table(has_header(split), index));
    }
    let most = splits.iter().rev().max_by_key(|split| split.fields.len());
    let fields = most.map_or(&[][..], |split| &split.fields);
    let found = match column {
        Column::Name(_) => list(fields),
        Column::Number(_) => format!("{} of them", fields.len()),
    };
    let error = FormatError::new((line, 1), format!("a column {column}"), found);
    Err(error.with_setting(Setting::Column))
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
    fn detects_the_format_from_content() {
        for (text, expected) in [
            ("", "text"),
            ("@", "text"),
            ("@ hard", "text"),
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
            ("garbage\nnull\n17\n{\"puzzle\":\"@\"}", "json"),
            ("garbage\n@\n{\"puzzle\":\"@\"}", "text"),
            ("Sudoku, easy\n5,3,0,0,7,0,0,0,0", "text"),
            ("Sudoku, easy\n53..7....", "text"),
            ("puzzle\n@", "text"),
            ("\"puzzle\"\n\"@\"", "h1"),
            ("puzzle,id\n\"53..7....\n", "h1"),
            ("id,puzzle,more\n1,\"53..7....\n", "h2"),
            ("5,3,0,0,7,0,0,0,0", "text"),
            ("{\"puzzle\":\"@\"}", "json"),
            ("{", "text"),
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

//! Format detection from the first lines of an input, never from its name.
//!
//! Blank lines and comments at the start are skipped. The first other line usually decides, so
//! detection waits for more lines only if the first may be a header or a bad line before JSON. A `{`
//! means JSON Lines and a header with a usual name means a table, even if the first record is bad.
//! The format then stays fixed: a table, JSON Lines, or text, which may mix lines, grids and `.sdk`
//! sections.

use std::io::BufRead;

use serde::de::IgnoredAny;

use super::json_lines::JsonLines;
use super::line_kind::{Hints, Line, classify, is_number};
use super::lines::{Lines, RawLine};
use super::record::{Column, ReadOptions, list, numbers, usual_column};
use super::row::SHORTEST;
use super::table::{Splitter, Table};
use super::text_line::TextLine;
use crate::board::Shape;
use crate::format::error::FormatError;

/// The format of an input.
#[derive(Debug)]
pub(super) enum Format {
    Text,
    Table(Table),
    JsonLines(JsonLines),
    /// An unsupported format.
    Refused(Option<FormatError>),
}

/// Detects the format from the first lines. Lines it consumes are not records in any format.
pub(super) fn detect<R: BufRead>(lines: &mut Lines<R>, options: &ReadOptions) -> Format {
    if options.lines {
        return Format::Text;
    }
    // A read error is reported when records are read.
    if lines.has_json_values().unwrap_or(false) {
        return Format::JsonLines(JsonLines::new(options.column.clone(), false));
    }
    if let Some(line) = lines.peek(1)
        && let Some(found) = foreign(&line.bytes)
    {
        let error = FormatError::new((line.number, 1), "text in UTF-8", found);
        return Format::Refused(Some(error));
    }
    while lines
        .peek(1)
        .is_some_and(|line| line.is_ignored() && !could_be_row(line))
    {
        // The line is already buffered, so this cannot fail.
        let _ = lines.advance();
    }
    let Some(line) = lines.peek(1) else {
        return Format::Text;
    };
    let (number, first) = (line.number, line.lossy());
    if line.trimmed().starts_with(b"{") || is_json_array(&first) {
        return Format::JsonLines(JsonLines::new(options.column.clone(), true));
    }
    let splits = DELIMITERS.map(|delimiter| Split::new(delimiter, &first, options.shape));
    let table = if let Some(column) = &options.column {
        match with_column(splits, column) {
            Ok(table) => Some(table),
            Err((expected, found)) => {
                let error = FormatError::new((number, 1), expected, found);
                return Format::Refused(Some(error));
            }
        }
    } else {
        let table = without_header(&splits).or_else(|| with_usual_header(&splits));
        table.or_else(|| with_header(&splits, lines, options.shape))
    };
    match table {
        Some(table) => {
            if table.has_header {
                let _ = lines.advance();
            }
            Format::Table(table)
        }
        None if is_before_json(lines) => {
            Format::JsonLines(JsonLines::new(options.column.clone(), true))
        }
        None => Format::Text,
    }
}

/// Maximum number of lines examined.
const MOST_LINES: usize = 8;

/// Returns true if only bad lines precede the first JSON object. Stops at the first line that could
/// be answered as text.
fn is_before_json<R: BufRead>(lines: &mut Lines<R>) -> bool {
    for distance in 1..=MOST_LINES {
        let Some(line) = lines.peek(distance) else {
            return false;
        };
        if line.trimmed().starts_with(b"{") {
            return true;
        }
        let text = TextLine::new(line.number, &line.lossy());
        let can_be_answered = match classify(text, None, Hints::default()) {
            Line::Blank | Line::Comment | Line::Prose => false,
            Line::Row(row) => row.compact >= SHORTEST,
            Line::Rule(_) | Line::Puzzle(_) | Line::Link(_) => true,
        };
        if can_be_answered {
            return false;
        }
    }
    false
}

/// Returns true if a line that a table would skip could be a row of cells in text, such as tabs
/// between empty cells, or `##5###7##`.
fn could_be_row(line: &RawLine) -> bool {
    let text = TextLine::new(line.number, &line.lossy());
    !matches!(
        classify(text, None, Hints::default()),
        Line::Blank | Line::Comment
    )
}

/// Names a format that is not UTF-8 text, with advice on how to convert it.
fn foreign(start: &[u8]) -> Option<String> {
    let utf_16 = |name: &str| format!("UTF-16 (`iconv -f {name} -t UTF-8 FILE` converts it)");
    let packed = |name: &str| format!("a file packed with {name}, which has to be unpacked first");
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(utf_16("UTF-16")),
        [1..=0xff, 0, 1..=0xff, 0, ..] => Some(utf_16("UTF-16LE")),
        [0, 1..=0xff, 0, 1..=0xff, ..] => Some(utf_16("UTF-16BE")),
        [0x1f, 0x8b, ..] => Some(packed("gzip")),
        [b'P', b'K', 3, 4, ..] => Some(packed("zip")),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Some(packed("bzip2")),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(packed("xz")),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(packed("zstd")),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
            Some("a picture".to_string())
        }
        [b'%', b'P', b'D', b'F', b'-', ..] => Some("a PDF document".to_string()),
        _ if is_binary(start) => Some("a file that is no text".to_string()),
        _ => None,
    }
}

/// Returns true if at least a tenth of the bytes are control characters that do not occur in text.
fn is_binary(start: &[u8]) -> bool {
    let start = &start[..start.len().min(4096)];
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    let count = start.iter().filter(is_control).count();
    count >= 4 && 10 * count >= start.len()
}

/// Returns true if the line is a complete JSON array.
fn is_json_array(line: &str) -> bool {
    let is_array = line.trim_start().starts_with('[');
    is_array && serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// Field delimiters, most common first, which breaks ties.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// A line as a row of a table.
struct Split {
    delimiter: char,
    fields: Vec<String>,
    /// True if the last field has a quote that is not closed on the line.
    is_open: bool,
    /// True if any field is quoted.
    has_quotes: bool,
    /// The field most like a puzzle: its likeness and index.
    puzzle: Option<(Likeness, usize)>,
}

/// Similarity of a field to a puzzle: a rank, then the number of cells.
type Likeness = (u8, usize);

impl Split {
    fn new(delimiter: char, line: &str, shape: Option<Shape>) -> Split {
        let mut splitter = Splitter::new(delimiter);
        let is_complete = splitter.line(line).unwrap_or(false);
        let mut fields: Vec<String> = splitter
            .spans
            .iter()
            .map(|span| span.text(&[line]))
            .collect();
        let mut puzzle: Option<(Likeness, usize)> = None;
        for (index, field) in fields.iter().enumerate() {
            let likeness = likeness(field.trim(), shape);
            if likeness.is_some_and(|found| puzzle.is_none_or(|(best, _)| found > best)) {
                puzzle = likeness.map(|likeness| (likeness, index));
            }
        }
        if let (false, Some((_, quote))) = (is_complete, splitter.open_quote()) {
            let rest = &line[quote + 1..];
            let is_symbol = |c: char| is_symbol(c) || c.is_whitespace() || "|+=,".contains(c);
            if puzzle.is_none() && rest.chars().all(is_symbol) {
                puzzle = Some(((1, rest.len()), fields.len()));
            }
            fields.push(rest.to_string());
        }
        Split {
            delimiter,
            fields,
            is_open: !is_complete,
            has_quotes: line.trim_start().starts_with('"')
                || line.contains(&format!("{delimiter}\"")),
            puzzle,
        }
    }

    /// Returns true if the line can be a row of a table.
    fn is_row(&self) -> bool {
        self.fields.len() > 1 || self.has_quotes
    }

    /// Returns true if the line can be a row of a table with `count` columns.
    fn can_have(&self, count: usize) -> bool {
        self.fields.len() == count || (self.is_open && self.fields.len() < count)
    }

    /// Returns true if the fields can be column names.
    fn is_header(&self) -> bool {
        let has_number = self.fields.iter().any(|field| is_number(field.trim()));
        !self.is_open && self.puzzle.is_none() && !has_number
    }

    /// Returns the table with this line as its first row or header.
    fn table(&self, has_header: bool, puzzle: usize) -> Table {
        let names = if has_header {
            self.fields.clone().into()
        } else {
            numbers(self.fields.len())
        };
        Table {
            delimiter: self.delimiter,
            names,
            has_header,
            puzzle,
        }
    }
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-')
}

/// Rates a field's similarity to a puzzle. A board with blanks rates highest, then a word about as
/// long as a puzzle, then a board without blanks, which may be a solution.
fn likeness(field: &str, shape: Option<Shape>) -> Option<Likeness> {
    let words: Vec<&str> = field.split_whitespace().collect();
    let is_word = words.len() == 1;
    let cells = if is_word {
        field.chars().count()
    } else {
        words.len()
    };
    let size = cells.isqrt();
    let is_board = size * size == cells
        && shape.map_or(!Shape::of_size(size).is_empty(), |shape| {
            shape.size() == size
        });
    let is_blank = |c: char| is_symbol(c) && !('1'..='9').contains(&c);
    let is_number = |word: &&str| word.len() <= 3 && word.chars().all(is_symbol);
    let (fits, has_blank) = if is_word {
        let is_cell = |c: char| is_symbol(c) || (size > 9 && c.is_ascii_alphabetic());
        (field.chars().all(is_cell), field.contains(is_blank))
    } else {
        let mut blanks = words.iter().map(|word| word.chars().all(is_blank));
        (words.iter().all(is_number), blanks.any(|is_blank| is_blank))
    };
    let symbols = field.chars().filter(|c| is_symbol(*c)).count();
    match (is_board && fits, has_blank) {
        (true, true) => Some((3, cells)),
        (true, false) => Some((1, cells)),
        _ if is_word && cells > 35 && 4 * symbols >= 3 * cells => Some((2, cells)),
        _ => None,
    }
}

/// Returns the table without a header whose first row contains a puzzle.
fn without_header(splits: &[Split]) -> Option<Table> {
    let rows = splits.iter().filter(|split| split.is_row());
    let best = rows
        .rev()
        .max_by_key(|split| split.puzzle.map(|(likeness, _)| likeness))?;
    let (_, puzzle) = best.puzzle?;
    Some(best.table(false, puzzle))
}

/// Returns the table whose header has a usual name for the puzzle column. Names with surrounding
/// spaces are rejected because a title such as `Sudoku, easy` would also match.
fn with_usual_header(splits: &[Split]) -> Option<Table> {
    let is_name = |name: &String| name.trim() == name;
    let mut headers = splits.iter().filter(|split| {
        split.fields.len() > 1 && split.is_header() && split.fields.iter().all(is_name)
    });
    headers.find_map(|split| Some(split.table(true, usual_column(&split.fields)?)))
}

/// Returns the table for a possible header. Either a name is usual and the next row is as long, or
/// one of the next rows contains a puzzle and all rows before it, even bad ones, are as long.
///
/// Lines are read only if they can matter: on interactive input, an answer may be due first.
fn with_header<R: BufRead>(
    splits: &[Split],
    lines: &mut Lines<R>,
    shape: Option<Shape>,
) -> Option<Table> {
    splits
        .iter()
        .filter(|split| split.is_row())
        .find_map(|split| {
            let count = split.fields.len();
            let mut next = |distance| {
                let line = lines.peek(distance)?;
                Some(Split::new(split.delimiter, &line.lossy(), shape))
            };
            if let Some(puzzle) = usual_column(&split.fields) {
                let is_row = next(2).is_none_or(|next| next.can_have(count));
                return is_row.then(|| split.table(true, puzzle));
            }
            let mut rows = (2..=MOST_LINES).map_while(next);
            let mut rows = rows.by_ref().take_while(|row| row.can_have(count));
            let (_, puzzle) = rows.find_map(|row| row.puzzle)?;
            (puzzle < count && count > 1).then(|| split.table(split.is_header(), puzzle))
        })
}

/// Returns the table that has this column, or the expected and found columns.
fn with_column(splits: [Split; 3], column: &Column) -> Result<Table, (String, String)> {
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
    Err(match column {
        Column::Name(_) => (format!("a column {column} (--column)"), list(fields)),
        Column::Number(number) => (
            format!("a column {number} (--column)"),
            format!("{} of them", fields.len()),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// Returns the format of a text. A table is written as its delimiter, `h` if it has a header, and
    /// the number of the puzzle column.
    fn format(text: &str) -> String {
        let text = text
            .replace('@', PUZZLE)
            .replace('%', &"123456789".repeat(9));
        let options = ReadOptions::default();
        match detect(&mut Lines::new(text.as_bytes(), 1 << 20), &options) {
            Format::Text => "text".to_string(),
            Format::JsonLines(_) => "json".to_string(),
            Format::Refused(problem) => problem.unwrap().found,
            Format::Table(table) => {
                let header = if table.has_header { "h" } else { "" };
                format!(
                    "{}{header}{}",
                    table.delimiter.escape_default(),
                    table.puzzle + 1
                )
            }
        }
    }

    #[test]
    fn detects_the_format_from_content() {
        for (text, expected) in [
            ("", "text"),
            ("@", "text"),
            ("@ hard", "text"),
            ("@,%", ",1"),
            ("%,@", ",2"),
            ("17,@,%", ",2"),
            ("1234567890123456;@", ";2"),
            ("@;a, b", ";1"),
            ("@\ta,b;c", "\\t1"),
            ("# by somebody\n\n@,%", ",1"),
            ("\"@\"", ",1"),
            ("\"53..7....\n", ",1"),
            ("puzzle,solution\n@,%", ",h1"),
            ("\u{feff}id;Quizzes\n1;@", ";h2"),
            ("id,puzzle", ",h2"),
            ("id,text\n1,@", ",h2"),
            ("id,text\n1,2", "text"),
            ("name,clues\nfirst,n/a\nsecond,\ny,@", ",h2"),
            ("name;clues;by\nfirst;12;\ny;@;Ada", ";h2"),
            ("name,clues\nfirst\ny,@", "text"),
            ("id,puzzle,note\n0,", ",h2"),
            ("id,puzzle,note\n0|1.....2..3.....4,", ",h2"),
            ("id,puzzle,note\n53..7....", ",h2"),
            ("1,garbage\n2,@", ",2"),
            ("garbage\nnull\n\n17\n{\"puzzle\":\"@\"}", "json"),
            ("garbage\n@\n{\"puzzle\":\"@\"}", "text"),
            ("Sudoku, easy\n5,3,0,0,7,0,0,0,0", "text"),
            ("Sudoku, easy\n53..7....", "text"),
            ("puzzle\n@", "text"),
            ("\"puzzle\"\n\"@\"", ",h1"),
            ("puzzle,id\n\"53..7....\n", ",h1"),
            ("id,text,more\n1,\"53..7....\n", ",h2"),
            ("5,3,0,0,7,0,0,0,0", "text"),
            ("{\"puzzle\":\"@\"}", "json"),
            ("{", "json"),
            ("[[1,0],[0,1]]", "json"),
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
            (&b"\xff\xfe8\0.\0"[..], "UTF-16 (`iconv -f UTF-16 "),
            (b"8\0.\0", "UTF-16 (`iconv -f UTF-16LE "),
            (b"\x008\x00.", "UTF-16 (`iconv -f UTF-16BE "),
            (b"PK\x03\x04", "a file packed with zip"),
            (b"\x1f\x8b\x08", "a file packed with gzip"),
            (b"\x89PNG\r", "a picture"),
            (b"%PDF-1.7", "a PDF document"),
            (b"\x7fELF\x02\x01\x01\0\0", "a file that is no text"),
        ] {
            let found = foreign(start).unwrap();
            assert!(found.starts_with(expected), "{found}");
        }
        assert_eq!(foreign(b"8........"), None);
        assert_eq!(foreign(b"\x1b[1m8\x1b[0m....\0...."), None);
    }
}

//! Which form an input has, from its first lines and never from its name.
//!
//! Blank lines and comments at the start are passed over. The first line behind them decides,
//! together with the one behind it where a header is possible; so no more of an input than that is
//! waited for. It is fixed once: a file is a table, or JSON Lines, or text, in which lines,
//! grids and `.sdk` sections may follow each other.

use std::io::BufRead;

use serde::de::IgnoredAny;

use super::delimited::Splitter;
use super::error::Problem;
use super::fields::{Column, list, numbers, usual_column};
use super::json_lines::JsonLines;
use super::lines::Lines;
use super::record::ReadOptions;
use super::table::Table;
use crate::board::Shape;

/// The form of an input.
#[derive(Debug)]
pub(super) enum Kind {
    Text,
    Table(Table),
    JsonLines(JsonLines),
    /// None that can be read.
    Refused(Option<Problem>),
}

/// Looks at the first lines. What it goes past is in none of the forms a record.
pub(super) fn detect<R: BufRead>(lines: &mut Lines<R>, options: &ReadOptions) -> Kind {
    if let Some(line) = lines.peek(1)
        && let Some(found) = foreign(&line.bytes)
    {
        let problem = Problem::new((line.number, 1), "text in UTF-8", found);
        return Kind::Refused(Some(problem));
    }
    while lines.peek(1).is_some_and(|line| line.is_passed_over()) {
        // It has been read already, so this cannot fail.
        let _ = lines.advance();
    }
    let longest = lines.longest();
    let Some(first) = lines.peek(1) else {
        return Kind::Text;
    };
    let number = first.number;
    let Ok(first) = first.text(longest) else {
        return Kind::Text;
    };
    let first = first.trim_start_matches('\u{feff}').to_string();
    if first.trim_start().starts_with('{') || is_json_array(&first) {
        return Kind::JsonLines(JsonLines::new(options.column.clone()));
    }
    let splits = DELIMITERS.map(|delimiter| Split::new(delimiter, &first, options.shape));
    let table = match &options.column {
        Some(column) => Some(match wanted(splits, column) {
            Ok(table) => table,
            Err((expected, found)) => {
                let problem = Problem::new((number, 1), expected, found);
                return Kind::Refused(Some(problem));
            }
        }),
        None => without_header(&splits).or_else(|| {
            // Nothing is waited for that cannot matter: an answer may be due before the next line.
            if !splits.iter().any(Split::is_row) {
                return None;
            }
            let next = lines.peek(2).and_then(|line| line.text(longest).ok());
            with_header(splits, next, options.shape)
        }),
    };
    match table {
        None => Kind::Text,
        Some(table) => {
            if table.has_header {
                let _ = lines.advance();
            }
            Kind::Table(table)
        }
    }
}

/// What an input is that is no text in UTF-8 as a whole, and what to do then.
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
        _ => None,
    }
}

fn is_json_array(line: &str) -> bool {
    let is_array = line.trim_start().starts_with('[');
    is_array && serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// What can stand between fields: of those that are equally likely, the most common.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// A line as a row of a table.
struct Split {
    delimiter: char,
    fields: Vec<String>,
    /// Whether the last field has a quote that is not closed on the line.
    is_open: bool,
    /// Whether a field has quotes around it.
    has_quotes: bool,
    /// The field that is most likely a puzzle: its index and how likely.
    puzzle: Option<(Likeness, usize)>,
}

/// How much a field is like a puzzle; of two that are equally so, the longer one is.
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

    /// Whether the line can be a row at all.
    fn is_row(&self) -> bool {
        self.fields.len() > 1 || self.has_quotes
    }

    /// Whether it can be a row of a table with so many columns.
    fn may_have(&self, count: usize) -> bool {
        self.fields.len() == count || (self.is_open && self.fields.len() < count)
    }

    fn table(&self, has_header: bool, puzzle: usize) -> Table {
        Table {
            delimiter: self.delimiter,
            names: match has_header {
                true => self.fields.clone().into(),
                false => numbers(self.fields.len()),
            },
            has_header,
            puzzle,
        }
    }
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-')
}

/// How much a field is like a puzzle: most if it has the cells of a board and blanks among them,
/// then if it is as long as one, last if it is a board without a blank, which may be the solution.
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
    let (fits, has_blank) = match is_word {
        true => (
            field
                .chars()
                .all(|c| is_symbol(c) || (size > 9 && c.is_ascii_alphabetic())),
            field.contains(is_blank),
        ),
        false => (
            words
                .iter()
                .all(|word| word.len() <= 3 && word.chars().all(is_symbol)),
            words.iter().any(|word| word.chars().all(is_blank)),
        ),
    };
    let symbols = field.chars().filter(|c| is_symbol(*c)).count();
    match (is_board && fits, has_blank) {
        (true, true) => Some((3, cells)),
        (true, false) => Some((1, cells)),
        _ if is_word && cells > 35 && 4 * symbols >= 3 * cells => Some((2, cells)),
        _ => None,
    }
}

/// The table that has this line as its first row.
fn without_header(splits: &[Split]) -> Option<Table> {
    let rows = splits.iter().filter(|split| split.is_row());
    let best = rows
        .rev()
        .max_by_key(|split| split.puzzle.map(|(likeness, _)| likeness))?;
    let (_, puzzle) = best.puzzle?;
    Some(best.table(false, puzzle))
}

/// The table that has these names of columns and this first row: names of which one is usual, or
/// any with a puzzle below one of them.
fn with_header(splits: [Split; 3], next: Option<&str>, shape: Option<Shape>) -> Option<Table> {
    splits
        .iter()
        .filter(|split| split.is_row())
        .find_map(|split| {
            let below = next.map(|next| Split::new(split.delimiter, next, shape));
            let count = split.fields.len();
            let usual = usual_column(&split.fields);
            if let Some(puzzle) = usual {
                // A title of two words can look like a header, but no row follows it.
                let is_row = below.as_ref().is_none_or(|below| {
                    let field = below.fields.get(puzzle);
                    below.may_have(count) || field.is_some_and(|field| field.len() >= 16)
                });
                return is_row.then(|| split.table(true, puzzle));
            }
            let (_, puzzle) = below.filter(|below| below.may_have(count))?.puzzle?;
            (puzzle < count && count > 1).then(|| split.table(true, puzzle))
        })
}

/// The table in which this column is, or what is there instead.
fn wanted(splits: [Split; 3], column: &Column) -> Result<Table, (String, String)> {
    let has_header = |split: &Split| match column {
        Column::Name(_) => true,
        Column::Number(_) => split.puzzle.is_none() && !split.is_open,
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

    /// The form of a text; of a table its delimiter, `h` for a header, and the puzzle's column.
    fn kind(text: &str) -> String {
        let text = text
            .replace('@', PUZZLE)
            .replace('%', &"123456789".repeat(9));
        let options = ReadOptions::default();
        match detect(&mut Lines::new(text.as_bytes(), 1 << 20), &options) {
            Kind::Text => "text".to_string(),
            Kind::JsonLines(_) => "json".to_string(),
            Kind::Refused(problem) => problem.unwrap().found,
            Kind::Table(table) => {
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
    fn content_decides() {
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
            ("[Puzzle]", "text"),
            ("[[5,3,0,0,7,0,0,0,0],", "text"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (start, expected) in [
            (&b"\xff\xfe8\0.\0"[..], "UTF-16 (`iconv -f UTF-16 "),
            (b"8\0.\0", "UTF-16 (`iconv -f UTF-16LE "),
            (b"\x008\x00.", "UTF-16 (`iconv -f UTF-16BE "),
            (b"PK\x03\x04", "a file packed with zip"),
            (b"\x1f\x8b\x08", "a file packed with gzip"),
        ] {
            let found = foreign(start).unwrap();
            assert!(found.starts_with(expected), "{found}");
        }
        assert_eq!(foreign(b"8........"), None);
        assert_eq!(foreign(b"\x7fELF\x02\x01\x01\0\0"), None);
    }
}

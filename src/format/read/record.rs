//! What a reader is asked for, and what it makes of its input: records, and the rows of a table
//! they stand in.

use std::borrow::Cow;
use std::fmt;
use std::mem::size_of;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::board::{Digit, Puzzle, RegionMap, Shape, Variant};
use crate::format::alphabet::Alphabet;
use crate::format::error::{FormatError, Visible, quote};
use crate::format::form::Form;

/// How an input is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The shape of the boxes. Without it, boards are square numbers in size.
    pub shape: Option<Shape>,
    /// The regions of every puzzle, in place of boxes. Without them, a grid can be followed by a
    /// map of its own: a grid of the same size, under a line `regions` or such that at least half
    /// of its cells have a neighbour with the same symbol, which no puzzle has.
    pub regions: Option<RegionMap>,
    /// The variants of every puzzle.
    pub variants: Vec<Variant>,
    /// The symbols of the digits. Without it they follow from what occurs.
    pub alphabet: Option<Alphabet>,
    /// The column of a table that has the puzzles. With it the input is a table in any case;
    /// without it, that and the column follow from the first lines.
    pub column: Option<Column>,
    /// Every line is one record, blank lines and comments too, and the input is in no other form
    /// than that: as many records as lines. `column` means nothing then.
    pub lines: bool,
    /// Somebody is typing: a blank line behind a whole grid ends it, and a map of its regions has
    /// to follow without one. Without this, the next line that is not blank is waited for.
    pub interactive: bool,
    /// The longest record, in bytes: a line, the rows of a grid, a row of a table. Longer ones are
    /// invalid, and no more than that is kept of them.
    pub longest_line: usize,
}

impl Default for ReadOptions {
    /// Nothing but what the text shows, and records of at most 1 MiB.
    fn default() -> ReadOptions {
        ReadOptions {
            shape: None,
            regions: None,
            variants: Vec::new(),
            alphabet: None,
            column: None,
            lines: false,
            interactive: false,
            longest_line: 1 << 20,
        }
    }
}

/// One puzzle of an input, or what is there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The name of the input, such as a file name.
    pub source: Arc<str>,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The puzzle and the form it came in.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub content: Result<(Puzzle, Form), Invalid>,
    /// The row it stands in, where the input is a table and the row could be read.
    pub row: Option<Row>,
}

/// A record that is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// What is wrong and where.
    pub error: FormatError,
    /// The text as it was read, as far as it was.
    pub text: String,
}

impl Record {
    /// A record on this line of an input of this name. `text` is what it was read from.
    pub(super) fn new(
        source: &Arc<str>,
        line: usize,
        content: Result<(Puzzle, Form), FormatError>,
        text: impl FnOnce() -> String,
    ) -> Record {
        let invalid = |error: FormatError| Invalid {
            error: error.in_source(source),
            text: text(),
        };
        Record {
            source: source.clone(),
            line,
            content: content.map_err(invalid),
            row: None,
        }
    }

    /// The bytes of memory that this record takes: its cells, its text, and the other columns of
    /// its row. Who keeps many records bounds the sum of their weights.
    ///
    /// A puzzle with regions weighs what its layout takes too, as it may have a map of its own;
    /// other layouts are shared by the records of an input and weigh nothing.
    pub fn weight(&self) -> usize {
        let content = match &self.content {
            Ok((puzzle, _)) => {
                let removed = size_of_val(puzzle.removed());
                let layout = puzzle.layout();
                let per_cell = match layout.rules().regions() {
                    // Its houses, and on smaller boards a list of its peers.
                    Some(_) => 64 + 12 * layout.size().min(64),
                    None => 0,
                };
                removed + layout.cell_count() * (size_of::<Option<Digit>>() + per_cell)
            }
            Err(Invalid { error, text }) => text.len() + error.expected.len() + error.found.len(),
        };
        size_of::<Record>() + content + self.row.as_ref().map_or(0, Row::weight)
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Column {
    /// The one with this name.
    Name(String),
    /// The one with this number, counted from 1.
    Number(usize),
}

/// A text that is no column.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected the name of a column or its number, counted from 1, found {}", quote(.0))]
pub struct UnknownColumn(String);

impl FromStr for Column {
    type Err = UnknownColumn;

    /// A number is the column with this number, anything else a name.
    fn from_str(text: &str) -> Result<Column, UnknownColumn> {
        match text.parse() {
            Ok(0) => Err(UnknownColumn(text.to_string())),
            Ok(number) => Ok(Column::Number(number)),
            Err(_) if text.is_empty() => Err(UnknownColumn(text.to_string())),
            Err(_) => Ok(Column::Name(text.to_string())),
        }
    }
}

impl fmt::Display for Column {
    /// The name in backquotes, control characters escaped, or the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Name(name) => write!(f, "`{}`", Visible(name)),
            Column::Number(number) => number.fmt(f),
        }
    }
}

impl Column {
    /// The index of this column, counted from 0, in a table whose columns have these names. Names
    /// are compared exactly first, then without regard to case and to spaces around them.
    pub fn index(&self, names: &[String]) -> Option<usize> {
        match self {
            Column::Number(number) => Some(number - 1).filter(|index| *index < names.len()),
            Column::Name(wanted) => {
                let same = |name: &String| name.trim().eq_ignore_ascii_case(wanted.trim());
                let exact = names.iter().position(|name| name == wanted);
                exact.or_else(|| names.iter().position(same))
            }
        }
    }
}

/// The row of a table that a puzzle stands in: of a CSV or TSV file, or an object of JSON Lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The names of the columns in their order; `1`, `2`, … where the table has no header.
    pub names: Arc<[String]>,
    /// Whether those names stand in the table. They always do in JSON Lines.
    pub has_header: bool,
    /// What stands in the columns, in their order, without the quotes. Strings of JSON are
    /// decoded, other values are the JSON text. There are as many as names, except in a row that
    /// is invalid because of that.
    pub fields: Vec<String>,
    /// The index of the column with the puzzle, counted from 0.
    pub puzzle: usize,
    /// By field of an object, whether it is JSON text and not a string. Empty in other tables.
    pub(super) is_json: Vec<bool>,
}

impl Row {
    /// What stands in a column, if the table has it.
    pub fn field(&self, column: &Column) -> Option<&str> {
        let index = column.index(&self.names)?;
        self.fields.get(index).map(String::as_str)
    }

    /// The other columns in their order, each with its name and its value as JSON text: what an
    /// object of JSON Lines has, and a string for a field of CSV.
    ///
    /// ```
    /// use satdoku::format::{ReadOptions, Reader};
    ///
    /// let input = "{\"id\":7,\"puzzle\":\"1.....2..3.....4\",\"by\":\"me\"}\n";
    /// let mut records = Reader::new("x", input.as_bytes(), ReadOptions::default());
    /// let row = records.next().unwrap()?.row.unwrap();
    /// let others: Vec<String> = row.others().map(|(name, json)| format!("{name}={json}")).collect();
    /// assert_eq!(others, ["id=7", "by=\"me\""]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn others(&self) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let names = self.names.iter().zip(&self.fields).enumerate();
        let others = names.filter(|(index, _)| *index != self.puzzle);
        others.map(|(index, (name, _))| (name.as_str(), self.json(index)))
    }

    /// The value of the field with this name, as JSON, if there is one beside the puzzle.
    pub fn other(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut names = self.names.iter().take(self.fields.len()).enumerate();
        let found = names.find(|(index, other)| *index != self.puzzle && *other == name);
        found.map(|(index, _)| self.json(index))
    }

    /// A field as JSON.
    fn json(&self, index: usize) -> Cow<'_, str> {
        let field = self.fields[index].as_str();
        if self.is_json.get(index).copied().unwrap_or(false) {
            Cow::Borrowed(field)
        } else {
            Cow::Owned(serde_json::Value::from(field).to_string())
        }
    }

    /// The bytes of memory that this row takes, if it shares its names with no other.
    fn weight(&self) -> usize {
        let texts = || self.names.iter().chain(&self.fields);
        let bytes: usize = texts().map(String::capacity).sum();
        bytes + texts().count() * size_of::<String>() + self.is_json.len()
    }
}

/// Names that a column with puzzles usually has, the surest first.
const USUAL_NAMES: [&str; 13] = [
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "board",
    "grid",
    "problem",
    "unsolved",
    "givens",
];

/// The column that has the usual name of a column with puzzles.
pub(super) fn usual_column(names: &[String]) -> Option<usize> {
    let find = |name: &&str| Column::Name(name.to_string()).index(names);
    USUAL_NAMES.iter().find_map(find)
}

/// The names of columns, as an error message lists them.
pub(super) fn list(names: &[String]) -> String {
    const LONGEST: usize = 12;
    let mut quoted: Vec<String> = names.iter().take(LONGEST).map(|name| quote(name)).collect();
    if names.len() > LONGEST {
        quoted.push(format!("{} more", names.len() - LONGEST));
    }
    if quoted.is_empty() {
        quoted.push("none".to_string());
    }
    quoted.join(", ")
}

/// The names of columns without a header: `1`, `2`, …
pub(super) fn numbers(count: usize) -> Arc<[String]> {
    (1..=count).map(|number| number.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn columns_have_names_or_numbers() {
        let of = |text: &str| text.parse::<Column>().unwrap();
        let names = names(&["id", " Quizzes", "2", "ID"]);
        assert_eq!(of("2"), Column::Number(2));
        assert_eq!(of("2").index(&names), Some(1));
        assert_eq!(of("5").index(&names), None);
        assert_eq!(of("quizzes").index(&names), Some(1));
        assert_eq!(of("ID").index(&names), Some(3));
        assert_eq!(of("solution").index(&names), None);
        assert!("0".parse::<Column>().is_err() && "".parse::<Column>().is_err());
    }

    #[test]
    fn the_surest_name_is_taken() {
        assert_eq!(usual_column(&names(&["id", "board", "Puzzle"])), Some(2));
        assert_eq!(usual_column(&names(&["quizzes", "solutions"])), Some(0));
        assert_eq!(usual_column(&names(&["id", "text"])), None);
        assert_eq!(list(&names(&["id", "text"])), "`id`, `text`");
        assert_eq!(list(&vec!["x".to_string(); 14]).matches('x').count(), 12);
    }

    #[test]
    fn a_row_is_asked_by_column() {
        let row = Row {
            names: numbers(2),
            has_header: false,
            fields: names(&["1...", "1234"]),
            puzzle: 0,
            is_json: Vec::new(),
        };
        assert_eq!(row.field(&Column::Number(2)), Some("1234"));
        assert_eq!(row.field(&Column::Number(3)), None);
    }
}

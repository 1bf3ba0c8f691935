//! Options and output of a reader: records, and the table rows that contain them.

use std::borrow::Cow;
use std::fmt;
use std::mem::size_of;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::draft::Content;
use crate::alphabet::Alphabet;
use crate::form::Form;
use satdoku::board::{Digit, Puzzle, RegionMap, Ruleset, Shape, Variant};
use satdoku::format_error::{Escaped, FormatError, quote};

/// Options for reading an input. By default, everything is detected from the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The shape of the boxes. Without it, boxes are as square as possible, and wider than high.
    pub shape: Option<Shape>,
    /// The regions of every puzzle, which replace the boxes. Without them, a grid can be followed by
    /// its own region map: a grid of the same size that either follows a line `regions`, or has no
    /// blanks and divides the board into regions of equal size.
    pub regions: Option<RegionMap>,
    /// The variants of every puzzle.
    pub variants: Vec<Variant>,
    /// Constraints of every puzzle as text, such as `cage 15 r1c1 r1c2`, in addition to its own.
    pub constraints: Vec<String>,
    /// The symbols of the digits. Without it, they are inferred from the text.
    pub alphabet: Option<Alphabet>,
    /// The column of a table that contains the puzzles. If it is set, the input is always read as a
    /// table. Otherwise the format and the column are detected from the first lines.
    pub column: Option<Column>,
    /// True if every line is exactly one record, including blank lines and comments. No other
    /// format is detected, and `column` is ignored.
    pub lines: bool,
    /// True if the input is typed at a terminal. A blank line after a complete grid then ends it,
    /// so a region map must follow without one. Otherwise the reader waits for the next line that
    /// is not blank.
    pub interactive: bool,
}

impl ReadOptions {
    /// Returns the options for other grids of a square board: they have its boxes, or none.
    pub fn like(rules: &Ruleset) -> ReadOptions {
        let without = || Shape::without_boxes(rules.geometry().columns()).ok();
        ReadOptions {
            shape: rules.boxes().or_else(without),
            ..ReadOptions::default()
        }
    }

    /// Returns the size of a puzzle that has only constraints: that of the options, or 9.
    pub(crate) fn blank_size(&self) -> usize {
        let of_regions = || self.regions.as_ref().map(|map| map.board().rows());
        self.shape.map(Shape::size).or_else(of_regions).unwrap_or(9)
    }
}

/// The maximum length in bytes of a record: a line, the rows of a grid, or a row of a table.
pub(crate) const LONGEST_RECORD: usize = 1 << 20;

/// One puzzle of an input, or an invalid record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The name of the input, such as a file name.
    pub source: Arc<str>,
    /// The line on which the record begins, counted from 1.
    pub line: usize,
    /// The puzzle and the form in which it was written.
    ///
    /// # Errors
    /// The record is not a valid puzzle.
    pub content: Result<(Puzzle, Form), Invalid>,
    /// The line above the grid, if the record is a grid in a text.
    pub title: Option<String>,
    /// A remark about an assumption, such as the boxes of a board that draws none, or about another
    /// reading that is as plausible. Only the first record that it concerns has it.
    pub note: Option<String>,
    /// The table row that contains the record, if the input is a table and the row could be read.
    pub row: Option<Row>,
}

/// A record that is not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct Invalid {
    /// The error and its place.
    pub error: FormatError,
    /// The text of the record, possibly truncated.
    pub text: String,
    /// The line with the place of the error, if the input is text and not a table or JSON.
    pub line: Option<String>,
}

impl Record {
    /// Creates a record. `text` returns the text it was read from, and is called only for an
    /// invalid record.
    pub(crate) fn new(
        source: &Arc<str>,
        line: usize,
        content: Content,
        text: impl FnOnce() -> String,
    ) -> Record {
        let (content, notes) = match content {
            Ok(built) => (Ok((built.puzzle, built.form)), built.notes),
            Err(error) => {
                let (error, text) = (error.in_source(source), text());
                let line = None;
                (Err(Invalid { error, text, line }), Vec::new())
            }
        };
        Record {
            source: source.clone(),
            line,
            content,
            title: None,
            note: (!notes.is_empty()).then(|| notes.join("; ")),
            row: None,
        }
    }

    /// Returns the memory of this record in bytes: its cells, its text, and the other columns of
    /// its row. A caller that keeps many records can limit the sum of their weights.
    ///
    /// A puzzle with regions includes the weight of its layout, since it may have its own region
    /// map. Other layouts are shared by the records of an input and are not counted.
    pub fn weight(&self) -> usize {
        let content = match &self.content {
            Ok((puzzle, _)) => {
                let removed = size_of_val(puzzle.all_removed());
                let layout = puzzle.layout();
                let per_cell = match layout.rules().regions() {
                    // The houses of the cell, and on smaller boards a list of its peers.
                    Some(_) => 64 + 12 * layout.digit_count().min(64),
                    None => 0,
                };
                removed + layout.cell_count() * (size_of::<Option<Digit>>() + per_cell)
            }
            Err(Invalid { error, text, line }) => {
                let line = line.as_ref().map_or(0, String::len);
                text.len() + line + error.expected.len() + error.found.len()
            }
        };
        size_of::<Record>() + content + self.row.as_ref().map_or(0, Row::weight)
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Column {
    /// The column with this name.
    Name(String),
    /// The column with this number, counted from 1.
    Number(usize),
}

/// A text that is not a column name or number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected the name of a column or its number, counted from 1, found {}", quote(.0))]
pub struct UnknownColumn(String);

impl FromStr for Column {
    type Err = UnknownColumn;

    /// Parses a number as a column number, and any other text as a name.
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
    /// Writes the number, or the name in backquotes with control characters escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Name(name) => write!(f, "`{}`", Escaped(name)),
            Column::Number(number) => number.fmt(f),
        }
    }
}

impl Column {
    /// Returns the index of this column, counted from 0, in a table with these column names. An
    /// exact match takes precedence over one that ignores case and surrounding spaces.
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

/// The table row that contains a puzzle: a row of a CSV or TSV file, or a JSON Lines object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The names of the columns, in order: `1`, `2`, … if the table has no header.
    pub names: Arc<[String]>,
    /// True if the names come from the table itself, as they always do in JSON Lines.
    pub has_header: bool,
    /// The values of the columns, in order, without quotes. JSON strings are decoded; other values
    /// are JSON text. There are as many values as names, except in a row that is invalid for this
    /// reason.
    pub fields: Vec<String>,
    /// The index of the column with the puzzle, counted from 0.
    pub puzzle: usize,
    /// For each field of a JSON object, true if it is JSON text rather than a string. Empty for
    /// other tables.
    pub(crate) is_json: Vec<bool>,
}

impl Row {
    /// Returns the value of a column, if the row has it.
    pub fn field(&self, column: &Column) -> Option<&str> {
        let index = column.index(&self.names)?;
        self.fields.get(index).map(String::as_str)
    }

    /// Returns the name of every other column, in order, and its value as JSON text. A field of a
    /// CSV file is a JSON string.
    ///
    /// ```
    /// use satdoku_text::{ReadOptions, Reader};
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

    /// Returns the field with this name as JSON text, unless it is the puzzle.
    pub fn other(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut names = self.names.iter().take(self.fields.len()).enumerate();
        let found = names.find(|(index, other)| *index != self.puzzle && *other == name);
        found.map(|(index, _)| self.json(index))
    }

    /// Returns a field as JSON text.
    fn json(&self, index: usize) -> Cow<'_, str> {
        let field = self.fields[index].as_str();
        if self.is_json.get(index).copied().unwrap_or(false) {
            Cow::Borrowed(field)
        } else {
            Cow::Owned(serde_json::Value::from(field).to_string())
        }
    }

    /// Returns the memory of this row in bytes, including the names, which other rows may share.
    fn weight(&self) -> usize {
        let texts = || self.names.iter().chain(&self.fields);
        let bytes: usize = texts().map(String::capacity).sum();
        bytes + texts().count() * size_of::<String>() + self.is_json.len()
    }
}

/// Usual names of a column of puzzles, most reliable first.
const USUAL_NAMES: &str = "puzzle puzzles quizzes quiz question questions sudoku sudokus board grid problem \
    unsolved givens mission";

/// Returns the indices of the columns with [`USUAL_NAMES`], the most reliable first.
pub(crate) fn usual_columns(names: &[String]) -> impl Iterator<Item = usize> {
    let find = |name: &str| Column::Name(name.to_string()).index(names);
    USUAL_NAMES.split(' ').filter_map(find)
}

/// Returns the index of the column with the most reliable of [`USUAL_NAMES`].
pub(crate) fn usual_column(names: &[String]) -> Option<usize> {
    usual_columns(names).next()
}

/// Returns true if a text is a usual name of a column of puzzles.
pub(crate) fn is_usual_name(text: &str) -> bool {
    let mut names = USUAL_NAMES.split(' ');
    names.any(|name| name.eq_ignore_ascii_case(text))
}

/// Formats column names for an error message.
pub(crate) fn list(names: &[String]) -> String {
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

/// Returns the names of columns without a header: `1`, `2`, …
pub(crate) fn numbers(count: usize) -> Arc<[String]> {
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
    fn the_most_reliable_column_name_is_used() {
        assert_eq!(usual_column(&names(&["id", "board", "Puzzle"])), Some(2));
        assert_eq!(usual_column(&names(&["quizzes", "solutions"])), Some(0));
        assert_eq!(usual_column(&names(&["id", "text"])), None);
        assert_eq!(list(&names(&["id", "text"])), "`id`, `text`");
        assert_eq!(list(&vec!["x".to_string(); 14]).matches('x').count(), 12);
    }

    #[test]
    fn row_fields_are_found_by_column() {
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

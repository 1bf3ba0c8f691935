//! The rows of a table: which column is meant, and what else stands beside a puzzle.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::error::quote;

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
#[error("expected the name of a column or its number, counted from 1, found `{0}`")]
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
    /// The name in backquotes, or the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Name(name) => write!(f, "`{name}`"),
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
    /// The names of the columns; `1`, `2`, … where the table has no header.
    pub names: Arc<[String]>,
    /// Whether those names stand in the table. They always do in JSON Lines.
    pub has_header: bool,
    /// What stands in the columns, in their order, without the quotes. Strings of JSON are
    /// decoded, other values are the JSON text. There are as many as names, except in a row that
    /// is an error because of that.
    pub fields: Vec<String>,
    /// The index of the column with the puzzle, counted from 0.
    pub puzzle: usize,
}

impl Row {
    /// What stands in a column, if the table has it.
    pub fn field(&self, column: &Column) -> Option<&str> {
        let index = column.index(&self.names)?;
        self.fields.get(index).map(String::as_str)
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
    match quoted.len() {
        0 => "none".to_string(),
        1 => quoted.remove(0),
        _ => quoted.join(", "),
    }
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
        };
        assert_eq!(row.field(&Column::Number(2)), Some("1234"));
        assert_eq!(row.field(&Column::Number(3)), None);
    }
}

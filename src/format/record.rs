//! What a reader is told beforehand, and what it makes of its input.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::error::FormatError;
use super::fields::{Column, Row};
use super::form::Form;
use crate::board::{Puzzle, RegionMap, Shape, Variant};

/// What a reader is told beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The shape of the boxes. Without it, boards are square numbers in size.
    pub shape: Option<Shape>,
    /// The regions of every puzzle, in place of boxes. Without them, a grid can have a map of its
    /// own below it: a grid of the same size, below a line `regions` or such that at least half of
    /// its cells have a neighbour with the same symbol, which no puzzle has.
    pub regions: Option<RegionMap>,
    /// The variants of every puzzle.
    pub variants: Vec<Variant>,
    /// The symbols of the digits. Without it they follow from what occurs.
    pub alphabet: Option<Alphabet>,
    /// The column of a table that has the puzzles. With it the input is a table in any case;
    /// without it, that and the column follow from the first lines.
    pub column: Option<Column>,
    /// The longest record, in bytes: a line, the rows of a grid, a row of a table. Longer ones are
    /// bad records, and no more than that is kept of them.
    pub longest_line: usize,
}

impl Default for ReadOptions {
    /// Nothing said, and records of at most 1 MiB.
    fn default() -> ReadOptions {
        ReadOptions {
            shape: None,
            regions: None,
            variants: Vec::new(),
            alphabet: None,
            column: None,
            longest_line: 1 << 20,
        }
    }
}

/// One puzzle of a text, or what is there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The name of the text, such as a file name.
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

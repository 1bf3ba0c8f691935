//! The output for an item, on its way from a worker to the writer.

use std::fmt::Display;
use std::mem::take;
use std::ops::ControlFlow;

use crossbeam_channel::Sender;

use super::csv_table::CsvRow;
use super::summary::Outcome;

/// A piece of output.
#[derive(Debug)]
pub enum Piece {
    /// Text for the results.
    Text(String),
    /// A grid for the results. A blank line separates grids of several lines.
    Grid(String),
    /// An SVG picture for the document that all pictures share.
    Picture(String),
    /// A solution for the end of a page of HTML.
    Solution(String),
    /// A row of CSV.
    Row(CsvRow),
    /// A line about one puzzle for standard error, which `--quiet` suppresses.
    Message(String),
    /// A line for standard error that `--quiet` does not suppress.
    Error(String),
    /// A line of the index of the files that a command writes.
    Index(String),
    /// The end of an item.
    End(Outcome),
    /// An error that ends the run.
    Fatal(anyhow::Error),
}

impl Piece {
    /// Returns the memory that it takes, in bytes.
    pub fn weight(&self) -> usize {
        let content = match self {
            Piece::Text(text)
            | Piece::Grid(text)
            | Piece::Message(text)
            | Piece::Error(text)
            | Piece::Picture(text)
            | Piece::Solution(text)
            | Piece::Index(text) => text.len(),
            Piece::Row(row) => row.weight(),
            Piece::End(_) | Piece::Fatal(_) => 0,
        };
        size_of::<Piece>() + content
    }
}

/// The output for an item, piece by piece.
///
/// A long reply is sent in parts, so that a million solutions take no more memory than a thousand.
pub struct Reply<'a> {
    pieces: Vec<Piece>,
    weight: usize,
    parts: &'a Sender<Vec<Piece>>,
    flow: ControlFlow<()>,
}

impl<'a> Reply<'a> {
    /// The weight of a part, in bytes.
    const MAX_WEIGHT: usize = 64 << 10;

    /// Returns an empty reply, whose parts go to this channel.
    pub fn new(parts: &'a Sender<Vec<Piece>>) -> Reply<'a> {
        Reply {
            pieces: Vec::new(),
            weight: 0,
            parts,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Adds a piece.
    pub fn push(&mut self, piece: Piece) {
        self.weight += piece.weight();
        self.pieces.push(piece);
        if self.weight > Reply::MAX_WEIGHT {
            self.send();
        }
    }

    /// Sends all pieces and this last one. Returns `Break` if nobody reads them.
    pub fn finish(mut self, last: Piece) -> ControlFlow<()> {
        self.pieces.push(last);
        self.send();
        self.flow
    }

    fn send(&mut self) {
        self.weight = 0;
        if self.parts.send(take(&mut self.pieces)).is_err() {
            self.flow = ControlFlow::Break(());
        }
    }

    /// Adds text for the results.
    pub fn text(&mut self, text: String) {
        self.push(Piece::Text(text));
    }

    /// Adds a grid.
    pub fn grid(&mut self, text: String) {
        self.push(Piece::Grid(text));
    }

    /// Adds an SVG picture.
    pub fn picture(&mut self, svg: String) {
        self.push(Piece::Picture(svg));
    }

    /// Adds a row of CSV.
    pub fn row(&mut self, row: CsvRow) {
        self.push(Piece::Row(row));
    }

    /// Adds a line about one puzzle for standard error.
    pub fn message(&mut self, message: impl Display) {
        self.push(Piece::Message(message.to_string()));
    }

    /// Adds a line for standard error that is shown even with `--quiet`.
    pub fn error(&mut self, message: impl Display) {
        self.push(Piece::Error(message.to_string()));
    }

    /// Returns `Break` if nobody reads the reply any more.
    pub fn flow(&self) -> ControlFlow<()> {
        self.flow
    }
}

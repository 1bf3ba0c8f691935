//! The output for an item, on its way from a worker to the writer.

use std::fmt::Display;
use std::ops::ControlFlow;

use super::csv_table::CsvRow;
use super::summary::Tally;

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
    Alarm(String),
    /// A line of the index of the files that a command writes.
    Index(String),
    /// The end of an item.
    End(Tally),
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
            | Piece::Alarm(text)
            | Piece::Picture(text)
            | Piece::Solution(text)
            | Piece::Index(text) => text.len(),
            Piece::Row(row) => row.weight(),
            Piece::End(_) | Piece::Fatal(_) => 0,
        };
        size_of::<Piece>() + content
    }
}

/// A function that sends pieces before the reply is complete. Returns `Break` when nobody reads them
/// any more.
pub type SendPart<'a> = dyn FnMut(Vec<Piece>) -> ControlFlow<()> + 'a;

/// The output for an item, piece by piece.
///
/// A long reply is sent in parts, so that a million solutions take no more memory than a thousand.
pub struct Reply<'a> {
    pieces: Vec<Piece>,
    weight: usize,
    send: &'a mut SendPart<'a>,
    flow: ControlFlow<()>,
}

impl<'a> Reply<'a> {
    /// The weight of a part, in bytes.
    const MAX_WEIGHT: usize = 1 << 20;

    /// Returns an empty reply, whose parts go to `send` if it becomes long.
    pub fn new(send: &'a mut SendPart<'a>) -> Reply<'a> {
        Reply {
            pieces: Vec::new(),
            weight: 0,
            send,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Adds a piece.
    pub fn push(&mut self, piece: Piece) {
        if self.flow.is_break() {
            return;
        }
        self.weight += piece.weight();
        self.pieces.push(piece);
        if self.weight > Reply::MAX_WEIGHT {
            self.weight = 0;
            self.flow = (self.send)(std::mem::take(&mut self.pieces));
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
    pub fn alarm(&mut self, message: impl Display) {
        self.push(Piece::Alarm(message.to_string()));
    }

    /// Returns `Break` if nobody reads the reply any more.
    pub fn flow(&self) -> ControlFlow<()> {
        self.flow
    }

    /// Returns the pieces that have not been sent.
    pub fn into_pieces(self) -> Vec<Piece> {
        self.pieces
    }
}

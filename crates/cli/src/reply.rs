//! The output for an item, on its way from a worker to the writer.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;

use super::summary::Outcome;

/// A piece of output.
#[derive(Debug)]
pub enum Piece {
    /// A part of the results.
    Part(Part),
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

/// A part of the results.
#[derive(Debug)]
pub enum Part {
    /// Text, a line of JSON or CSV, a picture, or a figure of a page: what the sink collects.
    Text(String),
    /// A grid as text. A blank line separates grids of several lines.
    Grid(String),
    /// A solution for the end of a page of HTML.
    Solution(String),
}

impl Piece {
    /// Returns the memory that it takes, in bytes.
    fn weight(&self) -> usize {
        let content = match self {
            Piece::Part(Part::Text(text) | Part::Grid(text) | Part::Solution(text))
            | Piece::Message(text)
            | Piece::Error(text)
            | Piece::Index(text) => text.len(),
            Piece::End(_) | Piece::Fatal(_) => 0,
        };
        size_of::<Piece>() + content
    }
}

/// The output for an item, piece by piece.
///
/// A long reply is sent in parts, so that a million solutions take no more memory than a thousand.
pub struct Reply<'a> {
    parts: &'a SyncSender<Vec<Piece>>,
    pieces: RefCell<Vec<Piece>>,
    weight: Cell<usize>,
    is_read: Cell<bool>,
}

impl<'a> Reply<'a> {
    /// The weight of a part, in bytes.
    const MAX_WEIGHT: usize = 64 << 10;

    /// Returns an empty reply, whose parts go to this channel.
    pub fn new(parts: &'a SyncSender<Vec<Piece>>) -> Reply<'a> {
        Reply {
            parts,
            pieces: RefCell::default(),
            weight: Cell::new(0),
            is_read: Cell::new(true),
        }
    }

    /// Adds a piece.
    pub fn push(&self, piece: Piece) {
        self.weight.set(self.weight.get() + piece.weight());
        self.pieces.borrow_mut().push(piece);
        if self.weight.get() > Reply::MAX_WEIGHT {
            self.send();
        }
    }

    /// Sends all pieces and this last one. Returns `Break` if nobody reads them.
    pub fn finish(self, last: Piece) -> ControlFlow<()> {
        self.pieces.borrow_mut().push(last);
        self.send();
        self.flow()
    }

    fn send(&self) {
        self.weight.set(0);
        if self.parts.send(self.pieces.take()).is_err() {
            self.is_read.set(false);
        }
    }

    /// Adds a part of the results.
    pub fn text(&self, text: String) {
        self.push(Piece::Part(Part::Text(text)));
    }

    /// Adds a grid.
    pub fn grid(&self, text: String) {
        self.push(Piece::Part(Part::Grid(text)));
    }

    /// Adds a line about one puzzle for standard error.
    pub fn message(&self, message: impl Display) {
        self.push(Piece::Message(message.to_string()));
    }

    /// Adds a line for standard error that is shown even with `--quiet`.
    pub fn error(&self, message: impl Display) {
        self.push(Piece::Error(message.to_string()));
    }

    /// Returns `Break` if nobody reads the reply any more.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.is_read.get() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

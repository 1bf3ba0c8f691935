//! The output for an item, on its way from a worker to the writer.

use std::fmt::Display;
use std::mem::take;
use std::ops::ControlFlow;

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

/// Takes a part of a reply. Breaks if nobody reads it.
pub type Send<'a> = dyn FnMut(Vec<Piece>) -> ControlFlow<()> + 'a;

/// The output for an item, piece by piece.
///
/// A long reply is sent in parts, so that a million solutions take no more memory than a thousand.
pub struct Reply<'a> {
    pieces: Vec<Piece>,
    weight: usize,
    send: &'a mut Send<'a>,
    flow: ControlFlow<()>,
}

impl<'a> Reply<'a> {
    /// The weight of a part, in bytes.
    const MAX_WEIGHT: usize = 64 << 10;

    /// Returns an empty reply, whose parts go to `send`.
    pub fn new(send: &'a mut Send<'a>) -> Reply<'a> {
        Reply {
            pieces: Vec::new(),
            weight: 0,
            send,
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
        if (self.send)(take(&mut self.pieces)).is_break() {
            self.flow = ControlFlow::Break(());
        }
    }

    /// Adds a part of the results.
    pub fn text(&mut self, text: String) {
        self.push(Piece::Part(Part::Text(text)));
    }

    /// Adds a grid.
    pub fn grid(&mut self, text: String) {
        self.push(Piece::Part(Part::Grid(text)));
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

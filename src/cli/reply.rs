//! What is said of a record, piece by piece.

use std::fmt::Display;
use std::ops::ControlFlow;

use satdoku::batch::Weight;

use super::json::Object;
use super::table::RecordRow;

/// A piece of a reply.
#[derive(Debug)]
pub enum Part {
    /// Text for standard output.
    Result(String),
    /// A grid for standard output: with a blank line between it and the grid before, if it has
    /// several lines.
    Grid(String),
    /// A row of CSV.
    Row(RecordRow),
    /// A line for standard error.
    Message(String),
    /// A line of the index of certificates.
    Index(String),
}

impl Weight for Part {
    fn weight(&self) -> usize {
        match self {
            Part::Result(text) | Part::Grid(text) | Part::Message(text) | Part::Index(text) => {
                text.len()
            }
            Part::Row(row) => row.weight(),
        }
    }
}

/// Where a command puts what it has to say of a record.
pub struct Reply<'a> {
    deliver: &'a mut dyn FnMut(Part) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl<'a> Reply<'a> {
    /// A reply whose pieces go to `deliver`, as long as that does not break off.
    pub fn new(deliver: &'a mut dyn FnMut(Part) -> ControlFlow<()>) -> Reply<'a> {
        Reply {
            deliver,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Delivers a piece.
    pub fn part(&mut self, part: Part) {
        if self.flow.is_continue() {
            self.flow = (self.deliver)(part);
        }
    }

    /// Text for standard output.
    pub fn result(&mut self, text: String) {
        self.part(Part::Result(text));
    }

    /// A grid for standard output.
    pub fn grid(&mut self, text: String) {
        self.part(Part::Grid(text));
    }

    /// A line of JSON.
    pub fn json(&mut self, object: &Object<'_>) {
        let mut line = object.to_json();
        line.push('\n');
        self.result(line);
    }

    /// Something for standard error.
    pub fn say(&mut self, message: impl Display) {
        self.part(Part::Message(message.to_string()));
    }

    /// Whether anybody still listens.
    pub fn flow(&self) -> ControlFlow<()> {
        self.flow
    }
}

//! Where results and messages go: results to standard output, everything else to standard error.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use satdoku::format::Visible;

use super::batch::{self, Weight};
use super::render::svg::Sheet;

/// A piece of a reply.
#[derive(Debug)]
pub enum Part {
    /// Text for standard output.
    Result(String),
    /// A grid for standard output: with a blank line between it and the grid before, if it has
    /// several lines.
    Grid(String),
    /// A picture for the one document that all of them make.
    Picture(String),
    /// A row of CSV.
    Row(String),
    /// A line for standard error.
    Message(String),
    /// A line of the index of certificates.
    Index(String),
}

impl Weight for Part {
    fn weight(&self) -> usize {
        let (Part::Result(text)
        | Part::Grid(text)
        | Part::Picture(text)
        | Part::Row(text)
        | Part::Message(text)
        | Part::Index(text)) = self;
        text.len()
    }
}

/// What is said of a record, piece by piece.
pub type Reply<'a> = batch::Reply<'a, Part>;

impl Reply<'_> {
    /// Text for standard output.
    pub fn result(&mut self, text: String) {
        self.send(Part::Result(text));
    }

    /// A grid for standard output.
    pub fn grid(&mut self, text: String) {
        self.send(Part::Grid(text));
    }

    /// Something for standard error.
    pub fn say(&mut self, message: impl Display) {
        self.send(Part::Message(message.to_string()));
    }
}

/// Standard output, buffered. On a terminal every result appears at once.
pub struct Output {
    writer: BufWriter<io::StdoutLock<'static>>,
    is_terminal: bool,
    has_grid: bool,
    sheet: Sheet,
    /// Nobody reads standard output any more, and the run goes on for another reason.
    is_silent: bool,
}

impl Output {
    pub fn new() -> Output {
        let stdout = io::stdout();
        Output {
            is_terminal: stdout.is_terminal(),
            has_grid: false,
            sheet: Sheet::default(),
            is_silent: false,
            writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
        }
    }

    /// Writes one result.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        self.writer.write_all(text.as_bytes()).map_err(Unwritten)?;
        if self.is_terminal {
            self.flush()?;
        }
        Ok(())
    }

    /// From now on nothing is written, and nothing is an error because of that.
    pub fn silence(&mut self) {
        self.is_silent = true;
    }

    /// Writes a value as a line of JSON.
    pub fn write_json(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_string(value).context("cannot make JSON")?;
        line.push('\n');
        self.write(&line)
    }

    /// Writes what `answer` replies, at once.
    pub fn reply<T>(&mut self, answer: impl FnOnce(&mut Reply<'_>) -> T) -> anyhow::Result<T> {
        let mut failure = None;
        let mut deliver = |part| match self.deliver(part) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let answer = answer(&mut Reply::new(&mut deliver));
        failure.map_or(Ok(answer), Err)
    }

    /// Writes a piece of a reply.
    pub fn deliver(&mut self, part: Part) -> anyhow::Result<()> {
        match part {
            Part::Result(text) | Part::Row(text) => self.write(&text),
            Part::Grid(text) => self.write_grid(&text),
            Part::Picture(picture) => self.sheet.add(picture),
            Part::Message(message) | Part::Index(message) => {
                // Both may go to the same place: what comes first is to stand first there.
                self.flush()?;
                say(message);
                Ok(())
            }
        }
    }

    /// Writes a grid: with a blank line between it and the grid before, if it has several lines.
    fn write_grid(&mut self, text: &str) -> anyhow::Result<()> {
        if text.lines().nth(1).is_some() {
            if self.has_grid {
                self.write("\n")?;
            }
            self.has_grid = true;
        }
        self.write(text)
    }

    /// Writes what is still in memory.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        if !self.is_silent {
            self.writer.flush().map_err(Unwritten)?;
        }
        Ok(())
    }

    /// Writes what waits for the end of the run. Without this, an error of the last write would be
    /// lost.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if !self.is_silent {
            std::mem::take(&mut self.sheet).write(&mut self.writer)?;
        }
        self.flush()
    }
}

/// Standard output could not be written.
#[derive(Debug)]
pub struct Unwritten(pub io::Error);

impl Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write to standard output")
    }
}

impl std::error::Error for Unwritten {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Whether the reader of standard output has gone away, which is no error.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let unwritten = error.downcast_ref::<Unwritten>();
    unwritten.is_some_and(|Unwritten(error)| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Says something on standard error, which may be a terminal: characters that would control it are
/// shown by their code. Where standard error is closed, nobody hears it, and the run goes on.
pub fn say(message: impl Display) {
    let message = message.to_string();
    let lines: Vec<String> = message
        .lines()
        .map(|line| Visible(line).to_string())
        .collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// The name of a file as a message shows it.
pub fn shown(path: &Path) -> String {
    Visible(&path.display().to_string()).to_string()
}

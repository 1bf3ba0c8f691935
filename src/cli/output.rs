//! Where results and messages go: results to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;

use anyhow::Context;

use super::reply::{Part, Reply};
use super::table::Table;

/// Standard output, buffered. On a terminal every result appears at once.
pub struct Output {
    writer: BufWriter<io::StdoutLock<'static>>,
    is_terminal: bool,
    has_grid: bool,
    table: Option<Table>,
}

impl Output {
    pub fn new() -> Output {
        let stdout = io::stdout();
        Output {
            is_terminal: stdout.is_terminal(),
            has_grid: false,
            table: None,
            writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
        }
    }

    /// Writes one result.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.writer
            .write_all(text.as_bytes())
            .context("cannot write to standard output")?;
        match self.is_terminal {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// From now on rows of CSV belong to a table with these columns.
    pub fn start_table(&mut self, columns: Vec<&'static str>, has_header: bool) {
        self.table = Some(Table::new(columns, has_header));
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
            Part::Result(text) => self.write(&text),
            Part::Grid(text) => self.write_grid(&text),
            Part::Row(row) => match &mut self.table {
                Some(table) => {
                    let text = table.row(row)?;
                    self.write(&text)
                }
                None => Ok(()),
            },
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

    /// Writes what is still in memory. Without this, an error of the last write would be lost.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        self.writer
            .flush()
            .context("cannot write to standard output")
    }

    /// The writer itself, for results that are too large to be in memory.
    pub fn writer(&mut self) -> &mut impl Write {
        &mut self.writer
    }
}

/// Says something on standard error. Where that is closed, nobody hears it, and the run goes on.
pub fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Whether the reader of standard output has gone away, which is no error.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| {
        let io_error = cause.downcast_ref::<io::Error>();
        io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

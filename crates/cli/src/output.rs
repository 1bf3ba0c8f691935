//! The destination of results: standard output, a file, or a folder with a file for each puzzle.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::exit::Exit;
use super::file::{AtomicFile, Folder, Paths};
use super::format::{ANSWERS, Format, Formats, is_array_file};
use super::message::{display_path, print_message};
use super::reply::Part;
use super::sink::Sink;
use super::terminal::Terminal;

/// What all commands have in common: where results go and for whom.
pub struct Program {
    /// The file or folder of `-o`.
    pub output: Option<PathBuf>,
    pub terminal: Terminal,
}

/// A command with its arguments.
pub trait Run: Args {
    /// Runs it, and returns its outcome.
    ///
    /// # Errors
    /// Whatever ends the run: bad options, or an output that cannot be written.
    fn run(self, program: &Program) -> anyhow::Result<Exit>;
}

impl Program {
    /// Returns the folder that results go to. A path that ends in `/` or exists as a folder is one.
    pub fn folder(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        (path.to_string_lossy().ends_with('/') || path.is_dir()).then_some(path)
    }

    /// Writes a text as the only result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, text: Vec<u8>) -> anyhow::Result<Exit> {
        let mut output = self.open(&ANSWERS, Format::Text, &Paths::default())?;
        output.add(Part::Text(String::from_utf8(text)?))?;
        output.finish()?;
        Ok(Exit::Success)
    }

    /// Opens the output of a command that reads `inputs`, for results in one of its formats.
    ///
    /// # Errors
    /// If it cannot be created or is an input, or is a folder and the format is not for one.
    pub fn open(
        &self,
        formats: &Formats,
        format: Format,
        inputs: &Paths,
    ) -> anyhow::Result<Output> {
        inputs.check()?;
        let target = match (&self.output, self.folder()) {
            (None, _) => Target::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock())),
            (_, Some(path)) => {
                let Some(extension) = formats.extension_in_folder(format) else {
                    let path = display_path(path);
                    bail!(
                        "{path}: expected a file, found a folder, which is for puzzles as text or pictures"
                    );
                };
                Target::Folder(FolderOutput {
                    folder: Folder::create(path, inputs)?,
                    extension,
                    number: 1,
                    file: None,
                })
            }
            (Some(path), None) => {
                inputs.keep_safe_from(path)?;
                Target::File(Some(AtomicFile::create(path)?))
            }
        };
        let is_array = self.output.as_deref().is_some_and(is_array_file);
        Ok(Output {
            target,
            sink: Sink::new(format, formats.head, is_array),
            terminal: self.terminal,
            is_empty: true,
            is_optional: false,
            is_silent: false,
        })
    }
}

/// The output of results, buffered.
pub struct Output {
    target: Target,
    sink: Sink,
    pub terminal: Terminal,
    is_empty: bool,
    /// True if an empty file is not created.
    is_optional: bool,
    /// True if results are discarded: the reader has gone, but the run continues to write files.
    is_silent: bool,
}

enum Target {
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// `None` when it is complete.
    File(Option<AtomicFile>),
    Folder(FolderOutput),
}

/// A folder with a file for each puzzle that has a result: `000001.txt`, `000002.txt`, ….
struct FolderOutput {
    folder: Folder,
    extension: &'static str,
    /// The number of the current puzzle, counted from 1.
    number: usize,
    file: Option<AtomicFile>,
}

impl Target {
    fn put(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Target::Standard(writer) => Ok(writer.write_all(bytes).map_err(StdoutError)?),
            Target::File(Some(file)) => file.put(bytes),
            Target::File(None) => Ok(()),
            Target::Folder(output) => {
                let file = match output.file.take() {
                    Some(file) => file,
                    None => {
                        let name = format!("{:06}.{}", output.number, output.extension);
                        output.folder.file(&name)?
                    }
                };
                output.file.insert(file).put(bytes)
            }
        }
    }
}

impl Output {
    /// Adds a part of the results.
    pub fn add(&mut self, part: Part) -> anyhow::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        self.is_empty = false;
        let target = &mut self.target;
        let added = self.sink.add(part, &mut |bytes| target.put(bytes));
        added.or_else(|error| self.keep_lines(error))?;
        // A terminal shows every result at once.
        match self.terminal.is_terminal {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Keeps the whole lines of a file that cannot be written to its end, because the disk is full.
    ///
    /// # Errors
    /// This error.
    fn keep_lines(&mut self, error: anyhow::Error) -> anyhow::Result<()> {
        if let (true, Target::File(file)) = (self.sink.has_lines(), &mut self.target)
            && let Some(file) = file.take()
        {
            file.keep_lines()?;
        }
        Err(error)
    }

    /// Creates no file if there are no results: the file of an earlier run is worth more.
    pub fn leave_out_empty_file(&mut self) {
        self.is_optional = true;
    }

    /// Ends the results of a puzzle.
    pub fn end_puzzle(&mut self) -> anyhow::Result<()> {
        let Output { target, sink, .. } = self;
        if let Target::Folder(_) = target {
            sink.end(&mut |bytes| target.put(bytes))?;
        }
        if let Target::Folder(output) = target {
            output.number += 1;
            if let Some(file) = output.file.take() {
                file.finish()?;
            }
        }
        Ok(())
    }

    /// Prints a message, after the results before it: both may go to the same terminal.
    pub fn message(&mut self, message: &str) -> anyhow::Result<()> {
        self.flush()?;
        print_message(message);
        Ok(())
    }

    /// Discards all further results.
    pub fn silence(&mut self) {
        self.is_silent = true;
    }

    /// Writes the results that are still in memory.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        match &mut self.target {
            Target::Standard(writer) if !self.is_silent => {
                Ok(writer.flush().map_err(StdoutError)?)
            }
            _ => Ok(()),
        }
    }

    /// Completes the output. Without this call there would be no file, and an error of the last write
    /// would be lost.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        if self.is_empty && self.is_optional {
            return Ok(());
        }
        let target = &mut self.target;
        self.sink.end(&mut |bytes| target.put(bytes))?;
        self.flush()?;
        if let Target::File(Some(file)) = &mut self.target {
            let written = file.write_out();
            written.or_else(|error| self.keep_lines(error))?;
        }
        match self.target {
            Target::File(Some(file))
            | Target::Folder(FolderOutput {
                file: Some(file), ..
            }) => file.finish().map(drop),
            _ => Ok(()),
        }
    }
}

/// An error of a write to standard output.
#[derive(Debug)]
struct StdoutError(io::Error);

impl Display for StdoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write to standard output")
    }
}

impl std::error::Error for StdoutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Returns true if the reader of standard output has closed the pipe, which is not an error.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<StdoutError>();
    error.is_some_and(|StdoutError(error)| error.kind() == io::ErrorKind::BrokenPipe)
}

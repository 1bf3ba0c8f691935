//! The destination of results: standard output, a file, or a folder with a file for each puzzle.

use std::fmt::{self, Display};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

use super::extension::format_of_file;
use super::file::{AtomicFile, cannot_write, create_in_folder};
use super::json_array::JsonArray;
use super::message::{display_path, is_quiet, print_message};
use super::sheet::{self, Strip};

/// The output of results, buffered.
pub struct Output {
    destination: Destination,
    has_grid: bool,
    pictures: Strip,
    /// The solutions for the end of a page of HTML.
    solutions: String,
    /// The start of the results and, in a folder, of each file.
    head: &'static str,
    has_head: bool,
    /// The array whose elements are the lines of the results.
    array: Option<JsonArray>,
    /// True if results are discarded: the reader has gone, but the run continues to write files.
    is_silent: bool,
}

enum Destination {
    /// A terminal shows every result at once.
    Standard {
        writer: BufWriter<io::StdoutLock<'static>>,
        is_terminal: bool,
    },
    File {
        path: PathBuf,
        /// `None` when it is complete.
        file: Option<AtomicFile>,
        is_empty: bool,
        /// If false, an empty file is not created.
        may_be_empty: bool,
    },
    Folder(Folder),
}

/// A folder with a file for each puzzle that has a result: `000001.txt`, `000002.txt`, ….
struct Folder {
    path: PathBuf,
    /// The extension of the files, if the command writes such files.
    extension: Option<&'static str>,
    /// The number of finished puzzles.
    count: usize,
    /// The file of the current puzzle.
    file: Option<AtomicFile>,
}

impl Folder {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let name = format!("{:06}.{}", self.count + 1, self.extension.unwrap_or("txt"));
        let path = self.path.join(name);
        let file = match self.file.take() {
            Some(file) => file,
            None => create_in_folder(&path)?,
        };
        let file = self.file.insert(file);
        file.write_all(bytes).with_context(|| cannot_write(&path))
    }
}

impl Output {
    /// Opens standard output or, if `path` is given, a file. A path that ends in `/` or exists as a
    /// folder is a folder.
    pub fn new(path: Option<&Path>) -> anyhow::Result<Output> {
        let destination = match path.filter(|path| path.as_os_str() != "-") {
            None => {
                let stdout = io::stdout();
                Destination::Standard {
                    is_terminal: stdout.is_terminal(),
                    writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
                }
            }
            Some(path) if path.to_string_lossy().ends_with('/') || path.is_dir() => {
                fs::create_dir_all(path)
                    .with_context(|| format!("{}: cannot be created", display_path(path)))?;
                Destination::Folder(Folder {
                    path: path.to_path_buf(),
                    extension: None,
                    count: 0,
                    file: None,
                })
            }
            Some(path) => Destination::File {
                path: path.to_path_buf(),
                file: Some(AtomicFile::create(path)?),
                is_empty: true,
                may_be_empty: true,
            },
        };
        Ok(Output {
            destination,
            has_grid: false,
            pictures: Strip::default(),
            solutions: String::new(),
            head: "",
            has_head: false,
            array: None,
            is_silent: false,
        })
    }

    /// Returns `option`, or else the format that the extension of the file names. The rows of a
    /// `.json` file become an array.
    ///
    /// # Errors
    /// If the extension names no format of `F`.
    pub fn format<F: ValueEnum>(&mut self, option: Option<F>) -> anyhow::Result<Option<F>> {
        match self.file().filter(|_| option.is_none()) {
            None => Ok(option),
            Some(path) => {
                let (format, is_array) = format_of_file(path)?;
                self.array = is_array.then(JsonArray::default);
                Ok(format)
            }
        }
    }

    /// Returns true if results go to standard output.
    pub fn is_standard(&self) -> bool {
        matches!(&self.destination, Destination::Standard { .. })
    }

    /// Returns true if results go to a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(
            &self.destination,
            Destination::Standard {
                is_terminal: true,
                ..
            }
        )
    }

    /// Returns the file that results go to.
    pub fn file(&self) -> Option<&Path> {
        match &self.destination {
            Destination::File { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Returns the folder that results go to.
    pub fn folder(&self) -> Option<&Path> {
        match &self.destination {
            Destination::Folder(folder) => Some(&folder.path),
            _ => None,
        }
    }

    /// Allows a folder, in which each puzzle gets a file with this extension.
    pub fn name_files(&mut self, extension: &'static str) {
        if let Destination::Folder(folder) = &mut self.destination {
            folder.extension = Some(extension);
        }
    }

    /// Sets the start of the results and, in a folder, of each file.
    pub fn set_head(&mut self, head: &'static str) {
        self.head = head;
    }

    /// Refuses a folder, unless [`Output::name_files`] allows it.
    pub fn check(&self) -> anyhow::Result<()> {
        match &self.destination {
            Destination::Folder(folder) if folder.extension.is_none() => bail!(
                "{}: expected a file, found a folder, which is for puzzles as text or pictures",
                display_path(&folder.path)
            ),
            _ => Ok(()),
        }
    }

    /// Creates no file if there are no results.
    pub fn leave_out_empty_file(&mut self) {
        if let Destination::File { may_be_empty, .. } = &mut self.destination {
            *may_be_empty = false;
        }
    }

    /// Ends the results of a puzzle.
    pub fn end_puzzle(&mut self) -> anyhow::Result<()> {
        if let Destination::Folder(_) = self.destination {
            self.end_document()?;
        }
        if let Destination::Folder(folder) = &mut self.destination {
            self.has_grid = false;
            self.has_head = false;
            folder.count += 1;
            if let Some(file) = folder.file.take() {
                file.finish()?;
            }
        }
        Ok(())
    }

    /// Writes a result.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes a result that is UTF-8.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        if !self.has_head && !self.head.is_empty() {
            self.has_head = true;
            self.write(self.head)?;
        }
        let in_array = self.array.as_mut().map(|array| array.add(bytes));
        let bytes = in_array.as_deref().unwrap_or(bytes);
        match &mut self.destination {
            Destination::Standard {
                writer,
                is_terminal,
            } => {
                writer.write_all(bytes).map_err(StdoutError)?;
                if *is_terminal {
                    writer.flush().map_err(StdoutError)?;
                }
                Ok(())
            }
            Destination::File {
                path,
                file: Some(file),
                is_empty,
                ..
            } => {
                *is_empty &= bytes.is_empty();
                file.write_all(bytes).with_context(|| cannot_write(path))
            }
            Destination::File { file: None, .. } => Ok(()),
            Destination::Folder(folder) => folder.write(bytes),
        }
    }

    /// Writes a grid. A blank line separates grids of several lines.
    pub fn write_grid(&mut self, text: &str) -> anyhow::Result<()> {
        if text.lines().nth(1).is_some() {
            if self.has_grid {
                self.write("\n")?;
            }
            self.has_grid = true;
        }
        self.write(text)
    }

    /// Adds an SVG picture to the document.
    pub fn add_picture(&mut self, svg: String) -> anyhow::Result<()> {
        self.pictures.add(svg)
    }

    /// Adds a solution to the end of a page of HTML.
    pub fn add_solution(&mut self, figure: &str) {
        self.solutions += figure;
    }

    /// Prints a message about one puzzle, unless messages are suppressed.
    pub fn message(&mut self, message: &str) -> anyhow::Result<()> {
        if is_quiet() {
            return Ok(());
        }
        self.error(message)
    }

    /// Prints an error, after the results before it: both may go to the same terminal.
    pub fn error(&mut self, message: &str) -> anyhow::Result<()> {
        self.flush()?;
        print_message(message);
        Ok(())
    }

    /// Discards all further results.
    pub fn silence(&mut self) {
        self.is_silent = true;
    }

    /// Writes what comes after all puzzles of a document.
    fn end_document(&mut self) -> anyhow::Result<()> {
        if !self.solutions.is_empty() {
            let solutions = sheet::solutions(&std::mem::take(&mut self.solutions));
            self.write(&solutions)?;
        }
        let pictures = std::mem::take(&mut self.pictures);
        pictures.write(&mut |bytes| self.write_bytes(bytes))
    }

    /// Writes the results that are still in memory.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        match &mut self.destination {
            Destination::Standard { writer, .. } if !self.is_silent => {
                Ok(writer.flush().map_err(StdoutError)?)
            }
            _ => Ok(()),
        }
    }

    /// Completes the output. Without this call there would be no file, and an error of the last write
    /// would be lost.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.end_document()?;
        let is_wanted = !matches!(
            &self.destination,
            Destination::File {
                is_empty: true,
                may_be_empty: false,
                ..
            }
        );
        if let Some(array) = self.array.take().filter(|_| is_wanted) {
            self.write(array.end())?;
        }
        match &mut self.destination {
            Destination::Standard { .. } => self.flush(),
            Destination::File {
                file,
                is_empty,
                may_be_empty,
                ..
            } => match file.take() {
                Some(file) if *may_be_empty || !*is_empty => file.finish().map(drop),
                _ => Ok(()),
            },
            Destination::Folder(folder) => folder
                .file
                .take()
                .map_or(Ok(()), |file| file.finish().map(drop)),
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

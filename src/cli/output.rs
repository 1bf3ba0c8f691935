//! Where results and messages go: results to standard output, everything else to standard error.

use std::fmt::{self, Display};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::file::{WholeFile, cannot_write, create_in_folder};
use super::message::is_quiet;
pub use super::message::{display_path as shown, print_message as say};
use super::sheet::Sheet;

/// Where results go: standard output, buffered, or a file, or a folder.
pub struct Output {
    destination: Destination,
    has_grid: bool,
    sheet: Sheet,
    /// The start of the results and, in a folder, of each file.
    head: &'static str,
    has_head: bool,
    /// Nobody reads the results any more, and the run goes on for another reason.
    is_silent: bool,
}

enum Destination {
    /// On a terminal every result appears at once.
    Standard {
        writer: BufWriter<io::StdoutLock<'static>>,
        is_terminal: bool,
    },
    File {
        path: PathBuf,
        /// `None` when it is in its place.
        file: Option<WholeFile>,
        is_empty: bool,
        /// Whether there is to be a file if nothing is written.
        may_be_empty: bool,
    },
    Folder(Folder),
}

/// A folder with a file for each puzzle that has a result: `000001.txt`, `000002.txt`, ….
struct Folder {
    path: PathBuf,
    /// How the names of the files end, if the command writes such files.
    ending: Option<&'static str>,
    /// How many puzzles there have been.
    count: usize,
    /// That of the current puzzle.
    file: Option<WholeFile>,
}

impl Folder {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let name = format!("{:06}.{}", self.count + 1, self.ending.unwrap_or("txt"));
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
    /// To standard output or, if named, a file, or a folder whose name ends in `/` or which is there
    /// already.
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
                    .with_context(|| format!("{}: cannot be made", shown(path)))?;
                Destination::Folder(Folder {
                    path: path.to_path_buf(),
                    ending: None,
                    count: 0,
                    file: None,
                })
            }
            Some(path) => Destination::File {
                path: path.to_path_buf(),
                file: Some(WholeFile::create(path)?),
                is_empty: true,
                may_be_empty: true,
            },
        };
        Ok(Output {
            destination,
            has_grid: false,
            sheet: Sheet::default(),
            head: "",
            has_head: false,
            is_silent: false,
        })
    }

    /// Whether results go to standard output.
    pub fn is_standard(&self) -> bool {
        matches!(&self.destination, Destination::Standard { .. })
    }

    /// Whether results go to a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(
            &self.destination,
            Destination::Standard {
                is_terminal: true,
                ..
            }
        )
    }

    /// The file that results go to.
    pub fn file(&self) -> Option<&Path> {
        match &self.destination {
            Destination::File { path, .. } => Some(path),
            _ => None,
        }
    }

    /// The folder that results go to.
    pub fn folder(&self) -> Option<&Path> {
        match &self.destination {
            Destination::Folder(folder) => Some(&folder.path),
            _ => None,
        }
    }

    /// Lets the results of every puzzle go to a file of its own, with a name that ends so, where they
    /// go to a folder.
    pub fn name_files(&mut self, ending: &'static str) {
        if let Destination::Folder(folder) = &mut self.destination {
            folder.ending = Some(ending);
        }
    }

    /// Sets the start of the results and, in a folder, of each file.
    pub fn set_head(&mut self, head: &'static str) {
        self.head = head;
    }

    /// Refuses a folder if results are not to go to files with one puzzle each.
    pub fn check(&self) -> anyhow::Result<()> {
        match &self.destination {
            Destination::Folder(Folder {
                path, ending: None, ..
            }) => bail!(
                "{}: expected a file, found a folder, which is for puzzles as text or pictures",
                shown(path)
            ),
            _ => Ok(()),
        }
    }

    /// Makes no file where nothing is written.
    pub fn leave_out_empty_file(&mut self) {
        if let Destination::File { may_be_empty, .. } = &mut self.destination {
            *may_be_empty = false;
        }
    }

    /// Lays pictures out on pages with as many of them.
    pub fn lay_out(&mut self, per_page: NonZeroUsize) {
        self.sheet = Sheet::with_pages(per_page);
    }

    /// Takes note that the next result is that of another puzzle.
    pub fn end_puzzle(&mut self) -> anyhow::Result<()> {
        if let Destination::Folder(_) = self.destination {
            self.write_sheet()?;
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

    /// Writes one result.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes one result.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        if !self.has_head && !self.head.is_empty() {
            self.has_head = true;
            self.write(self.head)?;
        }
        match &mut self.destination {
            Destination::Standard {
                writer,
                is_terminal,
            } => {
                writer.write_all(bytes).map_err(Unwritten)?;
                if *is_terminal {
                    writer.flush().map_err(Unwritten)?;
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

    /// From now on nothing is written, and nothing is an error because of that.
    pub fn silence(&mut self) {
        self.is_silent = true;
    }

    /// Adds a picture of the puzzle with this number to the document.
    pub fn add_picture(
        &mut self,
        svg: &str,
        solution: Option<String>,
        number: usize,
    ) -> anyhow::Result<()> {
        if let Some(solution) = solution {
            self.sheet.add_solution(solution, number);
        }
        self.sheet.add(svg, number)
    }

    /// Writes a line about one puzzle to standard error, unless that is to be quiet.
    pub fn message(&mut self, message: &str) -> anyhow::Result<()> {
        if is_quiet() {
            return Ok(());
        }
        self.alarm(message)
    }

    /// Writes a line to standard error.
    pub fn alarm(&mut self, message: &str) -> anyhow::Result<()> {
        // Both may go to the same terminal: keep the order.
        self.flush()?;
        say(message);
        Ok(())
    }

    /// Writes a grid: with a blank line between it and the grid before, if it has several lines.
    pub fn write_grid(&mut self, text: &str) -> anyhow::Result<()> {
        if text.lines().nth(1).is_some() {
            if self.has_grid {
                self.write("\n")?;
            }
            self.has_grid = true;
        }
        self.write(text)
    }

    /// Writes the pictures so far.
    fn write_sheet(&mut self) -> anyhow::Result<()> {
        let sheet = self.sheet.take();
        sheet.write(&mut |bytes| self.write_bytes(bytes))
    }

    /// Writes what is still in memory.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        match &mut self.destination {
            Destination::Standard { writer, .. } if !self.is_silent => {
                Ok(writer.flush().map_err(Unwritten)?)
            }
            _ => Ok(()),
        }
    }

    /// Writes what waits for the end of the run. Without this, an error of the last write would be
    /// lost, and there would be no file.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.write_sheet()?;
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

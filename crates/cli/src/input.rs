//! Records from files, standard input, or the command line itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, anyhow, bail};
use same_file::Handle;
use satdoku::format_error::Escaped;
use satdoku::sat::DimacsError;
use satdoku_text::{ReadOptions, Reader, Record, decompress, looks_like_puzzle};

use super::memory::default_budget;
use super::message::{display_path, print_message, prompt};
use super::progress::Amount;
use super::terminal::Terminal;

/// What the reader finds.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "almost every item is a record")]
pub enum Item {
    Record(Record),
    /// An input that cannot be read. The run continues.
    Unreadable(anyhow::Error),
    /// The columns of a table without rows.
    EmptyTable(Arc<[String]>),
}

/// The input of a command.
#[derive(Debug, Clone)]
pub struct Input {
    /// The named files and arguments; `-` is standard input.
    pub files: Vec<PathBuf>,
    pub options: ReadOptions,
    /// False if records lose their file and line.
    pub has_places: bool,
    /// The number of bytes that have been read.
    pub bytes_read: Arc<AtomicU64>,
}

impl Input {
    /// Returns an input of these files; none are standard input.
    pub fn new(mut files: Vec<PathBuf>, options: ReadOptions) -> Input {
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        Input {
            files,
            options,
            has_places: true,
            bytes_read: Arc::default(),
        }
    }

    /// Returns how much there is to read.
    pub fn amount(&self) -> Amount {
        let size = |file: &PathBuf| {
            let metadata = std::fs::metadata(file).ok()?;
            metadata.is_file().then_some(metadata.len())
        };
        Amount {
            total: self.files.iter().map(size).sum(),
            read: Some(self.bytes_read.clone()),
        }
    }

    /// Returns the first `max` items.
    pub fn first(&self, max: usize, terminal: &Terminal) -> Vec<Item> {
        let mut first = Vec::new();
        let _ = self.read(terminal, &|| {}, &mut |item| {
            first.push(item);
            match first.len() < max {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        first
    }

    /// Refuses an input none of whose files can be opened.
    pub fn require_file(&self) -> anyhow::Result<()> {
        // Opening a pipe blocks until a process writes to it.
        let is_pipe = |file: &&PathBuf| file.exists() && !file.is_file() && !file.is_dir();
        let mut files = self.files.iter().filter(|file| !is_pipe(file));
        match files.clone().count() < self.files.len() {
            true => Ok(()),
            false if files.clone().any(|file| self.open(file).is_ok()) => Ok(()),
            false => files.try_for_each(|file| self.open(file).map(drop)),
        }
    }

    /// Hands over every record of every file, in order. Calls `before_wait` before it may have to wait.
    ///
    /// A file that cannot be read or has text without a puzzle is an error, and the next file
    /// follows. An empty file has no records.
    pub fn read(
        &self,
        terminal: &Terminal,
        before_wait: &dyn Fn(),
        push: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for file in &self.files {
            // Opening a pipe blocks until a process writes to it.
            before_wait();
            match self.open(file) {
                Ok(Opened::File(input)) => {
                    self.read_file(file, input, terminal, before_wait, push)?;
                }
                Ok(Opened::Argument(text)) => {
                    let reader = Reader::new("<argument>", text.as_bytes(), self.options.clone());
                    self.read_records("<argument>", reader, terminal, push)?;
                }
                Err(error) => push(Item::Unreadable(error))?,
            }
        }
        ControlFlow::Continue(())
    }

    fn read_file(
        &self,
        file: &Path,
        input: File,
        terminal: &Terminal,
        before_wait: &dyn Fn(),
        push: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let name = name_of(file);
        let mut options = self.options.clone();
        // A person at a terminal expects an answer at the end of each puzzle.
        options.interactive = is_standard_input(file) && io::stdin().is_terminal();
        if options.interactive {
            prompt(
                terminal,
                "Type or paste puzzles. A puzzle on one line is answered at once, one of several \
                 rows at the blank line after it. Ctrl-D ends.",
            );
        }
        let input = FileInput {
            input,
            bytes_read: self.bytes_read.clone(),
            before_wait,
            is_at_end: false,
        };
        match decompress(BufReader::with_capacity(1 << 16, input)) {
            Ok(input) => {
                self.read_records(&name, Reader::new(&name, input, options), terminal, push)
            }
            Err(error) => push(cannot_read(&name, error)),
        }
    }

    /// Hands over the records of one input.
    fn read_records<R: BufRead>(
        &self,
        name: &str,
        mut records: Reader<R>,
        terminal: &Terminal,
        push: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut is_empty = true;
        for record in &mut records {
            is_empty = false;
            let mut record = match record {
                Ok(record) => record,
                Err(error) => return push(cannot_read(name, error)),
            };
            if !self.has_places {
                remove_place(&mut record);
            }
            push(Item::Record(record))?;
        }
        match records.columns() {
            Some(columns) if is_empty => push(Item::EmptyTable(columns.clone())),
            None if is_empty && !terminal.is_quiet => {
                print_message(format!(
                    "{}: empty, so there is no puzzle to read",
                    Escaped(name)
                ));
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Opens a file. An argument that names no file may be a puzzle itself.
    fn open<'a>(&self, file: &'a Path) -> anyhow::Result<Opened<'a>> {
        let name = display_path(file);
        if is_standard_input(file) {
            let input = standard_input().context("<stdin>: cannot be opened")?;
            refuse_output(&input, "<stdin>")?;
            return Ok(Opened::File(input));
        }
        if file.is_dir() {
            bail!("{name}: expected a file, found a folder: name the files in it");
        }
        let input = match File::open(file) {
            Ok(input) => input,
            Err(error) => {
                let text = file.to_str().filter(|text| looks_like_puzzle(text));
                return match text {
                    Some(text) if !file.exists() => Ok(Opened::Argument(text)),
                    _ if name.is_empty() => {
                        bail!("expected a file or a puzzle, found an empty argument")
                    }
                    // Cells without a letter are no name of a file that anyone would miss.
                    _ if error.kind() == io::ErrorKind::NotFound && !has_letter(&name) => {
                        bail!("{name}: expected a file or a puzzle, found neither")
                    }
                    _ => Err(error).context(format!("{name}: cannot be opened")),
                };
            }
        };
        refuse_output(&input, &name)?;
        Ok(Opened::File(input))
    }
}

/// The meaning of an argument.
enum Opened<'a> {
    File(File),
    /// The argument is the puzzle.
    Argument(&'a str),
}

fn cannot_read(name: &str, error: io::Error) -> Item {
    let context = format!("{}: cannot be read", Escaped(name));
    Item::Unreadable(anyhow::Error::new(error).context(context))
}

/// Removes the file and line of a record. Lines in its errors are then counted from its first one.
pub fn remove_place(record: &mut Record) {
    let nowhere: Arc<str> = "".into();
    if let Err(invalid) = &mut record.content {
        let place = &mut invalid.error.place;
        place.source = nowhere.clone();
        place.line = (place.line + 1).saturating_sub(record.line).max(1);
    }
    record.source = nowhere;
}

fn has_letter(name: &str) -> bool {
    name.contains(|c: char| c.is_alphabetic() || c == '/')
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Returns the name of a file in answers and errors.
pub fn name_of(file: &Path) -> String {
    if is_standard_input(file) {
        "<stdin>".to_string()
    } else {
        file.display().to_string()
    }
}

/// Returns the name of a file in messages, with control characters escaped.
pub fn shown_name(file: &Path) -> String {
    display_path(Path::new(&name_of(file)))
}

/// Returns the text of a file or of standard input that an option names.
pub fn read_text(file: &Path) -> anyhow::Result<String> {
    read_bounded(file, |input| {
        let mut text = String::new();
        input.read_to_string(&mut text)?;
        Ok(text)
    })
}

/// Reads a file or standard input, unpacked if gzip packed it, up to half of the memory for one puzzle.
///
/// # Errors
/// If it cannot be opened or read or holds more, and the errors of `read`.
pub fn read_bounded<T>(
    file: &Path,
    read: impl FnOnce(&mut dyn BufRead) -> Result<T, DimacsError>,
) -> anyhow::Result<T> {
    let max = default_budget().memory / 2;
    let name = shown_name(file);
    let input = match is_standard_input(file) {
        true => standard_input(),
        false => File::open(file),
    };
    let input = FileInput {
        input: input.with_context(|| format!("{name}: cannot be opened"))?,
        bytes_read: Arc::default(),
        before_wait: &|| {},
        is_at_end: false,
    };
    let cannot_read = || format!("{name}: cannot be read");
    let input = decompress(BufReader::with_capacity(1 << 16, input)).with_context(cannot_read)?;
    let mut input = input.take(max + 1);
    let result = read(&mut input);
    if input.limit() == 0 {
        let max = max / 1_000_000;
        bail!("{name}: expected at most {max} MB, found more");
    }
    match result {
        Err(DimacsError::Io(error)) => Err(error).with_context(cannot_read),
        result => result.map_err(|error| anyhow!("{name}:{error}")),
    }
}

/// Returns standard input as a file, without a buffer of its own.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.map(File::from)
}

/// Refuses to read the file that standard output goes to. It would grow while it is read, or the
/// shell has emptied it already.
fn refuse_output(input: &File, name: &str) -> anyhow::Result<()> {
    let is_file = input.metadata().is_ok_and(|metadata| metadata.is_file());
    let identity = |file: &File| Handle::from_file(file.try_clone()?);
    if is_file
        && let (Ok(input), Ok(output)) = (identity(input), Handle::stdout())
        && input == output
    {
        bail!("{name}: is input and output at the same time");
    }
    Ok(())
}

/// A file whose bytes are counted, and which calls `before_wait` before it may have to wait.
struct FileInput<'a> {
    input: File,
    bytes_read: Arc<AtomicU64>,
    before_wait: &'a dyn Fn(),
    /// A terminal can be read again after its end, which would surprise the user.
    is_at_end: bool,
}

impl Read for FileInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        (self.before_wait)();
        let count = self.input.read(buffer)?;
        self.is_at_end = count == 0 && !buffer.is_empty();
        self.bytes_read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

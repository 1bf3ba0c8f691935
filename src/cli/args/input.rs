//! Where puzzles come from: files, standard input, or the command line itself.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};
use clap::Args;
use same_file::Handle;
use satdoku::board::{RegionMap, Shape, UnknownName, Variant};
use satdoku::format::{
    Alphabet, Column, ReadOptions, Reader, Record, Visible, decompress, looks_like_puzzle,
    read_regions,
};

use super::heading::{INPUT, LIMITS};
use crate::cli::batch::Sink;
use crate::cli::message::prompt as await_input;
use crate::cli::output::shown;
use crate::cli::progress::Amount;
use crate::cli::read;

/// A record, or what kept one from being read.
pub type Item = anyhow::Result<Record>;

/// What every command that reads puzzles is told.
#[derive(Debug, Clone, Default, Args)]
pub struct Input {
    /// Puzzle files, or a puzzle [default: standard input]
    ///
    /// A file holds any number of puzzles in any supported form, and may be compressed with gzip. -
    /// is standard input.
    #[arg(value_name = "FILE", help_heading = INPUT, display_order = 0)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    /// How many bytes have been read.
    #[arg(skip)]
    read: Arc<AtomicU64>,
}

/// What has to be known of puzzles that do not say it themselves.
#[derive(Debug, Clone, Args)]
pub struct Reading {
    /// Set the rows and columns of a box, such as 2x3
    ///
    /// Needed if the size is not a square number.
    #[arg(long = "box", value_name = "RxC", help_heading = INPUT)]
    shape: Option<Shape>,

    /// Add rules, such as diagonal,anti-knight
    ///
    /// All: diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive. Other common
    /// names are accepted: x, hyper, antiknight, …
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', value_parser = variant,
          help_heading = INPUT)]
    variants: Vec<Variant>,

    /// Replace boxes with the regions in a file
    ///
    /// The file has a symbol for each cell, or a line of cells such as r1c1 for each region. The
    /// regions apply to all puzzles.
    #[arg(long, value_name = "FILE", value_parser = Regions::read, conflicts_with = "shape", help_heading = INPUT)]
    regions: Option<Regions>,

    /// Set the symbols of digits: 1-9A, 0-9A, A-Z or numbers
    ///
    /// [default: detected]
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    alphabet: Option<Alphabet>,

    /// Read puzzles from this column, a name or number
    ///
    /// [default: the column with a common name, or the only one with puzzles]
    #[arg(long, value_name = "NAME|N", help_heading = INPUT, hide_short_help = true)]
    column: Option<Column>,

    /// Read every line as one record, even if it is blank
    #[arg(long, conflicts_with = "column", help_heading = INPUT, hide_short_help = true)]
    lines: bool,

    /// Limit lines to this many bytes
    #[arg(long, value_name = "BYTES", default_value_t = ReadOptions::default().longest_line,
          help_heading = LIMITS, hide_short_help = true)]
    max_line: usize,
}

/// A variant by its name, or by another that is usual.
pub fn variant(name: &str) -> Result<Variant, UnknownName> {
    let lower = name.to_lowercase();
    let letters: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    let usual = match letters.as_str() {
        "x" | "sudokux" | "xsudoku" | "diagonals" => "diagonal",
        "hyper" | "hypersudoku" | "window" | "windows" | "nrc" | "fourbox" => "windoku",
        "disjoint" | "disjointgroup" | "disjointgroups" | "disjointsets" => "disjoint-groups",
        "antiknight" | "knight" | "knights" | "noknight" => "anti-knight",
        "antiking" | "king" | "kings" | "notouch" | "touchless" => "anti-king",
        "nonconsecutive" | "noconsecutive" => "non-consecutive",
        _ => name,
    };
    usual.parse()
}

/// A region map and the file that it came from.
#[derive(Debug, Clone)]
struct Regions {
    map: RegionMap,
    file: PathBuf,
}

impl Regions {
    fn read(file: &str) -> anyhow::Result<Regions> {
        /// The map of the largest board takes 640,000 bytes.
        const LONGEST: u64 = 4 << 20;
        let name = Visible(file);
        let input = File::open(file).with_context(|| format!("{name}: cannot be opened"))?;
        let mut text = String::new();
        let read = input.take(LONGEST).read_to_string(&mut text);
        read.with_context(|| format!("{name}: cannot be read"))?;
        Ok(Regions {
            map: read_regions(file, &text)?,
            file: file.into(),
        })
    }
}

impl Default for Reading {
    /// Nothing, as where no option is given.
    fn default() -> Reading {
        Reading {
            shape: None,
            variants: Vec::new(),
            regions: None,
            alphabet: None,
            column: None,
            lines: false,
            max_line: ReadOptions::default().longest_line,
        }
    }
}

impl Reading {
    fn options(&self) -> ReadOptions {
        ReadOptions {
            shape: self.shape,
            regions: self.regions.as_ref().map(|regions| regions.map.clone()),
            variants: self.variants.clone(),
            alphabet: self.alphabet,
            column: self.column.clone(),
            lines: self.lines,
            interactive: false,
            longest_line: self.max_line,
        }
    }
}

impl Input {
    /// Returns the input that the arguments describe.
    pub fn checked(self) -> read::Input {
        let options = self.reading.options();
        read::Input {
            regions_file: self.reading.regions.map(|regions| regions.file),
            ..read::Input::new(self.files, options)
        }
    }

    /// The puzzles of one file, or of standard input if its name is -.
    pub fn of_file(file: &Path, reading: &Reading) -> Input {
        Input {
            files: vec![file.to_path_buf()],
            reading: reading.clone(),
            read: Arc::default(),
        }
    }

    /// Whether no file is named.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Refuses to write to a file that is read.
    ///
    /// # Errors
    /// When `output` is one of the files, under whatever name.
    pub fn keep_safe_from(&self, output: &Path) -> anyhow::Result<()> {
        // Looking at a pipe would open it, and wait.
        if !output.is_file() {
            return Ok(());
        }
        let regions = self.reading.regions.as_ref().map(|regions| &regions.file);
        let same = |file: &PathBuf| same_file::is_same_file(file, output).unwrap_or(false);
        if self.files.iter().chain(regions).any(same) {
            bail!("{}: is input and output at the same time", shown(output));
        }
        Ok(())
    }

    /// How much there is to read.
    pub fn amount(&self) -> Amount {
        let size = |file: &PathBuf| {
            let metadata = std::fs::metadata(file).ok()?;
            metadata.is_file().then_some(metadata.len())
        };
        Amount {
            total: if self.files.is_empty() {
                None
            } else {
                self.files.iter().map(size).sum()
            },
            read: self.read.clone(),
        }
    }

    /// Hands every record of every file to `sink`, in order. A file that cannot be read or holds no
    /// puzzle is an error, and the next one follows; one without any text holds nothing and is none.
    pub fn read(&self, sink: &dyn Sink<Item>) -> ControlFlow<()> {
        let mut options = self.reading.options();
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() {
            &standard_input[..]
        } else {
            &self.files
        };
        for file in files {
            // Opening a pipe waits for somebody to write to it.
            sink.flush();
            let name = name_of(file);
            // A person who types wants an answer at the end of a puzzle.
            options.interactive = is_standard_input(file) && io::stdin().is_terminal();
            if options.interactive {
                await_input(
                    "Type or paste puzzles: a line is answered at once, rows at the blank line \
                     behind them. Ctrl-D ends.",
                );
            }
            let input = match self.open(file, &options) {
                Ok(Source::File(input)) => input,
                Ok(Source::Argument(records)) => {
                    for record in records {
                        sink.push(Ok(record))?;
                    }
                    continue;
                }
                Err(error) => {
                    sink.push(Err(error))?;
                    continue;
                }
            };
            let amount = Arc::clone(&self.read);
            read_file(
                &name,
                Counted::new(input, amount, Some(sink)),
                &options,
                sink,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// A record of each file that can be read twice, one of the first, which shows what the columns
    /// of the others are.
    pub fn samples(&self) -> Vec<Record> {
        /// Bad rows at the beginning may not know that they are rows.
        const LOOKED_AT: usize = 16;
        let sample = |file: &PathBuf| {
            let is_file = std::fs::metadata(file).is_ok_and(|metadata| metadata.is_file());
            let input = File::open(file).ok().filter(|_| is_file)?;
            let input = Counted::new(input, Arc::default(), None);
            let input = decompress(BufReader::new(input)).ok()?;
            let records = Reader::new(&name_of(file), input, self.reading.options());
            let mut records = records.map_while(Result::ok).take(LOOKED_AT);
            records.find(|record| record.row.is_some() || record.content.is_ok())
        };
        self.files.iter().filter_map(sample).collect()
    }

    /// Opens a file, or takes an argument that is none for a puzzle.
    fn open(&self, file: &Path, options: &ReadOptions) -> anyhow::Result<Source> {
        let name = shown(file);
        if is_standard_input(file) {
            let input = standard_input().context("<stdin>: cannot be opened")?;
            refuse_output(&input, "<stdin>")?;
            return Ok(Source::File(input));
        }
        if file.is_dir() {
            bail!("{name}: expected a file, found a folder: name the files in it");
        }
        let input = match File::open(file) {
            Ok(input) => input,
            Err(error) if !file.exists() => return puzzle_of(file, options, error),
            Err(error) => return Err(error).context(format!("{name}: cannot be opened")),
        };
        refuse_output(&input, &name)?;
        Ok(Source::File(input))
    }
}

/// What an argument names.
enum Source {
    File(File),
    /// The argument is the puzzle.
    Argument(Vec<Record>),
}

/// The puzzle that an argument is which names no file.
fn puzzle_of(argument: &Path, options: &ReadOptions, error: io::Error) -> anyhow::Result<Source> {
    let text = argument.to_str().filter(|text| looks_like_puzzle(text));
    let Some(text) = text else {
        return Err(error).context(format!("{}: cannot be opened", shown(argument)));
    };
    let records = Reader::new("<argument>", text.as_bytes(), options.clone());
    Ok(Source::Argument(records.map_while(Result::ok).collect()))
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The name of a file in answers and errors.
pub fn name_of(file: &Path) -> String {
    if is_standard_input(file) {
        "<stdin>".to_string()
    } else {
        file.display().to_string()
    }
}

/// Hands the records of one file over.
fn read_file(
    name: &str,
    input: Counted<'_>,
    options: &ReadOptions,
    sink: &dyn Sink<Item>,
) -> ControlFlow<()> {
    let cannot_read = || format!("{}: cannot be read", Visible(name));
    let input = BufReader::with_capacity(1 << 16, input);
    let input = match decompress(input).with_context(cannot_read) {
        Ok(input) => input,
        Err(error) => return sink.push(Err(error)),
    };
    for record in Reader::new(name, input, options.clone()) {
        match record.with_context(cannot_read) {
            Ok(record) => sink.push(Ok(record))?,
            Err(error) => return sink.push(Err(error)),
        }
    }
    ControlFlow::Continue(())
}

/// Standard input as a file, without a buffer of its own.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.map(File::from)
}

/// Refuses to read what standard output goes to: a file that grows while it is read, or that the
/// shell has emptied already.
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

/// Input whose bytes are counted. Before it waits for more, what was read is to be answered.
struct Counted<'a> {
    input: File,
    read: Arc<AtomicU64>,
    sink: Option<&'a dyn Sink<Item>>,
    /// A terminal can be read again after its end, which nobody means.
    is_at_end: bool,
}

impl<'a> Counted<'a> {
    fn new(input: File, read: Arc<AtomicU64>, sink: Option<&'a dyn Sink<Item>>) -> Counted<'a> {
        Counted {
            input,
            read,
            sink,
            is_at_end: false,
        }
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        if let Some(sink) = self.sink {
            sink.flush();
        }
        let count = self.input.read(buffer)?;
        self.is_at_end = count == 0 && !buffer.is_empty();
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

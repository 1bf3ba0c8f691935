//! Where puzzles come from: files and standard input.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::board::{RegionMap, Shape, Variant};
use satdoku::format::{
    Alphabet, Column, ReadOptions, Reader, Record, Visible, decompress, read_regions,
};

use super::progress::Amount;

/// What every command that reads puzzles is told.
#[derive(Debug, Args)]
pub struct Input {
    /// Files with any number of puzzles each; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    /// How many bytes have been read.
    #[arg(skip)]
    read: Arc<AtomicU64>,
}

/// What has to be known of puzzles that do not say it themselves.
#[derive(Debug, Clone, Args)]
pub struct Reading {
    /// Rows and columns of a box, such as 2x3; needed where the size is no square number
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// Rules beside rows, columns and boxes: diagonal, windoku, disjoint-groups, anti-knight,
    /// anti-king, non-consecutive
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',')]
    variants: Vec<Variant>,

    /// A map of the regions that all puzzles have in place of boxes: a symbol for each cell, or a
    /// line of cells such as r1c1 for each region
    #[arg(long, value_name = "FILE", value_parser = regions_in, conflicts_with = "shape")]
    regions: Option<RegionMap>,

    /// Symbols of the digits above 9: 1-9A, 0-9A, A-Z or numbers [default: what the text shows]
    #[arg(long, value_name = "NAME")]
    alphabet: Option<Alphabet>,

    /// Column of a table that has the puzzles: its name or its number [default: what the table shows]
    #[arg(long, value_name = "NAME|N")]
    column: Option<Column>,

    /// Every line is one puzzle, blank lines and comments too: as many answers as lines
    #[arg(long, conflicts_with = "column")]
    lines: bool,

    /// The longest line that is read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = ReadOptions::default().longest_line)]
    max_line: usize,
}

impl Reading {
    fn options(&self) -> ReadOptions {
        ReadOptions {
            shape: self.shape,
            regions: self.regions.clone(),
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
    /// When `output` is one of the files.
    pub fn keep_safe_from(&self, output: &Path) -> anyhow::Result<()> {
        let same = |file: &PathBuf| match (file.canonicalize(), output.canonicalize()) {
            (Ok(file), Ok(output)) => file == output,
            _ => false,
        };
        match self.files.iter().any(same) {
            true => bail!("{}: is input and output at the same time", output.display()),
            false => Ok(()),
        }
    }

    /// How much there is to read.
    pub fn amount(&self) -> Amount {
        let size = |file: &PathBuf| {
            let metadata = std::fs::metadata(file).ok()?;
            metadata.is_file().then_some(metadata.len())
        };
        Amount {
            total: match self.files.is_empty() {
                true => None,
                false => self.files.iter().map(size).sum(),
            },
            read: self.read.clone(),
        }
    }

    /// Every record of every file, in order. A file that cannot be read is an error, and the next one
    /// follows.
    pub fn records(&self) -> impl Iterator<Item = anyhow::Result<Record>> + Send + use<> {
        let files = match self.files.is_empty() {
            true => vec![PathBuf::from("-")],
            false => self.files.clone(),
        };
        let (options, read) = (self.reading.options(), self.read.clone());
        files
            .into_iter()
            .flat_map(move |file| records_of(&file, &options, &read))
    }
}

/// The map in a file.
fn regions_in(file: &str) -> anyhow::Result<RegionMap> {
    /// The map of the largest board takes 640,000 bytes.
    const LONGEST: u64 = 4 << 20;
    let input = File::open(file).with_context(|| format!("{file}: cannot be opened"))?;
    let mut text = String::new();
    let read = input.take(LONGEST).read_to_string(&mut text);
    read.with_context(|| format!("{file}: cannot be read"))?;
    Ok(read_regions(file, &text)?)
}

fn records_of(
    file: &Path,
    options: &ReadOptions,
    read: &Arc<AtomicU64>,
) -> Box<dyn Iterator<Item = anyhow::Result<Record>> + Send> {
    let is_standard_input = file.as_os_str() == "-";
    let name = match is_standard_input {
        true => "<stdin>".to_string(),
        false => file.display().to_string(),
    };
    let input = match is_standard_input {
        true => standard_input(),
        false => File::open(file),
    };
    // What messages call it: a name can hold anything.
    let shown = Visible(&name).to_string();
    let input = match input.with_context(|| format!("{shown}: cannot be opened")) {
        Ok(input) => input,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    if is_standard_output(&input) {
        let error = anyhow!("{shown}: is input and output at the same time");
        return Box::new(std::iter::once(Err(error)));
    }
    let counted = Counted {
        input,
        read: read.clone(),
    };
    let input = BufReader::with_capacity(1 << 16, counted);
    let input = match decompress(input).with_context(|| format!("{shown}: cannot be read")) {
        Ok(input) => input,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let options = ReadOptions {
        interactive: is_standard_input && io::stdin().is_terminal(),
        ..options.clone()
    };
    let records = Reader::new(&name, input, options);
    Box::new(records.map(move |record| record.with_context(|| format!("{shown}: cannot be read"))))
}

/// Standard input as a file, without a buffer of its own.
#[cfg(unix)]
fn standard_input() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn standard_input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Whether what is read is also what standard output goes to: a file that grows while it is read,
/// or that the shell has emptied already.
#[cfg(unix)]
fn is_standard_output(input: &File) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let output = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let identity = |file: &File| {
        let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(input).is_some_and(|input| output.is_ok_and(|output| identity(&output) == Some(input)))
}

#[cfg(not(unix))]
fn is_standard_output(_: &File) -> bool {
    false
}

/// Input whose bytes are counted.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

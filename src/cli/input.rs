//! Where puzzles come from: files and standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use satdoku::board::{Puzzle, Shape};
use satdoku::format::{Alphabet, Column, Form, ReadOptions, Reader, Record, decompress};

use super::exit::Exit;
use super::output::say;

/// What every command that reads puzzles is told.
#[derive(Debug, Args)]
pub struct Input {
    /// Files with any number of puzzles each; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,
}

/// What has to be known of puzzles that do not say it themselves.
#[derive(Debug, Clone, Args)]
pub struct Reading {
    /// Rows and columns of a box, such as 2x3; needed where the size is no square number
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// Symbols of the digits above 9: 1-9A, 0-9A, A-Z or numbers [default: what the text shows]
    #[arg(long, value_name = "NAME")]
    alphabet: Option<Alphabet>,

    /// Column of a table that has the puzzles: its name or its number [default: what the table shows]
    #[arg(long, value_name = "NAME|N")]
    column: Option<Column>,

    /// The longest line that is read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = ReadOptions::default().longest_line)]
    max_line: usize,
}

impl Reading {
    fn options(&self) -> ReadOptions {
        ReadOptions {
            shape: self.shape,
            alphabet: self.alphabet,
            column: self.column.clone(),
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
        }
    }

    /// Whether no file is named.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Lets `answer` deal with every record. What cannot be read is said, and the next record
    /// follows; an error of `answer` ends it all.
    pub fn for_each(
        &self,
        mut answer: impl FnMut(&Record) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Fulfilled;
        for record in self.records() {
            exit.add(match record {
                Ok(record) => answer(&record)?,
                Err(error) => {
                    say(format!("{error:#}"));
                    Exit::Failed
                }
            });
        }
        Ok(exit)
    }

    /// Every record of every file, in order. A file that cannot be read or holds no puzzle is an
    /// error, and the next one follows.
    pub fn records(&self) -> impl Iterator<Item = anyhow::Result<Record>> + '_ {
        let standard_input = [PathBuf::from("-")];
        let files = match self.files.is_empty() {
            true => standard_input.to_vec(),
            false => self.files.clone(),
        };
        files.into_iter().flat_map(|file| self.records_of(file))
    }

    fn records_of(&self, file: PathBuf) -> Box<dyn Iterator<Item = anyhow::Result<Record>>> {
        let is_standard_input = file.as_os_str() == "-";
        let name = match is_standard_input {
            true => "<stdin>".to_string(),
            false => file.display().to_string(),
        };
        let input: io::Result<Box<dyn BufRead>> = match is_standard_input {
            true => Ok(Box::new(io::stdin().lock())),
            false => File::open(&file).map(|file| Box::new(BufReader::new(file)) as _),
        };
        let input = match input.with_context(|| format!("{name}: cannot be opened")) {
            Ok(input) => input,
            Err(error) => return Box::new(std::iter::once(Err(error))),
        };
        let input = match decompress(input).with_context(|| format!("{name}: cannot be read")) {
            Ok(input) => input,
            Err(error) => return Box::new(std::iter::once(Err(error))),
        };
        let options = self.reading.options();
        let mut records = Reader::new(&name, input, options);
        let mut count = 0u64;
        let mut is_at_end = false;
        Box::new(std::iter::from_fn(move || {
            if is_at_end {
                return None;
            }
            match records.next() {
                Some(Ok(record)) => {
                    count += 1;
                    Some(Ok(record))
                }
                Some(Err(error)) => {
                    is_at_end = true;
                    Some(Err(error).with_context(|| format!("{name}: cannot be read")))
                }
                None => {
                    is_at_end = true;
                    let found = "expected a puzzle, found none";
                    (count == 0).then(|| Err(anyhow::anyhow!("{name}:1:1: {found}")))
                }
            }
        }))
    }
}

/// The puzzle of a record and the form it came in. Where the record is no puzzle, that is said on
/// standard error.
pub fn puzzle_of(record: &Record) -> Option<(&Puzzle, Form)> {
    match &record.content {
        Ok((puzzle, form)) => Some((puzzle, *form)),
        Err(invalid) => {
            say(&invalid.error);
            None
        }
    }
}

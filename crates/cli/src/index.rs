//! Folders of formulas and proofs, and the index of each: what `check --certify` and `export` write.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use satdoku_answer::{Certified, Files, NamedFile};
use satdoku_text::{Record, puzzle_fields};
use serde::Serialize;
use serde_json::{Map, Value};

use super::file::{AtomicFile, Folder, Paths};
use super::sink::csv_line;

/// A folder that gets files for each record, and an index that names their puzzles.
pub struct IndexedFolder {
    folder: Folder,
}

/// The columns of an index as a table.
const MANIFEST: [&str; 4] = ["cnf", "source", "line", "puzzle"];

/// A line of an index.
#[derive(Serialize)]
struct Entry<'a> {
    /// The number of the record, counted from 1. The names of the files begin with it.
    number: usize,
    source: &'a str,
    line: usize,
    /// The whole puzzle.
    #[serde(flatten)]
    puzzle: Map<String, Value>,
    verdict: &'static str,
    #[serde(flatten)]
    certified: &'a Certified,
}

impl IndexedFolder {
    /// Opens a folder and its index, a table or lines of JSON as its name says. Removes the other files of
    /// an earlier run if `is_mine` tells them.
    pub fn create(
        path: &Path,
        index: &str,
        inputs: &Paths,
        is_mine: impl Fn(&str) -> bool,
    ) -> anyhow::Result<(IndexedFolder, AtomicFile)> {
        let folder = Folder::create(path, inputs)?;
        folder.clear(is_mine)?;
        let mut file = folder.file(index)?;
        if index.ends_with(".csv") {
            file.put(csv_line(MANIFEST).as_bytes())?;
        }
        Ok((IndexedFolder { folder }, file))
    }

    /// Returns the files of a record.
    pub fn files(&self, number: usize) -> NumberedFiles<'_> {
        NumberedFiles {
            folder: &self.folder,
            number: number + 1,
        }
    }
}

/// The files of one record.
pub struct NumberedFiles<'a> {
    folder: &'a Folder,
    /// The number of the record, counted from 1.
    number: usize,
}

impl NumberedFiles<'_> {
    fn name(&self, extension: &str) -> String {
        format!("{:06}.{extension}", self.number)
    }

    /// Returns the line of JSON about a record.
    pub fn json_line(&self, record: &Record, verdict: &'static str, of: &Certified) -> String {
        let puzzle = match &record.content {
            Ok((puzzle, _)) => {
                let rules = puzzle.layout().rules();
                let boxes = rules.regions().is_none().then(|| rules.box_text());
                let fields = puzzle_fields(puzzle).into_iter();
                // The line of the puzzle has all other rules.
                let fields = fields.filter(|(name, _)| ["regions", "variants"].contains(name));
                let first = [("puzzle", Value::from(puzzle.to_string()))].into_iter();
                let boxes = boxes.map(|boxes| ("boxes", Value::from(boxes)));
                first.chain(boxes).chain(fields).collect()
            }
            Err(invalid) => vec![("puzzle", Value::from(&*invalid.text))],
        };
        let entry = Entry {
            number: self.number,
            source: &record.source,
            line: record.line,
            puzzle: puzzle
                .into_iter()
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
            verdict,
            certified: of,
        };
        // Text and numbers always serialize.
        serde_json::to_string(&entry).unwrap_or_default() + "\n"
    }

    /// Returns the row of a table about a record and its formula.
    pub fn table_line(&self, record: &Record, cnf: NamedFile) -> String {
        let puzzle = match &record.content {
            Ok((puzzle, _)) => puzzle.to_string(),
            Err(invalid) => invalid.text.clone(),
        };
        let line = record.line.to_string();
        csv_line([&*cnf.name, &*record.source, &*line, &*puzzle])
    }
}

impl Files for NumberedFiles<'_> {
    fn create(
        &mut self,
        extension: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<NamedFile> {
        let name = self.name(extension);
        let created = self.folder.file(&name).and_then(|mut file| {
            let cannot_write = file.cannot_write();
            write(&mut file).context(cannot_write)?;
            file.finish()
        });
        match created {
            Ok(bytes) => Ok(NamedFile { name, bytes }),
            // The caller handles a late write itself.
            Err(error) if is_late(&error) => Err(io::ErrorKind::TimedOut.into()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn remove(&mut self, extension: &str) -> io::Result<()> {
        self.folder.remove(&self.name(extension))
    }
}

/// Returns true if the deadline passed before a file was complete.
fn is_late(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::TimedOut)
}

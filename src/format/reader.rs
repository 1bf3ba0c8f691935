//! From an input to records: one reader for every form.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::detect::{Kind, detect};
use super::lines::Lines;
use super::record::{Invalid, ReadOptions, Record};
use super::text_reader::{Entry, TextReader, Wrong};
use crate::board::Shape;

/// The records of an input, one after the other.
///
/// The form follows from the first lines: text with puzzles on lines and in grids, a table, JSON
/// Lines. No more is kept of the input than one record, and no record longer than
/// [`ReadOptions::longest_line`].
pub struct Reader<R> {
    source: Arc<str>,
    options: ReadOptions,
    lines: Lines<R>,
    text: TextReader,
    /// The form, once something has been read.
    kind: Option<Kind>,
    is_at_end: bool,
    /// The error of reading that ended the input; what was found before it comes first.
    failure: Option<io::Error>,
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`, which errors and records call `source`.
    pub fn new(source: &str, input: R, mut options: ReadOptions) -> Reader<R> {
        if let Some(regions) = &options.regions {
            options.shape = Shape::without_boxes(regions.size()).ok();
        }
        Reader {
            source: source.into(),
            lines: Lines::new(input, options.longest_line),
            text: TextReader::new(&options),
            kind: None,
            is_at_end: false,
            failure: None,
            options,
        }
    }

    fn record(&self, entry: Entry) -> Record {
        Record {
            source: self.source.clone(),
            line: entry.line,
            content: entry.content.map_err(|Wrong { problem, text }| Invalid {
                error: problem.in_source(&self.source),
                text,
            }),
            row: entry.row,
        }
    }

    /// The next entry, or `None` if it takes another call or the input has ended.
    fn entry(&mut self) -> io::Result<Option<Entry>> {
        match &mut self.kind {
            None => {
                self.kind = Some(detect(&mut self.lines, &self.options));
                Ok(None)
            }
            Some(Kind::Refused(problem)) => {
                self.is_at_end = true;
                let problem = problem.take();
                Ok(problem.map(|problem| Entry::wrong(problem.line, problem, "")))
            }
            Some(Kind::Table(table)) => {
                let entry = table.next(&mut self.lines, &mut self.text)?;
                self.is_at_end = entry.is_none();
                Ok(entry)
            }
            Some(Kind::JsonLines(json)) => {
                if !self.lines.advance()? {
                    self.is_at_end = true;
                    return Ok(None);
                }
                if self.lines.current().is_passed_over() {
                    return Ok(None);
                }
                let number = self.lines.number();
                Ok(Some(match self.lines.text() {
                    Ok(line) => json.entry(line, number, &mut self.text),
                    Err(problem) => Entry::wrong(number, problem, ""),
                }))
            }
            Some(Kind::Text) => self.text_entry(),
        }
    }

    fn text_entry(&mut self) -> io::Result<Option<Entry>> {
        if !self.lines.advance()? {
            self.is_at_end = true;
            let end = (self.lines.number() + 1, "the end of the input");
            self.text.finish(end);
            return Ok(None);
        }
        let line = self.lines.current();
        if let Some(puzzle) = self
            .text
            .take_plain(&line.bytes)
            .filter(|_| !line.is_too_long())
        {
            return Ok(Some(Entry {
                line: line.number,
                content: Ok(puzzle),
                row: None,
            }));
        }
        match line.decode(self.lines.longest()) {
            Ok(line) => self.text.take(line),
            Err(problem) => self.text.take_unreadable(problem),
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    /// The next record. After an error of reading there are no more; what was found before it
    /// comes before it.
    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(entry) = self.text.pop() {
                return Some(Ok(self.record(entry)));
            }
            if self.is_at_end {
                return self.failure.take().map(Err);
            }
            match self.entry() {
                Ok(Some(entry)) => return Some(Ok(self.record(entry))),
                Ok(None) => {}
                Err(error) => {
                    self.is_at_end = true;
                    self.failure = Some(error);
                    self.text
                        .finish((self.lines.number() + 1, "an error of reading"));
                }
            }
        }
    }
}

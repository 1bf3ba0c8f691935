//! The records of a CSV or TSV file: one for each row, with the puzzle in one column.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::delimited::{Span, Splitter, unclosed};
use super::error::Problem;
use super::fields::{Row, numbers};
use super::lines::Lines;
use super::text_reader::{Entry, TextReader, Wrong};

/// The most lines that a row may have: a grid of 400 rows, with something drawn between all of
/// them. It bounds how far is looked for the end of a quote that has none.
const MOST_LINES: usize = 1_000;

/// What is known of a table before its rows are read.
#[derive(Debug)]
pub(super) struct Table {
    pub delimiter: char,
    /// The names of the columns; numbers without a header.
    pub names: Arc<[String]>,
    pub has_header: bool,
    /// The index of the column with the puzzles.
    pub puzzle: usize,
}

impl Table {
    /// The next row. Whatever is wrong with it, the one behind it is read.
    ///
    /// # Errors
    /// When reading fails.
    pub fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut TextReader,
    ) -> io::Result<Option<Entry>> {
        loop {
            if !lines.advance()? {
                return Ok(None);
            }
            if !lines.current().is_passed_over() {
                break;
            }
        }
        let number = lines.number();
        let text = match lines.text() {
            Ok(text) => text,
            Err(problem) => return Ok(Some(Entry::wrong(number, problem, ""))),
        };
        let mut splitter = Splitter::new(self.delimiter);
        Ok(Some(match splitter.line(text) {
            Ok(true) => self.row(&[text], number, &splitter.spans, reader),
            Ok(false) => self.long_row(lines, splitter, reader),
            Err(bad) => {
                let place = (number, text[..bad.byte].chars().count() + 1);
                let expected = match self.delimiter {
                    '\t' => "a tab or the end of the line behind a closing quote".to_string(),
                    other => format!("`{other}` or the end of the line behind a closing quote"),
                };
                Entry::wrong(number, Problem::new(place, expected, bad.found), text)
            }
        }))
    }

    /// A row with a quoted field that goes on in the next line. If no line closes it, it is this
    /// line that is wrong, and the row behind it begins in the next one.
    fn long_row<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        mut splitter: Splitter,
        reader: &mut TextReader,
    ) -> Entry {
        let first = lines.number();
        let longest = lines.longest();
        let mut all = vec![lines.text().unwrap_or_default().to_string()];
        let mut bytes = all[0].len();
        let found = loop {
            let Some(line) = lines.peek(all.len()) else {
                break "the end of the input".to_string();
            };
            let Ok(text) = line.text(longest) else {
                break format!("line {}, which cannot be read", line.number);
            };
            bytes += text.len() + 1;
            if bytes > longest {
                break format!("more than {longest} bytes (--max-line)");
            }
            if all.len() == MOST_LINES {
                break format!("more than {MOST_LINES} lines");
            }
            match splitter.line(text) {
                Ok(is_complete) => {
                    all.push(text.to_string());
                    if is_complete {
                        for _ in 1..all.len() {
                            // They have been read already, so this cannot fail.
                            let _ = lines.advance();
                        }
                        let all: Vec<&str> = all.iter().map(String::as_str).collect();
                        return self.row(&all, first, &splitter.spans, reader);
                    }
                }
                Err(bad) => {
                    let (number, text) = (line.number, bad.found);
                    break format!("one in line {number} with {text} behind it");
                }
            }
        };
        let (_, byte) = self.open_quote(&all[0]);
        let place = (first, all[0][..byte].chars().count() + 1);
        Entry::wrong(first, unclosed(place, &found), &all[0])
    }

    /// The quote that the first line of a row leaves open.
    fn open_quote(&self, text: &str) -> (usize, usize) {
        let mut splitter = Splitter::new(self.delimiter);
        let _ = splitter.line(text);
        splitter.open_quote().unwrap_or_default()
    }

    /// The record of a whole row.
    fn row(
        &mut self,
        lines: &[&str],
        first: usize,
        spans: &[Span],
        reader: &mut TextReader,
    ) -> Entry {
        if !self.has_header && self.names.len() != spans.len() {
            self.names = numbers(spans.len());
        }
        let content = match self.puzzle_of(lines, first, spans) {
            Ok(span) => {
                let plain = span.plain(lines).map(str::trim);
                let read = plain.and_then(|text| reader.take_plain(text.as_bytes()));
                let read = read.map(Ok);
                read.unwrap_or_else(|| reader.only_puzzle(span.text_lines(lines, first)))
                    .map_err(|problem| Wrong {
                        problem,
                        text: span.text(lines),
                    })
            }
            Err(problem) => Err(Wrong {
                problem,
                text: lines.join("\n"),
            }),
        };
        Entry {
            line: first,
            content,
            row: Some(Row {
                names: self.names.clone(),
                has_header: self.has_header,
                fields: spans.iter().map(|span| span.text(lines)).collect(),
                puzzle: self.puzzle,
            }),
        }
    }

    /// The field with the puzzle, in a row that has as many as it should.
    fn puzzle_of(&self, lines: &[&str], first: usize, spans: &[Span]) -> Result<Span, Problem> {
        let end = || {
            let last = lines.last().map_or(0, |line| line.chars().count());
            (first + lines.len() - 1, last + 1)
        };
        let count = self.names.len();
        if spans.len() != count {
            let extra = spans.get(count).map(|span| span.place(lines, first));
            return Err(Problem::new(
                extra.unwrap_or_else(end),
                format!("{count} fields in this row, as in the header"),
                spans.len().to_string(),
            ));
        }
        spans.get(self.puzzle).copied().ok_or_else(|| {
            let expected = format!("the puzzle in column {}", self.puzzle + 1);
            let found = match count {
                1 => "a row of 1 column".to_string(),
                _ => format!("a row of {count} columns"),
            };
            Problem::new(end(), expected, found)
        })
    }
}

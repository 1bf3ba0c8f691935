//! Reader for every input format, and parsers for a single puzzle or solution.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::builder::PuzzleBuilder;
use super::detect::{Format, detect};
use super::glyph::{normalise, normalise_lines};
use super::line::line_puzzle;
use super::record::{LONGEST_RECORD, ReadOptions, Record};
use super::record_reader::RecordReader;
use super::row::{CellRow, Reading, SHORTEST};
use super::source::lines::Lines;
use super::text::TextReader;
use crate::alphabet::Alphabet;
use crate::form::Form;
use crate::formats::link::is_link;
use satdoku::board::{Grid, Puzzle, RuleLine, Shape};
use satdoku::format_error::FormatError;

/// Iterator over the records of an input.
///
/// The format is detected from the first lines: a list with a puzzle on each line, a table, JSON, or
/// text with puzzles anywhere in it. Nothing is lost: an invalid row, line or grid becomes a record
/// with an error, and reading continues. An input that has only blank lines, comments and a table
/// header has no records. An input that has other content but no puzzle has one record with an error.
///
/// # Memory
/// A record is at most 1 MiB long. A longer one is invalid, and its text is truncated. The reader keeps one record of a list,
/// a table or JSON, and of other text a part that is three times as long. Parsing takes up to about sixty
/// times the size of the text; the finished record takes [`Record::weight`] bytes.
pub struct Reader<R> {
    options: ReadOptions,
    lines: Lines<R>,
    text: TextReader,
    /// The format, once it has been detected.
    format: Option<Format>,
    /// The notes of records. Each is given once.
    notes: Vec<String>,
    is_at_end: bool,
}

/// The most notes that are remembered.
const MOST_NOTES: usize = 100;

impl<R: BufRead> Reader<R> {
    /// Creates a reader of `input`. Errors and records name it `source`.
    pub fn new(source: &str, input: R, options: ReadOptions) -> Reader<R> {
        Reader::with_limit(source, input, options, LONGEST_RECORD)
    }

    /// Creates a reader of records of at most `longest` bytes, which tests and fuzzing set low.
    #[doc(hidden)]
    pub fn with_limit(
        source: &str,
        input: R,
        mut options: ReadOptions,
        longest: usize,
    ) -> Reader<R> {
        if let Some(regions) = &options.regions {
            options.shape = Shape::without_boxes(regions.board().rows()).ok();
        }
        Reader {
            lines: Lines::new(input, longest),
            text: TextReader::new(source.into(), &options, longest),
            format: None,
            notes: Vec::new(),
            is_at_end: false,
            options,
        }
    }

    /// Returns the names of the columns if the input is a table with a header, once that has been
    /// read.
    pub fn columns(&self) -> Option<&Arc<[String]>> {
        match &self.format {
            Some(Format::Table(table)) => table.has_header.then_some(&table.names),
            _ => None,
        }
    }

    fn read(&mut self) -> io::Result<Option<Record>> {
        let (lines, text) = (&mut self.lines, &mut self.text);
        let format = self
            .format
            .get_or_insert_with(|| detect(lines, &self.options));
        let mut record = match format {
            Format::Text => text.next(lines),
            Format::Table(table) => table.next(lines, &mut text.one),
            Format::Json(objects) => objects.next(lines, &mut text.one),
            Format::Refused(error) => Ok(error.take().map(|error| {
                let line = error.place.line;
                Record::new(&text.one.source, line, Err(error), String::new)
            })),
        };
        if let Ok(Some(record)) = &mut record
            && let Some(note) = &record.note
        {
            match self.notes.contains(note) {
                true => record.note = None,
                false if self.notes.len() < MOST_NOTES => self.notes.push(note.clone()),
                false => {}
            }
        }
        record
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    /// Returns the next record. A read error is returned after all records before it, and ends the
    /// iteration.
    fn next(&mut self) -> Option<io::Result<Record>> {
        if self.is_at_end {
            return None;
        }
        let next = self.read().transpose();
        self.is_at_end = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Parses a text that is a single puzzle, such as a command-line argument, in any form that
/// [`Reader`] supports.
///
/// ```
/// use satdoku_text::{ReadOptions, parse_puzzle};
///
/// let options = ReadOptions { shape: Some("2x3".parse()?), ..ReadOptions::default() };
/// let (puzzle, _) = parse_puzzle("1..............................6....", options)?;
/// assert_eq!(puzzle.geometry().rows(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the text contains no puzzle, more than one, or an invalid one. The place in an error has
/// no source, because the text has no name.
pub fn parse_puzzle(text: &str, options: ReadOptions) -> Result<(Puzzle, Form), FormatError> {
    let record = parse_record(text, options)?;
    record.content.map_err(|invalid| invalid.error)
}

/// Parses a text that contains one puzzle, and keeps what its reader remarks.
///
/// # Errors
/// Fails if the text contains no puzzle or more than one. An invalid one is the content of the record.
pub fn parse_record(text: &str, options: ReadOptions) -> Result<Record, FormatError> {
    let source = "";
    let records = Reader::with_limit(source, text.as_bytes(), options, text.len().max(1));
    // Reading from memory never fails.
    let mut records = records.filter_map(Result::ok);
    let one_puzzle = |line, found| {
        let error = FormatError::new((line, 1), "one puzzle", found);
        Err(error.in_source(&source.into()))
    };
    let Some(first) = records.next() else {
        return one_puzzle(1, "none");
    };
    match records.next() {
        Some(second) if first.content.is_ok() => one_puzzle(second.line, "another"),
        _ => Ok(first),
    }
}

/// Returns true if a text is meant as a puzzle on one line, possibly with errors, and not as
/// something else such as a file name.
///
/// ```
/// use satdoku_text::looks_like_puzzle;
///
/// assert!(looks_like_puzzle("1.....2..3.....4") && looks_like_puzzle(&"53..x".repeat(16)));
/// assert!(looks_like_puzzle(".........; board 3x3; variables as 3"));
/// assert!(!looks_like_puzzle("puzzles.txt") && !looks_like_puzzle("2024"));
/// ```
pub fn looks_like_puzzle(text: &str) -> bool {
    if is_link(text) {
        return true;
    }
    let line = normalise(1, text);
    let row = CellRow::new(&line);
    let is_long = row.is_sure && row.count(Reading::Symbols, false) >= SHORTEST * SHORTEST;
    let mut builder = PuzzleBuilder::new(&ReadOptions::default());
    let is_cell = |c: char| c == '.' || c.is_ascii_digit();
    let has_rules = (text.split_once(';')).is_some_and(|(cells, _)| cells.chars().all(is_cell));
    !text.contains(['/', '\\'])
        && (is_long || has_rules || line_puzzle(&line, &mut builder).is_ok())
}

/// Parses a completely filled grid in any layout. Its digits are written in `alphabet`, the
/// alphabet of the puzzle, or as numbers. Variables stay blank. Does not check that the grid solves the
/// puzzle.
///
/// # Errors
/// Fails if the text is not a grid of the size of `puzzle`, or has blanks. Places in errors refer
/// to `text`.
pub fn parse_solution(
    text: &str,
    puzzle: &Puzzle,
    alphabet: Alphabet,
) -> Result<Grid, FormatError> {
    let rules = puzzle.layout().rules();
    let is_described = !rules.board_lines().is_empty();
    let is_of_board = |line: &String| {
        matches!(RuleLine::board(line), Ok(Some(_))) && !line.starts_with("regions ")
    };
    let read_as = |alphabet| {
        let options = match is_described {
            true => ReadOptions {
                constraints: rules.lines().into_iter().filter(is_of_board).collect(),
                alphabet: Some(alphabet),
                ..ReadOptions::default()
            },
            false => ReadOptions {
                alphabet: Some(alphabet),
                ..ReadOptions::like(rules)
            },
        };
        let mut reader = RecordReader::new(Arc::default(), &options, text.len().max(1));
        let plain = reader.builder.plain_puzzle(text.trim().as_bytes());
        let read = || reader.only_puzzle(normalise_lines(text, (1, 1)), (1, 1));
        plain.map_or_else(read, Ok).map(|built| built.puzzle)
    };
    let solution = |alphabet| {
        let grid = read_as(alphabet)?.givens().clone();
        let count = grid.geometry().grid_cell_count();
        let blank = grid.blanks().next().filter(|blank| blank.index() < count);
        match blank {
            None => Ok(grid),
            Some(cell) => {
                let found = format!("one in {}", cell.name(grid.geometry()));
                Err(FormatError::new((1, 1), "a solution without blanks", found))
            }
        }
    };
    solution(alphabet).or_else(|error| solution(Alphabet::Numbers).map_err(|_| error))
}

/// Parses a text in any form.
#[cfg(test)]
pub fn parsed(text: &str) -> Result<Puzzle, FormatError> {
    parse_puzzle(text, ReadOptions::default()).map(|(puzzle, _)| puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_a_puzzle_requires_exactly_one() {
        let puzzle: Puzzle = "1...\n..2.\n.3..\n...4".parse().unwrap();
        assert_eq!(puzzle.givens().to_string(), "1.....2..3.....4");
        let message = |text: &str| parsed(text).unwrap_err().to_string();
        assert_eq!(message(""), "1:1: expected one puzzle, found none");
        assert_eq!(
            message("1.....2..3.....4\n1.....2..3.....4"),
            "2:1: expected one puzzle, found another"
        );
        assert_eq!(
            message(&".".repeat(80)),
            "1:81: expected 81 cells for a 9x9 puzzle, found 80"
        );
    }

    /// The first line could also be a row. The second exceeds the limit for one grid, so the first
    /// is a puzzle, and each later line is one too.
    #[test]
    fn ambiguous_lines_beyond_the_limit_are_puzzles_in_order() {
        let text = "1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4\n".repeat(4);
        let records = Reader::with_limit("input", text.as_bytes(), ReadOptions::default(), 50);
        let found: Vec<(usize, bool)> = records
            .map(|record| record.unwrap())
            .map(|record| (record.line, record.content.is_ok()))
            .collect();
        assert_eq!(found, [(1, true), (2, true), (3, true), (4, true)]);
    }

    #[test]
    fn solutions_are_parsed_in_any_layout() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let solution = "1243342143122134";
        for text in [
            solution,
            " 1243342143122134\n",
            "1243\n3421\n4312\n2134",
            "12|43\n34|21\n--+--\n43|12\n21|34\n",
        ] {
            let grid = parse_solution(text, &puzzle, Alphabet::FromOne).unwrap();
            assert_eq!(grid.to_string(), solution, "{text}");
        }
        let nine: Puzzle = ".".repeat(81).parse().unwrap();
        let line = "123456789".repeat(9);
        let grid = parse_solution(&line, &nine, Alphabet::FromOne).unwrap();
        assert_eq!(grid.to_string(), line);
        let numbers = "16 ".repeat(256);
        let large: Puzzle = ".".repeat(256).parse().unwrap();
        let grid = parse_solution(&numbers, &large, Alphabet::FromOne).unwrap();
        assert_eq!(grid.to_string(), "G".repeat(256));
    }

    #[test]
    fn invalid_solutions_are_reported() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let message = |text: &str| {
            let solution = parse_solution(text, &puzzle, Alphabet::FromOne);
            solution.unwrap_err().to_string()
        };
        assert_eq!(message(""), "1:1: expected a puzzle, found nothing");
        assert_eq!(
            message("12433421431221.4"),
            "1:1: expected a solution without blanks, found one in r4c3"
        );
        assert_eq!(
            message("1243342143122135"),
            "1:16: expected a digit (1-4) or a blank, found `5`"
        );
    }
}

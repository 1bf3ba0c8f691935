//! Grids: n rows of n cells among lines of text.
//!
//! A run is the rows that follow each other with the same number of cells. A run of n rows is a grid, and so are
//! several shorter runs that blank lines separate evenly. A title such as `Grid 10001` can have as many characters as a
//! row has cells, so lines with words or dates count only if there is no grid without them.

use std::collections::HashSet;

use super::builder::PuzzleBuilder;
use super::draft::PuzzleDraft;
use super::drawn_regions::drawn_board;
use super::found::Found;
use super::glyph::CellText;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, counts_up, is_bar, is_rising};
use super::text_line::{LineKind, TextLine, rows, spans};
use satdoku::board::Shape;

/// Finds the grids in the lines of a text and marks their lines as used. If it `is_open`, more lines follow.
pub(crate) fn find_grids(
    lines: &mut [TextLine],
    is_open: bool,
    builder: &PuzzleBuilder,
) -> Vec<Found> {
    decide_frames(lines);
    let mut found = Vec::new();
    for (has_words, has_mistakes) in [(false, false), (true, false), (true, true)] {
        for reading in RowReading::all() {
            let runs = runs(lines, reading, has_words);
            let text = Text {
                lines,
                builder,
                reading,
                has_mistakes,
            };
            let grids = text.grids(&runs, is_open);
            for grid in &grids {
                let used = lines[grid.lines.clone()].iter_mut();
                used.for_each(|line| line.kind = LineKind::Used);
            }
            found.extend(grids);
        }
    }
    found
}

/// Makes lines of a single symbol rows if the symbol is a cell of other rows in their paragraph. The header of a table
/// in Markdown, above the only line of a frame, is no row if its fields are empty.
fn decide_frames(lines: &mut [TextLine]) {
    for span in spans(lines, TextLine::is_blank) {
        let mut frames = lines[span.clone()].iter().skip(1);
        let has_line = frames.next().is_some_and(TextLine::is_frame);
        if has_line && !frames.any(TextLine::is_frame) && is_empty_row(&lines[span.start]) {
            lines[span.start].kind = LineKind::Used;
        }
        let rows = rows(lines, span.clone()).filter(|(_, row)| row.is_sure);
        let glyphs = rows.flat_map(|(_, row)| row.glyphs.iter());
        let cells: HashSet<char> = glyphs.map(|glyph| glyph.c).collect();
        let is_cell = |symbol: char| cells.contains(&symbol);
        for line in &mut lines[span] {
            if let LineKind::Frame(row, true) = &mut line.kind
                && row.symbol.is_some_and(is_cell)
            {
                line.kind = LineKind::Row(std::mem::take(row));
            }
        }
    }
}

/// Returns true for a row of bars without anything between them.
fn is_empty_row(line: &TextLine) -> bool {
    let is_empty = |row: &CellRow| {
        row.glyphs
            .iter()
            .all(|glyph| is_bar(glyph.c) || glyph.c == ' ')
    };
    line.row().is_some_and(is_empty)
}

/// A reading of rows, with or without their labels.
#[derive(Clone, Copy)]
struct RowReading {
    cells: Reading,
    has_labels: bool,
}

impl RowReading {
    fn all() -> impl Iterator<Item = RowReading> {
        let readings = |has_labels| Reading::ALL.map(|cells| RowReading { cells, has_labels });
        [false, true].into_iter().flat_map(readings)
    }

    fn count(self, row: &CellRow) -> usize {
        row.count(self.cells, self.has_labels)
    }
}

/// A row with the index of its line.
type IndexedRow<'t> = (usize, &'t CellRow);

/// Rows with the same number of cells, without other lines between them than those of frames.
struct Run<'t> {
    rows: Vec<IndexedRow<'t>>,
    /// The number of cells of each row.
    size: usize,
    /// True if only blank lines separate it from the run above.
    is_below_blank: bool,
}

/// Returns the runs of a text in a reading. Lines with words are rows only if `has_words`.
fn runs(lines: &[TextLine], reading: RowReading, has_words: bool) -> Vec<Run<'_>> {
    let mut runs: Vec<Run> = Vec::new();
    // Whether all lines since the last row are blank, if there are any.
    let mut gap = Some(false);
    for (at, line) in lines.iter().enumerate() {
        let row = line.row().filter(|row| has_words || row.is_sure);
        let Some(row) = row else {
            if !line.is_between_rows() {
                gap = Some(line.is_blank() && gap != Some(false));
            }
            continue;
        };
        let size = reading.count(row);
        match runs.last_mut() {
            Some(run) if gap.is_none() && run.size == size => run.rows.push((at, row)),
            _ => runs.push(Run {
                rows: vec![(at, row)],
                size,
                is_below_blank: gap == Some(true),
            }),
        }
        gap = None;
    }
    runs
}

/// The lines of a text in which grids are found in one reading.
struct Text<'t> {
    lines: &'t [TextLine],
    builder: &'t PuzzleBuilder,
    reading: RowReading,
    /// True if a grid with a word in one or two rows is an error.
    has_mistakes: bool,
}

impl Text<'_> {
    /// Returns the grids in runs, of which the last can continue if the text `is_open`.
    fn grids(&self, runs: &[Run], is_open: bool) -> Vec<Found> {
        let most = match self.reading.cells {
            Reading::Symbols => LONGEST,
            _ => Shape::MAX_SIZE,
        };
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(run) = runs.get(at) {
            at += 1;
            let size = run.size;
            if !(SHORTEST..=most).contains(&size) {
                continue;
            }
            let is_open = || {
                let last = runs.last().and_then(|run| run.rows.last());
                let mut below = last.map_or(&[][..], |(at, _)| &self.lines[at + 1..]).iter();
                is_open && below.all(|line| line.is_blank() || line.is_between_rows())
            };
            if run.rows.len() < size {
                let count = size / run.rows.len();
                let is_band = |other: &&Run| {
                    other.is_below_blank && other.size == size && other.rows.len() == run.rows.len()
                };
                let bands = at + runs[at..].iter().take_while(is_band).count();
                let bands = &runs[at - 1..bands];
                at += bands.len() - 1;
                let is_even =
                    size.is_multiple_of(run.rows.len()) && bands.len().is_multiple_of(count);
                if is_even || (is_open() && at == runs.len()) {
                    let rows = bands.chunks_exact(count);
                    let rows = rows.map(|runs| runs.iter().flat_map(|run| run.rows.clone()));
                    found.extend(rows.filter_map(|rows| self.grid(&rows.collect::<Vec<_>>())));
                }
                continue;
            }
            // A run can begin with the header of its columns.
            let header = usize::from(run.rows.len() % size == 1 && run.rows[0].1.is_header());
            let rows = &run.rows[header..];
            if rows.len().is_multiple_of(size) || (is_open() && at == runs.len()) {
                found.extend(rows.chunks_exact(size).filter_map(|rows| self.grid(rows)));
            }
        }
        found
    }

    /// Returns the grid of n rows with n cells each.
    fn grid(&self, rows: &[IndexedRow]) -> Option<Found> {
        let RowReading { cells, has_labels } = self.reading;
        let (first, last) = (rows.first()?, rows.last()?);
        let are_labels = |rows: &[IndexedRow]| counts_up(rows.iter().map(|(_, row)| row.label()));
        // Labels of rows and columns are not cells of a larger board.
        let inner = rows.len() - 1;
        let is_inner = match self.builder.options.shape {
            Some(shape) => shape.size() == inner,
            None => inner >= SHORTEST,
        };
        let above = first
            .0
            .checked_sub(1)
            .and_then(|above| self.lines[above].row());
        let has_header = |count| {
            let above = above.filter(|row| row.count(cells, false) == count);
            above.is_some_and(CellRow::is_header)
        };
        // Labels of nine rows or more of which one is there twice.
        let labels = rows.iter().map(|(_, row)| row.label());
        let labels: Vec<u32> = labels.flatten().collect();
        let step = |pair: &[u32]| pair[1].checked_sub(pair[0]);
        let steps: Option<Vec<u32>> = labels.windows(2).map(step).collect();
        let twice = |steps: Vec<u32>| {
            rows.len() > 9
                && labels.len() == rows.len()
                && steps.iter().all(|step| *step < 2)
                && steps.iter().filter(|step| **step == 0).count() == 1
        };
        let has_twice = steps.is_some_and(twice);
        let is_reading = match has_labels {
            true => are_labels(rows),
            false if has_twice || (is_inner && has_header(inner)) => false,
            false => !(is_inner && are_labels(&rows[1..]) && first.1.is_header()),
        };
        if !is_reading {
            return None;
        }
        let of_rows = rows.iter().map(|(_, row)| row.cells(cells, has_labels));
        let of_rows: Vec<Vec<CellText>> = of_rows.collect();
        let lines = first.0..last.0 + 1;
        let own = &self.lines[lines.clone()];
        let frames = own.iter().filter(|line| line.is_frame()).count();
        let draft = match self.builder.draft(of_rows.concat()) {
            Ok(draft) => draft,
            Err(error) => {
                let unsure = rows.iter().filter(|(_, row)| !row.is_sure).count();
                let is_mistake = self.has_mistakes && matches!(unsure, 1 | 2);
                return is_mistake.then(|| Found::error(error, rows.len().pow(2), lines));
            }
        };
        if !are_candidates(&of_rows) && self.are_puzzles(rows) {
            return None;
        }
        let draft = PuzzleDraft {
            board: drawn_board(&of_rows, own),
            ..draft.arranged(first.1.arrangement(cells, frames > 0))
        };
        Some(Found::puzzle(draft, lines))
    }

    /// Returns true if each row is a puzzle by itself: sixteen lines of 4×4 rather than one of 16×16.
    fn are_puzzles(&self, rows: &[IndexedRow]) -> bool {
        let is_puzzle = |row: &CellRow| {
            let cells = row.cells(Reading::Symbols, false);
            let is_digit = |cell: &CellText| matches!(cell.text.as_bytes(), [b'1'..=b'9']);
            cells.iter().any(is_digit) && self.builder.board(cells).is_some()
        };
        rows.iter().all(|(_, row)| is_puzzle(row))
    }
}

/// Returns true if the cells are sets of candidates, some with several.
fn are_candidates(rows: &[Vec<CellText>]) -> bool {
    let mut cells = rows.iter().flatten();
    cells.clone().any(|cell| cell.text.len() > 1) && cells.all(|cell| is_rising(&cell.text))
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise_lines;
    use super::super::record::ReadOptions;
    use super::super::stretch::find_stretches;
    use super::super::text_line::classified;
    use super::*;

    /// Returns the puzzles in a text as their cells, or an error and its place.
    fn read(text: &str) -> Vec<String> {
        let mut lines = classified(normalise_lines(text, (1, 1)), false);
        let mut builder = PuzzleBuilder::new(&ReadOptions::default());
        let mut found = find_grids(&mut lines, false, &builder);
        found.extend(find_stretches(&mut lines, &mut builder));
        found.sort_by_key(|found| found.lines.start);
        let text = |found: Found| match found.draft {
            Ok(draft) => draft.givens.to_string(),
            Err(near) => near.error.to_string(),
        };
        found.into_iter().map(text).collect()
    }

    const FOUR: &str = "1.....2..3.....4";

    #[test]
    fn n_rows_of_n_cells_are_a_grid() {
        for text in [
            "1...\n..2.\n.3..\n...4",
            "title\n1...\n..2.\n.3..\n...4\nremark",
            "1 . . .\n. . 2 .\n. 3 . .\n. . . 4",
            "1...\n..2.\n\n.3..\n...4",
            "1...\n\n..2.\n\n.3..\n\n...4",
            "1.|..\n..|2.\n--+--\n.3|..\n..|.4",
            "1,,,\n,,2,\n,3,,\n,,,4",
            "|1| | | |\n|---|---|---|---|\n| | |2| |\n| |3| | |\n| | | |4|",
            "1   \n  2 \n 3  \n   4",
            "A 1 . . .\nB . . 2 .\nC . 3 . .\nD . . . 4",
            "  1 2 3 4\nA 1 . . .\nB . . 2 .\nC . 3 . .\nD . . . 4",
            "1---\n--2-\n-3--\n---4",
            "r1c1=1\nr2c3=2\nr3c2=3\nr4c4=4",
            "1.....2..3.....4",
        ] {
            assert_eq!(read(text), [FOUR], "{text}");
        }
        assert_eq!(
            read("1...\n..2.\n.3..\n...4\n1...\n..2.\n.3..\n...4"),
            [FOUR, FOUR]
        );
    }

    #[test]
    fn what_is_no_grid_is_one_error() {
        for (text, expected) in [
            (
                "1...\n..2.\n.3..\n...4\n....",
                "5:1: expected 16 cells, found 20: 5 rows of 4",
            ),
            (
                "1...\n..2.\n.3..",
                "3:5: expected 16 cells in a grid of rows, found 12: 3 rows of 4",
            ),
            (
                "1...\n..2.\n.3.\n...4",
                "3:4: expected 16 cells, found 15; row 3 has 3",
            ),
            (
                "123\n3412\n2143\n4321",
                "1:4: expected 16 cells, found 15; row 1 has 3",
            ),
            (
                "1...\n..2.\n.3..\n...5",
                "4:4: expected a digit (1-4) or a blank, found `5`",
            ),
        ] {
            assert_eq!(read(text), [expected], "{text}");
        }
        assert!(read("5.3.2024\n17:30\nNo. 7").is_empty());
    }
}

//! Grids: n rows of n cells among lines of text.
//!
//! Lines between blank lines are a paragraph. A run is the rows of a paragraph that follow each other
//! with the same number of cells. A run of n rows is a grid, and so are several shorter runs that blank
//! lines separate evenly. A title such as `Grid 10001` can have as many characters as a row has cells, so lines
//! with words or dates count only if there is no grid without them.

use super::builder::PuzzleBuilder;
use super::draft::PuzzleDraft;
use super::drawn_regions::drawn_board;
use super::found::Found;
use super::glyph::CellText;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, counts_up, is_rising};
use super::text_line::{LineKind, TextLine, rows, spans};
use satdoku::board::Shape;
use satdoku::format_error::FormatError;

/// Finds the grids in the lines of a text, in order, and marks their lines as used. If it `is_open`, more lines
/// follow.
pub(crate) fn find_grids(
    lines: &mut [TextLine],
    is_open: bool,
    builder: &PuzzleBuilder,
) -> Vec<Found> {
    decide_frames(lines);
    let mut found = Vec::new();
    for has_words in [false, true] {
        let runs = Runs::of(lines, is_open, has_words);
        let mut at = 0;
        while at < lines.len() {
            let grids = Grids {
                lines,
                runs: &runs,
                builder,
            };
            let Some(grid) = grids.grid_at(at).or_else(|| grids.mistake_at(at)) else {
                at += 1;
                continue;
            };
            let used = lines[grid.lines.clone()].iter_mut();
            used.for_each(|line| line.kind = LineKind::Used);
            at = grid.lines.end;
            found.push(grid);
        }
    }
    found
}

/// Makes lines of a single symbol rows if the symbol is a cell of other rows in their paragraph.
fn decide_frames(lines: &mut [TextLine]) {
    for span in spans(lines, TextLine::is_blank) {
        let glyphs = rows(lines, span.clone()).flat_map(|(_, row)| row.glyphs.iter());
        let mut cells: Vec<char> = glyphs.map(|glyph| glyph.c).collect();
        cells.sort_unstable();
        cells.dedup();
        let is_cell = |symbol: char| cells.binary_search(&symbol).is_ok();
        for line in &mut lines[span] {
            if let LineKind::Frame(row, true) = &mut line.kind
                && row.symbol.is_some_and(is_cell)
            {
                line.kind = LineKind::Row(std::mem::take(row));
            }
        }
    }
}

/// A reading of rows, with or without their labels.
#[derive(Clone, Copy)]
struct RowReading {
    cells: Reading,
    has_labels: bool,
}

impl RowReading {
    const COUNT: usize = 2 * Reading::ALL.len();

    fn all() -> impl Iterator<Item = RowReading> {
        let readings = |has_labels| Reading::ALL.map(|cells| RowReading { cells, has_labels });
        [false, true].into_iter().flat_map(readings)
    }

    fn index(self) -> usize {
        self.cells as usize + usize::from(self.has_labels) * Reading::ALL.len()
    }

    fn count(self, row: &CellRow) -> usize {
        row.count(self.cells, self.has_labels)
    }
}

/// `size` rows that may be a board, with their cells.
struct Window<'t> {
    rows: Vec<(usize, &'t CellRow)>,
    cells: Vec<Vec<CellText>>,
    draft: Result<PuzzleDraft, FormatError>,
}

/// The lines of a text in which grids are found.
struct Grids<'t> {
    lines: &'t [TextLine],
    runs: &'t Runs,
    builder: &'t PuzzleBuilder,
}

impl<'t> Grids<'t> {
    /// Returns the grid that begins at a line.
    fn grid_at(&self, at: usize) -> Option<Found> {
        RowReading::all().find_map(|reading| {
            let Window { rows, cells, draft } = self.board_at(at, reading)?;
            let draft = draft.ok()?;
            if !are_candidates(&cells) && self.are_puzzles(&rows) {
                return None;
            }
            let lines = at..rows[rows.len() - 1].0 + 1;
            let own = &self.lines[lines.clone()];
            let is_framed = own.iter().any(TextLine::is_frame);
            let draft = PuzzleDraft {
                board: drawn_board(&cells, own),
                ..draft.arranged(rows[0].1.arrangement(reading.cells, is_framed))
            };
            Some(Found::puzzle(draft, lines))
        })
    }

    /// Returns the error of a grid that begins at a line and has a word in one or two rows.
    fn mistake_at(&self, at: usize) -> Option<Found> {
        let mut readings = RowReading::all().filter(|_| self.runs.has_words);
        readings.find_map(|reading| {
            let Window { rows, draft, .. } = self.board_at(at, reading)?;
            let unsure = rows.iter().filter(|(_, row)| !row.is_sure).count();
            let error = draft.err().filter(|_| matches!(unsure, 1 | 2))?;
            let lines = at..rows[rows.len() - 1].0 + 1;
            Some(Found::error(error, rows.len().pow(2), lines))
        })
    }

    fn row_at(&self, at: usize) -> Option<&'t CellRow> {
        let row = self.lines[at].row();
        row.filter(|row| self.runs.has_words || row.is_sure)
    }

    /// Returns the rows of the board that begins at a line, if this reading gives one.
    fn board_at(&self, at: usize, reading: RowReading) -> Option<Window<'t>> {
        let first = self.row_at(at)?;
        let size = reading.count(first);
        let most = match reading.cells {
            Reading::Symbols => LONGEST,
            _ => Shape::MAX_SIZE,
        };
        if !(SHORTEST..=most).contains(&size) {
            return None;
        }
        let rows = self.window(at, size, reading)?;
        let has_labels = |from: usize| counts_up(rows[from..].iter().map(|(_, row)| row.label()));
        // Labels of rows and columns are not cells of a larger board.
        let is_inner = |inner| match self.builder.options.shape {
            Some(shape) => shape.size() == inner,
            None => inner >= SHORTEST,
        };
        let is_reading = match reading.has_labels {
            true => has_labels(0),
            false => !(is_inner(size - 1) && has_labels(1) && first.is_header()),
        };
        if !is_reading {
            return None;
        }
        let cells = rows
            .iter()
            .map(|(_, row)| row.cells(reading.cells, reading.has_labels));
        let cells: Vec<Vec<CellText>> = cells.collect();
        let draft = self.builder.draft(cells.concat());
        Some(Window { rows, cells, draft })
    }

    /// Returns `size` rows of `size` cells from a line on: a whole run, a part of one that consists of
    /// grids only, or even bands of rows with blank lines between them.
    fn window(
        &self,
        at: usize,
        size: usize,
        reading: RowReading,
    ) -> Option<Vec<(usize, &'t CellRow)>> {
        let length = self.runs.length(at, reading);
        let is_even = match length < size {
            true => size.is_multiple_of(length),
            false => length.is_multiple_of(size) || self.runs.is_open(at, reading),
        };
        if !is_even || !self.begins(at, size, reading) {
            return None;
        }
        let run = |from: usize, count: usize| {
            let rows = (from..self.lines.len()).filter_map(|at| Some((at, self.row_at(at)?)));
            rows.take(count)
        };
        let mut all: Vec<(usize, &CellRow)> = run(at, length.min(size)).collect();
        while all.len() < size {
            let after = all[all.len() - 1].0 + 1;
            let next_of = |from: usize, is_skipped: fn(&TextLine) -> bool| {
                Some(
                    from + self.lines[from..]
                        .iter()
                        .position(|line| !is_skipped(line))?,
                )
            };
            let blank = next_of(after, TextLine::is_between_rows)?;
            let next = next_of(blank, |line| line.is_blank() || line.is_between_rows())?;
            let is_band = self
                .row_at(next)
                .is_some_and(|row| reading.count(row) == size);
            if !self.lines[blank].is_blank()
                || !is_band
                || self.runs.length(next, reading) != length
            {
                return None;
            }
            all.extend(run(next, length));
        }
        Some(all)
    }

    /// Returns true if a run begins at a line, or below a row that is the header of the run.
    fn begins(&self, at: usize, size: usize, reading: RowReading) -> bool {
        let same_above = |at: usize| {
            let is_inner =
                |at: &usize| self.row_at(*at).is_some() || self.lines[*at].is_between_rows();
            let above = (0..at).rev().take_while(is_inner);
            let (above, row) = above.filter_map(|at| Some((at, self.row_at(at)?))).next()?;
            (reading.count(row) == size).then_some((above, row))
        };
        match same_above(at) {
            None => true,
            Some((above, _)) if same_above(above).is_some() => false,
            Some((_, row)) => row.is_header(),
        }
    }

    /// Returns true if each row is a puzzle by itself: sixteen lines of 4×4 rather than one of 16×16.
    fn are_puzzles(&self, rows: &[(usize, &CellRow)]) -> bool {
        let is_puzzle = |row: &CellRow| {
            let cells = row.cells(Reading::Symbols, false);
            let is_digit = |cell: &CellText| matches!(cell.text.as_bytes(), [b'1'..=b'9']);
            cells.iter().any(is_digit) && self.builder.board(cells).is_some()
        };
        rows.iter().all(|(_, row)| is_puzzle(row))
    }
}

/// The number of rows from each line on that have as many cells and no blank line between them, for
/// each reading.
struct Runs {
    lengths: Vec<[usize; RowReading::COUNT]>,
    /// The first line of the last run in each reading, which may continue after the last line.
    open: [usize; RowReading::COUNT],
    /// True if lines with words are rows too.
    has_words: bool,
}

impl Runs {
    fn of(lines: &[TextLine], is_open: bool, has_words: bool) -> Runs {
        let mut runs = Runs {
            lengths: vec![[0; RowReading::COUNT]; lines.len()],
            open: [lines.len(); RowReading::COUNT],
            has_words,
        };
        let mut next: Option<(usize, &CellRow)> = None;
        let mut is_last = is_open;
        for (at, line) in lines.iter().enumerate().rev() {
            let row = line.row().filter(|row| has_words || row.is_sure);
            let Some(row) = row else {
                if !line.is_between_rows() {
                    next = None;
                    is_last = false;
                }
                continue;
            };
            for reading in RowReading::all() {
                let index = reading.index();
                let same = next.filter(|(_, below)| reading.count(below) == reading.count(row));
                let below = same.map_or(0, |(below, _)| runs.lengths[below][index]);
                runs.lengths[at][index] = 1 + below;
                let continues = same.is_some_and(|(below, _)| runs.open[index] == below);
                if is_last && (next.is_none() || continues) {
                    runs.open[index] = at;
                }
            }
            next = Some((at, row));
        }
        runs
    }

    fn length(&self, at: usize, reading: RowReading) -> usize {
        self.lengths[at][reading.index()]
    }

    /// Returns true if the run at a line may continue after the last line.
    fn is_open(&self, at: usize, reading: RowReading) -> bool {
        at >= self.open[reading.index()]
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

//! Grids: n rows of n cells among lines of text.
//!
//! Lines between blank lines are a paragraph. A run is the rows of a paragraph that follow each other
//! with the same number of cells. A run of n rows is a grid, and so are several shorter runs that blank
//! lines separate evenly.

use super::builder::PuzzleBuilder;
use super::cell_list::is_list;
use super::draft::PuzzleDraft;
use super::drawn_regions::drawn_board;
use super::found::Found;
use super::glyph::CellText;
use super::line::line_puzzle;
use super::line_kind::{LineKind, is_long, rows, spans};
use super::paragraph::{find_remaining, spacing};
use super::region_map::map_of_cells;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, counts_up, is_bar, is_rising, is_separator};
use crate::form::Arrangement;
use satdoku::board::{Ruleset, Shape};
use satdoku::format_error::FormatError;

/// Finds the puzzles in the lines of a text, in order. If it `is_open`, more lines follow.
pub(crate) fn find_grids(
    entries: &mut [LineKind],
    is_open: bool,
    builder: &mut PuzzleBuilder,
) -> Vec<Found> {
    decide_rules(entries);
    let runs = Runs::of(entries, is_open);
    let mut found = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let Some(grid) = grid_at(entries, &runs, at, builder) else {
            at += 1;
            continue;
        };
        entries[grid.lines.clone()].fill_with(|| LineKind::Used);
        at = grid.lines.end;
        found.push(grid);
    }
    // A long word in prose can be a puzzle whose digits are letters.
    for (at, entry) in entries.iter_mut().enumerate() {
        if is_prose(entry)
            && let LineKind::Row(row) = entry
            && row
                .glyphs
                .split(|glyph| is_separator(glyph.c))
                .any(|word| word.len() >= SHORTEST * SHORTEST)
            && let Ok(draft) = line_puzzle(&row.glyphs, builder)
        {
            found.push(Found::puzzle(draft, at..at + 1));
            *entry = LineKind::Used;
        }
    }
    let blocks = spans(entries, |entry| {
        is_prose(entry) || matches!(entry, LineKind::Used)
    });
    for block in blocks {
        find_remaining(entries, block, builder, &mut found);
    }
    found.sort_by_key(|found| found.lines.start);
    found
}

fn is_prose(entry: &LineKind) -> bool {
    matches!(entry, LineKind::Row(row) if !row.is_sure && !is_long(row) && !is_list(&row.glyphs))
}

/// Makes lines of a single symbol rows if the symbol is a cell of other rows in their paragraph.
fn decide_rules(entries: &mut [LineKind]) {
    for span in spans(entries, |entry| matches!(entry, LineKind::Blank)) {
        let glyphs = rows(entries, span.clone()).flat_map(|(_, row)| row.glyphs.iter());
        let mut cells: Vec<char> = glyphs.map(|glyph| glyph.c).collect();
        cells.sort_unstable();
        cells.dedup();
        for entry in &mut entries[span] {
            if let LineKind::Rule(row, true) = entry
                && row
                    .symbol
                    .is_some_and(|symbol| cells.binary_search(&symbol).is_ok())
            {
                let LineKind::Rule(row, _) = std::mem::replace(entry, LineKind::Used) else {
                    continue;
                };
                *entry = LineKind::Row(row);
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

    fn cells_of(self, row: &CellRow) -> Vec<CellText> {
        row.cells(self.cells, self.has_labels)
    }
}

/// Returns the grid that begins at an entry.
fn grid_at(entries: &[LineKind], runs: &Runs, at: usize, builder: &PuzzleBuilder) -> Option<Found> {
    RowReading::all().find_map(|reading| {
        let GridBoard {
            window,
            rows,
            mut draft,
        } = board_at(entries, runs, at, reading, builder)?;
        let empty_rows = rows
            .iter()
            .filter(|row| row.iter().all(|cell| cell.text.is_empty()));
        let has_spacers = empty_rows.count() > 1 && spacing(&rows, rows.len()).is_some();
        let are_lines = !are_candidates(&rows) && are_lines(&window, builder);
        if are_lines || has_spacers {
            return None;
        }
        let (_, first) = window[0];
        let mut lines = at..window[rows.len() - 1].0 + 1;
        draft.board = drawn_board(&rows, &entries[lines.clone()]);
        if draft.board.is_none() && builder.size_of(draft.cells.len()).is_none() {
            // Without boxes, a board needs regions.
            let (end, map) = map_below(entries, runs, lines.end, reading, builder)?;
            lines.end = end;
            match map {
                Ok(map) => draft.board = map,
                Err(error) => return Some(Found::error(error, lines, rows.len())),
            }
        }
        let is_frame = |entry: &LineKind| matches!(entry, LineKind::Rule(..));
        let has_bars = first.glyphs.iter().any(|glyph| is_bar(glyph.c));
        let is_framed = has_bars || entries[lines.clone()].iter().any(is_frame);
        let is_compact = first.count(Reading::Words, reading.has_labels) != rows.len();
        let arrangement = match (is_framed, is_compact && reading.cells == Reading::Symbols) {
            (true, _) => Arrangement::Boxes,
            (false, true) => Arrangement::Rows,
            (false, false) => Arrangement::SpacedRows,
        };
        Some(Found::puzzle(draft.arranged(arrangement), lines))
    })
}

/// The rows of a board, their cells, and the draft of these.
struct GridBoard<'e> {
    window: Vec<(usize, &'e CellRow)>,
    rows: Vec<Vec<CellText>>,
    draft: PuzzleDraft,
}

/// Returns the board that begins at an entry, if this reading gives one.
fn board_at<'e>(
    entries: &'e [LineKind],
    runs: &Runs,
    at: usize,
    reading: RowReading,
    builder: &PuzzleBuilder,
) -> Option<GridBoard<'e>> {
    let LineKind::Row(first) = &entries[at] else {
        return None;
    };
    let size = reading.count(first);
    let most = match reading.cells {
        Reading::Symbols => LONGEST,
        _ => Shape::MAX_SIZE,
    };
    if !(SHORTEST..=most).contains(&size) {
        return None;
    }
    let window = window(entries, runs, at, size, reading)?;
    let has_labels = |from: usize| counts_up(window[from..].iter().map(|(_, row)| row.label()));
    // Labels of rows and columns are not cells of a larger board.
    let is_inner = |inner| match builder.options.shape {
        Some(shape) => shape.size() == inner,
        None => inner >= SHORTEST,
    };
    let is_labelled = is_inner(size - 1) && has_labels(1) && first.is_header();
    let is_reading = if reading.has_labels {
        has_labels(0)
    } else {
        !is_labelled
    };
    if !is_reading {
        return None;
    }
    let rows = window.iter().map(|(_, row)| reading.cells_of(row));
    let rows: Vec<Vec<CellText>> = rows.collect();
    let draft = builder.draft(rows.concat()).ok()?;
    Some(GridBoard {
        window,
        rows,
        draft,
    })
}

/// Returns the region map below a grid and the line after it. A map below a heading has been read
/// already.
fn map_below(
    entries: &[LineKind],
    runs: &Runs,
    end: usize,
    reading: RowReading,
    builder: &PuzzleBuilder,
) -> Option<(usize, Result<Option<Ruleset>, FormatError>)> {
    let is_between = |entry: &LineKind| matches!(entry, LineKind::Blank | LineKind::Comment);
    let start = end + entries[end..].iter().position(|entry| !is_between(entry))?;
    if matches!(entries[start], LineKind::Used) {
        return Some((end, Ok(None)));
    }
    let GridBoard { window, draft, .. } = board_at(entries, runs, start, reading, builder)?;
    let map = map_of_cells(&draft.cells).map(|map| Some(Ruleset::jigsaw(map)));
    Some((window[window.len() - 1].0 + 1, map))
}

/// Returns `size` rows of `size` cells from an entry on: a whole run, a part of one that consists of
/// grids only, or even bands of rows with blank lines between them.
fn window<'e>(
    entries: &'e [LineKind],
    runs: &Runs,
    at: usize,
    size: usize,
    reading: RowReading,
) -> Option<Vec<(usize, &'e CellRow)>> {
    let length = runs.length(at, reading);
    let is_even = if length < size {
        size.is_multiple_of(length)
    } else {
        length.is_multiple_of(size) || runs.is_open(at, reading)
    };
    if !is_even || !begins(entries, at, size, reading) {
        return None;
    }
    let mut all: Vec<(usize, &CellRow)> = rows(entries, at..entries.len())
        .take(length.min(size))
        .collect();
    while all.len() < size {
        let after = all[all.len() - 1].0 + 1;
        let is_between = |entry: &LineKind| matches!(entry, LineKind::Rule(..) | LineKind::Comment);
        let blank = after
            + entries[after..]
                .iter()
                .position(|entry| !is_between(entry))?;
        let is_empty = |entry: &LineKind| matches!(entry, LineKind::Blank) || is_between(entry);
        let next = blank + entries[blank..].iter().position(|entry| !is_empty(entry))?;
        let is_band = matches!(&entries[next], LineKind::Row(row) if reading.count(row) == size);
        if !matches!(entries[blank], LineKind::Blank)
            || !is_band
            || runs.length(next, reading) != length
        {
            return None;
        }
        all.extend(rows(entries, next..entries.len()).take(length));
    }
    Some(all)
}

/// Returns true if a run begins at an entry, or below a row that is the header of the run.
fn begins(entries: &[LineKind], at: usize, size: usize, reading: RowReading) -> bool {
    let same = |at: usize| previous_row(entries, at).filter(|(_, row)| reading.count(row) == size);
    match same(at) {
        None => true,
        Some((above, _)) if same(above).is_some() => false,
        Some((above, row)) => row.is_header() || is_above_only_rule(entries, above, size),
    }
}

/// The number of rows from each entry on that have as many cells and no blank line between them, for
/// each reading.
struct Runs {
    lengths: Vec<[usize; RowReading::COUNT]>,
    /// The first entry of the last run in each reading, which may continue after the last entry.
    open: [usize; RowReading::COUNT],
}

impl Runs {
    fn of(entries: &[LineKind], is_open: bool) -> Runs {
        let mut runs = Runs {
            lengths: vec![[0; RowReading::COUNT]; entries.len()],
            open: [entries.len(); RowReading::COUNT],
        };
        let mut next: Option<(usize, &CellRow)> = None;
        let mut is_last = is_open;
        for (at, entry) in entries.iter().enumerate().rev() {
            match entry {
                LineKind::Blank | LineKind::Used => {
                    next = None;
                    is_last = false;
                }
                LineKind::Rule(..) | LineKind::Comment => {}
                LineKind::Row(row) => {
                    for reading in RowReading::all() {
                        let index = reading.index();
                        let same =
                            next.filter(|(_, below)| reading.count(below) == reading.count(row));
                        let below = same.map_or(0, |(below, _)| runs.lengths[below][index]);
                        runs.lengths[at][index] = 1 + below;
                        if is_last
                            && next.is_none_or(|(below, _)| {
                                same.is_some() && runs.open[index] == below
                            })
                        {
                            runs.open[index] = at;
                        }
                    }
                    next = Some((at, row));
                }
            }
        }
        runs
    }

    fn length(&self, at: usize, reading: RowReading) -> usize {
        self.lengths[at][reading.index()]
    }

    /// Returns true if the run at an entry may continue after the last entry.
    fn is_open(&self, at: usize, reading: RowReading) -> bool {
        at >= self.open[reading.index()]
    }
}

/// Returns the row above an entry in the same paragraph.
fn previous_row(entries: &[LineKind], at: usize) -> Option<(usize, &CellRow)> {
    let mut above = (0..at)
        .rev()
        .take_while(|at| !matches!(entries[*at], LineKind::Blank | LineKind::Used));
    above.find_map(|at| match &entries[at] {
        LineKind::Row(row) => Some((at, row)),
        _ => None,
    })
}

/// Returns true if a row stands above the only rule of a grid, as the header of a Markdown table does.
fn is_above_only_rule(entries: &[LineKind], at: usize, size: usize) -> bool {
    let is_rule = |entry: &&LineKind| matches!(entry, LineKind::Rule(..));
    let end = (at + size + 2).min(entries.len());
    entries.get(at + 1).as_ref().is_some_and(is_rule)
        && entries[at..end].iter().filter(is_rule).count() == 1
}

/// Returns true if each row is a puzzle by itself: sixteen lines of 4×4 rather than one of 16×16.
fn are_lines(rows: &[(usize, &CellRow)], builder: &PuzzleBuilder) -> bool {
    let is_puzzle = |row: &CellRow| {
        let cells = row.cells(Reading::Symbols, false);
        let is_digit = |cell: &CellText| matches!(cell.text.as_bytes(), [b'1'..=b'9']);
        cells.iter().any(is_digit) && builder.board(cells).is_some()
    };
    rows.iter().all(|(_, row)| is_puzzle(row))
}

/// Returns true if the cells are sets of candidates, some with several.
fn are_candidates(rows: &[Vec<CellText>]) -> bool {
    let mut cells = rows.iter().flatten();
    cells.clone().any(|cell| cell.text.len() > 1) && cells.all(|cell| is_rising(&cell.text))
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise_lines;
    use super::super::line_kind::classify;
    use super::super::record::ReadOptions;
    use super::*;

    /// Returns the puzzles in a text as their cells, or an error and its place.
    fn read(text: &str) -> Vec<String> {
        let lines = normalise_lines(text, (1, 1)).into_iter();
        let mut entries: Vec<LineKind> = lines.map(|line| classify(&line)).collect();
        let mut builder = PuzzleBuilder::new(&ReadOptions::default());
        let found = find_grids(&mut entries, false, &mut builder);
        let text = |found: Found| match found.draft {
            Ok(draft) => draft.givens.to_string(),
            Err(error) => error.to_string(),
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

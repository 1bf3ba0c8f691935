//! Grids: n rows of n cells among lines of text.
//!
//! Lines between blank lines are a paragraph. A run is the rows of a paragraph that follow each other
//! with the same number of cells. A run of n rows is a grid, and so are several shorter runs that blank
//! lines separate evenly. What no grid uses is tried as a whole: as a list of givens, as columns with
//! spaces for blanks, as a line that was wrapped, and as puzzles on single lines.

use super::cell_list::{is_list, listed};
use super::cells::{Assembler, Body, Cells};
use super::drawn_regions::drawn_rules;
use super::glyph::{Glyph, Token, end_of, string};
use super::infer::BLANKS;
use super::line::line_puzzle;
use super::link;
use super::region_map::map_of_cells;
use super::row::{Entry, LONGEST, Reading, Row, SHORTEST, counts_up, is_bar, is_separator};
use crate::board::{Ruleset, Shape};
use crate::format::error::FormatError;
use crate::format::form::Arrangement;

/// A puzzle among lines, or the error in what was meant as one.
pub(super) struct Found {
    pub body: Result<Body, FormatError>,
    /// The indices of its lines.
    pub lines: std::ops::Range<usize>,
    /// True if it stands alone on one line.
    pub is_line: bool,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
}

impl Found {
    pub fn grid(body: Body, lines: std::ops::Range<usize>) -> Found {
        Found {
            body: Ok(body),
            lines,
            is_line: false,
            cells: 0,
        }
    }

    pub fn error(error: FormatError, lines: std::ops::Range<usize>, cells: usize) -> Found {
        Found {
            body: Err(error),
            lines,
            is_line: false,
            cells,
        }
    }
}

/// Finds the puzzles in the lines of a text, in order.
pub(super) fn puzzles(entries: &mut [Entry], assembler: &mut Assembler) -> Vec<Found> {
    decide_rules(entries);
    let runs = Runs::of(entries);
    let mut found = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let Some(grid) = grid_at(entries, &runs, at, assembler) else {
            at += 1;
            continue;
        };
        entries[grid.lines.clone()].fill_with(|| Entry::Used);
        at = grid.lines.end;
        found.push(grid);
    }
    // A long word in prose can be a puzzle whose digits are letters.
    for (at, entry) in entries.iter_mut().enumerate() {
        if is_prose(entry)
            && let Entry::Row(row) = entry
            && row
                .glyphs
                .split(|glyph| is_separator(glyph.c))
                .any(|word| word.len() >= SHORTEST * SHORTEST)
            && let Ok(line) = line_puzzle(&row.glyphs, assembler)
        {
            found.push(Found {
                body: Ok(line.body),
                lines: at..at + 1,
                is_line: line.is_alone,
                cells: 0,
            });
            *entry = Entry::Used;
        }
    }
    let blocks = spans(entries, |entry| {
        is_prose(entry) || matches!(entry, Entry::Used)
    });
    for block in blocks {
        rest(entries, block, assembler, &mut found);
    }
    found.sort_by_key(|found| found.lines.start);
    found
}

fn is_prose(entry: &Entry) -> bool {
    matches!(entry, Entry::Row(row) if !row.is_sure && !is_long(row) && !is_list(&row.glyphs))
}

/// Returns true if a line is meant as a whole puzzle: it has a link, or a word that is too long for a
/// row.
fn is_long(row: &Row) -> bool {
    let mut pieces = row.glyphs.split(|glyph| is_separator(glyph.c));
    let is_long = pieces.any(|piece| {
        let is_other = |c: &char| !c.is_ascii_alphanumeric() && !BLANKS.contains(c);
        let mut others = piece.iter().map(|glyph| glyph.c).filter(is_other);
        let first = others.next();
        piece.len() > LONGEST && others.all(|c| Some(c) == first)
    });
    let may_be_link = row.glyphs.len() > 16
        && row
            .glyphs
            .iter()
            .any(|glyph| matches!(glyph.c, '/' | 'f' | 'w'));
    is_long || (may_be_link && link::find(&string(&row.glyphs)).is_some())
}

/// Returns the longest stretches without entries that `is_end` accepts.
fn spans(entries: &[Entry], is_end: impl Fn(&Entry) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for at in 0..=entries.len() {
        if at == entries.len() || is_end(&entries[at]) {
            if at > start {
                spans.push(start..at);
            }
            start = at + 1;
        }
    }
    spans
}

/// Makes lines of a single symbol rows if the symbol is a cell of other rows in their paragraph.
fn decide_rules(entries: &mut [Entry]) {
    for span in spans(entries, |entry| matches!(entry, Entry::Blank)) {
        let glyphs = rows(entries, span.clone()).flat_map(|(_, row)| row.glyphs.iter());
        let mut cells: Vec<char> = glyphs.map(|glyph| glyph.c).collect();
        cells.sort_unstable();
        cells.dedup();
        for entry in &mut entries[span] {
            if let Entry::Rule(row, true) = entry
                && row
                    .symbol
                    .is_some_and(|symbol| cells.binary_search(&symbol).is_ok())
            {
                let Entry::Rule(row, _) = std::mem::replace(entry, Entry::Used) else {
                    continue;
                };
                *entry = Entry::Row(row);
            }
        }
    }
}

fn rows(entries: &[Entry], range: std::ops::Range<usize>) -> impl Iterator<Item = (usize, &Row)> {
    range.filter_map(|at| match &entries[at] {
        Entry::Row(row) => Some((at, row)),
        _ => None,
    })
}

/// A reading of rows, with or without their labels.
#[derive(Clone, Copy)]
struct Way {
    reading: Reading,
    has_labels: bool,
}

impl Way {
    const COUNT: usize = 2 * Reading::ALL.len();

    fn index(self) -> usize {
        self.reading as usize
            + if self.has_labels {
                Reading::ALL.len()
            } else {
                0
            }
    }

    fn all() -> impl Iterator<Item = Way> {
        let readings = |has_labels| {
            Reading::ALL.map(|reading| Way {
                reading,
                has_labels,
            })
        };
        [false, true].into_iter().flat_map(readings)
    }

    fn count(self, row: &Row) -> usize {
        row.count(self.reading, self.has_labels)
    }

    fn cells(self, row: &Row) -> Vec<Token> {
        row.cells(self.reading, self.has_labels)
    }
}

/// Returns the grid that begins at an entry.
fn grid_at(entries: &[Entry], runs: &Runs, at: usize, assembler: &mut Assembler) -> Option<Found> {
    Way::all().find_map(|way| {
        let window = board_at(entries, runs, at, way, assembler)?;
        let rows: Vec<Vec<Token>> = window.iter().map(|(_, row)| way.cells(row)).collect();
        let empty_rows = rows
            .iter()
            .filter(|row| row.iter().all(|cell| cell.text.is_empty()));
        let has_spacers = empty_rows.count() > 1 && spacing(&rows, rows.len()).is_some();
        if are_lines(&window, assembler) || has_spacers {
            return None;
        }
        let (_, first) = window[0];
        let mut lines = at..window[rows.len() - 1].0 + 1;
        let mut drawn = drawn_rules(&rows, &entries[lines.clone()]);
        if drawn.is_none() && assembler.size_of(rows.len() * rows.len()).is_none() {
            // Without boxes, a board needs regions.
            let (end, map) = map_below(entries, runs, lines.end, way, assembler)?;
            lines.end = end;
            match map {
                Ok(map) => drawn = map,
                Err(error) => return Some(Found::error(error, lines, rows.len())),
            }
        }
        let is_frame = |entry: &Entry| matches!(entry, Entry::Rule(..));
        let has_bars = first.glyphs.iter().any(|glyph| is_bar(glyph.c));
        let is_framed = has_bars || entries[lines.clone()].iter().any(is_frame);
        let is_compact = first.count(Reading::Words, way.has_labels) != rows.len();
        let arrangement = match (is_framed, is_compact && way.reading == Reading::Symbols) {
            (true, _) => Arrangement::Boxes,
            (false, true) => Arrangement::Rows,
            (false, false) => Arrangement::SpacedRows,
        };
        let cells = rows.concat();
        Some(Found::grid(
            Body::Cells(Cells {
                cells,
                arrangement,
                drawn,
            }),
            lines,
        ))
    })
}

/// Returns the rows of the board that begins at an entry, if this way makes them one.
fn board_at<'e>(
    entries: &'e [Entry],
    runs: &Runs,
    at: usize,
    way: Way,
    assembler: &Assembler,
) -> Option<Vec<(usize, &'e Row)>> {
    let Entry::Row(first) = &entries[at] else {
        return None;
    };
    let size = way.count(first);
    let most = match way.reading {
        Reading::Symbols => LONGEST,
        _ => Shape::MAX_SIZE,
    };
    if !(SHORTEST..=most).contains(&size) {
        return None;
    }
    let window = window(entries, runs, at, size, way)?;
    let has_labels = |from: usize| counts_up(window[from..].iter().map(|(_, row)| row.label()));
    // Labels of rows and columns are not cells of a larger board.
    let is_labelled = has_labels(1) && first.is_header();
    let is_way = if way.has_labels {
        has_labels(0)
    } else {
        !is_labelled
    };
    let cells: Vec<Token> = window.iter().flat_map(|(_, row)| way.cells(row)).collect();
    (is_way && assembler.are_cells(&cells)).then_some(window)
}

/// Returns the region map below a grid and the line after it. A map below a heading has been read
/// already.
fn map_below(
    entries: &[Entry],
    runs: &Runs,
    end: usize,
    way: Way,
    assembler: &Assembler,
) -> Option<(usize, Result<Option<Ruleset>, FormatError>)> {
    let is_between = |entry: &Entry| matches!(entry, Entry::Blank | Entry::Comment);
    let start = end + entries[end..].iter().position(|entry| !is_between(entry))?;
    if matches!(entries[start], Entry::Used) {
        return Some((end, Ok(None)));
    }
    let rows = board_at(entries, runs, start, way, assembler)?;
    let cells: Vec<Token> = rows.iter().flat_map(|(_, row)| way.cells(row)).collect();
    let map = map_of_cells(&cells).map(|map| Some(Ruleset::jigsaw(map)));
    Some((rows[rows.len() - 1].0 + 1, map))
}

/// Returns the number of cells between two spacers, if empty rows and columns separate boxes.
fn spacing(rows: &[Vec<Token>], width: usize) -> Option<usize> {
    let is_empty = |cell: Option<&Token>| cell.is_none_or(|cell| cell.text.is_empty());
    let is_spacer = |at: usize| rows.iter().all(|row| is_empty(row.get(at)));
    let is_even = |cells: &usize| {
        let spacers = || (*cells..width).step_by(cells + 1);
        spacers().count() > 1 && spacers().all(is_spacer)
    };
    (2..width / 2).find(is_even)
}

/// Returns `size` rows of `size` cells from an entry on: a whole run, a part of one that consists of
/// grids only, or even bands of rows with blank lines between them.
fn window<'e>(
    entries: &'e [Entry],
    runs: &Runs,
    at: usize,
    size: usize,
    way: Way,
) -> Option<Vec<(usize, &'e Row)>> {
    let length = runs.length(at, way);
    let is_even = if length < size {
        size.is_multiple_of(length)
    } else {
        length.is_multiple_of(size)
    };
    if !is_even || !begins(entries, at, size, way) {
        return None;
    }
    let mut all: Vec<(usize, &Row)> = rows(entries, at..entries.len())
        .take(length.min(size))
        .collect();
    while all.len() < size {
        let after = all[all.len() - 1].0 + 1;
        let is_between = |entry: &Entry| matches!(entry, Entry::Rule(..) | Entry::Comment);
        let blank = after
            + entries[after..]
                .iter()
                .position(|entry| !is_between(entry))?;
        let is_empty = |entry: &Entry| matches!(entry, Entry::Blank) || is_between(entry);
        let next = blank + entries[blank..].iter().position(|entry| !is_empty(entry))?;
        let is_band = matches!(&entries[next], Entry::Row(row) if way.count(row) == size);
        if !matches!(entries[blank], Entry::Blank) || !is_band || runs.length(next, way) != length {
            return None;
        }
        all.extend(rows(entries, next..entries.len()).take(length));
    }
    Some(all)
}

/// Returns true if a run begins at an entry, or below a row that is the header of the run.
fn begins(entries: &[Entry], at: usize, size: usize, way: Way) -> bool {
    let same = |at: usize| previous_row(entries, at).filter(|(_, row)| way.count(row) == size);
    match same(at) {
        None => true,
        Some((above, _)) if same(above).is_some() => false,
        Some((above, row)) => row.is_header() || is_above_only_rule(entries, above, size),
    }
}

/// The number of rows from each entry on that have as many cells and no blank line between them, for
/// each way.
struct Runs(Vec<[usize; Way::COUNT]>);

impl Runs {
    fn of(entries: &[Entry]) -> Runs {
        let mut lengths = vec![[0; Way::COUNT]; entries.len()];
        let mut next: Option<(usize, &Row)> = None;
        for (at, entry) in entries.iter().enumerate().rev() {
            match entry {
                Entry::Blank | Entry::Used => next = None,
                Entry::Rule(..) | Entry::Comment => {}
                Entry::Row(row) => {
                    for way in Way::all() {
                        let same = next.filter(|(_, below)| way.count(below) == way.count(row));
                        lengths[at][way.index()] =
                            1 + same.map_or(0, |(below, _)| lengths[below][way.index()]);
                    }
                    next = Some((at, row));
                }
            }
        }
        Runs(lengths)
    }

    fn length(&self, at: usize, way: Way) -> usize {
        self.0[at][way.index()]
    }
}

/// Returns the row above an entry in the same paragraph.
fn previous_row(entries: &[Entry], at: usize) -> Option<(usize, &Row)> {
    let mut above = (0..at)
        .rev()
        .take_while(|at| !matches!(entries[*at], Entry::Blank | Entry::Used));
    above.find_map(|at| match &entries[at] {
        Entry::Row(row) => Some((at, row)),
        _ => None,
    })
}

/// Returns true if a row stands above the only rule of a grid, as the header of a Markdown table does.
fn is_above_only_rule(entries: &[Entry], at: usize, size: usize) -> bool {
    let is_rule = |entry: &&Entry| matches!(entry, Entry::Rule(..));
    let end = (at + size + 2).min(entries.len());
    entries.get(at + 1).as_ref().is_some_and(is_rule)
        && entries[at..end].iter().filter(is_rule).count() == 1
}

/// Returns true if each row is a puzzle by itself: sixteen lines of 4×4 rather than one of 16×16.
fn are_lines(rows: &[(usize, &Row)], assembler: &mut Assembler) -> bool {
    let is_puzzle = |row: &Row, assembler: &mut Assembler| {
        let cells = row.cells(Reading::Symbols, false);
        assembler.can_read(&cells)
            && cells
                .iter()
                .any(|cell| matches!(cell.text.as_bytes(), [b'1'..=b'9']))
    };
    rows.iter().all(|(_, row)| is_puzzle(row, assembler))
}

/// Finds puzzles in the lines of a block that are in no grid.
fn rest(
    entries: &[Entry],
    block: std::ops::Range<usize>,
    assembler: &mut Assembler,
    found: &mut Vec<Found>,
) {
    let mut errors = Vec::new();
    let before = found.len();
    let start = block.start;
    for paragraph in spans(&entries[block.clone()], |entry| {
        matches!(entry, Entry::Blank)
    }) {
        let paragraph = start + paragraph.start..start + paragraph.end;
        let rows: Vec<(usize, &Row)> = rows(entries, paragraph.clone()).collect();
        let Some((first, last)) = rows.first().zip(rows.last()) else {
            continue;
        };
        let lines = first.0..last.0 + 1;
        let mut alone = Vec::new();
        // As many rows as cells are a grid with an error rather than a list of smaller puzzles.
        let short: Vec<&Row> = rows
            .iter()
            .map(|(_, row)| *row)
            .filter(|row| !is_long(row))
            .collect();
        let is_square = |reading| {
            short
                .iter()
                .all(|row| row.count(reading, false) == short.len())
        };
        let is_grid =
            short.len() >= SHORTEST && (is_square(Reading::Symbols) || is_square(Reading::Words));
        let is_enough = |row: &Row| row.count(Reading::Symbols, false) >= SHORTEST * SHORTEST;
        let candidates = rows
            .iter()
            .filter(|(_, row)| is_enough(row) || is_long(row));
        for (at, row) in candidates {
            if let Ok(line) = line_puzzle(&row.glyphs, assembler) {
                let lines = *at..at + 1;
                let is_line = line.is_alone;
                alone.push(Found {
                    body: Ok(line.body),
                    lines,
                    is_line,
                    cells: 0,
                });
            }
        }
        if alone.len() == rows.len() {
            found.extend(alone);
            continue;
        }
        if is_grid {
            alone.retain(|line| {
                rows.iter()
                    .any(|(at, row)| *at == line.lines.start && is_long(row))
            });
        }
        let is_sure = |line: &Found| {
            rows.iter()
                .any(|(at, row)| *at == line.lines.start && is_long(row))
        };
        if !alone.iter().any(is_sure)
            && let Some(cells) = whole(&rows, entries, paragraph, assembler)
        {
            found.push(Found::grid(rows_of(cells), lines));
            continue;
        }
        let used: Vec<usize> = alone.iter().map(|found| found.lines.start).collect();
        found.extend(alone);
        let unused = rows
            .into_iter()
            .filter(|(at, _)| used.binary_search(at).is_err());
        errors.extend(failure(&unused.collect::<Vec<_>>(), assembler));
    }
    if found.len() == before {
        let rows: Vec<(usize, &Row)> = rows(entries, block.clone()).collect();
        if let Some(((first, _), (last, _))) = rows.first().zip(rows.last()) {
            let cells = columns(entries, *first..last + 1, true);
            if let Some(cells) = cells.filter(|cells| is_filled(cells) && assembler.can_read(cells))
            {
                found.push(Found::grid(rows_of(cells), *first..last + 1));
                return;
            }
        }
    }
    // One failed paste is one error, at the part with the most cells.
    if found.len() == before {
        errors.extend(failure(
            &rows(entries, block).collect::<Vec<_>>(),
            assembler,
        ));
        let most = errors.into_iter().max_by_key(|error| error.cells);
        errors = most.into_iter().collect();
    }
    found.extend(errors);
}

fn rows_of(cells: Vec<Token>) -> Body {
    Body::Cells(Cells {
        cells,
        arrangement: Arrangement::Rows,
        drawn: None,
    })
}

fn is_filled(cells: &[Token]) -> bool {
    cells.iter().any(|cell| {
        cell.text
            .contains(|c: char| c.is_ascii_alphanumeric() && c != '0')
    })
}

/// Returns the cells of a board that all rows of a paragraph make up.
fn whole(
    rows: &[(usize, &Row)],
    entries: &[Entry],
    paragraph: std::ops::Range<usize>,
    assembler: &mut Assembler,
) -> Option<Vec<Token>> {
    let rows: Vec<&Row> = rows.iter().map(|(_, row)| *row).collect();
    let lines =
        |reading| -> Vec<Vec<Token>> { rows.iter().map(|row| row.cells(reading, false)).collect() };
    let has_digit = rows[0].glyphs.iter().any(|glyph| glyph.c.is_ascii_digit());
    let below_header = if has_digit { &[] } else { &rows[1..] };
    let candidates = [
        listed(&rows, assembler.options.shape),
        listed(below_header, assembler.options.shape),
        padded(lines(Reading::Fields)),
        columns(entries, paragraph, false),
        wrapped(lines(Reading::Symbols)),
        wrapped(lines(Reading::Words)),
    ];
    let mut candidates = candidates.into_iter().flatten();
    candidates.find(|cells| is_filled(cells) && assembler.can_read(cells))
}

/// Returns the cells of lines that were wrapped. A board with as many rows as these lines, each of them
/// equally long, is rather one that was cut off, unless each line has whole rows of the other board.
fn wrapped(lines: Vec<Vec<Token>>) -> Option<Vec<Token>> {
    let (_, others) = lines.split_last()?;
    let width = lines[0].len();
    let size = lines.iter().map(Vec::len).sum::<usize>().isqrt();
    let is_even = lines.iter().all(|line| line.len() == width);
    let is_wide = others.iter().all(|line| line.len() > size);
    (size >= 9 && is_wide && (!is_even || width.is_multiple_of(size))).then(|| lines.concat())
}

/// Returns the cells of rows whose last fields are missing where they are empty, or that have empty
/// spacers between boxes.
fn padded(mut rows: Vec<Vec<Token>>) -> Option<Vec<Token>> {
    rows.retain(|row| row.iter().any(|cell| !cell.text.is_empty()));
    let size = rows.len();
    let width = rows.iter().map(Vec::len).max()?;
    let is_cell = |column: &usize| match spacing(&rows, width) {
        Some(cells) if width > size => !(column + 1).is_multiple_of(cells + 1),
        _ => true,
    };
    let columns: Vec<usize> = (0..width).filter(is_cell).collect();
    let cell = |row: &[Token], column: &usize| {
        let end = row.last().map_or((1, 1), |last| last.position);
        row.get(*column)
            .cloned()
            .unwrap_or_else(|| Token::of(&[], end))
    };
    let cells = rows
        .iter()
        .flat_map(|row| columns.iter().map(|column| cell(row, column)));
    (columns.len() == size).then(|| cells.collect())
}

/// Returns the cells of lines that keep them in columns, with spaces for blanks. If `has_blank_rows`,
/// blank lines are rows too.
fn columns(
    entries: &[Entry],
    range: std::ops::Range<usize>,
    has_blank_rows: bool,
) -> Option<Vec<Token>> {
    let lines = entries[range].iter().filter_map(|entry| match entry {
        Entry::Row(row) => Some(&row.glyphs[..]),
        Entry::Blank if has_blank_rows => Some(&[][..]),
        _ => None,
    });
    let lines: Vec<&[Glyph]> = lines.collect();
    let size = lines.len();
    let is_ink = |glyph: &&Glyph| !glyph.c.is_whitespace() && !is_bar(glyph.c);
    let column = |glyph: &Glyph| glyph.position().1;
    let ink = || lines.iter().copied().flatten().filter(is_ink);
    if !(SHORTEST..=Shape::MAX_SIZE).contains(&size)
        || !ink().all(|glyph| glyph.c.is_ascii_alphanumeric() && glyph.c != '0')
    {
        return None;
    }
    let mut used: Vec<usize> = ink().map(column).collect();
    used.sort_unstable();
    used.dedup();
    let (first, last) = (*used.first()?, *used.last()?);
    if used.len() != size {
        // Empty columns: cells are equally wide.
        let steps = used.iter().map(|at| at - first);
        let pitch = steps.filter(|step| *step > 0).reduce(gcd)?;
        let start = if pitch * size > last - 1 {
            (first - 1) % pitch + 1
        } else {
            first
        };
        used = (0..size).map(|index| start + index * pitch).collect();
        if pitch > 4 || used.last().is_none_or(|end| *end < last) {
            return None;
        }
    }
    let number = |line: &[Glyph]| line.first().map(|first| first.position().0);
    let start = lines.iter().find_map(|line| number(line))?;
    let cell = |(line, index): (&&[Glyph], usize), at: &usize| {
        let glyph = line
            .iter()
            .find(|glyph| is_ink(glyph) && column(glyph) == *at);
        let position = (number(line).unwrap_or(start + index), *at);
        Token::of(glyph.map_or(&[], std::slice::from_ref), position)
    };
    let cells = lines
        .iter()
        .zip(0..)
        .flat_map(|line| used.iter().map(move |at| cell(line, at)));
    Some(cells.collect())
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

/// Returns the error of rows that are not a grid although they are meant as one, with their number of
/// cells. A few cells can be anything, such as a date.
fn failure(rows: &[(usize, &Row)], assembler: &mut Assembler) -> Option<Found> {
    let long = rows.iter().find(|(_, row)| is_long(row));
    let symbols = |row: &Row| row.count(Reading::Symbols, false);
    if let Some((at, row)) = long {
        let error = line_puzzle(&row.glyphs, assembler).err()?;
        return Some(Found::error(error, *at..at + 1, symbols(row)));
    }
    let fields = |row: &Row| row.count(Reading::Fields, false);
    let is_row = |row: &Row| row.is_sure && symbols(row).max(fields(row)) >= SHORTEST - 1;
    let rows: Vec<(usize, &Row)> = rows
        .iter()
        .copied()
        .filter(|(_, row)| is_row(row))
        .collect();
    let total: usize = rows.iter().map(|(_, row)| symbols(row)).sum();
    if let [(at, row)] = rows[..] {
        // A line that is too long for a row, with spaces between its cells.
        let error = line_puzzle(&row.glyphs, assembler).err()?;
        return (total > LONGEST).then(|| Found::error(error, at..at + 1, total));
    }
    if rows.len() < SHORTEST {
        return None;
    }
    let lines = rows[0].0..rows[rows.len() - 1].0 + 1;
    // The reading and the number of cells that most rows share.
    let readings = [Reading::Symbols, Reading::Words, Reading::Fields];
    let most = readings.into_iter().rev().filter_map(|reading| {
        let mut rows_of = vec![0; Shape::MAX_SIZE + 1];
        for (_, row) in &rows {
            let count = row.count(reading, false);
            if (SHORTEST..=Shape::MAX_SIZE).contains(&count) {
                rows_of[count] += 1;
            }
        }
        let (size, rows) = rows_of
            .into_iter()
            .enumerate()
            .max_by_key(|(_, rows)| *rows)?;
        (rows > 0).then_some((rows, reading, size))
    });
    let (_, reading, size) = most.max_by_key(|(rows, ..)| *rows)?;
    let size = assembler.options.shape.map_or(size, Shape::size);
    let cells: Vec<Vec<Token>> = rows
        .iter()
        .map(|(_, row)| row.cells(reading, false))
        .collect();
    let count = cells.iter().map(Vec::len).sum::<usize>();
    let is_square = cells.len() == size && cells.iter().all(|row| row.len() == size);
    if is_square && let Err(error) = assembler.puzzle(&cells.concat(), Arrangement::Rows, None) {
        return Some(Found::error(error, lines, total));
    }
    let after = |line: &Row| end_of(&line.glyphs, line.position());
    let uneven = cells
        .iter()
        .zip(&rows)
        .zip(1..)
        .find(|((row, _), _)| row.len() != size);
    let (position, what) = match uneven {
        Some(((row, (_, line)), number)) => {
            let extra = row.get(size).map(|cell| cell.position);
            let position = extra.unwrap_or_else(|| after(line));
            (position, format!("{count}; row {number} has {}", row.len()))
        }
        None => {
            let (line, _) = rows[rows.len() - 1].1.position();
            (
                (line + 1, 1),
                format!("{count}: {} rows of {size}", rows.len()),
            )
        }
    };
    let expected = format!("{} cells", size * size);
    Some(Found::error(
        FormatError::new(position, expected, what),
        lines,
        total,
    ))
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::super::record::ReadOptions;
    use super::super::row::entry;
    use super::*;

    /// Returns the puzzles in a text as their cells, or an error and its place.
    fn read(text: &str) -> Vec<String> {
        let lines = text
            .lines()
            .zip(1..)
            .map(|(line, number)| normalise(number, line));
        let mut entries: Vec<Entry> = lines.map(|line| entry(&line)).collect();
        let mut assembler = Assembler::new(&ReadOptions::default());
        let found = puzzles(&mut entries, &mut assembler);
        let text = |found: Found| match found.body {
            Ok(body) => assembler.build(body, None).unwrap().0.givens().to_string(),
            Err(error) => error.plain(),
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
                "6:1: expected 16 cells, found 20: 5 rows of 4",
            ),
            (
                "1...\n..2.\n.3.\n...4",
                "3:4: expected 16 cells, found 15; row 3 has 3",
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

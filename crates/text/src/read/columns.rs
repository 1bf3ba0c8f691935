//! Rows that keep their cells in columns, with spaces for blanks.

use super::glyph::{CellText, Glyph};
use super::row::{SHORTEST, is_bar};
use super::text_line::TextLine;
use satdoku::board::Shape;

/// Returns the cells of lines that keep them in columns, with spaces for blanks.
pub(crate) fn columns(lines: &[TextLine]) -> Option<Vec<CellText>> {
    let rows = lines.iter().filter_map(TextLine::row);
    let lines: Vec<&[Glyph]> = rows.map(|row| &row.glyphs[..]).collect();
    let mut ink = lines.iter().copied().flatten().filter(is_ink);
    let has_digits = ink.all(|glyph| glyph.c.is_ascii_alphanumeric() && glyph.c != '0');
    let is_size = (SHORTEST..=Shape::MAX_SIZE).contains(&lines.len());
    if !is_size || !has_digits || has_moved(&lines) {
        return None;
    }
    let columns = columns_of_cells(&lines)?;
    let cell = |line: &[Glyph], at: &usize| {
        let number = line.first().map_or(1, |first| first.position().0);
        let mut cells = line.iter().filter(is_ink);
        let glyph = cells.find(|glyph| column(glyph) == *at);
        CellText::of(glyph.map_or(&[], std::slice::from_ref), (number, *at))
    };
    let lines = lines.iter();
    Some(
        lines
            .flat_map(|line| columns.iter().map(move |at| cell(line, at)))
            .collect(),
    )
}

/// Returns the columns of the cells of as many rows: those with digits, or if some are empty or there is a frame, columns
/// at equal distances between the bars.
fn columns_of_cells(lines: &[&[Glyph]]) -> Option<Vec<usize>> {
    const WIDEST: usize = 4;
    let size = lines.len();
    let ink = lines.iter().copied().flatten().filter(is_ink);
    let mut used: Vec<usize> = ink.map(column).collect();
    used.sort_unstable();
    used.dedup();
    let (first, last) = (*used.first()?, *used.last()?);
    let has_first = |line: &&[Glyph]| line.iter().find(is_ink).map(column) == Some(first);
    // Spaces at the start of lines were lost.
    if lines.iter().all(has_first) {
        return None;
    }
    let bars = bars_of(lines[0]);
    let frame = bars.first().zip(bars.last());
    let frame = frame.filter(|(left, right)| **left < first && **right > last);
    if used.len() == size && frame.is_none() {
        return Some(used);
    }
    let distance = used.iter().map(|at| at - first).fold(0, gcd);
    let from = |start: usize, pitch: usize| {
        let columns = (start..).step_by(pitch);
        columns.filter(|at| !bars.contains(at))
    };
    let Some((left, right)) = frame else {
        // Cells without a digit below or above them are at least spaces.
        let width = lines.iter().filter_map(|line| line.last());
        let width = width.map(column).max()?;
        let start = match distance * size > last - 1 {
            true => (first - 1) % distance.max(1) + 1,
            false => first,
        };
        let columns: Vec<usize> = from(start, distance.max(1)).take(size).collect();
        let is_inside = columns
            .last()
            .is_some_and(|end| (last..=width).contains(end));
        return ((1..=WIDEST).contains(&distance) && is_inside).then_some(columns);
    };
    let mut pitches = (1..=WIDEST).filter(|pitch| distance.is_multiple_of(*pitch));
    pitches.find_map(|pitch| {
        let start = left + 1 + (first - left - 1) % pitch;
        let columns: Vec<usize> = from(start, pitch).take_while(|at| at < right).collect();
        (columns.len() == size).then_some(columns)
    })
}

fn is_ink(glyph: &&Glyph) -> bool {
    !glyph.c.is_whitespace() && !is_bar(glyph.c)
}

fn column(glyph: &Glyph) -> usize {
    glyph.position().1
}

/// Returns the columns of the bars of a line.
pub(crate) fn bars_of(line: &[Glyph]) -> Vec<usize> {
    let bars = line.iter().filter(|glyph| is_bar(glyph.c));
    bars.map(column).collect()
}

/// Returns true if cells are no longer in their columns: tabs are among the spaces, bars are in other columns, only one
/// line is too short, or no line has a space between cells.
fn has_moved(lines: &[&[Glyph]]) -> bool {
    let has_gap = |line: &&[Glyph]| {
        let mut back = line.iter().rev().skip_while(|glyph| !is_ink(glyph));
        back.any(|glyph| !is_ink(&glyph))
    };
    let ends = || lines.iter().map(|line| line.last().map(column));
    let full = ends().filter(|end| *end == ends().max().flatten()).count();
    full + 1 == lines.len()
        || lines.iter().copied().flatten().any(|glyph| glyph.c == '\t')
        || lines.iter().any(|line| bars_of(line) != bars_of(lines[0]))
        || !lines.iter().any(has_gap)
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

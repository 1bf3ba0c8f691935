//! Puzzles in lines that are not n rows of n cells: one run of n² cells on a line or on lines that were wrapped, a
//! list of givens, columns with spaces for blanks; and the error if there is none.

use std::ops::Range;

use super::builder::PuzzleBuilder;
use super::columns::{bars_of, columns};
use super::draft::PuzzleDraft;
use super::found::{Found, Near};
use super::givens::{
    is_like_given, is_line_of_givens, is_list, is_of_givens, is_one_given, listed,
};
use super::glyph::{CellText, end_of, string};
use super::line::line_puzzle;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, counts_up, is_separator, symbols};
use super::text_line::{LineKind, TextLine, is_long, rows, spans};
use crate::form::Arrangement;
use satdoku::board::Shape;
use satdoku::format_error::{FormatError, quote};

/// The rows of a stretch of lines, each with the index of its line.
type Rows<'l> = Vec<(usize, &'l CellRow)>;

/// Finds the puzzles in the lines that are in no grid.
pub(crate) fn find_stretches(lines: &mut [TextLine], builder: &mut PuzzleBuilder) -> Vec<Found> {
    let mut found = Vec::new();
    // A long word in prose can be a puzzle.
    for (at, line) in lines
        .iter_mut()
        .enumerate()
        .filter(|(_, line)| is_prose(line))
    {
        let mut words = line.glyphs.split(|glyph| is_separator(glyph.c));
        if words.any(|word| word.len() >= SHORTEST * SHORTEST)
            && let Ok(draft) = line_puzzle(&line.glyphs, builder)
        {
            found.push(Found::puzzle(draft, at..at + 1));
            line.kind = LineKind::Used;
        }
    }
    // A line with a word that is as long as the rows around it is a row with a mistake.
    let count = |line: &TextLine| line.row().map_or(0, |row| symbols(&row.glyphs).count());
    let is_like = |at: usize, other: Option<&TextLine>| {
        let is_row = |other: &TextLine| other.row().is_some_and(|row| row.is_sure);
        let length = count(&lines[at]);
        length > 2 * SHORTEST && other.is_some_and(|other| is_row(other) && count(other) == length)
    };
    let is_filled = |line: &&TextLine| !line.is_blank();
    let is_beside_list = |at: usize| {
        let beside = [
            lines[..at].iter().rfind(is_filled),
            lines[at + 1..].iter().find(is_filled),
        ];
        let is_list = |other: Option<&TextLine>| other.is_some_and(|line| is_list(&line.glyphs));
        is_like_given(&lines[at].glyphs) && beside.into_iter().any(is_list)
    };
    let is_end = |at: usize| {
        let line = &lines[at];
        match line.row() {
            None => !(line.is_blank() || line.is_between_rows()),
            Some(_) if !is_prose(line) => false,
            _ => {
                let is_beside_row =
                    at > 0 && is_like(at, lines.get(at - 1)) || is_like(at, lines.get(at + 1));
                !(is_beside_row || is_beside_list(at))
            }
        }
    };
    let ends: Vec<bool> = (0..lines.len()).map(is_end).collect();
    let mut start = 0;
    for block in ends.split(|is_end| *is_end) {
        find_in_block(lines, start..start + block.len(), builder, &mut found);
        start += block.len() + 1;
    }
    check_lists(&mut found, lines);
    for one in found.iter().filter(|one| one.draft.is_ok()) {
        let own = lines[one.lines.clone()].iter_mut();
        own.for_each(|line| line.kind = LineKind::Used);
    }
    found
}

fn is_prose(line: &TextLine) -> bool {
    let is_prose = |row: &CellRow| !row.is_sure && !is_long(row) && !is_list(&row.glyphs);
    line.row().is_some_and(is_prose)
}

/// Finds puzzles in the lines of a block.
fn find_in_block(
    lines: &[TextLine],
    block: Range<usize>,
    builder: &mut PuzzleBuilder,
    found: &mut Vec<Found>,
) {
    let before = found.len();
    let mut errors = Vec::new();
    let parts = spans(&lines[block.clone()], TextLine::is_blank);
    // A list of givens can have blank lines between them.
    let is_given = |part: &Range<usize>| {
        let glyphs = &lines[block.start + part.start].glyphs;
        part.len() == 1 && (is_one_given(glyphs) || is_like_given(glyphs))
    };
    for list in parts.chunk_by(|part, next| is_given(part) && is_given(next)) {
        let part = block.start + list[0].start..block.start + list[list.len() - 1].end;
        errors.extend(paragraph(lines, part, builder, found));
    }
    let rows: Rows = rows(lines, block).collect();
    if found.len() > before {
        return found.extend(errors);
    }
    let Some(((first, _), (last, _))) = rows.first().zip(rows.last()) else {
        return;
    };
    let range = *first..last + 1;
    // One failed paste is one error, at the part with the most cells.
    errors.extend(failure(&rows, builder));
    let of_rows: Vec<&CellRow> = rows.iter().map(|(_, row)| *row).collect();
    let givens = listed(&of_rows, builder.options.shape).err().flatten();
    errors.extend(givens.map(|near| Found::near(near, range)));
    let cells = |error: &Found| error.draft.as_ref().err().map_or(0, |near| near.cells);
    found.extend(
        errors
            .into_iter()
            .max_by_key(|error| (!error.is_weak(), cells(error))),
    );
}

/// Replaces a list of givens by an error if there are others apart from it, too few for a list.
fn check_lists(found: &mut [Found], lines: &[TextLine]) {
    let is_list = |one: &Found| {
        one.lines.len() > 1
            && is_of_givens(lines[one.lines.clone()].iter().map(|line| &line.glyphs))
    };
    let Some(list) = found.iter().position(is_list) else {
        return;
    };
    let mut is_used = vec![false; lines.len()];
    for one in &*found {
        is_used[one.lines.clone()].fill(true);
    }
    let is_left = |(at, row): &(usize, &CellRow)| !is_used[*at] && is_line_of_givens(row);
    if let Some((_, row)) = rows(lines, 0..lines.len()).find(is_left) {
        let given = quote(string(&row.glyphs).trim());
        let expected = "givens without other lines between them";
        let error = FormatError::new(row.position(), expected, given);
        let cells = found[list].lines.len();
        found[list].draft = Err(Near::meant(error, cells));
    }
}

/// Finds the puzzles in a paragraph: one on each line, one of all lines, or one on some lines. Returns
/// the error in what is left.
fn paragraph(
    text: &[TextLine],
    range: Range<usize>,
    builder: &mut PuzzleBuilder,
    found: &mut Vec<Found>,
) -> Option<Found> {
    let mut rows: Rows = rows(text, range.clone()).collect();
    let (first, last) = rows.first().zip(rows.last())?;
    let lines = first.0..last.0 + 1;
    let mut alone = lines_alone(&rows, builder);
    if alone.len() == rows.len() {
        if let Ok(first) = &mut alone[0].draft {
            first.note = lines_note(&rows, builder).or(first.note.take());
        }
        found.extend(alone);
        return None;
    }
    let is_sure = |line: &Found| {
        let mut rows = rows.iter();
        rows.any(|(at, row)| *at == line.lines.start && is_long(row))
    };
    if is_square(&rows) {
        alone.retain(is_sure);
    }
    if !alone.iter().any(is_sure)
        && let Some(whole) = whole(&rows, &text[range], lines, builder)
    {
        found.push(whole);
        return None;
    }
    rows.retain(|(at, _)| !alone.iter().any(|line| line.lines.start == *at));
    found.extend(alone);
    failure(&rows, builder)
}

/// Returns the rows that are puzzles by themselves.
fn lines_alone(rows: &[(usize, &CellRow)], builder: &mut PuzzleBuilder) -> Vec<Found> {
    let is_enough = |row: &CellRow| row.count(Reading::Symbols, false) >= SHORTEST * SHORTEST;
    let candidates = rows
        .iter()
        .filter(|(_, row)| is_enough(row) || is_long(row));
    let found = candidates.filter_map(|(at, row)| {
        let draft = line_puzzle(&row.glyphs, builder).ok()?;
        Some(Found::puzzle(draft, *at..at + 1))
    });
    found.collect()
}

/// Returns the cells of each row.
fn cells_of(rows: &[(usize, &CellRow)], reading: Reading) -> Vec<Vec<CellText>> {
    rows.iter()
        .map(|(_, row)| row.cells(reading, false))
        .collect()
}

/// Returns a note if each line is a puzzle, but several lines could be the rows of a larger one.
fn lines_note(rows: &[(usize, &CellRow)], builder: &PuzzleBuilder) -> Option<String> {
    let size = rows[0].1.count(Reading::Symbols, false);
    if !(SHORTEST..=LONGEST).contains(&size) || !rows.len().is_multiple_of(size) {
        return None;
    }
    let is_board = |rows: &[(usize, &CellRow)]| {
        let cells = cells_of(rows, Reading::Symbols);
        cells.iter().all(|row| row.len() == size) && builder.board(cells.concat()).is_some()
    };
    rows.chunks_exact(size).all(is_board).then(|| {
        let small = size.isqrt();
        format!("each line was read as a puzzle of {small}x{small}, but {size} lines could be one of {size}x{size}")
    })
}

/// Returns true for as many rows as cells: a grid with an error rather than a list of smaller puzzles.
fn is_square(rows: &[(usize, &CellRow)]) -> bool {
    let short: Rows = rows
        .iter()
        .copied()
        .filter(|(_, row)| !is_long(row))
        .collect();
    let is_even = |reading| {
        short
            .iter()
            .all(|(_, row)| row.count(reading, false) == short.len())
    };
    short.len() >= SHORTEST && (is_even(Reading::Symbols) || is_even(Reading::Words))
}

/// Returns the board of these cells unless all of them are blank.
fn filled_board(cells: Vec<CellText>, builder: &PuzzleBuilder) -> Option<PuzzleDraft> {
    let is_digit = |c: char| c.is_ascii_alphanumeric() && c != '0';
    let is_filled = cells.iter().any(|cell| cell.text.contains(is_digit));
    let draft = is_filled.then(|| builder.board(cells))??;
    Some(draft.arranged(Arrangement::Rows))
}

/// Returns the board that a whole paragraph is, or the error of lines that are two boards in two forms.
fn whole(
    rows: &[(usize, &CellRow)],
    text: &[TextLine],
    lines: Range<usize>,
    builder: &PuzzleBuilder,
) -> Option<Found> {
    // A list of givens can be below a header.
    let of_rows: Vec<&CellRow> = rows.iter().map(|(_, row)| *row).collect();
    let is_header = !of_rows[0]
        .glyphs
        .iter()
        .any(|glyph| glyph.c.is_ascii_digit());
    let givens = [Some(&of_rows[..]), is_header.then_some(&of_rows[1..])];
    let mut givens = givens.into_iter().flatten().filter(|rows| !rows.is_empty());
    let board =
        |rows: &[&CellRow]| filled_board(listed(rows, builder.options.shape).ok()?, builder);
    if let Some(draft) = givens.find_map(board) {
        return Some(Found::puzzle(draft, lines));
    }
    let has_labels = rows.len() >= SHORTEST && counts_up(of_rows.iter().map(|row| row.label()));
    let wrapped = |reading| wrapped(cells_of(rows, reading)).filter(|_| !has_labels);
    let forms = [
        ("rows with empty fields", rows_with_empty_fields(rows)),
        ("rows with spaces for blanks", columns(text)),
        ("one long line that was wrapped", wrapped(Reading::Symbols)),
        ("one long line that was wrapped", wrapped(Reading::Words)),
    ];
    let boards = forms.into_iter();
    let mut boards =
        boards.filter_map(|(name, cells)| Some((name, filled_board(cells?, builder)?)));
    let (name, draft) = boards.next()?;
    let other = boards.find(|(_, other)| other.givens != draft.givens);
    let Some((other, _)) = other else {
        return Some(Found::puzzle(draft, lines));
    };
    let found = format!("cells that can be {name} or {other}");
    let error = FormatError::new(draft.position, "cells with one reading", found);
    Some(Found::error(error, rows.len().pow(2), lines))
}

/// Returns the cells of rows whose last fields are missing where they are empty.
fn rows_with_empty_fields(rows: &[(usize, &CellRow)]) -> Option<Vec<CellText>> {
    let has_bars = rows.iter().any(|(_, row)| !bars_of(&row.glyphs).is_empty());
    let mut rows = cells_of(rows, Reading::Fields);
    let is_empty = |row: &Vec<CellText>| row.iter().all(|cell| cell.text.is_empty());
    let start = rows.iter().take_while(|row| is_empty(row)).count();
    let width = rows.iter().map(Vec::len).max()?;
    // Spreadsheets have empty rows around their content.
    if rows.len() > width {
        rows.drain(..start);
        while rows.len() > width && rows.pop_if(|row| is_empty(row)).is_some() {}
    }
    let size = rows.len();
    // If one has an empty field at its end, others with fewer have lost some elsewhere.
    let is_short = |row: &Vec<CellText>| row.len() < size;
    let has_empty_end =
        |row: &Vec<CellText>| !is_short(row) && row.last().is_some_and(|last| last.text.is_empty());
    // Without an empty field at a start either, those at starts were lost.
    let has_start = |row: &Vec<CellText>| row.first().is_some_and(|first| !first.text.is_empty());
    let has_lost = has_bars || rows.iter().any(has_empty_end) || rows.iter().all(has_start);
    if rows.iter().any(is_short) && has_lost {
        return None;
    }
    for row in &mut rows {
        let end = row.last().map_or((1, 1), |last| last.position);
        row.resize_with(size, || CellText::of(&[], end));
    }
    (width == size).then(|| rows.concat())
}

/// Returns the cells of lines that were wrapped. A board with as many rows as these lines, each of them
/// equally long, is rather one that was cut off, unless each line has whole rows of the other board.
fn wrapped(lines: Vec<Vec<CellText>>) -> Option<Vec<CellText>> {
    let (_, others) = lines.split_last()?;
    let width = lines[0].len();
    let size = lines.iter().map(Vec::len).sum::<usize>().isqrt();
    let is_even = lines.iter().all(|line| line.len() == width);
    let is_wide = others.iter().all(|line| line.len() > size);
    (size >= 9 && is_wide && (!is_even || width.is_multiple_of(size))).then(|| lines.concat())
}

/// Returns the error of rows that are not a grid although they are meant as one. A few cells can be
/// anything, such as a date, and two or three rows are only nearly a grid.
fn failure(rows: &[(usize, &CellRow)], builder: &mut PuzzleBuilder) -> Option<Found> {
    let symbols = |row: &CellRow| symbols(&row.glyphs).count();
    let is_row = |row: &CellRow| {
        let cells = symbols(row).max(row.count(Reading::Fields, false));
        cells >= SHORTEST - 1 && !is_list(&row.glyphs)
    };
    let long = rows.iter().find(|(_, row)| is_long(row));
    let rows: Rows = rows
        .iter()
        .copied()
        .filter(|(_, row)| is_row(row))
        .collect();
    let total: usize = rows.iter().map(|(_, row)| symbols(row)).sum();
    // A line can be too long for a row, with spaces between its cells.
    let only = rows.first().filter(|_| rows.len() == 1 && total > LONGEST);
    if let Some((at, row)) = long.or(only) {
        let error = line_puzzle(&row.glyphs, builder).err()?;
        return Some(Found::error(error, symbols(row), *at..at + 1));
    }
    let lines = rows.first()?.0..rows.last()?.0 + 1;
    let (reading, usual) = usual_size(&rows)?;
    let size = builder.options.shape.map_or(usual, Shape::size);
    let cells = cells_of(&rows, reading);
    if rows.len() < SHORTEST {
        let are_rows = rows.iter().all(|(_, row)| row.is_sure)
            && (2..usual).contains(&rows.len())
            && cells.iter().all(|row| row.len() == usual);
        let error = bad_rows(&rows, &cells, size);
        let place = (error.place.line, error.place.column);
        let near = Near::new("a grid of rows", place, error.expected, error.found, total);
        return (are_rows && total > 2 * SHORTEST).then(|| Found::near(near, lines));
    }
    let is_square = cells.len() == size && cells.iter().all(|row| row.len() == size);
    let error = is_square.then(|| {
        let draft = builder.draft(cells.concat());
        draft
            .and_then(|draft| builder.build(draft, None, Vec::new()))
            .err()
    });
    let error = error
        .flatten()
        .unwrap_or_else(|| bad_rows(&rows, &cells, size));
    Some(Found::error(error, total, lines))
}

/// Returns the reading and the number of cells that most rows share.
fn usual_size(rows: &[(usize, &CellRow)]) -> Option<(Reading, usize)> {
    let readings = [Reading::Fields, Reading::Words, Reading::Symbols];
    let sizes = readings.into_iter().filter_map(|reading| {
        let mut rows_of = vec![0; Shape::MAX_SIZE + 1];
        let counts = rows.iter().map(|(_, row)| row.count(reading, false));
        for count in counts.filter(|count| (SHORTEST..=Shape::MAX_SIZE).contains(count)) {
            rows_of[count] += 1;
        }
        let (size, rows) = rows_of
            .into_iter()
            .enumerate()
            .max_by_key(|(_, rows)| *rows)?;
        (rows > 0).then_some((rows, reading, size))
    });
    let (_, reading, size) = sizes.max_by_key(|(rows, ..)| *rows)?;
    Some((reading, size))
}

/// Returns the error of rows that are not `size` rows of `size` cells.
fn bad_rows(rows: &[(usize, &CellRow)], cells: &[Vec<CellText>], size: usize) -> FormatError {
    let count = cells.iter().map(Vec::len).sum::<usize>();
    let end = |(_, row): &(usize, &CellRow)| end_of(&row.glyphs, row.position());
    let (position, found) = match cells.iter().position(|row| row.len() != size) {
        Some(at) => {
            let extra = cells[at].get(size).map(|cell| cell.position);
            let found = format!("{count}; row {} has {}", at + 1, cells[at].len());
            (extra.unwrap_or_else(|| end(&rows[at])), found)
        }
        None => {
            let extra = rows.get(size).map(|(_, row)| row.position());
            let found = format!("{count}: {} rows of {size}", rows.len());
            (extra.unwrap_or_else(|| end(&rows[rows.len() - 1])), found)
        }
    };
    FormatError::new(position, format!("{} cells", size * size), found)
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::super::record::ReadOptions;
    use super::super::text_line::classified;
    use super::*;

    /// Returns the cells of the board in the lines of a paragraph that are no rows of a grid.
    fn board(text: &str) -> Option<String> {
        let lines = text.lines().zip(1..);
        let lines = lines.map(|(line, number)| normalise(number, line));
        let lines = classified(lines.collect(), false);
        let rows: Rows = rows(&lines, 0..lines.len()).collect();
        let builder = PuzzleBuilder::new(&ReadOptions::default());
        let found = whole(&rows, &lines, 0..lines.len(), &builder)?;
        Some(found.draft.ok()?.givens.to_string())
    }

    const FOUR: &str = "1.....2..3.....4";

    #[test]
    fn lists_of_givens_are_recognised() {
        assert_eq!(
            board("r1c1=1\nr2c3=2 r3c2=3\nr4c4=4").as_deref(),
            Some(FOUR)
        );
        assert_eq!(
            board("givens\nA1=1\nD4=4").as_deref(),
            Some("1..............4")
        );
        assert_eq!(board("r1c1=1\nr1c1=2"), None);
    }

    #[test]
    fn rows_with_empty_fields_are_recognised() {
        assert_eq!(board("1,\n,,2\n,3\n,,,4").as_deref(), Some(FOUR));
        assert_eq!(board("1,\n,,2\n,3\n,,,4,5"), None);
    }

    #[test]
    fn rows_with_spaces_are_recognised() {
        assert_eq!(board("1\n    2\n  3\n      4").as_deref(), Some(FOUR));
        assert_eq!(board("1\n2\n3\n4"), None);
    }

    #[test]
    fn wrapped_lines_are_recognised() {
        let symbols = ".".repeat(40) + "\n" + &"1".repeat(20) + &".".repeat(21);
        let expected = symbols.replace('\n', "");
        assert_eq!(board(&symbols).as_deref(), Some(&*expected));
        let words = "0 ".repeat(40) + "\n" + &"1 ".repeat(20) + &"0 ".repeat(21);
        assert_eq!(board(&words).as_deref(), Some(&*expected));
        assert_eq!(board(&symbols[..80]), None);
    }
}

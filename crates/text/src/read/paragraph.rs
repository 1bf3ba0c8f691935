//! Puzzles in lines that are not n rows of n cells: a list of givens, columns with spaces for blanks, a
//! wrapped line, puzzles on single lines; and the error if there is none.

use std::ops::Range;

use super::builder::PuzzleBuilder;
use super::cell_list::{self, is_list, listed};
use super::draft::PuzzleDraft;
use super::found::{Found, Near};
use super::glyph::{CellText, Glyph, end_of};
use super::line::line_puzzle;
use super::row::{CellRow, LONGEST, Reading, SHORTEST, is_bar, is_separator, symbols};
use super::text_line::{LineKind, TextLine, is_long, rows, spans};
use crate::form::Arrangement;
use satdoku::board::Shape;
use satdoku::format_error::FormatError;

/// Finds the puzzles in the lines that are in no grid.
pub(crate) fn find_others(lines: &mut [TextLine], builder: &mut PuzzleBuilder) -> Vec<Found> {
    let mut found = Vec::new();
    // A long word in prose can be a puzzle whose digits are letters.
    for at in (0..lines.len())
        .filter(|at| is_prose(&lines[*at]))
        .collect::<Vec<_>>()
    {
        let glyphs = &lines[at].glyphs;
        let mut words = glyphs.split(|glyph| is_separator(glyph.c));
        if words.any(|word| word.len() >= SHORTEST * SHORTEST)
            && let Ok(draft) = line_puzzle(glyphs, builder)
        {
            found.push(Found::puzzle(draft, at..at + 1));
            lines[at].kind = LineKind::Used;
        }
    }
    // A line with a word that is as long as the rows around it is a row with a mistake.
    let count = |line: &TextLine| line.row().map_or(0, |row| symbols(&row.glyphs).count());
    let is_like = |at: usize, other: Option<&TextLine>| {
        let is_row = |other: &TextLine| other.row().is_some_and(|row| row.is_sure);
        let length = count(&lines[at]);
        length > 2 * SHORTEST && other.is_some_and(|other| is_row(other) && count(other) == length)
    };
    let is_end = |at: usize| {
        let line = &lines[at];
        let is_between =
            line.is_blank() || line.is_frame() || matches!(line.kind, LineKind::Comment);
        let is_row = at > 0 && is_like(at, lines.get(at - 1)) || is_like(at, lines.get(at + 1));
        (is_prose(line) && !is_row) || (line.row().is_none() && !is_between)
    };
    let ends: Vec<bool> = (0..lines.len()).map(is_end).collect();
    let blocks = ends.split(|is_end| *is_end).scan(0, |start, block| {
        let range = *start..*start + block.len();
        *start = range.end + 1;
        Some(range)
    });
    let blocks: Vec<Range<usize>> = blocks.filter(|block| !block.is_empty()).collect();
    for block in blocks {
        find_in_block(lines, block, builder, &mut found);
    }
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
    for part in spans(&lines[block.clone()], TextLine::is_blank) {
        let part = block.start + part.start..block.start + part.end;
        errors.extend(paragraph(lines, part, builder, found));
    }
    if found.len() == before {
        let rows: Vec<(usize, &CellRow)> = rows(lines, block.clone()).collect();
        let Some(((first, _), (last, _))) = rows.first().zip(rows.last()) else {
            return;
        };
        // Blank lines can be rows too.
        let range = *first..last + 1;
        let cells = columns(&lines[range.clone()], true);
        if let Some(draft) = cells.and_then(|cells| filled_board(cells, builder)) {
            return found.push(Found::puzzle(draft, range));
        }
        // One failed paste is one error, at the part with the most cells.
        errors.extend(failure(&rows, builder));
        if errors.is_empty() {
            errors.extend(nearest(lines, block, builder).map(|near| Found::near(near, range)));
        }
        let most = errors.into_iter().max_by_key(|error| error.cells);
        errors = most.into_iter().collect();
    }
    found.extend(errors);
}

/// Finds the puzzles in a paragraph: one on each line, one of all lines, or one on some lines. Returns
/// the error in what is left.
fn paragraph(
    text: &[TextLine],
    range: Range<usize>,
    builder: &mut PuzzleBuilder,
    found: &mut Vec<Found>,
) -> Option<Found> {
    let rows: Vec<(usize, &CellRow)> = rows(text, range.clone()).collect();
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
    let all = Paragraph {
        rows: rows.iter().map(|(_, row)| *row).collect(),
        lines: &text[range],
        shape: builder.options.shape,
    };
    if !alone.iter().any(is_sure)
        && let Some(draft) = whole(&all, builder)
    {
        let cells = draft.as_ref().err().map_or(0, |_| all.rows.len().pow(2));
        found.push(Found::of(draft, lines, cells));
        return None;
    }
    let is_unused = |(at, _): &(usize, &CellRow)| !alone.iter().any(|line| line.lines.start == *at);
    let unused: Vec<(usize, &CellRow)> = rows.iter().copied().filter(is_unused).collect();
    found.extend(alone);
    failure(&unused, builder)
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

/// Returns a note if each line is a puzzle, but several lines could be the rows of a larger one.
fn lines_note(rows: &[(usize, &CellRow)], builder: &PuzzleBuilder) -> Option<String> {
    let cells: Vec<Vec<CellText>> = rows
        .iter()
        .map(|(_, row)| row.cells(Reading::Symbols, false))
        .collect();
    let size = cells[0].len();
    if !(SHORTEST..=LONGEST).contains(&size) {
        return None;
    }
    let mut boards = cells.chunks_exact(size);
    if !boards.remainder().is_empty() {
        return None;
    }
    let is_board = |rows: &[Vec<CellText>]| {
        rows.iter().all(|row| row.len() == size) && builder.board(rows.concat()).is_some()
    };
    boards.all(is_board).then(|| {
        let small = size.isqrt();
        format!("each line was read as a puzzle of {small}x{small}, but {size} lines could be one of {size}x{size}")
    })
}

/// Returns true for as many rows as cells: a grid with an error rather than a list of smaller puzzles.
fn is_square(rows: &[(usize, &CellRow)]) -> bool {
    let short: Vec<&CellRow> = rows
        .iter()
        .map(|(_, row)| *row)
        .filter(|row| !is_long(row))
        .collect();
    let is_even = |reading| {
        short
            .iter()
            .all(|row| row.count(reading, false) == short.len())
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

/// The lines of a paragraph that may be one board.
struct Paragraph<'e> {
    rows: Vec<&'e CellRow>,
    lines: &'e [TextLine],
    shape: Option<Shape>,
}

/// Returns the cells of the board that a paragraph is, if it has this form.
type ParagraphRecogniser = fn(&Paragraph<'_>) -> Option<Vec<CellText>>;

/// Returns the error of a paragraph that nearly has a form.
type NearRecogniser = fn(&Paragraph<'_>) -> Option<Near>;

/// The forms that a paragraph can nearly have. That with the most cells decides.
const NEAR: [NearRecogniser; 2] = [nearly_givens, few_rows];

/// Returns the error of the form that the lines of a block nearly have.
fn nearest(text: &[TextLine], block: Range<usize>, builder: &PuzzleBuilder) -> Option<Near> {
    let paragraph = Paragraph {
        rows: rows(text, block.clone()).map(|(_, row)| row).collect(),
        lines: &text[block],
        shape: builder.options.shape,
    };
    let nears = NEAR.iter().filter_map(|near| near(&paragraph));
    nears.max_by_key(|near| near.cells)
}

/// Lines of which most are givens.
fn nearly_givens(paragraph: &Paragraph<'_>) -> Option<Near> {
    cell_list::near(&paragraph.rows, paragraph.shape)
}

/// Rows of cells that are too few for a grid.
fn few_rows(paragraph: &Paragraph<'_>) -> Option<Near> {
    let rows: Vec<&CellRow> = paragraph
        .rows
        .iter()
        .copied()
        .filter(|row| row.is_sure)
        .collect();
    let (reading, size) = usual_size(&rows)?;
    let cells: Vec<Vec<CellText>> = rows.iter().map(|row| row.cells(reading, false)).collect();
    let count: usize = cells.iter().map(Vec::len).sum();
    let is_row = |row: &Vec<CellText>| row.len() == size;
    // Fewer cells could be anything, such as two assignments.
    let is_grid =
        (2..size).contains(&rows.len()) && count > 2 * SHORTEST && cells.iter().all(is_row);
    let size = paragraph.shape.map_or(size, Shape::size);
    let error = bad_rows(&rows, &cells, size);
    is_grid.then(|| {
        let place = (error.place.line, error.place.column);
        Near::new("a grid of rows", place, error.expected, error.found, count)
    })
}

/// The forms of a board that takes a whole paragraph and is not n rows of n cells, most reliable first.
const RECOGNISERS: [(ParagraphRecogniser, &str); 5] = [
    (list_of_givens, "a list of givens"),
    (rows_with_empty_fields, "rows with empty fields"),
    (rows_with_spaces, "rows with spaces for blanks"),
    (wrapped_symbols, "one long line that was wrapped"),
    (wrapped_words, "one long line that was wrapped"),
];

/// Returns the board that a whole paragraph is, or the error of lines that are two boards in two forms.
fn whole(
    paragraph: &Paragraph<'_>,
    builder: &PuzzleBuilder,
) -> Option<Result<PuzzleDraft, FormatError>> {
    let mut boards = RECOGNISERS.iter().filter_map(|(recognise, name)| {
        Some((filled_board(recognise(paragraph)?, builder)?, *name))
    });
    let (draft, name) = boards.next()?;
    if name == RECOGNISERS[0].1 {
        return Some(Ok(draft));
    }
    let other = boards.find(|(other, _)| other.givens != draft.givens);
    Some(match other {
        None => Ok(draft),
        Some((_, other)) => {
            let found = format!("cells that can be {name} or {other}");
            Err(FormatError::new(
                draft.position,
                "cells with one reading",
                found,
            ))
        }
    })
}

impl Paragraph<'_> {
    /// Returns the cells of each row.
    fn cells(&self, reading: Reading) -> Vec<Vec<CellText>> {
        let rows = self.rows.iter();
        rows.map(|row| row.cells(reading, false)).collect()
    }
}

/// A list of givens, perhaps below a header.
fn list_of_givens(paragraph: &Paragraph<'_>) -> Option<Vec<CellText>> {
    let rows = &paragraph.rows[..];
    let is_header = !rows[0].glyphs.iter().any(|glyph| glyph.c.is_ascii_digit());
    let below_header = if is_header { &rows[1..] } else { &[] };
    let find = |rows: &[&CellRow]| listed(rows, paragraph.shape);
    find(rows).or_else(|| find(below_header))
}

/// Rows whose last fields are missing where they are empty, or that have empty spacers between boxes.
fn rows_with_empty_fields(paragraph: &Paragraph<'_>) -> Option<Vec<CellText>> {
    let mut rows = paragraph.cells(Reading::Fields);
    rows.retain(|row| row.iter().any(|cell| !cell.text.is_empty()));
    let size = rows.len();
    let width = rows.iter().map(Vec::len).max()?;
    let is_cell = |column: &usize| match spacing(&rows, width) {
        Some(cells) if width > size => !(column + 1).is_multiple_of(cells + 1),
        _ => true,
    };
    let columns: Vec<usize> = (0..width).filter(is_cell).collect();
    let cell = |row: &[CellText], column: &usize| {
        let end = row.last().map_or((1, 1), |last| last.position);
        row.get(*column)
            .cloned()
            .unwrap_or_else(|| CellText::of(&[], end))
    };
    let cells = rows
        .iter()
        .flat_map(|row| columns.iter().map(|column| cell(row, column)));
    (columns.len() == size).then(|| cells.collect())
}

/// Rows that keep their cells in columns, with spaces for blanks.
fn rows_with_spaces(paragraph: &Paragraph<'_>) -> Option<Vec<CellText>> {
    columns(paragraph.lines, false)
}

fn wrapped_symbols(paragraph: &Paragraph<'_>) -> Option<Vec<CellText>> {
    wrapped(paragraph.cells(Reading::Symbols))
}

fn wrapped_words(paragraph: &Paragraph<'_>) -> Option<Vec<CellText>> {
    wrapped(paragraph.cells(Reading::Words))
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

/// Returns the cells of lines that keep them in columns, with spaces for blanks. If `has_blank_rows`,
/// blank lines are rows too.
fn columns(lines: &[TextLine], has_blank_rows: bool) -> Option<Vec<CellText>> {
    let lines = lines.iter().filter_map(|line| match line.row() {
        Some(row) => Some(&row.glyphs[..]),
        None if line.is_blank() && has_blank_rows => Some(&[][..]),
        None => None,
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
    // A row that is only too short has lost cells.
    let has_gap = |line: &&[Glyph]| {
        line.iter()
            .rev()
            .skip_while(|glyph| !is_ink(glyph))
            .any(|glyph| !is_ink(&glyph))
    };
    if !lines.iter().any(has_gap) {
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
        CellText::of(glyph.map_or(&[], std::slice::from_ref), position)
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

/// Returns the error of rows that are not a grid although they are meant as one. A few cells can be
/// anything, such as a date.
fn failure(rows: &[(usize, &CellRow)], builder: &mut PuzzleBuilder) -> Option<Found> {
    let symbols = |row: &CellRow| symbols(&row.glyphs).count();
    if let Some((at, row)) = rows.iter().find(|(_, row)| is_long(row)) {
        let error = line_puzzle(&row.glyphs, builder).err()?;
        return Some(Found::of(Err(error), *at..at + 1, symbols(row)));
    }
    let count = |row: &CellRow| symbols(row).max(row.count(Reading::Fields, false));
    let is_row = |row: &CellRow| count(row) >= SHORTEST - 1;
    let rows: Vec<(usize, &CellRow)> = rows
        .iter()
        .copied()
        .filter(|(_, row)| is_row(row))
        .collect();
    let total: usize = rows.iter().map(|(_, row)| symbols(row)).sum();
    if let [(at, row)] = rows[..] {
        // A line that is too long for a row, with spaces between its cells.
        let error = line_puzzle(&row.glyphs, builder).err()?;
        return (total > LONGEST).then(|| Found::of(Err(error), at..at + 1, total));
    }
    if rows.len() < SHORTEST {
        return None;
    }
    let lines = rows[0].0..rows[rows.len() - 1].0 + 1;
    let rows: Vec<&CellRow> = rows.into_iter().map(|(_, row)| row).collect();
    let (reading, size) = usual_size(&rows)?;
    let size = builder.options.shape.map_or(size, Shape::size);
    let cells: Vec<Vec<CellText>> = rows.iter().map(|row| row.cells(reading, false)).collect();
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
    Some(Found::of(Err(error), lines, total))
}

/// Returns the reading and the number of cells that most rows share.
fn usual_size(rows: &[&CellRow]) -> Option<(Reading, usize)> {
    let readings = [Reading::Fields, Reading::Words, Reading::Symbols];
    let sizes = readings.into_iter().filter_map(|reading| {
        let mut rows_of = vec![0; Shape::MAX_SIZE + 1];
        let counts = rows.iter().map(|row| row.count(reading, false));
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
fn bad_rows(rows: &[&CellRow], cells: &[Vec<CellText>], size: usize) -> FormatError {
    let count = cells.iter().map(Vec::len).sum::<usize>();
    let mut numbered = cells.iter().zip(rows).zip(1..);
    let (position, found) = match numbered.find(|((row, _), _)| row.len() != size) {
        Some(((row, line), number)) => {
            let extra = row.get(size).map(|cell| cell.position);
            let position = extra.unwrap_or_else(|| end_of(&line.glyphs, line.position()));
            (position, format!("{count}; row {number} has {}", row.len()))
        }
        None => {
            let found = format!("{count}: {} rows of {size}", rows.len());
            let last = rows[rows.len() - 1];
            let end = || end_of(&last.glyphs, last.position());
            let extra = rows.get(size).map(|row| row.position());
            (extra.unwrap_or_else(end), found)
        }
    };
    FormatError::new(position, format!("{} cells", size * size), found)
}

/// Returns the number of cells between two spacers, if empty rows and columns separate boxes.
pub(crate) fn spacing(rows: &[Vec<CellText>], width: usize) -> Option<usize> {
    let is_empty = |cell: Option<&CellText>| cell.is_none_or(|cell| cell.text.is_empty());
    let is_spacer = |at: usize| rows.iter().all(|row| is_empty(row.get(at)));
    let is_even = |cells: &usize| {
        let spacers = || (*cells..width).step_by(cells + 1);
        spacers().count() > 1 && spacers().all(is_spacer)
    };
    (2..width / 2).find(is_even)
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::super::record::ReadOptions;
    use super::super::text_line::classified;
    use super::*;

    /// Returns the numbers of the recognisers that find a board in the lines of a paragraph.
    fn recognisers(text: &str) -> Vec<usize> {
        let lines = text.lines().zip(1..);
        let lines = lines.map(|(line, number)| normalise(number, line));
        let lines = classified(lines.collect(), false);
        let paragraph = Paragraph {
            rows: rows(&lines, 0..lines.len()).map(|(_, row)| row).collect(),
            lines: &lines,
            shape: None,
        };
        let builder = PuzzleBuilder::new(&ReadOptions::default());
        let is_board = |at: &usize| {
            let cells = RECOGNISERS[*at].0(&paragraph);
            cells.is_some_and(|cells| filled_board(cells, &builder).is_some())
        };
        (0..RECOGNISERS.len()).filter(is_board).collect()
    }

    #[test]
    fn lists_of_givens_are_recognised() {
        assert_eq!(recognisers("r1c1=1\nr2c3=2 r3c2=3\nr4c4=4"), [0]);
        assert_eq!(recognisers("givens\nA1=1\nD4=4"), [0]);
        assert!(recognisers("r1c1=1\nr1c1=2").is_empty());
    }

    #[test]
    fn rows_with_empty_fields_are_recognised() {
        assert_eq!(recognisers("1,\n,,2\n,3\n,,,4"), [1]);
        assert!(recognisers("1,\n,,2\n,3\n,,,4,5").is_empty());
    }

    #[test]
    fn rows_with_spaces_are_recognised() {
        assert_eq!(recognisers("1\n    2\n  3\n      4"), [2]);
        assert!(recognisers("1\n2\n3\n4").is_empty());
    }

    #[test]
    fn wrapped_lines_are_recognised() {
        let symbols = ".".repeat(40) + "\n" + &"1".repeat(20) + &".".repeat(21);
        assert_eq!(recognisers(&symbols), [3]);
        let words = "0 ".repeat(40) + "\n" + &"1 ".repeat(20) + &"0 ".repeat(21);
        assert_eq!(recognisers(&words), [3, 4]);
        assert!(recognisers(&symbols[..80]).is_empty());
    }
}

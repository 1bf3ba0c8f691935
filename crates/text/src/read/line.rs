//! Puzzles on one line: all its cells in one of the readings, one word of it, a link or an array.

use super::array::arrays;
use super::cells::{Assembler, Body, Cells, bad_count};
use super::constraint_string::{self, is_constraint_string};
use super::glyph::{Glyph, LineColumn, Token, end_of, line_at, normalise, string, trim};
use super::killer_text::translated;
use super::link::{self, Link};
use super::row::{CellRow, LONGEST, Reading, SHORTEST, cells, is_word};
use super::rule_spelling::{Spelled, is_rule, spelled};
use super::rule_text::{behind_brackets, board_sizes, rules_after};
use crate::form::Arrangement;
use satdoku::format_error::{FormatError, quote};

/// A puzzle on one line.
pub(super) struct OneLine {
    pub body: Body,
    /// True if no words precede it: the line can be one of a list.
    pub is_alone: bool,
}

/// Finds the puzzle on a line: all its cells in one of the readings, one word of it, a link or an array.
///
/// # Errors
/// If the line contains no puzzle, or one with an error.
pub(super) fn line_puzzle(
    line: &[Glyph],
    assembler: &mut Assembler,
) -> Result<OneLine, FormatError> {
    if let Some((puzzle, rules)) = rules_after(line) {
        let before = std::mem::replace(&mut assembler.own_sizes, board_sizes(rules.iter()));
        let found = line_puzzle(puzzle, assembler);
        assembler.own_sizes = before;
        let mut found = found?;
        return match &mut found.body {
            Body::Cells(cells) => {
                cells.rules.extend(rules);
                Ok(found)
            }
            // A link has its own rules.
            Body::Shared(..) => Err(behind(&rules[0], "link or constraint string")),
        };
    }
    let text = string(line);
    let start = trim(line).first().map_or((1, 1), |first| first.position());
    if is_constraint_string(&text) {
        let is_alone = line.iter().all(|glyph| glyph.position().0 == start.0);
        let body = Body::Shared(constraint_string::parse(line)?, start);
        return Ok(OneLine { body, is_alone });
    }
    if let Some(range) = link::find(&text) {
        let end = text[..range.end].chars().count();
        if let Spelled::Rules(rules) = spelled(line.get(end..).unwrap_or_default(), None) {
            return Err(behind(&rules[0], "link or constraint string"));
        }
        return linked(&text, range, line);
    }
    let row = CellRow::new(line);
    let found = |cells: Vec<Token>, is_alone| OneLine {
        body: Body::Cells(Cells::new(cells, Arrangement::Line)),
        is_alone,
    };
    let readings = [
        Reading::Symbols,
        Reading::Words,
        Reading::Sets,
        Reading::Fields,
    ];
    for has_label in [false, true] {
        let cells = readings.map(|reading| row.cells(reading, has_label));
        let mut boards = cells.into_iter().filter(|cells| assembler.can_read(cells));
        if let Some(cells) = boards.next() {
            return Ok(found(cells, true));
        }
    }
    if let Some((cells, is_alone)) = board_among_words(line, assembler) {
        return Ok(found(cells, is_alone));
    }
    let shape = assembler.options.shape;
    let mut is_board = |cells: &[Token]| assembler.can_read(cells);
    let arrays = arrays(&[line.to_vec()], shape, &mut is_board);
    if let Some(board) = arrays.into_iter().flat_map(|array| array.boards).next() {
        let rest = trim(behind_brackets(line));
        return match is_rule(rest) {
            true => Err(behind(rest, "list of cells in brackets")),
            false => Ok(found(board, true)),
        };
    }
    Err(bad_line(line, &row, start, assembler))
}

/// Returns the error of a rule behind a puzzle in a form that no rules follow.
fn behind(rule: &[Glyph], form: &str) -> FormatError {
    let position = rule.first().map_or((1, 1), |first| first.position());
    let expected = format!("the end of the line after a {form}");
    FormatError::new(position, expected, quote(&string(rule)))
}

/// Finds the word of a line that is a board. Returns its cells, and true if no other words precede it.
fn board_among_words(line: &[Glyph], assembler: &mut Assembler) -> Option<(Vec<Token>, bool)> {
    let words: Vec<&[Glyph]> = words(line).chain(pieces(line)).collect();
    let boards = words.iter().enumerate().filter_map(|(index, word)| {
        let cells = cells(word, Reading::Symbols);
        let has_digit = cells
            .iter()
            .any(|cell| cell.text.as_bytes()[0].is_ascii_digit());
        let is_board =
            cells.len() >= SHORTEST * SHORTEST && has_digit && assembler.can_read(&cells);
        let is_alone = !words[..index].iter().any(|word| is_word(word));
        is_board.then_some((cells, is_alone))
    });
    let boards: Vec<(Vec<Token>, bool)> = boards.collect();
    // A solution may stand beside the puzzle.
    let is_digit = |cell: &Token| matches!(cell.text.as_bytes(), [b'1'..=b'9']);
    let unsolved = boards
        .iter()
        .position(|(cells, _)| !cells.iter().all(is_digit));
    boards.into_iter().nth(unsolved.unwrap_or(0))
}

/// Returns true if a text is a puzzle with its own rules: a link or a constraint string.
pub(super) fn has_own_rules(text: &str) -> bool {
    let text = text.trim();
    is_constraint_string(text)
        || link::holds_puzzle(text)
        || translated(&normalise(1, text)).is_some()
}

/// Splits a line at what separates the fields of a list. Other symbols may be blanks.
fn words(line: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || ",;\"'`()[]{}".contains(glyph.c);
    line.split(is_between).filter(|word| !word.is_empty())
}

/// Splits a line at everything that can surround a puzzle among other text.
fn pieces(line: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let is_between =
        |glyph: &Glyph| glyph.c.is_whitespace() || ",;:\"'`()[]{}<>=|&?".contains(glyph.c);
    line.split(is_between).filter(|piece| !piece.is_empty())
}

/// Reads a link in a line.
fn linked(
    text: &str,
    range: std::ops::Range<usize>,
    line: &[Glyph],
) -> Result<OneLine, FormatError> {
    let before = text[..range.start].chars().count();
    let position = line.get(before).map_or((1, 1), |glyph| glyph.position());
    let is_alone =
        !pieces(line).any(|piece| is_word(piece) && !text[range.clone()].contains(&string(piece)));
    let body = match link::read(&text[range]) {
        Ok(Link::Puzzle(shared)) => Body::Shared(shared, position),
        Ok(Link::Constraints(text)) => {
            let text = line_at(&text, position);
            Body::Shared(constraint_string::parse(&text)?, position)
        }
        Ok(Link::Cells(cells)) => {
            let token = |c: char| Token {
                text: c.to_string(),
                position,
            };
            let cells = cells.chars().map(token).collect();
            Body::Cells(Cells::new(cells, Arrangement::Line))
        }
        Err((expected, found)) => return Err(FormatError::new(position, expected, found)),
    };
    Ok(OneLine { body, is_alone })
}

/// Returns the error of a line without a puzzle: in its longest word, if that is too long for a row, or
/// in all of its cells, if it has no words.
fn bad_line(
    line: &[Glyph],
    row: &CellRow,
    start: LineColumn,
    assembler: &mut Assembler,
) -> FormatError {
    let longest = words(line).max_by_key(|word| word.len()).unwrap_or(&[]);
    let symbols = row.cells(Reading::Symbols, false);
    let text = string(longest);
    if text.contains(['e', 'E']) && text.parse::<f64>().is_ok() {
        let found = format!("{}, as a spreadsheet shortens a number", quote(&text));
        return FormatError::new(start, "a puzzle, in a column of text", found);
    }
    let (cells, end) = if longest.len() > LONGEST {
        (cells(longest, Reading::Symbols), end_of(longest, start))
    } else if row.is_sure && symbols.len() >= SHORTEST * SHORTEST {
        (symbols, end_of(line, start))
    } else {
        return FormatError::new(start, "a puzzle", quote(string(line).trim()));
    };
    match assembler.size_of(cells.len()) {
        None => bad_count(&cells, end, assembler.options.shape),
        Some(_) => match assembler.puzzle(&cells, Arrangement::Line, None) {
            Err(error) => error,
            Ok(_) => FormatError::new(start, "a puzzle", quote(string(line).trim())),
        },
    }
}

//! Rules about the board as a whole: its cells and digits, boxes and regions.

use crate::read::glyph::{Glyph, Line, string};
use crate::read::rules::tokens::lower;
use satdoku::board::{Mismatch, RegionMap, RuleLine, Ruleset, Shape};
use satdoku::format_error::{FormatError, quote};

/// Returns a line that describes the cells, digits, boxes or regions of the board.
pub(crate) fn board_rule(line: &[Glyph]) -> Option<Line> {
    let mut line = lower(line);
    line.retain(|glyph| glyph.c != ':');
    let text = string(&line);
    let (name, rest) = text.split_once(char::is_whitespace)?;
    let symbols = || rest.chars().filter(|c| !c.is_whitespace());
    let is_rule = match name {
        "box" => rest
            .split_once('x')
            .is_some_and(|(rows, columns)| is_number(rows.trim()) && is_number(columns.trim())),
        "regions" => {
            let is_symbol = |c: char| c.is_alphanumeric() || c == '.';
            symbols().count() >= 16
                && symbols().all(is_symbol)
                && symbols().any(char::is_alphanumeric)
        }
        _ => is_geometry(&line),
    };
    is_rule.then_some(line)
}

/// Returns true if a rule describes the boxes or regions of the board.
pub(crate) fn is_board(text: &[Glyph]) -> bool {
    matches!(RuleLine::board(&string(text)), Ok(Some(_)))
}

/// Returns true if a rule is about cells or digits, and not only about boxes or regions. One with an error in it
/// counts if it can hardly be anything else: `board 6x`, `digits 8-0x`, `grids r1c1 r7`.
pub(crate) fn is_geometry(text: &[Glyph]) -> bool {
    let text = string(text);
    match RuleLine::board(&text) {
        Ok(Some(RuleLine::Box(_) | RuleLine::Regions(_)) | None) => return false,
        Ok(Some(_)) => return true,
        Err(_) => {}
    }
    let text = text.trim().to_ascii_lowercase();
    let (name, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = after_number.len() < rest.len() && !rest.contains(' ');
    match name {
        "board" => is_number && after_number.starts_with('x'),
        "digits" => is_number && after_number.starts_with('-'),
        "grids" | "holes" => {
            let digits = rest.strip_prefix('r');
            digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
        }
        _ => false,
    }
}

/// Returns the sizes of the boards that rules describe.
pub(crate) fn board_sizes<'a>(texts: impl Iterator<Item = &'a Line>) -> Vec<usize> {
    let boards = texts.filter_map(|text| RuleLine::board(&string(text)).ok()?);
    let sizes = boards.filter_map(|board| match board {
        RuleLine::Box(shape) => Some(shape.size()),
        RuleLine::Regions(labels) => Some(labels.len().isqrt()),
        _ => None,
    });
    sizes.collect()
}

/// Returns the board that the last line `box` or `regions` describes, of this size if it is known.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn board_of(
    texts: &[Line],
    size: Option<usize>,
) -> Result<Option<Ruleset>, FormatError> {
    let mut board = None;
    for text in texts {
        match RuleLine::board(&string(text)).map_err(|error| placed(error, text))? {
            Some(RuleLine::Box(shape)) => board = Some(Ruleset::classic(shape)),
            Some(RuleLine::Regions(labels)) => {
                let side = labels.len().isqrt();
                let size = size.filter(|_| side * side != labels.len());
                let size = size.unwrap_or(side);
                let map = match Shape::without_boxes(size).is_ok() {
                    true => RegionMap::on(size, &labels),
                    false => {
                        let expected = "the region of each cell of a board";
                        Err(Mismatch::new(expected, labels.len().to_string()))
                    }
                };
                // The error counts labels, which are words or symbols.
                let is_ink = |at: &usize| !text[*at].c.is_whitespace();
                let ink = || ("regions".len()..text.len()).filter(is_ink);
                let words: Vec<usize> = ink().filter(|at| !is_ink(&(at - 1))).collect();
                let starts = match words.len() == labels.len() {
                    true => words,
                    false => ink().collect(),
                };
                let wrong = |error: Mismatch| {
                    let start = starts.get(error.column - 1).copied();
                    error.at(start.unwrap_or(text.len()) + 1)
                };
                let map = map.map_err(|error| placed(wrong(error), text))?;
                board = Some(Ruleset::jigsaw(map));
            }
            _ => {}
        }
    }
    Ok(board)
}

/// Returns the error in a rule, at its place in the input.
pub(crate) fn placed(error: Mismatch, text: &[Glyph]) -> FormatError {
    let glyph = text.get(error.column - 1).or(text.last());
    let (line, column) = glyph.map_or((1, 1), |glyph| glyph.position());
    // What is missing would follow the last character, unless the text has a single place.
    let is_spread = text.first().map(|first| first.position().1) != Some(column);
    let column = column + usize::from(is_spread && error.column > text.len());
    let expected = format!("{} in {}", error.expected, quote(&string(text)));
    FormatError::new((line, column), expected, error.found)
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

//! Rules in their text form, and how they come to the board.

use crate::read::glyph::{Glyph, Line, LineColumn, line_at, string, trim};
use crate::read::rules::spelling::{Spelled, spelled};
use satdoku::board::{ConstraintError, RuleLine, Ruleset, Shape};
use satdoku::format_error::{FormatError, quote};

/// Returns true if a rule describes the boxes or regions of the board.
pub(crate) fn is_board(text: &[Glyph]) -> bool {
    matches!(RuleLine::board(&string(text)), Ok(Some(_)))
}

/// Returns the sizes of the boards that rules describe.
pub(crate) fn board_sizes<'a>(texts: impl Iterator<Item = &'a Line>) -> Vec<usize> {
    let boards = texts.filter_map(|text| RuleLine::board(&string(text)).ok()?);
    let sizes = boards.filter_map(|board| match board {
        RuleLine::Box(shape) => Some(shape.size()),
        RuleLine::Regions(map) => Some(map.size()),
        _ => None,
    });
    sizes.collect()
}

/// Returns the board that the last line `box` or `regions` describes.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn board_of(texts: &[Line]) -> Result<Option<Ruleset>, FormatError> {
    let mut board = None;
    for text in texts {
        match RuleLine::board(&string(text)).map_err(|error| placed(error, text))? {
            Some(RuleLine::Box(shape)) => board = Some(Ruleset::classic(shape)),
            Some(RuleLine::Regions(map)) => board = Some(Ruleset::jigsaw(map)),
            _ => {}
        }
    }
    Ok(board)
}

/// Adds rules, apart from boxes and regions, to those of a board.
///
/// # Errors
/// If a text is not a rule, or the board cannot have it.
pub(crate) fn with_rules(rules: Ruleset, texts: &[Line]) -> Result<Ruleset, FormatError> {
    let texts: Vec<&Line> = texts.iter().filter(|text| !is_board(text)).collect();
    if texts.is_empty() {
        return Ok(rules);
    }
    let size = rules.shape().size();
    let parsed = texts
        .iter()
        .map(|text| RuleLine::parse(&string(text), size).map_err(|error| placed(error, text)));
    let parsed: Vec<RuleLine> = parsed.collect::<Result<_, _>>()?;
    let drawn = rules.with_lines(parsed);
    drawn.map_err(|error| placed(error.clone(), texts[error.constraint]))
}

/// Returns the error in a rule, at its place in the input.
fn placed(error: ConstraintError, text: &[Glyph]) -> FormatError {
    let glyph = text.get(error.column - 1).or(text.last());
    let (line, column) = glyph.map_or((1, 1), |glyph| glyph.position());
    // What is missing would follow the last character, unless the text has a single place.
    let is_spread = text.first().map(|first| first.position().1) != Some(column);
    let column = column + usize::from(is_spread && error.column > text.len());
    let expected = format!("{} in {}", error.expected, quote(&string(text)));
    FormatError::new((line, column), expected, error.found)
}

/// Returns a rule from an option or field in its text form, or as it is if it is none. All its
/// characters are at `place`.
pub(crate) fn rules_at(text: &str, place: LineColumn) -> Vec<Line> {
    let line = line_at(text, place);
    match spelled(&line, None) {
        Spelled::Rules(rules) => rules,
        _ => vec![trim(&line).to_vec()],
    }
}

/// Splits `puzzle; rule; rule` into the puzzle and its rules. Returns `None` if nothing after a semicolon
/// is meant as a rule, or the line begins with one.
pub(crate) fn rules_after(line: &[Glyph]) -> Option<(&[Glyph], Vec<Line>)> {
    let end = line.iter().position(|glyph| glyph.c == ';')?;
    let (puzzle, rest) = (&line[..end], &line[end + 1..]);
    let is_puzzle = puzzle
        .iter()
        .filter(|glyph| !glyph.c.is_whitespace())
        .count()
        >= Shape::MIN_SIZE * Shape::MIN_SIZE;
    if !is_puzzle || matches!(spelled(puzzle, None), Spelled::Rules(_)) {
        return None;
    }
    let mut rules = Vec::new();
    for part in rest.split(|glyph| glyph.c == ';') {
        match spelled(part, None) {
            Spelled::Rules(more) => rules.extend(more),
            Spelled::Suspicious => rules.push(trim(part).to_vec()),
            // A remark.
            Spelled::Heading(_) | Spelled::Nothing => {}
        }
    }
    (!rules.is_empty()).then_some((puzzle, rules))
}

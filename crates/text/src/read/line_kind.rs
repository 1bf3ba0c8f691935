//! Kinds of lines, and the stretches of lines between them.

use std::ops::Range;

use super::glyph::{Glyph, Line, string, trim};
use super::infer::BLANKS;
use super::link;
use super::link::constraint_string::is_constraint_string;
use super::row::{CellRow, LONGEST, Reading, is_bar, is_frame, is_separator, symbols};

/// A line of a text.
pub(crate) enum LineKind {
    Blank,
    Row(CellRow),
    /// A line of a frame, and true if it may be a row of blanks instead: it repeats one symbol.
    Rule(CellRow, bool),
    Comment,
    /// A line that belongs to something that has been found already.
    Used,
}

/// Classifies a line.
pub(crate) fn classify(line: &Line) -> LineKind {
    let text = trim(line);
    if is_comment(line) {
        return LineKind::Comment;
    }
    if text.is_empty() && !line.iter().any(|glyph| glyph.c == '\t') {
        return LineKind::Blank;
    }
    let row = CellRow::new(line);
    let is_space = |glyph: &&Glyph| glyph.c.is_whitespace();
    let ink = text.iter().filter(|glyph| !is_space(glyph));
    let is_drawn = ink.clone().all(|glyph| is_frame(glyph.c));
    let has_line = ink.clone().any(|glyph| !is_bar(glyph.c) && glyph.c != '.');
    match row.symbol {
        // Bars alone may separate empty cells.
        _ if is_drawn && !has_line && row.symbol.is_none() => LineKind::Row(row),
        Some('.') => LineKind::Row(row),
        Some(symbol) if !symbol.is_alphanumeric() && (is_drawn || !symbol.is_ascii()) => {
            let is_mixed = text.iter().any(|glyph| is_bar(glyph.c));
            let may_be_row = !is_mixed || row.count(Reading::Words, false) > 1;
            LineKind::Rule(row, may_be_row)
        }
        _ if is_drawn && has_line => LineKind::Rule(row, false),
        _ => LineKind::Row(row),
    }
}

/// Returns true for a comment: a line that begins with `#` and is not a row whose blank is `#`.
pub(crate) fn is_comment(line: &[Glyph]) -> bool {
    let line = trim(line);
    if line.first().is_none_or(|first| first.c != '#') {
        return false;
    }
    let cells = || symbols(line).map(|cell| cell[0].c);
    let blanks = cells().filter(|c| *c == '#').count();
    let is_row =
        cells().count() >= 9 && blanks > 1 && cells().all(|c| c == '#' || c.is_ascii_digit());
    !is_row
}

/// Returns true if a line is meant as a whole puzzle: it has a link, or a word that is too long for a
/// row, or is a constraint string.
pub(crate) fn is_long(row: &CellRow) -> bool {
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
    let has_tilde = row
        .glyphs
        .iter()
        .any(|glyph| glyph.c == '~' || glyph.c.is_alphabetic());
    is_long
        || (may_be_link && link::find(&string(&row.glyphs)).is_some())
        || (has_tilde && is_constraint_string(&string(&row.glyphs)))
}

/// Returns the longest stretches without entries that `is_end` accepts.
pub(crate) fn spans(entries: &[LineKind], is_end: impl Fn(&LineKind) -> bool) -> Vec<Range<usize>> {
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

pub(crate) fn rows(
    entries: &[LineKind],
    range: Range<usize>,
) -> impl Iterator<Item = (usize, &CellRow)> {
    range.filter_map(|at| match &entries[at] {
        LineKind::Row(row) => Some((at, row)),
        _ => None,
    })
}

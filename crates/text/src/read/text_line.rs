//! Lines of a text, each classified once, and the stretches of lines between them.

use std::ops::Range;

use super::givens::is_list;
use super::glyph::{Glyph, Line, line_at, starts_with, string, trim};
use super::infer::BLANKS;
use super::row::{CellRow, LONGEST, Reading, is_bar, is_frame, is_separator, symbols};
use super::rules::board::{is_board, is_geometry, is_number};
use super::rules::names::meant;
use super::rules::spelling::{Spelled, are_spreadsheet_cells, spelled};
use super::rules::text::{parts, rule_name, rules_after, variable_list};
use super::rules::tokens::tokens;
use crate::formats::{is_constraint_string, link, sumocue};
use satdoku::board::Variant;

/// A line of a text without markup.
pub(crate) struct TextLine {
    pub glyphs: Line,
    pub kind: LineKind,
    /// True if it is meant as a rule, but cannot be read. It may still be a row of a puzzle.
    pub is_unread: bool,
}

/// The meaning of a line.
pub(crate) enum LineKind {
    Blank,
    Comment,
    Row(CellRow),
    /// A line of a frame, and true if it may be a row of blanks instead: it repeats one symbol.
    Frame(CellRow, bool),
    /// Rules in their text form.
    Rules(Vec<Line>),
    /// The name of a kind whose constraints are on the lines below.
    Heading(&'static str, CellRow),
    /// It announces a region map. Its rule is made of the lines below.
    Map(Vec<Line>),
    /// A sentence that names a rule.
    Mention(CellRow),
    /// It belongs to something that has been found already.
    Used,
}

impl TextLine {
    /// Returns the cells, if the line may be a row of them.
    pub fn row(&self) -> Option<&CellRow> {
        match &self.kind {
            LineKind::Row(row) | LineKind::Mention(row) | LineKind::Heading(_, row) => Some(row),
            _ => None,
        }
    }

    pub fn is_blank(&self) -> bool {
        matches!(self.kind, LineKind::Blank)
    }

    pub fn is_frame(&self) -> bool {
        matches!(self.kind, LineKind::Frame(..))
    }

    /// Returns true for a line that can be between the rows of a grid.
    pub fn is_between_rows(&self) -> bool {
        self.is_frame() || matches!(self.kind, LineKind::Comment)
    }

    /// Returns the rules, or none if it is another line.
    pub fn rules(&self) -> &[Line] {
        match &self.kind {
            LineKind::Rules(rules) | LineKind::Map(rules) => rules,
            _ => &[],
        }
    }
}

/// Classifies lines. If rules about cells or digits are among them, or `is_described` by the options, rules can
/// name variables.
pub(crate) fn classified(lines: Vec<Line>, is_described: bool) -> Vec<TextLine> {
    let describes = |line: &Line| !is_comment(line) && parts(line).any(|rule| is_geometry(&rule));
    let is_described = is_described || lines.iter().any(describes);
    let mut heading = None;
    let lines = lines.into_iter().map(|glyphs| {
        let (kind, is_unread) = kind_of(&glyphs, is_described, &mut heading);
        TextLine {
            glyphs,
            kind,
            is_unread,
        }
    });
    lines.collect()
}

/// Returns the kind of a line below a heading, and true if it is a rule that cannot be read.
fn kind_of(
    line: &Line,
    is_described: bool,
    heading: &mut Option<&'static str>,
) -> (LineKind, bool) {
    if is_heading(line) {
        return (LineKind::Map(Vec::new()), false);
    }
    if is_comment(line) {
        return (LineKind::Comment, false);
    }
    let row = match cells_or_frame(line) {
        LineKind::Row(row) => row,
        other => {
            if matches!(other, LineKind::Blank) {
                *heading = None;
            }
            return (other, false);
        }
    };
    // Rules have letters.
    if !line.iter().any(|glyph| glyph.c.is_alphabetic()) {
        *heading = None;
        return (LineKind::Row(row), false);
    }
    if is_described && let Some(kind) = described_kind(line, &row) {
        return (kind, false);
    }
    // A puzzle with its rules is read as a whole.
    if rules_after(line).is_some() || has_own_rules(&row) {
        return (LineKind::Row(row), false);
    }
    if heading.is_none()
        && let Some(variants) = variants_alone(line)
    {
        return (LineKind::Rules(variants), false);
    }
    match spelled(line, *heading) {
        Spelled::Suspicious | Spelled::Nothing if is_foreign_cage(line) => {
            (LineKind::Row(CellRow::default()), true)
        }
        Spelled::Rules(rules) => (LineKind::Rules(rules), false),
        Spelled::Heading(name) => {
            *heading = Some(name);
            (LineKind::Heading(name, row), false)
        }
        Spelled::Suspicious => (LineKind::Row(row), true),
        Spelled::Mention => {
            let cells = row.cells(Reading::Words, false);
            // A row, a column and a digit would be lost.
            let is_given = cells.len() > 3 && cells[..3].iter().all(|cell| is_number(&cell.text));
            (LineKind::Mention(row), is_given)
        }
        Spelled::Nothing => {
            *heading = None;
            (LineKind::Row(row), meant(&string(line)).is_some())
        }
    }
}

/// Returns true if a line announces a map: `regions`, with or without a colon, brackets or `#`.
fn is_heading(line: &[Glyph]) -> bool {
    let text = string(trim(line));
    let word = text.trim_matches(|c: char| c.is_whitespace() || "#[]:=.".contains(c));
    ["regions", "region map", "jigsaw"].contains(&word.to_ascii_lowercase().as_str())
}

/// Returns true for a cage of a KenKen, which names its cells as `A1`, or for clues of cages that letters in a map name.
/// Neither is a row of a grid, and neither is read.
fn is_foreign_cage(line: &[Glyph]) -> bool {
    // A row of letters and digits in one word is none.
    let has_words = trim(line).iter().any(|glyph| glyph.c == ' ');
    (has_words && are_spreadsheet_cells(&tokens(line)) && !is_list(line)) || are_clues_of_map(line)
}

/// Returns true for clues such as `A=14` or `A 14+`.
fn are_clues_of_map(line: &[Glyph]) -> bool {
    let text = string(line);
    let words = text.split(|c: char| c.is_whitespace() || "=:,;".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_letter = |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_alphabetic());
    let is_clue = |word: &str| is_number(word.trim_matches(|c| "+-−–xX*×·/÷".contains(c)));
    let are_clues =
        |pair: &[&str]| matches!(pair, [letter, clue] if is_letter(letter) && is_clue(clue));
    !words.is_empty() && words.chunks(2).all(are_clues)
}

/// Returns the variants whose names are the whole of a line, such as `x` or `X-Sudoku`.
fn variants_alone(line: &[Glyph]) -> Option<Vec<Line>> {
    const LONGEST: usize = 30;
    let line = trim(line);
    let is_inner = |glyph: &Glyph| glyph.c.is_alphabetic() || " -,".contains(glyph.c);
    let is_short = line.len() <= LONGEST && line.iter().all(is_inner);
    let variants = is_short.then(|| Variant::parse_all(&string(line)).ok())??;
    let first = line.first()?.position();
    let names = variants
        .iter()
        .map(|variant| line_at(variant.name(), first));
    (!variants.is_empty()).then(|| names.collect())
}

/// Returns the kind of a row or of rules around a board that rules describe. The rules stay as they are, because
/// they can name variables.
fn described_kind(line: &Line, row: &CellRow) -> Option<LineKind> {
    let is_plain = |c: char| c.is_ascii_digit() || BLANKS.contains(&c) || c == '?';
    let mut ink = line.iter().filter(|glyph| !is_separator(glyph.c));
    if ink.all(|glyph| is_plain(glyph.c)) {
        return Some(LineKind::Row(row.clone()));
    }
    if let Some(given) = variable_list(line) {
        return Some(LineKind::Rules(given.into_iter().collect()));
    }
    let rules: Vec<Line> = parts(line).filter(|rule| !rule.is_empty()).collect();
    let (first, rest) = rules.split_first()?;
    if !is_geometry(first) && rest.iter().any(|rule| is_geometry(rule)) {
        return Some(LineKind::Row(row.clone()));
    }
    let is_rule = |rule: &Line| {
        is_geometry(rule)
            || is_board(rule)
            || matches!(spelled(rule, None), Spelled::Rules(_))
            || rule_name(rule).is_some_and(|name| name.len() > 1)
    };
    rules.iter().any(is_rule).then_some(LineKind::Rules(rules))
}

/// Tells a row from a blank line and from a line of a frame.
fn cells_or_frame(line: &Line) -> LineKind {
    let text = trim(line);
    let is_empty = text.is_empty() && !line.iter().any(|glyph| glyph.c == '\t');
    if is_empty || is_fence(text) {
        return LineKind::Blank;
    }
    let row = CellRow::new(line);
    let ink = || text.iter().filter(|glyph| !glyph.c.is_whitespace());
    let is_drawn = ink().all(|glyph| is_frame(glyph.c));
    let has_line = ink().any(|glyph| !is_bar(glyph.c) && glyph.c != '.');
    match row.symbol {
        Some('.') => LineKind::Row(row),
        Some(symbol) if !symbol.is_alphanumeric() && (is_drawn || !symbol.is_ascii()) => {
            let is_mixed = text.iter().any(|glyph| is_bar(glyph.c));
            let may_be_row = !is_mixed || row.count(Reading::Words, false) > 1;
            LineKind::Frame(row, may_be_row)
        }
        // Bars alone may separate empty cells.
        _ if is_drawn && has_line => LineKind::Frame(row, false),
        _ => LineKind::Row(row),
    }
}

/// Returns true for the line before or after code in Markdown, perhaps with the name of the language.
fn is_fence(line: &[Glyph]) -> bool {
    starts_with(line, "```") && line[3..].iter().all(|glyph| glyph.c.is_alphanumeric())
}

/// Returns true for a comment: a line that begins with `#` and is not a row whose blank is `#`.
pub(crate) fn is_comment(line: &[Glyph]) -> bool {
    let line = trim(line);
    let cells = || symbols(line).map(|cell| cell[0].c);
    let blanks = || cells().filter(|c| *c == '#').count();
    let is_row =
        || cells().count() >= 9 && blanks() > 1 && cells().all(|c| c == '#' || c.is_ascii_digit());
    line.first().is_some_and(|first| first.c == '#') && !is_row()
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
    is_long || has_own_rules(row)
}

/// Returns true if a line has a link or is a constraint string.
fn has_own_rules(row: &CellRow) -> bool {
    let has = |is_wanted: fn(char) -> bool| row.glyphs.iter().any(|glyph| is_wanted(glyph.c));
    let may_be_link = row.glyphs.len() > 16 && has(|c| "/fw".contains(c));
    (may_be_link && link::find(&string(&row.glyphs)).is_some())
        || sumocue::recognise(&row.glyphs)
        || (has(|c| c == '~' || c.is_alphabetic()) && is_constraint_string(&string(&row.glyphs)))
}

/// Returns the longest stretches without lines that `is_end` accepts.
pub(crate) fn spans(lines: &[TextLine], is_end: impl Fn(&TextLine) -> bool) -> Vec<Range<usize>> {
    let mut next = 0;
    let spans = lines.split(is_end).map(|span| {
        let start = next;
        next += span.len() + 1;
        start..start + span.len()
    });
    spans.filter(|span| !span.is_empty()).collect()
}

/// Returns the rows in a stretch of lines, each with its index.
pub(crate) fn rows(
    lines: &[TextLine],
    range: Range<usize>,
) -> impl Iterator<Item = (usize, &CellRow)> {
    range.filter_map(|at| Some((at, lines[at].row()?)))
}

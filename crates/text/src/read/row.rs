//! One line of text as a row of cells, in each reading.

use super::glyph::{CellText, Glyph, Line, LineColumn, string, trim};
use super::infer::BLANKS;
use super::rules::quotes;
use super::rules::text::rules_after;
use crate::form::Arrangement;
use satdoku::board::Grid;

/// The shortest row: boards are at least 4×4.
pub(crate) const SHORTEST: usize = 4;

/// The longest row with one character per cell.
pub(crate) const LONGEST: usize = Grid::MAX_LETTERS;

/// A way to separate the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Each character is a cell.
    Symbols,
    /// Separators stand between all cells.
    Words,
    /// The same, but commas stand between the candidates of a cell.
    Sets,
    /// One delimiter stands between two cells, which may be empty.
    Fields,
}

impl Reading {
    /// All readings, in the order in which they are tried.
    pub const ALL: [Reading; 4] = [
        Reading::Symbols,
        Reading::Words,
        Reading::Sets,
        Reading::Fields,
    ];
}

/// A line that may be a row of cells, with the number of its cells in each reading.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellRow {
    pub glyphs: Line,
    counts: [usize; 4],
    /// The number in front of the row and what follows it, if it may be a label.
    label: Option<(u32, Line, [usize; 4])>,
    /// The only symbol of the line, unless it is a digit. The line may then be part of a frame.
    pub symbol: Option<char>,
    /// True if nothing in the line can be a word, and the line is no date.
    pub is_sure: bool,
}

impl CellRow {
    pub fn new(glyphs: &[Glyph]) -> CellRow {
        let glyphs = without_remark(glyphs);
        let mut symbols = glyphs
            .iter()
            .map(|glyph| glyph.c)
            .filter(|c| !is_separator(*c));
        let first = symbols.next();
        let is_one = |first: &char| !first.is_ascii_digit() && symbols.all(|c| c == *first);
        CellRow {
            counts: counts(glyphs),
            label: label(glyphs).map(|(number, rest)| (number, rest.to_vec(), counts(rest))),
            symbol: first.filter(is_one),
            is_sure: !(is_date(glyphs) || words(glyphs).any(is_word))
                || rules_after(glyphs).is_some(),
            glyphs: glyphs.to_vec(),
        }
    }

    /// Returns the number of cells, without the label if `has_label`.
    pub fn count(&self, reading: Reading, has_label: bool) -> usize {
        match &self.label {
            Some((.., counts)) if has_label => counts[reading as usize],
            _ if has_label => 0,
            _ => self.counts[reading as usize],
        }
    }

    pub fn cells(&self, reading: Reading, has_label: bool) -> Vec<CellText> {
        match &self.label {
            Some((_, rest, _)) if has_label => cells(rest, reading),
            _ => cells(&self.glyphs, reading),
        }
    }

    /// Returns the label as a number: `A` is 10.
    pub fn label(&self) -> Option<u32> {
        self.label.as_ref().map(|(number, ..)| *number)
    }

    /// Returns true if the cells are the labels of columns.
    pub fn is_header(&self) -> bool {
        let reading = match self.counts[Reading::Words as usize] {
            1 => Reading::Symbols,
            _ => Reading::Words,
        };
        let labels = cells(&self.glyphs, reading);
        labels.len() >= SHORTEST && counts_up(labels.iter().map(|label| label_number(&label.text)))
    }

    pub fn position(&self) -> LineColumn {
        self.glyphs.first().map_or((1, 1), |first| first.position())
    }

    /// Returns the arrangement of a grid with this row, which a frame may surround.
    pub fn arrangement(&self, reading: Reading, is_framed: bool) -> Arrangement {
        let [symbols, words, ..] = self.counts;
        let has_bar = self.glyphs.iter().any(|glyph| is_bar(glyph.c));
        match (
            is_framed || has_bar,
            reading == Reading::Symbols && words != symbols,
        ) {
            (true, _) => Arrangement::Boxes,
            (false, true) => Arrangement::Rows,
            (false, false) => Arrangement::SpacedRows,
        }
    }
}

/// Returns true if labels count up from 0, 1 or `A`.
pub(crate) fn counts_up(mut labels: impl Iterator<Item = Option<u32>>) -> bool {
    let Some(Some(first)) = labels.next() else {
        return false;
    };
    matches!(first, 0 | 1 | 10)
        && labels
            .zip(first + 1..)
            .all(|(number, next)| number == Some(next))
}

/// Parses a label: a number, perhaps with letters in front of it (`R1`, `col2`), or a letter.
fn label_number(label: &str) -> Option<u32> {
    let label = label.trim_end_matches(['.', ':', ')']);
    let digits = label.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let mut symbols = label.chars();
    match (digits.parse(), symbols.next(), symbols.next()) {
        (Ok(number), ..) => Some(number),
        (_, Some(letter), None) => letter.to_digit(36),
        _ => None,
    }
}

/// Splits the label off a line: its first word, and one delimiter after it.
fn label(glyphs: &[Glyph]) -> Option<(u32, &[Glyph])> {
    let start = glyphs.iter().position(|glyph| !is_separator(glyph.c))?;
    let is_end = |glyph: &Glyph| is_separator(glyph.c) || glyph.c == ':';
    let length = glyphs[start..].iter().position(is_end)?;
    let (word, after) = glyphs[start..].split_at(length);
    let number = label_number(&string(word))?;
    let spaces = after.iter().take_while(|glyph| glyph.c == ' ').count();
    let has_sign = after
        .get(spaces)
        .is_some_and(|next| is_delimiter(next.c) || next.c == ':');
    let between = match has_sign {
        true => spaces + 1,
        false => usize::from(after[0].c != ' '),
    };
    Some((number, &after[between..]))
}

/// Returns true for a bar that separates cells.
pub(crate) fn is_bar(c: char) -> bool {
    matches!(
        c,
        '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏'
    )
}

/// Returns true for characters that frames consist of.
pub(crate) fn is_frame(c: char) -> bool {
    is_bar(c)
        || matches!(c, '+' | '-' | '=' | '*' | '_' | '~' | ':' | '\'' | '.')
        || matches!(c, '–' | '—' | '\u{2500}'..='\u{257f}')
}

/// Returns true for a character that separates cells.
pub(crate) fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | '&' | '/' | '\\' | '"' | '\'' | '`' | '[' | ']' | '(' | ')' | '{' | '}'
    ) || c.is_whitespace()
        || is_bar(c)
}

fn is_delimiter(c: char) -> bool {
    is_bar(c) || matches!(c, ',' | ';' | '\t' | '&')
}

/// Returns true if a text stands for an empty cell in some language or program.
pub(crate) fn is_null(text: &str) -> bool {
    let nulls = ["nan", "none", "null", "nil", "na", "n/a", "undefined"];
    nulls.iter().any(|null| null.eq_ignore_ascii_case(text))
}

/// Returns true unless two different letters are beyond those of a board of this size, as in a title. One can be a
/// blank.
fn has_letters_of(glyphs: &[Glyph], size: usize) -> bool {
    let letters = glyphs.iter().filter(|glyph| glyph.c.is_alphabetic());
    let letters = letters.map(|glyph| glyph.c.to_ascii_uppercase() as usize);
    let mut beyond = letters.filter(|letter| *letter >= 'A' as usize + size);
    let first = beyond.next();
    beyond.all(|letter| Some(letter) == first)
}

fn words(glyphs: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let words = glyphs.split(|glyph| is_separator(glyph.c));
    words.filter(|word| !word.is_empty())
}

/// Returns true for a date of numbers, such as `5.12.2024` or `2024-12-05`.
fn is_date(line: &[Glyph]) -> bool {
    if line.len() > 40 {
        return false;
    }
    let text = string(trim(line));
    ['.', '/', '-'].iter().any(|sign| {
        let parts = text.trim_end_matches('.').split(*sign);
        let length = |part: &str| {
            part.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then_some(part.len())
        };
        let lengths: Option<Vec<usize>> = parts.map(length).collect();
        let lengths = lengths.unwrap_or_default();
        matches!(lengths[..], [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2])
    })
}

/// Returns true if a piece of a line reads as a word: at least two letters that are neither one
/// repeated symbol nor a set of candidates.
pub(crate) fn is_word(piece: &[Glyph]) -> bool {
    let mut letters = piece
        .iter()
        .map(|glyph| glyph.c)
        .filter(|c| c.is_alphabetic());
    let first = letters.next();
    if letters.all(|c| Some(c) == first) {
        return false;
    }
    let text = string(piece);
    let is_set = !text.contains(char::is_lowercase) && is_rising(&text);
    !is_set && !is_null(&text)
}

/// Returns true if the candidates of a cell are in ascending order: characters, or numbers separated
/// by commas.
pub(crate) fn is_rising(text: &str) -> bool {
    let is_less = |one: &Option<usize>, other: &Option<usize>| one.is_some() && one < other;
    match text.contains(',') {
        true => text
            .split(',')
            .map(|number| number.parse().ok())
            .is_sorted_by(is_less),
        false => {
            let digits = text
                .chars()
                .map(|c| c.to_digit(36).map(|digit| digit as usize));
            digits.is_sorted_by(is_less)
        }
    }
}

/// Returns a line without a comment in a programming language after it, and without the full stop of
/// the LaTeX package `sudoku`.
fn without_remark(line: &[Glyph]) -> &[Glyph] {
    let at = |index: usize| line.get(index).map_or(' ', |glyph| glyph.c);
    let is_remark = |start: &usize| match at(*start) {
        '/' => at(start + 1) == '/' && " ,])}".contains(at(start - 1)),
        '#' if " ,])}".contains(at(start - 1)) => {
            let before = trim(&line[..*start]).last().map_or(' ', |last| last.c);
            let has_word = || line[*start..].iter().any(|glyph| glyph.c.is_alphabetic());
            ",])}".contains(before) || has_word()
        }
        _ => false,
    };
    let mut remarks = (1..line.len()).filter(is_remark).peekable();
    let mut end = line.len();
    if remarks.peek().is_some() {
        let enclosed = quotes::enclosed(line);
        let is_enclosed = |at: &usize| enclosed.iter().any(|range| range.contains(at));
        end = remarks.find(|at| !is_enclosed(at)).unwrap_or(end);
    }
    let last = line[..end].iter().rposition(|glyph| glyph.c != ' ');
    match last {
        Some(stop) if stop > 0 && at(stop) == '.' && at(stop - 1) == '|' => &line[..stop],
        _ => &line[..end],
    }
}

fn counts(glyphs: &[Glyph]) -> [usize; 4] {
    Reading::ALL.map(|reading| match reading {
        Reading::Symbols => {
            let count = symbols(glyphs).count();
            count * usize::from(has_letters_of(glyphs, count))
        }
        reading => split(glyphs, reading).len(),
    })
}

/// Returns the cells of a line.
pub(crate) fn cells(glyphs: &[Glyph], reading: Reading) -> Vec<CellText> {
    let mut position = glyphs.first().map_or((1, 1), |first| first.position());
    let cell = |cell: &[Glyph]| {
        let text = CellText::of(cell, position);
        // An empty cell is after the one before it.
        position = (text.position.0, text.position.1 + cell.len() + 1);
        text
    };
    split(glyphs, reading).into_iter().map(cell).collect()
}

/// Splits a line into cells.
fn split(glyphs: &[Glyph], reading: Reading) -> Vec<&[Glyph]> {
    match reading {
        Reading::Symbols => symbols(glyphs).collect(),
        Reading::Words => words(glyphs).collect(),
        Reading::Sets => {
            let sets = glyphs.split(|glyph| is_separator(glyph.c) && glyph.c != ',');
            sets.filter(|set| !set.is_empty()).collect()
        }
        Reading::Fields => fields(glyphs),
    }
}

/// Returns the characters between separators. A plus sign marks the digit after it as placed by the
/// player (HoDoKu).
pub(crate) fn symbols(glyphs: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    let cells = glyphs.iter().enumerate().filter(|(index, glyph)| {
        let next = glyphs.get(index + 1);
        let is_mark = glyph.c == '+' && next.is_some_and(|next| next.c.is_ascii_digit());
        !is_separator(glyph.c) && !is_mark
    });
    cells.map(|(_, glyph)| std::slice::from_ref(glyph))
}

/// Returns the texts between delimiters, empty ones too.
fn fields(glyphs: &[Glyph]) -> Vec<&[Glyph]> {
    let has = |kind: &char| glyphs.iter().any(|glyph| glyph.c == *kind);
    let kind = ['\t', ';', ',', '&'].into_iter().find(has);
    let line = match kind {
        Some(_) => glyphs,
        None if glyphs.iter().any(|glyph| is_bar(glyph.c)) => within_frame(glyphs),
        None => return Vec::new(),
    };
    let is_between = |glyph: &Glyph| kind.map_or(is_bar(glyph.c), |kind| glyph.c == kind);
    let is_quote = |glyph: &Glyph| matches!(glyph.c, '"' | '\'');
    let fields = line.split(is_between).map(|field| match trim(field) {
        [open, inner @ .., close] if is_quote(open) && is_quote(close) => trim(inner),
        text => text,
    });
    fields.collect()
}

/// Returns a line without the bars at its ends. A space beside them that is as wide as a cell is an empty one, unless a
/// bar is the first or the last character.
fn within_frame(line: &[Glyph]) -> &[Glyph] {
    let cells: Vec<&[Glyph]> = line.split(|glyph| is_bar(glyph.c)).collect();
    let [first, inner @ .., last] = &cells[..] else {
        return line;
    };
    let width = inner.first().map(|cell| cell.len());
    let is_framed = first.is_empty() || last.is_empty();
    let is_outside =
        |cell: &[Glyph]| trim(cell).is_empty() && (is_framed || Some(cell.len()) != width);
    let has_end = is_outside(last);
    let has_start = is_outside(first) && !(has_end && inner.is_empty());
    let start = if has_start { first.len() + 1 } else { 0 };
    let end = if has_end { last.len() + 1 } else { 0 };
    &line[start..line.len() - end]
}

/// Returns true if all symbols of a line could be the cells of a board: digits and blanks.
pub(crate) fn is_digits_and_blanks(text: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_digit() || BLANKS.contains(&c);
    text.chars().all(is_cell)
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::*;

    fn row(text: &str) -> CellRow {
        CellRow::new(&normalise(1, text))
    }

    #[test]
    fn cells_are_counted_in_each_reading() {
        for (text, expected) in [
            ("53..7....", [9, 1, 1, 0]),
            ("| 5 3 . | . 7 . |", [6, 6, 6, 2]),
            ("5,3,,,7", [3, 3, 1, 5]),
            ("1,2 34 7", [5, 4, 3, 2]),
            ("|1| | |4|", [2, 2, 2, 4]),
            ("5+3.7", [4, 1, 1, 0]),
            ("[5, 3, 0, 0],", [4, 4, 5, 5]),
            ("\"5\",\"\",\"3\"", [2, 2, 4, 3]),
        ] {
            assert_eq!(row(text).counts, expected, "{text}");
        }
    }

    #[test]
    fn labels_are_split_off() {
        let of = |text: &str| {
            let row = row(text);
            let cells = row.cells(Reading::Words, true);
            let cells: Vec<String> = cells.into_iter().map(|cell| cell.text).collect();
            (row.label(), cells.join(" "))
        };
        assert_eq!(of("A 5 3 ."), (Some(10), "5 3 .".to_string()));
        assert_eq!(of("R2: 53.."), (Some(2), "53..".to_string()));
        assert_eq!(of("3) 53.."), (Some(3), "53..".to_string()));
        assert!(row("1 2 3 4").is_header() && row("A B C D").is_header());
        assert!(!row("1 2 4").is_header());
    }

    #[test]
    fn words_are_told_from_cells() {
        for text in ["5 3 x . 7", "xxxx", "1259ABG 12", "None 5 null", "A.B.C"] {
            assert!(row(text).is_sure || text == "A.B.C", "{text}");
        }
        for text in ["Monday", "53 hard", "No. 7", "rating 7.1"] {
            assert!(!row(text).is_sure, "{text}");
        }
    }
}

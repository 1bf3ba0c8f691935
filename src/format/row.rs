//! One line of text seen as a row of cells, and what kind of line it is.

use super::alphabet::BLANKS;
use super::lines::TextLine;

/// What a line of text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing but white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// Words: a title, a remark.
    Prose,
    /// A whole puzzle without spaces, which ends at this byte; the rest is not part of it.
    Puzzle(usize),
    /// Part of the frame of a grid; perhaps a row of blanks, if it is made of one character that
    /// can also be a blank.
    Rule(Option<Row>),
    /// A row of cells.
    Row(Row),
}

/// A line of text as a row of cells, in either reading: cells that are separated, or one for each
/// character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub line: TextLine,
    /// The number of cells if something stands between any two of them.
    pub spaced: usize,
    /// The number of cells if each character is one.
    pub compact: usize,
    /// The number of spaced cells with at most one, two and three characters.
    pub narrow: [usize; 3],
    /// The largest number between separators, and the largest value of a character: 10 for `A`.
    pub greatest_number: usize,
    pub greatest_character: usize,
    /// Whether there are vertical lines between or around the cells.
    pub is_framed: bool,
}

/// What the options say of all puzzles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// The number of cells.
    pub cells: Option<usize>,
    /// That digits can be letters, however small the board.
    pub letters: bool,
}

/// The shortest row: boards are at least 4×4.
pub(super) const SHORTEST: usize = 4;

/// Lines of at least this many characters without a space are puzzles, shorter ones rows: the
/// largest board with a character per digit has 35.
const LONGEST_ROW: usize = 35;

/// Characters that separate cells.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';' || is_vertical(c)
}

fn is_vertical(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║')
}

/// Characters of which frames are drawn.
fn is_rule(c: char) -> bool {
    is_vertical(c)
        || matches!(
            c,
            '+' | '-' | '=' | '*' | '–' | '—' | '\u{2500}'..='\u{257f}'
        )
}

/// The cells of a line with the byte at which each begins: what stands between separators, or
/// every character of it.
pub(super) fn cells(text: &str, spaced: bool) -> Vec<(usize, &str)> {
    let start = text.as_ptr() as usize;
    let pieces = text.split(is_separator).filter(|piece| !piece.is_empty());
    let pieces = pieces.map(|piece| (piece.as_ptr() as usize - start, piece));
    if spaced {
        return pieces.collect();
    }
    let characters = pieces.flat_map(|(byte, piece)| {
        let characters = piece.char_indices();
        characters.map(move |(at, c)| (byte + at, &piece[at..at + c.len_utf8()]))
    });
    characters.collect()
}

impl Row {
    pub fn new(line: TextLine) -> Row {
        let text = line.text();
        let tokens = cells(text, true);
        let lengths = || tokens.iter().map(|(_, token)| token.chars().count());
        let number = |token: &str| match token.len() {
            1 => token
                .chars()
                .next()
                .and_then(|c| c.to_digit(36))
                .map(|value| value as usize),
            _ => token.parse().ok(),
        };
        let characters = text.chars().filter_map(|c| c.to_digit(36));
        Row {
            spaced: tokens.len(),
            compact: lengths().sum(),
            narrow: [1, 2, 3].map(|width| lengths().filter(|length| *length <= width).count()),
            greatest_number: tokens
                .iter()
                .filter_map(|(_, token)| number(token))
                .max()
                .unwrap_or(0),
            greatest_character: characters.max().unwrap_or(0) as usize,
            is_framed: text.contains(is_vertical),
            line,
        }
    }
}

/// What kind of line this is. `previous` is the row before it, if a grid has begun.
pub(super) fn classify(line: TextLine, previous: Option<&Row>, hints: Hints) -> Line {
    let text = line.text();
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.starts_with('#') {
        return Line::Comment;
    }
    if trimmed.chars().all(is_separator) {
        return Line::Rule(None);
    }
    if trimmed.chars().all(|c| is_rule(c) || c == ' ') {
        let mut marks = trimmed.chars().filter(|c| !is_separator(*c));
        let first = marks.next().unwrap_or('|');
        let could_be_blanks = BLANKS.contains(&first) && marks.all(|c| c == first);
        let is_long = matches!(trimmed.len(), 81 | 256 | 625) || Some(trimmed.len()) == hints.cells;
        if could_be_blanks && is_long && previous.is_none() {
            return Line::Puzzle(text.trim_end().len());
        }
        return Line::Rule(could_be_blanks.then(|| Row::new(line)));
    }
    if let Some(end) = puzzle_end(text, hints) {
        return Line::Puzzle(end);
    }
    let row = Row::new(line);
    if looks_like_cells(&row, previous, hints) {
        Line::Row(row)
    } else {
        Line::Prose
    }
}

/// Where the first word of a line ends, if it is a whole puzzle with a character per cell: a word
/// that is too long for a row, or one that has the length of a puzzle and text behind it.
fn puzzle_end(text: &str, hints: Hints) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let word = text[start..]
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .next()?;
    let end = start + word.len();
    let length = word.chars().count();
    let (symbols, letters, _) = count_symbols(word);
    if length > LONGEST_ROW {
        let in_alphabet = if length >= 100 || hints.letters {
            symbols + letters
        } else {
            symbols
        };
        return (2 * in_alphabet >= length).then_some(end);
    }
    let rest = &text[end..];
    let is_puzzle = length == hints.cells.unwrap_or(16) && symbols == length;
    let has_remark = rest.starts_with([',', ';']) || count_symbols(rest) != (0, 0, 0);
    let is_one_of_many = cells(rest, true)
        .iter()
        .any(|(_, word)| count_symbols(word).1 > 0);
    (is_puzzle && has_remark && (rest.starts_with([',', ';']) || is_one_of_many)).then_some(end)
}

/// How many characters can be cells up to nine digits, how many are letters, how many neither.
fn count_symbols(text: &str) -> (usize, usize, usize) {
    let (mut symbols, mut letters, mut others) = (0, 0, 0);
    for c in text.chars().filter(|c| !is_separator(*c)) {
        match c {
            c if c.is_ascii_digit() || BLANKS.contains(&c) => symbols += 1,
            c if c.is_alphabetic() => letters += 1,
            _ => others += 1,
        }
    }
    (symbols, letters, others)
}

/// Whether a line is meant as a row of cells, perhaps with a mistake in it, and not as words.
fn looks_like_cells(row: &Row, previous: Option<&Row>, hints: Hints) -> bool {
    let text = row.line.text();
    let (symbols, letters, others) = count_symbols(text);
    if letters == 0 && others == 0 {
        return true;
    }
    if previous.is_some_and(|previous| previous.compact == row.compact) {
        return true;
    }
    if others > 0 && letters == 0 {
        return symbols >= 8 * others;
    }
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let mut runs = text.split(|c: char| !c.is_alphabetic());
    if !runs.any(is_word) && symbols >= letters + others && row.compact >= SHORTEST {
        return true;
    }
    // Letters as digits: in groups of one length, and on a board with n digits none is beyond the
    // n-th.
    let tokens = cells(text, true);
    let has_groups = tokens
        .iter()
        .all(|(_, token)| token.len() == tokens[0].1.len());
    let is_letter_digit = |c: char| {
        let value = c.to_digit(36).map_or(0, |value| value as usize);
        BLANKS.contains(&c) || c.is_ascii_digit() || (10..row.compact + 10).contains(&value)
    };
    let mut characters = text.chars().filter(|c| !is_separator(*c));
    let smallest = if hints.letters { SHORTEST } else { 10 };
    has_groups && (smallest..=LONGEST_ROW).contains(&row.compact) && characters.all(is_letter_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> &'static str {
        match classify(TextLine::new(1, text), None, Hints::default()) {
            Line::Blank => "blank",
            Line::Comment => "comment",
            Line::Prose => "prose",
            Line::Puzzle(_) => "puzzle",
            Line::Rule(None) => "rule",
            Line::Rule(Some(_)) => "rule or blanks",
            Line::Row(_) => "row",
        }
    }

    #[test]
    fn kinds_of_lines_are_distinguished() {
        for (text, expected) in [
            ("", "blank"),
            (" \t", "blank"),
            ("# 123456789", "comment"),
            ("Grid 01", "prose"),
            ("puzzle size: 4x4", "prose"),
            ("number of tasks: 10", "prose"),
            ("experiment: generator (Time: 0.000000 s)", "prose"),
            ("task: 1", "prose"),
            ("[Puzzle]", "prose"),
            ("(1)", "prose"),
            ("Copyright 2021 somebody somewhere", "prose"),
            ("AB.. ..EF 12.. ...G", "row"),
            ("53..7....", "row"),
            ("5 3 0 0 7 0 0 0 0", "row"),
            ("53x.7....", "row"),
            ("53?.7....", "row"),
            ("8 . . | . . . | . . .", "row"),
            ("|8..|...|...|", "row"),
            ("1-- -5- ---", "row"),
            ("1.3.A.G.5.7.9.B.", "row"),
            ("ABCDEFGHIJKLMNOP", "row"),
            ("A . . D E F G H I J K L M N O P", "row"),
            ("------+-------+------", "rule"),
            ("+-------+", "rule"),
            ("=====", "rule"),
            (",,,,", "rule"),
            ("┌───┬───┐", "rule"),
            ("---------", "rule or blanks"),
            ("*********", "rule or blanks"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
        let line =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        for (text, expected) in [
            (line.to_string(), "puzzle"),
            (format!("  {line} hard"), "puzzle"),
            (format!("{line},{line}"), "puzzle"),
            (line.replace('7', "x"), "puzzle"),
            ("-".repeat(81), "puzzle"),
            ("-".repeat(80), "rule or blanks"),
            ("1............... a 4x4".to_string(), "puzzle"),
            ("1...............,234".to_string(), "puzzle"),
        ] {
            assert_eq!(kind(&text), expected, "{text}");
        }
    }

    #[test]
    fn a_row_has_two_readings() {
        let row = Row::new(TextLine::new(1, "| 12 __ | 3 . |"));
        assert_eq!((row.spaced, row.compact), (4, 6));
        assert_eq!(row.narrow, [2, 4, 4]);
        assert_eq!((row.greatest_number, row.greatest_character), (12, 3));
        assert!(row.is_framed);
        let [spaced, compact] = [true, false].map(|spaced| cells("ab|c", spaced));
        assert_eq!(spaced, [(0, "ab"), (3, "c")]);
        assert_eq!(compact, [(0, "a"), (1, "b"), (3, "c")]);
    }
}

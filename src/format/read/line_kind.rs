//! Classification of lines: a puzzle, a row of cells, part of a frame, or prose.

use std::ops::Range;

use super::infer::{BLANKS, infer};
use super::link;
use super::row::{GridRow, SHORTEST, Spacing, cells, is_separator, is_vertical, other_blank};
use super::text_line::TextLine;
use crate::format::alphabet::Alphabet;

/// The kind of a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A line of white space.
    Blank,
    /// A comment, which begins with `#`.
    Comment,
    /// Prose: a title, a remark or a date.
    Prose,
    /// A whole puzzle without spaces, in this range of bytes. The rest of the line is not part of
    /// it.
    Puzzle(Range<usize>),
    /// A link that contains a puzzle, in this range of bytes.
    Link(Range<usize>),
    /// Part of the frame of a grid. A line of a single repeated character may instead be a row of
    /// blanks.
    Rule(Option<GridRow>),
    /// A row of cells.
    Row(GridRow),
}

/// Hints from the options, valid for every puzzle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// The number of cells.
    pub cells: Option<usize>,
    /// True if letters can be digits on a board of any size.
    pub letters: bool,
}

/// The longest row written without spaces: the largest board with one character per digit is 35×35.
/// A longer word is a puzzle.
const LONGEST_ROW: usize = 35;

/// Returns true for a character used to draw frames.
fn is_rule(c: char) -> bool {
    is_vertical(c)
        || matches!(
            c,
            '+' | '-' | '=' | '*' | '–' | '—' | '\u{2500}'..='\u{257f}'
        )
}

/// Returns true for part of a frame whose corners are dots and quotes (`.---.---.`), as HoDoKu
/// draws them, or colons, as in a Markdown table.
fn has_dotted_corners(trimmed: &str) -> bool {
    let is_corner = |c| matches!(c, '.' | ':' | '\'' | '`');
    trimmed.contains(is_corner)
        && ["--", ":-", "-:"]
            .iter()
            .any(|dashes| trimmed.contains(dashes))
        && trimmed
            .chars()
            .all(|c| is_corner(c) || is_rule(c) || c == ' ')
}

/// Returns true if a trimmed line is part of a frame, and not only bars between cells.
pub(super) fn is_frame(trimmed: &str) -> bool {
    let is_plain = trimmed.chars().all(|c| is_rule(c) || c == ' ');
    has_dotted_corners(trimmed) || (is_plain && !trimmed.chars().all(is_separator))
}

/// Removes the prefix of a quotation (`> `) or of a list item: a bullet or number before a single
/// long word.
pub(super) fn without_prefix(mut line: TextLine) -> TextLine {
    loop {
        let text = line.text();
        let start = text.len() - text.trim_start().len();
        let Some(rest) = text[start..].strip_prefix('>') else {
            break;
        };
        // If the symbol occurs again, it is a blank cell.
        if !rest.is_empty() && !rest.starts_with([' ', '>']) && rest.contains('>') {
            break;
        }
        let space = usize::from(rest.starts_with(' '));
        line = line.rest(start + 1 + space);
    }
    let text = line.text().trim_start();
    let Some((mark, rest)) = text.split_once(char::is_whitespace) else {
        return line;
    };
    let is_bullet = matches!(mark, "-" | "*" | "+" | "•" | "‣" | "◦" | "▪" | "·" | "–");
    let number = mark.strip_suffix(['.', ')']);
    let is_number = number.is_some_and(|number| {
        (1..=6).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    let rest = rest.trim_start();
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let length = word.chars().count();
    let is_alone = length >= 9 && after.trim().is_empty();
    if (is_bullet || is_number) && (is_alone || length > LONGEST_ROW) {
        let byte = rest.as_ptr() as usize - line.text().as_ptr() as usize;
        line = line.rest(byte);
    }
    line
}

/// Classifies a line. `previous` is the preceding row, if a grid has begun.
pub(super) fn classify(line: TextLine, previous: Option<&GridRow>, hints: Hints) -> Line {
    let text = line.text();
    let trimmed = text.trim();
    if trimmed.is_empty() {
        // All cells of a tab-separated row may be empty.
        let is_row = text.bytes().filter(|byte| *byte == b'\t').count() + 1 >= SHORTEST;
        return if is_row {
            Line::Rule(None)
        } else {
            Line::Blank
        };
    }
    if is_comment(trimmed) {
        return Line::Comment;
    }
    if trimmed.chars().all(is_separator) || has_dotted_corners(trimmed) {
        return Line::Rule(None);
    }
    let mut marks = trimmed.chars().filter(|c| !is_separator(*c));
    let first = marks.next().unwrap_or('|');
    let is_one_symbol = marks.all(|c| c == first) && !first.is_ascii_digit();
    let is_blanks = BLANKS.contains(&first) && is_one_symbol;
    if trimmed.chars().all(|c| is_rule(c) || c == ' ') {
        let is_long = matches!(trimmed.len(), 81 | 256 | 625) || Some(trimmed.len()) == hints.cells;
        if is_blanks && is_long && previous.is_none() {
            return Line::Puzzle(0..text.trim_end().len());
        }
        let is_in_use = || previous.is_some_and(|row| row.line.text().contains(first));
        let could_be_blanks = is_blanks || matches!(first, '–' | '—') || is_in_use();
        return Line::Rule((is_one_symbol && could_be_blanks).then(|| GridRow::new(line)));
    }
    if let Some(link) = link::find(text) {
        return Line::Link(link);
    }
    if let Some(puzzle) = puzzle_in(text, hints) {
        return Line::Puzzle(puzzle);
    }
    let row = GridRow::new(line);
    if is_one_symbol && !is_blanks && row.compact >= SHORTEST {
        return Line::Rule(Some(row));
    }
    if looks_like_cells(&row, previous, hints) {
        Line::Row(row)
    } else {
        Line::Prose
    }
}

/// Returns true if a trimmed line is a comment: it begins with `#` and is not a row of at least
/// nine cells whose blank is `#`.
pub(super) fn is_comment(trimmed: &str) -> bool {
    let Some(rest) = trimmed.strip_prefix('#') else {
        return false;
    };
    let tokens = cells(trimmed, Spacing::Words);
    let compact = cells(trimmed, Spacing::Characters).len();
    let is_row = compact >= 9
        && (tokens.len() == 1 || tokens.len() == compact)
        && rest.contains('#')
        && rest.contains(|c: char| c.is_ascii_digit())
        && rest
            .chars()
            .all(|c| c == '#' || c.is_ascii_digit() || is_separator(c));
    !is_row
}

/// Returns true if a text is a number or a numeric date, such as `-1.5`, `8,04E+80` or
/// `2024-05-01`.
pub(super) fn is_number(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-.,eE".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_digit() || "+-.,".contains(first))
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(is_part)
}

/// Finds the word of a line that is a whole puzzle with one character per cell. The first word
/// qualifies if it is too long for a row, or if it has the length of a puzzle and is followed by
/// text. Otherwise the first word is returned that is a puzzle without errors, or that may have
/// lost its leading zeros.
fn puzzle_in(text: &str, hints: Hints) -> Option<Range<usize>> {
    let start = text.as_ptr() as usize;
    let range = |word: &str| {
        let from = word.as_ptr() as usize - start;
        from..from + word.len()
    };
    let whole = text.split_whitespace().next()?;
    let is_board = |length: usize| {
        let side = length.isqrt();
        Some(length) == hints.cells || (side * side == length && side * side > LONGEST_ROW)
    };
    let is_plain = |word: &str| {
        let (symbols, letters, others) = count_symbols(word);
        let is_word = !word.contains(is_separator);
        let has_digits = letters + others == 0 && symbols > 0;
        is_word && (has_digits || other_blank(word).is_some() || has_letters_alone(word))
    };
    if is_board(whole.chars().count()) && is_plain(whole) {
        return Some(range(whole));
    }
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    let mut words = text.split(is_between).filter(|word| !word.is_empty());
    let first = words.next()?;
    let length = first.chars().count();
    let (symbols, letters, _) = count_symbols(first);
    if length > LONGEST_ROW {
        let in_alphabet = if length >= 100 || hints.letters {
            symbols + letters
        } else {
            symbols
        };
        // At least 90 % of the word is digits and one other symbol.
        let most = |c: char| first.chars().filter(|other| *other == c).count();
        let others = first.chars().filter(|c| !c.is_ascii_digit());
        let usual = others.map(most).max().unwrap_or(0);
        let digits = first.chars().filter(char::is_ascii_digit).count();
        let has_one_blank = digits > 0 && 10 * (digits + usual) >= 9 * length;
        let is_puzzle = 2 * in_alphabet >= length || has_one_blank;
        return is_puzzle.then(|| range(first));
    }
    let rest = &text[range(first).end..];
    let is_puzzle = length == hints.cells.unwrap_or(16) && is_plain(first);
    let has_remark = rest.starts_with([',', ';', ':']) || count_symbols(rest) != (0, 0, 0);
    let is_one_of_many = cells(rest, Spacing::Words)
        .iter()
        .any(|(_, word)| count_symbols(word).1 > 0);
    if is_puzzle && has_remark && (rest.starts_with([',', ';', ':']) || is_one_of_many) {
        return Some(range(first));
    }
    let later = words.find(|word| {
        let length = word.chars().count();
        let is_long = is_board(length) || (60..81).contains(&length);
        is_plain(word) && (is_long || (length == 16 && word.contains('.')))
    });
    later.map(range)
}

/// Counts the digits and usual blanks, the letters, and the other characters of a text, in this
/// order. Separators are not counted.
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

/// Returns true if a line is a date or a time: two or three numbers separated by the same symbol.
/// If that symbol can also be a blank, a four-digit year is required.
fn is_date(text: &str) -> bool {
    let Some(between) = text.chars().find(|c| !c.is_ascii_digit()) else {
        return false;
    };
    let parts: Vec<&str> = text.split(between).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let has_year = || {
        parts
            .iter()
            .any(|part| part.len() == 4 && ["19", "20"].contains(&&part[..2]))
    };
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    parts.iter().all(is_number)
        && match lengths[..] {
            [1..=2, 2] => between == ':',
            [1..=2, 2, 2] if between == ':' => true,
            [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4] => {
                matches!(between, '-' | '.' | '/') && has_year()
            }
            [1..=2, 1..=2, 2] => between == '/',
            _ => false,
        }
}

/// Returns true if a line is meant as a row of cells, possibly with errors, and not as prose.
fn looks_like_cells(row: &GridRow, previous: Option<&GridRow>, hints: Hints) -> bool {
    let text = row.line.text();
    if previous.is_none() && is_date(text.trim()) {
        return false;
    }
    let (symbols, letters, others) = count_symbols(text);
    if letters == 0 && others == 0 {
        return true;
    }
    if previous.is_some_and(|previous| previous.compact == row.compact) {
        return true;
    }
    // Pencil marks of a board with letters.
    let is_upper = |c: char| !c.is_ascii_lowercase();
    if row.marks.cells > 9 && row.marks.has_several && symbols > 0 && text.chars().all(is_upper) {
        return true;
    }
    let tokens = cells(text, Spacing::Words);
    let has_groups = tokens
        .iter()
        .all(|(_, token)| token.len() == tokens[0].1.len());
    if let Some(blank) = other_blank(text) {
        let is_usual = previous.is_some_and(|previous| previous.line.text().contains(blank));
        if is_usual || (has_groups && symbols > 0 && row.compact >= SHORTEST) {
            return true;
        }
    }
    if others > 0 && letters == 0 {
        return symbols >= 8 * others;
    }
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let mut runs = text.split(|c: char| !c.is_alphabetic());
    if !runs.any(is_word) && symbols >= letters + others && row.compact >= SHORTEST {
        return true;
    }
    // Letters as digits come in groups of equal length. With n digits, no letter is beyond the
    // n-th, except one used as the blank.
    let is_letter_digit = |c: &char| {
        let value = c.to_digit(36).map_or(0, |value| value as usize);
        BLANKS.contains(c) || c.is_ascii_digit() || (10..row.compact + 10).contains(&value)
    };
    let mut others = text
        .chars()
        .filter(|c| !is_separator(*c) && !is_letter_digit(c));
    let fits = match others.next() {
        None => true,
        Some(first) => {
            // A single case excludes words that begin with a capital.
            row.compact > 9
                && others.all(|c| c == first)
                && !text.contains(BLANKS)
                && is_one_case(text.chars().filter(|c| *c != first))
        }
    };
    // A few letters may be a word or column names.
    let is_sure = || hints.letters || row.compact > 9 || is_row_of_letters(text);
    has_groups && (SHORTEST..=LONGEST_ROW).contains(&row.compact) && fits && is_sure()
}

/// Returns true unless upper-case and lower-case letters are mixed.
fn is_one_case(mut symbols: impl Iterator<Item = char> + Clone) -> bool {
    !symbols.clone().any(|c| c.is_ascii_uppercase()) || !symbols.any(|c| c.is_ascii_lowercase())
}

/// Returns true if a word with the length of a board of at most 9×9 is a puzzle whose digits are
/// letters.
fn has_letters_alone(word: &str) -> bool {
    let size = word.chars().count().isqrt();
    size <= 9 && infer(word.chars(), size) == Ok(Alphabet::Letters)
}

/// Returns true if the letters of a short row are digits, not a word: all distinct, all of one
/// case, and not the start of the alphabet.
fn is_row_of_letters(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
    let is_new = |(place, letter)| !letters[..place].contains(letter);
    let mut alphabet = 'A'..='Z';
    letters.len() > 1
        && letters.iter().enumerate().all(is_new)
        && is_one_case(letters.iter().copied())
        && letters
            .iter()
            .any(|letter| alphabet.next() != Some(letter.to_ascii_uppercase()))
        && !text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_distinguished() {
        for number in ["7", "-1.5", "8.04E+80", "8,04e+80", ".5", "2024-05-01"] {
            assert!(is_number(number), "{number}");
        }
        for name in ["", "-", "E1", "e", "r1c1", "1st", "inf", "NaN", "0x10"] {
            assert!(!is_number(name), "{name}");
        }
    }

    fn kind(text: &str) -> &'static str {
        match classify(TextLine::new(1, text), None, Hints::default()) {
            Line::Blank => "blank",
            Line::Comment => "comment",
            Line::Prose => "prose",
            Line::Puzzle(_) => "puzzle",
            Line::Link(_) => "link",
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
            ("53xx7xxxx", "row"),
            ("~ ~ 5 ~", "row"),
            ("□□5□", "row"),
            ("##5###7##", "row"),
            ("# # 5 # # # 7 # #", "row"),
            ("## 12", "comment"),
            ("xxxxxxxxx", "rule or blanks"),
            ("[[5, 3, 0, 0],", "row"),
            ("2024-03-05", "prose"),
            ("5.3.2024", "prose"),
            ("17:30", "prose"),
            ("24/03/05", "prose"),
            ("5.3..2024", "row"),
            ("8 . . | . . . | . . .", "row"),
            ("|8..|...|...|", "row"),
            ("1-- -5- ---", "row"),
            ("1.3.A.G.5.7.9.B.", "row"),
            ("ABCDEFGHIJKLMNOP", "row"),
            ("A . . D E F G H I J K L M N O P", "row"),
            ("lapxhbxcjemfngxx", "row"),
            ("9GA84CxxB2F5xDx6", "row"),
            ("Acknowledgement", "prose"),
            ("DGBHAFCIE", "row"),
            ("DGB.AF.IE", "row"),
            ("A B C D E F G H I", "prose"),
            ("Decaf.", "prose"),
            ("------+-------+------", "rule"),
            ("+-------+", "rule"),
            ("=====", "rule"),
            ("—————————", "rule or blanks"),
            (",,,,", "rule"),
            ("\t\t\t\t", "rule"),
            (".-------.-------.", "rule"),
            (":-------+-------:", "rule"),
            ("'-------'-------'", "rule"),
            ("|:-:|---|", "rule"),
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
            (line.replace('.', "?"), "puzzle"),
            (line.replace('.', "x") + " hard", "puzzle"),
            (line.replace('.', ":"), "puzzle"),
            (format!("0000183b305c {line} 1.2"), "puzzle"),
            ("a12 1.....2..3.....4 1.2".to_string(), "puzzle"),
            ("see www.example.org.uk".to_string(), "prose"),
            (format!("{line}:1:{line}"), "puzzle"),
            (
                format!("see {} for all", "0123456789abcdef".repeat(4)),
                "prose",
            ),
        ] {
            assert_eq!(kind(&text), expected, "{text}");
        }
    }

    #[test]
    fn prefixes_of_quotations_and_lists_are_removed() {
        for (text, rest) in [
            ("> 53..7....", "53..7...."),
            (">> > 5 3", "5 3"),
            (">53..7....", "53..7...."),
            (">5>3>>7>>", ">5>3>>7>>"),
            (">", ""),
            ("> 53  7", "53  7"),
            (">  3  7", " 3  7"),
            ("- 53..7....", "53..7...."),
            ("• 53..7....", "53..7...."),
            (" 12. 53..7....", "53..7...."),
            ("3) 53..7....", "53..7...."),
            ("- 5 3 - - 7 - - - -", "- 5 3 - - 7 - - - -"),
            ("--- -5- ---", "--- -5- ---"),
            ("- a list", "- a list"),
        ] {
            let line = without_prefix(TextLine::new(1, text));
            assert_eq!(line.text(), rest, "{text}");
            let end = line.place(line.text().len()).1;
            assert_eq!(end, text.chars().count() + 1, "{text}");
        }
    }
}

//! Links that contain a puzzle: the cells of a board, or an f-puzzles object (`f_puzzles`).

use std::ops::Range;

use super::constraint_string::is_constraint_string;
use super::f_puzzles::{percent_decoded, puzzle, unpacked};
use super::infer::BLANKS;
use super::shared_puzzle::{SharedPuzzle, Unreadable};
use crate::format::error::quote;

/// The content of a link.
#[derive(Debug)]
pub(super) enum Link {
    /// The cells of a board, one character each.
    Cells(String),
    /// A constraint string.
    Constraints(String),
    /// A puzzle from an f-puzzles object.
    Puzzle(SharedPuzzle),
}

/// Text that precedes the f-puzzles object in a link.
const F_PUZZLES: [&str; 2] = ["?load=", "&load="];
const SUDOKU_PAD: [&str; 2] = ["fpuzzles", "fpuz"];

/// Links that contain only the name of a puzzle, which their site resolves, or a drawing whose rules are
/// prose: the part of the address that shows it, the site, and how to get the puzzle itself.
const SITES: [(&str, &str, &str); 6] = [
    (
        "f-puzzles.com/?id=",
        "f-puzzles.com",
        "open it there and export the puzzle as a link",
    ),
    (
        "penpa-edit",
        "penpa-edit",
        "open it there and share it as text",
    ),
    (
        "sudokupad.app/",
        "SudokuPad",
        "open it there and export it to f-puzzles",
    ),
    (
        "crackingthecryptic.com/",
        "SudokuPad",
        "open it there and export it to f-puzzles",
    ),
    (
        "tinyurl.com/",
        "tinyurl.com",
        "open it and copy the address of the page",
    ),
    (
        "logic-masters.de/",
        "Logic Masters",
        "open it there and follow its link to f-puzzles or SudokuPad",
    ),
];

/// Returns true if a text is a link rather than a file name.
pub(super) fn is_link(text: &str) -> bool {
    text.contains("://") || find(text).is_some()
}

/// Finds a link in a line that contains a puzzle or is meant to. Returns its range of bytes.
pub(super) fn find(line: &str) -> Option<Range<usize>> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '(' | ')');
    let mut words = line.split(is_around);
    let link = words.find(|word| {
        let is_address = word.contains("://") || word.starts_with("www.");
        let code = SUDOKU_PAD
            .iter()
            .find_map(|prefix| word.strip_prefix(prefix));
        let is_code = code.is_some_and(|code| code.len() > 20);
        is_code || (is_address && (holds_puzzle(word) || site(word).is_some()))
    })?;
    let from = link.as_ptr() as usize - line.as_ptr() as usize;
    Some(from..from + link.len())
}

/// Returns true if a link contains a puzzle.
pub(super) fn holds_puzzle(link: &str) -> bool {
    object(link).is_some()
        || cells(link).is_some()
        || value_of(link, "bd").is_some()
        || classic(link).is_some()
        || constraint_string(link).is_some()
}

/// Returns the constraint string in a link to the Interactive Sudoku Solver.
fn constraint_string(link: &str) -> Option<String> {
    let text = percent_decoded(value_of(link, "q")?).replace('+', " ");
    is_constraint_string(&text).then_some(text)
}

/// Returns the site of a link that does not contain its puzzle, and how to get it.
fn site(link: &str) -> Option<(&'static str, &'static str)> {
    let found = SITES.iter().find(|(part, ..)| link.contains(part));
    found.map(|(_, site, advice)| (*site, *advice))
}

/// Returns the packed object in a link to f-puzzles or SudokuPad.
fn object(link: &str) -> Option<&str> {
    let is_f_puzzles = link.contains("f-puzzles.com");
    let found = F_PUZZLES.iter().filter(|_| is_f_puzzles);
    let found = found.filter_map(|start| link.split_once(start)).next();
    let (_, rest) = found.or_else(|| {
        SUDOKU_PAD.iter().find_map(|prefix| {
            let (before, code) = link.split_once(prefix)?;
            let is_start = before.is_empty() || before.ends_with(['/', '=']);
            is_start.then_some((before, code))
        })
    })?;
    rest.split(['&', '#', '?']).next()
}

/// Returns the value of a query parameter (`?name=value`).
fn value_of<'l>(link: &'l str, name: &str) -> Option<&'l str> {
    let mut parameters = link.split(['?', '&', '#']).skip(1);
    let value = parameters.find_map(|parameter| parameter.strip_prefix(name)?.strip_prefix('='))?;
    Some(value)
}

/// Returns the first part of a link that is the cells of a board: 81 cells, or any square number
/// from 16 with `.` among the blanks.
fn cells(link: &str) -> Option<&str> {
    let is_cell = |c: char| c.is_ascii_digit() || BLANKS.contains(&c);
    let mut parts = link.split(|c: char| !is_cell(c) && !c.is_alphabetic());
    parts.find(|part| {
        let side = part.len().isqrt();
        let is_long = part.len() == 81 || (part.len() >= 16 && part.contains('.'));
        side * side == part.len() && is_long && part.chars().all(is_cell)
    })
}

/// Unpacks the classic form of SudokuPad: a character for each digit or blank and up to five blanks
/// after it. `0` to `9` stand for no further blank, `A` to `J` for one, and so on.
fn classic(link: &str) -> Option<String> {
    const CODES: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
    let mut sites = ["sudokupad.app", "crackingthecryptic.com"].iter();
    sites.find(|site| link.contains(**site))?;
    let (_, code) = link.split_once("scf")?;
    let code = code.split(['&', '#', '?']).next()?;
    let mut cells = String::new();
    for c in code.chars() {
        let code = CODES.find(c)?;
        cells += &(code % 10).to_string();
        cells += &"0".repeat(code / 10);
    }
    (cells.len() == 81).then_some(cells)
}

/// Unpacks the givens of a board of sudokuwiki.org: two digits to the base 32 for each cell. The last
/// bit is set for a given, the other bits are its candidates.
fn packed_board(board: &str) -> Option<String> {
    let board = board.strip_prefix("S9B").unwrap_or(board);
    if board.len() != 162 || !board.is_ascii() {
        return None;
    }
    let cell = |at: usize| {
        let code = u32::from_str_radix(&board[at..at + 2], 32).ok()?;
        let (candidates, is_given) = (code >> 1, code & 1 == 1);
        match (is_given, candidates.count_ones()) {
            (true, 1) => char::from_digit(candidates.trailing_zeros() + 1, 10),
            (true, _) => None,
            (false, _) => Some('.'),
        }
    };
    (0..162).step_by(2).map(cell).collect()
}

/// Reads a link returned by [`find`].
///
/// # Errors
/// Fails if the link contains no puzzle, or one with unsupported rules.
pub(super) fn read(link: &str) -> Result<Link, Unreadable> {
    if let Some(packed) = object(link) {
        let object = unpacked(packed)?;
        return puzzle(&object).map(Link::Puzzle);
    }
    if let Some(text) = constraint_string(link) {
        return Ok(Link::Constraints(text));
    }
    if let Some(cells) = classic(link) {
        return Ok(Link::Cells(cells));
    }
    let Some(board) = value_of(link, "bd") else {
        return match (cells(link), site(link)) {
            (Some(cells), _) => Ok(Link::Cells(cells.to_string())),
            (None, Some((site, advice))) => {
                let expected = format!("a link that contains the puzzle: {advice}");
                Err((expected, format!("a link of {site} without it")))
            }
            (None, None) => Err(("a link that contains the puzzle".to_string(), quote(link))),
        };
    };
    let is_cells = board
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let plain = is_cells.then(|| board.to_string());
    plain
        .or_else(|| packed_board(board))
        .map(Link::Cells)
        .ok_or_else(|| {
            let expected = "the 81 cells of sudokuwiki.org after bd=".to_string();
            (expected, quote(board))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;

    const LINE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn links_are_found_in_lines() {
        let zeros = LINE.replace('.', "0");
        for (line, expected) in [
            (
                format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
                true,
            ),
            (format!("see http://x.org/play/{LINE}/2, it is hard"), true),
            (format!("<https://x.org/?a=1&s={LINE}#top>"), true),
            ("https://f-puzzles.com/?load=N4Ig".to_string(), true),
            ("https://sudokupad.app/abcdef".to_string(), true),
            (format!("fpuzzles{}", "N4Ig".repeat(9)), true),
            ("https://x.org/?bd=12".to_string(), true),
            (
                "http://forum.enjoysudoku.com/t1234567890123456.html".to_string(),
                false,
            ),
            ("fpuzzles are fine".to_string(), false),
            ("x?bd=12".to_string(), false),
        ] {
            assert_eq!(find(&line).is_some(), expected, "{line}");
        }
    }

    #[test]
    fn cells_in_a_link_are_a_puzzle() {
        for text in [
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={LINE}"),
            format!("https://x.org/{}?v=2", LINE.replace('.', "0")),
            format!("- [this one](https://x.org/#{LINE})"),
        ] {
            assert_eq!(text.parse::<Puzzle>().unwrap().to_string(), LINE, "{text}");
        }
        let four = "https://x.org/?p=1.....2..3.....4";
        assert_eq!(
            four.parse::<Puzzle>().unwrap().to_string(),
            "1.....2..3.....4"
        );
    }
}

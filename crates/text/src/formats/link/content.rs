//! What a link contains.

use std::borrow::Cow;

use super::super::packed::unpacked;
use super::super::{draft_of, f_puzzles, iss, percent_decoded, sudoku_pad};
use crate::read::draft::{PuzzleDraft, Unreadable};
use crate::read::infer::BLANKS;
use crate::read::row::SHORTEST;
use satdoku::board::Puzzle;
use satdoku::format_error::quote;

/// The content of a link.
#[derive(Debug)]
pub(crate) enum Link {
    /// The cells of a board, one character each.
    Cells(String),
    /// A constraint string.
    Constraints(String),
    /// A puzzle with its own rules.
    Puzzle(Box<PuzzleDraft>),
}

impl Link {
    fn of(draft: PuzzleDraft) -> Link {
        Link::Puzzle(Box::new(draft))
    }
}

/// A function that reads the part of a link that is a puzzle.
type ReadContent = fn(&str) -> Result<Link, Unreadable>;

/// Text that precedes the f-puzzles object in a link to f-puzzles.
const LOAD: [&str; 2] = ["?load=", "&load="];

/// Text that precedes a packed object in a link to SudokuPad, or is its beginning without a site.
const PREFIXES: [(&str, ReadContent); 4] = [
    ("fpuzzles", read_f_puzzles),
    ("fpuz", read_f_puzzles),
    ("scl", read_sudoku_pad),
    ("ctc", read_sudoku_pad),
];

/// The beginning of any packed object.
const PACKED: &str = "N4";

/// Links that contain only the name of a puzzle, which their site resolves, or a drawing whose rules are
/// prose: the part of the address that shows it, the site, and how to get the puzzle itself.
#[rustfmt::skip]
const SITES: [(&str, &str, &str); 6] = [
    ("f-puzzles.com/?id=", "f-puzzles.com", "open it there and export the puzzle as a link"),
    ("penpa-edit", "penpa-edit", "open it there and share it as text"),
    ("sudokupad.app/", "SudokuPad", "open it there and export it to f-puzzles"),
    ("crackingthecryptic.com/", "SudokuPad", "open it there and export it to f-puzzles"),
    ("tinyurl.com/", "tinyurl.com", "open it and copy the address of the page"),
    ("logic-masters.de/", "Logic Masters", "open it there and follow its link to f-puzzles or SudokuPad"),
];

/// Returns true for a packed object without a site.
pub(super) fn is_packed(word: &str) -> bool {
    let mut codes = PREFIXES.iter().map(|(prefix, _)| word.strip_prefix(prefix));
    codes.any(|code| code.is_some_and(|code| code.len() > 20 && code.starts_with(PACKED)))
}

/// Returns the part of a link that is a puzzle, and how it is read.
fn content(link: &str) -> Option<(ReadContent, Cow<'_, str>)> {
    let borrowed = |(read, text): (ReadContent, _)| (read, Cow::Borrowed(text));
    let owned = |read: ReadContent, text| (read, Cow::Owned(text));
    object(link)
        .map(borrowed)
        .or_else(|| Some(owned(read_constraints, constraint_string(link)?)))
        .or_else(|| Some(borrowed((read_classic, classic(link)?))))
        .or_else(|| Some(owned(read_line, line(link)?)))
        .or_else(|| Some(borrowed((read_board, value_of(link, "bd")?))))
        .or_else(|| Some(borrowed((read_cells, cells(link)?))))
}

/// Returns true if a link contains a puzzle.
pub(crate) fn holds_puzzle(link: &str) -> bool {
    content(link).is_some()
}

/// Returns the constraint string in a link to the Interactive Sudoku Solver.
fn constraint_string(link: &str) -> Option<String> {
    let text = percent_decoded(value_of(link, "q")?).replace('+', " ");
    iss::is_constraint_string(&text).then_some(text)
}

/// Returns the fragment of a link, which begins with `#`, if it is a puzzle on a line or is meant to be.
/// Fields such as `puzzle=` are meant to be: others may be rules, so their cells alone are another puzzle.
fn line(link: &str) -> Option<String> {
    let text = percent_decoded(link.split_once('#')?.1);
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let is_board = |text: &str| text.len() >= SHORTEST * SHORTEST && text.parse::<Puzzle>().is_ok();
    let before_rules = text.split_once(';').map(|(before, _)| before);
    let has_rules =
        before_rules.is_some_and(|before| before.chars().all(|c| is_cell(c) || c == ' '));
    let mut parts = text.split(|c| !is_cell(c));
    let has_field = text.contains('=') && (cells(&text).is_some() || parts.any(is_board));
    (has_rules || has_field || is_board(&text)).then_some(text)
}

/// Returns the site of a link that does not contain its puzzle, and how to get it.
pub(super) fn site(link: &str) -> Option<(&'static str, &'static str)> {
    let found = SITES.iter().find(|(part, ..)| link.contains(part));
    found.map(|(_, site, advice)| (*site, *advice))
}

/// Returns the packed object in a link to f-puzzles or SudokuPad.
fn object(link: &str) -> Option<(ReadContent, &str)> {
    let is_f_puzzles = link.contains("f-puzzles.com");
    let mut load = LOAD.iter().filter(|_| is_f_puzzles);
    let found =
        load.find_map(|start| Some((read_f_puzzles as ReadContent, link.split_once(start)?.1)));
    let (read, rest) = found.or_else(|| {
        PREFIXES.iter().find_map(|(prefix, read)| {
            let (before, rest) = link.split_once(prefix)?;
            let is_start = before.is_empty() || before.ends_with(['/', '=']);
            // Names of puzzles can begin with `scl` or `ctc` too.
            let is_object = prefix.starts_with('f') || rest.starts_with(PACKED);
            (is_start && is_object).then_some((*read, rest))
        })
    })?;
    Some((read, value(rest)))
}

/// Returns the text up to the next part of a link.
fn value(text: &str) -> &str {
    text.split(['&', '#', '?']).next().unwrap_or_default()
}

/// Returns the value of a query parameter (`?name=value`).
fn value_of<'l>(link: &'l str, name: &str) -> Option<&'l str> {
    let mut parameters = link.split(['?', '&', '#']).skip(1);
    parameters.find_map(|parameter| parameter.strip_prefix(name)?.strip_prefix('='))
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

/// Returns the code of a link to SudokuPad in its classic form.
fn classic(link: &str) -> Option<&str> {
    let mut sites = ["sudokupad.app", "crackingthecryptic.com"].iter();
    sites.find(|site| link.contains(**site))?;
    let code = value(link.split_once("scf")?.1);
    sudoku_pad::read_classic(code).map(|_| code)
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
pub(crate) fn read(link: &str) -> Result<Link, Unreadable> {
    match (content(link), site(link)) {
        (Some((read, text)), _) => read(&text),
        (None, Some((site, advice))) => Err((
            format!("a link that contains the puzzle: {advice}"),
            format!("a link of {site} without it"),
        )),
        (None, None) => Err(no_puzzle(link)),
    }
}

fn no_puzzle(link: &str) -> Unreadable {
    ("a link that contains the puzzle".to_string(), quote(link))
}

fn read_f_puzzles(packed: &str) -> Result<Link, Unreadable> {
    let parse = |text: &str| serde_json::from_str(text).ok();
    let object = unpacked(packed, "f-puzzles", parse)?;
    f_puzzles::read(&object).map(Link::of)
}

fn read_sudoku_pad(packed: &str) -> Result<Link, Unreadable> {
    let object = unpacked(packed, "SudokuPad", sudoku_pad::parse_object)?;
    sudoku_pad::read(&object.into()).map(Link::of)
}

fn read_classic(code: &str) -> Result<Link, Unreadable> {
    let draft = sudoku_pad::read_classic(code);
    draft.unwrap_or_else(|| Err(no_puzzle(code))).map(Link::of)
}

fn read_constraints(text: &str) -> Result<Link, Unreadable> {
    Ok(Link::Constraints(text.to_string()))
}

fn read_cells(cells: &str) -> Result<Link, Unreadable> {
    Ok(Link::Cells(cells.to_string()))
}

fn read_line(text: &str) -> Result<Link, Unreadable> {
    let own: Result<Puzzle, _> = text.parse();
    own.map(|own| Link::of(draft_of(&own))).map_err(|error| {
        let expected = format!("a puzzle on a line after `#`: {}", error.expected);
        (expected, error.found)
    })
}

fn read_board(board: &str) -> Result<Link, Unreadable> {
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let plain = board.bytes().all(is_cell).then(|| board.to_string());
    let cells = plain.or_else(|| packed_board(board));
    let expected = || "the 81 cells of sudokuwiki.org after bd=".to_string();
    cells
        .map(Link::Cells)
        .ok_or_else(|| (expected(), quote(board)))
}

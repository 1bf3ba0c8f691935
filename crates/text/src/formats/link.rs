//! Links that contain a puzzle: the cells of a board, a puzzle on a line, a constraint string, or a packed
//! object of f-puzzles or SudokuPad.

use std::collections::BTreeSet;
use std::ops::Range;

use thiserror::Error;

use super::packed::{packed, unpacked};
use super::{draft_of, f_puzzles, iss, percent_decoded, sudoku_pad};
use crate::read::draft::{PuzzleDraft, Unreadable};
use crate::read::glyph::{Line, string};
use crate::read::infer::BLANKS;
use crate::read::row::SHORTEST;
use satdoku::board::{Constraint, Grid, Puzzle};
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

/// The reason why a puzzle cannot be written as a link.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected} for a link, found {found}")]
pub struct NoLink {
    expected: String,
    found: String,
}

impl NoLink {
    pub(super) fn new(expected: &str, found: impl Into<String>) -> NoLink {
        NoLink {
            expected: expected.to_string(),
            found: found.into(),
        }
    }

    /// Returns the error of a rule that the Interactive Sudoku Solver does not have.
    pub(super) fn no_item(rule: &str) -> NoLink {
        let expected = "rules that the Interactive Sudoku Solver has";
        NoLink::new(expected, format!("`{rule}`"))
    }
}

/// A site that opens a puzzle from a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSite {
    /// f-puzzles.com, an editor.
    FPuzzles,
    /// sudokupad.app, which is for solving. It reads the same data, and drawings with the rules in words for
    /// constraints that f-puzzles does not have.
    SudokuPad,
    /// The Interactive Sudoku Solver, which has a rule for most constraints.
    Interactive,
}

/// Returns a link that opens the puzzle on a site, with the solution filled in if given. The
/// Interactive Sudoku Solver does not tell the digits of the solution from givens.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::{LinkSite, ReadOptions, parse_puzzle, write_link};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let link = write_link(&puzzle, None, LinkSite::FPuzzles)?;
/// assert!(link.starts_with("https://f-puzzles.com/?load=N4I"));
/// let (again, _) = parse_puzzle(&link, ReadOptions::default())?;
/// assert_eq!(again, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the site cannot represent the board: f-puzzles and SudokuPad more than 16 digits,
/// f-puzzles some constraints, the Interactive Sudoku Solver boards with holes or several grids and a few
/// constraints. Also if the solution has another size.
pub fn write_link(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    site: LinkSite,
) -> Result<String, NoLink> {
    let size = |grid: &Grid| format!("{}x{}", grid.geometry().rows(), grid.geometry().columns());
    let own = size(puzzle.givens());
    if let Some(solution) = solution.filter(|solution| size(solution) != own) {
        let expected = format!("a solution of {own} cells");
        return Err(NoLink::new(&expected, size(solution)));
    }
    Ok(match (site, f_puzzles::write(puzzle, solution)) {
        (LinkSite::FPuzzles, object) => {
            format!("https://f-puzzles.com/?load={}", packed(object?))
        }
        (LinkSite::SudokuPad, Ok(object)) => {
            format!("https://sudokupad.app/fpuzzles{}", packed(object))
        }
        (LinkSite::SudokuPad, Err(error)) => {
            // A board or rule that f-puzzles does not have.
            if puzzle.geometry().digit_count() > *f_puzzles::SIZES.end() {
                return Err(error);
            }
            let drawing = packed(sudoku_pad::write(puzzle, solution));
            format!("https://sudokupad.app/scl{drawing}")
        }
        (LinkSite::Interactive, _) => {
            let text = iss::write(puzzle, solution.unwrap_or(puzzle.givens()))?;
            let text = text.replace('%', "%25").replace('=', "%3D");
            format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}")
        }
    })
}

/// Returns the titles of rules that a link does not have room for, in words.
pub fn titles_left_out(puzzle: &Puzzle, site: LinkSite) -> Option<String> {
    let has_room = |of: &&Constraint| of.name() != "either" && of.name() != "connected";
    let constraints = puzzle.layout().constraints().iter();
    let left_out = constraints.filter(|of| site == LinkSite::Interactive && !has_room(of));
    let titles: Vec<String> = left_out
        .filter_map(|of| Some(of.title()?.to_string()))
        .collect();
    (!titles.is_empty()).then(|| format!("titles that the link leaves out: {}", titles.join(", ")))
}

/// The kind of a packed object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ObjectKind {
    FPuzzles,
    SudokuPad,
}

/// Text that precedes the f-puzzles object in a link to f-puzzles.
const LOAD: [&str; 2] = ["?load=", "&load="];

/// Text that precedes a packed object in a link to SudokuPad, or is its beginning without a site.
const PREFIXES: [(&str, ObjectKind); 4] = [
    ("fpuzzles", ObjectKind::FPuzzles),
    ("fpuz", ObjectKind::FPuzzles),
    ("scl", ObjectKind::SudokuPad),
    ("ctc", ObjectKind::SudokuPad),
];

/// The beginning of any packed object.
const PACKED: &str = "N4";

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
pub(crate) fn is_link(text: &str) -> bool {
    text.contains("://") || find(text).is_some()
}

/// Finds a link in a line that contains a puzzle, or else one that is meant to. Returns its range of bytes.
pub(crate) fn find(line: &str) -> Option<Range<usize>> {
    let mut meant = words(line).filter(|range| is_meant(&line[range.clone()]));
    all(line).into_iter().next().or_else(|| meant.next())
}

/// Finds the links in a line that contain a puzzle. The text and the address of a link in Markdown are one.
pub(crate) fn all(line: &str) -> Vec<Range<usize>> {
    let mut known = BTreeSet::new();
    let links = words(line).filter(|range| {
        let word = &line[range.clone()];
        let holds_puzzle = is_packed(word) || (is_address(word) && holds_puzzle(word));
        holds_puzzle && known.insert(word.trim_end_matches(['.', ',', ';', ':', '!']))
    });
    links.collect()
}

/// Returns true for a line whose links contain no puzzle, such as one that credits the source of a grid.
pub(crate) fn is_credit(line: &str) -> bool {
    all(line).is_empty() && find(line).is_some()
}

/// Splits each line before its second link and those after it, so that no line has two puzzles.
pub(crate) fn apart(lines: Vec<Line>) -> Vec<Line> {
    let may_have_two = |line: &Line| {
        let has = |wanted: &str| line.iter().any(|glyph| wanted.contains(glyph.c));
        line.len() > 2 * SHORTEST * SHORTEST && has("/N") && has(" \t\u{a0}()<>\"`")
    };
    let parts = |mut line: Line| {
        if !may_have_two(&line) {
            return vec![line];
        }
        let text = string(&line);
        let starts = all(&text).into_iter().skip(1);
        let starts: Vec<usize> = starts
            .map(|range| text[..range.start].chars().count())
            .collect();
        let mut parts: Vec<Line> = starts.iter().rev().map(|at| line.split_off(*at)).collect();
        parts.push(line);
        parts.reverse();
        parts
    };
    lines.into_iter().flat_map(parts).collect()
}

/// Returns the ranges of words that may be links.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '(' | ')');
    line.split(is_around).map(|word| {
        let word = word.trim_start_matches('[').trim_end_matches(']');
        let from = word.as_ptr() as usize - line.as_ptr() as usize;
        from..from + word.len()
    })
}

fn is_address(word: &str) -> bool {
    word.contains("://") || word.starts_with("www.")
}

/// Returns true for a packed object without a site.
fn is_packed(word: &str) -> bool {
    let mut codes = PREFIXES.iter().map(|(prefix, _)| word.strip_prefix(prefix));
    codes.any(|code| code.is_some_and(|code| code.len() > 20 && code.starts_with(PACKED)))
}

/// Returns true for the address of a puzzle that does not contain it.
fn is_meant(word: &str) -> bool {
    is_address(word) && site(word).is_some()
}

/// Returns true if a link contains a puzzle.
pub(crate) fn holds_puzzle(link: &str) -> bool {
    object(link).is_some()
        || cells(link).is_some()
        || value_of(link, "bd").is_some()
        || classic(link).is_some()
        || constraint_string(link).is_some()
        || line(link).is_some()
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
fn site(link: &str) -> Option<(&'static str, &'static str)> {
    let found = SITES.iter().find(|(part, ..)| link.contains(part));
    found.map(|(_, site, advice)| (*site, *advice))
}

/// Returns the packed object in a link to f-puzzles or SudokuPad.
fn object(link: &str) -> Option<(ObjectKind, &str)> {
    let is_f_puzzles = link.contains("f-puzzles.com");
    let mut load = LOAD.iter().filter(|_| is_f_puzzles);
    let found = load.find_map(|start| Some((ObjectKind::FPuzzles, link.split_once(start)?.1)));
    let (kind, rest) = found.or_else(|| {
        PREFIXES.iter().find_map(|(prefix, kind)| {
            let (before, rest) = link.split_once(prefix)?;
            let is_start = before.is_empty() || before.ends_with(['/', '=']);
            // Names of puzzles can begin with `scl` or `ctc` too.
            let is_object = *kind == ObjectKind::FPuzzles || rest.starts_with(PACKED);
            (is_start && is_object).then_some((*kind, rest))
        })
    })?;
    Some((kind, rest.split(['&', '#', '?']).next()?))
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

/// Returns the puzzle of a link to SudokuPad in its classic form.
fn classic(link: &str) -> Option<Result<PuzzleDraft, Unreadable>> {
    let mut sites = ["sudokupad.app", "crackingthecryptic.com"].iter();
    sites.find(|site| link.contains(**site))?;
    let (_, code) = link.split_once("scf")?;
    sudoku_pad::read_classic(code.split(['&', '#', '?']).next()?)
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
    let puzzle = |draft: PuzzleDraft| Link::Puzzle(Box::new(draft));
    match object(link) {
        Some((ObjectKind::FPuzzles, packed)) => {
            let parse = |text: &str| serde_json::from_str(text).ok();
            let object = unpacked(packed, "f-puzzles", parse)?;
            return f_puzzles::read(&object).map(puzzle);
        }
        Some((ObjectKind::SudokuPad, packed)) => {
            let object = unpacked(packed, "SudokuPad", sudoku_pad::parse_object)?;
            return sudoku_pad::read(&object).map(puzzle);
        }
        None => {}
    }
    if let Some(text) = constraint_string(link) {
        return Ok(Link::Constraints(text));
    }
    if let Some(draft) = classic(link) {
        return draft.map(puzzle);
    }
    if let Some(text) = line(link) {
        return match text.parse::<Puzzle>() {
            Ok(own) => Ok(puzzle(draft_of(&own))),
            Err(error) => {
                let expected = format!("a puzzle on a line after `#`: {}", error.expected);
                Err((expected, error.found))
            }
        };
    }
    if let Some(board) = value_of(link, "bd") {
        let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let plain = board.bytes().all(is_cell).then(|| board.to_string());
        let cells = plain.or_else(|| packed_board(board));
        let expected = || "the 81 cells of sudokuwiki.org after bd=".to_string();
        return cells
            .map(Link::Cells)
            .ok_or_else(|| (expected(), quote(board)));
    }
    match (cells(link), site(link)) {
        (Some(cells), _) => Ok(Link::Cells(cells.to_string())),
        (None, Some((site, advice))) => {
            let expected = format!("a link that contains the puzzle: {advice}");
            Err((expected, format!("a link of {site} without it")))
        }
        (None, None) => Err(("a link that contains the puzzle".to_string(), quote(link))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::reader::parsed;

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
            format!("http://localhost:4173/#{LINE}"),
            format!("- [this one](https://x.org/#{LINE})"),
        ] {
            assert_eq!(parsed(&text).unwrap().to_string(), LINE, "{text}");
        }
        let four = "https://x.org/?p=1.....2..3.....4";
        assert_eq!(parsed(four).unwrap().to_string(), "1.....2..3.....4");
    }

    /// Returns a link with every byte of the line escaped that is not a letter or digit.
    fn page(line: &str) -> String {
        let escaped = line.bytes().map(|byte| match byte {
            b'.' => ".".to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        });
        format!("https://x.org/page/#{}", escaped.collect::<String>())
    }

    #[test]
    fn a_line_in_the_fragment_is_the_whole_puzzle() {
        let large = format!("49{}", " 0".repeat(49 * 49 - 1));
        for line in [
            LINE,
            "1243342143122134",
            "1.....2..3.....4; box 1x4; anti-king; cage 3 r1c1 r1c2; not r4c1=1,2",
            "1.....2..3.....4; raw; pairs \"(a - b) * 2 < b\" r1c1 r1c2",
            "........; board 3x3; holes r2c2; not r1c1=2,3; sum 8 r1c1 2*r1c2",
            &large,
        ] {
            let expected: Puzzle = line.parse().unwrap();
            assert_eq!(parsed(&page(line)).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn a_fragment_that_is_not_a_line_is_no_other_puzzle() {
        for fragment in [
            &format!("puzzle={LINE}&variants=diagonal"),
            &format!("puzzle={LINE}"),
            "puzzle=1243342143122134&box=1x4",
            "puzzle=......&board=board%202x3&box=1x3",
            "1.....2..3.....4%3B%20cage%203%20r1c1%20r9c9",
            "1.....2..3.....%3B%20diagonal",
        ] {
            assert!(parsed(&format!("https://x.org/#{fragment}")).is_err());
        }
        assert!(find("https://x.org/wiki/Sudoku#Variants.of.it").is_none());
        assert!(find("https://x.org/#/a;b=c").is_none());
    }
}

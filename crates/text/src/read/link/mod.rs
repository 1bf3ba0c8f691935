//! Links that contain a puzzle: the cells of a board, a puzzle on a line, a constraint string, or a packed
//! object of f-puzzles (`f_puzzles`) or SudokuPad (`sudoku_pad`).

pub(crate) mod constraint_string;
pub(crate) mod f_puzzles;
pub(crate) mod packed;
mod sudoku_pad;
pub(crate) mod sumocue;

use std::ops::Range;

use crate::read::draft::{PuzzleDraft, Unreadable};
use crate::read::infer::BLANKS;
use crate::read::row::SHORTEST;
use constraint_string::is_constraint_string;
use packed::{percent_decoded, unpacked};

use satdoku::board::Puzzle;
use satdoku::format_error::quote;

/// The content of a link.
#[derive(Debug)]
pub(crate) enum Link {
    /// The cells of a board, one character each.
    Cells(String),
    /// A constraint string.
    Constraints(String),
    /// A puzzle on a line, as this program writes it.
    Text(String),
    /// A puzzle with its own rules.
    Puzzle(Box<PuzzleDraft>),
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

/// Finds a link in a line that contains a puzzle or is meant to. Returns its range of bytes.
pub(crate) fn find(line: &str) -> Option<Range<usize>> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '(' | ')');
    let mut words = line.split(is_around);
    let link = words.find(|word| {
        let is_address = word.contains("://") || word.starts_with("www.");
        let mut codes = PREFIXES.iter().map(|(prefix, _)| word.strip_prefix(prefix));
        let is_packed = |code: &str| code.len() > 20 && code.starts_with(PACKED);
        let is_code = codes.any(|code| code.is_some_and(is_packed));
        is_code || (is_address && (holds_puzzle(word) || site(word).is_some()))
    })?;
    let from = link.as_ptr() as usize - line.as_ptr() as usize;
    Some(from..from + link.len())
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
    is_constraint_string(&text).then_some(text)
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

/// Returns the puzzle of a link to SudokuPad in its classic form.
fn classic(link: &str) -> Option<Result<PuzzleDraft, Unreadable>> {
    let mut sites = ["sudokupad.app", "crackingthecryptic.com"].iter();
    sites.find(|site| link.contains(**site))?;
    let (_, code) = link.split_once("scf")?;
    sudoku_pad::parse_classic(code.split(['&', '#', '?']).next()?)
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
    match object(link) {
        Some((ObjectKind::FPuzzles, packed)) => {
            let parse = |text: &str| serde_json::from_str(text).ok();
            let object = unpacked(packed, "f-puzzles", parse)?;
            return f_puzzles::puzzle(&object).map(|draft| Link::Puzzle(Box::new(draft)));
        }
        Some((ObjectKind::SudokuPad, packed)) => {
            let object = unpacked(packed, "SudokuPad", sudoku_pad::parse_object)?;
            if let Some(text) = sudoku_pad::own_text(&object) {
                return Ok(Link::Text(text.to_string()));
            }
            return sudoku_pad::puzzle(&object).map(|draft| Link::Puzzle(Box::new(draft)));
        }
        None => {}
    }
    if let Some(text) = constraint_string(link) {
        return Ok(Link::Constraints(text));
    }
    if let Some(puzzle) = classic(link) {
        return puzzle.map(|draft| Link::Puzzle(Box::new(draft)));
    }
    if let Some(text) = line(link) {
        return match text.parse::<Puzzle>() {
            Ok(_) => Ok(Link::Text(text)),
            Err(error) => {
                let expected = format!("a puzzle on a line after `#`: {}", error.expected);
                Err((expected, error.found))
            }
        };
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

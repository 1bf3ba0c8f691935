//! Links from puzzles.

use std::str::FromStr;

use super::super::no_link::NoLink;
use super::super::packed::packed;
use super::super::{f_puzzles, iss, sudoku_pad};
use satdoku::board::{Constraint, Grid, Mismatch, Puzzle};

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

impl FromStr for LinkSite {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<LinkSite, Mismatch> {
        match name {
            "f-puzzles" => Ok(LinkSite::FPuzzles),
            "sudokupad" => Ok(LinkSite::SudokuPad),
            "iss" => Ok(LinkSite::Interactive),
            _ => Err(Mismatch::unknown("f-puzzles, sudokupad or iss", name)),
        }
    }
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

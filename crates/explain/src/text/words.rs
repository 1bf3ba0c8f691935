//! Words for numbers, digits, cells and candidates.

use std::fmt;

use crate::drawn::digit_bits::bits;
use crate::grouped::grouped;
use crate::sorted_set::sorted_set;
use satdoku::board::{Candidate, Cell, Digit, Geometry, Source, ones};

/// A house displayed as in facts and arguments: its kind and its number, such as `diagonal 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HouseName(pub Source);

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Diagonal(None, index) => write!(f, "diagonal {}", index + 1),
            Source::Diagonal(Some(grid), index) => {
                write!(f, "diagonal {} of grid {}", index + 1, grid + 1)
            }
            other => other.fmt(f),
        }
    }
}

/// Returns `a`, `a and b` or `a, b and c`.
pub(crate) fn join(items: impl IntoIterator<Item = impl ToString>, word: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        _ => items.concat(),
    }
}

/// Returns a text with a capital as its first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns a number as a word up to ten: `two`.
pub(crate) fn count_name(count: usize) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let word = WORDS.get(count);
    word.map_or_else(|| count.to_string(), ToString::to_string)
}

/// Returns the values of digits, which are bits.
pub(crate) fn values(digits: u16, board: &Geometry) -> Vec<i64> {
    let value = |digit| board.value(Digit::from_index(digit)) as i64;
    ones(digits).map(value).collect()
}

/// Returns ascending digits with runs in short: `1 to 4 or 7`.
pub(crate) fn digit_runs(digits: &[i64]) -> String {
    let runs = digits.chunk_by(|one, other| one + 1 == *other);
    let runs = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(i64::to_string).collect(),
    });
    join(runs, "or")
}

/// Returns the digits that are left of a cell, or `not` those that are gone if these are few: `5`, `1 to 4`,
/// `not 2`.
pub(crate) fn left_text(left: &[i64], gone: &[i64]) -> String {
    /// The most digits that are listed.
    const MOST_LISTED: usize = 3;
    match left.len() > MOST_LISTED && gone.len() <= MOST_LISTED {
        true => format!("not {}", join(gone, "or")),
        false => digit_runs(left),
    }
}

/// Returns the digits of candidates: `1, 2 and 5`.
pub(crate) fn digits(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let digits = sorted_set(members.iter().map(|member| member.digit));
    join(digits.into_iter().map(|digit| board.value(digit)), word)
}

/// Returns the cells of candidates: `r1c1, r1c5 and r2c1`.
pub(crate) fn cells(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let cells = sorted_set(members.iter().map(|member| member.cell));
    join(cells.iter().map(|cell| cell.name(board)), word)
}

/// Returns `r1c1, r1c5, r2c1 and r2c5`.
pub(crate) fn cell_names(cells: &[Cell], board: &Geometry) -> String {
    join(cells.iter().map(|cell| cell.name(board)), "and")
}

/// Returns a cell with a factor: `r1c1`, `2 × r1c1`.
pub(crate) fn term_name(cell: Cell, factor: i64, board: &Geometry) -> String {
    match factor {
        1 => cell.name(board).to_string(),
        _ => format!("{factor} × {}", cell.name(board)),
    }
}

/// Returns candidates as in arguments: `3 at r1c5`.
pub(crate) fn names(members: &[Candidate], board: &Geometry, word: &str) -> String {
    let name = |c: &Candidate| format!("{} at {}", board.value(c.digit), c.cell.name(board));
    join(members.iter().map(name), word)
}

/// Returns cells in ascending order with their digits as bits, those with the same digits together.
pub(crate) fn by_digits(candidates: &[Candidate]) -> Vec<(u16, Vec<Cell>)> {
    let candidates = sorted_set(candidates.iter().copied());
    let of_cells = candidates.chunk_by(|one, other| one.cell == other.cell);
    grouped(of_cells.map(|of_cell| {
        let digits = bits(of_cell.iter().map(|at| at.digit.index()));
        (digits, of_cell[0].cell)
    }))
}

/// Returns eliminated candidates in words, cells with the same digits together: `r1c1 and r1c5 are
/// not 2 or 5`, `r1c9 is not 5`.
pub(crate) fn eliminated(candidates: &[Candidate], board: &Geometry) -> Vec<String> {
    let text = |(digits, cells): (u16, Vec<Cell>)| {
        let are = if cells.len() == 1 { "is" } else { "are" };
        let (cells, digits) = (cell_names(&cells, board), join(values(digits, board), "or"));
        format!("{cells} {are} not {digits}")
    };
    by_digits(candidates).into_iter().map(text).collect()
}

/// Returns the cell that all candidates are in.
pub(crate) fn in_one_cell(members: &[Candidate]) -> Option<Cell> {
    let cell = members.first()?.cell;
    let is_same = |member: &Candidate| member.cell == cell;
    members.iter().all(is_same).then_some(cell)
}

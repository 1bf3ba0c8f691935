//! Links to puzz.link and other pages of the editor pzpr: `?sudoku/9/9/` and the cells.
//!
//! A digit is itself, `a` to `f` are 10 to 15, `-` precedes two hexadecimal digits, and `g` to `z` skip
//! one to twenty cells.

use crate::read::draft::{PuzzleDraft, Unreadable};
use satdoku::board::{Cell, Digit, Grid, Shape};
use satdoku::format_error::quote;

/// The sites of the editor.
const SITES: [&str; 3] = ["puzz.link/", "pzv.jp/", "pzprxs.vercel.app/"];

/// Returns the puzzle of a link to one of the sites.
pub(super) fn parse(link: &str) -> Option<Result<PuzzleDraft, Unreadable>> {
    let site = SITES.iter().find(|site| link.contains(**site))?;
    let (_, query) = link.split_once('?')?;
    let (kind, rest) = query.split_once('/')?;
    if kind != "sudoku" {
        let expected = format!("a sudoku of {}", site.trim_end_matches('/'));
        return Some(Err((expected, quote(kind))));
    }
    let parts: Vec<&str> = rest.trim_end_matches('/').split('/').collect();
    let ([columns, rows, cells] | [_, columns, rows, cells]) = parts[..] else {
        return Some(Err(("columns, rows and cells".to_string(), quote(rest))));
    };
    let side = |text: &str| text.parse().ok().filter(|side| *side <= Shape::MAX_SIZE);
    let size = match (side(columns), side(rows)) {
        (Some(columns), Some(rows)) if columns == rows && Shape::usual(rows).is_some() => rows,
        _ => {
            let expected = "a square board with boxes".to_string();
            return Some(Err((expected, format!("{columns}x{rows}"))));
        }
    };
    let found = || ("the cells of puzz.link".to_string(), quote(cells));
    Some(givens(cells, size).ok_or_else(found).map(PuzzleDraft::new))
}

/// Returns the givens that cells encode.
fn givens(cells: &str, size: usize) -> Option<Grid> {
    let mut grid = Grid::blank(size);
    let (mut at, mut rest) = (0, cells);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let value = match c {
            'g'..='z' => {
                at += c.to_digit(36)? as usize - 15;
                continue;
            }
            '-' => {
                let (code, more) = rest.split_at_checked(2)?;
                rest = more;
                usize::from_str_radix(code, 16).ok()?
            }
            c => c.to_digit(16)? as usize,
        };
        if at >= size * size || value > size {
            return None;
        }
        grid.set(
            Cell::from_index(at),
            value.checked_sub(1).map(Digit::from_index),
        );
        at += 1;
    }
    (at <= size * size).then_some(grid)
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn cells_and_gaps_are_read() {
        for link in [
            "https://puzz.link/p?sudoku/4/4/1k2h3k4",
            "http://pzv.jp/p.html?sudoku/4/4/1k2h3k4",
        ] {
            assert_eq!(parsed(link).unwrap().to_string(), "1.....2..3.....4");
        }
        let large = parsed("https://puzz.link/p?sudoku/16/16/-10a")
            .unwrap()
            .to_string();
        assert!(large.starts_with("GA."), "{large}");
        for (link, error) in [
            (
                "https://puzz.link/p?kakuro/4/4/1k2h3k4",
                "expected a sudoku of puzz.link, found `kakuro`",
            ),
            (
                "https://puzz.link/p?sudoku/4/5/1k2h3k4",
                "expected a square board with boxes, found 4x5",
            ),
            (
                "https://puzz.link/p?sudoku/4/4/1k2h3k44",
                "expected the cells of puzz.link, found `1k2h3k44`",
            ),
            (
                "https://puzz.link/p?sudoku/4/4/5",
                "expected the cells of puzz.link, found `5`",
            ),
        ] {
            assert!(
                parsed(link).unwrap_err().to_string().ends_with(error),
                "{link}"
            );
        }
    }
}

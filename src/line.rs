//! A puzzle from one line or from rows. `satdoku-text` reads all other forms.

use std::str::FromStr;
use std::sync::Arc;

use crate::board::{ConstraintError, Grid, GridError, Layout, Puzzle, RuleLine, Shape};
use crate::format_error::{FormatError, quote};

impl FromStr for Puzzle {
    type Err = FormatError;

    /// Parses a line or a grid of rows, and with that everything that [`Puzzle`] displays.
    ///
    /// Spaces and frames of `|`, `-`, `+` and `=` are skipped. A blank is `.`, `0`, `_` or `*`. A digit
    /// above 9 is a letter; boards of more than 35 digits have numbers instead, separated by spaces. A
    /// rule such as `diagonal` follows each semicolon, or removed candidates such as `not r1c1=2`.
    ///
    /// # Errors
    /// If a character is not a cell, the cells do not fill a board, or a rule cannot be read.
    fn from_str(text: &str) -> Result<Puzzle, FormatError> {
        parse(text)
    }
}

fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let error = |place, expected, found: String| FormatError::new(place, expected, found);
    let (text, rules) = text.split_once(';').unwrap_or((text, ""));
    let rules: Vec<&str> = rules
        .split(';')
        .filter(|rule| !rule.trim().is_empty())
        .collect();
    let mut rows = String::with_capacity(text.len());
    for (line, row) in (1..).zip(text.lines()) {
        for (column, c) in (1..).zip(row.chars()) {
            match c {
                '_' | '*' => rows.push('.'),
                '|' | '-' | '+' | '=' => rows.push(' '),
                _ if c == '.' || c.is_ascii_alphanumeric() || c.is_whitespace() => rows.push(c),
                _ => {
                    let found = quote(&c.to_string());
                    let expected = "a digit or `.` for a blank";
                    return Err(error((line, column), expected, found));
                }
            }
        }
        rows.push('\n');
    }
    let start = (1, 1);
    let grid: Grid = rows
        .parse()
        .map_err(|why: GridError| error(start, "a puzzle", why.to_string()))?;
    let size = grid.size();
    let bad_rule = |why: ConstraintError| {
        let rule = rules.get(why.constraint).map_or("", |rule| rule.trim());
        let expected = format!("{} in {}", why.expected, quote(rule));
        FormatError::new(start, expected, why.found)
    };
    let parsed = rules.iter().enumerate().map(|(index, rule)| {
        let rule = RuleLine::parse(rule.trim(), size);
        rule.map_err(|why| {
            bad_rule(ConstraintError {
                constraint: index,
                ..why
            })
        })
    });
    let parsed = parsed.collect::<Result<Vec<RuleLine>, FormatError>>()?;
    let has_board = |rule: &RuleLine| matches!(rule, RuleLine::Box(_) | RuleLine::Regions(_));
    let shape = match Shape::usual(size) {
        None if parsed.iter().any(has_board) => Shape::without_boxes(size).ok(),
        usual => usual,
    };
    let shape =
        shape.ok_or_else(|| error(start, "boxes that fill the rows", format!("{size} rows")))?;
    let puzzle = Puzzle::new(Arc::new(Layout::classic(shape)), grid);
    let puzzle = puzzle.map_err(|why| error(start, "a puzzle", why.to_string()))?;
    puzzle.with_lines(parsed).map_err(bad_rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;

    #[test]
    fn lines_and_framed_grids_are_read() {
        let puzzle = parse("1.....2..3.....4").unwrap();
        assert_eq!(puzzle.to_string(), "1.....2..3.....4");
        let framed =
            "+---+---+\n|1 _|* .|\n|. .|2 0|\n+---+---+\n|. 3|. .|\n|. .|. 4|\n+---+---+\n";
        assert_eq!(parse(framed).unwrap(), puzzle);
    }

    #[test]
    fn the_text_of_a_puzzle_is_read_again_for_each_square_shape() {
        for size in [4, 6, 9, 16, 25, 36] {
            let shape = Shape::usual(size).unwrap();
            let mut grid = Grid::blank(size);
            for cell in grid.blanks().step_by(7).collect::<Vec<_>>() {
                grid.set(cell, Some(Digit::from_index(cell.index() % size)));
            }
            let puzzle = Puzzle::empty(shape).with_givens(grid).unwrap();
            assert_eq!(parse(&puzzle.to_string()).unwrap(), puzzle, "{size}");
        }
    }

    #[test]
    fn rules_follow_semicolons() {
        for text in [
            "1.....2..3.....4; diagonal",
            "1.....2..3.....4; diagonal; not r1c1=2,4 r1c2=4",
            "................; box 1x4; anti-king; cage 3 r1c1 r1c2",
            ".........................; regions 1111122334223342534455554",
            ".................................................; box 1x7",
        ] {
            let puzzle = parse(text).unwrap();
            assert_eq!(puzzle.to_string(), text);
            assert_eq!(puzzle.lines().join("; "), text.split_once("; ").unwrap().1);
        }
    }

    #[test]
    fn errors_name_the_place_and_the_reason() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("1...\n..?."),
            "2:3: expected a digit or `.` for a blank, found `?`"
        );
        assert!(error("1.2").ends_with("expected a square number of cells, found 3"));
        assert!(error("9...............").contains("expected digits from 1 to 4"));
        assert!(
            error(&".".repeat(49)).ends_with("expected boxes that fill the rows, found 7 rows")
        );
        assert!(error("................; cage 3 r1c1 r9c9").ends_with("found `r9c9`"));
    }
}

//! A puzzle from one line or from rows. `satdoku-text` reads all other forms.

use std::str::FromStr;
use std::sync::Arc;

use crate::board::{ConstraintError, Grid, GridError, Layout, Puzzle, RuleLine};
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

impl Puzzle {
    /// Adds rules as text: one, or several on lines of their own or separated by semicolons. They are those
    /// that [`Puzzle`] displays: drawn constraints, variants, lines about the board, `given r1c1=5` and
    /// `not r1c2=3`.
    ///
    /// ```
    /// use satdoku::Puzzle;
    ///
    /// let puzzle = Puzzle::classic(4)?
    ///     .with("cage 3 r1c1 r1c2")?
    ///     .with("given r2c1=4\nthermometer r4c1 r3c1 r3c2")?;
    /// assert_eq!(puzzle.to_string(), "....4...........; cage 3 r1c1 r1c2; thermometer r4c1 r3c1 r3c2");
    /// assert_eq!(puzzle.to_string().parse::<Puzzle>()?, puzzle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a rule cannot be read, or the board cannot have it. The place of the error is that of the puzzle.
    pub fn with(&self, rules: &str) -> Result<Puzzle, FormatError> {
        let rules = rules.lines().map(|line| format!("; {line}"));
        parse(&(self.to_string() + &rules.collect::<String>()))
    }
}

/// Splits rules at the semicolons outside of quotation marks and braces.
fn rule_texts(rules: &str) -> Vec<&str> {
    let (mut is_quoted, mut braces) = (false, 0);
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        match c {
            '{' if !is_quoted => braces += 1,
            '}' if !is_quoted => braces -= 1,
            _ => {}
        }
        c == ';' && !is_quoted && braces <= 0
    };
    rules.split(is_end).collect()
}

fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let error = |place, expected, found: String| FormatError::new(place, expected, found);
    let (text, rules) = text.split_once(';').unwrap_or((text, ""));
    let rules: Vec<&str> = rule_texts(rules)
        .into_iter()
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
    let bad_rule = |why: ConstraintError| {
        let rule = rules.get(why.constraint).map_or("", |rule| rule.trim());
        let expected = format!("{} in {}", why.expected, quote(rule));
        FormatError::new(start, expected, why.found)
    };
    // Lines about the board come first: they say which cells and digits the other lines have.
    let (mut of_board, mut line_of) = (Vec::new(), Vec::new());
    for (index, rule) in rules.iter().enumerate() {
        let of_index = |why: ConstraintError| bad_rule(why.of_constraint(index));
        if let Some(line) = RuleLine::board(rule.trim()).map_err(of_index)? {
            of_board.push(line);
            line_of.push(index);
        }
    }
    let bad_grid = |why: GridError| FormatError::caused(start, &why);
    let cells = Grid::count(&rows);
    let size = cells.isqrt();
    let is_square = size * size == cells && cells > 0;
    if !is_square && !of_board.iter().any(RuleLine::sets_cells) {
        return Err(bad_grid(GridError::Count(cells)));
    }
    let board = RuleLine::base(&of_board, size)
        .ok_or_else(|| error(start, "boxes that fill the rows", format!("{size} rows")))?;
    let board = board.with_lines(of_board).map_err(|why| {
        let line = line_of[why.constraint];
        bad_rule(why.of_constraint(line))
    })?;
    let grid = match board.geometry().is_square() {
        true => rows.parse(),
        false => Grid::parse(&rows, board.geometry()),
    };
    let puzzle = Puzzle::new(Arc::new(Layout::new(board)), grid.map_err(bad_grid)?);
    let puzzle = puzzle.map_err(|why| FormatError::caused(start, &why))?;
    let (mut others, mut line_of_other) = (Vec::new(), Vec::new());
    for (index, rule) in rules
        .iter()
        .enumerate()
        .filter(|(index, _)| !line_of.contains(index))
    {
        let line = RuleLine::parse(rule.trim(), puzzle.geometry());
        others.push(line.map_err(|why| bad_rule(why.of_constraint(index)))?);
        line_of_other.push(index);
    }
    puzzle.with_lines(others).map_err(|why| {
        let line = line_of_other[why.constraint];
        bad_rule(why.of_constraint(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Shape};

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
        assert_eq!(
            error("1.2"),
            "1:1: expected a square number of cells, found 3"
        );
        assert_eq!(
            error("9..............."),
            "1:1: expected digits from 1 to 4, found r1c1=9"
        );
        assert!(
            error(&".".repeat(49)).ends_with("expected boxes that fill the rows, found 7 rows")
        );
        assert!(error("................; cage 3 r1c1 r9c9").ends_with("found `r9c9`"));
    }
}

//! A puzzle from one line or from rows. `satdoku-text` reads all other forms.

use std::str::FromStr;
use std::sync::Arc;

use crate::board::{Grid, Layout, Mismatch, Puzzle, RuleTexts};
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
    /// let puzzle = Puzzle::classic("2x2".parse()?)
    ///     .with("cage 3 r1c1 r1c2")?
    ///     .with("given r2c1=4\nthermometer r4c1 r3c1 r3c2")?;
    /// assert_eq!(puzzle.to_string(), "....4...........; cage 3 r1c1 r1c2; thermometer r4c1 r3c1 r3c2");
    /// assert_eq!(puzzle.to_string().parse::<Puzzle>()?, puzzle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a rule cannot be read, or the board cannot have it.
    pub fn with(&self, rules: &str) -> Result<Puzzle, FormatError> {
        let texts: Vec<&str> = rules.lines().flat_map(rule_texts).collect();
        let added = RuleTexts::parse(texts.iter().copied()).and_then(|rules| {
            let (rules, of_cells) = rules.on(self.layout().rules())?;
            self.clone().with_rules(rules)?.with_candidates(of_cells)
        });
        added.map_err(|why| bad_rule(why, &texts))
    }
}

/// Returns the error in one of the rules.
fn bad_rule(why: Mismatch, rules: &[&str]) -> FormatError {
    let rule = rules.get(why.rule).unwrap_or(&"");
    let expected = format!("{} in {}", why.expected, quote(rule));
    FormatError::new((1, 1), expected, why.found)
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
    let texts = rules.split(is_end).map(str::trim);
    texts.filter(|text| !text.is_empty()).collect()
}

fn parse(text: &str) -> Result<Puzzle, FormatError> {
    let error = |place, expected, found: String| FormatError::new(place, expected, found);
    let (text, rules) = text.split_once(';').unwrap_or((text, ""));
    let texts = rule_texts(rules);
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
    let bad_rule = |why: Mismatch| bad_rule(why, &texts);
    let rules = RuleTexts::parse(texts.iter().copied()).map_err(bad_rule)?;
    let wrong = |why: Mismatch| FormatError::caused(start, why);
    let cells = Grid::count(&rows);
    let size = cells.isqrt();
    let is_square = size * size == cells && cells > 0;
    if !is_square && !rules.set_cells() {
        return Err(error(start, "a square number of cells", cells.to_string()));
    }
    let base = rules.base(size);
    let base =
        base.ok_or_else(|| error(start, "boxes that fill the rows", format!("{size} rows")))?;
    let (rules, of_cells) = rules.on(&base).map_err(bad_rule)?;
    let grid = Grid::parse(&rows, rules.geometry()).map_err(wrong)?;
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), grid);
    let puzzle = puzzle.map_err(wrong)?;
    puzzle.with_candidates(of_cells).map_err(bad_rule)
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
            let puzzle = Puzzle::classic(shape).with_givens(grid).unwrap();
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

//! The rules of a puzzle as lines of text: `box 2x4`, `anti-knight`, `cage 15 r1c1 r1c2`, `not r1c1=2`.

use super::cell::{Candidate, Cell, Digit};
use super::constraint::{Constraint, ConstraintError};
use super::grid::Grid;
use super::region_map::RegionMap;
use super::ruleset::{Ruleset, VariantError};
use super::shape::Shape;
use super::variant::Variant;

/// A rule on a line of its own.
///
/// ```
/// use satdoku::board::{RuleLine, Ruleset};
///
/// let lines = ["box 4x2", "anti-knight", "cage 9 r1c1 r1c2"];
/// let parsed: Result<Vec<RuleLine>, _> = lines.iter().map(|line| RuleLine::parse(line, 8)).collect();
/// let rules = Ruleset::classic("2x4".parse()?).with_lines(parsed?)?;
/// assert_eq!(rules.lines(), lines);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleLine {
    /// `box RxC`: the rows and columns of a box; `box 1xN` for a board without boxes.
    Box(Shape),
    /// `regions …`: the number of the region of each cell, in reading order.
    Regions(RegionMap),
    /// The name of a variant.
    Variant(Variant),
    /// A drawn constraint.
    Constraint(Constraint),
    /// `not r1c1=2,4 r1c3=1`: candidates that pencil marks remove. They belong to a puzzle rather than
    /// to its board ([`Puzzle::with_lines`](super::Puzzle::with_lines)).
    Removed(Vec<Candidate>),
}

impl RuleLine {
    /// The word at the start of a line of removed candidates.
    pub(super) const REMOVED: &str = "not";

    /// Parses a rule of a board with `size` digits.
    ///
    /// # Errors
    /// If the kind of rule is unknown, its arguments are invalid, or it is for a board of another size.
    pub fn parse(text: &str, size: usize) -> Result<RuleLine, ConstraintError> {
        let other_size = |found: usize| {
            let expected = format!("a rule for a board of {size}x{size}");
            Err(ConstraintError::new(expected, format!("{found}x{found}")))
        };
        match RuleLine::board(text)? {
            Some(RuleLine::Box(shape)) if shape.size() != size => other_size(shape.size()),
            Some(RuleLine::Regions(map)) if map.size() != size => other_size(map.size()),
            Some(board) => Ok(board),
            None if RuleLine::is_removed(text) => removed(text, size).map(RuleLine::Removed),
            None => match Variant::ALL
                .iter()
                .find(|known| known.name() == text.trim())
            {
                Some(variant) => Ok(RuleLine::Variant(*variant)),
                None => Constraint::parse(text, size).map(RuleLine::Constraint),
            },
        }
    }

    /// Returns true if a line begins like one of removed candidates.
    pub fn is_removed(text: &str) -> bool {
        let first = text.split_whitespace().next();
        first.is_some_and(|name| name.eq_ignore_ascii_case(RuleLine::REMOVED))
    }

    /// Parses a line that describes the board itself, `box` or `regions`, whatever its size. Returns
    /// `None` for any other.
    ///
    /// # Errors
    /// If what follows the word is not a shape or a region map.
    pub fn board(text: &str) -> Result<Option<RuleLine>, ConstraintError> {
        let text = text.trim_start();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let column = name.chars().count() + 2;
        let wrong =
            |expected: &str, found: String| Err(ConstraintError::new(expected, found).at(column));
        match name.to_ascii_lowercase().as_str() {
            "box" => match rest.trim().parse() {
                Ok(shape) => Ok(Some(RuleLine::Box(shape))),
                Err(_) => wrong(
                    "box rows and columns such as 3x3",
                    format!("`{}`", rest.trim()),
                ),
            },
            "regions" => {
                let expected = "the number of the region of each cell";
                let labels: Grid = match rest.parse() {
                    Ok(labels) => labels,
                    Err(error) => return wrong(expected, format!("`{rest}` ({error})")),
                };
                match RegionMap::from_labels(labels.cells()) {
                    Ok(map) => Ok(Some(RuleLine::Regions(map))),
                    Err(error) => wrong(&error.expected(), error.found()),
                }
            }
            _ => Ok(None),
        }
    }
}

/// Parses the candidates on a line that begins with `not`.
fn removed(text: &str, size: usize) -> Result<Vec<Candidate>, ConstraintError> {
    let mut end = 1;
    let words = text.split(char::is_whitespace).map(|word| {
        let column = end;
        end += word.chars().count() + 1;
        (column, word.trim_end_matches(','))
    });
    let mut all = Vec::new();
    for (column, word) in words.filter(|(_, word)| !word.is_empty()).skip(1) {
        let candidates = removed_from_cell(word, size).ok_or_else(|| {
            let expected = format!("candidates from r1c1=1 to r{size}c{size}={size}");
            ConstraintError::new(expected, format!("`{word}`")).at(column)
        })?;
        all.extend(candidates);
    }
    match all.is_empty() {
        true => Err(ConstraintError::new("candidates such as r1c1=2", "none").at(end)),
        false => Ok(all),
    }
}

/// Parses `r1c1=2,4`.
fn removed_from_cell(word: &str, size: usize) -> Option<Vec<Candidate>> {
    let (cell, digits) = word.split_once('=')?;
    let cell = Cell::from_name(cell, size)?;
    let candidate = |digit: &str| {
        let digit = digit.parse().ok().and_then(Digit::from_value)?;
        (digit.value() <= size).then_some(Candidate { cell, digit })
    };
    digits.split(',').map(candidate).collect()
}

impl Ruleset {
    /// Returns the rules as lines, each of which [`RuleLine::parse`] reads. Boxes of the usual shape
    /// ([`Shape::usual`]) have no line.
    pub fn lines(&self) -> Vec<String> {
        let size = self.shape().size();
        let board = match self.regions() {
            Some(regions) => Some(format!("regions {regions}")),
            None if Shape::usual(size) == Some(self.shape()) => None,
            None => Some(format!("box {}", self.shape())),
        };
        let variants = self.variants().iter().map(Variant::to_string);
        let constraints = self.constraints().iter().map(|drawn| drawn.text(size));
        board
            .into_iter()
            .chain(variants)
            .chain(constraints)
            .collect()
    }

    /// Adds rules. Boxes and regions replace those of the board.
    ///
    /// # Errors
    /// If the board cannot have a rule, or a line is not about the board but removes candidates.
    /// [`ConstraintError::constraint`] is the index of the line.
    pub fn with_lines(
        &self,
        lines: impl IntoIterator<Item = RuleLine>,
    ) -> Result<Ruleset, ConstraintError> {
        let mut board = match self.regions() {
            Some(regions) => Ruleset::jigsaw(regions.clone()),
            None => Ruleset::classic(self.shape()),
        };
        let mut variants: Vec<(usize, Variant)> = Vec::new();
        let mut constraints = self.constraints().to_vec();
        let before = constraints.len();
        let mut line_of = Vec::new();
        for (line, rule) in lines.into_iter().enumerate() {
            match rule {
                RuleLine::Box(shape) => board = Ruleset::classic(shape),
                RuleLine::Regions(map) => board = Ruleset::jigsaw(map),
                RuleLine::Variant(variant) => variants.push((line, variant)),
                RuleLine::Constraint(constraint) => {
                    constraints.push(constraint);
                    line_of.push(line);
                }
                RuleLine::Removed(_) => {
                    let error = ConstraintError::new("a rule of the board", "removed candidates");
                    return Err(error.of_constraint(line));
                }
            }
        }
        let bad_variant = |error: VariantError, line| {
            ConstraintError::new(error.expected(), error.found()).of_constraint(line)
        };
        board = board
            .with(self.variants())
            .map_err(|error| bad_variant(error, 0))?;
        for (line, variant) in variants {
            board = board
                .with(&[variant])
                .map_err(|error| bad_variant(error, line))?;
        }
        board.with_constraints(constraints).map_err(|error| {
            let line = error.constraint.checked_sub(before);
            let line = line.and_then(|index| line_of.get(index));
            error.of_constraint(line.copied().unwrap_or(0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (text, column, expected) in [
            (
                "box 2x",
                5,
                "expected box rows and columns such as 3x3, found `2x`",
            ),
            (
                "box 2x3",
                1,
                "expected a rule for a board of 4x4, found 6x6",
            ),
            ("regions 1112", 9, "expected 4 to 400 rows, found 2"),
            (
                "regions 1111222233334445",
                9,
                "expected 4 cells in each region, found 1 in one: r4c4",
            ),
            (
                "not r1c1=2 r1c2=5",
                12,
                "expected candidates from r1c1=1 to r4c4=4, found `r1c2=5`",
            ),
            ("not ", 6, "expected candidates such as r1c1=2, found none"),
            (
                "cage 3 r1c1 r9c9",
                13,
                "expected a cell from r1c1 to r4c4, found `r9c9`",
            ),
        ] {
            let error = RuleLine::parse(text, 4).unwrap_err();
            assert_eq!(error.column, column, "{text}");
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_rule_that_the_board_cannot_have_is_named_by_its_line() {
        let rules = Ruleset::classic(Shape::new(2, 3).unwrap());
        let lines = ["anti-king", "windoku"].map(|line| RuleLine::parse(line, 6).unwrap());
        assert_eq!(rules.with_lines(lines).unwrap_err().constraint, 1);
        let cage = RuleLine::parse("cage r1c1 r1c2", 6).unwrap();
        let rules = rules.with_lines([cage.clone()]).unwrap();
        let twice = RuleLine::parse("cage r1c1 r1c1", 6).unwrap();
        let error = rules.with_lines([cage, RuleLine::Variant(Variant::AntiKing), twice]);
        assert_eq!(error.unwrap_err().constraint, 2);
    }
}

//! Requests for new puzzles, from text.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use satdoku::board::{Layout, Mismatch, RuleTexts, Ruleset, Shape};
use satdoku_explain::{Difficulty, Technique};
use satdoku_generate::{Boards, ConstraintKind, Request};
use satdoku_text::{ReadOptions, constraint_named};
use serde::Deserialize;
use thiserror::Error;

/// The properties of new puzzles as text, without their boards.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Properties {
    /// The name of a symmetry.
    pub symmetry: Option<String>,
    /// The kinds of constraints to draw.
    pub kinds: Vec<String>,
    /// True for minimal puzzles only.
    pub minimal: bool,
    /// The number of givens, or a range.
    pub givens: Option<String>,
    /// A level, a number of facts, or a range of those.
    pub difficulty: Option<String>,
    /// The name of a step that each puzzle needs.
    pub technique: Option<String>,
    /// A character for each cell: `x`, `.` or `?`.
    pub pattern: Option<String>,
}

impl Properties {
    /// Returns the request for such puzzles on these boards.
    ///
    /// # Errors
    /// If a property cannot be parsed, or both `difficulty` and `technique` are set.
    pub fn request(&self, boards: Boards) -> Result<Request, String> {
        let kinds = self.kinds.iter().map(|name| kind(name).map_err(words));
        let difficulty = match (&self.difficulty, &self.technique) {
            (level, None) => parse(level)?,
            (None, Some(name)) => Some(technique(name)?),
            (Some(_), Some(_)) => {
                return Err("expected one of difficulty and technique, found both".to_string());
            }
        };
        Ok(Request {
            symmetry: parse(&self.symmetry)?.unwrap_or_default(),
            constraints: kinds.collect::<Result<_, _>>()?,
            minimal: self.minimal,
            givens: self.givens.as_deref().map(givens).transpose()?,
            difficulty,
            pattern: parse(&self.pattern)?,
            ..Request::on(boards)
        })
    }
}

fn parse<T: FromStr<Err: Display>>(text: &Option<String>) -> Result<Option<T>, String> {
    let value = text.as_ref().map(|text| text.parse());
    value.transpose().map_err(words)
}

fn words(error: impl Display) -> String {
    error.to_string()
}

/// Parses a number of givens or a range of them, such as `28..32`.
///
/// # Errors
/// If the text is neither.
pub fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |number: &str| {
        let number = number.trim().parse::<usize>();
        number.map_err(|_| {
            format!("expected a number such as 30 or a range such as 28..32, found `{text}`")
        })
    };
    match text.split_once("..") {
        Some((first, last)) => Ok(number(first)?..=number(last)?),
        None => number(text).map(|number| number..=number),
    }
}

/// Parses the name of a kind of constraint, or another name of it.
///
/// # Errors
/// If no puzzles can be generated with such constraints.
pub fn kind(name: &str) -> Result<ConstraintKind, Mismatch> {
    let known = constraint_named(name).and_then(|name| name.parse().ok());
    known.map_or_else(|| name.parse(), Ok)
}

/// Parses the name of a technique, as [`Technique`] displays it or with `-` for a space.
///
/// # Errors
/// If there is no such technique.
pub fn technique(text: &str) -> Result<Difficulty, String> {
    let name = text.trim().to_ascii_lowercase();
    let short = name.strip_prefix("locked candidates (");
    let short = short.and_then(|short| short.strip_suffix(')'));
    let technique = Technique::from_name(&short.unwrap_or(&name).replace(' ', "-"));
    let expected = || {
        format!(
            "expected a technique such as x-wing or hidden-pair, found `{text}`: others are pointing, \
             claiming, naked-pair, hidden-triple, swordfish, skyscraper, xy-wing, xy-chain"
        )
    };
    technique.map(Difficulty::Technique).ok_or_else(expected)
}

/// Rules that no board can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct BoardError {
    /// The error.
    pub error: Mismatch,
    /// The constraint that it is about.
    pub constraint: Option<String>,
}

impl From<Mismatch> for BoardError {
    fn from(error: Mismatch) -> BoardError {
        let constraint = None;
        BoardError { error, constraint }
    }
}

impl From<BoardError> for Mismatch {
    fn from(error: BoardError) -> Mismatch {
        error.error
    }
}

/// Returns the boards of new puzzles with these rules, by default of 9×9 cells. With `random_regions`, each
/// puzzle gets its own regions.
///
/// # Errors
/// See [`layout`]. Random regions exclude constraints.
pub fn boards(rules: &ReadOptions, random_regions: bool) -> Result<Boards, BoardError> {
    let of_regions = rules.regions.as_ref().map(|map| map.board().digit_count());
    let size = of_regions.or(rules.shape.map(Shape::size)).unwrap_or(9);
    match (random_regions, rules.constraints.first()) {
        (false, _) => layout(rules, size).map(Boards::Same),
        (true, None) => Ok(Boards::RandomJigsaws {
            size,
            variants: rules.variants.clone(),
        }),
        (true, Some(constraint)) => Err(BoardError {
            error: Mismatch::unknown("no constraints on random regions", constraint),
            constraint: Some(constraint.clone()),
        }),
    }
}

/// Returns the board with these rules. Unless one of them sets its rows and columns, it has `size` rows.
///
/// # Errors
/// If a text is not a rule of a board, or no board has these rules.
pub fn layout(rules: &ReadOptions, size: usize) -> Result<Arc<Layout>, BoardError> {
    let mut lines = rules.constraints.clone();
    // A board of another size keeps the boxes, which have to fill it.
    let has_board = |line: &String| line.trim_start().starts_with("board ");
    if let Some(shape) = rules.shape.filter(|_| lines.iter().any(has_board)) {
        lines.push(format!("box {shape}"));
    }
    let of_line = |error: Mismatch| BoardError {
        constraint: Some(lines[error.rule].clone()),
        error,
    };
    let texts = RuleTexts::parse(lines.iter().map(String::as_str)).map_err(of_line)?;
    let base = match (&rules.regions, rules.shape) {
        (Some(regions), _) => Some(Ruleset::jigsaw(regions.clone())),
        (None, Some(shape)) => Some(Ruleset::classic(shape)),
        (None, None) => texts.base(size),
    };
    let expected = "a number of rows that boxes divide";
    let base = base.ok_or_else(|| Mismatch::new(expected, size.to_string()))?;
    let (board, of_cells) = texts.on(&base).map_err(of_line)?;
    if let Some((index, _)) = of_cells.first() {
        let error = Mismatch::new("a rule of the board", "candidates of a puzzle");
        return Err(of_line(error.of_rule(*index)));
    }
    Ok(Arc::new(Layout::new(board.with(&rules.variants)?)))
}

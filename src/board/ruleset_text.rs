//! The text form of a board's rules, which all files, rows and comments share.

use thiserror::Error;

use super::board_error::BoardError;
use super::constraint::{Constraint, ConstraintError};
use super::region_map::RegionMap;
use super::rule_line::RuleLine;
use super::ruleset::Ruleset;
use super::shape::{Shape, ShapeError};
use super::unknown_name::UnknownName;
use super::variant::Variant;

/// The parts of a [`Ruleset`] as text.
///
/// ```
/// use satdoku::board::{Ruleset, RulesetText, Variant};
///
/// let rules = Ruleset::classic("2x3".parse()?).with(&[Variant::Diagonal])?;
/// let text = RulesetText::from(&rules);
/// assert_eq!((&*text.shape, &text.regions, &*text.variants), ("2x3", &None, &["diagonal".to_string()][..]));
/// assert_eq!(Ruleset::try_from(&text)?, rules);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RulesetText {
    /// The rows and columns of a box, `3x3`; `1x9` for a board without boxes.
    pub shape: String,
    /// The lines about cells and digits, such as `digits 0-8`
    /// ([`Ruleset::board_lines`]).
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub board: Vec<String>,
    /// The regions that replace the boxes: the number of the region of each cell ([`RegionMap`]).
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub regions: Option<String>,
    /// The names of the variants.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub variants: Vec<String>,
    /// The drawn constraints in their text form.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub constraints: Vec<String>,
}

impl From<&Ruleset> for RulesetText {
    fn from(rules: &Ruleset) -> RulesetText {
        RulesetText {
            shape: rules.shape().to_string(),
            board: rules.board_lines(),
            regions: rules.regions().map(RegionMap::to_string),
            variants: rules.variants().iter().map(Variant::to_string).collect(),
            constraints: rules
                .constraints()
                .iter()
                .map(|constraint| constraint.text(rules.geometry()))
                .collect(),
        }
    }
}

/// The reason why a text does not describe the rules of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum RulesetError {
    /// The shape is not one.
    Shape(#[from] ShapeError),
    /// The cells, digits, boxes or regions do not make a board.
    Board(#[from] BoardError),
    /// A variant is unknown.
    UnknownVariant(#[from] UnknownName),
    /// A constraint is invalid.
    Constraint(#[from] ConstraintError),
}

impl TryFrom<&RulesetText> for Ruleset {
    type Error = RulesetError;

    fn try_from(text: &RulesetText) -> Result<Ruleset, RulesetError> {
        let shape: Shape = match text.shape.parse() {
            // A small board, or one with few columns, has no boxes.
            Err(ShapeError::TooSmall(1, columns)) if !text.board.is_empty() => Shape::none(columns),
            shape => shape?,
        };
        let mut lines = Vec::new();
        for line in &text.board {
            let unknown = || ConstraintError::new("a line about the board", format!("`{line}`"));
            lines.push(RuleLine::board(line)?.ok_or_else(unknown)?);
        }
        if !text.board.is_empty() && shape.has_boxes() {
            lines.push(RuleLine::Box(shape));
        }
        if let Some(regions) = &text.regions {
            lines.push(
                RuleLine::board(&format!("regions {regions}"))?.unwrap_or(RuleLine::Box(shape)),
            );
        }
        let rules = Ruleset::classic(shape).with_lines(lines)?;
        let variants: Result<Vec<Variant>, _> = text.variants.iter().map(|v| v.parse()).collect();
        let constraints = text.constraints.iter().enumerate().map(|(number, text)| {
            Constraint::parse(text, rules.geometry()).map_err(|error| error.of_constraint(number))
        });
        let constraints = constraints.collect::<Result<Vec<Constraint>, ConstraintError>>()?;
        let rules = rules.with(&variants?).map_err(BoardError::Variant)?;
        Ok(rules.with_constraints(constraints)?)
    }
}

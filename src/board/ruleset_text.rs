//! The text form of a board's rules, which all files, rows and comments share.

use thiserror::Error;

use super::constraint::{Constraint, ConstraintError};
use super::grid::{Grid, GridError};
use super::region_map::{RegionError, RegionMap};
use super::ruleset::{Ruleset, VariantError};
use super::shape::ShapeError;
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
    /// The regions of a jigsaw: the number of the region of each cell, as a full [`Grid`].
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
            regions: rules.regions().map(RegionMap::to_string),
            variants: rules.variants().iter().map(Variant::to_string).collect(),
            constraints: rules
                .constraints()
                .iter()
                .map(|constraint| constraint.text(rules.shape().size()))
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
    /// The regions are not a grid.
    Grid(#[from] GridError),
    /// The regions do not divide the board.
    Region(#[from] RegionError),
    /// A variant is unknown.
    UnknownVariant(#[from] UnknownName),
    /// The board cannot have a variant.
    Variant(#[from] VariantError),
    /// A constraint is invalid.
    Constraint(#[from] ConstraintError),
}

impl TryFrom<&RulesetText> for Ruleset {
    type Error = RulesetError;

    fn try_from(text: &RulesetText) -> Result<Ruleset, RulesetError> {
        let rules = match &text.regions {
            None => Ruleset::classic(text.shape.parse()?),
            Some(regions) => {
                let regions: Grid = regions.parse()?;
                Ruleset::jigsaw(RegionMap::from_labels(regions.cells())?)
            }
        };
        let variants: Result<Vec<Variant>, _> = text.variants.iter().map(|v| v.parse()).collect();
        let size = rules.shape().size();
        let constraints = text.constraints.iter().enumerate().map(|(number, text)| {
            Constraint::parse(text, size).map_err(|error| error.of_constraint(number))
        });
        let constraints = constraints.collect::<Result<Vec<Constraint>, ConstraintError>>()?;
        Ok(rules.with(&variants?)?.with_constraints(constraints)?)
    }
}

//! The rules of a board as the fields of rows.

use super::region_map::RegionMap;
use super::ruleset::Ruleset;
use super::variant::Variant;

/// The parts of a [`Ruleset`] as text.
///
/// ```
/// use satdoku::board::{Ruleset, RulesetText, Variant};
///
/// let rules = Ruleset::classic("2x3".parse()?).with(&[Variant::Diagonal])?;
/// let text = RulesetText::from(&rules);
/// assert_eq!((&*text.shape, &text.regions, &*text.variants), ("2x3", &None, &["diagonal".to_string()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RulesetText {
    /// The rows and columns of a box, `3x3`; `1x9` for a board without boxes.
    pub shape: String,
    /// The lines about cells and digits, such as `digits 0-8`
    /// ([`Ruleset::board_lines`]).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub board: Vec<String>,
    /// The regions that replace the boxes: the number of the region of each cell ([`RegionMap`]).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub regions: Option<String>,
    /// The names of the variants.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub variants: Vec<String>,
    /// The drawn constraints in their text form.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub constraints: Vec<String>,
}

impl From<&Ruleset> for RulesetText {
    fn from(rules: &Ruleset) -> RulesetText {
        RulesetText {
            shape: rules.box_text(),
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

//! The declarations of all kinds, by what they mean.

mod board;
mod counts;
mod elements;
mod lines;
mod pairs;
mod sets;
mod sums;
mod variants;

use super::kind::Kind;
use pairs::has_ratio;
pub(in super::super) use variants::KINDS as VARIANTS;

/// The kinds of each family of drawn constraints.
const KINDS: &[&[Kind]] = &[
    sets::KINDS,
    sums::KINDS,
    pairs::KINDS,
    lines::KINDS,
    counts::KINDS,
    elements::KINDS,
    board::KINDS,
];

impl Kind {
    /// All kinds, in the order of the documents.
    pub fn all() -> impl Iterator<Item = &'static Kind> {
        KINDS.iter().flat_map(|family| family.iter())
    }

    /// Finds a kind by its name.
    ///
    /// ```
    /// use satdoku::board::Kind;
    ///
    /// let whispers = Kind::find("whispers").unwrap();
    /// assert_eq!((whispers.least_cells(), whispers.most_groups()), (2, 1));
    /// assert_eq!(whispers.usual_number(&9.into()), Some(5));
    /// ```
    pub fn find(name: &str) -> Option<&'static Kind> {
        Kind::all().find(|kind| kind.name == name)
    }
}

//! Constraints as text, added to the rules of a board.

use super::glyph::LineColumn;
use crate::board::{Constraint, ConstraintError, Ruleset};
use crate::format::error::{FormatError, quote};

/// Adds constraints to the rules of a board. `place_of` returns the place of a column in a text.
///
/// # Errors
/// If a text is not a constraint, or the board cannot have it.
pub(super) fn with_constraints(
    rules: Ruleset,
    texts: &[impl AsRef<str>],
    place_of: impl Fn(usize, usize) -> LineColumn,
) -> Result<Ruleset, FormatError> {
    if texts.is_empty() {
        return Ok(rules);
    }
    let size = rules.shape().size();
    let mut constraints = rules.constraints().to_vec();
    let before = constraints.len();
    let wrong = |number: usize, error: ConstraintError| {
        let text = texts.get(number).map_or("", AsRef::as_ref);
        let expected = format!("{} in {}", error.expected, quote(text));
        FormatError::new(place_of(number, error.column), expected, error.found)
    };
    for (number, text) in texts.iter().enumerate() {
        let constraint = Constraint::parse(text.as_ref(), size);
        constraints.push(constraint.map_err(|error| wrong(number, error))?);
    }
    let rules = rules.with_constraints(constraints);
    rules.map_err(|error| wrong(error.constraint.saturating_sub(before), error))
}

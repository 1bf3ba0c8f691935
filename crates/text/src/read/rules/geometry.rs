//! Rules about the cells and digits of a board.

use crate::read::glyph::{Glyph, string};
use satdoku::board::RuleLine;

/// Returns true if a rule is about cells or digits, and not only about boxes or regions.
pub(crate) fn is_geometry(text: &[Glyph]) -> bool {
    let text = string(text);
    match RuleLine::board(&text) {
        Ok(Some(RuleLine::Box(_) | RuleLine::Regions(_)) | None) => false,
        Ok(Some(_)) => true,
        Err(_) => is_begun(&text),
    }
}

/// Returns true if a text with an error in it can hardly be anything but such a rule: `board 6x`,
/// `digits 8-0x`, `grids r1c1 r7`.
fn is_begun(text: &str) -> bool {
    let (name, rest) = text.trim().split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim().to_ascii_lowercase();
    let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_sign = |signs: &[char]| after_number != rest && after_number.starts_with(signs);
    match name.to_ascii_lowercase().as_str() {
        "board" => has_sign(&['x']) && !rest.contains(' '),
        "digits" => has_sign(&['-']) && !rest.contains(' '),
        "grids" | "holes" => {
            rest.starts_with('r') && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        }
        _ => false,
    }
}

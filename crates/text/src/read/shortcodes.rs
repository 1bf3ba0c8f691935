//! Emoji as chats write them: `:one:` is a digit, and any other shortcode a blank.

use super::glyph::{Glyph, Line, string};
use super::row::SHORTEST;

/// The shortcodes of digits, in order.
const DIGITS: [&str; 10] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
];

/// Returns a line with the character of each shortcode in its place, if it has enough of them for a row
/// of cells.
pub(crate) fn with_characters(line: &[Glyph]) -> Option<Line> {
    let (mut plain, mut count, mut at) = (Line::new(), 0, 0);
    while at < line.len() {
        match shortcode(&line[at..]) {
            Some((c, length)) => {
                plain.push(line[at].with(c));
                count += 1;
                at += length;
            }
            None => {
                plain.push(line[at]);
                at += 1;
            }
        }
    }
    (count >= SHORTEST).then_some(plain)
}

/// Returns the character of the shortcode at the start of a text, and its length.
fn shortcode(text: &[Glyph]) -> Option<(char, usize)> {
    /// The longest name that is looked at.
    const LONGEST: usize = 40;
    let (first, rest) = text.split_first().filter(|(first, _)| first.c == ':')?;
    let end = rest
        .iter()
        .take(LONGEST)
        .position(|glyph| glyph.c == first.c)?;
    let name = string(&rest[..end]);
    let is_inner = |c: char| c.is_ascii_alphanumeric() || "_-+".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_inner) {
        return None;
    }
    let digit = DIGITS.iter().position(|digit| *digit == name);
    let digit = digit.and_then(|digit| char::from_digit(digit as u32, 10));
    Some((digit.unwrap_or('.'), end + 2))
}

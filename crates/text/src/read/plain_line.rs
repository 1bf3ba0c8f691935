//! Fast path for an ordinary puzzle on one line, read byte by byte.
//!
//! Data sets contain millions of lines of 81 characters, so each line is tried here first. Anything
//! unusual returns `None` and takes the general path in `line`, which costs about ten times as much. A
//! property test compares the two.

use super::glyph::normalise;
use super::rules::text::rules_in;
use satdoku::board::{Digit, Grid};

/// The supported sizes. Above nine digits the alphabet is ambiguous, and fewer than 36 characters
/// could be a row of a larger grid.
pub(crate) const SIZES: std::ops::RangeInclusive<usize> = 6..=9;

/// Parses the cells at the start of a line: digits and one kind of blank. Text after them must be
/// separated by a space, a tab, a comma or a semicolon. `size` is one of [`SIZES`].
pub(crate) fn plain_grid(line: &[u8], size: usize) -> Option<Grid> {
    let (cells, rest) = line.split_at_checked(size * size)?;
    let is_digit = |byte: u8| byte.wrapping_sub(b'1') < size as u8;
    let blank = cells.iter().copied().find(|byte| !is_digit(*byte));
    let blank = blank.unwrap_or(b'.');
    if !matches!(blank, b'.' | b'0' | b'_' | b'*' | b'-') {
        return None;
    }
    // A one-byte count and no early exit let the compiler vectorise the loop.
    let is_cell = |byte: &u8| u8::from((*byte == blank) | is_digit(*byte));
    let count = cells.iter().map(is_cell).fold(0, u8::wrapping_add);
    if usize::from(count) != cells.len() || !is_remark(rest, cells, blank) {
        return None;
    }
    let value = |byte: u8| if byte == blank { 0 } else { byte - b'0' };
    let cells = cells.iter().map(|byte| {
        usize::from(value(*byte))
            .checked_sub(1)
            .map(Digit::from_index)
    });
    Grid::from_cells(cells.collect())
}

/// Returns true if the text after the cells is a remark. After cells that are all blank it could be
/// the rest of a frame.
fn is_remark(rest: &[u8], cells: &[u8], blank: u8) -> bool {
    match rest.first() {
        None => true,
        Some(b' ' | b'\t' | b'\r' | b',' | b';') => {
            let has_digits = cells.iter().any(|byte| *byte != blank);
            let may_be_rule = || {
                let has_word = rest.iter().any(u8::is_ascii_alphabetic);
                let text = || String::from_utf8_lossy(rest);
                has_word && !rules_in(&normalise(1, &text())).is_empty()
            };
            // A word as long is the solution, or something else.
            let is_given = |(cell, other): (&u8, &u8)| *cell == blank || cell == other;
            let mut words = rest.split(|byte| matches!(byte, b' ' | b'\t' | b',' | b';' | b':'));
            let is_other =
                |word: &[u8]| word.len() == cells.len() && !cells.iter().zip(word).all(is_given);
            has_digits
                && rest.is_ascii()
                && !rest.contains(&0)
                && !words.any(is_other)
                && !may_be_rule()
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn ordinary_lines_are_parsed() {
        for blank in [".", "0", "_", "*", "-"] {
            for remark in ["", " hard", "\t3", ",9", ";9"] {
                let line = LINE.replace('.', blank) + remark;
                let grid = plain_grid(line.as_bytes(), 9).unwrap();
                assert_eq!(grid.to_string(), LINE, "{line}");
            }
        }
        let six = format!("1{}6", "0".repeat(34));
        let grid = plain_grid(six.as_bytes(), 6).unwrap();
        assert_eq!(grid.to_string(), six.replace('0', "."));
    }

    #[test]
    fn unusual_lines_return_none() {
        for line in [
            "",
            &LINE[..80],
            &format!("{LINE}1"),
            &format!(" {LINE}"),
            &format!("{LINE} anti-knight"),
            &format!("{LINE}; box 1x9"),
            &format!("{LINE}; hard; box 1x9"),
            &format!("{LINE} \u{a0}"),
            &format!("{LINE} \0"),
            &LINE.replacen('.', "0", 1),
            &LINE.replace('3', "x"),
            &format!("{} ---", "-".repeat(81)),
        ] {
            assert_eq!(plain_grid(line.as_bytes(), 9), None, "{line}");
        }
        assert_eq!(plain_grid("7".repeat(36).as_bytes(), 6), None);
    }
}

//! The line of an error with a caret below the place.

use satdoku::format_error::Escaped;
use satdoku_text::Invalid;

/// The most characters of a line that are shown.
const WIDTH: usize = 76;

/// Returns the line of an error and a caret, each after a line break, or nothing if the line is not known.
/// An error at the start of a line may concern all of it, so it has no caret.
pub fn excerpt(invalid: &Invalid) -> String {
    let Some(line) = &invalid.line else {
        return String::new();
    };
    let column = invalid.error.place.column;
    let length = line.chars().count();
    if !(2..=length + 1).contains(&column) {
        return String::new();
    }
    let at = column - 1;
    // Of a long line, the part around the place is shown.
    let last_start = (length + 1).saturating_sub(WIDTH);
    let start = at.saturating_sub(WIDTH / 2).min(last_start);
    let shown: String = line.chars().skip(start).take(WIDTH).map(visible).collect();
    format!("\n  {}\n  {}^", shown.trim_end(), " ".repeat(at - start))
}

/// Returns the character that is shown in the column of another one. Those that have no width or that
/// manipulate a terminal are replaced.
fn visible(c: char) -> char {
    let is_escaped = Escaped(c.encode_utf8(&mut [0; 4]))
        .to_string()
        .chars()
        .nth(1)
        .is_some();
    match c {
        '\t' => ' ',
        _ if is_escaped => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::format_error::FormatError;

    fn excerpt_at(line: &str, column: usize) -> String {
        excerpt(&Invalid {
            error: FormatError::new((1, column), "x", "y"),
            text: String::new(),
            line: Some(line.to_string()),
        })
    }

    #[test]
    fn a_caret_is_below_the_place() {
        assert_eq!(excerpt_at("cage 3 r9c1", 8), "\n  cage 3 r9c1\n         ^");
        assert_eq!(excerpt_at("cage", 5), "\n  cage\n      ^");
        for column in [0, 1, 6] {
            assert_eq!(excerpt_at("cage", column), "");
        }
        assert_eq!(excerpt_at("", 1), "");
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let line: String = ('a'..='z').cycle().take(300).collect();
        for column in [2, 30, 150, 299, 301] {
            let text = excerpt_at(&line, column);
            let [_, shown, caret] = text.split('\n').collect::<Vec<_>>()[..] else {
                panic!("{text}");
            };
            assert!(shown.len() <= WIDTH + 2);
            let below = shown.chars().nth(caret.len() - 1);
            assert_eq!(below, line.chars().nth(column - 1), "{text}");
        }
    }

    #[test]
    fn every_character_has_one_column() {
        let text = excerpt_at("a\t\u{1b}[2J\u{202e}é!", 9);
        assert_eq!(text, "\n  a \u{fffd}[2J\u{fffd}é!\n          ^");
    }
}

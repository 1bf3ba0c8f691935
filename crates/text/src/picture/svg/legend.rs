//! The legend below a picture.

use super::escaped;
use super::shapes::FONT;
use crate::picture::drawing::Entry;

/// Units between lines.
const LINE: usize = 15;
/// Units from the top of a line to its base.
const BASE: usize = 11;
/// Units above the first line.
const GAP: usize = 8;
/// Units that a character takes on average.
const CHARACTER: usize = 6;
/// Units to the left of the text.
const INDENT: usize = 20;
/// The most lines of an entry.
const MOST_LINES: usize = 4;

/// Returns the elements of a legend of this width, and its height.
pub(super) fn legend(entries: &[Entry], width: usize) -> (String, usize) {
    let mut text = String::new();
    let mut top = if entries.is_empty() { 0 } else { GAP };
    for entry in entries {
        if !entry.sign.is_empty() {
            text += &swatch(entry, top);
        }
        let indent = if entry.sign.is_empty() { 0 } else { INDENT };
        for line in lines(&entry.text, width.saturating_sub(indent) / CHARACTER) {
            text += &format!(
                "<text x=\"{indent}\" y=\"{}\" {FONT} font-size=\"11\" fill=\"#333\">{}</text>\n",
                top + BASE,
                escaped(&line)
            );
            top += LINE;
        }
    }
    (text, top)
}

/// Draws the sign of an entry as it is on the board.
fn swatch(entry: &Entry, top: usize) -> String {
    let Entry { sign, colour, .. } = entry;
    let base = top + BASE - 1;
    format!(
        "<rect x=\"0.5\" y=\"{top}.5\" width=\"14\" height=\"12\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"1.5\" stroke-dasharray=\"1 2\"/>\n\
         <text x=\"7.5\" y=\"{base}\" {FONT} font-size=\"9\" text-anchor=\"middle\" \
         fill=\"{colour}\">{sign}</text>\n"
    )
}

/// Breaks text into lines of at most `width` characters, at spaces where it has some.
fn lines(text: &str, width: usize) -> Vec<String> {
    let width = width.max(8);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| parts(word, width)) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1].push('…');
    }
    lines
}

/// Splits a word that is too long for a line.
fn parts(word: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    let parts = characters.chunks(width).map(|part| part.iter().collect());
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_shortened() {
        assert_eq!(lines("red dots", 20), ["red dots"]);
        assert_eq!(
            lines("every two cells differ", 10),
            ["every two", "cells", "differ"]
        );
        assert_eq!(lines("1234567890abc", 10), ["1234567890", "abc"]);
        let long = lines(&"word ".repeat(100), 10);
        assert_eq!((long.len(), long[3].as_str()), (MOST_LINES, "word word…"));
    }

    #[test]
    fn an_entry_takes_the_height_of_its_lines() {
        let entry = |text: &str| Entry {
            sign: "A".to_string(),
            colour: "#123",
            text: text.to_string(),
        };
        assert_eq!(legend(&[], 160), (String::new(), 0));
        let (text, height) = legend(&[entry("a < b"), entry(&"word ".repeat(8))], 160);
        assert_eq!(height, GAP + 3 * LINE);
        assert!(text.contains(">a &lt; b</text>"), "{text}");
    }
}

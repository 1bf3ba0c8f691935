//! Texts in quotation marks and braces: the condition of `pairs "a+b = 10" r1c1 r1c2`, titles such as `as
//! "red dots"`, and alternatives such as `either { x r1c1 r1c2 } or { v r1c1 r1c2 }`. Nothing in them
//! separates rules or begins a comment.

use std::ops::Range;

use crate::read::glyph::{Glyph, line_at, string, trim};
use crate::read::rules::names::{RuleName, has_quotes, rule_named};

/// Returns the places of the texts that belong to a rule, with their quotation marks or braces: those
/// that follow the name of a kind that has one, or `as`, and the alternatives of `either`. One without an
/// end extends to the end of the line.
pub(crate) fn enclosed(text: &[Glyph]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut next = 0;
    for start in 0..text.len() {
        if start < next || !matches!(text[start].c, '"' | '{') {
            continue;
        }
        let before = &text[..start];
        let last = found.last().map_or(0, |last| last.end);
        next = match text[start].c {
            '"' if is_announced(before) => {
                let end = text[start + 1..].iter().position(|glyph| glyph.c == '"');
                end.map_or(text.len(), |length| start + length + 2)
            }
            '{' if is_alternative(before, last) => block_end(text, start),
            _ => continue,
        };
        found.push(start..next);
    }
    found
}

/// Returns the words at the end of a text, in lower case.
fn last_words(text: &[Glyph]) -> String {
    const LONGEST: usize = 40;
    let text = string(&text[text.len().saturating_sub(LONGEST)..]).to_ascii_lowercase();
    let text = text.trim_end_matches([' ', '\t', ':']);
    let is_other = |c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | ' '));
    let words = text.rsplit(is_other).next().unwrap_or_default();
    words.trim().to_string()
}

/// Returns true if a text ends with words after which there is a text in quotation marks.
fn is_announced(before: &[Glyph]) -> bool {
    let words = last_words(before);
    let last = words.rsplit(' ').next().unwrap_or_default();
    [last, &words]
        .into_iter()
        .any(|name| match rule_named(name) {
            Some(RuleName::Constraint(name)) => has_quotes(name),
            _ => name == "as",
        })
}

/// Returns true if a text ends with `either`, or with `or` after the alternative that ends at `last`.
fn is_alternative(before: &[Glyph], last: usize) -> bool {
    let is_block = last > 0 && before[last - 1].c == '}';
    last_words(before).rsplit(' ').next() == Some("either")
        || (is_block && string(trim(&before[last..])).eq_ignore_ascii_case("or"))
}

/// Returns the place after the brace that closes the one at `start`.
fn block_end(text: &[Glyph], start: usize) -> usize {
    let (mut open, mut is_quoted) = (0, false);
    for (at, glyph) in text.iter().enumerate().skip(start) {
        is_quoted ^= glyph.c == '"';
        match glyph.c {
            '{' if !is_quoted => open += 1,
            '}' if !is_quoted => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Splits a text at the glyphs outside of quotation marks and braces that satisfy `is_separator`.
pub(crate) fn split(text: &[Glyph], is_separator: impl Fn(&Glyph) -> bool) -> Vec<&[Glyph]> {
    let mut is_outside = vec![true; text.len()];
    for range in enclosed(text) {
        is_outside[range].fill(false);
    }
    let mut is_outside = is_outside.into_iter();
    let parts = text.split(|glyph| is_outside.next() == Some(true) && is_separator(glyph));
    parts.collect()
}

/// Returns the part of a text before the first glyph `c` outside of quotation marks and braces, and the rest.
pub(crate) fn split_once(text: &[Glyph], c: char) -> (&[Glyph], Option<&[Glyph]>) {
    let first = split(text, |glyph| glyph.c == c)[0];
    (
        first,
        text.get(first.len() + 1..)
            .filter(|_| first.len() < text.len()),
    )
}

/// Splits a text at semicolons and line ends, without spaces around the parts and without empty ones.
pub(crate) fn rule_texts(text: &str) -> Vec<String> {
    let line = line_at(text, (1, 1));
    let parts = split(&line, |glyph| matches!(glyph.c, ';' | '\n'));
    let parts = parts.into_iter().map(|part| string(trim(part)));
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_quotation_marks_and_braces_of_rules_protect_what_is_in_them() {
        for (text, expected) in [
            ("a; b", "a|b"),
            ("pairs \"a;b\" r1c1; x", "pairs \"a;b\" r1c1|x"),
            (
                "All Pairs: \"a;b\" as \"c;d\" r1c1;x",
                "All Pairs: \"a;b\" as \"c;d\" r1c1|x",
            ),
            ("all-pairs\"a;b\";x", "all-pairs\"a;b\"|x"),
            ("not the pairs \"a;b\" ;x", "not the pairs \"a;b\"|x"),
            ("pairs \"a;b r1c1", "pairs \"a;b r1c1"),
            ("\"1..4; diagonal\"", "\"1..4|diagonal\""),
            ("cage \"5; x\"", "cage \"5|x\""),
            (
                "Either {a; b} OR {c; {d}}; e",
                "Either {a; b} OR {c; {d}}|e",
            ),
            ("either {a; b} and {c; d}", "either {a; b} and {c|d}"),
            ("neither {a; b}", "neither {a|b}"),
            (
                "either {pairs \"}\" a; b}; c",
                "either {pairs \"}\" a; b}|c",
            ),
            ("either {a; b", "either {a; b"),
        ] {
            assert_eq!(rule_texts(text).join("|"), expected, "{text}");
        }
    }
}

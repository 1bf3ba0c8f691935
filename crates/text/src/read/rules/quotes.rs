//! Texts in quotation marks: the condition of `pairs "a+b = 10" r1c1 r1c2`, and titles such as `as "red
//! dots"`. Nothing in them separates rules, begins a comment, or is a cell.

use std::ops::Range;

use crate::read::glyph::{Glyph, line_at, string, trim};
use crate::read::rules::names::{RuleName, has_quotes, rule_named};

/// Returns the places of the texts that belong to a rule, with their quotation marks: those that follow
/// the name of a kind that has one, or `as`. One without an end extends to the end of the line.
pub(crate) fn quoted(text: &[Glyph]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let is_mark = |at: &usize| text[*at].c == '"';
    let mut at = 0;
    while let Some(start) = (at..text.len()).find(is_mark) {
        at = start + 1;
        if is_announced(&text[..start]) {
            at = (at..text.len())
                .find(is_mark)
                .map_or(text.len(), |end| end + 1);
            found.push(start..at);
        }
    }
    found
}

/// Returns true if a text ends with a word after which there is a text in quotation marks.
fn is_announced(before: &[Glyph]) -> bool {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || glyph.c == ':';
    let end = before.iter().rposition(|glyph| !is_between(glyph));
    let end = end.map_or(0, |at| at + 1);
    let is_letter = |glyph: &Glyph| glyph.c.is_ascii_alphabetic() || glyph.c == '-';
    let word = before[..end].iter().rposition(|glyph| !is_letter(glyph));
    let words = before[..end]
        .iter()
        .rposition(|glyph| !is_letter(glyph) && glyph.c != ' ');
    [word, words].into_iter().any(|start| {
        let word = string(trim(&before[start.map_or(0, |at| at + 1)..end]));
        match rule_named(&word) {
            Some(RuleName::Constraint(name)) => has_quotes(name),
            _ => word.eq_ignore_ascii_case("as"),
        }
    })
}

/// Returns the place of the first glyph outside of quotation marks that satisfies `is_wanted`.
pub(crate) fn position(text: &[Glyph], is_wanted: impl Fn(&Glyph) -> bool) -> Option<usize> {
    let quoted = quoted(text);
    (0..text.len())
        .find(|at| is_wanted(&text[*at]) && !quoted.iter().any(|range| range.contains(at)))
}

/// Splits a text at the glyphs outside of quotation marks that satisfy `is_separator`.
pub(crate) fn split(text: &[Glyph], is_separator: impl Fn(&Glyph) -> bool) -> Vec<&[Glyph]> {
    let quoted = quoted(text);
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..text.len() {
        if is_separator(&text[at]) && !quoted.iter().any(|range| range.contains(&at)) {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
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
    fn only_the_quotation_marks_of_rules_protect_what_is_in_them() {
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
        ] {
            assert_eq!(rule_texts(text).join("|"), expected, "{text}");
        }
    }
}

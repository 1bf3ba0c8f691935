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
    let is_start = |at: &usize| matches!(text[*at].c, '"' | '{');
    let mut at = 0;
    while let Some(start) = (at..text.len()).find(is_start) {
        let before = &text[..start];
        let last = found.last().map_or(0, |last| last.end);
        at = match text[start].c {
            '"' if is_announced(before) => {
                let end = (start + 1..text.len()).find(|at| text[*at].c == '"');
                end.map_or(text.len(), |end| end + 1)
            }
            '{' if is_either(before) || is_or(before, last) => block_end(text, start),
            _ => {
                at = start + 1;
                continue;
            }
        };
        found.push(start..at);
    }
    found
}

/// Returns the places of the texts in quotation marks that belong to a rule, also in braces.
pub(crate) fn quoted(text: &[Glyph]) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    for range in enclosed(text) {
        if text[range.start].c == '"' {
            all.push(range);
            continue;
        }
        let mut marks = range.filter(|at| text[*at].c == '"');
        while let Some(start) = marks.next() {
            let end = marks.next().map_or(text.len(), |end| end + 1);
            all.push(start..end);
        }
    }
    all
}

/// Returns true if one of these ranges, which are in ascending order, contains a place.
pub(crate) fn contain(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.start <= at);
    next > 0 && at < ranges[next - 1].end
}

/// Returns the number of braces around the innermost text.
pub(crate) fn depth(text: &[Glyph]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for glyph in text {
        match glyph.c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Returns true if a text ends with `either`.
fn is_either(before: &[Glyph]) -> bool {
    let end = before.split(|glyph| !glyph.c.is_alphabetic());
    let word = end.into_iter().rfind(|word| !word.is_empty());
    let is_last = trim(before)
        .last()
        .is_some_and(|last| last.c.is_alphabetic());
    is_last && word.is_some_and(|word| string(word).eq_ignore_ascii_case("either"))
}

/// Returns true if nothing but `or` follows an alternative that ends at `last`.
fn is_or(before: &[Glyph], last: usize) -> bool {
    let is_block = last > 0 && before[last - 1].c == '}';
    is_block && string(trim(&before[last..])).eq_ignore_ascii_case("or")
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

/// Returns the place of the first glyph outside of quotation marks and braces that satisfies `is_wanted`.
pub(crate) fn position(text: &[Glyph], is_wanted: impl Fn(&Glyph) -> bool) -> Option<usize> {
    let enclosed = enclosed(text);
    (0..text.len()).find(|at| is_wanted(&text[*at]) && !contain(&enclosed, *at))
}

/// Splits a text at the glyphs outside of quotation marks and braces that satisfy `is_separator`.
pub(crate) fn split(text: &[Glyph], is_separator: impl Fn(&Glyph) -> bool) -> Vec<&[Glyph]> {
    let enclosed = enclosed(text);
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..text.len() {
        if is_separator(&text[at]) && !contain(&enclosed, at) {
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

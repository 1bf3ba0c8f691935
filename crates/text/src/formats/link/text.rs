//! Links in lines of text.

use std::collections::BTreeSet;
use std::ops::Range;

use super::content::{holds_puzzle, is_packed, site};
use crate::read::glyph::{Line, string};
use crate::read::row::SHORTEST;

/// Returns true if a text is a link rather than a file name.
pub(crate) fn is_link(text: &str) -> bool {
    text.contains("://") || find(text).is_some()
}

/// Finds a link in a line that contains a puzzle, or else one that is meant to. Returns its range of bytes.
pub(crate) fn find(line: &str) -> Option<Range<usize>> {
    let mut meant = words(line).filter(|range| is_meant(&line[range.clone()]));
    all(line).into_iter().next().or_else(|| meant.next())
}

/// Finds the links in a line that contain a puzzle. The text and the address of a link in Markdown are one.
pub(crate) fn all(line: &str) -> Vec<Range<usize>> {
    let mut known = BTreeSet::new();
    let links = words(line).filter(|range| {
        let word = &line[range.clone()];
        let holds_puzzle = is_packed(word) || (is_address(word) && holds_puzzle(word));
        holds_puzzle && known.insert(word.trim_end_matches(['.', ',', ';', ':', '!']))
    });
    links.collect()
}

/// Returns true for a line whose links contain no puzzle, such as one that credits the source of a grid.
pub(crate) fn is_credit(line: &str) -> bool {
    all(line).is_empty() && find(line).is_some()
}

/// Splits each line before its second link and those after it, so that no line has two puzzles.
pub(crate) fn apart(lines: Vec<Line>) -> Vec<Line> {
    let may_have_two = |line: &Line| {
        let has = |wanted: &str| line.iter().any(|glyph| wanted.contains(glyph.c));
        line.len() > 2 * SHORTEST * SHORTEST && has("/N") && has(" \t\u{a0}()<>\"`")
    };
    let parts = |mut line: Line| {
        if !may_have_two(&line) {
            return vec![line];
        }
        let text = string(&line);
        let starts = all(&text).into_iter().skip(1);
        let starts: Vec<usize> = starts
            .map(|range| text[..range.start].chars().count())
            .collect();
        let mut parts: Vec<Line> = starts.iter().rev().map(|at| line.split_off(*at)).collect();
        parts.push(line);
        parts.reverse();
        parts
    };
    lines.into_iter().flat_map(parts).collect()
}

/// Returns the ranges of words that may be links.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '(' | ')');
    line.split(is_around).map(|word| {
        let word = word.trim_start_matches('[').trim_end_matches(']');
        let from = word.as_ptr() as usize - line.as_ptr() as usize;
        from..from + word.len()
    })
}

fn is_address(word: &str) -> bool {
    word.contains("://") || word.starts_with("www.")
}

/// Returns true for the address of a puzzle that does not contain it.
fn is_meant(word: &str) -> bool {
    is_address(word) && site(word).is_some()
}

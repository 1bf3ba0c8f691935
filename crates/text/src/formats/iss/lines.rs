//! Constraint strings on several lines.

use super::blocks::entry_count;
use super::text::StringItem;
use crate::read::glyph::{Glyph, Line, line_at, starts_with, string, trim};
use satdoku::format_error::FormatError;

/// The argument of a given that marks the place where lines of one item are followed by a line of several, or the
/// other way round.
const MIXTURE: &str = "\u{1e}";

/// Returns true if a text is meant as a constraint string: each item is empty or has a name or
/// arguments, and one has more than a single letter, which could be a digit.
pub(crate) fn is_constraint_string(text: &str) -> bool {
    let Some(items) = text.trim().strip_prefix('.') else {
        return false;
    };
    let items = items.split('.').map(|item| match item.split_once('~') {
        None => (item.trim(), false),
        Some((name, _)) => (name.trim(), true),
    });
    let is_item = |(name, _): (&str, bool)| {
        let is_name = name.chars().all(|c| c.is_ascii_alphabetic());
        is_name && !name.starts_with(|first: char| first.is_ascii_lowercase())
    };
    let is_sure = |(name, has_arguments): (&str, bool)| {
        let second = name.chars().nth(1);
        has_arguments || second.is_some_and(|second| second.is_ascii_lowercase())
    };
    items.clone().all(is_item) && { items }.any(is_sure)
}

/// Joins the lines of each constraint string that takes several. A line that does not begin with a dot continues
/// the one above. Lines with an item each are one string, and lines with several items are a list.
pub(crate) fn joined(lines: Vec<Line>) -> Vec<Line> {
    joined_by(lines, |lines| {
        let count = |line: &Line| entry_count(&StringItem::all(line));
        let is_single: Vec<bool> = lines.iter().map(|line| count(line) == 1).collect();
        let changed = is_single.windows(2).position(|pair| pair[0] != pair[1]);
        if let Some(place) = changed {
            let line = &mut lines[place + 1];
            let place = trim(line)[0].position();
            line.splice(0..0, line_at(&format!(".~{MIXTURE}"), place));
        }
        if is_single[0] || changed.is_some() {
            join(lines);
        }
    })
}

/// Joins the lines of constraint strings that follow each other, where there is only one puzzle.
pub(crate) fn joined_as_one(lines: Vec<Line>) -> Vec<Line> {
    joined_by(lines, join)
}

fn joined_by(lines: Vec<Line>, join: impl Fn(&mut [Line])) -> Vec<Line> {
    let mut lines = continued(lines);
    let stretches = lines.split_mut(|line| !is_string(line));
    stretches.filter(|lines| lines.len() > 1).for_each(join);
    lines
}

fn join(lines: &mut [Line]) {
    if let [first, rest @ ..] = lines {
        rest.iter_mut().for_each(|line| first.append(line));
    }
}

/// Checks that the lines of a string have an item each.
///
/// # Errors
/// If some have several.
pub(super) fn check(items: &[StringItem]) -> Result<(), FormatError> {
    match items.iter().find(|item| item.argument(0) == MIXTURE) {
        None => Ok(()),
        Some(mixture) => {
            let expected = "lines of one item, or of several items each for a list (--lines reads each line as a puzzle)";
            let found = "lines of one item and of several";
            Err(FormatError::new(mixture.name.position, expected, found))
        }
    }
}

/// Appends the lines that continue a string to its first.
fn continued(lines: Vec<Line>) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        match all.last_mut() {
            Some(above) if is_rest(&line) && is_string(above) => above.extend(trim(&line)),
            _ => all.push(line),
        }
    }
    all
}

fn is_string(line: &[Glyph]) -> bool {
    starts_with(trim(line), ".") && is_constraint_string(&string(line))
}

/// Returns true for the rest of a string that was wrapped: arguments without spaces.
fn is_rest(line: &[Glyph]) -> bool {
    let line = trim(line);
    let is_part = |glyph: &Glyph| glyph.c.is_ascii_alphanumeric() || "~.-_%=".contains(glyph.c);
    let has_arguments = line.iter().any(|glyph| glyph.c == '~');
    has_arguments && !starts_with(line, ".") && line.iter().all(is_part)
}

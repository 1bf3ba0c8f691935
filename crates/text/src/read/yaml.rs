//! Rows of cells as nested lists of YAML: an item for each cell, and an outer item for each row.

use super::glyph::{Glyph, Line, line_at, trim};
use super::recognised::{Recognised, may_read};
use super::row::{SHORTEST, is_null};

/// A line of a list: the columns of its markers, and what follows them.
struct Item<'l> {
    markers: Vec<usize>,
    value: &'l [Glyph],
}

/// Returns the rows of the lists at the start of lines. A flat list has a square number of cells.
pub(crate) fn rows_at(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let first = item(lines.first()?)?;
    let outer = *first.markers.first()?;
    let (mut rows, mut length): (Vec<Vec<Line>>, usize) = (Vec::new(), 0);
    let mut is_nested = false;
    for line in lines {
        let Some(item) = item(line) else { break };
        let (start, end) = (item.markers[0], item.markers[item.markers.len() - 1]);
        if start < outer || item.markers.len() > 2 {
            break;
        }
        let is_outer = start == outer;
        let is_row = is_outer && (item.markers.len() == 2 || item.value.is_empty());
        is_nested |= is_row;
        // An item of another list ends this one.
        if !is_cell(item.value) || (is_outer && !is_row && is_nested) || (end > outer && !is_nested)
        {
            break;
        }
        if is_row || rows.is_empty() {
            rows.push(Vec::new());
        }
        if end > outer || !is_nested {
            let value = match item.value {
                [] => line_at("null", line.first()?.position()),
                value => value.to_vec(),
            };
            rows.last_mut()?.push(value);
        }
        length += 1;
        if !may_read(line, left) {
            return None;
        }
    }
    let size = length.isqrt();
    let is_enough = match is_nested {
        true => rows.len() >= SHORTEST && rows.iter().all(|row| !row.is_empty()),
        false => size >= SHORTEST && size * size == length,
    };
    if !is_nested {
        rows = rows
            .concat()
            .chunks(size.max(1))
            .map(<[Line]>::to_vec)
            .collect();
    }
    let space = |cell: &Line| [&cell[..], &[cell[0].with(' ')]].concat();
    let rows = rows.iter().map(|row| row.iter().flat_map(space).collect());
    is_enough.then(|| Recognised::Lines(rows.collect(), length))
}

/// Returns the markers and the value of a line that is an item of a list.
fn item(line: &[Glyph]) -> Option<Item<'_>> {
    let mut markers = Vec::new();
    let mut at = line.iter().position(|glyph| !glyph.c.is_whitespace())?;
    while line.get(at).is_some_and(|glyph| glyph.c == '-')
        && line.get(at + 1).is_none_or(|next| next.c == ' ')
    {
        markers.push(at);
        let rest = &line[at + 1..];
        at += 1 + rest.iter().take_while(|glyph| glyph.c == ' ').count();
    }
    let value = unquoted(trim(line.get(at..).unwrap_or_default()));
    (!markers.is_empty()).then_some(Item { markers, value })
}

/// Returns a text without the quotation marks around it.
fn unquoted(text: &[Glyph]) -> &[Glyph] {
    match text {
        [first, inner @ .., last] if first.c == last.c && matches!(first.c, '"' | '\'') => inner,
        text => text,
    }
}

/// Returns true for the value of a cell, which may be missing.
fn is_cell(value: &[Glyph]) -> bool {
    let text = super::glyph::string(value);
    let is_number = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number || value.len() == 1 || is_null(&text)
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn nested_lists_are_rows() {
        for text in [
            "puzzle:\n  - - 1\n    - 0\n    - 0\n    - 0\n  - - 0\n    - 0\n    - 2\n    - 0\n  - - 0\n    - 3\n    - 0\n    - 0\n  - - 0\n    - 0\n    - 0\n    - 4\n",
            "grid:\n-\n  - 1\n  -\n  -\n  -\n-\n  -\n  -\n  - 2\n  -\n-\n  -\n  - 3\n  -\n  -\n-\n  -\n  -\n  -\n  - 4\nby: Ada\n",
            "cells:\n- 1\n- ~\n- ~\n- ~\n- ~\n- ~\n- '2'\n- ~\n- ~\n- 3\n- ~\n- ~\n- ~\n- ~\n- ~\n- 4\n",
        ] {
            assert_eq!(
                parsed(text).unwrap().to_string(),
                "1.....2..3.....4",
                "{text}"
            );
        }
        let short = "- - 1\n  - 0\n  - 0\n  - 0\n- - 0\n  - 0\n  - 2\n- - 0\n  - 3\n  - 0\n  - 0\n- - 0\n  - 0\n  - 0\n  - 4\n";
        let error = parsed(short).unwrap_err().to_string();
        assert_eq!(error, "7:6: expected 16 cells, found 15; row 2 has 3");
    }
}

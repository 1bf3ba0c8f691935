//! Region maps as text.

use super::cells::{CellText, cells_of};
use super::error::{FormatError, Problem, quote};
use super::text::TextLine;
use crate::board::{Cell, RegionMap};

/// Reads the region map of a jigsaw, in one of these forms; errors call the text `source`.
///
/// - A map: a line for each row with a symbol for each cell, letters or digits, the same symbol for
///   all cells of a region. With something between any two cells they can be words of any length,
///   such as numbers. Frames around cells are passed over.
/// - The same on one line.
/// - Lists: a line for each region with the names of its cells, `r1c1 r1c2 r2c1 …`.
///
/// Blank lines and lines that begin with `#` are passed over. Regions need not hang together.
///
/// # Errors
/// Where the text is none of these, and for a cell without a region (`.`, `_`, `*` or `-` in a
/// map), a cell in two, and a region of the wrong size: line and column of the first such cell, and
/// the names of all of them.
pub fn read_regions(source: &str, text: &str) -> Result<RegionMap, FormatError> {
    let lines = text.lines().enumerate();
    let lines: Vec<TextLine> = lines
        .map(|(index, line)| TextLine::new(index + 1, line))
        .filter(|line| !is_passed_over(line.text()))
        .collect();
    let is_list = |line: &TextLine| {
        let mut words = words(line);
        words.any(|word| cell_of(word.text).is_some())
    };
    let result = match lines.iter().any(is_list) {
        true => read_lists(&lines),
        false => read_map(&lines),
    };
    result.map_err(|problem| problem.in_source(&source.into()))
}

/// Whether a line is blank, a comment or part of a frame.
pub(super) fn is_passed_over(text: &str) -> bool {
    let is_frame = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '+' | '=' | '|' | '-' | '–' | '—' | '\u{2500}'..='\u{257f}'
            )
    };
    text.trim().starts_with('#') || text.chars().all(is_frame)
}

/// What stands between separators.
pub(super) fn words(line: &TextLine) -> impl Iterator<Item = CellText<'_>> {
    cells_of(line, line.text().len(), true)
}

/// Every character between separators.
pub(super) fn characters(line: &TextLine) -> impl Iterator<Item = CellText<'_>> {
    cells_of(line, line.text().len(), false)
}

/// The row and column of a name such as `r1c1`, counted from 1.
fn cell_of(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

fn place(cell: &CellText<'_>) -> (usize, usize) {
    cell.line.place(cell.byte)
}

/// A map, whose lines these are.
pub(super) fn read_map(lines: &[TextLine]) -> Result<RegionMap, Problem> {
    let rows = lines.len();
    let count = |of: &dyn Fn(&TextLine) -> usize| lines.iter().filter(|l| of(l) == rows).count();
    let spaced = count(&|line| words(line).count());
    let compact = count(&|line| characters(line).count());
    let is_spaced = match lines {
        [line] => words(line).count() > 1,
        _ => spaced > compact,
    };
    let mut cells: Vec<CellText<'_>> = Vec::new();
    for line in lines {
        let of_line: Vec<_> = match is_spaced {
            true => words(line).collect(),
            false => characters(line).collect(),
        };
        let found = of_line.len();
        if rows > 1 && found != rows {
            let extra = of_line.get(rows).map(|cell| cell.byte);
            let byte = extra.unwrap_or(line.text().trim_end().len());
            let expected = format!("{rows} cells in this row, as there are {rows} rows");
            return Err(Problem::new(line.place(byte), expected, found.to_string()));
        }
        cells.extend(of_line);
    }
    let label = |cell: &CellText<'_>| match cell.text {
        "." | "_" | "*" | "-" => Ok(None),
        text if text.chars().all(char::is_alphanumeric) => Ok(Some(text.to_string())),
        text => {
            let expected = "a letter or number for a region";
            Err(Problem::new(place(cell), expected, quote(text)))
        }
    };
    let labels = cells.iter().map(label).collect::<Result<Vec<_>, _>>()?;
    RegionMap::from_labels(&labels).map_err(|error| {
        let at = error.cell().and_then(|cell| cells.get(cell.index()));
        let at = at.or(cells.last()).map_or((1, 1), place);
        Problem::new(at, error.expected(), error.found())
    })
}

/// Lists of cells, a region on each line.
fn read_lists(lines: &[TextLine]) -> Result<RegionMap, Problem> {
    let size = lines.len();
    let mut named = Vec::new();
    let mut groups = Vec::new();
    for line in lines {
        let mut group = Vec::new();
        for word in words(line) {
            let cell = cell_of(word.text);
            let on_board = |number: usize| (1..=size).contains(&number);
            let cell = cell.filter(|(row, column)| on_board(*row) && on_board(*column));
            let (row, column) = cell.ok_or_else(|| {
                let expected = format!("a cell from r1c1 to r{size}c{size}, for {size} regions");
                Problem::new(place(&word), expected, quote(word.text))
            })?;
            let cell = Cell::at(row - 1, column - 1, size);
            group.push(cell);
            named.push((cell, place(&word)));
        }
        groups.push(group);
    }
    RegionMap::from_groups(size, &groups).map_err(|error| {
        let wrong = error.cell();
        // A cell that is named twice is wrong where it is named again.
        let mut found = named.iter().rev().filter(|(cell, _)| Some(*cell) == wrong);
        let last_line = lines.last().map_or(1, |line| line.number);
        let at = found.next().map_or((last_line, 1), |(_, place)| *place);
        Problem::new(at, error.expected(), error.found())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "1112132243324443";

    #[test]
    fn every_form_of_a_map_is_read() {
        for text in [
            "1112\n1322\n4332\n4443\n",
            "aaab\nacbb\ndccb\n\ndddc",
            "# a jigsaw\n1 1 1 2\n1 3 2 2\n4 3 3 2\n4 4 4 3",
            "+----+\n|AAAx|\n|Atxx|\n|9ttx|\n|999t|\n+----+\r\n",
            "10 10 10 200\n10 3 200 200\n4 3 3 200\n4 4 4 3",
            MAP,
            "1 1 1 2 1 3 2 2 4 3 3 2 4 4 4 3",
            "r1c1 r1c2 r1c3 r2c1\nR3C4, r2c4, r2c3, r1c4\nr2c2 r3c2 r3c3 r4c4\n\
             r3c1 r4c1 r4c2 r4c3\n",
        ] {
            let map = read_regions("map", text).unwrap();
            assert_eq!(map.to_string(), MAP, "{text}");
        }
        let large: Vec<String> = (0..36).map(|row| format!("{row} ").repeat(36)).collect();
        assert_eq!(read_regions("map", &large.join("\n")).unwrap().size(), 36);
    }

    #[test]
    fn what_is_wrong_has_a_place_and_names_the_cells() {
        for (text, expected) in [
            ("", "1:1: expected 4 to 400 rows, found 0"),
            ("12\n34", "2:2: expected 4 to 400 rows, found 2"),
            (
                "1112\n132\n4332\n4443",
                "2:4: expected 4 cells in this row, as there are 4 rows, found 3",
            ),
            (
                "1112\n1322\n4332\n44431",
                "4:5: expected 4 cells in this row, as there are 4 rows, found 5",
            ),
            (
                "1112\n13.2\n4332\n4443",
                "2:3: expected a region for each cell, found none for r2c3",
            ),
            (
                "1112\n1322\n4332\n4444",
                "3:1: expected 4 cells in each region, found 5 in one: r3c1 r4c1 r4c2 r4c3 r4c4",
            ),
            (
                "1112\n1322\n4332\n444?",
                "4:4: expected a letter or number for a region, found `?`",
            ),
            ("11122", "1:5: expected 4 cells, found 5"),
            (
                "r1c1 r1c2 r1c3 r2c1\nr1c4 r2c3 r2c4 r3c4\nr2c2 r3c2 r3c3 r2c1\nr3c1 r4c1 r4c2 r4c3",
                "3:16: expected each cell once, found r2c1 twice",
            ),
            (
                "r1c1 r1c2\nr1c3 r5c1\nr1c4 r2c1\nr3c1",
                "2:6: expected a cell from r1c1 to r4c4, for 4 regions, found `r5c1`",
            ),
            (
                "r1c1 r1c2 r1c3 r2c1\nr1c4 r2c3 r2c4 r3c4\nr2c2 r3c2 r3c3 r4c4\nr3c1 r4c1 r4c2",
                "4:1: expected 4 cells in each region, found 3 in one: r3c1 r4c1 r4c2",
            ),
        ] {
            let error = read_regions("map", text).unwrap_err();
            assert_eq!(error.to_string(), format!("map:{expected}"), "{text}");
        }
    }
}

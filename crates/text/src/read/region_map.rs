//! Region maps: a text of their own, or rows below a grid.

use super::glyph::{CellText, Glyph, Line, end_of, line_at, normalise_lines, string, trim};
use super::row::{Reading, cells, is_frame};
use super::text_line::{LineKind, TextLine};
use satdoku::board::{Cell, RegionMap};
use satdoku::format_error::{FormatError, quote};

/// Parses the region map of a jigsaw. Errors name the text `source`. The text has one of these
/// forms:
///
/// - A map with one line per row and one symbol per cell: letters or digits, the same for all cells
///   of a region. If all cells are separated, a symbol can have any length, as numbers do. Frames
///   are ignored.
/// - The same map on one line.
///
/// Blank lines and lines that begin with `#` are ignored. Regions need not be connected.
///
/// # Errors
/// Fails if the text has none of these forms, if a cell has no region (`.`, `_`, `*` or `-` in a
/// map) or two, or if a region has the wrong size. The error gives the line and column of the first
/// such cell, and the names of all of them.
///
/// ```
/// let map = satdoku_text::read_regions("map.txt", "AAAB\nACBB\nDCCB\nDDDC\n")?;
/// assert_eq!(map.to_string(), "1112132243324443");
/// # Ok::<(), satdoku::FormatError>(())
/// ```
pub fn read_regions(source: &str, text: &str) -> Result<RegionMap, FormatError> {
    let mut lines = normalise_lines(text, (1, 1));
    lines.retain(|line| !is_ignored(line));
    read_map(&lines).map_err(|error| error.in_source(&source.into()))
}

/// Returns true if a line is blank, a comment or part of a frame.
fn is_ignored(line: &Line) -> bool {
    let is_drawn = |c: char| c.is_whitespace() || (is_frame(c) && !matches!(c, '*' | '_' | '.'));
    string(line).trim_start().starts_with('#') || line.iter().all(|glyph| is_drawn(glyph.c))
}

/// Makes a rule `regions` of each heading of a map and the rows below it, up to a blank line. Regions are numbered,
/// whatever the map names them.
pub(crate) fn take_maps(lines: &mut [TextLine]) {
    for at in 0..lines.len() {
        if !matches!(lines[at].kind, LineKind::Map(_)) {
            continue;
        }
        let is_before =
            |line: &&TextLine| line.is_blank() || matches!(line.kind, LineKind::Comment);
        let is_row = |line: &&TextLine| line.row().is_some() || line.is_frame();
        let start = at + 1 + lines[at + 1..].iter().take_while(is_before).count();
        let end = start + lines[start..].iter().take_while(is_row).count();
        let rows = lines[start..end].iter().filter_map(TextLine::row);
        let rows: Vec<&[Glyph]> = rows.map(|row| &row.glyphs[..]).collect();
        let reading = reading_of(&rows);
        let mut rule = line_at("regions", trim(&lines[at].glyphs)[0].position());
        let mut regions: Vec<String> = Vec::new();
        for cell in rows.iter().flat_map(|row| cells(row, reading)) {
            let known = regions.iter().position(|region| *region == cell.text);
            let number = known.unwrap_or(regions.len()) + 1;
            let label = match cell.text.as_str() {
                text if text.chars().all(char::is_alphanumeric) => format!(" {number}"),
                text => format!(" {text}"),
            };
            rule.extend(line_at(&label, cell.position));
            regions.extend(known.is_none().then_some(cell.text));
        }
        let own = lines[at..end].iter_mut();
        own.for_each(|line| line.kind = LineKind::Used);
        lines[at].kind = LineKind::Map(vec![rule]);
    }
}

/// Returns the map that the rows of a grid are, if the grid has no blanks, divides the board into
/// regions of equal size and is no solution, perhaps with mistakes: most rows and columns of that have no symbol
/// twice.
pub(crate) fn map_of(cells: &[CellText]) -> Option<RegionMap> {
    let map = map_of_cells(cells).ok()?;
    let size = map.board().rows();
    let region = |row, column| map.region_of(Cell::at(row, column, size));
    let differ = |at: &dyn Fn(usize) -> Option<usize>| {
        !(1..size).any(|one| (0..one).any(|other| at(one) == at(other)))
    };
    let rows = (0..size).filter(|row| differ(&|column| region(*row, column)));
    let columns = (0..size).filter(|column| differ(&|row| region(row, *column)));
    let is_solution = rows.count() + columns.count() > size;
    (!is_solution).then_some(map)
}

/// Returns the map with these symbols for regions.
///
/// # Errors
/// If a cell has no region, or a region has the wrong size.
pub(crate) fn map_of_cells(cells: &[CellText]) -> Result<RegionMap, FormatError> {
    let labels = cells.iter().map(label).collect::<Result<Vec<_>, _>>()?;
    RegionMap::from_labels(&labels).map_err(|error| {
        let at = cells.get(error.column - 1).or(cells.last());
        FormatError::caused(at.map_or((1, 1), |cell| cell.position), error)
    })
}

fn label(cell: &CellText) -> Result<Option<String>, FormatError> {
    match cell.text.as_str() {
        "" | "." | "_" | "*" | "-" => Ok(None),
        text if text.chars().all(char::is_alphanumeric) => Ok(Some(text.to_string())),
        text => {
            let expected = "a letter or number for a region";
            Err(FormatError::new(cell.position, expected, quote(text)))
        }
    }
}

/// Returns the reading of the rows of a map.
fn reading_of<L: AsRef<[Glyph]>>(rows: &[L]) -> Reading {
    let counts = |reading| {
        rows.iter()
            .map(move |row| cells(row.as_ref(), reading).len())
    };
    let fitting = |reading| counts(reading).filter(|count| *count == rows.len()).count();
    let is_spaced = match rows.len() {
        1 => counts(Reading::Words).sum::<usize>() > 1,
        _ => fitting(Reading::Words) > fitting(Reading::Symbols),
    };
    match is_spaced {
        true => Reading::Words,
        false => Reading::Symbols,
    }
}

/// Parses the lines of a map.
fn read_map(lines: &[Line]) -> Result<RegionMap, FormatError> {
    let rows = lines.len();
    let reading = reading_of(lines);
    let mut all: Vec<CellText> = Vec::new();
    for line in lines {
        let of_line = cells(line, reading);
        let found = of_line.len();
        if rows > 1 && found != rows {
            let extra = of_line.get(rows).map(|cell| cell.position);
            let position = extra.unwrap_or_else(|| end_of(line, (1, 1)));
            let expected = format!("{rows} cells in this row, as there are {rows} rows");
            return Err(FormatError::new(position, expected, found.to_string()));
        }
        all.extend(of_line);
    }
    map_of_cells(&all)
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::*;

    const MAP: &str = "1112132243324443";

    #[test]
    fn every_form_of_a_map_is_parsed() {
        for text in [
            "1112\n1322\n4332\n4443\n",
            "aaab\nacbb\ndccb\n\ndddc",
            "# a jigsaw\n1 1 1 2\n1 3 2 2\n4 3 3 2\n4 4 4 3",
            "+----+\n|AAAx|\n|Atxx|\n|9ttx|\n|999t|\n+----+\r\n",
            "10 10 10 200\n10 3 200 200\n4 3 3 200\n4 4 4 3",
            MAP,
            "1 1 1 2 1 3 2 2 4 3 3 2 4 4 4 3",
        ] {
            let map = read_regions("map", text).unwrap();
            assert_eq!(map.to_string(), MAP, "{text}");
        }
        let large: Vec<String> = (0..36).map(|row| format!("{row} ").repeat(36)).collect();
        assert_eq!(
            read_regions("map", &large.join("\n"))
                .unwrap()
                .board()
                .rows(),
            36
        );
    }

    #[test]
    fn errors_have_a_place_and_name_the_cells() {
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
        ] {
            let error = read_regions("map", text).unwrap_err();
            assert_eq!(error.to_string(), format!("map:{expected}"), "{text}");
        }
    }

    #[test]
    fn a_solution_is_no_map() {
        let map = |text: &str| {
            let line = normalise(1, text);
            map_of(&cells(&line, Reading::Symbols)).map(|map| map.to_string())
        };
        assert_eq!(map("1112132243324443").as_deref(), Some("1112132243324443"));
        assert_eq!(map("1234341221434321"), None);
        assert_eq!(map("1112132243324444"), None);
        assert_eq!(map("111213224332444."), None);
    }
}

//! Parsing of region maps, in a text of their own or in the lines after a grid.

use super::grid::Reading;
use super::row::{CellText, GridRow, Spacing, cells_of, other_blank};
use super::text_line::TextLine;
use crate::board::{Cell, RegionMap, Ruleset};
use crate::format::error::{FormatError, quote};

/// Parses the region map of a jigsaw. Errors name the text `source`. The text has one of these
/// forms:
///
/// - A map with one line per row and one symbol per cell: letters or digits, the same for all cells
///   of a region. If all cells are separated, a symbol can have any length, as numbers do. Frames
///   are ignored.
/// - The same map on one line.
/// - Lists with one line per region, which names its cells: `r1c1 r1c2 r2c1 …`.
///
/// Blank lines and lines that begin with `#` are ignored. Regions need not be connected.
///
/// # Errors
/// Fails if the text has none of these forms, if a cell has no region (`.`, `_`, `*` or `-` in a
/// map) or two, or if a region has the wrong size. The error gives the line and column of the first
/// such cell, and the names of all of them.
///
/// ```
/// let map = satdoku::format::read_regions("map.txt", "AAAB\nACBB\nDCCB\nDDDC\n")?;
/// assert_eq!(map.to_string(), "1112132243324443");
/// # Ok::<(), satdoku::format::FormatError>(())
/// ```
pub fn read_regions(source: &str, text: &str) -> Result<RegionMap, FormatError> {
    let lines = text.lines().enumerate();
    let lines: Vec<TextLine> = lines
        .map(|(index, line)| TextLine::new(index + 1, line))
        .filter(|line| !is_ignored_line(line.text()))
        .collect();
    let is_list = |line: &TextLine| {
        let mut words = words(line);
        words.any(|word| cell_of(word.text).is_some())
    };
    let result = if lines.iter().any(is_list) {
        read_lists(&lines)
    } else {
        read_map(&lines)
    };
    result.map_err(|error| error.in_source(&source.into()))
}

/// Returns true if a line is blank, a comment or part of a frame.
fn is_ignored_line(text: &str) -> bool {
    let is_frame = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '+' | '=' | '|' | '-' | '–' | '—' | '\u{2500}'..='\u{257f}'
            )
    };
    text.trim().starts_with('#') || text.chars().all(is_frame)
}

/// Returns the words between separators.
fn words(line: &TextLine) -> impl Iterator<Item = CellText<'_>> {
    cells_of(line, 0..line.text().len(), Spacing::Words)
}

/// Returns the single characters between separators.
fn characters(line: &TextLine) -> impl Iterator<Item = CellText<'_>> {
    cells_of(line, 0..line.text().len(), Spacing::Characters)
}

/// Parses a name such as `r1c1` into its row and column, counted from 1.
fn cell_of(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Parses a map. Lines to ignore have been removed.
fn read_map(lines: &[TextLine]) -> Result<RegionMap, FormatError> {
    let rows = lines.len();
    let count = |of: &dyn Fn(&TextLine) -> usize| lines.iter().filter(|l| of(l) == rows).count();
    let spaced = count(&|line| words(line).count());
    let compact = count(&|line| characters(line).count());
    let is_spaced = match lines {
        [line] => words(line).count() > 1,
        _ => spaced > compact,
    };
    let spacing = if is_spaced {
        Spacing::Words
    } else {
        Spacing::Characters
    };
    let mut cells: Vec<CellText<'_>> = Vec::new();
    for line in lines {
        let of_line: Vec<_> = cells_of(line, 0..line.text().len(), spacing).collect();
        let found = of_line.len();
        if rows > 1 && found != rows {
            let extra = of_line.get(rows).map(|cell| cell.byte);
            let byte = extra.unwrap_or(line.text().trim_end().len());
            let expected = format!("{rows} cells in this row, as there are {rows} rows");
            return Err(FormatError::new(
                line.place(byte),
                expected,
                found.to_string(),
            ));
        }
        cells.extend(of_line);
    }
    let label = |cell: &CellText<'_>| match cell.text {
        "." | "_" | "*" | "-" => Ok(None),
        text if is_label(text) => Ok(Some(text.to_string())),
        text => {
            let expected = "a letter or number for a region";
            Err(FormatError::new(cell.place(), expected, quote(text)))
        }
    };
    let labels = cells.iter().map(label).collect::<Result<Vec<_>, _>>()?;
    RegionMap::from_labels(&labels).map_err(|error| {
        let at = error.cell().and_then(|cell| cells.get(cell.index()));
        let at = at.or(cells.last()).map_or((1, 1), CellText::place);
        FormatError::new(at, error.expected(), error.found())
    })
}

/// Parses lists of cells, with one region per line.
fn read_lists(lines: &[TextLine]) -> Result<RegionMap, FormatError> {
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
                FormatError::new(word.place(), expected, quote(word.text))
            })?;
            let cell = Cell::at(row - 1, column - 1, size);
            group.push(cell);
            named.push((cell, word.place()));
        }
        groups.push(group);
    }
    RegionMap::from_groups(size, &groups).map_err(|error| {
        let wrong = error.cell();
        // A repeated cell is reported at its second occurrence.
        let mut found = named.iter().rev().filter(|(cell, _)| Some(*cell) == wrong);
        let last_line = lines.last().map_or(1, |line| line.number);
        let at = found.next().map_or((last_line, 1), |(_, place)| *place);
        FormatError::new(at, error.expected(), error.found())
    })
}

/// A complete grid that a region map may follow, and the lines after it.
///
/// A text can contain many puzzles in sequence. A second grid is therefore a map only in two cases:
/// it follows a heading (`regions`, with or without a colon or brackets), or at least half of its
/// cells have the same symbol as a neighbour in their row or column. Givens never reach that share,
/// and a solution has no such cell at all. A letter or sign among digits that fills at least twice
/// as many cells as a region has is a blank.
#[derive(Debug)]
pub(super) struct PendingGrid {
    pub rows: Vec<GridRow>,
    pub reading: Reading,
    pub is_framed: bool,
    /// The rules drawn by its frame, if any.
    pub drawn: Option<Ruleset>,
    /// The number of rows of the grid.
    size: usize,
    /// All lines after the grid. If they contain no map, they are read like any other lines.
    pub after: Vec<TextLine>,
    /// Indices in `after` of the rows of the map.
    map: Vec<usize>,
    /// The line number of the heading of the map, if it has one.
    heading: Option<usize>,
}

/// The meaning of the lines after a grid.
#[derive(Debug)]
pub(super) enum AfterGrid {
    /// More lines are needed to decide.
    Wait,
    /// The lines are a map, or are meant as one and invalid.
    Map(Result<RegionMap, FormatError>),
    /// The lines are something else.
    Other,
}

impl PendingGrid {
    /// Creates a grid of `size` rows without any lines after it.
    pub fn new(rows: Vec<GridRow>, reading: Reading, is_framed: bool, size: usize) -> PendingGrid {
        PendingGrid {
            rows,
            reading,
            is_framed,
            drawn: None,
            size,
            after: Vec::new(),
            map: Vec::new(),
            heading: None,
        }
    }

    /// Returns true once a map has begun.
    pub fn has_begun(&self) -> bool {
        self.heading.is_some() || !self.map.is_empty()
    }

    /// Adds the next line. Call it only as long as it returns [`AfterGrid::Wait`].
    pub fn take(&mut self, line: TextLine) -> AfterGrid {
        let number = line.number;
        let is_heading = !self.has_begun() && is_heading(line.text());
        let is_between = is_ignored_line(line.text());
        let is_row = self.heading.is_some() || could_be_row(&line, self.size);
        self.after.push(line);
        if is_heading {
            self.heading = Some(number);
        }
        if is_heading || is_between {
            return AfterGrid::Wait;
        }
        if !is_row {
            return AfterGrid::Other;
        }
        self.map.push(self.after.len() - 1);
        if self.map.len() < self.size {
            return AfterGrid::Wait;
        }
        let lines: Vec<TextLine> = self.map.iter().map(|at| self.after[*at].clone()).collect();
        if self.heading.is_some() || looks_like_map(&lines, self.size) {
            AfterGrid::Map(read_map(&lines))
        } else {
            AfterGrid::Other
        }
    }

    /// Returns the error of a map with a heading that ended before its last row. `next` is the
    /// number of the line that ended it and a description of that line.
    pub fn missing(&self, next: (usize, &str)) -> Option<FormatError> {
        let heading = self.heading?;
        let expected = format!(
            "row {} of {} below the heading in line {heading}",
            self.map.len() + 1,
            self.size
        );
        Some(FormatError::new((next.0, 1), expected, next.1))
    }
}

/// Returns true if a line is the heading of a map.
fn is_heading(text: &str) -> bool {
    let word = text
        .trim()
        .trim_start_matches('[')
        .trim_end_matches(['.', ':', ']']);
    ["regions", "region map", "jigsaw"].contains(&word.trim().to_ascii_lowercase().as_str())
}

/// Returns the cells of a line if it has `size` of them, with or without separators.
fn cells_in(line: &TextLine, size: usize) -> Option<Vec<String>> {
    let compact: Vec<String> = characters(line).map(|cell| cell.text.to_string()).collect();
    if compact.len() == size {
        return Some(compact);
    }
    let spaced: Vec<String> = words(line).map(|cell| cell.text.to_string()).collect();
    (spaced.len() == size).then_some(spaced)
}

/// Returns true if a cell of a map names a region, by letters or a number.
fn is_label(text: &str) -> bool {
    let is_part = |c: char| c.is_alphabetic() || c.is_ascii_digit();
    text.chars().all(is_part)
}

/// Returns true if most cells of a line are letters or numbers, as in a map.
fn could_be_row(line: &TextLine, size: usize) -> bool {
    let cells = cells_in(line, size);
    cells.is_some_and(|cells| 2 * cells.iter().filter(|cell| is_label(cell)).count() > size)
}

/// Returns true if at least half of the cells have a neighbour with the same symbol, other than a
/// blank.
fn looks_like_map(lines: &[TextLine], size: usize) -> bool {
    let text: String = lines.iter().map(TextLine::text).collect();
    if other_blank(&text).is_some_and(|blank| text.matches(blank).count() >= 2 * size) {
        return false;
    }
    let rows: Option<Vec<Vec<String>>> = lines.iter().map(|line| cells_in(line, size)).collect();
    let Some(rows) = rows else {
        return false;
    };
    let symbol = |row: usize, column: usize| rows.get(row)?.get(column);
    let mut touching = 0;
    for row in 0..size {
        for column in 0..size {
            let own = symbol(row, column).filter(|own| is_label(own));
            let is_same = |row: usize, column: usize| own.is_some() && symbol(row, column) == own;
            let touches = is_same(row + 1, column)
                || is_same(row, column + 1)
                || is_same(row.wrapping_sub(1), column)
                || is_same(row, column.wrapping_sub(1));
            touching += usize::from(touches);
        }
    }
    2 * touching >= size * size
}

#[cfg(test)]
mod tests {
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

    /// Classifies the lines after a 4×4 grid. Returns the result and the number of lines it needed.
    fn after(text: &str) -> (AfterGrid, usize) {
        let reading = Reading {
            spacing: Spacing::Characters,
            cells: 4,
        };
        let mut grid = PendingGrid::new(Vec::new(), reading, false, 4);
        for (index, line) in text.lines().enumerate() {
            match grid.take(TextLine::new(index + 1, line)) {
                AfterGrid::Wait => {}
                found => return (found, index + 1),
            }
        }
        (AfterGrid::Wait, text.lines().count())
    }

    #[test]
    fn maps_and_puzzles_after_a_grid_are_distinguished() {
        for text in [
            "1112\n1322\n4332\n4443",
            "\n1 1 1 2\n1 3 2 2\n4 3 3 2\n4 4 4 3\n",
            "# regions\n+----+\n|aaab|\n|acbb|\n|dccb|\n|dddc|",
            "Regions:\n1234\n1234\n1234\n1234",
            "[regions]\n\nabcd\nbcda\ncdab\ndabc",
        ] {
            let (found, _) = after(text);
            assert!(matches!(found, AfterGrid::Map(Ok(_))), "{text}: {found:?}");
        }
        for (text, lines) in [
            ("\n1...\n..2.\n.3..\n...4", 2),
            // A solution.
            ("\n1234\n3412\n2143\n4321", 5),
            ("1.....2..3.....4", 1),
            ("Puzzle 2\n1112\n", 1),
        ] {
            let (found, at) = after(text);
            assert!(matches!(found, AfterGrid::Other), "{text}: {found:?}");
            assert_eq!(at, lines, "{text}");
        }
        assert!(matches!(after("\n1112\n1322\n").0, AfterGrid::Wait));
    }

    #[test]
    fn an_invalid_map_is_an_error_and_not_a_puzzle() {
        for (text, expected) in [
            (
                "1112\n1322\n4332\n4444",
                "expected 4 cells in each region, found 5 in one: r3c1 r4c1 r4c2 r4c3 r4c4",
            ),
            (
                "1112\n1322\n43.2\n4443",
                "expected a region for each cell, found none for r3c3",
            ),
            (
                "regions\n1.2.\n....\n....\n....",
                "expected a region for each cell, found none for r1c2",
            ),
        ] {
            let AfterGrid::Map(Err(problem)) = after(text).0 else {
                panic!("{text}");
            };
            let found = format!("expected {}, found {}", problem.expected, problem.found);
            assert_eq!(found, expected);
        }
    }
}

//! A grid that waits for what stands below it, which may be the map of its regions.
//!
//! A text can hold many puzzles one below the other, so a second grid is a map only if it is
//! called one (a line `regions`, with or without a colon or brackets) or if it looks like one and
//! not like a puzzle: at least half of its cells have the same symbol as a neighbour in their row
//! or column. Givens of a puzzle do not, and a solution has not a single such cell.

use super::block::Reading;
use super::error::Problem;
use super::regions::{characters, is_passed_over, read_map, words};
use super::row::Row;
use super::text::TextLine;
use crate::board::RegionMap;

/// A whole grid and the lines below it that may be its map.
#[derive(Debug)]
pub(super) struct Held {
    pub rows: Vec<Row>,
    pub reading: Reading,
    pub is_framed: bool,
    /// Rows of the grid.
    size: usize,
    /// All lines since the grid, to be read as if nothing had been held if there is no map.
    pub pending: Vec<TextLine>,
    /// Which of them are rows of the map.
    map: Vec<usize>,
    /// The line of the heading that says that this is a map.
    heading: Option<usize>,
}

/// What a line below a grid comes to.
#[derive(Debug)]
pub(super) enum Below {
    /// It takes more lines to tell.
    Wait,
    /// The lines are a map, or are called one and are none.
    Map(Result<RegionMap, Problem>),
    /// The lines are something else.
    Other,
}

impl Held {
    /// A grid of `size` rows.
    pub fn new(rows: Vec<Row>, reading: Reading, is_framed: bool, size: usize) -> Held {
        Held {
            rows,
            reading,
            is_framed,
            size,
            pending: Vec::new(),
            map: Vec::new(),
            heading: None,
        }
    }

    /// The next line. No more may follow once it does not say [`Below::Wait`].
    pub fn take(&mut self, line: TextLine) -> Below {
        let number = line.number;
        let has_begun = self.heading.is_some() || !self.map.is_empty();
        let is_heading = !has_begun && is_heading(line.text());
        let is_between = is_passed_over(line.text());
        let is_row = self.heading.is_some() || could_be_row(&line, self.size);
        self.pending.push(line);
        if is_heading {
            self.heading = Some(number);
        }
        if is_heading || is_between {
            return Below::Wait;
        }
        if !is_row {
            return Below::Other;
        }
        self.map.push(self.pending.len() - 1);
        if self.map.len() < self.size {
            return Below::Wait;
        }
        let lines: Vec<TextLine> = self
            .map
            .iter()
            .map(|at| self.pending[*at].clone())
            .collect();
        match self.heading.is_some() || looks_like_map(&lines, self.size) {
            true => Below::Map(read_map(&lines)),
            false => Below::Other,
        }
    }

    /// What is wrong if nothing more comes: the map that was announced is not whole. `next` is the
    /// line that ended it, and what that is.
    pub fn missing(&self, next: (usize, &str)) -> Option<Problem> {
        let heading = self.heading?;
        let expected = format!(
            "row {} of {} below the heading in line {heading}",
            self.map.len() + 1,
            self.size
        );
        Some(Problem::new((next.0, 1), expected, next.1))
    }
}

/// Whether a line says that a map follows.
fn is_heading(text: &str) -> bool {
    let word = text
        .trim()
        .trim_start_matches('[')
        .trim_end_matches(['.', ':', ']']);
    ["regions", "region map", "jigsaw"].contains(&word.trim().to_ascii_lowercase().as_str())
}

/// The cells of a line that has `size` of them in either reading.
fn cells_in(line: &TextLine, size: usize) -> Option<Vec<String>> {
    let compact: Vec<String> = characters(line).map(|cell| cell.text.to_string()).collect();
    if compact.len() == size {
        return Some(compact);
    }
    let spaced: Vec<String> = words(line).map(|cell| cell.text.to_string()).collect();
    (spaced.len() == size).then_some(spaced)
}

fn is_label(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric)
}

/// Whether most cells of a line are letters or numbers, as in a map.
fn could_be_row(line: &TextLine, size: usize) -> bool {
    let cells = cells_in(line, size);
    cells.is_some_and(|cells| 2 * cells.iter().filter(|cell| is_label(cell)).count() > size)
}

/// Whether at least half of the cells have a neighbour with the same symbol.
fn looks_like_map(lines: &[TextLine], size: usize) -> bool {
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

    /// What the lines below a grid of 4×4 come to, and after how many of them.
    fn below(text: &str) -> (Below, usize) {
        let reading = Reading {
            is_spaced: false,
            cells: 4,
        };
        let mut held = Held::new(Vec::new(), reading, false, 4);
        for (index, line) in text.lines().enumerate() {
            match held.take(TextLine::new(index + 1, line)) {
                Below::Wait => {}
                found => return (found, index + 1),
            }
        }
        (Below::Wait, text.lines().count())
    }

    #[test]
    fn maps_are_told_from_puzzles() {
        for text in [
            "1112\n1322\n4332\n4443",
            "\n1 1 1 2\n1 3 2 2\n4 3 3 2\n4 4 4 3\n",
            "# regions\n+----+\n|aaab|\n|acbb|\n|dccb|\n|dddc|",
            "Regions:\n1234\n1234\n1234\n1234",
            "[regions]\n\nabcd\nbcda\ncdab\ndabc",
        ] {
            let (found, _) = below(text);
            assert!(matches!(found, Below::Map(Ok(_))), "{text}: {found:?}");
        }
        for (text, lines) in [
            ("\n1...\n..2.\n.3..\n...4", 2),
            // A solution.
            ("\n1234\n3412\n2143\n4321", 5),
            ("1.....2..3.....4", 1),
            ("Puzzle 2\n1112\n", 1),
        ] {
            let (found, at) = below(text);
            assert!(matches!(found, Below::Other), "{text}: {found:?}");
            assert_eq!(at, lines, "{text}");
        }
        assert!(matches!(below("\n1112\n1322\n").0, Below::Wait));
    }

    #[test]
    fn a_bad_map_is_an_error_and_no_puzzle() {
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
            let Below::Map(Err(problem)) = below(text).0 else {
                panic!("{text}");
            };
            let found = format!("expected {}, found {}", problem.expected, problem.found);
            assert_eq!(found, expected);
        }
    }
}

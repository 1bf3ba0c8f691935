//! Which rows belong together: where a grid begins and where it ends.

use super::lines::TextLine;
use super::row::{Row, SHORTEST};
use crate::board::{Grid, Shape};

/// The rows since the last puzzle.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The shape that every puzzle has, if that was said.
    shape: Option<Shape>,
    /// Rows without a blank line between them.
    rows: Vec<BlockRow>,
    /// Parts of a grid that came before, each of as many rows and with a blank line behind it.
    parts: Vec<BlockRow>,
    rows_per_part: usize,
    is_framed: bool,
}

#[derive(Debug)]
struct BlockRow {
    row: Row,
    /// The character of a line that can be a frame or a row of blanks.
    rule: Option<char>,
}

/// More rows and lines of a frame than one grid can have, so that a text that is nothing else is
/// not kept.
const LONGEST_BLOCK: usize = 3 * Shape::MAX_SIZE;

/// How the cells of rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    /// Whether something stands between any two cells, or each character is one.
    pub is_spaced: bool,
    /// Cells per row.
    pub cells: usize,
}

/// What rows turned out to be.
#[derive(Debug)]
pub(super) enum Found {
    /// A whole puzzle on one line.
    Line(Row, Reading),
    /// A whole grid.
    Grid {
        rows: Vec<Row>,
        reading: Reading,
        is_framed: bool,
    },
    /// Fewer rows than a grid needs.
    Incomplete { rows: Vec<Row>, reading: Reading },
}

/// What the rows of a block are so far.
enum Plan {
    /// It takes more rows to tell.
    Wait,
    Lines(Reading),
    Grid(Reading),
}

impl Block {
    pub fn new(shape: Option<Shape>) -> Block {
        Block {
            shape,
            ..Block::default()
        }
    }

    /// The last row, if a grid has begun.
    pub fn last(&self) -> Option<&Row> {
        let rows = self.rows.iter().rev();
        rows.map(|row| &row.row).next()
    }

    /// Whether nothing has begun.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.parts.is_empty()
    }

    /// Whether nothing has begun, not even a frame.
    pub fn is_idle(&self) -> bool {
        self.is_empty() && !self.is_framed
    }

    /// A line of a frame, or perhaps a row of blanks. Returns what it completes, which is nothing
    /// before there are more of them than any grid has.
    pub fn rule(&mut self, row: Option<Row>) -> Vec<Found> {
        match row {
            None => self.is_framed = true,
            Some(row) => {
                let rule = row
                    .line
                    .text()
                    .trim()
                    .chars()
                    .find(|c| *c != '|' && *c != ' ');
                self.rows.push(BlockRow { row, rule });
            }
        }
        if self.rows.len() > LONGEST_BLOCK {
            self.end()
        } else {
            Vec::new()
        }
    }

    /// A row. Returns what it completes.
    pub fn row(&mut self, row: Row) -> Vec<Found> {
        self.is_framed |= row.is_framed;
        self.rows.push(BlockRow { row, rule: None });
        self.settle(false)
    }

    /// A blank line: the end of a grid, or of a part of one.
    pub fn blank_line(&mut self) -> Vec<Found> {
        let mut found = self.settle(true);
        let count = self.drop_rules();
        if count == 0 {
            self.rows.clear();
            return found;
        }
        let reading = self.reading(self.rows.iter());
        if !self.parts.is_empty() && count != self.rows_per_part {
            found.extend(self.give_up_parts());
        }
        let size = self.size(reading);
        self.rows_per_part = count;
        self.parts.append(&mut self.rows);
        if self.parts.len() == size {
            let rows = std::mem::take(&mut self.parts);
            found.push(self.grid(rows, reading));
        } else if !size.is_multiple_of(count) || self.parts.len() > size {
            found.extend(self.give_up_parts());
        }
        found
    }

    /// The end of everything that can belong to a grid.
    pub fn end(&mut self) -> Vec<Found> {
        let mut found = self.blank_line();
        found.extend(self.give_up_parts());
        self.is_framed = false;
        found
    }

    /// The size of the grid that rows in this reading are part of.
    fn size(&self, reading: Reading) -> usize {
        self.shape.map_or(reading.cells, Shape::size)
    }

    fn give_up_parts(&mut self) -> Option<Found> {
        let rows = std::mem::take(&mut self.parts);
        let reading = self.reading(rows.iter());
        let rows: Vec<Row> = rows.into_iter().map(|row| row.row).collect();
        (!rows.is_empty()).then_some(Found::Incomplete { rows, reading })
    }

    fn grid(&mut self, rows: Vec<BlockRow>, reading: Reading) -> Found {
        Found::Grid {
            rows: rows.into_iter().map(|row| row.row).collect(),
            reading,
            is_framed: std::mem::take(&mut self.is_framed),
        }
    }

    /// Takes complete puzzles from the front of the rows.
    fn settle(&mut self, is_closed: bool) -> Vec<Found> {
        let mut found = Vec::new();
        loop {
            match self.plan(is_closed) {
                Plan::Wait => return found,
                Plan::Lines(reading) => {
                    self.drop_rules();
                    found.extend(self.give_up_parts());
                    let rows = std::mem::take(&mut self.rows);
                    found.extend(rows.into_iter().map(|row| Found::Line(row.row, reading)));
                    return found;
                }
                Plan::Grid(reading) => {
                    let size = self.size(reading);
                    // What is a row was judged beside the parts that are given up next.
                    self.drop_rules();
                    found.extend(self.give_up_parts());
                    let rest = self.rows.split_off(size);
                    let rows = std::mem::replace(&mut self.rows, rest);
                    found.push(self.grid(rows, reading));
                }
            }
        }
    }

    fn plan(&self, is_closed: bool) -> Plan {
        if !self.has_sure_row() {
            return Plan::Wait;
        }
        let rows: Vec<&BlockRow> = self.rows.iter().filter(|row| self.is_row(row)).collect();
        if rows.is_empty() {
            return Plan::Wait;
        }
        let reading = self.reading(rows.iter().copied());
        let size = self.size(reading);
        let grid = || {
            if rows.len() >= size {
                Plan::Grid(reading)
            } else {
                Plan::Wait
            }
        };
        let side = reading.cells.isqrt();
        let is_square = side * side == reading.cells && side >= SHORTEST;
        if let Some(shape) = self.shape {
            return if shape.size() * shape.size() == reading.cells {
                Plan::Lines(reading)
            } else {
                grid()
            };
        }
        let longest_row = if reading.is_spaced {
            Shape::MAX_SIZE
        } else {
            Grid::MAX_LETTERS
        };
        if reading.cells > longest_row {
            return Plan::Lines(reading);
        }
        let greatest = rows.iter().map(|row| {
            if reading.is_spaced {
                row.row.greatest_number
            } else {
                row.row.greatest_character
            }
        });
        let greatest = greatest.max().unwrap_or(0);
        if !is_square || greatest > side {
            return grid();
        }
        // Sixteen cells are a whole 4×4 puzzle or a row of a 16×16 one. A symbol above 4 decides;
        // without any, sixteen rows are a grid only if all are blank.
        if rows.len() < reading.cells && !is_closed {
            Plan::Wait
        } else if greatest == 0 && rows.len() == reading.cells {
            grid()
        } else {
            Plan::Lines(reading)
        }
    }

    /// Whether a line is a row: all are, except those that can be a frame and whose character is
    /// no blank in this block.
    fn is_row(&self, row: &BlockRow) -> bool {
        let Some(rule) = row.rule else {
            return true;
        };
        let mut sure = self
            .rows
            .iter()
            .chain(&self.parts)
            .filter(|row| row.rule.is_none());
        sure.any(|sure| {
            sure.row.line.text().contains(rule)
                && (sure.row.compact == row.row.compact || sure.row.spaced == row.row.compact)
        })
    }

    /// Whether some line can be nothing but a row. Without one, no other is compared with all.
    fn has_sure_row(&self) -> bool {
        let mut rows = self.rows.iter().chain(&self.parts);
        rows.any(|row| row.rule.is_none())
    }

    /// Forgets lines of a frame and returns the number of rows that are left.
    fn drop_rules(&mut self) -> usize {
        if !self.has_sure_row() {
            self.rows.clear();
            return 0;
        }
        let keep: Vec<bool> = self.rows.iter().map(|row| self.is_row(row)).collect();
        let mut keep = keep.into_iter();
        self.rows.retain(|_| keep.next().unwrap_or(true));
        self.rows.len()
    }

    /// How most of the rows are written.
    fn reading<'a>(&self, rows: impl Iterator<Item = &'a BlockRow> + Clone) -> Reading {
        Reading::of(rows.map(|row| &row.row), self.shape)
    }
}

impl Reading {
    /// How most of these rows are written, on a board of this shape if it is known.
    pub fn of<'a>(rows: impl Iterator<Item = &'a Row> + Clone, shape: Option<Shape>) -> Reading {
        let spaced = most_common(rows.clone().map(|row| row.spaced));
        let size = shape.map_or(spaced, Shape::size);
        // Between spaces stand cells, and not groups of cells, if most of it is no wider than the
        // largest number.
        let width = size.max(1).ilog10() as usize + 1;
        let narrow: usize = rows.clone().map(|row| row.narrow[width.min(3) - 1]).sum();
        let all: usize = rows.clone().map(|row| row.spaced).sum();
        let is_spaced = spaced >= SHORTEST && 2 * narrow > all;
        let cells = if is_spaced {
            spaced
        } else {
            most_common(rows.map(|row| row.compact))
        };
        Reading { is_spaced, cells }
    }
}

/// The most common number; of several the one that a square board can have, then the largest.
fn most_common(numbers: impl Iterator<Item = usize>) -> usize {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|one, other| one == other);
    let rank = |run: &&[usize]| (run.len(), Shape::square(run[0]).is_some(), run[0]);
    runs.max_by_key(rank).map_or(0, |run| run[0])
}

/// The text of rows as they were read.
pub(super) fn raw_text(rows: &[Row]) -> String {
    let lines: Vec<&str> = rows.iter().map(|row| TextLine::raw(&row.line)).collect();
    lines.join("\n")
}

//! Grouping of rows into grids and one-line puzzles.

use super::drawn_regions::drawn_rules;
use super::infer::BLANKS;
use super::row::{GridRow, SHORTEST, Spacing, cells};
use super::sheet;
use super::text_line::TextLine;
use crate::board::{Grid, Ruleset, Shape};

/// The rows since the last puzzle.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The shape of every puzzle, if the options set one.
    shape: Option<Shape>,
    /// The current rows, without a blank line between them.
    rows: Vec<BlockRow>,
    /// Earlier parts of a grid, separated by blank lines, each with the same number of rows.
    parts: Vec<BlockRow>,
    rows_per_part: usize,
    is_framed: bool,
    /// All lines since the last puzzle, up to the length of a [`sheet`].
    lines: Vec<TextLine>,
}

#[derive(Debug)]
struct BlockRow {
    row: GridRow,
    /// The character of a line that can be a frame or a row of blanks. `None` if the line is definitely a
    /// row.
    rule: Option<char>,
}

/// Maximum number of rows between blank lines of a sheet: the height of a box.
const LARGEST_BAND: usize = 5;

/// Maximum number of rows of unequal length to collect, since they may form a [`sheet`].
const MOST_UNEVEN: usize = Grid::MAX_LETTERS;

/// A limit above the number of rows and frame lines in any grid. It bounds memory for an input that
/// contains nothing else.
const LONGEST_BLOCK: usize = 3 * Shape::MAX_SIZE;

/// The spacing and number of the cells in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    pub spacing: Spacing,
    /// Cells per row.
    pub cells: usize,
}

/// A puzzle or an incomplete grid found in the rows.
#[derive(Debug)]
pub(super) enum Found {
    /// A whole puzzle on one line.
    Line(GridRow, Reading),
    /// A whole grid.
    Grid {
        rows: Vec<GridRow>,
        reading: Reading,
        is_framed: bool,
        /// The rules drawn by the frame, if any.
        drawn: Option<Ruleset>,
    },
    /// Fewer rows than a grid needs.
    Incomplete {
        rows: Vec<GridRow>,
        reading: Reading,
    },
}

/// The interpretation of the rows so far.
enum Plan {
    /// More rows are needed to decide.
    Wait,
    /// Every row is a puzzle.
    Lines(Reading),
    /// The first rows are a grid.
    Grid(Reading),
}

impl Block {
    pub fn new(shape: Option<Shape>) -> Block {
        Block {
            shape,
            ..Block::default()
        }
    }

    /// Returns the last row, if a grid has begun.
    pub fn last(&self) -> Option<&GridRow> {
        let rows = self.rows.iter().rev();
        rows.map(|row| &row.row).next()
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.parts.is_empty()
    }

    /// Keeps a line that may be part of a grid.
    pub fn note(&mut self, line: &TextLine) {
        if self.lines.len() <= sheet::MOST_LINES {
            self.lines.push(line.clone());
        }
    }

    /// Keeps a line that may be a title or the first row of a sheet, and forgets the lines before it.
    pub fn begin(&mut self, line: &TextLine) {
        self.lines = vec![line.clone()];
    }

    /// Returns true if there are neither rows nor a frame.
    pub fn is_idle(&self) -> bool {
        self.is_empty() && !self.is_framed
    }

    /// Adds a frame line, or a line that may be a row of blanks. Returns completed groups, if the block
    /// has exceeded the size of any grid.
    pub fn rule(&mut self, row: Option<GridRow>) -> Vec<Found> {
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

    /// Adds a row and returns the groups it completes.
    pub fn row(&mut self, row: GridRow) -> Vec<Found> {
        self.is_framed |= row.is_framed;
        if let [first] = &self.rows[..]
            && first.rule.is_none()
            && self.parts.is_empty()
            && is_number_above(&first.row, &row)
        {
            self.rows.clear();
        }
        self.rows.push(BlockRow { row, rule: None });
        self.settle(false)
    }

    /// Handles a blank line, which ends a grid or part of one.
    pub fn blank_line(&mut self) -> Vec<Found> {
        self.close(false)
    }

    /// Ends the block and returns the remaining groups.
    pub fn end(&mut self) -> Vec<Found> {
        let mut found = self.close(true);
        found.extend(self.give_up_parts());
        self.is_framed = false;
        self.lines.clear();
        found
    }

    /// Ends a grid or part of one. No further part follows if `is_last`.
    fn close(&mut self, is_last: bool) -> Vec<Found> {
        let mut found = self.settle(true);
        let count = self.drop_rules();
        if count == 0 {
            self.rows.clear();
            if self.parts.is_empty() {
                self.lines.clear();
            } else if is_last {
                found.extend(self.sheet());
            }
            return found;
        }
        let reading = self.reading(self.rows.iter());
        let is_uneven = self.is_uneven(reading);
        if !self.parts.is_empty() && count != self.rows_per_part && !is_uneven {
            found.extend(self.give_up_parts());
        }
        let size = self.size(reading);
        self.rows_per_part = count;
        self.parts.append(&mut self.rows);
        if self.parts.len() == size && !is_uneven {
            let rows = std::mem::take(&mut self.parts);
            found.push(self.grid(rows, reading));
            return found;
        }
        if let Some(sheet) = self.sheet() {
            found.push(sheet);
            return found;
        }
        let can_go_on = if is_uneven {
            count <= LARGEST_BAND && self.parts.len() < MOST_UNEVEN && !is_last
        } else {
            size.is_multiple_of(count) && self.parts.len() <= size
        };
        if !can_go_on {
            found.extend(self.give_up_parts());
        }
        found
    }

    /// Returns true if rows differ in length from `reading` or may contain empty cells.
    fn is_uneven(&self, reading: Reading) -> bool {
        let has_gaps = |row: &BlockRow| sheet::has_gaps(row.row.line.text());
        let is_short = |row: &BlockRow| reading.count(&row.row) != reading.cells;
        self.rows.iter().any(|row| is_short(row) || has_gaps(row))
            || self.parts.iter().any(has_gaps)
    }

    /// Takes all lines as a sheet, with or without a title, if they form one.
    fn sheet(&mut self) -> Option<Found> {
        let lines = &self.lines;
        let title = usize::from(!lines.is_empty());
        let rows =
            sheet::read(lines, self.shape).or_else(|| sheet::read(&lines[title..], self.shape))?;
        self.rows.clear();
        self.parts.clear();
        self.lines.clear();
        let is_framed = std::mem::take(&mut self.is_framed);
        Some(Found::Grid {
            reading: Reading {
                spacing: Spacing::Words,
                cells: rows.len(),
            },
            rows,
            is_framed,
            drawn: None,
        })
    }

    /// Returns the size of a grid with rows of this reading.
    fn size(&self, reading: Reading) -> usize {
        self.shape.map_or(reading.cells, Shape::size)
    }

    /// Returns the collected parts as an incomplete grid.
    fn give_up_parts(&mut self) -> Option<Found> {
        let rows = std::mem::take(&mut self.parts);
        if !rows.is_empty() {
            self.keep_lines_of_rows();
        }
        let reading = self.reading(rows.iter());
        let rows: Vec<GridRow> = rows.into_iter().map(|row| row.row).collect();
        (!rows.is_empty()).then_some(Found::Incomplete { rows, reading })
    }

    /// Returns rows as a complete grid.
    fn grid(&mut self, rows: Vec<BlockRow>, reading: Reading) -> Found {
        let rows: Vec<GridRow> = rows.into_iter().map(|row| row.row).collect();
        let is_framed = std::mem::take(&mut self.is_framed);
        let drawn = is_framed
            .then(|| drawn_rules(&rows, reading.spacing, &self.lines))
            .flatten();
        self.keep_lines_of_rows();
        Found::Grid {
            rows,
            reading,
            is_framed,
            drawn,
        }
    }

    /// Forgets the lines of completed groups.
    fn keep_lines_of_rows(&mut self) {
        let rows = self.rows.iter().take(sheet::MOST_LINES);
        self.lines = rows.map(|row| row.row.line.clone()).collect();
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
                    self.lines.clear();
                    found.extend(rows.into_iter().map(|row| Found::Line(row.row, reading)));
                    return found;
                }
                Plan::Grid(reading) => {
                    let size = self.size(reading);
                    if is_closed
                        && self.is_uneven(reading)
                        && let Some(sheet) = self.sheet()
                    {
                        found.push(sheet);
                        return found;
                    }
                    if self.rows.len() > size && is_header(&self.rows.iter().collect::<Vec<_>>()) {
                        self.rows.remove(0);
                        continue;
                    }
                    // Rules must be dropped first, because `is_row` compares rows with the parts.
                    self.drop_rules();
                    found.extend(self.give_up_parts());
                    let rest = self.rows.split_off(size);
                    let rows = std::mem::replace(&mut self.rows, rest);
                    found.push(self.grid(rows, reading));
                }
            }
        }
    }

    /// Decides how to interpret the current rows.
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
        // A complete grid may still be the start of a sheet.
        let is_short = |row: &&BlockRow| reading.count(&row.row) != reading.cells;
        let has_gaps = |row: &&BlockRow| sheet::has_gaps(row.row.line.text());
        let is_small = size < 9 && self.shape.is_none();
        let may_be_sheet = !is_closed
            && rows.len() <= MOST_UNEVEN
            && (rows.iter().any(is_short)
                || (is_small && rows.iter().any(has_gaps))
                || (rows.len() == size && is_header(&rows)));
        let grid = || {
            if rows.len() >= size && !may_be_sheet {
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
        let longest_row = match reading.spacing {
            Spacing::Characters => Grid::MAX_LETTERS,
            Spacing::Words | Spacing::Marks => Shape::MAX_SIZE,
        };
        if reading.cells > longest_row {
            return Plan::Lines(reading);
        }
        let greatest = rows.iter().map(|row| reading.greatest(&row.row));
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

    /// Returns true if a line is a row. A line that can be a frame is a row only if its character
    /// occurs in a definite row of the same length.
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

    /// Returns true if some line is definitely a row. If none is, [`Block::is_row`] is false for every
    /// line, and skipping it avoids quadratic work.
    fn has_sure_row(&self) -> bool {
        let mut rows = self.rows.iter().chain(&self.parts);
        rows.any(|row| row.rule.is_none())
    }

    /// Drops frame lines and returns the number of remaining rows.
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

    /// Returns the reading that fits most of the rows.
    fn reading<'a>(&self, rows: impl Iterator<Item = &'a BlockRow> + Clone) -> Reading {
        Reading::of(rows.map(|row| &row.row), self.shape)
    }
}

impl Reading {
    /// Returns the reading that fits most of the rows, on a board of this shape if it is known.
    pub fn of<'a>(
        rows: impl Iterator<Item = &'a GridRow> + Clone,
        shape: Option<Shape>,
    ) -> Reading {
        if let Some(marks) = Reading::of_marks(rows.clone()) {
            return marks;
        }
        let spaced = most_common(rows.clone().map(|row| row.spaced));
        let size = shape.map_or(spaced, Shape::size);
        // Words are single cells, rather than groups of cells, if most are no wider than the largest
        // number.
        let width = size.max(1).ilog10() as usize + 1;
        let narrow: usize = rows.clone().map(|row| row.narrow[width.min(3) - 1]).sum();
        let all: usize = rows.clone().map(|row| row.spaced).sum();
        if spaced >= SHORTEST && 2 * narrow > all {
            Reading {
                spacing: Spacing::Words,
                cells: spaced,
            }
        } else {
            Reading {
                spacing: Spacing::Characters,
                cells: most_common(rows.map(|row| row.compact)),
            }
        }
    }

    /// Returns a reading as pencil marks if all rows allow it and at least one cell requires it.
    fn of_marks<'a>(mut rows: impl Iterator<Item = &'a GridRow> + Clone) -> Option<Reading> {
        let cells = rows.clone().next()?.marks.cells;
        let greatest = match cells {
            ..10 => cells,
            // With `A` for the digit 1.
            10..=Grid::MAX_LETTERS => cells + 9,
            _ => usize::MAX,
        };
        let can_be = |row: &GridRow| row.marks.cells == cells && row.greatest_character <= greatest;
        let must_be = |row: &GridRow| row.marks.has_several;
        let is_marks = cells > 0 && rows.clone().any(must_be) && rows.all(can_be);
        is_marks.then_some(Reading {
            spacing: Spacing::Marks,
            cells,
        })
    }

    /// Returns the largest digit of a row.
    fn greatest(self, row: &GridRow) -> usize {
        match self.spacing {
            Spacing::Words => row.greatest_number,
            Spacing::Characters => row.greatest_character,
            Spacing::Marks if row.line.text().contains(',') => row.greatest_number,
            Spacing::Marks => row.greatest_character,
        }
    }

    /// Returns the number of cells in a row.
    fn count(self, row: &GridRow) -> usize {
        match self.spacing {
            Spacing::Words => row.spaced,
            Spacing::Characters => row.compact,
            Spacing::Marks => row.marks.cells,
        }
    }
}

/// Returns true if the first row holds column numbers 1, 2, 3, … and some other row has blanks.
fn is_header(rows: &[&BlockRow]) -> bool {
    let Some((first, others)) = rows.split_first() else {
        return false;
    };
    let digits = cells(first.row.line.text(), Spacing::Characters);
    let numbers = (1..=9).map(|number: usize| number.to_string());
    let is_blank = |c: char| c == '0' || BLANKS.contains(&c);
    (SHORTEST..=9).contains(&digits.len())
        && digits
            .iter()
            .map(|(_, digit)| *digit)
            .eq(numbers.take(digits.len()).collect::<Vec<_>>().iter())
        && others
            .iter()
            .any(|row| row.row.line.text().contains(is_blank))
}

/// Returns true if a row is a number above a grid, such as a puzzle number, rather than a row of it.
fn is_number_above(row: &GridRow, next: &GridRow) -> bool {
    let text = row.line.text().trim();
    let is_number = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_as_long = row.compact == next.compact || row.compact == next.spaced;
    is_number && !is_as_long && next.compact >= SHORTEST
}

/// Returns the most common number. Ties prefer sizes with square boxes, then larger numbers.
fn most_common(numbers: impl Iterator<Item = usize>) -> usize {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|one, other| one == other);
    let rank = |run: &&[usize]| (run.len(), Shape::square(run[0]).is_some(), run[0]);
    runs.max_by_key(rank).map_or(0, |run| run[0])
}

/// Returns the original text of the rows.
pub(super) fn raw_text(rows: &[GridRow]) -> String {
    let lines: Vec<&str> = rows.iter().map(|row| TextLine::raw(&row.line)).collect();
    lines.join("\n")
}

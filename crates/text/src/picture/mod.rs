//! Boards drawn in characters, with the borders of their boxes or regions.

mod candidates;
pub(crate) mod drawing;
mod svg;

use std::collections::BTreeMap;

use crate::alphabet::Alphabet;
use satdoku::board::{Candidate, Cell, Extent, Geometry, Grid, Layout, Puzzle};

/// A drawing of a puzzle, optionally with its solution and notes.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::{Alphabet, Picture, Strokes};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let picture = Picture::new(&puzzle, Alphabet::FromOne);
/// assert!(picture.draw(Strokes::Ascii).starts_with("+-----+-----+\n| 1 . | . . |\n"));
/// assert!(picture.svg().starts_with("<svg "));
/// # Ok::<(), satdoku::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    puzzle: &'a Puzzle,
    solution: Option<&'a Grid>,
    notes: Option<&'a Notes>,
    alphabet: Alphabet,
}

/// Annotations of a solution step, for [`Picture::svg`] and [`Picture::draw_candidates`].
///
/// ```
/// use satdoku_text::{Alphabet, Mark, Notes, Picture};
/// use satdoku::{Candidate, Cell, Puzzle};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let notes = Notes {
///     title: "r1c2 is not 3".to_string(),
///     cells: vec![Cell::at(0, 1, 4)],
///     candidates: vec![(Candidate::from_name("r1c2=3", 4).unwrap(), Mark::Gone)],
///     ..Notes::default()
/// };
/// let svg = Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes).svg();
/// assert!(svg.contains("<title>r1c2 is not 3</title>"));
/// # Ok::<(), satdoku::FormatError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// The title of the picture, which describes the step.
    pub title: String,
    /// Cells of the houses that the step uses, shaded lightly.
    pub houses: Vec<Cell>,
    /// Cells shaded more strongly.
    pub cells: Vec<Cell>,
    /// Candidates to draw in small digits, each with its mark.
    pub candidates: Vec<(Candidate, Mark)>,
}

/// The style in which a candidate is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Grey.
    Plain,
    /// A premise of the step: blue.
    Fact,
    /// A premise on the other side of the pattern, such as a fin or the far end of a strong link: violet.
    OtherFact,
    /// A placed candidate: green, with a ring.
    Placed,
    /// An eliminated candidate: red, struck through.
    Gone,
}

/// The characters that borders are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strokes {
    /// Unicode box-drawing characters.
    Unicode,
    /// `+`, `-` and `|`.
    Ascii,
}

impl Strokes {
    /// Returns the character for a point from which borders run up, down, left and right.
    fn joint(self, [up, down, left, right]: [bool; 4]) -> char {
        const JOINTS: [char; 16] = [
            ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
        ];
        let index = usize::from(up)
            | usize::from(down) << 1
            | usize::from(left) << 2
            | usize::from(right) << 3;
        match (self, JOINTS[index]) {
            (Strokes::Unicode, joint) => joint,
            (Strokes::Ascii, ' ') => ' ',
            (Strokes::Ascii, '│') => '|',
            (Strokes::Ascii, '─') => '-',
            (Strokes::Ascii, _) => '+',
        }
    }
}

impl<'a> Picture<'a> {
    /// Creates a picture of a puzzle that uses the symbols of `alphabet`.
    pub fn new(puzzle: &'a Puzzle, alphabet: Alphabet) -> Picture<'a> {
        Picture {
            puzzle,
            solution: None,
            notes: None,
            alphabet,
        }
    }

    /// Fills blank cells with the digits of `solution`. Cells that it does not have stay blank.
    pub fn with_solution(self, solution: &'a Grid) -> Picture<'a> {
        Picture {
            solution: Some(solution),
            ..self
        }
    }

    /// Adds candidates, and shaded cells, which only SVG shows.
    pub fn with_notes(self, notes: &'a Notes) -> Picture<'a> {
        Picture {
            notes: Some(notes),
            ..self
        }
    }

    /// Draws the picture in characters: a line per row of cells, with `.` for blanks, and a line for
    /// each border between rows. Variables follow: `x1=3 x2=.`. Every line ends with a newline.
    pub fn draw(&self, strokes: Strokes) -> String {
        let layout = self.puzzle.layout();
        let board = layout.geometry();
        let text = |cell| self.symbol(cell).map_or(".".into(), |(symbol, _)| symbol);
        let widths = board.grid_cells().map(|cell| text(cell).len());
        let width = widths.max().unwrap_or(1);
        let rows = places(board, width, |cell| format!("{:>width$}", text(cell)));
        draw_cells(layout, &rows, strokes) + &list_variables(board, text)
    }

    pub(super) fn notes(&self) -> Option<&'a Notes> {
        self.notes
    }

    /// The symbols of the digits of a cell.
    pub(super) fn alphabet_of(&self, cell: Cell) -> Alphabet {
        match self.puzzle.geometry().variable(cell) {
            None => self.alphabet,
            Some(_) => Alphabet::Numbers,
        }
    }

    pub(super) fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Returns the symbol shown in a cell and true if it is a given. Returns `None` for a blank. Variables
    /// show values, which have no other symbols.
    pub(super) fn symbol(&self, cell: Cell) -> Option<(String, bool)> {
        let given = self.puzzle.givens().get(cell);
        let found = || self.solution.and_then(|solution| solution.get(cell));
        let digit = given.or_else(found)?;
        let symbol = self.alphabet_of(cell).symbol(digit, self.puzzle.geometry());
        Some((symbol, given.is_some()))
    }
}

/// Returns the texts in the places of each row, with spaces where there is no cell.
pub(super) fn places(
    board: &Geometry,
    width: usize,
    text: impl Fn(Cell) -> String,
) -> Vec<Vec<String>> {
    let place = |cell: Option<Cell>| cell.map_or_else(|| " ".repeat(width), &text);
    let rows = (0..board.rows()).map(|row| board.row(row).map(place).collect());
    rows.collect()
}

/// Lists the variables of a board with a text for each: a line for each group, or for each row of a
/// table.
pub(super) fn list_variables(board: &Geometry, text: impl Fn(Cell) -> String) -> String {
    let mut list = String::new();
    let mut cells = board.cells().skip(board.grid_cell_count());
    for variables in board.variables() {
        let in_line = match variables.extent {
            Extent::Table(_, columns) => columns,
            extent => extent.count(),
        };
        for _ in 0..variables.extent.count() / in_line {
            let line = cells.by_ref().take(in_line);
            let line = line.map(|cell| format!("{}={}", cell.name(board), text(cell)));
            list += &(line.collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    list
}

/// The borders of a board: around the cells that exist, and between boxes, regions or overlapping
/// grids.
pub(super) struct Borders {
    rows: usize,
    columns: usize,
    /// For each place in reading order, 0 for a hole, and otherwise the number of its block. Cells in
    /// the same boxes and grids are in one block.
    blocks: Vec<usize>,
}

impl Borders {
    pub fn new(layout: &Layout) -> Borders {
        let board = layout.geometry();
        let mut kinds = vec![Vec::new(); board.grid_cell_count()];
        let boxes = layout.houses().iter().filter(|house| house.source.is_box());
        for (number, house) in boxes.enumerate() {
            house
                .cells
                .iter()
                .for_each(|cell| kinds[cell.index()].push(number));
        }
        let (corners, size) = (layout.rules().corners(), layout.shape().size());
        for (cell, kinds) in board.grid_cells().zip(&mut kinds) {
            let (row, column) = board.position(cell).unwrap_or_default();
            let is_in = |(top, left): &(usize, usize)| {
                (*top..top + size).contains(&row) && (*left..left + size).contains(&column)
            };
            // These numbers are not those of boxes.
            let grids = (0..corners.len()).filter(|grid| is_in(&corners[*grid]));
            kinds.extend(grids.map(|grid| usize::MAX - grid));
        }
        let mut known = BTreeMap::new();
        let mut block = |cell: Option<Cell>| match cell {
            None => 0,
            Some(cell) => {
                let next = known.len() + 1;
                *known.entry(&kinds[cell.index()]).or_insert(next)
            }
        };
        let places = (0..board.rows()).flat_map(|row| board.row(row));
        Borders {
            rows: board.rows(),
            columns: board.columns(),
            blocks: places.map(&mut block).collect(),
        }
    }

    /// Returns true if a border runs to the left of the place in `row` and `column`, both counted
    /// from 0. `column` may be one past the last, for the right edge.
    pub fn is_left(&self, row: usize, column: usize) -> bool {
        let before = column.checked_sub(1);
        self.block(row, column) != before.map_or(0, |before| self.block(row, before))
    }

    /// Returns true if a border runs above the place in `row` and `column`. `row` may be one past the
    /// last, for the bottom edge.
    pub fn is_above(&self, row: usize, column: usize) -> bool {
        let before = row.checked_sub(1);
        self.block(row, column) != before.map_or(0, |before| self.block(before, column))
    }

    /// Returns true for each column, and the right edge, that has a border to its left in some row. The
    /// others are separated by a single space.
    fn wide_columns(&self) -> Vec<bool> {
        let is_wide = |column| (0..self.rows).any(|row| self.is_left(row, column));
        (0..=self.columns).map(is_wide).collect()
    }

    /// Returns the width that a line of a drawing takes up apart from its cells.
    pub fn width(&self) -> usize {
        let wide = self.wide_columns().into_iter().filter(|is_wide| *is_wide);
        (self.columns + 2 * wide.count()).saturating_sub(1)
    }

    /// Returns true if there is a cell in this place.
    pub fn is_cell(&self, row: usize, column: usize) -> bool {
        self.block(row, column) != 0
    }

    fn block(&self, row: usize, column: usize) -> usize {
        match row < self.rows && column < self.columns {
            true => self.blocks[row * self.columns + column],
            false => 0,
        }
    }
}

/// Draws the places of each row with borders around boxes or regions. The places of a column have the
/// same width.
pub(super) fn draw_cells(layout: &Layout, places: &[Vec<String>], strokes: Strokes) -> String {
    let first = places.first().into_iter().flatten();
    let widths: Vec<usize> = first.map(String::len).collect();
    let lines = places
        .iter()
        .map(|row| vec![row.clone()])
        .collect::<Vec<_>>();
    draw_lines(&Borders::new(layout), &widths, &lines, strokes)
}

/// Draws rows of several lines, each with a text for every column that takes up its width. Rows are
/// kept apart if one of them has two lines.
pub(super) fn draw_lines(
    borders: &Borders,
    widths: &[usize],
    rows: &[Vec<Vec<String>>],
    strokes: Strokes,
) -> String {
    let columns = borders.columns;
    let is_wide = borders.wide_columns();
    let is_apart = rows.iter().any(|lines| lines.len() > 1);
    let mut text = String::new();
    for row in 0..=borders.rows {
        let is_rule = (0..columns).any(|column| borders.is_above(row, column));
        if is_rule || (is_apart && row > 0 && row < rows.len()) {
            draw_rule(&mut text, borders, strokes, (row, widths), &is_wide);
        }
        for of_line in rows.get(row).into_iter().flatten() {
            let mut line = String::new();
            for (column, is_wide) in is_wide.iter().enumerate() {
                if column > 0 {
                    line.push(' ');
                }
                if *is_wide {
                    let is_border = borders.is_left(row, column);
                    line.push(strokes.joint([is_border, is_border, false, false]));
                    line.push(' ');
                }
                line += of_line.get(column).map_or("", |place| place);
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Draws the borders above `row` of a board with columns of these widths, as one line.
fn draw_rule(
    text: &mut String,
    borders: &Borders,
    strokes: Strokes,
    (row, widths): (usize, &[usize]),
    is_wide: &[bool],
) {
    let columns = widths.len();
    let stroke = |is_there: bool| strokes.joint([false, false, is_there, is_there]);
    let is_above = |column: usize| borders.is_above(row, column);
    let mut line = String::new();
    for (column, is_wide) in is_wide.iter().enumerate() {
        let left = column > 0 && is_above(column - 1);
        let right = column < columns && is_above(column);
        let up = row > 0 && borders.is_left(row - 1, column);
        let down = row < borders.rows && borders.is_left(row, column);
        if column > 0 && *is_wide {
            line.push(stroke(left));
        }
        if *is_wide {
            line.push(strokes.joint([up, down, left, right]));
        }
        if let Some(width) = widths.get(column) {
            line.extend(std::iter::repeat_n(stroke(right), width + 1));
        }
    }
    *text += line.trim_end();
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{puzzle, puzzle_on};
    use satdoku::board::{RegionMap, Ruleset};
    use std::sync::Arc;

    fn drawn(puzzle: &Puzzle, strokes: Strokes) -> String {
        Picture::new(puzzle, Alphabet::FromOne).draw(strokes)
    }

    #[test]
    fn boxes_have_borders() {
        let puzzle = puzzle("2x2", "12......3......4");
        assert_eq!(
            drawn(&puzzle, Strokes::Unicode),
            "┌─────┬─────┐\n\
             │ 1 2 │ . . │\n\
             │ . . │ . . │\n\
             ├─────┼─────┤\n\
             │ 3 . │ . . │\n\
             │ . . │ . 4 │\n\
             └─────┴─────┘\n"
        );
        let solution = crate::testing::puzzle("2x2", "1234341232414124");
        let picture = Picture::new(&puzzle, Alphabet::Letters);
        assert_eq!(
            picture
                .with_solution(solution.givens())
                .draw(Strokes::Ascii),
            "+-----+-----+\n\
             | A B | C D |\n\
             | C D | A B |\n\
             +-----+-----+\n\
             | C B | D A |\n\
             | D A | B D |\n\
             +-----+-----+\n"
        );
    }

    #[test]
    fn regions_have_their_own_borders() {
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let puzzle = puzzle_on(Arc::new(Layout::new(rules)), "1.............4.");
        assert_eq!(
            drawn(&puzzle, Strokes::Unicode),
            "┌───────────┬───┐\n\
             │ 1   .   . │ . │\n\
             │   ┌───┬───┘   │\n\
             │ . │ . │ .   . │\n\
             ├───┤   └───┐   │\n\
             │ . │ .   . │ . │\n\
             │   └───────┼───┤\n\
             │ .   .   4 │ . │\n\
             └───────────┴───┘\n"
        );
        assert_eq!(
            drawn(&puzzle, Strokes::Ascii).lines().nth(4),
            Some("+---+   +---+   |")
        );
    }

    #[test]
    fn wide_numbers_are_aligned() {
        let mut cells = "1".to_string() + &".".repeat(98);
        cells.push('A');
        let puzzle = puzzle("2x5", &cells);
        let picture = Picture::new(&puzzle, Alphabet::Numbers).draw(Strokes::Ascii);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[1], "|  1  .  .  .  . |  .  .  .  .  . |");
        assert_eq!(lines[0], "+----------------+----------------+");
        assert_eq!(lines[14], "|  .  .  .  .  . |  .  .  .  . 10 |");
    }

    #[test]
    fn borders_run_around_the_cells_that_exist() {
        let board = Geometry::new(3, 5, 0..=4).unwrap();
        let board =
            board.with_cells(|row, column| (row, column) != (0, 0) && column < 4 || row == 1);
        let rules = Ruleset::new(board).unwrap();
        let puzzle = Puzzle::without_givens(Arc::new(Layout::new(rules)));
        assert_eq!(
            drawn(&puzzle, Strokes::Unicode),
            "    ┌───────┐\n    \
                 │ . . . │\n\
             ┌───┘       └───┐\n\
             │ .   . . .   . │\n\
             │           ┌───┘\n\
             │ .   . . . │\n\
             └───────────┘\n"
        );
    }

    #[test]
    fn overlapping_grids_have_boxes_and_variables_are_listed() {
        let text = format!(
            "1{}; grids r1c1 r3c3; box 2x2; variables x 2 0-9; given x2=9",
            ".".repeat(27)
        );
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!(
            drawn(&puzzle, Strokes::Ascii),
            "+-----+-----+\n\
             | 1 . | . . |\n\
             | . . | . . |\n\
             +-----+-----+-----+\n\
             | . . | . . | . . |\n\
             | . . | . . | . . |\n\
             +-----+-----+-----+\n      \
                   | . . | . . |\n      \
                   | . . | . . |\n      \
                   +-----+-----+\n\
             x1=. x2=9\n"
        );
        let svg = Picture::new(&puzzle, Alphabet::FromOne).svg();
        // The third row ends right of the first grid, and the variables are below the grid.
        assert!(svg.contains("viewBox=\"0 0 244 324\""), "{svg}");
        assert!(
            svg.contains("M160 80h80") || svg.contains("M0 80h240"),
            "{svg}"
        );
        assert!(
            svg.contains(">x1</text>") && svg.contains(">9</text>"),
            "{svg}"
        );
    }
}

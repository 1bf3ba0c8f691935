//! Grids drawn in characters, with the borders of their boxes or regions.

mod candidates;
mod svg;

use crate::alphabet::Alphabet;
use satdoku::board::{Candidate, Cell, Grid, HouseKind, Layout, Puzzle};

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
    /// each border between rows. Every line ends with a newline.
    pub fn draw(&self, strokes: Strokes) -> String {
        let layout = self.puzzle.layout();
        let text = |cell| self.symbol(cell).map_or(".".into(), |(symbol, _)| symbol);
        let symbols: Vec<String> = layout.cells().map(text).collect();
        let width = symbols.iter().map(String::len).max().unwrap_or(1);
        let aligned = symbols.iter().map(|symbol| format!("{symbol:>width$}"));
        draw_cells(layout, &aligned.collect::<Vec<_>>(), strokes)
    }

    pub(super) fn notes(&self) -> Option<&'a Notes> {
        self.notes
    }

    pub(super) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    pub(super) fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Returns the symbol shown in a cell and true if it is a given. Returns `None` for a blank.
    pub(super) fn symbol(&self, cell: Cell) -> Option<(String, bool)> {
        let given = self.puzzle.givens().get(cell);
        let found = || self.solution.and_then(|solution| solution.get(cell));
        let digit = given.or_else(found)?;
        Some((self.alphabet.symbol(digit), given.is_some()))
    }
}

/// The borders of a board's boxes or regions.
pub(super) struct Borders {
    size: usize,
    /// The number of the box or region of each cell: 0 throughout if there are none.
    blocks: Vec<usize>,
}

impl Borders {
    pub fn new(layout: &Layout) -> Borders {
        let mut blocks = vec![0; layout.cell_count()];
        for house in layout.houses() {
            if let HouseKind::Box(number) | HouseKind::Region(number) = house.kind {
                for cell in &house.cells {
                    blocks[cell.index()] = number;
                }
            }
        }
        Borders {
            size: layout.geometry().columns(),
            blocks,
        }
    }

    /// Returns true if a border runs to the left of the cell in `row` and `column`, both counted
    /// from 0. `column` may be one past the last, for the right edge.
    pub fn is_left(&self, row: usize, column: usize) -> bool {
        column == 0 || column == self.size || self.block(row, column) != self.block(row, column - 1)
    }

    /// Returns true if a border runs above the cell in `row` and `column`. `row` may be one past the
    /// last, for the bottom edge.
    pub fn is_above(&self, row: usize, column: usize) -> bool {
        row == 0 || row == self.size || self.block(row, column) != self.block(row - 1, column)
    }

    fn block(&self, row: usize, column: usize) -> usize {
        self.blocks[Cell::at(row, column, self.size).index()]
    }
}

/// Draws the cells of a board with borders around its boxes or regions. The cells of a column have the
/// same width.
pub(super) fn draw_cells(layout: &Layout, cells: &[String], strokes: Strokes) -> String {
    let (size, borders) = (layout.geometry().columns(), Borders::new(layout));
    let widths: Vec<usize> = cells.iter().take(size).map(String::len).collect();
    // Columns without a border between them in any row are separated by a single space.
    let is_wide: Vec<bool> = (0..=size)
        .map(|column| (0..size).any(|row| borders.is_left(row, column)))
        .collect();
    let mut text = String::new();
    for row in 0..=size {
        if (0..size).any(|column| borders.is_above(row, column)) {
            draw_rule(&mut text, &borders, strokes, (row, &widths), &is_wide);
        }
        let of_row = cells.chunks(size).nth(row).unwrap_or_default();
        for (column, cell) in of_row.iter().enumerate() {
            let border = if borders.is_left(row, column) {
                strokes.joint([true, true, false, false])
            } else {
                ' '
            };
            if column > 0 {
                text.push(' ');
            }
            if is_wide[column] {
                text.extend([border, ' ']);
            }
            text += cell;
        }
        if row < size {
            text.extend([' ', strokes.joint([true, true, false, false]), '\n']);
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
    let size = widths.len();
    let stroke = |is_there: bool| strokes.joint([false, false, is_there, is_there]);
    let is_above = |column: usize| borders.is_above(row, column);
    for (column, is_wide) in is_wide.iter().enumerate() {
        let left = column > 0 && is_above(column - 1);
        let right = column < size && is_above(column);
        let up = row > 0 && borders.is_left(row - 1, column);
        let down = row < size && borders.is_left(row, column);
        if column > 0 && *is_wide {
            text.push(stroke(left));
        }
        if *is_wide {
            text.push(strokes.joint([up, down, left, right]));
        }
        if let Some(width) = widths.get(column) {
            text.extend(std::iter::repeat_n(stroke(right), width + 1));
        }
    }
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
}

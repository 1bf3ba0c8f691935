//! Boards drawn in characters, with the borders of their boxes or regions.

mod borders;
mod candidates;
mod characters;
pub(crate) mod drawing;
mod svg;

use crate::alphabet::Alphabet;
use satdoku::board::{Candidate, Cell, Grid, Puzzle};

pub(crate) use borders::Borders;
pub use characters::Strokes;
pub(crate) use characters::{draw_cells, list_variables, places};

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

/// Annotations of a solution step, for [`Picture::svg`] and [`Picture::draw_candidates_within`].
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
        draw_cells(&Borders::new(layout), &rows, strokes) + &list_variables(board, text)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{puzzle, puzzle_on};
    use satdoku::board::{Geometry, Layout, RegionMap, Ruleset};
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

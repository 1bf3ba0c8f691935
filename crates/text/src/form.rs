//! Text forms of a grid.

use super::alphabet::Alphabet;
use super::picture::{Borders, Strokes, draw_cells, list_variables, places};
use satdoku::board::{Candidate, Cell, Geometry, Grid, Puzzle, Shape};
use satdoku::propagate::Candidates;

/// The text form of a grid: arrangement and alphabet.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::{Arrangement, Form};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let form = Form::of(Arrangement::Boxes, puzzle.geometry());
/// let text = form.write(puzzle.givens(), puzzle.layout().boxes());
/// assert!(text.starts_with("1 . | . .\n. . | 2 .\n----+----\n"));
/// # Ok::<(), satdoku::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    /// Arrangement of the cells.
    pub arrangement: Arrangement,
    /// Symbols of the digits.
    pub alphabet: Alphabet,
}

/// The arrangement of the cells of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// All cells on one line.
    Line,
    /// One line per row, no separator between cells.
    Rows,
    /// One line per row, a space between cells.
    SpacedRows,
    /// One line per row, a space between cells, and lines between boxes if there are any.
    /// [`Picture`](super::Picture) also draws regions.
    Boxes,
}

impl Form {
    /// Returns the form with the natural alphabet of a board ([`Alphabet::of`]).
    pub fn of(arrangement: Arrangement, board: impl Into<Geometry>) -> Form {
        Form {
            arrangement,
            alphabet: Alphabet::of(&board.into()),
        }
    }

    /// Returns the cells of `grid` as text, without variables, with lines between boxes of the given shape. Every
    /// line ends with a newline. Blanks are written as `.`, or as `0` if digits are numbers above 0.
    /// In rows, there are spaces in the place of a missing cell.
    pub fn write(self, grid: &Grid, boxes: Option<Shape>) -> String {
        let mut text = String::new();
        self.write_to(grid, boxes, &mut text);
        text
    }

    /// Appends the output of [`Form::write`] to `text`. Reusing one buffer is the fastest way to write
    /// many grids.
    pub fn write_to(self, grid: &Grid, boxes: Option<Shape>, text: &mut String) {
        let (is_line, board) = (self.arrangement == Arrangement::Line, grid.geometry());
        match self.alphabet.first(board) {
            Some(first) if is_line && self.alphabet.fits(board) => write_line(grid, first, text),
            _ => text.push_str(&self.arranged(grid, boxes)),
        }
    }

    fn arranged(self, grid: &Grid, boxes: Option<Shape>) -> String {
        let board = grid.geometry();
        let blank = self.alphabet.blank(board);
        let symbol = |cell: Cell| match grid.get(cell) {
            Some(digit) => self.alphabet.symbol(digit, board),
            None => blank.to_string(),
        };
        // Numbers need separators in every arrangement.
        let gap = match self.alphabet {
            Alphabet::Numbers => " ",
            _ => "",
        };
        if self.arrangement == Arrangement::Line {
            let symbols: Vec<String> = board.grid_cells().map(symbol).collect();
            return symbols.join(gap) + "\n";
        }
        let width = match self.alphabet {
            Alphabet::Numbers => board.values().end().to_string().len(),
            _ => 1,
        };
        let rows = places(board, width, |cell| format!("{:>width$}", symbol(cell)));
        match (self.arrangement, boxes) {
            (Arrangement::Rows, _) => joined(&rows, gap),
            (Arrangement::Boxes, Some(boxes)) => {
                draw_cells(&Borders::inside(board, boxes), &rows, Strokes::Ascii)
            }
            // Without boxes there are no lines to draw.
            _ => joined(&rows, " "),
        }
    }
}

/// Writes the cells of a grid on one line. `first` is the index of its lowest digit in the sequence `0`
/// to `9`, `A` to `Z`.
///
/// Large collections use this form, so the inner loops have no early exit, which lets the compiler
/// vectorize them.
fn write_line(grid: &Grid, first: usize, text: &mut String) {
    let mut line = [0; 128];
    let digits = grid.geometry().grid_digits();
    let is_small = first + digits.len() <= 10;
    let (first, lowest) = (first as u8, digits.start);
    for cells in grid.grid_cells().chunks(line.len()) {
        // Digits with a character are below 36.
        let values = cells
            .iter()
            .map(|digit| digit.map_or(0, |digit| digit.index().wrapping_sub(lowest) as u8 + 1));
        if is_small {
            for (symbol, value) in line.iter_mut().zip(values) {
                let digit = value.wrapping_add(b'0' - 1 + first);
                *symbol = if value == 0 { b'.' } else { digit };
            }
        } else {
            for (symbol, value) in line.iter_mut().zip(values) {
                let index = value.wrapping_add(first).wrapping_sub(1);
                let base = if index < 10 { b'0' } else { b'A' - 10 };
                *symbol = if value == 0 {
                    b'.'
                } else {
                    base.wrapping_add(index)
                };
            }
        }
        // Symbols are ASCII. One check per chunk is faster than pushing each character.
        text.push_str(std::str::from_utf8(&line[..cells.len()]).unwrap_or_default());
    }
    text.push('\n');
}

/// Returns the candidates that do not conflict with a given and are not removed by the puzzle.
/// Nothing further is deduced.
pub fn pencil_marks(puzzle: &Puzzle) -> Candidates {
    let (layout, givens) = (puzzle.layout(), puzzle.givens());
    let is_given = |at: &Candidate| givens.get(at.cell) == Some(at.digit);
    let mut candidates = Candidates::new(puzzle);
    candidates.retain(|at| {
        let same_digit = |cell: &Cell| givens.get(*cell) == Some(at.digit);
        is_given(&at)
            || !(layout.peers(at.cell).iter().any(same_digit)
                || layout.excluded(at).any(|other| is_given(&other)))
    });
    candidates
}

/// Returns the candidates of each cell in reading order, one word per cell. Characters are
/// concatenated; numbers are separated by commas. Variables follow, with the values of their digits.
pub fn candidate_words(candidates: &Candidates, alphabet: Alphabet) -> Vec<String> {
    let layout = candidates.layout();
    let board = layout.geometry();
    let comma = if alphabet.fits(board) { "" } else { "," };
    let symbols = |alphabet: Alphabet| -> Vec<String> {
        let digits = board.digits();
        digits.map(|digit| alphabet.symbol(digit, board)).collect()
    };
    let (of_grid, of_variables) = (symbols(alphabet), symbols(Alphabet::Numbers));
    let word = |cell| {
        let (symbols, comma) = match board.variable(cell) {
            None => (&of_grid, comma),
            Some(_) => (&of_variables, ","),
        };
        let digits = candidates.digits(cell);
        // A large board has millions of candidates: they are written without a string for each.
        digits.fold(String::new(), |mut word, digit| {
            if !word.is_empty() {
                word.push_str(comma);
            }
            word.push_str(&symbols[digit.index()]);
            word
        })
    };
    layout.cells().map(word).collect()
}

/// Returns the values of the variables of a board, a line for each group or row of a table: `x1=4 x2=1`.
/// Boards without variables have none.
pub fn write_variables(grid: &Grid) -> String {
    let value = |cell| {
        grid.value(cell)
            .map_or(".".to_string(), |value| value.to_string())
    };
    list_variables(grid.geometry(), value)
}

/// Returns a grid with [`candidate_words`] in its cells and lines between its boxes or regions, and
/// below it the variables.
pub fn write_candidates(candidates: &Candidates, alphabet: Alphabet) -> String {
    let words = candidate_words(candidates, alphabet);
    let layout = candidates.layout();
    let board = layout.geometry();
    let of_grid = &words[..board.grid_cell_count()];
    let width = of_grid.iter().map(|word| word.len()).max().unwrap_or(0);
    let word = |cell: Cell| format!("{:<width$}", words[cell.index()]);
    let rows = places(board, width, word);
    let is_plain = layout.rules().corners().is_empty() && !board.has_holes();
    let borders = match layout.boxes().filter(|_| is_plain) {
        Some(boxes) => Borders::inside(board, boxes),
        None => Borders::new(layout),
    };
    let text = draw_cells(&borders, &rows, Strokes::Ascii);
    text + &list_variables(board, |cell| words[cell.index()].clone())
}

/// Returns the rows as lines without spaces at their ends.
fn joined(rows: &[Vec<String>], gap: &str) -> String {
    let line = |row: &Vec<String>| row.join(gap).trim_end().to_string() + "\n";
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::board::Digit;

    fn written(arrangement: Arrangement, alphabet: Alphabet, shape: &str) -> String {
        let shape: Shape = shape.parse().unwrap();
        let mut grid = Grid::blank(shape.size());
        grid.set(Cell::from_index(1), Some(Digit::from_index(0)));
        let last = shape.size() * shape.size() - 1;
        grid.set(
            Cell::from_index(last),
            Some(Digit::from_index(shape.size() - 1)),
        );
        let form = Form {
            arrangement,
            alphabet,
        };
        form.write(&grid, shape.boxes())
    }

    #[test]
    fn writes_every_arrangement() {
        let six = |arrangement| written(arrangement, Alphabet::FromOne, "2x3");
        assert_eq!(six(Arrangement::Line), format!(".1{}6\n", ".".repeat(33)));
        assert_eq!(
            six(Arrangement::Rows),
            ".1....\n......\n......\n......\n......\n.....6\n"
        );
        assert_eq!(
            six(Arrangement::SpacedRows),
            ". 1 . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . 6\n"
        );
        assert_eq!(
            six(Arrangement::Boxes),
            ". 1 . | . . .\n. . . | . . .\n------+------\n. . . | . . .\n. . . | . . .\n\
             ------+------\n. . . | . . .\n. . . | . . 6\n"
        );
    }

    #[test]
    fn aligns_numbers_and_uses_the_alphabet() {
        let rows = written(Arrangement::Rows, Alphabet::Numbers, "2x5");
        assert!(rows.starts_with(" 0  1  0 "), "{rows}");
        assert!(rows.ends_with(" 0 10\n"), "{rows}");
        let line = written(Arrangement::Line, Alphabet::Numbers, "2x5");
        assert!(
            line.starts_with("0 1 0 ") && line.ends_with("0 10\n"),
            "{line}"
        );
        let line = written(Arrangement::Line, Alphabet::Letters, "4x4");
        assert!(line.starts_with(".A.") && line.ends_with(".P\n"), "{line}");
        let boxes = written(Arrangement::Boxes, Alphabet::FromOne, "3x3");
        let rule = "------+-------+------";
        assert_eq!(boxes.lines().nth(3), Some(rule));
        assert_eq!(boxes.lines().next().unwrap().len(), rule.len());
    }

    #[test]
    fn holes_are_spaces_and_digits_are_values() {
        let board = Geometry::new(2, 3, 0..=2).unwrap();
        let board = board.with_cells(|row, column| (row, column) != (1, 2) && column != 0);
        let cells = [Some(0), Some(2), None].map(|digit| digit.map(Digit::from_index));
        let grid = Grid::new(board.clone(), cells.to_vec()).unwrap();
        let written = |arrangement, alphabet| {
            let form = Form {
                arrangement,
                alphabet,
            };
            form.write(&grid, Some(Shape::STANDARD))
        };
        assert_eq!(
            Form::of(Arrangement::Rows, &board).alphabet,
            Alphabet::FromOne
        );
        assert_eq!(written(Arrangement::Line, Alphabet::FromOne), "02.\n");
        assert_eq!(written(Arrangement::Rows, Alphabet::FromOne), " 02\n .\n");
        assert_eq!(
            written(Arrangement::SpacedRows, Alphabet::Letters),
            "  A C\n  .\n"
        );
        assert_eq!(written(Arrangement::Line, Alphabet::Numbers), "0 2 .\n");
        assert_eq!(
            written(Arrangement::Boxes, Alphabet::FromOne),
            "  0 2\n  .\n"
        );
    }
}

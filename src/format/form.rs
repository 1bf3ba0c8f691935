//! The forms in which a grid is written as text.

use super::alphabet::Alphabet;
use super::picture::{Strokes, draw_cells};
use crate::board::{Candidate, Cell, Grid, Puzzle, Shape};
use crate::propagate::Candidates;

/// How a grid is written as text.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::format::{Arrangement, Form};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let form = Form::of_size(Arrangement::Boxes, puzzle.size());
/// let text = form.write(puzzle.givens(), puzzle.layout().shape());
/// assert!(text.starts_with("1 . | . .\n. . | 2 .\n----+----\n"));
/// # Ok::<(), satdoku::format::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    /// Where its cells stand.
    pub arrangement: Arrangement,
    /// Which symbols they have.
    pub alphabet: Alphabet,
}

/// How the cells of a grid are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// All cells on one line.
    Line,
    /// A line for each row, nothing between cells.
    Rows,
    /// A line for each row, a space between cells.
    SpacedRows,
    /// A line for each row, a space between cells, lines between boxes if there are any.
    /// [`Picture`](super::Picture) draws regions too.
    Boxes,
}

impl Form {
    /// The usual symbols for a board with `size` digits: characters as far as there are any.
    pub fn of_size(arrangement: Arrangement, size: usize) -> Form {
        let alphabet = if size <= Grid::MAX_LETTERS {
            Alphabet::FromOne
        } else {
            Alphabet::Numbers
        };
        Form {
            arrangement,
            alphabet,
        }
    }

    /// Writes `grid`, whose boxes have the given shape. Every line ends in a newline. Blanks are
    /// `.`, or `0` between numbers.
    pub fn write(self, grid: &Grid, shape: Shape) -> String {
        let mut text = String::new();
        self.write_to(grid, shape, &mut text);
        text
    }

    /// [`Form::write`] at the end of `text`, which costs least where many grids are written one
    /// after the other.
    pub fn write_to(self, grid: &Grid, shape: Shape, text: &mut String) {
        let is_line = self.arrangement == Arrangement::Line;
        let (is_plain, first) = (
            grid.size() <= self.alphabet.capacity(),
            self.alphabet.first(),
        );
        match first.filter(|_| is_line && is_plain) {
            Some(first) => write_line(grid, first, text),
            None => text.push_str(&self.arranged(grid, shape)),
        }
    }

    fn arranged(self, grid: &Grid, shape: Shape) -> String {
        let columns = grid.size();
        // Numbers need something between them in any arrangement.
        let (width, blank, gap) = match self.alphabet {
            Alphabet::Numbers => (columns.to_string().len(), "0", " "),
            _ => (1, ".", ""),
        };
        let symbols: Vec<String> = grid
            .cells()
            .iter()
            .map(|digit| digit.map_or(blank.to_string(), |digit| self.alphabet.symbol(digit)))
            .collect();
        match self.arrangement {
            Arrangement::Line => symbols.join(gap) + "\n",
            Arrangement::Rows if gap.is_empty() => rows(&symbols, columns, ""),
            Arrangement::Rows | Arrangement::SpacedRows => {
                rows(&aligned(&symbols, width), columns, " ")
            }
            // Where there are no boxes, there is nothing to draw between them.
            Arrangement::Boxes if !shape.has_boxes() => {
                rows(&aligned(&symbols, width), columns, " ")
            }
            Arrangement::Boxes => boxes(&aligned(&symbols, width), columns, width, shape),
        }
    }
}

/// Writes the cells of a grid on a line, in the characters `0` to `9` and `A` to `Z`, of which the
/// one with the index `first` is the digit 1.
///
/// This is the form in which there are millions, so there is no way out of the inner loop: the
/// compiler makes it of a few wide instructions.
fn write_line(grid: &Grid, first: u8, text: &mut String) {
    let mut line = [0; 128];
    for cells in grid.cells().chunks(line.len()) {
        // Digits that have a character are below 36.
        let values = cells
            .iter()
            .map(|digit| digit.map_or(0, |digit| digit.value() as u8));
        if usize::from(first) + grid.size() <= 10 {
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
        // Symbols are ASCII, and asking once is faster than adding one after the other.
        text.push_str(std::str::from_utf8(&line[..cells.len()]).unwrap_or_default());
    }
    text.push('\n');
}

/// The candidates that the givens of a puzzle leave, without those that it has removed, and nothing
/// that follows from them.
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

/// The digits of every cell in reading order, in one word each: characters one after the other,
/// numbers with commas between them.
pub fn candidate_words(candidates: &Candidates, alphabet: Alphabet) -> Vec<String> {
    let comma = match alphabet {
        Alphabet::Numbers => ",",
        _ => "",
    };
    let word = |cell| {
        let digits = candidates.digits(cell).map(|digit| alphabet.symbol(digit));
        digits.collect::<Vec<String>>().join(comma)
    };
    candidates.layout().cells().map(word).collect()
}

/// A grid with [`candidate_words`] in its cells, and lines between its boxes or regions.
pub fn write_candidates(candidates: &Candidates, alphabet: Alphabet) -> String {
    let words = candidate_words(candidates, alphabet);
    let width = words.iter().map(|word| word.len()).max().unwrap_or(0);
    let padded: Vec<String> = words.iter().map(|word| format!("{word:<width$}")).collect();
    let layout = candidates.layout();
    let text = if layout.shape().has_boxes() {
        boxes(&padded, layout.size(), width, layout.shape())
    } else {
        draw_cells(layout, &padded, Strokes::Ascii)
    };
    text.lines()
        .map(|line| line.trim_end().to_string() + "\n")
        .collect()
}

fn aligned(symbols: &[String], width: usize) -> Vec<String> {
    let aligned = symbols.iter().map(|symbol| format!("{symbol:>width$}"));
    aligned.collect()
}

fn rows(symbols: &[String], columns: usize, gap: &str) -> String {
    let rows = symbols.chunks(columns);
    rows.map(|row| row.join(gap) + "\n").collect()
}

fn boxes(symbols: &[String], columns: usize, width: usize, shape: Shape) -> String {
    let in_box = shape.box_columns();
    let dashes = |spaces: usize| "-".repeat(in_box * (width + 1) - 1 + spaces);
    let boxes = columns / in_box;
    let rule: Vec<String> = (0..boxes)
        .map(|index| {
            let is_outer = index == 0 || index + 1 == boxes;
            dashes(if is_outer { 1 } else { 2 })
        })
        .collect();
    let rule = rule.join("+") + "\n";
    let mut text = String::new();
    for (index, row) in symbols.chunks(columns).enumerate() {
        if index > 0 && index.is_multiple_of(shape.box_rows()) {
            text += &rule;
        }
        let groups: Vec<String> = row.chunks(in_box).map(|group| group.join(" ")).collect();
        text += &(groups.join(" | ") + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;

    fn written(arrangement: Arrangement, alphabet: Alphabet, shape: &str) -> String {
        let shape: Shape = shape.parse().unwrap();
        let mut grid = Grid::blank(shape.size());
        grid.set(Cell::from_index(1), Digit::from_value(1));
        let last = shape.size() * shape.size() - 1;
        grid.set(Cell::from_index(last), Digit::from_value(shape.size()));
        let form = Form {
            arrangement,
            alphabet,
        };
        form.write(&grid, shape)
    }

    #[test]
    fn every_arrangement_as_it_looks() {
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
    fn numbers_are_aligned_and_letters_follow_their_alphabet() {
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
}

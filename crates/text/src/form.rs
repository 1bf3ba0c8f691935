//! Text forms of a grid.

use super::alphabet::Alphabet;
use super::picture::{Strokes, draw_cells};
use satdoku::board::{Candidate, Cell, Grid, Puzzle, Shape};
use satdoku::propagate::Candidates;

/// The text form of a grid: arrangement and alphabet.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku_text::{Arrangement, Form};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let form = Form::of_size(Arrangement::Boxes, puzzle.geometry().digit_count());
/// let text = form.write(puzzle.givens(), puzzle.layout().shape());
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
    /// Returns the form with the default alphabet for `size` digits: characters if there are enough,
    /// otherwise numbers.
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

    /// Returns `grid`, whose boxes have the given shape, as text. Every line ends with a newline.
    /// Blanks are written as `.`, or as `0` if digits are numbers.
    pub fn write(self, grid: &Grid, shape: Shape) -> String {
        let mut text = String::new();
        self.write_to(grid, shape, &mut text);
        text
    }

    /// Appends the output of [`Form::write`] to `text`. Reusing one buffer is the fastest way to write
    /// many grids.
    pub fn write_to(self, grid: &Grid, shape: Shape, text: &mut String) {
        let is_line = self.arrangement == Arrangement::Line;
        let (is_plain, first) = (
            grid.geometry().digit_count() <= self.alphabet.capacity(),
            self.alphabet.first(),
        );
        match first.filter(|_| is_line && is_plain) {
            Some(first) => write_line(grid, first, text),
            None => text.push_str(&self.arranged(grid, shape)),
        }
    }

    fn arranged(self, grid: &Grid, shape: Shape) -> String {
        let columns = grid.geometry().columns();
        // Numbers need separators in every arrangement.
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
            // Without boxes there are no lines to draw.
            Arrangement::Boxes if !shape.has_boxes() => {
                rows(&aligned(&symbols, width), columns, " ")
            }
            Arrangement::Boxes => boxes(&aligned(&symbols, width), columns, width, shape),
        }
    }
}

/// Writes the cells of a grid on one line. `first` is the index of the digit 1 in the sequence `0` to
/// `9`, `A` to `Z`.
///
/// Large collections use this form, so the inner loops have no early exit, which lets the compiler
/// vectorize them.
fn write_line(grid: &Grid, first: u8, text: &mut String) {
    let mut line = [0; 128];
    for cells in grid.cells().chunks(line.len()) {
        // Digits with a character are below 36.
        let values = cells
            .iter()
            .map(|digit| digit.map_or(0, |digit| digit.index() as u8 + 1));
        if usize::from(first) + grid.geometry().digit_count() <= 10 {
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
/// concatenated; numbers are separated by commas.
pub fn candidate_words(candidates: &Candidates, alphabet: Alphabet) -> Vec<String> {
    let comma = match alphabet {
        Alphabet::Numbers => ",",
        _ => "",
    };
    let layout = candidates.layout();
    let symbols = layout
        .geometry()
        .digits()
        .map(|digit| alphabet.symbol(digit));
    let symbols: Vec<String> = symbols.collect();
    let word = |cell| {
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

/// Returns a grid with [`candidate_words`] in its cells and lines between its boxes or regions.
pub fn write_candidates(candidates: &Candidates, alphabet: Alphabet) -> String {
    let mut words = candidate_words(candidates, alphabet);
    let width = words.iter().map(|word| word.len()).max().unwrap_or(0);
    for word in &mut words {
        *word = format!("{word:<width$}");
    }
    let layout = candidates.layout();
    let text = if layout.shape().has_boxes() {
        boxes(&words, layout.geometry().columns(), width, layout.shape())
    } else {
        draw_cells(layout, &words, Strokes::Ascii)
    };
    drop(words);
    let lines = text.lines().map(str::trim_end);
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn aligned(symbols: &[String], width: usize) -> Vec<String> {
    let aligned = symbols.iter().map(|symbol| format!("{symbol:>width$}"));
    aligned.collect()
}

fn rows(symbols: &[String], columns: usize, gap: &str) -> String {
    let rows = symbols.chunks(columns.max(1));
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
    for (index, row) in symbols.chunks(columns.max(1)).enumerate() {
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
}

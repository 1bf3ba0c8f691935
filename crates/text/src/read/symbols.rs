//! From the symbols of cells to digits: the alphabet, the blank, pencil marks, and the errors in them.

use super::draft::removed_by_marks;
use super::glyph::{CellText, LineColumn};
use super::infer::{BLANKS, infer};
use super::row::is_null;
use crate::alphabet::Alphabet;
use satdoku::board::{Candidate, Cell, Digit, Geometry, Grid, Shape};
use satdoku::format_error::{FormatError, Setting, quote};

/// The digits of the cells of a board.
pub(crate) struct Digits {
    pub grid: Grid,
    /// Candidates removed by pencil marks.
    pub removed: Vec<Candidate>,
    pub alphabet: Alphabet,
    pub note: Option<String>,
}

impl Digits {
    /// Returns a board without digits.
    pub fn blank(board: &Geometry) -> Digits {
        Digits {
            grid: Grid::blank(board),
            removed: Vec::new(),
            alphabet: Alphabet::FromOne,
            note: None,
        }
    }
}

/// Parses the cells of the grid of a board in reading order; variables stay blank. The alphabet is
/// inferred unless it is given.
///
/// # Errors
/// If a cell is wrong, or two alphabets fit.
pub(crate) fn read_digits(
    cells: &[CellText],
    board: &Geometry,
    alphabet: Option<Alphabet>,
) -> Result<Digits, FormatError> {
    // A digit with a blank next to it is no decimal.
    let has_dots = cells.iter().any(|cell| cell.text == ".");
    let plain: Vec<CellText> = cells.iter().map(|cell| plain(cell, !has_dots)).collect();
    let read = Symbols::of(&plain, board, alphabet)?.read(&plain)?;
    let marked = cells.iter().find(|cell| without_mark(&cell.text).is_some());
    let note =
        marked.map(|cell| format!("marks such as that of {} are skipped", quote(&cell.text)));
    Ok(Digits { note, ..read })
}

/// Returns a cell as programs that write only digits write it: `-1`, `null` and the like are empty, decimals (`5.0`,
/// `5.`) are left out, and so is the sign in front of pencil marks.
fn plain(cell: &CellText, has_decimals: bool) -> CellText {
    let text = cell.text.as_str();
    let number = text.trim_end_matches('0').strip_suffix('.');
    let is_number = |number: &&str| number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.filter(|number| has_decimals && is_number(number));
    let text = match number {
        _ if text == "-1" || is_null(text) => "",
        Some("") if text.len() > 1 => "0",
        Some(number) if !number.is_empty() => number,
        _ => without_mark(text).unwrap_or(text),
    };
    CellText {
        text: text.to_string(),
        position: cell.position,
    }
}

/// Returns pencil marks without the sign in front of them, which programs use to show the candidates that they are
/// about.
fn without_mark(text: &str) -> Option<&str> {
    let candidates = text.strip_prefix(['#', '*', '-'])?;
    let is_marks = candidates.len() > 1 && candidates.bytes().all(|byte| byte.is_ascii_digit());
    is_marks.then_some(candidates)
}

/// Returns the error for a number of cells that no board has.
pub(crate) fn bad_count(cells: &[CellText], end: LineColumn, shape: Option<Shape>) -> FormatError {
    let size = shape.map_or_else(|| nearest_size(cells.len()), Shape::size);
    let (expected, found) = (size * size, cells.len());
    let lost = match lost_zeros(cells) {
        true => " (a spreadsheet leaves out each 0 in front of a number)",
        false => "",
    };
    let extra = cells.get(expected).map(|cell| cell.position);
    FormatError::new(
        extra.unwrap_or(end),
        format!("{expected} cells for a {size}x{size} puzzle"),
        format!("{found}{lost}"),
    )
}

/// Returns the size of the board whose number of cells is closest to `cells`. Anything between 4×4
/// and 9×9 counts as a truncated 9×9 board.
fn nearest_size(cells: usize) -> usize {
    if (17..=81).contains(&cells) {
        return 9;
    }
    let sizes = (2..=20).map(|side| side * side);
    let distance = |size: &usize| (size * size).abs_diff(cells);
    sizes.min_by_key(distance).unwrap_or(9)
}

/// Returns true if the cells look like a 9×9 puzzle that a spreadsheet treated as a number, dropping
/// its leading zeros.
fn lost_zeros(cells: &[CellText]) -> bool {
    let is_digit = |cell: &CellText| cell.text.bytes().all(|byte| byte.is_ascii_digit());
    (60..81).contains(&cells.len())
        && cells.iter().all(is_digit)
        && cells[0].text != "0"
        && cells.iter().any(|cell| cell.text == "0")
}

/// The meaning of the symbols on a board.
struct Symbols<'a> {
    board: &'a Geometry,
    alphabet: Alphabet,
    /// The symbol of blank cells, apart from empty ones.
    blank: Option<char>,
}

impl<'a> Symbols<'a> {
    /// Returns the symbols of these cells. The alphabet is inferred unless it is given.
    fn of(
        cells: &[CellText],
        board: &'a Geometry,
        alphabet: Option<Alphabet>,
    ) -> Result<Symbols<'a>, FormatError> {
        let highest = *board.values().end();
        let alphabet = match alphabet {
            // No alphabet has as many symbols.
            _ if highest > Grid::MAX_LETTERS => Alphabet::Numbers,
            Some(alphabet) => alphabet,
            None if are_numbers(cells, highest) => Alphabet::Numbers,
            // Digits that do not count from 1 are written as their values.
            None if *board.values().start() != 1 => Alphabet::of(board),
            None => inferred(cells, highest)?,
        };
        let symbols = Symbols {
            board,
            alphabet,
            blank: None,
        };
        let blank = symbols.blank_of(cells)?;
        Ok(Symbols { blank, ..symbols })
    }

    /// Returns the only symbol that is not a digit.
    ///
    /// # Errors
    /// If there are two.
    fn blank_of(&self, cells: &[CellText]) -> Result<Option<char>, FormatError> {
        let symbols = || {
            let found = |cell| Some((cell, self.other_symbol(cell)?));
            cells.iter().filter_map(found)
        };
        let Some((first, blank)) = symbols().next() else {
            return Ok(None);
        };
        if let Some((second, other)) = symbols().find(|(_, symbol)| *symbol != blank) {
            // The rarer symbol is the mistake.
            let count = |wanted| symbols().filter(|(_, symbol)| *symbol == wanted).count();
            let (wrong, usual) = match count(blank) < count(other) {
                true => (first, other),
                false => (second, blank),
            };
            return Err(self.bad_symbol(wrong, Some(usual)));
        }
        match blank {
            'l' | 'I' | 'S' => Err(self.bad_symbol(first, None)),
            blank => Ok(Some(blank)),
        }
    }

    /// Returns the symbol that a cell consists of, if it is not a digit.
    fn other_symbol(&self, cell: &CellText) -> Option<char> {
        let mut symbols = cell.text.chars();
        let first = symbols.next()?;
        // A blank can be as wide as a number.
        let is_wide = (*self.board.values().end() > 9 || !first.is_alphanumeric())
            && symbols.clone().all(|c| c == first);
        let is_one = symbols.next().is_none() || is_wide;
        let is_symbol = first == '0' || !first.is_ascii_digit();
        (is_one && is_symbol && self.digit(&cell.text).is_none()).then_some(first)
    }

    fn digit(&self, text: &str) -> Option<Digit> {
        let mut symbols = text.chars();
        match (self.alphabet, symbols.next(), symbols.next()) {
            (Alphabet::Numbers, ..) => {
                let is_of_grid = |value: &usize| self.board.values().contains(value);
                self.board.digit(text.parse().ok().filter(is_of_grid)?)
            }
            (_, Some(symbol), None) => self.alphabet.digit(symbol, self.board),
            _ => None,
        }
    }

    fn is_blank(&self, cell: &CellText) -> bool {
        cell.text.is_empty()
            || (self.blank.is_some() && self.other_symbol(cell) == self.blank)
            || (cell.text == "0" && !self.alphabet.has_zero(self.board))
    }

    /// Parses all cells, given in reading order.
    fn read(&self, cells: &[CellText]) -> Result<Digits, FormatError> {
        // With pencil marks, each cell shows its candidates.
        let has_blanks = cells.iter().any(|cell| self.is_blank(cell));
        let mut removed = Vec::new();
        let mut grid = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let digit = match self.is_blank(cell) {
                true => None,
                false => self.digit(&cell.text),
            };
            if digit.is_none() && !self.is_blank(cell) {
                if has_blanks {
                    return Err(self.bad_symbol(cell, self.blank));
                }
                removed.extend(self.missing(cell, Cell::from_index(index))?);
            }
            grid.push(digit);
        }
        let (position, found) = (
            cells.first().map_or((1, 1), |cell| cell.position),
            grid.len(),
        );
        let expected = self.board.grid_cell_count();
        if found != expected {
            let expected = format!("{expected} cells");
            return Err(FormatError::new(position, expected, found.to_string()));
        }
        // Variables follow.
        grid.resize(self.board.cell_count(), None);
        let blank = || Grid::blank(self.board);
        Ok(Digits {
            grid: Grid::new(self.board, grid).unwrap_or_else(blank),
            removed,
            alphabet: self.alphabet,
            note: None,
        })
    }

    /// Returns the candidates missing from a cell with several pencil marks.
    fn missing(&self, marks: &CellText, cell: Cell) -> Result<Vec<Candidate>, FormatError> {
        let has_commas = marks.text.contains(',');
        let is_number = self.alphabet == Alphabet::Numbers && !has_commas;
        if marks.text.chars().nth(1).is_none() || is_number {
            return Err(self.bad_symbol(marks, None));
        }
        let bad = || {
            let range = self.alphabet.range(self.board);
            let expected = format!("the digits that are possible ({range})");
            FormatError::new(marks.position, expected, quote(&marks.text))
        };
        let mut present: Vec<Digit> = Vec::new();
        let mut add = |symbol: &str| {
            let digit = self.digit(symbol).ok_or_else(bad)?;
            if present.last().is_some_and(|last| *last >= digit) {
                return Err(bad());
            }
            present.push(digit);
            Ok(())
        };
        if has_commas {
            marks.text.split(',').try_for_each(&mut add)?;
        } else {
            let mut symbols = marks.text.chars();
            symbols.try_for_each(|symbol| add(symbol.encode_utf8(&mut [0; 4])))?;
        }
        Ok(removed_by_marks(cell, &present, self.board))
    }

    /// Returns the error for a cell that is neither a digit nor the blank of the other cells.
    fn bad_symbol(&self, cell: &CellText, blank: Option<char>) -> FormatError {
        let range = self.alphabet.range(self.board);
        let is_usual = |c: char| c == '0' || BLANKS.contains(&c);
        let expected = match blank {
            Some(blank) if is_usual(blank) && cell.text.chars().all(is_usual) => {
                format!("`{blank}` for a blank, as before")
            }
            Some(blank) if !is_usual(blank) => {
                format!(
                    "a digit ({range}) or {} for a blank",
                    quote(&blank.to_string())
                )
            }
            _ => format!("a digit ({range}) or a blank"),
        };
        let question = match cell.text.as_str() {
            "O" | "o" => ": is it a 0?",
            "l" | "I" => ": is it a 1?",
            "S" => ": is it a 5?",
            _ => "",
        };
        FormatError::new(cell.position, expected, quote(&cell.text) + question)
    }
}

/// Returns true if digits are numbers: some cells have two digits on a large board, or commas between
/// candidates, and no cell has a letter.
fn are_numbers(cells: &[CellText], highest: usize) -> bool {
    let texts = || cells.iter().map(|cell| cell.text.as_str());
    let is_one_symbol =
        |text: &str| text.chars().nth(1).is_some() && text.chars().all(|c| text.starts_with(c));
    let has_letter = |text: &str| text.contains(char::is_alphabetic) && !is_one_symbol(text);
    let is_number = |text: &str| text.contains(',') || (highest > 9 && text.len() > 1);
    texts().any(is_number) && !texts().any(has_letter)
}

/// Infers the alphabet from all cells, or returns an error if two alphabets fit.
fn inferred(cells: &[CellText], size: usize) -> Result<Alphabet, FormatError> {
    let symbols = cells.iter().flat_map(|cell| cell.text.chars());
    infer(symbols, size).map_err(|both| {
        let [one, other] = both.map(|alphabet| alphabet.range(&size.into()));
        let found = format!("symbols that can be {one} or {other}");
        FormatError::new(cells[0].position, "symbols of one alphabet", found).with_setting(
            Setting::Alphabet(Box::new(both.map(|alphabet| alphabet.to_string()))),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::super::row::{Reading, cells};
    use crate::read::builder::PuzzleBuilder;
    use crate::read::draft::PuzzleDraft;
    use crate::read::record::ReadOptions;

    fn read(text: &str, reading: Reading) -> Result<String, String> {
        let line = normalise(1, text);
        let cells = cells(&line, reading);
        let draft = PuzzleBuilder::new(&ReadOptions::default()).draft(cells);
        let text = |draft: PuzzleDraft| draft.givens.to_string();
        draft.map(text).map_err(|error| error.to_string())
    }

    #[test]
    fn any_one_symbol_is_a_blank() {
        for blank in [".", "0", "_", "x", "O", "□", "?"] {
            let text = "1.....2..3.....4".replace('.', blank);
            let found = read(&text, Reading::Symbols);
            assert_eq!(found.as_deref(), Ok("1.....2..3.....4"), "{text}");
        }
        let spreadsheet = "1.0 NaN 0.0 NaN NaN NaN 2.0 NaN NaN 3. NaN NaN NaN NaN NaN 4";
        let found = read(spreadsheet, Reading::Words);
        assert_eq!(found.as_deref(), Ok("1.....2..3.....4"));
    }

    #[test]
    fn errors_name_the_cell_and_ask_what_it_means() {
        for (text, expected) in [
            (
                "1..l..2..3.....4",
                "1:4: expected a digit (1-4) or a blank, found `l`: is it a 1?",
            ),
            (
                "1O0000200300S004",
                "1:2: expected a digit (1-4) or a blank, found `O`: is it a 0?",
            ),
            (
                "1.....2.03.....4",
                "1:9: expected `.` for a blank, as before, found `0`",
            ),
            (
                "1.....2..3.....5",
                "1:16: expected a digit (1-4) or a blank, found `5`",
            ),
            (
                "1.....2..3.....",
                "1:1: expected 16 cells for a 4x4 puzzle, found 15",
            ),
        ] {
            assert_eq!(read(text, Reading::Symbols), Err(expected.to_string()));
        }
    }

    #[test]
    fn pencil_marks_remove_the_other_candidates() {
        let words = "1 24 34 3 34 34 2 1 24 3 1 12 2 12 13 4";
        assert_eq!(
            read(words, Reading::Words).as_deref(),
            Ok("1..3..21.31.2..4")
        );
        let wrong = words.replace("34 34", "34 43");
        let expected = "1:14: expected the digits that are possible (1-4), found `43`";
        assert_eq!(read(&wrong, Reading::Words), Err(expected.to_string()));
    }
}

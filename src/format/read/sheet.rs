//! Grids in the style of spreadsheets and printed pages, with empty cells for blanks and labels for
//! rows and columns.
//!
//! These readers are tried only on lines that do not form a grid otherwise, and on all of them at
//! once, because the number of cells on a line with empty cells is ambiguous. A way to split the
//! lines is accepted if it yields as many cells per row as rows and every cell is a digit or a blank.

use super::infer::BLANKS;
use super::line_kind::is_frame;
use super::row::{CellText, GridRow, SHORTEST, Spacing, cells_of, is_rising, is_vertical};
use super::text_line::TextLine;
use crate::board::{Grid, Shape};

/// The maximum number of lines examined: the largest grid with one character per digit, with frames
/// and blank lines between its rows.
pub(super) const MOST_LINES: usize = 3 * Grid::MAX_LETTERS;

/// Rows of cells, including empty ones.
type Rows<'l> = Vec<Vec<CellText<'l>>>;

/// Reads lines as a grid, and returns its rows with a blank in each empty cell.
pub(super) fn read(lines: &[TextLine], shape: Option<Shape>) -> Option<Vec<GridRow>> {
    if !(SHORTEST..=MOST_LINES).contains(&lines.len()) {
        return None;
    }
    let is_row = |line: &&TextLine| !is_frame(line.text().trim());
    let all: Vec<&TextLine> = lines.iter().filter(is_row).collect();
    let filled: Vec<&TextLine> = all
        .iter()
        .copied()
        .filter(|line| !line.text().trim().is_empty() || line.text().contains('\t'))
        .collect();
    // An empty line can be a row without givens.
    let grid = cut(&filled, shape).or_else(|| cut(&all, shape))?;
    Some(
        grid.iter()
            .map(|row| GridRow::new(explicit_line(row)))
            .collect(),
    )
}

/// Joins cells into a line, with a blank for each empty cell.
fn explicit_line(cells: &[CellText<'_>]) -> TextLine {
    let words = cells.iter().map(|cell| {
        let text = if cell.text.is_empty() { "." } else { cell.text };
        (cell.place().1, text)
    });
    TextLine::of_words(cells[0].line.number, words)
}

/// Reads a line that is a whole puzzle with empty cells: 81 or 625 fields separated by commas,
/// semicolons or tabs, or 81 characters with spaces for blanks.
pub(super) fn read_line(line: &TextLine) -> Option<TextLine> {
    let text = line.text();
    let is_puzzle = |cells: usize| matches!(cells, 81 | 625);
    let explicit = |cells: Vec<CellText<'_>>| {
        let has_empty = cells.iter().any(|cell| cell.text.is_empty());
        let is_cell = |cell: &CellText<'_>| cell.text.bytes().all(|byte| byte.is_ascii_digit());
        let width = if cells.len() == 81 { 1 } else { 2 };
        let is_narrow = |cell: &CellText<'_>| cell.text.len() <= width && cell.text != "0";
        let fits = is_puzzle(cells.len()) && has_empty;
        (fits && cells.iter().all(|cell| is_cell(cell) && is_narrow(cell)))
            .then(|| explicit_line(&cells))
    };
    let delimiter = [',', ';', '\t'].into_iter().find(|c| text.contains(*c));
    if let Some(delimiter) = delimiter {
        return explicit(between(line, |c| c == delimiter));
    }
    let is_cell = |byte: u8| byte == b' ' || (b'1'..=b'9').contains(&byte);
    let is_plain = text.len() == 81 && text.bytes().all(is_cell) && !may_be_marks(text);
    let cell = |byte: usize| CellText {
        line,
        byte,
        text: text[byte..=byte].trim(),
    };
    is_plain.then(|| explicit((0..text.len()).map(cell).collect()))?
}

/// Returns true if a line could be pencil marks: a row of nine cells, or all cells of a smaller board.
fn may_be_marks(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let side = words.isqrt();
    let is_whole = side >= SHORTEST && side * side == words;
    let size = if is_whole { side } else { words };
    let is_digit = |c: char| c.to_digit(10).is_none_or(|digit| digit as usize <= size);
    (is_whole || words == 9) && text.chars().all(is_digit) && text.split_whitespace().all(is_rising)
}

/// Returns true if a row may have empty cells: it contains none of the usual blanks, and white space
/// or delimiters are adjacent or at its ends.
pub(super) fn has_gaps(text: &str) -> bool {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';') || is_vertical(c);
    let characters: Vec<char> = text.chars().collect();
    !text.contains(BLANKS)
        && (text.starts_with(is_gap)
            || text.ends_with(is_gap)
            || characters
                .windows(2)
                .any(|pair| is_gap(pair[0]) && is_gap(pair[1])))
}

/// Splits lines into a square of cells, in the first way that yields one.
fn cut<'l>(lines: &[&'l TextLine], shape: Option<Shape>) -> Option<Rows<'l>> {
    let delimited = ['\t', ';', ','].into_iter().filter_map(|delimiter| {
        let has_some = lines.iter().filter(|line| line.text().contains(delimiter));
        let is_usual = 2 * has_some.count() > lines.len();
        is_usual.then(|| {
            lines
                .iter()
                .map(|line| between(line, |c| c == delimiter))
                .collect()
        })
    });
    let has_bars = lines.iter().all(|line| line.text().contains(is_vertical));
    let barred = has_bars.then(|| lines.iter().map(|line| between_bars(line)).collect());
    let spaced = |spacing| -> Rows<'l> {
        let cells = |line: &&'l TextLine| cells_of(line, 0..line.text().len(), spacing).collect();
        lines.iter().map(cells).collect()
    };
    let by_tokens = [
        spaced(Spacing::Words),
        spaced(Spacing::Characters),
        labelled(lines),
    ];
    let columns =
        (1..=4).flat_map(|step| [0, indent(lines)].map(|from| columns(lines, from, step)));
    let mut ways = delimited
        .chain(barred)
        .chain(columns.flatten())
        .chain(by_tokens);
    ways.find_map(|rows| square(rows, shape))
}

/// Splits a line at delimiters.
fn between(line: &TextLine, is_delimiter: impl Fn(char) -> bool) -> Vec<CellText<'_>> {
    let text = line.text();
    let pieces = text.split(is_delimiter);
    let cell = |piece: &'_ str| {
        let trimmed = piece.trim();
        let from = if trimmed.is_empty() { piece } else { trimmed };
        (
            from.as_ptr() as usize - text.as_ptr() as usize,
            trimmed.len(),
        )
    };
    let cells = pieces.map(cell);
    cells
        .map(|(byte, length)| CellText {
            line,
            byte,
            text: &text[byte..byte + length],
        })
        .collect()
}

/// Splits a line at vertical bars, ignoring those at its ends.
fn between_bars(line: &TextLine) -> Vec<CellText<'_>> {
    let mut cells = between(line, is_vertical);
    let text = line.text().trim();
    if text.starts_with(is_vertical) {
        cells.remove(0);
    }
    if text.ends_with(is_vertical) {
        cells.pop();
    }
    cells
}

/// Splits each line into a label and the characters after it.
fn labelled<'l>(lines: &[&'l TextLine]) -> Rows<'l> {
    let row = |line: &&'l TextLine| {
        let mut words: Vec<CellText<'l>> =
            cells_of(line, 0..line.text().len(), Spacing::Words).collect();
        let Some(behind) = words.get(1).map(|word| word.byte) else {
            return words;
        };
        words.truncate(1);
        words.extend(cells_of(
            line,
            behind..line.text().len(),
            Spacing::Characters,
        ));
        words
    };
    lines.iter().map(row).collect()
}

/// Returns the number of spaces that all lines begin with.
fn indent(lines: &[&TextLine]) -> usize {
    let indents = lines.iter().filter(|line| !line.text().trim().is_empty());
    let of_line = |line: &&TextLine| line.text().chars().take_while(|c| *c == ' ').count();
    indents.map(of_line).min().unwrap_or(0)
}

/// Splits lines into columns of one character each, starting at the character `from` and `step`
/// characters apart. Columns of bars are dropped.
fn columns<'l>(lines: &[&'l TextLine], from: usize, step: usize) -> Option<Rows<'l>> {
    /// The widest grid has 35 cells in a row, with bars between them and a label.
    const MOST_COLUMNS: usize = 80;
    let mut rows: Vec<Vec<CellText<'l>>> = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.text();
        let mut row = Vec::new();
        for (place, (byte, c)) in text.char_indices().enumerate() {
            let is_in_column = place >= from && (place - from).is_multiple_of(step);
            let cell = &text[byte..byte + c.len_utf8()];
            match (is_in_column, c) {
                (true, _) => row.push(CellText {
                    line,
                    byte,
                    text: cell.trim(),
                }),
                (false, ' ') => {}
                (false, _) => return None,
            }
        }
        if row.len() > MOST_COLUMNS {
            return None;
        }
        rows.push(row);
    }
    pad(&mut rows, lines);
    let is_bar = |cell: &CellText<'_>| cell.text.starts_with(is_vertical);
    let count = rows.first()?.len();
    let has_bars: Vec<bool> = (0..count)
        .map(|column| rows.iter().any(|row| is_bar(&row[column])))
        .collect();
    for row in &mut rows {
        let mut has_bars = has_bars.iter();
        let is_wrong = |cell: &CellText<'_>| !cell.text.is_empty() && !is_bar(cell);
        if row
            .iter()
            .zip(has_bars.clone())
            .any(|(cell, is_bar)| *is_bar && is_wrong(cell))
        {
            return None;
        }
        row.retain(|_| !has_bars.next().copied().unwrap_or(false));
    }
    Some(rows)
}

/// Appends empty cells to rows until all have the same length.
fn pad<'l>(rows: &mut Rows<'l>, lines: &[&'l TextLine]) {
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    for (row, line) in rows.iter_mut().zip(lines) {
        while row.len() < longest {
            row.push(CellText {
                line,
                byte: line.text().len(),
                text: "",
            });
        }
    }
}

/// Drops labels from rows, and returns the rows if they form a square of cells.
fn square(rows: Rows<'_>, shape: Option<Shape>) -> Option<Rows<'_>> {
    let lines: Vec<&TextLine> = rows
        .iter()
        .filter_map(|row| Some(row.first()?.line))
        .collect();
    if lines.len() != rows.len() || rows.len() < SHORTEST {
        return None;
    }
    let mut rows = rows;
    let size_of = |rows: &Rows<'_>| shape.map_or(rows.len(), Shape::size);
    // Labels above and below the columns.
    for place in [0, rows.len() - 1] {
        let is_extra = shape.is_none_or(|shape| rows.len() > shape.size());
        let texts = |row: &Vec<CellText<'_>>| -> Vec<String> {
            let filled = row.iter().filter(|cell| !cell.text.is_empty());
            filled.map(|cell| cell.text.to_string()).collect()
        };
        let place = place.min(rows.len() - 1);
        let labels = texts(&rows[place]);
        if is_extra
            && rows.len() > SHORTEST
            && labels.len() + 1 == rows.len()
            && are_labels(&labels)
        {
            rows.remove(place);
        }
    }
    let lines: Vec<&TextLine> = rows.iter().map(|row| row[0].line).collect();
    pad(&mut rows, &lines);
    let size = size_of(&rows);
    // Labels to the left and right of the rows.
    for is_last in [false, true] {
        let labels: Vec<String> = rows
            .iter()
            .filter_map(|row| if is_last { row.last() } else { row.first() })
            .map(|cell| cell.text.to_string())
            .collect();
        if rows[0].len() > size && are_labels(&labels) {
            for row in &mut rows {
                row.remove(if is_last { row.len() - 1 } else { 0 });
            }
        }
    }
    drop_empty_columns(&mut rows, size);
    let is_board = shape.is_some() || !Shape::of_size(size).is_empty();
    let width = rows[0].len();
    let is_square = (SHORTEST..=Grid::MAX_LETTERS).contains(&size)
        && rows.len() == size
        && (size.saturating_sub(2)..=size).contains(&width);
    if !is_board || !is_square {
        return None;
    }
    let lines: Vec<&TextLine> = rows.iter().map(|row| row[0].line).collect();
    for (row, line) in rows.iter_mut().zip(lines) {
        row.resize_with(size, || CellText {
            line,
            byte: line.text().len(),
            text: "",
        });
    }
    is_puzzle(&rows, size).then_some(rows)
}

/// Returns true if every cell is a digit or a blank, some are digits, and all blanks are written the
/// same way: empty or as a symbol.
fn is_puzzle(rows: &[Vec<CellText<'_>>], size: usize) -> bool {
    let cells = || rows.iter().flatten();
    let is_digit = |text: &str| match text.parse::<usize>() {
        Ok(number) => (1..=size).contains(&number),
        Err(_) => size > 9 && text.len() == 1 && text.chars().all(|c| c.is_ascii_alphabetic()),
    };
    let is_blank = |text: &str| text == "0" || (text.len() == 1 && text.contains(BLANKS));
    let has_empty = cells().any(|cell| cell.text.is_empty());
    let has_blank = cells().any(|cell| is_blank(cell.text));
    let is_cell = |text: &str| text.is_empty() || is_digit(text) || is_blank(text);
    cells().all(|cell| is_cell(cell.text))
        && cells().any(|cell| is_digit(cell.text))
        && !(has_empty && has_blank)
}

/// Drops columns that are empty in every row, such as those between boxes or after the last
/// delimiter, if that makes the rows `size` cells long.
fn drop_empty_columns(rows: &mut Rows<'_>, size: usize) {
    let width = rows[0].len();
    let is_empty: Vec<bool> = (0..width)
        .map(|column| rows.iter().all(|row| row[column].text.is_empty()))
        .collect();
    let count = is_empty.iter().filter(|is_empty| **is_empty).count();
    // If there are more empty columns than surplus ones, only those at the end are dropped, since
    // any other could be a column of blanks.
    if width > size && count >= width - size {
        let mut left = width - size;
        if count == left {
            for row in rows.iter_mut() {
                let mut is_empty = is_empty.iter();
                row.retain(|_| !is_empty.next().copied().unwrap_or(false));
            }
            return;
        }
        while left > 0
            && rows
                .iter()
                .all(|row| row.last().is_some_and(|cell| cell.text.is_empty()))
        {
            for row in rows.iter_mut() {
                row.pop();
            }
            left -= 1;
        }
    }
}

/// Returns true if words are the labels of rows or columns: bullets, or 1, 2, 3 or A, B, C, with an
/// optional `r` or `c` before them and an optional colon or similar after them.
fn are_labels(words: &[String]) -> bool {
    let plain = |word: &String| {
        let word = word
            .trim_end_matches([':', '.', ')', '='])
            .to_ascii_lowercase();
        let number = word
            .strip_prefix(['r', 'c'])
            .filter(|rest| !rest.is_empty());
        number.map(str::to_string).unwrap_or(word)
    };
    let words: Vec<String> = words.iter().map(plain).collect();
    let numbers = (1..).map(|number: usize| number.to_string());
    let letters = ('a'..='z').map(String::from);
    let is_bullet = |word: &String| matches!(word.as_str(), "-" | "*" | "•" | "+");
    words.len() >= SHORTEST
        && (words
            .iter()
            .eq(numbers.take(words.len()).collect::<Vec<_>>().iter())
            || words
                .iter()
                .eq(letters.take(words.len()).collect::<Vec<_>>().iter())
            || words.iter().all(is_bullet))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

    /// Reads a text as a grid and returns its cells.
    fn cells(text: &str) -> Option<String> {
        let lines = text.lines().enumerate();
        let lines: Vec<TextLine> = lines.map(|(i, line)| TextLine::new(i + 1, line)).collect();
        let rows = read(&lines, None)?;
        let rows = rows.iter().map(|row| row.line.text().replace(' ', ""));
        Some(rows.collect())
    }

    /// Returns a text in which `row` formats each row.
    fn text(row: impl Fn(usize, &[&str]) -> String) -> String {
        let rows = ROWS.iter().enumerate().map(|(number, row_text)| {
            let cells: Vec<&str> = row_text.split("").filter(|cell| !cell.is_empty()).collect();
            row(number, &cells) + "\n"
        });
        rows.collect()
    }

    #[test]
    fn empty_cells_are_blank() {
        let empty = |cells: &[&str], between: &str| cells.join(between).replace('.', "");
        let spaces = |cells: &[&str], between: &str| cells.join(between).replace('.', " ");
        for text in [
            text(|_, cells| empty(cells, "\t")),
            text(|_, cells| empty(cells, ",")),
            text(|_, cells| empty(cells, ";") + ";"),
            text(|_, cells| format!("|{}|", spaces(cells, "|"))),
            text(|_, cells| format!("| {} |", empty(cells, " | "))),
            text(|_, cells| format!("║ {} ║", spaces(cells, " │ "))),
            text(|_, cells| spaces(cells, "")),
            text(|_, cells| spaces(cells, " ")),
            text(|_, cells| spaces(cells, "").trim_end().to_string()),
            text(|_, cells| format!("  {}", spaces(cells, " "))),
            text(|_, cells| spaces(&cells[..2], " ") + " | " + &spaces(&cells[2..], " ")),
            text(|_, cells| spaces(&cells[..2], "") + "  " + &spaces(&cells[2..], "")),
        ] {
            let found = cells(&text);
            assert_eq!(found.as_deref(), Some(ROWS.concat().as_str()), "{text}");
        }
        // A row without givens can be an empty line.
        let text = "1   \n\n 3  \n   4\n";
        assert_eq!(cells(text).as_deref(), Some("1........3.....4"));
    }

    #[test]
    fn labels_are_dropped() {
        let letters = ["A", "B", "C", "D"];
        let header = "  1 2 3 4\n";
        for text in [
            text(|number, cells| format!("{} {}", letters[number], cells.join(" "))),
            text(|number, cells| format!("{}: {}", letters[number], cells.concat())),
            text(|number, cells| format!("{} {}", number + 1, cells.join(" "))),
            text(|number, cells| format!("R{} | {} |", number + 1, cells.join(" "))),
            header.to_string() + &text(|_, cells| cells.join(" ")),
            header.to_string() + &text(|n, cells| format!("{} {}", letters[n], cells.join(" "))),
            header.to_string() + &text(|_, cells| cells.concat()),
            text(|_, cells| cells.join(" ")) + header,
            "| | 1 | 2 | 3 | 4 |\n|---|---|---|---|---|\n".to_string()
                + &text(|number, cells| {
                    format!(
                        "| {} | {} |",
                        letters[number],
                        cells.join(" | ").replace('.', " ")
                    )
                }),
        ] {
            let found = cells(&text);
            assert_eq!(found.as_deref(), Some(ROWS.concat().as_str()), "{text}");
        }
    }

    #[test]
    fn lines_without_a_square_of_cells_are_not_a_grid() {
        for text in [
            "1   \n  2 \n 3  \n",
            "1    \n  2 \n 3  \n   4 5",
            "1,,,\n,,.,\n,3,,\n,,,4",
            "1,,,\n,,5,\n,3,,\n,,,4",
            "a b c d\ne f g h\ni j k l\nm n o p",
            "1 2 3 4",
        ] {
            assert_eq!(cells(text), None, "{text}");
        }
    }

    #[test]
    fn a_line_can_be_a_puzzle_with_empty_cells() {
        let line =
            "53  7    6  195    98    6 8   6   34  8 3  17   2   6 6    28    419  5    8  79";
        let expected = line.replace(' ', ".");
        let joined = |between: &str| {
            let cells = line.split("").filter(|cell| !cell.is_empty());
            cells.map(str::trim).collect::<Vec<_>>().join(between)
        };
        for text in [line.to_string(), joined(","), joined(";"), joined("\t")] {
            let read = read_line(&TextLine::new(1, &text)).unwrap();
            assert_eq!(read.text().replace(' ', ""), expected, "{text}");
        }
        for text in [
            &line[1..],
            &joined(",")[3..],
            &joined(",").replace(",,", ",0,"),
            // Pencil marks: a 6×6 board, and a row of a 9×9 one.
            "1 2 36 4 5 36 34 45 356 1 2 36 2 3 4 5 6 1 5 6 1 2 3 4 34 45 35 6 1 2 6 1 2 3 4 5",
            "123456789 12345678 1234567 12345678 123456789 12345678 12345678 12345678 12345678",
        ] {
            assert_eq!(read_line(&TextLine::new(1, text)), None, "{text}");
        }
    }

    #[test]
    fn gaps_are_detected_in_rows_without_blanks() {
        for text in [
            "5\t3\t\t7",
            "5,,3",
            "5,3,",
            " 5 3",
            "5  3",
            "5 | | 3",
            "|5|3|",
            "5||3",
        ] {
            assert!(has_gaps(text), "{text}");
        }
        for text in ["5 3 4", "5,3", "5  .  3", "534|678", ""] {
            assert!(!has_gaps(text), "{text}");
        }
    }
}

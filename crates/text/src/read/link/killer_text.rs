//! Texts of one line for killers and pencil marks that are not a grid of digits. Each is translated to a
//! constraint string.

use super::sumocue;
use crate::read::glyph::{Glyph, Line, line_at, string, trim};

/// The symbols that point to another cell of the same cage, and their steps down and right.
const POINTERS: [(char, isize, isize); 8] = [
    ('<', 0, -1),
    ('>', 0, 1),
    ('^', -1, 0),
    ('v', 1, 0),
    ('`', -1, -1),
    ('\'', -1, 1),
    (',', 1, -1),
    ('.', 1, 1),
];

/// Sums from 0 to 45.
const SUMS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";

const SIZE: isize = 9;
pub(super) const CELLS: usize = 81;

/// Translates a line in one of these forms to a constraint string.
pub(crate) fn translated(line: &[Glyph]) -> Option<Line> {
    let line = trim(line);
    // Other lines, which are nearly all, are recognised by their lengths.
    match line.len() {
        CELLS => pointers(line),
        729 => pencil_marks(line),
        _ => sumocue::translated(line),
    }
}

/// Returns a cell as an argument of an item.
pub(super) fn name(index: usize) -> String {
    format!("~R{}C{}", index / 9 + 1, index % 9 + 1)
}

/// Translates 81 symbols, each of which is the sum of a cage or points to the next cell of its cage.
fn pointers(line: &[Glyph]) -> Option<Line> {
    let pointer = |c: char| POINTERS.iter().find(|(symbol, ..)| *symbol == c);
    let mut kinds: Vec<char> = line
        .iter()
        .map(|glyph| glyph.c)
        .filter(|c| "<>^v`'".contains(*c))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let is_symbol = |glyph: &Glyph| pointer(glyph.c).is_some() || SUMS.contains(glyph.c);
    // One such symbol could be the blank of a puzzle.
    if kinds.len() < 2 || !line.iter().all(is_symbol) {
        return None;
    }
    let mut cages: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
    let mut broken = None;
    for start in 0..CELLS {
        let (mut row, mut column) = (start as isize / SIZE, start as isize % SIZE);
        let mut steps = 0;
        let end = loop {
            let cell = (row * SIZE + column) as usize;
            let Some((_, down, right)) = pointer(line[cell].c) else {
                break Some(cell);
            };
            (row, column) = (row + down, column + right);
            steps += 1;
            let is_inside = |number: isize| (0..SIZE).contains(&number);
            if !is_inside(row) || !is_inside(column) || steps > CELLS {
                break None;
            }
        };
        match end {
            Some(end) => cages[end].push(start),
            None if steps > CELLS => broken = broken.or(Some((start, "~loop".to_string()))),
            None => {
                let outside = format!("~R{}C{}", row + 1, column + 1);
                broken = broken.or(Some((start, outside)));
            }
        }
    }
    if let Some((start, cell)) = broken {
        // An error at the symbol that leads off the board or to itself.
        let text = format!(".Cage~0{}{cell}", name(start));
        return Some(line_at(&text, line[start].position()));
    }
    let mut translated = Line::new();
    for (end, cells) in cages
        .iter()
        .enumerate()
        .filter(|(_, cells)| !cells.is_empty())
    {
        let sum = SUMS.find(line[end].c).unwrap_or(0);
        let names: String = cells.iter().map(|cell| name(*cell)).collect();
        translated.extend(line_at(
            &format!(".Cage~{sum}{names}"),
            line[end].position(),
        ));
    }
    Some(translated)
}

/// Translates 9 symbols for each cell: its candidates, and `.` for each digit that is not a candidate.
fn pencil_marks(line: &[Glyph]) -> Option<Line> {
    let is_mark = |index: usize, c: char| c == '.' || c.to_digit(10) == Some(index as u32 % 9 + 1);
    let cells = || line.chunks(9);
    let has_mark = |cell: &[Glyph]| cell.iter().any(|glyph| glyph.c != '.');
    if !line
        .iter()
        .enumerate()
        .all(|(index, glyph)| is_mark(index, glyph.c))
        || !cells().all(has_mark)
    {
        return None;
    }
    let mut translated: Line = line_at(".", line[0].position());
    for (index, cell) in cells().enumerate() {
        let digits = string(cell).replace('.', "");
        let digits: String = digits.chars().map(|digit| format!("_{digit}")).collect();
        translated.extend(line_at(&(name(index) + &digits), cell[0].position()));
    }
    Some(translated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::glyph::normalise;
    use crate::read::reader::parsed;

    /// A cage of two cells in each of the first two columns of rows, and single cells.
    fn killer() -> String {
        let row = "3<5<9<123";
        row.repeat(9)
    }

    fn text(line: &str) -> Option<String> {
        translated(&normalise(1, line)).map(|line| string(&line))
    }

    #[test]
    fn pointers_make_cages() {
        let line = format!("{}{}", &killer()[..72], "^^`<9<12`");
        let translation = text(&line).unwrap();
        assert!(translation.starts_with(".Cage~3~R1C1~R1C2.Cage~5~R1C3~R1C4"));
        assert!(translation.contains(".Cage~3~R8C1~R8C2~R9C1~R9C2~R9C3~R9C4"));
        assert!(translation.contains(".Cage~2~R8C8~R9C9"));
        let outside = text(&line.replacen("123", "^23", 1)).unwrap();
        assert_eq!(outside, ".Cage~0~R1C7~R0C7");
        let circular = text(&line.replacen("3<", "><", 1)).unwrap();
        assert_eq!(circular, ".Cage~0~R1C1~loop");
        // A single symbol is a blank.
        assert_eq!(text(&killer()), None);
        assert_eq!(text(&line[1..]), None);
    }

    #[test]
    fn killers_and_pencil_marks_are_puzzles() {
        let line = format!("{}{}", &killer()[..72], "^^`<9<12>");
        let error = parsed(&line).unwrap_err().to_string();
        assert!(error.ends_with("found `R9C10`"), "{error}");
        let marks = "12.4...8.".repeat(81);
        let puzzle = parsed(&marks).unwrap();
        assert_eq!(puzzle.removed().len(), 81 * 5);
    }
}

//! KenKen as a list of its cages: `14+: A1 A2 B1`, with a clue and the cells of a cage on each line.

use super::cage_map::latin_square;
use super::cell_list::cell_name;
use super::clue::CageClue;
use super::glyph::{Glyph, Line, line_at, string, trim};
use super::recognised::{Near, Recognised, may_read};
use satdoku::board::Shape;
use satdoku::format_error::quote;

/// The form in errors.
const FORM: &str = "a list of KenKen cages such as `14+: A1 A2 B1`";

/// A cage of a list, with cells counted from 1.
struct ListedCage {
    clue: CageClue,
    cells: Vec<(usize, usize)>,
}

/// Returns the rules of the cages at the start of lines, and the number of their lines.
pub(crate) fn cages_at(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let mut cages = vec![cage(lines.first()?)?];
    let mut end = 1;
    for (line, number) in lines.iter().zip(1..).skip(1) {
        if !may_read(line, left) {
            return None;
        }
        match cage(line) {
            Some(cage) => {
                cages.push(cage);
                end = number;
            }
            None if trim(line).is_empty() => {}
            None => break,
        }
    }
    let has_operation = |cage: &ListedCage| cage.clue.operation.is_some() && cage.cells.len() > 1;
    if cages.len() < 2 || !cages.iter().any(has_operation) {
        return None;
    }
    let count = cages.iter().map(|cage| cage.cells.len()).sum();
    let error = |place: &Glyph, expected: &str, found: String| {
        let near = Near::new(FORM, place.position(), expected, found, count);
        Some(Recognised::Error(near, end))
    };
    if let Some(line) = lines.get(end).filter(|line| names_cell(line)) {
        let line = trim(line);
        return error(
            &line[0],
            "a clue and the cells of its cage",
            quote(&string(line)),
        );
    }
    let places = cages.iter().flat_map(|cage| &cage.cells);
    let size = places.map(|(row, column)| *row.max(column)).max()?;
    let is_board = (3..=Shape::MAX_SIZE).contains(&size) && size * size <= 4 * count;
    let start = cages[0].clue.text[0];
    let name = |(row, column): &(usize, usize)| format!("r{row}c{column}");
    if !is_board {
        let found = format!("{count} cells, the last in row or column {size}");
        return error(&start, "cages that cover a square", found);
    }
    let mut owner = vec![false; size * size];
    let mut rules = vec![line_at(&latin_square(size), start.position())];
    for cage in &cages {
        let at = cage.clue.text[0];
        for cell in &cage.cells {
            if std::mem::replace(&mut owner[(cell.0 - 1) * size + cell.1 - 1], true) {
                return error(
                    &at,
                    "each cell in one cage",
                    format!("{} in two", name(cell)),
                );
            }
        }
        let cells: Vec<String> = cage.cells.iter().map(name).collect();
        match cage.clue.rule(&cells, size) {
            Ok(rule) => rules.push(line_at(&rule, at.position())),
            Err(expected) => {
                let found = format!(
                    "{} for {} cells",
                    quote(&string(&cage.clue.text)),
                    cells.len()
                );
                return error(&at, expected, found);
            }
        }
    }
    if let Some(free) = owner.iter().position(|is_used| !is_used) {
        let free = name(&(free / size + 1, free % size + 1));
        return error(&start, "each cell in one cage", format!("{free} in none"));
    }
    Some(Recognised::Lines(rules, end))
}

/// Returns the words of a line: what is between spaces and punctuation.
fn words(line: &[Glyph]) -> Vec<&[Glyph]> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || "=:,;()[]".contains(glyph.c);
    let words = line.split(is_between).filter(|word| !word.is_empty());
    // The mark of a list item.
    let words = words.skip_while(|word| matches!(string(word).as_str(), "-" | "*" | "•"));
    words.collect()
}

/// Returns the cage of a line: a clue and cells, in any order.
fn cage(line: &[Glyph]) -> Option<ListedCage> {
    let words = words(line);
    let (clue, cells) = match &words[..] {
        [clue, cells @ ..] if CageClue::parse(clue).is_some() => (clue, cells),
        [cells @ .., clue] => (clue, cells),
        [] => return None,
    };
    let clue = CageClue::parse(clue)?;
    let is_place = |(row, column): &(usize, usize)| *row > 0 && *column > 0;
    let cells = cells
        .iter()
        .map(|cell| cell_name(&string(cell)).filter(is_place));
    let cells: Vec<(usize, usize)> = cells.collect::<Option<_>>()?;
    (!cells.is_empty()).then_some(ListedCage { clue, cells })
}

/// Returns true if a word of a line is a cell.
fn names_cell(line: &[Glyph]) -> bool {
    words(line)
        .iter()
        .any(|word| cell_name(&string(word)).is_some())
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    const CAGES: &str =
        "3+: A1 A2\n1- : A3 A4\n2÷ B1, C1\n9+ B2 B3 B4\nC2 D2 = 3x\n7+ (C3 C4)\n4: D1\n5+: D3 D4\n";

    #[test]
    fn a_list_of_cages_with_operations_is_a_latin_square() {
        let expected = "................; box 1x4; sum 3 r1c1 r1c2; difference r1c3 r1c4; ratio r2c1 r3c1; \
            sum 9 r2c2 r2c3 r2c4; automaton \"start 1; accept 3; 1: 1>1 3>3; 3: 1>3\" as \"3×\" r3c2 r4c2; \
            sum 7 r3c3 r3c4; sum 4 r4c1; sum 5 r4c3 r4c4";
        assert_eq!(parsed(CAGES).unwrap().to_string(), expected);
        let bullets = format!("My KenKen\n\n- {}", CAGES.trim().replace('\n', "\n- "));
        assert_eq!(parsed(&bullets).unwrap().to_string(), expected);
    }

    #[test]
    fn a_cell_in_no_cage_or_two_is_an_error() {
        let form = "in a list of KenKen cages such as `14+: A1 A2 B1`";
        for (from, to, expected) in [
            (
                "C4",
                "",
                format!("1:1: expected each cell in one cage {form}, found r3c4 in none"),
            ),
            (
                "C4",
                "C3",
                format!("6:1: expected each cell in one cage {form}, found r3c3 in two"),
            ),
            (
                "5+: D3 D4",
                "5 from D3 D4",
                format!(
                    "8:1: expected a clue and the cells of its cage {form}, found `5 from D3 D4`"
                ),
            ),
            (
                "A2",
                "J9",
                format!(
                    "1:1: expected cages that cover a square {form}, found 16 cells, the last in row or column 10"
                ),
            ),
        ] {
            let error = parsed(&CAGES.replace(from, to)).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
    }
}

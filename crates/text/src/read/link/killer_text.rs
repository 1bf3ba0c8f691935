//! Texts of one line for killers, jigsaws and pencil marks that are not a grid of digits. Each is translated
//! to a constraint string.

use crate::read::glyph::{Glyph, Line, end_of, line_at, starts_with, string, trim};
use crate::read::translation::{Near, Recognised};
use satdoku::format_error::quote;

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
const CELLS: usize = 81;

/// Translates a line in one of these forms to a constraint string.
pub(crate) fn translated(line: &[Glyph]) -> Option<Line> {
    let line = trim(line);
    // Other lines, which are nearly all, are recognised by their lengths.
    match line.len() {
        CELLS => pointers(line),
        729 => pencil_marks(line),
        _ if starts_with(line, SUMOCUE_V1) => sumocue_v1(line).ok(),
        _ => sumocue(line),
    }
}

/// Returns the error of a first line that is nearly in one of these forms.
pub(crate) fn error_at(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let line = trim(lines.first()?);
    let near = near(line).filter(|_| translated(line).is_none())?;
    Some(Recognised::Error(near, 1))
}

fn near(line: &[Glyph]) -> Option<Near> {
    if starts_with(line, SUMOCUE_V1) {
        return sumocue_v1(line).err();
    }
    let start = string(&line[..line.len().min(MOST_START)]);
    let is_sumocue = start.starts_with("3x3:") && start.split(':').nth(2) == Some("k");
    let count = line
        .split(|glyph| glyph.c == ':')
        .skip(3)
        .filter(|cell| !cell.is_empty())
        .count();
    let (expected, found) = (format!("{CELLS} numbers"), count.to_string());
    is_sumocue.then(|| Near::new(SUMOCUE, end_of(line, (1, 1)), expected, found, count))
}

/// The start of the second format of SumoCue.
const SUMOCUE_V1: &str = "SumoCueV1";

/// The longest start of the first format that is looked at.
const MOST_START: usize = 8;

/// The form of SumoCue in errors.
const SUMOCUE: &str = "a text of SumoCue";

fn name(index: usize) -> String {
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

/// Translates the format of SumoCue: `3x3:d:k:` and for each cell its sum × 256 + the number of its
/// cage. `d` is for diagonals. If the sum is only on one cell of each cage, the others have the number
/// of the cage alone; if it is on all of them, a cell without a sum is in no cage.
fn sumocue(line: &[Glyph]) -> Option<Line> {
    if line.first().is_none_or(|first| first.c != '3') {
        return None;
    }
    let parts: Vec<&[Glyph]> = line.split(|glyph| glyph.c == ':').collect();
    let [shape, flags, kind, cells @ ..] = &parts[..] else {
        return None;
    };
    if string(shape) != "3x3" || string(kind) != "k" {
        return None;
    }
    let diagonals = match string(flags).as_str() {
        "d" => ".Diagonal~1.Diagonal~-1",
        _ => ".",
    };
    let mut translated: Line = line_at(diagonals, line[0].position());
    let cells = match cells {
        [cells @ .., []] => cells,
        cells => cells,
    };
    let numbers = cells.iter().map(|cell| string(cell).trim().parse().ok());
    let numbers: Option<Vec<u32>> = numbers.collect();
    let numbers = numbers.filter(|numbers| numbers.len() == CELLS)?;
    let mut cages: Vec<(u32, Vec<usize>)> = Vec::new();
    let has_sum = |number: &u32| number / 256 > 0;
    let mut with_sum: Vec<u32> = numbers.iter().copied().filter(has_sum).collect();
    with_sum.sort_unstable();
    let repeats_sums = with_sum.windows(2).any(|pair| pair[0] == pair[1]);
    for (index, number) in numbers.into_iter().enumerate() {
        if repeats_sums && !has_sum(&number) {
            continue;
        }
        match cages
            .iter_mut()
            .find(|(cage, _)| cage % 256 == number % 256)
        {
            Some((_, cells)) => cells.push(index),
            None => cages.push((number, vec![index])),
        }
    }
    for (cage, indices) in cages.iter().filter(|(cage, _)| has_sum(cage)) {
        let names: String = indices.iter().map(|cell| name(*cell)).collect();
        let at = cells[indices[0]].first().copied().unwrap_or(line[0]);
        translated.extend(line_at(
            &format!(".Cage~{}{names}", cage / 256),
            at.position(),
        ));
    }
    Some(translated)
}

/// A cell of SumoCue's second format.
struct SumoCell {
    /// True for a cell that points to another one of its cage.
    is_member: bool,
    number: usize,
    region: Option<usize>,
    at: Glyph,
}

/// Translates the second format of SumoCue, `SumoCueV1=5J0=0J0…`: a digit, or 0, and the number of a region
/// for each cell. In a killer, the number after `=` is the sum of a cage, and that after `+`, counted from
/// 0, another cell of the cage.
fn sumocue_v1(line: &[Glyph]) -> Result<Line, Near> {
    let cells = sumo_cells(&line[SUMOCUE_V1.len()..])?;
    let error = |cell: &SumoCell, expected: &str, found: String| {
        Err(Near::new(
            SUMOCUE,
            cell.at.position(),
            expected,
            found,
            CELLS,
        ))
    };
    let mut translated: Line = line_at(".", line[0].position());
    if cells.iter().all(|cell| cell.region.is_some()) {
        let regions = cells
            .iter()
            .map(|cell| char::from(b'A' + cell.region.unwrap_or(0) as u8));
        let regions: String = regions.collect();
        translated.extend(line_at(
            &format!("NoBoxes.Jigsaw~{regions}."),
            line[0].position(),
        ));
    }
    if !cells.iter().any(|cell| cell.is_member) {
        for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.number > 0) {
            translated.extend(line_at(
                &format!("{}_{}", name(index), cell.number),
                cell.at.position(),
            ));
        }
        return Ok(translated);
    }
    let mut cages: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
    for (index, cell) in cells.iter().enumerate() {
        let mut end = index;
        let mut steps = 0;
        while cells[end].is_member {
            end = cells[end].number;
            steps += 1;
            if end >= CELLS || steps > CELLS {
                return error(
                    cell,
                    "the number of another cell of the cage",
                    cell.number.to_string(),
                );
            }
        }
        cages[end].push(index);
    }
    for (end, members) in cages
        .iter()
        .enumerate()
        .filter(|(_, members)| !members.is_empty())
    {
        let sum = cells[end].number;
        let is_beside = |one: usize, other: usize| {
            one.abs_diff(other) == 9 || (one.abs_diff(other) == 1 && one / 9 == other / 9)
        };
        let mut seen = vec![end];
        let mut next = 0;
        while let Some(one) = seen.get(next).copied() {
            let more = members
                .iter()
                .filter(|cell| is_beside(one, **cell) && !seen.contains(cell));
            let more: Vec<usize> = more.copied().collect();
            seen.extend(more);
            next += 1;
        }
        if seen.len() < members.len() {
            let found = format!(
                "{} cells, of which {} are connected",
                members.len(),
                seen.len()
            );
            return error(&cells[end], "a cage of connected cells", found);
        }
        // A cell alone without a sum is in no cage.
        if sum > 0 || members.len() > 1 {
            let names: String = members.iter().map(|cell| name(*cell)).collect();
            translated.extend(line_at(
                &format!(".Cage~{sum}{names}"),
                cells[end].at.position(),
            ));
        }
    }
    Ok(translated)
}

/// Parses the cells of SumoCue's second format.
fn sumo_cells(text: &[Glyph]) -> Result<Vec<SumoCell>, Near> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some((sign, after)) = rest.split_first() {
        let number = |text: &[Glyph]| {
            let length = text
                .iter()
                .take_while(|glyph| glyph.c.is_ascii_digit())
                .count();
            (string(&text[..length]).parse::<usize>().ok(), length)
        };
        let (value, length) = number(after);
        let (region, end) = match after.get(length) {
            Some(mark) if mark.c == 'J' => {
                let (region, digits) = number(&after[length + 1..]);
                (region, length + 1 + digits)
            }
            _ => (None, length),
        };
        let is_region =
            region.is_none_or(|region| region < 9) && (region.is_some() || end == length);
        let Some(number) = value.filter(|_| matches!(sign.c, '=' | '+') && is_region) else {
            let found = quote(&string(&rest[..rest.len().min(MOST_START)]));
            let expected = "a cell such as `=5J0` or `+3J0`";
            return Err(Near::new(
                SUMOCUE,
                sign.position(),
                expected,
                found,
                cells.len(),
            ));
        };
        let is_member = sign.c == '+';
        cells.push(SumoCell {
            is_member,
            number,
            region,
            at: *sign,
        });
        rest = &after[end..];
    }
    match cells.len() {
        CELLS => Ok(cells),
        count => {
            let place = end_of(text, (1, 1));
            Err(Near::new(
                SUMOCUE,
                place,
                format!("{CELLS} cells"),
                count.to_string(),
                count,
            ))
        }
    }
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
    fn cells_of_sumocue_have_digits_sums_and_regions() {
        let cells = (0..81).map(|cell| format!("={}J{}", if cell == 3 { 7 } else { 0 }, cell / 9));
        let jigsaw = format!("SumoCueV1{}", cells.collect::<String>());
        let puzzle = parsed(&jigsaw).unwrap();
        assert_eq!(&puzzle.givens().to_string()[..5], "...7.");
        assert!(puzzle.layout().rules().regions().is_some());
        let cell = |cell: usize| match cell % 9 {
            0 => "=11J".to_string(),
            1 => format!("+{}J", cell - 1),
            2 => format!("+{}J", cell - 1),
            _ => "=0J".to_string(),
        };
        let cells = (0..81).map(|index| format!("{}{}", cell(index), index / 9));
        let killer = format!("SumoCueV1{}", cells.collect::<String>());
        let puzzle = parsed(&killer).unwrap();
        let cages = puzzle.layout().rules().constraints();
        assert_eq!(cages.len(), 9);
        assert_eq!(cages[8].text(9), "cage 11 r9c1 r9c2 r9c3");
        for (text, expected) in [
            (
                &jigsaw[..jigsaw.len() - 4],
                "1:330: expected 81 cells in a text of SumoCue, found 80",
            ),
            (
                &killer.replacen("+0J", "+90J", 1),
                "1:15: expected the number of another cell of the cage in a text of SumoCue, found 90",
            ),
            (
                &killer.replacen("+0J", "+8J", 1),
                "1:43: expected a cage of connected cells in a text of SumoCue, found 3 cells, of which 1 are connected",
            ),
            (
                &killer.replacen("+0J", "?0J", 1),
                "1:15: expected a cell such as `=5J0` or `+3J0` in a text of SumoCue, found `?0J0+1J0`",
            ),
        ] {
            assert_eq!(parsed(text).unwrap_err().to_string(), expected);
        }
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
        let sumocue: Vec<String> = (0..81)
            .map(|cell| (10 * 256 + cell / 3).to_string())
            .collect();
        let sumocue = format!("3x3:d:k:{}:", sumocue.join(":"));
        let puzzle = parsed(&sumocue).unwrap();
        let rules = puzzle.layout().rules();
        assert_eq!(rules.variants().len(), 1);
        assert_eq!(rules.constraints().len(), 27);
        assert_eq!(rules.constraints()[26].text(9), "cage 10 r9c7 r9c8 r9c9");
        // Cage 0 loses r1c1, which is in no cage, because all other cells have the sum of theirs.
        let without_cage = parsed(&sumocue.replacen("2560", "0000", 1)).unwrap();
        let first = &without_cage.layout().rules().constraints()[0];
        assert_eq!(first.text(9), "cage 10 r1c2 r1c3");
        let line = format!("{}{}", &killer()[..72], "^^`<9<12>");
        let error = parsed(&line).unwrap_err().to_string();
        assert!(error.ends_with("found `R9C10`"), "{error}");
        let marks = "12.4...8.".repeat(81);
        let puzzle = parsed(&marks).unwrap();
        assert_eq!(puzzle.removed().len(), 81 * 5);
    }
}

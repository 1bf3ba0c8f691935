//! Texts of SumoCue in its two formats, `3x3:d:k:2560:…` and `SumoCueV1=5J0=0J0…`, translated to a
//! constraint string.

use crate::read::found::Near;
use crate::read::glyph::{Glyph, Line, LineColumn, end_of, line_at, starts_with, string, trim};
use crate::read::translation::Recognised;
use satdoku::format_error::quote;

/// The start of the second format.
const SECOND: &str = "SumoCueV1";

/// The longest start of the first format that is looked at.
const MOST_START: usize = 8;

const CELLS: usize = 81;

/// Returns a cell as an argument of an item.
fn name(index: usize) -> String {
    format!("~R{}C{}", index / 9 + 1, index % 9 + 1)
}

/// Translates a line in one of the formats.
pub(crate) fn translated(line: &[Glyph]) -> Option<Line> {
    let line = trim(line);
    match starts_with(line, SECOND) {
        true => second_format(line).ok(),
        false => first_format(line),
    }
}

/// Returns the error of a first line that is nearly in one of the formats.
pub(crate) fn error_at(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let line = trim(lines.first()?);
    let near = match starts_with(line, SECOND) {
        true => second_format(line).err(),
        false => length_error(line).filter(|_| first_format(line).is_none()),
    };
    Some(Recognised::Error(near?, 1))
}

fn error(place: LineColumn, expected: &str, found: String, cells: usize) -> Near {
    Near::new("a text of SumoCue", place, expected, found, cells)
}

/// Returns the error of a line that begins as the first format does.
fn length_error(line: &[Glyph]) -> Option<Near> {
    let start = string(&line[..line.len().min(MOST_START)]);
    let is_meant = start.starts_with("3x3:") && start.split(':').nth(2) == Some("k");
    let numbers = line.split(|glyph| glyph.c == ':').skip(3);
    let count = numbers.filter(|number| !number.is_empty()).count();
    let expected = format!("{CELLS} numbers");
    is_meant.then(|| error(end_of(line, (1, 1)), &expected, count.to_string(), count))
}

/// Translates the first format: `3x3:d:k:` and for each cell its sum × 256 + the number of its cage. `d`
/// is for diagonals. If the sum is only on one cell of each cage, the others have the number of the cage
/// alone; if it is on all of them, a cell without a sum is in no cage.
fn first_format(line: &[Glyph]) -> Option<Line> {
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
    for (number, cells_of_cage) in cages.iter().filter(|(number, _)| has_sum(number)) {
        let at = cells[cells_of_cage[0]].first().copied().unwrap_or(line[0]);
        translated.extend(cage((number / 256) as usize, cells_of_cage, &at));
    }
    Some(translated)
}

/// Returns the item of a cage.
fn cage(sum: usize, cells: &[usize], at: &Glyph) -> Line {
    let names: String = cells.iter().map(|cell| name(*cell)).collect();
    line_at(&format!(".Cage~{sum}{names}"), at.position())
}

/// A cell of the second format.
struct SumoCell {
    /// True for a cell that points to another one of its cage.
    is_member: bool,
    number: usize,
    region: Option<usize>,
    at: Glyph,
}

/// Translates the second format: a digit, or 0, and the number of a region for each cell. In a killer, the
/// number after `=` is the sum of a cage, and that after `+`, counted from 0, another cell of the cage.
fn second_format(line: &[Glyph]) -> Result<Line, Near> {
    let cells = cells(&line[SECOND.len()..])?;
    let start = line[0].position();
    let mut translated: Line = line_at(".", start);
    let regions = cells.iter().map(|cell| cell.region);
    let regions: Option<Vec<usize>> = regions.collect();
    if let Some(regions) = regions {
        let letters = regions
            .iter()
            .map(|region| char::from(b'A' + *region as u8));
        let letters: String = letters.collect();
        translated.extend(line_at(&format!("NoBoxes.Jigsaw~{letters}."), start));
    }
    let is_killer = cells.iter().any(|cell| cell.is_member);
    match is_killer {
        true => {
            for item in cages(&cells)? {
                translated.extend(item);
            }
        }
        false => {
            for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.number > 0) {
                let given = format!("{}_{}", name(index), cell.number);
                translated.extend(line_at(&given, cell.at.position()));
            }
        }
    }
    Ok(translated)
}

/// Returns the items of the cages.
fn cages(cells: &[SumoCell]) -> Result<Vec<Line>, Near> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
    for index in 0..CELLS {
        members[first_of_cage(cells, index)?].push(index);
    }
    let mut items = Vec::new();
    for (first, members) in members.iter().enumerate() {
        let sum = cells[first].number;
        // A cell alone without a sum is in no cage.
        if members.is_empty() || (sum == 0 && members.len() == 1) {
            continue;
        }
        let connected = connected_to(first, members);
        if connected < members.len() {
            let found = format!(
                "{} cells, of which {connected} are connected",
                members.len()
            );
            let place = cells[first].at.position();
            return Err(error(place, "a cage of connected cells", found, CELLS));
        }
        items.push(cage(sum, members, &cells[first].at));
    }
    Ok(items)
}

/// Returns the cell with the sum of a cage, to which another cell of the cage leads.
fn first_of_cage(cells: &[SumoCell], cell: usize) -> Result<usize, Near> {
    let mut at = cell;
    for _ in 0..=CELLS {
        match cells.get(at) {
            Some(next) if next.is_member => at = next.number,
            Some(_) => return Ok(at),
            None => break,
        }
    }
    let (place, found) = (cells[cell].at.position(), cells[cell].number.to_string());
    Err(error(
        place,
        "the number of another cell of the cage",
        found,
        CELLS,
    ))
}

/// Returns how many cells are connected to the first one.
fn connected_to(first: usize, cells: &[usize]) -> usize {
    let is_beside = |one: usize, other: usize| {
        one.abs_diff(other) == 9 || (one.abs_diff(other) == 1 && one / 9 == other / 9)
    };
    let mut seen = vec![first];
    let mut next = 0;
    while let Some(one) = seen.get(next).copied() {
        let beside = cells.iter().copied().filter(|cell| is_beside(one, *cell));
        let more: Vec<usize> = beside.filter(|cell| !seen.contains(cell)).collect();
        seen.extend(more);
        next += 1;
    }
    seen.len()
}

/// Parses the cells of the second format.
fn cells(text: &[Glyph]) -> Result<Vec<SumoCell>, Near> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some((sign, after)) = rest.split_first() {
        let number = |text: &[Glyph]| {
            let is_digit = |glyph: &&Glyph| glyph.c.is_ascii_digit();
            let length = text.iter().take_while(is_digit).count();
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
            return Err(error(sign.position(), expected, found, cells.len()));
        };
        cells.push(SumoCell {
            is_member: sign.c == '+',
            number,
            region,
            at: *sign,
        });
        rest = &after[end..];
    }
    let count = cells.len();
    if count != CELLS {
        let (place, expected) = (end_of(text, (1, 1)), format!("{CELLS} cells"));
        return Err(error(place, &expected, count.to_string(), count));
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn numbers_have_the_sum_and_the_cage() {
        let numbers: Vec<String> = (0..81)
            .map(|cell| (10 * 256 + cell / 3).to_string())
            .collect();
        let killer = format!("3x3:d:k:{}:", numbers.join(":"));
        let puzzle = parsed(&killer).unwrap();
        let rules = puzzle.layout().rules();
        assert_eq!(rules.variants().len(), 1);
        assert_eq!(rules.constraints().len(), 27);
        assert_eq!(rules.constraints()[26].text(9), "cage 10 r9c7 r9c8 r9c9");
        // Cage 0 loses r1c1, which is in no cage, because all other cells have the sum of theirs.
        let without_cage = parsed(&killer.replacen("2560", "0000", 1)).unwrap();
        let first = &without_cage.layout().rules().constraints()[0];
        assert_eq!(first.text(9), "cage 10 r1c2 r1c3");
    }

    #[test]
    fn cells_have_digits_sums_and_regions() {
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
}

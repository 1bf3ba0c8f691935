//! Texts of SumoCue in its two formats, `3x3:d:k:2560:…` and `SumoCueV1=5J0=0J0…`.

use crate::read::draft::PuzzleDraft;
use crate::read::found::Near;
use crate::read::glyph::{Glyph, end_of, starts_with, string, trim};
use satdoku::board::{Argument, Cell, Constraint, Digit, Grid, RegionMap, Ruleset, Variant};
use satdoku::format_error::{FormatError, quote};

/// The start of the second format.
const SECOND: &str = "SumoCueV1";

/// The longest start of a format that is looked at.
const MOST_START: usize = 8;

const CELLS: usize = 81;

/// Returns true for a line that is meant in one of the formats.
pub(crate) fn recognise(line: &[Glyph]) -> bool {
    let line = trim(line);
    let start = || string(&line[..line.len().min(MOST_START)]);
    let is_first = || {
        let start = start();
        let mut parts = start.split(':').skip(1);
        start.starts_with("3x3:") && parts.nth(1) == Some("k")
    };
    match line.first() {
        Some(first) if first.c == 'S' => starts_with(line, SECOND),
        Some(first) if first.c == '3' => is_first(),
        _ => false,
    }
}

/// Parses a line in one of the formats.
///
/// # Errors
/// If it is nearly in one of them.
pub(crate) fn read(line: &[Glyph]) -> Result<PuzzleDraft, FormatError> {
    let line = trim(line);
    let draft = match starts_with(line, SECOND) {
        true => second_format(line),
        false => first_format(line),
    };
    draft.map_err(|near| near.error)
}

fn error(text: &[Glyph], expected: &str, found: String) -> Near {
    let place = text.first().map_or((1, 1), |first| first.position());
    Near::new("a text of SumoCue", place, expected, found, CELLS)
}

/// Checks the number of cells of a line.
fn check_count(line: &[Glyph], what: &str, count: usize) -> Result<(), Near> {
    match count {
        CELLS => Ok(()),
        _ => {
            let (place, expected) = (end_of(line, (1, 1)), format!("{CELLS} {what}"));
            Err(Near::new(
                "a text of SumoCue",
                place,
                expected,
                count.to_string(),
                count,
            ))
        }
    }
}

/// Returns the cage of some cells. 0 is no sum.
fn cage(sum: usize, cells: Vec<Cell>) -> Option<Constraint> {
    let sum = (sum > 0).then_some(Argument::Number(sum as i64));
    let arguments: Vec<Argument> = sum.into_iter().chain([Argument::Cells(cells)]).collect();
    Constraint::new("cage", arguments).ok()
}

/// Parses the first format: `3x3:d:k:` and for each cell the sum of its cage × 256 + the number of the cage. `d`
/// is for diagonals. If the sum is only on one cell of each cage, the others have the number of the cage
/// alone; if it is on several, a cell without a sum is in no cage.
fn first_format(line: &[Glyph]) -> Result<PuzzleDraft, Near> {
    let parts: Vec<&[Glyph]> = line.split(|glyph| glyph.c == ':').collect();
    let numbers = parts.iter().skip(3).filter(|part| !part.is_empty());
    let number = |part: &&[Glyph]| {
        let text = string(part);
        let number = text.trim().parse::<usize>().ok();
        number.ok_or_else(|| error(part, "a sum × 256 + the number of a cage", quote(&text)))
    };
    let numbers = numbers.map(number).collect::<Result<Vec<usize>, Near>>()?;
    check_count(line, "numbers", numbers.len())?;
    let (sums, cages): (Vec<usize>, Vec<usize>) = numbers
        .iter()
        .map(|number| (number / 256, number % 256))
        .unzip();
    let mut with_sum: Vec<usize> = (0..CELLS)
        .filter(|cell| sums[*cell] > 0)
        .map(|cell| cages[cell])
        .collect();
    with_sum.sort_unstable();
    let repeats_sums = with_sum.windows(2).any(|pair| pair[0] == pair[1]);
    with_sum.dedup();
    // Cages are in the order of their first cells.
    let is_in = |cell: &usize| sums[*cell] > 0 || !repeats_sums;
    let cells_of = |cage: &usize| {
        (0..CELLS)
            .filter(is_in)
            .filter(|cell| cages[*cell] == *cage)
            .collect::<Vec<usize>>()
    };
    let mut found: Vec<Vec<usize>> = with_sum.iter().map(cells_of).collect();
    found.sort_unstable();
    let constraint = |cells: Vec<usize>| {
        let sum = cells.iter().map(|cell| sums[*cell]).max().unwrap_or(0);
        cage(sum, cells.into_iter().map(Cell::from_index).collect())
    };
    let has_diagonals = parts.get(1).is_some_and(|flag| string(flag) == "d");
    Ok(PuzzleDraft {
        variants: has_diagonals
            .then_some(Variant::Diagonal)
            .into_iter()
            .collect(),
        constraints: found.into_iter().filter_map(constraint).collect(),
        ..PuzzleDraft::new(Grid::blank(9))
    })
}

/// A cell of the second format.
struct SumoCell<'a> {
    /// True for a cell that points to another one of its cage.
    is_member: bool,
    number: usize,
    region: Option<usize>,
    text: &'a [Glyph],
}

/// Parses the second format: a digit, or 0, and the number of a region for each cell. In a killer, the
/// number after `=` is the sum of a cage, and that after `+`, counted from 0, another cell of the cage.
fn second_format(line: &[Glyph]) -> Result<PuzzleDraft, Near> {
    let cells = cells(&line[SECOND.len()..])?;
    let mut givens = Grid::blank(9);
    let mut constraints = Vec::new();
    match cells.iter().any(|cell| cell.is_member) {
        true => constraints = cages(&cells)?,
        false => {
            for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.number > 0) {
                let digit = (cell.number <= 9).then(|| Digit::from_index(cell.number - 1));
                let wrong = || error(cell.text, "a digit up to 9", cell.number.to_string());
                givens.set(Cell::from_index(index), Some(digit.ok_or_else(wrong)?));
            }
        }
    }
    let regions: Vec<Option<usize>> = cells.iter().map(|cell| cell.region).collect();
    let mut draft = PuzzleDraft {
        constraints,
        ..PuzzleDraft::new(givens)
    };
    if !regions.contains(&None) {
        let map = RegionMap::from_labels(&regions);
        let map = map.map_err(|found| error(line, &found.expected, found.found))?;
        draft.board = Some(Ruleset::jigsaw(map));
    }
    Ok(draft)
}

/// Returns the cages.
fn cages(cells: &[SumoCell]) -> Result<Vec<Constraint>, Near> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
    for index in 0..CELLS {
        members[first_of_cage(cells, index)?].push(index);
    }
    let mut cages = Vec::new();
    for (first, members) in members.into_iter().enumerate() {
        let sum = cells[first].number;
        // A cell alone without a sum is in no cage.
        if members.is_empty() || (sum == 0 && members.len() == 1) {
            continue;
        }
        let connected = connected_to(first, &members);
        if connected < members.len() {
            let found = format!(
                "{} cells, of which {connected} are connected",
                members.len()
            );
            return Err(error(cells[first].text, "a cage of connected cells", found));
        }
        cages.extend(cage(
            sum,
            members.into_iter().map(Cell::from_index).collect(),
        ));
    }
    Ok(cages)
}

/// Returns the cell with the sum of a cage, to which another cell of the cage leads.
fn first_of_cage(cells: &[SumoCell], cell: usize) -> Result<usize, Near> {
    let next = |at: &usize| cells.get(*at).filter(|of| of.is_member).map(|of| of.number);
    let path = std::iter::successors(Some(cell), next).take(CELLS + 1);
    let last = path
        .last()
        .filter(|last| cells.get(*last).is_some_and(|of| !of.is_member));
    last.ok_or_else(|| {
        let expected = "the number of another cell of the cage";
        error(cells[cell].text, expected, cells[cell].number.to_string())
    })
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
fn cells(text: &[Glyph]) -> Result<Vec<SumoCell<'_>>, Near> {
    let is_start = |glyph: &Glyph| matches!(glyph.c, '=' | '+');
    let starts: Vec<usize> = (0..text.len())
        .filter(|at| *at == 0 || is_start(&text[*at]))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let cell = |(start, end): (usize, usize)| {
        let own = &text[start..end];
        let content = string(own);
        let numbers = content.strip_prefix(['=', '+']).unwrap_or_default();
        let (number, region) = match numbers.split_once('J') {
            Some((number, region)) => (number, region.parse().ok().map(Some)),
            None => (numbers, Some(None)),
        };
        let is_region = |region: &Option<usize>| region.is_none_or(|region| region < 9);
        let parsed = number.parse().ok().zip(region.filter(is_region));
        let Some((number, region)) = parsed else {
            let found = string(&text[start..text.len().min(start + MOST_START)]);
            return Err(error(own, "a cell such as `=5J0` or `+3J0`", quote(&found)));
        };
        Ok(SumoCell {
            is_member: content.starts_with('+'),
            number,
            region,
            text: own,
        })
    };
    let cells = starts.iter().copied().zip(ends).map(cell);
    let cells = cells.collect::<Result<Vec<SumoCell>, Near>>()?;
    check_count(text, "cells", cells.len())?;
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
        let error = parsed(&killer.replacen(":2560", "", 1))
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("expected 81 numbers in a text of SumoCue, found 80"),
            "{error}"
        );
    }

    /// A cage whose sum is on another cell than the first was lost.
    #[test]
    fn the_sum_can_be_on_any_cell_of_a_cage() {
        let number = |cell: usize| cell / 3 + if cell % 3 == 1 { 10 * 256 } else { 0 };
        let numbers: Vec<String> = (0..81).map(|cell| number(cell).to_string()).collect();
        let puzzle = parsed(&format!("3x3::k:{}", numbers.join(":"))).unwrap();
        let cages = puzzle.layout().constraints();
        assert_eq!(cages.len(), 27);
        assert_eq!(cages[0].text(9), "cage 10 r1c1 r1c2 r1c3");
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
            1 | 2 => format!("+{}J", cell - 1),
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
                &killer.replacen("+0J", "+?J", 1),
                "1:15: expected a cell such as `=5J0` or `+3J0` in a text of SumoCue, found `+?J0+1J0`",
            ),
        ] {
            assert_eq!(parsed(text).unwrap_err().to_string(), expected);
        }
    }
}

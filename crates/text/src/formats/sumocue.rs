//! Texts of SumoCue in its two formats, `3x3:d:k:2560:…` and `SumoCueV1=5J0=0J0…`.

use std::collections::BTreeSet;

use crate::read::draft::PuzzleDraft;
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
    let is_first = || {
        let start = string(&line[..line.len().min(MOST_START)]);
        start.starts_with("3x3:") && start.split(':').nth(2) == Some("k")
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
    match starts_with(line, SECOND) {
        true => second_format(line),
        false => first_format(line),
    }
}

fn error(text: &[Glyph], expected: &str, found: String) -> FormatError {
    let place = text.first().map_or((1, 1), |first| first.position());
    FormatError::new(place, format!("{expected} in a text of SumoCue"), found)
}

/// Checks the number of cells of a line.
fn check_count(line: &[Glyph], what: &str, count: usize) -> Result<(), FormatError> {
    let expected = format!("{CELLS} {what} in a text of SumoCue");
    match count {
        CELLS => Ok(()),
        _ => {
            let place = end_of(line, (1, 1));
            Err(FormatError::new(place, expected, count.to_string()))
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
fn first_format(line: &[Glyph]) -> Result<PuzzleDraft, FormatError> {
    let parts: Vec<&[Glyph]> = line.split(|glyph| glyph.c == ':').collect();
    let numbers = parts.iter().skip(3).filter(|part| !part.is_empty());
    let number = |part: &&[Glyph]| {
        let text = string(part);
        let number = text.trim().parse::<usize>().ok();
        number.ok_or_else(|| error(part, "a sum × 256 + the number of a cage", quote(&text)))
    };
    let numbers = numbers.map(number).collect::<Result<Vec<usize>, _>>()?;
    check_count(line, "numbers", numbers.len())?;
    let sums = numbers.iter().filter(|number| **number >= 256);
    let with_sum: BTreeSet<usize> = sums.clone().map(|number| number % 256).collect();
    let repeats_sums = with_sum.len() < sums.count();
    // Cages are in the order of their first cells.
    let mut cages: Vec<(usize, Vec<Cell>, usize)> = Vec::new();
    for (index, number) in numbers.into_iter().enumerate() {
        let (sum, cage) = (number / 256, number % 256);
        if with_sum.contains(&cage) && (sum > 0 || !repeats_sums) {
            let cell = Cell::from_index(index);
            match cages.iter_mut().find(|(known, ..)| *known == cage) {
                None => cages.push((cage, vec![cell], sum)),
                Some((_, cells, total)) => {
                    cells.push(cell);
                    *total = sum.max(*total);
                }
            }
        }
    }
    let constraints = cages.into_iter();
    let constraints = constraints.filter_map(|(_, cells, sum)| cage(sum, cells));
    let has_diagonals = string(parts.get(1).unwrap_or(&&[][..])) == "d";
    let diagonal = has_diagonals.then_some(Variant::Diagonal);
    Ok(PuzzleDraft {
        variants: diagonal.into_iter().collect(),
        constraints: constraints.collect(),
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
fn second_format(line: &[Glyph]) -> Result<PuzzleDraft, FormatError> {
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

/// Returns the cages. A cell alone without a sum is in none.
fn cages(cells: &[SumoCell]) -> Result<Vec<Constraint>, FormatError> {
    let mut members: Vec<Vec<Cell>> = vec![Vec::new(); CELLS];
    for index in 0..CELLS {
        members[first_of_cage(cells, index)?].push(Cell::from_index(index));
    }
    let cages = cells.iter().zip(members);
    let cages = cages.filter(|(first, members)| first.number > 0 || members.len() > 1);
    Ok(cages
        .filter_map(|(first, members)| cage(first.number, members))
        .collect())
}

/// Returns the cell with the sum of a cage, to which another cell of the cage leads.
fn first_of_cage(cells: &[SumoCell], cell: usize) -> Result<usize, FormatError> {
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

/// Parses the cells of the second format.
fn cells<'t>(text: &'t [Glyph]) -> Result<Vec<SumoCell<'t>>, FormatError> {
    let is_start = |glyph: &Glyph| matches!(glyph.c, '=' | '+');
    let cell = |own: &'t [Glyph]| {
        let content = string(own);
        let numbers = content.strip_prefix(['=', '+']).unwrap_or_default();
        let (number, region) = match numbers.split_once('J') {
            Some((number, region)) => (number, region.parse().ok().map(Some)),
            None => (numbers, Some(None)),
        };
        let is_region = |region: &Option<usize>| region.is_none_or(|region| region < 9);
        let parsed = number.parse().ok().zip(region.filter(is_region));
        let Some((number, region)) = parsed else {
            let expected = "a cell such as `=5J0` or `+3J0`";
            return Err(error(own, expected, quote(&content)));
        };
        Ok(SumoCell {
            is_member: content.starts_with('+'),
            number,
            region,
            text: own,
        })
    };
    let cells = text.chunk_by(|_, next| !is_start(next)).map(cell);
    let cells = cells.collect::<Result<Vec<SumoCell>, FormatError>>()?;
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
                &killer.replacen("+0J", "+?J", 1),
                "1:15: expected a cell such as `=5J0` or `+3J0` in a text of SumoCue, found `+?J0`",
            ),
        ] {
            assert_eq!(parsed(text).unwrap_err().to_string(), expected);
        }
    }
}

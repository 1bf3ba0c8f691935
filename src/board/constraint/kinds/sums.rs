//! Kinds that are linear equations.

use super::super::super::cell::Cell;
use super::super::super::mismatch::Mismatch;
use super::super::filled::FilledBoard;
use super::super::kind::{Equation, Kind, Meaning, Of, Part};
use super::super::linear::LARGEST;
use super::super::lowering::Lowering;

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind {
        check: check_numbers,
        ..sums(
            &["sum", "total"],
            &[Part::Integer("a sum"), Part::Terms],
            |of| {
                vec![Equation::new(
                    of.terms().iter().copied(),
                    of.number().unwrap_or_default(),
                )]
            },
            "Digits add up to the given sum and may repeat.",
        )
    },
    sums(
        &["little-killer", "littlekillersum"],
        &[Part::Number("a sum"), Part::Cells(1)],
        |of| {
            vec![Equation::new(
                of.group(0).iter().map(|cell| (*cell, 1)),
                of.number().unwrap_or_default(),
            )]
        },
        "A clue with an arrow is the sum of the digits along its diagonal, which may repeat.",
    ),
    Kind::new(
        &["arrow"],
        &[Part::Cells(1), Part::Colon, Part::Cells(1)],
        Meaning::Own(arrow_holds, lower_arrow),
        "Digits along an arrow add up to the number in its circle.",
    ),
    sums(
        &["double-arrow"],
        &[Part::Cells(3)],
        double_arrow,
        "The ends of a double arrow add up to the sum of the digits between them.",
    ),
    sums(
        &["zipper", "zipperline"],
        &[Part::Cells(3)],
        zipper,
        "Cells at the same distance from the middle of a zipper line have the same sum, and a cell in the middle is that sum.",
    ),
    sums(
        &["equal-sum", "equalsumgroup", "samesum"],
        &[Part::Groups(2, usize::MAX)],
        |of| all_equal(&of.groups().collect::<Vec<_>>()),
        "Outlined groups of cells have the same sum, and digits may repeat.",
    ),
    Kind {
        check: |of| match pieces(of).is_empty() {
            true => Err(Mismatch::new("a line through boxes or regions", "none")),
            false => Ok(()),
        },
        ..sums(
            &["region-sum", "regionsumline"],
            &[Part::Cells(2)],
            |of| all_equal(&pieces(of).iter().map(Vec::as_slice).collect::<Vec<_>>()),
            "A region sum line has the same sum in each box that it passes.",
        )
    },
];

const fn sums(
    names: &'static [&'static str],
    shape: &'static [Part],
    equations: fn(Of) -> Vec<Equation>,
    sentence: &'static str,
) -> Kind {
    Kind::new(names, shape, Meaning::Sums(equations), sentence)
}

/// Checks that the numbers of a sum are small enough to calculate with.
fn check_numbers(of: Of) -> Result<(), Mismatch> {
    let coefficients = of.terms().iter().map(|(_, coefficient)| *coefficient);
    match coefficients
        .chain(of.number())
        .find(|number| number.unsigned_abs() > LARGEST)
    {
        None => Ok(()),
        Some(number) => {
            let expected = format!("numbers from -{LARGEST} to {LARGEST}");
            Err(Mismatch::new(expected, number.to_string()))
        }
    }
}

/// Returns the equations of groups with the same sum.
fn all_equal(groups: &[&[Cell]]) -> Vec<Equation> {
    groups
        .windows(2)
        .map(|pair| Equation::of_equal(pair[0], pair[1]))
        .collect()
}

fn double_arrow(of: Of) -> Vec<Equation> {
    match of.group(0) {
        [first, inner @ .., last] => vec![Equation::of_equal(&[*first, *last], inner)],
        _ => Vec::new(),
    }
}

fn zipper(of: Of) -> Vec<Equation> {
    let cells = of.group(0);
    let pair = |place: usize| [cells[place], cells[cells.len() - 1 - place]];
    let count = cells.len() / 2;
    let mut equations: Vec<Equation> = (1..count)
        .map(|place| Equation::of_equal(&pair(place - 1), &pair(place)))
        .collect();
    if cells.len() % 2 == 1 {
        equations.push(Equation::of_equal(&pair(count - 1), &[cells[count]]));
    }
    equations
}

/// Returns the pieces of a line in each box or region. Cells in none are left out, and a line that enters a box
/// again begins a new piece.
fn pieces(of: Of) -> Vec<Vec<Cell>> {
    let cells = of
        .group(0)
        .iter()
        .filter_map(|cell| Some((of.region_of(*cell)?, *cell)));
    let cells: Vec<(usize, Cell)> = cells.collect();
    let pieces = cells.chunk_by(|one, other| one.0 == other.0);
    pieces
        .map(|piece| piece.iter().map(|(_, cell)| *cell).collect())
        .collect()
}

/// Appends the decimal form of a digit to a number.
fn appended(number: i64, digit: usize) -> i64 {
    let power = 10_i64.pow(digit.max(1).ilog10() + 1);
    number.saturating_mul(power).saturating_add(digit as i64)
}

/// The digits of the bulb, read as one decimal number in the order of its cells, are the sum of the digits
/// along the shaft.
fn arrow_holds(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0)).into_iter();
    digits.fold(0, appended) == filled.sum(of.group(1)) as i64
}

fn lower_arrow(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let (bulb, shaft) = (of.group(0), of.group(1));
    if bulb.len() == 1 || *to.board().all_values().end() < 10 {
        // Each digit of the number has a place value.
        let power = |place: usize| 10_i64.saturating_pow(place as u32);
        let bulb = bulb.iter().rev().enumerate();
        let bulb = bulb.map(|(place, cell)| (*cell, -power(place)));
        let terms: Vec<(Cell, i64)> = bulb.chain(shaft.iter().map(|cell| (*cell, 1))).collect();
        return to.linear(&terms, 0);
    }
    let length = bulb.len() + shaft.len();
    let values = to.board().all_values();
    let [lowest, highest] = [*values.start(), *values.end()].map(|digit| digit as i64);
    // Reads the number of the bulb, then takes the digits of the shaft from it.
    let step = |place: usize, number: &i64, digit: usize| {
        let number = match place < bulb.len() {
            true => appended(*number, digit),
            false => *number - digit as i64,
        };
        let rest = (length - bulb.len().max(place + 1)) as i64;
        let is_possible =
            place + 1 < bulb.len() || (rest * lowest..=rest * highest).contains(&number);
        (is_possible && number <= shaft.len() as i64 * highest).then_some(number)
    };
    to.automaton([bulb, shaft].concat(), 0, step, |number| *number == 0)
}

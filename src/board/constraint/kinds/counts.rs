//! Kinds that count digits.

use super::super::super::cell::Cell;
use super::super::super::digit_bits::digit_set_count;
use super::super::super::mismatch::Mismatch;
use super::super::cell_list::Symbol;
use super::super::filled::FilledBoard;
use super::super::kind::{Kind, Lower, Meaning, Of, Part};
use super::super::lowering::Lowering;

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    Kind::new(
        &["quadruple", "quad"],
        &[Part::Digits, Part::Cells(1)],
        AT_LEAST,
        "Digits in a circle occur in the four cells around it.",
    ),
    Kind::new(
        &["contains", "contain"],
        &[Part::Digits, Part::OptionalColon, Part::Cells(1)],
        AT_LEAST,
        "The cells contain each listed digit at least as often as it is listed.",
    ),
    Kind::new(
        &["contains-exactly", "containexactly", "containsexact"],
        &[Part::Digits, Part::OptionalColon, Part::Cells(1)],
        EXACTLY,
        "The cells contain each listed digit exactly as often as it is listed.",
    ),
    Kind::new(
        &["count-distinct", "distinctcount"],
        &[Part::Cell, Part::Colon, Part::Cells(1)],
        Meaning::Own(count_distinct_holds, lower_count_distinct),
        "The digit in a circle is the number of different digits in its shaded cells.",
    ),
    same_count(
        &["count-same", "samecount", "countequal"],
        |of, filled| same_count_holds(of, filled, false),
        |of, to| lower_same_count(of, to, false),
        "The digit in a circle is the number of its cells with the same digit as their first.",
    ),
    same_count(
        &["run-length", "lengthofrun"],
        |of, filled| same_count_holds(of, filled, true),
        |of, to| lower_same_count(of, to, true),
        "The digit in a circle is the number of cells up to the first different digit on its lines.",
    ),
    Kind::new(
        &["counting-circles", "countingcircle"],
        &[Part::Cells(1)],
        Meaning::Own(circles_hold, lower_circles),
        "The digit in a circle is the number of circles with this digit.",
    ),
    Kind {
        check: |of| of.check_equal_lengths(),
        ..Kind::new(
            &["same-digits"],
            &[Part::Groups(2, 2)],
            Meaning::Own(same_digits_holds, lower_same_digits),
            "Shaded groups of cells have the same digits in any order.",
        )
    },
];

/// Listed digits occur at least as often as they are listed, or exactly as often.
const AT_LEAST: Meaning = Meaning::Own(
    |of, filled| contains_holds(of, filled, false),
    |of, to| contains(of, to, false),
);
const EXACTLY: Meaning = Meaning::Own(
    |of, filled| contains_holds(of, filled, true),
    |of, to| contains(of, to, true),
);

const fn same_count(
    names: &'static [&'static str],
    holds: fn(Of, &FilledBoard) -> bool,
    lower: Lower,
    sentence: &'static str,
) -> Kind {
    let shape = &[
        Part::Cell,
        Part::Flag("excluding first"),
        Part::Colon,
        Part::Groups(1, usize::MAX),
    ];
    Kind {
        check: check_first_cells,
        ..Kind::new(names, shape, Meaning::Own(holds, lower), sentence)
    }
}

/// The most states between two cells for digits that are counted together. More digits are counted one by one,
/// which excludes fewer candidates.
const MOST_STATES: usize = 256;

fn count(values: &[usize], value: usize) -> usize {
    values.iter().filter(|other| **other == value).count()
}

fn contains_holds(of: Of, filled: &FilledBoard, is_exact: bool) -> bool {
    let digits = filled.values(of.group(0));
    of.digits().iter().all(|value| {
        let (found, listed) = (count(&digits, *value), count(of.digits(), *value));
        found == listed || (found > listed && !is_exact)
    })
}

/// Requires each digit in the cells as often as it is listed, or at least as often.
fn contains(of: Of, to: &mut Lowering, is_exact: bool) -> Result<(), Mismatch> {
    let cells = of.group(0);
    let mut values = of.digits().to_vec();
    if values.len() > cells.len() {
        return to.forbid_all(cells);
    }
    values.sort_unstable();
    let of_digits = values.chunk_by(|one, other| one == other);
    let counts = of_digits.clone().map(|of_digit| of_digit.len() + 1);
    let states = counts.fold(1, usize::saturating_mul);
    if count(&values, values[0]) == values.len() {
        let most = if is_exact { values.len() } else { cells.len() };
        return to.count(cells.to_vec(), values[0], (values.len()..=most).collect());
    }
    if states <= MOST_STATES {
        return contains_at_once(cells, &values, is_exact, to);
    }
    of_digits
        .into_iter()
        .try_for_each(|of_digit| contains_at_once(cells, of_digit, is_exact, to))
}

/// Adds one automaton for sorted values.
fn contains_at_once(
    cells: &[Cell],
    values: &[usize],
    is_exact: bool,
    to: &mut Lowering,
) -> Result<(), Mismatch> {
    // The state is the digits that have not occurred yet.
    let step = |place: usize, missing: &Vec<usize>, digit: usize| {
        let mut missing = missing.clone();
        match missing.iter().position(|value| *value == digit) {
            Some(found) => _ = missing.remove(found),
            None if is_exact && values.contains(&digit) => return None,
            None => {}
        }
        (missing.len() < cells.len() - place).then_some(missing)
    };
    to.automaton(cells.to_vec(), values.to_vec(), step, Vec::is_empty)
}

/// Returns the number of sets of 1 to `most` digits, the states after some cells.
fn set_count(digits: usize, most: usize) -> usize {
    let counts = 1..=most.min(digits);
    counts.fold(0, |total, count| {
        total.saturating_add(digit_set_count(digits, count))
    })
}

fn count_distinct_holds(of: Of, filled: &FilledBoard) -> bool {
    let mut digits = filled.values(of.group(1));
    digits.sort_unstable();
    digits.dedup();
    filled.values(of.group(0)) == [digits.len()]
}

fn lower_count_distinct(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let counter = of.group(0)[0];
    let mut cells = of.group(1).to_vec();
    cells.sort_unstable();
    cells.dedup();
    let counts_itself = cells.contains(&counter);
    cells.retain(|cell| *cell != counter);
    let counted = cells.len();
    to.check_room(set_count(to.board().digit_count(), counted))?;
    cells.push(counter);
    // The state is the different digits so far. The counter is the last cell.
    let step = |place: usize, found: &Vec<usize>, digit: usize| {
        let mut found = found.clone();
        if (place < counted || counts_itself)
            && let Err(at) = found.binary_search(&digit)
        {
            found.insert(at, digit);
        }
        match place < counted {
            true => Some(found),
            false => (found.len() == digit).then(Vec::new),
        }
    };
    to.automaton(cells, Vec::new(), step, |_| true)
}

/// Checks that all groups begin with the same cell.
fn check_first_cells(of: Of) -> Result<(), Mismatch> {
    let mut groups = of.groups().skip(1);
    match groups.all(|group| group.first() == of.group(1).first()) {
        true => Ok(()),
        false => {
            let expected = "groups that begin with the same cell";
            Err(Mismatch::new(expected, "different ones"))
        }
    }
}

/// Counts the cells with the digit of the first one: all of them, or up to the first different digit. The first
/// cell counts once, if it counts.
fn same_count_holds(of: Of, filled: &FilledBoard, is_run: bool) -> bool {
    let mut count = usize::from(!of.has_flag());
    for group in of.groups().skip(1) {
        let digits = filled.values(group);
        let others = digits.iter().skip(1);
        count += match is_run {
            true => others.take_while(|digit| **digit == digits[0]).count(),
            false => others.filter(|digit| **digit == digits[0]).count(),
        };
    }
    filled.values(of.group(0)) == [count]
}

/// The state of a count while its cells are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Counting {
    /// The number of cells that are still to be counted.
    left: usize,
    /// The digit of the first cell.
    digit: Option<usize>,
    /// True if the next cell can count.
    is_open: bool,
}

fn lower_same_count(of: Of, to: &mut Lowering, is_run: bool) -> Result<(), Mismatch> {
    // The counter and the first cell, then the other cells of each group.
    let mut segments = vec![vec![of.group(0)[0], of.group(1)[0]]];
    let others = of.groups().skip(1).map(|group| group[1..].to_vec());
    segments.extend(others.filter(|group| !group.is_empty()));
    let of_first = usize::from(!of.has_flag());
    let step = |state: &Option<Counting>, symbol: Symbol| {
        let Some(
            of @ Counting {
                left,
                digit,
                is_open,
            },
        ) = state.clone()
        else {
            let left = symbol?.checked_sub(of_first)?;
            return Some(Some(Counting {
                left,
                digit: None,
                is_open: true,
            }));
        };
        Some(Some(match symbol {
            None => Counting {
                is_open: true,
                ..of
            },
            Some(_) if digit.is_none() => Counting {
                digit: symbol,
                ..of
            },
            Some(_) => {
                let is_counted = is_open && symbol == digit;
                let left = left.checked_sub(usize::from(is_counted))?;
                Counting {
                    left,
                    digit,
                    is_open: is_counted || !is_run,
                }
            }
        }))
    };
    let is_final = |state: &Option<Counting>| matches!(state, Some(Counting { left: 0, .. }));
    to.automaton_of_list(&segments, None, step, is_final)
}

fn circles_hold(of: Of, filled: &FilledBoard) -> bool {
    let digits = filled.values(of.group(0));
    digits.iter().all(|digit| count(&digits, *digit) == *digit)
}

/// Adds a count for each digit, which is in no circle or in as many as it says. The digits that occur add up to
/// the number of circles, so some must occur, and others cannot.
fn lower_circles(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let cells = of.group(0);
    let values: Vec<usize> = to.board().all_values().collect();
    for value in &values {
        let others = values.iter().filter(|other| *other != value);
        let sums = subset_sums(others.copied());
        let has_sum = |sum: usize| sum >= MOST_NARROWED || sums >> sum & 1 != 0;
        let can_occur = *value > 0 && cells.len().checked_sub(*value).is_some_and(has_sum);
        let counts = [(0, has_sum(cells.len())), (*value, can_occur)].into_iter();
        let counts = counts.filter_map(|(count, is_possible)| is_possible.then_some(count));
        to.count(cells.to_vec(), *value, counts.collect())?;
    }
    Ok(())
}

/// The number of circles from which on all sums of digits count as possible.
const MOST_NARROWED: usize = u128::BITS as usize;

/// Returns the sums of sets of these values below [`MOST_NARROWED`], as bits.
fn subset_sums(values: impl Iterator<Item = usize>) -> u128 {
    let values = values.filter(|value| *value < MOST_NARROWED);
    values.fold(1, |sums, value| sums | sums << value)
}

fn same_digits_holds(of: Of, filled: &FilledBoard) -> bool {
    let [first, second] = [0, 1].map(|group| {
        let mut values = filled.values(of.group(group));
        values.sort_unstable();
        values
    });
    first == second
}

/// Adds an automaton for each digit, which counts it in both groups.
fn lower_same_digits(of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
    let balance = balance(of.group(0), of.group(1));
    if balance.is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = balance.iter().map(|(cell, _)| *cell).collect();
    for counted in to.board().all_values() {
        let step = |place: usize, surplus: &i64, digit: usize| {
            let change = if digit == counted {
                balance[place].1
            } else {
                0
            };
            let surplus = surplus + change;
            let rest = balance[place + 1..].iter();
            // The cells that follow must be able to make up for the surplus.
            let most: i64 = rest
                .map(|(_, count)| (-count * surplus.signum()).max(0))
                .sum();
            (surplus.abs() <= most).then_some(surplus)
        };
        to.automaton(cells.clone(), 0, step, |surplus| *surplus == 0)?;
    }
    Ok(())
}

/// Returns each cell with the number of times that it is in the first group rather than in the second.
fn balance(first: &[Cell], second: &[Cell]) -> Vec<(Cell, i64)> {
    let mut cells = [first, second].concat();
    cells.sort_unstable();
    cells.dedup();
    let count = |cells: &[Cell], cell| cells.iter().filter(|other| **other == cell).count() as i64;
    let counts = cells
        .into_iter()
        .map(|cell| (cell, count(first, cell) - count(second, cell)));
    counts.filter(|(_, count)| *count != 0).collect()
}

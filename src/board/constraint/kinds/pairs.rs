//! Kinds that are a condition on pairs of digits.

use std::collections::BTreeSet;

use super::super::super::cell::{Cell, Digit};
use super::super::super::geometry::Geometry;
use super::super::kind::{Kind, Meaning, Of, PairRule, Part};

/// All of these kinds.
pub(in super::super) const KINDS: &[Kind] = &[
    pairs(
        &["thermometer", "thermo"],
        &[Part::Cells(1)],
        neighbours,
        |_, a, b| a < b,
        "Digits along a thermometer increase from the bulb.",
    ),
    pairs(
        &["slow-thermometer", "slowthermo"],
        &[Part::Cells(1)],
        neighbours,
        |_, a, b| a <= b,
        "Digits along a slow thermometer increase from the bulb or stay the same.",
    ),
    pairs(
        &[
            "difference",
            "whitedot",
            "whitekropki",
            "kropkiwhite",
            "whitekropkidot",
            "whitecircle",
            "differencedot",
        ],
        &[Part::Usual(0, |_| 1), Part::Pair],
        neighbours,
        |of, a, b| a.abs_diff(b) == of.value(),
        "Cells with a white dot between them have the difference of the dot, or {usual}.",
    ),
    pairs(
        &[
            "ratio",
            "blackdot",
            "blackkropki",
            "kropkiblack",
            "blackkropkidot",
            "blackcircle",
            "ratiodot",
        ],
        &[Part::Usual(0, |_| 2), Part::Pair],
        neighbours,
        |of, a, b| has_ratio(a, b, of.value()),
        "Cells with a black dot between them have the ratio of the dot, or {usual}.",
    ),
    pairs(
        &["x"],
        &[Part::Pair],
        neighbours,
        |_, a, b| a + b == 10,
        "Cells with an X between them add up to 10.",
    ),
    pairs(
        &["v"],
        &[Part::Pair],
        neighbours,
        |_, a, b| a + b == 5,
        "Cells with a V between them add up to 5.",
    ),
    pairs(
        &["greater", "greaterthan"],
        &[Part::Pair],
        neighbours,
        |_, a, b| a > b,
        "A sign between two cells points to the lower digit.",
    ),
    pairs(
        &[
            "whispers",
            "whisper",
            "germanwhisper",
            "germanwhisperline",
            "whisperline",
        ],
        &[Part::Usual(0, half), Part::Cells(2)],
        neighbours,
        |of, a, b| a.abs_diff(b) >= of.value(),
        "Neighbours on a whispers line differ by at least the given number, or by {usual}.",
    ),
    pairs(
        &["nabner", "nabnerline"],
        &[Part::Cells(2)],
        all,
        |_, a, b| a.abs_diff(b) >= 2,
        "No two digits on a nabner line are equal or consecutive.",
    ),
    pairs(
        &["palindrome", "palindromeline"],
        &[Part::Cells(2)],
        mirrored,
        |_, a, b| a == b,
        "Digits on a palindrome are the same from both ends.",
    ),
    Kind {
        check: |of| of.check_equal_lengths(),
        ..pairs(
            &["clone", "clonedregion"],
            &[Part::Groups(2, 2)],
            zipped,
            |_, a, b| a == b,
            "Cloned groups of cells have the same digits in the same places.",
        )
    },
    Kind {
        implied: Some(PairRule {
            pairs: in_same_third,
            allows: |of, a, b| third(of, a) == third(of, b),
        }),
        ..pairs(
            &["entropic", "entropicline"],
            &[Part::Cells(2)],
            |of| near(of, 3),
            |of, a, b| third(of, a) != third(of, b),
            "Every three consecutive cells of an entropic line have a low, a middle and a high digit.",
        )
    },
    Kind {
        implied: Some(PairRule {
            pairs: |of| apart(of, of.value()),
            allows: |of, a, b| a % modulus(of) == b % modulus(of),
        }),
        ..pairs(
            &["modular", "modularline"],
            &[Part::Usual(1, |_| 3), Part::Cells(2)],
            |of| near(of, of.value()),
            |of, a, b| a % modulus(of) != b % modulus(of),
            "Every k consecutive cells of a modular line have different remainders modulo k, where k is the given number, or {usual}. If the line has fewer than k cells, all of them have.",
        )
    },
    pairs(
        &["odd", "oddcell"],
        &[Part::Cell],
        itself,
        |_, a, _| !a.is_multiple_of(2),
        "Cells with a circle have odd digits.",
    ),
    pairs(
        &["even", "evencell"],
        &[Part::Cell],
        itself,
        |_, a, _| a.is_multiple_of(2),
        "Cells with a square have even digits.",
    ),
    pairs(
        &["minimum", "min"],
        &[Part::Cell],
        unmarked_neighbours,
        |_, a, b| a < b,
        "A minimum cell is lower than its orthogonal neighbours.",
    ),
    pairs(
        &["maximum", "max"],
        &[Part::Cell],
        unmarked_neighbours,
        |_, a, b| a > b,
        "A maximum cell is higher than its orthogonal neighbours.",
    ),
    Kind {
        check: |of| of.check_length(),
        statement: Some(|of, _| format!("every two neighbours {}", of.pair_condition())),
        ..pairs(
            &["pairs", "pair", "pairwise"],
            &[Part::Pairs, Part::Title, Part::Cells(2)],
            neighbours,
            |of, a, b| of.allows(a, b),
            "Every two neighbours of a list of cells satisfy a condition on their digits a and b, or have one of the listed pairs.",
        )
    },
    Kind {
        check: |of| of.check_length(),
        statement: Some(|of, _| format!("every two cells {}", of.pair_condition())),
        ..pairs(
            &["all-pairs", "allpair", "everypair"],
            &[Part::Pairs, Part::Title, Part::Cells(2)],
            all,
            |of, a, b| of.allows(a, b),
            "Every two of the cells satisfy a condition on the digits a and b, of which a comes first, or have one of the listed pairs.",
        )
    },
];

const fn pairs(
    names: &'static [&'static str],
    shape: &'static [Part],
    pairs: fn(Of) -> Vec<[Cell; 2]>,
    allows: fn(Of, usize, usize) -> bool,
    sentence: &'static str,
) -> Kind {
    Kind::new(
        names,
        shape,
        Meaning::Pairs(PairRule { pairs, allows }),
        sentence,
    )
}

/// Returns the pairs of neighbours in the list of cells.
fn neighbours(of: Of) -> Vec<[Cell; 2]> {
    apart(of, 1)
}

/// Returns every two of the cells, in their order.
fn all(of: Of) -> Vec<[Cell; 2]> {
    let cells = of.group(0);
    let after = |(place, one): (usize, &Cell)| {
        let one = *one;
        cells[place + 1..].iter().map(move |other| [one, *other])
    };
    cells.iter().enumerate().flat_map(after).collect()
}

/// Returns the pairs of cells that are this far apart in the list.
fn apart(of: Of, distance: usize) -> Vec<[Cell; 2]> {
    let cells = of.group(0);
    let others = cells.iter().skip(distance);
    cells
        .iter()
        .zip(others)
        .map(|(one, other)| [*one, *other])
        .collect()
}

/// Returns the pairs of cells among each `count` cells in a row.
fn near(of: Of, count: usize) -> Vec<[Cell; 2]> {
    let distances = 1..count.min(of.group(0).len());
    distances.flat_map(|distance| apart(of, distance)).collect()
}

/// Returns the pairs of cells at the same distance from both ends.
fn mirrored(of: Of) -> Vec<[Cell; 2]> {
    let cells = of.group(0);
    let pairs = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
    pairs.map(|(one, other)| [*one, *other]).collect()
}

/// Returns the cells in the same places of both groups.
fn zipped(of: Of) -> Vec<[Cell; 2]> {
    let pairs = of.group(0).iter().zip(of.group(1));
    pairs.map(|(one, other)| [*one, *other]).collect()
}

/// Returns the cell with itself, for a condition on one digit.
fn itself(of: Of) -> Vec<[Cell; 2]> {
    of.group(0).iter().map(|cell| [*cell, *cell]).collect()
}

/// Returns the cell with its orthogonal neighbours, except those that are marked in the same way.
fn unmarked_neighbours(of: Of) -> Vec<[Cell; 2]> {
    let marked = of.context.marked(of.name());
    let around = |cell: &Cell| {
        let cell = *cell;
        let neighbours = of.board().neighbours(cell).into_iter();
        neighbours
            .filter(|other| !marked.contains(other))
            .map(move |other| [cell, other])
    };
    of.group(0).iter().flat_map(around).collect()
}

/// Returns half of the number of digits, rounded up: the usual difference of whispers.
fn half(board: &Geometry) -> usize {
    board.digits_in_grid().div_ceil(2)
}

/// Returns true if one digit is `ratio` times the other.
pub(super) fn has_ratio(one: usize, other: usize, ratio: usize) -> bool {
    one.checked_mul(ratio) == Some(other) || other.checked_mul(ratio) == Some(one)
}

/// Returns the divisor of a modular line.
fn modulus(of: Of) -> usize {
    of.value().max(1)
}

/// Returns 0, 1 or 2 for a low, middle or high digit of the grid, and further classes for the digits of
/// variables below and above.
fn third(of: Of, digit: usize) -> i64 {
    let values = of.board().values();
    let above_lowest = digit as i64 - *values.start() as i64;
    (above_lowest * 3).div_euclid(values.count() as i64)
}

/// Returns the pairs of cells with digits of the same class, which returns after three cells. There are none
/// if the cells can have digits of more classes.
fn in_same_third(of: Of) -> Vec<[Cell; 2]> {
    let board = of.board();
    let digits = of.group(0).iter().flat_map(|cell| board.digits_of(*cell));
    let values = digits.map(|digit| board.value(Digit::from_index(digit)));
    let classes: BTreeSet<i64> = values.map(|value| third(of, value)).collect();
    match classes.len() {
        ..=3 => apart(of, 3),
        _ => Vec::new(),
    }
}

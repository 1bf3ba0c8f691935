//! Houses that can hold only some sets of digits, such as cages with a sum.
//!
//! A set has a *selector*, and a digit of some but not all sets has a variable *the house contains
//! the digit*. One selector is true; it decides which digits the house contains; and a digit that it
//! contains has a place. This needs no arithmetic: a cage of the 9×9 board has at most 12 sets.
//!
//! At most one selector is true because two sets of the same size differ in a digit that both
//! cannot decide. With `s` sets of `k` cells and `d` digits in some but not all sets there are
//! `s + d` auxiliary variables and `1 + sd + d(k + 1)` clauses, one for each digit of all sets, and
//! `k` for each digit of none. A house of one or two cells has no auxiliary variables; see
//! [`support`](super::support).

use std::fmt;

use super::encoder::{Encoder, Refused, Term};
use super::support;
use crate::board::{Cell, Digit, DigitBits, Layout, ones};

/// Writes the clauses of the digit sets of a house. That its digits differ has its own clauses.
pub(super) fn encode(
    cells: &[Cell],
    sets: &[DigitBits],
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    if let [one] = cells[..] {
        return support::of_cell(one, |digit| sets.contains(&bit(digit)), to);
    }
    if let [one, other] = cells[..] {
        let is_allowed = |one, other| one != other && sets.contains(&(bit(one) | bit(other)));
        return support::of_pair([one, other], is_allowed, to);
    }
    let sets = possible(cells, sets.iter().copied(), to);
    select(cells, &sets, to).map(drop)
}

/// Returns those of `sets` that these cells can hold, as far as single candidates tell.
pub(super) fn possible(
    cells: &[Cell],
    sets: impl Iterator<Item = DigitBits>,
    to: &Encoder<'_>,
) -> Vec<DigitBits> {
    let (mut anywhere, mut solved) = (0, 0);
    for &cell in cells {
        for (digit, term) in to.digits(cell) {
            anywhere |= bit(digit);
            if term == Term::True {
                solved |= bit(digit);
            }
        }
    }
    let is_possible = |set: &DigitBits| set & !anywhere == 0 && solved & !set == 0;
    sets.filter(is_possible).collect()
}

/// Requires that different cells hold one of these sets of digits. Returns their selectors.
pub(super) fn select(
    cells: &[Cell],
    sets: &[DigitBits],
    to: &mut Encoder<'_>,
) -> Result<Vec<Term>, Refused> {
    let in_some = sets.iter().fold(0, |union, set| union | set);
    let in_all = sets.iter().fold(DigitBits::MAX, |common, set| common & set);

    let layout = to.layout;
    let names = names(layout, cells);
    let mut selectors = Vec::with_capacity(sets.len());
    for set in sets {
        selectors.push(match sets.len() {
            1 => to.guard(),
            _ => to.variable(format_args!("{} hold {}", names, digits(layout, *set)))?,
        });
    }
    to.one_of(selectors.iter().copied())?;
    let board = layout.geometry();
    for digit in board.digits() {
        let places = to.places(cells, digit);
        let is_inside = match places[..] {
            _ if in_some & bit(digit) == 0 => Term::False,
            _ if in_all & bit(digit) != 0 => Term::True,
            [place] => place,
            _ => to.variable(format_args!("{} hold {}", names, board.value(digit)))?,
        };
        for (selector, set) in selectors.iter().zip(sets) {
            let contains = set & bit(digit) != 0;
            to.defines(*selector, [if contains { is_inside } else { !is_inside }])?;
        }
        // A digit of all sets or of none depends on the constraint, others on their variable.
        let write = match is_inside {
            Term::Literal(_) => Encoder::defines,
            _ => Encoder::implies,
        };
        for place in &places {
            write(to, *place, vec![is_inside])?;
        }
        write(to, is_inside, places)?;
    }
    Ok(selectors)
}

/// The set of one digit.
fn bit(digit: Digit) -> DigitBits {
    1 << digit.index()
}

/// The names of cells, `r1c1 r1c2 r2c1`. They are only composed if a sink reads them.
pub(super) fn names<'a>(layout: &'a Layout, cells: &'a [Cell]) -> impl fmt::Display + 'a {
    Spaced(cells.iter().map(|cell| cell.name(layout.geometry())))
}

/// The digits of a set: `1 5 9`.
fn digits(layout: &Layout, set: DigitBits) -> impl fmt::Display + '_ {
    Spaced(ones(set).map(|digit| layout.geometry().value(Digit::from_index(digit))))
}

/// Items with spaces between them.
struct Spaced<I>(I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for Spaced<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, item) in self.0.clone().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{item}")?;
        }
        Ok(())
    }
}

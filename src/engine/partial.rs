//! Partial grids: the check of engines that place one digit at a time.

use crate::board::{Automaton, Candidate, Cell, Digit, DigitBits, Grid, House, Layout, Puzzle};

/// Returns true if the relations, digit sets, equations and automata of the cell allow `candidate` in addition to
/// the digits of `grid`. Engines check themselves that the digit is new in its houses.
pub(super) fn allows(layout: &Layout, grid: &Grid, candidate: Candidate) -> bool {
    let Candidate { cell, digit } = candidate;
    let digit_in = |at: Cell| match at == cell {
        true => Some(digit),
        false => grid.get(at),
    };
    let mut excluded = layout.excluded(candidate);
    let mut houses = layout.houses_of(cell);
    let mut equations = layout.equations_of(cell);
    let mut automata = layout.automata_of(cell);
    excluded.all(|other| grid.get(other.cell) != Some(other.digit))
        && houses.all(|number| can_fill(&layout.houses()[number], digit_in))
        && equations.all(|number| {
            let equation = &layout.equations()[number];
            can_accept(equation.automaton(layout.geometry()), digit_in)
        })
        && automata.all(|number| can_accept(&layout.automata()[number], digit_in))
}

/// Returns true if the givens break no house or relation, and every digit set, equation and automaton
/// allows them.
pub(super) fn allows_givens(puzzle: &Puzzle) -> bool {
    let layout = puzzle.layout();
    let given_in = |cell: Cell| puzzle.givens().get(cell);
    let equations = layout.equations().iter();
    let equations = equations.map(|equation| equation.automaton(layout.geometry()));
    let mut houses = layout.houses().iter();
    let mut automata = layout.automata().iter().chain(equations);
    puzzle.clash().is_none()
        && houses.all(|house| can_fill(house, given_in))
        && automata.all(|automaton| can_accept(automaton, given_in))
}

/// Returns true if the house can hold a digit set that contains the known digits.
fn can_fill(house: &House, digit_in: impl Fn(Cell) -> Option<Digit>) -> bool {
    house.sets().is_none_or(|sets| {
        let digits = house.cells.iter().filter_map(|cell| digit_in(*cell));
        let known: DigitBits = digits.fold(0, |known, digit| known | 1 << digit.index());
        sets.iter().any(|set| known & !set == 0)
    })
}

/// Returns true if an automaton accepts a sequence that contains the known digits.
fn can_accept(automaton: &Automaton, digit_in: impl Fn(Cell) -> Option<Digit>) -> bool {
    let known: Vec<Option<Digit>> = automaton.cells.iter().map(|cell| digit_in(*cell)).collect();
    automaton.accepts(|place, digit| known[place].is_none_or(|known| known == digit))
}

//! Partial grids: the check of engines that place one digit at a time.

use crate::board::{
    Automaton, Candidate, Cell, Choice, Connected, Digit, DigitBits, DistinctPairs, Geometry, Grid,
    House, Layout, PrimitivesOf, Puzzle, Relation,
};

/// Returns true if the primitives of the cell allow `candidate` in addition to the digits of `grid`.
/// Engines check themselves that the digit is new in its houses.
pub(super) fn allows(layout: &Layout, grid: &Grid, candidate: Candidate) -> bool {
    let Candidate { cell, digit } = candidate;
    let board = layout.geometry();
    let digit_in = &|at: Cell| match at == cell {
        true => Some(digit),
        false => grid.get(at),
    };
    let mut excluded = layout.excluded(candidate);
    let mut houses = layout.houses_of(cell);
    let mut equations = layout.equations_of(cell);
    let mut automata = layout.automata_of(cell);
    let mut choices = layout.choices_of(cell);
    let mut connected = layout.connected_of(cell);
    let mut pairs = layout.distinct_pairs_of(cell);
    excluded.all(|other| grid.get(other.cell) != Some(other.digit))
        && houses.all(|number| can_fill(&layout.houses()[number], digit_in))
        && equations.all(|number| can_accept(layout.equations()[number].automaton(board), digit_in))
        && automata.all(|number| can_accept(&layout.automata()[number], digit_in))
        && choices.all(|number| can_choose(&layout.choices()[number], board, digit_in))
        && connected.all(|number| can_connect(&layout.connected()[number], digit_in))
        && pairs.all(|number| are_distinct(&layout.distinct_pairs()[number], digit_in))
}

/// Returns true if the givens break no house or relation, and every other primitive allows them.
pub(super) fn allows_givens(puzzle: &Puzzle) -> bool {
    let (layout, board) = (puzzle.layout(), puzzle.geometry());
    let given_in = &|cell: Cell| puzzle.givens().get(cell);
    let mut equations = layout.equations().iter();
    puzzle.clash().is_none()
        && layout
            .houses()
            .iter()
            .all(|house| can_fill(house, given_in))
        && equations.all(|equation| can_accept(equation.automaton(board), given_in))
        && layout
            .automata()
            .iter()
            .all(|automaton| can_accept(automaton, given_in))
        && layout
            .choices()
            .iter()
            .all(|choice| can_choose(choice, board, given_in))
        && layout
            .connected()
            .iter()
            .all(|connected| can_connect(connected, given_in))
        && layout
            .distinct_pairs()
            .iter()
            .all(|pairs| are_distinct(pairs, given_in))
}

/// The digit of a cell, if it is known.
type DigitIn<'a> = &'a dyn Fn(Cell) -> Option<Digit>;

/// Returns true if the house can hold a digit set that contains the known digits.
fn can_fill(house: &House, digit_in: DigitIn<'_>) -> bool {
    house.sets().is_none_or(|sets| {
        let digits = house.cells.iter().filter_map(|cell| digit_in(*cell));
        let known: DigitBits = digits.fold(0, |known, digit| known | 1 << digit.index());
        sets.iter().any(|set| known & !set == 0)
    })
}

/// Returns true if an automaton accepts a sequence that contains the known digits.
fn can_accept(automaton: &Automaton, digit_in: DigitIn<'_>) -> bool {
    let known: Vec<Option<Digit>> = automaton.cells.iter().map(|cell| digit_in(*cell)).collect();
    automaton.accepts(|place, digit| known[place].is_none_or(|known| known == digit))
}

/// Returns true if the known digits refute no primitive of some alternative.
fn can_choose(choice: &Choice, board: &Geometry, digit_in: DigitIn<'_>) -> bool {
    let can_hold = |of: PrimitivesOf<'_>| {
        of.houses
            .iter()
            .all(|house| are_different(house, digit_in) && can_fill(house, digit_in))
            && of
                .relations
                .iter()
                .all(|relation| allows_pair(relation, digit_in))
            && of
                .equations
                .iter()
                .all(|equation| can_accept(equation.automaton(board), digit_in))
            && of
                .automata
                .iter()
                .all(|automaton| can_accept(automaton, digit_in))
            && of
                .choices
                .iter()
                .all(|choice| can_choose(choice, board, digit_in))
            && of
                .connected
                .iter()
                .all(|connected| can_connect(connected, digit_in))
            && of
                .distinct_pairs
                .iter()
                .all(|pairs| are_distinct(pairs, digit_in))
    };
    choice.alternatives().any(can_hold)
}

fn are_different(house: &House, digit_in: DigitIn<'_>) -> bool {
    let mut digits: Vec<Digit> = house
        .cells
        .iter()
        .filter_map(|cell| digit_in(*cell))
        .collect();
    digits.sort_unstable();
    digits.windows(2).all(|pair| pair[0] != pair[1])
}

fn allows_pair(relation: &Relation, digit_in: DigitIn<'_>) -> bool {
    match relation.cells.map(digit_in) {
        [Some(first), Some(second)] => !relation.forbids([first, second]),
        _ => true,
    }
}

/// Returns true if no two pairs whose digits are known are equal.
fn are_distinct(distinct: &DistinctPairs, digit_in: DigitIn<'_>) -> bool {
    let known = |[first, second]: &[Cell; 2]| Some((digit_in(*first)?, digit_in(*second)?));
    let mut pairs: Vec<(Digit, Digit)> = distinct.pairs.iter().filter_map(known).collect();
    pairs.sort_unstable();
    pairs.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns true if every known cell that is in can be reached from the first one, and the number of cells
/// that are in can be right.
fn can_connect(connected: &Connected, digit_in: DigitIn<'_>) -> bool {
    let is_in: Vec<Option<bool>> = (connected.cells.iter())
        .map(|cell| Some(connected.digits.contains(&digit_in(*cell)?)))
        .collect();
    let count =
        |is_in_known: fn(&Option<bool>) -> bool| is_in.iter().filter(|of| is_in_known(of)).count();
    let (certain, possible) = (
        count(|of| *of == Some(true)),
        count(|of| *of != Some(false)),
    );
    if connected
        .size
        .is_some_and(|size| !(certain..=possible).contains(&size))
    {
        return false;
    }
    let Some(first) = is_in.iter().position(|is_in| *is_in == Some(true)) else {
        return true;
    };
    let mut is_reached = vec![false; is_in.len()];
    is_reached[first] = true;
    let mut left = vec![first];
    while let Some(place) = left.pop() {
        for neighbour in &connected.neighbours[place] {
            if is_in[*neighbour] != Some(false) && !is_reached[*neighbour] {
                is_reached[*neighbour] = true;
                left.push(*neighbour);
            }
        }
    }
    is_in
        .iter()
        .zip(is_reached)
        .all(|(is_in, is_reached)| *is_in != Some(true) || is_reached)
}

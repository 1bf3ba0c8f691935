//! Partial grids: the check of engines that place one digit at a time.

use crate::board::{
    Automaton, Candidate, Cell, Connected, Digit, DigitBits, DigitCount, DistinctPairs, Geometry,
    Grid, House, Layout, Primitive, Puzzle, Relation, Rule,
};

/// The primitives of each cell, for the check whether a digit fits into a partial grid. Houses without
/// digit sets are left out: engines check themselves that a digit is new in its houses.
pub(super) struct PartialCheck<'a> {
    board: &'a Geometry,
    of_cells: Vec<Vec<&'a Primitive>>,
}

impl<'a> PartialCheck<'a> {
    pub(super) fn new(layout: &'a Layout) -> PartialCheck<'a> {
        let mut of_cells = vec![Vec::new(); layout.cell_count()];
        let primitives = layout.primitives().iter();
        for primitive in primitives.filter(|of| !of.is_difference()) {
            let cells = primitive.cells().iter();
            cells.for_each(|cell| of_cells[cell.index()].push(primitive));
        }
        PartialCheck {
            board: layout.geometry(),
            of_cells,
        }
    }

    /// Returns true if the primitives of the cell allow `candidate` in addition to the digits of `grid`.
    pub(super) fn allows(&self, grid: &Grid, candidate: Candidate) -> bool {
        let Candidate { cell, digit } = candidate;
        let digit_in = &|at: Cell| match at == cell {
            true => Some(digit),
            false => grid.get(at),
        };
        let mut primitives = self.of_cells[cell.index()].iter();
        primitives.all(|of| can_hold(&of.rule, self.board, digit_in))
    }
}

/// Returns true if the givens refute no primitive.
pub(super) fn allows_givens(puzzle: &Puzzle) -> bool {
    let (layout, board) = (puzzle.layout(), puzzle.geometry());
    let given_in = &|cell: Cell| puzzle.givens().get(cell);
    let mut houses = layout.houses().iter();
    let mut primitives = layout.primitives().iter();
    houses.all(|house| are_different(house, given_in))
        && primitives.all(|of| can_hold(&of.rule, board, given_in))
}

/// Returns true if the known digits do not refute the rule.
fn can_hold(rule: &Rule, board: &Geometry, digit_in: DigitIn<'_>) -> bool {
    match rule {
        Rule::Relation(relation) => allows_pair(relation, digit_in),
        Rule::House(house) => are_different(house, digit_in) && can_fill(house, digit_in),
        Rule::Equation(equation) => can_accept(equation.automaton(board), digit_in),
        Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => {
            can_accept(automaton, digit_in)
        }
        Rule::Connected(connected) => can_connect(connected, digit_in),
        Rule::DistinctPairs(pairs) => are_distinct(pairs, digit_in),
        Rule::Choice(choice) => choice.alternatives().iter().any(|alternative| {
            let mut primitives = alternative.iter();
            primitives.all(|of| can_hold(&of.rule, board, digit_in))
        }),
    }
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

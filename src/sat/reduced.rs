//! The reduced encoding: the extended encoding of what propagation leaves open.
//!
//! # What is left out, and why that is sound
//!
//! Cells with one candidate have no variable: propagation has removed all candidates that they
//! exclude, so no other clause mentions them. The extended families are written for the open
//! candidates, except
//!
//! - the pair of two cells in a house, if an earlier house contains both: a box repeats the pairs
//!   of its rows and columns;
//! - the clause of places for a digit in a house, if all of them are in an earlier full house:
//!   after the intersection rule that house has no further places, so the clauses are the same.
//!
//! All other pairs are worth loading, although that takes 40 % of the time on puzzles of medium
//! difficulty: without the pairs of cells (a fifth of the clauses) refuting a second solution takes
//! twice as long, and without those of boxes (a tenth) everything takes 5 % longer. The order of
//! the clauses and a shorter blocking clause (without one digit) make no measurable difference.
//!
//! Only the pairwise encoding can leave out single pairs. Another at-most-one encoding is used for
//! a cell or for a digit in a house only if it has fewer clauses than the pairs needed there
//! ([`AtMostOne::encode_wanted`]), so most boxes of a small board stay pairwise.
//!
//! With pairs, no clause subsumes another: two different clauses of places, or a clause of places
//! and a clause of digits, share at most one literal, and the literals of pairs are negative.

use super::at_most_one::{AtMostOne, Auxiliaries};
use super::cnf::{ClauseSink, Literal};
use super::full::write_exclusions;
use super::var_map::VarMap;
use crate::board::{Cell, Layout};
use crate::propagate::Candidates;

/// Writes the clauses. `candidates` are at the fixed point of [`Candidates::propagate`], and `map`
/// is their [`VarMap::compact`]. Returns the number of auxiliary variables.
pub(super) fn encode<S: ClauseSink>(
    candidates: &Candidates,
    at_most_one: AtMostOne,
    map: &VarMap,
    sink: &mut S,
) -> Result<usize, S::Error> {
    let layout = candidates.layout();
    let mut auxiliaries = Auxiliaries::after(map.len());
    let mut group = Vec::new();
    for cell in layout.cells() {
        group.clear();
        group.extend(
            map.variables_of(cell)
                .map(|(variable, _)| variable.positive()),
        );
        if !group.is_empty() {
            sink.clause(&group)?;
            at_most_one.encode(&group, &mut auxiliaries, sink)?;
        }
    }

    // The open places of each digit in the current house, by digit index.
    let mut places = vec![Places::default(); layout.digit_count()];
    for (number, house) in layout.houses().iter().enumerate() {
        for &cell in &house.cells {
            for (variable, digit) in map.variables_of(cell) {
                places[digit.index()].cells.push(cell);
                places[digit.index()].literals.push(variable.positive());
            }
        }
        for Places { cells, literals } in &mut places {
            if literals.is_empty() {
                continue;
            }
            if layout.is_full(house) && !has_earlier_house(layout, cells, number) {
                sink.clause(literals)?;
            }
            let first_here =
                |one, other| layout.first_shared_house(cells[one], cells[other]) == Some(number);
            at_most_one.encode_wanted(literals, first_here, &mut auxiliaries, sink)?;
            cells.clear();
            literals.clear();
        }
    }
    write_exclusions(layout, map, sink)?;
    Ok(auxiliaries.count())
}

/// The places of a digit in a house: cells and the corresponding literals.
#[derive(Clone, Default)]
struct Places {
    cells: Vec<Cell>,
    literals: Vec<Literal>,
}

/// Returns true if all `cells` of house `number` are also in one full house before it.
fn has_earlier_house(layout: &Layout, cells: &[Cell], number: usize) -> bool {
    let earlier = layout
        .houses_of(cells[0])
        .take_while(|house| *house < number);
    earlier
        .filter(|house| layout.is_full(&layout.houses()[*house]))
        .any(|house| {
            let mut others = cells[1..].iter();
            others.all(|cell| layout.houses_of(*cell).any(|of_cell| of_cell == house))
        })
}

#[cfg(test)]
mod tests {
    use super::super::cnf::Cnf;
    use super::*;
    use crate::board::Puzzle;
    use crate::testing::{puzzle, random_puzzles};

    fn encoded(puzzle: &Puzzle) -> Cnf {
        let mut candidates = Candidates::new(puzzle);
        let mut cnf = Cnf::default();
        if candidates.propagate().is_ok() {
            let map = VarMap::compact(&candidates);
            let Ok(_) = encode(&candidates, AtMostOne::Pairwise, &map, &mut cnf);
        }
        cnf
    }

    #[test]
    fn an_empty_board_has_the_extended_clauses_without_the_repeated_pairs() {
        for shape in ["2x2", "2x3", "3x3", "3x4"] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let (r, c) = (
                puzzle.layout().shape().box_rows(),
                puzzle.layout().shape().box_columns(),
            );
            let n = r * c;
            let p = n * (n - 1) / 2;
            // The pairs of a box in one of its r rows of c cells or c columns of r cells.
            let in_lines = r * (c * (c - 1) / 2) + c * (r * (r - 1) / 2);
            let expected = 4 * n * n + 4 * n * n * p - n * n * in_lines;
            assert_eq!(encoded(&puzzle).len(), expected, "{shape}");
        }
    }

    #[test]
    fn no_clause_subsumes_another() {
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 40) {
            let cnf = encoded(&puzzle);
            let mut clauses: Vec<Vec<Literal>> = cnf.clauses().map(|c| c.to_vec()).collect();
            clauses.iter_mut().for_each(|clause| clause.sort());
            for (i, one) in clauses.iter().enumerate() {
                assert!(one.len() >= 2, "{}", puzzle.givens());
                for other in &clauses[i + 1..] {
                    let contains = |big: &[Literal], small: &[Literal]| {
                        small
                            .iter()
                            .all(|literal| big.binary_search(literal).is_ok())
                    };
                    let repeats = contains(one, other) || contains(other, one);
                    assert!(!repeats, "{}: {one:?} {other:?}", puzzle.givens());
                }
            }
        }
    }

    #[test]
    fn a_puzzle_solved_by_singles_has_no_clauses() {
        let easy =
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
        assert!(encoded(&puzzle("3x3", easy)).is_empty());
    }
}

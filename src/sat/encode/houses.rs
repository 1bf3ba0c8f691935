//! The clauses of the board: cells, houses and relations, in all four encodings.
//!
//! The encodings differ in the candidates that have variables, all or those that propagation leaves open
//! ([`VarMap`]), and in the clauses that they leave out. What [`Encoding::Reduced`] leaves out is sound:
//!
//! - Cells with one candidate have no variable: propagation has removed all candidates that they
//!   exclude, so no other clause mentions them. Givens need no clauses for the same reason.
//! - The pair of two cells in a house, if an earlier house contains both: a box repeats the pairs
//!   of its rows and columns.
//! - The clause of places for a digit in a house, if all of them are in an earlier full house:
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
//! With pairs, no clause subsumes another in the reduced encoding: two different clauses of places, or a
//! clause of places and a clause of digits, share at most one literal, and the literals of pairs are negative.

use super::super::formula::{ClauseSink, Literal};
use super::at_most_one::AtMostOne;
use super::auxiliaries::Auxiliaries;
use super::encoding::Encoding;
use super::var_map::VarMap;
use crate::board::{Cell, Layout, Puzzle};

/// A board in an encoding.
pub(super) struct Board<'a> {
    pub puzzle: &'a Puzzle,
    pub encoding: Encoding,
    /// The encoding of each cell and of each digit in each house.
    pub at_most_one: AtMostOne,
    pub map: &'a VarMap,
}

impl Board<'_> {
    /// Writes the clauses. In the full encodings, the givens and the removed candidates come first, as unit
    /// clauses. Only one house is in memory at a time, whatever the number of clauses.
    pub fn encode<S: ClauseSink>(
        &self,
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if self.map.is_full() {
            let variable = |at| self.map.variable(at);
            for given in self.puzzle.givens().filled().filter_map(variable) {
                sink.clause(&[given.positive()])?;
            }
            for removed in self.puzzle.excluded().filter_map(variable) {
                sink.clause(&[removed.negative()])?;
            }
        }
        self.cells(auxiliaries, sink)?;
        self.houses(auxiliaries, sink)?;
        self.relations(sink)
    }

    /// Each open cell holds one digit.
    fn cells<S: ClauseSink>(
        &self,
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let layout = self.puzzle.layout();
        let in_full_house = |cell| {
            let mut houses = layout.houses_of(cell);
            houses.any(|number| layout.is_full(&layout.houses()[number]))
        };
        let mut digits = Vec::with_capacity(layout.digit_count());
        for cell in layout.cells() {
            digits.clear();
            let variables = self.map.variables_of(cell);
            digits.extend(variables.map(|(variable, _)| variable.positive()));
            if digits.is_empty() {
                continue;
            }
            sink.clause(&digits)?;
            // If each cell of a house has a digit and no digit occurs twice, no cell has two.
            if self.encoding.limits_cells() || !in_full_house(cell) {
                self.at_most_one.encode(&digits, auxiliaries, sink)?;
            }
        }
        Ok(())
    }

    /// No house repeats a digit, and a full house has a place for each.
    fn houses<S: ClauseSink>(
        &self,
        auxiliaries: &mut Auxiliaries,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let layout = self.puzzle.layout();
        let of_grid = layout.geometry().grid_digits();
        let leaves_out = self.encoding == Encoding::Reduced;
        // The open places of each digit in the current house, by digit index.
        let mut places = vec![Places::default(); layout.digit_count()];
        for (number, house) in layout.houses().iter().enumerate() {
            for &cell in &house.cells {
                for (variable, digit) in self.map.variables_of(cell) {
                    places[digit.index()].cells.push(cell);
                    places[digit.index()].literals.push(variable.positive());
                }
            }
            let is_filled = self.encoding.fills_houses() && layout.is_full(house);
            for (digit, Places { cells, literals }) in places.iter_mut().enumerate() {
                if literals.is_empty() {
                    continue;
                }
                let is_repeated = || leaves_out && has_earlier_house(layout, cells, number);
                if is_filled && of_grid.contains(&digit) && !is_repeated() {
                    sink.clause(literals)?;
                }
                let is_wanted = |one: usize, other: usize| {
                    !leaves_out
                        || layout.first_shared_house(cells[one], cells[other]) == Some(number)
                };
                self.at_most_one
                    .encode_wanted(literals, is_wanted, auxiliaries, sink)?;
                cells.clear();
                literals.clear();
            }
        }
        Ok(())
    }

    /// No relation holds a pair of candidates that it forbids.
    fn relations<S: ClauseSink>(&self, sink: &mut S) -> Result<(), S::Error> {
        for relation in self.puzzle.layout().relations() {
            for pair in relation.forbidden_pairs() {
                if let [Some(one), Some(other)] = pair.map(|at| self.map.variable(at)) {
                    sink.clause(&[one.negative(), other.negative()])?;
                }
            }
        }
        Ok(())
    }
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
    use super::super::super::formula::Cnf;
    use super::super::translation::Translation;
    use super::*;
    use crate::testing::{blank_on, puzzle, random_puzzles};

    fn encoded(puzzle: &Puzzle, encoding: Encoding) -> Cnf {
        let mut cnf = Cnf::default();
        let Ok(_) = Translation::new(puzzle, encoding).write_clauses(&mut cnf);
        cnf
    }

    #[test]
    fn the_formulas_hold_for_every_size() {
        for shape in ["2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x4"] {
            let puzzle = Puzzle::classic(shape.parse().unwrap());
            let n = puzzle.geometry().rows();
            let p = n * (n - 1) / 2;
            for (encoding, formula) in [
                (Encoding::Minimal, n * n + 3 * n * n * p),
                (Encoding::Efficient, n * n + 4 * n * n * p),
                (Encoding::Extended, 4 * n * n + 4 * n * n * p),
            ] {
                assert_eq!(
                    encoded(&puzzle, encoding).len(),
                    formula,
                    "{shape} {encoding}"
                );
            }
        }
    }

    #[test]
    fn nine_by_nine_has_the_known_counts() {
        let puzzle = Puzzle::classic("3x3".parse().unwrap());
        let counts = [Encoding::Minimal, Encoding::Efficient, Encoding::Extended]
            .map(|encoding| encoded(&puzzle, encoding).len());
        assert_eq!(counts, [8_829, 11_745, 11_988]);
    }

    #[test]
    fn no_clause_mentions_a_variable_twice() {
        let puzzle = Puzzle::classic("2x3".parse().unwrap());
        for clause in encoded(&puzzle, Encoding::Extended).clauses() {
            let mut variables: Vec<_> = clause.iter().map(|l| l.variable()).collect();
            variables.sort();
            variables.dedup();
            assert_eq!(variables.len(), clause.len());
        }
    }

    #[test]
    fn cells_outside_of_full_houses_hold_one_digit_in_the_minimal_encoding() {
        // Four cells with at most one of three digits each.
        let raw = blank_on("board 2x2; raw; digits 1-3");
        assert_eq!(encoded(&raw, Encoding::Minimal).len(), 4 * (1 + 3));
        let boxed = blank_on("board 4x4; box 2x2; variables x 1-2");
        let plain = blank_on("board 4x4; box 2x2");
        let added =
            encoded(&boxed, Encoding::Minimal).len() - encoded(&plain, Encoding::Minimal).len();
        // The variable holds one of four digits, two of which it cannot hold.
        assert_eq!(added, 1 + 6 + 2);
    }

    #[test]
    fn an_empty_board_has_the_extended_clauses_without_the_repeated_pairs() {
        for shape in ["2x2", "2x3", "3x3", "3x4"] {
            let puzzle = Puzzle::classic(shape.parse().unwrap());
            let boxes = puzzle.layout().boxes().unwrap();
            let (r, c) = (boxes.box_rows(), boxes.box_columns());
            let n = r * c;
            let p = n * (n - 1) / 2;
            // The pairs of a box in one of its r rows of c cells or c columns of r cells.
            let in_lines = r * (c * (c - 1) / 2) + c * (r * (r - 1) / 2);
            let expected = 4 * n * n + 4 * n * n * p - n * n * in_lines;
            assert_eq!(
                encoded(&puzzle, Encoding::Reduced).len(),
                expected,
                "{shape}"
            );
        }
    }

    #[test]
    fn no_clause_subsumes_another() {
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 40) {
            let cnf = encoded(&puzzle, Encoding::Reduced);
            let mut clauses: Vec<Vec<Literal>> = cnf.clauses().map(|c| c.to_vec()).collect();
            clauses.iter_mut().for_each(|clause| clause.sort());
            for (i, one) in clauses.iter().enumerate() {
                assert!(one.len() != 1, "{}", puzzle.givens());
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
        assert!(encoded(&puzzle("3x3", easy), Encoding::Reduced).is_empty());
    }
}

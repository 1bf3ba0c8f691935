//! Propagation on [`Candidates`]: naked singles, hidden singles and intersections to a fixed
//! point.
//!
//! The rules themselves are in `rules.rs`. The native MRV engine has propagation of its own, which
//! keeps tallies instead (`engine/mrv`). The two are two on purpose: the one confirms answers that
//! rest on the other, and shared code would share its mistakes.

use super::candidates::Candidates;
use super::rules::with_words;
use crate::board::{Candidate, Contradiction};

impl Candidates {
    /// Applies three rules until none of them removes anything:
    ///
    /// - *naked single*: the only digit of a cell is removed from the cell's peers, and what
    ///   pair_constraints forbid beside it from their cells;
    /// - *hidden single*: the only place for a digit in a full house holds it;
    /// - *intersection* (pointing and claiming, or box/line): if all places for a digit in one
    ///   full house lie in another house, the other has no further place for it.
    ///
    /// No solution is lost. What is left when all cells are solved is the only solution.
    ///
    /// # Errors
    /// A cell without digits or a house without a place, if there is one; the candidates are then
    /// in no particular state.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        with_words!(self, rules => rules.all())
    }

    /// [`Candidates::propagate`] without intersections.
    ///
    /// # Errors
    /// As there.
    pub fn propagate_singles(&mut self) -> Result<(), Contradiction> {
        with_words!(self, rules => rules.singles())
    }

    /// Leaves the cell of `candidate`, which has others too, that one only, and does nothing yet
    /// that follows from it.
    pub(super) fn place(&mut self, candidate: Candidate) {
        let digit = candidate.digit.index();
        with_words!(self, rules => rules.keep_only(candidate.cell, digit / 64, 1 << (digit % 64)));
    }

    /// Removes `candidate`, and nothing yet that follows from that.
    ///
    /// # Errors
    /// When its cell has no other digit.
    pub(super) fn remove(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        let digit = candidate.digit.index();
        with_words!(self, rules => rules.remove_digit(candidate.cell, digit))
    }

    /// Removes every candidate that is not in `bits`, words in the same order as those of these
    /// candidates, and nothing yet that follows from it. Says whether there was one.
    ///
    /// # Errors
    /// When a cell has no digit left.
    pub(super) fn intersect(&mut self, bits: &[u64]) -> Result<bool, Contradiction> {
        with_words!(self, rules => rules.intersect(bits))
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Cell, Digit, Grid, Puzzle, Shape};
    use crate::testing::random_puzzle;

    /// The givens of a 4×4 or 9×9 puzzle, propagated.
    fn propagated(givens: &str) -> Result<Candidates, Contradiction> {
        let value = |c: char| Digit::from_value(c.to_digit(10).unwrap_or(0) as usize);
        let grid = Grid::from_cells(givens.chars().map(value).collect()).unwrap();
        let empty = Puzzle::empty(Shape::square(grid.size()).unwrap());
        let puzzle = Puzzle::new(empty.layout().clone(), grid).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().map(|()| candidates)
    }

    fn digits(candidates: &Candidates, row: usize, column: usize) -> Vec<usize> {
        let cell = Cell::at(row - 1, column - 1, candidates.layout().size());
        candidates.digits(cell).map(Digit::value).collect()
    }

    #[test]
    fn singles_solve_an_easy_puzzle() {
        let solved = propagated(
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        )
        .unwrap();
        let line: String = solved.iter().map(|c| c.digit.to_string()).collect();
        assert_eq!(
            line,
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
        );
    }

    #[test]
    fn an_empty_board_loses_nothing() {
        for shape in ["2x3", "4x4", "9x9"] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let mut candidates = Candidates::new(&puzzle);
            candidates.propagate().unwrap();
            assert_eq!(candidates.iter().count(), puzzle.size().pow(3));
        }
    }

    #[test]
    fn a_box_that_points_clears_the_rest_of_the_row() {
        // In box 1 the rows 2 and 3 are taken by other digits, so 9 is in row 1 there.
        let mut givens = String::from(".........");
        givens += "123......";
        givens += "456......";
        givens += &".".repeat(54);
        let candidates = propagated(&givens).unwrap();
        for column in 4..=9 {
            assert!(!digits(&candidates, 1, column).contains(&9));
            assert!(digits(&candidates, 2, column).contains(&9));
        }
    }

    #[test]
    fn a_row_that_claims_clears_the_rest_of_the_box() {
        // Row 1 holds 1 to 6 in boxes 2 and 3, so 7, 8 and 9 of that row are in box 1.
        let mut givens = String::from("...123456");
        givens += &".".repeat(72);
        let candidates = propagated(&givens).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 1), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn both_contradictions_are_named() {
        // r1c1 sees 1, 2 and 3 in its row and 4 in its column.
        let no_digit = propagated(".123........4...").unwrap_err();
        assert_eq!(no_digit.to_string(), "no digit is left for r1c1");
        // Row 1 has a 1 in its last cell and a 9 in sight of all others, and so has box 3.
        let mut givens = vec!['.'; 81];
        for (row, column, digit) in [
            (1, 9, '1'),
            (2, 1, '9'),
            (3, 4, '9'),
            (4, 7, '9'),
            (7, 8, '9'),
        ] {
            givens[(row - 1) * 9 + column - 1] = digit;
        }
        let no_place = propagated(&String::from_iter(givens)).unwrap_err();
        let expected = ["row 1", "box 3"].map(|house| format!("no cell is left for 9 in {house}"));
        assert!(expected.contains(&no_place.to_string()), "{no_place}");
        let twice = propagated("11..............").unwrap_err();
        assert!(twice.to_string().starts_with("no digit is left for r1c"));
    }

    /// Naked and hidden singles as they are told to a beginner: whole passes over the board, until
    /// one changes nothing. `None` where a cell has no digit left, or a house no place for one.
    fn singles_by_hand(puzzle: &Puzzle) -> Option<Vec<Vec<usize>>> {
        let (layout, size) = (puzzle.layout(), puzzle.size());
        let of = |cell: Cell| match puzzle.givens().get(cell) {
            Some(digit) => vec![digit.value()],
            None => (1..=size).collect(),
        };
        let mut left: Vec<Vec<usize>> = layout.cells().map(of).collect();
        loop {
            let before = left.clone();
            for house in layout.houses() {
                for cell in house.cells.iter().map(|cell| cell.index()) {
                    if let [digit] = left[cell][..] {
                        let others = house.cells.iter().filter(|other| other.index() != cell);
                        others.for_each(|other| left[other.index()].retain(|d| *d != digit));
                    }
                }
                for digit in 1..=size {
                    let cells = house.cells.iter().map(|cell| cell.index());
                    let places: Vec<usize> = cells.filter(|c| left[*c].contains(&digit)).collect();
                    match places[..] {
                        [] => return None,
                        [place] => left[place] = vec![digit],
                        _ => {}
                    }
                }
            }
            if left.contains(&Vec::new()) {
                return None;
            }
            if left == before {
                return Some(left);
            }
        }
    }

    #[test]
    fn many_singles_at_once_are_told_as_one_by_one() {
        let mut random = ChaCha8Rng::seed_from_u64(36);
        let (mut solved, mut open, mut refuted) = (0, 0, 0);
        for shape in ["4x4", "5x5", "5x13"] {
            let empty = Puzzle::empty(shape.parse().unwrap());
            for run in 0..8 {
                let blanks = empty.layout().cell_count() * random.random_range(25..60) / 100;
                let puzzle = random_puzzle(empty.layout(), blanks, run % 4 == 3, &mut random);
                let mut candidates = Candidates::new(&puzzle);
                let told = candidates.propagate_singles().ok().map(|()| {
                    let values = |cell| candidates.digits(cell).map(Digit::value).collect();
                    puzzle.layout().cells().map(values).collect()
                });
                match &told {
                    None => refuted += 1,
                    Some(_) if candidates.are_all_solved() => solved += 1,
                    Some(_) => open += 1,
                }
                assert_eq!(told, singles_by_hand(&puzzle), "{}", puzzle.givens());
            }
        }
        assert!(
            solved > 0 && open > 0 && refuted > 0,
            "{solved} {open} {refuted}"
        );
    }

    #[test]
    fn boards_of_several_words_find_hidden_singles_in_each() {
        // In the first row of an 8×9 board all digits but 1 and 71 are given, and 71 stands in
        // the column of the one blank cell.
        let empty = Puzzle::empty("8x9".parse().unwrap());
        let mut givens = Grid::blank(72);
        for (column, value) in (1..=72).filter(|v| *v != 1 && *v != 71).enumerate() {
            givens.set(Cell::at(0, column + 2, 72), Digit::from_value(value));
        }
        givens.set(Cell::at(20, 0, 72), Digit::from_value(71));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1]);
        assert_eq!(digits(&candidates, 1, 2), [71]);
    }
}

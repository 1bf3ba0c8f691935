//! All-different reasoning: what the cells of a house can hold when they are looked at together.
//!
//! The rule is J.-C. Régin's, *A filtering algorithm for constraints of difference in CSPs*
//! (AAAI 1994). Cells and digits of a house are the two sides of a graph whose edges are the
//! candidates; a way to fill the house is a matching that holds every cell. One such matching
//! tells, with the strongly connected components of the graph it directs, which edges are in some
//! such matching. All others go: this is every naked and hidden subset of any size at once.
//!
//! # What it costs and what it brings
//! A house of `k` open cells takes about as many steps as it has candidates, a few µs at 100×100,
//! and houses are looked at again only when one of their cells has changed. On large boards with
//! few candidates in a cell this decides much that a SAT solver finds with many conflicts only: of
//! a 100×100 board with 31,861 candidates after intersections none are left, and the 674,025
//! clauses that took the solver 0.8 s are not made. On 36×36 boards with 45 % blank, 5 to 18 % of the
//! candidates go.
//!
//! # Alternatives tried
//! In the hard phase, 36×36 with half of the cells blank and 49×49 with 60 %, it removes less than
//! 1 % of the candidates: there is no way around search. For that, of a 64×64 board of 7,901
//! candidates, which takes the solver some 0.5 s, and of boards of 25×25 and 36×36, the following was
//! tried without a gain that holds:
//! - "digit placed" as the negative literal: 70 % slower at 64×64, between 150 times faster and 19
//!   times slower at 25×25, which is the luck of the search;
//! - variables in reversed or random order or by the candidates of their cells: within 25 %;
//! - VSIDS decay 0.8, 0.9 and 0.99, Luby scale 32, 64 and 256: between 7 % faster (32) and 37 %
//!   slower (0.9), median of three;
//! - to search natively with this rule and [`Candidates::propagate`] at every step: on two boards
//!   with the rows, columns and digits of that 64×64 one in another order, 3,000 probes, half of
//!   them of pairs and half inside of each other, take 1.7 s and come to no end, while three SAT
//!   solvers need some 0.5 s and two that count them some 5,500 conflicts;
//! - at most one by product, bimander, commander or ladder: between 26 % faster (product in groups
//!   above 12) and 45 % slower at 64×64, 10 to 94 % slower at 100×100, in one run on a busy
//!   machine.

use super::candidates::Candidates;
use super::house_set::HouseSet;
use super::matching::Filter;
use crate::board::Contradiction;

impl Candidates {
    /// The smallest boards on which [`Candidates::reduce`] uses all-different reasoning.
    pub const LEAST_ALL_DIFFERENT: usize = 10;

    /// All rules that there are, until none of them removes anything: [`Candidates::propagate`],
    /// and all-different reasoning on boards of [`Candidates::LEAST_ALL_DIFFERENT`] digits and
    /// more. It leaves no digit to a cell that it cannot have in some way to fill any one house.
    ///
    /// # Errors
    /// As [`Candidates::propagate`], and where the cells of a house have too few digits together.
    pub fn reduce(&mut self) -> Result<(), Contradiction> {
        self.propagate()?;
        let is_small = self.layout.size() < Candidates::LEAST_ALL_DIFFERENT;
        match is_small || self.are_all_solved() {
            true => Ok(()),
            false => self.make_all_different(),
        }
    }

    /// All-different reasoning and [`Candidates::propagate`] in turns, from a fixed point of the
    /// latter.
    fn make_all_different(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout.clone();
        let mut houses = HouseSet::default();
        houses.fill(layout.houses().len());
        let mut filter = Filter::new(layout.size(), self.words);
        // What is left is collected here, so that the filter need not know how candidates are
        // removed and what has to be noted then.
        let mut left = self.bits.clone();
        loop {
            // What some houses tell goes to the cheaper rules before others have their turn. On the
            // 100×100 board above a fixed point of this rule alone each time took 12,464 looks at
            // a house, as many as are listed at a time 4,469, a third of all 3,644 and a twelfth
            // 2,529 but longer, because each turn compares the whole board.
            for _ in 0..layout.size() {
                let Some(number) = houses.take() else { break };
                let house = &layout.houses()[number];
                filter.read(house, self, &left);
                let changed = filter
                    .run(&mut left)
                    .ok_or(Contradiction::TooFewDigits { house: house.kind })?;
                for cell in changed {
                    // Not this house again: the rule finds nothing the second time.
                    let others = layout.houses_of(*cell).filter(|other| *other != number);
                    others.for_each(|other| houses.insert(other));
                }
            }
            if self.intersect(&left)? {
                self.propagate()?;
            } else if houses.is_empty() {
                return Ok(());
            }
            if self.are_all_solved() {
                return Ok(());
            }
            for cell in layout.cells() {
                let words = cell.index() * self.words..(cell.index() + 1) * self.words;
                if left[words.clone()] != self.bits[words.clone()] {
                    left[words.clone()].copy_from_slice(&self.bits[words]);
                    layout
                        .houses_of(cell)
                        .for_each(|house| houses.insert(house));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::board::{Cell, Digit, Puzzle};
    use crate::engine::{Budget, Solutions, find};
    use crate::testing::{puzzle, random_puzzles};

    /// Both propagations of a puzzle of any size.
    fn all_different(puzzle: &Puzzle) -> Result<Candidates, Contradiction> {
        let mut candidates = Candidates::new(puzzle);
        candidates.propagate()?;
        candidates.make_all_different()?;
        Ok(candidates)
    }

    /// Whether the cells can have different digits, tried out one after the other.
    fn can_differ(cells: &[Vec<Digit>], taken: &mut Vec<Digit>) -> bool {
        let Some((first, rest)) = cells.split_first() else {
            return true;
        };
        first.iter().any(|digit| {
            if taken.contains(digit) {
                return false;
            }
            taken.push(*digit);
            let can = can_differ(rest, taken);
            taken.pop();
            can
        })
    }

    #[test]
    fn what_is_left_is_in_some_way_to_fill_each_house_and_no_solution_is_lost() {
        let mut removed = 0;
        for puzzle in random_puzzles(&["2x2", "2x3", "3x2"], 150) {
            let mut plain = Candidates::new(&puzzle);
            let plain = plain.propagate().map(|()| plain);
            let found = all_different(&puzzle);
            let mut engine = (find("brute").unwrap().make)();
            let mut check = |solution: &crate::board::Grid| {
                let left = found.as_ref().expect("a puzzle with a solution");
                for at in solution.filled() {
                    assert!(left.contains(at.cell, at.digit), "{}", puzzle.givens());
                }
                ControlFlow::Continue(())
            };
            let mut solutions = Solutions::new(&puzzle, 200, &mut check);
            engine
                .search(&puzzle, Budget::UNLIMITED, &mut solutions)
                .unwrap();
            let (Ok(plain), Ok(left)) = (plain, found) else {
                continue;
            };
            removed += plain.iter().count() - left.iter().count();
            for house in puzzle.layout().houses() {
                let cells = house.cells.iter().map(|cell| left.digits(*cell).collect());
                let cells: Vec<Vec<Digit>> = cells.collect();
                for (place, digits) in cells.iter().enumerate() {
                    for digit in digits {
                        let mut fixed = cells.clone();
                        fixed[place] = vec![*digit];
                        assert!(
                            can_differ(&fixed, &mut Vec::new()),
                            "{} in {}",
                            puzzle.givens(),
                            house.kind
                        );
                    }
                }
            }
        }
        assert!(removed > 0);
    }

    #[test]
    fn too_few_digits_for_some_cells_are_a_contradiction() {
        // Three open cells of box 1 and row 1 with 8 and 9 between them: singles see nothing.
        let mut rows = vec![".".repeat(9); 9];
        rows[0] = "...1234..".to_string();
        rows[1] = "5........".to_string();
        let mut candidates = Candidates::new(&puzzle("3x3", &rows.concat()));
        candidates.propagate().unwrap();
        for index in 0..3 {
            let cell = Cell::from_index(index);
            candidates.retain(|at| at.cell != cell || at.digit.value() >= 8);
        }
        let error = candidates.make_all_different().unwrap_err();
        assert_eq!(
            error.to_string(),
            "too few digits are left for some cells of row 1"
        );
    }
}

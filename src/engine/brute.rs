//! The plain recursive backtracker: it fills blank cells in reading order with digits in ascending
//! order, and checks for each digit the houses and relations of the board, and every drawn constraint
//! whose last cell is filled.
//!
//! This is the program that everyone writes first. It finds solutions in lexicographic order, which
//! makes it a useful reference for tests, and it is the baseline for all other engines. It judges drawn
//! constraints by their definitions, so it shares no error with engines that use their houses, relations
//! and automata.

use std::ops::ControlFlow;

use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Candidate, Cell, Constraint, Definitions, Digit, Grid, Layout, Puzzle};

/// The name of this engine.
pub const NAME: &str = "brute";

/// The most blank cells a puzzle can have. Each takes a level of recursion, and this many levels
/// fit into the two megabytes of stack that Rust gives a thread, even in a debug build. A puzzle
/// with more ends as [`End::TooLarge`] immediately.
pub const MOST_BLANKS: usize = 2_500;

/// The engine.
#[derive(Debug, Default)]
pub struct Brute;

impl Engine for Brute {
    fn name(&self) -> &str {
        NAME
    }

    /// Delivers solutions in lexicographic order. Nodes are partial boards: the givens, and one for
    /// each digit that fits. Guesses are digits that fit when they are placed; updates are cells
    /// filled or cleared.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let mut search = Recursion::new(puzzle, budget, solutions);
        let end = if !search.place_givens(puzzle.givens()) {
            End::Complete
        } else if search.blanks.len() > MOST_BLANKS {
            End::TooLarge
        } else {
            match search.fill(0)? {
                ControlFlow::Continue(()) => End::Complete,
                ControlFlow::Break(end) => end,
            }
        };
        Ok(Report::new(end, search.work))
    }
}

struct Recursion<'a, 's> {
    layout: &'a Layout,
    puzzle: &'a Puzzle,
    definitions: Definitions<'a>,
    /// The blank cells, in reading order.
    blanks: Vec<Cell>,
    /// The drawn constraints that can be judged as soon as this number of blank cells is filled.
    due: Vec<Vec<&'a Constraint>>,
    grid: Grid,
    budget: Budget,
    solutions: &'a mut SolutionSink<'s>,
    work: Work,
}

impl<'a, 's> Recursion<'a, 's> {
    /// Creates a search that begins with an empty grid.
    fn new(
        puzzle: &'a Puzzle,
        budget: Budget,
        solutions: &'a mut SolutionSink<'s>,
    ) -> Recursion<'a, 's> {
        let blanks: Vec<Cell> = puzzle.givens().blanks().collect();
        let definitions = Definitions::new(puzzle.layout());
        let mut due = vec![Vec::new(); blanks.len() + 1];
        for constraint in definitions.constraints() {
            let scope = definitions.scope(constraint).into_iter();
            let numbers = scope.filter_map(|cell| blanks.binary_search(&cell).ok());
            due[numbers.max().map_or(0, |last| last + 1)].push(constraint);
        }
        Recursion {
            layout: puzzle.layout(),
            puzzle,
            definitions,
            blanks,
            due,
            grid: Grid::blank(puzzle.geometry()),
            budget,
            solutions,
            work: Work::default(),
        }
    }

    /// Fills in the givens. Returns false if they break a rule.
    fn place_givens(&mut self, givens: &Grid) -> bool {
        let mut givens = givens.filled();
        let all_fit = givens.all(|Candidate { cell, digit }| {
            let fits = self.fits(cell, digit);
            self.grid.set(cell, Some(digit));
            fits
        });
        all_fit && self.are_obeyed(0)
    }

    /// Tries all digits in the blank cells from number `next`; earlier ones are filled. `Break`
    /// ends the whole search.
    fn fill(&mut self, next: usize) -> Result<ControlFlow<End>, EngineError> {
        if self.solutions.is_closed() {
            return Ok(ControlFlow::Break(End::Stopped));
        }
        if let Some(end) = self.budget.end_after(self.work.nodes) {
            return Ok(ControlFlow::Break(end));
        }
        self.work.nodes += 1;
        let Some(&cell) = self.blanks.get(next) else {
            let flow = self.solutions.deliver(&self.grid)?;
            return Ok(flow.map_break(|()| End::Stopped));
        };
        for digit in self.layout.geometry().digits() {
            if !self.fits(cell, digit) {
                continue;
            }
            self.grid.set(cell, Some(digit));
            let mut flow = ControlFlow::Continue(());
            if self.are_obeyed(next + 1) {
                self.work.guesses += 1;
                self.work.updates += 2;
                flow = self.fill(next + 1)?;
            }
            self.grid.set(cell, None);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns true if no house of the board contains the digit, and no relation of the board and no
    /// mark forbids it.
    fn fits(&self, cell: Cell, digit: Digit) -> bool {
        let candidate = Candidate { cell, digit };
        let mut houses = self.layout.houses_of(cell);
        let mut relations = self.layout.relations_of(cell);
        houses.all(|number| {
            let house = &self.layout.houses()[number];
            let mut digits = house.cells.iter().map(|cell| self.grid.get(*cell));
            house.source.is_drawn() || digits.all(|other| other != Some(digit))
        }) && relations.all(|number| {
            let relation = &self.layout.relations()[number];
            let mut excluded = relation.excluded(candidate);
            let is_there = |other: Candidate| self.grid.get(other.cell) == Some(other.digit);
            relation.source.is_drawn() || !excluded.any(is_there)
        }) && !self.puzzle.excludes(candidate)
    }

    /// Returns true if the drawn constraints hold that can be judged when this number of blank cells
    /// has just been filled.
    fn are_obeyed(&self, filled: usize) -> bool {
        let mut due = self.due[filled].iter();
        due.all(|constraint| self.definitions.holds(constraint, &self.grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, Ruleset, Shape};
    use crate::engine::testing::{EASY, EASY_SOLUTION, all, check_contract, puzzle, search};
    use std::sync::Arc;

    #[test]
    fn it_fulfils_the_contract_of_engines() {
        check_contract(&mut Brute);
    }

    #[test]
    fn an_easy_puzzle_is_solved() {
        let (grids, report) = all(&mut Brute, &puzzle(EASY));
        assert_eq!(grids, [EASY_SOLUTION]);
        assert_eq!(report.work.nodes, 1 + report.work.guesses);
    }

    #[test]
    fn the_first_solution_is_the_smallest() {
        let empty = puzzle(&".".repeat(81));
        let (grids, report) = search(&mut Brute, &empty, 1, Budget::UNLIMITED);
        let smallest =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        assert_eq!(grids, [smallest]);
        assert_eq!(report.end, End::Stopped);
    }

    #[test]
    fn recursion_is_bounded() {
        // Without houses every digit fits, so the search descends directly to the last cell.
        let without_houses = |shape: &str| {
            let rules = Ruleset::classic(shape.parse().unwrap()).without_lines();
            let size = rules.shape().size();
            let rules = rules
                .with_boxes(Shape::without_boxes(size).unwrap())
                .unwrap();
            Puzzle::without_givens(Arc::new(Layout::new(rules)))
        };
        let (grids, report) = search(&mut Brute, &without_houses("5x10"), 1, Budget::UNLIMITED);
        assert_eq!((grids.len(), report.work.nodes), (1, 2_501));
        let (grids, report) = search(&mut Brute, &without_houses("3x17"), 1, Budget::UNLIMITED);
        assert_eq!((grids.len(), report.work.nodes), (0, 0));
        assert_eq!(report.end, End::TooLarge);
        let budget = Budget::of_nodes(5_000);
        let empty = Puzzle::empty("5x5".parse().unwrap());
        let (_, report) = search(&mut Brute, &empty, 1, budget);
        assert!(report.work.nodes <= 5_000);
    }
}

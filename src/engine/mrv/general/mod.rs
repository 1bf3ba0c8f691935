//! The engine for all other boards with up to 64 digits: candidates as bit sets, a propagator for each
//! constraint, and guesses in cells whose constraints failed often.
//!
//! - Tallies of the cells that can hold a digit find the hidden singles of full houses, so that no house
//!   is searched for them.
//! - Relations and automata are arc consistent. An automaton over cells that see each other also knows
//!   that their digits differ.
//! - Sums know which of their cells hold different digits, and the rule of 45 implies further sums.
//! - Digits with up to five cells in a house, or of a cage, are removed from all cells that see these. The
//!   rules for houses go late.
//!
//! # Alternatives tried
//! - Searching a house for hidden singles when a candidate is removed from it: up to twice as slow.
//! - Guessing in the cell with the fewest candidates whose digits have the most places around it: twice
//!   as many nodes on 16×16 and 25×25, and about the same number at 9×9.
//! - Marking the tallies of placed digits, so that they are not examined any more: 8 % slower.
//! - Locked candidates before sums: 14 % more time for 78 killers and other variants, and 7 % more guesses.
//! - Running every sum at every change: another 14 %.
//! - Placing digit sets in up to three cells instead of six: 15 % more guesses in the same time.
//! - Dividing the weight of a failure by the number of cells of the rule, or of its open ones: no fewer guesses.
//! - Propagating the exclusion that a refuted guess leaves together with the next guess: up to four times as
//!   many guesses.
//! - No naked pairs: the same time at 9×9, and a fifth more on minimal 16×16 puzzles.

mod build;
mod connected;
mod different;
mod digit_counts;
mod digit_sets;
mod distinct_pairs;
mod distinct_states;
mod either;
mod houses;
mod implied_sums;
mod pair_support;
mod peers;
mod position;
mod propagation;
mod propagator;
mod scratch;
mod search;
mod state_graph;
mod sum;
mod tally;

use std::sync::Arc;

use self::propagation::Propagation;
use self::search::WeightedSearch;
use crate::board::{DigitBits, Puzzle};
use crate::engine::{Budget, End, EngineError, Report, SolutionSink, Work};

/// The most digits of a board: a bit of a word for each.
pub const MOST_DIGITS: usize = DigitBits::BITS as usize;

/// The engine. It keeps the propagators of the last layout for the next puzzle.
#[derive(Debug, Default)]
pub(super) struct General {
    known: Option<Propagation>,
    search: WeightedSearch,
}

impl General {
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let layout = puzzle.layout();
        let ended = |end| Ok(Report::new(end, Work::default()));
        if layout.digit_count() > MOST_DIGITS {
            return ended(End::TooLarge);
        }
        if let Some(end) = budget.end_before(puzzle) {
            return ended(end);
        }
        let rules = match self.known.take() {
            Some(known) if Arc::ptr_eq(&known.layout, layout) => known,
            _ if build::bytes(layout) > budget.memory => return ended(End::OutOfMemory),
            _ => Propagation::new(layout),
        };
        let rules = self.known.insert(rules);
        self.search.run(rules, puzzle, budget, solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::position::Position;
    use super::propagation::Memory;
    use super::*;
    use crate::board::{Constraint, Grid, Layout, Ruleset, Variant};
    use crate::engine::testing::all;

    /// The 4×4 puzzle with these constraints and no givens.
    fn with(constraints: &[&str]) -> Puzzle {
        let parse = |text: &&str| Constraint::parse(text, 4).unwrap();
        let rules = Ruleset::classic("2x2".parse().unwrap());
        let rules = rules.with_constraints(constraints.iter().map(parse).collect());
        Puzzle::new(Arc::new(Layout::new(rules.unwrap())), Grid::blank(4)).unwrap()
    }

    #[test]
    fn propagation_alone_refutes_impossible_constraints() {
        let engine = &mut crate::engine::mrv::Mrv::default();
        for constraints in [
            &["cage 8 r1c1 r1c2"][..],
            &["sum 1 r1c1 r2c2"],
            &["thermometer r1c1 r1c2 r2c2 r2c3 r3c3"],
            &["cage 3 r1c1 r1c2", "cage 3 r1c3 r1c4"],
        ] {
            let (grids, report) = all(engine, &with(constraints));
            assert_eq!(
                (grids.len(), report.end),
                (0, End::Complete),
                "{constraints:?}"
            );
            assert_eq!(report.work.guesses, 0, "{constraints:?}");
        }
    }

    #[test]
    fn tables_that_do_not_fit_are_not_built() {
        // All pairs of neighbours share a table of 4 KB.
        let rules = Ruleset::classic("2x3".parse().unwrap());
        let rules = rules.with(&[Variant::NonConsecutive]).unwrap();
        let cage = Constraint::parse("cage 3 r1c1 r1c2", 6).unwrap();
        let rules = rules.with_constraints(vec![cage]).unwrap();
        let puzzle = Puzzle::new(Layout::new(rules).into(), Grid::blank(6)).unwrap();
        let needed = 4096;
        for (memory, is_enough) in [(needed, true), (needed - 1, false)] {
            let mut engine = General::default();
            let budget = Budget {
                memory,
                ..Budget::of_nodes(1)
            };
            let mut solutions = SolutionSink::counting(&puzzle, 1);
            let report = engine.search(&puzzle, &budget, &mut solutions).unwrap();
            assert_eq!(report.end == End::OutOfMemory, !is_enough, "{memory}");
            assert_eq!(engine.known.is_some(), is_enough, "{memory}");
        }
    }

    #[test]
    fn automata_of_alternatives_take_memory() {
        let sum = |total: usize| {
            let cells = "37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
            format!("sum {total} {cells}")
        };
        let either = format!("either {{ {} }} or {{ {} }}", sum(3_501), sum(3_502));
        let puzzle = crate::testing::blank_on(&format!("board 16x16; box 4x4; {either}"));
        assert!(puzzle.layout().transition_bound() > 50_000);
        let budget = Budget {
            memory: 600_000,
            ..Budget::of_nodes(1)
        };
        let mut solutions = SolutionSink::counting(&puzzle, 1);
        let report = General::default().search(&puzzle, &budget, &mut solutions);
        assert_eq!(report.unwrap().end, End::OutOfMemory);
    }

    #[test]
    fn relations_alone_are_arc_consistent() {
        // With 1 and 3 left in a corner, its neighbours cannot hold 2.
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let rules = rules.with(&[Variant::NonConsecutive]).unwrap();
        let empty = Puzzle::new(Layout::new(rules).into(), Grid::blank(9)).unwrap();
        let rules = Propagation::new(empty.layout());
        let (mut position, mut memory) = (Position::default(), Memory::default());
        rules.start(&empty, &mut position, &mut memory).unwrap();
        position.restrict(0, 0b101).unwrap();
        rules.propagate(&mut position, &mut memory).unwrap();
        let candidates = &position.candidates;
        assert_eq!([candidates[1], candidates[9]], [0b1_1111_1101; 2]);
        assert_eq!(candidates[10], 0b1_1111_1111);
    }

    #[test]
    fn budgets_are_kept() {
        let puzzle = with(&["difference r1c1 r1c2"]);
        for nodes in 0..10 {
            let mut solutions = SolutionSink::counting(&puzzle, u64::MAX);
            let budget = Budget::of_nodes(nodes);
            let report = General::default().search(&puzzle, &budget, &mut solutions);
            let report = report.unwrap();
            assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, nodes));
        }
    }
}

//! The native engine: propagation, and guesses.
//!
//! The standard 9×9 board has a kernel with tables of its own, which guesses in a cell with the fewest candidates:
//! minimum remaining values, whence the name. All other boards with up to 64 digits have a search with a
//! propagator for each constraint, in `general`, which guesses where constraints failed. The two share no code
//! with each other or with the SAT engine's preprocessing, and the tests compare them.
//!
//! Constraint propagation and search follow P. Norvig, *Solving Every Sudoku Puzzle* (2006). The
//! search tree is binary: a guess is first assumed to be true; once that is exhausted, the
//! candidate is removed from the position before the guess, and the consequences are propagated
//! before the next choice.

mod general;
mod kernel;

use std::sync::Arc;

use self::general::General;
pub use self::general::MOST_DIGITS;
use self::kernel::Kernel;
#[doc(hidden)]
pub use self::kernel::{CellSet, CompletionSearch, bit_of};
use super::{Budget, Engine, EngineError, Report, SolutionSink};
use crate::board::{Layout, Puzzle};

/// The name of this engine.
pub const NAME: &str = "mrv";

/// The engine: the kernel for the standard board, and propagators for all others.
#[derive(Debug, Default)]
pub struct Mrv {
    general: General,
    /// The last layout that was recognised as the standard board.
    standard: Option<Arc<Layout>>,
    kernel: Kernel,
}

impl Engine for Mrv {
    fn name(&self) -> &str {
        NAME
    }

    /// Nodes are positions whose consequences were propagated: the puzzle, and up to two for each
    /// guess, with it and without it. Updates are removed candidates; on the standard board, where
    /// many are removed at once, applications of the rules to a digit.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        if puzzle.removed().next().is_some() || !self.is_standard(puzzle.layout()) {
            return self.general.search(puzzle, budget, solutions);
        }
        self.kernel.search(puzzle, budget, solutions)
    }
}

impl Mrv {
    /// Returns true if the kernel supports puzzles on this layout.
    fn is_standard(&mut self, layout: &Arc<Layout>) -> bool {
        let is_known = |known: &Arc<Layout>| Arc::ptr_eq(known, layout);
        if self.standard.as_ref().is_some_and(is_known) {
            return true;
        }
        let is_standard = layout.is_standard();
        if is_standard {
            self.standard = Some(layout.clone());
        }
        is_standard
    }
}

#[cfg(test)]
mod tests {
    use std::ops::{ControlFlow, Range};
    use std::time::Duration;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::Deadline;
    use crate::board::{Grid, Ruleset, Variant};
    use crate::engine::End;
    use crate::engine::testing::{
        EASY, EASY_SOLUTION, HARD, HARD_SOLUTION, all, check_contract, line, puzzle, search,
        without_some_rows_of_81,
    };
    use crate::testing::random_puzzle;

    #[test]
    fn it_fulfils_the_contract_of_engines() {
        check_contract(&mut Mrv::default());
    }

    #[test]
    fn singles_need_no_guess_and_a_hard_puzzle_needs_few() {
        let mut engine = Mrv::default();
        let (grids, report) = all(&mut engine, &puzzle(EASY));
        assert_eq!(grids, [EASY_SOLUTION]);
        assert_eq!((report.work.nodes, report.work.guesses), (1, 0));
        // The rules were applied to every digit, and to few of them often.
        assert!((9..30).contains(&report.work.updates), "{:?}", report.work);

        let (grids, report) = all(&mut engine, &puzzle(HARD));
        assert_eq!(grids, [HARD_SOLUTION]);
        assert_eq!(report.work.nodes, 1 + 2 * report.work.guesses);
        assert!(report.work.nodes < 100, "{:?}", report.work);
    }

    #[test]
    fn the_general_engine_removes_all_but_one_candidate_of_each_cell() {
        let report = general(&mut General::default(), &puzzle(EASY), u64::MAX).1;
        assert_eq!((report.work.nodes, report.work.guesses), (1, 0));
        assert_eq!(report.work.updates, 729 - 81);
    }

    /// Returns the solutions that the general engine finds, sorted, and its report.
    fn general(engine: &mut General, puzzle: &Puzzle, limit: u64) -> (Vec<String>, Report) {
        let mut found = Vec::new();
        let mut receive = |grid: &Grid| {
            found.push(line(grid));
            ControlFlow::Continue(())
        };
        let mut solutions = SolutionSink::new(puzzle, limit, &mut receive);
        let report = engine.search(puzzle, &Budget::UNLIMITED, &mut solutions);
        found.sort();
        (found, report.unwrap())
    }

    /// Compares the kernel with the general engine and returns the number of solutions.
    fn compare(engine: &mut Mrv, puzzle: &Puzzle, limit: u64) -> usize {
        // Printed if the test fails.
        println!("{}", puzzle.givens());
        let (expected, of_general) = general(&mut engine.general, puzzle, limit);
        let (grids, report) = search(engine, puzzle, limit, &Budget::UNLIMITED);
        assert_eq!((grids.len(), report.end), (expected.len(), of_general.end));
        if report.end == End::Complete {
            assert_eq!(grids, expected);
            assert_eq!(report.work.nodes, 1 + 2 * report.work.guesses);
        }
        // Counting alone is the same search except for updates: it recognises some solutions
        // without them.
        let mut solutions = SolutionSink::counting(puzzle, limit);
        let counted = engine.search(puzzle, &Budget::UNLIMITED, &mut solutions);
        let Report { end, work, .. } = counted.unwrap();
        assert_eq!((end, work.nodes), (report.end, report.work.nodes));
        assert_eq!(work.guesses, report.work.guesses);
        assert_eq!(solutions.count(), grids.len() as u64);
        grids.len()
    }

    /// Compares random puzzles of the standard board. Returns the numbers of puzzles with no
    /// solution, one, and more.
    fn compare_random(seeds: Range<u64>, limit: u64) -> [u64; 3] {
        let layout = Arc::new(Layout::classic("3x3".parse().unwrap()));
        let mut engine = Mrv::default();
        let mut seen = [0; 3];
        for seed in seeds {
            println!("seed {seed}");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let blanks = random.random_range(35..=60);
            let puzzle = random_puzzle(&layout, blanks, seed % 3 == 0, &mut random);
            seen[compare(&mut engine, &puzzle, limit).min(2)] += 1;
        }
        seen
    }

    #[test]
    fn the_kernel_agrees_with_the_general_engine_on_random_puzzles() {
        let seen = compare_random(0..600, 50);
        assert!(seen.iter().all(|puzzles| *puzzles >= 80), "{seen:?}");
    }

    /// A test for each of two cores.
    mod the_kernel_agrees_with_the_general_engine_on_a_million_random_puzzles {
        use super::compare_random;

        #[test]
        #[ignore = "half a minute in a release build: cargo test --release -- --ignored"]
        fn first_half() {
            println!("none, one, more: {:?}", compare_random(0..500_000, 20));
        }

        #[test]
        #[ignore = "half a minute in a release build: cargo test --release -- --ignored"]
        fn second_half() {
            let seen = compare_random(500_000..1_000_000, 20);
            println!("none, one, more: {seen:?}");
        }
    }

    #[test]
    fn the_kernel_counts_all_solutions_as_the_general_engine_does() {
        let layout = Arc::new(Layout::classic("3x3".parse().unwrap()));
        let mut engine = Mrv::default();
        for seed in 0..40 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let blanks = random.random_range(45..=54);
            let puzzle = random_puzzle(&layout, blanks, false, &mut random);
            assert!(compare(&mut engine, &puzzle, u64::MAX) > 0);
        }
    }

    #[test]
    fn counting_finds_the_same_number_with_the_same_nodes() {
        let mut engine = Mrv::default();
        for givens in [EASY.to_string(), HARD.replacen(['5', '8'], ".", 3)] {
            for limit in [0, 1, 2, 100] {
                compare(&mut engine, &puzzle(&givens), limit);
            }
        }
    }

    #[test]
    fn among_cells_with_two_digits_the_opposite_of_a_guess_takes_no_work() {
        let without = |blanks: &[usize]| {
            let mut givens = HARD_SOLUTION.to_string();
            for &cell in blanks {
                givens.replace_range(cell..=cell, ".");
            }
            puzzle(&givens)
        };
        let mut engine = Mrv::default();
        // The corners of a rectangle with the same two digits.
        let two = without(&[30, 35, 48, 53]);
        let (_, first) = search(&mut engine, &two, 1, &Budget::UNLIMITED);
        let (grids, report) = all(&mut engine, &two);
        assert_eq!((grids.len(), report.work.nodes), (2, 3));
        assert_eq!(report.work.updates, first.work.updates);
        // Two such rectangles: a guess in one leaves the other open.
        let four = without(&[30, 35, 48, 53, 0, 2, 72, 74]);
        let (grids, report) = all(&mut engine, &four);
        assert_eq!((grids.len(), report.work.nodes), (4, 7));
        assert_eq!(compare(&mut engine, &four, u64::MAX), 4);
    }

    #[test]
    fn the_kernel_keeps_limits_and_budgets() {
        let mut engine = Mrv::default();
        let empty = puzzle(&".".repeat(81));
        for limit in [0, 1, 7] {
            let (grids, report) = search(&mut engine, &empty, limit, &Budget::UNLIMITED);
            assert_eq!((grids.len() as u64, report.end), (limit, End::Stopped));
        }
        for nodes in 0..80 {
            let (_, report) = search(&mut engine, &empty, u64::MAX, &Budget::of_nodes(nodes));
            assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, nodes));
        }
        let over = Budget {
            deadline: Some(Deadline::after(Duration::ZERO)),
            ..Budget::UNLIMITED
        };
        let (_, report) = search(&mut engine, &empty, u64::MAX, &over);
        assert_eq!((report.end, report.work.nodes), (End::OutOfTime, 0));
        let mut twice = 2;
        let mut receive = |_: &Grid| {
            twice -= 1;
            if twice == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut solutions = SolutionSink::new(&empty, 7, &mut receive);
        let report = engine.search(&empty, &Budget::UNLIMITED, &mut solutions);
        assert_eq!((report.unwrap().end, solutions.count()), (End::Stopped, 2));
        // The work for a puzzle does not depend on the puzzles before.
        let (_, first) = all(&mut engine, &puzzle(HARD));
        all(&mut engine, &puzzle(EASY));
        assert_eq!(all(&mut engine, &puzzle(HARD)).1, first);
    }

    #[test]
    fn equal_givens_in_a_row_a_column_or_a_box_need_no_guess() {
        for cells in [[0, 5], [0, 45], [0, 10], [40, 43]] {
            let mut givens = [b'.'; 81];
            for cell in cells {
                givens[cell] = b'5';
            }
            let mut engine = Mrv::default();
            let givens = String::from_utf8(givens.to_vec()).unwrap();
            let (none, report) = all(&mut engine, &puzzle(&givens));
            assert_eq!((none.len(), report.end), (0, End::Complete), "{cells:?}");
            assert_eq!(report.work.guesses, 0, "{cells:?}");
        }
    }

    #[test]
    fn only_the_standard_board_has_a_kernel() {
        let mut engine = Mrv::default();
        let mut is_standard = |layout| engine.is_standard(&Arc::new(layout));
        assert!(is_standard(Layout::classic("3x3".parse().unwrap())));
        for shape in ["2x2", "1x9", "4x4"] {
            assert!(!is_standard(Layout::classic(shape.parse().unwrap())));
        }
        for variant in [Variant::Diagonal, Variant::AntiKnight] {
            let rules = Ruleset::classic("3x3".parse().unwrap());
            assert!(!is_standard(Layout::new(rules.with(&[variant]).unwrap())));
        }
    }

    #[test]
    fn large_empty_boards_stay_within_the_budget() {
        let empty = Puzzle::classic("5x5".parse().unwrap());
        let budget = Budget::of_nodes(2_000);
        let (_, report) = search(&mut Mrv::default(), &empty, u64::MAX, &budget);
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, 2_000));
    }

    #[test]
    fn boards_with_more_digits_than_bits_in_a_word_are_too_large() {
        let puzzle = without_some_rows_of_81();
        let (none, report) = search(&mut Mrv::default(), &puzzle, 2, &Budget::UNLIMITED);
        assert_eq!((none.len(), report.end), (0, End::TooLarge));
    }
}

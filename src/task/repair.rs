//! Repairs of a puzzle that has no solution or several: clues to remove, givens to change, and givens to add.

use std::collections::BTreeMap;

use super::clues::{Clue, ClueSolver, all_clues, constraints, delete, givens, with_clues};
use super::error::TaskError;
use super::session::{confirmation_nodes, distinct_solutions};
use crate::Limit;
use crate::board::{Candidate, CandidateName, Cell, Digit, Grid, Puzzle};
use crate::engine::{Budget, End, Engine, EngineError, for_many_searches};
use crate::sat::{SolverAnswer, Varisat};

/// A change of a puzzle that has no solution, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// Without these clues there is a solution.
    Remove {
        /// The givens.
        givens: Vec<CandidateName>,
        /// The texts of the drawn constraints.
        constraints: Vec<String>,
        /// True if there is exactly one solution then.
        unique: bool,
    },
    /// With this digit instead of the given of its cell there is one solution.
    Change(CandidateName),
    /// With these digits, which two neighbours in a row have exchanged, there is one solution.
    Exchange([CandidateName; 2]),
    /// With these digits instead of its givens, which are one column off, a row leaves one solution.
    Shift(Vec<CandidateName>),
    /// With these additional givens there is one solution.
    Add(Vec<CandidateName>),
}

/// The repairs of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repairs {
    /// The likeliest typing errors first: changes to a digit beside it on the keyboard, exchanges and
    /// shifted rows, other changes, then removals; each in the order of cells and digits.
    pub repairs: Vec<Repair>,
    /// The limit that ended the search early. There may be other repairs.
    pub limit: Option<Limit>,
}

/// The most sets of clues to remove.
const MOST_SETS: usize = 20;

/// The largest set of clues to remove.
const LARGEST_SET: usize = 4;

/// The number of solutions among which givens to add are looked for.
const MOST_SOLUTIONS: u64 = 300;

/// The work limit of the SAT solver that finds contradictory clues, in the unit of [`Varisat::limited`].
const WORK: u64 = 5_000_000;

/// Finds changes that give the puzzle one solution.
///
/// For a puzzle without a solution: the smallest sets of givens and drawn constraints without which there is a
/// solution (minimal correction sets), up to 4 clues and 20 sets; and every change of one digit, exchange of two
/// neighbours or shift of a row by one column with which there is exactly one.
///
/// For a puzzle with several solutions: one set of digits to add, none of which is redundant. It is chosen
/// greedily, so there may be smaller ones.
///
/// A puzzle with one solution has no repairs.
///
/// `engine` searches some hundred times; the engine `mrv` is the fastest. `budget` is for all these
/// searches together. When its time or nodes run out, the repairs are those found so far. In addition,
/// each search has as many nodes as a confirmation
/// ([`Session::confirmation_nodes`](super::Session::confirmation_nodes)); one that takes more counts as no repair.
///
/// # Errors
/// [`TaskError`] if the engine fails.
pub fn repair(
    puzzle: &Puzzle,
    engine: &mut dyn Engine,
    budget: &Budget,
) -> Result<Repairs, TaskError> {
    let mut search = RepairSearch {
        puzzle,
        engine,
        budget,
        nodes: 0,
        found: Vec::new(),
    };
    let limit = match search.run() {
        Ok(()) => None,
        Err(Interruption::Limit(limit)) => Some(limit),
        Err(Interruption::Failed(error)) => return Err(error),
    };
    let mut repairs = std::mem::take(&mut search.found);
    repairs.sort_by_cached_key(|repair| search.rank(repair));
    Ok(Repairs { repairs, limit })
}

/// Finds repairs with the engine `mrv` and a limit on its work, the same on every machine: twice the
/// nodes of a confirmation. That is about a second at 9×9, and enough for nearly all puzzles there.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Repair, repairs};
///
/// let puzzle: Puzzle = "1134............".parse()?;
/// let found = repairs(&puzzle)?;
/// assert!(matches!(&found.repairs[0], Repair::Remove { unique: false, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`repair`].
pub fn repairs(puzzle: &Puzzle) -> Result<Repairs, TaskError> {
    let mut engine = for_many_searches(puzzle.layout());
    repair(puzzle, engine.as_mut(), &Repairs::budget(puzzle))
}

impl Repairs {
    /// Returns the budget of [`repairs`].
    pub fn budget(puzzle: &Puzzle) -> Budget {
        Budget::of_nodes(2 * confirmation_nodes(puzzle))
    }
}

/// The end of the search before all repairs are known.
enum Interruption {
    Failed(TaskError),
    Limit(Limit),
}

impl From<TaskError> for Interruption {
    fn from(error: TaskError) -> Interruption {
        Interruption::Failed(error)
    }
}

struct RepairSearch<'a> {
    puzzle: &'a Puzzle,
    engine: &'a mut dyn Engine,
    /// The budget of all searches together.
    budget: &'a Budget,
    /// The nodes visited so far.
    nodes: u64,
    found: Vec<Repair>,
}

impl RepairSearch<'_> {
    /// Collects the repairs.
    fn run(&mut self) -> Result<(), Interruption> {
        let (found, _) = self.solutions(self.puzzle, 2)?;
        match &found[..] {
            [] => {
                self.removals()?;
                self.exchanges()?;
                self.shifts()
            }
            [_] => Ok(()),
            [one, ..] => self.addition(one),
        }
    }

    /// Returns up to `limit` solutions, and true if there are no others. Charges the nodes to the budget.
    ///
    /// # Errors
    /// The limit of the budget that is reached.
    fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<(Vec<Grid>, bool), Interruption> {
        let left = self.budget.nodes.saturating_sub(self.nodes);
        let budget = Budget {
            nodes: left.min(confirmation_nodes(puzzle)),
            ..self.budget.clone()
        };
        let (solutions, report) = distinct_solutions(self.engine, puzzle, limit, &budget)?;
        self.nodes = self.nodes.saturating_add(report.work.nodes);
        let end = if self.nodes >= self.budget.nodes {
            End::OutOfBudget
        } else if self.budget.is_out_of_time() {
            End::OutOfTime
        } else {
            return Ok((solutions, report.end == End::Complete));
        };
        Err(Interruption::Limit(Limit::of_search(end, self.budget)))
    }

    fn is_unique(&mut self, puzzle: &Puzzle) -> Result<bool, Interruption> {
        let (found, is_all) = self.solutions(puzzle, 2)?;
        Ok(found.len() == 1 && is_all)
    }

    /// Returns true if the puzzle has one solution with these givens in place of those of their cells.
    fn is_unique_with(&mut self, givens: &[Candidate]) -> Result<bool, Interruption> {
        let mut grid = self.puzzle.givens().clone();
        for given in givens {
            grid.set(given.cell, Some(given.digit));
        }
        match self.puzzle.with_givens(grid) {
            Ok(puzzle) => self.is_unique(&puzzle),
            // The digit is a removed candidate, or the cell cannot hold it.
            Err(_) => Ok(false),
        }
    }

    fn names(&self, candidates: &[Candidate]) -> Vec<CandidateName> {
        let board = self.puzzle.geometry();
        let names = candidates.iter().map(|candidate| candidate.name(board));
        names.collect()
    }

    /// Finds the smallest sets of clues without which there is a solution, and changes of the givens that are
    /// such a set by themselves.
    fn removals(&mut self) -> Result<(), Interruption> {
        let all = all_clues(self.puzzle);
        // A search that is limited by its time alone may use all of it.
        let is_timed = self.budget.deadline.is_some() && self.budget.nodes == u64::MAX;
        let work = if is_timed { u64::MAX } else { WORK };
        let solver = Box::new(Varisat::limited(self.budget.deadline.as_ref(), work));
        let solver = ClueSolver::new(self.puzzle, &all, solver, self.budget);
        let solver = solver.map_err(Interruption::Limit)?;
        let mut sets = CorrectionSets {
            solver,
            all,
            conflicts: Vec::new(),
            found: BTreeMap::new(),
        };
        for size in 1..=LARGEST_SET {
            sets.find(size, &mut Vec::new(), self)?;
            for (removed, solutions) in std::mem::take(&mut sets.found) {
                self.add_removal(&removed, &solutions)?;
            }
            if !self.found.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Adds a set of clues without which there are these solutions, or only one, and changes of a given.
    fn add_removal(&mut self, removed: &[Clue], solutions: &Known) -> Result<(), Interruption> {
        let (layout, board) = (self.puzzle.layout(), self.puzzle.geometry());
        let text = |number: usize| layout.constraints()[number].text(board);
        self.found.push(Repair::Remove {
            givens: self.names(&givens(removed)),
            constraints: constraints(removed).into_iter().map(text).collect(),
            unique: solutions.is_unique,
        });
        let [Clue::Given(given)] = removed else {
            return Ok(());
        };
        // If a change leaves one solution, that is also a solution without the given.
        let cell = given.cell;
        let digits: Vec<Digit> = match solutions.is_unique {
            true => solutions.first.get(cell).into_iter().collect(),
            false => {
                let digits = self.puzzle.geometry().digits_of(cell);
                digits.map(Digit::from_index).collect()
            }
        };
        for digit in digits.into_iter().filter(|digit| *digit != given.digit) {
            let other = Candidate { cell, digit };
            if self.is_unique_with(&[other])? {
                let name = other.name(self.puzzle.geometry());
                self.found.push(Repair::Change(name));
            }
        }
        Ok(())
    }

    /// Finds the exchanges of two givens side by side with which there is one solution.
    fn exchanges(&mut self) -> Result<(), Interruption> {
        let board = self.puzzle.geometry();
        let givens: Vec<Candidate> = self.puzzle.givens().filled().collect();
        let follows = |left: Cell, right: Cell| {
            let (left, right) = (board.position(left), board.position(right));
            left.zip(right)
                .is_some_and(|(left, right)| left.0 == right.0 && left.1 + 1 == right.1)
        };
        for pair in givens.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            let exchanged = [(left.cell, right.digit), (right.cell, left.digit)]
                .map(|(cell, digit)| Candidate { cell, digit });
            let is_pair = follows(left.cell, right.cell) && left.digit != right.digit;
            if is_pair && self.is_unique_with(&exchanged)? {
                let names = exchanged.map(|candidate| candidate.name(board));
                self.found.push(Repair::Exchange(names));
            }
        }
        Ok(())
    }

    /// Finds the rows of several givens that leave one solution one column to the left or right.
    fn shifts(&mut self) -> Result<(), Interruption> {
        let (board, givens) = (self.puzzle.geometry(), self.puzzle.givens());
        for row in 0..board.rows() {
            let cells: Vec<Cell> = board.row(row).flatten().collect();
            let digits: Vec<_> = cells.iter().map(|cell| givens.get(*cell)).collect();
            let (Some(first), Some(last)) = (digits.first(), digits.last()) else {
                continue;
            };
            // The cell at the end comes from outside of the board, and is blank.
            let mut left = digits.clone();
            left.rotate_left(1);
            let mut right = digits.clone();
            right.rotate_right(1);
            for (end, shifted) in [(first, left), (last, right)] {
                if end.is_some() || shifted.iter().flatten().count() < 2 {
                    continue;
                }
                let mut grid = givens.clone();
                for (cell, digit) in cells.iter().zip(shifted) {
                    grid.set(*cell, digit);
                }
                let moved = grid.filled().filter(|given| cells.contains(&given.cell));
                let moved: Vec<Candidate> = moved.collect();
                let Ok(puzzle) = self.puzzle.with_givens(grid) else {
                    continue;
                };
                if self.is_unique(&puzzle)? {
                    self.found.push(Repair::Shift(self.names(&moved)));
                }
            }
        }
        Ok(())
    }

    /// Returns a rank that is lower for likelier typing errors.
    fn rank(&self, repair: &Repair) -> usize {
        match repair {
            Repair::Change(name) => {
                let Candidate { cell, digit } = name.candidate();
                let typed = self.puzzle.givens().value(cell).unwrap_or(0);
                // Neighbours in a row of keys, and one above the other on a keypad.
                match typed.abs_diff(self.puzzle.geometry().value(digit)) {
                    1 | 3 => 0,
                    _ => 2,
                }
            }
            Repair::Exchange(_) | Repair::Shift(_) => 1,
            Repair::Remove { .. } | Repair::Add(_) => 3,
        }
    }

    /// Finds digits of one of several solutions that no other one has together. They are chosen one
    /// after the other where most of the other known solutions differ, and redundant ones are then
    /// left out. At a limit, the digits chosen so far are kept if they are enough.
    fn addition(&mut self, grid: &Grid) -> Result<(), Interruption> {
        let mut set: Vec<Candidate> = Vec::new();
        let mut others: Vec<Grid> = Vec::new();
        loop {
            if others.is_empty() {
                let with = self.with(&set);
                let (found, is_all) = self.solutions(&with, MOST_SOLUTIONS)?;
                others = found.into_iter().filter(|other| other != grid).collect();
                match (others.is_empty(), is_all) {
                    (true, true) => break,
                    (true, false) => return Ok(()),
                    (false, _) => {}
                }
            }
            let differing = |at: &Candidate| {
                let differs = |other: &&Grid| other.get(at.cell) != Some(at.digit);
                others.iter().filter(differs).count()
            };
            let Some(best) = grid.filled().max_by_key(differing) else {
                return Ok(());
            };
            set.push(best);
            others.retain(|other| other.get(best.cell) == Some(best.digit));
        }
        let order = set.clone();
        let deleted = delete(&mut set, order, |rest, _| {
            let is_enough = self.is_unique_with(&rest)?;
            Ok::<_, Interruption>(is_enough.then_some(rest))
        });
        set.sort_unstable();
        self.found.push(Repair::Add(self.names(&set)));
        deleted
    }

    /// Returns the puzzle with these digits of a solution.
    fn with(&self, digits: &[Candidate]) -> Puzzle {
        let mut grid = self.puzzle.givens().clone();
        for at in digits {
            grid.set(at.cell, Some(at.digit));
        }
        let with = self.puzzle.with_givens(grid);
        with.unwrap_or_else(|_| self.puzzle.clone())
    }
}

/// What is known about the solutions of a puzzle.
struct Known {
    first: Grid,
    is_unique: bool,
}

/// The search for sets of clues without which there is a solution. Each of them
/// hits every set of clues that contradict each other, so the search branches over the clues
/// of one such set after another (R. Reiter, *A Theory of Diagnosis from First Principles*,
/// 1987).
struct CorrectionSets {
    solver: ClueSolver,
    all: Vec<Clue>,
    /// Minimal sets of clues that contradict each other.
    conflicts: Vec<Vec<Clue>>,
    /// The sets, and the solutions without their clues.
    found: BTreeMap<Vec<Clue>, Known>,
}

impl CorrectionSets {
    /// Adds the sets of this many clues that contain all of `removed`.
    fn find(
        &mut self,
        size: usize,
        removed: &mut Vec<Clue>,
        of: &mut RepairSearch<'_>,
    ) -> Result<(), Interruption> {
        if self.found.len() >= MOST_SETS {
            return Ok(());
        }
        let is_open = |conflict: &&Vec<Clue>| !conflict.iter().any(|clue| removed.contains(clue));
        let conflict = match self.conflicts.iter().find(is_open) {
            Some(conflict) => conflict.clone(),
            None => {
                let mut left = self.all.clone();
                left.retain(|clue| !removed.contains(clue));
                let Some(conflict) = self.conflict(left, of)? else {
                    return self.add(removed, of);
                };
                self.conflicts.push(conflict.clone());
                conflict
            }
        };
        if removed.len() < size {
            for clue in conflict {
                removed.push(clue);
                self.find(size, removed, of)?;
                removed.pop();
            }
        }
        Ok(())
    }

    /// Adds a set, unless the puzzle has no solution without it: a mark that is left out may no longer exempt
    /// its cells from another rule.
    fn add(&mut self, removed: &[Clue], of: &mut RepairSearch<'_>) -> Result<(), Interruption> {
        let mut set = removed.to_vec();
        set.sort_unstable();
        if self.found.contains_key(&set) {
            return Ok(());
        }
        let mut left = self.all.clone();
        left.retain(|clue| !set.contains(clue));
        let (solutions, is_all) = of.solutions(&with_clues(of.puzzle, &left), 2)?;
        let is_unique = solutions.len() == 1 && is_all;
        if let Some(first) = solutions.into_iter().next() {
            self.found.insert(set, Known { first, is_unique });
        }
        Ok(())
    }

    /// Returns a minimal set of these clues that contradict each other, if they do.
    fn conflict(
        &mut self,
        left: Vec<Clue>,
        of: &RepairSearch<'_>,
    ) -> Result<Option<Vec<Clue>>, Interruption> {
        let failed = |error: EngineError| TaskError::failed(&*of.engine, of.puzzle, error);
        match self.solver.ask(&left).map_err(failed)? {
            SolverAnswer::Satisfiable(_) => Ok(None),
            SolverAnswer::Unsatisfiable(core) => {
                let order: Vec<Clue> = left.into_iter().rev().collect();
                let shrunk = self.solver.shrink(core, &order).map_err(failed)?;
                Ok(Some(shrunk.clues))
            }
            SolverAnswer::Unknown(limit) => Err(Interruption::Limit(limit)),
        }
    }
}

#[cfg(feature = "serde")]
mod fields {
    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::{CandidateName, Repair, Repairs};

    impl Serialize for Repairs {
        /// `repairs`, and `repairs_complete` if that is false.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("repairs", &self.repairs)?;
            if self.limit.is_some() {
                map.serialize_entry("repairs_complete", &false)?;
            }
            map.end()
        }
    }

    impl Serialize for Repair {
        /// `remove` and `unique`, or `change`, `exchange`, `shift` or `add`.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            let (key, candidates): (_, &[CandidateName]) = match self {
                Repair::Remove { givens, .. } => ("remove", givens),
                Repair::Change(candidate) => ("change", std::slice::from_ref(candidate)),
                Repair::Exchange(candidates) => ("exchange", candidates),
                Repair::Shift(candidates) => ("shift", candidates),
                Repair::Add(candidates) => ("add", candidates),
            };
            let mut texts: Vec<String> = candidates.iter().map(ToString::to_string).collect();
            if let Repair::Remove { constraints, .. } = self {
                texts.extend_from_slice(constraints);
            }
            map.serialize_entry(key, &texts)?;
            if let Repair::Remove { unique, .. } = self {
                map.serialize_entry("unique", unique)?;
            }
            map.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mrv::Mrv;

    #[test]
    fn the_likeliest_typing_errors_come_first() {
        let right =
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        let first = |typed: String| repairs(&typed.parse().unwrap()).unwrap().repairs.remove(0);
        let name = |name| Candidate::from_name(name, 9).unwrap().name(9);
        let keypad = right.replacen("2.6", "2.3", 1);
        assert_eq!(first(keypad), Repair::Change(name("r1c7=6")));
        let exchanged = right.replacen("18", "81", 1);
        let expected = Repair::Exchange([name("r3c3=1"), name("r3c4=8")]);
        let all = repairs(&exchanged.parse().unwrap()).unwrap().repairs;
        assert!(all.contains(&expected), "{all:?}");
        let is_later = |repair: &Repair| matches!(repair, Repair::Remove { .. });
        assert!(all.is_sorted_by_key(is_later), "{all:?}");
    }

    #[test]
    fn a_row_that_is_one_column_off_is_shifted() {
        let right =
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        let names = ["r3c3=1", "r3c4=8", "r3c6=6", "r3c7=4"];
        let names = names.map(|name| Candidate::from_name(name, 9).unwrap().name(9));
        for typed in [".18.64...", "...18.64."] {
            let puzzle: Puzzle = right.replacen("..18.64..", typed, 1).parse().unwrap();
            let found = repairs(&puzzle).unwrap().repairs;
            assert_eq!(found[0], Repair::Shift(names.to_vec()), "{found:?}");
        }
        let blocked = right.replacen("..18.64..", "2...18.64", 1);
        let found = repairs(&blocked.parse().unwrap()).unwrap().repairs;
        let is_shift = |repair: &Repair| matches!(repair, Repair::Shift(_));
        assert!(!found.iter().any(is_shift), "{found:?}");
    }

    #[test]
    fn repairs_found_before_a_limit_are_kept() {
        let mistyped: Puzzle =
            "5.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
                .parse()
                .unwrap();
        let search = |nodes| {
            let budget = Budget::of_nodes(nodes);
            repair(&mistyped, &mut Mrv::default(), &budget).unwrap()
        };
        let all = search(u64::MAX);
        assert_eq!(all.limit, None);
        assert!(all.repairs.len() > 2, "{all:?}");
        let mut counts = Vec::new();
        for nodes in (0..12).map(|power| 1 << power) {
            let some = search(nodes);
            assert!(some.repairs.iter().all(|found| all.repairs.contains(found)));
            match some.limit {
                Some(limit) => assert_eq!(limit, Limit::Nodes(nodes)),
                None => assert_eq!(some, all),
            }
            counts.push(some.repairs.len());
        }
        assert!(counts.is_sorted() && counts[0] == 0, "{counts:?}");
        assert!(
            counts
                .iter()
                .any(|count| (1..all.repairs.len()).contains(count))
        );
        let late = Budget {
            deadline: Some(crate::Deadline::after(std::time::Duration::ZERO)),
            ..Budget::UNLIMITED
        };
        let late = repair(&mistyped, &mut Mrv::default(), &late).unwrap();
        assert!(matches!(late.limit, Some(Limit::Time(_))) && late.repairs.is_empty());
    }

    /// With more solutions than are collected, every candidate is tried as a given.
    #[test]
    fn removed_candidates_are_not_repairs() {
        let sparse: Puzzle = format!("12345678{}", ".".repeat(73)).parse().unwrap();
        let removed = Candidate::from_name("r9c9=1", 9).unwrap();
        let sparse = sparse.without([removed]).unwrap();
        let found = repairs(&sparse).unwrap();
        let [Repair::Add(givens)] = &found.repairs[..] else {
            panic!("{found:?}");
        };
        assert!(givens.iter().all(|given| given.candidate() != removed));
    }

    fn removals(text: &str) -> Vec<(usize, usize)> {
        let found = repairs(&text.parse().unwrap()).unwrap();
        let removal = |repair: Repair| match repair {
            Repair::Remove {
                givens,
                constraints,
                ..
            } => Some((givens.len(), constraints.len())),
            _ => None,
        };
        found.repairs.into_iter().filter_map(removal).collect()
    }

    #[test]
    fn a_mark_that_exempts_its_cells_is_no_repair() {
        // Without the mark, the two givens must not have the sum 5.
        let text = format!("14{}; negative-xv; x r1c1 r1c2", ".".repeat(79));
        assert_eq!(removals(&text), [(1, 0), (1, 0)]);
    }

    #[test]
    fn several_constraints_are_removed_together() {
        let cages = "................; cage 9 r1c1 r1c2; cage 9 r4c3 r4c4";
        assert_eq!(removals(cages), [(0, 2)]);
        let mixed = "11..............; cage 9 r4c3 r4c4";
        assert_eq!(removals(mixed), [(1, 1), (1, 1)]);
    }

    #[test]
    fn an_addition_takes_few_searches() {
        let swaps =
            "..3.8291.....56.2..28.9.74.485...2.9392......716924.5.854219637267.3..9..3.647582";
        let puzzle: Puzzle = swaps.parse().unwrap();
        let found = repair(&puzzle, &mut Mrv::default(), &Budget::of_nodes(20_000)).unwrap();
        assert_eq!(found.limit, None);
        assert!(matches!(&found.repairs[..], [Repair::Add(givens)] if givens.len() > 5));
    }
}

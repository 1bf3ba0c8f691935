//! Repairs of a puzzle that has no solution or several: givens to remove, to change or to add, and
//! drawn constraints to remove.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::confirmed_engine::{confirmation_nodes, distinct_solutions};
use super::deletion::{delete, without};
use super::error::TaskError;
#[cfg(doc)]
use super::session::Session;
use super::verdict::Limit;
use crate::board::{Candidate, CandidateName, Cell, Digit, Grid, Puzzle};
use crate::engine::{Budget, End, Engine, mrv::Mrv};

/// A change of a puzzle that has no solution, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// Without these givens there is a solution.
    Remove {
        /// The givens.
        givens: Vec<CandidateName>,
        /// True if there is exactly one solution then.
        unique: bool,
    },
    /// Without this drawn constraint there is a solution.
    RemoveConstraint {
        /// The text of the constraint.
        constraint: String,
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

/// The most sets of several givens to remove.
const MOST_SETS: usize = 20;

/// The largest set of givens to remove.
const LARGEST_SET: usize = 4;

/// The number of solutions among which givens to add are looked for.
const MOST_SOLUTIONS: u64 = 300;

/// Finds changes that give the puzzle one solution.
///
/// For a puzzle without a solution: every given or drawn constraint without which there is a solution, and every change
/// of one digit, exchange of two neighbours or shift of a row by one column with which there is exactly
/// one. If no single given will do: the smallest sets of givens without which there is a solution
/// (minimal correction sets), up to 4 givens and 20 sets.
///
/// For a puzzle with several solutions: every digit that leaves one of them if it is added; if there
/// is none, a set of several digits, none of which is redundant.
///
/// A puzzle with one solution has no repairs.
///
/// `engine` searches some hundred times; the engine `mrv` is the fastest. `budget` is for all these
/// searches together. When its time or nodes run out, the repairs are those found so far. In addition,
/// each search has as many nodes as a confirmation ([`Session::confirmation_nodes`]); one that takes
/// more counts as no repair.
///
/// # Errors
/// [`TaskError`] if the engine fails.
pub fn repair(
    puzzle: &Puzzle,
    engine: &mut dyn Engine,
    budget: Budget,
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
    repairs.sort_by_key(|repair| search.rank(repair));
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
    repair(puzzle, &mut Mrv::default(), Repairs::budget(puzzle))
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
    budget: Budget,
    /// The nodes visited so far.
    nodes: u64,
    found: Vec<Repair>,
}

impl RepairSearch<'_> {
    /// Collects the repairs.
    fn run(&mut self) -> Result<(), Interruption> {
        let (found, _) = self.solutions(self.puzzle, 2)?;
        match found.len() {
            0 => self.removals_and_changes(),
            1 => Ok(()),
            _ => self.additions(),
        }
    }

    /// Adds visited nodes.
    ///
    /// # Errors
    /// The limit of the budget that is reached.
    fn charge(&mut self, nodes: u64) -> Result<(), Interruption> {
        self.nodes = self.nodes.saturating_add(nodes);
        let end = if self.nodes >= self.budget.nodes {
            End::OutOfBudget
        } else if self.budget.is_out_of_time() {
            End::OutOfTime
        } else {
            return Ok(());
        };
        Err(Interruption::Limit(Limit::of_search(end, self.budget)))
    }

    /// Returns up to `limit` solutions, and true if there are no others.
    fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<(Vec<Grid>, bool), Interruption> {
        let left = self.budget.nodes.saturating_sub(self.nodes);
        let budget = Budget {
            nodes: left.min(confirmation_nodes(puzzle)),
            ..self.budget
        };
        let (solutions, report) = distinct_solutions(self.engine, puzzle, limit, budget)?;
        self.charge(report.work.nodes)?;
        Ok((solutions, report.end == End::Complete))
    }

    fn is_unique(&mut self, puzzle: &Puzzle) -> Result<bool, Interruption> {
        let (found, is_all) = self.solutions(puzzle, 2)?;
        Ok(found.len() == 1 && is_all)
    }

    /// Returns the puzzle with these givens in place of those of their cells.
    fn with(&self, givens: &[Candidate]) -> Puzzle {
        let mut grid = self.puzzle.givens().clone();
        for given in givens {
            grid.set(given.cell, Some(given.digit));
        }
        self.puzzle
            .with_givens(grid)
            .expect("the digits are candidates of the same puzzle")
    }

    /// Returns the puzzle without these givens.
    fn without(&self, givens: &[Candidate]) -> Puzzle {
        let all = self.puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|given| !givens.contains(given)).collect();
        self.puzzle.restricted_to(&rest)
    }

    fn name(&self, candidate: Candidate) -> CandidateName {
        candidate.name(self.puzzle.geometry())
    }

    fn names(&self, candidates: &[Candidate]) -> Vec<CandidateName> {
        let names = candidates.iter().map(|candidate| self.name(*candidate));
        names.collect()
    }

    /// Finds the repairs of a puzzle without a solution.
    fn removals_and_changes(&mut self) -> Result<(), Interruption> {
        let givens: Vec<Candidate> = self.puzzle.givens().filled().collect();
        for given in &givens {
            let (found, is_all) = self.solutions(&self.without(&[*given]), 2)?;
            if found.is_empty() {
                continue;
            }
            let unique = found.len() == 1 && is_all;
            let names = self.names(&[*given]);
            self.found.push(Repair::Remove {
                givens: names,
                unique,
            });
            // If a change leaves one solution, that is also a solution without the given.
            let cell = given.cell;
            let others: Vec<Digit> = if unique {
                found[0].get(cell).into_iter().collect()
            } else {
                self.puzzle.geometry().digits().collect()
            };
            for digit in others {
                let other = Candidate { cell, digit };
                if other == *given || self.puzzle.is_removed(other) {
                    continue;
                }
                if self.is_unique(&self.with(&[other]))? {
                    self.found.push(Repair::Change(self.name(other)));
                }
            }
        }
        self.removed_constraints()?;
        let is_removal = |repair: &Repair| {
            matches!(
                repair,
                Repair::Remove { .. } | Repair::RemoveConstraint { .. }
            )
        };
        let has_removals = self.found.iter().any(is_removal);
        self.exchanges(&givens)?;
        self.shifts()?;
        match has_removals {
            true => Ok(()),
            false => self.correction_sets(&givens),
        }
    }

    /// Finds the drawn constraints without each of which there is a solution.
    fn removed_constraints(&mut self) -> Result<(), Interruption> {
        let layout = self.puzzle.layout();
        let all: Vec<usize> = (0..layout.constraints().len()).collect();
        for number in &all {
            let board = layout.restricted_to(&without(&all, *number));
            let (found, is_all) = self.solutions(&self.puzzle.clone().on(board.into()), 2)?;
            if !found.is_empty() {
                self.found.push(Repair::RemoveConstraint {
                    constraint: layout.constraints()[*number].text(layout.geometry()),
                    unique: found.len() == 1 && is_all,
                });
            }
        }
        Ok(())
    }

    /// Finds the exchanges of two givens side by side with which there is one solution.
    fn exchanges(&mut self, givens: &[Candidate]) -> Result<(), Interruption> {
        let board = self.puzzle.geometry();
        let follows = |left: Cell, right: Cell| {
            let (left, right) = (board.position(left), board.position(right));
            left.zip(right)
                .is_some_and(|(left, right)| left.0 == right.0 && left.1 + 1 == right.1)
        };
        for pair in givens.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            if !follows(left.cell, right.cell) || left.digit == right.digit {
                continue;
            }
            let exchanged = [(left.cell, right.digit), (right.cell, left.digit)]
                .map(|(cell, digit)| Candidate { cell, digit });
            let is_allowed = !exchanged
                .iter()
                .any(|candidate| self.puzzle.is_removed(*candidate));
            if is_allowed && self.is_unique(&self.with(&exchanged))? {
                let names = exchanged.map(|candidate| self.name(candidate));
                self.found.push(Repair::Exchange(names));
            }
        }
        Ok(())
    }

    /// Finds the rows of several givens that leave one solution one column to the left or right.
    fn shifts(&mut self) -> Result<(), Interruption> {
        let (board, givens) = (self.puzzle.geometry(), self.puzzle.givens());
        for (row, is_left) in (0..board.rows()).flat_map(|row| [(row, true), (row, false)]) {
            let cells: Vec<Cell> = board.row(row).flatten().collect();
            let mut shifted: Vec<Option<Digit>> =
                cells.iter().map(|cell| givens.get(*cell)).collect();
            if shifted.is_empty() {
                continue;
            }
            // The cell at the end comes from outside of the board, and is blank.
            match is_left {
                true => shifted.rotate_left(1),
                false => shifted.rotate_right(1),
            }
            if shifted[if is_left { shifted.len() - 1 } else { 0 }].is_some() {
                continue;
            }
            let mut grid = givens.clone();
            for (cell, digit) in cells.iter().zip(shifted) {
                grid.set(*cell, digit);
            }
            let is_moved = |given: &Candidate| cells.contains(&given.cell);
            let moved: Vec<Candidate> = grid.filled().filter(is_moved).collect();
            if moved.len() < 2 || moved.iter().any(|given| self.puzzle.is_removed(*given)) {
                continue;
            }
            let puzzle = self.puzzle.with_givens(grid);
            if self.is_unique(&puzzle.expect("a grid of the same size"))? {
                self.found.push(Repair::Shift(self.names(&moved)));
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
            Repair::Remove { .. } | Repair::RemoveConstraint { .. } | Repair::Add(_) => 3,
        }
    }

    /// Finds the smallest sets of several givens without which there is a solution. Each of them
    /// hits every set of givens that contradict each other, so the search branches over the givens
    /// of one such set after another (R. Reiter, *A Theory of Diagnosis from First Principles*,
    /// 1987).
    fn correction_sets(&mut self, givens: &[Candidate]) -> Result<(), Interruption> {
        let mut conflicts: Vec<Vec<Candidate>> = Vec::new();
        for size in 2..=LARGEST_SET {
            let mut found: BTreeMap<Vec<Candidate>, bool> = BTreeMap::new();
            let removed = &mut Vec::new();
            let result =
                self.find_correction_sets(givens, size, removed, &mut conflicts, &mut found);
            let is_found = !found.is_empty();
            for (set, unique) in found {
                let givens = self.names(&set);
                self.found.push(Repair::Remove { givens, unique });
            }
            result?;
            if is_found {
                break;
            }
        }
        Ok(())
    }

    /// Adds correction sets to `found`, each with true if there is one solution without it.
    fn find_correction_sets(
        &mut self,
        givens: &[Candidate],
        size: usize,
        removed: &mut Vec<Candidate>,
        conflicts: &mut Vec<Vec<Candidate>>,
        found: &mut BTreeMap<Vec<Candidate>, bool>,
    ) -> Result<(), Interruption> {
        if found.len() >= MOST_SETS {
            return Ok(());
        }
        let is_open = |conflict: &&Vec<Candidate>| !conflict.iter().any(|g| removed.contains(g));
        let conflict = match conflicts.iter().find(is_open) {
            Some(conflict) => conflict.clone(),
            None => {
                let left = givens.iter().filter(|given| !removed.contains(given));
                let Some(conflict) = self.conflict(left.copied().collect())? else {
                    let mut set = removed.clone();
                    set.sort_unstable();
                    if let Entry::Vacant(new) = found.entry(set) {
                        let unique = self.is_unique(&self.without(new.key()))?;
                        new.insert(unique);
                    }
                    return Ok(());
                };
                conflicts.push(conflict.clone());
                conflict
            }
        };
        if removed.len() < size {
            for given in conflict {
                removed.push(given);
                self.find_correction_sets(givens, size, removed, conflicts, found)?;
                removed.pop();
            }
        }
        Ok(())
    }

    /// Returns a minimal set of these givens that contradict each other, if they do.
    fn conflict(
        &mut self,
        mut givens: Vec<Candidate>,
    ) -> Result<Option<Vec<Candidate>>, Interruption> {
        let mut is_refuted = |givens: &[Candidate]| -> Result<bool, Interruption> {
            let puzzle = self.puzzle.restricted_to(givens);
            let (found, is_all) = self.solutions(&puzzle, 1)?;
            // Givens about which the search reached a limit count as free of contradiction.
            Ok(found.is_empty() && is_all)
        };
        if !is_refuted(&givens)? {
            return Ok(None);
        }
        let order: Vec<Candidate> = givens.iter().rev().copied().collect();
        delete(&mut givens, order, |rest, _| {
            Ok::<_, Interruption>(is_refuted(&rest)?.then_some(rest))
        })?;
        Ok(Some(givens))
    }

    /// Finds the repairs of a puzzle with several solutions.
    fn additions(&mut self) -> Result<(), Interruption> {
        let (found, is_all) = self.solutions(self.puzzle, MOST_SOLUTIONS)?;
        let size = self.puzzle.geometry().digit_count();
        let mut counts = vec![0usize; self.puzzle.layout().cell_count() * size];
        let id = |at: Candidate| at.cell.index() * size + at.digit.index();
        for grid in &found {
            grid.filled().for_each(|at| counts[id(at)] += 1);
        }
        for cell in self.puzzle.givens().blanks() {
            for digit in (0..size).map(Digit::from_index) {
                let given = Candidate { cell, digit };
                let is_repair = match counts[id(given)] {
                    0 if is_all || self.puzzle.is_removed(given) => false,
                    0 | 1 if !is_all => self.is_unique(&self.with(&[given]))?,
                    count => count == 1,
                };
                if is_repair {
                    self.found.push(Repair::Add(vec![self.name(given)]));
                }
            }
        }
        if self.found.is_empty() {
            let set = self.minimal_addition(&found)?;
            let set = set.map(|set| Repair::Add(self.names(&set)));
            self.found.extend(set);
        }
        Ok(())
    }

    /// Returns digits of the first solution that no other solution has together. They are chosen one
    /// after the other where most of the other known solutions differ, and redundant ones are then
    /// left out.
    fn minimal_addition(&mut self, known: &[Grid]) -> Result<Option<Vec<Candidate>>, Interruption> {
        let Some((grid, others)) = known.split_first() else {
            return Ok(None);
        };
        let mut others: Vec<Grid> = others.to_vec();
        let mut set: Vec<Candidate> = Vec::new();
        loop {
            if others.is_empty() {
                let (found, is_all) = self.solutions(&self.with(&set), MOST_SOLUTIONS)?;
                others = found.into_iter().filter(|other| other != grid).collect();
                if others.is_empty() && !is_all {
                    return Ok(None);
                }
                if others.is_empty() {
                    break;
                }
            }
            let differing = |at: &Candidate| {
                let differs = |other: &&Grid| other.get(at.cell) != Some(at.digit);
                others.iter().filter(differs).count()
            };
            let Some(best) = grid.filled().max_by_key(differing) else {
                return Ok(None);
            };
            set.push(best);
            others.retain(|other| other.get(best.cell) == Some(best.digit));
        }
        let order = set.clone();
        delete(&mut set, order, |rest, _| {
            let is_enough = self.is_unique(&self.with(&rest))?;
            Ok::<_, Interruption>(is_enough.then_some(rest))
        })?;
        set.sort_unstable();
        Ok(Some(set))
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
            let names = |all: &[CandidateName]| -> Vec<String> {
                all.iter().map(ToString::to_string).collect()
            };
            let mut map = serializer.serialize_map(None)?;
            match self {
                Repair::Remove { givens, unique } => {
                    map.serialize_entry("remove", &names(givens))?;
                    map.serialize_entry("unique", unique)?;
                }
                Repair::RemoveConstraint { constraint, unique } => {
                    map.serialize_entry("remove", &[constraint])?;
                    map.serialize_entry("unique", unique)?;
                }
                Repair::Change(candidate) => {
                    map.serialize_entry("change", &names(std::slice::from_ref(candidate)))?;
                }
                Repair::Exchange(candidates) => {
                    map.serialize_entry("exchange", &names(candidates))?;
                }
                Repair::Shift(candidates) => map.serialize_entry("shift", &names(candidates))?,
                Repair::Add(candidates) => map.serialize_entry("add", &names(candidates))?,
            }
            map.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            repair(&mistyped, &mut Mrv::default(), budget).unwrap()
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
        let late = repair(&mistyped, &mut Mrv::default(), late).unwrap();
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
}

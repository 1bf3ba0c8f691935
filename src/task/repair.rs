//! What would make a puzzle have one solution: givens to remove, to change or to add.

use super::answer::TaskError;
use super::search::search;
use crate::board::{Candidate, CandidateName, Digit, Grid, Puzzle};
use crate::engine::{Budget, End, Engine, mrv};

/// A way to mend a puzzle that has no solution, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// Without these givens there is a solution.
    Remove {
        /// The givens.
        givens: Vec<CandidateName>,
        /// Whether there is just one then.
        unique: bool,
    },
    /// With this digit in place of the given of its cell there is one solution.
    Change(CandidateName),
    /// With these givens beside the others there is one solution.
    Add(Vec<CandidateName>),
}

/// What was found to mend a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Repairs {
    /// Removals first, then changes; by cells and digits.
    pub repairs: Vec<Repair>,
}

/// Up to so many sets of more than one given are found.
const MOST_SETS: usize = 20;

/// Sets with more givens than this are not looked for.
const LARGEST_SET: usize = 4;

/// As many solutions of a puzzle are looked at to find out which givens would single out one.
const MOST_SOLUTIONS: u64 = 300;

/// What would give the puzzle one solution.
///
/// For a puzzle without a solution: every given whose removal alone leaves one, and every change of
/// one digit that leaves just one. Where no single given will do: the smallest sets of givens whose
/// removal leaves a solution (minimal correction sets), up to 4 givens and 20 sets.
///
/// For a puzzle with several: every given that would single out one of them; where none does, one
/// set of more, as few as there are if the puzzle has at most 300 solutions.
///
/// Nothing for a puzzle with one solution. `engine` searches some hundred times; the engine `mrv`
/// is the fastest. `budget` is for each of these searches: one that comes to no end counts as no
/// repair.
///
/// # Errors
/// When the engine fails.
pub fn repair(
    puzzle: &Puzzle,
    engine: &mut dyn Engine,
    budget: Budget,
) -> Result<Repairs, TaskError> {
    let mut mender = Mender {
        puzzle,
        engine,
        budget,
    };
    let (found, _) = mender.solutions(puzzle, 2)?;
    let repairs = match found.len() {
        0 => mender.for_none()?,
        1 => Vec::new(),
        _ => mender.for_several()?,
    };
    Ok(Repairs { repairs })
}

/// [`repair`] with the engine `mrv` and as many nodes as 9×9 puzzles never need.
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
/// As there.
pub fn repairs(puzzle: &Puzzle) -> Result<Repairs, TaskError> {
    repair(puzzle, &mut mrv::Mrv::default(), Budget::of_nodes(100_000))
}

struct Mender<'a> {
    puzzle: &'a Puzzle,
    engine: &'a mut dyn Engine,
    budget: Budget,
}

impl Mender<'_> {
    /// Up to `limit` solutions, and whether these are all.
    fn solutions(&mut self, puzzle: &Puzzle, limit: u64) -> Result<(Vec<Grid>, bool), TaskError> {
        let findings = search(self.engine, puzzle, limit, self.budget)?;
        let is_all = findings.report.end == End::Complete;
        Ok((findings.solutions, is_all))
    }

    /// The puzzle with another digit, or none, in the cells of some candidates.
    fn with(&self, puzzle: &Puzzle, givens: &[Candidate], is_there: bool) -> Puzzle {
        let mut grid = puzzle.givens().clone();
        for given in givens {
            grid.set(given.cell, is_there.then_some(given.digit));
        }
        puzzle
            .with_givens(grid)
            .expect("digits of the same board in cells of the same board")
    }

    fn name(&self, candidate: Candidate) -> CandidateName {
        candidate.name(self.puzzle.size())
    }

    fn names(&self, candidates: &[Candidate]) -> Vec<CandidateName> {
        candidates
            .iter()
            .map(|candidate| self.name(*candidate))
            .collect()
    }

    fn for_none(&mut self) -> Result<Vec<Repair>, TaskError> {
        let givens: Vec<Candidate> = self.puzzle.givens().filled().collect();
        let (mut removals, mut changes) = (Vec::new(), Vec::new());
        for given in &givens {
            let without = self.with(self.puzzle, &[*given], false);
            let (found, is_all) = self.solutions(&without, 2)?;
            if found.is_empty() {
                continue;
            }
            let unique = found.len() == 1 && is_all;
            removals.push(Repair::Remove {
                givens: self.names(&[*given]),
                unique,
            });
            // A digit that leaves one solution is in some solution without the given.
            let cell = given.cell;
            let others: Vec<Digit> = if unique {
                found[0].get(cell).into_iter().collect()
            } else {
                (0..self.puzzle.size()).map(Digit::from_index).collect()
            };
            for digit in others {
                let other = Candidate { cell, digit };
                if other == *given || self.is_removed(other) {
                    continue;
                }
                let changed = self.with(self.puzzle, &[other], true);
                if self.is_unique(&changed)? {
                    changes.push(Repair::Change(self.name(other)));
                }
            }
        }
        if removals.is_empty() {
            return self.correction_sets(&givens);
        }
        removals.extend(changes);
        Ok(removals)
    }

    /// Whether pencil marks leave the candidate out.
    fn is_removed(&self, candidate: Candidate) -> bool {
        self.puzzle.removed().binary_search(&candidate).is_ok()
    }

    fn is_unique(&mut self, puzzle: &Puzzle) -> Result<bool, TaskError> {
        let (found, is_all) = self.solutions(puzzle, 2)?;
        Ok(found.len() == 1 && is_all)
    }

    /// The smallest sets of givens, of two and more, whose removal leaves a solution. Each hits
    /// every set of givens that contradict each other, so the search goes along one of these after
    /// the other (R. Reiter, *A Theory of Diagnosis from First Principles*, 1987).
    fn correction_sets(&mut self, givens: &[Candidate]) -> Result<Vec<Repair>, TaskError> {
        let mut conflicts: Vec<Vec<Candidate>> = Vec::new();
        for size in 2..=LARGEST_SET {
            let mut found: Vec<Vec<Candidate>> = Vec::new();
            self.correct(givens, size, &mut Vec::new(), &mut conflicts, &mut found)?;
            if !found.is_empty() {
                found.sort_unstable();
                let mut repairs = Vec::new();
                for set in found {
                    let without = self.with(self.puzzle, &set, false);
                    let unique = self.is_unique(&without)?;
                    let givens = self.names(&set);
                    repairs.push(Repair::Remove { givens, unique });
                }
                return Ok(repairs);
            }
        }
        Ok(Vec::new())
    }

    fn correct(
        &mut self,
        givens: &[Candidate],
        size: usize,
        removed: &mut Vec<Candidate>,
        conflicts: &mut Vec<Vec<Candidate>>,
        found: &mut Vec<Vec<Candidate>>,
    ) -> Result<(), TaskError> {
        if found.len() >= MOST_SETS {
            return Ok(());
        }
        let is_open = |conflict: &&Vec<Candidate>| !conflict.iter().any(|g| removed.contains(g));
        let conflict = match conflicts.iter().find(is_open) {
            Some(conflict) => conflict.clone(),
            None => {
                let left = givens
                    .iter()
                    .copied()
                    .filter(|given| !removed.contains(given));
                let Some(conflict) = self.conflict(left.collect())? else {
                    let mut set = removed.clone();
                    set.sort_unstable();
                    if !found.contains(&set) {
                        found.push(set);
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
                self.correct(givens, size, removed, conflicts, found)?;
                removed.pop();
            }
        }
        Ok(())
    }

    /// A minimal set of these givens that contradict each other; `None` when they do not.
    fn conflict(
        &mut self,
        mut givens: Vec<Candidate>,
    ) -> Result<Option<Vec<Candidate>>, TaskError> {
        let holds = |mender: &mut Self, givens: &[Candidate]| -> Result<bool, TaskError> {
            let puzzle = mender.puzzle.restricted_to(givens);
            let (found, is_all) = mender.solutions(&puzzle, 1)?;
            // Without an end it is not known; then the givens count as free of contradiction.
            Ok(!found.is_empty() || !is_all)
        };
        if holds(self, &givens)? {
            return Ok(None);
        }
        let mut place = givens.len();
        while let Some(before) = place.checked_sub(1) {
            place = before;
            let given = givens.remove(place);
            if holds(self, &givens)? {
                givens.insert(place, given);
            }
        }
        Ok(Some(givens))
    }

    fn for_several(&mut self) -> Result<Vec<Repair>, TaskError> {
        let (found, is_all) = self.solutions(self.puzzle, MOST_SOLUTIONS)?;
        let size = self.puzzle.size();
        let mut counts = vec![0usize; size * size * size];
        let id = |at: Candidate| at.cell.index() * size + at.digit.index();
        for grid in &found {
            grid.filled().for_each(|at| counts[id(at)] += 1);
        }
        let mut repairs = Vec::new();
        for cell in self.puzzle.givens().blanks() {
            for digit in (0..size).map(Digit::from_index) {
                let one = Candidate { cell, digit };
                let singles_out = match counts[id(one)] {
                    0 if is_all || self.is_removed(one) => false,
                    0 | 1 if !is_all => {
                        let with = self.with(self.puzzle, &[one], true);
                        self.is_unique(&with)?
                    }
                    count => count == 1,
                };
                if singles_out {
                    repairs.push(Repair::Add(vec![self.name(one)]));
                }
            }
        }
        if repairs.is_empty() {
            let set = if is_all {
                fewest(&found)
            } else {
                self.some(&found)?
            };
            repairs.extend(set.map(|set| Repair::Add(self.names(&set))));
        }
        Ok(repairs)
    }

    /// Digits of one solution of many that single it out, found one after the other, each where
    /// most of the other solutions known differ, and none of them superfluous.
    fn some(&mut self, known: &[Grid]) -> Result<Option<Vec<Candidate>>, TaskError> {
        let Some((grid, others)) = known.split_first() else {
            return Ok(None);
        };
        let mut others: Vec<Grid> = others.to_vec();
        let mut set: Vec<Candidate> = Vec::new();
        loop {
            if others.is_empty() {
                let with = self.with(self.puzzle, &set, true);
                let (found, is_all) = self.solutions(&with, MOST_SOLUTIONS)?;
                others = found.into_iter().filter(|other| other != grid).collect();
                if others.is_empty() {
                    return if is_all {
                        self.shrunk(set).map(Some)
                    } else {
                        Ok(None)
                    };
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
    }

    /// Leaves out what is not needed for one solution.
    fn shrunk(&mut self, mut set: Vec<Candidate>) -> Result<Vec<Candidate>, TaskError> {
        let mut place = 0;
        while place < set.len() {
            let one = set.remove(place);
            let with = self.with(self.puzzle, &set, true);
            if !self.is_unique(&with)? {
                set.insert(place, one);
                place += 1;
            }
        }
        set.sort_unstable();
        Ok(set)
    }
}

/// The fewest digits of one of all solutions that no other has together.
fn fewest(all: &[Grid]) -> Option<Vec<Candidate>> {
    (2..all.len().max(3)).find_map(|size| {
        all.iter().find_map(|grid| {
            let others: Vec<&Grid> = all.iter().filter(|other| *other != grid).collect();
            let mut set = Vec::new();
            single_out(grid, &others, size, &mut set).then(|| {
                set.sort_unstable();
                set
            })
        })
    })
}

/// Whether up to `size` digits of `grid` are together in none of `others`; `set` has them then. One
/// of them is where the other that is most like it differs.
fn single_out(grid: &Grid, others: &[&Grid], size: usize, set: &mut Vec<Candidate>) -> bool {
    let alike = others
        .iter()
        .min_by_key(|other| grid.differences(other).count());
    let Some(alike) = alike else { return true };
    if size == 0 {
        return false;
    }
    grid.differences(alike).any(|cell| {
        let Some(digit) = grid.get(cell) else {
            return false;
        };
        let same = others
            .iter()
            .copied()
            .filter(|other| other.get(cell) == Some(digit));
        let same: Vec<&Grid> = same.collect();
        set.push(Candidate { cell, digit });
        let is_out = single_out(grid, &same, size - 1, set);
        if !is_out {
            set.pop();
        }
        is_out
    })
}

#[cfg(feature = "serde")]
mod fields {
    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::{CandidateName, Repair};

    impl Serialize for Repair {
        /// `remove` and `unique`, or `change`, or `add`.
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
                Repair::Change(candidate) => {
                    map.serialize_entry("change", &names(&[*candidate]))?;
                }
                Repair::Add(candidates) => map.serialize_entry("add", &names(candidates))?,
            }
            map.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With more solutions than are looked at, every candidate is tried as a given.
    #[test]
    fn candidates_that_are_not_possible_are_no_repair() {
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

//! The clues of a puzzle on any board, decided by a [`Judge`].

use super::GenerateError;
use super::judge::{Grade, Judge, Uniqueness};
use super::removal::{Clues, Outcome};
use satdoku::board::{Candidate, Constraint, Puzzle};

/// Givens and drawn constraints whose solution is known.
pub(super) struct DrawnClues<'a> {
    judge: &'a mut Judge,
    /// The solved grid on the board with all constraints.
    solved: &'a Puzzle,
    /// The number of constraints that every puzzle has.
    fixed: usize,
    is_kept: Vec<bool>,
    is_needed: Vec<bool>,
    /// The puzzle with the clues that are kept.
    puzzle: Puzzle,
}

impl DrawnClues<'_> {
    /// Starts with all clues of a solved grid. The first `fixed` constraints are always there.
    pub fn new<'a>(judge: &'a mut Judge, solved: &'a Puzzle, fixed: usize) -> DrawnClues<'a> {
        let layout = solved.layout();
        let count = layout.cell_count() + layout.constraints().len() - fixed;
        DrawnClues {
            judge,
            solved,
            fixed,
            is_kept: vec![true; count],
            is_needed: vec![false; count],
            puzzle: solved.clone(),
        }
    }

    /// Returns the puzzle with the clues that are kept.
    pub fn into_puzzle(self) -> Puzzle {
        self.puzzle
    }

    fn puzzle_without(&self, group: &[usize]) -> Puzzle {
        let cells = self.solved.layout().cell_count();
        let all = self.puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|at| !group.contains(&at.cell.index())).collect();
        let puzzle = self.puzzle.restricted_to(&rest);
        if group.iter().all(|clue| *clue < cells) {
            return puzzle;
        }
        let rules = self.solved.layout().rules();
        let is_kept = |number: usize| match number.checked_sub(self.fixed) {
            Some(drawn) => self.is_kept[cells + drawn] && !group.contains(&(cells + drawn)),
            None => true,
        };
        let constraints = rules.constraints().iter().enumerate();
        let kept = constraints.filter(|(number, _)| is_kept(*number));
        let kept: Vec<Constraint> = kept.map(|(_, constraint)| constraint.clone()).collect();
        let rules = rules.clone().with_constraints(kept);
        let rules = rules.expect("some of the constraints of a board");
        let puzzle = puzzle.with_rules(rules);
        puzzle.expect("the cells and digits of the same board")
    }
}

impl Clues for DrawnClues<'_> {
    fn count(&self) -> usize {
        self.is_kept.len()
    }

    fn has(&self, clue: usize) -> bool {
        self.is_kept[clue]
    }

    fn is_needed(&self, clue: usize) -> bool {
        self.is_needed[clue]
    }

    fn without(
        &mut self,
        group: &[usize],
        is_hard_allowed: bool,
    ) -> Result<Outcome, GenerateError> {
        if group.iter().any(|clue| self.is_needed[*clue]) {
            return Ok(Outcome::Ambiguous);
        }
        let puzzle = self.puzzle_without(group);
        Ok(match self.judge.uniqueness(&puzzle)? {
            Uniqueness::Unique(_) if is_hard_allowed => Outcome::Allowed,
            Uniqueness::Unique(_) => match self.judge.grade(&puzzle)? {
                Grade::TooHard => Outcome::Refused,
                Grade::Easier | Grade::Wanted => Outcome::Allowed,
            },
            Uniqueness::Several(_) => {
                if let [clue] = group {
                    self.is_needed[*clue] = true;
                }
                Outcome::Ambiguous
            }
            Uniqueness::None | Uniqueness::Unknown => Outcome::Refused,
        })
    }

    fn leave_out(&mut self, group: &[usize]) {
        self.puzzle = self.puzzle_without(group);
        group.iter().for_each(|clue| self.is_kept[*clue] = false);
    }

    fn is_late(&self) -> bool {
        self.judge.is_late()
    }
}

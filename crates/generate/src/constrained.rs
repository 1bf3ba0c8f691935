//! One attempt at a puzzle with drawn constraints: a solved grid, the constraints, the removal of givens
//! and constraints, and the restoring of some that make the puzzle as easy as requested.

use std::sync::Arc;

use super::GenerateError;
use super::attempt::{Attempt, Draft, finish, has_one_solution};
use super::constraints::{self, ConstraintKind};
use super::ease::Removal;
use super::givens::LimitedGivens;
use super::reduce::{ReducedMinimality, minimality_of};
use satdoku::board::{Candidate, Grid, Layout, Puzzle};
use satdoku::engine::{Budget, EngineError};
use satdoku_explain::{ExplainError, Explainer};

/// The largest board on which attempts are repeated for a puzzle that is proved minimal.
const LARGEST_PROVED: usize = 9;

/// The nodes of the search for a second solution without a given or constraint: usually few searches
/// need more, but on boards above [`LARGEST_PROVED`] and with sums of diagonals many would take long.
const NODES: [u64; 2] = [10_000, 1_000];

/// The nodes of the search that decides whether the constraints of a drawing are enough.
const DRAWING_NODES: u64 = 1_000;

impl Attempt<'_> {
    /// Makes a puzzle with drawn constraints from one solved grid, if the grid leads to one.
    pub fn with_constraints(
        mut self,
        layout: &Arc<Layout>,
        explainer: &mut Explainer,
    ) -> Result<Option<Draft>, GenerateError> {
        let Some(solution) = self.solution(layout)? else {
            return Ok(None);
        };
        let Some((solved, start)) = self.draw(layout, &solution)? else {
            return Ok(None);
        };
        let has_diagonals = self
            .request
            .constraints
            .contains(&ConstraintKind::LittleKiller);
        let is_slow = has_diagonals || layout.digit_count() > LARGEST_PROVED;
        let limited = self.of_nodes(NODES[usize::from(is_slow)]);
        let mut givens = LimitedGivens::new(&start, &solution, limited);
        let (request, plan) = (self.request, self.plan);
        let draft = finish(
            &solved,
            &mut givens,
            request,
            plan,
            self.budget,
            self.random,
        )?;
        let Some(mut draft) = draft else {
            return Ok(None);
        };
        let first = layout.constraints().len();
        let (puzzle, needs_all) =
            constraints::remove_redundant(draft.puzzle, first, self.engine, limited, self.random)?;
        if draft.minimality.is_minimal != Some(true) {
            // Some givens may be needed now.
            let mut givens = LimitedGivens::new(&puzzle, &solution, limited);
            let given = |group: &&[usize]| puzzle.givens().cells()[group[0]].is_some();
            let groups = plan.free.iter().map(Vec::as_slice).filter(given);
            let cells = layout.cell_count();
            draft.minimality = minimality_of(&mut givens, cells, groups, self.budget)?;
        }
        if !needs_all {
            draft.minimality = draft.minimality.with_unknown_clues();
        }
        draft.puzzle = puzzle;
        let is_easy_enough = self.ease(&mut draft, &solved, explainer)?;
        Ok((is_easy_enough && self.is_wanted(&draft)).then_some(draft))
    }

    /// Restores clues of a puzzle that is too hard for the request, if it may have more. Returns false if
    /// it stays too hard.
    fn ease(
        &mut self,
        draft: &mut Draft,
        solved: &Puzzle,
        explainer: &mut Explainer,
    ) -> Result<bool, ExplainError> {
        let difficulty = self.request.difficulty.as_ref();
        let limited = difficulty.filter(|difficulty| difficulty.has_upper_limit());
        let Some(difficulty) = limited.filter(|_| !self.request.minimal) else {
            return Ok(true);
        };
        let groups = self.plan.free.iter().map(Vec::as_slice);
        let groups = groups.filter(|_| self.request.givens.is_none());
        let removal = Removal::new(solved, &draft.puzzle, groups, self.random);
        let Some(count) = removal.fewest(difficulty, explainer, self.budget.deadline)? else {
            return Ok(false);
        };
        if count > 0 {
            draft.puzzle = removal.restored(count);
            draft.minimality = ReducedMinimality::NOT_MINIMAL;
        }
        Ok(true)
    }

    /// Draws constraints on a solved grid. Returns the puzzle with all givens, and one with one solution
    /// from which givens can be removed: that without the removable givens, if the constraints are
    /// enough. Returns `None` if they must be and are not.
    fn draw(
        &mut self,
        layout: &Arc<Layout>,
        solution: &Grid,
    ) -> Result<Option<(Puzzle, Puzzle)>, EngineError> {
        let removable = [&self.plan.free.concat()[..], &self.plan.blank].concat();
        let is_kept = |at: &Candidate| !removable.contains(&at.cell.index());
        let kept: Vec<Candidate> = solution.filled().filter(is_kept).collect();
        let range = self
            .request
            .givens
            .clone()
            .unwrap_or(0..=solution.cells().len());
        let kinds = &self.request.constraints;
        let mut drawings = constraints::drawings(kinds);
        loop {
            let drawn = constraints::draw(kinds, layout, solution, self.random);
            let solved = Puzzle::new(drawn, solution.clone()).expect("a solved grid of the board");
            if *range.start() > kept.len() {
                return Ok(Some((solved.clone(), solved)));
            }
            let start = solved.restricted_to(&kept);
            let budget = self.of_nodes(DRAWING_NODES);
            if has_one_solution(&start, self.engine, budget)? {
                return Ok(Some((solved, start)));
            }
            drawings -= 1;
            if drawings == 0 || self.budget.is_out_of_time() {
                let can_have_more = *range.end() > kept.len();
                return Ok(can_have_more.then(|| (solved.clone(), solved)));
            }
        }
    }

    /// Returns the budget with a limit of nodes.
    fn of_nodes(&self, nodes: u64) -> Budget {
        Budget {
            nodes,
            ..self.budget
        }
    }

    /// Returns true if a puzzle has all kinds of constraints, is as minimal as requested, and was made
    /// in time.
    fn is_wanted(&self, draft: &Draft) -> bool {
        let is_minimal = match draft.minimality.is_minimal {
            Some(is_minimal) => is_minimal || !self.request.minimal,
            None => {
                let must_be_known =
                    self.must_be_known && draft.puzzle.geometry().digit_count() <= LARGEST_PROVED;
                !must_be_known && !self.request.minimal
            }
        };
        let has_all_kinds = constraints::has_all_kinds(&self.request.constraints, &draft.puzzle);
        is_minimal && has_all_kinds && !self.budget.is_out_of_time()
    }
}

impl ReducedMinimality {
    /// A clue can be removed.
    const NOT_MINIMAL: ReducedMinimality = ReducedMinimality {
        is_minimal: Some(false),
        is_minimal_in_groups: Some(false),
    };

    /// Returns the minimality of a puzzle that has these givens and other clues, which may be redundant.
    fn with_unknown_clues(self) -> ReducedMinimality {
        let known = |is_minimal: Option<bool>| is_minimal.filter(|is_minimal| !is_minimal);
        ReducedMinimality {
            is_minimal: known(self.is_minimal),
            is_minimal_in_groups: known(self.is_minimal_in_groups),
        }
    }
}

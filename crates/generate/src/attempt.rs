//! An attempt at a puzzle: a solved grid, constraints drawn on it, and the removal of clues.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::clues::DrawnClues;
use super::drawing::{self, ConstraintKind};
use super::hill_climbing::climb;
use super::judge::{Judge, Uniqueness};
use super::plan::CellPlan;
use super::removal::{Clues, Minimality, Outcome, minimality, remove};
use super::request::{Boards, Request};
use super::solution::{MOST_SEARCHES, MOST_SEARCHES_OF_JIGSAW, random_solution};
use super::standard_clues::StandardClues;
use super::{GenerateError, below, shuffle};
use satdoku::board::{Candidate, Grid, Layout, Puzzle};
use satdoku_explain::{Difficulty, Level};

/// The number of drawings of which the one that leaves the fewest givens is taken.
const MOST_DRAWINGS: usize = 40;

/// The limit of one search that compares drawings.
const NODES_OF_COMPARISON: u64 = 100;

/// A puzzle as requested, apart from its difficulty.
pub(super) struct Draft {
    pub puzzle: Puzzle,
    pub solution: Grid,
    pub minimality: Minimality,
}

/// The parts of an attempt.
pub(super) struct Attempt<'a> {
    pub request: &'a Request,
    pub plan: &'a CellPlan,
    pub layout: Arc<Layout>,
    pub judge: &'a mut Judge,
    pub random: &'a mut ChaCha8Rng,
}

impl Attempt<'_> {
    /// Makes a puzzle from a random solved grid, if the grid leads to one.
    pub fn draft(mut self) -> Result<Option<Draft>, GenerateError> {
        let is_jigsaw = matches!(self.request.boards, Boards::RandomJigsaws { .. });
        let searches = match is_jigsaw {
            true => MOST_SEARCHES_OF_JIGSAW,
            false => MOST_SEARCHES,
        };
        let from = self.request.from.as_ref();
        let solution = match random_solution(&self.layout, from, searches, self.judge, self.random)
        {
            // Another jigsaw may have one.
            Err(GenerateError::NoGrid) if is_jigsaw => None,
            found => found?,
        };
        let Some(solution) = solution else {
            return Ok(None);
        };
        match self.request.constraints.is_empty() {
            true => self.plain(solution),
            false => self.drawn(&solution),
        }
    }

    /// Leaves out givens.
    fn plain(&mut self, solution: Grid) -> Result<Option<Draft>, GenerateError> {
        let Some(solved) = self.with_blanks(solution)? else {
            return Ok(None);
        };
        if self.layout.is_standard() {
            let mut clues = StandardClues::new(solved.givens(), self.judge.deadline.as_ref());
            let reduced = reduce(&mut clues, 1, self.request, self.plan, self.random)?;
            let puzzle = || Puzzle::new(self.layout.clone(), clues.givens());
            let puzzle = || puzzle().expect("a grid of the board");
            return Ok(reduced.map(|minimality| draft(puzzle(), &solved, minimality)));
        }
        self.judge.nodes = self.nodes();
        self.reduce_drawn(&solved, 0, self.plan.free.len().div_ceil(8))
    }

    /// Draws constraints, and leaves out givens.
    fn drawn(&mut self, solution: &Grid) -> Result<Option<Draft>, GenerateError> {
        let is_large = self.layout.digit_count() > 9;
        self.judge.nodes = self.nodes();
        self.judge.most = match &self.request.difficulty {
            _ if self.request.minimal => None,
            Some(difficulty) => Some(difficulty.clone()).filter(Difficulty::has_upper_limit),
            None => (!is_large).then_some(Difficulty::Level(Level::Hard)),
        };
        let kinds = &self.request.constraints;
        let fixed = self.layout.constraints().len();
        let Some(solved) = self.best_drawing(solution, fixed)? else {
            return Ok(None);
        };
        let draft = self.reduce_drawn(&solved, fixed, self.plan.free.len())?;
        let has = |draft: &Draft, kind: &ConstraintKind| {
            let mut drawn = draft.puzzle.layout().constraints()[fixed..].iter();
            drawn.any(|of| ConstraintKind::of(of.name()) == Some(*kind))
        };
        Ok(draft.filter(|draft| kinds.iter().all(|kind| has(draft, kind))))
    }

    /// Returns a solved grid with constraints drawn on it: of several drawings, the one that needs the fewest givens.
    fn best_drawing(
        &mut self,
        solution: &Grid,
        fixed: usize,
    ) -> Result<Option<Puzzle>, GenerateError> {
        let drawings = match self.plan.givens {
            Some(_) => 1,
            None => MOST_DRAWINGS,
        };
        let mut best: Option<(usize, Puzzle)> = None;
        for _ in 0..drawings {
            let kinds = &self.request.constraints;
            let drawn = drawing::draw(kinds, &self.layout, solution, self.judge, self.random)?;
            let Some(drawn) = drawn else { continue };
            let solved = Puzzle::new(drawn, solution.clone()).expect("a solved grid of the board");
            let needed = match drawings {
                1 => 0,
                _ => self.needed_givens(&solved, fixed)?,
            };
            if best.as_ref().is_none_or(|(fewest, _)| needed < *fewest) {
                best = Some((needed, solved));
            }
        }
        Ok(best.map(|(_, solved)| solved))
    }

    /// Returns the number of givens that are left of a solved grid for one solution, whatever the difficulty. As this
    /// only compares drawings, short searches will do.
    fn needed_givens(&mut self, solved: &Puzzle, fixed: usize) -> Result<usize, GenerateError> {
        let (most, nodes) = (self.judge.most.take(), self.judge.nodes);
        self.judge.nodes = NODES_OF_COMPARISON;
        let mut clues = DrawnClues::new(self.judge, solved, fixed);
        let mut groups = self.plan.free.clone();
        shuffle(&mut groups, self.random);
        let removed = remove(&mut clues, &groups, usize::MAX, groups.len());
        let needed = (0..self.plan.cells).filter(|cell| clues.has(*cell)).count();
        (self.judge.most, self.judge.nodes) = (most, nodes);
        removed.map(|_| needed)
    }

    /// Returns the limit of the search for one group of clues. On large boards a single search can take hours, while
    /// few searches with drawn constraints need many nodes up to 9×9.
    fn nodes(&self) -> u64 {
        let is_drawn = !self.request.constraints.is_empty();
        let digits = self.layout.digit_count();
        let candidates = self.layout.cell_count() * digits;
        match is_drawn {
            true if digits <= 9 => 5_000,
            true => 1_000,
            false if candidates <= 1_000 || self.request.minimal => u64::MAX,
            false if candidates <= 4_096 => 2_000,
            false => 20,
        }
    }

    /// Returns the solved grid, or another one if this one is ambiguous without the cells that must be blank.
    fn with_blanks(&mut self, solution: Grid) -> Result<Option<Puzzle>, GenerateError> {
        let layout = &self.layout;
        let on_board =
            |grid| Puzzle::new(layout.clone(), grid).expect("a solved grid of the board");
        let solved = on_board(solution);
        let blank = &self.plan.blank;
        if blank.is_empty() {
            return Ok(Some(solved));
        }
        let given = solved.givens().filled();
        let given: Vec<Candidate> = given
            .filter(|at| !blank.contains(&at.cell.index()))
            .collect();
        let start = solved.restricted_to(&given);
        self.judge.nodes = u64::MAX;
        if matches!(self.judge.uniqueness(&start)?, Uniqueness::Unique(_)) {
            return Ok(Some(solved));
        }
        if self.plan.has_solution {
            return Ok(None);
        }
        let from = self.request.from.as_ref();
        let is_fixed = |cell: usize| from.is_some_and(|from| from.cells()[cell].is_some());
        Ok(climb(start, is_fixed, self.judge, self.random)?.map(on_board))
    }

    /// Leaves out clues of a solved grid. Its first `fixed` constraints stay.
    fn reduce_drawn(
        &mut self,
        solved: &Puzzle,
        fixed: usize,
        stride: usize,
    ) -> Result<Option<Draft>, GenerateError> {
        let mut clues = DrawnClues::new(self.judge, solved, fixed);
        let reduced = reduce(&mut clues, stride, self.request, self.plan, self.random)?;
        Ok(reduced.map(|minimality| draft(clues.into_puzzle(), solved, minimality)))
    }
}

fn draft(puzzle: Puzzle, solved: &Puzzle, minimality: Minimality) -> Draft {
    Draft {
        puzzle,
        solution: solved.givens().clone(),
        minimality,
    }
}

/// Leaves out clues in random order, until none can be left out or as few are left as wanted. Returns
/// `None` if the puzzle is not as requested or the time runs out.
fn reduce(
    clues: &mut impl Clues,
    stride: usize,
    request: &Request,
    plan: &CellPlan,
    random: &mut ChaCha8Rng,
) -> Result<Option<Minimality>, GenerateError> {
    if !plan.blank.is_empty() {
        if clues.without(&plan.blank, true)? != Outcome::Allowed {
            return Ok(None);
        }
        clues.leave_out(&plan.blank);
    }
    let cells = plan.cells;
    let count = |clues: &dyn Clues| (0..cells).filter(|cell| clues.has(*cell)).count();
    let all = count(clues);
    let target = match &plan.givens {
        Some(range) if !request.minimal => {
            let (fewest, most) = ((*range.start()).min(all), (*range.end()).min(all));
            fewest + below(most.max(fewest) - fewest + 1, random)
        }
        _ => 0,
    };
    let mut groups = plan.free.clone();
    shuffle(&mut groups, random);
    let mut open = remove(clues, &groups, all - target, stride)?;
    let mut constraints: Vec<Vec<usize>> = (cells..clues.count()).map(|clue| vec![clue]).collect();
    if request.minimal {
        shuffle(&mut constraints, random);
        constraints = remove(clues, &constraints, usize::MAX, 1)?;
    }
    open.append(&mut constraints);
    if clues.is_late() || (plan.givens.as_ref()).is_some_and(|range| !range.contains(&count(clues)))
    {
        return Ok(None);
    }
    let minimality = minimality(clues, &open)?;
    Ok(Some(minimality).filter(|of| !request.minimal || of.of_clues == Some(true)))
}

//! The check of a request, and the cells that may be given.

use std::ops::RangeInclusive;

use super::drawing::{ConstraintKind, DRAWN};
use super::pattern::PatternCell;
use super::request::{Boards, Request, RequestError};
use satdoku::board::{Cell, CellName, Geometry, Mismatch, Puzzle, Ruleset, Shape};
use satdoku_explain::{Difficulty, LARGEST_EXPLAINED, Technique};

/// The cells that may be given in the puzzles of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellPlan {
    /// The number of cells, including variables.
    pub cells: usize,
    /// Groups of cells that are either all given or all blank.
    pub free: Vec<Vec<usize>>,
    /// The cells that are blank in every puzzle.
    pub blank: Vec<usize>,
    /// True if all puzzles have the same solution.
    pub has_solution: bool,
    /// The numbers of givens.
    pub givens: Option<RangeInclusive<usize>>,
}

impl CellPlan {
    /// Checks a request, and divides the cells into free groups, givens and blanks.
    ///
    /// # Errors
    /// [`RequestError`] if no puzzle can meet the request.
    pub fn new(request: &Request) -> Result<CellPlan, RequestError> {
        let board = match &request.boards {
            Boards::Same(layout) => layout.geometry().clone(),
            Boards::RandomJigsaws { size, variants } => {
                Ruleset::classic(Shape::without_boxes(*size)?).with(variants)?;
                Geometry::from(*size)
            }
        };
        check_ranges(request, &board)?;
        check_combinations(request, &board)?;
        check_sizes(request, &board)?;
        let mut plan = CellPlan {
            cells: board.cell_count(),
            free: Vec::new(),
            blank: (board.grid_cell_count()..board.cell_count()).collect(),
            has_solution: (request.from.iter()).any(|grid| !grid.grid_cells().contains(&None)),
            givens: request.givens.clone(),
        };
        if let Some(from) = &request.from {
            plan.blank.retain(|cell| from.cells()[*cell].is_none());
        }
        let is_killer = request.constraints.contains(&ConstraintKind::Cage);
        let is_free = request.pattern.is_none() && request.from.is_none();
        if is_killer && is_free && board.digit_count() <= 9 {
            plan.givens.get_or_insert(0..=0);
        }
        plan.place(request, &board)?;
        Ok(plan)
    }

    fn place(&mut self, request: &Request, board: &Geometry) -> Result<(), RequestError> {
        let name = |cell: usize| -> CellName { Cell::from_index(cell).name(board) };
        let from = request.from.as_ref().filter(|_| !self.has_solution);
        let pattern = |cell: usize| match &request.pattern {
            Some(pattern) => pattern.cells()[cell],
            None => PatternCell::Either,
        };
        let is_given = |cell: &&usize| {
            pattern(**cell) == PatternCell::Given
                || from.is_some_and(|from| from.cells()[**cell].is_some())
        };
        for orbit in request.symmetry.orbits(board) {
            let given = orbit.iter().find(is_given);
            let is_blank = |cell: &&usize| pattern(**cell) == PatternCell::Blank;
            let blank = orbit.iter().find(is_blank);
            match (given, blank) {
                (Some(given), Some(blank)) => {
                    let (given, blank) = (name(*given), name(*blank));
                    return Err(RequestError::Cells { given, blank });
                }
                (Some(_), None) => {}
                (None, Some(_)) => self.blank.extend(orbit),
                (None, None) => self.free.push(orbit),
            }
        }
        Ok(())
    }
}

/// Refuses ranges that are empty or beyond what a board has.
fn check_ranges(request: &Request, board: &Geometry) -> Result<(), Mismatch> {
    let facts = match &request.difficulty {
        Some(Difficulty::Largest(facts)) => Some(facts),
        _ => None,
    };
    let most = board.grid_cell_count();
    let givens = (
        request.givens.as_ref(),
        most,
        format!("givens, the smaller number first and at most {most}"),
    );
    let facts = (
        facts,
        usize::MAX,
        "facts, the smaller number first".to_string(),
    );
    for (range, most, what) in [givens, facts] {
        if let Some(range) = range
            && (range.is_empty() || *range.start() > most)
        {
            let found = format!("{}..{}", range.start(), range.end());
            return Err(Mismatch::new(format!("a range of {what}"), found));
        }
    }
    Ok(())
}

/// Returns true if puzzles can have a constraint of this kind: one of the board, or one that is drawn.
fn has_kind(request: &Request, kind: &str) -> bool {
    let of_board = match &request.boards {
        Boards::Same(layout) => layout.constraints(),
        Boards::RandomJigsaws { .. } => &[],
    };
    of_board.iter().any(|own| own.name() == kind)
        || ConstraintKind::of(kind).is_some_and(|drawn| request.constraints.contains(&drawn))
}

/// Refuses properties that exclude each other.
fn check_combinations(request: &Request, board: &Geometry) -> Result<(), RequestError> {
    let combination = |one: String, other: String| Err(RequestError::Combination(one, other));
    if request.symmetry.needs_square() && board.rows() != board.columns() {
        let name = request.symmetry.name().to_string();
        return combination(name, "a board that is not square".to_string());
    }
    let digits = board.digit_count();
    if request.difficulty.is_some() && digits > LARGEST_EXPLAINED {
        let board = format!("a board with {digits} digits (at most {LARGEST_EXPLAINED})");
        return combination("a difficulty".to_string(), board);
    }
    if let Some(Difficulty::Technique(Technique::Constraint(kind))) = request.difficulty
        && !has_kind(request, kind)
    {
        let without = format!("a puzzle without constraints of the kind `{kind}`");
        return combination(format!("the technique `{kind}`"), without);
    }
    let (variants, has_lines) = match &request.boards {
        Boards::Same(layout) => (layout.rules().variants(), layout.rules().has_lines()),
        Boards::RandomJigsaws { variants, .. } => (&variants[..], true),
    };
    if matches!(request.boards, Boards::RandomJigsaws { .. }) && request.from.is_some() {
        return combination("random regions".to_string(), "given digits".to_string());
    }
    let Some(kind) = request.constraints.first() else {
        return Ok(());
    };
    if !board.is_square() || !has_lines || !DRAWN.contains(&digits) {
        let (least, most) = (DRAWN.start(), DRAWN.end());
        let board = format!(
            "this board (rows, columns and the digits 1 to n, from {least}x{least} to {most}x{most})"
        );
        return combination(format!("drawn constraints such as {kind}"), board);
    }
    let dots = request.constraints.iter().find(|kind| kind.is_dot());
    let negative = variants.iter().find(|variant| variant.tells_digits_apart());
    match (negative, dots) {
        (Some(variant), Some(kind)) => combination(variant.name().to_string(), kind.to_string()),
        _ => Ok(()),
    }
}

/// Refuses a pattern and digits that do not fit the board.
fn check_sizes(request: &Request, board: &Geometry) -> Result<(), RequestError> {
    if let Some(pattern) = &request.pattern
        && pattern.cells().len() != board.grid_cell_count()
    {
        let expected = format!("a pattern of {} cells", board.grid_cell_count());
        let found = pattern.cells().len().to_string();
        return Err(Mismatch::new(expected, found).into());
    }
    let Boards::Same(layout) = &request.boards else {
        return Ok(());
    };
    if let Some(from) = &request.from {
        let puzzle = Puzzle::new(layout.clone(), from.clone())?;
        if let Some(clash) = puzzle.clash() {
            return Err(RequestError::Clash(clash));
        }
    }
    Ok(())
}

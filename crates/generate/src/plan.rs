//! The check of a request, and the cells that may be given.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::attempt::LARGEST_EXACT;
use super::constraints::SMALLEST_DRAWN;
use super::pattern::PatternCell;
use super::request::{Boards, Request, RequestError};
use satdoku::Deadline;
use satdoku::board::{Candidate, Cell, CellName, Geometry, Grid, Puzzle, Ruleset, Shape, verify};
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, End, Engine};
use satdoku_explain::{Difficulty, LARGEST_EXPLAINED};

/// The cells that may be given in the puzzles of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellPlan {
    /// The cells and digits of the boards.
    pub board: Geometry,
    /// Groups of cells that are either all given or all blank.
    pub free: Vec<Vec<usize>>,
    /// The cells that are blank in every puzzle.
    pub blank: Vec<usize>,
    /// By cell, true if it has the same given in every puzzle.
    pub is_from: Vec<bool>,
    /// The solution of every puzzle.
    pub solution: Option<Grid>,
    /// The givens of every puzzle.
    pub from: Option<Grid>,
}

impl CellPlan {
    /// Checks a request.
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
        if let Some(range) = &request.givens {
            check_givens(range, board.grid_cell_count())?;
        }
        let size = board.digit_count();
        if request.symmetry.needs_square() && board.rows() != board.columns() {
            let what = "a board that is not square";
            return Err(RequestError::Combination(request.symmetry.name(), what));
        }
        if let Some(difficulty) = &request.difficulty {
            check_difficulty(difficulty, size)?;
        }
        if let Some(pattern) = &request.pattern
            && pattern.cells().len() != board.grid_cell_count()
        {
            let (expected, found) = (board.grid_cell_count(), pattern.cells().len());
            return Err(RequestError::PatternSize { expected, found });
        }
        check_constraints(request, &board)?;
        let solution = check_grid(request, &board)?;
        let from = match solution {
            Some(_) => None,
            None => request.from.clone(),
        };
        let mut plan = CellPlan {
            free: Vec::new(),
            blank: Vec::new(),
            is_from: board
                .cells()
                .map(|cell| {
                    from.as_ref()
                        .is_some_and(|from: &Grid| from.get(cell).is_some())
                })
                .collect(),
            board,
            solution,
            from,
        };
        plan.place(request)?;
        Ok(plan)
    }

    fn name(&self, cell: usize) -> CellName {
        Cell::from_index(cell).name(&self.board)
    }

    /// Divides the cells into free groups, givens and blanks.
    fn place(&mut self, request: &Request) -> Result<(), RequestError> {
        let pattern_cell = |cell: usize| {
            let pattern = request.pattern.as_ref();
            pattern.map_or(PatternCell::Either, |pattern| pattern.cells()[cell])
        };
        for cell in 0..self.board.grid_cell_count() {
            if self.is_from[cell] && pattern_cell(cell) == PatternCell::Blank {
                return Err(RequestError::GivenInBlank(self.name(cell)));
            }
        }
        // Variables are never given, unless every puzzle has them.
        let variables = self.board.grid_cell_count()..self.board.cell_count();
        let variables = variables.filter(|cell| !self.is_from[*cell]);
        let (mut free, mut blanks) = (Vec::new(), variables.collect::<Vec<usize>>());
        for orbit in request.symmetry.orbits(&self.board) {
            let is_given =
                |cell: &&usize| pattern_cell(**cell) == PatternCell::Given || self.is_from[**cell];
            let given = orbit.iter().find(is_given);
            let blank = orbit
                .iter()
                .find(|cell| pattern_cell(**cell) == PatternCell::Blank);
            match (given, blank) {
                (Some(given), Some(blank)) => {
                    return Err(RequestError::Asymmetric {
                        symmetry: request.symmetry,
                        given: self.name(*given),
                        blank: self.name(*blank),
                    });
                }
                (Some(_), None) => {}
                (None, Some(_)) => blanks.extend(orbit),
                (None, None) => free.push(orbit),
            }
        }
        (self.free, self.blank) = (free, blanks);
        Ok(())
    }

    /// Returns, by cell, true if it is blank in every puzzle.
    fn blank_cells(&self) -> Vec<bool> {
        let mut is_blank = vec![false; self.board.cell_count()];
        self.blank.iter().for_each(|cell| is_blank[*cell] = true);
        is_blank
    }

    /// Returns the puzzle with all digits but those that are blank in every puzzle.
    pub fn keep_given(&self, solved: &Puzzle) -> Puzzle {
        let is_blank = self.blank_cells();
        let is_kept = |at: &Candidate| !is_blank[at.cell.index()];
        let kept: Vec<Candidate> = solved.givens().filled().filter(is_kept).collect();
        solved.restricted_to(&kept)
    }
}

/// Refuses an empty range of givens, and more givens than cells.
fn check_givens(range: &RangeInclusive<usize>, cells: usize) -> Result<(), RequestError> {
    let (first, last) = (*range.start(), *range.end());
    if first > last {
        let what = "givens";
        return Err(RequestError::Range { what, first, last });
    }
    if first > cells {
        let givens = first;
        return Err(RequestError::TooMany { givens, cells });
    }
    Ok(())
}

/// Refuses constraints that cannot be drawn on a board.
fn check_constraints(request: &Request, board: &Geometry) -> Result<(), RequestError> {
    if request.constraints.is_empty() {
        return Ok(());
    }
    let size = board.digit_count();
    let has_lines = match &request.boards {
        Boards::Same(layout) => layout.rules().has_lines(),
        Boards::RandomJigsaws { .. } => true,
    };
    if !board.is_square() || !has_lines {
        let what = "a board that is not a square of the digits 1 to n with rows and columns";
        return Err(RequestError::Combination("drawn constraints", what));
    }
    if !(SMALLEST_DRAWN..=LARGEST_EXACT).contains(&size) {
        return Err(RequestError::Undrawn(size));
    }
    let variants = match &request.boards {
        Boards::Same(layout) => layout.rules().variants(),
        Boards::RandomJigsaws { variants, .. } => variants,
    };
    let negative = variants.iter().find(|variant| variant.tells_digits_apart());
    let dots = request
        .constraints
        .iter()
        .find(|kind| kind.is_between_cells());
    match (negative, dots) {
        (Some(variant), Some(kind)) => Err(RequestError::Combination(variant.name(), kind.name())),
        _ => Ok(()),
    }
}

/// Refuses a difficulty that no puzzle of this size has.
fn check_difficulty(difficulty: &Difficulty, size: usize) -> Result<(), RequestError> {
    if size > LARGEST_EXPLAINED {
        return Err(RequestError::Unrated(size));
    }
    match difficulty {
        Difficulty::Largest(range) if range.is_empty() => Err(RequestError::Range {
            what: "facts",
            first: *range.start(),
            last: *range.end(),
        }),
        Difficulty::Score(range) if range.is_empty() => Err(RequestError::Scores(range.clone())),
        _ => Ok(()),
    }
}

/// Refuses a grid to start from that no puzzle can have. Returns the solution if only variables can be
/// blank.
fn check_grid(request: &Request, board: &Geometry) -> Result<Option<Grid>, RequestError> {
    let Some(grid) = &request.from else {
        return Ok(None);
    };
    if grid.geometry() != board {
        let (expected, found) = (board_name(board), board_name(grid.geometry()));
        return Err(RequestError::GridSize { expected, found });
    }
    let is_foreign = |at: &Candidate| !board.digits_of(at.cell).contains(&at.digit.index());
    if let Some(other) = grid.filled().find(is_foreign) {
        let (values, cell) = (board.values(), other.cell.name(board));
        return Err(RequestError::Digit { values, cell });
    }
    let Boards::Same(layout) = &request.boards else {
        return Err(RequestError::Combination("random regions", "given digits"));
    };
    let Ok(puzzle) = Puzzle::new(layout.clone(), grid.clone()) else {
        return Err(RequestError::NoGrid);
    };
    if let Some(clash) = puzzle.clash() {
        return Err(RequestError::Clash(clash));
    }
    if grid.grid_cells().contains(&None) {
        return Ok(None);
    }
    if grid.blanks().next().is_none() {
        return match verify(&puzzle, grid) {
            Ok(()) => Ok(Some(grid.clone())),
            Err(_) => Err(RequestError::NoGrid),
        };
    }
    let budget = Budget {
        deadline: Some(Deadline::after(Duration::from_secs(1))),
        ..Budget::UNLIMITED
    };
    match Sat::default().solutions(&puzzle, 1, budget) {
        Ok((mut solutions, _)) if !solutions.is_empty() => Ok(solutions.pop()),
        Ok((_, report)) if report.end == End::Complete => Err(RequestError::NoGrid),
        // Too many variables to find their digits: the digits of the grid stay.
        _ => Ok(None),
    }
}

/// Returns the rows and columns of a board, and its digits and number of cells if they are unusual:
/// `6x9 with the digits 0 to 8`.
fn board_name(board: &Geometry) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let mut name = format!("{rows}x{columns}");
    let values = board.values();
    if values != (1..=rows.max(columns)) {
        name += &format!(" with the digits {} to {}", values.start(), values.end());
    }
    if board.cell_count() != rows * columns {
        name += &format!(" in {} cells", board.cell_count());
    }
    name
}

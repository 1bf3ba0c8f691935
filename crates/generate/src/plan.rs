//! The check of a request: the cells that may be given, and proofs that no puzzle is as requested.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use super::constraints::{self, SMALLEST_DRAWN};
use super::givens::SatGivens;
use super::pattern::PatternCell;
use super::request::{Boards, Method, Request, RequestError};
use super::symmetry::Symmetry;
use satdoku::Deadline;
use satdoku::board::{
    Candidate, Cell, CellName, Geometry, Grid, House, HouseKind, Layout, PairKind, Puzzle,
    Relation, Ruleset, Shape, verify,
};
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
        let layout = match &request.boards {
            Boards::Same(layout) => Some(layout),
            Boards::RandomJigsaws { size, variants } => {
                Ruleset::classic(Shape::without_boxes(*size)?).with(variants)?;
                None
            }
        };
        check_method(request)?;
        let board = match &request.boards {
            Boards::Same(layout) => layout.geometry().clone(),
            Boards::RandomJigsaws { size, .. } => Geometry::from(*size),
        };
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
        if request.minimal && !SatGivens::is_up_to(SatGivens::LARGEST, &board) {
            return Err(RequestError::LargeMinimal(board_name(&board)));
        }
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
        if !matches!(request.method, Method::Holes(_)) {
            if let Some(layout) = layout.filter(|_| request.constraints.is_empty()) {
                plan.check_variables(layout)?;
                plan.check_lines(layout)?;
            }
            plan.check_numbers(request, layout)?;
        }
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

    /// Refuses variables that can have any of their digits in every solution.
    fn check_variables(&self, layout: &Layout) -> Result<(), RequestError> {
        let is_free = |cell: &Cell| {
            self.board.digits_of(*cell).len() > 1
                && !self.is_from[cell.index()]
                && layout.houses_of(*cell).next().is_none()
                && layout.is_only_in_houses(*cell)
        };
        let mut variables = layout.cells().skip(self.board.grid_cell_count());
        variables.find(is_free).map_or(Ok(()), |cell| {
            Err(RequestError::FreeVariable(cell.name(&self.board)))
        })
    }

    /// Refuses two blank rows or columns that can be swapped in every solution, because the swap maps
    /// the houses and pairs of the board to themselves and two of their cells have different digits.
    fn check_lines(&self, layout: &Layout) -> Result<(), RequestError> {
        if self.board.has_holes() {
            return Ok(());
        }
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let is_blank = self.blank_cells();
        for (lines, is_row) in [("rows", true), ("columns", false)] {
            let (count, length) = if is_row {
                (rows, columns)
            } else {
                (columns, rows)
            };
            let cell = |line: usize, place: usize| match is_row {
                true => line * columns + place,
                false => place * columns + line,
            };
            let is_blank = |line: &usize| (0..length).all(|place| is_blank[cell(*line, place)]);
            let blank: Vec<usize> = (0..count).filter(is_blank).collect();
            for (number, first) in blank.iter().enumerate() {
                for second in &blank[number + 1..] {
                    let mut map: Vec<usize> = (0..self.board.cell_count()).collect();
                    (0..length)
                        .for_each(|place| map.swap(cell(*first, place), cell(*second, place)));
                    let differ = |place: usize| {
                        let cells = [*first, *second].map(|line| cell(line, place));
                        let [one, other] = cells.map(Cell::from_index);
                        layout.first_shared_house(one, other).is_some()
                    };
                    if (0..length).any(differ) && is_automorphism(layout, &map) {
                        let (first, second) = (first + 1, second + 1);
                        return Err(RequestError::BlankLines {
                            lines,
                            first,
                            second,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses an impossible number of givens.
    fn check_numbers(
        &self,
        request: &Request,
        layout: Option<&Arc<Layout>>,
    ) -> Result<(), RequestError> {
        let cells = self.board.grid_cell_count();
        let most = cells - self.blank.iter().filter(|cell| **cell < cells).count();
        let fixed = most - self.free.iter().map(Vec::len).sum::<usize>();
        let range = request.givens.clone().unwrap_or(0..=cells);
        let (first, last) = (*range.start(), *range.end());
        if first > last {
            let what = "givens";
            return Err(RequestError::Range { what, first, last });
        }
        if first > cells {
            return Err(RequestError::TooMany {
                kind: "puzzle",
                givens: first,
                most: cells,
            });
        }
        // In a row without a blank, the other digits imply each given.
        let full_rows = match layout {
            Some(layout) => {
                let is_row = |house: &&House| matches!(house.kind, HouseKind::Row(_));
                let rows = layout.houses().iter().filter(is_row);
                rows.filter(|row| layout.is_full(row)).count()
            }
            None => self.board.rows(),
        };
        let most_minimal = cells - full_rows;
        if request.minimal && first > most_minimal {
            return Err(RequestError::TooMany {
                kind: "minimal puzzle",
                givens: first,
                most: most_minimal,
            });
        }
        let (fewest, reason) = fewest_givens(request, layout);
        if last.min(most) < fewest {
            return Err(RequestError::TooFew {
                givens: last.min(most),
                reason,
            });
        }
        let numbers = self.numbers(fixed, cells);
        if !(first..=last.min(cells)).any(|number| numbers[number]) {
            let symmetry = match request.symmetry {
                Symmetry::None => "such".to_string(),
                symmetry => symmetry.to_string(),
            };
            let numbers = if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            };
            return Err(RequestError::Number { symmetry, numbers });
        }
        Ok(())
    }

    /// Returns, by number of givens, true if `fixed` givens and some of the free groups add up to it.
    fn numbers(&self, fixed: usize, cells: usize) -> Vec<bool> {
        let mut is_number = vec![false; cells + 1];
        is_number[fixed] = true;
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for group in &self.free {
            *counts.entry(group.len()).or_default() += 1;
        }
        for (length, mut left) in counts {
            // Bundles of 1, 2, 4, … groups add up to any number of them: large boards have 160,000.
            let mut bundle = 1;
            while left > 0 {
                let size = bundle.min(left) * length;
                for number in (size..=cells).rev() {
                    is_number[number] |= is_number[number - size];
                }
                left -= bundle.min(left);
                bundle *= 2;
            }
        }
        is_number
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

    /// Returns the puzzle of the digits that are given in every puzzle.
    pub fn start(&self, layout: &Arc<Layout>) -> Option<Puzzle> {
        let blank = || Grid::blank(&self.board);
        Puzzle::new(layout.clone(), self.from.clone().unwrap_or_else(blank)).ok()
    }
}

/// Refuses properties that cannot be combined with the method.
fn check_method(request: &Request) -> Result<(), RequestError> {
    let method = match request.method {
        Method::TopDown => return Ok(()),
        Method::ControlledBias => "unbiased puzzles",
        Method::Holes(share) if !(0.0..=1.0).contains(&share) => {
            return Err(RequestError::Share(share));
        }
        Method::Holes(_) => "holes",
    };
    let is_holes = matches!(request.method, Method::Holes(_));
    let others = [
        (request.symmetry != Symmetry::None, "a symmetry"),
        (request.pattern.is_some(), "a pattern"),
        (request.givens.is_some(), "a number of givens"),
        (request.minimal && is_holes, "minimal puzzles"),
        (request.difficulty.is_some() && is_holes, "a difficulty"),
        (!request.constraints.is_empty(), "drawn constraints"),
        (
            request
                .from
                .as_ref()
                .is_some_and(|from| from.blanks().next().is_some()),
            "given digits",
        ),
    ];
    match others.into_iter().find(|(is_requested, _)| *is_requested) {
        Some((_, other)) => Err(RequestError::Combination(method, other)),
        None => Ok(()),
    }
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
    if !(SMALLEST_DRAWN..=SatGivens::MAX_SIZE).contains(&size) {
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

/// Returns a lower bound of the givens of a puzzle with one solution, and the proof.
fn fewest_givens(request: &Request, layout: Option<&Arc<Layout>>) -> (usize, &'static str) {
    let is_drawn = !request.constraints.is_empty();
    if let Some(layout) = layout {
        if layout.is_standard() && !is_drawn {
            let reason = "the fewest are 17 (G. McGuire, B. Tugemann and G. Civario, 2012)";
            return (17, reason);
        }
        let rules = layout.rules();
        if rules.shape().to_string() == "2x2"
            && *rules == Ruleset::classic(rules.shape())
            && !is_drawn
        {
            return (4, "the fewest are 4, as trying all shows");
        }
        let mut relations = layout.relations().iter();
        if !layout.constraints().is_empty() || !relations.all(Relation::is_inequality) {
            return (0, "");
        }
    }
    let size = match &request.boards {
        Boards::Same(layout) if !layout.houses().iter().any(|house| layout.is_full(house)) => {
            return (0, "");
        }
        Boards::Same(layout) => layout.geometry().grid_digits().len(),
        Boards::RandomJigsaws { variants, .. }
            if variants.iter().any(|variant| variant.tells_digits_apart()) =>
        {
            return (0, "");
        }
        Boards::RandomJigsaws { size, .. } => *size,
    };
    if is_drawn {
        return constraints::fewest_givens(&request.constraints, size);
    }
    let reason = "two digits that are not given can be swapped";
    (size - 1, reason)
}

/// Returns true if a map of the cells takes every house to a house and every relation to a relation.
/// Boards with drawn constraints count as having no automorphisms.
pub(super) fn is_automorphism(layout: &Layout, map: &[usize]) -> bool {
    let image = |cells: &[Cell]| {
        let mut cells: Vec<usize> = cells.iter().map(|cell| map[cell.index()]).collect();
        cells.sort_unstable();
        cells
    };
    let numbers = |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|c| c.index()).collect() };
    let houses: HashSet<Vec<usize>> = layout
        .houses()
        .iter()
        .map(|house| numbers(&house.cells))
        .collect();
    // The relations of variants are symmetric.
    let relations: HashSet<(Vec<usize>, PairKind)> = layout
        .relations()
        .iter()
        .map(|both| (numbers(&both.cells), both.kind))
        .collect();
    let mut of_houses = layout.houses().iter();
    let mut of_relations = layout.relations().iter();
    layout.constraints().is_empty()
        && of_houses.all(|house| houses.contains(&image(&house.cells)))
        && of_relations.all(|both| relations.contains(&(image(&both.cells), both.kind)))
}

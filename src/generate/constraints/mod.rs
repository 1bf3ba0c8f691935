//! Constraints drawn on a solved grid in the manner of setters, and the removal of redundant ones.
//!
//! There is a file for each way to draw: [`cages`], [`lines`], [`marks`] in and between cells, and clues
//! [`outer`] to the grid. What is drawn holds in the solved grid. [`redundant`] removes what the puzzle
//! does not need to have only that solution.

mod cages;
mod lines;
mod marks;
mod outer;
mod redundant;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

pub(super) use self::redundant::remove_redundant;
use crate::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, UnknownName};

/// A kind of constraints that can be drawn on a solved grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// Killer cages with their sums.
    Cage,
    /// Thermometers.
    Thermometer,
    /// Arrows with a bulb of one cell.
    Arrow,
    /// White dots: a difference of 1.
    Difference,
    /// Black dots: a ratio of 2.
    Ratio,
    /// X and V: the sums 10 and 5.
    Xv,
    /// Whispers with the usual difference, which is 5 at 9×9.
    Whispers,
    /// Renban lines.
    Renban,
    /// Sums of diagonals.
    LittleKiller,
    /// Sums between 1 and the highest digit of a row or column.
    Sandwich,
    /// Even cells.
    Even,
    /// Odd cells.
    Odd,
}

impl ConstraintKind {
    /// All kinds.
    pub const ALL: [ConstraintKind; 12] = [
        ConstraintKind::Cage,
        ConstraintKind::Thermometer,
        ConstraintKind::Arrow,
        ConstraintKind::Difference,
        ConstraintKind::Ratio,
        ConstraintKind::Xv,
        ConstraintKind::Whispers,
        ConstraintKind::Renban,
        ConstraintKind::LittleKiller,
        ConstraintKind::Sandwich,
        ConstraintKind::Even,
        ConstraintKind::Odd,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            ConstraintKind::Cage => "cage",
            ConstraintKind::Thermometer => "thermometer",
            ConstraintKind::Arrow => "arrow",
            ConstraintKind::Difference => "difference",
            ConstraintKind::Ratio => "ratio",
            ConstraintKind::Xv => "xv",
            ConstraintKind::Whispers => "whispers",
            ConstraintKind::Renban => "renban",
            ConstraintKind::LittleKiller => "little-killer",
            ConstraintKind::Sandwich => "sandwich",
            ConstraintKind::Even => "even",
            ConstraintKind::Odd => "odd",
        }
    }

    /// Returns the kind of a constraint, if there is one.
    fn of(constraint: &Constraint) -> Option<ConstraintKind> {
        let name = match constraint.name() {
            "x" | "v" => ConstraintKind::Xv.name(),
            name => name,
        };
        name.parse().ok()
    }

    /// Returns true if constraints of this kind are lines.
    fn is_line(self) -> bool {
        use ConstraintKind::{Arrow, Renban, Thermometer, Whispers};
        matches!(self, Thermometer | Arrow | Whispers | Renban)
    }

    /// Returns true if constraints of this kind are marks between two cells.
    pub(super) fn is_between_cells(self) -> bool {
        matches!(
            self,
            ConstraintKind::Difference | ConstraintKind::Ratio | ConstraintKind::Xv
        )
    }
}

impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ConstraintKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<ConstraintKind, UnknownName> {
        UnknownName::find("a kind of constraints", &ConstraintKind::ALL, name)
    }
}

/// The smallest board on which every kind of constraint can be drawn.
pub(super) const SMALLEST_DRAWN: usize = 4;

/// Returns a lower bound of the givens of a puzzle with constraints of these kinds on a board whose
/// other rules treat all digits alike, and the proof.
pub(super) fn fewest_givens(kinds: &[ConstraintKind], size: usize) -> (usize, &'static str) {
    use ConstraintKind::{Difference, Even, Odd, Renban, Whispers};
    let are_all = |of: &[ConstraintKind]| kinds.iter().all(|kind| of.contains(kind));
    let reversible = [Difference, Whispers, Renban, Even, Odd];
    // Where the highest digit is even, reversal turns even digits into odd ones.
    let reversible = &reversible[..if size.is_multiple_of(2) { 3 } else { 5 }];
    if are_all(&[Even, Odd]) {
        let reason = "two even or two odd digits that are not given can be swapped";
        (size - 2, reason)
    } else if are_all(reversible) {
        let reason = "without a given, the order of the digits can be reversed";
        (1, reason)
    } else {
        (0, "")
    }
}

/// Returns the number of times that constraints of these kinds are drawn on a solved grid until they
/// have one solution without givens. Marks and clues outside the grid are much the same each time.
pub(super) fn drawings(kinds: &[ConstraintKind]) -> usize {
    let varies = |kind: &ConstraintKind| kind.is_line() || *kind == ConstraintKind::Cage;
    if kinds.iter().any(varies) { 20 } else { 1 }
}

/// Returns the board with constraints of these kinds, which hold in a solved grid.
pub(super) fn draw(
    kinds: &[ConstraintKind],
    layout: &Arc<Layout>,
    solution: &Grid,
    random: &mut ChaCha8Rng,
) -> Arc<Layout> {
    let mut drawing = ConstraintDrawing::new(solution, random);
    let has = |kind| kinds.contains(&kind);
    let only = |is_kind: fn(ConstraintKind) -> bool| -> Vec<ConstraintKind> {
        let all = ConstraintKind::ALL.into_iter();
        all.filter(|kind| has(*kind) && is_kind(*kind)).collect()
    };
    lines::draw(&mut drawing, &only(ConstraintKind::is_line));
    if has(ConstraintKind::Cage) {
        cages::draw(&mut drawing);
    }
    marks::draw_between_cells(&mut drawing, &only(ConstraintKind::is_between_cells));
    if has(ConstraintKind::Sandwich) {
        outer::draw_sandwiches(&mut drawing);
    }
    if has(ConstraintKind::LittleKiller) {
        outer::draw_little_killers(&mut drawing, has(ConstraintKind::Sandwich));
    }
    for (kind, is_even) in [(ConstraintKind::Even, true), (ConstraintKind::Odd, false)] {
        if has(kind) {
            marks::draw_parity(&mut drawing, is_even);
        }
    }
    let rules = layout
        .rules()
        .clone()
        .with_constraints([layout.constraints(), &drawing.constraints].concat());
    Arc::new(Layout::new(
        rules.expect("constraints with few combinations"),
    ))
}

/// Returns true if the puzzle has a constraint of each of these kinds.
pub(super) fn has_all_kinds(kinds: &[ConstraintKind], puzzle: &Puzzle) -> bool {
    let constraints = puzzle.layout().constraints();
    let drawn: Vec<ConstraintKind> = constraints.iter().filter_map(ConstraintKind::of).collect();
    kinds.iter().all(|kind| drawn.contains(kind))
}

/// A solved grid and the constraints that are drawn on it.
struct ConstraintDrawing<'a> {
    size: usize,
    /// By cell, the value of its digit.
    values: Vec<usize>,
    /// By cell, true if it is on a line.
    is_on_line: Vec<bool>,
    /// The pairs of successive cells of all lines.
    line_steps: Vec<[Cell; 2]>,
    constraints: Vec<Constraint>,
    random: &'a mut ChaCha8Rng,
}

impl ConstraintDrawing<'_> {
    fn new<'a>(solution: &Grid, random: &'a mut ChaCha8Rng) -> ConstraintDrawing<'a> {
        let value = |digit: &Option<Digit>| digit.map_or(0, Digit::value);
        ConstraintDrawing {
            size: solution.size(),
            values: solution.cells().iter().map(value).collect(),
            is_on_line: vec![false; solution.cells().len()],
            line_steps: Vec::new(),
            constraints: Vec::new(),
            random,
        }
    }

    /// Returns all cells in reading order.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.values.len()).map(Cell::from_index)
    }

    fn value(&self, cell: Cell) -> usize {
        self.values[cell.index()]
    }

    /// Returns the cell this many rows and columns away, if it is on the board.
    fn beside(&self, cell: Cell, rows: isize, columns: isize) -> Option<Cell> {
        let row = (cell.index() / self.size).checked_add_signed(rows)?;
        let column = (cell.index() % self.size).checked_add_signed(columns)?;
        (row < self.size && column < self.size).then(|| Cell::at(row, column, self.size))
    }

    /// Returns the cells that share a side with a cell.
    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .filter_map(move |(rows, columns)| self.beside(cell, rows, columns))
    }

    /// Returns a random number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end as u32) as usize
    }
}

#[cfg(test)]
mod tests;

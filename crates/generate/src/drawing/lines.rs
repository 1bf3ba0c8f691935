//! Lines: thermometers, arrows, whispers and renban lines.
//!
//! No cell is on two lines, and no line crosses another one or itself.

use std::ops::RangeInclusive;

use super::super::shuffle;
use super::canvas::Canvas;
use super::kind::ConstraintKind;
use satdoku::board::{Cell, Kind};

/// The steps to the cells around a cell: those that share a side, then those that share a corner.
const STEPS: [(isize, isize); 8] = [
    (-1, 0),
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// Draws lines of these kinds from cell to cell: at most 12 at 9×9.
pub(super) fn draw(canvas: &mut Canvas<'_>, kinds: &[ConstraintKind]) {
    let mut starts: Vec<Cell> = canvas.cells().collect();
    shuffle(&mut starts, canvas.random);
    let most = canvas.constraints.len() + canvas.size * 4 / 3;
    for start in starts {
        if canvas.constraints.len() == most {
            return;
        }
        let mut kinds = kinds.to_vec();
        shuffle(&mut kinds, canvas.random);
        let line = kinds.into_iter().find_map(|kind| {
            // A longer line decides more.
            let mut lengths = lengths(kind, canvas.size).rev();
            lengths.find_map(|length| {
                let mut line = OpenLine {
                    kind,
                    length,
                    cells: Vec::new(),
                };
                line.extend(start, canvas).then_some(line)
            })
        });
        if let Some(line) = line {
            line.add_to(canvas);
        }
    }
}

/// Returns the numbers of cells of a line.
fn lengths(kind: ConstraintKind, size: usize) -> RangeInclusive<usize> {
    let longest = match kind {
        ConstraintKind::Whispers => size * 2 / 3 + 1,
        ConstraintKind::Thermometer => size * 2 / 3,
        _ => size / 2 + 1,
    };
    3..=longest.max(3)
}

/// A line from its first cell on, which grows to its length.
struct OpenLine {
    kind: ConstraintKind,
    /// The number of cells of the whole line.
    length: usize,
    cells: Vec<Cell>,
}

impl OpenLine {
    /// Adds this cell and further random ones until the line is complete. Returns false, with the
    /// line as before, if that is impossible.
    fn extend(&mut self, cell: Cell, canvas: &mut Canvas<'_>) -> bool {
        let is_free = !canvas.is_on_line[cell.index()] && !self.cells.contains(&cell);
        if !is_free || self.turns_back(cell, canvas) || self.crosses(cell, canvas) {
            return false;
        }
        self.cells.push(cell);
        if self.is_possible(canvas) {
            if self.cells.len() == self.length {
                return true;
            }
            let mut steps = STEPS;
            shuffle(&mut steps, canvas.random);
            for (rows, columns) in steps {
                let next = canvas.beside(cell, rows, columns);
                if next.is_some_and(|next| self.extend(next, canvas)) {
                    return true;
                }
            }
        }
        self.cells.pop();
        false
    }

    /// Returns true if the step to this cell makes a turn that is sharper than a right angle.
    fn turns_back(&self, cell: Cell, canvas: &Canvas<'_>) -> bool {
        match self.cells[..] {
            [.., before, _] => canvas.board.neighbours(before).contains(&cell),
            _ => false,
        }
    }

    /// Returns true if the step to this cell crosses a diagonal step of a line.
    fn crosses(&self, cell: Cell, canvas: &Canvas<'_>) -> bool {
        let Some(last) = self.cells.last() else {
            return false;
        };
        let size = canvas.size;
        let [from, to] = [*last, cell].map(|cell| (cell.index() / size, cell.index() % size));
        if from.0 == to.0 || from.1 == to.1 {
            return false;
        }
        let others = [Cell::at(from.0, to.1, size), Cell::at(to.0, from.1, size)];
        let is_step = |pair: &[Cell]| others.iter().all(|cell| pair.contains(cell));
        self.cells.windows(2).any(is_step) || canvas.line_steps.iter().any(|pair| is_step(pair))
    }

    /// Returns true if the digits of the cells so far can begin a line of this length.
    fn is_possible(&self, canvas: &Canvas<'_>) -> bool {
        let values: Vec<usize> = self.cells.iter().map(|cell| canvas.value(*cell)).collect();
        let [ref before @ .., last] = values[..] else {
            return true;
        };
        let Some(previous) = before.last() else {
            return true;
        };
        match self.kind {
            ConstraintKind::Thermometer => *previous < last,
            ConstraintKind::Whispers => previous.abs_diff(last) >= usual_difference(canvas.size),
            ConstraintKind::Arrow => {
                let sum: usize = values[1..].iter().sum();
                match values.len() == self.length {
                    true => sum == values[0],
                    false => sum < values[0],
                }
            }
            _ => {
                let are_close = |value: &usize| value.abs_diff(last) < self.length;
                before
                    .iter()
                    .all(|value| *value != last && are_close(value))
            }
        }
    }

    /// Adds the constraint of a complete line.
    fn add_to(self, canvas: &mut Canvas<'_>) {
        for cell in &self.cells {
            canvas.is_on_line[cell.index()] = true;
        }
        let steps = self.cells.windows(2).map(|pair| [pair[0], pair[1]]);
        canvas.line_steps.extend(steps);
        let number = match self.kind {
            ConstraintKind::Whispers => Some(usual_difference(canvas.size)),
            _ => None,
        };
        let groups = match self.kind {
            ConstraintKind::Arrow => vec![self.cells[..1].to_vec(), self.cells[1..].to_vec()],
            _ => vec![self.cells],
        };
        canvas.add(self.kind.name(), number, groups);
    }
}

/// Returns the difference of neighbours on a whispers line.
fn usual_difference(size: usize) -> usize {
    let whispers = Kind::find("whispers");
    let usual = whispers.and_then(|kind| kind.usual_number(&size.into()));
    usual.unwrap_or_default()
}

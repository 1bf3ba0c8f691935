//! Lines: thermometers, arrows, whispers and renban lines.
//!
//! No cell is on two lines, and no line crosses another one or itself.

use super::super::shuffle::shuffle;
use super::drawing::ConstraintDrawing;
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

/// Draws lines of these kinds from cell to cell until there is no room for another one.
pub(super) fn draw(drawing: &mut ConstraintDrawing<'_>, kinds: &[ConstraintKind]) {
    let mut starts: Vec<Cell> = drawing.cells().collect();
    shuffle(&mut starts, drawing.random);
    for start in starts {
        let mut kinds = kinds.to_vec();
        shuffle(&mut kinds, drawing.random);
        let line = kinds.into_iter().find_map(|kind| {
            let mut lengths: Vec<usize> = lengths(kind, drawing.size).collect();
            shuffle(&mut lengths, drawing.random);
            let line = lengths.into_iter().find_map(|length| {
                let mut line = OpenLine {
                    kind,
                    length,
                    cells: Vec::new(),
                };
                line.extend(start, drawing).then_some(line)
            })?;
            Some(line)
        });
        if let Some(line) = line {
            line.add_to(drawing);
        }
    }
}

/// Returns the numbers of cells of a line.
fn lengths(kind: ConstraintKind, size: usize) -> impl Iterator<Item = usize> + use<> {
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
    fn extend(&mut self, cell: Cell, drawing: &mut ConstraintDrawing<'_>) -> bool {
        let is_free = !drawing.is_on_line[cell.index()] && !self.cells.contains(&cell);
        if !is_free || self.turns_back(cell, drawing) || self.crosses(cell, drawing) {
            return false;
        }
        self.cells.push(cell);
        if self.is_possible(drawing) {
            if self.cells.len() == self.length {
                return true;
            }
            let mut steps = STEPS;
            shuffle(&mut steps, drawing.random);
            for (rows, columns) in steps {
                let next = drawing.beside(cell, rows, columns);
                if next.is_some_and(|next| self.extend(next, drawing)) {
                    return true;
                }
            }
        }
        self.cells.pop();
        false
    }

    /// Returns true if the step to this cell makes a turn that is sharper than a right angle.
    fn turns_back(&self, cell: Cell, drawing: &ConstraintDrawing<'_>) -> bool {
        match self.cells[..] {
            [.., before, _] => drawing.neighbours(before).any(|beside| beside == cell),
            _ => false,
        }
    }

    /// Returns true if the step to this cell crosses a diagonal step of a line.
    fn crosses(&self, cell: Cell, drawing: &ConstraintDrawing<'_>) -> bool {
        let Some(last) = self.cells.last() else {
            return false;
        };
        let size = drawing.size;
        let [from, to] = [*last, cell].map(|cell| (cell.index() / size, cell.index() % size));
        if from.0 == to.0 || from.1 == to.1 {
            return false;
        }
        let others = [Cell::at(from.0, to.1, size), Cell::at(to.0, from.1, size)];
        let is_step = |pair: &[Cell]| others.iter().all(|cell| pair.contains(cell));
        self.cells.windows(2).any(is_step) || drawing.line_steps.iter().any(|pair| is_step(pair))
    }

    /// Returns true if the digits of the cells so far can begin a line of this length.
    fn is_possible(&self, drawing: &ConstraintDrawing<'_>) -> bool {
        let values: Vec<usize> = self.cells.iter().map(|cell| drawing.value(*cell)).collect();
        let [ref before @ .., last] = values[..] else {
            return true;
        };
        let Some(previous) = before.last() else {
            return true;
        };
        match self.kind {
            ConstraintKind::Thermometer => *previous < last,
            ConstraintKind::Whispers => previous.abs_diff(last) >= usual_difference(drawing.size),
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
    fn add_to(self, drawing: &mut ConstraintDrawing<'_>) {
        for cell in &self.cells {
            drawing.is_on_line[cell.index()] = true;
        }
        let steps = self.cells.windows(2).map(|pair| [pair[0], pair[1]]);
        drawing.line_steps.extend(steps);
        let cells = self.cells;
        match self.kind {
            ConstraintKind::Thermometer => drawing.add("thermometer", None, vec![cells]),
            ConstraintKind::Arrow => {
                let groups = vec![cells[..1].to_vec(), cells[1..].to_vec()];
                drawing.add("arrow", None, groups);
            }
            ConstraintKind::Whispers => {
                drawing.add(
                    "whispers",
                    Some(usual_difference(drawing.size)),
                    vec![cells],
                );
            }
            _ => drawing.add("renban", None, vec![cells]),
        }
    }
}

/// Returns the difference of neighbours on a whispers line.
fn usual_difference(size: usize) -> usize {
    let whispers = Kind::find("whispers");
    let usual = whispers.and_then(|kind| kind.usual_number(&size.into()));
    usual.unwrap_or_default()
}

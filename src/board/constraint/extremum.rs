//! Minimum and maximum cells.

use super::text::Arguments;
use super::*;

/// A cell whose digit is lower (or higher) than those of all orthogonal neighbours, except those that
/// are marked in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Extremum {
    /// True if the digit is higher than its neighbours.
    pub is_maximum: bool,
    /// The cell.
    pub cell: Cell,
}

impl Extremum {
    /// Returns the neighbours that are not marked in the same way.
    fn neighbours(&self, context: &Context) -> Vec<Cell> {
        let marked = &context.extrema[usize::from(self.is_maximum)];
        let cells = context.board.neighbours(self.cell).into_iter();
        cells.filter(|cell| !marked.contains(cell)).collect()
    }
}

impl Rule for Extremum {
    const NAMES: &'static [&'static str] = &["minimum", "maximum"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.is_maximum)]
    }

    fn rule(&self) -> &'static str {
        match self.is_maximum {
            false => "A minimum cell is lower than its orthogonal neighbours.",
            true => "A maximum cell is higher than its orthogonal neighbours.",
        }
    }

    /// `minimum r1c1`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Extremum, ConstraintError> {
        Ok(Extremum {
            is_maximum: name == Self::NAMES[1],
            cell: arguments.cell()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        self.cell.name(board).to_string()
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        vec![self.cell]
    }

    fn scope(&self, context: &Context) -> Vec<Cell> {
        [vec![self.cell], self.neighbours(context)].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let neighbours = self.neighbours(filled.context);
        let own = filled.value(self.cell);
        filled.values(&neighbours).iter().all(|other| match self.is_maximum {
            false => own < *other,
            true => own > *other,
        })
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        for neighbour in self.neighbours(to.context) {
            let [low, high] = match self.is_maximum {
                false => [self.cell, neighbour],
                true => [neighbour, self.cell],
            };
            to.relation([low, high], |low, high| low < high)?;
        }
        Ok(())
    }
}

//! The mapping between variables and candidates.
//!
//! Auxiliary variables, which have no candidate, follow all others, so a candidate has the same
//! number in every at-most-one encoding.

use std::ops::Range;

use super::super::formula::Variable;
use crate::board::{Candidate, Cell, Digit, Geometry};
use crate::propagate::Candidates;

/// A numbering of candidates as variables, in both directions.
///
/// ```
/// use satdoku::Candidate;
/// use satdoku::sat::VarMap;
///
/// let map = VarMap::full(9);
/// let candidate = Candidate::from_name("r1c2=3", 9).unwrap();
/// let variable = map.variable(candidate).unwrap();
/// assert_eq!(variable.to_string(), "12");
/// assert_eq!(map.candidate(variable), Some(candidate));
/// ```
#[derive(Debug, Clone)]
pub struct VarMap {
    cells: usize,
    digits: usize,
    numbering: Numbering,
}

#[derive(Debug, Clone)]
enum Numbering {
    /// Every digit in every cell has the variable index `cell · n + digit`, all counted from 0.
    Full,
    /// Only open candidates have variables.
    Compact {
        /// The index of the first variable of each cell, followed by the number of variables.
        first: Vec<u32>,
        /// The candidate of each variable, by cell and then by digit.
        open: Vec<Candidate>,
    },
}

impl VarMap {
    /// Numbers every digit in every cell of a board: in DIMACS numbers, digit `d` in row `r` and column
    /// `c` of a square board with `n` rows is `((r - 1)·n + (c - 1))·n + d`.
    pub fn full(board: impl Into<Geometry>) -> VarMap {
        VarMap::numbered(&board.into(), Numbering::Full)
    }

    /// Numbers the candidates of all cells that have more than one, by cell and then by digit.
    pub fn compact(candidates: &Candidates) -> VarMap {
        let layout = candidates.layout();
        let mut first = Vec::with_capacity(layout.cell_count());
        let mut open = Vec::new();
        for cell in layout.cells() {
            first.push(open.len() as u32);
            if candidates.solved(cell).is_none() {
                let digits = candidates.digits(cell);
                open.extend(digits.map(|digit| Candidate { cell, digit }));
            }
        }
        first.push(open.len() as u32);
        VarMap::numbered(layout.geometry(), Numbering::Compact { first, open })
    }

    /// Numbers these candidates in their order. Returns `None` unless that is the order of cells
    /// and digits on the board.
    pub fn of_open(board: impl Into<Geometry>, open: Vec<Candidate>) -> Option<VarMap> {
        let board = board.into();
        let (cells, digits) = (board.cell_count(), board.digit_count());
        let is_ordered = open.is_sorted_by(|one, other| one < other);
        let fits = |at: &Candidate| at.cell.index() < cells && at.digit.index() < digits;
        if !is_ordered || !open.iter().all(fits) {
            return None;
        }
        let ends = (0..=cells).map(Cell::from_index);
        let first = ends.map(|cell| open.partition_point(|at| at.cell < cell) as u32);
        let first = first.collect();
        Some(VarMap::numbered(&board, Numbering::Compact { first, open }))
    }

    /// A mapping without variables.
    pub(super) fn none(board: &Geometry) -> VarMap {
        let first = vec![0; board.cell_count() + 1];
        let open = Vec::new();
        VarMap::numbered(board, Numbering::Compact { first, open })
    }

    fn numbered(board: &Geometry, numbering: Numbering) -> VarMap {
        VarMap {
            cells: board.cell_count(),
            digits: board.digit_count(),
            numbering,
        }
    }

    /// Returns true if this is the numbering of [`VarMap::full`].
    pub fn is_full(&self) -> bool {
        matches!(self.numbering, Numbering::Full)
    }

    /// The number of variables that have a candidate.
    pub fn len(&self) -> usize {
        match &self.numbering {
            Numbering::Full => self.cells * self.digits,
            Numbering::Compact { open, .. } => open.len(),
        }
    }

    /// Returns true if no candidate has a variable, because no cell is open.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of the variables of one cell; none if it is not on the board.
    fn range(&self, cell: Cell) -> Range<usize> {
        let cell = cell.index();
        match &self.numbering {
            Numbering::Full if cell < self.cells => cell * self.digits..(cell + 1) * self.digits,
            Numbering::Full => 0..0,
            Numbering::Compact { first, .. } => match first.get(cell..cell + 2) {
                Some(&[start, end]) => start as usize..end as usize,
                _ => 0..0,
            },
        }
    }

    /// The variables of one cell with their digits, in ascending order.
    pub fn variables_of(&self, cell: Cell) -> impl Iterator<Item = (Variable, Digit)> + '_ {
        let range = self.range(cell);
        range.clone().map(move |index| {
            let digit = match &self.numbering {
                Numbering::Full => Digit::from_index(index - range.start),
                Numbering::Compact { open, .. } => open[index].digit,
            };
            (Variable::from_index(index), digit)
        })
    }

    /// Returns the variable of a candidate, if it has one.
    pub fn variable(&self, candidate: Candidate) -> Option<Variable> {
        let Candidate { cell, digit } = candidate;
        let range = self.range(cell);
        let place = match &self.numbering {
            Numbering::Full => Some(digit.index()).filter(|digit| *digit < range.len())?,
            Numbering::Compact { open, .. } => open[range.clone()]
                .binary_search_by_key(&digit, |open| open.digit)
                .ok()?,
        };
        Some(Variable::from_index(range.start + place))
    }

    /// Returns the candidate of a variable, if it has one.
    pub fn candidate(&self, variable: Variable) -> Option<Candidate> {
        let index = variable.index();
        match &self.numbering {
            Numbering::Full => (index < self.len()).then(|| Candidate {
                cell: Cell::from_index(index / self.digits),
                digit: Digit::from_index(index % self.digits),
            }),
            Numbering::Compact { open, .. } => open.get(index).copied(),
        }
    }

    /// All variables that have a candidate, with their candidates, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (Variable, Candidate)> + '_ {
        (0..self.len()).filter_map(|index| {
            let variable = Variable::from_index(index);
            self.candidate(variable)
                .map(|candidate| (variable, candidate))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Puzzle};

    #[test]
    fn the_full_numbering_is_the_formula() {
        let map = VarMap::full(9);
        assert_eq!(map.len(), 729);
        let (row, column, value) = (4, 7, 5);
        let candidate = Candidate {
            cell: Cell::at(row - 1, column - 1, 9),
            digit: Digit::from_index(value - 1),
        };
        let number = ((row - 1) * 9 + (column - 1)) * 9 + value;
        let variable = map.variable(candidate).unwrap();
        assert_eq!(variable.to_string(), number.to_string());
        assert_eq!(map.candidate(Variable::from_index(729)), None);
    }

    #[test]
    fn both_numberings_are_one_to_one() {
        let empty = Puzzle::classic("2x3".parse().unwrap());
        let mut givens = Grid::blank(6);
        givens.set(Cell::at(0, 0, 6), Some(Digit::from_index(0)));
        givens.set(Cell::at(3, 3, 6), Some(Digit::from_index(1)));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().unwrap();
        let open = candidates.iter().count() - 2;
        for (map, length) in [(VarMap::full(6), 216), (VarMap::compact(&candidates), open)] {
            assert_eq!(map.len(), length);
            assert_eq!(map.iter().count(), length);
            for (variable, candidate) in map.iter() {
                assert_eq!(map.variable(candidate), Some(variable));
            }
        }
    }

    #[test]
    fn the_compact_numbering_leaves_out_what_is_decided() {
        let empty = Puzzle::classic("2x2".parse().unwrap());
        let mut givens = Grid::blank(4);
        let given = Cell::at(0, 0, 4);
        givens.set(given, Some(Digit::from_index(0)));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().unwrap();
        let map = VarMap::compact(&candidates);
        let variable = |row, column, value: usize| {
            map.variable(Candidate {
                cell: Cell::at(row, column, 4),
                digit: Digit::from_index(value - 1),
            })
        };
        assert_eq!(variable(0, 0, 1), None);
        assert_eq!(variable(0, 1, 1), None);
        assert_eq!(variable(0, 1, 2).unwrap().to_string(), "1");
    }
}

//! Cells that count how many other cells have the same digit as a first one.

use super::cell_list::Symbol;
use super::text::{Arguments, cell_names};
use super::*;

/// A cell whose digit is the number of cells with the same digit as a first cell: of all cells of a group,
/// or of those at the start of lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SameCount {
    /// The cell with the number.
    pub counter: Cell,
    /// The cells that are counted. Each group begins with the first cell, which counts once.
    pub groups: Vec<Vec<Cell>>,
    /// True if a group is a line that is counted up to the first different digit.
    pub is_run: bool,
    /// True if the first cell does not count.
    pub excludes_first: bool,
}

impl SameCount {
    /// Returns the counter and the first cell, and the other cells of each group.
    ///
    /// # Errors
    /// If there are no cells, or the groups begin with different ones.
    fn segments(&self) -> Result<Vec<Vec<Cell>>, ConstraintError> {
        let too_few = || ConstraintError::too_few(1, 0);
        let first = self.groups.first().and_then(|group| group.first()).copied();
        let mut segments = vec![vec![self.counter, first.ok_or_else(too_few)?]];
        for group in &self.groups {
            let (start, others) = group.split_first().ok_or_else(too_few)?;
            if Some(*start) != first {
                let expected = "groups that begin with the same cell";
                return Err(ConstraintError::new(expected, "different ones"));
            }
            if !others.is_empty() {
                segments.push(others.to_vec());
            }
        }
        Ok(segments)
    }
}

/// The state of a count while its cells are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Counting {
    /// The number of cells that are still to be counted.
    left: usize,
    /// The digit of the first cell.
    digit: Option<usize>,
    /// True if the next cell can count.
    is_open: bool,
}

impl Rule for SameCount {
    const NAMES: &'static [&'static str] = &["count-same", "run-length"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.is_run)]
    }

    fn rule(&self) -> &'static str {
        match self.is_run {
            false => "The digit in a circle is the number of its cells with the same digit as their first.",
            true => "The digit in a circle is the number of cells up to the first different digit on its lines.",
        }
    }

    /// `count-same r1c1: r1c2 r1c3` or `run-length r1c1 excluding first: r1c2-r1c4: r1c2-r4c2`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<SameCount, ConstraintError> {
        let counter = arguments.cell()?;
        let excludes_first = arguments.take("excluding");
        if excludes_first {
            arguments.expect("first")?;
        }
        arguments.expect(":")?;
        let mut groups = vec![arguments.cells(1)?];
        while arguments.take(":") {
            groups.push(arguments.cells(1)?);
        }
        let is_run = name == Self::NAMES[1];
        Ok(SameCount { counter, groups, is_run, excludes_first })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let groups = self.groups.iter().map(|group| cell_names(group, board));
        let groups = groups.collect::<Vec<_>>().join(": ");
        let excluding = if self.excludes_first { " excluding first" } else { "" };
        format!("{}{excluding}: {groups}", self.counter.name(board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&[self.counter], &self.groups.concat()[..]].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let mut count = usize::from(!self.excludes_first);
        for group in &self.groups {
            let digits = filled.values(group);
            let others = digits.iter().skip(1);
            count += match self.is_run {
                true => others.take_while(|digit| **digit == digits[0]).count(),
                false => others.filter(|digit| **digit == digits[0]).count(),
            };
        }
        filled.value(self.counter) == count
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let segments = self.segments()?;
        let of_first = usize::from(!self.excludes_first);
        let step = |state: &Option<Counting>, symbol: Symbol| {
            let Some(of @ Counting { left, digit, is_open }) = state.clone() else {
                let left = symbol?.checked_sub(of_first)?;
                return Some(Some(Counting { left, digit: None, is_open: true }));
            };
            Some(Some(match symbol {
                None => Counting { is_open: true, ..of },
                Some(_) if digit.is_none() => Counting { digit: symbol, ..of },
                Some(_) => {
                    let is_counted = is_open && symbol == digit;
                    let left = left.checked_sub(usize::from(is_counted))?;
                    Counting { left, digit, is_open: is_counted || !self.is_run }
                }
            }))
        };
        let is_final = |state: &Option<Counting>| matches!(state, Some(Counting { left: 0, .. }));
        to.automaton_of_list(&segments, None, step, is_final)
    }
}

//! Cells that count how many other cells have the same digit as a first one.

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
    /// Returns the other cells, each with true if it begins a group, and the first cell.
    ///
    /// # Errors
    /// If there are no cells, or the groups begin with different ones.
    fn first_and_others(&self) -> Result<(Cell, Vec<(Cell, bool)>), ConstraintError> {
        let too_few = || ConstraintError::too_few(1, 0);
        let first = self.groups.first().and_then(|group| group.first()).copied();
        let first = first.ok_or_else(too_few)?;
        let mut others = Vec::new();
        for group in &self.groups {
            let (start, rest) = group.split_first().ok_or_else(too_few)?;
            if *start != first {
                let expected = "groups that begin with the same cell";
                return Err(ConstraintError::new(expected, "different ones"));
            }
            let rest = rest.iter().enumerate();
            others.extend(rest.map(|(place, cell)| (*cell, place == 0)));
        }
        Ok((first, others))
    }
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
        let (first, others) = self.first_and_others()?;
        let of_first = usize::from(!self.excludes_first);
        let mut list = vec![self.counter, first];
        list.extend(others.iter().map(|(cell, _)| *cell));
        // The state is the digit of the first cell, the number of cells that are still to be counted, and
        // true if the line is still to be counted.
        let step = |place: usize, (of_line, left, is_open): &(usize, usize, bool), digit: usize| {
            let Some(at) = place.checked_sub(2) else {
                return match place {
                    0 => Some((0, digit.checked_sub(of_first)?, true)),
                    _ => Some((digit, *left, true)),
                };
            };
            let (_, begins) = others[at];
            let is_counted = digit == *of_line && (*is_open || begins || !self.is_run);
            let left = left.checked_sub(usize::from(is_counted))?;
            Some((*of_line, left, is_counted || !self.is_run))
        };
        to.automaton_of_list(&list, (0, 0, true), step, |(_, left, _)| *left == 0)
    }
}

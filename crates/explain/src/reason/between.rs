//! Between lines: as many digits lie between the circles as the line has cells that differ.

use super::super::drawn::digit_bits::bits;
use super::super::drawn::partition::partitions;
use super::super::fact::sorted_set;
use super::super::wording::digit_runs;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::{Cell, ones};

/// A between line: the cells in its circles, and the others.
pub(super) struct Between {
    pub ends: [usize; 2],
    pub inner: Vec<usize>,
}

impl Reasoner<'_> {
    /// Finds the digits of a circle that leave too few digits to the other circle.
    pub(super) fn gap(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        let Between { ends, inner } = self.between.as_ref()?;
        let other = match *ends {
            [one, other] if one == place => other,
            [other, one] if one == place => other,
            _ => return None,
        };
        let cells = sorted_set(inner.iter().map(|of| self.rule.cells[*of]));
        let terms: Vec<(Cell, i64)> = cells.into_iter().map(|cell| (cell, 1)).collect();
        let groups = partitions(self.layout, &terms).into_iter().flatten();
        let largest = groups.map(|group| group.places.len()).max();
        let between = largest.unwrap_or(1);
        let is_far = |one: usize, other: usize| one.abs_diff(other) > between;
        let is_out = |digit: &usize, among: u16| !ones(among).any(|of| is_far(*digit, of));
        let out = |among: u16| {
            let out = ones(wanted).filter(|digit| is_out(digit, among));
            bits(out)
        };
        let between = match between {
            1 => "a digit lies".to_string(),
            _ => format!("{} different digits lie", count_name(between)),
        };
        let premise = format!("{between} between those in the circles");
        let (on_board, among_left) = (out(self.all_digits()), out(digits[other]));
        let (removed, premise, rests_on) = match on_board == among_left {
            true => (on_board, premise, Vec::new()),
            false => {
                let left = digit_runs(&self.values(digits[other]));
                let premise = format!("{premise} and {} is {left}", self.name(other));
                (among_left, premise, vec![other])
            }
        };
        (removed != 0).then_some(Excluded {
            removed,
            outcome: Outcome::Left,
            premise,
            rests_on,
            preface: Preface::Rule,
        })
    }
}

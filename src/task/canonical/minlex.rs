//! The search for the minlex form.
//!
//! The form is built row by row. All partial transformations with the smallest rows so far are kept.
//! Each is extended by every row that can be next, and those with the smallest next row are kept.
//! They only decide what the rows so far distinguish: columns that are blank so far remain
//! interchangeable, as do stacks of three of them, and of blank rows in a band and of blank bands
//! only the first is tried. So puzzles with few givens have few partial transformations, not
//! millions. A digit without a new name gets the next one; if several digits could be first, there
//! is a partial transformation for each.
//!
//! A puzzle with 17 givens takes about 7 µs, a solved grid, for which all 23,328 first rows are
//! equally good, 2 ms.

use super::not_standard::NotStandard;
use super::transformation::Transformation;
use crate::board::{Cell, Grid};

/// Returns a transformation that maps a grid to its minlex form.
///
/// # Errors
/// [`NotStandard`] if the grid is not 9×9 with digits up to 9.
pub fn to_canonical(grid: &Grid) -> Result<Transformation, NotStandard> {
    NotStandard::check(grid)?;
    let value = |row, column| {
        grid.get(Cell::at(row, column, 9))
            .map_or(0, |digit| digit.index() as u8 + 1)
    };
    let upright: RowDigits =
        std::array::from_fn(|row| std::array::from_fn(|column| value(row, column)));
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| value(column, row)));
    let orientations = [upright, transposed];
    let mut partials = vec![Partial::start(false), Partial::start(true)];
    let mut next = Vec::new();
    for row in 0..9 {
        let mut least = u64::MAX;
        next.clear();
        for (number, partial) in partials.iter().enumerate() {
            let lines = &orientations[usize::from(partial.is_transposed)];
            for line in partial.next_rows(lines, row) {
                let text = partial.text_of(&lines[line]);
                if text < least {
                    least = text;
                    next.clear();
                }
                if text == least {
                    next.push((number, line));
                }
            }
        }
        let mut longer = Vec::with_capacity(next.len());
        for &(number, line) in &next {
            let partial = &partials[number];
            let lines = &orientations[usize::from(partial.is_transposed)];
            partial.extend(&lines[line], line, row, &mut longer);
            if row == 8 {
                break;
            }
        }
        partials = longer;
    }
    Ok(partials[0].finish())
}

/// The rows of a grid: digits, and 0 for a blank.
type RowDigits = [[u8; 9]; 9];

/// A transformation that leads to the smallest rows so far.
#[derive(Debug, Clone, Copy)]
struct Partial {
    is_transposed: bool,
    /// The rows so far.
    rows: [u8; 9],
    used: u16,
    /// By place, the original column. In each stack the columns that are blank so far come first, as
    /// do the stacks with only such columns. Their order is not decided.
    columns: [u8; 9],
    /// By stack, the number of its columns that are blank so far.
    blank: [u8; 3],
    /// By digit, its new name, or 0 for none yet.
    names: [u8; 10],
    /// The number of names.
    named: u8,
}

impl Partial {
    fn start(is_transposed: bool) -> Partial {
        Partial {
            is_transposed,
            rows: [0; 9],
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            blank: [3; 3],
            names: [0; 10],
            named: 0,
        }
    }

    /// Returns the rows that can be next: those of the current band, or of all other bands if it is
    /// complete. Of blank rows in a band and of blank bands, only the first is included.
    fn next_rows(&self, lines: &RowDigits, row: usize) -> impl Iterator<Item = usize> {
        let is_free = |line: usize| self.used & (1 << line) == 0;
        let is_blank = move |line: usize| lines[line] == [0; 9];
        let band = (!row.is_multiple_of(3)).then(|| usize::from(self.rows[row - 1]) / 3);
        let begins = move |line: usize| match band {
            Some(band) => line / 3 == band,
            None => self.used & (7 << (line / 3 * 3)) == 0,
        };
        let mut has_blank_band = false;
        let mut blank_in = 3;
        (0..9).filter(move |&line| {
            if !is_free(line) || !begins(line) {
                return false;
            }
            if !is_blank(line) {
                return true;
            }
            let first = line / 3 * 3;
            if blank_in == line / 3 {
                return false;
            }
            blank_in = line / 3;
            if band.is_none() && (first..first + 3).all(is_blank) {
                return !std::mem::replace(&mut has_blank_band, true);
            }
            true
        })
    }

    /// Returns the smallest text of a row, with four bits for each place.
    fn text_of(&self, line: &[u8; 9]) -> u64 {
        let mut text = 0;
        let mut named = self.named;
        for stack in self.stacks_in_order(line) {
            for digit in self.in_order(line, stack) {
                let name = match (digit, self.names[usize::from(digit)]) {
                    (0, _) => 0,
                    (_, 0) => {
                        named += 1;
                        named
                    }
                    (_, name) => name,
                };
                text = text << 4 | u64::from(name);
            }
        }
        text
    }

    /// Returns the digits of a stack in the order with the smallest text: among interchangeable
    /// columns blanks first, then digits with names, then digits without.
    fn in_order(&self, line: &[u8; 9], stack: usize) -> [u8; 3] {
        let mut digits: [u8; 3] =
            std::array::from_fn(|place| line[usize::from(self.columns[3 * stack + place])]);
        let blank = usize::from(self.blank[stack]);
        digits[..blank].sort_unstable_by_key(|digit| self.rank(*digit));
        digits
    }

    /// Returns the rank of a digit in that order. All digits without a name are equal.
    fn rank(&self, digit: u8) -> u8 {
        match (digit, self.names[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => 10,
            (_, name) => name,
        }
    }

    /// Returns the stacks in the order with the smallest text.
    fn stacks_in_order(&self, line: &[u8; 9]) -> [usize; 3] {
        let mut stacks = [0, 1, 2];
        let blank = self.blank.iter().take_while(|blank| **blank == 3).count();
        stacks[..blank].sort_by_key(|stack| self.ranks(line, *stack));
        stacks
    }

    fn ranks(&self, line: &[u8; 9], stack: usize) -> [u8; 3] {
        self.in_order(line, stack).map(|digit| self.rank(digit))
    }

    /// Adds all extensions by a row with its smallest text.
    fn extend(&self, line: &[u8; 9], number: usize, row: usize, partials: &mut Vec<Partial>) {
        let mut partial = *self;
        partial.rows[row] = number as u8;
        partial.used |= 1 << number;
        // The stacks in order, regardless of ties.
        let stacks = self.stacks_in_order(line);
        for (place, stack) in stacks.into_iter().enumerate() {
            for column in 0..3 {
                partial.columns[3 * place + column] = self.columns[3 * stack + column];
            }
        }
        let blank = self.blank.iter().take_while(|blank| **blank == 3).count();
        let new = |place: &usize| {
            let ranks = self.ranks(line, stacks[*place]);
            ranks[2] == 10 && !ranks.iter().any(|rank| (1..10).contains(rank))
        };
        // Stacks are tied if they have equally many digits, all without a name.
        let equal: Vec<usize> = (0..blank).filter(new).collect();
        let orders: &[&[usize]] = match equal[..] {
            [one, other] if self.count(line, stacks[one]) == self.count(line, stacks[other]) => {
                &[&[0, 1], &[1, 0]]
            }
            [one, other, third] => {
                let counts = [one, other, third].map(|place| self.count(line, stacks[place]));
                match (counts[0] == counts[1], counts[1] == counts[2]) {
                    (true, true) => PERMUTATIONS_OF_3,
                    (true, false) => &[&[0, 1, 2], &[1, 0, 2]],
                    (false, true) => &[&[0, 1, 2], &[0, 2, 1]],
                    (false, false) => &[&[0, 1, 2]],
                }
            }
            _ => &[&[]],
        };
        for order in orders {
            let mut ordered = partial;
            for (place, from) in equal.iter().zip(*order) {
                for column in 0..3 {
                    ordered.columns[3 * place + column] =
                        partial.columns[3 * equal[*from] + column];
                }
            }
            ordered.order_columns(line, 0, partials);
        }
    }

    fn count(&self, line: &[u8; 9], stack: usize) -> usize {
        let columns = &self.columns[3 * stack..3 * stack + 3];
        let is_given = |column: &&u8| line[usize::from(**column)] > 0;
        columns.iter().filter(is_given).count()
    }

    /// Orders the interchangeable columns from a stack on, in all orders for digits without a name.
    fn order_columns(mut self, line: &[u8; 9], stack: usize, partials: &mut Vec<Partial>) {
        if stack == 3 {
            partials.push(self);
            return;
        }
        let blank = usize::from(self.blank[stack]);
        let start = 3 * stack;
        let digit = |partial: &Partial, place: usize| line[usize::from(partial.columns[place])];
        let mut columns = self.columns;
        columns[start..start + blank].sort_by_key(|column| self.rank(line[usize::from(*column)]));
        self.columns = columns;
        let is_blank = |place: &usize| digit(&self, *place) == 0;
        let left = (start..start + blank).filter(is_blank).count();
        let new = (start..start + blank)
            .filter(|place| self.rank(digit(&self, *place)) == 10)
            .count();
        let first = start + blank - new;
        let orders: &[&[usize]] = match new {
            0 | 1 => &[&[0]],
            2 => &[&[0, 1], &[1, 0]],
            _ => PERMUTATIONS_OF_3,
        };
        for order in orders {
            let mut partial = self;
            for (place, from) in order.iter().enumerate().take(new) {
                partial.columns[first + place] = self.columns[first + from];
            }
            partial.blank[stack] = left as u8;
            for place in start..start + 3 {
                let digit = usize::from(digit(&partial, place));
                if digit > 0 && partial.names[digit] == 0 {
                    partial.named += 1;
                    partial.names[digit] = partial.named;
                }
            }
            partial.order_columns(line, stack + 1, partials);
        }
    }

    /// Returns the transformation, with arbitrary choices for what is not decided.
    fn finish(mut self) -> Transformation {
        let mut digits = [0; 9];
        for digit in 1..10 {
            if self.names[digit] == 0 {
                self.named += 1;
                self.names[digit] = self.named;
            }
            digits[digit - 1] = self.names[digit] - 1;
        }
        Transformation {
            is_transposed: self.is_transposed,
            rows: self.rows,
            columns: self.columns,
            digits,
        }
    }
}

pub(super) const PERMUTATIONS_OF_3: &[&[usize]] = &[
    &[0, 1, 2],
    &[0, 2, 1],
    &[1, 0, 2],
    &[1, 2, 0],
    &[2, 0, 1],
    &[2, 1, 0],
];

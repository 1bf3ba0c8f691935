//! Different digits for cells: bipartite matching by augmenting paths (H. Kuhn 1955).

use satdoku::board::{DigitBits, ones};

/// The digits that some cells hold, each of which holds another one.
pub(super) struct Matching<'a> {
    cells: &'a [DigitBits],
    /// By digit, the cell that holds it.
    holders: [Option<usize>; 64],
    count: usize,
}

impl<'a> Matching<'a> {
    /// Creates a matching in which no cell holds a digit yet.
    pub fn new(cells: &'a [DigitBits]) -> Matching<'a> {
        Matching {
            cells,
            holders: [None; 64],
            count: 0,
        }
    }

    /// Adds a digit to those that are held if there is a cell for it; the others stay.
    pub fn add(&mut self, digit: usize) -> bool {
        let is_added = self.augment(digit, &mut vec![false; self.cells.len()]);
        self.count += usize::from(is_added);
        is_added
    }

    /// True if each cell holds a digit.
    pub fn is_full(&self) -> bool {
        self.count == self.cells.len()
    }

    /// Finds a cell for a digit. The digit that it held gets another one.
    fn augment(&mut self, digit: usize, visited: &mut [bool]) -> bool {
        for cell in 0..self.cells.len() {
            if visited[cell] || self.cells[cell] >> digit & 1 == 0 {
                continue;
            }
            visited[cell] = true;
            let held = self.holders.iter().position(|of| *of == Some(cell));
            if held.is_none_or(|held| self.augment(held, visited)) {
                self.holders[digit] = Some(cell);
                return true;
            }
        }
        false
    }
}

/// Returns true if cells with these digits can hold the digits of a set, each once.
pub(super) fn can_fill(cells: &[DigitBits], set: DigitBits) -> bool {
    let mut matching = Matching::new(cells);
    ones(set).all(|digit| matching.add(digit)) && matching.is_full()
}

/// Returns the digits with the least or the greatest sum that cells with these digits can hold, each once; `None`
/// if there are none. As such sets form a matroid, the lowest digits can be taken one by one.
pub(super) fn extreme_digits(cells: &[DigitBits], is_max: bool) -> Option<DigitBits> {
    let all: Vec<usize> = ones(cells.iter().fold(0, |all, of| all | of)).collect();
    let mut matching = Matching::new(cells);
    let mut chosen = 0;
    for at in 0..all.len() {
        let digit = all[if is_max { all.len() - 1 - at } else { at }];
        if !matching.is_full() && matching.add(digit) {
            chosen |= 1 << digit;
        }
    }
    matching.is_full().then_some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_cells_are_filled_without_trying_all_orders() {
        // 15 cells share 14 digits, and one cell has another digit.
        let mut cells = vec![0b11_1111_1111_1111; 15];
        assert!(!can_fill(&cells, 0b111_1111_1111_1111));
        cells[3] = 0b100_0000_0000_0000;
        assert!(can_fill(&cells, 0b111_1111_1111_1111));
        assert!(!can_fill(&cells, 0b11_1111_1111_1111));
    }

    #[test]
    fn the_least_digits_leave_a_digit_for_each_cell() {
        assert_eq!(
            extreme_digits(&[0b10001, 0b10001, 0b110], false),
            Some(0b10011)
        );
        assert_eq!(
            extreme_digits(&[0b10001, 0b10001, 0b110], true),
            Some(0b10101)
        );
        assert_eq!(extreme_digits(&[0b11, 0b11, 0b11], false), None);
    }
}

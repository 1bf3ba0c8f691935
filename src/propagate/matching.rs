//! What the cells of one house can hold together, by a matching of its cells and digits: the rule
//! of [`Candidates::reduce`] for one house (J.-C. Régin, AAAI 1994).

use super::candidates::{Candidates, ones};
use crate::board::Cell;
use crate::board::House;

/// No digit, or no cell.
const NONE: u32 = u32::MAX;

/// The rule for one house, with memory for the next one. Cells are counted by their place among
/// those that are read, digits by index; sets of digits are `words` words of bits.
pub(super) struct Filter {
    words: usize,
    /// The cells, and the digits of each.
    cells: Vec<Cell>,
    rows: Vec<u64>,
    /// The matching: the digit of each cell and the cell of each digit.
    digit_of: Vec<u32>,
    cell_of: Vec<u32>,
    /// The digits that the current walk has not come to.
    unseen: Vec<u64>,
    /// By cell, when a walk came to it, counted from 1; 0 where none has.
    entered: Vec<u32>,
    /// How many cells walks have come to.
    clock: u32,
    /// The digits of the cells whose component is not complete, and those cells in order.
    open: Vec<u64>,
    path: Vec<u32>,
    /// The digits of the component that was found last.
    component: Vec<u64>,
    /// The digits that some way to fill the house does without.
    spare: Vec<u64>,
    /// The cells that lost a digit.
    changed: Vec<Cell>,
}

impl Filter {
    /// For boards of `size` digits, in `words` words.
    pub fn new(size: usize, words: usize) -> Filter {
        Filter {
            words,
            cells: Vec::new(),
            rows: Vec::new(),
            digit_of: Vec::new(),
            cell_of: vec![NONE; size],
            unseen: vec![0; words],
            entered: Vec::new(),
            clock: 0,
            open: vec![0; words],
            path: Vec::new(),
            component: vec![0; words],
            spare: vec![0; words],
            changed: Vec::new(),
        }
    }

    /// Takes the open cells of a house. Those that are solved have no part in it: their digits were
    /// removed from all others.
    pub fn read(&mut self, house: &House, candidates: &Candidates, left: &[u64]) {
        self.cells.clear();
        self.rows.clear();
        for &cell in &house.cells {
            if !candidates.is_solved(cell) {
                self.cells.push(cell);
                let words = cell.index() * self.words..(cell.index() + 1) * self.words;
                self.rows.extend_from_slice(&left[words]);
            }
        }
    }

    /// Removes from `left` what is in no matching of all cells, and says which cells that
    /// changed; `None` when there is no such matching.
    pub fn run(&mut self, left: &mut [u64]) -> Option<&[Cell]> {
        self.changed.clear();
        self.find_matching()?;
        self.find_spare_digits();
        self.unseen.fill(u64::MAX);
        self.entered.clear();
        self.entered.resize(self.cells.len(), 0);
        self.clock = 0;
        for cell in 0..self.cells.len() {
            if self.entered[cell] == 0 {
                self.walk(cell, left);
            }
        }
        Some(&self.changed)
    }

    /// A matching of all cells, grown by one augmenting path for each cell (H. W. Kuhn, 1955).
    fn find_matching(&mut self) -> Option<()> {
        self.cell_of.fill(NONE);
        self.digit_of.clear();
        self.digit_of.resize(self.cells.len(), NONE);
        for cell in 0..self.cells.len() {
            self.unseen.fill(u64::MAX);
            if !self.augment(cell) {
                return None;
            }
        }
        Some(())
    }

    /// Gives a digit to `cell`, if need be by giving other digits to other cells.
    fn augment(&mut self, cell: usize) -> bool {
        let row = cell * self.words;
        for word in 0..self.words {
            for bit in ones(self.rows[row + word]) {
                if self.cell_of[word * 64 + bit] == NONE {
                    return self.assign(cell, word * 64 + bit);
                }
            }
        }
        for word in 0..self.words {
            loop {
                let unseen = self.rows[row + word] & self.unseen[word];
                if unseen == 0 {
                    break;
                }
                self.unseen[word] &= !(unseen & unseen.wrapping_neg());
                let digit = word * 64 + unseen.trailing_zeros() as usize;
                if self.augment(self.cell_of[digit] as usize) {
                    return self.assign(cell, digit);
                }
            }
        }
        false
    }

    fn assign(&mut self, cell: usize, digit: usize) -> bool {
        self.cell_of[digit] = cell as u32;
        self.digit_of[cell] = digit as u32;
        true
    }

    /// The digits that no cell has in the matching, and those of cells that could take a spare
    /// digit in exchange. A full house has none.
    fn find_spare_digits(&mut self) {
        self.spare.fill(0);
        for row in self.rows.chunks_exact(self.words) {
            for (spare, digits) in self.spare.iter_mut().zip(row) {
                *spare |= digits;
            }
        }
        for digit in &self.digit_of {
            self.spare[*digit as usize / 64] &= !(1 << (digit % 64));
        }
        let mut has_grown = self.spare.iter().any(|word| *word != 0);
        while has_grown {
            has_grown = false;
            for (row, digit) in self.rows.chunks_exact(self.words).zip(&self.digit_of) {
                let (word, bit) = (*digit as usize / 64, 1 << (digit % 64));
                let can_change = row.iter().zip(&self.spare).any(|(one, two)| one & two != 0);
                if can_change && self.spare[word] & bit == 0 {
                    self.spare[word] |= bit;
                    has_grown = true;
                }
            }
        }
    }

    /// Goes from `cell` to the cells whose digits it could have, and from there on; when a strongly
    /// connected component is complete, its cells keep their digits among those of the component,
    /// and spare ones (R. Tarjan, 1972). Returns the earliest cell on the path that can be reached.
    fn walk(&mut self, cell: usize, left: &mut [u64]) -> u32 {
        self.clock += 1;
        let entered = self.clock;
        let mut earliest = entered;
        self.entered[cell] = entered;
        self.path.push(cell as u32);
        let own = self.digit_of[cell] as usize;
        self.unseen[own / 64] &= !(1 << (own % 64));
        self.open[own / 64] |= 1 << (own % 64);
        for word in 0..self.words {
            let digits = self.rows[cell * self.words + word];
            for bit in ones(digits & self.open[word]) {
                let other = self.cell_of[word * 64 + bit] as usize;
                earliest = earliest.min(self.entered[other]);
            }
            loop {
                let next = digits & self.unseen[word];
                if next == 0 {
                    break;
                }
                let digit = word * 64 + next.trailing_zeros() as usize;
                match self.cell_of[digit] {
                    NONE => self.unseen[word] &= !(next & next.wrapping_neg()),
                    other => earliest = earliest.min(self.walk(other as usize, left)),
                }
            }
        }
        if earliest == entered {
            self.close(cell, left);
        }
        earliest
    }

    /// Takes the component of `cell`, the first of it on the path, from the path.
    fn close(&mut self, cell: usize, left: &mut [u64]) {
        let start = self
            .path
            .iter()
            .rposition(|on_path| *on_path == cell as u32);
        let start = start.unwrap_or(0);
        self.component.copy_from_slice(&self.spare);
        for &member in &self.path[start..] {
            let digit = self.digit_of[member as usize];
            self.component[digit as usize / 64] |= 1 << (digit % 64);
            self.open[digit as usize / 64] &= !(1 << (digit % 64));
        }
        for member in self.path.drain(start..) {
            let cell = self.cells[member as usize];
            let words = &mut left[cell.index() * self.words..][..self.words];
            let mut is_changed = false;
            for (word, keep) in words.iter_mut().zip(&self.component) {
                is_changed |= *word & !keep != 0;
                *word &= keep;
            }
            if is_changed {
                self.changed.push(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the rule leaves to cells with these digits, counted from 0, if it leaves anything.
    fn filtered(size: usize, cells: &[&[usize]]) -> Option<Vec<Vec<usize>>> {
        let words = size.div_ceil(64);
        let mut filter = Filter::new(size, words);
        filter.cells = (0..cells.len()).map(Cell::from_index).collect();
        filter.rows = vec![0; cells.len() * words];
        for (cell, digits) in cells.iter().enumerate() {
            for digit in *digits {
                filter.rows[cell * words + digit / 64] |= 1 << (digit % 64);
            }
        }
        let mut left = filter.rows.clone();
        filter.run(&mut left)?;
        let digits = |row: &[u64]| -> Vec<usize> {
            let has = |digit: &usize| row[digit / 64] & (1 << (digit % 64)) != 0;
            (0..size).filter(has).collect()
        };
        Some(left.chunks_exact(words).map(digits).collect())
    }

    #[test]
    fn subsets_naked_and_hidden_clear_the_rest() {
        // Three cells share 0, 1 and 2, two of them each.
        let naked: [&[usize]; 5] = [&[0, 1], &[1, 2], &[0, 2], &[0, 3, 4], &[1, 3, 4]];
        let left = filtered(5, &naked).unwrap();
        assert_eq!(left[..3], naked[..3]);
        assert_eq!(left[3..], [[3, 4], [3, 4]]);
        // Only the first two cells have 0 and 1.
        let left = filtered(4, &[&[0, 1, 2, 3], &[0, 1, 2, 3], &[2, 3], &[2, 3]]).unwrap();
        assert_eq!(left, [[0, 1], [0, 1], [2, 3], [2, 3]]);
        // The same with digits in two words.
        let left = filtered(70, &[&[0, 65], &[0, 65], &[0, 1, 65, 69], &[1, 69]]).unwrap();
        assert_eq!(left, [[0, 65], [0, 65], [1, 69], [1, 69]]);
    }

    #[test]
    fn a_house_with_fewer_cells_than_digits_may_spare_some() {
        let cells: [&[usize]; 3] = [&[0, 1], &[1, 2], &[2, 3]];
        assert_eq!(filtered(4, &cells).unwrap(), cells);
        let left = filtered(4, &[&[0, 1], &[0, 1], &[0, 1, 2, 3]]).unwrap();
        assert_eq!(left, [vec![0, 1], vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn too_few_digits_for_some_cells_leave_nothing() {
        assert_eq!(filtered(4, &[&[0, 1], &[0, 1], &[0, 1], &[2, 3]]), None);
    }
}

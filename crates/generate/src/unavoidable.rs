//! Unavoidable sets of the standard board.
//!
//! An *unavoidable set* is a set of cells of a solved grid that can be filled in another way without
//! changing the others, so one of them must be given. Two digits, two rows of a band or two columns
//! of a stack can be swapped within parts of the grid, and those parts are unavoidable sets, twelve
//! for each cell.
//!
//! G. McGuire, B. Tugemann and G. Civario, *There is no 16-Clue Sudoku* (2012), is based on them.

use satdoku::engine::mrv::{CellSet, bit_of};

/// The cells of the row, the column and the box of each cell.
pub(super) static HOUSES: [[CellSet; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let is_shared = [
                cell / 9 == other / 9,
                cell % 9 == other % 9,
                cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3,
            ];
            let mut kind = 0;
            while kind < 3 {
                if is_shared[kind] {
                    table[cell][kind] |= bit_of(other);
                }
                kind += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// By number of the bit, the cell in reading order and the cells of its houses.
pub(super) static BITS: [(u8, CellSet); 128] = {
    let mut table = [(0, 0); 128];
    let mut cell = 0;
    while cell < 81 {
        let houses = HOUSES[cell][0] | HOUSES[cell][1] | HOUSES[cell][2];
        table[bit_of(cell).trailing_zeros() as usize] = (cell as u8, houses);
        cell += 1;
    }
    table
};

/// Iterates over the numbers of the cells in a set.
pub(super) fn cells(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            usize::from(BITS[bit].0)
        })
    })
}

/// Returns the cells that share a house with one of a set, including the set itself.
pub(super) fn seen_by(mut set: CellSet) -> CellSet {
    let mut seen = 0;
    while set != 0 {
        seen |= BITS[set.trailing_zeros() as usize].1;
        set &= set - 1;
    }
    seen
}

/// Unavoidable sets of one solution; see [the module](self).
#[derive(Debug, Clone)]
pub(super) struct Unavoidable {
    pub sets: Vec<CellSet>,
    /// By cell, the numbers of the sets that contain it.
    pub of_cell: [[u8; Unavoidable::PER_CELL]; 81],
    /// By set, the number of its cells that are given.
    pub givens: Vec<u8>,
}

impl Default for Unavoidable {
    fn default() -> Unavoidable {
        Unavoidable {
            sets: Vec::with_capacity(256),
            of_cell: [[0; Unavoidable::PER_CELL]; 81],
            givens: Vec::with_capacity(256),
        }
    }
}

impl Unavoidable {
    /// The sets of each cell: with eight other digits, two other rows and two other columns.
    pub const PER_CELL: usize = 12;

    /// Finds the sets of a solution. `places` has the cells of each digit, `digits` the digit of each
    /// cell.
    pub fn find(&mut self, places: &[CellSet; 9], digits: &[u8; 81]) {
        self.sets.clear();
        for one in 0..9 {
            for other in one + 1..9 {
                // A part contains, for each of its cells, the cells of the other digit in its houses.
                let mut left = places[one] | places[other];
                while left != 0 {
                    let mut part = left & left.wrapping_neg();
                    let mut new = part;
                    while new != 0 {
                        new = seen_by(new) & left & !part;
                        part |= new;
                    }
                    left &= !part;
                    for cell in cells(part) {
                        let partner = if usize::from(digits[cell]) == one {
                            other
                        } else {
                            one
                        };
                        // The partners of a digit are the other eight.
                        let place = partner - usize::from(partner > usize::from(digits[cell]));
                        self.of_cell[cell][place] = self.sets.len() as u8;
                    }
                    self.sets.push(part);
                }
            }
        }
        for first in [0, 3, 6] {
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                for is_row in [true, false] {
                    self.find_in_lines(first + one, first + other, is_row, digits);
                }
            }
        }
    }

    /// Counts all cells as given.
    pub fn give_all(&mut self) {
        self.givens.clear();
        let counts = self.sets.iter().map(|set| set.count_ones() as u8);
        self.givens.extend(counts);
    }

    /// Counts a cell as not given, unless a set would then have no given. Returns true if it did.
    pub fn take(&mut self, cell: usize) -> bool {
        let sets = self.of_cell[cell];
        let is_last = |set: &u8| self.givens[usize::from(*set)] == 1;
        if sets.iter().any(is_last) {
            return false;
        }
        sets.iter()
            .for_each(|set| self.givens[usize::from(*set)] -= 1);
        true
    }

    /// Finds the sets of two rows or columns. They have the same digits in different orders, and can
    /// be swapped within each cycle of that permutation.
    fn find_in_lines(&mut self, one: usize, other: usize, is_row: bool, digits: &[u8; 81]) {
        let cell = |line: usize, place: usize| {
            if is_row {
                9 * line + place
            } else {
                9 * place + line
            }
        };
        let slot = |line: usize, partner: usize| {
            let number = partner % 3 - usize::from(partner > line);
            8 + 2 * usize::from(is_row) + number
        };
        let mut place_of = [0; 9];
        for place in 0..9 {
            place_of[usize::from(digits[cell(one, place)])] = place;
        }
        let mut is_done = [false; 9];
        for first in 0..9 {
            let (mut part, mut place) = (0, first);
            while !is_done[place] {
                is_done[place] = true;
                for (line, partner) in [(one, other), (other, one)] {
                    let cell = cell(line, place);
                    part |= bit_of(cell);
                    self.of_cell[cell][slot(line, partner)] = self.sets.len() as u8;
                }
                place = place_of[usize::from(digits[cell(other, place)])];
            }
            if part != 0 {
                self.sets.push(part);
            }
        }
    }
}

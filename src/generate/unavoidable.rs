//! Unavoidable sets of the standard board.
//!
//! An *unavoidable set* is a set of cells of a solved grid that can be filled in another way while
//! the others stay; one of them must be given. Two digits, or two rows of a band, or two columns of a
//! stack can be swapped in parts of the grid, and those parts are unavoidable sets, twelve for each
//! cell.
//!
//! They are what G. McGuire, B. Tugemann and G. Civario, *There is no 16-Clue Sudoku* (2012), rest on.

use crate::engine::mrv::{CellSet, bit_of};

/// By cell, the cells of its row, its column and its box.
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

/// By number of the bit, the cell in reading order and all cells of its houses.
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

/// The numbers of the cells of a set.
pub(super) fn cells(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            usize::from(BITS[bit].0)
        })
    })
}

/// All cells that share a house with one of a set, those of the set included.
pub(super) fn seen_by(mut set: CellSet) -> CellSet {
    let mut seen = 0;
    while set != 0 {
        seen |= BITS[set.trailing_zeros() as usize].1;
        set &= set - 1;
    }
    seen
}

/// Unavoidable sets of one solution, as [the module](self) says.
#[derive(Debug, Clone)]
pub(super) struct Unavoidable {
    pub sets: Vec<CellSet>,
    /// By cell, the numbers of the sets that it is in.
    pub of_cell: [[u8; Unavoidable::PER_CELL]; 81],
    /// By set, how many of its cells are given.
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
    /// Eight other digits, two other rows and two other columns.
    pub const PER_CELL: usize = 12;

    /// Those of a solution: by digit its cells, and by cell its digit.
    pub fn find(&mut self, places: &[CellSet; 9], digits: &[u8; 81]) {
        self.sets.clear();
        for one in 0..9 {
            for other in one + 1..9 {
                // A part is closed: each of its cells sees its partners in row, column and box.
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
                        // The digit's own number is not among its partners.
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

    /// Counts a cell as not given, unless a set would have no given then; says whether it did.
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

    /// Two lines hold the same digits, in another order; where a cycle of that permutation is, they
    /// can be swapped.
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

//! How the cells of the standard board lie in words, and the tables that follow from it.
//!
//! A *band* is three rows, 27 cells, and the places of a digit in a band are 27 bits of a word.
//! The cell in row `r` of its band, in box `m` of its band and in column `k` of its box, each from
//! 0 to 2, has bit `9k + 3m + r`. So the three ninths of a word, one over the other, say in which
//! rows of which boxes ("minirows") there are places, and neighbouring bits are those of a column.

/// All cells of a band.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// Every third bit: the cells of the first row of a band.
pub(super) const FIRST_ROW: u32 = 0o111_111_111;

/// The cells of the first box of a band.
pub(super) const FIRST_BOX: u32 = 0o7_007_007;

/// Minirows, 9 bits, times this are all of their cells.
pub(super) const MINIROW: u32 = 1 | 1 << 9 | 1 << 18;

/// Times this, what a word has in the [`FIRST_BOX`] stands in 9 neighbouring bits, from bit 18 on.
pub(super) const GATHER: u64 = 1 << 18 | 1 << 12 | 1 << 6;

/// What the rows and boxes of a band leave of the minirows that a digit has places in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Minirows {
    /// The cells of the minirows that are part of a way to choose three, one in each row and one in
    /// each box. None, where there is no way.
    pub cells: u32,
    /// Those of them, 9 bits, that are the only one in their row.
    pub alone: u32,
}

/// By the minirows in which a digit has places, bit `3m + r`.
pub(super) static MINIROWS: [Minirows; 512] = {
    let mut table = [Minirows { cells: 0, alone: 0 }; 512];
    let mut found = 0;
    while found < 512 {
        let left = part_of_a_choice(found as u32);
        let mut alone = 0;
        let mut row = 0;
        while row < 3 {
            let in_row = left & (0o111 << row);
            if in_row & in_row.wrapping_sub(1) == 0 {
                alone |= in_row;
            }
            row += 1;
        }
        table[found] = Minirows {
            cells: left * MINIROW,
            alone,
        };
        found += 1;
    }
    table
};

/// By the columns of a stack (three boxes, one below the other) in which a digit has places, in
/// the band with bit `3k + b`: those that are part of a way to choose three, one in each column and
/// one in each band, at bit `9k + b`.
pub(super) static COLUMNS: [u32; 512] = {
    let mut table = [0; 512];
    let mut found = 0;
    while found < 512 {
        let left = part_of_a_choice(found as u32);
        table[found] = (left & 0o7) | (left & 0o70) << 6 | (left & 0o700) << 12;
        found += 1;
    }
    table
};

/// The bits of a square of 3×3 that are part of a choice of three of them, one in each row and one
/// in each column.
const fn part_of_a_choice(square: u32) -> u32 {
    const CHOICES: [u32; 6] = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let mut left = 0;
    let mut number = 0;
    while number < CHOICES.len() {
        if square & CHOICES[number] == CHOICES[number] {
            left |= CHOICES[number];
        }
        number += 1;
    }
    left
}

/// By cell of a band in reading order, its bit.
pub(super) static BITS: [u32; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = 1 << (9 * (column % 3) + 3 * (column / 3) + row);
        cell += 1;
    }
    table
};

/// By the number of a bit, the cell of its band in reading order. The last five are no cells.
pub(super) static CELLS: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 27 {
        table[bit] = (bit % 3 * 9 + bit / 3 % 3 * 3 + bit / 9) as u8;
        bit += 1;
    }
    table
};

/// By bit, the other cells of its row and its box.
pub(super) static PEERS: [u32; 27] = {
    let mut table = [0; 27];
    let mut bit = 0;
    while bit < 27 {
        let (row, group) = (bit % 3, bit / 3 % 3);
        table[bit] = (FIRST_ROW << row | FIRST_BOX << (3 * group)) & !(1 << bit);
        bit += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_bit_of_its_own_and_the_bit_names_the_cell() {
        for (cell, set) in BITS.iter().enumerate() {
            let bit = set.trailing_zeros() as usize;
            assert_eq!((set.count_ones(), usize::from(CELLS[bit])), (1, cell));
            // 8 others in the row and 6 more in the box.
            assert_eq!(PEERS[bit].count_ones(), 14);
            assert_eq!(PEERS[bit] & set, 0);
        }
    }

    #[test]
    fn places_outside_of_every_choice_go_and_none_is_left_where_there_is_no_choice() {
        // Row 1 in box 1 only: box 1 has no place in another row, row 1 none in another box.
        let all_but = |gone: u32| MINIROWS[(0o777 & !gone) as usize];
        let pointing = all_but(0o110);
        assert_eq!(pointing.cells, 0o661 * MINIROW);
        assert_eq!(pointing.alone, 0o001);
        assert_eq!(all_but(0).cells, ALL);
        assert_eq!(all_but(0o111).cells, 0);
        // Two rows share the only box.
        assert_eq!(all_but(0o330).cells, 0);
        assert_eq!(COLUMNS[0o777], FIRST_BOX);
        assert_eq!(COLUMNS[0o661], 0o6_006_001);
    }
}

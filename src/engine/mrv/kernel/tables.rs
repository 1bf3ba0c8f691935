//! The arrangement of the cells of the standard board in words, and tables derived from it.
//!
//! A *band* is three rows, 27 cells, and the places of a digit in a band are 27 bits of a word. The
//! cell in row `r` of its band, in box `m` of its band and in column `k` of its box, each from 0 to
//! 2, has bit `9k + 3m + r`. The three ninths of a word, combined, therefore show which rows of
//! which boxes ("minirows") have places, and adjacent bits belong to a column.

/// All cells of a band.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// Every third bit: the cells of the first row of a band.
pub(super) const FIRST_ROW: u32 = 0o111_111_111;

/// The cells of the first box of a band.
pub(super) const FIRST_BOX: u32 = 0o7_007_007;

/// Multiplied by this, minirows (9 bits) become all of their cells.
pub(super) const MINIROW: u32 = 1 | 1 << 9 | 1 << 18;

/// Multiplied by this, the bits of a word in [`FIRST_BOX`] become 9 adjacent bits, from bit 18.
pub(super) const GATHER: u64 = 1 << 18 | 1 << 12 | 1 << 6;

/// The minirows of a digit in a band that are consistent with the rows and boxes of the band.
#[derive(Debug, Clone, Copy)]
pub(super) struct Minirows {
    /// The cells of minirows that are part of a choice of three, one in each row and one in each
    /// box. Empty if there is no choice.
    pub cells: u32,
    /// Those of the minirows, 9 bits, that are the only one in their row.
    pub alone: u32,
}

/// Indexed by the minirows in which a digit has places, bit `3m + r`.
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

/// Indexed by the columns of a stack (three boxes, one below the other) in which a digit has
/// places, bit `3k + b` for band `b`: the columns that are part of a choice of three, one in each
/// column and one in each band, at bit `9k + b`.
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

/// Returns the bits of a 3×3 square that are part of a choice of three, one in each row and one in
/// each column.
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

/// The bit of each cell of a band, in reading order.
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

/// The cell of its band, in reading order, for the number of each bit. The last five are not cells.
pub(super) static CELLS: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 27 {
        table[bit] = (bit % 3 * 9 + bit / 3 % 3 * 3 + bit / 9) as u8;
        bit += 1;
    }
    table
};

/// For each bit, the other cells of its row and its box.
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
            // 8 other cells in the row and 6 more in the box.
            assert_eq!(PEERS[bit].count_ones(), 14);
            assert_eq!(PEERS[bit] & set, 0);
        }
    }

    #[test]
    fn places_outside_all_choices_are_removed() {
        // Row 1 has places only in box 1, so box 1 has none in other rows and row 1 none in other
        // boxes.
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

//! Positions: the candidates of every cell as a bit set, which are removed and restored.

use crate::board::DigitBits;

/// The error for a position without a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuted;

/// A digit: the number of a word, and a bit of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct DigitBit {
    pub(super) word: u32,
    pub(super) bit: DigitBits,
}

impl DigitBit {
    pub(super) fn of(digit: usize) -> DigitBit {
        DigitBit {
            word: (digit / DigitBits::BITS as usize) as u32,
            bit: 1 << (digit % DigitBits::BITS as usize),
        }
    }

    /// The digit, counted from 0.
    pub(super) fn index(self) -> usize {
        (self.word * DigitBits::BITS + self.bit.trailing_zeros()) as usize
    }
}

/// Candidates removed from a cell, all in one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) cell: u32,
    pub(super) word: u16,
    /// True if the cell is left with one digit.
    pub(super) is_last: bool,
    pub(super) gone: DigitBits,
}

/// The candidates of every cell, and the changes from which they are restored.
#[derive(Debug, Default)]
pub(super) struct MaskPosition {
    /// For each cell, its candidates in as many words as needed. Code for boards with up to 64 digits
    /// indexes it by cells.
    pub(super) candidates: Vec<DigitBits>,
    /// The number of words for each cell.
    pub(super) words: usize,
    /// For each cell, the number of its candidates.
    pub(super) counts: Vec<u16>,
    /// For each digit, the cells that can hold it, except for changes whose consequences are not drawn:
    /// as bits in as many words as needed. There are none on boards with more than 64 digits.
    pub(super) holders: Vec<u64>,
    /// All changes in order.
    pub(super) trail: Vec<Change>,
    /// The number of changes whose consequences are drawn.
    pub(super) drawn: usize,
    /// The number of candidates removed since the empty board, including those that were restored.
    pub(super) removals: u64,
}

impl MaskPosition {
    /// Begins with these candidates.
    pub(super) fn reset(&mut self, candidates: &[DigitBits], words: usize) {
        self.candidates.clear();
        self.candidates.extend_from_slice(candidates);
        self.words = words;
        self.trail.clear();
        self.drawn = 0;
    }

    /// Counts the candidates of all cells, of which the empty board has `digits` each.
    pub(super) fn count(&mut self, digits: usize) {
        let of_cells = self.candidates.chunks_exact(self.words);
        let counts = of_cells.map(|of_cell| {
            let count: u32 = of_cell.iter().map(|word| word.count_ones()).sum();
            count as u16
        });
        self.counts.clear();
        self.counts.extend(counts);
        let left: u64 = self.counts.iter().map(|count| u64::from(*count)).sum();
        self.removals = (self.counts.len() * digits) as u64 - left;
    }

    /// The candidates of a cell in a word.
    #[inline]
    pub(super) fn word(&self, cell: u32, word: u32) -> DigitBits {
        self.candidates[cell as usize * self.words + word as usize]
    }

    /// The lowest candidate of a cell, which has one.
    #[inline]
    pub(super) fn lowest(&self, cell: u32) -> DigitBit {
        let words = self.of(cell);
        let word = words.iter().position(|word| *word != 0).unwrap_or(0);
        DigitBit {
            word: word as u32,
            bit: words[word] & words[word].wrapping_neg(),
        }
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn of(&self, cell: u32) -> &[DigitBits] {
        &self.candidates[cell as usize * self.words..][..self.words]
    }

    /// Removes all candidates of a cell that are not in `allowed`, on a board with up to 64 digits.
    #[inline]
    pub(super) fn restrict(&mut self, cell: u32, allowed: DigitBits) -> Result<(), Refuted> {
        self.remove(cell, 0, self.candidates[cell as usize] & !allowed)
    }

    /// Removes the candidates of a cell in a word that are not in `allowed`.
    #[inline]
    pub(super) fn restrict_word(
        &mut self,
        cell: u32,
        word: u32,
        allowed: DigitBits,
    ) -> Result<(), Refuted> {
        self.remove(cell, word, self.word(cell, word) & !allowed)
    }

    /// Removes a digit from a cell.
    #[inline]
    pub(super) fn exclude(&mut self, cell: u32, digit: DigitBit) -> Result<(), Refuted> {
        self.restrict_word(cell, digit.word, !digit.bit)
    }

    /// Removes all other digits from a cell.
    #[inline]
    pub(super) fn fix(&mut self, cell: u32, digit: DigitBit) -> Result<(), Refuted> {
        for word in 0..self.words as u32 {
            let kept = if word == digit.word { digit.bit } else { 0 };
            self.restrict_word(cell, word, kept)?;
        }
        Ok(())
    }

    /// Removes these candidates of a cell.
    #[inline]
    fn remove(&mut self, cell: u32, word: u32, gone: DigitBits) -> Result<(), Refuted> {
        if gone == 0 {
            return Ok(());
        }
        self.candidates[cell as usize * self.words + word as usize] ^= gone;
        self.removals += u64::from(gone.count_ones());
        let count = &mut self.counts[cell as usize];
        *count -= gone.count_ones() as u16;
        self.trail.push(Change {
            cell,
            word: word as u16,
            is_last: *count == 1,
            gone,
        });
        match *count {
            0 => Err(Refuted),
            _ => Ok(()),
        }
    }

    /// Returns true if a cell has lower and higher candidates than those removed by a change, on a board
    /// with up to 64 digits.
    #[inline]
    pub(super) fn is_inside(&self, change: Change) -> bool {
        let left = self.candidates[change.cell as usize];
        let lowest = left & left.wrapping_neg();
        lowest < change.gone & change.gone.wrapping_neg() && left > change.gone
    }

    /// Has the consequences drawn of the digit of a cell, as if it were new.
    pub(super) fn note(&mut self, cell: u32) {
        self.trail.push(Change {
            cell,
            word: 0,
            is_last: true,
            gone: 0,
        });
    }

    /// Undoes all changes after the first `length`.
    pub(super) fn undo_to(&mut self, length: usize) {
        for change in self.trail.drain(length..) {
            let cell = change.cell as usize;
            self.candidates[cell * self.words + usize::from(change.word)] |= change.gone;
            self.counts[cell] += change.gone.count_ones() as u16;
        }
        self.drawn = length;
    }
}

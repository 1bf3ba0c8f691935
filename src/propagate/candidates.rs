//! The candidates of a position, and the work lists of propagation.
//!
//! A cell has one bit per digit, in as many 64-bit words as needed. Changes are recorded on work
//! lists, so that [`propagate`](super) does nothing twice without a reason.

use std::ops::Range;
use std::sync::Arc;

use super::MOST_WORDS;
use super::drawn_rules::DrawnRules;
use super::sets::{HouseMask, HouseSet, house_masks};
use crate::board::{Candidate, Cell, Digit, Grid, Jagged, Layout, Puzzle, ones};

/// The candidates of every cell of a puzzle.
///
/// ```
/// use satdoku::propagate::Candidates;
/// use satdoku::{Cell, Digit, Puzzle};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let mut candidates = Candidates::new(&puzzle);
/// assert!(candidates.contains(Cell::at(0, 1, 4), Digit::from_index(0)));
/// candidates.propagate()?;
/// assert!(!candidates.contains(Cell::at(0, 1, 4), Digit::from_index(0)));
/// assert_eq!(candidates.to_grid().to_string(), "1243342143122134");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Candidates {
    pub(super) layout: Arc<Layout>,
    /// The number of 64-bit words per cell.
    pub(super) words: usize,
    /// The words of cell 0, then those of cell 1, and so on; digit index `d` is bit `d % 64` of
    /// word `d / 64`.
    pub(super) bits: Vec<u64>,
    /// The cells with one digit, in the order in which they were found.
    pub(super) singles: Vec<Cell>,
    /// The number of `singles` that have been propagated: first in, first out, so that givens
    /// precede their consequences.
    pub(super) propagated: usize,
    /// The digits of propagated cells in each house: the words of house 0, then those of house 1,
    /// and so on.
    pub(super) placed: Vec<u64>,
    /// The houses of each cell, to which a removal draws attention. Going through them one by one takes 8 %
    /// more instructions.
    pub(super) house_masks: Jagged<HouseMask>,
    /// The houses to search for hidden singles, because they have lost a candidate.
    pub(super) for_hidden_singles: HouseSet,
    /// The houses to search for locked candidates, because they have been searched for hidden
    /// singles.
    pub(super) for_locked_candidates: HouseSet,
    pub(super) drawn_rules: DrawnRules,
}

impl Candidates {
    /// Creates the candidates of a puzzle: a given in its cell, and in every blank cell all digits
    /// that the puzzle has not removed.
    pub fn new(puzzle: &Puzzle) -> Candidates {
        let mut candidates = Candidates {
            layout: puzzle.layout().clone(),
            words: 0,
            bits: Vec::new(),
            singles: Vec::new(),
            propagated: 0,
            placed: Vec::new(),
            house_masks: house_masks(puzzle.layout()),
            for_hidden_singles: HouseSet::default(),
            for_locked_candidates: HouseSet::default(),
            drawn_rules: DrawnRules::of(puzzle.layout()),
        };
        candidates.reset(puzzle);
        candidates
    }

    /// Starts with another puzzle in the memory that is already there.
    pub fn reset(&mut self, puzzle: &Puzzle) {
        if !Arc::ptr_eq(&self.layout, puzzle.layout()) {
            self.layout = puzzle.layout().clone();
            self.house_masks = house_masks(&self.layout);
            self.drawn_rules = DrawnRules::of(&self.layout);
        }
        let size = puzzle.geometry().digit_count();
        self.words = word_count(size);
        self.bits.clear();
        self.singles.clear();
        for (index, given) in puzzle.givens().cells().iter().enumerate() {
            match given {
                None => self
                    .bits
                    .extend((0..self.words).map(|w| full_word(size, w))),
                Some(digit) => {
                    let start = self.bits.len();
                    self.bits.resize(start + self.words, 0);
                    self.bits[start + digit.index() / 64] = 1 << (digit.index() % 64);
                    self.singles.push(Cell::from_index(index));
                }
            }
        }
        let mut excluded = puzzle.excluded().peekable();
        while let Some(Candidate { cell, digit }) = excluded.next() {
            let (word, bit) = (digit.index() / 64, digit.index() % 64);
            self.bits[cell.index() * self.words + word] &= !(1 << bit);
            let is_last = excluded.peek().is_none_or(|next| next.cell != cell);
            if is_last && self.count(cell) == 1 && puzzle.givens().get(cell).is_none() {
                self.singles.push(cell);
            }
        }
        self.start_over();
    }

    /// Continues with the same candidates on a board with the same cells and other primitives.
    pub(crate) fn continue_on(&mut self, layout: Arc<Layout>) {
        self.drawn_rules = DrawnRules::of(&layout);
        self.layout = layout;
        self.start_over();
    }

    /// Puts everything that could remove a candidate on the work lists.
    fn start_over(&mut self) {
        let houses = self.layout.houses().len();
        self.propagated = 0;
        self.placed.clear();
        self.placed.resize(houses * self.words, 0);
        self.for_hidden_singles.fill(houses);
        self.for_locked_candidates.clear_for(houses);
    }

    /// The board.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The words of a cell; none if it is not on the board.
    pub(super) fn of(&self, cell: Cell) -> &[u64] {
        let start = cell.index() * self.words;
        self.bits.get(start..start + self.words).unwrap_or_default()
    }

    /// Returns true if `digit` is possible in `cell`.
    pub fn contains(&self, cell: Cell, digit: Digit) -> bool {
        let word = self.of(cell).get(digit.index() / 64);
        word.is_some_and(|word| word & (1 << (digit.index() % 64)) != 0)
    }

    /// The possible digits of `cell`, in ascending order; none if it is not on the board.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        self.of(cell).iter().enumerate().flat_map(|(number, word)| {
            ones(*word).map(move |bit| Digit::from_index(number * 64 + bit))
        })
    }

    /// The number of possible digits of `cell`.
    pub fn count(&self, cell: Cell) -> usize {
        self.of(cell)
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Returns the digit of `cell`, if only one is possible.
    pub fn solved(&self, cell: Cell) -> Option<Digit> {
        let mut digits = self.digits(cell);
        let digit = digits.next()?;
        digits.next().is_none().then_some(digit)
    }

    /// Returns true if every cell has one digit.
    pub(crate) fn are_all_solved(&self) -> bool {
        self.singles.len() == self.layout.cell_count()
    }

    /// All candidates, by cell and then by digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        let of_cell = |cell| {
            self.digits(cell)
                .map(move |digit| Candidate { cell, digit })
        };
        self.layout.cells().flat_map(of_cell)
    }

    /// Removes the candidates for which `keep` returns false, but nothing that follows from that before the
    /// next propagation.
    pub fn retain(&mut self, mut keep: impl FnMut(Candidate) -> bool) {
        let all: Vec<Candidate> = self.iter().collect();
        for candidate in all.into_iter().filter(|at| !keep(*at)) {
            let (word, bit) = (candidate.digit.index() / 64, candidate.digit.index() % 64);
            self.bits[candidate.cell.index() * self.words + word] &= !(1 << bit);
        }
        let singles = self.layout.cells();
        self.singles = singles
            .filter(|cell| self.solved(*cell).is_some())
            .collect();
        self.start_over();
    }

    /// Returns true if every digit of `grid` is possible in its cell. A grid of another size is not
    /// allowed.
    pub fn allow(&self, grid: &Grid) -> bool {
        grid.geometry() == self.layout.geometry()
            && grid.filled().all(|at| self.contains(at.cell, at.digit))
    }

    /// Returns the grid of all solved cells; the others are blank.
    pub fn to_grid(&self) -> Grid {
        let cells = self.layout.cells().map(|cell| self.solved(cell)).collect();
        let grid = Grid::new(self.layout.geometry(), cells);
        grid.expect("a digit or a blank for each cell of the layout")
    }
}

/// Returns the number of words per cell on a board with `size` digits: one of two, because the compiler
/// repeats all rules for each of them.
fn word_count(size: usize) -> usize {
    match size {
        ..=64 => 1,
        _ => MOST_WORDS,
    }
}

/// Returns word `number` of the set of all digits below `size`.
pub(super) fn full_word(size: usize, number: usize) -> u64 {
    let left = size.saturating_sub(number * 64);
    if left < 64 { (1 << left) - 1 } else { u64::MAX }
}

/// Returns word `number` of the set of these digits.
pub(super) fn range_word(digits: Range<usize>, number: usize) -> u64 {
    full_word(digits.end, number) & !full_word(digits.start, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_puzzle_has_every_candidate() {
        for (shape, size) in [("3x3", 9), ("8x8", 64), ("5x13", 65), ("12x12", 144)] {
            let candidates = Candidates::new(&Puzzle::classic(shape.parse().unwrap()));
            let cell = Cell::from_index(size);
            assert_eq!(candidates.count(cell), size);
            let values: Vec<usize> = candidates
                .digits(cell)
                .map(|digit| digit.index() + 1)
                .collect();
            assert_eq!(values, (1..=size).collect::<Vec<_>>());
            assert_eq!(candidates.iter().count(), size.pow(3));
            assert_eq!(candidates.solved(cell), None);
        }
    }

    #[test]
    fn a_given_is_alone_in_its_cell_and_a_reset_forgets_it() {
        let empty = Puzzle::classic("9x8".parse().unwrap());
        let mut givens = Grid::blank(72);
        let (cell, digit) = (Cell::from_index(100), Digit::from_index(70));
        givens.set(cell, Some(digit));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        assert_eq!(candidates.solved(cell), Some(digit));
        assert!(candidates.contains(cell, digit));
        assert_eq!(candidates.to_grid(), *puzzle.givens());
        candidates.reset(&empty);
        assert_eq!(candidates.count(cell), 72);
    }

    #[test]
    fn what_follows_from_removed_candidates_is_propagated() {
        let mut candidates = Candidates::new(&Puzzle::classic("2x2".parse().unwrap()));
        candidates.propagate().unwrap();
        let (first, last) = (Cell::from_index(0), Cell::from_index(3));
        let one = Digit::from_index(0);
        candidates.retain(|at| at.cell != first || at.digit == one);
        assert!(candidates.contains(last, one));
        candidates.propagate().unwrap();
        assert!(!candidates.contains(last, one));
    }
}

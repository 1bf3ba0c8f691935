//! Propagation on [`Candidates`]: naked singles, hidden singles and intersections to a fixed
//! point.
//!
//! All digits of a cell are handled in one machine word, houses one cell after the other: on a
//! 9×9 board a whole pass over all houses is some 250 word operations. The native MRV engine has
//! propagation of its own, which keeps tallies instead (`engine/mrv`). The two are two on purpose:
//! the one confirms answers that rest on the other, and shared code would share its mistakes.

use thiserror::Error;

use super::candidates::{Candidates, full_word};
use super::cell::{Candidate, Cell, CellName, Digit};
use super::house::HouseKind;
use super::house_set::HouseSet;
use super::layout::Layout;

/// Why propagation found that there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// A cell has no digit left.
    #[error("no digit is left for {0}")]
    NoDigit(CellName),
    /// A full house has no cell left for a digit.
    #[error("no cell is left for {digit} in {house}")]
    NoPlace {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: Digit,
    },
}

/// Runs `$body` with `$rules`, the [`Rules`] of as many words as the candidates have.
macro_rules! with_words {
    ($candidates:expr, $rules:ident => $body:expr) => {
        match $candidates.words {
            1 => {
                let mut $rules = Rules::<1>::of($candidates);
                $body
            }
            2 => {
                let mut $rules = Rules::<2>::of($candidates);
                $body
            }
            3 => {
                let mut $rules = Rules::<3>::of($candidates);
                $body
            }
            4 => {
                let mut $rules = Rules::<4>::of($candidates);
                $body
            }
            5 => {
                let mut $rules = Rules::<5>::of($candidates);
                $body
            }
            6 => {
                let mut $rules = Rules::<6>::of($candidates);
                $body
            }
            _ => {
                let mut $rules = Rules::<7>::of($candidates);
                $body
            }
        }
    };
}
impl Candidates {
    /// Applies three rules until none of them removes anything:
    ///
    /// - *naked single*: the only digit of a cell is removed from the cell's peers;
    /// - *hidden single*: the only place for a digit in a full house holds it;
    /// - *intersection* (pointing and claiming, or box/line): if all places for a digit in one
    ///   full house lie in another house, the other has no further place for it.
    ///
    /// No solution is lost. What is left when all cells are solved is the only solution.
    ///
    /// # Errors
    /// A cell without digits or a house without a place, if there is one; the candidates are then
    /// in no particular state.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        with_words!(self, rules => rules.all())
    }

    /// [`Candidates::propagate`] without intersections.
    ///
    /// # Errors
    /// As there.
    pub fn propagate_singles(&mut self) -> Result<(), Contradiction> {
        with_words!(self, rules => rules.singles())
    }

    /// Leaves the cell of `candidate`, which has others too, that one only, and does nothing yet
    /// that follows from it.
    pub(super) fn place(&mut self, candidate: Candidate) {
        let digit = candidate.digit.index();
        with_words!(self, rules => rules.keep_only(candidate.cell, digit / 64, 1 << (digit % 64)));
    }

    /// Removes every candidate that is not in `bits`, words in the same order as those of these
    /// candidates, and nothing yet that follows from it. Says whether there was one.
    ///
    /// # Errors
    /// When a cell has no digit left.
    pub(super) fn intersect(&mut self, bits: &[u64]) -> Result<bool, Contradiction> {
        with_words!(self, rules => rules.intersect(bits))
    }
}

/// The candidates of a board with `W` words per cell, taken apart for the rules to work on. That
/// `W` is a constant makes sets of up to 64 digits as cheap as a number.
struct Rules<'a, const W: usize> {
    layout: &'a Layout,
    bits: &'a mut [[u64; W]],
    singles: &'a mut Vec<Cell>,
    told: &'a mut usize,
    taken: &'a mut [[u64; W]],
    changed: &'a mut HouseSet,
    crossed: &'a mut HouseSet,
}

impl<'a, const W: usize> Rules<'a, W> {
    fn of(candidates: &'a mut Candidates) -> Rules<'a, W> {
        Rules {
            layout: &candidates.layout,
            bits: candidates.bits.as_chunks_mut().0,
            singles: &mut candidates.singles,
            told: &mut candidates.told,
            taken: candidates.taken.as_chunks_mut().0,
            changed: &mut candidates.changed,
            crossed: &mut candidates.crossed,
        }
    }

    /// All three rules.
    fn all(&mut self) -> Result<(), Contradiction> {
        loop {
            self.singles()?;
            match self.crossed.take() {
                Some(house) if self.singles.len() < self.bits.len() => self.cross(house)?,
                _ => return Ok(()),
            }
        }
    }

    /// Naked and hidden singles.
    fn singles(&mut self) -> Result<(), Contradiction> {
        if *self.told == 0 {
            self.tell_all()?;
        }
        loop {
            if let Some(&cell) = self.singles.get(*self.told) {
                *self.told += 1;
                self.tell_peers(cell)?;
            } else if let Some(house) = self.changed.take() {
                self.crossed.insert(house);
                self.place_hidden_singles(house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Lets all cells that wait speak at once: one look at each open cell instead of one at each
    /// peer of each of them.
    #[inline(never)]
    fn tell_all(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout;
        for &cell in &self.singles[*self.told..] {
            let digit = self.bits[cell.index()];
            for house in layout.houses_of(cell) {
                for (taken, word) in self.taken[house].iter_mut().zip(digit) {
                    if *taken & word != 0 {
                        return Err(Contradiction::NoDigit(cell.name(layout.size())));
                    }
                    *taken |= word;
                }
            }
        }
        let mut next = *self.told;
        *self.told = self.singles.len();
        for cell in layout.cells() {
            // They are in the order of cells.
            if self.singles[..*self.told].get(next) == Some(&cell) {
                next += 1;
                continue;
            }
            let mut gone = [0; W];
            for house in layout.houses_of(cell) {
                add(&mut gone, self.taken[house]);
            }
            self.remove(cell, gone)?;
        }
        Ok(())
    }

    /// Removes the one digit of `cell` from all its peers.
    #[inline(never)]
    fn tell_peers(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let layout = self.layout;
        let digit = self.bits[cell.index()];
        for house in layout.houses_of(cell) {
            add(&mut self.taken[house], digit);
        }
        if let Some(peers) = layout.known_peers(cell) {
            for &peer in peers {
                self.remove(peer, digit)?;
            }
            return Ok(());
        }
        // Out of the way, or the cell would lose its digit as a peer of its own.
        self.bits[cell.index()] = [0; W];
        for house in layout.houses_of(cell) {
            for &peer in &layout.houses()[house].cells {
                self.remove(peer, digit)?;
            }
        }
        self.bits[cell.index()] = digit;
        Ok(())
    }

    /// Places every digit that has one place only in a house, when no cell waits to speak. All
    /// digits at once: `once` has those seen in at least one cell, `twice` those seen in at least
    /// two.
    #[inline(never)]
    fn place_hidden_singles(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        let house = &layout.houses()[number];
        if !layout.is_full(house) {
            return Ok(());
        }
        let (mut once, mut twice) = ([0; W], [0; W]);
        for &cell in &house.cells {
            let bits = self.bits[cell.index()];
            for word in 0..W {
                twice[word] |= once[word] & bits[word];
                once[word] |= bits[word];
            }
        }
        for word in 0..W {
            let missing = full_word(layout.size(), word) & !once[word];
            if missing != 0 {
                return Err(Contradiction::NoPlace {
                    house: house.kind,
                    digit: Digit::from_index(word * 64 + missing.trailing_zeros() as usize),
                });
            }
            let hidden = once[word] & !twice[word] & !self.taken[number][word];
            if hidden != 0 {
                for &cell in &house.cells {
                    let here = self.bits[cell.index()][word] & hidden;
                    if here != 0 {
                        // Of two digits with no other place one is kept; the house will miss the
                        // other.
                        self.keep_only(cell, word, here & here.wrapping_neg());
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes what is not in `keep`.
    fn intersect(&mut self, keep: &[u64]) -> Result<bool, Contradiction> {
        let mut is_changed = false;
        for (index, keep) in keep.as_chunks::<W>().0.iter().enumerate() {
            if self.bits[index] != *keep {
                is_changed = true;
                self.remove(Cell::from_index(index), keep.map(|word| !word))?;
            }
        }
        Ok(is_changed)
    }

    /// Applies the intersection rule to `number` and every house that crosses it.
    #[inline(never)]
    fn cross(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        for &index in layout.crossings(number) {
            let both = &layout.intersections()[index as usize];
            if both.houses.iter().any(|house| self.crossed.contains(*house)) {
                // Its turn comes with that house.
                continue;
            }
            let shared = self.union(&both.shared);
            let only = [self.union(&both.only[0]), self.union(&both.only[1])];
            for (confined, other) in [(0, 1), (1, 0)] {
                let mut gone = [0; W];
                for word in 0..W {
                    gone[word] = shared[word] & !only[confined][word] & only[other][word];
                }
                if gone != [0; W] && layout.is_full(&layout.houses()[both.houses[confined]]) {
                    for &cell in &both.only[other] {
                        self.remove(cell, gone)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The digits that are possible in one of `cells` at least.
    fn union(&self, cells: &[Cell]) -> [u64; W] {
        let mut union = [0; W];
        for cell in cells {
            add(&mut union, self.bits[cell.index()]);
        }
        union
    }

    /// Leaves `cell`, which has others too, the one digit of `bit` in `word`.
    fn keep_only(&mut self, cell: Cell, word: usize, bit: u64) {
        self.bits[cell.index()] = [0; W];
        self.bits[cell.index()][word] = bit;
        self.singles.push(cell);
        self.changed.mark(self.layout.house_marks(cell));
    }

    /// Removes the digits of `gone` from `cell` and notes what that may lead to.
    #[inline(always)]
    fn remove(&mut self, cell: Cell, gone: [u64; W]) -> Result<(), Contradiction> {
        let bits = &mut self.bits[cell.index()];
        let mut has_any = 0;
        for word in 0..W {
            has_any |= bits[word] & gone[word];
        }
        if has_any == 0 {
            return Ok(());
        }
        for word in 0..W {
            bits[word] &= !gone[word];
        }
        if is_at_most_one(bits) {
            if *bits == [0; W] {
                return Err(Contradiction::NoDigit(cell.name(self.layout.size())));
            }
            self.singles.push(cell);
        }
        self.changed.mark(self.layout.house_marks(cell));
        Ok(())
    }
}

/// Adds the digits of `more` to `set`.
#[inline(always)]
fn add<const W: usize>(set: &mut [u64; W], more: [u64; W]) {
    for word in 0..W {
        set[word] |= more[word];
    }
}

/// Whether a set has no digit or one. Counting bits would take longer where the processor has no
/// instruction for it, or the compiler may not use that.
#[inline(always)]
fn is_at_most_one<const W: usize>(bits: &[u64; W]) -> bool {
    let (mut words, mut more) = (0, 0);
    for word in bits {
        words += usize::from(*word != 0);
        more |= word & word.wrapping_sub(1);
    }
    words <= 1 && more == 0
}

#[cfg(test)]
mod tests {
    use super::super::{Grid, Puzzle, Shape};
    use super::*;

    /// The givens of a 4×4 or 9×9 puzzle, propagated.
    fn propagated(givens: &str) -> Result<Candidates, Contradiction> {
        let value = |c: char| Digit::from_value(c.to_digit(10).unwrap_or(0) as usize);
        let grid = Grid::from_cells(givens.chars().map(value).collect()).unwrap();
        let empty = Puzzle::empty(Shape::square(grid.size()).unwrap());
        let puzzle = Puzzle::new(empty.layout().clone(), grid).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().map(|()| candidates)
    }

    fn digits(candidates: &Candidates, row: usize, column: usize) -> Vec<usize> {
        let cell = Cell::at(row - 1, column - 1, candidates.layout().size());
        candidates.digits(cell).map(Digit::value).collect()
    }

    #[test]
    fn singles_solve_an_easy_puzzle() {
        let solved = propagated(
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        )
        .unwrap();
        let line: String = solved.iter().map(|c| c.digit.to_string()).collect();
        assert_eq!(
            line,
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
        );
    }

    #[test]
    fn an_empty_board_loses_nothing() {
        for shape in ["2x3", "4x4", "9x9"] {
            let puzzle = Puzzle::empty(shape.parse().unwrap());
            let mut candidates = Candidates::new(&puzzle);
            candidates.propagate().unwrap();
            assert_eq!(candidates.iter().count(), puzzle.size().pow(3));
        }
    }

    #[test]
    fn a_box_that_points_clears_the_rest_of_the_row() {
        // In box 1 the rows 2 and 3 are taken by other digits, so 9 is in row 1 there.
        let mut givens = String::from(".........");
        givens += "123......";
        givens += "456......";
        givens += &".".repeat(54);
        let candidates = propagated(&givens).unwrap();
        for column in 4..=9 {
            assert!(!digits(&candidates, 1, column).contains(&9));
            assert!(digits(&candidates, 2, column).contains(&9));
        }
    }

    #[test]
    fn a_row_that_claims_clears_the_rest_of_the_box() {
        // Row 1 holds 1 to 6 in boxes 2 and 3, so 7, 8 and 9 of that row are in box 1.
        let mut givens = String::from("...123456");
        givens += &".".repeat(72);
        let candidates = propagated(&givens).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 1), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn both_contradictions_are_named() {
        // r1c1 sees 1, 2 and 3 in its row and 4 in its column.
        let no_digit = propagated(".123........4...").unwrap_err();
        assert_eq!(no_digit.to_string(), "no digit is left for r1c1");
        // Row 1 has a 1 in its last cell and a 9 in sight of all others, and so has box 3.
        let mut givens = vec!['.'; 81];
        for (row, column, digit) in [
            (1, 9, '1'),
            (2, 1, '9'),
            (3, 4, '9'),
            (4, 7, '9'),
            (7, 8, '9'),
        ] {
            givens[(row - 1) * 9 + column - 1] = digit;
        }
        let no_place = propagated(&String::from_iter(givens)).unwrap_err();
        let expected = ["row 1", "box 3"].map(|house| format!("no cell is left for 9 in {house}"));
        assert!(expected.contains(&no_place.to_string()), "{no_place}");
        let twice = propagated("11..............").unwrap_err();
        assert!(twice.to_string().starts_with("no digit is left for r1c"));
    }

    #[test]
    fn boards_of_several_words_find_hidden_singles_in_each() {
        // In the first row of an 8×9 board all digits but 1 and 71 are given, and 71 stands in
        // the column of the one blank cell.
        let empty = Puzzle::empty("8x9".parse().unwrap());
        let mut givens = Grid::blank(72);
        for (column, value) in (1..=72).filter(|v| *v != 1 && *v != 71).enumerate() {
            givens.set(Cell::at(0, column + 2, 72), Digit::from_value(value));
        }
        givens.set(Cell::at(20, 0, 72), Digit::from_value(71));
        let puzzle = Puzzle::new(empty.layout().clone(), givens).unwrap();
        let mut candidates = Candidates::new(&puzzle);
        candidates.propagate().unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1]);
        assert_eq!(digits(&candidates, 1, 2), [71]);
    }
}

//! The rules of propagation, on the bits of [`Candidates`].
//!
//! All digits of a cell are handled at once, one machine word up to 64 digits, houses one cell after
//! the other: on a 9×9 board a look at all houses is some 250 words. A 9×9 puzzle that singles solve
//! takes some 35,000 instructions, of which the removal of digits from peers is half.

use super::candidates::{Candidates, full_word};
use super::house_set::HouseSet;
use crate::board::Contradiction;
use crate::board::Layout;
use crate::board::{Candidate, Cell, Digit};

/// Runs `$body` with `$rules`, the [`Rules`] of as many words as the candidates have: up to seven,
/// for 400 digits.
macro_rules! with_words {
    ($candidates:expr, $rules:ident => $body:expr) => {
        with_words!($candidates, $rules => $body, 1 2 3 4 5 6)
    };
    ($candidates:expr, $rules:ident => $body:expr, $($words:literal)*) => {
        match $candidates.words {
            $($words => {
                let mut $rules = $crate::propagate::rules::Rules::<$words>::of($candidates);
                $body
            })*
            _ => {
                let mut $rules = $crate::propagate::rules::Rules::<7>::of($candidates);
                $body
            }
        }
    };
}
pub(super) use with_words;

/// The candidates of a board with `W` words per cell, taken apart for the rules to work on. That
/// `W` is a constant makes sets of up to 64 digits as cheap as a number.
pub(super) struct Rules<'a, const W: usize> {
    layout: &'a Layout,
    bits: &'a mut [[u64; W]],
    singles: &'a mut Vec<Cell>,
    told: &'a mut usize,
    taken: &'a mut [[u64; W]],
    changed: &'a mut HouseSet,
    crossed: &'a mut HouseSet,
}

impl<'a, const W: usize> Rules<'a, W> {
    pub fn of(candidates: &'a mut Candidates) -> Rules<'a, W> {
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
    pub fn all(&mut self) -> Result<(), Contradiction> {
        loop {
            self.singles()?;
            match self.crossed.take() {
                Some(house) if self.singles.len() < self.bits.len() => self.cross(house)?,
                _ => return Ok(()),
            }
        }
    }

    /// Naked and hidden singles.
    pub fn singles(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(&cell) = self.singles.get(*self.told) {
                if *self.told == 0 || self.singles.len() - *self.told >= 2 * self.layout.size() {
                    self.tell_all()?;
                    continue;
                }
                *self.told += 1;
                self.tell_peers(cell)?;
                self.tell_excluded(cell)?;
            } else if let Some(house) = self.changed.take() {
                self.crossed.insert(house);
                self.place_hidden_singles(house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Lets all cells that wait speak at once: one look at each open cell instead of one at each
    /// peer of each of them. At 225×225 that is half of the work of all propagation.
    #[inline(never)]
    fn tell_all(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout;
        let waiting = *self.told..self.singles.len();
        for &cell in &self.singles[waiting.clone()] {
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
        *self.told = waiting.end;
        for cell in layout.cells() {
            if is_at_most_one(&self.bits[cell.index()]) {
                continue;
            }
            let mut gone = [0; W];
            for house in layout.houses_of(cell) {
                add(&mut gone, self.taken[house]);
            }
            self.remove(cell, gone)?;
        }
        for place in waiting {
            self.tell_excluded(self.singles[place])?;
        }
        Ok(())
    }

    /// Removes what pair_constraints forbid beside the one digit of `cell`.
    fn tell_excluded(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let layout = self.layout;
        if layout.pair_constraints().is_empty() {
            return Ok(());
        }
        let bits = self.bits[cell.index()];
        let words = bits.iter().enumerate();
        for (number, word) in words.filter(|(_, word)| **word != 0) {
            let digit = Digit::from_index(number * 64 + word.trailing_zeros() as usize);
            for gone in layout.excluded(Candidate { cell, digit }) {
                self.remove_digit(gone.cell, gone.digit.index())?;
            }
        }
        Ok(())
    }

    /// Removes the one digit of `cell` from all its peers.
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

    /// Removes the digit with this index from `cell`.
    pub fn remove_digit(&mut self, cell: Cell, digit: usize) -> Result<(), Contradiction> {
        let mut gone = [0; W];
        gone[digit / 64] = 1 << (digit % 64);
        self.remove(cell, gone)
    }

    /// Removes what is not in `keep`.
    pub fn intersect(&mut self, keep: &[u64]) -> Result<bool, Contradiction> {
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
    fn cross(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        let intersections = layout.intersections();
        for &index in layout.crossings(number) {
            let both = &intersections[index as usize];
            if both
                .houses
                .iter()
                .any(|house| self.crossed.contains(*house))
            {
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
    pub fn keep_only(&mut self, cell: Cell, word: usize, bit: u64) {
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

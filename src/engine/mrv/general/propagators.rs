//! The constraints of a board as propagators, each with a number. Those that cost little have low
//! numbers and go first.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::mem::take;
use std::sync::Arc;

use super::implied_sums::{KnownSum, implied_sums};
use super::pair_support::{AllowedDigits, SupportTables, allowed_digits};
use super::peers::{MOST_PLACES, Peers, eliminate_pairs};
use super::position::{Change, DigitBit, MaskPosition, Refuted};
use super::primitive_propagator::{PrimitiveMemory, PrimitivePropagator};
use super::propagator_builder::{PropagatorBuilder, indices, is_propagated};
use super::tally::IndexTally;
use crate::board::{
    Cell, Contradiction, Digit, DigitBits, Jagged, Layout, Primitive, Puzzle, Relation, Source,
    ones,
};

/// The most cells that are blamed for a failure. A rule about more does not say where to guess: if all of
/// its cells gain weight, a puzzle with regions to find takes more than 60,000 nodes, and otherwise 4,888.
const MOST_BLAMED: usize = 40;

/// The propagators of a layout.
#[derive(Debug)]
pub(super) struct Propagators {
    pub(super) layout: Arc<Layout>,
    peers: Peers,
    all: Vec<Propagator>,
    /// The number of digits.
    digits: usize,
    /// The number of words for a bit for each digit.
    words: usize,
    /// The candidates of each cell before propagation. Automata over single cells restrict them.
    start: Vec<DigitBits>,
    /// For each cell, the propagators to run when it changes, other than those of full houses: first those
    /// that have an effect with the most candidates.
    watchers: Vec<Vec<Watcher>>,
    /// For each cell, the number of its constraints.
    constraint_counts: Vec<u32>,
    /// The houses that contain every digit.
    full_houses: Vec<FullHouse>,
    /// For each cell, its full houses.
    houses_of: Jagged<u32>,
    /// The number of the propagator for locked candidates of the first full house. Those of the others
    /// follow, then those for naked pairs.
    first_locked: usize,
}

/// A propagator to run when a cell changes.
#[derive(Debug)]
struct Watcher {
    number: u32,
    /// The most candidates of the cell with which it has an effect.
    most: u16,
    /// True if it need not run unless the lowest or the highest candidate of the cell changes.
    is_of_bounds: bool,
}

#[derive(Debug)]
enum Propagator {
    /// The locked candidates of the full house with this number.
    Locked(usize),
    /// The naked pairs of the full house with this number, on boards with up to 64 digits.
    NakedPairs(usize),
    Primitive(PrimitivePropagator),
}

/// A house that contains every digit.
#[derive(Debug)]
struct FullHouse {
    source: Source,
    cells: Vec<u32>,
}

/// The cost of the rules for houses.
const OF_HOUSES: usize = 1_000;

impl Propagator {
    /// The cells that it watches. Full houses are watched by their tallies.
    fn cells(&self) -> &[u32] {
        match self {
            Propagator::Locked(_) | Propagator::NakedPairs(_) => &[],
            Propagator::Primitive(primitive) => primitive.cells(),
        }
    }

    /// Returns true if running it again without other changes has no effect.
    fn is_idempotent(&self) -> bool {
        match self {
            Propagator::Locked(_) | Propagator::NakedPairs(_) => false,
            Propagator::Primitive(primitive) => primitive.is_idempotent(),
        }
    }

    /// The order of propagators.
    fn cost(&self) -> usize {
        match self {
            Propagator::Primitive(primitive) => primitive.cost(),
            Propagator::Locked(_) => OF_HOUSES,
            Propagator::NakedPairs(_) => OF_HOUSES + 1,
        }
    }
}

/// Working memory of a search.
#[derive(Debug, Default)]
pub(super) struct PropagationMemory {
    /// The propagators to run, as bits.
    pending: Vec<u64>,
    /// For each full house and digit, the cells that can hold it.
    places: Vec<IndexTally>,
    /// For each full house, the digits that few cells can hold since its propagator ran.
    narrow: Vec<DigitBits>,
    primitives: PrimitiveMemory,
}

impl PropagationMemory {
    /// Returns the first pending propagator.
    fn next(&self) -> Option<usize> {
        let word = self.pending.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.pending[word].trailing_zeros() as usize)
    }

    fn mark(&mut self, number: usize) {
        self.pending[number / 64] |= 1 << (number % 64);
    }

    fn unmark(&mut self, number: usize) {
        self.pending[number / 64] &= !(1 << (number % 64));
    }

    /// Forgets which propagators to run.
    pub(super) fn clear(&mut self) {
        self.pending.fill(0);
        self.narrow.fill(0);
    }
}

/// Returns the terms and the total of a cage or an equation, unless a number is so large that sums of
/// several equations could overflow.
fn known_sum(primitive: &Primitive) -> Option<KnownSum> {
    const GREATEST: u64 = 1 << 32;
    if let Some(house) = primitive.house() {
        let cells = house.cells.iter().map(|cell| (cell.index() as u32, 1));
        return Some((cells.collect(), house.total()?));
    }
    let equation = primitive.equation()?;
    let terms = equation.terms.iter().map(|(cell, coefficient)| {
        let is_small = coefficient.unsigned_abs() <= GREATEST;
        is_small.then_some((cell.index() as u32, *coefficient))
    });
    let terms = terms.collect::<Option<_>>()?;
    (equation.total.unsigned_abs() <= GREATEST).then_some((terms, equation.total))
}

impl Propagators {
    /// Estimates the memory of the propagators, in bytes.
    pub(super) fn bytes(layout: &Layout) -> u64 {
        /// An edge of a state graph, or an entry of a table of states for each digit.
        const PER_TRANSITION: usize = 16;
        let digits = layout.digit_count();
        let mut tables: HashSet<AllowedDigits> = HashSet::new();
        let mut last: Option<&Relation> = None;
        let relations = layout.relations().iter();
        for relation in relations.filter(|of| is_propagated(of, digits)) {
            if !last.is_some_and(|last| last.shares_table(relation)) {
                tables.insert(allowed_digits(relation, digits));
            }
            last = Some(relation);
        }
        let pairs = tables.len() * SupportTables::bytes(digits);
        let transitions = layout.transition_bound();
        (pairs + transitions * PER_TRANSITION) as u64
    }

    pub(super) fn new(layout: &Arc<Layout>) -> Propagators {
        let digits = layout.digit_count();
        let words = digits.div_ceil(DigitBits::BITS as usize);
        let peers = Peers::new(layout);
        let mut start = all_digits(digits).repeat(layout.cell_count());
        let mut builder = PropagatorBuilder::new(layout.geometry(), &peers);
        let mut full_houses: Vec<FullHouse> = Vec::new();
        let mut all = Vec::new();
        for house in layout.houses().iter().filter(|of| layout.is_full(of)) {
            all.push(Propagator::Locked(full_houses.len()));
            all.push(Propagator::NakedPairs(full_houses.len()));
            full_houses.push(FullHouse {
                source: house.source,
                cells: indices(&house.cells),
            });
        }
        let of_board = layout.primitives();
        let is_tabled = |of: &Primitive| of.relation().is_some() || of.house().is_some();
        let (tabled, others) = of_board.split_at(of_board.partition_point(is_tabled));
        let mut primitives = builder.of_board(tabled, &mut start);
        let known: Vec<KnownSum> = of_board.iter().filter_map(known_sum).collect();
        let sums = implied_sums(layout, &known).into_iter();
        primitives.extend(sums.map(|(terms, total)| builder.sum(&terms, total)));
        primitives.extend(builder.digit_counts(layout));
        primitives.extend(builder.of_board(others, &mut start));
        all.extend(primitives.into_iter().map(Propagator::Primitive));
        all.sort_by_key(Propagator::cost);
        let cells = layout.cell_count();
        let mut watchers: Vec<Vec<Watcher>> = Vec::new();
        watchers.resize_with(cells, Vec::new);
        let mut constraint_counts = vec![0; cells];
        for (number, propagator) in (0..).zip(&all) {
            for (place, cell) in propagator.cells().iter().enumerate() {
                constraint_counts[*cell as usize] += 1;
                let (most, is_of_bounds) = match propagator {
                    Propagator::Primitive(primitive) => {
                        (primitive.most(place), primitive.is_of_bounds())
                    }
                    _ => (u16::MAX, false),
                };
                watchers[*cell as usize].push(Watcher {
                    number,
                    most,
                    is_of_bounds,
                });
            }
        }
        for watchers in &mut watchers {
            watchers.sort_by_key(|watcher| Reverse(watcher.most));
        }
        let of_houses = full_houses.iter().map(|house| house.cells.iter());
        let of_houses = of_houses.map(|cells| cells.map(|cell| *cell as usize));
        let is_locked = |propagator: &Propagator| matches!(propagator, Propagator::Locked(_));
        Propagators {
            watchers,
            constraint_counts,
            houses_of: Jagged::groups_of(cells, of_houses),
            first_locked: all.iter().position(is_locked).unwrap_or(0),
            layout: layout.clone(),
            peers,
            all,
            digits,
            words,
            start,
            full_houses,
        }
    }

    /// For each cell, the number of its constraints.
    pub(super) fn constraint_counts(&self) -> &[u32] {
        &self.constraint_counts
    }

    /// The cells of each house that contains every digit.
    pub(super) fn full_houses(&self) -> impl Iterator<Item = &[u32]> {
        self.full_houses.iter().map(|house| &house.cells[..])
    }

    /// Begins with the candidates that the givens leave in their houses.
    pub(super) fn start(
        &self,
        puzzle: &Puzzle,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let (layout, words) = (&*self.layout, self.words);
        position.reset(&self.start, words);
        let mut taken = vec![0; layout.houses().len() * words];
        for given in puzzle.givens().filled() {
            let cell = given.cell.index();
            let DigitBit { word, bit } = DigitBit::of(given.digit.index());
            let of_cell = &mut position.candidates[cell * words..][..words];
            let is_possible = of_cell[word as usize] & bit;
            of_cell.fill(0);
            of_cell[word as usize] = is_possible;
            for house in layout.houses_of(given.cell) {
                let taken = &mut taken[house * words + word as usize];
                if *taken & bit != 0 {
                    position.candidates[cell * words..][..words].fill(0);
                }
                *taken |= bit;
            }
        }
        for cell in puzzle.givens().blanks() {
            let of_cell = &mut position.candidates[cell.index() * words..][..words];
            for house in layout.houses_of(cell) {
                let taken = &taken[house * words..][..words];
                of_cell
                    .iter_mut()
                    .zip(taken)
                    .for_each(|(digits, taken)| *digits &= !taken);
            }
        }
        for removed in puzzle.excluded() {
            let DigitBit { word, bit } = DigitBit::of(removed.digit.index());
            position.candidates[removed.cell.index() * words + word as usize] &= !bit;
        }
        position.count(layout.digit_count());
        if position.counts.contains(&0) {
            return Err(Refuted);
        }
        let is_given = puzzle.givens().cells().iter().map(Option::is_some);
        for (cell, is_given) in layout.cells().zip(is_given) {
            let has_relations = || layout.relations_of(cell).next().is_some();
            if position.counts[cell.index()] == 1 && (!is_given || has_relations()) {
                position.note(cell.index() as u32);
            }
        }
        memory.pending.clear();
        memory.pending.resize(self.all.len().div_ceil(64), 0);
        for (number, propagator) in self.all.iter().enumerate() {
            if !propagator.cells().is_empty() {
                memory.mark(number);
            }
        }
        for cell in 0..position.counts.len() {
            self.mark_pair(cell as u32, position, memory);
        }
        self.count_places(position, memory)
    }

    /// Counts the places of all digits in all full houses.
    fn count_places(
        &self,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let digits = self.digits;
        memory.places.clear();
        memory
            .places
            .resize(self.full_houses.len() * digits, IndexTally::EMPTY);
        position.holders.clear();
        if self.words == 1 {
            position.holders.resize(digits * self.peers.words(), 0);
        }
        memory.narrow.clear();
        memory.narrow.resize(self.full_houses.len() * self.words, 0);
        for cell in 0..self.watchers.len() as u32 {
            for word in 0..self.words as u16 {
                let candidates = position.word(cell, u32::from(word));
                self.put(cell, word, candidates, position, memory);
            }
        }
        for house in 0..self.full_houses.len() {
            // Digits that only variables have are missing in no house.
            for digit in self.layout.geometry().grid_digits() {
                self.note_places(house, digit, position, memory)?;
            }
        }
        Ok(())
    }

    /// Adds candidates to the places of their digits.
    #[inline]
    fn put(
        &self,
        cell: u32,
        word: u16,
        candidates: DigitBits,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) {
        for bit in ones(candidates) {
            let digit = usize::from(word) * DigitBits::BITS as usize + bit;
            if self.words == 1 {
                let holders = digit * self.peers.words() + cell as usize / 64;
                position.holders[holders] |= 1 << (cell % 64);
            }
            for house in &self.houses_of[cell as usize] {
                memory.places[*house as usize * self.digits + digit].put(cell);
            }
        }
    }

    /// Draws the conclusions from the number of places of a digit in a full house.
    #[inline]
    fn note_places(
        &self,
        house: usize,
        digit: usize,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let places = memory.places[house * self.digits + digit];
        let count = places.count();
        let DigitBit { word, bit } = DigitBit::of(digit);
        // Whether there are few places is hard to predict, so there is no branch.
        let is_narrow = u64::from((2..=MOST_PLACES).contains(&count));
        memory.narrow[house * self.words + word as usize] |= bit & is_narrow.wrapping_neg();
        let locked = self.first_locked + house;
        memory.pending[locked / 64] |= is_narrow << (locked % 64);
        match count {
            0 => Err(Refuted),
            1 => position.fix(places.last(), DigitBit { word, bit }),
            _ => Ok(()),
        }
    }

    /// Takes removed candidates from the places of their digits and draws the conclusions. If they refute
    /// the position, returns the cells of a house that does. All places are up to date then, too.
    fn take_places(
        &self,
        change: Change,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), &[u32]> {
        let mut result = Ok(());
        for bit in ones(change.gone) {
            let digit = usize::from(change.word) * DigitBits::BITS as usize + bit;
            if self.words == 1 {
                let holders = digit * self.peers.words() + change.cell as usize / 64;
                position.holders[holders] &= !(1 << (change.cell % 64));
            }
            for house in &self.houses_of[change.cell as usize] {
                let house = *house as usize;
                memory.places[house * self.digits + digit].take(change.cell);
                if self.note_places(house, digit, position, memory).is_err() {
                    result = Err(&self.full_houses[house].cells[..]);
                }
            }
        }
        result
    }

    /// Undoes all changes after the first `length`, and forgets which propagators to run.
    pub(super) fn undo_to(
        &self,
        length: usize,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) {
        for number in length..position.drawn {
            let Change {
                cell, word, gone, ..
            } = position.trail[number];
            self.put(cell, word, gone, position, memory);
        }
        position.undo_to(length);
        memory.clear();
    }

    /// Runs the propagators of the changed cells until nothing changes. If they refute the position,
    /// returns the cells of the propagator that did, unless they are too many to blame.
    pub(super) fn propagate<'a>(
        &'a self,
        position: &mut MaskPosition,
        memory: &'a mut PropagationMemory,
    ) -> Result<(), &'a [u32]> {
        // The propagator that ran last, and the number of changes up to its own.
        let (mut last, mut own) = (0, 0);
        loop {
            while let Some(&change) = position.trail.get(position.drawn) {
                self.mark_watchers(change, position, memory);
                position.drawn += 1;
                self.take_places(change, position, memory)?;
                if position.drawn == own && self.all[last].is_idempotent() {
                    memory.unmark(last);
                }
                if change.is_last {
                    let excluded = self.peers.exclude_from_peers(change.cell, position);
                    excluded.map_err(|_| &[][..])?;
                }
                self.mark_pair(change.cell, position, memory);
            }
            let Some(number) = memory.next() else {
                return Ok(());
            };
            memory.unmark(number);
            let length = position.trail.len();
            let propagator = &self.all[number];
            let propagated = match propagator {
                Propagator::Locked(house) => self.eliminate_locked(*house, position, memory),
                Propagator::NakedPairs(house) => {
                    eliminate_pairs(&self.full_houses[*house].cells, position)
                }
                Propagator::Primitive(primitive) => {
                    primitive.propagate(position, &self.peers, &mut memory.primitives)
                }
            };
            propagated.map_err(|_| match propagator {
                Propagator::Locked(house) | Propagator::NakedPairs(house) => {
                    &self.full_houses[*house].cells[..]
                }
                _ if propagator.cells().len() > MOST_BLAMED => &[],
                _ => propagator.cells(),
            })?;
            (last, own) = (number, position.trail.len());
            if own == length {
                own = 0;
            }
        }
    }

    /// Has the propagators run that watch a change.
    #[inline]
    fn mark_watchers(
        &self,
        change: Change,
        position: &MaskPosition,
        memory: &mut PropagationMemory,
    ) {
        let count = position.counts[change.cell as usize];
        let is_inside = self.words == 1 && position.is_inside(change);
        for watcher in &self.watchers[change.cell as usize] {
            if count > watcher.most {
                break;
            }
            if !(is_inside && watcher.is_of_bounds) {
                memory.mark(watcher.number as usize);
            }
        }
    }

    /// Has naked pairs looked for in the houses of a cell with two candidates.
    #[inline]
    fn mark_pair(&self, cell: u32, position: &MaskPosition, memory: &mut PropagationMemory) {
        if position.counts[cell as usize] == 2 && self.words == 1 {
            let first = self.first_locked + self.full_houses.len();
            for house in &self.houses_of[cell as usize] {
                memory.mark(first + *house as usize);
            }
        }
    }

    /// Removes the locked candidates of a full house.
    fn eliminate_locked(
        &self,
        house: usize,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let cells = &self.full_houses[house].cells;
        for word in 0..self.words {
            let narrow = take(&mut memory.narrow[house * self.words + word]);
            for bit in ones(narrow) {
                let digit = word * DigitBits::BITS as usize + bit;
                // Digits that were placed in the meantime have one place.
                if memory.places[house * self.digits + digit].count() > 1 {
                    let digit = DigitBit::of(digit);
                    self.peers.exclude_locked(cells, digit, position)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the reason why a position is refuted, if it is a cell or a house.
    pub(super) fn contradiction(&self, position: &MaskPosition) -> Option<Contradiction> {
        let board = self.layout.geometry();
        if let Some(cell) = position.counts.iter().position(|count| *count == 0) {
            return Some(Contradiction::NoDigit(Cell::from_index(cell).name(board)));
        }
        for house in &self.full_houses {
            let holds = |digit: &usize| {
                let DigitBit { word, bit } = DigitBit::of(*digit);
                house
                    .cells
                    .iter()
                    .any(|cell| position.word(*cell, word) & bit != 0)
            };
            if let Some(digit) = board.grid_digits().find(|digit| !holds(digit)) {
                return Some(Contradiction::NoPlace {
                    house: house.source,
                    value: board.value(Digit::from_index(digit)),
                });
            }
        }
        None
    }
}

/// The bits of all digits, in as many words as needed.
fn all_digits(digits: usize) -> Vec<DigitBits> {
    let bits = DigitBits::BITS as usize;
    let in_word = |word: usize| DigitBits::MAX >> (bits - (digits - word * bits).min(bits));
    (0..digits.div_ceil(bits)).map(in_word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{HARD, puzzle};

    #[test]
    fn undoing_restores_the_places_of_all_digits() {
        let puzzle = puzzle(HARD);
        let propagators = Propagators::new(puzzle.layout());
        let (mut position, mut memory) = (MaskPosition::default(), PropagationMemory::default());
        let (position, memory) = (&mut position, &mut memory);
        propagators.start(&puzzle, position, memory).unwrap();
        propagators.propagate(position, memory).unwrap();
        let of_position = |position: &MaskPosition| {
            let MaskPosition {
                candidates,
                counts,
                holders,
                ..
            } = position;
            (candidates.clone(), counts.clone(), holders.clone())
        };
        let (before, places) = (of_position(position), memory.places.clone());
        let length = position.trail.len();
        // Wrong digits, too: undoing works after a contradiction.
        let mut refuted = 0;
        for cell in 0..81 {
            for digit in ones(before.0[cell as usize]) {
                let fixed = position.fix(cell, DigitBit::of(digit));
                let propagated = fixed.is_ok() && propagators.propagate(position, memory).is_ok();
                refuted += usize::from(!propagated);
                propagators.undo_to(length, position, memory);
                assert_eq!(of_position(position), before, "{cell} {digit}");
                assert_eq!(memory.places, places, "{cell} {digit}");
            }
        }
        assert!(refuted > 0);
    }
}

//! Propagation: the propagators of a board run in turn, those that watch a changed cell, until nothing
//! changes.

use std::sync::Arc;

use super::build::{all_digits, propagators};
use super::houses::{FullHouses, Places, is_pair};
use super::peers::Peers;
use super::position::{Change, Position, Refuted, is_single};
use super::propagator::Propagator;
use super::scratch::Scratch;
use crate::board::{DigitBits, Jagged, Layout, Puzzle};

/// The most cells that are blamed for a failure. A rule about more does not say where to guess: if all of
/// its cells gain weight, a puzzle with regions to find takes more than 60,000 nodes, and otherwise 4,888.
const MOST_BLAMED: usize = 40;

/// The rules of a layout. Their numbers are the order in which they run: propagators with few cells first, then
/// the rules for full houses, then late propagators.
#[derive(Debug)]
pub(super) struct Propagation {
    pub layout: Arc<Layout>,
    peers: Peers,
    houses: FullHouses,
    propagators: Vec<Box<dyn Propagator>>,
    /// The number of the first full house: the number of propagators that are not late.
    first_house: usize,
    /// For each cell, the numbers of the propagators to run when it changes, and of those to run only when its
    /// lowest or highest candidate does.
    watchers: [Jagged<u32>; 2],
    /// The candidates of each cell without givens.
    start: Vec<DigitBits>,
}

/// The work of a search.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pending: Pending,
    places: Places,
    scratch: Scratch,
}

/// The rules to run, as bits.
#[derive(Debug, Default)]
struct Pending(Vec<u64>);

impl Pending {
    #[inline]
    fn mark(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes and returns the first rule.
    fn take(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }
}

impl Propagation {
    pub(super) fn new(layout: &Arc<Layout>) -> Propagation {
        let peers = Peers::new(layout);
        let (mut propagators, impossible) = propagators(layout, &peers);
        let mut start = vec![all_digits(layout.digit_count()); layout.cell_count()];
        for cell in impossible {
            start[cell as usize] = 0;
        }
        propagators.sort_by_cached_key(|of| (of.is_late(), of.cells().len()));
        let first_house = propagators.partition_point(|of| !of.is_late());
        let houses = FullHouses::new(layout);
        let watchers = [false, true].map(|is_of_bounds| {
            // Full houses are watched by their tallies.
            let mut cells = vec![&[][..]; propagators.len() + houses.len()];
            for (place, propagator) in propagators.iter().enumerate() {
                if propagator.is_of_bounds() == is_of_bounds {
                    let is_late = place >= first_house;
                    cells[place + if is_late { houses.len() } else { 0 }] = propagator.cells();
                }
            }
            let cells = cells
                .iter()
                .map(|cells| cells.iter().map(|cell| *cell as usize));
            Jagged::groups_of(layout.cell_count(), cells)
        });
        Propagation {
            watchers,
            layout: layout.clone(),
            peers,
            houses,
            propagators,
            first_house,
            start,
        }
    }

    /// For each cell, the number of its propagators.
    pub(super) fn constraint_counts(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |cell: usize| {
            self.watchers
                .iter()
                .map(move |watchers| watchers[cell].len())
        };
        (0..self.start.len()).map(move |cell| of(cell).sum())
    }

    /// The cells of each house that contains every digit.
    pub(super) fn full_houses(&self) -> &[Vec<u32>] {
        self.houses.cells()
    }

    /// Begins with the candidates that the givens leave in their houses.
    pub(super) fn start(
        &self,
        puzzle: &Puzzle,
        position: &mut Position,
        memory: &mut Memory,
    ) -> Result<(), Refuted> {
        let layout = &*self.layout;
        position.reset(&self.start);
        let mut taken: Vec<DigitBits> = vec![0; layout.houses().len()];
        for given in puzzle.givens().filled() {
            let digit = 1 << given.digit.index();
            position.candidates[given.cell.index()] &= digit;
            for house in layout.houses_of(given.cell) {
                if taken[house] & digit != 0 {
                    return Err(Refuted);
                }
                taken[house] |= digit;
            }
        }
        for cell in puzzle.givens().blanks() {
            let of_houses = layout.houses_of(cell).map(|house| taken[house]);
            let taken = of_houses.fold(0, |all, taken| all | taken);
            position.candidates[cell.index()] &= !taken;
        }
        for removed in puzzle.excluded() {
            position.candidates[removed.cell.index()] &= !(1 << removed.digit.index());
        }
        if position.candidates.contains(&0) {
            return Err(Refuted);
        }
        let left = position.candidates.iter().map(|digits| digits.count_ones());
        position.removals =
            (self.start.len() * layout.digit_count()) as u64 - u64::from(left.sum::<u32>());
        self.schedule_all(puzzle, position, memory)
    }

    /// Schedules all rules.
    fn schedule_all(
        &self,
        puzzle: &Puzzle,
        position: &mut Position,
        memory: &mut Memory,
    ) -> Result<(), Refuted> {
        for cell in self.layout.cells() {
            let is_given = puzzle.givens().get(cell).is_some();
            let has_relations = || self.layout.relations_of(cell).next().is_some();
            let number = cell.index() as u32;
            if is_single(position.of(number)) && (!is_given || has_relations()) {
                position.note(number);
            }
        }
        let count = self.propagators.len() + self.houses.len();
        let Memory {
            pending, places, ..
        } = memory;
        pending.0.clear();
        pending.0.resize(count.div_ceil(64), 0);
        (0..count).for_each(|number| pending.mark(number));
        let mut mark = |house| pending.mark(self.first_house + house);
        self.houses.count(position, &self.peers, places, &mut mark)
    }

    /// Undoes all changes after the first `length`, and forgets which rules to run.
    pub(super) fn undo_to(&self, length: usize, position: &mut Position, memory: &mut Memory) {
        for number in length..position.drawn {
            let Change { cell, gone, .. } = position.trail[number];
            self.houses
                .put(cell, gone, position, &self.peers, &mut memory.places);
        }
        position.undo_to(length);
        memory.pending.0.fill(0);
        memory.places.clear();
    }

    /// Runs the rules of the changed cells until nothing changes. If they refute the position,
    /// returns the cells of the rule that did, unless they are too many to blame.
    pub(super) fn propagate(
        &self,
        position: &mut Position,
        memory: &mut Memory,
    ) -> Result<(), &[u32]> {
        loop {
            while let Some(&change) = position.trail.get(position.drawn) {
                position.drawn += 1;
                self.draw_consequences(change, position, memory)?;
            }
            let Some(number) = memory.pending.take() else {
                return Ok(());
            };
            let is_idempotent = self.run(number, position, memory)?;
            let own = position.trail.len();
            while is_idempotent && position.drawn < own {
                let change = position.trail[position.drawn];
                position.drawn += 1;
                self.draw_consequences(change, position, memory)?;
                if position.drawn == own {
                    memory.pending.0[number / 64] &= !(1 << (number % 64));
                }
            }
        }
    }

    /// Updates the places of the digits that a cell has lost, schedules the propagators that watch the cell,
    /// and removes the digit of a solved cell from its peers.
    #[inline]
    fn draw_consequences(
        &self,
        change: Change,
        position: &mut Position,
        memory: &mut Memory,
    ) -> Result<(), &[u32]> {
        let Memory {
            pending, places, ..
        } = memory;
        let cell = change.cell;
        let [of_all, of_bounds] = self.watchers.each_ref().map(|of| &of[cell as usize]);
        let of_bounds = if position.is_inside(change) {
            &[]
        } else {
            of_bounds
        };
        for number in of_all.iter().chain(of_bounds) {
            pending.mark(*number as usize);
        }
        let mut mark = |house| pending.mark(self.first_house + house);
        let taken = self
            .houses
            .take(change, position, &self.peers, places, &mut mark);
        taken.map_err(|house| &self.houses.cells()[house][..])?;
        let digits = position.of(cell);
        if change.is_last {
            let digit = digits.trailing_zeros() as usize;
            let excluded = self.peers.exclude_from_common(&[cell], digit, position);
            excluded.map_err(|_| &[][..])?;
        }
        if is_pair(digits) {
            self.houses
                .of(cell)
                .iter()
                .for_each(|house| mark(*house as usize));
        }
        Ok(())
    }

    /// Runs a rule. Returns true if running it again without other changes has no effect.
    fn run(
        &self,
        number: usize,
        position: &mut Position,
        memory: &mut Memory,
    ) -> Result<bool, &[u32]> {
        let of_houses = self.first_house..self.first_house + self.houses.len();
        if of_houses.contains(&number) {
            let house = number - self.first_house;
            let places = &mut memory.places;
            let propagated = self.houses.propagate(house, position, &self.peers, places);
            let cells = &self.houses.cells()[house];
            return propagated.map(|()| false).map_err(|_| &cells[..]);
        }
        let is_early = number < of_houses.start;
        let propagator = &self.propagators[number - if is_early { 0 } else { of_houses.len() }];
        let propagated = propagator.propagate(position, &self.peers, &mut memory.scratch);
        match (propagated, propagator.cells()) {
            (Ok(()), _) => Ok(propagator.is_idempotent()),
            (Err(Refuted), cells) if cells.len() > MOST_BLAMED => Err(&[]),
            (Err(Refuted), cells) => Err(cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ones;
    use crate::engine::testing::{HARD, puzzle};

    #[test]
    fn undoing_restores_the_places_of_all_digits() {
        let puzzle = puzzle(HARD);
        let propagation = Propagation::new(puzzle.layout());
        let (mut position, mut memory) = (Position::default(), Memory::default());
        let (position, memory) = (&mut position, &mut memory);
        propagation.start(&puzzle, position, memory).unwrap();
        propagation.propagate(position, memory).unwrap();
        let of_position = |position: &Position, memory: &Memory| {
            let places = format!("{:?}", memory.places);
            (
                position.candidates.clone(),
                position.holders.clone(),
                places,
            )
        };
        let before = of_position(position, memory);
        let length = position.trail.len();
        // Wrong digits, too: undoing works after a contradiction.
        let mut refuted = 0;
        for cell in 0..81 {
            for digit in ones(before.0[cell as usize]) {
                let fixed = position.restrict(cell, 1 << digit);
                let propagated = fixed.is_ok() && propagation.propagate(position, memory).is_ok();
                refuted += usize::from(!propagated);
                propagation.undo_to(length, position, memory);
                assert_eq!(of_position(position, memory), before, "{cell} {digit}");
            }
        }
        assert!(refuted > 0);
    }
}

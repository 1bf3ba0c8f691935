//! Consistency of automata over cells with different digits, such as clues outside the grid: a digit is
//! possible in a cell if it lies on a path from the start to the end that uses no digit twice.
//!
//! A position on such a path is the set of digits used so far and a state of the automaton. The
//! reachable states of a set are the bits of a word. Skyscrapers need this: where the automaton alone
//! took 97,000 nodes, this took 32.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::{MOST_DIGITS, Scratch, UsedDigits};
use crate::board::{Automaton, DigitBits};

/// The entry for a digit without a transition.
const NO_STATE: u8 = u8::MAX;

/// The transitions of an automaton whose cells hold different digits.
#[derive(Debug)]
pub(super) struct DistinctStates {
    cells: Vec<u32>,
    layers: Vec<StateTable>,
}

/// For each state before a cell, the next state for each digit.
type StateTable = Vec<[u8; MOST_DIGITS]>;

impl DistinctStates {
    /// Returns `None` if the board has too many digits or the automaton too many states, or more cells
    /// than there are digits.
    pub(super) fn new(cells: &[u32], automaton: &Automaton, size: usize) -> Option<DistinctStates> {
        let count = cells.len();
        let most_states = (0..=count).map(|place| automaton.state_count(place)).max();
        if size > MOST_DIGITS || count > size || most_states > Some(u64::BITS as usize) {
            return None;
        }
        let layers = automaton.layers().iter().enumerate().map(|(place, steps)| {
            let mut table = vec![[NO_STATE; MOST_DIGITS]; automaton.state_count(place)];
            for step in steps {
                table[step.from as usize][step.digit.index()] = step.to as u8;
            }
            table
        });
        Some(DistinctStates {
            cells: cells.to_vec(),
            layers: layers.collect(),
        })
    }
}

impl Propagator for DistinctStates {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Going after the rules for houses halves the time of sandwiches and skyscrapers.
    fn is_late(&self) -> bool {
        true
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted> {
        let memory = &mut scratch.used;
        memory.sets[0].clear();
        memory.sets[0].push(0);
        memory.reached[0] = 1;
        for (place, table) in self.layers.iter().enumerate() {
            memory.reach(place, table, position.of(self.cells[place]));
        }
        let count = self.cells.len();
        for set in &memory.sets[count] {
            memory.alive[usize::from(*set)] = 1;
        }
        let mut result = Ok(());
        for (place, table) in self.layers.iter().enumerate().rev() {
            let cell = self.cells[place];
            let supported = memory.support(place, table, position.of(cell));
            result = position.restrict(cell, supported);
            if result.is_err() {
                break;
            }
        }
        for set in memory.sets[..=count].iter().flatten() {
            memory.reached[usize::from(*set)] = 0;
            memory.alive[usize::from(*set)] = 0;
        }
        result
    }
}

impl UsedDigits {
    /// Determines the sets and states that are reached with the candidates of the cell at this place.
    fn reach(&mut self, place: usize, table: &StateTable, candidates: DigitBits) {
        let [from, to, ..] = &mut self.sets[place..] else {
            return;
        };
        to.clear();
        for &set in &*from {
            let states = self.reached[usize::from(set)];
            for_each_bit(candidates & !DigitBits::from(set), |digit| {
                let mut next = 0;
                for_each_bit(states, |state| match table[state][digit] {
                    NO_STATE => {}
                    state => next |= 1 << state,
                });
                let with = usize::from(set) | 1 << digit;
                if next != 0 && self.reached[with] == 0 {
                    to.push(with as u16);
                }
                self.reached[with] |= next;
            });
        }
    }

    /// Returns the candidates of the cell at this place that lead to the end.
    fn support(&mut self, place: usize, table: &StateTable, candidates: DigitBits) -> DigitBits {
        let mut supported = 0;
        for &set in &self.sets[place] {
            let states = self.reached[usize::from(set)];
            let mut alive = 0;
            for_each_bit(candidates & !DigitBits::from(set), |digit| {
                let after = self.alive[usize::from(set) | 1 << digit];
                if after == 0 {
                    return;
                }
                let mut leads = false;
                for_each_bit(states, |state| match table[state][digit] {
                    NO_STATE => {}
                    to => {
                        let is_alive = after >> to & 1;
                        alive |= is_alive << state;
                        leads |= is_alive != 0;
                    }
                });
                supported |= DigitBits::from(leads) << digit;
            });
            self.alive[usize::from(set)] = alive;
        }
        supported
    }
}

/// Calls `visit` with the number of each bit that is set.
#[inline]
fn for_each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Cell, Constraint, Grid, Layout, Puzzle, Ruleset, Transition};
    use crate::engine::End;
    use crate::engine::mrv::Mrv;
    use crate::engine::testing::all;
    use crate::testing::first_rule;

    fn numbers(cells: &[Cell]) -> Vec<u32> {
        cells.iter().map(|cell| cell.index() as u32).collect()
    }

    /// All ways to hold different digits in four cells with these candidates.
    fn permutations(candidates: &[DigitBits]) -> Vec<[usize; 4]> {
        let digits = |place: usize| (0..4).filter(move |digit| candidates[place] >> digit & 1 != 0);
        let mut found = Vec::new();
        for a in digits(0) {
            for b in digits(1).filter(|b| *b != a) {
                for c in digits(2).filter(|c| ![a, b].contains(c)) {
                    found.extend(
                        digits(3)
                            .filter(|d| ![a, b, c].contains(d))
                            .map(|d| [a, b, c, d]),
                    );
                }
            }
        }
        found
    }

    #[test]
    fn exactly_the_digits_of_all_ways_to_fill_a_row_remain() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut memory = Scratch::default();
        for clue in [
            "skyscraper 2 row 1 left",
            "x-sum 7 row 1 left",
            "sandwich 3 row 1",
        ] {
            let rules = Ruleset::classic("2x2".parse().unwrap());
            let constraint = Constraint::parse(clue, 4).unwrap();
            let layout = Layout::new(rules.with_constraints(vec![constraint]).unwrap());
            let (cells, automaton) = first_rule!(layout, Automaton);
            let states = DistinctStates::new(&numbers(cells), automaton, 4).unwrap();
            for _ in 0..200 {
                let candidates: Vec<DigitBits> =
                    (0..16).map(|_| random.random_range(1..16)).collect();
                let mut expected = [0; 4];
                for digits in permutations(&candidates) {
                    let mut steps = automaton.layers().iter().zip(&digits);
                    let end = steps.try_fold(0, |state, (layer, digit)| {
                        let is_next =
                            |step: &&Transition| (step.from, step.digit.index()) == (state, *digit);
                        layer.iter().find(is_next).map(|step| step.to)
                    });
                    if end.is_some() {
                        (0..4).for_each(|place| expected[place] |= 1 << digits[place]);
                    }
                }
                let mut position = Position::default();
                position.reset(&candidates);
                let result = states.propagate(&mut position, &Peers::new(&layout), &mut memory);
                assert_eq!(result.is_err(), expected[0] == 0, "{clue}");
                if result.is_ok() {
                    assert_eq!(position.candidates[..4], expected, "{clue}");
                }
            }
        }
    }

    #[test]
    fn more_cells_than_digits_have_no_solution() {
        // Cages separate r2c1 from the cells of row 1 that its box does not contain.
        let mut texts = vec!["quadruple 1 r1c1-r1c9 r2c1".to_string()];
        texts.extend((4..=9).map(|column| format!("cage r2c1 r1c{column}")));
        let constraints = texts.iter().map(|text| Constraint::parse(text, 9).unwrap());
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let rules = rules.with_constraints(constraints.collect()).unwrap();
        let puzzle = Puzzle::new(Layout::new(rules).into(), Grid::blank(9)).unwrap();
        let (cells, count) = first_rule!(puzzle.layout(), Count);
        assert!(DistinctStates::new(&numbers(cells), &count.automaton, 9).is_none());
        let (grids, report) = all(&mut Mrv::default(), &puzzle);
        assert_eq!((grids.len(), report.end), (0, End::Complete));
    }
}

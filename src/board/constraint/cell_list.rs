//! Automata that read lists of cells, in which a cell can occur several times.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use super::super::cell::Cell;
use super::error::ConstraintError;
use super::lowering::Lowering;

/// The most digits that the states of an automaton can remember together.
const MOST_REMEMBERED: usize = 1_000_000;

impl Lowering<'_> {
    /// Requires a sequence of digits that an automaton accepts in the order of the list. `step` takes a
    /// place in the list, the state and the value of the digit.
    pub fn automaton_of_list<S: Clone + Eq + Hash>(
        &mut self,
        list: &[Cell],
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        is_final: impl Fn(&S) -> bool,
    ) -> Result<(), ConstraintError> {
        let visits = Visits::new(list);
        let remembered = RefCell::new(0);
        // The state is one of the automaton, and the digits of the cells that follow once more.
        let step_of_cell = |place: usize, (state, known): &(S, Vec<usize>), digit: usize| {
            let (mut state, mut known) = (state.clone(), known.clone());
            visits.remember(place, digit, &mut known);
            for (at, cell) in (visits.starts[place]..).zip(&visits.read[place]) {
                let digit = if *cell == place { digit } else { known[*cell] };
                state = step(at, &state, digit)?;
            }
            visits.forget(place, &mut known);
            *remembered.borrow_mut() += known.len();
            (*remembered.borrow() <= MOST_REMEMBERED).then_some((state, known))
        };
        let is_final_state = |(state, _): &(S, Vec<usize>)| is_final(state);
        let start = (start, Vec::new());
        let result = self.automaton(visits.cells.clone(), start, step_of_cell, is_final_state);
        match *remembered.borrow() > MOST_REMEMBERED {
            true => Err(ConstraintError::too_large()),
            false => result,
        }
    }
}

/// A list of cells as an automaton reads it: each cell once, and again later what was in it.
struct Visits {
    /// The different cells.
    cells: Vec<Cell>,
    /// For each of them, the numbers of the cells to read from it to the next new cell.
    read: Vec<Vec<usize>>,
    /// For each of them, its first place in the list.
    starts: Vec<usize>,
    /// For each of them, the number of the cell after which it does not occur again.
    last: Vec<usize>,
}

impl Visits {
    fn new(list: &[Cell]) -> Visits {
        let mut visits = Visits {
            cells: Vec::new(),
            read: Vec::new(),
            starts: Vec::new(),
            last: Vec::new(),
        };
        let mut numbers = HashMap::new();
        for (place, cell) in list.iter().enumerate() {
            let number = *numbers.entry(*cell).or_insert_with(|| {
                visits.cells.push(*cell);
                visits.read.push(Vec::new());
                visits.starts.push(place);
                visits.last.push(0);
                visits.cells.len() - 1
            });
            let newest = visits.cells.len() - 1;
            visits.read[newest].push(number);
            visits.last[number] = newest;
        }
        visits
    }

    /// Adds the digit of a cell if it occurs again later.
    fn remember(&self, place: usize, digit: usize, known: &mut Vec<usize>) {
        if self.last[place] > place {
            known.resize(place + 1, 0);
            known[place] = digit;
        }
    }

    /// Removes the digits that are not needed after a cell.
    fn forget(&self, place: usize, known: &mut Vec<usize>) {
        for (digit, last) in known.iter_mut().zip(&self.last) {
            if *last <= place {
                *digit = 0;
            }
        }
        let kept = self.last[..known.len()]
            .iter()
            .rposition(|last| *last > place);
        known.truncate(kept.map_or(0, |at| at + 1));
    }
}

//! Automata that read lists of cells, in which a cell can occur several times.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use super::super::cell::Cell;
use super::super::mismatch::Mismatch;
use super::lowering::Lowering;

/// The most digits that the states of an automaton can remember together.
const MOST_REMEMBERED: usize = 1_000_000;

/// The input of an automaton: the value of a digit (or the number of its cell), or the break between two segments.
pub(super) type Symbol = Option<usize>;

impl Lowering<'_> {
    /// Requires digits that an automaton accepts in the order of the cells. It also reads a break between two
    /// segments, each of which has cells.
    pub fn automaton_of_list<S: Clone + Eq + Hash>(
        &mut self,
        segments: &[Vec<Cell>],
        start: S,
        step: impl Fn(&S, Symbol) -> Option<S>,
        is_final: impl Fn(&S) -> bool,
    ) -> Result<(), Mismatch> {
        let visits = Visits::new(segments);
        let remembered = RefCell::new(0);
        // The state is one of the automaton, and the digits of the cells that follow once more.
        let step_of_cell = |place: usize, (state, known): &(S, Vec<usize>), digit: usize| {
            let (mut state, mut known) = (state.clone(), known.clone());
            known.resize(place + 1, 0);
            known[place] = digit;
            for symbol in &visits.read[place] {
                state = step(&state, symbol.map(|cell| known[cell]))?;
            }
            visits.forget(place, &mut known);
            *remembered.borrow_mut() += known.len();
            (*remembered.borrow() <= MOST_REMEMBERED).then_some((state, known))
        };
        let is_final_state = |(state, _): &(S, Vec<usize>)| is_final(state);
        let start = (start, Vec::new());
        let result = self.automaton(visits.cells.clone(), start, step_of_cell, is_final_state);
        match *remembered.borrow() > MOST_REMEMBERED {
            true => Err(Mismatch::too_large()),
            false => result,
        }
    }
}

/// A list of cells as an automaton reads it: each cell once, and again later what was in it.
#[derive(Default)]
struct Visits {
    /// The different cells.
    cells: Vec<Cell>,
    /// For each of the cells, what to read from it to the next new cell.
    read: Vec<Vec<Symbol>>,
    /// For each of them, the number of the cell after which it does not occur again.
    last: Vec<usize>,
}

impl Visits {
    fn new(segments: &[Vec<Cell>]) -> Visits {
        let mut visits = Visits::default();
        let mut numbers = HashMap::new();
        for segment in segments {
            if let Some(newest) = visits.read.last_mut() {
                newest.push(None);
            }
            for cell in segment {
                let number = *numbers.entry(*cell).or_insert_with(|| {
                    visits.cells.push(*cell);
                    visits.read.push(Vec::new());
                    visits.last.push(0);
                    visits.cells.len() - 1
                });
                let newest = visits.cells.len() - 1;
                visits.read[newest].push(Some(number));
                visits.last[number] = newest;
            }
        }
        visits
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

//! The amount of choice that a puzzle leaves: the mean number of steps that are open at once.
//!
//! Difficulty depends on it as well as on the hardest step (R. Pelánek, *Difficulty Rating of Sudoku
//! Puzzles: An Overview and Evaluation*, 2014). All singles of a position are placed together, so that the
//! figure is the same for equivalent puzzles, which differ in the order of their singles.

use super::super::position::State;
use super::super::step_finder::NamedStep;

/// A solution in rounds: in each, all singles are placed, or one other step is taken if there are none.
pub(super) struct Choice {
    state: State,
    rounds: usize,
    /// The sum of the numbers of steps open in each round.
    open: usize,
}

impl Choice {
    /// Starts in a position.
    pub fn new(state: State) -> Choice {
        Choice {
            state,
            rounds: 0,
            open: 0,
        }
    }

    /// Continues with the next step of a path. Singles are left for the round that has all of them.
    pub fn take(&mut self, step: &NamedStep) {
        if step.technique.is_single() {
            return;
        }
        self.place_singles();
        self.rounds += 1;
        self.open += step.choices;
        for eliminated in &step.eliminates {
            self.state.remove(self.state.tables.id(*eliminated));
        }
        for placed in &step.places {
            self.place(self.state.tables.id(*placed));
        }
    }

    /// Places singles in rounds until there are no more.
    fn place_singles(&mut self) {
        loop {
            let counts = self.state.counts.iter().zip(&self.state.is_satisfied);
            let facts = counts
                .enumerate()
                .filter(|(_, (count, done))| **count == 1 && !**done);
            let mut singles: Vec<usize> = facts
                .flat_map(|(fact, _)| self.state.members(fact))
                .collect();
            singles.sort_unstable();
            singles.dedup();
            if singles.is_empty() {
                return;
            }
            self.rounds += 1;
            self.open += singles.len();
            for single in singles {
                self.place(single);
            }
        }
    }

    /// Places a candidate unless it is placed or contradicts the position.
    fn place(&mut self, id: usize) {
        if self.state.is_open(id) {
            self.state.place(id);
        }
    }

    /// Returns the mean number of open steps, rounded to hundredths.
    pub fn mean(mut self) -> f64 {
        self.place_singles();
        let mean = self.open as f64 / self.rounds.max(1) as f64;
        (100.0 * mean).round() / 100.0
    }
}

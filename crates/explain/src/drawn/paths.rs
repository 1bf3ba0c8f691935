//! Propagation of an automaton: which digits are on paths from its start to its end.

use super::digit_bits::keep;
use satdoku::board::{Automaton, ones};

/// An automaton over some cells. Its states are numbered through all layers.
#[derive(Debug, Clone)]
pub(super) struct Paths {
    cells: Vec<usize>,
    /// By cell and digit, the states before and after it.
    steps: Vec<Vec<Vec<[u32; 2]>>>,
    /// The number of the last state.
    end: usize,
}

/// The states and digits on paths through an automaton.
struct Marked {
    /// By state, true if a path leads to it from the start.
    from_start: Vec<bool>,
    /// By state, true if it is on a path from the start to the end.
    to_end: Vec<bool>,
    /// By cell, its digits on paths from the start to the end, as bits.
    digits: Vec<u16>,
}

impl Paths {
    /// Creates the paths of an automaton on a board of this size.
    pub fn new(automaton: &Automaton, cells: Vec<usize>, size: usize) -> Paths {
        let (mut start, mut steps) = (0u32, Vec::with_capacity(cells.len()));
        for (at, layer) in automaton.layers().iter().enumerate() {
            let next = start + automaton.state_count(at).max(1) as u32;
            let mut of_digits = vec![Vec::new(); size];
            for step in layer {
                let states = [start + step.from, next + step.to];
                of_digits[step.digit.index()].push(states);
            }
            steps.push(of_digits);
            start = next;
        }
        Paths {
            cells,
            steps,
            end: start as usize,
        }
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.iter().flatten().map(Vec::len).sum()
    }

    /// Drops the steps that are on no path with these digits.
    pub fn narrow(&mut self, digits: &[u16]) {
        let marked = self.mark(digits);
        for (of_digits, on_paths) in self.steps.iter_mut().zip(&marked.digits) {
            for (digit, steps) in of_digits.iter_mut().enumerate() {
                let is_possible = on_paths >> digit & 1 == 1;
                steps.retain(|step| is_possible && marked.has(step));
            }
        }
    }

    /// Removes the digits on no path. Returns true if there was one, or `None` if a cell has no digit
    /// left.
    pub fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        let marked = self.mark(digits);
        let mut is_changed = false;
        for (cell, on_paths) in self.cells.iter().zip(marked.digits) {
            is_changed |= keep(&mut digits[*cell], on_paths)?;
        }
        Some(is_changed)
    }

    fn mark(&self, digits: &[u16]) -> Marked {
        let mut marked = Marked {
            from_start: vec![false; self.end + 1],
            to_end: vec![false; self.end + 1],
            digits: vec![0; self.cells.len()],
        };
        marked.from_start[0] = true;
        for (cell, of_digits) in self.cells.iter().zip(&self.steps) {
            for digit in ones(digits[*cell]) {
                for [from, to] in &of_digits[digit] {
                    marked.from_start[*to as usize] |= marked.from_start[*from as usize];
                }
            }
        }
        marked.to_end[self.end] = marked.from_start[self.end];
        for (at, of_digits) in self.steps.iter().enumerate().rev() {
            for digit in ones(digits[self.cells[at]]) {
                for step in of_digits[digit].iter() {
                    if marked.has(step) {
                        marked.to_end[step[0] as usize] = true;
                        marked.digits[at] |= 1 << digit;
                    }
                }
            }
        }
        marked
    }
}

impl Marked {
    /// True if a path through a step leads from the start to the end.
    fn has(&self, [from, to]: &[u32; 2]) -> bool {
        self.from_start[*from as usize] && self.to_end[*to as usize]
    }
}

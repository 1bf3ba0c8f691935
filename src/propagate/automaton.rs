//! Arc consistency of automata: a digit on no path from the start to the end is removed (G. Pesant,
//! *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004).

use std::mem::take;

use super::Propagation;
use super::drawn_rules::Reached;
use crate::board::{Automaton, Contradiction};

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits of the automaton's cells that are on no path.
    pub(super) fn automaton(&mut self, automaton: &Automaton) -> Result<(), Contradiction> {
        let mut reached = take(&mut self.drawn_rules.reached);
        let result = self.keep_paths(automaton, &mut reached);
        self.drawn_rules.reached = reached;
        result
    }

    fn keep_paths(
        &mut self,
        automaton: &Automaton,
        reached: &mut Reached,
    ) -> Result<(), Contradiction> {
        let Reached {
            starts,
            from_start,
            to_end,
        } = reached;
        starts.clear();
        starts.push(0);
        for place in 0..=automaton.cells.len() {
            starts.push(starts[place] + automaton.state_count(place));
        }
        for states in [&mut *from_start, &mut *to_end] {
            states.clear();
            states.resize(starts[starts.len() - 1], false);
        }
        let layers = || automaton.cells.iter().zip(automaton.layers()).zip(&*starts);
        from_start[0] = true;
        for (place, ((cell, layer), start)) in layers().enumerate() {
            let (digits, next) = (self.digits(*cell), starts[place + 1]);
            for step in layer {
                if digits >> step.digit.index() & 1 != 0 && from_start[start + step.from as usize] {
                    from_start[next + step.to as usize] = true;
                }
            }
        }
        let end = starts[automaton.cells.len()];
        match from_start.get(end) {
            Some(true) => to_end[end] = true,
            _ => {
                let cell = automaton.cells[0].name(self.layout.geometry());
                return Err(Contradiction::NoDigit(cell));
            }
        }
        for (place, ((cell, layer), start)) in layers().enumerate().rev() {
            let (digits, next) = (self.digits(*cell), starts[place + 1]);
            let mut kept = 0;
            for step in layer {
                let from = start + step.from as usize;
                if digits >> step.digit.index() & 1 != 0
                    && from_start[from]
                    && to_end[next + step.to as usize]
                {
                    to_end[from] = true;
                    kept |= 1 << step.digit.index();
                }
            }
            self.restrict(*cell, kept)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn only_digits_on_a_path_are_left() {
        // Both cells of the shaft are at least 1, so the bulb is at least 2.
        let candidates = propagated_with("3x3", "", &["arrow r1c1: r2c2 r3c3"]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 2), [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn an_impossible_automaton_is_a_contradiction() {
        let contradiction = propagated_with("3x3", "", &["sum 99 r1c1 r2c2"]).unwrap_err();
        assert_eq!(contradiction.to_string(), "no digit is left for r1c1");
    }
}

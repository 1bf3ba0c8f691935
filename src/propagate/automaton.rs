//! Arc consistency of automata: a digit on no path from the start to the end is removed (G. Pesant,
//! *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004).

use super::filter::{is_over, keep};
use crate::Deadline;
use crate::board::{Automaton, DigitBits};

/// Removes the digits that are on no path. One pass over an automaton of a 16×16 board takes milliseconds,
/// so none begins after the deadline.
pub(super) fn filter(
    automaton: &Automaton,
    digits: &mut [DigitBits],
    deadline: Option<&Deadline>,
) -> Option<bool> {
    if is_over(deadline) {
        return Some(false);
    }
    // The number of the first state of each layer.
    let mut starts = vec![0];
    for place in 0..=digits.len() {
        starts.push(starts[place] + automaton.state_count(place));
    }
    let [mut from_start, mut to_end] = [(); 2].map(|()| vec![false; starts[digits.len() + 1]]);
    let layers = || automaton.layers().iter().enumerate();
    from_start[0] = true;
    for (place, layer) in layers() {
        for step in layer {
            if digits[place] >> step.digit.index() & 1 != 0
                && from_start[starts[place] + step.from as usize]
            {
                from_start[starts[place + 1] + step.to as usize] = true;
            }
        }
    }
    let end = starts[digits.len()];
    if from_start.get(end) != Some(&true) {
        return None;
    }
    to_end[end] = true;
    let mut is_changed = false;
    for (place, layer) in layers().rev() {
        let mut kept = 0;
        for step in layer {
            let from = starts[place] + step.from as usize;
            if digits[place] >> step.digit.index() & 1 != 0
                && from_start[from]
                && to_end[starts[place + 1] + step.to as usize]
            {
                to_end[from] = true;
                kept |= 1 << step.digit.index();
            }
        }
        is_changed |= keep(&mut digits[place], kept)?;
    }
    Some(is_changed)
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn only_digits_on_a_path_are_left() {
        // With 1 in r1c1, the digits between 1 and 4 add up to 2: r1c2 is 2 and r1c3 is 4.
        let candidates = propagated_with("2x2", "1", &["sandwich 2 row 1"]).unwrap();
        assert_eq!(digits(&candidates, 1, 2), [2]);
        assert_eq!(digits(&candidates, 1, 3), [4]);
    }

    #[test]
    fn an_impossible_automaton_is_a_contradiction() {
        assert!(propagated_with("2x2", "", &["sandwich 4 row 1"]).is_err());
    }
}

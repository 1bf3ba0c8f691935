//! Automata: the path encoding of the decision diagram that an automaton is when unrolled over its
//! cells (F. Bacchus, *GAC via Unit Propagation*, CP 2007; I. Abío, G. Gange, V. Mayer-Eichberger and
//! P. Stuckey, *On CNF Encodings of Decision Diagrams*, CPAIOR 2016).
//!
//! States and transitions have variables. A transition implies its digit and both of its states; a
//! state implies one of the transitions to it and one of those from it; a digit implies one of its
//! transitions. Unit propagation then keeps arc consistency. With `t` transitions, `s` states
//! between cells and `k` cells of `n` digits these are at most `s + t` variables and
//! `3t + 2s + kn` clauses.
//!
//! Many of them have a variable already. A transition is its digit if it leaves the start or no other
//! transition of the cell has that digit, and it is a state if no other leaves or enters that state;
//! a state with one transition to it is that transition. A sum of three cells has new variables only
//! for the transitions of the middle one. Automata of one or two cells have none; see
//! [`support`](super::support).

use super::cnf::ClauseSink;
use super::support;
use super::terms::{Term, TermSink};
use crate::board::{Automaton, Digit, Layout, Transition};

/// Writes the clauses of an automaton.
pub(super) fn encode<S: ClauseSink>(
    layout: &Layout,
    automaton: &Automaton,
    to: &mut TermSink<'_, S>,
) -> Result<(), S::Error> {
    if automaton.is_impossible() {
        return to.implies(Term::True, []);
    }
    match (&automaton.cells[..], automaton.layers()) {
        ([cell], [layer]) => {
            let is_allowed = |digit| layer.iter().any(|step| step.digit == digit);
            support::of_cell(*cell, is_allowed, to)
        }
        ([one, other], [first, second]) => {
            let is_allowed = |one, other| {
                let first = first.iter().filter(|step| step.digit == one);
                let mut states = first.map(|step| step.to);
                let is_step = |from, step: &Transition| step.from == from && step.digit == other;
                states.any(|from| second.iter().any(|step| is_step(from, step)))
            };
            support::of_pair([*one, *other], is_allowed, to)
        }
        _ => encode_paths(layout, automaton, to),
    }
}

/// Writes the path encoding.
fn encode_paths<S: ClauseSink>(
    layout: &Layout,
    automaton: &Automaton,
    to: &mut TermSink<'_, S>,
) -> Result<(), S::Error> {
    let digits: Vec<Vec<Term>> = (automaton.cells.iter())
        .map(|cell| {
            let digits = (0..layout.size()).map(Digit::from_index);
            digits.map(|digit| to.candidate(*cell, digit)).collect()
        })
        .collect();
    let layers = open_transitions(automaton, &digits);
    if layers.iter().any(Vec::is_empty) {
        return to.implies(Term::True, []);
    }
    let counts: Vec<Counts> = (layers.iter().enumerate())
        .map(|(place, layer)| Counts::of(automaton, place, layer, layout.size()))
        .collect();
    let mut states = vec![Term::True];
    for (place, layer) in layers.iter().enumerate() {
        let name = automaton.cells[place].name(layout.size());
        let number = automaton.constraint + 1;
        let counts_here = &counts[place];
        // The terms of the states after the cell, as far as they are known.
        let mut known = match layers.get(place + 1) {
            Some(next) => states_of_digits(next, &counts[place + 1], &digits[place + 1]),
            None => vec![Some(Term::True)],
        };
        let mut steps = Vec::with_capacity(layer.len());
        for step in layer {
            let state = states[step.from as usize];
            let digit = digits[place][step.digit.index()];
            let next = &mut known[step.to as usize];
            let is_only_one = counts_here.to[step.to as usize] == 1;
            let term = if state == Term::True || counts_here.digit[step.digit.index()] == 1 {
                digit
            } else if digit == Term::True || counts_here.from[step.from as usize] == 1 {
                state
            } else if let (Some(next), true) = (*next, is_only_one) {
                next
            } else {
                let Transition {
                    from,
                    digit,
                    to: next,
                } = step;
                to.variable(format_args!(
                    "{name}={digit} from state {from} to {next} of constraint {number}"
                ))?
            };
            if is_only_one && next.is_none() {
                *next = Some(term);
            }
            steps.push(term);
        }
        let mut next_states = Vec::with_capacity(known.len());
        for (state, term) in known.into_iter().enumerate() {
            next_states.push(match term {
                Some(term) => term,
                None if counts_here.to[state] == 0 => Term::False,
                None => to.variable(format_args!(
                    "state {state} after {name} of constraint {number}"
                ))?,
            });
        }
        link(layer, &steps, [&states, &digits[place], &next_states], to)?;
        states = next_states;
    }
    Ok(())
}

/// Returns the transitions of each cell that lie on a path of candidates that are not false.
/// `digits` has the terms of each cell.
fn open_transitions(automaton: &Automaton, digits: &[Vec<Term>]) -> Vec<Vec<Transition>> {
    let mut reached = vec![true];
    let mut layers = Vec::with_capacity(digits.len());
    for (place, (layer, digits)) in automaton.layers().iter().zip(digits).enumerate() {
        let mut next = vec![false; automaton.state_count(place + 1)];
        let is_open = |step: &&Transition| {
            reached[step.from as usize] && digits[step.digit.index()] != Term::False
        };
        let open: Vec<Transition> = layer.iter().filter(is_open).copied().collect();
        open.iter().for_each(|step| next[step.to as usize] = true);
        layers.push(open);
        reached = next;
    }
    for (place, layer) in layers.iter_mut().enumerate().rev() {
        layer.retain(|step| reached[step.to as usize]);
        reached = vec![false; automaton.state_count(place)];
        layer
            .iter()
            .for_each(|step| reached[step.from as usize] = true);
    }
    layers
}

/// The numbers of transitions of a cell from each state, with each digit, and to each state.
struct Counts {
    from: Vec<usize>,
    digit: Vec<usize>,
    to: Vec<usize>,
}

impl Counts {
    fn of(automaton: &Automaton, place: usize, layer: &[Transition], size: usize) -> Counts {
        let mut counts = Counts {
            from: vec![0; automaton.state_count(place)],
            digit: vec![0; size],
            to: vec![0; automaton.state_count(place + 1)],
        };
        for step in layer {
            counts.from[step.from as usize] += 1;
            counts.digit[step.digit.index()] += 1;
            counts.to[step.to as usize] += 1;
        }
        counts
    }
}

/// Returns the terms of the states before a cell that are equivalent to a digit: those with one
/// transition, whose digit no other state has.
fn states_of_digits(layer: &[Transition], counts: &Counts, digits: &[Term]) -> Vec<Option<Term>> {
    let mut states = vec![None; counts.from.len()];
    for step in layer {
        if counts.from[step.from as usize] == 1 && counts.digit[step.digit.index()] == 1 {
            states[step.from as usize] = Some(digits[step.digit.index()]);
        }
    }
    states
}

/// Writes the clauses between the transitions of a cell, whose terms are `steps`, and the states
/// before it, its digits, and the states after it.
fn link<S: ClauseSink>(
    layer: &[Transition],
    steps: &[Term],
    ends: [&[Term]; 3],
    to: &mut TermSink<'_, S>,
) -> Result<(), S::Error> {
    let indices = |step: &Transition| [step.from as usize, step.digit.index(), step.to as usize];
    for (end, terms) in ends.into_iter().enumerate() {
        let mut of_terms = vec![Vec::new(); terms.len()];
        for (step, term) in layer.iter().zip(steps) {
            let index = indices(step)[end];
            to.implies(*term, [terms[index]])?;
            of_terms[index].push(*term);
        }
        let is_digit = end == 1;
        for (term, steps) in terms.iter().zip(of_terms) {
            // The start and the end need no clause, because a digit of the cell is true.
            if is_digit || *term != Term::True {
                to.implies(*term, steps)?;
            }
        }
    }
    Ok(())
}

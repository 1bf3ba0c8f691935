//! Automata: the [path encoding](super::paths) of the decision diagram that an automaton is when
//! unrolled over its cells. Automata of one or two cells need no diagram; see
//! [`support`](super::support). Long sums have a smaller one; see [`linear`](super::linear).

use super::encoder::{Encoder, Refused, Term};
use super::{paths, support};
use crate::board::{Automaton, Cell, Transition};

/// Writes the clauses of an automaton.
pub(super) fn encode(
    cells: &[Cell],
    automaton: &Automaton,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    if automaton.is_impossible() {
        return to.contradiction();
    }
    match (cells, automaton.layers()) {
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
        _ => encode_paths(cells, automaton, to),
    }
}

/// Writes the path encoding of the diagram that reads one cell after the other.
fn encode_paths(
    cells: &[Cell],
    automaton: &Automaton,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let board = to.layout.geometry();
    let layer = |(cell, steps): (&Cell, &Vec<Transition>)| {
        let labels: Vec<(i64, Term)> = board
            .digits()
            .map(|digit| (board.value(digit) as i64, to.candidate(*cell, digit)))
            .collect();
        let open = |step: &&Transition| labels[step.digit.index()].1 != Term::False;
        let transition = |step: &Transition| paths::PathStep {
            from: step.from as usize,
            label: step.digit.index(),
            to: step.to as usize,
        };
        paths::PathLayer {
            name: cell.name(board).to_string(),
            transitions: steps.iter().filter(open).map(transition).collect(),
            labels,
        }
    };
    let cells = cells.iter().zip(automaton.layers());
    let mut layers: Vec<paths::PathLayer> = cells.map(layer).collect();
    paths::prune(&mut layers);
    paths::encode(&layers, to)
}

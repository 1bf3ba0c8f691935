//! The path encoding of a decision diagram (F. Bacchus, *GAC via Unit Propagation*, CP 2007; I. Abío,
//! G. Gange, V. Mayer-Eichberger and P. Stuckey, *On CNF Encodings of Decision Diagrams*, CPAIOR
//! 2016).
//!
//! States and transitions have variables. A transition implies its label and both of its states; a
//! state implies one of the transitions to it and one of those from it; a label implies one of its
//! transitions. Unit propagation then keeps arc consistency. With `t` transitions, `s` states
//! between layers and `l` labels these are at most `s + t` variables and `3t + 2s + l` clauses.
//!
//! Many of them have a variable already. A transition is its label if it leaves the start or no other
//! transition of the layer has that label, and it is a state if no other leaves or enters that state;
//! a state with one transition to it is that transition. A sum of three cells has new variables only
//! for the transitions of the middle one.

use std::collections::BTreeMap;

use super::encoder::{Encoder, Refused, Term};

/// A layer of a diagram: what is read, and the transitions that read it.
pub(super) struct PathLayer {
    /// The name of what is read, such as a cell.
    pub name: String,
    /// The values that can be read, exactly one of which is true, and their terms.
    pub labels: Vec<(i64, Term)>,
    pub transitions: Vec<PathStep>,
}

/// The name and the labels of a layer.
pub(super) type NamedLabels = (String, Vec<(i64, Term)>);

/// A step from a state of one layer to a state of the next. The first layer begins at state 0, and
/// the last one ends there.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathStep {
    pub from: usize,
    /// The place of the label in its layer.
    pub label: usize,
    pub to: usize,
}

/// Returns the diagram whose labels, one of each layer, add up to `total`, or `None` if it has more than
/// `most` transitions.
pub(super) fn of_sum(values: Vec<NamedLabels>, total: i64, most: usize) -> Option<Vec<PathLayer>> {
    // What the layers from each one on can still add.
    let mut ranges = vec![(0_i64, 0_i64)];
    for (_, labels) in values.iter().rev() {
        let (low, high) = ranges[ranges.len() - 1];
        let values = || labels.iter().map(|(value, _)| *value);
        let (least, greatest) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        ranges.push((low.checked_add(least)?, high.checked_add(greatest)?));
    }
    ranges.reverse();

    let mut layers = Vec::with_capacity(values.len());
    let mut sums: Vec<i64> = vec![0];
    let mut left = most;
    for (place, (name, labels)) in values.into_iter().enumerate() {
        let (low, high) = ranges[place + 1];
        let mut numbers: BTreeMap<i64, usize> = BTreeMap::new();
        let mut transitions = Vec::new();
        for (from, sum) in sums.iter().enumerate() {
            for (label, (value, _)) in labels.iter().enumerate() {
                let sum = sum.checked_add(*value)?;
                if (low..=high).contains(&total.checked_sub(sum)?) {
                    left = left.checked_sub(1)?;
                    let next = numbers.len();
                    let to = *numbers.entry(sum).or_insert(next);
                    transitions.push(PathStep { from, label, to });
                }
            }
        }
        sums = vec![0; numbers.len()];
        numbers
            .into_iter()
            .for_each(|(sum, number)| sums[number] = sum);
        layers.push(PathLayer {
            name,
            labels,
            transitions,
        });
    }
    prune(&mut layers);
    Some(layers)
}

/// Removes the transitions that lie on no path from the start to the end. If one layer has none left,
/// there is no path.
pub(super) fn prune(layers: &mut [PathLayer]) {
    let is_reached = |counts: &[usize], state: usize| counts.get(state).is_some_and(|of| *of > 0);
    let mut counts = vec![1];
    for layer in layers.iter_mut() {
        let is_open = |step: &PathStep| is_reached(&counts, step.from);
        layer.transitions.retain(is_open);
        counts = StepCounts::of(layer).to;
    }
    counts = vec![1];
    for layer in layers.iter_mut().rev() {
        let is_open = |step: &PathStep| is_reached(&counts, step.to);
        layer.transitions.retain(is_open);
        counts = StepCounts::of(layer).from;
    }
}

/// Writes the clauses of a diagram without superfluous transitions (see [`prune`]).
pub(super) fn encode(layers: &[PathLayer], to: &mut Encoder<'_>) -> Result<(), Refused> {
    if layers.iter().any(|layer| layer.transitions.is_empty()) {
        return to.contradiction();
    }
    let source = to.source;
    let counts: Vec<StepCounts> = layers.iter().map(StepCounts::of).collect();
    // The start and the end are true if the diagram applies.
    let guard = to.guard();
    let is_unguarded = guard == Term::True;
    let mut states = vec![guard];
    for (place, layer) in layers.iter().enumerate() {
        let (name, counts_here) = (&layer.name, &counts[place]);
        // The terms of the states after the layer, as far as they are known.
        let mut known = match layers.get(place + 1) {
            Some(next) if is_unguarded => states_of_labels(next, &counts[place + 1]),
            Some(_) => vec![None; counts[place + 1].from.len()],
            None => vec![Some(guard)],
        };
        let mut steps = Vec::with_capacity(layer.transitions.len());
        for step in &layer.transitions {
            let state = states[step.from];
            let (value, label) = layer.labels[step.label];
            let next = &mut known[step.to];
            let is_only_one = counts_here.to[step.to] == 1;
            let is_label = state == Term::True || counts_here.label[step.label] == 1;
            let term = if is_unguarded && is_label {
                label
            } else if label == Term::True || counts_here.from[step.from] == 1 {
                state
            } else if let (Some(next), true) = (*next, is_only_one) {
                next
            } else {
                let PathStep { from, to: next, .. } = step;
                to.variable(format_args!(
                    "{name}={value} from state {from} to {next} of {source}"
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
                None if counts_here.to.get(state).is_none_or(|count| *count == 0) => Term::False,
                None => to.variable(format_args!("state {state} after {name} of {source}"))?,
            });
        }
        link(layer, &steps, [&states, &next_states], to)?;
        states = next_states;
    }
    Ok(())
}

/// The numbers of transitions of a layer from each state, with each label, and to each state.
pub(super) struct StepCounts {
    from: Vec<usize>,
    pub label: Vec<usize>,
    to: Vec<usize>,
}

impl StepCounts {
    pub fn of(layer: &PathLayer) -> StepCounts {
        let states = |end: fn(&PathStep) -> usize| {
            let states = layer.transitions.iter().map(end);
            vec![0; states.max().map_or(1, |most| most + 1)]
        };
        let mut counts = StepCounts {
            from: states(|step| step.from),
            label: vec![0; layer.labels.len()],
            to: states(|step| step.to),
        };
        for step in &layer.transitions {
            counts.from[step.from] += 1;
            counts.label[step.label] += 1;
            counts.to[step.to] += 1;
        }
        counts
    }
}

/// Returns the terms of the states before a layer that are equivalent to a label: those with one
/// transition, whose label no other state has.
fn states_of_labels(layer: &PathLayer, counts: &StepCounts) -> Vec<Option<Term>> {
    let mut states = vec![None; counts.from.len()];
    for step in &layer.transitions {
        if counts.from[step.from] == 1 && counts.label[step.label] == 1 {
            states[step.from] = Some(layer.labels[step.label].1);
        }
    }
    states
}

/// Writes the clauses between the transitions of a layer, whose terms are `steps`, and the states
/// before it, its labels, and the states after it.
fn link(
    layer: &PathLayer,
    steps: &[Term],
    [before, after]: [&[Term]; 2],
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let labels: Vec<Term> = layer.labels.iter().map(|(_, term)| *term).collect();
    let indices = |step: &PathStep| [step.from, step.label, step.to];
    for (end, terms) in [before, &labels, after].into_iter().enumerate() {
        let mut of_terms = vec![Vec::new(); terms.len()];
        for (step, term) in layer.transitions.iter().zip(steps) {
            let index = indices(step)[end];
            to.defines(*term, [terms[index]])?;
            of_terms[index].push(*term);
        }
        let is_label = end == 1;
        for (term, steps) in terms.iter().zip(of_terms) {
            // The start and the end need no clause, because a label is true.
            if is_label {
                to.implies(*term, steps)?;
            } else if *term != Term::True {
                to.defines(*term, steps)?;
            }
        }
    }
    Ok(())
}

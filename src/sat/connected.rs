//! Connected cells: a numbering of their distances from a root.
//!
//! A cell is *in* if it holds one of the digits. The first cell that is in is the root. A cell that is
//! in is reached within `k` steps if it or a neighbour is reached within `k - 1`, and the root is
//! reached within 0; every cell that is in is reached in the end. The distances are in unary order, one
//! variable for each cell and number of steps, so that a part without the root has no numbering.
//!
//! With `n` cells and paths of up to `s` steps these are about `n (s + 2)` auxiliary variables and `2 n
//! (s + 2)` clauses. A fixed number of cells is counted in unary, too (C. Sinz, *Towards an Optimal CNF
//! Encoding of Boolean Cardinality Constraints*, CP 2005).

use super::at_most_one::EncodedSize;
use super::digit_set::names;
use super::terms::{Term, TermSink, any_of};
use crate::board::{Connected, Layout};

/// The most steps from the root to a cell.
fn steps(connected: &Connected) -> usize {
    let cells = connected.cells.len();
    connected
        .size
        .map_or(cells, |size| size.min(cells))
        .saturating_sub(1)
}

/// Returns an upper bound on the size of the clauses.
pub(super) fn bound(connected: &Connected) -> EncodedSize {
    let (cells, steps) = (connected.cells.len(), steps(connected));
    let size = connected.size.map_or(0, |size| size + 2);
    EncodedSize {
        clauses: (cells * (connected.digits.len() + 6 + 3 * steps + 2 * size) + 1) as u64,
        auxiliaries: cells * (steps + 3 + size),
    }
}

/// Writes the clauses.
pub(super) fn encode<E>(
    layout: &Layout,
    connected: &Connected,
    to: &mut TermSink<'_, E>,
) -> Result<(), E> {
    let mut is_in = Vec::with_capacity(connected.cells.len());
    for cell in &connected.cells {
        let digits = connected.digits.iter();
        let digits = digits.map(|digit| to.candidate(*cell, *digit));
        let digits: Vec<Term> = digits.filter(|term| *term != Term::False).collect();
        is_in.push(any_of(digits, to, || {
            format!("{} is in", names(layout, &[*cell]))
        })?);
    }
    if let Some(size) = connected.size {
        count(&is_in, size, to)?;
    }
    let mut reached = roots(&is_in, to)?;
    for step in 1..=steps(connected) {
        let mut next = Vec::with_capacity(reached.len());
        for (place, neighbours) in connected.neighbours.iter().enumerate() {
            let mut sources = vec![reached[place]];
            sources.extend(neighbours.iter().map(|neighbour| reached[*neighbour]));
            sources.retain(|term| *term != Term::False);
            if is_in[place] == Term::False || sources.is_empty() {
                next.push(Term::False);
                continue;
            }
            let cell = &connected.cells[place..=place];
            let is_reached = to.variable(format_args!(
                "{} is reached in {step} steps of {}",
                names(layout, cell),
                connected.source
            ))?;
            to.implies(is_reached, [is_in[place]])?;
            to.implies(is_reached, sources)?;
            next.push(is_reached);
        }
        reached = next;
    }
    for (is_in, is_reached) in is_in.into_iter().zip(reached) {
        to.implies(is_in, [is_reached])?;
    }
    Ok(())
}

/// Returns, for each cell, a term that is true only if it is the first cell that is in.
fn roots<E>(is_in: &[Term], to: &mut TermSink<'_, E>) -> Result<Vec<Term>, E> {
    let mut is_before = Term::False;
    let mut roots = Vec::with_capacity(is_in.len());
    for term in is_in {
        let root = match (*term, is_before) {
            (Term::False, _) | (_, Term::True) => Term::False,
            (term, Term::False) => term,
            (term, before) => {
                let root = to.variable(format_args!("the first cell that is in"))?;
                to.implies(root, [term])?;
                to.implies(root, [!before])?;
                root
            }
        };
        roots.push(root);
        let terms = [is_before, *term]
            .into_iter()
            .filter(|term| *term != Term::False);
        is_before = any_of(terms.collect(), to, || {
            "a cell up to here is in".to_string()
        })?;
    }
    Ok(roots)
}

/// Requires that exactly `size` of the terms are true.
fn count<E>(terms: &[Term], size: usize, to: &mut TermSink<'_, E>) -> Result<(), E> {
    // For each number, a term that is true if and only if at least this number of terms so far are.
    let mut at_least = vec![Term::False; size + 2];
    at_least[0] = Term::True;
    for term in terms {
        for number in (1..at_least.len()).rev() {
            let (same, fewer) = (at_least[number], at_least[number - 1]);
            if *term == Term::False || fewer == Term::False {
                continue;
            }
            let reached = to.variable(format_args!("at least {number} cells up to here are in"))?;
            to.implies(same, [reached])?;
            to.implies(fewer, [!*term, reached])?;
            to.implies(reached, [same, *term])?;
            to.implies(reached, [same, fewer])?;
            at_least[number] = reached;
        }
    }
    to.implies(Term::True, [at_least[size]])?;
    to.implies(at_least[size + 1], [])
}

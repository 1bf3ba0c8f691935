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

use super::connected_halves::{self, are_halves};
use super::digit_set::names;
use super::encoder::{Encoder, Refused, Term};
use crate::board::{Cell, Connected};

/// The most steps from the root to a cell.
///
/// A shortest path has no neighbours other than those before and after. Of its `k` cells with `d` neighbours
/// in all, `d - 2 (k - 1)` neighbours are therefore outside of the path, and all cells there have at most as
/// many. On a grid of 9×9 cells this leaves 58 steps of 80.
fn steps(connected: &Connected) -> usize {
    let mut degrees: Vec<usize> = connected.neighbours.iter().map(Vec::len).collect();
    degrees.sort_unstable();
    let total: usize = degrees.iter().sum();
    let most = connected.size.unwrap_or(usize::MAX).min(degrees.len());
    // The cells with the fewest neighbours make the longest path.
    let mut of_path = 0;
    let fits = degrees
        .iter()
        .take(most)
        .enumerate()
        .take_while(|(before, degree)| {
            of_path += **degree;
            2 * of_path <= total + 2 * before
        });
    fits.count().saturating_sub(1)
}

/// Cells, and the rule that connects them.
pub(super) type Group<'l> = (&'l [Cell], &'l Connected);

/// The group of cells before, and for each of them, a term that is true if the cell is in.
pub(super) type GroupBefore<'l> = Option<(Group<'l>, Vec<Term>)>;

/// Writes the clauses of a group of connected cells, and what follows if it and the one before are the two
/// halves of a grid.
pub(super) fn encode<'l>(
    group: Group<'l>,
    before: &mut GroupBefore<'l>,
    to: &mut Encoder<'_>,
) -> Result<(), Refused> {
    let is_in = encode_distances(group, to)?;
    if let Some((other, is_in_other)) = before
        && are_halves(group, *other, to)
    {
        connected_halves::encode(group.1, [&is_in, is_in_other], to)?;
    }
    *before = Some((group, is_in));
    Ok(())
}

/// Writes the clauses of one group. Returns, for each cell, a term that is true if the cell is in.
fn encode_distances(
    (cells, connected): Group<'_>,
    to: &mut Encoder<'_>,
) -> Result<Vec<Term>, Refused> {
    let (layout, source) = (to.layout, to.source);
    let mut is_in = Vec::with_capacity(cells.len());
    for cell in cells {
        let digits = connected.digits.iter();
        let digits = digits.map(|digit| to.candidate(*cell, *digit));
        let digits: Vec<Term> = digits.filter(|term| *term != Term::False).collect();
        is_in.push(to.any_of(digits, || format!("{} is in", names(layout, &[*cell])))?);
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
            let cell = &cells[place..=place];
            let is_reached = to.variable(format_args!(
                "{} is reached in {step} steps of {source}",
                names(layout, cell)
            ))?;
            to.implies(is_reached, [is_in[place]])?;
            to.implies(is_reached, sources)?;
            next.push(is_reached);
        }
        reached = next;
    }
    for (is_in, is_reached) in is_in.iter().zip(reached) {
        to.implies(*is_in, [is_reached])?;
    }
    Ok(is_in)
}

/// Returns, for each cell, a term that is true only if it is the first cell that is in.
fn roots(is_in: &[Term], to: &mut Encoder<'_>) -> Result<Vec<Term>, Refused> {
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
        is_before = to.any_of(terms.collect(), || "a cell up to here is in".to_string())?;
    }
    Ok(roots)
}

/// Requires that exactly `size` of the terms are true.
fn count(terms: &[Term], size: usize, to: &mut Encoder<'_>) -> Result<(), Refused> {
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
    to.one_of([at_least[size]])?;
    to.implies(at_least[size + 1], [])
}

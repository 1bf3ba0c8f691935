//! The last resort for facts that refute a candidate: a core from the SAT solver.
//!
//! Each fact has a selector, which is assumed. The core is shrunk by deletion, in which each set of
//! selectors is tested by itself, because a core is only a hint.

use std::convert::Infallible;

use super::network::Network;
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, Variable, Varisat};
use crate::task::delete;

/// Returns a minimal set of facts that refute `target`, or `None` if the solver finds a model, fails
/// or reaches the deadline.
pub(super) fn core<const W: usize>(network: &Network<W>, target: usize) -> Option<Vec<u16>> {
    let holds = |candidate: usize| Variable::from_index(candidate).positive();
    let count = network.candidates.len();
    let selector = |fact: u16| holds(count + usize::from(fact));
    let mut solver = Varisat::within(network.deadline);
    let mut clause = |literals: &[Literal]| {
        let Ok(()) = solver.clause(literals);
    };
    clause(&[holds(target)]);
    for (one, excluded) in network.excluded.iter().enumerate() {
        for other in excluded.iter().filter(|other| one < *other) {
            clause(&[!holds(one), !holds(other)]);
        }
    }
    let all: Vec<u16> = (0..network.facts.len() as u16).collect();
    for fact in &all {
        let members = network.lists[usize::from(*fact)].iter();
        let mut literals: Vec<Literal> = members.map(|m| holds(usize::from(*m))).collect();
        literals.push(!selector(*fact));
        clause(&literals);
    }
    let mut refuted = |facts: &[u16]| -> Option<Vec<u16>> {
        let selectors: Vec<Literal> = facts.iter().map(|fact| selector(*fact)).collect();
        match solver.solve_under(&selectors) {
            Ok(SolverAnswer::Unsatisfiable(core)) => {
                let in_core = |fact: &u16| core.contains(&selector(*fact));
                Some(facts.iter().copied().filter(in_core).collect())
            }
            _ => None,
        }
    };
    let core = refuted(&all)?;
    let mut facts = if refuted(&core).is_some() { core } else { all };
    let order: Vec<u16> = facts.iter().rev().copied().collect();
    let Ok(()) = delete(&mut facts, order, |rest, _| {
        Ok::<_, Infallible>(refuted(&rest).map(|_| rest))
    });
    Some(facts)
}

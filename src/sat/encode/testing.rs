//! Unit propagation, for tests of what the clauses of an encoding find by themselves.

use std::collections::BTreeSet;

use super::super::formula::{Cnf, Literal};
use super::encoding::Encoding;
use super::translation::Translation;
use crate::board::{Candidate, Puzzle};
use crate::testing::blank_on;

/// Propagates these candidates in the reduced encoding of a blank board with some rules. Returns false if
/// that ends in a conflict.
pub(super) fn is_consistent(rules: &str, candidates: &[(&str, usize)]) -> bool {
    let puzzle = blank_on(rules);
    let translation = Translation::new(&puzzle, Encoding::Reduced);
    let mut cnf = Cnf::default();
    let Ok(_) = translation.write_clauses(&mut cnf);
    let literal = |(cell, value): &(&str, usize)| {
        let candidate = candidate(&puzzle, cell, *value);
        translation.map().variable(candidate).unwrap().positive()
    };
    propagate(&cnf, candidates.iter().map(literal).collect()).is_some()
}

fn candidate(puzzle: &Puzzle, cell: &str, value: usize) -> Candidate {
    let board = puzzle.geometry();
    let is_named = |other: &crate::board::Cell| other.name(board).to_string() == cell;
    Candidate {
        cell: puzzle.layout().cells().find(is_named).unwrap(),
        digit: board.digit(value).unwrap(),
    }
}

/// Adds the literals that follow from some by unit propagation. Returns `None` if there is a conflict.
fn propagate(cnf: &Cnf, mut literals: BTreeSet<Literal>) -> Option<BTreeSet<Literal>> {
    loop {
        let before = literals.len();
        for clause in cnf.clauses() {
            if clause.iter().any(|literal| literals.contains(literal)) {
                continue;
            }
            let mut open = clause
                .iter()
                .filter(|literal| !literals.contains(&!**literal));
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(only), None) => _ = literals.insert(*only),
                _ => {}
            }
        }
        if literals.len() == before {
            return Some(literals);
        }
    }
}

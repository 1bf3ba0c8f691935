//! Why a puzzle has no solution, in words and cells.

use std::fmt;

use crate::board::{Candidate, CandidateName, Clash, Contradiction, Puzzle};
use crate::propagate::Candidates;

/// Why a puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Two equal givens in one house.
    Clash(Clash),
    /// Some givens that contradict each other.
    Givens(ConflictingGivens),
    /// What singles and intersections lead to.
    Contradiction(Contradiction),
    /// No plainer reason: everything was tried, or refuted by the SAT solver.
    Search,
}

impl Conflict {
    /// The givens that contradict each other, where that is known: leave any one out, and the
    /// rest has a solution. Otherwise none.
    pub fn givens(&self) -> Vec<CandidateName> {
        match self {
            Conflict::Clash(clash) => clash.candidates().to_vec(),
            Conflict::Givens(conflict) => conflict.names().collect(),
            Conflict::Contradiction(_) | Conflict::Search => Vec::new(),
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conflict::Clash(clash) => clash.fmt(f),
            Conflict::Givens(conflict) => conflict.fmt(f),
            Conflict::Contradiction(contradiction) => contradiction.fmt(f),
            Conflict::Search => f.write_str("every way to fill the grid fails"),
        }
    }
}

/// A minimal set of givens that contradict each other: leave any one out, and the rest has a
/// solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictingGivens {
    givens: Vec<Candidate>,
    size: usize,
    contradiction: Option<Contradiction>,
}

impl ConflictingGivens {
    /// These givens of `puzzle`, with what propagation makes of them.
    pub(super) fn new(puzzle: &Puzzle, givens: Vec<Candidate>) -> ConflictingGivens {
        let mut candidates = Candidates::new(&puzzle.restricted_to(&givens));
        ConflictingGivens {
            givens,
            size: puzzle.size(),
            contradiction: candidates.propagate().err(),
        }
    }

    /// The givens, in the order of their cells.
    pub fn givens(&self) -> &[Candidate] {
        &self.givens
    }

    /// The givens as a person reads them.
    pub fn names(&self) -> impl Iterator<Item = CandidateName> + '_ {
        self.givens.iter().map(|given| given.name(self.size))
    }

    /// Where singles and intersections run into the contradiction, if they do.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction
    }
}

impl fmt::Display for ConflictingGivens {
    /// `no digit is left for r4c2, given r1c1=1 r1c2=2 r3c1=3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.contradiction {
            Some(contradiction) => contradiction.fmt(f)?,
            None => f.write_str("every way to fill the grid fails")?,
        }
        if self.givens.is_empty() {
            return f.write_str(", whatever is given");
        }
        f.write_str(", given")?;
        self.names().try_for_each(|name| write!(f, " {name}"))
    }
}

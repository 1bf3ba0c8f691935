//! What follows from the denial of a conclusion, by the facts of a step: lines that end where a fact
//! has no candidate left, or in cases that all end so.

use std::fmt::Write;

use super::fact::Fact;
use super::wording::{nothing_left, options, subject};
use crate::board::{Candidate, Layout};

/// What follows from the facts and the denial of a conclusion.
pub(super) struct Prover<'a> {
    facts: &'a [(Fact, Vec<Candidate>)],
    /// The candidates of the facts and the denied one.
    candidates: Vec<Candidate>,
    denied: usize,
    /// By candidate, those that it excludes.
    excluded: Vec<Vec<usize>>,
    /// By fact, its candidates.
    members: Vec<Vec<usize>>,
}

/// A line of a proof, with the numbers of the lines that it rests on.
struct Line {
    number: usize,
    says: Says,
    rests_on: Vec<usize>,
}

enum Says {
    /// What is assumed: that the candidate holds or, at the top, perhaps that it does not.
    Assume(usize),
    /// The fact is down to this candidate.
    Unit(usize, usize),
    /// The fact is down to these candidates, all of which exclude another one.
    Group(usize, Vec<usize>),
}

/// Lines, and how they end.
pub(super) struct Proof {
    lines: Vec<Line>,
    end: End,
    /// The lines that the end rests on.
    rests_on: Vec<usize>,
    candidates: Vec<Candidate>,
}

enum End {
    /// The fact has no candidate.
    Nothing(usize),
    /// Each of these candidates of the fact comes to a contradiction.
    Cases(usize, Vec<Proof>),
}

impl<'a> Prover<'a> {
    pub fn new(
        layout: &Layout,
        facts: &'a [(Fact, Vec<Candidate>)],
        denied: Candidate,
    ) -> Prover<'a> {
        let mut candidates: Vec<Candidate> = facts.iter().flat_map(|(_, m)| m.clone()).collect();
        candidates.push(denied);
        candidates.sort_unstable();
        candidates.dedup();
        let excludes = |one: &Candidate, other: &Candidate| {
            if one.cell == other.cell {
                one.digit != other.digit
            } else {
                (one.digit == other.digit
                    && layout.first_shared_house(one.cell, other.cell).is_some())
                    || layout.excluded(*one).any(|excluded| excluded == *other)
            }
        };
        let place = |candidate: &Candidate| candidates.binary_search(candidate).unwrap_or_default();
        let excluded = candidates.iter().map(|one| {
            let others = candidates.iter().enumerate();
            let others = others.filter(|(_, other)| excludes(one, other));
            others.map(|(number, _)| number).collect()
        });
        Prover {
            facts,
            denied: place(&denied),
            excluded: excluded.collect(),
            members: facts
                .iter()
                .map(|(_, m)| m.iter().map(place).collect())
                .collect(),
            candidates,
        }
    }

    pub fn prove(&self, holds: bool) -> Proof {
        let mut causes = vec![None; self.candidates.len()];
        let mut numbers = 0;
        let mut proof = self.go(self.denied, holds, &mut causes, &mut numbers);
        let mut needed = vec![false; numbers];
        proof.mark(&mut needed);
        proof.drop_unneeded(&needed);
        proof
    }

    /// What follows from an assumption. `causes` says of each candidate that is gone the number of
    /// the line that excludes it; `numbers` is the number of the next line.
    fn go(
        &self,
        assumed: usize,
        holds: bool,
        causes: &mut [Option<usize>],
        numbers: &mut usize,
    ) -> Proof {
        let mut lines: Vec<Line> = Vec::new();
        let mut add = |says: Says, rests_on: Vec<usize>, numbers: &mut usize| {
            let number = *numbers;
            *numbers += 1;
            lines.push(Line {
                number,
                says,
                rests_on,
            });
            number
        };
        let first = add(Says::Assume(assumed), Vec::new(), numbers);
        if holds {
            self.exclude(&[assumed], first, causes);
        } else {
            causes[assumed] = Some(first);
        }
        let mut done = vec![false; self.facts.len()];
        let (end, fact) = loop {
            let open: Vec<Vec<usize>> = (0..self.facts.len())
                .map(|fact| self.left(fact, causes))
                .collect();
            if let Some(fact) = open.iter().position(Vec::is_empty) {
                break (End::Nothing(fact), fact);
            }
            let is_unit = |fact: &usize| open[*fact].len() == 1 && !done[*fact];
            if let Some(fact) = (0..open.len()).find(is_unit) {
                done[fact] = true;
                let says = Says::Unit(fact, open[fact][0]);
                let number = add(says, self.rests_on(fact, causes), numbers);
                self.exclude(&open[fact], number, causes);
                continue;
            }
            let is_group = |fact: &usize| {
                let excluded = self.excluded_by(&open[*fact]);
                open[*fact].len() > 1 && excluded.iter().any(|gone| causes[*gone].is_none())
            };
            if let Some(fact) = (0..open.len()).find(is_group) {
                let says = Says::Group(fact, open[fact].clone());
                let number = add(says, self.rests_on(fact, causes), numbers);
                self.exclude(&open[fact], number, causes);
                continue;
            }
            let several = (0..open.len()).filter(|fact| open[*fact].len() > 1);
            let Some(fact) = several.min_by_key(|fact| open[*fact].len()) else {
                // The facts do not force the conclusion, which the check of the step will say.
                break (End::Cases(0, Vec::new()), 0);
            };
            let case = |case: &usize| self.go(*case, true, &mut causes.to_vec(), numbers);
            break (
                End::Cases(fact, open[fact].iter().map(case).collect()),
                fact,
            );
        };
        Proof {
            lines,
            end,
            rests_on: self.rests_on(fact, causes),
            candidates: self.candidates.clone(),
        }
    }

    /// The candidates of a fact that are not gone.
    fn left(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter().copied();
        members.filter(|member| causes[*member].is_none()).collect()
    }

    /// The lines for which the other candidates of a fact are gone.
    fn rests_on(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter();
        members.filter_map(|member| causes[*member]).collect()
    }

    /// The candidates that each of these excludes.
    fn excluded_by(&self, candidates: &[usize]) -> Vec<usize> {
        let excluded = self.excluded[candidates[0]].iter().copied();
        excluded
            .filter(|gone| candidates.iter().all(|c| self.excluded[*c].contains(gone)))
            .collect()
    }

    fn exclude(&self, by: &[usize], number: usize, causes: &mut [Option<usize>]) {
        for gone in self.excluded_by(by) {
            causes[gone].get_or_insert(number);
        }
    }
}

impl Proof {
    /// Marks the numbers of the lines that the end rests on.
    fn mark(&self, needed: &mut [bool]) {
        if let End::Cases(_, cases) = &self.end {
            cases.iter().for_each(|case| case.mark(needed));
        }
        self.rests_on
            .iter()
            .for_each(|number| needed[*number] = true);
        for line in self.lines.iter().rev() {
            if matches!(line.says, Says::Assume(..)) {
                needed[line.number] = true;
            } else if needed[line.number] {
                line.rests_on
                    .iter()
                    .for_each(|number| needed[*number] = true);
            }
        }
    }

    fn assumed(&self) -> Option<usize> {
        match self.lines.first() {
            Some(Line {
                says: Says::Assume(candidate),
                ..
            }) => Some(*candidate),
            _ => None,
        }
    }

    fn drop_unneeded(&mut self, needed: &[bool]) {
        self.lines.retain(|line| needed[line.number]);
        if let End::Cases(_, cases) = &mut self.end {
            cases.iter_mut().for_each(|case| case.drop_unneeded(needed));
        }
    }

    /// What follows from the first assumption, in words; `case` is the number of the case that it
    /// is, nothing at the top.
    pub fn to_text(&self, facts: &[(Fact, Vec<Candidate>)], size: usize, case: &str) -> String {
        let mut text = String::new();
        let mut then = if case.is_empty() { ", then" } else { ": then" };
        for line in &self.lines {
            let (fact, left) = match &line.says {
                Says::Assume(..) => continue,
                Says::Unit(fact, candidate) => (*fact, std::slice::from_ref(candidate)),
                Says::Group(fact, left) => (*fact, &left[..]),
            };
            let _ = write!(text, "{then} {}", self.must_be(facts[fact].0, left, size));
            then = "; then";
        }
        match &self.end {
            End::Nothing(fact) => {
                let but = if then == "; then" {
                    "; but then"
                } else {
                    &then[..1]
                };
                let _ = write!(text, "{but} {}.", nothing_left(facts[*fact].0, size));
            }
            End::Cases(fact, cases) => {
                let left: Vec<usize> = cases.iter().filter_map(Proof::assumed).collect();
                let _ = write!(
                    text,
                    "{then} {}.",
                    self.must_be(facts[*fact].0, &left, size)
                );
                for (proof, number) in cases.iter().zip(1..) {
                    let case = match case {
                        "" => number.to_string(),
                        outer => format!("{outer}.{number}"),
                    };
                    let assumed = proof.assumed().map(|c| self.candidates[c]);
                    let assumed = assumed.map_or_else(String::new, |Candidate { cell, digit }| {
                        format!(", {} is {digit}", cell.name(size))
                    });
                    let rest = proof.to_text(facts, size, &case);
                    let _ = write!(text, " Case {case}{assumed}{rest}");
                }
            }
        }
        text
    }

    /// `r1c1 must be 2 or 3`, `7 in box 5 must be at r4c4`.
    fn must_be(&self, fact: Fact, left: &[usize], size: usize) -> String {
        let left: Vec<Candidate> = left.iter().map(|c| self.candidates[*c]).collect();
        format!(
            "{} must be {}",
            subject(fact, size),
            options(fact, &left, size)
        )
    }
}

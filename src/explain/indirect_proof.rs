//! Proofs by contradiction, in words: a conclusion is denied, and deductions from the facts of a step
//! lead to a fact without candidates, or to cases that all do.

use std::fmt::Write;

use super::fact::{Fact, exclude_each_other, sorted_set};
use super::wording::{nothing_left, options, subject};
use crate::board::{Candidate, Layout};

/// The facts of a step and a conclusion to deny.
pub(super) struct IndirectProver<'a> {
    facts: &'a [(Fact, Vec<Candidate>)],
    /// The candidates of the facts and of the conclusion.
    candidates: Vec<Candidate>,
    conclusion: usize,
    /// By candidate, those that it excludes.
    excluded: Vec<Vec<usize>>,
    /// By fact, its candidates.
    members: Vec<Vec<usize>>,
}

/// A numbered line of a proof.
struct ProofLine {
    number: usize,
    statement: Statement,
    /// The numbers of the lines from which it follows.
    premises: Vec<usize>,
}

enum Statement {
    /// The assumption: the candidate holds or, at the top level, possibly does not hold.
    Assumption(usize),
    /// The fact has only this candidate left.
    Unit(usize, usize),
    /// The fact has only these candidates left, all of which exclude another one.
    Group(usize, Vec<usize>),
}

/// The lines of a proof and the contradiction.
pub(super) struct IndirectProof {
    lines: Vec<ProofLine>,
    contradiction: Refutation,
    /// The numbers of the lines from which the contradiction follows.
    premises: Vec<usize>,
    candidates: Vec<Candidate>,
}

enum Refutation {
    /// The fact has no candidate left.
    NoCandidate(usize),
    /// Each of these candidates of the fact leads to a contradiction.
    Cases(usize, Vec<IndirectProof>),
}

impl<'a> IndirectProver<'a> {
    pub fn new(
        layout: &Layout,
        facts: &'a [(Fact, Vec<Candidate>)],
        conclusion: Candidate,
    ) -> IndirectProver<'a> {
        let members = facts.iter().flat_map(|(_, members)| members);
        let candidates = sorted_set(members.chain([&conclusion]).copied());
        let place = |candidate: &Candidate| candidates.binary_search(candidate).unwrap_or_default();
        let excluded = candidates.iter().map(|one| {
            let others = candidates.iter().enumerate();
            let others = others.filter(|(_, other)| exclude_each_other(layout, *one, **other));
            others.map(|(number, _)| number).collect()
        });
        IndirectProver {
            facts,
            conclusion: place(&conclusion),
            excluded: excluded.collect(),
            members: facts
                .iter()
                .map(|(_, m)| m.iter().map(place).collect())
                .collect(),
            candidates,
        }
    }

    /// Proves the conclusion by assuming that its candidate holds, or that it does not.
    pub fn prove(&self, holds: bool) -> IndirectProof {
        let mut causes = vec![None; self.candidates.len()];
        let mut numbers = 0;
        let mut proof = self.refute(self.conclusion, holds, &mut causes, &mut numbers);
        let mut needed = vec![false; numbers];
        proof.mark(&mut needed);
        proof.drop_unneeded(&needed);
        proof
    }

    /// Derives a contradiction from an assumption. `causes` has, for each excluded candidate, the
    /// number of the line that excludes it; `numbers` is the number of the next line.
    fn refute(
        &self,
        assumed: usize,
        holds: bool,
        causes: &mut [Option<usize>],
        numbers: &mut usize,
    ) -> IndirectProof {
        let mut lines: Vec<ProofLine> = Vec::new();
        let first = next_number(numbers);
        lines.push(ProofLine {
            number: first,
            statement: Statement::Assumption(assumed),
            premises: Vec::new(),
        });
        if holds {
            self.exclude(&[assumed], first, causes);
        } else {
            causes[assumed] = Some(first);
        }
        let mut is_used = vec![false; self.facts.len()];
        let (contradiction, fact) = loop {
            let open: Vec<Vec<usize>> = (0..self.facts.len())
                .map(|fact| self.left(fact, causes))
                .collect();
            if let Some(fact) = open.iter().position(Vec::is_empty) {
                break (Refutation::NoCandidate(fact), fact);
            }
            if let Some((fact, statement)) = self.deduce(&open, &is_used, causes) {
                is_used[fact] |= matches!(statement, Statement::Unit(..));
                let number = next_number(numbers);
                lines.push(ProofLine {
                    number,
                    statement,
                    premises: self.premises(fact, causes),
                });
                self.exclude(&open[fact], number, causes);
                continue;
            }
            let several = (0..open.len()).filter(|fact| open[*fact].len() > 1);
            let Some(fact) = several.min_by_key(|fact| open[*fact].len()) else {
                // The facts do not force the conclusion. The check of the step reports that.
                break (Refutation::Cases(0, Vec::new()), 0);
            };
            let case = |case: &usize| self.refute(*case, true, &mut causes.to_vec(), numbers);
            let cases = open[fact].iter().map(case).collect();
            break (Refutation::Cases(fact, cases), fact);
        };
        IndirectProof {
            lines,
            contradiction,
            premises: self.premises(fact, causes),
            candidates: self.candidates.clone(),
        }
    }

    /// Returns the next fact from which something follows, and the statement: a fact with one
    /// candidate left, otherwise one whose candidates all exclude another.
    fn deduce(
        &self,
        open: &[Vec<usize>],
        is_used: &[bool],
        causes: &[Option<usize>],
    ) -> Option<(usize, Statement)> {
        let is_unit = |fact: &usize| open[*fact].len() == 1 && !is_used[*fact];
        if let Some(fact) = (0..open.len()).find(is_unit) {
            return Some((fact, Statement::Unit(fact, open[fact][0])));
        }
        let is_group = |fact: &usize| {
            let excluded = self.excluded_by(&open[*fact]);
            open[*fact].len() > 1 && excluded.iter().any(|other| causes[*other].is_none())
        };
        let fact = (0..open.len()).find(is_group)?;
        Some((fact, Statement::Group(fact, open[fact].clone())))
    }

    /// Returns the candidates of a fact that are not excluded.
    fn left(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter().copied();
        members.filter(|member| causes[*member].is_none()).collect()
    }

    /// Returns the lines that exclude candidates of a fact.
    fn premises(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter();
        members.filter_map(|member| causes[*member]).collect()
    }

    /// Returns the candidates that all of these exclude.
    fn excluded_by(&self, candidates: &[usize]) -> Vec<usize> {
        let excluded = self.excluded[candidates[0]].iter().copied();
        excluded
            .filter(|other| candidates.iter().all(|c| self.excluded[*c].contains(other)))
            .collect()
    }

    fn exclude(&self, by: &[usize], number: usize, causes: &mut [Option<usize>]) {
        for other in self.excluded_by(by) {
            causes[other].get_or_insert(number);
        }
    }
}

/// Returns the number of the next line.
fn next_number(numbers: &mut usize) -> usize {
    *numbers += 1;
    *numbers - 1
}

impl IndirectProof {
    /// Marks the numbers of the lines from which the contradiction follows.
    fn mark(&self, needed: &mut [bool]) {
        if let Refutation::Cases(_, cases) = &self.contradiction {
            cases.iter().for_each(|case| case.mark(needed));
        }
        self.premises
            .iter()
            .for_each(|number| needed[*number] = true);
        for line in self.lines.iter().rev() {
            if matches!(line.statement, Statement::Assumption(..)) {
                needed[line.number] = true;
            } else if needed[line.number] {
                line.premises
                    .iter()
                    .for_each(|number| needed[*number] = true);
            }
        }
    }

    fn assumed(&self) -> Option<usize> {
        match self.lines.first() {
            Some(ProofLine {
                statement: Statement::Assumption(candidate),
                ..
            }) => Some(*candidate),
            _ => None,
        }
    }

    fn drop_unneeded(&mut self, needed: &[bool]) {
        self.lines.retain(|line| needed[line.number]);
        if let Refutation::Cases(_, cases) = &mut self.contradiction {
            cases.iter_mut().for_each(|case| case.drop_unneeded(needed));
        }
    }

    /// Returns the proof in words, after the assumption. `case` is the number of the case, empty at
    /// the top level.
    pub fn to_text(&self, facts: &[(Fact, Vec<Candidate>)], size: usize, case: &str) -> String {
        let mut text = String::new();
        let mut separator = if case.is_empty() { ", then" } else { ": then" };
        for line in &self.lines {
            let (fact, left) = match &line.statement {
                Statement::Assumption(..) => continue,
                Statement::Unit(fact, candidate) => (*fact, std::slice::from_ref(candidate)),
                Statement::Group(fact, left) => (*fact, &left[..]),
            };
            let _ = write!(
                text,
                "{separator} {}",
                self.must_be(facts[fact].0, left, size)
            );
            separator = "; then";
        }
        match &self.contradiction {
            Refutation::NoCandidate(fact) => {
                let but = if separator == "; then" {
                    "; but then"
                } else {
                    &separator[..1]
                };
                let _ = write!(text, "{but} {}.", nothing_left(facts[*fact].0, size));
            }
            Refutation::Cases(fact, cases) => {
                let left: Vec<usize> = cases.iter().filter_map(IndirectProof::assumed).collect();
                let _ = write!(
                    text,
                    "{separator} {}.",
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

    /// Returns `r1c1 must be 2 or 3` or `7 in box 5 must be at r4c4`.
    fn must_be(&self, fact: Fact, left: &[usize], size: usize) -> String {
        let left: Vec<Candidate> = left.iter().map(|c| self.candidates[*c]).collect();
        format!(
            "{} must be {}",
            subject(fact, size),
            options(fact, &left, size)
        )
    }
}

//! Proofs by contradiction, in words: a conclusion is denied, and deductions from the facts of a step
//! lead to a fact without candidates, or to cases that all do.

use std::fmt::Write;

use super::super::drawn::drawn_rule::DrawnRule;
use super::super::fact::{Fact, exclude_each_other, sorted_set};
use super::super::house_sum::HouseSum;
use super::super::wording::{left_in_cells, nothing_left, options, subject};
use satdoku::board::{Candidate, Digit, Layout, ones};

/// The lines after which a proof with drawn constraints is cut short, which its text says.
const MOST_LINES: usize = 120;

/// The facts of a step and a conclusion to deny.
pub(super) struct IndirectProver<'a> {
    layout: &'a Layout,
    /// The facts of the step, and those that cells have digits which are part of drawn constraints.
    facts: Vec<Fact>,
    /// By fact, its rule if it is a drawn constraint.
    rules: Vec<Option<DrawnRule>>,
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
    /// The drawn constraint leaves only these candidates of some cells.
    Narrowed(usize, Vec<usize>),
}

/// The lines of a proof and the contradiction.
pub(super) struct IndirectProof {
    lines: Vec<ProofLine>,
    contradiction: Refutation,
    /// The numbers of the lines from which the contradiction follows.
    premises: Vec<usize>,
}

enum Refutation {
    /// The fact has no candidate left.
    NoCandidate(usize),
    /// Each of these candidates of the fact leads to a contradiction.
    Cases(usize, Vec<IndirectProof>),
    /// The proof is too long to show.
    Omitted,
}

impl<'a> IndirectProver<'a> {
    pub fn new(
        layout: &'a Layout,
        facts: &[(Fact, Vec<Candidate>)],
        conclusion: Candidate,
    ) -> IndirectProver<'a> {
        let mut facts = facts.to_vec();
        for (_, members) in facts.clone().iter().filter(|(fact, _)| is_drawn(fact)) {
            for of_cell in members.chunk_by(|one, other| one.cell == other.cell) {
                let cell = Fact::Cell(of_cell[0].cell);
                if !facts.iter().any(|(fact, _)| *fact == cell) {
                    facts.push((cell, of_cell.to_vec()));
                }
            }
        }
        let members = facts.iter().flat_map(|(_, members)| members);
        let candidates = sorted_set(members.chain([&conclusion]).copied());
        let place = |candidate: &Candidate| candidates.binary_search(candidate).unwrap_or_default();
        let excluded = candidates.iter().map(|one| {
            let others = candidates.iter().enumerate();
            let others = others.filter(|(_, other)| exclude_each_other(layout, *one, **other));
            others.map(|(number, _)| number).collect()
        });
        let rules = facts.iter().map(|(fact, members)| match fact {
            Fact::Constraint(number) => DrawnRule::new(layout, *number),
            Fact::Sum(sum) => sum_rule(layout, *sum, members),
            _ => None,
        });
        IndirectProver {
            layout,
            rules: rules.collect(),
            conclusion: place(&conclusion),
            excluded: excluded.collect(),
            members: facts
                .iter()
                .map(|(_, m)| m.iter().map(place).collect())
                .collect(),
            facts: facts.iter().map(|(fact, _)| *fact).collect(),
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
            if *numbers > MOST_LINES && self.rules.iter().any(Option::is_some) {
                break (Refutation::Omitted, self.facts.len());
            }
            if let Some((fact, statement)) = self.deduce(&open, &is_used, causes) {
                is_used[fact] |= matches!(statement, Statement::Unit(..));
                let number = next_number(numbers);
                let premises = self.premises(fact, causes);
                self.exclude(&open[fact], number, causes);
                lines.push(ProofLine {
                    number,
                    statement,
                    premises,
                });
                continue;
            }
            match self.narrow(&open) {
                Some((fact, None)) => break (Refutation::NoCandidate(fact), fact),
                Some((fact, Some(left))) => {
                    let number = next_number(numbers);
                    let premises = self.premises(fact, causes);
                    let cells = sorted_set(left.iter().map(|c| self.candidates[*c].cell));
                    for other in &open[fact] {
                        if cells.contains(&self.candidates[*other].cell) && !left.contains(other) {
                            causes[*other] = Some(number);
                        }
                    }
                    lines.push(ProofLine {
                        number,
                        statement: Statement::Narrowed(fact, left),
                        premises,
                    });
                    continue;
                }
                None => {}
            }
            let several =
                (0..open.len()).filter(|fact| open[*fact].len() > 1 && self.rules[*fact].is_none());
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
        }
    }

    /// Returns a drawn constraint that excludes candidates, and those that it leaves in the cells
    /// concerned; none if it cannot hold.
    fn narrow(&self, open: &[Vec<usize>]) -> Option<(usize, Option<Vec<usize>>)> {
        let rules = self.rules.iter().enumerate();
        let mut rules = rules.filter_map(|(fact, rule)| Some((fact, rule.as_ref()?)));
        rules.find_map(|(fact, rule)| {
            let mut digits = vec![0; rule.cells.len()];
            for candidate in &open[fact] {
                let Candidate { cell, digit } = self.candidates[*candidate];
                if let Ok(place) = rule.cells.binary_search(&cell) {
                    digits[place] |= 1 << digit.index();
                }
            }
            let before = digits.clone();
            if rule.filter(&mut digits, None).is_none() {
                return Some((fact, None));
            }
            let cells = rule.cells.iter().zip(before.iter().zip(&digits));
            let changed = cells.filter(|(_, (before, after))| before != after);
            let left = changed.flat_map(|(cell, (_, after))| {
                ones(*after).filter_map(|digit| {
                    let digit = Digit::from_index(digit);
                    let candidate = Candidate { cell: *cell, digit };
                    self.candidates.binary_search(&candidate).ok()
                })
            });
            let left: Vec<usize> = left.collect();
            (!left.is_empty()).then_some((fact, Some(left)))
        })
    }

    /// Returns the next fact from which something follows, and the statement: a fact with one
    /// candidate left, otherwise one whose candidates all exclude another.
    fn deduce(
        &self,
        open: &[Vec<usize>],
        is_used: &[bool],
        causes: &[Option<usize>],
    ) -> Option<(usize, Statement)> {
        let is_unit =
            |fact: &usize| open[*fact].len() == 1 && self.rules[*fact].is_none() && !is_used[*fact];
        if let Some(fact) = (0..open.len()).find(is_unit) {
            return Some((fact, Statement::Unit(fact, open[fact][0])));
        }
        let is_group = |fact: &usize| {
            let excluded = self.excluded_by(&open[*fact]);
            open[*fact].len() > 1
                && self.rules[*fact].is_none()
                && excluded.iter().any(|other| causes[*other].is_none())
        };
        let fact = (0..open.len()).find(is_group)?;
        Some((fact, Statement::Group(fact, open[fact].clone())))
    }

    /// Returns the candidates of a fact that are not excluded.
    fn left(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members[fact].iter().copied();
        members.filter(|member| causes[*member].is_none()).collect()
    }

    /// Returns the lines that exclude candidates of a fact; none if there is no such fact.
    fn premises(&self, fact: usize, causes: &[Option<usize>]) -> Vec<usize> {
        let members = self.members.get(fact).into_iter().flatten();
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
    pub fn to_text(&self, prover: &IndirectProver<'_>, case: &str) -> String {
        let layout = prover.layout;
        let mut text = String::new();
        let mut separator = if case.is_empty() { ", then" } else { ": then" };
        for line in &self.lines {
            let statement = match &line.statement {
                Statement::Assumption(..) => continue,
                Statement::Unit(fact, candidate) => prover.must_be(*fact, &[*candidate]),
                Statement::Group(fact, left) => prover.must_be(*fact, left),
                Statement::Narrowed(fact, left) => prover.leaves(*fact, left),
            };
            let _ = write!(text, "{separator} {statement}");
            separator = "; then";
        }
        match &self.contradiction {
            Refutation::NoCandidate(fact) => {
                let but = if separator == "; then" {
                    "; but then"
                } else {
                    &separator[..1]
                };
                let _ = write!(text, "{but} {}.", nothing_left(prover.facts[*fact], layout));
            }
            Refutation::Omitted => {
                let _ = write!(
                    text,
                    "{separator} all cases lead to a contradiction (the rest is too long to show)."
                );
            }
            Refutation::Cases(fact, cases) => {
                let left: Vec<usize> = cases.iter().filter_map(IndirectProof::assumed).collect();
                let _ = write!(text, "{separator} {}.", prover.must_be(*fact, &left));
                for (proof, number) in cases.iter().zip(1..) {
                    let case = match case {
                        "" => number.to_string(),
                        outer => format!("{outer}.{number}"),
                    };
                    let assumed = proof.assumed().map(|c| prover.candidates[c]);
                    let assumed = assumed.map_or_else(String::new, |Candidate { cell, digit }| {
                        let board = layout.geometry();
                        format!(", {} is {}", cell.name(board), board.value(digit))
                    });
                    let rest = proof.to_text(prover, &case);
                    let _ = write!(text, " Case {case}{assumed}{rest}");
                }
            }
        }
        text
    }
}

impl IndirectProver<'_> {
    /// Returns `r1c1 must be 2 or 3` or `7 in box 5 must be at r4c4`.
    fn must_be(&self, fact: usize, left: &[usize]) -> String {
        let left: Vec<Candidate> = left.iter().map(|c| self.candidates[*c]).collect();
        let fact = self.facts[fact];
        format!(
            "{} must be {}",
            subject(fact, self.layout),
            options(fact, &left, self.layout.geometry())
        )
    }

    /// Returns `the cage of 17 at r1c1 leaves 8 or 9 for r1c1`.
    fn leaves(&self, fact: usize, left: &[usize]) -> String {
        let left: Vec<Candidate> = left.iter().map(|c| self.candidates[*c]).collect();
        format!(
            "{} leaves {}",
            subject(self.facts[fact], self.layout),
            left_in_cells(&left, self.layout.geometry())
        )
    }
}

fn is_drawn(fact: &Fact) -> bool {
    matches!(fact, Fact::Constraint(_) | Fact::Sum(_))
}

/// Returns what is left of a sum in a position where its cells have these candidates.
fn sum_rule(layout: &Layout, sum: HouseSum, members: &[Candidate]) -> Option<DrawnRule> {
    let digits = |cell| {
        let of_cell = members.iter().filter(|member| member.cell == cell);
        of_cell.fold(0, |all, member| all | 1 << member.digit.index())
    };
    let open = sum.on(layout)?.terms.open(layout.geometry(), digits);
    let sum = open.implied(layout)?;
    Some(DrawnRule::of(&sum.primitives(), layout.geometry()))
}

//! Proofs by contradiction: a conclusion is denied, and deductions from the facts of a step lead to a fact
//! without candidates, or to cases that all do. `text` writes them in words.

mod naked_subset;
mod text;

use std::collections::BTreeSet;

use crate::fact::{Fact, exclude_each_other, sorted_set};
use crate::position::Tables;
use crate::reason::{Finding, Reasoner};
use naked_subset::NakedSubset;
use satdoku::board::{Candidate, Digit, Layout, ones};

/// The lines after which a proof with drawn constraints is cut short, which its text says.
const MOST_LINES: usize = 120;

/// The same for a proof without drawn constraints, whose lines are short.
const MOST_CLASSIC_LINES: usize = 2_000;

/// The facts of a step and a conclusion to deny.
pub(super) struct IndirectProver<'a> {
    layout: &'a Layout,
    /// The facts of the step, and those that cells have digits which are part of drawn constraints.
    facts: Vec<Fact>,
    /// By fact, its reasons if it is a drawn constraint or a sum.
    rules: Vec<Option<Reasoner<'a>>>,
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
    premises: Vec<Premise>,
    /// The candidates that it excludes, as far as the contradiction needs them.
    excluded: Vec<usize>,
}

/// The number of a line, and a candidate that it excludes.
type Premise = (usize, usize);

enum Statement {
    /// The assumption: the candidate holds or, at the top level, possibly does not hold.
    Assumption(usize),
    /// The fact has only this candidate left.
    Unit(usize, usize),
    /// The fact has only these candidates left, all of which exclude another one.
    Group(usize, Vec<usize>),
    /// The cells have as many digits left.
    Subset(NakedSubset),
    /// The drawn constraint excludes candidates.
    Narrowed(usize, Vec<Narrowing>),
}

/// Candidates that a drawn constraint excludes.
struct Narrowing {
    /// The reason, or `None` if there is no simple one.
    finding: Option<Finding>,
    excluded: Vec<usize>,
    /// The candidates left in the cells.
    left: Vec<usize>,
    premises: Vec<Premise>,
}

/// The lines of a proof and the contradiction.
pub(super) struct IndirectProof {
    lines: Vec<ProofLine>,
    contradiction: Refutation,
    /// The exclusions from which the contradiction follows.
    premises: Vec<Premise>,
}

enum Refutation {
    /// The fact has no candidate left.
    NoCandidate(usize),
    /// The drawn constraint cannot be filled, for a reason if there is a simple one.
    Unfillable(usize, Option<String>),
    /// The cells have fewer digits left.
    TooFewDigits(NakedSubset),
    /// Each of these candidates of the fact leads to a contradiction.
    Cases(usize, Vec<IndirectProof>),
    /// The proof is too long to show.
    Omitted,
}

impl<'a> IndirectProver<'a> {
    pub fn new(
        tables: &'a Tables,
        facts: &[(Fact, Vec<Candidate>)],
        conclusion: Candidate,
    ) -> IndirectProver<'a> {
        let layout = &tables.layout;
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
        let rules = facts
            .iter()
            .map(|(fact, members)| Reasoner::of_fact(tables, *fact, members));
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
        let mut needed = BTreeSet::new();
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
            excluded: Vec::new(),
        });
        if holds {
            self.exclude(&[assumed], first, causes);
        } else {
            causes[assumed] = Some(first);
        }
        let mut is_used = vec![false; self.facts.len()];
        let (contradiction, facts) = loop {
            let open: Vec<Vec<usize>> = (0..self.facts.len())
                .map(|fact| self.left(fact, causes))
                .collect();
            if let Some(fact) = open.iter().position(Vec::is_empty) {
                break (Refutation::NoCandidate(fact), vec![fact]);
            }
            let has_rules = self.rules.iter().any(Option::is_some);
            let most = if has_rules {
                MOST_LINES
            } else {
                MOST_CLASSIC_LINES
            };
            if *numbers > most {
                break (Refutation::Omitted, Vec::new());
            }
            if let Some((fact, statement)) = self.deduce(&open, &is_used, causes) {
                is_used[fact] |= matches!(statement, Statement::Unit(..));
                let number = next_number(numbers);
                let premises = self.premises(&[fact], causes);
                self.exclude(&open[fact], number, causes);
                lines.push(ProofLine {
                    number,
                    statement,
                    premises,
                    excluded: Vec::new(),
                });
                continue;
            }
            if let Some(subset) = self.naked_subset(&open, causes) {
                let facts = subset.facts.clone();
                if subset.is_contradiction() {
                    break (Refutation::TooFewDigits(subset), facts);
                }
                let number = next_number(numbers);
                let premises = self.premises(&facts, causes);
                for other in self.excluded_by_subset(&subset, &open) {
                    causes[other].get_or_insert(number);
                }
                lines.push(ProofLine {
                    number,
                    statement: Statement::Subset(subset),
                    premises,
                    excluded: Vec::new(),
                });
                continue;
            }
            match self.narrow(&open, *numbers, causes) {
                Some((fact, narrowings)) if narrowings.is_empty() => {
                    let reasoner = self.rules[fact].as_ref();
                    let reason = reasoner.and_then(|reasoner| {
                        reasoner.missing_place(&self.digits_by_place(reasoner, &open[fact]))
                    });
                    break (Refutation::Unfillable(fact, reason), vec![fact]);
                }
                Some((fact, narrowings)) => {
                    lines.push(ProofLine {
                        number: next_number(numbers),
                        statement: Statement::Narrowed(fact, narrowings),
                        premises: Vec::new(),
                        excluded: Vec::new(),
                    });
                    continue;
                }
                None => {}
            }
            let several =
                (0..open.len()).filter(|fact| open[*fact].len() > 1 && self.rules[*fact].is_none());
            let Some(fact) = several.min_by_key(|fact| open[*fact].len()) else {
                // The facts do not force the conclusion. The check of the step reports that.
                break (Refutation::Cases(0, Vec::new()), vec![0]);
            };
            let case = |case: &usize| self.refute(*case, true, &mut causes.to_vec(), numbers);
            let cases = open[fact].iter().map(case).collect();
            break (Refutation::Cases(fact, cases), vec![fact]);
        };
        IndirectProof {
            lines,
            contradiction,
            premises: self.premises(&facts, causes),
        }
    }

    /// Returns a drawn constraint that excludes candidates, and these with their reasons; none if it cannot
    /// hold. Notes in `causes` that the line with this number excludes them.
    fn narrow(
        &self,
        open: &[Vec<usize>],
        number: usize,
        causes: &mut [Option<usize>],
    ) -> Option<(usize, Vec<Narrowing>)> {
        let rules = self.rules.iter().enumerate();
        let mut rules = rules.filter_map(|(fact, rule)| Some((fact, rule.as_ref()?)));
        rules.find_map(|(fact, reasoner)| {
            let digits = self.digits_by_place(reasoner, &open[fact]);
            let all = self.digits_by_place(reasoner, &self.members[fact]);
            let (findings, rest) = reasoner.narrow(&digits, &all);
            let is_open = rest
                .as_ref()
                .is_some_and(|rest| rest.iter().all(|digits| *digits == 0));
            let is_changed = !findings.is_empty() || !is_open;
            is_changed.then(|| {
                (
                    fact,
                    self.narrowings(fact, &digits, findings, rest, number, causes),
                )
            })
        })
    }

    /// Returns the digits of candidates by the places of a drawn constraint.
    fn digits_by_place(&self, reasoner: &Reasoner<'_>, candidates: &[usize]) -> Vec<u16> {
        let cells = &reasoner.rule.cells;
        let mut digits = vec![0; cells.len()];
        for candidate in candidates {
            let Candidate { cell, digit } = self.candidates[*candidate];
            if let Ok(place) = cells.binary_search(&cell) {
                digits[place] |= 1 << digit.index();
            }
        }
        digits
    }

    /// Returns exclusions of a drawn constraint, and notes in `causes` that the line does so.
    fn narrowings(
        &self,
        fact: usize,
        digits: &[u16],
        findings: Vec<Finding>,
        rest: Option<Vec<u16>>,
        number: usize,
        causes: &mut [Option<usize>],
    ) -> Vec<Narrowing> {
        let Some(Reasoner { rule, .. }) = &self.rules[fact] else {
            return Vec::new();
        };
        let ids = |place: usize, digits: u16| -> Vec<usize> {
            let cell = rule.cells[place];
            let digits = ones(digits).map(|digit| Candidate {
                cell,
                digit: Digit::from_index(digit),
            });
            digits
                .filter_map(|at| self.candidates.binary_search(&at).ok())
                .collect()
        };
        let mut narrowings = Vec::new();
        let mut left = digits.to_vec();
        for finding in findings {
            let cells: Vec<_> = finding
                .rests_on
                .iter()
                .map(|place| rule.cells[*place])
                .collect();
            let mut premises = self.premises(&[fact], causes);
            premises.retain(|(_, of)| cells.contains(&self.candidates[*of].cell));
            let excluded = ids(finding.place, finding.removed);
            left[finding.place] &= !finding.removed;
            excluded.iter().for_each(|of| causes[*of] = Some(number));
            narrowings.push(Narrowing {
                finding: Some(finding),
                excluded,
                left: Vec::new(),
                premises,
            });
        }
        let rest = rest.unwrap_or_else(|| vec![0; left.len()]);
        let premises = self.premises(&[fact], causes);
        let places = || (0..rest.len()).filter(|place| rest[*place] != 0);
        let excluded: Vec<usize> = places().flat_map(|place| ids(place, rest[place])).collect();
        if !excluded.is_empty() {
            excluded.iter().for_each(|of| causes[*of] = Some(number));
            let left = places()
                .flat_map(|place| ids(place, left[place] & !rest[place]))
                .collect();
            narrowings.push(Narrowing {
                finding: None,
                excluded,
                left,
                premises,
            });
        }
        narrowings
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

    /// Returns the exclusions of candidates of facts; none if there is no such fact.
    fn premises(&self, facts: &[usize], causes: &[Option<usize>]) -> Vec<Premise> {
        let members = facts.iter().filter_map(|fact| self.members.get(*fact));
        let members = members.flatten();
        members
            .filter_map(|member| Some((causes[*member]?, *member)))
            .collect()
    }

    /// Returns the candidates that all of these exclude.
    fn excluded_by(&self, candidates: &[usize]) -> Vec<usize> {
        let excluded = self.excluded[candidates[0]].iter().copied();
        excluded
            .filter(|other| candidates.iter().all(|c| self.excluded[*c].contains(other)))
            .collect()
    }

    /// True if a candidate excludes another.
    fn excludes(&self, one: usize, other: usize) -> bool {
        self.excluded[one].contains(&other)
    }

    /// Returns the index of the digit of a candidate.
    fn digit_of(&self, candidate: usize) -> usize {
        self.candidates[candidate].digit.index()
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
    /// Marks the exclusions from which the contradiction follows.
    fn mark(&self, needed: &mut BTreeSet<Premise>) {
        if let Refutation::Cases(_, cases) = &self.contradiction {
            cases.iter().for_each(|case| case.mark(needed));
        }
        needed.extend(&self.premises);
        for line in self.lines.iter().rev() {
            if let Statement::Narrowed(_, narrowings) = &line.statement {
                for narrowing in narrowings.iter().rev() {
                    if narrowing.is_needed(line.number, needed) {
                        needed.extend(&narrowing.premises);
                    }
                }
            } else if line.is_needed(needed) {
                needed.extend(&line.premises);
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

    fn drop_unneeded(&mut self, needed: &BTreeSet<Premise>) {
        self.lines.retain(|line| line.is_needed(needed));
        for line in &mut self.lines {
            let excluded = needed.range((line.number, 0)..(line.number + 1, 0));
            line.excluded = excluded.map(|(_, excluded)| *excluded).collect();
            if let Statement::Narrowed(_, narrowings) = &mut line.statement {
                narrowings.retain(|narrowing| narrowing.is_needed(line.number, needed));
            }
        }
        if let Refutation::Cases(_, cases) = &mut self.contradiction {
            cases.iter_mut().for_each(|case| case.drop_unneeded(needed));
        }
    }
}

impl ProofLine {
    /// True for the assumption, and if the line excludes a candidate that is needed.
    fn is_needed(&self, needed: &BTreeSet<Premise>) -> bool {
        let is_assumption = matches!(self.statement, Statement::Assumption(..));
        is_assumption
            || needed
                .range((self.number, 0)..(self.number + 1, 0))
                .next()
                .is_some()
    }
}

impl Narrowing {
    fn is_needed(&self, line: usize, needed: &BTreeSet<Premise>) -> bool {
        self.excluded.iter().any(|of| needed.contains(&(line, *of)))
    }
}

fn is_drawn(fact: &Fact) -> bool {
    matches!(fact, Fact::Constraint(_) | Fact::Sum(_))
}

//! Proofs by contradiction in words: the trail of the refuter with the facts of a step.

use std::fmt::Write;

use super::constraint::{Drawn, Lead};
use super::facts::{nothing_left, options, subject};
use super::words::{cell_names, digit_runs, eliminated, join, values};
use crate::fact::Fact;
use crate::grouped::grouped;
use crate::position::{Position, State};
use crate::reason::sentence::Clause;
use crate::reason::{Finding, Reasoner};
use crate::search::network::{Network, WIDE};
use crate::search::order::InvariantOrder;
use crate::search::refute::{Branch, End, Line, Refuter};
use crate::search::set::Set;
use crate::sorted_set::sorted_set;
use crate::step::Step;
use satdoku::Deadline;
use satdoku::board::{Candidate, Cell, Geometry};

/// The most consequences of a line that are named.
const MOST_EXCLUDED: usize = 2;

/// The most lines of a proof that are printed.
const MOST_LINES: usize = 150;

/// The beginning of a consequence.
const SO: &str = ", so ";

/// Words for the first sums of a step.
const ORDINALS: [&str; 3] = ["first", "second", "third"];

/// The facts of a step and a conclusion to deny.
pub(super) struct Prover<'a> {
    state: &'a State,
    before: &'a Position,
    facts: &'a [Fact],
    network: Network<WIDE>,
    /// The number of the conclusion in the network, and true if the proof assumes that it holds, false that it does not.
    denied: Option<(usize, bool)>,
    /// By drawn constraint and sum of the network, its reasons.
    reasoners: Vec<Reasoner<'a>>,
}

/// A proof in words, after the assumption.
pub(super) struct ProofText {
    pub text: String,
    /// True if it distinguishes cases, each on a line of its own.
    pub has_cases: bool,
}

/// A line, and the exclusions that the contradiction needs.
type ProofLine = (Line, Set<WIDE>);

impl<'a> Prover<'a> {
    pub fn new(
        state: &'a State,
        step: &'a Step,
        denial: Option<(Candidate, bool)>,
        deadline: Option<&Deadline>,
    ) -> Prover<'a> {
        let tables = &state.tables;
        let conclusion = denial.map(|(conclusion, _)| conclusion);
        let order = InvariantOrder::of_facts(state, &step.facts, conclusion);
        let network = Network::new(state, order, deadline);
        let rules = network.clause_count()..network.facts.len();
        let rules = rules.map(|fact| network.rule(fact).rule.clone());
        let reasoners = rules.map(|rule| Reasoner::new(&tables.layout, rule, deadline));
        let reasoners = reasoners.collect();
        Prover {
            denied: denial.and_then(|(of, holds)| Some((network.number(tables.id(of))?, holds))),
            reasoners,
            network,
            before: &step.before,
            facts: &step.facts,
            state,
        }
    }

    /// Proves the conclusion by assuming that its candidate holds, or that it does not.
    pub fn proof(&self) -> ProofText {
        let narrow = |fact: usize, digits: &[u16]| self.reasoner(fact as u16).narrow(digits);
        if let Some(text) = self.direct() {
            let has_cases = false;
            return ProofText { text, has_cases };
        }
        let branch = Refuter::new(&self.network).prove(self.denied, &narrow);
        match branch.filter(|branch| line_count(branch) <= MOST_LINES) {
            Some(branch) => ProofText {
                has_cases: matches!(branch.end, End::Cases(..)),
                text: self.branch_text(&branch, "", &[]),
            },
            None => ProofText {
                has_cases: false,
                text: format!(
                    ", these facts leave no way to fill the cells. The proof is not listed, because it \
                     distinguishes so many cases that it has more than {MOST_LINES} steps."
                ),
            },
        }
    }

    /// Returns a proof that two drawn constraints or sums leave different digits for a cell that they share, if one does
    /// not need what the other one leaves.
    fn direct(&self) -> Option<String> {
        let (conclusion, holds) = self.denied?;
        let excluded = match holds {
            true => self.network.excluded[conclusion],
            false => [conclusion].into_iter().collect(),
        };
        let rules = (self.network.clause_count()..self.network.facts.len()).filter_map(|fact| {
            let reasoner = self.reasoner(fact as u16);
            let mut digits = self.network.rule(fact).digits_without(&excluded);
            let is_filled = reasoner.fills(&mut digits);
            is_filled.then_some((fact, reasoner, digits))
        });
        let rules: Vec<_> = rules.collect();
        let [(one, first, of_one), (other, second, of_other)] = &rules[..] else {
            return None;
        };
        let cells = first.rule.cells.iter().enumerate();
        let shared = cells.filter_map(|(place, cell)| {
            let other = second.rule.cells.binary_search(cell).ok()?;
            let left = [of_one[place], of_other[other]];
            (left[0] & left[1] == 0).then_some((cell, left))
        });
        let (cell, left) = shared.min_by_key(|(_, left)| (left[0] | left[1]).count_ones())?;
        let [left, but] = left.map(|digits| self.runs(digits));
        let [one, other] = [one, other].map(|fact| self.subject(*fact as u16));
        let cell = cell.name(self.board());
        Some(format!(
            ", {one} leaves {left} for {cell}, but {other} leaves {but}."
        ))
    }

    fn board(&self) -> &'a Geometry {
        self.before.board()
    }

    /// Returns digits, which are bits: `1 to 4 or 7`.
    fn runs(&self, digits: u16) -> String {
        digit_runs(&values(digits, self.board()))
    }

    fn reasoner(&self, fact: u16) -> &Reasoner<'a> {
        &self.reasoners[usize::from(fact) - self.network.clause_count()]
    }

    fn fact(&self, number: u16) -> Fact {
        self.state.fact(self.network.facts[usize::from(number)])
    }

    /// Returns the name of a fact. The text before the proof states the sums.
    fn subject(&self, fact: u16) -> String {
        let fact = self.fact(fact);
        let sums = self.facts.iter().filter(|of| matches!(of, Fact::Sum(_)));
        let sums: Vec<&Fact> = sums.collect();
        match sums.iter().position(|sum| **sum == fact) {
            Some(_) if sums.len() == 1 => "this sum".to_string(),
            Some(place) if sums.len() <= ORDINALS.len() => format!("the {} sum", ORDINALS[place]),
            _ => subject(&fact, &self.state.tables.layout, self.before),
        }
    }

    fn nothing_left(&self, number: u16) -> String {
        match self.fact(number) {
            Fact::Sum(_) => format!("{} cannot be reached", self.subject(number)),
            fact => nothing_left(&fact, &self.state.tables.layout, self.before),
        }
    }

    fn candidates(&self, numbers: impl Iterator<Item = usize>) -> Vec<Candidate> {
        numbers
            .map(|number| self.network.candidate(number))
            .collect()
    }

    /// Returns a part of a proof in words. `case` is the number of the case, empty at the top level, and `before` the
    /// lines of the levels around it.
    fn branch_text(&self, branch: &Branch<WIDE>, case: &str, before: &[&ProofLine]) -> String {
        let mut said = before.to_vec();
        let mut text = String::new();
        let mut separator = if case.is_empty() { ", then" } else { ": then" };
        for group in branch
            .lines
            .chunk_by(|(one, _), (other, _)| is_of_one_rule(one, other))
        {
            let is_new = |(line, _): &&ProofLine| !self.is_repeated(line, &said);
            let lines: Vec<&ProofLine> = group.iter().filter(is_new).collect();
            if let Some(statement) = self.statement(&lines, &said) {
                let _ = write!(text, "{separator} {statement}");
                separator = "; then";
            }
            said.extend(group);
        }
        // After lines, the contradiction is an objection to them.
        let but = match separator {
            "; then" => "; but then",
            first => &first[..1],
        };
        match &branch.end {
            End::NoCandidate(fact)
                if self.is_said(self.cell_of(*fact), &said, |left| left == 0) =>
            {
                text.push('.');
            }
            End::NoCandidate(fact) => {
                let _ = write!(text, "{but} {}.", self.nothing_left(*fact));
            }
            End::Unfillable(fact, digits) => {
                let unfilled = self.nothing_left(*fact);
                let reason = self.reasoner(*fact).impossible(digits);
                let because = reason.map_or_else(String::new, |of| format!(", because {of}"));
                let _ = write!(text, "{but} {unfilled}{because}.");
            }
            End::TooFewDigits(facts, digits) => {
                let (cells, digits) = self.subset_names(facts, *digits);
                let _ = write!(
                    text,
                    "{but} only {digits} are left for {cells}, which must differ."
                );
            }
            End::Cases(fact, cases) => {
                let left = cases.iter().map(|(candidate, _)| *candidate);
                let _ = write!(text, "{separator} {}.", self.must_be(*fact, left));
                for ((candidate, branch), number) in cases.iter().zip(1..) {
                    let case = match case {
                        "" => number.to_string(),
                        outer => format!("{outer}.{number}"),
                    };
                    let Candidate { cell, digit } = self.network.candidate((*candidate).into());
                    let (cell, digit) = (cell.name(self.board()), self.board().value(digit));
                    let rest = self.branch_text(branch, &case, &said);
                    let _ = write!(text, "\nCase {case}, {cell} is {digit}{rest}");
                }
            }
        }
        text
    }

    /// Returns lines as a statement: one line, or what one drawn constraint excludes. There may be nothing to say.
    fn statement(&self, lines: &[&ProofLine], said: &[&ProofLine]) -> Option<String> {
        let (first, needed) = lines.first()?;
        Some(match first {
            Line::Assumption(_) | Line::Denial(_) => return None,
            Line::Unit(candidate, fact) => self.must_be(*fact, [*candidate].into_iter()),
            Line::Group(fact, left) => {
                self.must_be(*fact, left.iter().copied()) + &self.excluded_text(needed)
            }
            Line::Subset(facts, digits) => {
                let excluded = self.excluded_text(needed);
                let is_said = |fact: &u16| {
                    self.is_said(self.cell_of(*fact), said, |left| left & !digits == 0)
                };
                if let Some(excluded) = excluded.strip_prefix(SO)
                    && facts.iter().all(is_said)
                {
                    return Some(excluded.to_string());
                }
                let (cells, digits) = self.subset_names(facts, *digits);
                format!("{cells} hold {digits}{excluded}")
            }
            Line::Finding(fact, _) | Line::Rule(fact, _) => self.narrowed(*fact, lines, said),
        })
    }

    /// Returns `across the white dot, r1c1 is 1 away from r1c2, which is 4, so r1c1 is 3 or 5`.
    fn narrowed(&self, fact: u16, lines: &[&ProofLine], said: &[&ProofLine]) -> String {
        let (layout, subject) = (&self.state.tables.layout, self.subject(fact));
        let lead = match self.fact(fact) {
            Fact::Constraint(number) => Drawn::of(layout, number).lead(),
            _ => Lead {
                full: format!("by {subject}"),
                short: format!("by {subject}"),
            },
        };
        let findings = lines.iter().filter_map(|(line, _)| match line {
            Line::Finding(_, finding) => Some(&**finding),
            _ => None,
        });
        let findings: Vec<&Finding> = findings.collect();
        let assumed = said.iter().filter_map(|(line, _)| match line {
            Line::Assumption(candidate) => Some(self.network.candidate(usize::from(*candidate))),
            _ => None,
        });
        let assumed: Vec<Candidate> = assumed.collect();
        let clauses = self.reasoner(fact).clauses(&findings, &assumed);
        let mut texts: Vec<String> = clauses.iter().map(Clause::text).collect();
        if let (Some(text), Some(first)) = (texts.first_mut(), clauses.first()) {
            *text = first.led(&lead);
        }
        let rest = lines.iter().filter_map(|(line, needed)| match line {
            Line::Rule(_, left) => Some(self.left_text(fact, left, needed)),
            _ => None,
        });
        texts.extend(rest.map(|left| format!("{subject} leaves {left}")));
        texts.join(" and ")
    }

    /// Returns the digits that a drawn constraint leaves in cells of excluded candidates, those with the same digits
    /// together: `1 to 5 for r1c1 and 8 or 9 for r1c2 and r1c3`.
    fn left_text(&self, fact: u16, left: &[u16], excluded: &Set<WIDE>) -> String {
        let excluded = self.candidates(excluded.iter());
        let cells = self.reasoner(fact).rule.cells.iter().zip(left);
        let cells = cells.filter(|(cell, _)| excluded.iter().any(|at| at.cell == **cell));
        let groups = grouped(cells.map(|(cell, left)| (*left, *cell)));
        let texts = groups.iter().filter(|(digits, _)| *digits != 0);
        let texts = texts.map(|(digits, cells)| {
            let cells = cell_names(cells, self.board());
            format!("{} for {cells}", self.runs(*digits))
        });
        join(texts, "and")
    }

    /// Returns `r1c1 must be 2 or 3` or `7 in box 5 must be at r4c4`.
    fn must_be(&self, fact: u16, left: impl Iterator<Item = u16>) -> String {
        let left = self.candidates(left.map(usize::from));
        let options = options(&self.fact(fact), &left, self.board());
        format!("{} must be {options}", self.subject(fact))
    }

    /// Returns `, so r1c1 is not 2` for a few candidates.
    fn excluded_text(&self, excluded: &Set<WIDE>) -> String {
        let excluded = self.candidates(excluded.iter());
        match eliminated(&excluded, self.board()) {
            texts if (1..=MOST_EXCLUDED).contains(&texts.len()) => {
                format!("{SO}{}", join(&texts, "and"))
            }
            _ => String::new(),
        }
    }

    /// Returns the cells and the digits of a naked subset: `r1c1 and r1c2`, `3 and 4`.
    fn subset_names(&self, facts: &[u16], digits: u16) -> (String, String) {
        let cells = facts.iter().filter_map(|fact| self.cell_of(*fact));
        let cells = cell_names(&sorted_set(cells), self.board());
        (cells, join(values(digits, self.board()), "and"))
    }

    /// Returns the cell of a fact about a cell.
    fn cell_of(&self, fact: u16) -> Option<Cell> {
        match self.fact(fact) {
            Fact::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// True if a finding said that the cell of a line has only its digit left.
    fn is_repeated(&self, line: &Line, said: &[&ProofLine]) -> bool {
        let Line::Unit(candidate, _) = line else {
            return false;
        };
        let Candidate { cell, digit } = self.network.candidate(usize::from(*candidate));
        self.is_said(Some(cell), said, |left| left == 1 << digit.index())
    }

    /// True if a finding said that only such digits are left for a cell.
    fn is_said(
        &self,
        cell: Option<Cell>,
        said: &[&ProofLine],
        is_left: impl Fn(u16) -> bool,
    ) -> bool {
        said.iter().any(|(line, _)| match line {
            Line::Finding(fact, finding) => {
                let of_finding = self.reasoner(*fact).rule.cells[finding.place];
                Some(of_finding) == cell && is_left(finding.left)
            }
            _ => false,
        })
    }
}

/// True if both lines are about the same drawn constraint.
fn is_of_one_rule(one: &Line, other: &Line) -> bool {
    let rule = |line: &Line| match line {
        Line::Finding(fact, _) | Line::Rule(fact, _) => Some(*fact),
        _ => None,
    };
    rule(one).is_some() && rule(one) == rule(other)
}

fn line_count(branch: &Branch<WIDE>) -> usize {
    let of_cases = match &branch.end {
        End::Cases(_, cases) => cases.iter().map(|(_, branch)| 1 + line_count(branch)).sum(),
        _ => 0,
    };
    branch.lines.len() + of_cases
}

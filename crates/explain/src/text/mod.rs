//! Arguments: the proof of a step in words.
//!
//! Techniques have their usual wording, and steps of one drawn constraint the reasons of `reason`. In all other steps
//! each conclusion is denied, and `proof` prints the trail of the refuter.

pub(crate) mod constraint;
pub(crate) mod facts;
mod proof;
pub(crate) mod single;
pub(crate) mod words;

use std::fmt::Write;

use crate::fact::{DeadlyPattern, Fact};
use crate::position::State;
use crate::step::Step;
use crate::techniques::pattern::Pattern;
use facts::subject;
use proof::Prover;
use satdoku::Deadline;
use satdoku::board::{Candidate, Geometry};
use single::{constraint_text, sums_text};
use words::{cell_names, eliminated, join, names};

/// The number of conclusions up to which each has a proof of its own.
const MOST_ARGUED: usize = 3;

/// The length of a text after which no more conclusions have a proof of their own.
const LONG: usize = 150;

/// The most facts to combine that are named one by one.
const MOST_COMBINED: usize = 12;

/// Adds the argument of a step, its notation and the names of its facts. `state` is the position before it.
pub(crate) fn argue(state: &State, step: &mut Step, deadline: Option<&Deadline>) {
    let layout = &state.tables.layout;
    let names = step.facts.iter().map(|fact| fact.name(layout).to_string());
    step.fact_names = names.collect();
    let chain = step.pattern.chain();
    step.notation = chain.map(|chain| chain.notation(layout.geometry()));
    let patterns = step.facts.iter().filter_map(|fact| match fact {
        Fact::OneSolution(pattern) => Some(*pattern),
        _ => None,
    });
    let state = state.with_patterns(patterns.collect());
    let state = &state;
    step.argument = Arguer {
        state,
        step,
        deadline,
    }
    .argument();
}

/// A step to be put into words.
struct Arguer<'a> {
    state: &'a State,
    step: &'a Step,
    deadline: Option<&'a Deadline>,
}

impl Arguer<'_> {
    fn argument(&self) -> String {
        let Step { facts, pattern, .. } = self.step;
        let (tables, layout) = (&self.state.tables, &self.state.tables.layout);
        match pattern {
            Pattern::Chain(_, chain) => {
                let text = chain.to_text(layout) + " " + &self.proofs(&[], &chain.others);
                text.trim_end().to_string()
            }
            Pattern::Deadly(deadly) => self.unique(*deadly),
            Pattern::Drawn(_) | Pattern::Contradiction => {
                let reasons = match facts.len() {
                    1 => constraint_text(tables, self.step, self.deadline),
                    _ => self.combined(),
                };
                let sums = sums_text(layout, &self.step.before, facts);
                (sums + &reasons).trim_end().to_string()
            }
            _ => {
                let text = pattern.to_text(&self.step.eliminates, layout);
                text.unwrap_or_else(|| self.proofs(&self.step.places, &self.step.eliminates))
            }
        }
    }

    /// Returns the argument of a step that assumes one solution.
    fn unique(&self, deadly: DeadlyPattern) -> String {
        let Step {
            places, eliminates, ..
        } = self.step;
        let layout = &self.state.tables.layout;
        let extras = self.step.before.members(layout, &self.step.facts[0]);
        let text = unique_text(deadly, &extras, layout.geometry());
        match self.step.facts.len() {
            1 if places.is_empty() => {
                let concluded = eliminated(eliminates, layout.geometry());
                format!("{text} So {}.", join(concluded, "and"))
            }
            1 => text,
            _ => format!("{text} {}", self.proofs(places, eliminates)),
        }
    }

    /// Returns the argument of a step of several facts with drawn constraints: which to combine, unless they are two,
    /// or the sums that the text has just stated, and a proof by contradiction.
    fn combined(&self) -> String {
        let Step { facts, before, .. } = self.step;
        let layout = &self.state.tables.layout;
        let proofs = self.proofs(&self.step.places, &self.step.eliminates);
        if facts.len() == 2 || facts.iter().all(|fact| matches!(fact, Fact::Sum(_))) {
            return proofs;
        }
        let subjects = facts.iter().map(|fact| subject(fact, layout, before));
        let subjects: Vec<String> = subjects.collect();
        let others = match subjects.len() - 1 {
            many if many >= MOST_COMBINED => format!("{many} other facts"),
            _ => join(&subjects[1..], "and"),
        };
        format!("Combine {} with {others}. {proofs}", subjects[0])
    }

    /// Proves conclusions by contradiction: all of them if they are few and the proofs are short, otherwise the
    /// first. Without conclusions, proves that the facts contradict each other.
    fn proofs(&self, places: &[Candidate], eliminates: &[Candidate]) -> String {
        let board = self.state.tables.layout.geometry();
        let denied = places.iter().map(|placed| (*placed, false));
        let denied = denied.chain(eliminates.iter().map(|other| (*other, true)));
        let denied: Vec<(Candidate, bool)> = denied.collect();
        if self.step.is_contradiction() {
            let proof = Prover::new(self.state, self.step, None, self.deadline).proof();
            return format!("Whatever the digits are{}", proof.text);
        }
        let (mut text, mut argued, mut previous) = (String::new(), 0, None);
        for (candidate, holds) in denied.iter().copied() {
            let (cell, digit) = (candidate.cell.name(board), board.value(candidate.digit));
            let (is, is_not) = match holds {
                true => ("is", "is not"),
                false => ("is not", "is"),
            };
            let denial = Some((candidate, holds));
            let proof = Prover::new(self.state, self.step, denial, self.deadline).proof();
            let space = if text.is_empty() { "" } else { " " };
            let follows = match previous.as_ref() == Some(&proof.text) {
                true => ", the same follows.",
                false => &proof.text,
            };
            let end = if proof.has_cases { "\n" } else { " " };
            let _ = write!(
                text,
                "{space}If {cell} {is} {digit}{follows}{end}So {cell} {is_not} {digit}."
            );
            argued += 1;
            if denied.len() > MOST_ARGUED || proof.has_cases || text.len() > LONG {
                break;
            }
            previous = Some(proof.text);
        }
        match denied.len() - argued {
            0 => text,
            _ => text + " The rest follows likewise.",
        }
    }
}

/// Returns why one of the other candidates in the cells of a deadly pattern holds.
fn unique_text(pattern: DeadlyPattern, extras: &[Candidate], board: &Geometry) -> String {
    match pattern {
        DeadlyPattern::Rectangle { cells, digits } => {
            let [one, other] = digits.map(|digit| board.value(digit));
            let cells = cell_names(&cells, board);
            let holds = match extras {
                [extra] => {
                    format!("{} is {}", extra.cell.name(board), board.value(extra.digit))
                }
                _ => format!("another digit is there, {}", names(extras, board, "or")),
            };
            format!(
                "If {cells} had only {one} and {other}, exchanging these two digits would give a \
                 second solution. As there is only one, {holds}."
            )
        }
        DeadlyPattern::AllBut(Candidate { cell, digit }) => {
            let (cell, digit) = (cell.name(board), board.value(digit));
            format!(
                "Apart from {digit} at {cell}, every open cell has two digits left, and every digit has \
                 two places in each house where it is open. If {cell} were not {digit}, changing all of \
                 these cells to their other digit would give a second solution. As there is only one, \
                 {cell} is {digit}."
            )
        }
    }
}

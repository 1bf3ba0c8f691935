//! Proofs by contradiction in words.

use std::fmt::Write;

use super::naked_subset::NakedSubset;
use super::{IndirectProof, IndirectProver, Narrowing, Refutation, Statement};
use crate::drawn::wording::lead;
use crate::fact::{Fact, sorted_set};
use crate::reason::{Finding, clause_texts};
use crate::wording::{cell_names, eliminated, join, left_in_cells, nothing_left, options, subject};
use satdoku::board::{Candidate, Digit, ones};

/// The most consequences of a line that are named.
const MOST_EXCLUDED: usize = 2;

impl IndirectProof {
    /// Returns the proof in words, after the assumption. `case` is the number of the case, empty at
    /// the top level.
    pub fn to_text(&self, prover: &IndirectProver<'_>, case: &str) -> String {
        if self.is_cut_short() {
            let text =
                ", every case leads to a contradiction, by a proof that is too long to show.";
            return text.to_string();
        }
        let layout = prover.layout;
        let mut text = String::new();
        let mut separator = if case.is_empty() { ", then" } else { ": then" };
        for line in &self.lines {
            let statement = match &line.statement {
                Statement::Assumption(..) => continue,
                Statement::Unit(_, candidate) if self.has_found(prover, *candidate) => continue,
                Statement::Unit(fact, candidate) => prover.must_be(*fact, &[*candidate]),
                Statement::Group(fact, left) => {
                    prover.must_be(*fact, left) + &prover.excluded_text(&line.excluded)
                }
                Statement::Subset(subset) => {
                    let (cells, digits) = prover.subset_names(subset);
                    format!("{cells} hold {digits}") + &prover.excluded_text(&line.excluded)
                }
                Statement::Narrowed(fact, narrowings) => prover.narrowed(*fact, narrowings),
            };
            let _ = write!(text, "{separator} {statement}");
            separator = "; then";
        }
        match &self.contradiction {
            Refutation::NoCandidate(fact) if self.has_emptied(prover, prover.facts[*fact]) => {
                text += &self.emptied_text(prover, prover.facts[*fact]);
            }
            Refutation::NoCandidate(fact) => {
                let nothing_left = nothing_left(prover.facts[*fact], layout);
                let _ = write!(text, "{} {nothing_left}.", but(separator));
            }
            Refutation::Unfillable(fact, reason) => {
                let unfilled = nothing_left(prover.facts[*fact], layout);
                let reason = reason.iter().map(|reason| format!(", because {reason}"));
                let reason: String = reason.collect();
                let _ = write!(text, "{} {unfilled}{reason}.", but(separator));
            }
            Refutation::TooFewDigits(subset) => {
                let (cells, digits) = prover.subset_names(subset);
                let _ = write!(
                    text,
                    "{} only {digits} are left for {cells}, which must differ.",
                    but(separator)
                );
            }
            Refutation::Omitted => {}
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

    /// True if some part of the proof is too long to show.
    fn is_cut_short(&self) -> bool {
        match &self.contradiction {
            Refutation::Omitted => true,
            Refutation::Cases(_, cases) => cases.iter().any(IndirectProof::is_cut_short),
            _ => false,
        }
    }

    /// Returns the findings about drawn constraints.
    fn narrowings(&self) -> impl Iterator<Item = (&Finding, &Narrowing)> {
        let narrowings = self.lines.iter().filter_map(|line| match &line.statement {
            Statement::Narrowed(_, narrowings) => Some(narrowings),
            _ => None,
        });
        let found = narrowings.flatten();
        found.filter_map(|narrowing| Some((narrowing.finding.as_ref()?, narrowing)))
    }

    /// True if the text of a finding says that the cell has only this candidate left.
    fn has_found(&self, prover: &IndirectProver<'_>, candidate: usize) -> bool {
        let Candidate { cell, digit } = prover.candidates[candidate];
        self.narrowings().any(|(finding, narrowing)| {
            let is_in_cell = narrowing
                .excluded
                .iter()
                .any(|of| prover.candidates[*of].cell == cell);
            is_in_cell && finding.left == 1 << digit.index()
        })
    }

    /// True if the text of a finding says that no digit is left for the cell.
    fn has_emptied(&self, prover: &IndirectProver<'_>, fact: Fact) -> bool {
        self.narrowings().any(|(finding, narrowing)| {
            let mut excluded = narrowing.excluded.iter();
            finding.left == 0 && excluded.any(|of| fact == Fact::Cell(prover.candidates[*of].cell))
        })
    }

    /// Returns the end of a proof whose last finding leaves a cell no digit: why it cannot have those that the
    /// finding allows.
    fn emptied_text(&self, prover: &IndirectProver<'_>, fact: Fact) -> String {
        let Fact::Cell(cell) = fact else {
            return ".".to_string();
        };
        let last = self
            .narrowings()
            .filter(|(finding, _)| finding.left == 0)
            .last();
        let allowed = last.map_or(0, |(finding, _)| finding.allowed);
        if allowed == 0 {
            return ".".to_string();
        }
        let board = prover.layout.geometry();
        let taken = ones(allowed).map(|digit| {
            let digit = Digit::from_index(digit);
            let number = prover
                .candidates
                .binary_search(&Candidate { cell, digit })
                .ok()?;
            let (line, _) = self.premises.iter().find(|(_, of)| *of == number)?;
            let line = self.lines.iter().find(|of| of.number == *line)?;
            let (Statement::Assumption(by) | Statement::Unit(_, by)) = line.statement else {
                return None;
            };
            let by = prover.candidates[by];
            let is_taken = by.digit == digit && by.cell != cell;
            is_taken.then(|| format!("{} is {}", by.cell.name(board), board.value(digit)))
        });
        match taken.collect::<Option<Vec<String>>>() {
            Some(taken) => format!(", but {}.", join(&taken, "and")),
            None => ", which is excluded.".to_string(),
        }
    }
}

/// Returns the beginning of a contradiction after the lines of a proof, or after its assumption.
fn but(separator: &str) -> &str {
    match separator {
        "; then" => "; but then",
        _ => &separator[..1],
    }
}

impl IndirectProver<'_> {
    /// Returns the cells and the digits of a naked subset: `r1c1 and r1c2`, `3 and 4`.
    fn subset_names(&self, subset: &NakedSubset) -> (String, String) {
        let board = self.layout.geometry();
        let cells = subset
            .facts
            .iter()
            .filter_map(|fact| match self.facts[*fact] {
                Fact::Cell(cell) => Some(cell),
                _ => None,
            });
        let values = ones(subset.digits).map(|digit| board.value(Digit::from_index(digit)));
        let values: Vec<String> = values.map(|value| value.to_string()).collect();
        (cell_names(&sorted_set(cells), board), join(&values, "and"))
    }

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

    /// Returns `, so r1c1 is not 2` for a few candidates.
    fn excluded_text(&self, excluded: &[usize]) -> String {
        let excluded: Vec<Candidate> = excluded.iter().map(|of| self.candidates[*of]).collect();
        match eliminated(&excluded, self.layout.geometry()) {
            texts if (1..=MOST_EXCLUDED).contains(&texts.len()) => {
                format!(", so {}", join(&texts, "and"))
            }
            _ => String::new(),
        }
    }

    /// Returns `across the white dot at r1c1 and r1c2, r1c1 is 1 away from r1c2, which is 4, so r1c1 is 3
    /// or 5`.
    fn narrowed(&self, fact: usize, narrowings: &[Narrowing]) -> String {
        let subject = subject(self.facts[fact], self.layout);
        let Some(reasoner) = &self.rules[fact] else {
            return subject;
        };
        let lead = match self.facts[fact] {
            Fact::Constraint(number) => lead(self.layout, number),
            _ => format!("by {subject}"),
        };
        let findings = narrowings
            .iter()
            .filter_map(|narrowing| narrowing.finding.as_ref());
        let clauses = reasoner.clauses(&findings.collect::<Vec<_>>());
        let mut texts = clause_texts(&clauses);
        if let Some(first) = texts.first_mut() {
            *first = reasoner.led(&lead, first);
        }
        let left = narrowings
            .iter()
            .filter(|narrowing| narrowing.finding.is_none());
        texts.extend(left.map(|narrowing| {
            let left: Vec<Candidate> = narrowing.left.iter().map(|c| self.candidates[*c]).collect();
            format!(
                "{subject} leaves {}",
                left_in_cells(&left, self.layout.geometry())
            )
        }));
        texts.join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Tables;
    use satdoku::Puzzle;
    use satdoku::board::Cell;

    #[test]
    fn a_proof_that_is_too_long_is_not_shown_in_part() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let tables = Tables::new(puzzle.layout().clone());
        let conclusion = Candidate {
            cell: Cell::from_index(0),
            digit: Digit::from_index(0),
        };
        let prover = IndirectProver::new(&tables, &[], conclusion);
        let proof = |contradiction| IndirectProof {
            lines: Vec::new(),
            contradiction,
            premises: Vec::new(),
        };
        let cut = proof(Refutation::Cases(0, vec![proof(Refutation::Omitted)]));
        assert_eq!(
            cut.to_text(&prover, ""),
            ", every case leads to a contradiction, by a proof that is too long to show."
        );
    }

    /// With all facts of a blank board, the cases are all of its solutions.
    #[test]
    fn a_proof_of_very_many_cases_ends() {
        let puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let tables = Tables::new(puzzle.layout().clone());
        let of_cell = |cell| {
            let digits = (0..9).map(Digit::from_index);
            let members = digits.map(|digit| Candidate { cell, digit });
            (Fact::Cell(cell), members.collect())
        };
        let facts: Vec<(Fact, Vec<Candidate>)> =
            (0..81).map(Cell::from_index).map(of_cell).collect();
        let prover = IndirectProver::new(&tables, &facts, facts[0].1[0]);
        assert!(prover.prove(true).is_cut_short());
    }
}

//! A checker for DRAT proofs as text, independent of the program, by reverse unit propagation
//! (E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for CNF Formulas*, DATE 2003).
//! It has no RAT steps, which the embedded solver never makes. It ignores deletions, so a clause may follow
//! from more clauses than the solver had.

use std::collections::HashMap;

/// Checks that `proof` refutes the DIMACS formula `cnf`: each added clause must follow by unit propagation
/// from those before it, until the formula is refuted.
pub fn check(cnf: &str, proof: &str) -> Result<(), String> {
    let mut clauses = Clauses::default();
    for line in cnf.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        clauses.add(numbers(line)?);
    }
    for line in proof.lines().filter(|line| !line.starts_with('d')) {
        let clause = numbers(line)?;
        if !clauses.imply(&clause) {
            return Err(format!("does not follow: {line}"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.add(clause);
    }
    Err("ends without the empty clause".to_string())
}

fn numbers(line: &str) -> Result<Vec<i64>, String> {
    let parsed: Result<Vec<i64>, _> = line.split_whitespace().map(str::parse).collect();
    let mut numbers = parsed.map_err(|_| format!("no number: {line}"))?;
    match numbers.pop() {
        Some(0) => Ok(numbers),
        _ => Err(format!("no 0 at the end: {line}")),
    }
}

/// Clauses with two watched literals each, and the literals that are true.
#[derive(Default)]
struct Clauses {
    all: Vec<Vec<i64>>,
    /// For each literal, the clauses in which it is one of the first two.
    watches: HashMap<i64, Vec<usize>>,
    /// For each variable, its true literal, or 0.
    values: Vec<i64>,
    /// The true literals in order, and the number of those whose clauses were visited.
    trail: Vec<i64>,
    propagated: usize,
    is_refuted: bool,
}

impl Clauses {
    fn add(&mut self, mut clause: Vec<i64>) {
        clause.sort_by_key(|literal| self.value(*literal) == -*literal);
        let is_open = |literal: &&i64| self.value(**literal) != -**literal;
        match clause.iter().filter(is_open).take(2).count() {
            0 => self.is_refuted = true,
            1 => {
                let unit = clause[0];
                self.is_refuted |= !self.assume(unit) || !self.propagate();
            }
            _ => {}
        }
        if let [one, other, ..] = clause[..] {
            for literal in [one, other] {
                self.watches
                    .entry(literal)
                    .or_default()
                    .push(self.all.len());
            }
            self.all.push(clause);
        }
    }

    /// Returns true if the negation of `clause` leads to a contradiction.
    fn imply(&mut self, clause: &[i64]) -> bool {
        let (length, propagated) = (self.trail.len(), self.propagated);
        let is_consistent = !self.is_refuted
            && clause.iter().all(|literal| self.assume(-literal))
            && self.propagate();
        for literal in self.trail.drain(length..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.propagated = propagated;
        !is_consistent
    }

    /// Returns the true literal of the variable of a literal, or 0.
    fn value(&self, literal: i64) -> i64 {
        let variable = literal.unsigned_abs() as usize;
        self.values.get(variable).copied().unwrap_or(0)
    }

    /// Makes a literal true. Returns false if it is false.
    fn assume(&mut self, literal: i64) -> bool {
        let variable = literal.unsigned_abs() as usize;
        if self.values.len() <= variable {
            self.values.resize(variable + 1, 0);
        }
        if self.values[variable] == 0 {
            self.values[variable] = literal;
            self.trail.push(literal);
        }
        self.values[variable] == literal
    }

    /// Makes the last open literal of each clause true. Returns false at a contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watches = self.watches.remove(&-literal).unwrap_or_default();
            let mut kept = Vec::new();
            let mut is_consistent = true;
            for number in watches {
                if !is_consistent {
                    kept.push(number);
                    continue;
                }
                let mut clause = std::mem::take(&mut self.all[number]);
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let is_open = |other: &i64| self.value(*other) != -*other;
                match clause[2..].iter().position(is_open) {
                    Some(place) if self.value(clause[0]) != clause[0] => {
                        clause.swap(1, place + 2);
                        self.watches.entry(clause[1]).or_default().push(number);
                    }
                    _ => {
                        kept.push(number);
                        is_consistent = self.assume(clause[0]);
                    }
                }
                self.all[number] = clause;
            }
            self.watches.insert(-literal, kept);
            if !is_consistent {
                return false;
            }
        }
        true
    }
}

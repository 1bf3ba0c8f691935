//! A checker for LRAT proofs, independent of the program
//! (L. Cruz-Filipe and others, *Efficient Certified RAT Verification*, CADE 2017), without RAT
//! steps, which the embedded solver never makes.

use std::collections::{HashMap, HashSet};

/// Checks that `proof` refutes the DIMACS formula `cnf`.
///
/// Each added clause must follow by unit propagation of the clauses it names, in their order, and
/// the last one must be empty.
pub fn check(cnf: &str, proof: &str) -> Result<(), String> {
    let mut clauses: HashMap<u64, Vec<i64>> = HashMap::new();
    let formula = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    for (line, id) in formula.zip(1..) {
        clauses.insert(id, numbers(line)?);
    }
    for line in proof.lines() {
        let (id, rest) = line.split_once(' ').ok_or(format!("cut short: {line}"))?;
        let id: u64 = id.parse().map_err(|_| format!("no number: {line}"))?;
        if let Some(deleted) = rest.strip_prefix("d ") {
            for id in numbers(deleted)? {
                let known = clauses.remove(&(id as u64));
                known.ok_or(format!("deletes what is not there: {id}"))?;
            }
            continue;
        }
        let steps = numbers(rest)?;
        let end = steps.iter().position(|number| *number == 0);
        let (clause, hints) = steps.split_at(end.ok_or(format!("cut short: {line}"))?);
        let (clause, hints) = (clause.to_vec(), &hints[1..]);
        follows(&clause, hints, &clauses).map_err(|why| format!("{why}: {line}"))?;
        if clause.is_empty() {
            return Ok(());
        }
        if clauses.insert(id, clause).is_some() {
            return Err(format!("a number twice: {line}"));
        }
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

/// Checks that under the negation of `clause` each clause of `hints` becomes unit in turn, and that
/// the last one is violated.
fn follows(clause: &[i64], hints: &[i64], clauses: &HashMap<u64, Vec<i64>>) -> Result<(), String> {
    let mut false_literals: HashSet<i64> = clause.iter().copied().collect();
    for hint in hints {
        let named = clauses.get(&(*hint as u64));
        let named = named.ok_or(format!("names what is not there: {hint}"))?;
        let is_open = |literal: &&i64| !false_literals.contains(literal);
        let open: Vec<i64> = named.iter().filter(is_open).copied().collect();
        match open[..] {
            [] => return Ok(()),
            [unit] => false_literals.insert(-unit),
            _ => return Err(format!("no unit clause: {hint}")),
        };
    }
    Err("does not follow".to_string())
}

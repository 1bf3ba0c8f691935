//! Tests that hold for every at-most-one encoding: size, meaning and propagation.

use super::super::super::formula::{Cnf, Variable};
use super::super::super::solve::{Solver, SolverAnswer, Varisat};
use super::*;

fn group(literals: usize) -> Vec<Literal> {
    let variables = (0..literals).map(Variable::from_index);
    variables.map(Variable::positive).collect()
}

/// Returns the clauses for a group and the number of auxiliary variables; with `is_whole`, even if
/// the pairs are shorter.
fn encoded(encoding: AtMostOne, literals: usize, is_whole: bool) -> (Cnf, usize) {
    let mut cnf = Cnf::default();
    let mut auxiliaries = Auxiliaries::after(literals);
    let Ok(()) = if is_whole {
        encoding.encode_whole(&group(literals), &mut auxiliaries, &mut cnf)
    } else {
        encoding.encode(&group(literals), &mut auxiliaries, &mut cnf)
    };
    (cnf, auxiliaries.variables() - literals)
}

/// Returns the values that unit propagation derives from `literals`, or `None` for a contradiction.
fn propagated(cnf: &Cnf, variables: usize, literals: &[Literal]) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; variables];
    for literal in literals {
        values[literal.variable().index()] = Some(literal.is_positive());
    }
    loop {
        let mut is_changed = false;
        for clause in cnf.clauses() {
            let value = |l: &Literal| values[l.variable().index()].map(|v| v == l.is_positive());
            if clause.iter().any(|literal| value(literal) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| value(literal).is_none());
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(unit), None) => {
                    values[unit.variable().index()] = Some(unit.is_positive());
                    is_changed = true;
                }
                _ => {}
            }
        }
        if !is_changed {
            return Some(values);
        }
    }
}

/// Returns the literals of a group, positive where `bits` has a 1.
fn assignment(literals: usize, bits: usize) -> Vec<Literal> {
    let signed = group(literals).into_iter().enumerate();
    signed
        .map(|(place, literal)| match bits >> place & 1 {
            1 => literal,
            _ => !literal,
        })
        .collect()
}

#[test]
fn sizes_match_the_encoded_clauses() {
    for encoding in AtMostOne::ALL {
        for literals in 0..=70 {
            let (cnf, auxiliaries) = encoded(encoding, literals, false);
            let size = encoding.size(literals);
            let counted = EncodedSize {
                clauses: cnf.len() as u64,
                auxiliaries,
            };
            assert_eq!(counted, size, "{encoding} {literals}");
            // Every auxiliary variable occurs, and no other variable does.
            let mut occurs = vec![false; literals + auxiliaries];
            for literal in cnf.clauses().flatten() {
                occurs[literal.variable().index()] = true;
            }
            assert!(
                literals == 1 || occurs.iter().all(|o| *o),
                "{encoding} {literals}"
            );
            assert!(cnf.clauses().all(|clause| clause.len() >= 2));
        }
    }
}

#[test]
fn sizes_match_the_literature() {
    let size = |encoding: AtMostOne, k: u64| {
        let EncodedSize {
            clauses,
            auxiliaries,
        } = encoding.size(k as usize);
        (clauses, auxiliaries as u64)
    };
    for k in 10..=400 {
        assert_eq!(size(AtMostOne::Pairwise, k), (k * (k - 1) / 2, 0));
        assert_eq!(size(AtMostOne::Sequential, k), (3 * k - 4, k - 1));
        // 2k + 4√k + O(k^¼) clauses, 2√k + O(k^¼) auxiliary variables
        let (clauses, auxiliaries) = size(AtMostOne::Product, k);
        let (root, fourth) = ((k as f64).sqrt(), (k as f64).powf(0.25));
        assert!(clauses as f64 <= 2.0 * k as f64 + 4.0 * root + 12.0 * fourth);
        assert!(auxiliaries as f64 <= 2.0 * root + 8.0 * fourth);
    }
    // 8 columns and 8 rows; at most one of each by 3 columns, 3 rows and pairs
    let of_8 = 2 * 8 + 3 + 3;
    assert_eq!(
        size(AtMostOne::Product, 64),
        (2 * 64 + 2 * of_8, 16 + 2 * 6)
    );
}

#[test]
fn small_groups_are_pairwise() {
    let first = AtMostOne::ALL.map(|encoding| {
        let mut sizes = (0..70).filter(|literals| encoding.size(*literals).auxiliaries > 0);
        sizes.next()
    });
    let expected = [None, Some(7), Some(6)];
    assert_eq!(first, expected);
    for literals in 0..=70 {
        let pairs = AtMostOne::Pairwise.size(literals).clauses;
        for encoding in AtMostOne::ALL {
            assert!(encoding.size(literals).clauses <= pairs);
        }
    }
}

#[test]
fn exactly_the_assignments_with_at_most_one_true_have_models() {
    for encoding in AtMostOne::ALL {
        for (literals, is_whole) in (2..=9).map(|k| (k, true)).chain([(9, false), (10, false)]) {
            let (cnf, _) = encoded(encoding, literals, is_whole);
            let mut solver = Varisat::default();
            for clause in cnf.clauses() {
                let Ok(()) = solver.clause(clause);
            }
            for bits in 0..1usize << literals {
                let answer = solver.solve_under(&assignment(literals, bits)).unwrap();
                let is_model = matches!(answer, SolverAnswer::Satisfiable(_));
                let expected = bits.count_ones() <= 1;
                assert_eq!(is_model, expected, "{encoding} {literals} {bits:b}");
            }
        }
    }
}

#[test]
fn propagation_makes_all_others_false_and_refutes_two() {
    for encoding in AtMostOne::ALL {
        for literals in (2..=18).chain([33, 64, 70]) {
            let is_whole = literals < 18;
            let (cnf, auxiliaries) = encoded(encoding, literals, is_whole);
            let variables = literals + auxiliaries;
            for one in group(literals) {
                let values = propagated(&cnf, variables, &[one]).unwrap();
                for other in group(literals) {
                    let value = values[other.variable().index()];
                    assert_eq!(value, Some(other == one), "{encoding} {literals} {one}");
                }
            }
            let [first, .., last] = group(literals)[..] else {
                panic!("one literal");
            };
            assert_eq!(propagated(&cnf, variables, &[first, last]), None);
        }
    }
}

#[test]
fn unwanted_pairs_are_left_out_if_that_is_shorter() {
    let literals = group(20);
    for encoding in AtMostOne::ALL {
        let count = |wanted: &dyn Fn(usize, usize) -> bool| {
            let mut cnf = Cnf::default();
            let mut auxiliaries = Auxiliaries::after(20);
            let Ok(()) = encoding.encode_wanted(&literals, wanted, &mut auxiliaries, &mut cnf);
            (cnf.len() as u64, auxiliaries.variables() - 20)
        };
        assert_eq!(count(&|_, _| false), (0, 0));
        assert_eq!(count(&|first, _| first == 0), (19, 0));
        let size = encoding.size(20);
        assert_eq!(count(&|_, _| true), (size.clauses, size.auxiliaries));
    }
}

#[test]
fn names_are_read_back() {
    for encoding in AtMostOne::ALL {
        assert_eq!(encoding.to_string().parse(), Ok(encoding));
    }
    assert!("pairs".parse::<AtMostOne>().is_err());
}

//! Conversions to and from the types of RustSAT.

use rustsat::instances;
use rustsat::types::{Assignment, Lit};
use satdoku::sat::{ClauseSink, Cnf, Model, Variable};

#[test]
fn literals_and_formulas_survive_the_round_trip() {
    let mut cnf = Cnf::default();
    let [a, b] = [0, 7].map(Variable::from_index);
    for clause in [&[a.positive(), b.negative()][..], &[b.positive()], &[]] {
        let Ok(()) = cnf.clause(clause);
    }
    let other = instances::Cnf::from(&cnf);
    assert_eq!(other.len(), 3);
    assert_eq!(Cnf::from(&other), cnf);
    assert_eq!(
        Lit::from(b.negative()).to_ipasir(),
        b.negative().to_dimacs()
    );
}

#[test]
fn an_assignment_is_a_model() {
    let [a, b] = [0, 1].map(Variable::from_index);
    let assignment: Assignment = [a.negative(), b.positive()]
        .map(Lit::from)
        .into_iter()
        .collect();
    let model = Model::from(&assignment);
    assert!(!model.is_true(a) && model.is_true(b));
}

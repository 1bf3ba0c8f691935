//! Conversions to and from the types of [RustSAT](https://docs.rs/rustsat), with the feature
//! `rustsat`: its solvers, encodings and tools take our formulas, and our solvers take its formulas.

use rustsat::instances;
use rustsat::types::{Assignment, Clause, Lit, TernaryVal, Var};

use super::cnf::{ClauseSink, Cnf, Literal, Model, Variable};

impl From<Variable> for Var {
    fn from(variable: Variable) -> Var {
        Var::new(variable.index() as u32)
    }
}

impl From<Var> for Variable {
    fn from(var: Var) -> Variable {
        Variable::from_index(var.idx())
    }
}

impl From<Literal> for Lit {
    fn from(literal: Literal) -> Lit {
        Lit::new(literal.variable().index() as u32, !literal.is_positive())
    }
}

impl From<Lit> for Literal {
    fn from(lit: Lit) -> Literal {
        let variable = Variable::from(lit.var());
        if lit.is_pos() {
            variable.positive()
        } else {
            variable.negative()
        }
    }
}

impl From<&Cnf> for instances::Cnf {
    fn from(cnf: &Cnf) -> instances::Cnf {
        let clause = |literals: &[Literal]| literals.iter().copied().map(Lit::from).collect();
        cnf.clauses()
            .map(clause)
            .collect::<Vec<Clause>>()
            .into_iter()
            .collect()
    }
}

impl From<&instances::Cnf> for Cnf {
    fn from(clauses: &instances::Cnf) -> Cnf {
        let mut cnf = Cnf::default();
        for clause in clauses {
            let literals: Vec<Literal> = clause.iter().copied().map(Literal::from).collect();
            let Ok(()) = cnf.clause(&literals);
        }
        cnf
    }
}

impl From<&Assignment> for Model {
    /// A variable without a value is false.
    fn from(assignment: &Assignment) -> Model {
        let is_assigned = |lit: &Lit| assignment.lit_value(*lit) == TernaryVal::True;
        assignment
            .iter()
            .filter(is_assigned)
            .map(Literal::from)
            .collect()
    }
}
